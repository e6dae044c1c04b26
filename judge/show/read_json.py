"""From the JSON of results back to the outcome: of it any report can be made later."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from judge.conversation import Turn
from judge.decoding import from_json
from judge.errors import Fault, FormatError, InputErrors, cut, quoted
from judge.model import FaultyProblem, Limits, problem_of
from judge.owing import Unmet
from judge.results import Diagnosis, Mistake, Opinion, Place, Result, Row, Side, Spot
from judge.scores import Score
from judge.show.fields import (
    BytePlace,
    CaseWorth,
    DiffLine,
    Document,
    FileFault,
    JudgedCase,
    JudgedTest,
    NamedMistake,
    UnmetFolder,
    Versioned,
)
from judge.show.json import VERSION
from judge.show.outcome import Outcome
from judge.show.signs import parse_visible
from judge.verdicts import Verdict, allowed_by_name
from judge.worth import Group, Worth


def parse(data: bytes, path: Path) -> Outcome:
    """What the document says, so that every report of it is what it was. Raises InputErrors."""
    try:
        version = from_json(data, Versioned).version
        if version != VERSION:
            raise FormatError(0, cut(f"version {version}", 40))
        return _outcome(from_json(data, Document))
    except (FormatError, ValueError, KeyError) as error:
        line, got = (error.line, error.message) if isinstance(error, FormatError) else (0, str(error))
        message = f"expected results of version {VERSION}, got: {cut(got, 160)}"
        raise InputErrors((Fault(path, line, message),)) from None


def _outcome(whole: Document) -> Outcome:
    scores = {
        (each.solution, each.problem): Score(points=each.points, whole=each.whole) for each in whole.scores
    }
    worths = {each.case: _read_worth(each.worth) for each in whole.cases if each.worth}
    _check_groups(worths)
    return Outcome(
        results=tuple(
            _result(case, test, worths.get(case.case)) for case in whole.results for test in case.tests
        ),
        faults=tuple(map(_read_fault, whole.faults)),
        faulty=tuple(
            FaultyProblem(name=each.problem, format="", faults=tuple(map(_read_fault, each.faults)))
            for each in whole.unjudged
        ),
        owing=tuple(
            Unmet(
                solution=each.solution,
                problem=each.problem,
                verdicts=tuple(Verdict[name] for name in each.expected),
                score=_score_of(each, scores),
                tests=tuple(each.tests),
                points=each.points,
                message=each.message,
            )
            for each in whole.unmet
        ),
        limits={
            each.case: Limits(
                cpu_s=each.cpu_s, memory_bytes=each.memory_bytes, output_bytes=each.output_bytes
            )
            for each in whole.cases
        },
        together=tuple(map(tuple, whole.together)),
        manner=whole.manner,
        wall_s=whole.wall_s,
        resumed=whole.resumed,
        missing=whole.missing,
        interrupted=whole.interrupted,
    )


def _score_of(unmet: UnmetFolder, scores: Mapping[tuple[str, str], Score]) -> Score | None:
    """A document from before ranges of points has only those of whole problems."""
    if unmet.got:
        return Score(points=unmet.got[0], whole=unmet.got[1])
    is_part = not (unmet.expected or unmet.points or unmet.message)
    return scores[unmet.solution, unmet.problem] if is_part else None


def _result(case: JudgedCase, test: JudgedTest, worth: Worth | None) -> Result:
    return Result(
        solution=case.solution,
        case=case.case,
        test=test.test,
        tests=len(case.tests) if case.whole is None else case.whole,
        verdict=Verdict[test.verdict],
        time_factor=case.time_factor,
        expected=tuple(map(allowed_by_name, test.expected)),
        message=test.message,
        diagnosis=_diagnosis(test),
        opinions=tuple(
            Opinion(profile=profile, verdict=None if verdict is None else Verdict[verdict])
            for profile, verdict in test.opinions.items()
        ),
        stderr=test.stderr.encode(),
        cpu_s=test.cpu_s,
        wall_s=test.wall_s,
        peak_bytes=test.peak_bytes,
        runs=test.runs,
        output=test.output.encode(),
        said=test.checker.encode(),
        checker_failed=test.checker_failed,
        points=test.points,
        worth=None if test.points is None else worth,
        turns=tuple(
            Turn(
                by_program=each.by_program,
                at_s=each.at_s,
                said=parse_visible(each.said),
                left_out=each.left_out,
                late=each.late,
            )
            for each in test.conversation
        ),
        passes=test.passes,
        interactor_cpu_s=test.interactor_cpu_s,
        measured_at=test.measured_at,
        host=test.host,
    )


def _diagnosis(test: JudgedTest) -> Diagnosis | None:
    if not test.mistakes and not test.rows:
        return None
    return Diagnosis(
        mistakes=tuple(map(_read_mistake, test.mistakes)),
        rows=tuple(
            Row(answer=_side(row.answer), output=_side(row.output), folded=row.folded) for row in test.rows
        ),
    )


def _read_worth(worth: CaseWorth) -> Worth:
    groups = tuple(Group(**msgspec.structs.asdict(group)) for group in worth.groups)
    return Worth(points=worth.points, rejected_points=worth.rejected_points, groups=groups)


def _check_groups(worths: Mapping[str, Worth]) -> None:
    """Raises ValueError where cases of a problem do not agree on what their groups are."""
    known: dict[tuple[str, str], tuple[Group, ...]] = {}
    for case, worth in worths.items():
        problem = problem_of(case)
        if not worth.groups:
            raise ValueError(f"no group of the case {quoted(case)}")
        for depth, group in enumerate(worth.groups):
            path = worth.groups[: depth + 1]
            # The outermost is that of the problem, whatever it is called.
            name = group.name if depth else ""
            if known.setdefault((problem, name), path) != path:
                raise ValueError(f"another group {quoted(group.name)} of the case {quoted(case)}")


def _read_mistake(mistake: NamedMistake) -> Mistake:
    place = Place(
        answer=_spot(mistake.answer),
        output=Spot(line=mistake.line, column=mistake.column, offset=mistake.offset),
        wanted=parse_visible(mistake.wanted),
        found=parse_visible(mistake.found),
    )
    return Mistake(
        name=mistake.name, count=mistake.count, lines=mistake.lines, places=(place,), edit=mistake.edit
    )


def _spot(place: BytePlace) -> Spot:
    return Spot(line=place.line, column=place.column, offset=place.offset)


def _side(line: DiffLine | None) -> Side | None:
    if not line:
        return None
    return Side(
        number=line.number,
        data=parse_visible(line.text),
        offset=line.offset,
        marks=tuple(line.marks),
        start=line.start,
        more=line.more,
    )


def _read_fault(fault: FileFault) -> Fault:
    return Fault(Path(fault.path), fault.line, fault.message)
