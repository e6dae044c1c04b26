"""Folders of tests: what belongs together, under which name, and that no file is lost without a word."""

import json
import os
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from helpers import (
    ADDS,
    CLUES,
    OTHER,
    PUZZLES,
    SOLVED,
    TWO_CLUES,
    become_ordinary,
    run_here,
    table_rows,
    write_files,
    write_project,
)
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.cases.ignored import find_ignored_files
from judge.cases.loader import load_cases, read_cases
from judge.cases.loose_tests import read_loose_tests
from judge.model.cases import Case, FaultyProblem
from judge.model.runs import Limits
from judge.packages.place import find_project
from judge.platform.errors import InputErrors
from judge.platform.files import Stored, stamp_of, whole
from judge.subjects.sudoku.formats import GRID_FORMATS

PUBLIC = PUZZLES / "public"
HEAD = "problem: P\nformat: {format}\ntime: 1s\nmemory: 64MiB\n"


def write(folder: Path, *names: str) -> Path:
    """Files that hold their own names."""
    return write_files(folder, {name: name.encode(errors="surrogateescape") for name in names})


def state(folder: Path, name: str, keys: str, *, format: str = "text") -> None:
    (folder / name).write_text(HEAD.format(format=format) + keys)


def read(case: Case) -> tuple[str, str]:
    return whole(case.input).decode(), whole(case.answer or b"").decode()


def files_of(folder: Path) -> dict[str, tuple[str, str]]:
    """The files of each case by its name, in order."""
    return {case.id: read(case) for case in load_cases(folder)}


def faults(folder: Path) -> list[str]:
    with pytest.raises(InputErrors) as caught:
        load_cases(folder)
    return [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults]


def passed_over(folder: Path) -> dict[str, str]:
    found = find_ignored_files(folder, load_cases(folder))
    return {fault.path.relative_to(folder).as_posix(): fault.message for fault in found}


# What belongs together


