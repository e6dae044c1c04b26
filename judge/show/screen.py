"""Print results and programs on the screen."""

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import IO, TYPE_CHECKING

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from judge.model.cases import FaultyProblem, Test
from judge.model.conversations import Conversation, Turn
from judge.model.patterns import problem_of
from judge.model.results import Result, Revision, nothing_judged
from judge.model.runs import Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, printable
from judge.platform.streams import Colour, write_bytes
from judge.platform.units import format_time
from judge.show.console import open_console
from judge.show.failures import (
    describe_failures,
    describe_rest,
    describe_result,
    describe_usage,
    suggest_command,
)
from judge.show.fitting import wrap
from judge.show.folding import Rows
from judge.show.opinions import tabulate_opinions
from judge.show.outcome import (
    RERUN_NOTE,
    Outcome,
    count_verdicts,
    describe_dates,
    describe_late,
    describe_missing,
    explain_marks,
)
from judge.show.overview import tabulate_run
from judge.show.signs import make_legible, make_legible_pieces
from judge.show.transcript import format_turns

if TYPE_CHECKING:
    pass


def show_run(
    outcome: Outcome,
    *,
    rows: Rows = "needed",
    notices: Sequence[str],
    color: Colour = "auto",
    profiles: bool = False,
    reported: Collection[FaultyProblem] = (),
    command: Callable[[Result], str] = suggest_command,
    section: Callable[[str], AbstractContextManager[object]] = nullcontext,
    console: Console | None = None,
) -> None:
    """Print the tables, failures, what is unknown, and the summary.

    reported: the faulty ones that the caller reports. command: returns the command that shows all about a
    result. section: a context for the tables, by title. console: replaces standard output.
    """
    console, results = console or open_console(color=color), outcome.results
    with section("verdicts"):
        for part in tabulate_run(outcome, console, rows):
            console.print(part, "", sep="\n")
        if profiles:
            console.print(tabulate_opinions(results, console), "", sep="\n")
    ascii_only = console.options.ascii_only
    for text in describe_failures(
        outcome.cells, width=console.width, ascii_only=ascii_only, command=command, tests=outcome.tests
    ):
        console.print(text, soft_wrap=True)
    unreported = tuple(each for each in outcome.faulty if each not in reported)
    for text in describe_rest(replace(outcome, faulty=unreported)):
        _say(console, text)
    _explain_marks(outcome, console)
    head, *rest = summarise(outcome).split("\n")
    _say(console, head, style=_choose_style(outcome))
    _say(console, "\n".join(rest))
    if results and nothing_judged(results):
        _say(console, "nothing was judged", style="bold red")
    for notice in notices:
        _say(console, notice, style="dim")


def _explain_marks(outcome: Outcome, console: Console) -> None:
    """Print what the marks in the tables mean, and what is not known after an interrupt."""
    results = outcome.results
    if any(result.runs > 1 for result in results):
        _say(console, RERUN_NOTE, style="dim")
    if outcome.missing:
        _say(console, f"{describe_missing(outcome)}; `judge run --resume` goes on")
    if late := describe_late(outcome):
        _say(console, late, style="yellow")
    for note in explain_marks(results):
        _say(console, note, style="dim")


def _choose_style(outcome: Outcome) -> str:
    """Return the colour of a failed or a passed run, or none if neither is known."""
    found = {cell.as_expected for cell in outcome.cells}
    if outcome.owing or outcome.faulty or outcome.faults or False in found:
        return "bold red"
    return "bold green" if not outcome.missing and found == {True} else ""


def _say(console: Console, words: Text | str, style: str = "") -> None:
    """Print sentences, broken into lines that fit the width."""
    text = Text(words) if isinstance(words, str) else words
    for line in text.split("\n", allow_blank=True):
        console.print(wrap(line, console.width), style=style, soft_wrap=True)


