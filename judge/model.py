"""The words that every other module speaks: frozen values without I/O or opinion.

Units end a name (`cpu_s`, `memory_bytes`); what is not known is None; every value pickles.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


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
    seen = set(verdicts)
    if seen - {Verdict.AC, Verdict.SK}:
        seen.discard(Verdict.SK)
    return max(seen, key=list(Verdict).index)


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
class Expectation:
    """The verdicts that the cases whose id matches `pattern` may get."""

    pattern: str
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """One program in one language that speaks one format."""

    name: str
    path: Path
    language: str
    format: str
    source: str
    expectations: tuple[Expectation, ...]