@pytest.mark.parametrize(
    ("files", "found"),
    [
        pytest.param(["p/1.in", "p/1.out"], {"p/1": ("p/1.in", "p/1.out")}, id="out"),
        pytest.param(["p/1.in", "p/1.ans"], {"p/1": ("p/1.in", "p/1.ans")}, id="ans"),
        pytest.param(["p/1.in", "p/1.a"], {"p/1": ("p/1.in", "p/1.a")}, id="a"),
        pytest.param(["p/1.in", "p/1.sol"], {"p/1": ("p/1.in", "p/1.sol")}, id="sol"),
        pytest.param(["p/1.IN", "p/1.OUT"], {"p/1": ("p/1.IN", "p/1.OUT")}, id="capitals"),
        pytest.param(["p/01", "p/01.a"], {"p/01": ("p/01", "p/01.a")}, id="as Polygon packs them"),
        pytest.param(
            ["p/in/a.txt", "p/out/a.txt"], {"p/a": ("p/in/a.txt", "p/out/a.txt")}, id="as AtCoder packs them"
        ),
        pytest.param(
            ["p/input/input0.txt", "p/output/output0.txt"],
            {"p/input0": ("p/input/input0.txt", "p/output/output0.txt")},
            id="as CMS packs them",
        ),
        pytest.param(["p/in/1", "p/out/1"], {"p/1": ("p/in/1", "p/out/1")}, id="folders without suffixes"),
        pytest.param(
            ["p/in/1.in", "p/out/1.out"], {"p/1": ("p/in/1.in", "p/out/1.out")}, id="folders and suffixes"
        ),
        pytest.param(
            ["p/a/in/b/1.txt", "p/a/out/b/1.ans"],
            {"p/a/b/1": ("p/a/in/b/1.txt", "p/a/out/b/1.ans")},
            id="folders around and in the two folders",
        ),
        pytest.param(
            ["p/data/secret/1.in", "p/data/secret/1.ans", "p/data/sample/1.in", "p/data/sample/1.ans"],
            {
                "p/data/sample/1": ("p/data/sample/1.in", "p/data/sample/1.ans"),
                "p/data/secret/1": ("p/data/secret/1.in", "p/data/secret/1.ans"),
            },
            id="as Kattis packs them",
        ),
        pytest.param(
            ["p/in1.txt", "p/ans1.txt"], {"p/in1": ("p/in1.txt", "p/ans1.txt")}, id="as cf-tool saves them"
        ),
        pytest.param(
            ["p/in_1.txt", "p/out_1.txt", "p/in_2.txt"],
            {"p/in_1": ("p/in_1.txt", "p/out_1.txt"), "p/in_2": ("p/in_2.txt", "")},
            id="a word and a number, one without an answer",
        ),
        pytest.param(
            ["p/input.txt", "p/output.txt"], {"p/input": ("p/input.txt", "p/output.txt")}, id="words alone"
        ),
        pytest.param(
            ["p/1.in.txt", "p/1.out.txt"], {"p/1": ("p/1.in.txt", "p/1.out.txt")}, id="words as suffixes"
        ),
        pytest.param(
            ["p/sample-1.in", "p/sample-1.out"],
            {"p/sample-1": ("p/sample-1.in", "p/sample-1.out")},
            id="as oj saves them",
        ),
        pytest.param(
            ["p/1-input.txt", "p/1-output.txt", "p/in-depth.md", "p/2.in", "p/2.out"],
            {"p/1-input": ("p/1-input.txt", "p/1-output.txt"), "p/2": ("p/2.in", "p/2.out")},
            id="a word in another file's name",
        ),
        pytest.param(["p/in/1.in", "p/in/1.out"], {"p/in/1": ("p/in/1.in", "p/in/1.out")}, id="just a name"),
        pytest.param(
            ["p/secret/1.in", "p/secret/1.ans", "p/generators/manual/2.in", "p/input_validators/bad/3.in"],
            {"p/secret/1": ("p/secret/1.in", "p/secret/1.ans")},
            id="inputs among a problem's programs are no tests",
        ),
    ],
)
def test_an_input_and_its_answer_are_found(
    tmp_path: Path, files: list[str], found: Mapping[str, tuple[str, str]]
) -> None:
    assert files_of(write(tmp_path, *files)) == found


def test_what_no_file_states_is_said_by_the_folder(tmp_path: Path) -> None:
    (case,) = load_cases(write(tmp_path, "two sums/big test (2).in", "two sums/big test (2).out"))
    asked, answer = tmp_path / "two sums" / "big test (2).in", tmp_path / "two sums" / "big test (2).out"
    assert case == Case(
        id="two sums/big test (2)",
        title="two sums",
        format="text",
        input=Stored(asked, stamp_of(asked)),
        answer=Stored(answer, stamp_of(answer)),
        limits=Limits(cpu_s=2.0, memory_bytes=256 << 20, output_bytes=16 << 20),
        any_answer=False,
        path=asked,
        stamp=stamp_of(asked),
        line=0,
        compare="lines",
        beside=(Stored(answer, stamp_of(answer)),),
    )
    assert [file.path for file in case.files] == [asked, answer]


def test_the_folder_itself_may_hold_tests_and_then_gives_them_its_name(tmp_path: Path) -> None:
    folder = write(tmp_path / "secret", "2.in", "2.ans", "more/1.in", "more/1.ans")
    assert list(files_of(folder)) == ["more/1", "secret/2"]
    folder = write(tmp_path / "batch", "input/1", "output/1")
    assert files_of(folder) == {"batch/1": ("input/1", "output/1")}


def test_a_file_that_only_looks_like_an_input_makes_no_problem_of_the_folder_of_all(tmp_path: Path) -> None:
    write(tmp_path, "MANIFEST.in", "p/1.in", "p/1.out", "env/pyvenv.cfg", "env/lib/config.h.in")
    assert list(files_of(tmp_path)) == ["p/1"]
    assert passed_over(tmp_path) == {
        "MANIFEST.in": "expected a case file *.yaml, got 'MANIFEST.in'",
        "env": f"expected tests (*.in next to *.out), got a folder (--cases {tmp_path}/env asks for it)",
    }