def show_whole(
    result: Result,
    test: Test | None = None,
    *,
    run: Run | None,
    conversation: Conversation | None = None,
    limits: Limits,
    hexadecimals: bool,
    color: Colour = "auto",
    stream: IO[str] | None = None,
) -> None:
    """Print all about one test, by default on standard output."""
    console = open_console(stream, color=color)
    ascii_only, width = console.options.ascii_only, console.width
    text = describe_result(
        result,
        test,
        run=run,
        conversation=conversation,
        limits=limits,
        width=width,
        ascii_only=ascii_only,
        hexadecimals=hexadecimals,
    )
    console.print(text, end="", soft_wrap=True)


def show_bytes(data: Iterable[bytes]) -> None:
    """Write bytes unchanged. A terminal, which they could control, gets them escaped."""
    if not sys.stdout.isatty():
        for piece in data:
            write_bytes(piece)
        return
    for text in make_legible_pieces(data):
        sys.stdout.write(text)


def show_piece(data: bytes) -> None:
    """Write what a program has just printed, without delay."""
    show_bytes((data,))
    sys.stdout.flush()


def show_talk(turns: Sequence[Turn], feedback: bytes) -> None:
    """Print a conversation line by line, and the interactor's feedback."""
    console = open_console()
    for line in (
        *format_turns(turns),
        *(f"feedback  {line}" for line in make_legible(feedback).splitlines()),
    ):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def show_unready(name: str, verdict: Verdict, message: str, stderr: bytes) -> None:
    """Print on standard error why a program was not run."""
    _show_stderr(stderr)
    print(printable(f"{name}: {verdict.name}: {message}"), file=sys.stderr)


def show_measured(
    name: str, run: Run, limits: Limits, verdict: Verdict, message: str, *, may_wait: bool = False
) -> None:
    """Print on standard error a program's own stderr, what it used, and how it ended."""
    _show_stderr(run.stderr)
    if not verdict.is_sound:
        print(printable(f"{name}: {verdict.name}: {message}"), file=sys.stderr)
    sys.stderr.write(describe_usage(run, limits, may_wait=may_wait))


def _show_stderr(data: bytes) -> None:
    text = make_legible(data)
    sys.stderr.write(text if not text or text.endswith("\n") else f"{text}\n")


def show_revisions(revisions: Sequence[Revision], *, color: Colour = "auto") -> None:
    """Print proposed changes as a diff."""
    console = open_console(color=color)
    for revision in revisions:
        console.print(f"{printable(str(revision.path))}:{revision.line}", style="bold", soft_wrap=True)
        for sign, line, style in (("-", revision.old, "red"), ("+", revision.new, "green")):
            for text in line.decode(errors="replace").split("\n"):
                console.print(f"{sign} {printable(text)}", style=style, soft_wrap=True)


def summarise(outcome: Outcome) -> str:
    """Return the lines of the summary: counts, time and manner of the run, slowest accepted solution."""
    results = outcome.results
    words = count_verdicts(outcome)
    if outcome.owing:
        solutions = len({unmet.solution for unmet in outcome.owing})
        words.append(f"{counted(solutions, 'solution')} not as stated")
    solutions = len({result.solution for result in results})
    ids = {result.case for result in results}
    cases = f" x {counted(len(ids), 'case')}"
    if len(outcome.together) > 1:
        # Not every solution is judged on every case.
        cases = f", {counted(len(ids), 'case')} of {counted(len(set(map(problem_of, ids))), 'problem')}"
    manner = f"{outcome.wall_s or 0.0:.1f} s; {outcome.manner}; times are CPU time"
    lines = [f"{counted(solutions, 'solution')}{cases}: {', '.join(words)}"]
    tests = counted(len(results), "test")
    if outcome.resumed:
        tests += f", {outcome.resumed:,} from {describe_dates(results) or 'an earlier run'},"
    lines.append(f"{tests} in {manner}")
    if outcome.slowest:
        own = outcome.slowest[0].result
        limit = f"{format_time(own.cpu_s or 0.0)} of {own.limit_s(outcome.limits[own.case]):.12g} s"
        lines.append(printable(f"slowest accepted: {own.solution} on {own.case}, {limit}"))
    return "\n".join(lines)
