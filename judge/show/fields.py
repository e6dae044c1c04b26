"""The fields of the JSON report, each with the description that the schema gives it.

Within a version, fields may be added but never changed, so each later field has a default.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from judge.model.verdicts import VerdictName


def doc(description: str) -> Meta:
    """Describe a field in the schema and on its page."""
    return Meta(description=description)


# These bounds keep what readers compute from the numbers finite.
_Seconds = Annotated[float, Meta(ge=0, le=1e9)]
_Limit_s = Annotated[float, Meta(ge=1e-10, le=1e9)]
_Factor = Annotated[float, Meta(ge=1e-3, le=1e6)]
_Count = Annotated[int, Meta(ge=0, lt=1 << 62)]
_Moment = Annotated[datetime, Meta(tz=True)]
_Points = Annotated[float, Meta(ge=-1e15, le=1e15)]
_Line = Annotated[_Count, doc("line, from 1")]
_Column = Annotated[_Count, doc("byte of the line, from 1")]
_Offset = Annotated[_Count, doc("byte of the text, from 0")]
_Expected = Annotated[list[str], doc("the verdicts that are expected, a named mistake after a blank")]


class BytePlace(msgspec.Struct):
    """The place of a byte."""

    line: _Line
    column: _Column
    offset: _Offset


class NamedMistake(msgspec.Struct):
    """All differences with one name, at the place of the first in the output."""

    name: Annotated[str, doc("the mistake's name, as `judge mistakes` lists it")]
    count: Annotated[_Count, doc("number of differences")]
    lines: Annotated[_Count, doc("number of lines with a difference")]
    line: _Line
    column: _Column
    offset: _Offset
    answer: Annotated[BytePlace, doc("the same place in the answer")]
    wanted: Annotated[str, doc("the bytes of the answer there, made visible")]
    found: Annotated[str, doc("the bytes of the output there, made visible")]
    edit: Annotated[str, doc("the fix, in words")]


class DiffLine(msgspec.Struct):
    """A line of the answer or of the output, as much of it as is shown."""

    number: Annotated[_Count, doc("the line's, from 1")]
    text: Annotated[str, doc("its bytes, made visible")]
    offset: Annotated[_Count, doc("byte of the whole text at which they begin, from 0")]
    marks: Annotated[
        list[tuple[_Count, _Count]],
        doc("first and past last of those bytes that differ; equal where some are missing"),
    ]
    start: Annotated[_Count, doc("number of bytes of the line that are left out before them")]
    more: Annotated[_Count, doc("number of bytes that are left out after them")]


class DiffRow(msgspec.Struct):
    """Two lines that belong together; without lines, a mark for the rest that is left out."""

    answer: Annotated[DiffLine | None, doc("null where the output has a line too many")]
    output: Annotated[DiffLine | None, doc("null where it lacks one")]
    folded: Annotated[_Count, doc("number of pairs of equal lines that it replaces")]


class Spoken(msgspec.Struct):
    """Text that a program or its interactor wrote in one turn."""

    by_program: Annotated[bool, doc("false where the interactor said it")]
    at_s: Annotated[_Seconds, doc("when, in seconds from the start")]
    said: Annotated[str, doc("its bytes, made visible")]
    left_out: Annotated[_Count, doc("number of bytes before it that are left out")] = 0
    late: Annotated[
        bool, doc("true where it came only when the program's input was closed: it was not sent")
    ] = False


class TestBefore(msgspec.Struct):
    """A test in the last run that judged it."""

    verdict: Annotated[VerdictName, doc("what the judge said of the run")]
    points: Annotated[_Points | None, doc("the test's points; null if its problem counted none")] = None


class JudgedTest(msgspec.Struct):
    """One run of one solution."""

    test: Annotated[_Count, doc("the test's number in its case, from 1")]
    verdict: Annotated[VerdictName, doc("what the judge says of the run")]
    expected: _Expected
    as_expected: Annotated[bool | None, doc("null where it was skipped")]
    cpu_s: Annotated[_Seconds | None, doc("CPU time in seconds, of all its processes")]
    wall_s: Annotated[_Seconds | None, doc("time that passed, in seconds")]
    peak_bytes: Annotated[_Count | None, doc("the most memory that it held, in bytes")]
    runs: Annotated[_Count, doc("number of runs, of which this one took the least CPU time")]
    message: Annotated[str, doc("why, in a sentence; for AC only where a strict judge says more")]
    mistakes: Annotated[list[NamedMistake], doc("most important first")]
    stderr: Annotated[str, doc("the program's, made legible; empty for AC")]
    output: Annotated[str, doc("for NA the head of what was printed, made legible; else empty")] = ""
    checker: Annotated[str, doc("what the problem's checker said, made legible")] = ""
    points: Annotated[_Points | None, doc("the test's points; null if its problem counts none")] = None
    rows: Annotated[
        list[DiffRow], doc("the first lines on which answer and output part, and those after")
    ] = []
    opinions: Annotated[
        dict[str, VerdictName | None],
        doc("what each profile says of an output that is not the answer; null: it cannot"),
    ] = {}
    checker_failed: Annotated[bool, doc("true where the problem's checker is to blame")] = False
    conversation: Annotated[
        list[Spoken], doc("of a program that was not accepted by an interactor: the ends of it")
    ] = []
    passes: Annotated[_Count, doc("number of passes")] = 1
    interactor_cpu_s: Annotated[
        _Seconds | None, doc("CPU time of the interactor in seconds; null without one")
    ] = None
    measured_at: Annotated[
        Annotated[datetime, Meta(tz=True)] | None,
        doc("when an earlier run measured the reused result; null if this run did"),
    ] = None
    host: Annotated[str, doc("the machine of a cluster that judged it; empty where it was judged here")] = ""
    last_run: Annotated[
        TestBefore | None, doc("the last run, which may have judged another version; null if unknown")
    ] = None


class JudgedCase(msgspec.Struct):
    """One solution on one case."""

    solution: Annotated[str, doc("its path below the folder of solutions")]
    case: Annotated[str, doc("the case's id")]
    verdict: Annotated[VerdictName, doc("the worst of its tests")]
    expected: _Expected
    as_expected: Annotated[bool | None, doc("of all tests together; null where some is not known")]
    tests: Annotated[list[JudgedTest], doc("the judged tests, in order")]
    whole: Annotated[_Count | None, doc("number of its tests")] = None
    time_factor: Annotated[_Factor, doc("its CPU limit is so many times that of the case")] = 1.0


class GradedGroup(msgspec.Struct):
    """The score that a package's grader gave to a group of tests."""

    group: Annotated[str, doc("its path below the problem")]
    verdict: Annotated[VerdictName, doc("that of the group")]
    points: Annotated[_Points, doc("its points")]
    whole: Annotated[_Points, doc("its possible points")]