def test_tests_come_as_people_count(tmp_path: Path) -> None:
    order = ["1", "2", "10", "10b", "10b2", "10b11", "a1", "a02", "a2", "b/9", "b/10", "b10/1", "sample-1"]
    names = [f"p{number}/{name}.{suffix}" for number in (2, 10) for name in order for suffix in ("in", "out")]
    random.Random(1).shuffle(names)
    assert list(files_of(write(tmp_path, *names))) == [
        f"p{number}/{name}" for number in (2, 10) for name in order
    ]


@pytest.mark.slow
@given(st.sets(st.integers(0, 10**12), min_size=2, max_size=6))
def test_numbers_stand_in_their_order(tmp_path_factory: pytest.TempPathFactory, numbers: set[int]) -> None:
    names = [f"p/t{number}.{suffix}" for number in numbers for suffix in ("in", "out")]
    found = files_of(write(tmp_path_factory.mktemp("cases"), *names))
    assert list(found) == [f"p/t{number}" for number in sorted(numbers)]


def test_case_files_come_first_and_yml_is_one(tmp_path: Path) -> None:
    write(tmp_path, "a/1.in", "a/1.out")
    cases = "cases:\n  - id: x\n    input: ''\n    output: ''\n"
    state(tmp_path, "b.yml", cases)
    state(tmp_path, "c.yaml", cases)
    assert [case.id for case in load_cases(tmp_path)] == ["b/x", "c/x", "a/1"]
    state(tmp_path, "b.yaml", cases)
    assert faults(tmp_path) == ["b.yml: expected each problem once, got it again, first in b.yaml"]


def test_a_name_that_cannot_be_printed_is_made_printable(tmp_path: Path) -> None:
    write(tmp_path, "p\x1b[2J/\udcff\n.in", "p\x1b[2J/\udcff\n.out")
    assert [case.id for case in load_cases(tmp_path)] == [r"p\x1b[2J/\udcff\n"]


# What is wrong


ONE = "expected one answer next to it (.out, .ans, .a, .sol), got"
NO_INPUT = "expected an input that it answers, got none"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(["1.in", "1.out", "1.ans"], [f"p/1.in: {ONE} 1.out and 1.ans"], id="two answers"),
        pytest.param(["1.in", "1.out", "2.out"], [f"p/2.out: {NO_INPUT}"], id="no input"),
        pytest.param(
            ["in/1", "in/2", "out/2", "out/3"],
            [f"p/out/3: {NO_INPUT}"],
            id="in folders",
        ),
        pytest.param(["in1.txt", "out1.txt", "out2.txt"], [f"p/out2.txt: {NO_INPUT}"], id="by a word"),
        pytest.param(
            ["in1.txt", "out1.txt", "ans1.txt"],
            [f"p/in1.txt: {ONE} out1.txt and ans1.txt"],
            id="two words",
        ),
        pytest.param(
            ["1.in", "1.out", "in/1.txt", "out/1.txt"],
            ["p/in/1.txt: expected each test once, got p/1 again, first in FOLDER/p/1.in"],
            id="one name for two tests",
        ),
    ],
)
def test_what_has_no_partner_is_a_fault(tmp_path: Path, files: list[str], expected: list[str]) -> None:
    write(tmp_path / "p", *files)
    assert [fault.replace(str(tmp_path), "FOLDER") for fault in faults(tmp_path)] == expected


def test_all_faults_of_all_folders_are_reported_at_once(tmp_path: Path) -> None:
    state(tmp_path, "a.yaml", "tests: '*.in'\n", format="tex")
    write(tmp_path, "p/1.in", "p/1.a", "p/1.out", "q/1.out", "q/2.in", "q/2.out")
    assert [fault.partition(":")[0] for fault in faults(tmp_path)] == ["a.yaml", "p/1.in", "q/1.out"]


