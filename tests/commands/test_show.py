"""`judge show` explains one test of one solution, and prints and saves its bytes."""

import os
import pty
import re
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import (
    A_PLUS_B,
    CLUES,
    JUDGE,
    SOLVED,
    environment,
    full_disk,
    run_here,
    run_judge,
    write_files,
    write_project,
)

from judge.subjects.sudoku.formats import GRID_FORMATS

POJ, LUOGU = GRID_FORMATS["poj"], GRID_FORMATS["luogu"]
ODD = b"\x00\xff\x1b[2J\r\n\xe2\x82\xac \xe2"
SAYS_ODD = (
    "# judge: {problems: '*', expect: {'*': [AC, WA]}}\n"
    f"import os, sys\nos.write(1, {ODD!r})\nsys.stderr.write('so it\\x1b is\\n')\n"
)
ANY = "# judge: {problems: '*'}\n"
PROGRAMS = {
    "adds.py": f"{ANY}print(sum(map(int, input().split())))\nimport sys\nprint('added', file=sys.stderr)\n",
    "odd.py": SAYS_ODD,
    "exits.py": f"{ANY}import sys\nprint(3)\nsys.exit(7)\n",
    "aborts.py": f"{ANY}import os\nos.abort()\n",
    "loops.py": f"{ANY}while True:\n    pass\n",
    "broken.py": f"{ANY}if\n",
}
# A program of one grid at a time, which is right about the first of three.
FIRST = (
    "# judge: {format: luogu}\n"
    f"first = {LUOGU.encode_output([SOLVED]).decode()!r}\n"
    f"print(first if input().split()[0] == '5' else 1, end='')\n"
)


@pytest.mark.parametrize(
    ("words", "here"),
    [
        pytest.param(["run"], ".", id="here"),
        pytest.param(["run", "--compare", "float 1e-6", "--cold", "--root", "."], ".", id="options"),
        pytest.param(["run", "solutions/halves.py", "--tests", "other"], ".", id="other tests"),
        pytest.param(["run"], "solutions", id="below"),
        pytest.param(["run", "../alone/halves.py"], "solutions", id="elsewhere, in no project"),
    ],
)
def test_what_a_run_says_to_show_all_of_a_failure_shows_it(
    words: list[str], here: str, tmp_path: Path
) -> None:
    halves = "print(sum(map(int, input().split())) // 2)\n"
    tests = {"a.in": "1 2\n", "a.out": "3\n"}
    write_project(tmp_path, solutions={"halves.py": halves})
    for folder in ("other", "alone"):
        (tmp_path / folder).mkdir()
        for name, text in {**tests, "halves.py": halves}.items():
            (tmp_path / folder / name).write_text(text)
    told = run_here(*words, cwd=tmp_path / here).stdout
    (line,) = [line for line in told.splitlines() if line.startswith("  all of it: judge ")]
    shown = run_here(*shlex.split(line)[4:], cwd=tmp_path / here)
    assert (shown.returncode, shown.stderr) == (1, "")
    head = shown.stdout.splitlines()[0]
    assert re.fullmatch(r"halves\.py on \S+/(?:a|small): WA, expected AC(?:: .*)?", head)
    assert head.partition(",")[0] in told


@pytest.fixture
def project(tmp_path: Path) -> Path:
    case = A_PLUS_B.replace("time: 10s", "time: 1s")
    return write_project(tmp_path, solutions=PROGRAMS, cases={"sum.yaml": case})


@pytest.fixture
def grids(tmp_path: Path) -> Path:
    """A case of three grids, of which a program that reads one gets three tests."""
    asked, answers = [CLUES, SOLVED[::-1], CLUES], [SOLVED, SOLVED[::-1], SOLVED]
    case = "problem: P\nformat: poj\ntime: 10s\nmemory: 256MiB\ncases:\n  - id: three\n"
    for key, data in (("input", POJ.encode_input(asked)), ("output", POJ.encode_output(answers))):
        case += f"    {key}: |\n" + "".join(f"      {line}\n" for line in data.decode().splitlines())
    return write_project(tmp_path, solutions={"first.py": FIRST}, cases={"p.yaml": case})


