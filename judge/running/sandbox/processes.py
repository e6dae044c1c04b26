"""Read the state of running processes from the kernel, and kill the descendants that a program left."""

import os
from _signal import SIGCONT, SIGKILL, SIGSTOP  # type: ignore[import-not-found]
from time import clock_gettime_ns

from .wire import Request

# poll intervals for limits that the kernel cannot enforce: memory and files; the threads of root
GLANCE_S, COUNT_S, FOREVER_S = 0.005, 0.05, 1e6
# the most threads of a program, or of all processes of a build together
MOST_TASKS = 512
PAGE_BYTES = 1 << 12
# the most files in a drawer: scanning more would take longer than filling them
MOST_FILED = 1 << 12
# a flag of a thread in /proc
EXITING = 1 << 2


def cpu_s(pid: int) -> float:
    """Return the CPU clock of a process and all its threads."""
    return clock_gettime_ns(~pid << 3 | 2) / 1e9


def queued_s(pid: int) -> float:
    """Return the longest time that one thread of a process waited for a processor; 0 if unknown."""
    longest_ns = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/schedstat", "rb") as file:
                longest_ns = max(longest_ns, int(file.read().split()[1]))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return longest_ns / 1e9


def _threads(pid: int) -> list[list[bytes]]:
    """Return the fields of `stat` in proc(5) for each thread of a process, starting with the state."""
    found = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/stat", "rb") as file:
                found.append(file.read().rpartition(b") ")[2].split())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def states(pid: int) -> set[bytes]:
    """Return the states of a process's threads as in proc(5): R running or ready, S sleeping, T stopped."""
    return {thread[0] for thread in _threads(pid)}


def is_ending(pid: int) -> bool:
    """Return True if a process that is not reaped yet is exiting. Its files close before it is dead."""
    return all(int(thread[6]) & EXITING for thread in _threads(pid))


def sleeps(pid: int) -> bool:
    """Return True if every thread of a process sleeps or is stopped; False if it has ended."""
    # a first thread that has ended stays until all have
    return bool(alive := states(pid) - {b"Z", b"X"}) and alive <= {b"S", b"T", b"t"}


def is_ready(pid: int) -> bool:
    """Return True if a thread of a process runs or waits for a processor. No clock shows that wait yet."""
    return b"R" in states(pid)


def held_bytes(pid: int) -> int:
    """Return the resident memory of a process plus its page tables; 0 if it has ended."""
    with open(f"/proc/{pid}/status", "rb") as file:
        lines = file.read().split(b"\n")
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith((b"VmRSS:", b"VmPTE:")))


def threads(pid: int) -> int:
    """Return the number of threads of a process, 0 if it has ended."""
    try:
        # a folder has two links and one more for each folder in it
        return os.stat(f"/proc/{pid}/task").st_nlink - 2
    except FileNotFoundError:
        return 0


def tasks_of_the_machine() -> int:
    """Return the number of threads that the kernel runs."""
    file = os.open("/proc/loadavg", os.O_RDONLY | os.O_CLOEXEC)
    try:
        return int(os.read(file, 128).split()[3].partition(b"/")[2])
    finally:
        os.close(file)


def tasks_below(pid: int) -> int:
    """Count the threads of all descendants of a process."""
    children: dict[int, list[int]] = {}
    counts = {}
    for number in filter(str.isdigit, os.listdir("/proc")):
        if words := _stat(int(number), "/proc"):
            children.setdefault(int(words[1]), []).append(int(number))
            counts[int(number)] = int(words[17])
    count, left = 0, [pid]
    while left:
        below = children.pop(left.pop(), [])
        count += sum(counts[child] for child in below)
        left += below
    return count


def kill_group(pid: int, signal: int = SIGKILL) -> None:
    """Signal a child and its whole process group in one step, which a fork bomb cannot outrun."""
    try:
        os.killpg(pid, signal)
    except ProcessLookupError:  # a child that has just been forked has no group yet
        os.kill(pid, signal)


def _is_crowd(pid: int, before: int) -> bool:
    """Return True if a build has too many tasks. `before` is the number on the machine at its start.

    A fork bomb leaves the keeper little time, so the build is stopped while its tasks are counted.
    """
    if tasks_of_the_machine() - before <= MOST_TASKS:
        return False
    kill_group(pid, SIGSTOP)
    if tasks_below(os.getpid()) > MOST_TASKS:
        return True
    kill_group(pid, SIGCONT)
    return False


