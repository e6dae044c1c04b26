"""The points of tests and groups, for problems that count points."""

from typing import Literal

from msgspec import Struct

# Of a test, or of a whole problem.
MOST_POINTS = 1e9


def round_points(points: float) -> float:
    """Round to fifteen digits: shares such as a sixth add up to the whole, and spreadsheets keep no more."""
    return float(f"{points:.15g}")


class Group(Struct, frozen=True, kw_only=True):
    """A group of tests, and of other groups, that are counted together.

    Its points are combined by `count`. They count if its tests are accepted as `accepted` demands, else it
    has none. If it `stops`, no test counts after the first that fails, in the order of names. If it `ignores`
    samples, they never count. `most_points` is the whole, if stated. It has points only if all tests of the
    problem that a pattern in `requires` names are accepted. If it `keeps_points`, it has them even if it is
    not accepted. If it is `graded`, a grader of the problem decides whether it is accepted, and its points.
    """

    name: str
    count: Literal["sum", "min", "max", "avg"] = "sum"
    accepted: Literal["all", "some", "any number"] = "any number"
    stops: bool = False
    ignores_samples: bool = False
    most_points: float | None = None
    requires: tuple[str, ...] = ()
    keeps_points: bool = False
    graded: bool = False


class Worth(Struct, frozen=True, kw_only=True):
    """The points of a test if it is accepted and if not, and its groups, the outermost first.

    If it is not `scored`, no checker gives points.
    """

    points: float
    rejected_points: float = 0.0
    groups: tuple[Group, ...] = ()
    scored: bool = True
