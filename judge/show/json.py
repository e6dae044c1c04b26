"""Results as one versioned JSON document, whose every field says here what it is.

A reader should refuse a `version` that it does not know. Within one, fields may be added and none is changed:
so what came later has a default.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from judge.errors import Fault, InputErrors
from judge.model import Verdict, allowed_by_name, problem_of, worst
from judge.results import Mistake, Result, Spot, by_case, case_as_expected
from judge.scores import score_of
from judge.show.outcome import Outcome
from judge.show.signs import legible, visible
from judge.version import __version__

VERSION = 1

_Verdict = Annotated[str, Meta(extra_json_schema={"enum": list(Verdict.__members__)})]
_Line = Annotated[int, Meta(description="line, from 1")]
_Column = Annotated[int, Meta(description="byte of the line, from 1")]
_Offset = Annotated[int, Meta(description="byte of the text, from 0")]
_Expected = Annotated[
    list[str], Meta(description="the verdicts that are expected, a named mistake after a blank")
]


class BytePlace(msgspec.Struct):
    """Where a byte stands."""

    line: _Line
    column: _Column
    offset: _Offset


class NamedMistake(msgspec.Struct):
    """All differences that bear one name; the place is that of the first in the output."""

    name: Annotated[str, Meta(description="the mistake's name, as `judge mistakes` lists it")]
    count: Annotated[int, Meta(description="how many differences")]
    lines: Annotated[int, Meta(description="on how many lines")]
    line: _Line
    column: _Column
    offset: _Offset
    answer: Annotated[BytePlace, Meta(description="the same place in the answer")]
    wanted: Annotated[str, Meta(description="the bytes of the answer there, made visible")]
    found: Annotated[str, Meta(description="the bytes of the output there, made visible")]
    edit: Annotated[str, Meta(description="what mends it, in words")]


class JudgedTest(msgspec.Struct):
    """One run of one solution."""

    test: Annotated[int, Meta(description="the test's number in its case, from 1")]
    verdict: Annotated[_Verdict, Meta(description="what the judge says of the run")]
    expected: _Expected
    as_expected: Annotated[bool | None, Meta(description="null where it was skipped")]
    cpu_s: Annotated[float | None, Meta(description="CPU time in seconds, of all its processes")]
    wall_s: Annotated[float | None, Meta(description="time that passed, in seconds")]
    peak_bytes: Annotated[int | None, Meta(description="the most memory that it held, in bytes")]
    runs: Annotated[int, Meta(description="of how many runs this is the one with the least CPU time")]
    message: Annotated[
        str, Meta(description="why, in a sentence; for AC only where a strict judge says more")
    ]
    mistakes: Annotated[list[NamedMistake], Meta(description="most important first")]
    stderr: Annotated[str, Meta(description="the program's, made legible; empty for AC")]
    output: Annotated[
        str, Meta(description="for NA the head of what was printed, made legible; else empty")
    ] = ""
    checker: Annotated[str, Meta(description="what the problem's checker said, made legible")] = ""
    points: Annotated[
        float | None, Meta(description="those of the test; null where its problem counts none")
    ] = None


class JudgedCase(msgspec.Struct):
    """One solution on one case."""

    solution: Annotated[str, Meta(description="its path below the folder of solutions")]
    case: Annotated[str, Meta(description="the case's id")]
    verdict: Annotated[_Verdict, Meta(description="the worst of its tests")]
    expected: _Expected
    as_expected: Annotated[
        bool | None, Meta(description="of all tests together; null where some is not known")
    ]
    tests: Annotated[list[JudgedTest], Meta(description="those that were judged, in order")]


class ProblemScore(msgspec.Struct):
    """The points of one solution on one problem that counts some."""

    solution: Annotated[str, Meta(description="its path below the folder of solutions")]
    problem: Annotated[str, Meta(description="what the ids of its cases begin with")]
    points: Annotated[float, Meta(description="those that it has, of the tests that were judged")]
    whole: Annotated[float, Meta(description="those that it could have")]


class _Versioned(msgspec.Struct):
    version: Annotated[int, Meta(description="of the document's layout")]


class FileFault(msgspec.Struct):
    """What is wrong with a file: its solution is JE, its problem is not judged."""

    path: Annotated[str, Meta(description="the file's, as the user's words lead to it")]
    line: Annotated[int, Meta(description="line, from 1; 0 where none is to blame")]
    message: Annotated[str, Meta(description="what was expected and what was found")]


class UnmetFolder(msgspec.Struct):
    """A solution that no test of a problem has shown as its folder says."""

    solution: Annotated[str, Meta(description="its path below the folder of solutions")]
    problem: Annotated[str, Meta(description="the first part of the ids of its cases")]
    expected: Annotated[
        list[str],
        Meta(description="some test should have got one of these verdicts; none: a part of the points"),
    ]


class Document(_Versioned):
    """What `run --json` writes."""

    judge: Annotated[str, Meta(description="the version of the judge that wrote it")]
    results: Annotated[list[JudgedCase], Meta(description="in the order of solutions and cases")]
    faults: Annotated[list[FileFault], Meta(description="in the order of path and line")] = []
    unmet: Annotated[
        list[UnmetFolder], Meta(description="in the order of solutions and problems; of whole problems only")
    ] = []
    scores: Annotated[
        list[ProblemScore], Meta(description="of the problems that count points, in the same order")
    ] = []


def document(outcome: Outcome) -> bytes:
    """All results, a case an entry, its tests below it. Times in seconds, sizes in bytes, unknown is null."""
    cases = [_case(tests) for tests in by_case(outcome.results)]
    told = [FileFault(_text(str(fault.path)), fault.line, _text(fault.message)) for fault in outcome.faults]
    unmet = [
        UnmetFolder(_text(each.solution), each.problem, [verdict.name for verdict in each.verdicts])
        for each in outcome.owing
    ]
    whole = Document(
        version=VERSION,
        judge=__version__,
        results=cases,
        faults=told,
        unmet=unmet,
        scores=list(_scores(outcome.results)),
    )
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    return msgspec.json.schema(Document)


def parse(data: bytes, path: Path) -> tuple[Result, ...]:
    """The results in a document, as far as it says. Raises InputErrors."""
    try:
        version = msgspec.json.decode(data, type=_Versioned).version
        if version != VERSION:
            raise ValueError(f"version {version}")
        whole = msgspec.json.decode(data, type=Document)
        return tuple(_result(case, test) for case in whole.results for test in case.tests)
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        message = f"expected results of version {VERSION}, got: {error}"
        raise InputErrors((Fault(path, 0, message),)) from None


def _result(case: JudgedCase, test: JudgedTest) -> Result:
    return Result(
        solution=case.solution,
        case=case.case,
        test=test.test,
        tests=len(case.tests),
        verdict=Verdict[test.verdict],
        expected=tuple(map(allowed_by_name, test.expected)),
        message=test.message,
        cpu_s=test.cpu_s,
        wall_s=test.wall_s,
        peak_bytes=test.peak_bytes,
        runs=test.runs,
        points=test.points,
    )


def _case(results: Sequence[Result]) -> JudgedCase:
    return JudgedCase(
        solution=_text(results[0].solution),
        case=results[0].case,
        verdict=worst(result.verdict for result in results).name,
        expected=_names(results[0]),
        as_expected=case_as_expected(results),
        tests=[_test(result) for result in results],
    )


def _test(result: Result) -> JudgedTest:
    return JudgedTest(
        test=result.test,
        verdict=result.verdict.name,
        expected=_names(result),
        as_expected=result.as_expected,
        cpu_s=result.cpu_s,
        wall_s=result.wall_s,
        peak_bytes=result.peak_bytes,
        runs=result.runs,
        message=_text(result.message),
        mistakes=[_mistake(mistake) for mistake in _mistakes(result)],
        stderr=legible(result.stderr),
        output=legible(result.output),
        checker=legible(result.said),
        points=result.points,
    )


def _scores(results: Sequence[Result]) -> Iterator[ProblemScore]:
    for (solution, problem), own in groupby(results, key=lambda one: (one.solution, problem_of(one.case))):
        if score := score_of(own):
            yield ProblemScore(
                solution=_text(solution), problem=problem, points=score.points, whole=score.whole
            )


def _text(text: str) -> str:
    """A path may hold bytes that are no UTF-8, which JSON cannot."""
    return text.encode(errors="backslashreplace").decode()


def _mistakes(result: Result) -> tuple[Mistake, ...]:
    return result.diagnosis.mistakes if result.diagnosis else ()


def _mistake(mistake: Mistake) -> NamedMistake:
    first = mistake.places[0]
    return NamedMistake(
        name=mistake.name,
        count=mistake.count,
        lines=mistake.lines,
        line=first.output.line,
        column=first.output.column,
        offset=first.output.offset,
        answer=_place(first.answer),
        wanted=visible(first.wanted),
        found=visible(first.found),
        edit=mistake.edit,
    )


def _place(spot: Spot) -> BytePlace:
    return BytePlace(line=spot.line, column=spot.column, offset=spot.offset)


def _names(result: Result) -> list[str]:
    return [verdict.name for verdict in result.expected]
