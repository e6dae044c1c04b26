"""`judge serve`: judges what comes over HTTP."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.library.judge import Judge
from judge.options.declaration import Command, option
from judge.options.executors import cluster_option, insecure_flag
from judge.options.groups import Sealing, jobs_option
from judge.options.kinds import FILE, HOST, PORT, SIZE, TEST, TIME
from judge.platform.errors import UsageError, counted, fault_at
from judge.platform.files import require
from judge.platform.installed import command_for
from judge.running.keeper_client import LEVELS
from judge.serve.caps import Caps
from judge.show.step_log import held

_VARIABLE = "JUDGE_TOKEN"
_LEAST_TOKEN, _MOST_TOKEN = 16, 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    host: str = option(
        "--host",
        HOST,
        "listen on this address (default: 127.0.0.1); others need a token",
        default="127.0.0.1",
    )
    port: int = option("--port", PORT, "listen on this port (default: 8080)", default=8080)
    token_file: Path | None = option(
        "--token-file", FILE, f"let in only requests with the token in this file (or in {_VARIABLE})"
    )
    queue: int = option(
        "--queue", TEST, "refuse submissions while so many are under way (default: 1000)", default=1000
    )
    max_time_s: float = option(
        "--max-time", TIME, "the most CPU time that a request may set (default: 60s)", default=60.0
    )
    max_memory_bytes: int = option(
        "--max-memory", SIZE, "the most memory that a request may set (default: 2G)", default=2 << 30
    )
    max_body_bytes: int = option(
        "--max-body", SIZE, "the longest body of a request (default: 64M)", default=64 << 20
    )
    max_tests: int = option(
        "--max-tests", TEST, "the most tests of a request (default: 10000)", default=10_000
    )
    jobs: int | None = jobs_option()
    cluster: str | None = cluster_option()
    insecure: bool = insecure_flag()
    sealing: Sealing


@held()
def serve(arguments: Arguments) -> int:
    """Serve until SIGINT or SIGTERM, which are the normal end."""
    connections, server, service = _import_server()
    token = _read_token(arguments.token_file)
    with server.open_socket(arguments.host, arguments.port) as listening:
        if not token and not server.is_loopback(listening):
            wanted = f"--token-file or {_VARIABLE} for an address that is not loopback"
            raise UsageError(f"--host: expected {wanted}, got {arguments.host} without a token")
        with _open_judge(arguments) as judge:
            try:
                most, queue = connections.limit_connections(arguments.queue, len(judge))
                if queue < arguments.queue:
                    _warn_of_files(arguments.queue, queue)
                app = service.Service(judge, caps=_make_caps(arguments), queue=queue, token=token).app
                _announce(arguments, judge)
                server.serve_requests(app, listening, most)
            finally:
                judge.close(wait=False)
    return 0


def _import_server() -> tuple[Any, Any, Any]:
    """Import what needs the extra. Raises UsageError if it is missing."""
    try:
        from judge.serve import connections, server, service
    except ImportError as error:
        raise UsageError(f"expected the extra `serve`, got: {error}: {command_for('serve')}") from None
    return connections, server, service


def _read_token(path: Path | None) -> bytes:
    """Return the token of the file or the variable, which no later process inherits. Raises JudgeError."""
    stated = os.environ.pop(_VARIABLE, "")
    if not path and not stated:
        return b""
    token = require(path, _MOST_TOKEN).strip() if path else stated.encode()
    if len(token) < _LEAST_TOKEN or not token.isascii() or not token.decode().isprintable() or b" " in token:
        message = f"expected a token of {_LEAST_TOKEN} printable letters or more, got another"
        raise fault_at(path, message) if path else UsageError(f"{_VARIABLE}: {message}")
    return token


def _open_judge(arguments: Arguments) -> Judge:
    """Raises UsageError if the sandbox is not as strict as asked."""
    wanted = arguments.sealing.sandbox
    judge = Judge(
        jobs=arguments.jobs,
        cluster=arguments.cluster or "",
        insecure=arguments.insecure,
        sandbox=wanted,
    )
    if LEVELS.index(judge.level) < LEVELS.index(wanted):
        judge.close(wait=False)
        raise UsageError(f"--sandbox: expected {wanted}, got {judge.level}: `judge doctor` says why")
    return judge


def _make_caps(arguments: Arguments) -> Caps:
    return Caps(
        time_s=arguments.max_time_s,
        memory_bytes=arguments.max_memory_bytes,
        body_bytes=arguments.max_body_bytes,
        tests=arguments.max_tests,
    )


def _warn_of_files(asked: int, queue: int) -> None:
    print(
        f"--queue: expected files for {asked:,} submissions, got {queue:,}: raise `ulimit -Hn`",
        file=sys.stderr,
    )


def _announce(arguments: Arguments, judge: Judge) -> None:
    host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
    manner = f"{counted(len(judge), 'worker')}, sandbox {judge.level}"
    print(f"serving on http://{host}:{arguments.port}, {manner}; Ctrl-C ends it", flush=True)


_EXAMPLES = (
    ("judge serve", "on http://127.0.0.1:8080, for this machine"),
    ("judge serve --host 0.0.0.0 --token-file token.txt", "for other machines"),
)
COMMAND = Command(
    Arguments,
    serve,
    examples=_EXAMPLES,
    epilog="Exit codes: 0 ended by Ctrl-C or SIGTERM, 2 bad input, 3 a bug",
)
