"""Results as one versioned JSON document, from which every other report can be made as well.

A reader should refuse a `version` that it does not know. `show.fields` says what the fields are.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import asdict

from judge.conversation import Turn
from judge.errors import Fault
from judge.model import problem_of
from judge.results import (
    Diagnosis,
    Mistake,
    Result,
    Side,
    Spot,
    by_case,
    case_as_expected,
)
from judge.scores import score_of
from judge.show.failures import clip_rows
from judge.show.fields import (
    BytePlace,
    CaseFacts,
    CaseWorth,
    CountedGroup,
    DiffLine,
    DiffRow,
    Document,
    FileFault,
    JudgedCase,
    JudgedTest,
    NamedMistake,
    ProblemScore,
    Spoken,
    UnjudgedProblem,
    UnmetFolder,
)
from judge.show.outcome import Outcome
from judge.show.signs import make_legible, make_visible
from judge.verdicts import worst
from judge.version import __version__
from judge.worth import Worth

VERSION = 1
# No string holds this: a quote in one is escaped.
_MARKS = re.compile(rb'(?<="marks": )\[[\s\d,\[\]]*\]')


def render(outcome: Outcome) -> bytes:
    """See `render_pieces`."""
    return b"".join(render_pieces(outcome))


def render_pieces(outcome: Outcome) -> Iterator[bytes]:
    """All results, a case an entry, its tests below it. Times in seconds, sizes in bytes, unknown is null.

    Of many no more than one is held beside the outcome.
    """
    rest = msgspec.json.format(msgspec.json.encode(_frame(outcome)), indent=2)
    many: dict[bytes, Iterator[msgspec.Struct]] = {
        b"results": map(_case, by_case(outcome.results)),
        b"cases": _cases(outcome),
    }
    for key, entries in many.items():
        # Within a string there is no line end.
        head, list_of, rest = rest.partition(b'\n  "%b": [' % key)
        yield head + list_of
        between = b""
        for entry in entries:
            yield between + b"\n    " + _indented(entry)
            between = b","
        yield b"\n  " * bool(between)
    yield rest + b"\n"


def _indented(entry: msgspec.Struct) -> bytes:
    text = msgspec.json.format(msgspec.json.encode(entry), indent=2)
    if b'"marks": [' in text:
        # Numbers of one list belong on one line, or the file is all line ends.
        text = _MARKS.sub(lambda found: b"".join(found[0].split()), text)
    return text.replace(b"\n", b"\n    ")


def _frame(outcome: Outcome) -> Document:
    """The document without its results and cases."""
    return Document(
        version=VERSION,
        judge=__version__,
        results=[],
        faults=list(map(_fault, outcome.faults)),
        unmet=[
            UnmetFolder(
                solution=_text(each.solution),
                problem=each.problem,
                expected=[verdict.name for verdict in each.verdicts],
                tests=list(each.tests),
                points=each.points,
                got=(each.score.points, each.score.whole) if each.score else None,
                message=_text(each.message),
            )
            for each in outcome.owing
        ],
        scores=[
            ProblemScore(_text(solution), problem, score.points, score.whole)
            for (solution, problem), own in groupby(outcome.results, key=_problem)
            if (score := score_of(own))
        ],
        unjudged=[UnjudgedProblem(each.name, list(map(_fault, each.faults))) for each in outcome.faulty],
        together=[list(problems) for problems in outcome.together],
        manner=outcome.manner,
        wall_s=outcome.wall_s,
        resumed=outcome.resumed,
        missing=outcome.missing,
        interrupted=outcome.interrupted,
    )


def build_schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    return msgspec.json.schema(Document)


def _problem(result: Result) -> tuple[str, str]:
    return result.solution, problem_of(result.case)


def _cases(outcome: Outcome) -> Iterator[CaseFacts]:
    worths = {result.case: _worth(result.worth) for result in outcome.results if result.worth}
    for case, limits in outcome.limits.items():
        yield CaseFacts(case, limits.cpu_s, limits.memory_bytes, limits.output_bytes, worth=worths.get(case))


def _worth(worth: Worth) -> CaseWorth:
    groups = [CountedGroup(**asdict(group)) for group in worth.groups]
    return CaseWorth(worth.points, worth.rejected_points, groups)


def _case(results: Sequence[Result]) -> JudgedCase:
    return JudgedCase(
        solution=_text(results[0].solution),
        case=results[0].case,
        verdict=worst(result.verdict for result in results).name,
        expected=_names(results[0]),
        as_expected=case_as_expected(results),
        tests=[_test(result) for result in results],
        whole=results[0].tests,
        time_factor=results[0].time_factor,
    )


def _test(result: Result) -> JudgedTest:
    diagnosis = result.diagnosis or Diagnosis()
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
        mistakes=[_mistake(mistake) for mistake in diagnosis.mistakes],
        stderr=make_legible(result.stderr),
        output=make_legible(result.output),
        checker=make_legible(result.said),
        points=result.points,
        rows=[DiffRow(_line(row.answer), _line(row.output), row.folded) for row in clip_rows(diagnosis.rows)],
        opinions={each.profile: each.verdict and each.verdict.name for each in result.opinions},
        checker_failed=result.checker_failed,
        conversation=list_turns(result.turns),
        passes=result.passes,
        interactor_cpu_s=result.interactor_cpu_s,
        measured_at=result.measured_at,
        host=result.host,
    )


def list_turns(turns: Sequence[Turn]) -> list[Spoken]:
    return [
        Spoken(turn.by_program, turn.at_s, make_visible(turn.said), turn.left_out, turn.late)
        for turn in turns
    ]


def _text(text: str) -> str:
    """A path may hold bytes that are no UTF-8, which JSON cannot."""
    return text.encode(errors="backslashreplace").decode()


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
        wanted=make_visible(first.wanted),
        found=make_visible(first.found),
        edit=mistake.edit,
    )


def _place(spot: Spot) -> BytePlace:
    return BytePlace(line=spot.line, column=spot.column, offset=spot.offset)


def _names(result: Result) -> list[str]:
    return [verdict.name for verdict in result.expected]


def _line(side: Side | None) -> DiffLine | None:
    if not side:
        return None
    return DiffLine(
        side.number, make_visible(side.data), side.offset, list(side.marks), side.start, side.more
    )


def _fault(fault: Fault) -> FileFault:
    return FileFault(_text(str(fault.path)), fault.line, _text(fault.message))