@pytest.mark.parametrize("odd", ["p/1.in", "p/1.out"])
def test_a_pipe_a_folder_and_a_link_to_nowhere_are_no_bytes_and_never_waited_for(
    tmp_path: Path, odd: str
) -> None:
    write(tmp_path, "p/1.in", "p/1.out")
    (tmp_path / odd).unlink()
    os.mkfifo(tmp_path / odd)
    assert faults(tmp_path) == [f"{odd}: expected a readable file, got: no regular file"]
    (tmp_path / odd).unlink()
    (tmp_path / odd).symlink_to("/dev/zero")
    assert faults(tmp_path) == [f"{odd}: expected a readable file, got: no regular file"]
    (tmp_path / odd).unlink()
    (tmp_path / odd).symlink_to("nowhere")
    assert faults(tmp_path) == [f"{odd}: expected a readable file, got: No such file or directory"]


@pytest.mark.parametrize(
    "target",
    [
        pytest.param("..", id="in a circle"),
        pytest.param(".", id="to itself"),
        pytest.param("/usr", id="out of the project"),
        pytest.param("../../q", id="to another problem"),
    ],
)
def test_a_link_to_a_folder_among_tests_is_a_fault_and_not_followed(tmp_path: Path, target: str) -> None:
    write(tmp_path, "p/1.in", "p/1.out", "p/deep/2.in", "p/deep/2.out", "q/1.in", "q/1.out")
    (tmp_path / "p" / "deep" / "link").symlink_to(target)
    assert faults(tmp_path) == ["p/deep/link: expected a folder, got a link to one"]


def test_a_file_that_links_to_itself_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "p/1.in")
    (tmp_path / "p" / "1.out").symlink_to("1.out")
    assert faults(tmp_path) == ["p/1.out: expected a readable file, got: Too many levels of symbolic links"]


@pytest.mark.parametrize(
    ("closed", "expected"),
    [
        pytest.param("p/deep", ["p/deep: expected a readable folder, got: Permission denied"], id="below"),
        pytest.param("p", ["p: expected a readable folder, got: Permission denied"], id="a problem"),
        pytest.param("", [": expected a readable folder, got: Permission denied"], id="that of all cases"),
        pytest.param("p/1.in", ["p/1.in: expected a readable file, got: Permission denied"], id="a file"),
    ],
)
def test_what_an_ordinary_user_cannot_read_is_a_fault(
    as_nobody: Path, closed: str, expected: Sequence[str]
) -> None:
    write(as_nobody, "p/1.in", "p/1.out", "p/deep/2.in", "p/deep/2.out", "q/1.in", "q/1.out")
    (as_nobody / closed).chmod(0)
    become_ordinary()
    found = [fault.removeprefix(str(as_nobody)) for fault in faults(as_nobody)]
    assert found == expected


@pytest.mark.parametrize(
    "name",
    ["a\nb", "\udcff", "x" * 251, "é" * 125, "\x1b[2J", "[1]", "a b", "*", "'\"", "\u202e", "\\n"],
    ids=lambda name: ascii(name)[:12],
)
def test_a_name_of_any_letters_can_be_said_again(tmp_path: Path, name: str) -> None:
    """On the command line, in JSON and by pytest: as it is shown."""
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases={"p/other.in": "1 2\n", "p/other.out": "3\n"})
    for suffix, text in ((".in", "1 2\n"), (".out", "3\n")):
        (tmp_path / "cases" / "p" / f"{name}{suffix}").write_text(text)
    case = next(case for case in load_cases(tmp_path / "cases") if case.id != "p/other")
    assert case.id.isprintable()
    done = run_here("run", "--case", case.id, "--json", "results.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert table_rows(done.stdout) == ["adds.py: 1 AC" if name != "*" else "adds.py: 2 AC"]
    found = json.loads((tmp_path / "results.json").read_bytes())["results"]
    assert case.id in [cell["case"] for cell in found]
    assert all(line.isprintable() for line in done.stdout.splitlines())


def test_an_answer_that_no_program_may_print_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "p/1.in", "p/1.out")
    os.truncate(tmp_path / "p" / "1.out", (16 << 20) + 1)
    limit = "the output limit of 16,777,216 (`output_limit` states another)"
    assert faults(tmp_path) == [f"p/1.out: expected an answer of no more bytes than {limit}, got 16,777,217"]
    state(tmp_path, "p.yaml", "output_limit: 17MiB\ntests: '*.in'\n")
    assert len(load_cases(tmp_path)) == 1
    long = f"cases:\n  - id: x\n    input: ''\n    output: {'3' * 1025}\n"
    state(tmp_path, "p.yaml", f"output_limit: 1KiB\n{long}")
    assert [fault.partition(", got")[0] for fault in faults(tmp_path)] == [
        "p.yaml:7: expected an answer of no more bytes than the output limit of 1,024 (`output_limit` states"
        " another)"
    ]


