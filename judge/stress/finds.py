"""What a search finds."""

from dataclasses import dataclass

from judge.model import Case, Verdict
from judge.results import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The call of a generator that made a case, the how-manieth of the search, from 1.

    `generator` is what `--generator` takes to call it, and empty for what the subject itself varies.
    """

    generator: str
    number: int
    seed: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What a program needs for a case, in a unit: `placements`, `calls and lines`, `CPU seconds`."""

    amount: float
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """A case on which a program fails or, of a search for the slowest, the hardest one.

    `case` is as small as it was made, with the answer that the `reference`, a program, gave; `drawn` is its
    input as the generator made it, and `tries` how many smaller ones were tried. `result` is that of the
    program on the case, and `output` all that it printed. `verdicts` are those of all its runs on the case:
    several, where it does not agree with itself. `command` finds it again.
    """

    case: Case
    draw: Draw
    drawn: bytes
    tries: int
    result: Result
    output: bytes
    verdicts: tuple[Verdict, ...]
    reference: str
    work: Work | None
    command: str

    @property
    def is_flaky(self) -> bool:
        """Whether the program does not agree with itself."""
        return len({*self.verdicts}) > 1
