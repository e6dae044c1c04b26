"""What points of tests come to: a solution's score on a problem, by the groups of its tests."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from judge.patterns import matches
from judge.results import Result, by_case
from judge.verdicts import Verdict, worst
from judge.worth import Worth

# The results of a case, and whether they are accepted, with the points.
_Cell = tuple[Result, ...]
_Outcome = tuple[bool, float]


class Score(Struct, frozen=True, kw_only=True):
    """The points that a solution has of those that it could have."""

    points: float
    whole: float

    def __str__(self) -> str:
        return f"{self.points:.6g} of {self.whole:.6g} points"


def score_of(results: Iterable[Result]) -> Score | None:
    """What the tests of one solution on one problem come to; None where of some no points are known."""
    cells = list(by_case(results))
    return _score_of(cells, 0, cells) if _are_known(cells) else None


def scores_of(results: Iterable[Result], patterns: Collection[str]) -> list[Score | None]:
    """The scores of the groups that one of the patterns names, of the whole without patterns.

    `results` are those of one solution on one problem. A score is None where it is not known, or there is no
    such group.
    """
    cells = list(by_case(results))
    if not _are_known(cells):
        return [None]
    found: dict[str, list[_Cell]] = {}
    depths: dict[str, int] = {}
    for cell in cells:
        for depth, group in enumerate(_worth(cell).groups):
            is_named = any(
                matches(pattern, group.name) and pattern.count("/") == group.name.count("/")
                for pattern in patterns
            )
            if is_named if patterns else not depth:
                found.setdefault(group.name, []).append(cell)
                depths[group.name] = depth
    return [_score_of(own, depths[name], cells) for name, own in found.items()] or [None]


def _are_known(cells: Sequence[_Cell]) -> bool:
    return bool(cells) and all(
        result.points is not None and result.worth for cell in cells for result in cell
    )


def _score_of(cells: Sequence[_Cell], depth: int, every: Sequence[_Cell]) -> Score:
    """That of the group which is as deep among those of each of its cases; `every` are all that there are."""
    (root,) = {_worth(cell).groups[depth] for cell in cells}
    rejected = [_name(cell) for cell in every if not _outcome(cell)[0]]
    _, points = _counted(cells, depth, rejected, of=_outcome)
    _, whole = _counted(cells, depth, (), of=lambda cell: (True, _worth(cell).points))
    return Score(points=points, whole=whole if root.most_points is None else root.most_points)


def _outcome(cell: _Cell) -> _Outcome:
    accepted = worst(result.verdict for result in cell) is Verdict.AC
    return accepted, min(result.points or 0.0 for result in cell)


def _worth(cell: _Cell) -> Worth:
    assert cell[0].worth
    return cell[0].worth


def _name(cell: _Cell) -> str:
    """Of the case within its problem."""
    return cell[0].case.partition("/")[2]


def _counted(
    cells: Sequence[_Cell], depth: int, rejected: Sequence[str], *, of: Callable[[_Cell], _Outcome]
) -> _Outcome:
    """What the cases of a group come to, which is as deep among the groups of each.

    `rejected` are the cases of the problem that are not accepted.
    """
    group = _worth(cells[0]).groups[depth]
    members: dict[str, list[_Cell]] = {}
    outcomes: dict[str, _Outcome] = {}
    for cell in cells:
        if inner := _worth(cell).groups[depth + 1 :]:
            members.setdefault(inner[0].name, []).append(cell)
        else:
            outcomes[cell[0].case] = of(cell)
    outcomes |= {name: _counted(inner, depth + 1, rejected, of=of) for name, inner in members.items()}
    names = sorted(name for name in outcomes if not (group.ignores_samples and _is_of_samples(name)))
    if group.stops:
        first = next((place for place, name in enumerate(names) if not outcomes[name][0]), len(names))
        names = names[: first + 1]
    verdicts, points = [outcomes[name][0] for name in names], [outcomes[name][1] for name in names]
    accepted = {"all": all(verdicts), "some": any(verdicts), "any number": True}[group.accepted]
    is_open = not any(matches(pattern, name) for pattern in group.requires for name in rejected)
    counts = is_open and (accepted or group.keeps_points)
    return accepted and is_open, _COUNTS[group.count](points) if counts and points else 0.0


def _is_of_samples(group: str) -> bool:
    return group.rpartition("/")[2] == "sample"


_COUNTS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "sum": sum,
    "min": min,
    "max": max,
    "avg": lambda points: sum(points) / len(points),
}