# What a case file says of a folder


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        pytest.param("tests: '*.in'\n", {"p/0": ("p/0.in", "p/0.out")}, id="right in it"),
        pytest.param(
            "tests: 'secret/*.in'\n", {"p/secret/1": ("p/secret/1.in", "p/secret/1.ans")}, id="in a folder"
        ),
        pytest.param(
            "tests: '**/*.in'\n",
            {
                "p/0": ("p/0.in", "p/0.out"),
                "p/secret/1": ("p/secret/1.in", "p/secret/1.ans"),
                "p/secret/deep/2": ("p/secret/deep/2.in", "p/secret/deep/2.ans"),
            },
            id="in every folder",
        ),
        pytest.param(
            "tests: input%s.txt\noutputs: output%s.txt\n",
            {"p/input1": ("p/input1.txt", "p/output1.txt"), "p/input12": ("p/input12.txt", "p/output12.txt")},
            id="by what their names share",
        ),
        pytest.param(
            "tests: 'input?.txt'\n", {"p/input1": ("p/input1.txt", "p/output1.txt")}, id="by one letter"
        ),
        pytest.param(
            "tests: deep/%s/question\noutputs: deep/%s/reply\n",
            {"p/deep/a[1]/question": ("p/deep/a[1]/question", "p/deep/a[1]/reply")},
            id="in folders that name them",
        ),
        pytest.param(
            "tests: '%s.t'\noutputs: '%s-told.t'\n",
            {"p/x.t": ("p/x.t", "p/x-told.t")},
            id="answers that look like inputs",
        ),
        pytest.param("tests: 'bare/*'\n", {"p/bare/1": ("p/bare/1", "p/bare/1.a")}, id="answers that match"),
    ],
)
def test_a_pattern_says_which_files_are_tests(
    tmp_path: Path, keys: str, found: Mapping[str, tuple[str, str]]
) -> None:
    write(
        tmp_path,
        *(
            "p/0.in",
            "p/0.out",
            "p/secret/1.in",
            "p/secret/1.ans",
            "p/secret/deep/2.in",
            "p/secret/deep/2.ans",
        ),
        *("p/input1.txt", "p/output1.txt", "p/input12.txt", "p/output12.txt", "p/x.t", "p/x-told.t"),
        *("p/deep/a[1]/question", "p/deep/a[1]/reply", "p/bare/1", "p/bare/1.a"),
    )
    state(tmp_path, "p.yaml", keys)
    assert files_of(tmp_path) == found


