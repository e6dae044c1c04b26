"""Failures in words: the verdict, the diagnosis in a sentence, the bytes."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice

from rich.text import Text

from judge.checkers.decision import end_of
from judge.model.cases import FaultyProblem, Test
from judge.model.cells import Cell
from judge.model.conversations import Conversation, Turn
from judge.model.results import Mistake, Result
from judge.model.runs import Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors, counted, printable
from judge.platform.units import MEBIBYTE, format_size, format_time
from judge.scoring.unmet import Unmet
from judge.show.diffs import clip_rows, render_diff, render_hex
from judge.show.excerpts import STDERR_TAIL, format_input, format_output, format_words
from judge.show.fitting import BOUNDLESS, cut_middle, wrap
from judge.show.opinions import describe_opinions
from judge.show.outcome import Outcome
from judge.show.rows import group_by_solution, join_verdicts
from judge.show.transcript import format_turns

_STYLES = {Verdict.AC: "bold green", Verdict.NA: "bold magenta", Verdict.SK: "dim"}
_SOLUTIONS_SHOWN = 10
_NAMES_SHOWN = 10
_TURNS_SHOWN = 6
_OUTPUTS_SHOWN = 3
_OUTPUT_HEAD = 6
# Terminals are slow if there is more.
_OUTPUT_LINES = 1000


def suggest_command(result: Result) -> str:
    """Return the command that shows all about a test."""
    return printable(f"judge show {shlex.quote(result.solution)} {shlex.quote(result.case)}")


def describe_failures(
    cells: Sequence[Cell],
    *,
    width: int = 80,
    ascii_only: bool = False,
    command: Callable[[Result], str] = suggest_command,
    tests: Callable[[str, str], Sequence[Test]] = lambda solution, case: (),
) -> Iterator[Text]:
    """Describe the failure of each solution that is easiest to understand, and count the others.

    command: returns the command that shows all about a test. tests: returns a solution's tests on a case.
    """
    tried = Counter(cell.solution for cell in cells)
    failed = group_by_solution(cell for cell in cells if cell.as_expected is False)
    for solution, row in islice(failed.items(), _SOLUTIONS_SHOWN):
        own = [cell.to_blame for cell in row.values()]
        easiest, *more = min(own, key=lambda to_blame: _estimate_effort(to_blame[0]))
        test = None
        # A file that has changed since it was judged has another input.
        with suppress(InputErrors, OSError):
            own_tests = {test.number: test for test in tests(easiest.solution, easiest.case)}
            test = own_tests.get(easiest.test)
        text = describe_failure(easiest, test, width=width, ascii_only=ascii_only)
        if more:
            text.append(f"  and {counted(len(more), 'more test')} of this case\n")
        for line in _describe_others(easiest, [first for first, *_ in own], tried[solution], width):
            text.append(f"  {printable(line)}\n")
        yield text.append(f"  all of it: {command(easiest)}\n", style="dim")
    if (left := len(failed) - _SOLUTIONS_SHOWN) > 0:
        rest = counted(left, "more solution")
        yield Text(f"and {rest} with unexpected verdicts: judge run NAME shows one\n")


def _estimate_effort(result: Result) -> tuple[bool, int]:
    """Estimate the effort to understand a failure: least where a few bytes show it."""
    rows = clip_rows(result.diagnosis.rows) if result.diagnosis else ()
    shown = sum(len(side.data) for row in rows for side in (row.answer, row.output) if side)
    return not rows, shown


def _describe_others(shown: Result, failed: Sequence[Result], tried: int, width: int) -> Iterator[str]:
    """Yield a line about other cases for each kind of failure, that of `shown` first.

    tried: the number of cases on which the solution was run.
    """
    kinds: dict[str, list[str]] = {name_failure(shown): []}
    for result in failed:
        if result is not shown:
            kinds.setdefault(name_failure(result), []).append(result.case)
    for name, cases in kinds.items():
        if cases:
            what = "alike" if name == name_failure(shown) else name
            head = f"{len(cases):,} {what}: "
            names = len(cases) < tried - 1 or tried == 2
            yield head + (_join_names(cases, width - len(head) - 2) if names else "all other cases")


def _join_names(names: Sequence[str], width: int) -> str:
    """Return as many names as fit a line, at least one."""
    for number in range(min(len(names), _NAMES_SHOWN), 0, -1):
        row = ", ".join(names[:number]) + (", …" if number < len(names) else "")
        if len(row) <= width:
            break
    return row


def name_failure(result: Result) -> str:
    """Name a failure by its verdict and the first mistake of the output: `PE no-separators`."""
    mistakes = result.diagnosis.mistakes if result.diagnosis else ()
    is_wrong = result.verdict in (Verdict.PE, Verdict.WA)
    return f"{result.verdict.name} {mistakes[0].name}" if is_wrong and mistakes else result.verdict.name


def describe_outputs(results: Sequence[Result]) -> Iterator[Text]:
    """Describe the beginnings of outputs that were compared with nothing, and count the others."""
    uncompared = [result for result in results if result.verdict is Verdict.NA]
    for result in uncompared[:_OUTPUTS_SHOWN]:
        yield _head(result, expected=False, message=result.message).append_text(
            format_output(result.output, most_lines=_OUTPUT_HEAD)
        )
    if (more := len(uncompared) - _OUTPUTS_SHOWN) > 0:
        yield Text(f"and {counted(more, 'more output')} that nothing was compared with\n")


def describe_skips(skips: Mapping[str, Sequence[Result]]) -> Iterator[Text]:
    """Describe the first test that was skipped for each reason, and count the others."""
    for message, (first, *more) in skips.items():
        text = _head(first, expected=False, message=message)
        if more:
            text.append(f"  and {counted(len(more), 'more test')} for the same reason\n")
        yield text


def describe_rest(outcome: Outcome) -> Iterator[Text]:
    """Describe everything to read besides failures: outputs, skips, unmet expectations, faulty problems."""
    yield from describe_outputs(outcome.results)
    yield from describe_skips(outcome.skips)
    yield from map(describe_unmet, outcome.owing)
    yield from map(describe_faulty, outcome.faulty)


def describe_left_out(outcome: Outcome) -> Iterator[str]:
    """Describe the files of students that are not run, and their folders without a program."""
    # Several files of a student may share a fault.
    files = (*outcome.misnamed, *outcome.strays)
    yield from dict.fromkeys(str(fault) for each in files for fault in each.faults)


def describe_unmet(unmet: Unmet) -> Text:
    """Describe the verdict, message or points that the tests of a problem should have shown."""
    text = Text(printable(f"{unmet.solution} on {unmet.problem}: "), style="bold")
    return text.append(f"{unmet.words}\n")


def describe_faulty(problem: FaultyProblem) -> Text:
    """Describe the first fault of a problem, or of a program, which the fault names; count the others."""
    fault, text = problem.faults[0], Text()
    is_program = fault.path.suffix and fault.path.name == problem.name.rpartition("/")[2]
    if not is_program:
        text.append(f"{printable(problem.name)}: ", style="bold").append("JE", style="bold red").append(": ")
    text.append(f"{fault}\n")
    more = len(problem.faults) - 1
    return text.append(f"  and {counted(more, 'more fault')}\n") if more else text


def describe_failure(
    result: Result, test: Test | None = None, *, width: int = 80, ascii_only: bool = False
) -> Text:
    """Describe a failed test: the verdict, why, the input if there is a `test`, and the lines that differ."""
    text = _head(result, expected=True, message=result.message, width=width)
    if test:
        text.append_text(format_input(result, test, width))
    text.append_text(format_words(name_speaker(result), result.said, tail=STDERR_TAIL))
    if result.diagnosis and not result.said:
        rows = clip_rows(result.diagnosis.rows)
        text.append_text(render_diff(rows, width=width, ascii_only=ascii_only))
    text.append_text(_show_turns(result.turns, most_lines=_TURNS_SHOWN, width=width, ascii_only=ascii_only))
    tail = 0 if result.verdict is Verdict.CE else STDERR_TAIL
    return text.append_text(format_words("stderr", result.stderr, tail=tail, solution=result.solution))


def describe_result(
    result: Result,
    test: Test | None = None,
    *,
    run: Run | None = None,
    conversation: Conversation | None = None,
    limits: Limits | None = None,
    width: int = 80,
    ascii_only: bool = False,
    hexadecimals: bool = False,
) -> Text:
    """Describe all about a test: every mistake and how to fix it, the verdict of every profile, the bytes.

    With a `run`, also its measurements next to the limits, how it ended, and its stderr.
    """
    diagnosis = result.diagnosis
    is_listed = result.verdict in (Verdict.PE, Verdict.WA) and repeats_mistakes(result)
    message = "" if is_listed else result.message
    text = _head(result, expected=result.as_expected is False, message=message, width=width)
    if test:
        text.append_text(format_input(result, test, width, is_alone=True))
    text.append_text(format_words(name_speaker(result), result.said, tail=None))
    if diagnosis:
        for mistake in diagnosis.mistakes:
            text.append(f"  {mistake.name}", style="bold").append(f" {locate(mistake)}\n")
    if result.verdict is Verdict.NA:
        text.append_text(format_output(run.stdout if run else result.output, most_lines=_OUTPUT_LINES))
    if result.opinions:
        text.append(f"  {describe_opinions(result.opinions)}\n")
    if diagnosis:
        text.append("\n")
        text.append_text(render_diff(diagnosis.rows, width=width, ascii_only=ascii_only))
        if hexadecimals:
            text.append("\n").append_text(render_hex(diagnosis.rows))
    text.append_text(_show_turns(conversation.turns if conversation else result.turns, ascii_only=ascii_only))
    if run and limits and result.cpu_s is not None:
        text.append(describe_usage(run, limits))
    return text.append_text(format_words("stderr", run.stderr if run else result.stderr, tail=None))


def describe_usage(run: Run, limits: Limits, *, may_wait: bool = False) -> str:
    """Describe what a run used of its limits, and how it ended. A run that may wait has no wall limit."""
    wall_limit = "" if may_wait else f" (limit {limits.wall_s:.12g} s)"
    memory = "unknown" if run.peak_bytes is None else f"{run.peak_bytes / MEBIBYTE:.1f} MiB"
    return (
        f"  time    {format_time(run.cpu_s)} of CPU (limit {limits.cpu_s:.12g} s),"
        f" {format_time(run.wall_s)} by the clock{wall_limit}\n"
        f"  memory  {memory} (limit {format_size(limits.memory_bytes)})\n"
        f"  end     {end_of(run)}\n"
    )


def _head(result: Result, *, expected: bool, message: str, width: int = BOUNDLESS) -> Text:
    text = Text()
    test = f" test {result.test}" if result.tests > 1 else ""
    text.append(printable(f"{result.solution} on {result.case}{test}: "), style="bold")
    text.append(result.verdict.name, style=_STYLES.get(result.verdict, "bold red"))
    if expected:
        text.append(f", expected {join_verdicts(result.expected)}")
    return wrap(text.append(f": {printable(message)}" if message else ""), width).append("\n")


def _show_turns(
    turns: Sequence[Turn], *, most_lines: int = _OUTPUT_LINES, width: int = BOUNDLESS, ascii_only: bool
) -> Text:
    """Show the last lines of a conversation, since its end shows why it failed."""
    said = list(format_turns(turns, ascii_only=ascii_only))
    more = len(said) - most_lines
    shown = [f"... {counted(more, 'line')} before", *said[more:]] if more > 0 else said
    return Text("".join(f"  {cut_middle(line, width - 2)}\n" for line in shown))


def repeats_mistakes(result: Result) -> bool:
    """Return whether the list of mistakes makes the message redundant. The list names no wrong part."""
    diagnosis = result.diagnosis
    if not diagnosis or not diagnosis.mistakes or diagnosis.wrong_part:
        return False
    # Imported here, since only a failure with mistakes needs it.
    from judge.mistakes.diagnosis import summarize

    return result.message == summarize(diagnosis)


def locate(mistake: Mistake) -> str:
    """Return where the output has a mistake first, and how to fix it."""
    spot = mistake.places[0].output
    return f"at line {spot.line}, column {spot.column}, byte {spot.offset}: {mistake.edit}"


def name_speaker(result: Result) -> str:
    """Name the source of `Result.said`. An interactor's feedback is for the judge, not for the program."""
    return "checker" if result.interactor_cpu_s is None else "feedback"
