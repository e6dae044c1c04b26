"""Text files of puzzles, and the answers that they leave out."""

import os
import signal
import subprocess
import sys
from itertools import islice, permutations
from pathlib import Path

import pytest
from helpers import CLUES, OTHER, SOLVED, TWO_CLUES, environment

from judge.cases.loader import load_cases
from judge.platform import cores
from judge.platform.errors import InputErrors
from judge.subjects.subject import silent
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.subjects.sudoku.grid import find_two_answers
from judge.subjects.sudoku.puzzles import fill_in_answers, read_puzzles
from judge.yaml.tree import File

HEAD = "problem: Puzzles\nformat: {format}\ntime: 1s\nmemory: 64MiB\npuzzles: set.txt\n"
TWICE = CLUES[:1] + b"5" + CLUES[2:]
REPEATED = b"55" + b"0" * 79


def write(folder: Path, data: bytes, *, format: str = "luogu", more: str = "") -> Path:
    (folder / "set.txt").write_bytes(data)
    (folder / "p.yaml").write_text(HEAD.format(format=format) + more)
    return folder


def faults(folder: Path) -> list[str]:
    with pytest.raises(InputErrors) as raised:
        load_cases(folder)
    return [f"{fault.path.name}:{fault.line}: {fault.message}" for fault in raised.value.faults]


def test_a_line_is_a_puzzle_with_or_without_its_answer() -> None:
    data = b"# comment\n\n" + CLUES.replace(b"0", b".") + b"\r\n" + CLUES + SOLVED
    first, second = read_puzzles(File(Path("set.txt")), data)
    assert (first.line, first.clues, first.answer) == (3, CLUES, b"")
    assert (second.line, second.clues, second.answer) == (4, CLUES, SOLVED)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param(
            b"12", "expected 81 digits or dots, or 162 with the answer, got 2 characters: '12'", id="short"
        ),
        pytest.param(
            CLUES + SOLVED[:80] + b"0",
            "expected 81 digits or dots, or 162 with the answer, got 162 characters: "
            f"'{CLUES[:40].decode()}'...",
            id="a blank in the answer",
        ),
        pytest.param(REPEATED, "expected clues that obey the law, got: row 1 has two 5s", id="clues repeat"),
        pytest.param(
            CLUES + OTHER,
            "expected a completion, got: row 3, column 5 is 2, but the clue there is 4",
            id="the answer of another puzzle",
        ),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: bytes, message: str) -> None:
    folder = write(tmp_path, CLUES + SOLVED + b"\n" + line + b"\n")
    if b"a completion" in message.encode():
        assert faults(folder)[0].startswith("set.txt:2: expected a completion, got: ")
    else:
        assert faults(folder) == [f"set.txt:2: {message}"]


@pytest.mark.parametrize(
    ("data", "format", "more", "message"),
    [
        pytest.param(
            b"# none\n", "luogu", "", "set.txt:0: expected puzzles, one a line, got none", id="none"
        ),
        pytest.param(
            CLUES, "text", "", "p.yaml:5: expected a format of grids for puzzles, got text", id="no grids"
        ),
        pytest.param(
            CLUES + SOLVED,
            "luogu",
            "cases:\n  - id: a\n    input: ''\n    output: ''\n",
            "p.yaml:1: expected one of the keys cases, puzzles, tests, got cases and puzzles",
            id="both",
        ),
        pytest.param(
            TWO_CLUES, "luogu", "", "set.txt:1: expected one answer, got several", id="several answers"
        ),
        pytest.param(
            b"123456780" + b"0" * 8 + b"9" + b"0" * 63,
            "luogu",
            "answer: any\n",
            "set.txt:1: expected an answer, got none",
            id="no answer",
        ),
    ],
)
def test_a_file_that_cannot_be_judged_on_is_refused(
    tmp_path: Path, data: bytes, format: str, more: str, message: str
) -> None:
    assert message in faults(write(tmp_path, data, format=format, more=more))


def test_a_file_that_is_not_there_is_named_where_it_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, b"")
    (tmp_path / "set.txt").unlink()
    assert faults(tmp_path) == [
        "p.yaml:5: expected a readable file of puzzles, got 'set.txt': No such file or directory"
    ]


@pytest.mark.parametrize("format", GRID_FORMATS)
def test_every_puzzle_is_a_case_of_the_file_s_format(tmp_path: Path, format: str) -> None:
    cases = load_cases(write(tmp_path, (CLUES + SOLVED + b"\n") * 10, format=format))
    assert [case.id for case in cases] == [f"p/{number:02}" for number in range(1, 11)]
    assert {case.input for case in cases} == {GRID_FORMATS[format].encode_input([CLUES])}
    assert {case.answer for case in cases} == {GRID_FORMATS[format].encode_output([SOLVED])}
    assert [(case.path.name, case.line) for case in cases][3] == ("set.txt", 4)


def test_folders_inside_the_folder_of_cases_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, CLUES + SOLVED)
    (tmp_path / "sets").mkdir()
    write(tmp_path / "sets", b"no puzzle")
    assert len(load_cases(tmp_path)) == 1


