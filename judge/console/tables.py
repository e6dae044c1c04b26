"""What the screen says: the verdict table, the failures with their bytes, the progress."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import IO

from rich import box
from rich.align import VerticalAlignMethod
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from judge.compare import mebibytes, visible
from judge.errors import printable
from judge.model import Case, Place, Result, Solution, Verdict, by_case, case_as_expected, worst

_FAILURES_SHOWN = 10
_STDERR_LINES_SHOWN = 6
_EXCERPT = 20
_SLOWEST = "slowest"
_FOLDED = ("source", "expected", "problem")
_STYLES = {Verdict.AC: "green", Verdict.SK: "dim", Verdict.JE: "bold magenta"}

# The results of one solution on one case, in the order of the tests.
Cell = Sequence[Result]
Rows = Mapping[str, Mapping[str, Cell]]


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Not the library's exit: what was asked for is finished, though nobody reads it any more."""
        raise BrokenPipeError


def open_console(stream: IO[str] | None = None) -> Console:
    """A console on standard output that never takes the judge's words for markup or for numbers to colour."""
    return _Console(file=stream or sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=False)


def show_run(
    results: Sequence[Result],
    *,
    missing: int,
    resumed: int,
    manner: str,
    wall_s: float,
    notices: Sequence[str],
) -> None:
    """The table, what is not as expected, what is not known, and the summary."""
    console = open_console()
    console.print(verdict_table(rows_of(results), console))
    console.print()
    for text in failures(results):
        console.print(text)
    if missing:
        console.print(f"interrupted: {missing} tests are not known; `judge run --resume` goes on")
    if resumed:
        console.print(f"{resumed} results are from the run before, with the times that it measured")
    console.print(summary(results, manner=manner, wall_s=wall_s))
    for notice in notices:
        console.print(notice, style="dim")


def show_catalogue(solutions: Sequence[Solution], cases: Sequence[Case]) -> None:
    """Every solution with what is expected of it, every case with its limits."""
    console = open_console()
    table = _plain_table("solution", "format", "source", "expected")
    for solution in solutions:
        expected = ", ".join(f"{e.pattern} {_either(e.verdicts)}" for e in solution.expectations)
        table.add_row(*map(printable, (solution.name, solution.format, solution.source, expected or "AC")))
    console.print(table)
    console.print()
    table = _plain_table("case", "format", "CPU", "memory", "problem")
    for case in cases:
        limits = (f"{case.limits.cpu_s:g} s", mebibytes(case.limits.memory_bytes))
        table.add_row(*map(printable, (case.id, case.format, *limits, case.problem)))
    console.print(table)


def rows_of(results: Iterable[Result]) -> Rows:
    """Results by solution and case; they come in this order."""
    rows: dict[str, dict[str, Cell]] = {}
    for cell in by_case(results):
        rows.setdefault(cell[0].solution, {})[cell[0].case] = cell
    return rows


def verdict_table(rows: Rows, console: Console) -> RenderableType:
    """Solutions down, cases across, in the fullest form that the width holds.

    First a verdict and its CPU seconds for every case; then verdicts alone under numbers; then a column for
    each problem; then one for all. What a form leaves out is said below it.
    """
    cases = list(dict.fromkeys(case for row in rows.values() for case in row))
    problems = [list(group) for _, group in groupby(cases, key=_problem)]
    names = [printable(_problem(group[0])) for group in problems]
    single = [[case] for case in cases]
    yet_wider = console.options.update(width=1 << 15)
    for table in (
        _table(rows, single, [printable(case).replace("/", "\n") for case in cases], times=True),
        _numbered(rows, single, list(map(printable, cases)), "the time of each case"),
        _numbered(rows, problems, names, "each case by itself"),
        _noted(_table(rows, [cases], ["all cases"], times=False), "each problem by itself"),
    ):
        if Measurement.get(console, yet_wider, table).maximum <= console.width:
            return table
    return _noted(_table(rows, [], [], times=True), "the verdicts")


def _numbered(rows: Rows, groups: Sequence[Sequence[str]], names: Sequence[str], left_out: str) -> Table:
    numbers = [str(number) for number in range(1, len(groups) + 1)]
    table = _table(rows, groups, numbers, times=False)
    legend = (f"{number}={name}" for number, name in zip(numbers, names, strict=True))
    return _noted(table, left_out, "  ".join(legend))


def _noted(table: Table, left_out: str, legend: str = "") -> Table:
    """A table that says below it what it does not hold."""
    lines = [legend] if legend else []
    if any(column.header == _SLOWEST for column in table.columns):
        lines.append("slowest: CPU seconds of the slowest run that kept its limit")
    table.caption = "\n".join([*lines, f"left out for want of width: {left_out}"])
    return table


