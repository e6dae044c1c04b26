"""The values of a benchmark: measurements, and the findings that follow. Unknown values are None."""

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from judge.model.verdicts import Verdict
from judge.timing.stats import Interval, Summary, summarize

# The bounds keep every value computed from these finite.
_Seconds = Annotated[float, Meta(ge=0, le=1e9)]
_Time = Annotated[float, Meta(ge=1e-12, le=1e9)]
_Count = Annotated[int, Meta(ge=0, lt=1 << 62)]


class Timing(Struct, frozen=True, kw_only=True):
    """One solution on one case: the CPU time of each round, all tests of the case together.

    There are no times unless every run is AC or NA. `limit_s` is the limit of each test. `calls` and `lines`
    count the function calls and executed lines of the solution's own file, `instructions` the instructions of
    the processor. `interactor_cpu_s` is the mean time of the interactor on a test. `output_digest` has a
    digest of the last output for each test without an answer; white space does not count.
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
    output_digest: str = ""


class Startup(Struct, frozen=True, kw_only=True):
    """The time of an empty program in each round. `kind` describes how it runs."""

    kind: str
    times_s: tuple[_Time, ...]


class Machine(Struct, frozen=True, kw_only=True):
    """The machine and its settings; seconds are comparable if all are equal. `manner`: start and sandbox."""

    processor: str
    processors: _Count
    architecture: str
    python: str
    manner: str


class Bench(Struct, frozen=True, kw_only=True):
    """All measurements. `rounds` counts the rounds of the solutions that stayed longest."""

    timings: tuple[Timing, ...]
    startups: tuple[Startup, ...]
    machine: Machine
    seed: int
    rounds: _Count
    precision: float
    wall_s: _Seconds
    interrupted: bool = False


class Finding(Enum):
    """The result of comparing a pair."""

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
    def inverse(self) -> "Pair":
        """The pair in the other order."""
        return replace(self, first=self.second, second=self.first, ratio=self.ratio.inverse)


class Standing(Struct, frozen=True, kw_only=True):
    """A line of a table: one solution on one case, or on several by their geometric mean.

    `solved` counts the cases in time. `limit_s` is the lowest limit that was hit. `place` is None unless all
    are solved. `alone_s` is the time without the start-up, None if it is too short to tell. Ratios are to the
    table's reference.
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
    """A difference from the baseline. For times `ratio` is now over then."""

    solution: str
    case: str
    what: str
    then: str
    now: str
    worse: bool
    ratio: Interval | None = None


def find_disputed_cases(bench: Bench) -> list[str]:
    """Return the cases without answers on which measured solutions print different outputs."""
    digests: dict[str, set[str]] = {}
    for timing in bench.timings:
        if timing.output_digest:
            digests.setdefault(timing.case, set()).add(timing.output_digest)
    return sorted(case for case, found in digests.items() if len(found) > 1)


def measure_noise(bench: Bench) -> tuple[float | None, str]:
    """Return the widest spread of the empty programs, and a word for it."""
    spreads = [summarize(startup.times_s).spread for startup in bench.startups if startup.times_s]
    spread = max((spread for spread in spreads if spread is not None), default=None)
    return spread, grade_noise(spread)


def grade_noise(spread: float | None) -> str:
    """Return a word for the spread of equal runs of an empty program."""
    if spread is None:
        return "unknown"
    for word, most in (("quiet", 0.02), ("fair", 0.05), ("noisy", 0.15)):
        if spread <= most:
            return word
    return "very noisy"