def test_an_answer_is_computed_once_and_kept_by_its_puzzle(tmp_path: Path) -> None:
    store = tmp_path / ".judge" / "answers.txt"
    seen: list[tuple[int, int]] = []

    def solve(clues: bytes) -> bytes:
        (puzzle,) = fill_in_answers(
            file := File(Path("set.txt")),
            read_puzzles(file, clues),
            unique=True,
            root=tmp_path,
            progress=lambda done, total: seen.append((done, total)),
        )
        return puzzle.answer

    assert solve(CLUES) == SOLVED
    assert store.read_bytes() == CLUES + SOLVED + b"\n"
    written = store.stat()
    assert solve(CLUES) == SOLVED
    assert seen == [(1, 1)]
    assert store.stat().st_ino == written.st_ino


@pytest.mark.slow
def test_each_of_many_puzzles_gets_its_own_answer(tmp_path: Path) -> None:
    digits = islice(permutations(b"123456789"), 9000)
    grids = [SOLVED.translate(bytes.maketrans(b"123456789", bytes(order))) for order in digits]
    data = b"".join(grid[:40] + b"000" + grid[43:] + b"\n" for grid in grids)
    seen: list[tuple[int, int]] = []
    file = File(Path("set.txt"))
    puzzles = fill_in_answers(
        file,
        read_puzzles(file, data + TWO_CLUES),
        unique=True,
        root=tmp_path,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert [puzzle.answer for puzzle in puzzles] == grids
    assert [str(fault) for fault in file.faults] == ["set.txt:9001: expected one answer, got several"]
    assert seen == [(done, 9001) for done in range(1, 9002)]
    assert len((tmp_path / ".judge" / "answers.txt").read_bytes().splitlines()) == 9000


def test_what_was_kept_and_is_wrong_is_computed_again(tmp_path: Path) -> None:
    store = tmp_path / ".judge" / "answers.txt"
    store.parent.mkdir()
    store.write_bytes(b"rubbish\n" + CLUES + OTHER + b"\n")
    file = File(Path("set.txt"))
    puzzles = fill_in_answers(file, read_puzzles(file, CLUES), unique=True, root=tmp_path, progress=silent)
    assert [puzzle.answer for puzzle in puzzles] == [SOLVED]


def test_kept_answers_that_are_no_file_are_a_fault_in_one_line_and_left_alone(tmp_path: Path) -> None:
    store = tmp_path / ".judge" / "answers.txt"
    store.parent.mkdir()
    (tmp_path / "mine.txt").write_text("mine")
    store.symlink_to(tmp_path / "mine.txt")
    file = File(Path("set.txt"))
    list(fill_in_answers(file, read_puzzles(file, CLUES), unique=True, root=tmp_path, progress=silent))
    assert [str(fault) for fault in file.faults] == [f"{store}: expected a file, got a link"]
    assert store.is_symlink()
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_where_no_answer_can_be_kept_all_are_computed(tmp_path: Path) -> None:
    file = File(Path("set.txt"))
    puzzles = fill_in_answers(
        file, read_puzzles(file, CLUES), unique=True, root=tmp_path / "gone", progress=silent
    )
    assert [puzzle.answer for puzzle in puzzles] == [SOLVED]


def test_any_answer_will_do_where_any_is_asked_for(tmp_path: Path) -> None:
    (case,) = load_cases(write(tmp_path, TWO_CLUES, more="answer: any\n"))
    assert case.any_answer
    assert GRID_FORMATS["luogu"].decode_output(case.answer)[0] in (SOLVED, OTHER)


def test_two_answers_are_enough_to_know_that_there_are_several() -> None:
    assert set(find_two_answers(TWO_CLUES)) == {SOLVED, OTHER}
    assert len(find_two_answers(b"0" * 81)) == 2


# All cores


@pytest.mark.parametrize("number", [0, 5, 32, 100])
def test_work_on_all_cores_keeps_the_order(number: int) -> None:
    assert list(cores.on_all_cores(abs, range(-number, 0))) == list(range(number, 0, -1))


IDLE_POOL = """
import signal, time
from judge.platform.cores import on_all_cores
signal.signal(signal.SIGHUP, signal.default_int_handler)
for number, _ in enumerate(on_all_cores(time.sleep, iter(float, 1))):
    if number == 40:
        print("up", flush=True)
        time.sleep(1000)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGHUP])
def test_the_processes_of_the_other_cores_end_with_this_one_and_say_nothing(end: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", IDLE_POOL],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        process.kill() if end is signal.SIGKILL else os.killpg(process.pid, end)
        # A process that is left would hold standard error open.
        _, err = process.communicate(timeout=60)
    assert err.count(b"Traceback") == (0 if end is signal.SIGKILL else 1)
    assert end is signal.SIGKILL or b"resource_tracker" not in err


ABANDONED = """
import time
from itertools import chain, repeat
from judge.platform.cores import on_all_cores
working = on_all_cores(time.sleep, chain([0] * 48, repeat(1000)))
for _ in range(40):
    next(working)
working.close()
"""


def test_whoever_stops_listening_waits_for_no_other_core() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ABANDONED], env=environment(), capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
