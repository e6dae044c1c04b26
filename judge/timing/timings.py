"""What was measured in a benchmark, and the statements that follow from it. Frozen values, no opinion.

Units end a name; what is not known is None.
"""

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from judge.timing.stats import Interval, Summary, summarise
from judge.verdicts import Verdict

# What is computed of these stays a number.
_Seconds = Annotated[float, Meta(ge=0, le=1e9)]
_Time = Annotated[float, Meta(ge=1e-12, le=1e9)]
_Count = Annotated[int, Meta(ge=0, lt=1 << 62)]


class Timing(Struct, frozen=True, kw_only=True):
    """One solution on one case: the CPU time of each round, all tests of the case together.

    Unless each run is AC or NA there are no times. `limit_s` is the limit of each test. `calls` and `lines`
    are the function calls and executed lines of the solution's own file, `instructions` those of the
    processor. `interactor_cpu_s` is what the interactor of the problem used beside, of a test in the mean.
    """

    solution: str
    case: str
    tests: _Count
    limit_s: _Seconds
    startup: str
    verdict: Verdict = Verdict.AC
    times_s: tuple[_Time, ...] = ()
    calls: _Count | None = None
    lines: _Count | None = None
    instructions: _Count | None = None
    interactor_cpu_s: _Seconds | None = None


class Startup(Struct, frozen=True, kw_only=True):
    """What a run of a program that does nothing costs, in each round. `kind` is what runs it."""

    kind: str
    times_s: tuple[_Time, ...]


class Machine(Struct, frozen=True, kw_only=True):
    """What must be equal for seconds to be comparable; `manner` is how programs are started and sealed."""

    processor: str
    processors: _Count
    architecture: str
    python: str
    manner: str


class Bench(Struct, frozen=True, kw_only=True):
    """All that was measured, and how. `rounds` are those of the solutions that stayed longest."""

    timings: tuple[Timing, ...]
    startups: tuple[Startup, ...]
    machine: Machine
    seed: int
    rounds: _Count
    precision: float
    wall_s: _Seconds
    interrupted: bool = False


class Finding(Enum):
    """What is known of a pair."""

    DIFFERENT = "different"
    TIE = "tie"
    UNDECIDED = "undecided"


class Pair(Struct, frozen=True, kw_only=True):
    """Two solutions on the cases that both solved; `ratio` is the time of `first` over that of `second`."""

    first: str
    second: str
    cases: int
    ratio: Interval
    finding: Finding

    @property
    def turned(self) -> "Pair":
        """The same of `second` over `first`."""
        return replace(self, first=self.second, second=self.first, ratio=self.ratio.inverse)


class Standing(Struct, frozen=True, kw_only=True):
    """A line of a table: one solution on one case, or on several by their geometric mean.

    `solved` counts the cases in time; `limit_s` is the least limit that was hit, None where none was. `place`
    is None where not all are solved. `alone` is the time without the start-up, None where it drowns in it.
    The ratios are to the table's reference.
    """

    solution: str
    verdict: Verdict
    solved: int
    cases: int
    limit_s: float | None
    summary: Summary | None
    time_s: Interval | None
    alone_s: Interval | None
    ratio: Interval | None
    alone_ratio: Interval | None
    place: tuple[int, int] | None
    calls: int | None
    lines: int | None
    instructions: int | None


class Change(Struct, frozen=True, kw_only=True):
    """What is different from the baseline; `ratio` is now over then, of times. `worse` if it went wrong."""

    solution: str
    case: str
    what: str
    then: str
    now: str
    worse: bool
    ratio: Interval | None = None


def noise(bench: Bench) -> tuple[float | None, str]:
    """The widest spread of the programs that do nothing, and a word for it."""
    spreads = [summarise(startup.times_s).spread for startup in bench.startups if startup.times_s]
    spread = max((spread for spread in spreads if spread is not None), default=None)
    return spread, noise_grade(spread)


def noise_grade(spread: float | None) -> str:
    """A word for the spread of equal runs of a program that does nothing."""
    if spread is None:
        return "unknown"
    for word, most in (("quiet", 0.02), ("fair", 0.05), ("noisy", 0.15)):
        if spread <= most:
            return word
    return "very noisy"
