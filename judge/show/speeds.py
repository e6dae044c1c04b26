"""Print speeds: the tables of a benchmark, and its changes since a baseline."""

from collections.abc import Callable, Iterator, Sequence

from rich.console import Console
from rich.table import Table

from judge.model.patterns import problem_of
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, listed
from judge.platform.units import choose_unit, format_estimate, format_number, format_range, format_time
from judge.show.charts import CACTUS_CASES, Dot, draw_cactus, draw_dots, label_standing
from judge.show.console import open_console
from judge.show.fitting import fits
from judge.show.tables import new_table
from judge.timing.standings import Comparison, group_cases, list_tables
from judge.timing.stats import LEAST_ROUNDS, Interval, Summary, average_faster_half
from judge.timing.timings import Bench, Change, Finding, Pair, Standing, find_disputed_cases, measure_noise

_PAIRS_SHOWN = 5
_COUNTS = ("calls", "lines", "instructions")
# The columns to leave out, tried in this order until the table fits.
_FORMS = (
    (),
    ("lines",),
    ("min", "spread", "lines"),
    ("min", "spread", "ratio alone", "lines"),
    ("min", "spread", "alone", "ratio alone", "lines"),
)
_LEGEND = (
    "place: after all that are surely faster, before all that are surely slower",
    "       (n/m: n of m cases in time, and times and ratios of these)",
    "ratio: of the means of the faster halves, ± as a factor. In 95 of 100",
    "       benchmarks, all ratios of a table are true within their ±. The same is",
    "       true of its ratios alone, and of the times in the picture",
    "alone: without the start-up, that of a program that does nothing",
)


def show_bench(bench: Bench, *, reference: str | None, why_no_instructions: str | None) -> None:
    """Print the fastest solution, the head, a table for each case and for all, the charts, and doubts."""
    console = open_console()
    if ratios := [*describe_ratios(bench, reference)]:
        console.print(*ratios, "", sep="\n", soft_wrap=True)
    console.print(describe_bench(bench))
    shown = list_tables(bench)
    standings = {cases: _show_table(console, bench, cases, reference) for cases in shown}
    for line in (*describe_interactors(bench), *_LEGEND):
        console.print(line, style="dim", soft_wrap=True)
    wholes = group_cases(bench)
    each = sum(map(len, wholes))
    if each > len(shown):
        console.print(f"left out: each of {counted(each, 'case')} by itself (see --json)", style="dim")
    if why_no_instructions:
        console.print(f"no instructions: {why_no_instructions}", style="dim")
    for cases in wholes:
        _show_pictures(console, bench, standings[cases], cases)
    pairs = [pair for cases in wholes for pair in Comparison(bench, cases).pairs()]
    for line in list_doubts(bench, pairs):
        console.print(line, style="magenta")


def _show_table(
    console: Console, bench: Bench, cases: tuple[str, ...], reference: str | None
) -> tuple[Standing, ...]:
    """Print the fullest form that fits the width, and what it leaves out."""
    heading = f"geometric mean of {counted(len(cases), 'case')}" if len(cases) > 1 else cases[0]
    if len(cases) > 1 and len(group_cases(bench)) > 1:
        heading += f": {listed(list(dict.fromkeys(map(problem_of, cases))))}"
    console.print(f"\n{heading}", style="bold")
    standings = Comparison(bench, cases).standings(reference)
    for left_out in _FORMS:
        table = tabulate_standings(standings, left_out=left_out)
        if fits(table, console):
            break
    console.print(table)
    if left_out:
        console.print(f"left out for want of width: {', '.join(left_out)}", style="dim")
    return standings


def describe_ratios(bench: Bench, reference: str | None) -> Iterator[str]:
    """Say how much faster than the others the reference is, by default the best, on all cases together."""
    for cases in (groups := group_cases(bench)):
        comparison = Comparison(bench, cases)
        first = reference if reference in comparison.solutions else comparison.reference()
        others = (standing.solution for standing in comparison.standings() if standing.solution != first)
        pairs = [*filter(None, (comparison.pair(other, str(first)) for other in others))]
        place = f"{', '.join(dict.fromkeys(map(problem_of, cases)))}: " if len(groups) > 1 else ""
        for pair in pairs[:_PAIRS_SHOWN]:
            yield f"{place}{_describe_pair(pair, bench.precision)}"
        if len(pairs) > _PAIRS_SHOWN:
            yield f"{place}and {len(pairs) - _PAIRS_SHOWN} more: see the ratios"