def _table(rows: Rows, groups: Sequence[Sequence[str]], labels: Sequence[str], *, times: bool) -> Table:
    table = _plain_table("solution", *labels, padding=int(times))
    if not times:
        table.add_column(_SLOWEST, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for solution, row in rows.items():
        cells = [_summary([row[case] for case in group if case in row], times=times) for group in groups]
        in_time = [result for cell in row.values() for result in cell if result.verdict is not Verdict.TLE]
        slowest = [] if times else [_slowest(in_time)]
        table.add_row(Text(printable(solution)), *cells, *slowest, _conclusion(row))
    return table


def _plain_table(*headings: str, padding: int = 1) -> Table:
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
        # Headings of two lines stand on the rule; names stand on the first line of what is folded.
        vertical: VerticalAlignMethod = "bottom" if "\n" in "".join(headings) else "top"
        table.add_column(heading, no_wrap=heading not in _FOLDED, overflow="fold", vertical=vertical)
    return table


def _either(verdicts: Sequence[Verdict]) -> str:
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
        parts.append(Text(f"{count}{verdict.name}", style=_STYLES.get(verdict, "yellow")))
    text = Text(" ").join(parts)
    if unexpected:
        text = Text.assemble((text.plain + "!", "bold red"))
    if times and (slowest := _slowest([result for cell in cells for result in cell])):
        text.append(f" {slowest}", style="dim")
    return text


def _slowest(results: Sequence[Result]) -> str:
    """The largest CPU time in seconds; with `>` where that run was stopped at its limit."""
    timed = [(result.cpu_s, result.verdict is Verdict.TLE) for result in results if result.cpu_s is not None]
    if not timed:
        return ""
    cpu_s, stopped = max(timed)
    return f"{'>' if stopped else ''}{cpu_s:.{3 if cpu_s < 1 else 2}f}"


def _conclusion(row: Mapping[str, Cell]) -> Text:
    outcomes = Counter(case_as_expected(cell) for cell in row.values())
    if outcomes[False]:
        return Text(f"{outcomes[False]} of {len(row)} not", style="bold red")
    if outcomes[None]:
        return Text(f"{outcomes[None]} of {len(row)} skipped", style="yellow")
    return Text("as expected", style="green")


def _problem(case: str) -> str:
    return case.partition("/")[0]


def failures(results: Sequence[Result]) -> Iterator[Text]:
    """What is not as expected: of each case the first test to blame, and how many more there are."""
    paragraphs: dict[str, Text] = {}
    more: Counter[str] = Counter()
    for cell in by_case(results):
        if case_as_expected(cell) is not False:
            continue
        blamed = [result for result in cell if result.as_expected is False] or cell[:1]
        text = failure(blamed[0])
        # A source that does not compile fails every case in the same words: they are said once.
        key = text.plain.partition("\n")[2] if blamed[0].cpu_s is None else text.plain
        key = f"{blamed[0].solution}: {key}"
        more[key] += len(blamed) - (key not in paragraphs)
        paragraphs.setdefault(key, text)
    for key, text in list(paragraphs.items())[:_FAILURES_SHOWN]:
        if more[key]:
            text.append(f"  and {more[key]} more of its tests in the same way\n")
        yield text
    if len(paragraphs) > _FAILURES_SHOWN:
        yield Text(f"and {len(paragraphs) - _FAILURES_SHOWN} more cases that are not as expected\n")


def failure(result: Result) -> Text:
    """One test: what came, what was expected, why, and the line where output and answer part."""
    text = Text()
    test = f" test {result.test}" if result.tests > 1 else ""
    text.append(printable(f"{result.solution} on {result.case}{test}: "), style="bold")
    text.append(result.verdict.name, style="bold red")
    text.append(f", expected {_either(result.expected)}")
    text.append(f": {printable(result.message)}\n" if result.message else "\n")
    if result.place is not None:
        text.append_text(_sides(result.place))
    if result.stderr:
        lines = visible(result.stderr, keep_lines=True).rstrip().split("\n")
        for line in lines[-_STDERR_LINES_SHOWN:]:
            text.append(f"  stderr  {line}\n")
    return text


def _sides(place: Place) -> Text:
    """The two lines, cut to what every screen holds, with a mark under the byte where they part."""
    text = Text()
    before = place.column - 1 - place.cut
    head = visible(place.answer_line[:before])
    if place.cut or len(head) > _EXCERPT:
        head = "…" + head[-_EXCERPT:]
    for name, line in (("answer", place.answer_line), ("output", place.output_line)):
        tail = visible(line[before + 1 :])
        text.append(f"  {name}  {head}")
        text.append(visible(line[before : before + 1]) or "(end)", style="reverse")
        text.append((tail if len(tail) <= _EXCERPT else tail[:_EXCERPT] + "…") + "\n")
    text.append(" " * len(f"  answer  {head}") + "^\n")
    return text


def summary(results: Sequence[Result], *, manner: str, wall_s: float) -> Text:
    """How much was judged, how it went, how it was run and how long it took."""
    outcomes = Counter(case_as_expected(cell) for cell in by_case(results))
    words = [f"{outcomes[True]} as expected"]
    if outcomes[False]:
        words.append(f"{outcomes[False]} not")
    if outcomes[None]:
        words.append(f"{outcomes[None]} skipped")
    solutions = len({result.solution for result in results})
    cases = len({result.case for result in results})
    return Text(
        f"{solutions} solutions x {cases} cases: {', '.join(words)}\n"
        f"{len(results)} tests in {wall_s:.1f} s; {manner}; times are CPU seconds"
    )


@contextmanager
def progress(totals: Mapping[str, int]) -> Iterator[Callable[[Result], None]]:
    """A bar on a terminal; elsewhere a line for each solution that is through. On standard error.

    totals: the number of tests of each solution. Yields what is to be called with each result.
    """
    console = Console(stderr=True, highlight=False, markup=False)
    if not console.is_terminal or console.is_dumb_terminal:
        yield _lines(totals, console)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("judging", total=sum(totals.values()))
        yield lambda result: bar.update(task, advance=1, description=printable(result.solution))


def _lines(totals: Mapping[str, int], console: Console) -> Callable[[Result], None]:
    seen: dict[str, Counter[Verdict]] = {solution: Counter() for solution in totals}

    def report(result: Result) -> None:
        verdicts = seen[result.solution]
        verdicts[result.verdict] += 1
        if verdicts.total() == totals[result.solution]:
            counts = ", ".join(
                f"{verdicts[verdict]} {verdict.name}" for verdict in Verdict if verdicts[verdict]
            )
            console.print(f"{printable(result.solution)}: {counts}", soft_wrap=True)

    return report
