"""A second look at a failure: run it again, ask the majority for the answer, shrink the input."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.tests import make_tests_for
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict, worst
from judge.platform.errors import InputErrors, fault_at, printable
from judge.platform.files import whole
from judge.running.languages.base import Unready, unready_fault
from judge.stress.attempts import (
    MOST_ASKED,
    answer_by_majority,
    check_case,
    find_failure_here,
    redraw,
    still_fails,
)
from judge.stress.draws import Draw, smaller_draws
from judge.stress.finds import Find
from judge.stress.shrink import shrink, shrink_parts
from judge.stress.trial import Attempt, Failure, Trial
from judge.subjects.subject import format_of, subject_of
from judge.work.calls import AHEAD, run_calls_in_order
from judge.work.engine import judge, list_deciders, list_tasks, restore_own_path
from judge.work.problem_tools import MESSAGE_LETTERS
from judge.work.slots import Seal
from judge.work.task_results import Task
from judge.work.tasks import ObservedResult, examine_task, prepare

_Outcome = TypeVar("_Outcome")
_RUNS = 3
# Draws of each smaller size.
_SEEDS = 16
# Candidates to run at once, even if the first of them fails: to cancel runs would cost more.
_TOGETHER = max(2, AHEAD // 8)
# The project's own cases to check before a search.
_OWN_CASES = 100
# A longer text only shrinks by smaller draws: to shrink its lines would take some hundred times its bytes.
_MOST_BYTES = 4 << 20


class Examiner(Struct, frozen=True, kw_only=True):
    """Runs programs again by an executor. `command` repeats the search."""

    executor: Executor
    seal: Seal
    command: str

    def examine(
        self, trial: Trial, draw: Draw, data: bytes, solution: Solution, *, most: int = MOST_ASKED
    ) -> Find:
        """Run a program on an input several times, and compare it with the answer that most references give.

        most: the number of references to ask.
        """
        (answered,) = self._call(answer_by_majority, [(trial, draw, data, self.seal, most)])
        case = answered.case
        runs = self._run(case, solution, times=_RUNS)
        shown = next((run for run in runs if not run.result.verdict.is_sound), runs[0])
        return Find(
            case=case,
            draw=draw,
            drawn=data,
            result=restore_own_path(shown.result, solution),
            output=shown.run.stdout if shown.run else b"",
            verdicts=tuple(run.result.verdict for run in runs),
            reference=answered.reference,
            agree=answered.agree,
            asked=answered.asked,
            command=self.command,
        )

    def describe_unrun(
        self, trial: Trial, attempt: Attempt, solution: Solution, verdict: Verdict, message: str
    ) -> Find:
        """Return a case without an answer, on which the program has no result of a run."""
        case = trial.with_input(attempt.draw, attempt.input)
        result = Result(
            solution=solution.name,
            case=case.id,
            test=1,
            tests=1,
            verdict=verdict,
            expected=solution.expected(case.id),
            message=message,
        )
        return Find(case=case, draw=attempt.draw, drawn=attempt.input, result=result, command=self.command)

    def answer(self, trial: Trial, draw: Draw, data: bytes) -> Case:
        """Return the case of an input, with the answer that most references give."""
        (answered,) = self._call(answer_by_majority, [(trial, draw, data, self.seal)])
        return answered.case

    def find_failures(self, case: Case, solutions: Sequence[Solution]) -> list[Failure | None]:
        """Run each program on a case with its answer. Return how each fails; None if it does not."""
        return self._call(find_failure_here, [(solution, case, self.seal) for solution in solutions])

    def _call(self, function: Callable[..., _Outcome], calls: Iterable[tuple[Any, ...]]) -> list[_Outcome]:
        with closing(run_calls_in_order(self.executor, ((function, each) for each in calls))) as outcomes:
            return list(outcomes)

    def _run(self, case: Case, solution: Solution, *, times: int) -> list[ObservedResult]:
        """Run a program several times on a case, and return the worst of its tests each time."""
        tests = make_tests_for(solution, case)
        tasks = [Task(solution=solution, test=test, tests=len(tests)) for test in tests]
        seen = self._call(examine_task, [(task, self.seal) for task in tasks * times])
        runs = [seen[start : start + len(tasks)] for start in range(0, len(seen), len(tasks))]
        return [_find_worst(run) for run in runs]

    def prepare(
        self, trial: Trial, needed: Collection[str], progress: Callable[[int, int], None]
    ) -> tuple[Trial, list[str]]:
        """Build all programs. Return the trial without the programs that fail, and a notice about each.

        needed: the names of the programs that must be built. progress: is called with the numbers of programs
        built and to build. Raises InputErrors if a tool or a needed program cannot be built, or no suspect.
        """
        tools = [each.program for each in trial.generators] + list_deciders((trial.case,))
        tools += [each.program for each in trial.validators]
        programs = list(dict.fromkeys((*tools, *trial.suspects, *trial.references, *trial.counted)))
        unready: dict[Solution, Unready] = {}
        progress(0, len(programs))
        calls = [(prepare, (program, self.seal)) for program in programs]
        with closing(run_calls_in_order(self.executor, calls)) as outcomes:
            for number, (program, why) in enumerate(zip(programs, outcomes, strict=True), 1):
                if why:
                    unready[program] = why
                progress(number, len(programs))
        for program, why in unready.items():
            if program in tools or program.name in needed or program in trial.counted:
                raise InputErrors((unready_fault(program, why),))
        notices = [_describe_unready(program, why) for program, why in unready.items()]
        suspects = tuple(one for one in trial.suspects if one not in unready)
        if not suspects:
            raise fault_at(trial.suspects[0].path, notices[0])
        references = tuple(one for one in trial.references if one not in unready)
        return replace(trial, suspects=suspects, references=references), notices

    def check_tools(self, trial: Trial, cases: Sequence[Case]) -> None:
        """Check the validators and the first reference on the project's own cases. Raises InputErrors."""
        own = cases[:_OWN_CASES]
        calls = [(check_case, (trial.validators, case, self.seal)) for case in own if trial.validators]
        with closing(run_calls_in_order(self.executor, calls)) as outcomes:
            for case, refusal in zip(own, outcomes, strict=False):
                if refusal:
                    wanted = f"a validator that takes the project's own {case.id}"
                    blamed = refusal.by or trial.validators[0].program
                    raise fault_at(blamed.path, f"expected {wanted}, got a refusal: {refusal.words}")
        for reference in trial.references[:1]:
            tasks = list_tasks((reference,), own)
            with closing(judge((reference,), tasks, self.executor, self.seal)) as results:
                for result in results:
                    if result.final and not result.verdict.is_sound:
                        place = f"{result.case} (is its answer right?)"
                        got = f"{result.verdict.name} on {place}: {result.message}"
                        wanted = "a reference that passes your own tests"
                        raise fault_at(reference.path, f"expected {wanted}, got {got}")


