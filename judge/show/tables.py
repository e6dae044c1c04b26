"""Verdicts in tables: solutions down, cases across; and what there is."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from judge.errors import listed, printable
from judge.model import Allowed, Verdict, problem_of, worst
from judge.owing import Unmet
from judge.results import Result, by_case, case_as_expected
from judge.scores import score_of

_SLOWEST = "slowest"
# characters of a column: a verdict
_NARROWEST = 2
_FOLDED = ("source", "expected", "title", "problems", "told by", "decided by")
# What is longer than so many characters is folded, or a single name would leave no room for anything else.
_NAMES = ("solution", "case")
_LONGEST_NAME = 40
STYLES = {Verdict.AC: "green", Verdict.NA: "cyan", Verdict.SK: "dim", Verdict.JE: "bold magenta"}

# The results of one solution on one case, in the order of the tests.
Cell = Sequence[Result]
Matrix = Mapping[str, Mapping[str, Cell]]


def matrix_of(results: Iterable[Result]) -> Matrix:
    """The results by solution and case, in whose order they come."""
    rows: dict[str, dict[str, Cell]] = {}
    for cell in by_case(results):
        rows.setdefault(cell[0].solution, {})[cell[0].case] = cell
    return rows


def verdict_tables(
    results: Iterable[Result],
    console: Console,
    *,
    together: Sequence[Collection[str]] = (),
    owing: Collection[Unmet] = (),
) -> Iterator[RenderableType]:
    """A table for each group of problems that stand `together`, headed by their names if there are several.

    `owing` are the solutions that no test has shown as their folders say.
    """
    group_of = {problem: number for number, group in enumerate(together) for problem in group}
    groups: dict[int, list[Result]] = {}
    for result in results:
        groups.setdefault(group_of.get(problem_of(result.case), 0), []).append(result)
    for number, own in sorted(groups.items()) or [(0, [])]:
        named = {unmet.solution for unmet in owing if group_of.get(unmet.problem, 0) == number}
        table = verdict_table(matrix_of(own), console, owing=named)
        names = Text(printable(listed(together[number])), style="bold") if len(together) > 1 else None
        yield Group(names, table) if names else table


def verdict_table(rows: Matrix, console: Console, *, owing: Collection[str] = ()) -> RenderableType:
    """Solutions down, cases across, in the fullest form that the width holds.

    First a verdict and its CPU seconds for every case; then verdicts alone under numbers; then a column for
    each problem; then one for all. What a form leaves out is said below it.
    """
    for table in _forms(rows, owing, console.width // _NARROWEST):
        if fits(table, console):
            return table
    return _noted(_table(rows, owing, [], [], times=True), "the verdicts")


def _forms(rows: Matrix, owing: Collection[str], most: int) -> Iterator[Table]:
    """The forms of the table, without those of more than `most` columns: to lay them out takes long."""
    cases = list(dict.fromkeys(case for row in rows.values() for case in row))
    problems = [list(group) for _, group in groupby(cases, key=problem_of)]
    if len(cases) <= most:
        single = [[case] for case in cases]
        labels = [printable(case).replace("/", "\n") for case in cases]
        yield _table(rows, owing, single, labels, times=True)
        yield _numbered(rows, owing, single, list(map(printable, cases)), "the time of each case")
    if len(problems) <= most:
        names = [printable(problem_of(group[0])) for group in problems]
        yield _numbered(rows, owing, problems, names, "each case by itself")
    whole = _table(rows, owing, [cases], ["all cases"], times=False)
    yield _noted(whole, "each problem by itself")


def fits(table: Table, console: Console) -> bool:
    """Whether the width holds a table with nothing cut."""
    yet_wider = console.options.update(width=1 << 15)
    return Measurement.get(console, yet_wider, table).maximum <= console.width


def _numbered(
    rows: Matrix,
    owing: Collection[str],
    groups: Sequence[Sequence[str]],
    names: Sequence[str],
    left_out: str,
) -> Table:
    numbers = [str(number) for number in range(1, len(groups) + 1)]
    table = _table(rows, owing, groups, numbers, times=False)
    legend = (f"{number}={name}" for number, name in zip(numbers, names, strict=True))
    return _noted(table, left_out, "  ".join(legend))


def _noted(table: Table, left_out: str, legend: str = "") -> Table:
    """A table that says below it what it does not hold."""
    lines = [legend] if legend else []
    if any(column.header == _SLOWEST for column in table.columns):
        lines.append("slowest: CPU seconds of the slowest run that kept its limit")
    table.caption = "\n".join([*lines, f"left out for want of width: {left_out}"])
    return table


def _table(
    rows: Matrix,
    owing: Collection[str],
    groups: Sequence[Sequence[str]],
    labels: Sequence[str],
    *,
    times: bool,
) -> Table:
    table = plain_table("solution", *labels, padding=int(times))
    if not times:
        table.add_column(_SLOWEST, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for solution, row in rows.items():
        cells = [_summary([row[case] for case in group if case in row], times=times) for group in groups]
        in_time = [result for cell in row.values() for result in cell if result.verdict is not Verdict.TLE]
        slowest = [] if times else [_slowest(in_time)]
        table.add_row(Text(printable(solution)), *cells, *slowest, _conclusion(row, owes=solution in owing))
    return table


def plain_table(*headings: str, padding: int = 1) -> Table:
    """A table with a rule under its headings and nothing else."""
    table = Table(
        box=box.SIMPLE_HEAD,
        padding=(0, padding, 0, 0),
        pad_edge=False,
        show_edge=False,
        header_style="bold",
        caption_style="dim",
        caption_justify="left",
    )
    for heading in headings:
        is_name = heading in _NAMES
        table.add_column(
            heading,
            no_wrap=not is_name and heading not in _FOLDED,
            overflow="fold",
            max_width=_LONGEST_NAME if is_name else None,
        )
    return table


def either(verdicts: Sequence[Allowed]) -> str:
    """What is expected, in words."""
    return " or ".join(verdict.name for verdict in verdicts)


def _summary(cells: Sequence[Cell], *, times: bool) -> Text:
    """One case as its verdict, several as a count of each verdict. `!` marks what is not as expected."""
    if not cells:
        return Text("")
    verdicts = Counter(worst(result.verdict for result in cell) for cell in cells)
    unexpected = any(case_as_expected(cell) is False for cell in cells)
    parts = []
    for verdict in sorted(verdicts, key=list(Verdict).index):
        count = f"{verdicts[verdict]} " if len(cells) > 1 else ""
        parts.append(Text(f"{count}{verdict.name}", style=STYLES.get(verdict, "yellow")))
    text = Text(" ").join(parts)
    if unexpected:
        text = Text.assemble((text.plain + "!", "bold red"))
    if times and (slowest := _slowest([result for cell in cells for result in cell])):
        text.append(f" {slowest}", style="dim")
    if any(result.runs > 1 for cell in cells for result in cell):
        text.append("*")
    return text


def _slowest(results: Sequence[Result]) -> str:
    """The largest CPU time in seconds; with `>` where that run was stopped at its limit."""
    timed = [(result.cpu_s, result.verdict is Verdict.TLE) for result in results if result.cpu_s is not None]
    if not timed:
        return ""
    cpu_s, stopped = max(timed)
    return f"{'>' if stopped else ''}{cpu_s:.{4 if cpu_s < 0.01 else 3 if cpu_s < 1 else 2}f}"


def _conclusion(row: Mapping[str, Cell], *, owes: bool) -> Text:
    outcomes = Counter(case_as_expected(cell) for cell in row.values())
    scores = list(_scores(row))
    if outcomes[False]:
        return Text(", ".join([f"{outcomes[False]} of {len(row)} not", *scores]), style="bold red")
    if outcomes[None]:
        return Text(", ".join([f"{outcomes[None]} of {len(row)} skipped", *scores]), style="yellow")
    if owes:
        return Text(", ".join(["not as its folder says", *scores]), style="bold red")
    results = [result for cell in row.values() for result in cell]
    loose = (result.message for result in results if result.verdict is Verdict.AC)
    words = ["as expected", *scores, *islice(filter(None, loose), 1)]
    if unanswered := sum(result.verdict is Verdict.NA for result in results):
        words.append(f"{unanswered} without an answer")
    return Text(", ".join(words), style="green")


def _scores(row: Mapping[str, Cell]) -> Iterator[str]:
    """The points of each problem that counts some; with its name where there are several."""
    problems = [(name, list(group)) for name, group in groupby(row, key=problem_of)]
    for name, cases in problems:
        if score := score_of(result for case in cases for result in row[case]):
            yield f"{printable(name)}: {score}" if len(problems) > 1 else str(score)
