"""Programs that read and write named files: in every language, at every level, of any size."""

from pathlib import Path

import pytest
from conftest import LIMITS, level_or_skip
from helpers import A_PLUS_B, make_limits, make_test, run_here, run_judge, table_rows, write_project
from languages import every_language, program, require
from msgspec.structs import replace

from judge.cases.loader import load_cases
from judge.checkers.decision import decide
from judge.model import cases as model
from judge.model.programs import Language
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.platform.files import stored
from judge.running.keeper_client import Level
from judge.running.programs import Script
from judge.running.runner import Runner
from judge.work.runs import run_on

BY_NAME = A_PLUS_B.replace("time:", "input: input.txt\noutput: output.txt\ntime:")
PRINTS = "print(open('in').read(), end='')"
COPIES = "with open('in') as given, open('out', 'w') as taken:\n    taken.write(given.read())\n"


@pytest.mark.parametrize("level", ["default", "strict"])
@every_language
def test_a_program_reads_and_writes_files_of_a_name_in_every_language(
    tmp_path: Path, row: Language, level: Level
) -> None:
    require(row)
    level_or_skip(level)
    name = f"files{row.suffixes[0]}"
    write_project(tmp_path, solutions={name: program("files", row)}, cases={"sum.yaml": BY_NAME})
    done = run_judge("run", "--sandbox", level, cwd=tmp_path)
    fate, code = ("AC", 0) if row.opens_links else ("SK", 1)
    assert (table_rows(done.stdout), done.returncode) == ([f"{name}: 1 {fate}"], code), done


def judged(runner: Runner, source: str, test: model.Test) -> Verdict:
    script = runner.compile_python(source.encode(), "files.py", LIMITS)
    assert isinstance(script, Script)
    return decide(run_on(test, script, runner), test).verdict


def asked(
    input_name: str = "in",
    output_name: str = "out",
    *,
    answer: bytes = b"1 2\n",
    output_bytes: int = 1 << 20,
) -> model.Test:
    limits = make_limits(cpu_s=20, output_bytes=output_bytes)
    return make_test(answer=answer, limits=limits, input_name=input_name, output_name=output_name)


@pytest.mark.parametrize(
    ("source", "test", "verdict"),
    [
        pytest.param(COPIES, asked(), Verdict.AC, id="both"),
        pytest.param(
            "print(open('in').read(), end='')", asked(output_name=""), Verdict.AC, id="the input alone"
        ),
        pytest.param("open('out', 'w').write(input() + '\\n')", asked(""), Verdict.AC, id="the output alone"),
        pytest.param(
            "print(open('in').read(), end='')", asked(), Verdict.WA, id="what is printed does not count"
        ),
        pytest.param("open('out', 'w').write(input())", asked(), Verdict.RE, id="its stdin is empty"),
        pytest.param("pass", asked(), Verdict.WA, id="nothing is written"),
        pytest.param("pass", asked(answer=b""), Verdict.AC, id="nothing is to be written"),
        pytest.param("open('other', 'w')", asked(), Verdict.RE, id="no other file is written"),
        pytest.param("open('in', 'w')", asked(), Verdict.RE, id="the input is not written"),
        pytest.param(
            "open('out', 'w').write('x' * 5000)",
            asked(output_bytes=1000),
            Verdict.OLE,
            id="the file is no longer than an output",
        ),
    ],
)
def test_a_file_of_a_name_stands_for_a_stream(
    runner: Runner, source: str, test: model.Test, verdict: Verdict
) -> None:
    assert judged(runner, source, test) is verdict


def test_a_program_gets_the_words_of_its_test_and_files_of_its_own(tmp_path: Path, runner: Runner) -> None:
    (tmp_path / "more.txt").write_text("from a file")
    source = "import sys\nprint(*sys.argv[1:], open('more.txt').read(), input())"
    test = make_test(
        input=b"in\n",
        answer=b"-x a b from a file in\n",
        limits=make_limits(cpu_s=20),
        arguments=("-x", "a b"),
        given=(("more.txt", stored(tmp_path / "more.txt")),),
    )
    assert judged(runner, source, test) is Verdict.AC


@pytest.mark.slow
def test_an_input_that_is_large_lies_in_its_file(tmp_path: Path, runner: Runner) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(300 << 20)
    source = "file = open('in', 'rb')\nfile.seek(0, 2)\nopen('out', 'w').write(f'{file.tell()}\\n')"
    test = replace(asked(answer=b"%d\n" % (300 << 20)), input=stored(path))
    assert judged(runner, source, test) is Verdict.AC


def test_a_benchmark_times_them_as_well(tmp_path: Path) -> None:
    source = (
        COPIES.replace("'in'", "'input.txt'")
        .replace("'out'", "'output.txt'")
        .replace("given.read()", "'3\\n'")
    )
    write_project(tmp_path, solutions={"files.py": source}, cases={"sum.yaml": BY_NAME})
    done = run_here("bench", "--budget", "1s", cwd=tmp_path)
    assert done.returncode == 0, done
    assert "files.py" in done.stdout


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("input: a/b", "3: expected the name of a file, no path, got 'a/b'"),
        ("output: ..", "3: expected the name of a file, no path, got '..'"),
        ("input: /etc/passwd", "3: expected the name of a file, no path, got '/etc/passwd'"),
        ("input: ''", "3: expected the name of a file, no path, got ''"),
        ("input: same\noutput: same", "4: expected another file than the input, got 'same'"),
    ],
)
def test_a_name_that_is_a_path_is_a_fault(tmp_path: Path, lines: str, fault: str) -> None:
    (tmp_path / "sum.yaml").write_text(A_PLUS_B.replace("time:", f"{lines}\ntime:"))
    with pytest.raises(InputErrors) as raised:
        load_cases(tmp_path)
    assert str(raised.value) == f"{tmp_path}/sum.yaml:{fault}"
