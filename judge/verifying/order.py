"""The order of tests: samples come first, and groups hold what their points say."""

from collections.abc import Iterator

from judge.model.cases import Case
from judge.model.cells import group_cells
from judge.model.findings import Finding, Flaw
from judge.model.package_format import is_sample
from judge.model.patterns import matches
from judge.model.points import Group
from judge.platform.errors import counted, listed, printable
from judge.scoring.scores import score_of
from judge.verifying.problem import Problem, conclude, skip

_NEAR = 1e-6


def check_samples(problem: Problem) -> Finding:
    """Report each sample after a test that is none: statements and sites show samples first.

    The order of tests in files is that of their names, and exports put samples first. So this is only noted.
    """
    samples = [case for case in problem.cases if is_sample(_name(case))]
    others = [case for case in problem.cases if case not in samples]
    if not samples:
        return skip("no test is a sample")
    early = problem.cases[: problem.cases.index(others[0])] if others else samples
    late = [case for case in samples if case not in early]
    flaws = [
        _flaw(case, f"expected samples before other tests, got {case.id} after {others[0].id}")
        for case in late
        if case.line
    ]
    names = [case.id for case in late if not case.line]
    notes = (
        [f"samples after other tests, which exports put first: {printable(listed(names))}"] if names else []
    )
    return conclude(counted(len(samples), "sample"), flaws, notes)


def check_groups(problem: Problem) -> Finding:
    """Compare the groups of tests with their points.

    Each test is in a group if others are, the tests that a group requires are before its own, and accepted
    programs get all points.
    """
    members: dict[Group, list[Case]] = {}
    for case in problem.cases:
        for group in case.worth.groups if case.worth else ():
            members.setdefault(group, []).append(case)
    if not members:
        return skip("the problem has no points")
    flaws = [*_find_ungrouped(problem)]
    for group, own in members.items():
        flaws += _find_late(problem, group, own)
    lost = [*_find_lost_points(problem)]
    is_scored = any(case.checker or case.interactor or case.scorers for case in problem.cases)
    notes = [flaw.message for flaw in lost if is_scored]
    named = len({group.name for group in members} - {"", "."})
    words = f"{counted(named, 'group')}, {counted(len(problem.cases), 'test')}"
    return conclude(words, flaws + lost * (not is_scored), notes)


def _find_ungrouped(problem: Problem) -> Iterator[Flaw]:
    """Yield the tests in no group, which count nothing, unless all are. Samples may be in none."""
    if not any(case.worth and len(case.worth.groups) > 1 for case in problem.cases):
        return
    for case in problem.cases:
        in_none = not case.worth or (len(case.worth.groups) == 1 and not case.worth.points)
        if in_none and not is_sample(_name(case)):
            yield _flaw(case, f"expected a group with points for each test, got none for {case.id}")


def _find_late(problem: Problem, group: Group, own: list[Case]) -> Iterator[Flaw]:
    """Yield the first test that a group requires and that comes after a test of the group."""
    for case in problem.cases[problem.cases.index(own[0]) :]:
        if case not in own and any(matches(pattern, _name(case)) for pattern in group.requires):
            wanted = f"the tests that the group {group.name} requires before its own"
            yield _flaw(case, f"expected {wanted}, got {case.id} after {own[0].id}")
            return


def _find_lost_points(problem: Problem) -> Iterator[Flaw]:
    """Yield the accepted programs that get fewer or more points than the whole."""
    results = problem.results
    for solution in problem.accepted:
        cells = group_cells(result for result in results if result.solution == solution.name)
        score = score_of(cells)
        if not score or not all(cell.verdict.is_sound for cell in cells):
            continue
        if abs(score.points - score.whole) > _NEAR * max(1.0, score.whole):
            message = f"expected {score.whole:g} points, got {score.points:g} with every test accepted"
            yield Flaw(path=solution.path, message=message)


def _flaw(case: Case, message: str) -> Flaw:
    return Flaw(path=case.path, line=case.line, message=printable(message))


def _name(case: Case) -> str:
    """Return the name of a test within its problem."""
    return case.id.partition("/")[2]
