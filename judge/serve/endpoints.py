"""The shapes of requests: each becomes a submission, and the report on it the answer."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from judge.library.reports import Report
from judge.library.submissions import Submission
from judge.serve import judging, piston, sandboxfusion
from judge.serve.caps import Caps
from judge.serve.programs import Versions


class Endpoint(NamedTuple):
    """A path, its structs, and the functions between them. `only_runs`: the report has the whole output.

    `read` raises UsageError with the name of a field. It may take a second.
    """

    path: str
    summary: str
    asks: type[Struct]
    answers: type[Struct]
    read: Callable[[Any, Caps], Submission]
    write: Callable[[Any, Report], Struct]
    only_runs: bool = True


def list_endpoints(versions: Versions) -> tuple[Endpoint, ...]:
    own = Endpoint(
        "/judge",
        "Judge a source on tests",
        judging.JudgeRequest,
        judging.JudgeAnswer,
        judging.read_request,
        judging.write_answer,
        only_runs=False,
    )
    run_code = Endpoint(
        "/run_code",
        "Run a program, as SandboxFusion does",
        sandboxfusion.RunCodeRequest,
        sandboxfusion.RunCodeAnswer,
        sandboxfusion.read_request,
        sandboxfusion.write_answer,
    )
    shape = piston.Shape(versions)
    execute = Endpoint(
        "/api/v2/execute",
        "Run a program, as Piston does",
        piston.ExecuteRequest,
        piston.ExecuteAnswer,
        shape.read_request,
        shape.write_answer,
    )
    return own, run_code, execute
