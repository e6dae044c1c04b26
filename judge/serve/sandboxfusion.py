"""SandboxFusion's `POST /run_code`: a program on one input, for clients that compare outputs themselves.

Source: sandbox/server/sandbox_api.py and sandbox/runners/base.py of github.com/bytedance/SandboxFusion.
"""

from typing import Literal

from msgspec import Struct

from judge.library.reports import Report
from judge.library.submissions import Submission, Test
from judge.model.runs import Ending, Run
from judge.model.verdicts import TOO_SLOW, Verdict
from judge.serve.caps import Caps, refuse_any
from judge.serve.judging import make_text
from judge.serve.nullable import nullable
from judge.serve.programs import SEALED, is_script, require_language

_KILLED = -9


@nullable
class RunCodeRequest(Struct, kw_only=True):
    """A program and its input. Times are in seconds; -1 as memory is the most that the server allows."""

    code: str
    language: str
    compile_timeout: float = 10.0
    run_timeout: float = 10.0
    memory_limit_MB: int = -1
    stdin: str | None = None
    files: dict[str, str | None] = {}
    fetch_files: list[str] = []


class CommandRunResult(Struct, kw_only=True):
    """A step. `return_code` is negative after a signal, and null if the step took too long."""

    status: Literal["Finished", "Error", "TimeLimitExceeded"]
    execution_time: float | None = None
    cpu_time: float | None = None
    return_code: int | None = None
    stdout: str | None = None
    stderr: str | None = None


class RunCodeAnswer(Struct, kw_only=True):
    """`SandboxError` means that the judge failed."""

    status: Literal["Success", "Failed", "SandboxError"]
    message: str
    compile_result: CommandRunResult | None = None
    run_result: CommandRunResult | None = None
    executor_pod_name: str | None = None
    files: dict[str, str] = {}


def read_request(asked: RunCodeRequest, caps: Caps) -> Submission:
    """Return the submission. The compile timeout is the judge's own. Raises UsageError."""
    require_language(asked.language)
    refuse_any("files", [each for each in asked.files.values() if each is not None], SEALED)
    refuse_any("fetch_files", asked.fetch_files, SEALED)
    return Submission(
        asked.code,
        [Test(asked.stdin or "")],
        language=asked.language,
        time_s=caps.check_time("run_timeout", asked.run_timeout),
        memory_bytes=caps.check_memory("memory_limit_MB", asked.memory_limit_MB, 1 << 20),
    )


def write_answer(asked: RunCodeRequest, report: Report) -> RunCodeAnswer:
    if report.verdict is Verdict.JE:
        return RunCodeAnswer(status="SandboxError", message=report.message)
    built: CommandRunResult | None
    ran: CommandRunResult | None
    if report.run:
        built, ran = _finish(0), _write_run(report.run, report.verdict)
    else:
        built, ran = _finish(1, make_text(report.results[0].stderr)), None
    if is_script(asked.language):
        ran, built = ran or built, None
    is_right = ran is not None and ran.return_code == 0
    status: Literal["Success", "Failed"] = "Success" if is_right else "Failed"
    return RunCodeAnswer(status=status, message=report.message, compile_result=built, run_result=ran)


def _finish(code: int, stderr: str = "") -> CommandRunResult:
    return CommandRunResult(status="Finished", return_code=code, stdout="", stderr=stderr)


def _write_run(run: Run, verdict: Verdict) -> CommandRunResult:
    is_slow = verdict in TOO_SLOW
    return CommandRunResult(
        status="TimeLimitExceeded" if is_slow else "Finished",
        execution_time=run.wall_s,
        cpu_time=run.cpu_s,
        return_code=None if is_slow else _find_code(run),
        stdout=make_text(run.stdout),
        stderr=make_text(run.stderr),
    )


def _find_code(run: Run) -> int:
    if run.signal:
        return -run.signal
    is_whole = run.ending is Ending.FINISHED and run.exit_code is not None
    return run.exit_code or 0 if is_whole else _KILLED
