"""The search: run the cases in the order of their numbers, and look again at each failure as it comes.

The finds depend on the seed alone: the number of workers and their speed only decide how far a search gets
in its time.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Container, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any

from msgspec.structs import replace

from judge.model.programs import Solution
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault, InputErrors
from judge.stress.attempts import MOST_ASKED, attempt_case
from judge.stress.draws import Draw, generate_draws
from judge.stress.examiner import Examiner, Shrinker
from judge.stress.finds import Find, Work
from judge.stress.trial import BY_CHANCE, Attempt, Failure, Trial
from judge.work.calls import AHEAD, run_calls_in_order
from judge.work.problem_tools import MOST_SIZE

# A case knows the hardest of all cases except the last few, so that as many workers need not wait for it.
_AT_ONCE = 8
# The share of the budget to shrink one find.
_SHRINKING = 0.25
# The share to confirm and shrink all finds if suspects share them.
_SETTLING = 0.5
# The smallest inputs to run again: near a limit some fail by chance.
_SMALLEST = 8
# The cases that a suspect may spoil by outputs on which a checker fails.
_MOST_SKIPPED = 8


@dataclass(slots=True, kw_only=True)
class Search:
    """A search and its results so far, which stay if it is interrupted.

    `keep` is called with each find, again whenever more is known of it, and `progress` with the search after
    each case. `clock` returns seconds. `finds` are by the name of the solution. `climb` has the number of
    each hardest case, the seconds until then, and its work. `size` is the size of the last case, `largest`
    of all. `is_confirming` is set while a failure is run again. `shrinking` counts the bytes left and the
    tries while a find shrinks. `unanswered` counts the cases without the answer of a reference.
    `first` is the first of the suspects; one that has failed is no longer among them. If suspects share
    finds, no search is made for one that fails on another's find. Then nothing is examined or shrunk before
    `settle`: `postponed` has the first failure of each suspect by its name. A case on which a checker fails
    is skipped: `skipped` has the first one of each suspect by its name, and the search goes on, without a
    suspect that spoils many cases.
    """

    trial: Trial
    examiner: Examiner
    seed: int
    budget_s: float
    shrinks_bytes: bool
    keep: Callable[[Find], None]
    progress: Callable[["Search"], None]
    shares_finds: bool = False
    clock: Callable[[], float] = time.monotonic

    finds: dict[str, Find] = field(default_factory=dict)
    hardest: Find | None = None
    climb: list[tuple[int, float, Work]] = field(default_factory=list)
    cases: int = 0
    size: int = 0
    largest: int = 0
    spent_s: float = 0.0
    shrinking: tuple[int, int] | None = None
    is_confirming: bool = False
    unanswered: Counter[str] = field(default_factory=Counter)
    postponed: dict[str, tuple[Attempt, Failure, Solution]] = field(default_factory=dict)
    skipped: dict[str, tuple[Find, tuple[Fault, ...]]] = field(default_factory=dict)
    first: Solution = field(init=False)
    _began: float = field(init=False)
    _shrinking_s: float = field(init=False)
    _settled_by: float = inf
    _too_large: dict[str, int] = field(default_factory=dict)
    _skips: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._began = self.clock()
        self.first = self.trial.suspects[0]
        self._shrinking_s = self.budget_s * _SHRINKING

    @property
    def most_size(self) -> int:
        """The largest size that the generators state, 0 if one of them states none."""
        sizes = [generator.most_size for generator in self.trial.generators]
        return 0 if MOST_SIZE in sizes else max(sizes, default=0)

    @property
    def all_finds(self) -> list[Find]:
        """The finds in the order in which they came, the hardest case last."""
        return [*self.finds.values(), *filter(None, (self.hardest,))]

    @property
    def failing(self) -> set[str]:
        """The names of the suspects that fail on a find or on the hardest case."""
        hardest = self.hardest and self.hardest.result.verdict
        fails = hardest and hardest is not Verdict.SK and not hardest.is_sound
        return {*self.finds, *([self.first.name] if fails else [])}

    def run(self) -> None:
        """Search until the time is over or all suspects have failed. Raises InputErrors if a tool fails."""
        try:
            ahead = _AT_ONCE if self.trial.unit else AHEAD
            coming = run_calls_in_order(
                self.examiner.executor, self._calls(), ahead=ahead, is_over=self._is_over
            )
            with closing(coming) as attempts:
                for attempt in attempts:
                    self._take(attempt)
                    if not self.trial.suspects or self._is_over():
                        break
        finally:
            self.spent_s = self._passed_s()

    def settle(self, *, shrinks: bool) -> None:
        """Examine the postponed failures, the first ones first, in half the time of the search.

        A failure for which no time is left stays postponed. Raises InputErrors if a tool fails.
        """
        share = min(_SHRINKING, _SETTLING / max(1, len(self.postponed)))
        self._shrinking_s = self.budget_s * share if shrinks else 0.0
        self._settled_by = self.clock() + self.budget_s * _SETTLING
        while self.postponed and self.clock() < self._settled_by:
            attempt, failure, suspect = self.postponed.pop(next(iter(self.postponed)))
            self._take_failure_or_skip(attempt, failure, suspect)
            if find := self.finds.get(suspect.name):
                others = [other for _, _, other in self.postponed.values()]
                for same in filter(None, self.examiner.find_failures(find.case, others)):
                    if not same.faults:
                        del self.postponed[same.solution]

    def run_on_hardest(self) -> None:
        """Run the suspect on the hardest case if that was put off, since the generator reported its work.

        Only one reference is asked, since a hard case may bring it to its limit too, unless the suspect's
        answer differs from its own.
        """
        if not self.hardest or self.hardest.result.verdict is not Verdict.SK:
            return
        draw, data = self.hardest.draw, self.hardest.drawn
        for most in (1, MOST_ASKED):
            find = self.examiner.examine(self.trial, draw, data, self.first, most=most)
            if find.result.verdict not in (Verdict.PE, Verdict.WA):
                break
        self.hardest = replace(find, work=self.hardest.work)
        self.keep(self.hardest)

    def _calls(self) -> Iterator[tuple[Callable[..., Attempt], tuple[Any, ...]]]:
        for draw in generate_draws(self.trial.generators, seed=self.seed):
            if self.cases and self._is_over():
                return
            # This runs right after the outcome of the case `_AT_ONCE` before it was taken.
            hardest = self.hardest.drawn if self.hardest else b""
            but = [name for name, size in self._too_large.items() if draw.size >= size]
            call = partial(attempt_case, hardest=hardest, above=self._hardest_amount(), but=but)
            yield call, (self.trial, draw, self.examiner.seal)

    def _passed_s(self) -> float:
        return self.clock() - self._began

    def _is_over(self) -> bool:
        return self._passed_s() > self.budget_s

    def _take(self, attempt: Attempt) -> None:
        if attempt.faults:
            raise InputErrors(attempt.faults)
        draw = attempt.draw
        self.cases, self.size, self.largest = draw.number, draw.size, max(self.largest, draw.size)
        for name in attempt.unanswered:
            self.unanswered[name] += 1
            self._too_large[name] = min(draw.size, self._too_large.get(name, draw.size))
        if attempt.work and attempt.work.amount > self._hardest_amount():
            self._climb(attempt, attempt.work)
        self._report()
        for failure in attempt.failures:
            suspect = next((one for one in self.trial.suspects if one.name == failure.solution), None)
            if suspect and failure.faults:
                self._skip(attempt, suspect, failure.faults)
            elif suspect and self.shares_finds:
                self.postponed[suspect.name] = attempt, failure, suspect
                self._drop_suspects(self.postponed)
            elif suspect and suspect.name not in self.finds:
                self._take_failure_or_skip(attempt, failure, suspect)

    def _take_failure_or_skip(self, attempt: Attempt, failure: Failure, suspect: Solution) -> None:
        try:
            self._take_failure(attempt, failure, suspect)
        except InputErrors as error:
            self._skip(attempt, suspect, error.faults)

    def _skip(self, attempt: Attempt, suspect: Solution, faults: tuple[Fault, ...]) -> None:
        """Save the input of the first case of a suspect that cannot be judged. Drop it after many."""
        if suspect.name not in self.skipped:
            find = self.examiner.describe_unrun(self.trial, attempt, suspect, Verdict.JE, faults[0].message)
            self.skipped[suspect.name] = find, faults
            self.keep(find)
        self._skips[suspect.name] += 1
        if self._skips[suspect.name] >= _MOST_SKIPPED:
            self._drop_suspects({suspect.name})

    def _drop_suspects(self, names: Container[str]) -> None:
        left = tuple(one for one in self.trial.suspects if one.name not in names)
        self.trial = replace(self.trial, suspects=left)

    def _hardest_amount(self) -> float:
        return self.hardest.work.amount if self.hardest and self.hardest.work else 0.0

    def _climb(self, attempt: Attempt, work: Work) -> None:
        not_run = self.examiner.describe_unrun(
            self.trial, attempt, self.first, Verdict.SK, "not run while the search lasts"
        )
        self.hardest = replace(not_run, work=work)
        self.climb.append((attempt.draw.number, self._passed_s(), work))
        self.keep(self.hardest)

    def _take_failure(self, attempt: Attempt, failure: Failure, suspect: Solution) -> None:
        """Look at a failure again, keep it at once, and then shrink it."""
        self._report(is_confirming=True)
        find = self.examiner.examine(self.trial, attempt.draw, attempt.input, suspect)
        if find.result.verdict.is_sound:
            if failure.verdict in BY_CHANCE or self._was_answer_wrong(attempt, find):
                return
            find = replace(find, verdicts=(failure.verdict, *find.verdicts))
        self._keep(find)
        if not find.is_flaky:
            self._shrink(find, suspect, failure)
        self._drop_suspects(self.finds)

    def _was_answer_wrong(self, attempt: Attempt, find: Find) -> bool:
        """Return whether the majority contradicts the answer. Then its reference is dropped, as a find."""
        if attempt.reference == find.reference:
            return False
        wrong = next((one for one in self.trial.references if one.name == attempt.reference), None)
        if wrong:
            theirs = self.examiner.examine(self.trial, attempt.draw, attempt.input, wrong)
            if theirs.result.verdict.is_sound:
                return False
            self._keep(theirs)
            left = tuple(one for one in self.trial.references if one is not wrong)
            self.trial = replace(self.trial, references=left)
        return True

    def _shrink(self, find: Find, suspect: Solution, failure: Failure) -> None:
        """Shrink a find, with the reference whose answer was taken first among the references."""
        ordered = sorted(self.trial.references, key=lambda one: one.name != find.reference)
        shrinker = Shrinker(
            trial=replace(self.trial, suspects=(suspect,), references=tuple(ordered)),
            examiner=self.examiner,
            draw=find.draw,
            data=find.drawn,
            failure=failure,
            until=min(self.clock() + self._shrinking_s, self._settled_by),
            clock=self.clock,
            bytes_too=self.shrinks_bytes,
            progress=lambda left, tries: self._report(shrinking=(left, tries)),
        )
        smallest: deque[tuple[Draw, bytes]] = deque(maxlen=_SMALLEST)
        try:
            smallest.extend(shrinker)
        finally:
            self._keep_smallest(find, suspect, shrinker, smallest)

    def _keep_smallest(
        self, find: Find, suspect: Solution, shrinker: Shrinker, inputs: deque[tuple[Draw, bytes]]
    ) -> None:
        """Keep the last of the smaller inputs on which the program fails in every run as it did before."""
        while inputs:
            self._report(is_confirming=True)
            try:
                again = self.examiner.examine(shrinker.trial, *inputs.pop(), suspect)
            except InputErrors:
                continue
            if {*again.verdicts} == {*find.verdicts}:
                self._keep(replace(again, drawn=find.drawn, tries=shrinker.tries))
                return
            if self.clock() > self._settled_by:
                return

    def _keep(self, find: Find) -> None:
        self.finds[find.result.solution] = find
        self.keep(find)
        self._report()

    def _report(self, *, shrinking: tuple[int, int] | None = None, is_confirming: bool = False) -> None:
        self.spent_s, self.shrinking, self.is_confirming = self._passed_s(), shrinking, is_confirming
        self.progress(self)
