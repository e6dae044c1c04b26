"""The judge's own request and answer: a source on its tests."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from judge.library.reports import Report
from judge.library.submissions import Submission, Test
from judge.model.results import Result
from judge.model.verdicts import VerdictName
from judge.serve.caps import Caps
from judge.serve.nullable import nullable
from judge.serve.programs import require_language
from judge.show.fields import doc
from judge.show.json import copy_fields


@nullable
class RequestedTest(Struct, forbid_unknown_fields=True):
    """An input and the answer to it."""

    input: Annotated[str | list[Any], doc("text; for a function also the list of its arguments")]
    answer: Annotated[
        Any, doc("text; for a list of arguments a value; absent: the program has to end well")
    ] = UNSET
    hidden: Annotated[bool, doc("false: the feedback may show the input and the answer")] = True


@nullable
class JudgeRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A source with its tests and rules. Limits are for each test."""

    source: Annotated[str, doc("the program")]
    tests: Annotated[list[RequestedTest], doc("at least one")]
    language: Annotated[str, doc("such as python, cpp, c++17, java")] = "python"
    key: Annotated[Any, doc("any value, which comes back in the answer")] = None
    time_s: Annotated[float, doc("CPU time in seconds")] = 2.0
    time_factor: Annotated[float, doc("multiplies the time")] = 1.0
    memory_bytes: Annotated[int, doc("memory in bytes")] = 256 << 20
    output_bytes: Annotated[int, doc("bytes that a program may print")] = 16 << 20
    arguments: Annotated[list[str], doc("the words of the program's command line")] = []
    compare: Annotated[str, doc("a rule; empty: tokens, or value for a function")] = ""
    checker: Annotated[str, doc("the source of a program that decides instead")] = ""
    checker_language: Annotated[str, doc("its language")] = "cpp"
    checker_arguments: Annotated[list[str], doc("its arguments")] = []
    protocol: Annotated[str, doc("how it is called; one with testlib.h needs none")] = ""
    entry: Annotated[str, doc("the typed signature of a function")] = ""
    fn_name: Annotated[str, doc("the name of a function without types")] = ""
    starter_code: Annotated[str, doc("the site's class with the empty function")] = ""
    prelude: Annotated[str, doc("the name of imports before the source")] = ""
    stop: Annotated[Literal["", "first failure"], doc("when to skip the other tests")] = ""
    outputs: Annotated[bool, doc("whether the answer has what programs printed")] = False


class JudgedTest(Struct, kw_only=True):
    """The result of a test."""

    verdict: VerdictName
    message: Annotated[str, doc("the reason, in a sentence")]
    cpu_s: Annotated[float | None, doc("CPU time in seconds; null where nothing ran")]
    wall_s: Annotated[float | None, doc("time that passed, in seconds")]
    peak_bytes: Annotated[int | None, doc("the most memory that it held, in bytes")]
    runs: Annotated[int, doc("number of runs, of which this one took the least CPU time")]
    stderr: Annotated[str, doc("with outputs: what it wrote there; empty for AC")] = ""
    output: Annotated[str, doc("with outputs: for NA the first 4 KiB that it printed")] = ""
    checker: Annotated[str, doc("with outputs: what the checker said")] = ""


class JudgeAnswer(Struct, kw_only=True):
    """The report on a submission."""

    key: Annotated[Any, doc("the request's")]
    verdict: VerdictName
    passed: Annotated[bool | None, doc("whether every test is accepted; null for JE: do not count it")]
    score: Annotated[float | None, doc("share of accepted tests among all; null for JE")]
    message: Annotated[str, doc("the reason for the first failure")]
    feedback: Annotated[str, doc("what a model in training may see")]
    tests: Annotated[list[JudgedTest], doc("in the order of the request; for JE there may be none")]


def read_request(asked: JudgeRequest, caps: Caps) -> Submission:
    """Return the submission. Raises UsageError."""
    require_language(asked.language)
    fields = asdict(asked)
    del fields["outputs"]
    fields["tests"] = [Test(each.input, each.answer, each.hidden) for each in asked.tests]
    return caps.check_submission(Submission(**fields))


def write_answer(asked: JudgeRequest, report: Report) -> JudgeAnswer:
    return copy_fields(
        JudgeAnswer,
        report,
        verdict=report.verdict.name,
        feedback=report.feedback(),
        tests=[_write_result(each, outputs=asked.outputs) for each in report.results],
    )


def _write_result(result: Result, *, outputs: bool) -> JudgedTest:
    printed = {"stderr": result.stderr, "output": result.output, "checker": result.said}
    texts = {name: make_text(data) if outputs else "" for name, data in printed.items()}
    return copy_fields(JudgedTest, result, verdict=result.verdict.name, **texts)


def make_text(data: bytes) -> str:
    r"""Return bytes as text for JSON. A byte that is not UTF-8 becomes `\xff`, which stays visible."""
    return data.decode(errors="backslashreplace")
