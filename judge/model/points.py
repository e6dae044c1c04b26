"""What tests count, where a problem counts points. Frozen values, which pickle."""

from typing import Literal

from msgspec import Struct

# Of a test, or of a whole problem.
MOST_POINTS = 1e9


class Group(Struct, frozen=True, kw_only=True):
    """Tests of a problem, and groups of them, that count together.

    Its points are the `count` of theirs. They count if `accepted` of them are, else there are none; of
    those that `stops` it counts no test after the first that is not, in the order of their names, and of the
    samples that it `ignores` none. `most_points` is the whole where that is stated, else what comes of the
    tests. It counts nothing unless all tests of the problem are accepted which one of the patterns that it
    `requires` names. Where it `keeps_points` it has them though it is not accepted. If it is `graded`, a
    grader of its problem says whether it is accepted, and its points.
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
    """The points of a test where it is accepted and where not, and its groups, the outermost first.

    Where it is not `scored`, no checker says points of its own.
    """

    points: float
    rejected_points: float = 0.0
    groups: tuple[Group, ...] = ()
    scored: bool = True
