"""The progress of long work on standard error: verdicts and a bar on a terminal, elsewhere a few lines."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Protocol

from rich.console import Console, Group, RenderableType
from rich.text import Text

from judge.model.cases import Pair, PlannedTests
from judge.model.results import Result
from judge.platform.errors import counted, printable
from judge.platform.units import format_clock
from judge.show.console import SafeConsole
from judge.show.fitting import cut_middle
from judge.show.forecast import Remaining
from judge.show.live import LiveRows

if TYPE_CHECKING:
    from judge.timing.measure import BenchProgress

_BAR_WIDTH, _SHORTEST_BAR = 20, 5
_LONGEST_NAME = 30
_REFRESHES_PER_S = 4
# The least time between two lines, in seconds and as a part of a long run.
_LINE_S, _PART = 1.0, 0.05
# Shorter runs print no line.
_SILENT_S = 10.0


class Progress:
    """Count the tests of the `plans` that are done and unexpected, and predict the time of the rest."""

    def __init__(
        self, plans: Mapping[Pair, PlannedTests], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock, self._began = clock, clock()
        self._judging_since, self._is_judging = self._began, False
        self._remaining = Remaining(plans)
        self._tests, self._total = 0, sum(plan.tests for plan in plans.values())
        self._built, self._programs = 0, 0
        self._unexpected: dict[str, int] = {}
        self._who = ""
        totals: dict[str, int] = {}
        for (solution, _), plan in plans.items():
            totals[solution] = totals.get(solution, 0) + plan.tests
        self.rows = LiveRows(totals)

    @property
    def elapsed_s(self) -> float:
        return self._clock() - self._began

    @property
    def share(self) -> tuple[int, int]:
        """The number of things done and the total: programs until a test is done, then tests."""
        if self._built < self._programs and not self._tests:
            return self._built, self._programs
        return self._tests, self._total

    @property
    def words(self) -> str:
        """`110/414  0:14, about 0:31 left  2 unexpected (walk.py)`."""
        done, total = self.share
        of_all, elapsed = f"{done:,}/{total:,}", format_clock(self.elapsed_s)
        if self._built < self._programs:
            building = f"building {self._built:,}/{self._programs:,}"
            words = [of_all, elapsed, building] if self._tests else [building, elapsed]
            return "  ".join([*words, *([self._who] if self._who else [])])
        left_s = self._remaining.left_s
        left = "" if left_s is None else f", about {format_clock(left_s)} left"
        return "  ".join([of_all, elapsed + left, *([self._who] if self._who else [])])

    def count_built(self, built: int, programs: int) -> None:
        self._built, self._programs = built, programs
        if not self._is_judging:
            self._judging_since = self._clock()

    def add_earlier(self, result: Result) -> None:
        self._remaining.record_earlier((result.solution, result.case), result.wall_s)
        self._count(result)

    def add(self, result: Result) -> None:
        """Add a result. A result that is not final is added again later."""
        self._is_judging = True
        elapsed_s = self._clock() - self._judging_since
        pair = result.solution, result.case
        self._remaining.record(pair, result.wall_s, elapsed_s=elapsed_s, final=result.final)
        if result.final:
            self._count(result)

    def _count(self, result: Result) -> None:
        self._tests += 1
        self.rows.add(result)
        if result.as_expected is False:
            self._unexpected[result.solution] = self._unexpected.get(result.solution, 0) + 1
            more = len(self._unexpected) - 1
            others = f" and {more:,} more" if more else ""
            name = cut_middle(printable(result.solution), _LONGEST_NAME)
            self._who = f"{sum(self._unexpected.values()):,} unexpected ({name}{others})"


@contextmanager
def show_progress(plans: Mapping[Pair, PlannedTests]) -> Iterator[Progress]:
    """Show verdicts and a bar on a terminal; elsewhere, for long runs, a line each second at most."""
    console = SafeConsole(sys.stderr)
    if not console.is_terminal or console.is_dumb_terminal:
        yield ProgressLines(plans, lambda words: console.print(words, soft_wrap=True))
        return
    # Only a terminal needs it, and it loads slowly.
    from rich.live import Live

    shown = Progress(plans)
    with Live(
        get_renderable=lambda: draw_live(shown, console),
        console=console,
        refresh_per_second=_REFRESHES_PER_S,
        transient=True,
    ):
        yield shown


def draw_live(shown: Progress, console: Console) -> RenderableType:
    """Draw the verdicts so far above the bar, as far as the screen has room."""
    rows = shown.rows.draw(console.height - 2, console.width)
    bar = draw_bar(shown, console.width)
    return Group(rows, bar) if rows.row_count else bar


def draw_bar(shown: Progress, width: int) -> RenderableType:
    """Draw one line, with a bar if the words leave room for it."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    words = Text(shown.words, no_wrap=True, overflow="ellipsis")
    room = min(_BAR_WIDTH, width - len(words) - 1)
    done, total = shown.share
    bars = [ProgressBar(total=total, completed=done, width=room)] if room >= _SHORTEST_BAR else []
    line = Table.grid(padding=(0, 1))
    line.add_row(*bars, words)
    return line


