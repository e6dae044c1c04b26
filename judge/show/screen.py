"""The screen itself: where text goes, in colour or not, and what moves while a run lasts."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import IO

from rich.console import Console
from rich.text import Text

from judge.checkers.mutants import Mutant
from judge.conversation import Conversation, Turn
from judge.errors import Fault, counted, printable
from judge.model import Case, FaultyProblem, Limits, Run, Solution, problem_of
from judge.results import Result, Revision, by_case, case_as_expected, nothing_judged
from judge.show.catalogue import tabulate_cases, tabulate_problems, tabulate_solutions
from judge.show.console import Colour, open_console
from judge.show.failures import (
    describe_failures,
    describe_rest,
    describe_result,
    describe_usage,
    suggest_command,
)
from judge.show.fitting import wrap
from judge.show.folding import Rows
from judge.show.opinions import describe_mistakes, tabulate_mutants, tabulate_opinions
from judge.show.outcome import EARLIER_NOTE, Outcome, describe_dates
from judge.show.overview import find_slowest_accepted, tabulate_run
from judge.show.signs import make_legible, make_legible_pieces
from judge.show.transcript import format_turns
from judge.streams import write_bytes
from judge.verdicts import Verdict


def show_run(
    outcome: Outcome,
    *,
    rows: Rows = "needed",
    notices: Sequence[str],
    color: Colour = "auto",
    profiles: bool = False,
    command: Callable[[Result], str] = suggest_command,
    section: Callable[[str], AbstractContextManager[object]] = nullcontext,
    console: Console | None = None,
) -> None:
    """The tables, what is not as expected, what is not known, and the summary.

    command: what shows all of a result. section: what holds the tables, by their title. console: instead of
    standard output.
    """
    console, results, limits = console or open_console(color=color), outcome.results, outcome.limits
    with section("verdicts"):
        for part in tabulate_run(
            results, console, limits=limits, together=outcome.together, owing=outcome.owing, rows=rows
        ):
            console.print(part, "", sep="\n")
        if profiles:
            console.print(tabulate_opinions(results, console), "", sep="\n")
    ascii_only = console.options.ascii_only
    for text in describe_failures(results, width=console.width, ascii_only=ascii_only, command=command):
        console.print(text, soft_wrap=True)
    for text in describe_rest(outcome):
        _say(console, text)
    if any(result.runs > 1 for result in results):
        _say(console, "* near its limit: run again alone, and decided by the least time", style="dim")
    if outcome.missing:
        missing = counted(outcome.missing, "test")
        _say(console, f"interrupted: {missing} not known; `judge run --resume` goes on")
    if describe_dates(results):
        _say(console, EARLIER_NOTE, style="dim")
    head, *rest = summarise(outcome).split("\n")
    _say(console, head, style=_style_of(outcome))
    _say(console, "\n".join(rest))
    if results and nothing_judged(results):
        _say(console, "nothing was judged", style="bold red")
    for notice in notices:
        _say(console, notice, style="dim")


def _style_of(outcome: Outcome) -> str:
    """By how it went: not well, or well, or neither is known."""
    found = {case_as_expected(cell) for cell in by_case(outcome.results)}
    if outcome.owing or outcome.faulty or False in found:
        return "bold red"
    return "bold green" if not outcome.missing and found == {True} else ""


def _say(console: Console, words: Text | str, style: str = "") -> None:
    """Sentences, each of which is broken into lines where the width ends."""
    text = Text(words) if isinstance(words, str) else words
    for line in text.split("\n", allow_blank=True):
        console.print(wrap(line, console.width), style=style, soft_wrap=True)


def show_whole(
    result: Result,
    *,
    run: Run | None,
    conversation: Conversation | None = None,
    limits: Limits,
    hexadecimals: bool,
    color: Colour = "auto",
    stream: IO[str] | None = None,
) -> None:
    """All that is known of one test, on standard output unless told."""
    console = open_console(stream, color=color)
    ascii_only, width = console.options.ascii_only, console.width
    text = describe_result(
        result,
        run=run,
        conversation=conversation,
        limits=limits,
        width=width,
        ascii_only=ascii_only,
        hexadecimals=hexadecimals,
    )
    console.print(text, end="", soft_wrap=True)


def show_bytes(data: Iterable[bytes]) -> None:
    """Bytes as they are, and nothing else; a terminal, which they could command, gets them made legible."""
    if not sys.stdout.isatty():
        for piece in data:
            write_bytes(piece)
        return
    for text in make_legible_pieces(data):
        sys.stdout.write(text)


def show_piece(data: bytes) -> None:
    """What a program has just said, at once."""
    show_bytes((data,))
    sys.stdout.flush()


def show_talk(turns: Sequence[Turn], feedback: bytes) -> None:
    """A conversation, line by line, and what the interactor says of it."""
    console = open_console()
    for line in (
        *format_turns(turns),
        *(f"feedback  {line}" for line in make_legible(feedback).splitlines()),
    ):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def show_unready(name: str, verdict: Verdict, message: str, stderr: bytes) -> None:
    """Why a program was not run, on standard error."""
    _show_stderr(stderr)
    print(printable(f"{name}: {verdict.name}: {message}"), file=sys.stderr)


def show_measured(
    name: str, run: Run, limits: Limits, verdict: Verdict, message: str, *, may_wait: bool = False
) -> None:
    """What a program said on standard error, what it used and how it ended; on standard error, too."""
    _show_stderr(run.stderr)
    if not verdict.is_sound:
        print(printable(f"{name}: {verdict.name}: {message}"), file=sys.stderr)
    sys.stderr.write(describe_usage(run, limits, may_wait=may_wait))


def _show_stderr(data: bytes) -> None:
    text = make_legible(data)
    sys.stderr.write(text if not text or text.endswith("\n") else f"{text}\n")


def show_mutants(mutants: Sequence[Mutant], *, color: Colour = "auto") -> None:
    """The kill table, and the mistakes that were taken for others."""
    console = open_console(color=color)
    console.print(tabulate_mutants(mutants, console), "", sep="\n")
    for mutant in mutants:
        if mutant.found != (mutant.name,):
            console.print(f"{mutant.name} was taken for {', '.join(mutant.found) or 'nothing'}")


def show_mistakes(names: Sequence[str]) -> None:
    """What these mistakes are."""
    open_console().print(describe_mistakes(names), end="")


def show_revisions(revisions: Sequence[Revision], *, color: Colour = "auto") -> None:
    """What would be written, as a diff."""
    console = open_console(color=color)
    for revision in revisions:
        console.print(f"{printable(str(revision.path))}:{revision.line}", style="bold", soft_wrap=True)
        for sign, line, style in (("-", revision.old, "red"), ("+", revision.new, "green")):
            for text in line.decode(errors="replace").split("\n"):
                console.print(f"{sign} {printable(text)}", style=style, soft_wrap=True)


def show_catalogue(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    passed_over: Sequence[Fault],
    *,
    faulty: Sequence[FaultyProblem] = (),
) -> None:
    """Every problem, the solutions that belong to each, every case with its limits, and what is neither."""
    console = open_console()
    problems = len({problem_of(case.id) for case in cases}) + len(faulty)
    console.print(tabulate_problems(solutions, cases, faulty, console), "", sep="\n")
    console.print(tabulate_solutions(solutions, problems, console), "", sep="\n")
    console.print(tabulate_cases(cases, console))
    if passed_over:
        console.print("\npassed over:")
    for fault in passed_over:
        console.print(str(fault), soft_wrap=True)


def summarise(outcome: Outcome) -> str:
    """How much was judged, how it went, how much was known, how it was run, and who was slowest."""
    results = outcome.results
    outcomes = Counter(case_as_expected(cell) for cell in by_case(results))
    words = [f"{outcomes[True]:,} as expected"]
    if outcomes[False]:
        words.append(f"{outcomes[False]:,} not")
    if outcomes[None]:
        words.append(f"{outcomes[None]:,} skipped")
    if outcome.owing:
        solutions = len({unmet.solution for unmet in outcome.owing})
        words.append(f"{counted(solutions, 'solution')} not as stated")
    solutions = len({result.solution for result in results})
    ids = {result.case for result in results}
    cases = f" x {counted(len(ids), 'case')}"
    if len(outcome.together) > 1:
        # Not every solution is judged on every case.
        cases = f", {counted(len(ids), 'case')} of {counted(len(set(map(problem_of, ids))), 'problem')}"
    manner = f"{outcome.wall_s or 0.0:.1f} s; {outcome.manner}; times are CPU seconds"
    lines = [f"{counted(solutions, 'solution')}{cases}: {', '.join(words)}"]
    tests = counted(len(results), "test")
    if outcome.resumed:
        tests += f", {outcome.resumed:,} from {describe_dates(results) or 'a run before'},"
    lines.append(f"{tests} in {manner}")
    if slowest := find_slowest_accepted(results, outcome.limits):
        own = slowest.result
        limit = f"{own.cpu_s:.3g} s of {own.limit_s(outcome.limits[own.case]):.12g} s"
        lines.append(printable(f"slowest accepted: {own.solution} on {own.case}, {limit}"))
    return "\n".join(lines)
