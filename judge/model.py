"""The words that every other module speaks: frozen values without I/O or opinion.

Units end a name (`cpu_s`, `memory_bytes`); what is not known is None; every value pickles.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path

# Device, inode, size, and the times of the last change of a file and of its inode, in nanoseconds.
Stamp = tuple[int, int, int, int, int]


class Ending(Enum):
    """What a process did. A runner knows endings only; `compare.decide` makes verdicts of them."""

    FINISHED = "finished"
    SIGNALLED = "signalled"
    OUT_OF_TIME = "out of time"
    IDLE = "idle"
    OUT_OF_MEMORY = "out of memory"
    TOO_MUCH_OUTPUT = "too much output"
    REFUSED = "refused by the sandbox"
    LOST = "lost"


class Verdict(Enum):
    """What the judge says of a run, best first."""

    AC = "accepted"
    PE = "presentation error"
    WA = "wrong answer"
    OLE = "output limit exceeded"
    MLE = "memory limit exceeded"
    TLE = "time limit exceeded"
    ILE = "idleness limit exceeded"
    RE = "runtime error"
    CE = "compile error"
    JE = "judge error"
    SK = "skipped"


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The last in the order of `Verdict`; SK only where nothing that ran went wrong."""
    return max(verdicts, key=_RISING.index)


_RISING = [Verdict.AC, Verdict.SK, *(verdict for verdict in Verdict if verdict.name not in ("AC", "SK"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one run may use. CPU time decides; wall time only catches a program that sleeps."""

    cpu_s: float
    memory_bytes: int
    output_bytes: int

    @property
    def wall_s(self) -> float:
        """Twice the CPU limit and a second."""
        return 2 * self.cpu_s + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What was measured of one process and all that it started."""

    ending: Ending
    cpu_s: float
    wall_s: float
    peak_bytes: int | None
    stdout: bytes
    stderr: bytes
    exit_code: int | None = None
    signal: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One entry of a case file, as its judge states it.

    `id` is `file stem/case id`. With `any_answer` every correct completion of the grid is right.
    """

    id: str
    problem: str
    format: str
    input: bytes
    answer: bytes
    limits: Limits
    any_answer: bool
    path: Path
    stamp: Stamp
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """The bytes that one run of one solution gets, and those that it must print."""

    case: str
    number: int
    format: str
    input: bytes
    answer: bytes
    limits: Limits
    any_answer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A verdict with a mistake that must be among those found."""

    verdict: Verdict
    mistake: str

    @property
    def name(self) -> str:
        return f"{self.verdict.name} {self.mistake}"


Allowed = Verdict | Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What the cases which match `pattern` may get."""

    pattern: str
    verdicts: tuple[Allowed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """One program in one language that speaks one format.

    `name` is its path below its folder, made printable, `digest` that of its bytes, `interpreter` the one
    that it asks for, empty for the language's own.
    """

    name: str
    path: Path
    digest: str
    stamp: Stamp
    format: str
    source: str
    interpreter: str
    expectations: tuple[Expectation, ...]

    def expected(self, case: str) -> tuple[Allowed, ...]:
        """The verdicts of the first expectation that names the case; AC where none does."""
        for expectation in self.expectations:
            if matches(expectation.pattern, case):
                return expectation.verdicts
        return (Verdict.AC,)


def matches(pattern: str, case: str) -> bool:
    """Whether a shell pattern names a case, by its whole id or by its problem."""
    return fnmatchcase(case, pattern) or fnmatchcase(case.partition("/")[0], pattern)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A byte of one text: `line` and `column` count from 1, `column` in bytes, `offset` from 0."""

    line: int
    column: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where output and answer part, and the bytes that stand there in each, cut when they are many."""

    answer: Spot
    output: Spot
    wanted: bytes
    found: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """All differences that bear one name of `mistakes.table`: how many, on how many lines, the first few.

    `edit` mends them, in words.
    """

    name: str
    count: int
    lines: int
    places: tuple[Place, ...]
    edit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCell:
    """The first cell that is not the answer's. All count from 1; `why` is the rule or the clue it breaks."""

    grid: int
    row: int
    column: int
    box: int
    found: str
    expected: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Two lines that belong together, or one without a partner; or `folded` pairs of equal lines.

    Without any of these it stands for all that was left out at the end.
    """

    answer: Side | None = None
    output: Side | None = None
    folded: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What is wrong with an output, most important first; without mistakes and rows if nothing is.

    `complete` unless there were too many differences to name each; then counts are at least what they say.
    """

    verdict: Verdict
    mistakes: tuple[Mistake, ...] = ()
    wrong_cell: WrongCell | None = None
    rows: tuple[Row, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What another judge would say; None where its rule cannot speak of the test."""

    profile: str
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What the judge says of one test of one solution, and what was measured; None where nothing ran.

    `opinions` are of an output that was compared and not accepted: the others are of one mind.
    `runs` is of how many runs this is the one with the least CPU time.
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
        """Whether the verdict, with the mistakes that were found, is one of the expected."""
        mistakes = [mistake.name for mistake in self.diagnosis.mistakes] if self.diagnosis else []
        return any(
            self.verdict is allowed
            or (
                isinstance(allowed, Named) and self.verdict is allowed.verdict and allowed.mistake in mistakes
            )
            for allowed in self.expected
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A line of a file, as it is and as it should be."""

    path: Path
    line: int
    old: bytes
    new: bytes


def by_case(results: Iterable[Result]) -> Iterator[tuple[Result, ...]]:
    """The results of each solution on each case together; they come in order."""
    for _, tests in groupby(results, key=lambda result: (result.solution, result.case)):
        yield tuple(tests)


def case_as_expected(results: Sequence[Result]) -> bool | None:
    """Whether a case's tests together are as expected; None where none failed and some are not known."""
    outcomes = {result.as_expected for result in results}
    if False in outcomes:
        return False
    if len(results) < results[0].tests or None in outcomes:
        return None
    lowest = worst(result.verdict for result in results)
    return any(result.is_allowed for result in results if result.verdict is lowest)
