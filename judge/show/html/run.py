"""The page of a run: what needs reading, the matrix, the tests that its cells open, the times."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from judge.errors import counted
from judge.results import Result, nothing_judged
from judge.show.failures import describe_faulty, describe_unmet, name_failure
from judge.show.html.matrix import JudgedCell, Matrix, build_matrices, group_cells
from judge.show.html.page import render_page
from judge.show.html.plots import Cactus, Strips, collect_solved_times, plot_cactus, plot_run
from judge.show.html.sections import Article, Sections, open_sections
from judge.show.html.told import TEXT_BYTES, view_result
from judge.show.outcome import EARLIER_NOTE, Outcome, describe_dates
from judge.show.screen import summarise
from judge.show.tables import SLOWEST_NOTE, join_verdicts
from judge.verdicts import Verdict

_FAILURES_SHOWN = 200
_CASES_LINKED = 8
# Of a name, what a browser does not break.
_PART = re.compile(r"[^/_-]*[/_-]?")


class Failure(Struct, frozen=True, kw_only=True):
    """What is not as expected of one solution in one way: the first of it, and where else it is so."""

    solution: str
    name: str
    expected: str
    message: str
    links: tuple[tuple[str, str], ...]
    more: int


class RunView(Struct, frozen=True, kw_only=True):
    """All that the template shows. `fates` counts the verdicts of all solutions on all cases."""

    head: tuple[str, ...]
    wrong: bool
    notes: tuple[str, ...]
    footnotes: tuple[str, ...]
    fates: tuple[tuple[Verdict, int], ...]
    unexpected: int
    failures: tuple[Failure, ...]
    failures_left: int
    matrices: tuple[Matrix, ...]
    articles: tuple[Article, ...]
    times: Strips | None
    cactuses: tuple[Cactus, ...]


def render_run(outcome: Outcome) -> bytes:
    """The page, in UTF-8. Raises UsageError where jinja2 is not installed."""
    cells = group_cells(outcome.results)
    found = open_sections(cells, outcome)
    fates = Counter(cell.verdict for cell in cells)
    failures = list(_failures(cells))
    tables = tuple(build_matrices(cells, outcome, found.anchors))
    pictures = (plot_cactus(times, cases=cases) for cases, times in collect_solved_times(outcome))
    view = RunView(
        head=tuple(_head(outcome)),
        wrong=bool(failures or outcome.owing or outcome.faults) or nothing_judged(outcome.results),
        footnotes=tuple(_footnotes(found)),
        notes=tuple(_notes(outcome, tables, brief=found.brief, missing=found.missing)),
        fates=tuple((verdict, fates[verdict]) for verdict in Verdict if fates[verdict]),
        unexpected=sum(cell.as_expected is False for cell in cells),
        failures=tuple(failures[:_FAILURES_SHOWN]),
        failures_left=max(0, len(failures) - _FAILURES_SHOWN),
        matrices=tables,
        articles=found.articles,
        times=plot_run(outcome),
        cactuses=tuple(filter(None, pictures)),
    )
    return render_page(view, widths=_widths(tables))


def _head(outcome: Outcome) -> Iterator[str]:
    """How it went; how long it took only where that is known."""
    lines = summarise(outcome).split("\n")
    yield from (line for number, line in enumerate(lines) if number != 1 or outcome.wall_s is not None)


def _failures(cells: Sequence[JudgedCell]) -> Iterator[Failure]:
    """Those of a solution that are alike together, in the order of the results."""
    ways: dict[tuple[str, str], list[JudgedCell]] = {}
    for cell in cells:
        if cell.as_expected is False:
            ways.setdefault((cell.solution, name_failure(_to_blame(cell))), []).append(cell)
    for (solution, name), alike in ways.items():
        first = _to_blame(alike[0])
        yield Failure(
            solution=solution,
            name=name,
            expected=join_verdicts(first.expected),
            message=view_result(first, None, brief=True).message,
            links=tuple((cell.anchor, cell.case) for cell in alike[:_CASES_LINKED]),
            more=max(0, len(alike) - _CASES_LINKED),
        )


def _to_blame(cell: JudgedCell) -> Result:
    return next((result for result in cell.tests if result.as_expected is False), cell.tests[0])


def _notes(outcome: Outcome, tables: Sequence[Matrix], *, brief: int, missing: int) -> Iterator[str]:
    """What is not as it should be but for verdicts, and what was left out."""
    for unmet in outcome.owing:
        yield describe_unmet(unmet).plain
    for problem in outcome.faulty:
        yield describe_faulty(problem).plain
    if outcome.missing:
        yield f"interrupted: {counted(outcome.missing, 'test')} not known"
    if describe_dates(outcome.results):
        yield EARLIER_NOTE
    if any(table.folded for table in tables):
        yield "each cell counts the cases of a problem: there are too many to show each by itself"
    if any(result.runs > 1 for result in outcome.results):
        yield "* near its limit: run again alone, and decided by the least time"
    if brief or missing:
        yield (
            f"to keep the page small {counted(brief, 'cell')} open without input, output and stderr, and"
            f" {missing:,} do not open; `judge show SOLUTION CASE` has all"
        )


def _footnotes(found: Sections) -> Iterator[str]:
    yield SLOWEST_NOTE
    yield f"of each input, answer and output at most {TEXT_BYTES:,} bytes are kept"
    if not any(article.asked for article in found.articles):
        yield "inputs and answers are not here; `judge show SOLUTION CASE` has them"


def _widths(tables: Sequence[Matrix]) -> dict[str, int]:
    """The characters of the columns, with their margins: of names, of conclusions, of cells."""
    lines = [line for table in tables for line in table.lines]
    cells = [cell for line in lines for cell in line.cells if cell]
    heads = [part for table in tables for head in table.heads for part in _PART.findall(head)]
    cell = max((len(cell.verdict) + len(cell.time) + 1 for cell in cells), default=0)
    return {
        "name": min(44, max((len(line.name) for line in lines), default=0)) + 3,
        "words": min(30, max((len(line.conclusion) for line in lines), default=0)) + 3,
        "cell": max(cell, min(14, max(map(len, heads), default=0))) + 3,
    }
