"""The flags that a program states for its own build: what they change, and what they do not open."""

from pathlib import Path

import pytest
from helpers import run_here, table_rows, write_files, write_project
from languages import ROWS, require

from judge.platform.errors import InputErrors
from judge.running.languages import LANGUAGES
from judge.solutions.loader import load_solutions

CASES = {"p.yaml": 'time: 10s\ncases: [{id: a, input: "", output: "7\\n"}]\n'}
PRINTS = '#include <stdio.h>\nint main(void) { printf("%d\\n", N); return 0; }\n'


def project(root: Path, flags: str, source: str = PRINTS) -> Path:
    solutions = {"a.c": f"// judge: {{flags: {flags}}}\n{source}"}
    return write_project(root, solutions=solutions, cases=CASES)


def test_a_program_states_flags_instead_of_those_of_its_language(tmp_path: Path) -> None:
    require(ROWS["c"])
    root = project(tmp_path, "[-DN=7]")
    assert table_rows(run_here("run", cwd=root).stdout) == ["a.c: 1 AC"]
    project(root, "[-DN=8]")
    assert table_rows(run_here("run", "--resume", cwd=root).stdout) == ["a.c: 1 WA"]


@pytest.mark.parametrize("flag", ["-fno-such-flag", "no-such-file.c", "-std=none", ""])
def test_flags_that_a_compiler_refuses_are_the_programs_fault(tmp_path: Path, flag: str) -> None:
    require(ROWS["c"])
    done = run_here("run", cwd=project(tmp_path, f'[-DN=7, "{flag}"]'))
    assert table_rows(done.stdout) == ["a.c: 1 CE"], done.stdout


def test_a_program_blames_no_grader_by_its_flags(tmp_path: Path) -> None:
    require(ROWS["c"])
    files = {"cases/p/grader.c": "int f(void);\nint main(void) { return f(); }\n"}
    root = write_files(project(tmp_path, "[-Dmain=begin]", "int f(void) { return 0; }\n"), files)
    (root / "cases" / "p.yaml").write_text("grader: grader.c\n" + CASES["p.yaml"])
    assert table_rows(run_here("run", cwd=root).stdout) == ["a.c: 1 CE"]


@pytest.mark.parametrize(
    "flag", ["-include{}", "@{}", "-specs={}", "-imacros{}", "-Wl,-T,{}", "-fplugin={}", "-x c {}", "{}"]
)
def test_flags_open_no_file_that_a_source_cannot(tmp_path: Path, flag: str) -> None:
    require(ROWS["c"])
    root = write_project(tmp_path, solutions={}, cases={"p/1.in": "", "p/1.out": "SECRET_ANSWER\n"})
    words = [f'"{word}"' for word in flag.format(root / "cases" / "p" / "1.out").split()]
    (root / "solutions" / "a.c").write_text(f"// judge: {{flags: [-DN=7, {', '.join(words)}]}}\n{PRINTS}")
    done = run_here("run", cwd=root)
    assert table_rows(done.stdout) == ["a.c: 1 CE"], done.stdout
    assert "SECRET" not in done.stdout


@pytest.mark.parametrize("suffix", LANGUAGES)
def test_only_a_language_whose_commands_take_flags_has_them(tmp_path: Path, suffix: str) -> None:
    row = LANGUAGES[suffix]
    (tmp_path / f"a{suffix}").write_text("# judge: {flags: [-x]}\n")
    if row.name == "python":
        told = "a key `flags` in a program of python, whose commands take none"
        with pytest.raises(InputErrors, match=f"a{suffix}:1: expected no {told[2:]}"):
            load_solutions(tmp_path)
    else:
        (solution,) = load_solutions(tmp_path)
        assert (solution.flags, solution.language) == (("-x",), row)


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ("-O2", "expected a list of words, got '-O2'"),
        ("[1]", "expected "),
        ('["\\0"]', "expected words without a zero byte as `flags`"),
    ],
)
def test_what_is_no_list_of_words_is_a_fault(tmp_path: Path, flags: str, told: str) -> None:
    done = run_here("list", cwd=project(tmp_path, flags))
    assert done.returncode == 2
    assert done.stderr.startswith(f"solutions/a.c:1: {told}"), done.stderr
