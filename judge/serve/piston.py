"""Piston's `POST /api/v2/execute` and `GET /api/v2/runtimes`.

Source: docs/api-v2.md, api/src/api/v2.js and api/src/job.js of github.com/engineer-man/piston.
"""

import re
from signal import Signals
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from judge.library.reports import Report
from judge.library.submissions import Submission, Test
from judge.model.programs import Language
from judge.model.runs import Ending, Run
from judge.model.verdicts import TOO_SLOW, Verdict
from judge.platform.errors import UsageError, quoted
from judge.running.languages import LANGUAGES
from judge.running.languages.names import ALIASES, find_tool
from judge.serve.caps import Caps
from judge.serve.judging import make_text
from judge.serve.nullable import nullable
from judge.serve.programs import Versions, is_script, require_language

# Their names of languages that have another one here.
_NAMES = {"cpp": "c++"}
_MS = 0.001


@nullable
class ExecuteFile(Struct, kw_only=True):
    content: str
    name: str = ""
    encoding: Literal["utf8", "base64", "hex"] = "utf8"


@nullable
class ExecuteRequest(Struct, kw_only=True):
    """A program, the only file, and its input. Times are in milliseconds, memory in bytes, -1: the most."""

    language: str
    version: str
    files: list[ExecuteFile]
    stdin: str = ""
    args: list[str] = []
    run_timeout: float = 3000
    compile_timeout: float = 10000
    run_cpu_time: float | None = None
    compile_cpu_time: float | None = None
    run_memory_limit: int = -1
    compile_memory_limit: int = -1


class Stage(Struct, kw_only=True):
    """A step. Either `code` or `signal` is null. `output` is stdout, then stderr."""

    stdout: str = ""
    stderr: str = ""
    output: str = ""
    code: int | None = None
    signal: str | None = None
    message: str | None = None
    status: Literal["RE", "SG", "TO", "OL", "EL", "XX"] | None = None
    cpu_time: float | None = None
    wall_time: float | None = None
    memory: int | None = None


class ExecuteAnswer(Struct, kw_only=True):
    """After a compile error, `run` is the compile step."""

    language: str
    version: str
    run: Stage
    compile: Stage | UnsetType = UNSET


class Failure(Struct, kw_only=True):
    """The judge failed, and the program is not to blame."""

    message: str


class Runtime(Struct, kw_only=True):
    language: str
    version: str
    aliases: list[str]


class Shape:
    """The functions of the endpoint, which know the versions of the tools."""

    def __init__(self, versions: Versions) -> None:
        self._versions = versions

    def read_request(self, asked: ExecuteRequest, caps: Caps) -> Submission:
        """Return the submission. Limits of compiling are the judge's own. Raises UsageError."""
        require_language(asked.language)
        _require_version(asked.version, self._find_version(asked))
        if len(asked.files) != 1:
            raise UsageError(f"files: expected one file, the program, got {len(asked.files)}")
        if asked.files[0].encoding != "utf8":
            raise UsageError(f"files[0].encoding: expected utf8, got {asked.files[0].encoding}")
        field = "run_timeout" if asked.run_cpu_time is None else "run_cpu_time"
        return Submission(
            asked.files[0].content,
            [Test(asked.stdin if asked.stdin.endswith("\n") else f"{asked.stdin}\n")],
            language=asked.language,
            arguments=asked.args,
            time_s=caps.check_time(field, getattr(asked, field), _MS),
            memory_bytes=caps.check_memory("run_memory_limit", asked.run_memory_limit),
        )

    def write_answer(self, asked: ExecuteRequest, report: Report) -> Struct:
        if report.verdict is Verdict.JE:
            return Failure(message=report.message)
        version = self._find_version(asked)
        language = _name(find_tool(asked.language).language)
        if run := report.run:
            done = _write_run(run, report)
        else:
            stderr = make_text(report.results[0].stderr)
            done = Stage(stderr=stderr, output=stderr, code=1, status="RE", message=report.message)
        built = UNSET if is_script(asked.language) else Stage(code=0) if run else done
        return ExecuteAnswer(language=language, version=version, run=done, compile=built)

    def _find_version(self, asked: ExecuteRequest) -> str:
        return self._versions.find(find_tool(asked.language).language)[0]


def _require_version(asked: str, found: str) -> None:
    """Raises UsageError if the version is neither `*` nor the one here, or its beginning as in `3.x`."""
    pattern = re.escape(asked.removesuffix(".*").removesuffix(".x"))
    if asked != "*" and not re.match(rf"{pattern}(?![0-9])", found):
        wanted = f"* or {found}" if found else "*"
        raise UsageError(f"version: expected {wanted}, got {quoted(asked)}")


def list_runtimes(versions: Versions) -> list[Runtime]:
    """Return the languages whose tools are on this machine."""
    rows = tuple(dict.fromkeys(LANGUAGES.values()))
    return [
        Runtime(language=_name(row), version=version, aliases=_list_aliases(row))
        for row, version in zip(rows, versions.find(*rows), strict=True)
        if version
    ]


def _name(language: Language) -> str:
    return _NAMES.get(language.name, language.name)


def _list_aliases(language: Language) -> list[str]:
    names = {language.name, *(alias for alias, name in ALIASES.items() if name == language.name)}
    return sorted(names - {_name(language)})


def _write_run(run: Run, report: Report) -> Stage:
    stdout, stderr = make_text(run.stdout), make_text(run.stderr)
    signal = run.signal
    status: Literal["RE", "SG", "TO", "OL"] | None = "RE" if run.exit_code else "SG" if signal else None
    if report.verdict in TOO_SLOW:
        status, signal = "TO", Signals.SIGKILL
    elif run.ending is Ending.TOO_MUCH_OUTPUT:
        status, signal = "OL", Signals.SIGKILL
    elif report.verdict is Verdict.MLE and not signal:
        status, signal = "SG", Signals.SIGKILL
    return Stage(
        stdout=stdout,
        stderr=stderr,
        output=stdout + stderr,
        code=None if signal else run.exit_code,
        signal=_name_signal(signal) if signal else None,
        message=report.message or None,
        status=status,
        cpu_time=run.cpu_s / _MS,
        wall_time=run.wall_s / _MS,
        memory=run.peak_bytes,
    )


def _name_signal(number: int) -> str:
    try:
        return Signals(number).name
    except ValueError:  # a real-time signal
        return f"SIG{number}"
