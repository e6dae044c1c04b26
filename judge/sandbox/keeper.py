"""The keeper: one small process per worker slot that starts every program, watches it and cleans up after it.

Theory of operation. The harness grows: it holds cases and answers, so a fork of it would be slow, and would carry its
peak of memory and its secrets into the child. The keeper is executed once, stays small and single-threaded, and never
holds a byte of a case, an answer or an output: those travel as descriptors of memory files that only pass through.
It sits on the core it is given; its children inherit that, and the keeper sleeps while they run. It seals itself at
its start and each child entirely (seal.py). It is the subreaper of all that its children start; when a program has
ended, whatever it left behind is killed before the harness hears of it. A session of its own keeps Ctrl-C away.
When the other end of its wire closes, however the harness died, it kills its children and leaves; when the keeper
itself is killed, the kernel kills the child.

A program is executed (`argv`), or its Python code is run in a fork of the keeper itself, which is a warm interpreter.
The child alone reads that code.

Wire. A sequenced-packet socket on descriptor 3, one packet a message, each the marshal of a tuple. The keeper speaks
first: ("ready", level), or ("broken", why) before it leaves. Then, one at a time, a request with its descriptors

    (argv, readable, box, imports, allowance_s, wall_s, file_bytes, space_bytes, memory_bytes)
    stdin, stdout, stderr, and with imports the code

is answered by

    (status, cpu_s, wall_s, peak_bytes, stopped, complaint)

`box` is the folder that a build may write, None for a run. `imports` is None for an executed program; for Python code
`argv` holds its file name. The run is killed when it has used `allowance_s` of CPU time or `wall_s`, or, unless
`memory_bytes` is 0, when it holds more than these; `space_bytes` limits its addresses unless 0. `status` is that of
wait4, `stopped` is "", "cpu", "wall" or "memory", `complaint` says why the program could not be started.
"""

import _socket
import gc
import marshal
import os
import select
import sys
from _signal import SIG_DFL, SIGKILL, SIGPIPE, SIGXFSZ, signal
from math import ceil
from resource import RLIMIT_STACK, getrlimit, setrlimit
from time import clock_gettime_ns, monotonic

from . import kernel, warm
from .seal import Seal

WIRE = 3
PACKET_BYTES = 1 << 16
ENVIRONMENT = {b"PATH": b"/usr/bin:/bin", b"LANG": b"C.UTF-8", b"HOME": b"/nonexistent"}
# how often memory is looked at where addresses are not limited
GLANCE_S = 0.005


def main(argv: list[str]) -> None:
    """`argv` holds a path, the level and the core or "-"."""
    os.closerange(WIRE + 1, 1 << 20)
    wire = _socket.socket(fileno=WIRE)
    try:
        _settle(argv)
        os.set_inheritable(WIRE, False)
        keeper = Keeper(wire, *argv[1:3])
        wire.send(marshal.dumps(("ready", keeper.seal.level)))
        keeper.serve()
    except BaseException:
        import traceback

        wire.send(marshal.dumps(("broken", traceback.format_exc())))
        os._exit(1)


def _settle(argv: list[str]) -> None:
    """Executes the keeper once more: no random addresses, and room for the deepest stack, come only by exec."""
    if len(argv) > 3:
        return
    hard = getrlimit(RLIMIT_STACK)[1]
    setrlimit(RLIMIT_STACK, (hard, hard))
    try:
        kernel.set_personality(kernel.personality() | kernel.ADDR_NO_RANDOMIZE)
    except OSError:
        pass  # Docker's default profile forbids it: times are a little less steady there
    os.set_inheritable(WIRE, True)
    os.execv(sys.executable, [*sys.orig_argv, "settled"])


