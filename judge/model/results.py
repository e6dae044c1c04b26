"""What a run of the judge yields: diagnoses of outputs, results of tests. Frozen values, no I/O.

Units end a name (`cpu_s`, `peak_bytes`); what is not known is None; every value pickles.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from judge.model.conversations import Turn
from judge.model.points import Worth
from judge.model.runs import Limits
from judge.model.verdicts import TOO_SLOW, Allowed, Verdict, VerdictWithMistake, worst


class Spot(Struct, frozen=True, kw_only=True):
    """A byte of one text: `line` and `column` count from 1, `column` in bytes, `offset` from 0."""

    line: int
    column: int
    offset: int


class Place(Struct, frozen=True, kw_only=True):
    """Where output and answer part, and the bytes that stand there in each, cut when they are many."""

    answer: Spot
    output: Spot
    wanted: bytes
    found: bytes


class Mistake(Struct, frozen=True, kw_only=True):
    """All differences that bear one name of `mistakes.table`: how many, on how many lines, the first few.

    `edit` mends them, in words.
    """

    name: str
    count: int
    lines: int
    places: tuple[Place, ...]
    edit: str


class WrongPart(Struct, frozen=True, kw_only=True):
    """The first place where the parts that were printed are not those of the answer.

    `place` names it from the outside in, each word with a number that counts from 1; `why` is the rule that
    is broken there.
    """

    place: tuple[tuple[str, int], ...]
    wanted: str
    found: str
    why: str


class Side(Struct, frozen=True, kw_only=True):
    """One line of one text in a diff: its bytes, and those of them that differ.

    `marks` are pairs of begin and end within `data`, equal where bytes are missing; `start` and `more` bytes
    of the line were cut off before and after, and `offset` is where `data` lies in the text.
    """

    number: int
    data: bytes
    offset: int
    marks: tuple[tuple[int, int], ...]
    start: int
    more: int


class Row(Struct, frozen=True, kw_only=True):
    """Two lines that belong together, or one without a partner; or `folded` pairs of equal lines.

    Without any of these it stands for all that was left out at the end.
    """

    answer: Side | None = None
    output: Side | None = None
    folded: int = 0


class Diagnosis(Struct, frozen=True, kw_only=True):
    """What is wrong with an output, most important first; without mistakes and rows if nothing is.

    `complete` unless there were too many differences to name each; then counts are at least what they say.
    """

    mistakes: tuple[Mistake, ...] = ()
    wrong_part: WrongPart | None = None
    rows: tuple[Row, ...] = ()
    complete: bool = True


class Opinion(Struct, frozen=True, kw_only=True):
    """The verdict that a profile gives an output; None where its checker cannot speak of the test.

    A profile is the name of a checker in `checkers.sites`, or the words of the rule that decides.
    """

    profile: str
    verdict: Verdict | None


class Grade(Struct, frozen=True, kw_only=True):
    """What the grader of a problem says of a group of tests; `whole` are the most points it could have."""

    group: str
    verdict: Verdict
    points: float
    whole: float


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the judge says of one test of one solution, and what was measured; None where nothing ran.

    `diagnosis` and `opinions` are there where an output is not the answer to the byte, accepted or not.
    `runs` is how many runs were made, of which this one took the least CPU time. One that is not `final` is
    just above its limit: it is measured again, and what was seen so far may not stand. `output` is the head
    of what was printed where there was no answer to compare it with. `said` are the words of the checker that
    the problem brings; where that is to blame for a JE, `checker_failed`. `points` are those of the test, by
    its `worth`; None where it has none. `turns` are the ends of what a program that was not accepted and its
    interactor said, in the last of `passes`, and `interactor_cpu_s` is what that used; of the passes the
    times are those of the one in which the program used most. `measured_at` is when a run before this one
    measured what was taken over, to the second; None of what this one has. `host` is the machine of a cluster
    that judged it, empty where it was judged here. `time_factor` is that of the solution's language. `grades`
    are those of the solution on the whole problem.
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

    def limit_s(self, limits: Limits) -> float:
        """Return the CPU limit of the run, whose case has these limits."""
        return self.time_factor * limits.cpu_s

    @property
    def as_expected(self) -> bool | None:
        """Whether the verdict is one of the expected; None where it was skipped.

        In a case of several tests AC is never unexpected: the expectation speaks of the worst of them.
        """
        if self.verdict is Verdict.SK:
            return None
        return self.is_allowed or (self.tests > 1 and self.verdict is Verdict.AC)

    @property
    def is_allowed(self) -> bool:
        """Whether the verdict, with the mistakes that were found, is one of the expected; NA for AC."""
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


def by_case(results: Iterable[Result]) -> Iterator[tuple[Result, ...]]:
    """The results of each solution on each case together; they come in order."""
    for _, tests in groupby(results, key=lambda result: (result.solution, result.case)):
        yield tuple(tests)


def measured_now(results: Iterable[Result]) -> list[Result]:
    """Those that this run has measured: only these are compared by their times."""
    return [result for result in results if result.measured_at is None]


def are_accepted(results: Iterable[Result]) -> bool:
    """Whether each of these tests of a solution is accepted, and was not expected to fail but by its time."""
    return all(
        result.verdict is Verdict.AC and {Verdict.AC} <= {*result.expected} <= {Verdict.AC, *TOO_SLOW}
        for result in results
    )


def nothing_judged(results: Iterable[Result]) -> bool:
    """Whether every test was skipped, so that none can be as expected."""
    return all(result.verdict is Verdict.SK for result in results)


def not_judged(results: Iterable[Result]) -> list[Result]:
    """Those with an unexpected JE: a file of the problem or the system has failed, not a solution."""
    return [result for result in results if result.verdict is Verdict.JE and not result.is_allowed]


def to_blame(results: Sequence[Result]) -> Sequence[Result]:
    """Of a case's tests, of which some are not as expected, those that are not; or the first for them all."""
    return [result for result in results if result.as_expected is False] or results[:1]


def case_as_expected(results: Sequence[Result]) -> bool | None:
    """Whether a case's tests together are as expected; None where none failed and some are not known."""
    if results[0].tests == 1:
        return results[0].as_expected
    outcomes = {result.as_expected for result in results}
    if False in outcomes:
        return False
    if len(results) < results[0].tests or None in outcomes:
        return None
    lowest = worst(result.verdict for result in results)
    return any(result.is_allowed for result in results if result.verdict is lowest)