def test_limits_format_and_heading_of_a_folder_are_its_case_files(tmp_path: Path) -> None:
    write(tmp_path, "p/1.in", "p/1.out")
    state(tmp_path, "p.yaml", "output_limit: 1KiB\ntests: '*.in'\n")
    (case,) = load_cases(tmp_path)
    assert (case.title, case.format, case.any_answer) == ("P", "text", False)
    assert case.limits == Limits(cpu_s=1.0, memory_bytes=64 << 20, output_bytes=1 << 10)
    assert case.path == tmp_path / "p" / "1.in"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        pytest.param(
            "tests: '*.txt'\n", "p.yaml:5: expected files in FOLDER/p that match '*.txt', got none", id="none"
        ),
        pytest.param(
            "tests: '*a*a*a*a*.in'\n",
            "p.yaml:5: expected `*` at up to 4 places, got it at 5",
            id="a pattern that would take for ever",
        ),
        pytest.param(
            "tests: '*.in'\noutputs: '%s.out'\n",
            "p.yaml:5: expected `%s` once in `tests` and once in `outputs`, got '*.in' and '%s.out'",
            id="nothing to share",
        ),
        pytest.param(
            "tests: '%s.in'\noutputs: '%s.told'\n",
            "p.yaml:6: expected files in FOLDER/p that match '%s.told', got none",
            id="no answers",
        ),
        pytest.param(
            "tests: '2%s.in'\noutputs: '%s.out'\n",
            "p/1.out: expected an input that it answers, got none",
            id="no input",
        ),
        pytest.param(
            "outputs: '*.out'\n",
            "p.yaml:1: expected `%s` once in `tests` and once in `outputs`, got '' and '*.out'",
            id="no tests",
        ),
        pytest.param(
            "tests: '*.in'\npuzzles: x.txt\n",
            "p.yaml:1: expected one of the keys cases, puzzles, tests, got puzzles and tests",
            id="two kinds of members",
        ),
        pytest.param(
            "tests: '*.in'\nanswer: any\n",
            "p.yaml:6: expected `answer: unique` in the format text, which knows no other answers, got any",
            id="any answer of mere bytes",
        ),
    ],
)
def test_a_pattern_that_cannot_be_meant_is_a_fault(tmp_path: Path, keys: str, expected: str) -> None:
    write(tmp_path, "p/1.in", "p/1.out", "p/2.in")
    if "'*.in'" in keys:
        (tmp_path / "p" / "2.in").unlink()
    state(tmp_path, "p.yaml", keys)
    assert expected in [fault.replace(str(tmp_path), "FOLDER") for fault in faults(tmp_path)]


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        pytest.param("time: 500ms\n", (0.5, 256), id="time"),
        pytest.param("memory: 64MiB\n", (2.0, 64), id="memory"),
        pytest.param("source: a book\n", (2.0, 256), id="nothing of the limits"),
    ],
)
def test_a_case_file_beside_a_folder_may_say_one_thing_only(
    tmp_path: Path, text: str, limits: tuple[float, int]
) -> None:
    write(tmp_path, "p/1.in", "p/1.out")
    without = load_cases(tmp_path)
    (tmp_path / "p.yaml").write_text(text)
    cpu_s, mebibytes = limits
    both = Limits(cpu_s=cpu_s, memory_bytes=mebibytes << 20, output_bytes=16 << 20)
    for case, bare in zip(load_cases(tmp_path), without, strict=True):
        assert replace(case, beside=case.beside[:-1]) == replace(bare, limits=both)


def test_a_case_file_without_tests_beside_a_folder_without_tests_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "p/notes.md", "q/1.in", "q/1.out")
    (tmp_path / "p.yaml").write_text("time: 1s\n")
    wanted = "p.yaml:1: expected files in FOLDER/p of tests (*.in next to *.out), got none"
    assert [fault.replace(str(tmp_path), "FOLDER") for fault in faults(tmp_path)] == [wanted]


def test_yaml_of_others_is_not_read_for_a_key_that_case_files_have_too(tmp_path: Path) -> None:
    write(tmp_path, "p/1.in", "p/1.out")
    (tmp_path / "problem.yaml").write_text("name: Hello World!\nsource: Kattis\nlimits: {memory: 512}\n")
    assert list(files_of(tmp_path)) == ["p/1"]
    assert passed_over(tmp_path) == {"problem.yaml": "expected a case file, got YAML with none of its keys"}


