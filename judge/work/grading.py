"""The graders of packages: programs that count the points of groups of tests, once all results are known."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from judge.checkers.brought import grade, unready
from judge.checkers.checker import Judgement
from judge.model.cases import Case
from judge.model.patterns import problem_of
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
    """Return the results, in the same order, with what the graders of their problems say.

    Where a grader fails, the last test of its group is JE.
    """
    scorers = {problem_of(case.id): dict(case.scorers) for case in cases if case.scorers}
    ask, graded = _remembered(seal), list[Result]()
    for (_, problem), group in groupby(results, key=lambda each: (each.solution, problem_of(each.case))):
        own = list(group)
        graded += _graded(own, scorers[problem], ask) if problem in scorers else own
    return tuple(graded)


def _graded(
    results: Sequence[Result],
    scorers: Mapping[str, CheckerProgram],
    ask: Callable[[CheckerProgram, bytes], Judgement],
) -> list[Result]:
    """The same for one solution on one problem."""

    def asked(group: str, lines: bytes) -> tuple[Verdict, float]:
        judgement = ask(scorers[group], lines)
        if judgement.verdict is Verdict.JE:
            raise _FailedError(group, judgement)
        return judgement.verdict, judgement.points or 0.0

    try:
        grades = grades_of(results, asked)
    except _FailedError as failed:
        last = max(place for place, each in enumerate(results) if _is_in(each, failed.group))
        return [
            _failed(each, failed.judgement) if place == last else each for place, each in enumerate(results)
        ]
    return [replace(each, grades=grades) for each in results]


def _is_in(result: Result, group: str) -> bool:
    return any(each.name == group for each in (result.worth.groups if result.worth else ()))


def _failed(result: Result, judgement: Judgement) -> Result:
    return replace(
        result,
        verdict=Verdict.JE,
        message=judgement.message,
        said=judgement.said,
        checker_failed=True,
        points=None,
    )


def _remembered(seal: Seal) -> Callable[[CheckerProgram, bytes], Judgement]:
    """Have a grader read lines, once for all solutions that have the same."""
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