class Keeper:
    """Serves one wire for the life of the process."""

    def __init__(self, wire: _socket.socket, level: str, core: str) -> None:
        os.environ.pop("PYTHONHASHSEED", None)
        if core != "-":
            os.sched_setaffinity(0, {int(core)})
        self.cores = len(os.sched_getaffinity(0))
        self.wire = wire
        self.seal = Seal(level)
        self.poll = select.poll()
        self.poll.register(wire, select.POLLIN)
        self.ear, self.mouth = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        warm.prepare()
        gc.collect()
        gc.freeze()

    def serve(self) -> None:
        """Never returns."""
        while True:
            packet, ancillary, _, _ = self.wire.recvmsg(
                PACKET_BYTES, _socket.CMSG_SPACE(16), _socket.MSG_CMSG_CLOEXEC
            )
            if not packet:
                os._exit(0)
            descriptors = memoryview(ancillary[0][2]).cast("i").tolist()
            self.wire.send(marshal.dumps(self.run(descriptors, *marshal.loads(packet))))

    def run(  # type: ignore[no-untyped-def]
        self, descriptors, argv, readable, box, imports, allowance_s, wall_s, file_bytes, space_bytes, memory_bytes
    ):
        """One program from its start to its report."""
        program = None
        try:
            if imports is None:
                program = argv[0]
            else:
                warm.preload(imports)
            ruleset = self.seal.ruleset(program, readable, box)
        except OSError as error:
            return 0, 0.0, 0.0, None, "", str(error)
        start = monotonic()
        pid = os.fork()
        if not pid:
            self.become(descriptors, argv, box, imports is None, ruleset, ceil(allowance_s) + 1, file_bytes, space_bytes)
        for descriptor in descriptors:
            os.close(descriptor)
        stopped = self.watch(pid, start + wall_s, allowance_s, memory_bytes)
        clock_s = _cpu_s(pid)
        _, status, usage = os.wait4(pid, 0)
        wall = monotonic() - start
        cpu_s = max(clock_s, usage.ru_utime + usage.ru_stime) + _kill_the_rest()
        complaint = ""
        if status == 127 << 8:
            complaint = self.hear()
        return status, cpu_s, wall, usage.ru_maxrss << 10, stopped, complaint

    def become(self, descriptors, argv, box, execute, ruleset, cpu_s, file_bytes, space_bytes):  # type: ignore[no-untyped-def]
        """The child: sealed, then the program. Never returns."""
        status = 127
        try:
            os.setsid()
            for place in (0, 1, 2):
                os.dup2(descriptors[place], place)
            if execute:
                signal(SIGPIPE, SIG_DFL)
                signal(SIGXFSZ, SIG_DFL)
                environment = ENVIRONMENT
                if box:
                    os.chdir(box)
                    environment = {**ENVIRONMENT, b"HOME": os.fsencode(box), b"TMPDIR": os.fsencode(box)}
                self.seal.close(
                    ruleset, build=bool(box), cpu_s=cpu_s, file_bytes=file_bytes, space_bytes=space_bytes
                )
                os.execve(argv[0], argv, environment)
            code = warm.read_code(descriptors[3])
            self.seal.close(ruleset, build=False, cpu_s=cpu_s, file_bytes=file_bytes, space_bytes=space_bytes)
            os.closerange(3, 64)
            status = 1
            status = warm.run(code, argv[0])
        except OSError as error:
            if status == 127:
                os.write(self.mouth, f"{argv[0]}: {error}".encode())
        finally:
            os._exit(status)

    def hear(self) -> str:
        """Why a child could not start its program; "" if the program itself ended with 127."""
        try:
            return os.read(self.ear, PACKET_BYTES).decode(errors="replace")
        except BlockingIOError:
            return ""

    def watch(self, pid: int, deadline: float, allowance_s: float, memory_bytes: int) -> str:
        """Waits for the end of the program; kills it when it has used what it may, and says why."""
        wait_s = min(allowance_s / self.cores, deadline - monotonic())
        handle = os.pidfd_open(pid)
        self.poll.register(handle, select.POLLIN)
        try:
            while True:
                if memory_bytes:
                    wait_s = min(wait_s, GLANCE_S)
                events = self.poll.poll(ceil(wait_s * 1000))
                if any(descriptor == WIRE for descriptor, _ in events):
                    os.kill(pid, SIGKILL)
                    _kill_the_rest()
                    os._exit(0)
                if events:
                    return ""
                if memory_bytes and _resident_bytes(pid) > memory_bytes:
                    stopped = "memory"
                    break
                # all cores at full speed: the earliest moment at which the allowance could be used up
                left_s = allowance_s - _cpu_s(pid)
                if left_s <= 0:
                    stopped = "cpu"
                    break
                if monotonic() >= deadline:
                    stopped = "wall"
                    break
                wait_s = min(left_s / self.cores, deadline - monotonic())
            os.kill(pid, SIGKILL)
            self.poll.unregister(WIRE)
            self.poll.poll()
            self.poll.register(WIRE, select.POLLIN)
            return stopped
        finally:
            self.poll.unregister(handle)
            os.close(handle)


def _cpu_s(pid: int) -> float:
    """The CPU clock of a process, all its threads, by the number that the kernel gives that clock."""
    return clock_gettime_ns(~pid << 3 | 2) / 1e9


def _resident_bytes(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _kill_the_rest() -> float:
    """Kills and reaps every descendant; the CPU time that they used, in seconds."""
    cpu_s = 0.0
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
            if not pid:
                for descendant in _descendants(os.getpid()):
                    os.kill(descendant, SIGKILL)
                _, _, usage = os.wait4(-1, 0)
            cpu_s += usage.ru_utime + usage.ru_stime
        except ProcessLookupError:
            continue
        except ChildProcessError:
            return cpu_s


def _descendants(pid: int) -> list[int]:
    """Parents first."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:
            children = [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []
    return children + [each for child in children for each in _descendants(child)]
