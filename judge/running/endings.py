"""Turn the keeper's measurements into a `Run`: its `Ending`, decided in a fixed order, and its output."""

import os

from msgspec import Struct

from judge.model.runs import Ending, Limits, Run
from judge.running import memfiles
from judge.running.sandbox.polled_limits import MOST_IN_CROWD, MOST_TASKS
from judge.running.shortage import ShortageError

# half for the head, half for the tail
STDERR_KEPT_BYTES = 8 << 10
# Lower memory limits count as this one. A fork of the keeper starts with the keeper's pages, 7 MB or up to
# 12 MB with all preloaded modules, and its peak includes them. Children of the launcher start with nothing,
# but the rule is the same for all programs.
FLOOR_BYTES = 16 << 20
# A fork of a keeper with numpy shares some megabytes that count in a cold start. Programs with a lower
# limit, which numpy itself might exceed, start cold.
LEAST_WARM_BYTES = 64 << 20


class Measured(Struct, frozen=True):
    """The keeper's report in the order of the wire (sandbox/wire.py), and the sizes of the output.

    `taken_bytes` are the sizes of the `taken` files by name, `filed_bytes` that of the files in the drawer.
    """

    status: int
    cpu_s: float
    wall_s: float
    queued_s: float
    peak_bytes: int | None
    stopped: str
    complaint: str
    counted: int | str | None
    stdout_bytes: int
    stderr_bytes: int
    taken_bytes: tuple[tuple[str, int], ...] = ()
    filed_bytes: int = 0


def ending_of(measured: Measured, limits: Limits) -> tuple[Ending, str]:
    """Return the ending and a detail. The order is time, memory, output, then the process's own end.

    Memory is the memory that the process used. A refused allocation is an ordinary crash.
    """
    if measured.complaint:
        return (Ending.NOT_STARTED if measured.stopped == "start" else Ending.LOST), measured.complaint
    if measured.cpu_s > limits.cpu_s:
        return Ending.OUT_OF_TIME, ""
    # a program that was awake for half of that time has already exceeded the limit on CPU time
    if measured.stopped == "wall":
        return Ending.IDLE, ""
    if measured.stopped == "memory" or (measured.peak_bytes or 0) > memory_bytes(limits):
        return Ending.OUT_OF_MEMORY, ""
    if measured.stdout_bytes > limits.output_bytes:
        return Ending.TOO_MUCH_OUTPUT, ""
    if measured.stderr_bytes > limits.stderr_bytes:
        return Ending.TOO_MUCH_OUTPUT, "stderr"
    for name, size in measured.taken_bytes:
        if size > limits.output_bytes:
            return Ending.TOO_MUCH_OUTPUT, name
    if measured.stopped == "drawer" or measured.filed_bytes > limits.output_bytes:
        return Ending.TOO_MUCH_OUTPUT, "its files"
    if most := {"tasks": MOST_TASKS, "crowd": MOST_IN_CROWD}.get(measured.stopped):
        return Ending.SIGNALLED, f"more than {most} threads or processes"
    return (Ending.SIGNALLED if os.WIFSIGNALED(measured.status) else Ending.FINISHED), ""


def memory_bytes(limits: Limits) -> int:
    """Return the memory limit in force."""
    return max(limits.memory_bytes, FLOOR_BYTES)


def run_of(measured: Measured, limits: Limits, stdout: int, stderr: int, *taken: int) -> Run:
    """Return a `Run` from the measurements and the files behind these descriptors.

    Raises ShortageError if the machine lacked the resources to start the program.
    """
    if measured.stopped == "short":
        raise ShortageError(measured.complaint)
    ending, detail = ending_of(measured, limits)
    killed = os.WIFSIGNALED(measured.status)
    ended = not killed and ending not in (Ending.LOST, Ending.NOT_STARTED)
    return Run(
        ending=ending,
        cpu_s=measured.cpu_s,
        wall_s=measured.wall_s,
        peak_bytes=measured.peak_bytes,
        stdout=memfiles.contents(stdout, min(measured.stdout_bytes, limits.output_bytes)),
        stderr=_ends(stderr, measured.stderr_bytes),
        exit_code=os.waitstatus_to_exitcode(measured.status) if ended else None,
        signal=os.WTERMSIG(measured.status) if killed else None,
        detail=detail,
        counted=measured.counted,
        files=tuple(
            memfiles.contents(file, min(size, limits.output_bytes))
            for file, (_, size) in zip(taken, measured.taken_bytes, strict=True)
        ),
    )


def _ends(file: int, size: int) -> bytes:
    """Return a whole file, or its first and last lines with the number of omitted bytes between them."""
    if size <= STDERR_KEPT_BYTES:
        return os.pread(file, size, 0)
    half = STDERR_KEPT_BYTES // 2
    head, tail = os.pread(file, half, 0), os.pread(file, half, size - half)
    head = head[: head.rfind(b"\n") + 1] or head
    tail = tail[tail.find(b"\n", 0, -1) + 1 :]
    between = b"[%d bytes left out]\n" % (size - len(head) - len(tail))
    return head + (between if head.endswith(b"\n") else b"\n" + between) + tail


def lost_run(reason: str) -> Run:
    """Return a run without measurements, which was lost for this reason."""
    return Run(ending=Ending.LOST, cpu_s=0, wall_s=0, peak_bytes=None, stdout=b"", stderr=b"", detail=reason)
