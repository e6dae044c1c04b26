"""Looking again: what is found is run again, answered by the majority, and made small."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.tests import tests_of
from judge.errors import InputErrors
from judge.files import whole
from judge.model import Case, Solution
from judge.running.languages.base import Unready, unready_fault
from judge.stress.drawing import words_of, wrong
from judge.stress.draws import smaller
from judge.stress.finds import Draw, Find
from judge.stress.shrink import shrunk, shrunk_parts
from judge.stress.trial import Failure, Trial
from judge.stress.trials import MOST_ASKED, refused_at, still, still_drawn, with_answer
from judge.subjects import format_of, subject_of
from judge.verdicts import worst
from judge.work.calls import AHEAD, in_order
from judge.work.engine import checkers_of, judge, matrix
from judge.work.slots import Seal
from judge.work.tasks import Seen, Task, looked_at, prepare

_Outcome = TypeVar("_Outcome")
_RUNS = 3
# So many draws of each smaller size are tried.
_SEEDS = 16
# So many candidates at once, whatever comes of the first: an end of a run under way would cost more.
_TOGETHER = max(2, AHEAD // 8)
# So many of the project's own cases are looked at before a search.
_OWN_CASES = 100
# A longer text is made small by draws alone: its lines and words would need some hundred times its bytes.
_MOST_BYTES = 4 << 20


class Proof(Struct, frozen=True, kw_only=True):
    """Where runs are carried out, and the command that finds again what is looked at."""

    executor: Executor
    seal: Seal
    command: str

    def of(
        self, trial: Trial, draw: Draw, data: bytes, solution: Solution, *, most: int = MOST_ASKED
    ) -> Find:
        """What a program does on an input, in several runs; the answer is that of most references.

        So many of these are asked at `most`.
        """
        answered = self.call(with_answer, trial, draw, data, self.seal, most)
        case = answered.case
        runs = [self._seen(case, solution) for _ in range(_RUNS)]
        verdicts = tuple(seen.result.verdict for seen in runs)
        seen = next((seen for seen in runs if not seen.result.verdict.is_sound), runs[0])
        return Find(
            case=case,
            draw=draw,
            drawn=data,
            tries=0,
            result=seen.result,
            output=seen.run.stdout if seen.run else b"",
            verdicts=verdicts,
            reference=answered.reference,
            agree=answered.agree,
            asked=answered.asked,
            work=None,
            command=self.command,
        )

    def call(self, function: Callable[..., _Outcome], *arguments: Any) -> _Outcome:
        with closing(in_order(self.executor, [(function, arguments)])) as outcomes:
            return next(outcomes)

    def _seen(self, case: Case, solution: Solution) -> Seen:
        """The worst of the tests that a case is for the program."""
        tests = tests_of(case, solution.format)
        tasks = [Task(solution=solution, test=test, tests=len(tests)) for test in tests]
        calls = ((looked_at, (task, self.seal)) for task in tasks)
        with closing(in_order(self.executor, calls)) as outcomes:
            seen = list(outcomes)
        verdict = worst(each.result.verdict for each in seen)
        return next(each for each in seen if each.result.verdict is verdict)

    def ready(
        self, trial: Trial, needed: Collection[str], progress: Callable[[int, int], None]
    ) -> tuple[Trial, list[str]]:
        """The trial with all that could be made, and why others could not; these programs are `needed`.

        progress: hears how many of how many are made. Raises InputErrors where one of them, or a tool, cannot
        be made, or nobody is left.
        """
        tools = [each.program for each in trial.generators] + checkers_of((trial.case,))
        tools += [each.program for each in trial.validators]
        programs = list(dict.fromkeys((*tools, *trial.suspects, *trial.references, *trial.counted)))
        calls = [(prepare, (program, self.seal)) for program in programs]
        made: dict[Solution, Unready | None] = {}
        progress(0, len(programs))
        with closing(in_order(self.executor, calls)) as outcomes:
            for program, why in zip(programs, outcomes, strict=True):
                made[program] = why
                progress(len(made), len(programs))
        left_out = {}
        for program, why in made.items():
            if why:
                left_out[program] = f"left out: {program.name}: {why.verdict.name}: {words_of(why)}"
                if program in tools or program.name in needed or program in trial.counted:
                    raise InputErrors((unready_fault(program, why),))
        suspects = tuple(one for one in trial.suspects if one not in left_out)
        if not suspects:
            first = next(iter(left_out.values()))
            raise wrong(trial.suspects[0], first)
        references = tuple(one for one in trial.references if one not in left_out)
        return replace(trial, suspects=suspects, references=references), [*left_out.values()]

    def check_tools(self, trial: Trial, cases: Sequence[Case]) -> None:
        """The first reference and the validators on the project's own cases. Raises InputErrors."""
        own = cases[:_OWN_CASES]
        if trial.validators:
            calls = ((refused_at, (trial.validators, case, self.seal)) for case in own)
            with closing(in_order(self.executor, calls)) as outcomes:
                for case, refusal in zip(own, outcomes, strict=True):
                    if refusal:
                        wanted = f"a validator that takes the project's own {case.id}"
                        blamed = refusal.by or trial.validators[0].program
                        raise wrong(blamed, f"expected {wanted}, got a refusal: {refusal.words}")
        for reference in trial.references[:1]:
            tasks = matrix((reference,), own)
            with closing(judge((reference,), tasks, self.executor, self.seal)) as results:
                for result in results:
                    if result.final and not result.verdict.is_sound:
                        got = f"{result.verdict.name} on {result.case}: {result.message}"
                        wanted = "a reference that is right on the project's own cases"
                        raise wrong(reference, f"expected {wanted}, got {got}")