class ProblemScore(msgspec.Struct):
    """The points of one solution on one problem that counts points."""

    solution: Annotated[str, doc("its path below the folder of solutions")]
    problem: Annotated[str, doc("what the ids of its cases begin with")]
    points: Annotated[_Points, doc("its points on the judged tests, to fifteen digits")]
    whole: Annotated[
        _Points,
        doc("its possible points; fewer than `points` if a checker gives more than stated"),
    ]
    graded: Annotated[list[GradedGroup], doc("the groups that a grader counted")] = []


class StudentMark(msgspec.Struct):
    """The state of a student in a problem, by the best of the student's programs."""

    student: Annotated[str, doc("the path of the programs without the part that names the problem")]
    problem: Annotated[str, doc("the problem's name")]
    solutions: Annotated[list[str], doc("the student's programs for it, the best first")]
    passed: Annotated[_Count, doc("number of tests that passed")]
    tests: Annotated[_Count, doc("number of tests")]
    points: Annotated[
        _Points | None, doc("the points; null if the problem counts none, or if they are unknown")
    ]
    whole: Annotated[_Points | None, doc("the possible points; null if the problem counts none")]
    gained: Annotated[
        _Count | None, doc("number of tests that are better than in the last run; null if unknown")
    ]
    lost: Annotated[_Count | None, doc("number of tests that are worse; null if unknown")]
    late: Annotated[bool | None, doc("true if modified after the deadline; null if there is none")] = None


class Versioned(msgspec.Struct):
    version: Annotated[_Count, doc("of the document's layout")]


class FileFault(msgspec.Struct):
    """A fault of a file: a solution with one is JE, a problem with one is not judged."""

    path: Annotated[str, doc("the file's, as the user's words lead to it")]
    line: Annotated[_Count, doc("line, from 1; 0 where none is to blame")]
    message: Annotated[str, doc("what was expected and what was found")]


class UnjudgedProblem(msgspec.Struct):
    """A problem that is not judged because its files have faults, or a program whose problem is unclear."""

    problem: Annotated[str, doc("its name")]
    faults: Annotated[list[FileFault], Meta(min_length=1, description="in the order of path and line")]