def _describe_pair(pair: Pair, precision: float) -> str:
    """Say which of two solutions is faster, and by how much if that is known."""
    if pair.finding is Finding.UNDECIDED:
        return f"it is not known which is faster, {pair.second} or {pair.first}"
    if pair.finding is Finding.TIE:
        return f"{pair.second} and {pair.first} are equally fast, within {format_number(100 * precision)}%"
    slower, ratio = (pair, pair.ratio) if pair.ratio.low > 1 else (pair.inverse, pair.ratio.inverse)
    words = f"times as fast as {slower.first}"
    return f"{slower.second} is {format_range(ratio.low, ratio.estimate, ratio.high, words)}"


def describe_bench(bench: Bench) -> str:
    """Describe how the benchmark was measured, and how noisy the machine was."""
    solutions = len({timing.solution for timing in bench.timings})
    cases = len({timing.case for timing in bench.timings})
    spread, grade = measure_noise(bench)
    cross = " x" if len(bench.timings) == solutions * cases else ","
    varies = "" if spread is None else f", a program that does nothing varies by {spread:.1%}"
    return (
        f"{counted(solutions, 'solution')}{cross} {counted(cases, 'case')}, {counted(bench.rounds, 'round')}"
        f" in {bench.wall_s:.1f} s, seed {bench.seed}; times are CPU\n"
        f"machine: {grade}{varies}\n"
        f"{bench.machine.processor}, Python {bench.machine.python}; {bench.machine.manner}"
    )


def describe_interactors(bench: Bench) -> Iterator[str]:
    """Yield the least and the most mean CPU time of each problem's interactor."""
    used_s: dict[str, list[float]] = {}
    for timing in bench.timings:
        if timing.interactor_cpu_s is not None:
            used_s.setdefault(problem_of(timing.case), []).append(timing.interactor_cpu_s)
    for problem, times_s in used_s.items():
        words = dict.fromkeys((format_time(min(times_s)), format_time(max(times_s))))
        yield f"{problem}: its interactor used {' to '.join(words)} more, which these times leave out"


