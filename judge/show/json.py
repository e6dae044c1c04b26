"""The JSON report, a versioned document from which every other report can be made.

A reader should refuse a `version` that it does not know. `show.fields` declares the fields.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict

from judge import __version__
from judge.model.cases import FaultyProblem
from judge.model.cells import Cell
from judge.model.conversations import Turn
from judge.model.points import Worth
from judge.model.results import Diagnosis, Mistake, Result, Side
from judge.platform.decoding import to_json
from judge.platform.errors import Fault
from judge.show.classes import find_class
from judge.show.diffs import clip_rows
from judge.show.fields import (
    BytePlace,
    CaseFacts,
    CaseWorth,
    CountedGroup,
    DiffLine,
    DiffRow,
    Document,
    FileFault,
    GradedGroup,
    JudgedCase,
    JudgedTest,
    NamedMistake,
    ProblemScore,
    Spoken,
    StudentMark,
    TestBefore,
    UnjudgedProblem,
    UnmetFolder,
)
from judge.show.outcome import Outcome
from judge.show.signs import make_legible, make_visible

VERSION = 1
_Kind = TypeVar("_Kind", bound=msgspec.Struct)
# No string contains this: its quotes are escaped.
_MARKS = re.compile(rb'(?<="marks": )\[[\s\d,\[\]]*\]')


def render(outcome: Outcome) -> bytes:
    """Return the whole document, see `render_pieces`."""
    return b"".join(render_pieces(outcome))


def render_pieces(outcome: Outcome) -> Iterator[bytes]:
    """Yield the document: times in seconds, sizes in bytes, null for unknown.

    Each solution and case is an entry with its tests. Only one entry is held in memory at a time.
    """
    rest = to_json(_frame(outcome))
    lists: dict[bytes, Iterator[msgspec.Struct]] = {
        b"results": map(_case, outcome.cells),
        b"cases": _cases(outcome),
    }
    for key, entries in lists.items():
        # A string contains no line end.
        head, list_of, rest = rest.partition(b'\n  "%b": [' % key)
        yield head + list_of
        between = b""
        for entry in entries:
            yield between + b"\n    " + _indent(entry)
            between = b","
        yield b"\n  " * bool(between)
    yield rest


def _indent(entry: msgspec.Struct) -> bytes:
    text = to_json(entry).rstrip()
    if b'"marks": [' in text:
        # With one number per line the file would be mostly line ends.
        text = _MARKS.sub(lambda found: b"".join(found[0].split()), text)
    return text.replace(b"\n", b"\n    ")


def copy_fields(kind: type[_Kind], source: object, **others: Any) -> _Kind:
    """Build a `kind` from the fields that `source` has under the same names, and from `others`."""
    wanted = (name for name in kind.__struct_fields__ if name not in others and hasattr(source, name))
    return kind(**{name: getattr(source, name) for name in wanted}, **others)


def _frame(outcome: Outcome) -> Document:
    """The document without its results and cases."""
    return copy_fields(
        Document,
        outcome,
        version=VERSION,
        judge=__version__,
        results=[],
        faults=list(map(_fault, outcome.faults)),
        unmet=[
            copy_fields(
                UnmetFolder,
                each,
                solution=_text(each.solution),
                expected=[verdict.name for verdict in each.verdicts],
                got=(each.score.points, each.score.whole) if each.score else None,
                message=_text(each.message),
            )
            for each in outcome.owing
        ],
        scores=[
            ProblemScore(_text(solution), problem, score.points, score.whole, _grades(first.tests[0]))
            for (solution, problem), (first, *_) in groupby(
                outcome.cells, lambda cell: (cell.solution, cell.problem)
            )
            if (score := outcome.scores.get((solution, problem)))
        ],
        classes=list(_list_marks(outcome)),
        unjudged=list(map(_unjudged, outcome.faulty)),
        misnamed=list(map(_unjudged, outcome.misnamed)),
        strays=list(map(_unjudged, outcome.strays)),
        late=list(map(_text, outcome.late)),
    )


def _list_marks(outcome: Outcome) -> Iterator[StudentMark]:
    found = find_class(outcome)
    for student, own in found.marks.items() if found else ():
        for mark in own.values():
            yield copy_fields(
                StudentMark, mark, student=_text(student), solutions=[*map(_text, mark.programs)]
            )


def _grades(result: Result) -> list[GradedGroup]:
    return [GradedGroup(each.group, each.verdict.name, each.points, each.whole) for each in result.grades]


def _cases(outcome: Outcome) -> Iterator[CaseFacts]:
    worths = {result.case: _worth(result.worth) for result in outcome.results if result.worth}
    for case, limits in outcome.limits.items():
        yield copy_fields(CaseFacts, limits, case=case, worth=worths.get(case))


def _worth(worth: Worth) -> CaseWorth:
    return copy_fields(CaseWorth, worth, groups=[copy_fields(CountedGroup, group) for group in worth.groups])


def _case(cell: Cell) -> JudgedCase:
    first = cell.tests[0]
    return JudgedCase(
        solution=_text(cell.solution),
        case=cell.case,
        verdict=cell.verdict.name,
        expected=_names(first),
        as_expected=cell.as_expected,
        tests=list(map(_test, cell.tests)),
        whole=first.tests,
        time_factor=first.time_factor,
    )


def _test(result: Result) -> JudgedTest:
    diagnosis = result.diagnosis or Diagnosis()
    return copy_fields(
        JudgedTest,
        result,
        verdict=result.verdict.name,
        expected=_names(result),
        message=_text(result.message),
        mistakes=[_mistake(mistake) for mistake in diagnosis.mistakes],
        stderr=make_legible(result.stderr),
        output=make_legible(result.output),
        checker=make_legible(result.said),
        rows=[DiffRow(_line(row.answer), _line(row.output), row.folded) for row in clip_rows(diagnosis.rows)],
        opinions={each.profile: each.verdict and each.verdict.name for each in result.opinions},
        conversation=list_turns(result.turns),
        last_run=result.last_run and TestBefore(result.last_run.verdict.name, result.last_run.points),
    )


def list_turns(turns: Sequence[Turn]) -> list[Spoken]:
    """Return the turns of a conversation as fields of a document."""
    return [copy_fields(Spoken, turn, said=make_visible(turn.said)) for turn in turns]


def _text(text: str) -> str:
    """Escape bytes of a path that are not UTF-8, since JSON cannot contain them."""
    return text.encode(errors="backslashreplace").decode()


def _mistake(mistake: Mistake) -> NamedMistake:
    first = mistake.places[0]
    return copy_fields(
        NamedMistake,
        mistake,
        **asdict(first.output),
        answer=copy_fields(BytePlace, first.answer),
        wanted=make_visible(first.wanted),
        found=make_visible(first.found),
    )


def _names(result: Result) -> list[str]:
    return [verdict.name for verdict in result.expected]


def _line(side: Side | None) -> DiffLine | None:
    return copy_fields(DiffLine, side, text=make_visible(side.data)) if side else None


def _unjudged(problem: FaultyProblem) -> UnjudgedProblem:
    return UnjudgedProblem(_text(problem.name), list(map(_fault, problem.faults)))


def _fault(fault: Fault) -> FileFault:
    return FileFault(_text(str(fault.path)), fault.line, _text(fault.message))