def test_a_folder_whose_case_file_does_not_ask_for_it_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "p/1.in", "p/1.out")
    state(tmp_path, "p.yaml", "cases:\n  - id: x\n    input: ''\n    output: ''\n")
    assert [case.id for case in load_cases(tmp_path)] == ["p/x"]
    wanted = "expected tests (*.in next to *.out), got a folder"
    assert passed_over(tmp_path) == {"p": f"{wanted} (--cases {tmp_path / 'p'} asks for it)"}


def test_grids_in_files_are_guarded_as_those_of_case_files_are(tmp_path: Path) -> None:
    luogu = GRID_FORMATS["luogu"]
    write(tmp_path, "p/1.in", "p/1.out")
    state(tmp_path, "p.yaml", "tests: '*.in'\n", format="luogu")
    assert [fault.partition(", got")[0] for fault in faults(tmp_path)] == [
        "p/1.in:1: expected 9 lines of nine digits",
        "p/1.out:1: expected grids of 81 digits from 1 to 9",
    ]
    (tmp_path / "p" / "1.in").write_bytes(luogu.encode_input([TWO_CLUES]))
    (tmp_path / "p" / "1.out").write_bytes(luogu.encode_output([SOLVED]).replace(b" \n", b"\n", 1))
    (fault,) = faults(tmp_path)
    assert fault.startswith("p/1.out:1: expected '5 3 4 6 7 8 9 1 2 \\n', got ")
    (tmp_path / "p" / "1.out").write_bytes(luogu.encode_output([SOLVED]))
    (case,) = load_cases(tmp_path)
    assert (case.input, case.answer) == (luogu.encode_input([TWO_CLUES]), luogu.encode_output([SOLVED]))
    assert [file.path.name for file in case.files] == ["1.in", "1.out", "p.yaml"]
    (tmp_path / "p" / "1.in").write_bytes(luogu.encode_input([CLUES]))
    (tmp_path / "p" / "1.out").write_bytes(luogu.encode_output([OTHER]))
    (fault,) = faults(tmp_path)
    assert fault.startswith("p/1.out: expected a completion, got grid 1: ")


# No file is lost


def test_what_belongs_to_no_test_is_named(tmp_path: Path) -> None:
    write(
        tmp_path,
        *("p/1.in", "p/1.out", "p/notes.md", "p/secret/2.in", "p/secret/2.out", "p/secret/2.desc"),
        *("p/submissions/a/b.py", "p/.hidden/1.in", "p/secret/._2.in", "other/x/y.txt", "z.in", "z.out"),
    )
    (tmp_path / "link").symlink_to(tmp_path / "other")
    assert passed_over(tmp_path) == {
        "other": f"expected tests (*.in next to *.out), got a folder (--cases {tmp_path}/other asks for it)",
        "p/.hidden": "expected a name that does not begin with a dot",
        "link": f"expected a folder, got a link to one (--cases {tmp_path}/link asks for it)",
        "p/notes.md": "expected a test, got 'notes.md'",
        "p/secret/._2.in": "expected a name that does not begin with a dot",
        "p/secret/2.desc": "expected a test, got '2.desc'",
        "p/submissions": "expected tests (*.in next to *.out), got a folder",
    }


_parts = st.sampled_from(
    [
        "generators",
        "in",
        "out",
        "input",
        "output",
        "a",
        "b 2",
        "1",
        "10",
        "input1",
        "output1",
        "ans1",
        "1_in",
        "1_out",
        ".x",
    ]
)
_suffixes = st.sampled_from(["", ".in", ".out", ".ans", ".a", ".sol", ".txt", ".IN", ".yaml~"])
_names = st.tuples(st.lists(_parts, max_size=3), _parts, _suffixes).map(
    lambda name: "/".join(["p", *name[0], name[1] + name[2]])
)


