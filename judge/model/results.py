"""Results of tests, and diagnoses of outputs.

A name ends in its unit (`cpu_s`, `peak_bytes`), and unknown is None.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from judge.model.conversations import Turn
from judge.model.groups import group_by
from judge.model.patterns import problem_of
from judge.model.points import Worth
from judge.model.runs import Limits
from judge.model.verdicts import TOO_SLOW, Allowed, Verdict, VerdictWithMistake

# The message of a test without input and answer that accepts an empty output. `judge new` makes one.
EMPTY_TEST = "the test is empty"


class Spot(Struct, frozen=True, kw_only=True):
    """A byte of one text: `line` and `column` count from 1, `column` in bytes, `offset` from 0."""

    line: int
    column: int
    offset: int


class Place(Struct, frozen=True, kw_only=True):
    """The place where output and answer begin to differ, and the bytes of each there, shortened if long."""

    answer: Spot
    output: Spot
    wanted: bytes
    found: bytes


class Mistake(Struct, frozen=True, kw_only=True):
    """All differences of one kind of `mistakes.table`: their number, the number of lines, and the first few.

    `edit` describes how to fix them.
    """

    name: str
    count: int
    lines: int
    places: tuple[Place, ...]
    edit: str


class WrongPart(Struct, frozen=True, kw_only=True):
    """The first place where the printed parts differ from the answer's.

    `place` names it from the outside in, each word with a number from 1. `why` is the rule that it breaks.
    """

    place: tuple[tuple[str, int], ...]
    wanted: str
    found: str
    why: str


class Side(Struct, frozen=True, kw_only=True):
    """One line of one text in a diff, and which of its bytes differ.

    `marks` are pairs of start and end within `data`, equal where bytes are missing. `start` and `more` bytes
    of the line are cut off before and after, and `offset` is the offset of `data` in the text.
    """

    number: int
    data: bytes
    offset: int
    marks: tuple[tuple[int, int], ...]
    start: int
    more: int


class Row(Struct, frozen=True, kw_only=True):
    """Two lines that correspond, one line without a partner, or `folded` pairs of equal lines.

    An empty row marks the rest that is left out.
    """

    answer: Side | None = None
    output: Side | None = None
    folded: int = 0


class Diagnosis(Struct, frozen=True, kw_only=True):
    """The mistakes in an output, the most important first; empty if there are none.

    It is `complete` unless there were too many differences to name. Then counts are lower bounds.
    """

    mistakes: tuple[Mistake, ...] = ()
    wrong_part: WrongPart | None = None
    rows: tuple[Row, ...] = ()
    complete: bool = True


class Opinion(Struct, frozen=True, kw_only=True):
    """The verdict of a profile on an output, or None if its checker cannot judge the test.

    A profile is the name of a checker in `checkers.sites`, or the words of the rule that decides.
    """

    profile: str
    verdict: Verdict | None


class Grade(Struct, frozen=True, kw_only=True):
    """A grader's verdict and points for a group of tests. `whole` is the most it could have."""

    group: str
    verdict: Verdict
    points: float
    whole: float


