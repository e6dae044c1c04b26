"""What the kernel tells of a process that runs, and the end of all that a program has left behind."""

import os
from _signal import SIGKILL  # type: ignore[import-not-found]
from time import clock_gettime_ns

from .wire import Request

PAGE_BYTES = 1 << 12
# the most files in a drawer: scanning more would take longer than filling them
MOST_FILED = 1 << 12
# among the flags of a thread
EXITING = 1 << 2


def cpu_s(pid: int) -> float:
    """The CPU clock of a process and all its threads, by the number that the kernel gives that clock."""
    return clock_gettime_ns(~pid << 3 | 2) / 1e9


def queued_s(pid: int) -> float:
    """The longest that a thread of a process was ready to run and did not; 0 where no kernel tells."""
    longest_ns = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/schedstat", "rb") as file:
                longest_ns = max(longest_ns, int(file.read().split()[1]))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return longest_ns / 1e9


def _threads(pid: int) -> list[list[bytes]]:
    """Of each thread of a process what proc(5) has in `stat`, from the state on."""
    found = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/stat", "rb") as file:
                found.append(file.read().rpartition(b") ")[2].split())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def states(pid: int) -> set[bytes]:
    """Those of all threads of a process, as in proc(5): R runs or is ready to, S sleeps, T is stopped."""
    return {thread[0] for thread in _threads(pid)}


def is_ending(pid: int) -> bool:
    """Whether a process, not yet waited for, is at its end: its files are closed before it is dead."""
    return all(int(thread[6]) & EXITING for thread in _threads(pid))


def sleeps(pid: int) -> bool:
    """Whether every thread of a process sleeps or is stopped; not so of one that has ended."""
    # a first thread that has ended stays until all have
    return bool(alive := states(pid) - {b"Z", b"X"}) and alive <= {b"S", b"T", b"t"}


def is_ready(pid: int) -> bool:
    """Whether a thread of a process runs, or stands in line: how long it does now, no clock tells yet."""
    return b"R" in states(pid)


def held_bytes(pid: int) -> int:
    """What is resident, and the tables of what only seems to be; 0 of a process that has ended."""
    with open(f"/proc/{pid}/status", "rb") as file:
        lines = file.read().split(b"\n")
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith((b"VmRSS:", b"VmPTE:")))


def exceeded(pid: int, request: Request) -> str:
    """Which limit that must be looked at a process has broken, in the words of a `wire.Report`, or none."""
    if request.memory_bytes and held_bytes(pid) > request.memory_bytes:
        return "memory"
    if request.drawer and filed_bytes(request.drawer, request.file_bytes) >= request.file_bytes:
        return "drawer"
    return ""


def filed_bytes(drawer: str, most_bytes: int) -> int:
    """Return the size of the files in a drawer that may hold `most_bytes`.

    Each file counts as at least a page, and as at least its share of `MOST_FILED` files. Sizes tell all: a
    program can neither allocate more than a file's size (filters/) nor hold a file without a name (seal.py).
    """
    least_bytes = max(PAGE_BYTES, most_bytes // MOST_FILED)
    total_bytes = 0
    with os.scandir(drawer) as files:
        for file in files:
            try:
                total_bytes += max(file.stat(follow_symlinks=False).st_size, least_bytes)
            except FileNotFoundError:
                continue
    return total_bytes


def kill_the_rest(spared: int) -> float:
    """Kills and reaps every descendant but the child that is `spared`; the CPU time of all these."""
    cpu_s = 0.0
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
            if not pid:
                rest = _descendants(os.getpid(), spared)
                if not rest:
                    return cpu_s
                for descendant in rest:
                    os.kill(descendant, SIGKILL)
                pid, _, usage = os.wait4(-1, 0)
            if pid != spared:
                cpu_s += usage.ru_utime + usage.ru_stime
        except ProcessLookupError:
            continue
        except ChildProcessError:
            return cpu_s


def _descendants(pid: int, spared: int) -> list[int]:
    """Parents first."""
    children = [child for child in children_of(pid) if child != spared]
    return children + [each for child in children for each in _descendants(child, spared)]


def children_of(pid: int, *, proc: str = "/proc") -> list[int]:
    """The numbers of a process's children; none of a process that has ended."""
    words = b""
    # Looked at after every run: without an object for the file.
    try:
        file = os.open(f"{proc}/{pid}/task/{pid}/children", os.O_RDONLY | os.O_CLOEXEC)
        try:
            while piece := os.read(file, 4096):
                words += piece
        finally:
            os.close(file)
    except FileNotFoundError:
        # The process has ended, or the kernel was built without CONFIG_PROC_CHILDREN.
        return [
            child for child in map(int, filter(str.isdigit, os.listdir(proc))) if _parent(child, proc) == pid
        ]
    except ProcessLookupError:
        return []
    return [*map(int, words.split())]


def _parent(pid: int, proc: str) -> int:
    """The number of a process's parent; 0 if the process has ended."""
    try:
        with open(f"{proc}/{pid}/stat", "rb") as file:
            return int(file.read().rpartition(b") ")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0