class CountedGroup(msgspec.Struct):
    """Tests of a problem, and groups of them, that count together."""

    name: Annotated[str, doc("its path below the problem")]
    count: Annotated[Literal["sum", "min", "max", "avg"], doc("what it makes of the points of its members")]
    accepted: Annotated[
        Literal["all", "some", "any number"], doc("the part that must be accepted, or it has no points")
    ]
    stops: Annotated[bool, doc("true where none counts after the first that is not accepted")]
    ignores_samples: Annotated[bool, doc("true where samples do not count")]
    most_points: Annotated[_Points | None, doc("its possible points; null if its members state them")]
    requires: Annotated[
        tuple[str, ...], doc("patterns of tests that must all be accepted, or it has no points")
    ] = ()
    keeps_points: Annotated[bool, doc("true where it has its points though it is not accepted")] = False
    graded: Annotated[bool, doc("true where a grader of the package counts it")] = False


class CaseWorth(msgspec.Struct):
    """The points of a case."""

    points: Annotated[_Points, doc("where it is accepted")]
    rejected_points: Annotated[_Points, doc("where it is not")]
    groups: Annotated[list[CountedGroup], doc("to which it belongs, the outermost first")]


class CaseFacts(msgspec.Struct):
    """The limits of one run on a case, and the points of the case."""

    case: Annotated[str, doc("its id")]
    cpu_s: Annotated[_Limit_s, doc("CPU time in seconds")]
    memory_bytes: Annotated[_Count, doc("memory in bytes")]
    output_bytes: Annotated[_Count, doc("what a program may print, in bytes")]
    worth: Annotated[CaseWorth | None, doc("null where its problem counts no points")]


class UnmetFolder(msgspec.Struct):
    """A stated expectation of a solution that no test of a problem has met."""

    solution: Annotated[str, doc("its path below the folder of solutions")]
    problem: Annotated[str, doc("the first part of the ids of its cases")]
    expected: Annotated[
        list[str],
        doc("some test should have got one of these verdicts; none: points, or a message"),
    ]
    tests: Annotated[
        list[str], doc("patterns of the tests that it is stated of; none: all of the problem")
    ] = []
    points: Annotated[tuple[_Points, _Points] | None, doc("the least and the most; null: a part of them")] = (
        None
    )
    got: Annotated[
        tuple[_Points, _Points] | None, doc("the points of these tests, and what they could be")
    ] = None
    message: Annotated[str, doc("what the checker should have said on some test")] = ""


class Document(Versioned):
    """The document that `run --json` writes."""

    judge: Annotated[str, doc("the version of the judge that wrote it")]
    results: Annotated[list[JudgedCase], doc("in the order of solutions and cases")]
    faults: Annotated[list[FileFault], doc("in the order of path and line")] = []
    unmet: Annotated[
        list[UnmetFolder], doc("in the order of solutions and problems; of whole problems only")
    ] = []
    scores: Annotated[list[ProblemScore], doc("of the problems that count points, in the same order")] = []
    classes: Annotated[
        list[StudentMark], doc("of a class, the best student first; empty if the programs are no hand-ins")
    ] = []
    cases: Annotated[list[CaseFacts], doc("the selected cases, in order")] = []
    unjudged: Annotated[list[UnjudgedProblem], doc("problems with faults, and programs of unclear ones")] = []
    misnamed: Annotated[list[UnjudgedProblem], doc("files that a wrong suffix keeps from being run")] = []
    strays: Annotated[
        list[UnjudgedProblem], doc("files, or empty folders, of students without a program")
    ] = []
    deadline: Annotated[_Moment | None, doc("programs are late after it; null if there is none")] = None
    late: Annotated[list[str], doc("the solutions that were modified after the deadline")] = []
    together: Annotated[
        list[list[str]], doc("the problems that the same solutions solve, which share a table")
    ] = []
    manner: Annotated[str, doc("how programs were sealed and started, in words")] = ""
    wall_s: Annotated[_Seconds | None, doc("how long it all took, in seconds")] = None
    resumed: Annotated[_Count, doc("number of tests with results of earlier runs")] = 0
    missing: Annotated[_Count, doc("number of tests without a result")] = 0
    interrupted: Annotated[bool, doc("true where the user ended it")] = False
    began_at: Annotated[_Moment | None, doc("when the run began, to the second")] = None
    machine: Annotated[str, doc("the machine's name, the number and the name of its processors")] = ""
    command: Annotated[str, doc("the command that ran")] = ""