def printed(*words: str | Path, cwd: Path) -> "subprocess.CompletedProcess[bytes]":
    """Return the bytes that the judge writes into pipes."""
    return subprocess.run([*JUDGE, "show", *map(str, words)], cwd=cwd, env=environment(), capture_output=True)


# The explanation

MEASURED = (
    r"  input  1 2\n"
    r"  time    \S+ [mu]?s of CPU \(limit 1 s\), \S+ [mu]?s by the clock \(limit 3 s\)\n"
    r"  memory  \d+\.\d MiB \(limit 256 MiB\)\n"
    r"  end     "
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("adds", 0, rf"adds.py on sum/small: AC\n{MEASURED}exit code 0\n  stderr  added\n"),
        ("exits", 1, rf"exits.py on sum/small: RE, expected AC: exit code 7\n{MEASURED}exit code 7\n"),
        ("aborts", 1, rf"aborts.py on .*: RE, .*\n{MEASURED}killed by signal 6 \(SIGABRT\)\n"),
        ("loops", 1, rf"loops.py on .*: TLE, .*\n{MEASURED}stopped\n"),
        ("broken", 1, r"broken.py on .*: CE, .*\n(  stderr  .*\n)+"),
    ],
)
def test_of_a_run_time_memory_end_and_stderr_are_told_beside_the_limits(
    name: str, code: int, told: str, project: Path
) -> None:
    done = run_here("show", name, "sum", cwd=project)
    assert (done.returncode, done.stderr) == (code, "")
    assert re.fullmatch(told, done.stdout), done.stdout


def test_a_rule_and_a_way_to_start_are_taken_as_by_run(project: Path) -> None:
    (project / "solutions" / "loose.py").write_text("# judge: {format: text}\nprint('\\n3')\n")
    assert run_here("show", "loose", "sum", cwd=project).returncode == 1
    done = run_here(
        "show", "loose", "sum", "--compare", "tokens", "--cold", "--sandbox", "basic", cwd=project
    )
    assert done.returncode == 0
    assert "AC: exact: PE blank-line-before" in done.stdout


def test_of_several_tests_one_can_be_named_and_else_the_first_that_fails_is_shown(grids: Path) -> None:
    assert "first.py on p/three test 2: WA" in run_here("show", "first", "p", cwd=grids).stdout
    for number, verdict, code in (("1", "AC", 0), ("2", "WA", 1), ("3", "AC", 0)):
        done = run_here("show", "first", "p", "--test", number, cwd=grids)
        assert done.stdout.startswith(f"first.py on p/three test {number}: {verdict}")
        assert done.returncode == code
    done = run_here("show", "first", "p", "--test", "4", cwd=grids)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--test: expected a number from 1 to 3, got 4\n"


# Bytes


@pytest.mark.slow
def test_bytes_are_printed_as_they_are_and_nothing_else(project: Path) -> None:
    for option, data in (("--input", b"1 2\n"), ("--answer", b"3\n"), ("--output", ODD)):
        done = printed("odd", "sum", option, cwd=project)
        assert (done.returncode, done.stdout, done.stderr) == (0, data, b"")


@pytest.mark.slow
def test_the_bytes_are_those_of_the_test_that_is_shown(grids: Path) -> None:
    asked = [LUOGU.encode_input([grid]) for grid in (CLUES, SOLVED[::-1])]
    assert printed("first", "p", "--input", cwd=grids).stdout == asked[1]
    assert printed("first", "p", "--input", "--test", "1", cwd=grids).stdout == asked[0]
    assert printed("first", "p", "--answer", "--test", "1", cwd=grids).stdout == LUOGU.encode_output([SOLVED])
    done = printed("first", "p", "--output", cwd=grids)
    assert (done.returncode, done.stdout) == (1, b"1")


