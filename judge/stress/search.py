"""The search: cases in the order of their numbers, what fails on them, made small, as it is found.

What is found follows from the seed: how many workers there are, and who of them is quicker, only decides how
far a search comes within its time.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.errors import InputErrors
from judge.model import Solution
from judge.results import Result
from judge.stress.draws import draws
from judge.stress.finds import Draw, Find, Work
from judge.stress.proof import Proof, Smaller
from judge.stress.trial import BY_CHANCE, Attempt, Failure, Trial
from judge.stress.trials import MOST_ASKED, attempted
from judge.verdicts import Verdict
from judge.work.calls import AHEAD, in_order

# A case is drawn from the hardest of all but the few before it, so that as many workers need not wait.
_AT_ONCE = 8
# The share of the budget that making one find small may take.
_SHRINKING = 0.25
# So many of the smallest inputs are looked at again: near a limit some fail by chance.
_LOOKED_AT = 8


class Moment(Struct, frozen=True, kw_only=True):
    """Where a search stands. `shrinking` are the bytes that are made fewer, and how often that was tried."""

    cases: int
    spent_s: float
    size: int
    found: int
    hardest: Work | None = None
    shrinking: tuple[int, int] | None = None


@dataclass(slots=True, kw_only=True)
class Search:
    """A search, and what it has come to at any moment, however it ends.

    `keep` and `progress` hear of each find as soon and as often as it is better known, and of each case.
    `clock` returns seconds.
    `finds` are by the name of the solution. `climb` has for each hardest case its number, the seconds until
    then, and its work. `unanswered` counts the cases on which a reference failed. `first`
    is the first of the suspects; who has failed is none any more.
    """

    trial: Trial
    proof: Proof
    seed: int
    budget_s: float
    shrinks_bytes: bool
    keep: Callable[[Find], None]
    progress: Callable[[Moment], None]
    clock: Callable[[], float] = time.monotonic

    finds: dict[str, Find] = field(default_factory=dict)
    hardest: Find | None = None
    climb: list[tuple[int, float, Work]] = field(default_factory=list)
    cases: int = 0
    spent_s: float = 0.0
    unanswered: Counter[str] = field(default_factory=Counter)
    first: Solution = field(init=False)
    _began: float = field(init=False)
    _size: int = 0
    _too_large: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._began = self.clock()
        self.first = self.trial.suspects[0]

    @property
    def found(self) -> list[Find]:
        """In the order in which they were found, the hardest case last."""
        return [*self.finds.values(), *filter(None, (self.hardest,))]

    def run(self) -> None:
        """Until the time is over or every suspect has failed. Raises InputErrors where a tool is wrong."""
        try:
            ahead = _AT_ONCE if self.trial.unit else AHEAD
            coming = in_order(self.proof.executor, self._calls(), ahead=ahead, is_over=self._is_over)
            with closing(coming) as attempts:
                for attempt in attempts:
                    self._take(attempt)
                    if not self.trial.suspects or self._is_over():
                        break
        finally:
            self.spent_s = self._passed_s()

    def look(self) -> None:
        """Run the suspect on the hardest case, which is left to the end where its generator counts work.

        Nobody waits for more than one reference, whom a hard case may bring to its limit as well, until it
        comes to who of two is right.
        """
        if not self.hardest or self.hardest.result.verdict is not Verdict.SK:
            return
        for most in (1, MOST_ASKED):
            found = self.proof.of(self.trial, self.hardest.draw, self.hardest.drawn, self.first, most=most)
            if found.result.verdict not in (Verdict.PE, Verdict.WA):
                break
        self.hardest = replace(found, work=self.hardest.work)
        self.keep(self.hardest)

    def _calls(self) -> Iterator[tuple[Callable[..., Attempt], tuple[Any, ...]]]:
        for draw in draws(self.trial.generators, seed=self.seed):
            if self.cases and self._is_over():
                return
            # A call is made when the outcome of the case `_AT_ONCE` before it was taken, and no sooner.
            hardest = self.hardest.drawn if self.hardest else b""
            but = [name for name, size in self._too_large.items() if draw.size >= size]
            yield (
                partial(attempted, hardest=hardest, above=self._hardest_amount(), but=but),
                (self.trial, draw, self.proof.seal),
            )

    def _passed_s(self) -> float:
        return self.clock() - self._began

    def _is_over(self) -> bool:
        return self._passed_s() > self.budget_s

    def _take(self, attempt: Attempt) -> None:
        if attempt.faults:
            raise InputErrors(attempt.faults)
        draw = attempt.draw
        self.cases, self._size = draw.number, draw.size
        for name in attempt.unanswered:
            self.unanswered[name] += 1
            self._too_large[name] = min(draw.size, self._too_large.get(name, draw.size))
        if attempt.work and attempt.work.amount > self._hardest_amount():
            self._climb(attempt, attempt.work)
        self._tell()
        for failure in attempt.failures:
            if failure.solution not in self.finds:
                self._fail(attempt, failure)

    def _hardest_amount(self) -> float:
        return self.hardest.work.amount if self.hardest and self.hardest.work else 0.0

    def _climb(self, attempt: Attempt, work: Work) -> None:
        case = self.trial.with_input(attempt.draw, attempt.input)
        not_run = Result(
            solution=self.first.name,
            case=case.id,
            test=1,
            tests=1,
            verdict=Verdict.SK,
            expected=self.first.expected(case.id),
            message="not run while the search lasts",
        )
        self.hardest = Find(
            case=case,
            draw=attempt.draw,
            drawn=attempt.input,
            tries=0,
            result=not_run,
            output=b"",
            verdicts=(),
            reference="",
            work=work,
            command=self.proof.command,
        )
        self.climb.append((attempt.draw.number, self._passed_s(), work))
        self.keep(self.hardest)

    def _fail(self, attempt: Attempt, failure: Failure) -> None:
        """Look at a failure again, keep it at once, and then make it small."""
        suspect = next((one for one in self.trial.suspects if one.name == failure.solution), None)
        if not suspect:
            return
        find = self.proof.of(self.trial, attempt.draw, attempt.input, suspect)
        if find.result.verdict.is_sound:
            if failure.verdict in BY_CHANCE or self._outvoted(attempt, find):
                return
            find = replace(find, verdicts=(failure.verdict, *find.verdicts))
        self._keep(find)
        if not find.is_flaky:
            self._make_small(find, suspect, failure)
        left = tuple(one for one in self.trial.suspects if one.name not in self.finds)
        self.trial = replace(self.trial, suspects=left)

    def _outvoted(self, attempt: Attempt, find: Find) -> bool:
        """Whether it was the answer that was wrong. Who gave it is a find, then, and is asked no more."""
        if attempt.reference == find.reference:
            return False
        wrong = next((one for one in self.trial.references if one.name == attempt.reference), None)
        if wrong:
            theirs = self.proof.of(self.trial, attempt.draw, attempt.input, wrong)
            if theirs.result.verdict.is_sound:
                return False
            self._keep(theirs)
            left = tuple(one for one in self.trial.references if one is not wrong)
            self.trial = replace(self.trial, references=left)
        return True

    def _make_small(self, find: Find, suspect: Solution, failure: Failure) -> None:
        smaller = Smaller(
            trial=self._against(find.reference, suspect),
            proof=self.proof,
            draw=find.draw,
            data=find.drawn,
            failure=failure,
            until=self.clock() + self.budget_s * _SHRINKING,
            clock=self.clock,
            bytes_too=self.shrinks_bytes,
            progress=lambda left, tries: self._tell(shrinking=(left, tries)),
        )
        small: deque[tuple[Draw, bytes]] = deque(maxlen=_LOOKED_AT)
        try:
            small.extend(smaller)
        finally:
            self._keep_smallest(find, suspect, smaller, small)

    def _keep_smallest(
        self, find: Find, suspect: Solution, smaller: Smaller, small: deque[tuple[Draw, bytes]]
    ) -> None:
        """The last of the smaller inputs on which the program fails in every run as it did."""
        while small:
            try:
                again = self.proof.of(smaller.trial, *small.pop(), suspect)
            except InputErrors:
                continue
            if {*again.verdicts} == {*find.verdicts}:
                self._keep(replace(again, drawn=find.drawn, tries=smaller.tries))
                return

    def _against(self, reference: str, suspect: Solution) -> Trial:
        """The suspect alone, against the reference whose answer was taken, then the others."""
        ordered = sorted(self.trial.references, key=lambda one: one.name != reference)
        return replace(self.trial, suspects=(suspect,), references=tuple(ordered))

    def _keep(self, find: Find) -> None:
        self.finds[find.result.solution] = find
        self.keep(find)
        self._tell()

    def _tell(self, shrinking: tuple[int, int] | None = None) -> None:
        self.progress(
            Moment(
                cases=self.cases,
                spent_s=self._passed_s(),
                size=self._size,
                found=len(self.finds),
                hardest=self.hardest.work if self.hardest else None,
                shrinking=shrinking,
            )
        )
