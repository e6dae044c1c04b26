"""Read the state of running processes from the kernel, and kill the descendants that a program left."""

import os
from _signal import SIGCONT, SIGKILL, SIGSTOP  # type: ignore[import-not-found]
from time import clock_gettime_ns

from .wire import Request

# poll intervals for limits that the kernel cannot enforce: memory and files; the threads of root
GLANCE_S, COUNT_S, FOREVER_S = 0.005, 0.05, 1e6
# The most threads of a program, or of all processes of a build together; of a run that may fork. The last is
# small because the keeper looks at each process every few milliseconds, on the same core.
MOST_TASKS, MOST_IN_CROWD = 512, 64
PAGE_BYTES = 1 << 12
# the most files in a drawer: scanning more would take longer than filling them
MOST_FILED = 1 << 12
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def members(who: int) -> list[int]:
    """Return the process `who`, or, as in kill(2), all of the group `-who`, which no process can leave."""
    if who > 0:
        return [who]
    found, left = [], [child for child in children_of(os.getpid()) if _is_in_group(child, -who)]
    while left:
        found.append(left.pop())
        # each thread has children of its own
        left += (child for thread in listed(f"/proc/{found[-1]}/task") for child in children_of(int(thread)))
    return found


def _is_in_group(pid: int, group: int) -> bool:
    try:
        return os.getpgid(pid) == group
    except ProcessLookupError:
        return False


def cpu_s(who: int) -> float:
    """Return the CPU clock of a process and all its threads; of a group, with all that has ended in it."""
    if who > 0:
        return clock_gettime_ns(~who << 3 | 2) / 1e9
    total_s = 0.0
    for pid in members(who):
        try:
            total_s += cpu_s(pid)
            total_s += sum(map(int, _stat(pid, "/proc")[13:15])) / _TICKS_PER_S
        except OSError:
            continue
    return total_s


def queued_s(who: int) -> float:
    """Return the longest time that one thread of a process waited for a processor; 0 if unknown."""
    waits = (words.split()[1] for words in _of_threads(who, "schedstat"))
    return max(map(int, waits), default=0) / 1e9


def _of_threads(who: int, name: str) -> list[bytes]:
    """Return the contents of this file of proc(5) for each thread of a process or group."""
    pairs = ((pid, thread) for pid in members(who) for thread in listed(f"/proc/{pid}/task"))
    return [*filter(None, (_contents(f"/proc/{pid}/task/{thread}/{name}") for pid, thread in pairs))]


def states(who: int) -> set[bytes]:
    """Return the states of a process's threads as in proc(5): R running or ready, S sleeping, T stopped."""
    return {words.rpartition(b") ")[2][:1] for words in _of_threads(who, "stat")}


def sleeps(who: int) -> bool:
    """Return True if every thread of a process sleeps or is stopped; False if it has ended."""
    # a first thread that has ended stays until all have
    return bool(alive := states(who) - {b"Z", b"X"}) and alive <= {b"S", b"T", b"t"}


def is_ready(who: int) -> bool:
    """Return True if a thread of a process runs or waits for a processor. No clock shows that wait yet."""
    return b"R" in states(who)


def held_bytes(who: int) -> int:
    """Return the resident memory of a process plus its page tables; 0 if it has ended."""
    lines = [line for pid in members(who) for line in _contents(f"/proc/{pid}/status").split(b"\n")]
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith((b"VmRSS:", b"VmPTE:")))


def threads(who: int) -> int:
    """Return the number of threads of a process, 0 if it has ended."""
    count = 0
    for pid in members(who):
        try:
            # a folder has two links and one more for each folder in it
            count += os.stat(f"/proc/{pid}/task").st_nlink - 2
        except FileNotFoundError:
            continue
    return count


def tasks_of_the_machine() -> int:
    """Return the number of threads that the kernel runs."""
    file = os.open("/proc/loadavg", os.O_RDONLY | os.O_CLOEXEC)
    try:
        return int(os.read(file, 128).split()[3].partition(b"/")[2])
    finally:
        os.close(file)


def kill_group(pid: int, signal: int = SIGKILL) -> None:
    """Signal a child and its whole process group in one step, which a fork bomb cannot outrun."""
    try:
        os.killpg(pid, signal)
    except ProcessLookupError:  # a child that has just been forked has no group yet
        os.kill(pid, signal)


def _is_crowd(group: int, before: int, most: int) -> bool:
    """Return True if a group has too many tasks. `before` is the number on the machine at its start.

    A fork bomb leaves the keeper little time, so the group is stopped while its tasks are counted.
    """
    if tasks_of_the_machine() - before <= most:
        return False
    kill_group(group, SIGSTOP)
    if threads(-group) > most:
        return True
    kill_group(group, SIGCONT)
    return False


def glance_s(request: Request) -> float:
    """Return how often to call `exceeded` while a program runs."""
    if request.memory_bytes or request.drawer or request.may_fork:
        return GLANCE_S
    return FOREVER_S if os.geteuid() else COUNT_S


def exceeded(pid: int, request: Request, before: int = 0) -> str:
    """Return the polled limit that a program has exceeded, in the words of a `wire.Report`, or "".

    `before` is the number of tasks on the machine when a program that may start others was started.
    """
    who = request.who(pid)
    # first, because everything else takes long in a crowd
    if request.may_fork and _is_crowd(pid, before, MOST_IN_CROWD):
        return "crowd"
    # RLIMIT_NPROC holds for every user but root
    if not os.geteuid() and (
        _is_crowd(pid, before, MOST_TASKS) if request.workplace else threads(who) > MOST_TASKS
    ):
        return "tasks"
    if request.memory_bytes and held_bytes(who) > request.memory_bytes:
        return "memory"
    if request.drawer:
        filed = filed_bytes(request.drawer, request.file_bytes)
        if filed + removed_bytes(who, request.drawer, request.file_bytes) >= request.file_bytes:
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


def removed_bytes(who: int, drawer: str, most_bytes: int) -> int:
    """Return the size of the removed and replaced files of a drawer that a process still holds.

    A mapped file counts as `most_bytes`, since its size is unknown.
    """
    start, end = os.fsencode(os.path.realpath(drawer)) + b"/", b" (deleted)"
    sizes: dict[tuple[int, int], int] = {}
    for place in filter(None, map(_place_of, members(who))):
        maps = _contents(f"{place}/maps")
        if any(start in line and line.endswith(end) for line in maps.split(b"\n")):
            return most_bytes
        for descriptor in listed(f"{place}/fd"):
            path = f"{place}/fd/{descriptor}"
            try:
                link = os.fsencode(os.readlink(path))
                if link.startswith(start) and link.endswith(end):
                    status = os.stat(path)
                    sizes[status.st_dev, status.st_ino] = max(status.st_size, PAGE_BYTES)
            except FileNotFoundError:
                continue
    return sum(sizes.values())


def _place_of(pid: int) -> str:
    """Return the folder in /proc of a thread of a process that has not ended, "" if there is none.

    A thread that has ended has no maps. All others share memory and descriptors.
    """
    places = (f"/proc/{pid}/task/{thread}" for thread in listed(f"/proc/{pid}/task"))
    return next((place for place in places if _contents(f"{place}/maps")), "")


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
