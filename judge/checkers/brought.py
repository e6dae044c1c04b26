"""Checkers of problems: the command line and the files of each protocol. `result_readers` reads the outcome.

A checker is sealed like a solution, with separate limits. It finds three files in its current folder: the
input, the answer and the output. If it fails, the verdict is JE with its message, and the solution is not
blamed.
"""

import math
from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from judge.checkers.checker import Following, Judgement
from judge.checkers.decision import reason
from judge.checkers.result_readers import (
    Reader,
    cut_message,
    feedback_messages,
    read_cms,
    read_grader,
    read_icpc,
    read_kattis,
    read_testlib,
)
from judge.model.cases import Test
from judge.model.programs import CheckerProgram
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import shown_path
from judge.platform.files import Content
from judge.running.languages.base import Unready, unready_fault
from judge.running.named_files import Files
from judge.running.programs import Program
from judge.running.runner import Runner

# The limits of a checker; it gets ten times the solution's CPU time if that is more.
_LIMITS = Limits(cpu_s=10, memory_bytes=1 << 30, output_bytes=16 << 20)
# The folder of a validator.
FEEDBACK = "feedback"


class Protocol(Struct, frozen=True, kw_only=True):
    """The arguments of a checker, followed by the problem's own; its files; and the reader of its result.

    With `prints_next` its stdout is the input of the next pass, if there is one.
    """

    words: tuple[str, ...]
    drawer: str = ""
    output_on_stdin: bool = False
    prints_next: bool = False
    read: Reader


def change_programs(
    checker: CheckerProgram, change: Callable[[CheckerProgram], CheckerProgram]
) -> CheckerProgram:
    """Return a checker with a change to each of its programs."""
    return replace(change(checker), others=tuple(map(change, checker.others)))


def check(
    checker: CheckerProgram,
    program: Program,
    test: Test,
    output: bytes,
    runner: Runner,
    *,
    left: tuple[tuple[str, bytes], ...] = (),
) -> Judgement:
    """Return the judgement of a checker, built as `program`, on an output.

    `left` are the files that it created in the pass before.
    """
    protocol = PROTOCOLS[checker.protocol]
    given: tuple[tuple[str, Content], ...] = (("input", test.input), ("answer", test.answer or b""))
    given += () if protocol.output_on_stdin else (("output", output),)
    limits = limits_of(test.limits)
    run = runner.run(
        program,
        output if protocol.output_on_stdin else b"",
        limits,
        arguments=(*protocol.words, *checker.arguments),
        files=Files(given=given, drawer=protocol.drawer, left=left),
    )
    judgement = judgement_of(checker, run, limits, points=points_of(test), read=protocol.read)
    return ask_again(judgement, test, run.stdout) if protocol.prints_next else judgement


def ask_again(judgement: Judgement, test: Test, data: bytes) -> Judgement:
    """Return the judgement with the input of the next pass, if the output is accepted and a pass is left."""
    if test.case.passes == 1 or judgement.verdict is not Verdict.AC:
        return judgement
    return replace(judgement, following=Following(input=data, left=()))


def grade(grader: CheckerProgram, program: Program, results: bytes, runner: Runner) -> Judgement:
    """Return the judgement of a grader, built as `program`, on a group with these lines of results.

    Source: https://www.kattis.com/problem-package-format/spec/legacy.html, "Graders".
    """
    run = runner.run(program, results, _LIMITS, arguments=grader.arguments)
    return judgement_of(grader, run, _LIMITS, points=math.nan, read=read_grader)


def points_of(test: Test) -> float | None:
    """Return the points of a whole test, None if none are stated, NaN if its checker must not give points."""
    if not test.case.worth:
        return None
    return test.case.worth.points if test.case.worth.scored else math.nan


def limits_of(solution: Limits) -> Limits:
    """Return the limits of a checker, given the limits of the solution."""
    cpu_s = max(_LIMITS.cpu_s, 10 * solution.cpu_s)
    return Limits(cpu_s=cpu_s, memory_bytes=_LIMITS.memory_bytes, output_bytes=_LIMITS.output_bytes)


def judgement_of(
    checker: CheckerProgram, run: Run, limits: Limits, *, points: float | None, read: Reader
) -> Judgement:
    """Return the judgement from the run of a checker or interactor. The whole test gives `points`."""
    wrong = ""
    if run.ending is not Ending.FINISHED:
        wrong = f"expected a program that ends by itself, got: {reason(run, limits)}"
    else:
        try:
            return read(run, points)
        except ValueError as error:
            wrong = str(error)
    messages = *run.files, *feedback_messages(run), run.stderr or run.stdout
    said = cut_message(b"\n".join(filter(None, messages)))
    return Judgement(verdict=Verdict.JE, message=f"{shown_path(checker.program.path)}: {wrong}", said=said)


def unready(checker: CheckerProgram, why: Unready) -> Judgement:
    """Return the judgement on an output if the checker or interactor could not be built."""
    fault = unready_fault(checker.program, why)
    return Judgement(verdict=Verdict.JE, message=str(fault), said=why.stderr)


_VALIDATOR = Protocol(
    words=("input", "answer", f"{FEEDBACK}/"), drawer=FEEDBACK, output_on_stdin=True, read=read_kattis
)
PROTOCOLS: Mapping[str, Protocol] = {
    "testlib": Protocol(words=("input", "output", "answer"), prints_next=True, read=read_testlib),
    "kattis": _VALIDATOR,
    "icpc": replace(_VALIDATOR, read=read_icpc),
    "cms": Protocol(words=("input", "answer", "output"), read=read_cms),
}
