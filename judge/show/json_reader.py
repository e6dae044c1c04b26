"""Read the JSON report back into an outcome, so that any other report can be made later."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from judge.model.cases import FaultyProblem
from judge.model.conversations import Turn
from judge.model.patterns import problem_of
from judge.model.points import Group, Worth
from judge.model.results import Diagnosis, Grade, LastRun, Mistake, Opinion, Place, Result, Row, Side, Spot
from judge.model.runs import Limits
from judge.model.verdicts import Verdict, allowed_by_name
from judge.platform.decoding import from_json
from judge.platform.errors import Fault, FormatError, cut, fault_at, quoted
from judge.scoring.scores import Score
from judge.scoring.unmet import Unmet, list_verdicts
from judge.show.fields import (
    CaseWorth,
    DiffLine,
    Document,
    FileFault,
    GradedGroup,
    JudgedCase,
    JudgedTest,
    NamedMistake,
    UnjudgedProblem,
    UnmetFolder,
    Versioned,
)
from judge.show.json import VERSION, copy_fields
from judge.show.outcome import Outcome
from judge.show.signs import parse_visible


def parse(data: bytes, path: Path) -> Outcome:
    """Return the outcome that a document describes. Its reports equal the run's. Raises InputErrors."""
    try:
        version = from_json(data, Versioned).version
        if version != VERSION:
            raise FormatError(0, cut(f"version {version}", 40))
        return _outcome(from_json(data, Document))
    except (FormatError, ValueError, KeyError) as error:
        line, got = (error.line, error.message) if isinstance(error, FormatError) else (0, str(error))
        message = f"expected results of version {VERSION}, got: {cut(got, 160)}"
        raise fault_at(path, message, line) from None


def _outcome(whole: Document) -> Outcome:
    scores = {
        (each.solution, each.problem): Score(points=each.points, whole=each.whole) for each in whole.scores
    }
    worths = {each.case: _read_worth(each.worth) for each in whole.cases if each.worth}
    _check_groups(worths)
    grades = {(each.solution, each.problem): _read_grades(each.graded) for each in whole.scores}
    results = tuple(
        replace(
            _result(case, test, worths.get(case.case)),
            grades=grades.get((case.solution, problem_of(case.case)), ()),
        )
        for case in whole.results
        for test in case.tests
    )
    return copy_fields(
        Outcome,
        whole,
        results=results,
        faults=tuple(map(_read_fault, whole.faults)),
        faulty=tuple(map(_read_unjudged, whole.unjudged)),
        misnamed=tuple(map(_read_unjudged, whole.misnamed)),
        strays=tuple(map(_read_unjudged, whole.strays)),
        late=tuple(whole.late),
        owing=tuple(_read_unmet(each, scores, results) for each in whole.unmet),
        limits={each.case: copy_fields(Limits, each) for each in whole.cases},
        together=tuple(map(tuple, whole.together)),
    )


def _read_unmet(
    unmet: UnmetFolder, scores: Mapping[tuple[str, str], Score], results: Sequence[Result]
) -> Unmet:
    read = copy_fields(
        Unmet,
        unmet,
        verdicts=tuple(Verdict[name] for name in unmet.expected),
        score=_score_of(unmet, scores),
        tests=tuple(unmet.tests),
    )
    return replace(read, seen=list_verdicts(results, read)) if read.verdicts else read


def _score_of(unmet: UnmetFolder, scores: Mapping[tuple[str, str], Score]) -> Score | None:
    """Return the score of an expectation. Older documents have scores only of whole problems."""
    if unmet.got:
        return Score(points=unmet.got[0], whole=unmet.got[1])
    is_part = not (unmet.expected or unmet.points or unmet.message)
    return scores[unmet.solution, unmet.problem] if is_part else None


def _result(case: JudgedCase, test: JudgedTest, worth: Worth | None) -> Result:
    return copy_fields(
        Result,
        test,
        solution=case.solution,
        case=case.case,
        tests=len(case.tests) if case.whole is None else case.whole,
        verdict=Verdict[test.verdict],
        time_factor=case.time_factor,
        expected=tuple(map(allowed_by_name, test.expected)),
        diagnosis=_diagnosis(test),
        opinions=tuple(
            Opinion(profile=profile, verdict=None if verdict is None else Verdict[verdict])
            for profile, verdict in test.opinions.items()
        ),
        stderr=test.stderr.encode(),
        output=test.output.encode(),
        said=test.checker.encode(),
        worth=worth,
        last_run=test.last_run
        and copy_fields(LastRun, test.last_run, verdict=Verdict[test.last_run.verdict]),
        turns=tuple(
            Turn(**msgspec.structs.asdict(each))._replace(said=parse_visible(each.said))
            for each in test.conversation
        ),
    )


def _diagnosis(test: JudgedTest) -> Diagnosis | None:
    if not test.mistakes and not test.rows:
        return None
    rows = (Row(answer=_side(row.answer), output=_side(row.output), folded=row.folded) for row in test.rows)
    return Diagnosis(mistakes=tuple(map(_read_mistake, test.mistakes)), rows=tuple(rows))


def _read_grades(graded: Iterable[GradedGroup]) -> tuple[Grade, ...]:
    return tuple(copy_fields(Grade, each, verdict=Verdict[each.verdict]) for each in graded)


def _read_worth(worth: CaseWorth) -> Worth:
    return copy_fields(Worth, worth, groups=tuple(copy_fields(Group, group) for group in worth.groups))


def _check_groups(worths: Mapping[str, Worth]) -> None:
    """Check that the cases of a problem agree on their groups. Raises ValueError."""
    known: dict[tuple[str, str], tuple[Group, ...]] = {}
    for case, worth in worths.items():
        problem = problem_of(case)
        if not worth.groups:
            raise ValueError(f"no group of the case {quoted(case)}")
        for depth, group in enumerate(worth.groups):
            path = worth.groups[: depth + 1]
            # The outermost group is the problem, whatever its name.
            name = group.name if depth else ""
            if known.setdefault((problem, name), path) != path:
                raise ValueError(f"another group {quoted(group.name)} of the case {quoted(case)}")


def _read_mistake(mistake: NamedMistake) -> Mistake:
    place = Place(
        answer=copy_fields(Spot, mistake.answer),
        output=copy_fields(Spot, mistake),
        wanted=parse_visible(mistake.wanted),
        found=parse_visible(mistake.found),
    )
    return copy_fields(Mistake, mistake, places=(place,))


def _side(line: DiffLine | None) -> Side | None:
    if not line:
        return None
    return copy_fields(Side, line, data=parse_visible(line.text), marks=tuple(line.marks))


def _read_unjudged(problem: UnjudgedProblem) -> FaultyProblem:
    return FaultyProblem(name=problem.problem, format="", faults=tuple(map(_read_fault, problem.faults)))


def _read_fault(fault: FileFault) -> Fault:
    return Fault(Path(fault.path), fault.line, fault.message)