class ProgressLines(Progress):
    """Write a line when a result comes, if the run is long and the last line was a while ago."""

    def __init__(
        self,
        plans: Mapping[Pair, PlannedTests],
        write: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(plans, clock=clock)
        self._write, self._is_due = write, _make_pace(clock)

    def count_built(self, built: int, programs: int) -> None:
        super().count_built(built, programs)
        self._write_line()

    def add(self, result: Result) -> None:
        super().add(result)
        self._write_line()

    def _write_line(self) -> None:
        done, total = self.share
        if done < total and self._is_due():
            self._write(self.words)


def _make_pace(clock: Callable[[], float] = time.monotonic) -> Callable[[], bool]:
    """Return a function that says whether to write a line now: the work is long, and the last line old."""
    began, due_s = clock(), _SILENT_S

    def is_due() -> bool:
        nonlocal due_s
        elapsed_s = clock() - began
        if elapsed_s < due_s:
            return False
        due_s = elapsed_s + max(_LINE_S, _PART * elapsed_s)
        return True

    return is_due


class ShowCount(Protocol):
    """Shows the amount done, the total, and a note on what is done at the moment."""

    def __call__(self, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def show_count(what: str, *, has_rate: bool = False) -> Iterator[ShowCount]:
    """Show a bar on a terminal; elsewhere, for long work, a line each second at most.

    With `has_rate` the amount done in each second follows.
    """
    console = SafeConsole(sys.stderr)
    if not console.is_terminal:
        yield write_counts(
            what, lambda words: console.print(words, soft_wrap=True, highlight=False), has_rate=has_rate
        )
        return
    write_rate = _make_rate() if has_rate else None
    with _open_bar(what, total=None, counts=True) as update:

        def show(done: int, total: int, note: str = "") -> None:
            words = f"{what}{write_rate(done) if write_rate else ''}{note and f', {note}'}"
            update(completed=done, total=total, visible=True, description=words)

        yield show


def write_counts(
    what: str,
    write: Callable[[str], None],
    *,
    has_rate: bool = False,
    clock: Callable[[], float] = time.monotonic,
) -> ShowCount:
    """Return a function that writes the amount done and the total if the work is long."""
    is_due = _make_pace(clock)
    write_rate = _make_rate(clock) if has_rate else None

    def update(done: int, total: int, note: str = "") -> None:
        if done < total and is_due():
            rate = write_rate(done) if write_rate else ""
            write(f"{what}: {done:,} of {total:,}{rate}{note and f', {note}'}")

    return update


def _make_rate(clock: Callable[[], float] = time.monotonic) -> Callable[[int], str]:
    """Return a function from the amount done to `, 12.5/s`, the mean from now on."""
    began = clock()

    def write_rate(done: int) -> str:
        elapsed_s = clock() - began
        return f", {done / elapsed_s:.1f}/s" if elapsed_s > 0 and done else ""

    return write_rate


@contextmanager
def show_rounds(budget_s: float) -> Iterator[Callable[["BenchProgress"], None]]:
    """Show how much of a benchmark's budget is spent: a bar on a terminal, nothing elsewhere."""
    with _open_bar("warming up", total=budget_s) as update:

        def show(at: "BenchProgress") -> None:
            pairs = "" if at.undecided is None else f", {counted(at.undecided, 'pair')} undecided"
            words = f"round {at.round}" if at.round else "warming up"
            description = f"{words}, run {at.done + 1} of {at.runs}{pairs}"
            update(completed=at.spent_s, description=description)

        yield show


@contextmanager
def _open_bar(
    description: str, *, total: float | None, counts: bool = False
) -> Iterator[Callable[..., None]]:
    """Yield a function that updates the bar. Without a `total` it is invisible until the first update."""
    console = SafeConsole(sys.stderr)
    if not console.is_terminal:
        yield lambda **changes: None
        return
    # Only a terminal needs it, and it loads slowly.
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        *([MofNCompleteColumn()] if counts else []),
    )
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        yield partial(bar.update, bar.add_task(description, total=total, visible=total is not None))