def _find_worst(seen: Sequence[ObservedResult]) -> ObservedResult:
    verdict = worst(each.result.verdict for each in seen)
    return next(each for each in seen if each.result.verdict is verdict)


def _describe_unready(program: Solution, why: Unready) -> str:
    """Say why a program is left out, with the first line of its compiler's message."""
    line = why.stderr.decode(errors="replace").strip().partition("\n")[0]
    words = printable(f"{why.message}: {line[:MESSAGE_LETTERS]}" if line else why.message)
    return f"left out: {program.name}: {why.verdict.name}: {words}"


class _OutOfTime(Exception):
    """The time to shrink a find is over."""


@dataclass(slots=True, kw_only=True)
class Shrinker:
    """The inputs, each smaller than the last, on which a program fails in the same way.

    First come draws of smaller sizes; then, with `bytes_too`, the rest of the input shrinks. It ends by
    itself, or when `clock` has reached `until`. `tries` counts the inputs that were tried. `progress` is
    called with the number of bytes left and that of the tries.
    """

    trial: Trial
    examiner: Examiner
    draw: Draw
    data: bytes
    failure: Failure
    until: float
    clock: Callable[[], float]
    bytes_too: bool
    progress: Callable[[int, int], None]
    tries: int = 0

    def __iter__(self) -> Iterator[tuple[Draw, bytes]]:
        try:
            while smaller := self._redraw():
                self.draw, self.data = smaller
                yield smaller
            for data in self._shrink() if self.bytes_too else ():
                self.data = data
                yield self.draw, data
        except _OutOfTime:
            return

    def _redraw(self) -> tuple[Draw, bytes] | None:
        if not self.draw.generator:
            return None
        calls = ((draw, self.failure) for draw in smaller_draws(self.draw, seeds=_SEEDS))
        return next(((draw, data) for (draw, _), data in self._outcomes(redraw, calls) if data), None)

    def _shrink(self) -> Iterator[bytes]:
        name = self.trial.case.format
        if len(self.data) > _MOST_BYTES:
            return iter(())
        if not subject_of(name):
            return shrink(self.data, self._first)
        answer, format = self.examiner.answer(self.trial, self.draw, self.data).answer, format_of(name)
        answers = () if answer is None else format.decode_output(whole(answer))
        return shrink_parts(format.decode_input(self.data), answers, name, self._first)

    def _is_over(self) -> bool:
        return self.clock() > self.until

    def _first(self, candidates: Sequence[bytes]) -> int | None:
        calls = ((self.draw, data, self.failure) for data in candidates)
        outcomes = enumerate(fails for _, fails in self._outcomes(still_fails, calls))
        return next((index for index, fails in outcomes if fails), None)

    def _outcomes(
        self, function: Callable[..., _Outcome], calls: Iterable[tuple[Any, ...]]
    ) -> Iterator[tuple[tuple[Any, ...], _Outcome]]:
        """Yield the arguments and the outcome of each call, made some at a time. Raises _OutOfTime."""
        left = iter(calls)
        while some := list(islice(left, _TOGETHER)):
            if self._is_over():
                raise _OutOfTime
            self.tries += len(some)
            self.progress(len(self.data), self.tries)
            whole_calls = [(function, (self.trial, *each, self.examiner.seal)) for each in some]
            outcomes = list(run_calls_in_order(self.examiner.executor, whole_calls, is_over=self._is_over))
            yield from zip(some, outcomes, strict=False)
            if len(outcomes) < len(some):
                raise _OutOfTime
