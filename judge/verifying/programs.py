"""The programs: each gets the verdicts that it should, also if it is built in other ways."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from judge.model.cells import Cell, group_cells
from judge.model.findings import Finding, Flaw
from judge.model.groups import group_by
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, listed, printable
from judge.running.languages import debugged
from judge.scoring.unmet import unmet
from judge.verifying.problem import Problem, conclude, skip

_NO_PROGRAM = "the problem has no program"
_NO_OTHER = "no accepted program is in a language that this could change"
_USUAL, _OTHER = "-O2", "-O0"
# A build that is slower or larger by intent may exceed these limits.
_LIMITS = (Verdict.TLE, Verdict.ILE, Verdict.MLE, Verdict.SK)


def check_programs(problem: Problem) -> Finding:
    """Judge all programs, and compare the verdicts with what the programs state."""
    if not problem.solutions:
        return skip(_NO_PROGRAM)
    by_name = group_by(group_cells(problem.results), lambda cell: cell.solution)
    flaws: list[Flaw] = []
    notes: list[str] = []
    for solution in problem.solutions:
        cells = by_name.get(solution.name, [])
        wrong = [cell for cell in cells if cell.as_expected is False]
        if wrong:
            flaws.append(_flaw(problem, solution, wrong[0].to_blame[0], len(wrong)))
        elif all(cell.as_expected is None for cell in cells):
            why = next((result.message for cell in cells for result in cell.tests), "no test")
            notes.append(printable(f"{solution.name} was not judged: {why}"))
        else:
            notes += _note_weakness(solution, cells, len(problem.cases))
    paths = {solution.name: solution.path for solution in problem.solutions}
    for each in unmet(problem.solutions, problem.cases, problem.results):
        flaws.append(Flaw(path=paths[each.solution], message=each.words))
    tests = counted(len(problem.cases), "test")
    return conclude(f"{counted(len(problem.solutions), 'program')} on {tests}", flaws, notes)


def _note_weakness(solution: Solution, cells: Sequence[Cell], tests: int) -> list[str]:
    """Note that only one test of many rejects a program that must be rejected."""
    rejecting = [cell.case for cell in cells if not cell.verdict.is_sound]
    if len(rejecting) != 1 or tests == 1:
        return []
    return [printable(f"only {rejecting[0]} of {counted(tests, 'test')} rejects {solution.name}")]


def check_sanitized(problem: Problem) -> Finding:
    """Judge accepted programs with sanitizers and assertions. Only their limits may be exceeded."""
    programs = [one for one in problem.accepted if one.language.run and one.language.debug]
    return _check_changed(problem, programs, debugged, "with sanitizers and assertions")


def check_optimized(problem: Problem) -> Finding:
    """Judge accepted programs at another level of optimization. Only their limits may be exceeded."""
    programs = [one for one in problem.accepted if _USUAL in _flags_of(one)]
    return _check_changed(problem, programs, _change_level, f"with {_OTHER}")


def _flags_of(solution: Solution) -> tuple[str, ...]:
    return solution.language.flags if solution.flags is None else solution.flags


def _change_level(solution: Solution) -> Solution:
    flags = (_OTHER if word == _USUAL else word for word in _flags_of(solution))
    return replace(solution, flags=tuple(flags))


def _check_changed(
    problem: Problem,
    programs: Sequence[Solution],
    change: Callable[[Solution], Solution],
    manner: str,
) -> Finding:
    """Judge changed programs. What fails as it is says nothing about the change."""
    failing = {result.solution for result in problem.results if not result.verdict.is_sound}
    sound = [one for one in programs if one.name not in failing]
    if not sound:
        return skip(_NO_OTHER if not programs else "no such program is accepted as it is")
    flaws: list[Flaw] = []
    slow: dict[str, None] = {}
    by_name = {one.name: one for one in sound}
    wrong: dict[str, list[Result]] = defaultdict(list)
    for result in problem.judge([change(one) for one in sound], problem.cases):
        if result.verdict in _LIMITS:
            slow[result.solution] = None
        elif not result.verdict.is_sound:
            wrong[result.solution].append(result)
    for name, results in wrong.items():
        flaw = _flaw(problem, by_name[name], results[0], len(results), debug=change is debugged)
        flaws.append(flaw)
    notes = [printable(f"over the limits {manner}: {listed(slow)}")] if slow else []
    return conclude(f"{counted(len(sound), 'accepted program')} {manner}", flaws, notes)


def _flaw(problem: Problem, solution: Solution, result: Result, tests: int, *, debug: bool = False) -> Flaw:
    """Describe the first of the tests that a program fails."""
    expected = " or ".join(verdict.name for verdict in result.expected)
    more = f" (and on {counted(tests - 1, 'more test')})" if tests > 1 else ""
    why = f": {result.message}" if result.message else ""
    return Flaw(
        path=solution.path,
        message=f"expected {expected} on {result.case}, got {result.verdict.name}{more}{why}",
        command=problem.make_command(result) + " --debug" * debug,
    )
