"""The keeper: one small process per worker slot that starts every program, watches it and cleans up after it.

Theory of operation. The harness grows: it holds cases and answers, so a fork of it would be slow, and would
carry its peak of memory and its secrets into the child. The keeper is executed once, stays small and
single-threaded, and never holds a byte of a case, an answer or an output: those travel as descriptors of
memory files that only pass through (wire.py). A program is executed by the launcher (launcher.c), or by a
fork of the keeper where there is none; Python code is run in a fork of the keeper, which is a warm
interpreter (warm.py), and that fork alone reads the code.

The keeper sits on the core it is given; its children inherit that, and it sleeps while they run. It seals
itself at its start and each child entirely (seal.py). It is the subreaper of all that its children start:
when a program has ended, whatever it left behind is killed before the harness hears of it. A session of its
own keeps Ctrl-C away. When the other end of its wire closes, however the harness died, it kills its children
and leaves; when the keeper itself is killed, the kernel kills the child.

Where work is to be counted, the child opens the counter on itself, just before it is sealed, and sends it
here: the kernel lets the keeper, which cannot be looked into, not look into its forks either.
"""

import _socket
import errno
import marshal
import os
import select
import sys
from _signal import SIG_DFL, SIGKILL, SIGPIPE, SIGXFSZ, signal  # type: ignore[import-not-found]
from os import _exit
from resource import RLIMIT_STACK, getrlimit, setrlimit
from time import monotonic

from . import kernel, processes, warm, wire
from .seal import LOADERS, Recipe, Seal, loader
from .wire import Report, Request

ENVIRONMENT = {b"PATH": b"/usr/bin:/bin", b"LANG": b"C.UTF-8", b"HOME": b"/nonexistent"}
# how often memory is looked at where addresses are not limited
GLANCE_S = 0.005
# more than a process may have open; closing up to here is one call
MOST_DESCRIPTORS = 1 << 20
# by an interpreter, and what is ignored stays so across exec
IGNORED = (SIGPIPE, SIGXFSZ)
# stdin, stdout, stderr and the code beside the files of a desk
MOST_SENT = 4 + wire.MOST_FILES
# the exit code of a child that could not start its program
FAILED = 127
# why a program is not started through no fault of its file
SHORTAGES = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EIO, errno.ETXTBSY)


def main(argv: list[str]) -> None:
    """`argv` holds a path, the level and the core or "-". Never returns."""
    os.closerange(wire.DESCRIPTOR + 1, MOST_DESCRIPTORS)
    harness = _socket.socket(fileno=wire.DESCRIPTOR)
    try:
        if len(argv) == 3:
            _settle()
        os.set_inheritable(wire.DESCRIPTOR, False)
        keeper = Keeper(harness, *argv[1:3])
        harness.send(marshal.dumps(("ready", keeper.seal.level)))
        keeper.serve()
    except BrokenPipeError:
        _exit(0)
    except BaseException as error:
        harness.send(marshal.dumps(("broken", wire.sentence(error))))
        _exit(1)


def _settle() -> None:
    """Executes the keeper once more: fixed addresses, and room for the deepest stack, come only by exec."""
    hard = getrlimit(RLIMIT_STACK)[1]
    setrlimit(RLIMIT_STACK, (hard, hard))
    kernel.fix_addresses()
    os.set_inheritable(wire.DESCRIPTOR, True)
    os.execv(sys.executable, [*sys.orig_argv, "settled"])