def list_doubts(bench: Bench, pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield reasons to doubt the numbers."""
    if bench.interrupted:
        yield "interrupted: the whole rounds before it are shown"
    if uncompared := {timing.case for timing in bench.timings if timing.verdict is Verdict.NA}:
        yield f"warning: no answer is there to compare outputs with on {listed(sorted(uncompared))}"
    if disputed := find_disputed_cases(bench):
        yield f"warning: outputs differ on {listed(disputed)}, where no answer says which are right"
    if not bench.rounds and not bench.interrupted:
        yield "nothing was timed: no solution came to a right answer in time"
    elif bench.rounds < LEAST_ROUNDS:
        rounds = counted(bench.rounds, "round")
        yield f"warning: {rounds} cannot say how sure this is, {LEAST_ROUNDS} would do (--budget)"
    elif undecided := sum(pair.finding is Finding.UNDECIDED for pair in pairs):
        yield (
            f"warning: {undecided} of {counted(len(pairs), 'pair')} undecided at"
            f" {format_number(100 * bench.precision)}% on this {measure_noise(bench)[1]} machine;"
            " a larger --budget decides them"
        )


def choose_columns(standings: Sequence[Standing]) -> list[tuple[str, Callable[[Standing], str]]]:
    """Return the columns of a table; columns of counts only if something was counted."""
    unit = choose_unit(standing.summary.median_s for standing in standings if standing.summary)
    columns: tuple[tuple[str, Callable[[Standing], str]], ...] = (
        ("place", _format_place),
        ("solution", lambda s: s.solution),
        ("min", lambda s: format_time(s.summary.minimum_s, unit) if s.summary else ""),
        ("median", lambda s: _format_median(s, unit)),
        ("spread", lambda s: _format_spread(s.summary)),
        ("ratio", lambda s: _format_ratio(s.ratio)),
        ("alone", lambda s: format_time(s.alone_s.estimate, unit) if s.alone_s else ""),
        ("ratio alone", lambda s: _format_ratio(s.alone_ratio)),
        ("calls", lambda s: _format_count(s.calls)),
        ("lines", lambda s: _format_count(s.lines)),
        ("instructions", lambda s: _format_count(s.instructions)),
    )
    return [(name, words) for name, words in columns if name not in _COUNTS or any(map(words, standings))]


def tabulate_standings(standings: Sequence[Standing], *, left_out: Sequence[str]) -> Table:
    """Return a table with a row for each solution."""
    shown = [(name, words) for name, words in choose_columns(standings) if name not in left_out]
    table = new_table("place", "solution")
    for name, _ in shown[2:]:
        table.add_column(name, justify="right", no_wrap=True)
    for standing in standings:
        table.add_row(*(words(standing) for _, words in shown))
    return table


def _format_count(count: int | None) -> str:
    return "" if count is None else f"{count:,}"


def _format_spread(summary: Summary | None) -> str:
    return f"{summary.spread:.1%}" if summary and summary.spread is not None else ""


def _format_place(standing: Standing) -> str:
    if standing.place is None:
        return "" if standing.cases == 1 else f"{standing.solved}/{standing.cases}"
    first, last = standing.place
    return str(first) if first == last else f"{first}-{last}"


def _format_median(standing: Standing, unit: str) -> str:
    """Format the median; the limit of a run that was stopped; or the verdict, without any time."""
    if standing.summary:
        return format_time(standing.summary.median_s, unit)
    if standing.verdict is Verdict.TLE and standing.limit_s:
        return f"> {format_time(standing.limit_s, unit)}"
    return standing.verdict.name


def _format_ratio(ratio: Interval | None) -> str:
    return format_estimate(ratio.low, ratio.estimate, ratio.high) if ratio else ""


def _show_pictures(
    console: Console, bench: Bench, standings: Sequence[Standing], cases: Sequence[str]
) -> None:
    width = min(console.width, 120)
    rows = [_place_dot(standing) for standing in standings if standing.time_s]
    if rows:
        console.print()
        console.print(draw_dots(rows, width=width))
    if len(cases) >= CACTUS_CASES and rows:
        console.print(f"cases of {len(cases)} solved within a time", style="bold")
        console.print(draw_cactus(collect_case_times(bench, standings), cases=len(cases), width=width))


def collect_case_times(bench: Bench, standings: Sequence[Standing]) -> dict[str, tuple[float, ...]]:
    """Return the times of the cases that each solution solved, the best solutions first."""
    times: dict[str, list[float]] = {s.solution: [] for s in standings if s.solved}
    for timing in bench.timings:
        if timing.times_s:
            times[timing.solution].append(average_faster_half(timing.times_s))
    return {name: tuple(sorted(found)) for name, found in times.items()}


def _place_dot(standing: Standing) -> Dot:
    time = standing.time_s
    assert time is not None
    known = time.low > 0
    low, high = (time.low, time.high) if known else (time.estimate, time.estimate)
    return Dot(label=label_standing(standing), low=low, value=time.estimate, high=high)


def show_changes(changes: Sequence[Change], *, name: str, same_machine: bool) -> None:
    """Print what changed since a baseline, changes for the worse first."""
    console = open_console()
    console.print()
    if not same_machine:
        console.print(
            "another machine or manner: only verdicts, counts and ratios are compared", style="magenta"
        )
    if not changes:
        console.print(f"against {name}: no change outside the noise")
        return
    table = new_table(f"against {name}", "case", "what", "then", "now", "ratio")
    for change in sorted(changes, key=lambda change: not change.worse):
        style = "red" if change.worse else "green"
        place = change.case or "all cases"
        mark = "!" if change.worse else ""
        words = (place, change.what, change.then, change.now + mark, _format_ratio(change.ratio))
        table.add_row(change.solution, *words, style=style)
    console.print(table)
    worse = sum(change.worse for change in changes)
    console.print(f"{counted(len(changes), 'change')}, {worse} for the worse" + (" (!)" if worse else ""))
