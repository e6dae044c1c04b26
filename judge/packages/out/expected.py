"""What programs get, in the four verdicts of packages, and the folder that says so.

Sources: https://www.kattis.com/problem-package-format/spec/legacy.html, "Example submissions", and
https://www.kattis.com/problem-package-format/spec/2025-09.html, "Default directories".
"""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from judge.model import Allowed, Solution, Verdict, VerdictWithMistake
from judge.packages.out.problem import Problem

# From the best on. The worst of all tests is the verdict of a program.
ORDER = ("AC", "WA", "TLE", "RTE")
FOLDERS: Mapping[str, str] = dict(
    zip(ORDER, ("accepted", "wrong_answer", "time_limit_exceeded", "run_time_error"), strict=True)
)
# As `solutions.fates` has it of these folders.
_SAID = {
    Verdict.AC: "AC",
    Verdict.PE: "WA",
    Verdict.WA: "WA",
    Verdict.TLE: "TLE",
    Verdict.ILE: "TLE",
    Verdict.OLE: "RTE",
    Verdict.MLE: "RTE",
    Verdict.RE: "RTE",
}


class Expected(Struct, frozen=True, kw_only=True):
    """What each test may get, by the ids of cases; of each of the `required` some test gets a verdict.

    `lost` is a verdict that packages do not have, empty where there is none. With `blanks` some test gets PE.
    """

    verdicts: Mapping[str, frozenset[str]]
    required: tuple[frozenset[str], ...] = ()
    lost: str = ""
    blanks: bool = False

    @property
    def seen(self) -> frozenset[str]:
        return frozenset[str]().union(*self.verdicts.values())

    @property
    def worst(self) -> str:
        """What some test is certain to get while none gets worse; empty where that is open."""
        least = [min(map(ORDER.index, each)) for each in (*self.verdicts.values(), *self.required)]
        return ORDER[max(least)] if ORDER[max(least)] == max(self.seen, key=ORDER.index) else ""

    @property
    def fails_otherwise(self) -> bool:
        """Whether some test may fail in another way than the worst does, and perhaps before it."""
        return bool(self.seen - {"AC", self.worst})

    @property
    def is_partial(self) -> bool:
        """Whether some test is accepted and some is not, in whatever way."""
        return frozenset({"AC"}) in self.required and frozenset(ORDER[1:]) in self.required


def expected(solution: Solution, problem: Problem) -> Expected:
    wanted = {case.id: [*map(_verdict, solution.expected(case.id))] for case in problem.cases}
    owed = solution.owed([*wanted])
    lost = [one.name for each in (*wanted.values(), *owed) for one in each if one not in _SAID]
    if lost:
        return Expected(verdicts={}, lost=lost[0])
    return Expected(
        verdicts={case: _said(each) for case, each in wanted.items()},
        required=tuple(map(_said, owed)),
        blanks=any(each == [Verdict.PE] for each in (*wanted.values(), *map(list, owed))),
    )


def _verdict(allowed: Allowed) -> Verdict:
    return allowed.verdict if isinstance(allowed, VerdictWithMistake) else allowed


def _said(verdicts: Collection[Verdict]) -> frozenset[str]:
    """What is allowed beside TLE alone is no worse: so a folder has it that packages do not know."""
    said = frozenset(_SAID[verdict] for verdict in verdicts)
    return said - {"RTE"} if "TLE" in said and Verdict.RE not in verdicts else said


def ordered(verdicts: Iterable[str]) -> list[str]:
    return sorted(verdicts, key=ORDER.index)
