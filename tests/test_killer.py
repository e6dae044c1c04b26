"""The killer of row order: its count is exact, its puzzles are proper, and it never loses the hardest."""

import re
import sys
from collections.abc import Callable
from itertools import count, islice

import pytest
from helpers import REPOSITORY, benchmark, need
from msgspec.structs import replace

from judge.library.folders import load
from judge.model.runs import Ending, Limits, Run
from judge.running.programs import Command
from judge.running.runner import Runner
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.subjects.sudoku.generate import make_candidate
from judge.subjects.sudoku.grid import Grid, find_two_answers

LUOGU = GRID_FORMATS["luogu"]
LIMITS = Limits(cpu_s=60, memory_bytes=1 << 30, output_bytes=1 << 20)

Killer = Callable[..., Run]


@pytest.fixture(scope="module")
def killer(runner: Runner, cpp: Callable[..., Command]) -> Killer:
    command = cpp(REPOSITORY / "generators" / "killer_rows.cpp", "-O2", "-std=c++20")

    def call(seed: int, size: int, hardest: bytes = b"") -> Run:
        return runner.run(replace(command, argv=(*command.argv, str(seed), str(size))), hardest, LIMITS)

    return call


def found(run: Run) -> tuple[Grid, int]:
    """Return the puzzle that a run prints, and its placements."""
    assert (run.ending, run.exit_code) == (Ending.FINISHED, 0), run.stderr
    (clues,) = LUOGU.decode_input(run.stdout)
    word, number, unit = run.stderr.split()
    assert (word, unit) == (b"work", b"placements")
    return clues, int(number)


def placements(clues: Grid, *, at_most: int) -> int | None:
    """Count the digits that a search in row order places until the puzzle is complete, one by one."""
    grid = bytearray(clues)
    blanks = [cell for cell, digit in enumerate(clues) if digit == ord("0")]
    peers = [{p for p in range(81) if p // 9 == c // 9 or p % 9 == c % 9 or box(p) == box(c)} for c in blanks]
    placed = at = 0
    while at < len(blanks):
        cell = blanks[at]
        seen = {grid[peer] for peer in peers[at] if peer != cell}
        digit = next((digit for digit in range(grid[cell] + 1, ord("9") + 1) if digit not in seen), None)
        if digit is None:
            grid[cell] = ord("0")
            at -= 1
            continue
        grid[cell] = digit
        placed += 1
        at += 1
        if placed > at_most:
            return None
    return placed


def box(cell: int) -> int:
    return cell // 27 * 3 + cell % 9 // 3


def cases_of(problem: str) -> dict[str, bytes]:
    """Return the inputs of a problem of this project, by case id."""
    cases = load(REPOSITORY).cases
    return {case.id: case.input for case in cases if case.id.startswith(f"{problem}/")}


@pytest.mark.slow
def test_the_count_is_that_of_a_search_that_counts_one_by_one(killer: Killer) -> None:
    puzzles = (make_candidate(1, number).clues for number in count())
    counted = ((clues, placements(clues, at_most=20_000)) for clues in puzzles)
    for clues, placed in islice(((clues, placed) for clues, placed in counted if placed), 12):
        assert found(killer(1, 0, LUOGU.encode_input([clues]))) == (clues, placed)


def test_the_count_of_farteryhrs_puzzle_is_exact_both_ways(killer: Killer) -> None:
    hack = cases_of("farteryhr-hack")
    assert found(killer(1, 0, hack["farteryhr-hack/third"]))[1] == 1_305_263_521
    assert found(killer(1, 0, hack["farteryhr-hack/turned"]))[1] == 111_732


def test_the_page_tells_the_count_of_farteryhrs_puzzle_column_by_column(killer: Killer) -> None:
    rows = [line.split() for line in cases_of("farteryhr-hack")["farteryhr-hack/third"].splitlines()]
    columns = b"\n".join(b" ".join(column) for column in zip(*rows, strict=True))
    page = " ".join((REPOSITORY / "docs" / "killer.md").read_text().split())
    assert f"column by column it is {found(killer(1, 0, columns))[1]:,}." in page


def test_the_page_tells_the_counts_of_the_puzzle_that_was_kept_and_of_its_turn(killer: Killer) -> None:
    kept = cases_of("row-killer")
    clues, most = found(killer(1, 0, kept["row-killer/found"]))
    turned, least = found(killer(1, 0, kept["row-killer/turned"]))
    assert turned == clues[::-1]
    page = (REPOSITORY / "docs" / "killer.md").read_text()
    assert f"{most // 1_305_263_521} times as many as farteryhr's" in " ".join(page.split())
    for worst, grid, row, reverse in (("row", clues, most, least), ("reverse", turned, least, most)):
        assert f"| {worst} order | `{grid.decode().replace('0', '.')}` | {row:,} | {reverse:,} |" in page


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the page counts lines of Python 3.11")
def test_the_page_has_the_figures_that_the_script_prints(capsys: pytest.CaptureFixture[str]) -> None:
    need("g++")
    page = (REPOSITORY / "docs" / "killer.md").read_text()
    found = re.findall(r"^\| [a-z ]+ \| `([\d.]{81})` \| ([\d, |]+) \|$", page, re.MULTILINE)
    assert len(found) == 5
    (third,) = LUOGU.decode_input(cases_of("farteryhr-hack")["farteryhr-hack/third"])
    (words,) = re.findall(r"farteryhr's third puzzle costs ([\d, and]+)\.", page)
    found.append((third.decode().replace("0", "."), words.replace(" and ", ", ").replace(", ", " | ")))
    benchmark("killers").main([puzzle for puzzle, _ in found])
    _, _, *rows = capsys.readouterr().out.splitlines()
    assert rows == [f"| `{puzzle}` | {figures} |" for puzzle, figures in found]


@pytest.mark.slow
def test_a_seed_gives_the_same_puzzle_which_is_proper_and_counted_right(killer: Killer) -> None:
    first, again = killer(7, 1), killer(7, 1)
    assert (again.stdout, again.stderr) == (first.stdout, first.stderr)
    clues, placed = found(first)
    assert first.stdout == LUOGU.encode_input([clues])
    assert len(find_two_answers(clues)) == 1
    assert found(killer(1, 0, first.stdout)) == (clues, placed)
    assert placed > 10_000_000


@pytest.mark.slow
def test_the_hardest_so_far_is_never_lost(killer: Killer) -> None:
    hardest = cases_of("row-killer")["row-killer/found"]
    _, known = found(killer(1, 0, hardest))
    clues, placed = found(killer(1, 16, hardest))
    assert placed >= known
    assert len(find_two_answers(clues)) == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b"", b"stdin: expected a puzzle to count\n"),
        (b"1 2 x", b"stdin: expected 81 digits from 0 to 9\n"),
        (b"0 " * 81, b"stdin: expected a puzzle with exactly one completion\n"),
        (b"1 1" + b" 0" * 79, b"stdin: expected a puzzle with exactly one completion\n"),
    ],
    ids=["nothing", "no digits", "many completions", "no completion"],
)
def test_what_is_no_puzzle_is_refused(given: bytes, why: bytes, killer: Killer) -> None:
    run = killer(1, 0, given)
    assert (run.exit_code, run.stdout, run.stderr) == (1, b"", why)
