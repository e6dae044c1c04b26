"""One command under limits to a Run. It measures and stops; it never judges.

The child is a session of its own with the limits of `setrlimit`; its whole process group is killed when the
main process has ended or a limit is hit. CPU time is read from the process's CPU clock while it runs and from
`wait4` when it has ended.
"""

import contextlib
import os
import resource
import select
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from judge.model import Ending, Limits, Run

_STDERR_KEPT = 1 << 16
_HEADROOM_BYTES = 64 << 20
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A program to execute; `argv[0]` is an absolute path."""

    argv: tuple[str, ...]


class Runner:
    """One worker slot. `core` is the processor that its children run on, None for any."""

    def __init__(self, *, core: int | None = None) -> None:
        self._core = core

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def run(self, command: Command, stdin: bytes, limits: Limits) -> Run:
        """Run a command once. Whatever goes wrong is in the Run, LOST if the child could not be started."""
        with (
            tempfile.TemporaryFile() as given,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            given.write(stdin)
            given.seek(0)
            try:
                child = self._start(command, limits, given, out, err)
            except (OSError, subprocess.SubprocessError) as error:
                return _lost(f"could not start {command.argv[0]}: {error}")
            return _attend(child.pid, limits, out, err)

    def _start(
        self, command: Command, limits: Limits, given: IO[bytes], out: IO[bytes], err: IO[bytes]
    ) -> subprocess.Popen[bytes]:
        def confine() -> None:
            cpu_s = int(limits.cpu_s) + 2
            address_space = limits.memory_bytes + _HEADROOM_BYTES
            for kind, limit in (
                (resource.RLIMIT_CPU, cpu_s),
                (resource.RLIMIT_AS, address_space),
                (resource.RLIMIT_FSIZE, limits.output_bytes + 1),
                (resource.RLIMIT_CORE, 0),
                (resource.RLIMIT_NOFILE, 64),
            ):
                resource.setrlimit(kind, (limit, limit))
            if self._core is not None:
                os.sched_setaffinity(0, {self._core})

        return subprocess.Popen(
            command.argv,
            stdin=given,
            stdout=out,
            stderr=err,
            cwd="/",
            env=_ENVIRONMENT,
            start_new_session=True,
            preexec_fn=confine,
        )


def _attend(pid: int, limits: Limits, out: IO[bytes], err: IO[bytes]) -> Run:
    """Wait for the process or stop it at a limit, then say how it ended."""
    margin_s = min(1.0, 0.1 * limits.cpu_s)
    began = time.monotonic()
    pidfd = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(pidfd, select.POLLIN)
        tick_ms = 1.0
        stopped = False
        while not poll.poll(tick_ms):
            tick_ms = min(10.0, tick_ms * 1.5)
            # The time that it stood in line for a processor is the machine's fault.
            wall_s = time.monotonic() - began - _queued_s(pid)
            if wall_s > limits.wall_s or _cpu_clock_s(pid) > limits.cpu_s + margin_s:
                stopped = True
                break
    finally:
        os.close(pidfd)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        queued_s = _queued_s(pid)
    _, status, usage = os.wait4(pid, 0)
    wall_s = time.monotonic() - began
    cpu_s = usage.ru_utime + usage.ru_stime
    printed = os.fstat(out.fileno()).st_size
    code = os.waitstatus_to_exitcode(status)
    peak_bytes = usage.ru_maxrss * 1024
    ending = _ending(limits, cpu_s, wall_s - queued_s, peak_bytes, printed, code, stopped)
    return Run(
        ending=ending,
        cpu_s=cpu_s,
        wall_s=wall_s,
        peak_bytes=peak_bytes,
        stdout=os.pread(out.fileno(), limits.output_bytes, 0),
        stderr=os.pread(err.fileno(), _STDERR_KEPT, 0),
        exit_code=code if ending is Ending.FINISHED else None,
        signal=-code if ending is Ending.SIGNALLED else None,
    )


def _ending(
    limits: Limits, cpu_s: float, wall_s: float, peak_bytes: int, printed: int, code: int, stopped: bool
) -> Ending:
    """In this order: output, memory, CPU time, wall time, a signal."""
    if printed > limits.output_bytes or code == -signal.SIGXFSZ:
        return Ending.TOO_MUCH_OUTPUT
    if peak_bytes > limits.memory_bytes:
        return Ending.OUT_OF_MEMORY
    if cpu_s > limits.cpu_s:
        return Ending.OUT_OF_TIME
    if stopped:
        return Ending.IDLE if cpu_s < wall_s / 2 else Ending.OUT_OF_TIME
    return Ending.SIGNALLED if code < 0 else Ending.FINISHED


def _cpu_clock_s(pid: int) -> float:
    try:
        return time.clock_gettime((~pid) << 3 | 2)
    except OSError:
        return 0.0


def _queued_s(pid: int) -> float:
    """How long a process was ready to run and did not; 0 where the kernel does not tell."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def _lost(detail: str) -> Run:
    return Run(ending=Ending.LOST, cpu_s=0, wall_s=0, peak_bytes=None, stdout=b"", stderr=b"", detail=detail)