class _Over(Exception):
    """The time for making a find small is over."""


@dataclass(slots=True, kw_only=True)
class Smaller:
    """The inputs, each smaller than the last, on which a program fails in the same way.

    First draws of smaller sizes; then, with `bytes_too`, what is left of the input. It ends by itself, or
    when `clock` has reached `until`. `tries` counts the inputs that were tried. `progress` receives the
    number of bytes left and that of the tries.
    """

    trial: Trial
    proof: Proof
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
            while found := self._drawn():
                self.draw, self.data = found
                yield found
            if self.bytes_too:
                for data in self._shrunk():
                    self.data = data
                    yield self.draw, data
        except _Over:
            return

    def _drawn(self) -> tuple[Draw, bytes] | None:
        if not self.draw.generator:
            return None
        draws = smaller(self.draw, seeds=_SEEDS)
        arguments = ((draw, self.failure) for draw in draws)
        return next(
            ((draw, data) for (draw, _), data in self._outcomes(still_drawn, arguments) if data), None
        )

    def _shrunk(self) -> Iterator[bytes]:
        name = self.trial.case.format
        if len(self.data) > _MOST_BYTES:
            return iter(())
        if not subject_of(name):
            return shrunk(self.data, self._first)
        trial = self.trial
        case = self.proof.call(with_answer, trial, self.draw, self.data, self.proof.seal).case
        format = format_of(name)
        answers = () if case.answer is None else format.decode_output(whole(case.answer))
        return shrunk_parts(format.decode_input(self.data), answers, name, self._first)

    def _is_over(self) -> bool:
        return self.clock() > self.until

    def _first(self, candidates: Sequence[bytes]) -> int | None:
        arguments = ((self.draw, data, self.failure) for data in candidates)
        outcomes = (holds for _, holds in self._outcomes(still, arguments))
        return next((index for index, holds in enumerate(outcomes) if holds), None)

    def _outcomes(
        self, function: Callable[..., _Outcome], arguments: Iterable[tuple[Any, ...]]
    ) -> Iterator[tuple[tuple[Any, ...], _Outcome]]:
        """Some at a time. Raises _Over."""
        left = iter(arguments)
        while some := list(islice(left, _TOGETHER)):
            if self._is_over():
                raise _Over
            calls = [(function, (self.trial, *each, self.proof.seal)) for each in some]
            self.tries += len(some)
            self.progress(len(self.data), self.tries)
            outcomes = list(in_order(self.proof.executor, calls, is_over=self._is_over))
            yield from zip(some, outcomes, strict=False)
            if len(outcomes) < len(some):
                raise _Over
