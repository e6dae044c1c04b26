"""How far a long work is: bars on a terminal, on standard error; nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from judge.errors import counted
from judge.show.consoles import SafeConsole


@contextmanager
def show_count(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, nothing elsewhere. Yields what takes how much is done, and how much there is."""
    console = SafeConsole(sys.stderr)
    if not console.is_terminal:
        yield lambda done, total: None
        return
    # Imported here, so that nobody waits for it who does not see it.
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)


@contextmanager
def show_rounds(budget_s: float) -> Iterator[Callable[[int, int, int, int | None, float], None]]:
    """A bar of the budget on a terminal, nothing elsewhere.

    Yields what takes the round, how many of its runs are done and how many it has, how many pairs are
    undecided, and the seconds spent.
    """
    console = SafeConsole(sys.stderr)
    if not console.is_terminal:
        yield lambda round, done, runs, undecided, spent_s: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("warming up", total=budget_s)

        def show(round: int, done: int, runs: int, undecided: int | None, spent_s: float) -> None:
            pairs = "" if undecided is None else f", {counted(undecided, 'pair')} undecided"
            words = f"round {round}" if round else "warming up"
            bar.update(task, completed=spent_s, description=f"{words}, run {done + 1} of {runs}{pairs}")

        yield show
