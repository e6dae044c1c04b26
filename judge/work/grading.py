"""Run a package's graders, which combine results into points of groups of tests."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from judge.checkers.brought import grade, unready
from judge.checkers.checker import Judgement
from judge.model.cases import Case
from judge.model.cells import group_cells
from judge.model.programs import CheckerProgram
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.running.languages.base import Unready
from judge.scoring.scores import grades_of
from judge.work.slots import Seal, current_slot


class _FailedError(Exception):
    """A grader failed on a group."""

    def __init__(self, group: str, judgement: Judgement) -> None:
        super().__init__(group)
        self.group, self.judgement = group, judgement


def add_grades(results: Sequence[Result], cases: Iterable[Case], seal: Seal) -> tuple[Result, ...]:
    """Return the results in the same order, with grades added by the graders of their problems.

    Where a grader fails, the last test of its group becomes JE.
    """
    scorers = {case.problem: dict(case.scorers) for case in cases if case.scorers}
    ask, graded = _make_grader(seal), list[Result]()
    for (_, problem), group in groupby(results, key=lambda each: (each.solution, each.problem)):
        own = list(group)
        graded += _grade_solution(own, scorers[problem], ask) if problem in scorers else own
    return tuple(graded)


def _grade_solution(
    results: Sequence[Result],
    scorers: Mapping[str, CheckerProgram],
    ask: Callable[[CheckerProgram, bytes], Judgement],
) -> list[Result]:
    """Add grades to the results of one solution on one problem."""

    def asked(group: str, lines: bytes) -> tuple[Verdict, float]:
        judgement = ask(scorers[group], lines)
        if judgement.verdict is Verdict.JE:
            raise _FailedError(group, judgement)
        return judgement.verdict, judgement.points or 0.0

    try:
        grades = grades_of(group_cells(results), asked)
    except _FailedError as failed:
        groups = [{group.name for group in each.worth.groups} if each.worth else () for each in results]
        last = max(place for place, names in enumerate(groups) if failed.group in names)
        why = failed.judgement
        blamed = replace(results[last], verdict=Verdict.JE, message=why.message, said=why.said, points=None)
        return [*results[:last], replace(blamed, checker_failed=True), *results[last + 1 :]]
    return [replace(each, grades=grades) for each in results]


def _make_grader(seal: Seal) -> Callable[[CheckerProgram, bytes], Judgement]:
    """Return a function that runs a grader, once for equal input."""
    known: dict[tuple[CheckerProgram, bytes], Judgement] = {}

    def ask(scorer: CheckerProgram, lines: bytes) -> Judgement:
        if (scorer, lines) not in known:
            slot = current_slot(seal)
            made = slot.program(scorer.program)
            if isinstance(made, Unready):
                known[scorer, lines] = unready(scorer, made)
            else:
                known[scorer, lines] = grade(scorer, made, lines, slot.runner)
        return known[scorer, lines]

    return ask
