"""The fields of the document of results, each of which says here what it is.

Within a version fields may be added and none is changed: so what came later has a default.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from judge.verdicts import Verdict

_Verdict = Annotated[str, Meta(extra_json_schema={"enum": list(Verdict.__members__)})]
# No reader of results need expect others: what is computed of these stays a number.
_Seconds = Annotated[float, Meta(ge=0, le=1e9)]
_Count = Annotated[int, Meta(ge=0, lt=1 << 62)]
_Points = Annotated[float, Meta(ge=-1e15, le=1e15)]
_Line = Annotated[_Count, Meta(description="line, from 1")]
_Column = Annotated[_Count, Meta(description="byte of the line, from 1")]
_Offset = Annotated[_Count, Meta(description="byte of the text, from 0")]
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
    count: Annotated[_Count, Meta(description="how many differences")]
    lines: Annotated[_Count, Meta(description="on how many lines")]
    line: _Line
    column: _Column
    offset: _Offset
    answer: Annotated[BytePlace, Meta(description="the same place in the answer")]
    wanted: Annotated[str, Meta(description="the bytes of the answer there, made visible")]
    found: Annotated[str, Meta(description="the bytes of the output there, made visible")]
    edit: Annotated[str, Meta(description="what mends it, in words")]


class DiffLine(msgspec.Struct):
    """A line of the answer or of the output, as much of it as is shown."""

    number: Annotated[_Count, Meta(description="the line's, from 1")]
    text: Annotated[str, Meta(description="its bytes, made visible")]
    offset: Annotated[_Count, Meta(description="byte of the whole text at which they begin, from 0")]
    marks: Annotated[
        list[tuple[_Count, _Count]],
        Meta(description="first and past last of those bytes that differ; equal where some are missing"),
    ]
    start: Annotated[_Count, Meta(description="how many bytes of the line are left out before them")]
    more: Annotated[_Count, Meta(description="how many are left out after them")]


class DiffRow(msgspec.Struct):
    """Two lines that belong together; without any it stands for all that is left out."""

    answer: Annotated[DiffLine | None, Meta(description="null where the output has a line too many")]
    output: Annotated[DiffLine | None, Meta(description="null where it lacks one")]
    folded: Annotated[_Count, Meta(description="how many pairs of equal lines it stands for")]


class Spoken(msgspec.Struct):
    """What a program or its interactor said at once."""

    by_program: Annotated[bool, Meta(description="false where the interactor said it")]
    at_s: Annotated[_Seconds, Meta(description="when, in seconds from the start")]
    said: Annotated[str, Meta(description="its bytes, made visible")]
    left_out: Annotated[_Count, Meta(description="how many bytes were said before it that are not here")] = 0
    late: Annotated[
        bool, Meta(description="true where it came only when the program's input was closed: it was not sent")
    ] = False


class JudgedTest(msgspec.Struct):
    """One run of one solution."""

    test: Annotated[_Count, Meta(description="the test's number in its case, from 1")]
    verdict: Annotated[_Verdict, Meta(description="what the judge says of the run")]
    expected: _Expected
    as_expected: Annotated[bool | None, Meta(description="null where it was skipped")]
    cpu_s: Annotated[_Seconds | None, Meta(description="CPU time in seconds, of all its processes")]
    wall_s: Annotated[_Seconds | None, Meta(description="time that passed, in seconds")]
    peak_bytes: Annotated[_Count | None, Meta(description="the most memory that it held, in bytes")]
    runs: Annotated[_Count, Meta(description="of how many runs this is the one with the least CPU time")]
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
        _Points | None, Meta(description="those of the test; null where its problem counts none")
    ] = None
    rows: Annotated[
        list[DiffRow], Meta(description="the first lines on which answer and output part, and those after")
    ] = []
    opinions: Annotated[
        dict[str, _Verdict | None],
        Meta(description="what each profile says of an output that is not the answer; null: it cannot"),
    ] = {}
    checker_failed: Annotated[bool, Meta(description="true where the problem's checker is to blame")] = False
    conversation: Annotated[
        list[Spoken], Meta(description="of a program that was not accepted by an interactor: the ends of it")
    ] = []
    passes: Annotated[_Count, Meta(description="how many passes were made")] = 1
    interactor_cpu_s: Annotated[
        _Seconds | None, Meta(description="CPU time of the interactor in seconds; null without one")
    ] = None
    measured_at: Annotated[
        Annotated[datetime, Meta(tz=True)] | None,
        Meta(description="when a run before measured what was taken over; null: this run did"),
    ] = None
    host: Annotated[
        str, Meta(description="the machine of a cluster that judged it; empty where it was judged here")
    ] = ""


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
    whole: Annotated[_Count | None, Meta(description="how many tests it has")] = None
    time_factor: Annotated[float, Meta(description="its CPU limit is so many times that of the case")] = 1.0


class ProblemScore(msgspec.Struct):
    """The points of one solution on one problem that counts some."""

    solution: Annotated[str, Meta(description="its path below the folder of solutions")]
    problem: Annotated[str, Meta(description="what the ids of its cases begin with")]
    points: Annotated[_Points, Meta(description="those that it has, of the tests that were judged")]
    whole: Annotated[_Points, Meta(description="those that it could have")]


class Versioned(msgspec.Struct):
    version: Annotated[_Count, Meta(description="of the document's layout")]


class FileFault(msgspec.Struct):
    """What is wrong with a file: its solution is JE, its problem is not judged."""

    path: Annotated[str, Meta(description="the file's, as the user's words lead to it")]
    line: Annotated[_Count, Meta(description="line, from 1; 0 where none is to blame")]
    message: Annotated[str, Meta(description="what was expected and what was found")]


class UnjudgedProblem(msgspec.Struct):
    """A problem that is not judged for what is wrong with its files."""

    problem: Annotated[str, Meta(description="its name")]
    faults: Annotated[list[FileFault], Meta(min_length=1, description="in the order of path and line")]


class CountedGroup(msgspec.Struct):
    """Tests of a problem, and groups of them, that count together."""

    name: Annotated[str, Meta(description="its path below the problem")]
    count: Annotated[
        Literal["sum", "min", "max", "avg"], Meta(description="what it makes of the points of its members")
    ]
    accepted: Annotated[
        Literal["all", "some", "any number"], Meta(description="how many must be, or it has no points")
    ]
    stops: Annotated[bool, Meta(description="true where none counts after the first that is not accepted")]
    ignores_samples: Annotated[bool, Meta(description="true where samples do not count")]
    most_points: Annotated[
        _Points | None, Meta(description="those that it could have; null where its members tell")
    ]
    requires: Annotated[
        tuple[str, ...], Meta(description="patterns of tests that must all be accepted, or it has no points")
    ] = ()
    keeps_points: Annotated[
        bool, Meta(description="true where it has its points though it is not accepted")
    ] = False


class CaseWorth(msgspec.Struct):
    """What a case counts."""

    points: Annotated[_Points, Meta(description="where it is accepted")]
    rejected_points: Annotated[_Points, Meta(description="where it is not")]
    groups: Annotated[list[CountedGroup], Meta(description="to which it belongs, the outermost first")]


class CaseFacts(msgspec.Struct):
    """What one run on a case may use, and what the case counts."""

    case: Annotated[str, Meta(description="its id")]
    cpu_s: Annotated[_Seconds, Meta(description="CPU time in seconds")]
    memory_bytes: Annotated[_Count, Meta(description="memory in bytes")]
    output_bytes: Annotated[_Count, Meta(description="what a program may print, in bytes")]
    worth: Annotated[CaseWorth | None, Meta(description="null where its problem counts no points")]


class UnmetFolder(msgspec.Struct):
    """A solution that the tests of a problem together have not shown as stated."""

    solution: Annotated[str, Meta(description="its path below the folder of solutions")]
    problem: Annotated[str, Meta(description="the first part of the ids of its cases")]
    expected: Annotated[
        list[str],
        Meta(description="some test should have got one of these verdicts; none: points, or a message"),
    ]
    tests: Annotated[
        list[str], Meta(description="patterns of the tests that it is stated of; none: all of the problem")
    ] = []
    points: Annotated[
        tuple[_Points, _Points] | None, Meta(description="the least and the most; null: a part of them")
    ] = None
    got: Annotated[
        tuple[_Points, _Points] | None, Meta(description="the points of these tests, and what they could be")
    ] = None
    message: Annotated[str, Meta(description="what the checker should have said on some test")] = ""


class Document(Versioned):
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
    cases: Annotated[list[CaseFacts], Meta(description="those that were asked for, in order")] = []
    unjudged: Annotated[list[UnjudgedProblem], Meta(description="problems that are not judged")] = []
    together: Annotated[
        list[list[str]], Meta(description="the problems that the same solutions solve, which share a table")
    ] = []
    manner: Annotated[str, Meta(description="how programs were sealed and started, in words")] = ""
    wall_s: Annotated[_Seconds | None, Meta(description="how long it all took, in seconds")] = None
    resumed: Annotated[_Count, Meta(description="how many tests were taken over from runs before")] = 0
    missing: Annotated[_Count, Meta(description="how many tests are not known")] = 0
    interrupted: Annotated[bool, Meta(description="true where the user ended it")] = False
