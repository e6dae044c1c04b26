"""Scores: the points of a solution on a problem, counted by the groups of its tests."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from judge.model.cells import Cell
from judge.model.groups import group_by
from judge.model.package_format import SAMPLE
from judge.model.patterns import matches
from judge.model.points import Group, Worth, round_points
from judge.model.results import Grade
from judge.model.verdicts import Verdict, worst

# The verdict of a case or a group with its points.
_Outcome = tuple[Verdict, float]
# Returns the outcome of a graded group from the outcomes of its members in order.
_Grader = Callable[[Group, Sequence[_Outcome]], _Outcome]
UNKNOWN = "unknown"
# Points of checkers and graders need not be round.
_NEAR = 1e-9
# The verdicts that graders know.
_CODES = {
    **{verdict: verdict.name for verdict in (Verdict.AC, Verdict.WA, Verdict.OLE, Verdict.MLE, Verdict.TLE)},
    Verdict.PE: "WA",
    Verdict.ILE: "TLE",
    Verdict.RE: "RTE",
}


class Score(Struct, frozen=True, kw_only=True):
    """The points of a solution, and the most that it could have.

    A checker that gives points may give more than the whole, which then means nothing.
    """

    points: float
    whole: float

    def __str__(self) -> str:
        return f"{format_points(self.points, self.whole, ' of ')} points"


class GroupScore(Struct, frozen=True, kw_only=True):
    """The score of a group, its `rejected` tests, and such tests that it requires, which are `unmet`."""

    group: Group
    score: Score
    rejected: tuple[str, ...]
    unmet: tuple[str, ...]


def format_points(points: float | None, whole: float | None, of: str) -> str:
    """Return the points with the whole after the word `of`, unless they are more than that.

    Unknown points are `unknown`, and an unknown whole is left out.
    """
    if points is None:
        return UNKNOWN
    is_more = whole is None or points > whole * (1 + _NEAR)
    return f"{points:.6g}" if is_more else f"{points:.6g}{of}{whole:.6g}"


def score_of(cells: Sequence[Cell]) -> Score | None:
    """Return the score of one solution on one problem, or None if some points are unknown."""
    return _score_of(cells, 0, cells) if _are_known(cells) else None


def whole_of(cells: Sequence[Cell]) -> float | None:
    """Return the most points that a solution can have on these tests of a problem, whatever its results.

    None if the problem counts none, or if a grader has not been asked.
    """
    counts = bool(cells) and all(result.worth for cell in cells for result in cell.tests)
    return _whole_of(cells, 0) if counts and _are_graded(cells) else None


def score_problems(cells: Iterable[Cell]) -> dict[tuple[str, str], Score]:
    """Return the scores by solution and problem, where all points are known."""
    groups = group_by(cells, lambda cell: (cell.solution, cell.problem))
    return {key: score for key, own in groups.items() if (score := score_of(own))}


def scores_of(cells: Sequence[Cell], patterns: Collection[str]) -> list[Score | None]:
    """Return the scores of the groups that a pattern names; without patterns, the score of the whole.

    The cells are of one solution on one problem. A score is None if it is unknown or there is no such
    group.
    """
    if not _are_known(cells):
        return [None]
    found: dict[str, list[Cell]] = {}
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


def score_groups(cells: Sequence[Cell]) -> list[GroupScore]:
    """Return the scores of the groups of one solution on one problem; none if some points are unknown.

    Groups inside of others are not listed.
    """
    if not _are_known(cells):
        return []
    members = group_by(
        (cell for cell in cells if len(_worth(cell).groups) > 1), lambda cell: _worth(cell).groups[1]
    )
    return [
        GroupScore(
            group=group,
            score=_score_of(own, 1, cells),
            rejected=tuple(_rejected(own)),
            unmet=tuple(
                name for name in _rejected(cells) if any(matches(pattern, name) for pattern in group.requires)
            ),
        )
        for group, own in members.items()
    ]


def grades_of(cells: Sequence[Cell], ask: Callable[[str, bytes], _Outcome]) -> tuple[Grade, ...]:
    """Return the grades of all graded groups of one solution on one problem; none if points are unknown.

    `ask` gives the lines for the members of a group to its grader, and returns the verdict and the points.
    """
    if not _have_points(cells):
        return ()
    own: dict[str, _Outcome] = {}
    best: dict[str, _Outcome] = {}

    def asked(found: dict[str, _Outcome]) -> _Grader:
        def outcome(group: Group, members: Sequence[_Outcome]) -> _Outcome:
            found[group.name] = Verdict.CE, 0.0
            if all(verdict in _CODES for verdict, _ in members):
                lines = "".join(f"{_CODES[verdict]} {points:.12g}\n" for verdict, points in members)
                found[group.name] = ask(group.name, lines.encode())
            return found[group.name]

        return outcome

    _counted(cells, 0, _rejected(cells), of=_outcome, graded=asked(own))
    _counted(cells, 0, (), of=_best, graded=asked(best))
    return tuple(
        Grade(group=name, verdict=verdict, points=points, whole=best[name][1])
        for name, (verdict, points) in own.items()
        if name in best
    )


def _are_known(cells: Sequence[Cell]) -> bool:
    return _have_points(cells) and _are_graded(cells)


def _are_graded(cells: Sequence[Cell]) -> bool:
    graded = ((cell, group.name) for cell in cells for group in _worth(cell).groups if group.graded)
    return all(name in _grades(cell) for cell, name in graded)


def _have_points(cells: Sequence[Cell]) -> bool:
    return bool(cells) and all(
        result.points is not None and result.worth for cell in cells for result in cell.tests
    )


def _grades(cell: Cell) -> dict[str, Grade]:
    return {grade.group: grade for grade in cell.tests[0].grades}


def _score_of(cells: Sequence[Cell], depth: int, every: Sequence[Cell]) -> Score:
    """Return the score of the group at this depth among the groups of each of its cases."""
    grades = _grades(cells[0])

    def own(group: Group, _: Sequence[_Outcome]) -> _Outcome:
        return grades[group.name].verdict, grades[group.name].points

    _, points = _counted(cells, depth, _rejected(every), of=_outcome, graded=own)
    return Score(points=round_points(points), whole=_whole_of(cells, depth))


def _whole_of(cells: Sequence[Cell], depth: int) -> float:
    (root,) = {_worth(cell).groups[depth] for cell in cells}
    grades = _grades(cells[0])

    def best(group: Group, _: Sequence[_Outcome]) -> _Outcome:
        return Verdict.AC, grades[group.name].whole

    _, whole = _counted(cells, depth, (), of=_best, graded=best)
    return round_points(whole if root.most_points is None else root.most_points)


def _outcome(cell: Cell) -> _Outcome:
    return cell.verdict, min(result.points or 0.0 for result in cell.tests)


def _best(cell: Cell) -> _Outcome:
    return Verdict.AC, _worth(cell).points


def _rejected(cells: Sequence[Cell]) -> list[str]:
    """Return the names of the cases that are not accepted."""
    return [_name(cell) for cell in cells if _outcome(cell)[0] is not Verdict.AC]


def _worth(cell: Cell) -> Worth:
    worth = cell.tests[0].worth
    assert worth
    return worth


def _name(cell: Cell) -> str:
    """Return the name of the case within its problem."""
    return cell.case.partition("/")[2]


def _counted(
    cells: Sequence[Cell],
    depth: int,
    rejected: Sequence[str],
    *,
    of: Callable[[Cell], _Outcome],
    graded: _Grader,
) -> _Outcome:
    """Combine the points of the members of a group at this depth among the groups of each case.

    `rejected` are the cases of the problem that are not accepted. Members are in the order of their files.
    """
    group = _worth(cells[0]).groups[depth]
    inner: dict[str, list[Cell]] = {}
    found: dict[str, _Outcome] = {}
    for cell in cells:
        if below := _worth(cell).groups[depth + 1 :]:
            inner.setdefault(below[0].name, []).append(cell)
        else:
            found[f"{_name(cell)}.ans"] = of(cell)
    found |= {
        name: _counted(members, depth + 1, rejected, of=of, graded=graded) for name, members in inner.items()
    }
    names = sorted(found)
    if group.stops:
        first = next((at for at, name in enumerate(names) if found[name][0] is not Verdict.AC), len(names))
        names = names[: first + 1]
    if group.ignores_samples:
        names = [name for name in names if name.rpartition("/")[2] != SAMPLE] or names
    outcomes = [found[name] for name in names]
    verdict, points = graded(group, outcomes) if group.graded else _by_default(group, outcomes)
    if any(matches(pattern, name) for pattern in group.requires for name in rejected):
        return Verdict.WA, 0.0
    return verdict, points if verdict is Verdict.AC or group.keeps_points else 0.0


def _by_default(group: Group, outcomes: Sequence[_Outcome]) -> _Outcome:
    verdicts = [verdict for verdict, _ in outcomes]
    accepts = group.accepted == "any number" or (group.accepted == "some" and Verdict.AC in verdicts)
    verdict = Verdict.AC if accepts else worst(verdicts)
    return verdict, _COUNTS[group.count]([points for _, points in outcomes])


_COUNTS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "sum": math.fsum,
    "min": min,
    "max": max,
    "avg": lambda points: math.fsum(points) / len(points),
}