def glance_s(request: Request) -> float:
    """Return how often to call `exceeded` while a program runs."""
    if request.memory_bytes or request.drawer:
        return GLANCE_S
    return FOREVER_S if os.geteuid() else COUNT_S


def exceeded(pid: int, request: Request, before: int = 0) -> str:
    """Return the polled limit that a process has exceeded, in the words of a `wire.Report`, or "".

    `before` is the number of tasks on the machine at the start of a build.
    """
    # RLIMIT_NPROC holds for every user but root
    if not os.geteuid() and (_is_crowd(pid, before) if request.workplace else threads(pid) > MOST_TASKS):
        return "tasks"
    if request.memory_bytes and held_bytes(pid) > request.memory_bytes:
        return "memory"
    if request.drawer:
        filed = filed_bytes(request.drawer, request.file_bytes)
        if filed + removed_bytes(pid, request.drawer, request.file_bytes) >= request.file_bytes:
            return "drawer"
    return ""


def filed_bytes(drawer: str, most_bytes: int) -> int:
    """Return the size of the files in a drawer that may hold `most_bytes`.

    Each file counts as at least a page, and as at least its share of `MOST_FILED` files. A program cannot
    allocate more than a file's size (filters/), nor open a file without a name.
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


def removed_bytes(pid: int, drawer: str, most_bytes: int) -> int:
    """Return the size of the removed and replaced files of a drawer that a process still holds.

    A mapped file counts as `most_bytes`, since its size is unknown.
    """
    start, end = os.fsencode(os.path.realpath(drawer)) + b"/", b" (deleted)"
    sizes: dict[tuple[int, int], int] = {}
    for thread in listed(f"/proc/{pid}/task"):
        maps = _contents(f"/proc/{pid}/task/{thread}/maps")
        # a thread that has ended has no maps; all others share memory and descriptors
        if not maps:
            continue
        if any(start in line and line.endswith(end) for line in maps.split(b"\n")):
            return most_bytes
        for descriptor in listed(f"/proc/{pid}/task/{thread}/fd"):
            path = f"/proc/{pid}/task/{thread}/fd/{descriptor}"
            try:
                link = os.fsencode(os.readlink(path))
                if link.startswith(start) and link.endswith(end):
                    status = os.stat(path)
                    sizes[status.st_dev, status.st_ino] = max(status.st_size, PAGE_BYTES)
            except FileNotFoundError:
                continue
        break
    return sum(sizes.values())


def listed(folder: str) -> list[str]:
    """List a folder of a process; empty before it is sealed and at its end, when the kernel forbids it."""
    try:
        return os.listdir(folder)
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return []


def _contents(path: str) -> bytes:
    """Return the bytes of a file of a process; none as in `_listed`."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return b""


def kill_the_rest(spared: int) -> float:
    """Kill and reap every descendant except the child `spared`. Return their CPU time."""
    cpu_s = 0.0
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
            if not pid:
                if not _kill_below(os.getpid(), spared):
                    return cpu_s
                pid, _, usage = os.wait4(-1, 0)
            if pid != spared:
                cpu_s += usage.ru_utime + usage.ru_stime
        except ChildProcessError:
            return cpu_s


def _kill_below(pid: int, spared: int) -> bool:
    """Kill the descendants of a process except `spared`. Return True if there were any.

    Parents go first, because a killed process starts no more. Children of other threads than the first are
    found once their process has ended.
    """
    left = [child for child in children_of(pid) if child != spared]
    found = bool(left)
    while left:
        child = left.pop()
        try:
            os.kill(child, SIGKILL)
        except ProcessLookupError:
            continue
        left += children_of(child)
    return found


def children_of(pid: int, *, proc: str = "/proc") -> list[int]:
    """Return the ids of a process's children; none if it has ended."""
    words = b""
    # This runs after every program: a file object would be slower.
    try:
        file = os.open(f"{proc}/{pid}/task/{pid}/children", os.O_RDONLY | os.O_CLOEXEC)
        try:
            while piece := os.read(file, 4096):
                words += piece
        finally:
            os.close(file)
    except FileNotFoundError:
        # The process has ended, or the kernel was built without CONFIG_PROC_CHILDREN.
        numbers = map(int, filter(str.isdigit, os.listdir(proc)))
        return [child for child in numbers if _stat(child, proc)[1:2] == [b"%d" % pid]]
    except ProcessLookupError:
        return []
    return [*map(int, words.split())]


def _stat(pid: int, proc: str) -> list[bytes]:
    """Return the fields of `stat` in proc(5), starting with the state; none if the process has ended."""
    try:
        with open(f"{proc}/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