@pytest.mark.slow
@settings(max_examples=200)
@example({"p/in/1", "p/out/1"})
@given(st.sets(_names, max_size=8))
def test_every_file_is_of_one_test_or_at_fault_or_passed_over(
    tmp_path_factory: pytest.TempPathFactory, names: set[str]
) -> None:
    files = {name for name in names if not any(other.startswith(f"{name}/") for other in names)}
    folder = write(tmp_path_factory.mktemp("cases"), *files)
    try:
        cases = load_cases(folder)
    except InputErrors:
        at_fault = {fault.removeprefix(f"{folder}").partition(": ")[0].strip("/") for fault in faults(folder)}
        assert at_fault <= {"", *files}
        return
    used = [file.path for case in cases for file in case.files]
    assert len(used) == len(set(used)) == sum(1 + (case.answer is not None) for case in cases)
    others = {fault.path for fault in find_ignored_files(folder, cases)}
    for path in (folder / name for name in files):
        assert (path in used) != bool(others & {path, *path.parents}), path
    assert all(sum(path.is_relative_to(other) for other in others) <= 1 for path in others)


@pytest.mark.slow
@settings(max_examples=100)
@given(st.sets(_names, max_size=8))
def test_a_folder_of_tests_is_read_alike_whatever_names_it(
    tmp_path_factory: pytest.TempPathFactory, names: set[str]
) -> None:
    """Read a folder as a problem below the cases, by a case file, and by --tests."""
    root = tmp_path_factory.mktemp("project")
    (root / "solutions").mkdir()
    (root / "solutions" / "a.py").write_text("")
    files = {name for name in names if not any(other.startswith(f"{name}/") for other in names)}
    write(root / "cases", "p/x", *files)

    def found(read_all: Callable[[], tuple[Sequence[Case], Sequence[FaultyProblem]]]) -> object:
        try:
            cases, faulty = read_all()
            faults = [fault for problem in faulty for fault in problem.faults]
        except InputErrors as error:
            return {fault.path for fault in error.faults if fault.path.is_file()}
        if faults:
            return {fault.path for fault in faults}
        return [(case.id, read(case), case.limits, case.compare) for case in cases]

    below = found(lambda: read_cases(root / "cases"))
    project = find_project(root, tests=root / "cases" / "p")
    assert found(lambda: read_loose_tests(project)) == below
    (root / "cases" / "p.yaml").write_text("source: a book\n")
    assert found(lambda: read_cases(root / "cases")) == (below or {root / "cases" / "p.yaml"})


# What others have packed


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the packages of others are not here")
@pytest.mark.parametrize(
    ("folder", "first", "number"),
    [
        ("problemtools/examples", "different/data/sample/1", 32),
        ("problemtools/examples/oddecho/data", "sample/1", 18),
        ("problemtools/examples/hello/data/secret", "secret/hello", 1),
        ("problemtools/examples/hello", "data/secret/hello", 1),
        ("problem-package-format/examples/problems/maximal", "data/sample/1", 5),
    ],
)
def test_a_package_of_others_lists_its_tests(tmp_path: Path, folder: str, first: str, number: int) -> None:
    cases = load_cases(PUBLIC / folder)
    assert (cases[0].id, len(cases)) == (first, number)
    answers = list((PUBLIC / folder).rglob("*.ans"))
    assert sorted(case.beside[0].path for case in cases) == sorted(answers)
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    listed = run_here("list", "--cases", PUBLIC / folder, cwd=tmp_path)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert f"\n{first} " in listed.stdout


def test_the_input_and_output_folders_of_cms_are_a_problem(tmp_path: Path) -> None:
    if not PUBLIC.is_dir():
        pytest.skip("the packages of others are not here")
    (tmp_path / "batch").mkdir()
    for folder in ("input", "output"):
        (tmp_path / "batch" / folder).mkdir()
        for path in (PUBLIC / "con_test" / "batch_comparator" / folder).iterdir():
            (tmp_path / "batch" / folder / path.name).write_bytes(path.read_bytes())
    assert [case.id for case in load_cases(tmp_path)] == [f"batch/input{number}" for number in range(10)]
