"""The figures in docs/ equal the constants in the code."""

import re

import pytest
from documents import README, blocks
from helpers import REPOSITORY

from judge.checkers import brought
from judge.library.folders import load
from judge.running.endings import FLOOR_BYTES
from judge.running.orders import BUILT_BYTES
from judge.running.sandbox import polled_limits, wire
from judge.show.folding import MOST_SHOWN
from judge.show.html import matrix, sections, views
from judge.stress import examiner
from judge.work import journal, task_results

FIGURES = {
    "checkers.md": (
        f"It may use {brought._LIMITS.cpu_s:.0f} s of CPU",
        f"{brought._LIMITS.memory_bytes >> 30} GiB of memory",
        f"{brought._LIMITS.output_bytes >> 20} MiB for each stream and file",
    ),
    "html.md": (
        f"{views.TEXT_BYTES:,} bytes of each input",
        f"about {sections._PAGE_BYTES // 10**6} MB, of which the tests have at least"
        f" {sections._LEAST_BYTES // 10**6} MB",
        f"With more than {matrix._MOST_CELLS:,} cells",
    ),
    "known.md": (f"they take {journal.MOST_BYTES >> 20} MiB at most",),
    "run.md": (
        f"up to {MOST_SHOWN} rows",
        f"if it is {100 * task_results._FAR:.0f} % above the limit again",
    ),
    "sandbox.md": (
        f"one process and at most {polled_limits.MOST_TASKS} threads",
        f"counts every {1000 * polled_limits.COUNT_S:.0f} ms",
        f"adds up their sizes every {1000 * polled_limits.GLANCE_S:.0f} ms",
        f"a limit below {FLOOR_BYTES >> 20} MiB counts as {FLOOR_BYTES >> 20} MiB",
        f"there are at most {polled_limits.MOST_FILED:,}",
        f"at most {polled_limits.MOST_IN_CROWD} threads and processes together",
        f"ends after {wire.BUSY_FACTOR} times its wall limit",
        f"more than {polled_limits.MOST_MAPS_BYTES >> 20} MiB in `/proc/PID/maps`",
        f"A file of a compiler may hold {BUILT_BYTES >> 30} GiB",
    ),
    "stress.md": (f"An input of more than {examiner._MOST_BYTES >> 20} MiB",),
}


@pytest.mark.parametrize(("page", "figure"), [(page, each) for page in FIGURES for each in FIGURES[page]])
def test_the_page_has_the_figure_of_the_code(page: str, figure: str) -> None:
    assert figure in " ".join((REPOSITORY / "docs" / page).read_text().split())


def test_the_sentences_about_calls_have_the_figures_of_their_table() -> None:
    path = REPOSITORY / "docs" / "speeds.md"
    page, first = path.read_text(), next(block for block in blocks([path]) if not block.language)
    rows = [line.split() for line in first.lines]
    (sentence,) = re.findall(r"because a call does more in some programs: (.*?)\.\n\n", page, re.DOTALL)
    found = re.findall(r"`(\w+\.py)` (?:makes )?([\d,]+)(?: calls)? in (\d+)\s+ms", sentence)
    assert len(found) == 2
    for program, calls, median_ms in found:
        (row,) = [row for row in rows if program in row[:2] and calls in row]
        assert (row[5], round(float(row[4]))) == ("ms", int(median_ms))


def test_the_pages_count_the_programs_of_the_project() -> None:
    solutions = load(REPOSITORY).solutions
    page = " ".join((REPOSITORY / "docs" / "sudoku.md").read_text().split())
    assert f"An example project: {len(solutions)} programs" in page
    assert f"[{len(solutions)} programs that solve sudokus]" in README.read_text()
