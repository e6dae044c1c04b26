"""What a run of the judge has come to: the one value of which every report is made."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from judge.errors import Fault
from judge.model import FaultyProblem, Limits, Test
from judge.owing import Unmet
from judge.results import Result


def _not_at_hand(solution: str, case: str) -> tuple[Test, ...]:
    return ()


class Outcome(Struct, frozen=True, kw_only=True):
    """The results in the order of solutions and cases, and of the whole run what no result tells.

    `faults` are those of all files, `faulty` the problems that are not judged for them, `owing` what no test
    has shown. `limits` are those of each case, `together` the problems that share a table. `manner` says how
    programs were sealed and started. `resumed` of the results are from runs before; `missing` tests are not
    known, of a run that was `interrupted`. `tests` makes those of a solution on a case, none where these are
    not at hand.
    """

    results: tuple[Result, ...]
    faults: tuple[Fault, ...] = ()
    faulty: tuple[FaultyProblem, ...] = ()
    owing: tuple[Unmet, ...] = ()
    limits: Mapping[str, Limits] = field(default_factory=dict)
    together: tuple[tuple[str, ...], ...] = ()
    manner: str = ""
    wall_s: float | None = None
    resumed: int = 0
    missing: int = 0
    interrupted: bool = False
    tests: Callable[[str, str], tuple[Test, ...]] = field(default=_not_at_hand)
