"""Rows of the table of verdicts: a solution and its results, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from rich.text import Text

from judge.model.cells import Cell, find_drafts
from judge.model.groups import group_by
from judge.model.patterns import problem_of
from judge.model.results import EMPTY_TEST, Result, measured_now
from judge.model.verdicts import Allowed, Verdict
from judge.platform.errors import counted, printable
from judge.platform.units import format_time
from judge.scoring.scores import score_of
from judge.show.folding import RowState
from judge.show.outcome import mark_change

_ROW_STYLES = {RowState.AS_EXPECTED: "green", RowState.SKIPPED: "dim", RowState.UNEXPECTED: "bold red"}

# The cells by solution and case.
Matrix = Mapping[str, Mapping[str, Cell]]


def group_by_solution(cells: Iterable[Cell]) -> Matrix:
    """Group cells by solution and case, in their order."""
    rows: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.solution, {})[cell.case] = cell
    return rows


def split_tables(cells: Iterable[Cell], together: Sequence[Sequence[str]]) -> dict[int, Matrix]:
    """Split cells into a table for each group of problems, by its number. Other problems are in the first."""
    number_of = number_problems(together)
    tables = group_by(cells, lambda cell: number_of.get(cell.problem, 0))
    return {number: group_by_solution(own) for number, own in sorted(tables.items())}


def number_problems(together: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the number of each problem's group."""
    return {problem: number for number, group in enumerate(together) for problem in group}


def classify_row(row: Mapping[str, Cell], *, owes: bool) -> RowState:
    """owes: some stated expectation was met by no test."""
    outcomes = {cell.as_expected for cell in row.values()}
    if False in outcomes:
        return RowState.UNEXPECTED
    if None in outcomes:
        return RowState.SKIPPED
    return RowState.UNEXPECTED if owes else RowState.AS_EXPECTED


def describe_row(row: Mapping[str, Cell], *, owes: bool, stated: bool, changes: bool = True) -> Text:
    """Describe a row in words: what is unexpected or, if no expectations are `stated`, how much passed.

    With `changes` the differences to the last run follow.
    """
    outcomes = Counter(cell.as_expected for cell in row.values())
    drafts = find_drafts(row.values())
    written = [cell for cell in row.values() if (cell.solution, cell.problem) not in drafts]
    results = [result for cell in row.values() for result in cell.tests]
    unanswered = sum(result.verdict is Verdict.NA for result in results)
    empty = len(results) - sum(len(cell.tests) for cell in written)
    state = classify_row(row, owes=owes)
    if stated and outcomes[False]:
        words = [f"{outcomes[False]:,} of {len(row):,} unexpected"]
    elif stated:
        words = [] if outcomes[None] else ["not as stated" if owes else "as expected"]
    else:
        passed = sum(cell.verdict is Verdict.AC for cell in written)
        words = [f"{passed:,}/{len(row):,} passed"] if passed or not (unanswered or empty) else []
    if (skipped := outcomes[None]) and not outcomes[False]:
        words.append(f"{skipped:,} of {len(row):,} skipped" if stated else f"{skipped:,} skipped")
    words += _scores(row)
    if state is RowState.AS_EXPECTED:
        accepted = (result.message for result in results if result.verdict is Verdict.AC)
        words += islice((message for message in accepted if message not in ("", EMPTY_TEST)), 1)
    if unanswered and not outcomes[False]:
        words.append(f"{unanswered:,} without an answer")
    if empty:
        words.append(f"{counted(empty, 'test')} still empty")
    text = " ".join(filter(None, [", ".join(words), mark_change(results) if changes else ""]))
    return Text(text, style="magenta" if empty and not outcomes[False] else _ROW_STYLES[state])


def _scores(row: Mapping[str, Cell]) -> Iterator[str]:
    """Yield the points of each problem that counts points, with its name if there are several."""
    problems = [(name, list(group)) for name, group in groupby(row, key=problem_of)]
    for name, cases in problems:
        if score := score_of([row[case] for case in cases]):
            yield f"{printable(name)}: {score}" if len(problems) > 1 else str(score)


def format_slowest(results: Sequence[Result]) -> str:
    """Return the largest CPU time; `>` marks a run that was stopped at its limit.

    Results of earlier runs count only if there are no others.
    """
    now = measured_now(results) or results
    timed = [(result.cpu_s, result.verdict is Verdict.TLE) for result in now if result.cpu_s is not None]
    if not timed:
        return ""
    cpu_s, stopped = max(timed)
    return f"{'>' if stopped else ''}{format_time(cpu_s)}"


def format_slowest_in_time(results: Iterable[Result]) -> str:
    """Return the largest CPU time of the runs within their limit, without earlier runs."""
    return format_slowest([result for result in measured_now(results) if result.verdict is not Verdict.TLE])


def join_verdicts(verdicts: Sequence[Allowed]) -> str:
    """Return `AC or WA`."""
    return " or ".join(verdict.name for verdict in verdicts)