class LastRun(Struct, frozen=True, kw_only=True):
    """The verdict and the points of a test in the last run that judged it."""

    verdict: Verdict
    points: float | None = None


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of one test of one solution, and what was measured; None where nothing ran.

    `diagnosis` and `opinions` exist if the output differs from the answer in any byte, accepted or not.
    `runs` is the number of runs, of which this one took the least CPU time. A result that is not `final` is
    just above its limit and is measured again. `output` is the head of an output that had no answer to
    compare with. `said` is the message of the problem's checker; `checker_failed` if that is to blame for a
    JE. `points` are the test's by its `worth`, None if it has none. `turns` are the ends of the
    conversation of a program that was not accepted, in the last of `passes`, and `interactor_cpu_s` is the
    interactor's time. Times are from the pass in which the program used most.
    `measured_at` is when an earlier run measured a reused result, to the second; None for results of this
    run. `host` is the machine of a cluster that judged it, empty for this one. `time_factor` is that of the
    solution's language on the problem. `grades` are for the solution on the whole problem. `last_run` is what
    the last run found, None if that is unknown.
    """

    solution: str
    case: str
    test: int
    tests: int
    verdict: Verdict
    expected: tuple[Allowed, ...]
    message: str = ""
    diagnosis: Diagnosis | None = None
    opinions: tuple[Opinion, ...] = ()
    stderr: bytes = b""
    cpu_s: float | None = None
    wall_s: float | None = None
    peak_bytes: int | None = None
    runs: int = 1
    final: bool = True
    output: bytes = b""
    said: bytes = b""
    checker_failed: bool = False
    points: float | None = None
    worth: Worth | None = None
    turns: tuple[Turn, ...] = ()
    passes: int = 1
    interactor_cpu_s: float | None = None
    measured_at: datetime | None = None
    host: str = ""
    time_factor: float = 1.0
    grades: tuple[Grade, ...] = ()
    last_run: LastRun | None = None

    @property
    def problem(self) -> str:
        return problem_of(self.case)

    def limit_s(self, limits: Limits) -> float:
        """Return the CPU limit of the run, whose case has these limits."""
        return self.time_factor * limits.cpu_s

    @property
    def as_expected(self) -> bool | None:
        """Return whether the verdict is one of the expected; None if the test was skipped.

        AC is always expected for one of several tests of a case: the expectation is about the worst of them.
        """
        if self.verdict is Verdict.SK:
            return None
        return self.is_allowed or (self.tests > 1 and self.verdict is Verdict.AC)

    @property
    def change(self) -> int | None:
        """Return 1 if the test is better than in the last run, -1 if it is worse, 0 if neither.

        Points decide before verdicts. None if either is unknown.
        """
        if not self.last_run or self.verdict in (Verdict.JE, Verdict.SK):
            return None
        now, before = self.verdict is Verdict.AC, self.last_run.verdict is Verdict.AC
        if self.points is not None and self.last_run.points not in (None, self.points):
            now, before = self.points > self.last_run.points, self.points < self.last_run.points
        return now - before

    @property
    def is_allowed(self) -> bool:
        """Return whether the verdict and its mistakes are among the expected. NA counts as AC."""
        if self.verdict in self.expected:
            return True
        if self.verdict is Verdict.NA and Verdict.AC in self.expected:
            return True
        mistakes = [mistake.name for mistake in self.diagnosis.mistakes] if self.diagnosis else []
        named = [allowed for allowed in self.expected if isinstance(allowed, VerdictWithMistake)]
        return any(self.verdict is allowed.verdict and allowed.mistake in mistakes for allowed in named)


class Revision(Struct, frozen=True, kw_only=True):
    """A line of a file, as it is and as it should be."""

    path: Path
    line: int
    old: bytes
    new: bytes


def measured_now(results: Iterable[Result]) -> list[Result]:
    """Return the results of this run. Only their times are compared."""
    return [result for result in results if result.measured_at is None]


def are_accepted(results: Iterable[Result]) -> bool:
    """Return whether all of these tests are accepted, and none was expected to fail except by its time."""
    return all(
        result.verdict is Verdict.AC and {Verdict.AC} <= {*result.expected} <= {Verdict.AC, *TOO_SLOW}
        for result in results
    )


class Slowest(NamedTuple):
    """A result, and its CPU time as a share of the limit."""

    result: Result
    share: float


def list_slowest(results: Iterable[Result], limits: Mapping[str, Limits]) -> list[Slowest]:
    """List the run nearest to its CPU limit of each solution that is accepted on all tests of a problem.

    The nearest comes first.
    """
    of_problems = group_by(results, lambda result: (result.solution, result.problem))
    timed = [
        Slowest(result, result.cpu_s / result.limit_s(limits[result.case]))
        for tests in of_problems.values()
        if are_accepted(tests)
        for result in measured_now(tests)
        if result.cpu_s is not None and result.case in limits
    ]
    return sorted(timed, key=lambda slowest: -slowest.share)


def nothing_judged(results: Iterable[Result]) -> bool:
    """Return whether every test was skipped."""
    return all(result.verdict is Verdict.SK for result in results)


def not_judged(results: Iterable[Result]) -> list[Result]:
    """Return the unexpected JEs: a file of the problem or the system failed, not a solution."""
    return [result for result in results if result.verdict is Verdict.JE and not result.is_allowed]