@pytest.mark.slow
def test_an_input_and_an_answer_need_no_run(project: Path) -> None:
    assert printed("broken", "sum", "--input", cwd=project).stdout == b"1 2\n"
    assert printed("broken", "sum", "--answer", cwd=project).stdout == b"3\n"
    done = printed("broken", "sum", "--output", cwd=project)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"broken.py on sum/small: CE, expected AC: ")


@pytest.mark.slow
def test_a_file_of_any_length_is_printed_and_saved_piece_by_piece(project: Path) -> None:
    asked = b"1 2 \xff\n" * 500_000
    (project / "cases" / "long").mkdir()
    (project / "cases" / "long" / "1.in").write_bytes(asked)
    (project / "cases" / "long" / "1.out").write_bytes(b"3\n")
    assert printed("odd", "long/1", "--input", cwd=project).stdout == asked
    assert printed("odd", "long/1", "--save", "kept", cwd=project).returncode == 0
    assert (project / "kept" / "long" / "1.1.in").read_bytes() == asked


@pytest.mark.parametrize("link", ["sum", "sum/small.1.out"])
def test_what_is_saved_goes_through_no_link(project: Path, link: str) -> None:
    (project / "others").mkdir()
    (project / "others" / "small.1.out").write_text("kept")
    place = project / "kept" / link
    place.parent.mkdir(parents=True)
    place.symlink_to(project / "others" / Path(link).relative_to("sum"))
    done = printed("odd", "sum", "--save", "kept", cwd=project)
    message = f"kept/{link}: expected a place to save in, got a link\n"
    assert (done.returncode, done.stderr.decode()) == (2, message)
    assert [path.read_text() for path in (project / "others").iterdir()] == ["kept"]


def test_on_a_terminal_bytes_are_made_legible(project: Path) -> None:
    screen, terminal = pty.openpty()
    words = [*JUDGE, "show", "odd", "sum", "--output"]
    with subprocess.Popen(words, cwd=project, env=environment(), stdout=terminal) as process:
        os.close(terminal)
        shown = b""
        try:
            while piece := os.read(screen, 1 << 16):
                shown += piece
        except OSError:  # the terminal has no writer any more
            pass
        finally:
            os.close(screen)
    assert process.returncode == 0
    assert shown == b"\\x00\\xff\\x1b[2J\\r\r\n\xe2\x82\xac \\xe2"


def test_a_reader_that_leaves_early_is_no_fault(project: Path) -> None:
    (project / "cases" / "long").mkdir()
    (project / "cases" / "long" / "1.in").write_bytes(b"x" * (1 << 23))
    (project / "cases" / "long" / "1.out").write_bytes(b"3\n")
    words = [*JUDGE, "show", "odd", "long/1", "--input"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, cwd=project, env=environment(), **pipes) as process:  # type: ignore[call-overload]
        assert process.stdout.read(1) == b"x"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("others", [["--answer"], ["--save", "kept"], ["--hex"], ["--answer", "--output"]])