class Keeper:
    """Serves one wire for the life of the process."""

    def __init__(self, harness: _socket.socket, level: str, core: str) -> None:
        for name in ("PYTHONHASHSEED", "LD_BIND_NOW", "PWD"):
            os.environ.pop(name, None)
        if core != "-":
            os.sched_setaffinity(0, {int(core)})
        self.cores = len(os.sched_getaffinity(0))
        self.harness = harness
        # What is opened from here on leaves the numbers free that a child gives to its files.
        for place in range(wire.FIRST_FILE, wire.FIRST_FILE + wire.MOST_FILES):
            if place != wire.DESCRIPTOR:
                os.dup2(wire.DESCRIPTOR, place, inheritable=False)
        self.seal = Seal(level)
        self.poll = select.poll()
        self.poll.register(harness, select.POLLIN)
        self.ear, self.mouth = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self.births, self.cradle = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        warm.prepare()

    def serve(self) -> None:
        """Never returns."""
        while True:
            packet, ancillary, _, _ = self.harness.recvmsg(
                wire.PACKET_BYTES, _socket.CMSG_SPACE(4 * MOST_SENT), _socket.MSG_CMSG_CLOEXEC
            )
            if not packet:
                _exit(0)
            descriptors = memoryview(ancillary[0][2]).cast("i").tolist()
            report = self.run(Request(*marshal.loads(packet)), descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            self.harness.send(marshal.dumps(report))

    def run(self, request: Request, descriptors: list[int]) -> Report:
        """One program from its start to its report."""
        try:
            recipe = self.seal.recipe(request)
            warm.preload(request.imports or ())
            counting = _socket.socketpair() if request.event else None
            start = monotonic()
            pid = self.launch(request, descriptors, recipe) if request.launcher else os.fork()
        except OSError as error:
            processes.kill_the_rest()
            return 0, 0.0, 0.0, 0.0, None, "", wire.sentence(error), None
        if not pid:
            self.become(request, descriptors, recipe, counting and counting[1])
        stopped, queued_s = self.watch(pid, request, start)
        clock_s = processes.cpu_s(pid)
        _, status, usage = os.wait4(pid, 0)
        wall_s = monotonic() - start
        cpu_s = max(clock_s, usage.ru_utime + usage.ru_stime) + processes.kill_the_rest()
        complaint = ""
        if status == FAILED << 8 and (heard := self.hear()):
            stopped, complaint = _why_not(request.argv[0], *heard)
        counted = _counted(*counting) if counting else None
        return status, cpu_s, wall_s, queued_s, usage.ru_maxrss << 10, stopped, complaint, counted

    def launch(self, request: Request, descriptors: list[int], recipe: Recipe) -> int:
        """The number of the child that becomes the program. Raises OSError."""
        assert request.launcher
        pipes = (self.mouth, self.cradle)
        # a descriptor that is placed where it is stays open across exec
        places = [*enumerate(descriptors), *((kept, kept) for kept in (*pipes, *recipe.descriptors()))]
        # What is spawned begins where the keeper is.
        os.chdir(request.desk or "/")
        try:
            launcher = os.posix_spawn(
                request.launcher,
                (request.launcher, " ".join(map(str, (*pipes, *recipe.numbers()))), *request.argv),
                ENVIRONMENT,
                file_actions=[(os.POSIX_SPAWN_DUP2, descriptor, place) for place, descriptor in places],
                setsigdef=IGNORED,
            )
        finally:
            os.chdir("/")
        _, status, _ = os.wait4(launcher, 0)
        if status:
            error, step = self.hear() or (errno.ECHILD, f"status {status}")
            raise OSError(error, f"the launcher failed: {step}: {os.strerror(error)}")
        try:
            return int.from_bytes(os.read(self.births, 4), sys.byteorder)
        except BlockingIOError:
            raise OSError(0, "the launcher started no child") from None

    def become(
        self,
        request: Request,
        descriptors: list[int],
        recipe: Recipe,
        counting: _socket.socket | None,
    ) -> None:
        """The child: sealed, then the program. Never returns."""
        status, step = FAILED, "seal"
        try:
            os.setsid()
            code = descriptors.pop() if request.imports is not None else -1
            for place, descriptor in enumerate(descriptors):
                os.dup2(descriptor, place)
            os.chdir(request.workplace or request.desk or "/")
            if request.event and counting:
                _count(request.event, counting, from_exec=request.imports is None)
            if request.imports is None:
                environment = self.dress(request, recipe)
                step = "execve"
                os.execve(request.argv[0], request.argv, environment)
            program = warm.read_code(code)
            recipe.carry_out()
            os.closerange(len(descriptors), MOST_DESCRIPTORS)
            status = 1
            status = warm.run(program, request.argv)
        except (OSError, MemoryError) as error:
            if status == FAILED:
                number = getattr(error, "errno", None) or errno.ENOMEM
                os.write(self.mouth, f"{number} {step}".encode())
        finally:
            _exit(status)

    def dress(self, request: Request, recipe: Recipe) -> dict[bytes, bytes]:
        """Seals the child that is to execute a program, and gives the environment. Raises OSError."""
        for ignored in IGNORED:
            signal(ignored, SIG_DFL)
        environment = ENVIRONMENT
        if request.workplace:
            workplace = os.fsencode(request.workplace)
            environment = {**environment, b"HOME": workplace, b"TMPDIR": workplace}
        recipe.carry_out()
        return environment

    def hear(self) -> tuple[int, str] | None:
        """The error and the step with which a child failed; None if the program itself ended so."""
        try:
            error, _, step = os.read(self.ear, wire.PACKET_BYTES).decode().partition(" ")
        except BlockingIOError:
            return None
        return int(error), step

    def watch(self, pid: int, request: Request, start: float) -> tuple[str, float]:
        """Waits for the end of the program; kills it when it has used what it may, and says what that was.

        The time that it stood in line for a processor is the machine's fault and no wall time: the second
        answer.
        """
        allowance_s, deadline, queued_s = request.allowance_s, start + request.wall_s, 0.0
        # with all cores at full speed, the earliest moment at which the allowance could be used up
        wait_s = min(allowance_s / self.cores, request.wall_s)
        handle = os.pidfd_open(pid)
        self.poll.register(handle, select.POLLIN)
        stopped = ""
        while not stopped:
            if request.memory_bytes:
                wait_s = min(wait_s, GLANCE_S)
            if events := self.poll.poll(int(wait_s * 1000) + 1):
                break
            left_s = allowance_s - processes.cpu_s(pid)
            if monotonic() >= deadline + queued_s:
                queued_s = processes.queued_s(pid)
            if left_s <= 0:
                stopped = "cpu"
            elif monotonic() >= deadline + queued_s:
                stopped = "wall"
            elif request.memory_bytes and processes.held_bytes(pid) > request.memory_bytes:
                stopped = "memory"
            wait_s = max(0, min(left_s / self.cores, deadline + queued_s - monotonic()))
        self.poll.unregister(handle)
        if events and events[0][0] == wire.DESCRIPTOR:
            os.kill(pid, SIGKILL)
            processes.kill_the_rest()
            _exit(0)
        if stopped:
            os.kill(pid, SIGKILL)
            select.select((handle,), (), ())
        os.close(handle)
        return stopped, queued_s


def _why_not(program: str, error: int, step: str) -> tuple[str, str]:
    """`stopped` and `complaint` of a report: whether the program's own file cannot be started, and why."""
    reason = os.strerror(error)
    if step != "execve" or error in SHORTAGES or not os.access(program, os.X_OK):
        return "", f"{program}: {step}: {reason}"
    named = loader(program)
    asked = f"; the loader that it names is {named[:80]!r}" if named and named not in LOADERS else ""
    return "start", f"the program cannot be started: {reason}{asked}"


def _count(event: tuple[int, int], there: _socket.socket, *, from_exec: bool) -> None:
    """In the child: sends the counter of itself, or the name of the error for which there is none."""
    try:
        counter = kernel.counter(event, from_exec=from_exec)
    except OSError as error:
        there.send(errno.errorcode[error.errno or 0].encode())
    else:
        rights = counter.to_bytes(4, "little")
        there.sendmsg([b"counter"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)])


def _counted(here: _socket.socket, there: _socket.socket) -> int | str:
    """When all is over: the count, 0 where the hardware had no room, or why there is none."""
    there.close()
    words, ancillary, _, _ = here.recvmsg(64, _socket.CMSG_SPACE(4), _socket.MSG_CMSG_CLOEXEC)
    here.close()
    if not ancillary:
        return words.decode()
    counter = int.from_bytes(ancillary[0][2], "little")
    value = os.read(counter, 8)
    os.close(counter)
    return int.from_bytes(value, "little")
