"""Verdicts, and the verdicts that are expected."""

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from judge.model.patterns import matches


class Verdict(Enum):
    """The verdict on a run, best first."""

    AC = "accepted"
    NA = "no answer to compare with"
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

    @property
    def is_sound(self) -> bool:
        """Return whether the program ran to its end and no fault was found in its output."""
        return self in (Verdict.AC, Verdict.NA)


# In documents. Their schemas list the names.
VerdictName = Annotated[str, Meta(extra_json_schema={"enum": list(Verdict.__members__)})]


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the last in the order of `Verdict`; SK only if everything that ran is right."""
    return max(verdicts, key=_RISING.index)


_RISING = sorted(Verdict, key=lambda verdict: (not verdict.is_sound, verdict is not Verdict.SK))


TOO_SLOW = (Verdict.TLE, Verdict.ILE)


class VerdictWithMistake(Struct, frozen=True, kw_only=True):
    """A verdict that is allowed only with this mistake."""

    verdict: Verdict
    mistake: str

    @property
    def name(self) -> str:
        """Return it in the usual form: `PE no-separators`."""
        return f"{self.verdict.name} {self.mistake}"


Allowed = Verdict | VerdictWithMistake


def allowed_by_name(name: str) -> Allowed:
    """Return the allowed verdict of this name. Raises KeyError for an unknown verdict."""
    verdict, space, mistake = name.partition(" ")
    if not space:
        return Verdict[verdict]
    return VerdictWithMistake(verdict=Verdict[verdict], mistake=mistake)


class Expectation(Struct, frozen=True, kw_only=True):
    """The verdicts for cases that match `pattern`, or, in a case, for solutions; stated on `line`."""

    pattern: str
    verdicts: tuple[Allowed, ...]
    line: int = 0


# What a program that runs may get, best first.
SEEN = (Verdict.AC, Verdict.PE, Verdict.WA, Verdict.OLE, Verdict.MLE, Verdict.TLE, Verdict.ILE, Verdict.RE)


class Rule(Struct, frozen=True, kw_only=True):
    """The verdicts of a solution on the tests of a problem that a pattern in `tests` names, or on all.

    Each test gets one of the `allowed` verdicts, and some test one of the `required`, if there are any. A
    rule for `partly` accepted solutions demands a part of the points if points count. The `points` of the
    group of these tests are within a range, ends included. On some test the checker prints `message`.
    `bounds` is the bound of a time limit that follows from the time of the solution on them.
    """

    tests: tuple[str, ...] = ()
    allowed: tuple[Verdict, ...] = SEEN
    required: tuple[Verdict, ...] = ()
    partly: bool = False
    points: tuple[float, float] | None = None
    message: str = ""
    bounds: Literal["lower", "upper", ""] = ""

    def names(self, test: str) -> bool:
        """Return whether it names a test, by its name within the problem."""
        return not self.tests or any(matches(pattern, test) for pattern in self.tests)

    @property
    def owes(self) -> bool:
        """Return whether a single test cannot show that it holds."""
        return bool(self.required or self.points or self.message)


def allowed_by(rules: Iterable[Rule], test: str) -> tuple[Verdict, ...]:
    """Return the verdicts that all rules allow for a test, by its name within the problem."""
    return _in_common(tuple(rule.allowed for rule in rules if rule.names(test)))


# A run asks for this again and again.
@lru_cache(maxsize=1 << 10)
def _in_common(several: tuple[tuple[Verdict, ...], ...]) -> tuple[Verdict, ...]:
    return tuple(verdict for verdict in (*SEEN, Verdict.CE) if all(verdict in each for each in several))