def test_what_is_printed_alone_is_one_thing(others: list[str], project: Path) -> None:
    done = run_here("show", "adds", "sum", "--input", *others, cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("expected --input by itself, got --input and ")
    assert done.stderr.count("\n") == 1
    assert not (project / "kept").exists()


def test_a_test_without_an_answer_has_none_to_print_or_save(project: Path) -> None:
    (project / "cases" / "open").mkdir()
    (project / "cases" / "open" / "1.in").write_bytes(b"1 2\n")
    done = run_here("show", "adds", "open/1", "--answer", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--answer: expected a test with an answer, got open/1, which has none\n"
    done = run_here("show", "adds", "open/1", "--save", "kept", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert "NA: no answer to compare with\n  input  1 2\n  output  3\n  time " in done.stdout
    assert "  end     exit code 0\n  stderr  added\n" in done.stdout
    assert sorted(contents(project / "kept")) == ["open/1.1.err", "open/1.1.in", "open/1.1.out"]
    assert contents(project / "kept")["open/1.1.out"] == b"3\n"


# Files


def contents(folder: Path) -> Mapping[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_input_answer_output_and_stderr_are_saved(project: Path) -> None:
    done = run_here("show", "odd", "sum", "--save", "kept", cwd=project, env={"COLUMNS": "30"})
    assert done.returncode == 0
    assert done.stdout.endswith("saved: kept/sum/small.1.{in,ans,out,err}\n")
    assert contents(project / "kept") == {
        "sum/small.1.in": b"1 2\n",
        "sum/small.1.ans": b"3\n",
        "sum/small.1.out": ODD,
        "sum/small.1.err": b"so it\x1b is\n",
    }
    assert run_here("show", "broken", "sum", "--save", "kept", cwd=project).returncode == 1
    saved = contents(project / "kept")
    assert saved["sum/small.1.out"] == b""
    assert b"SyntaxError" in saved["sum/small.1.err"]


def test_no_two_tests_are_saved_in_the_same_files(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"odd.py": SAYS_ODD}, cases={})
    names = ["a", "a.1", "a/1", "a.1/1", "a-1", "a..", "b/a", "x" * 240]
    tests = {f"{name}.in": f"{name}\n" for name in names} | {f"{name}.out": "3\n" for name in names}
    write_files(tmp_path / "cases" / "p", tests)
    for name in names:
        done = run_here("show", "odd", f"p/{name}", "--save", "kept", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    saved = {
        data.decode().strip() for path, data in contents(tmp_path / "kept").items() if path.endswith(".in")
    }
    assert saved == set(names)
    assert len(contents(tmp_path / "kept")) == 4 * len(names)


def test_the_tests_of_one_case_are_saved_beside_each_other(grids: Path) -> None:
    for number in ("1", "2", "3"):
        run_here("show", "first", "p", "--test", number, "--save", "kept", cwd=grids)
    assert len(contents(grids / "kept")) == 12
    assert (grids / "kept/p/three.2.in").read_bytes() == LUOGU.encode_input([SOLVED[::-1]])


@pytest.mark.parametrize("place", ["cases", "cases/new", "solutions", "./cases/../cases", "link"])
def test_nothing_is_saved_where_it_would_be_a_test_or_a_program(place: str, project: Path) -> None:
    (project / "link").symlink_to("cases")
    before = contents(project)
    done = run_here("show", "adds", "sum", "--save", place, cwd=project)
    got = f"{Path(place) / 'sum'}', where they would be tests or programs"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"--save: expected a folder of other files, got '{got}\n"
    assert contents(project) == before


@pytest.mark.parametrize("place", ["test", "kept/../test", "..", "tests/below"])
def test_nothing_is_saved_among_the_tests_of_loose_programs(place: str, tmp_path: Path) -> None:
    tests = {f"{folder}1.{kind}": "3\n" for folder in ("", "test/", "tests/") for kind in ("in", "out")}
    here = write_files(tmp_path / "here", {"main.py": "print(input())\n", **tests})
    case = "here/1" if place == ".." else "test/1"
    done = run_here("show", "main.py", case, "--save", place, cwd=here)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("--save: expected a folder of other files, got ")
    assert {*contents(here)} == {"main.py", *tests}
    for free in (".", "kept"):
        assert run_here("show", "main.py", "here/1", "--save", free, cwd=here).returncode == 0


@pytest.mark.parametrize("place", ["no/such", "/dev/null", "/proc/nothing"])
def test_a_folder_that_cannot_be_written_is_one_line_before_anything_is_run(
    place: str, project: Path
) -> None:
    done = run_here("show", "loops", "sum", "--save", place, cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"{place}: expected a folder that can be written, got: .*\n", done.stderr)


@pytest.mark.slow
def test_a_full_disk_leaves_no_half_of_a_file(project: Path) -> None:
    (project / "solutions" / "writes.py").write_text("# judge: {format: text}\nprint('x' * 100_000)\n")
    run_judge("show", "writes", "sum", cwd=project)
    with full_disk(50_000):
        done = run_judge("show", "writes", "sum", "--save", "kept", cwd=project)
    assert done.returncode == 2
    assert "small.1.out: expected a file that can be written, got: File too large" in done.stderr
    assert sorted(contents(project / "kept")) == ["sum/small.1.ans", "sum/small.1.in"]


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A folder with two programs and three samples in no project; one program fails from the second on."""
    folder = tmp_path / "evening"
    (folder / "test").mkdir(parents=True)
    for number, (given, answer) in enumerate(((5, 5), (-5, 5), (-7, 7)), 1):
        (folder / f"test/sample-{number}.in").write_text(f"{given}\n")
        (folder / f"test/sample-{number}.out").write_text(f"{answer}\n")
    (folder / "right.py").write_text("print(abs(int(input())))\n")
    (folder / "wrong.py").write_text("print(int(input()))\n")
    return folder


@pytest.mark.parametrize("words", [["wrong.py"], ["wrong"], ["wrong.py", "sample-*"]])
def test_without_a_case_the_first_failing_test_is_shown(evening: Path, words: list[str]) -> None:
    done = run_here("show", *words, cwd=evening)
    assert done.returncode == 1
    assert done.stdout.startswith("wrong.py on test/sample-2: WA")
    assert "sample-3" not in done.stdout


def test_a_test_goes_by_the_last_part_of_its_name(evening: Path) -> None:
    done = run_here("show", "wrong.py", "sample-3", cwd=evening)
    assert done.stdout.startswith("wrong.py on test/sample-3: WA")
    done = run_here("show", "wrong.py", "sample-3", "--input", cwd=evening)
    assert done.stdout == "-7\n"
    done = run_here("run", "-c", "sample-3", "-c", "sample-1", cwd=evening)
    assert "sample-2" not in done.stdout
    done = run_here("show", "wrong.py", "sample-9", cwd=evening)
    assert (done.returncode, done.stdout) == (2, "")
    assert "got 'sample-9'; did you mean test/sample-" in done.stderr


def test_a_program_that_never_fails_is_shown_on_its_first_test(evening: Path) -> None:
    done = run_here("show", "right.py", cwd=evening)
    assert done.returncode == 0
    assert done.stdout.startswith("nothing fails in 3 tests; the first:\nright.py on test/sample-1: AC")


def test_one_test_that_passes_is_no_first_of_several(evening: Path) -> None:
    for number in (2, 3):
        (evening / f"test/sample-{number}.in").unlink()
        (evening / f"test/sample-{number}.out").unlink()
    done = run_here("show", "right.py", cwd=evening)
    assert done.stdout.startswith("nothing fails in 1 test:\nright.py on test/sample-1: AC")


@pytest.mark.parametrize("words", [["right.py", "sample-2"], ["wrong.py", "sample-1"]])
def test_a_named_test_that_passes_is_shown_alone(evening: Path, words: list[str]) -> None:
    done = run_here("show", *words, cwd=evening)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{words[0]} on test/{words[1]}: AC")


def test_a_program_that_was_compared_with_nothing_is_not_said_to_pass(evening: Path) -> None:
    (evening / "test/sample-2.out").unlink()
    done = run_here("show", "right.py", cwd=evening)
    assert "nothing fails" not in done.stdout


def test_the_number_of_a_test_needs_one_case(evening: Path) -> None:
    done = run_here("show", "wrong.py", "--test", "1", cwd=evening)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("--test: expected one case, got 3: test/sample-1, ")


def test_of_a_folder_with_several_programs_one_must_be_named(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"hana/a.py": "", "hana/b c.py": ""})
    done = run_here("show", "hana", cwd=root)
    assert done.stderr == "expected one solution, got 2: name one of hana/a.py, 'hana/b c.py'\n"
