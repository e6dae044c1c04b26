"""Starts programs in the keeper's name: each a child of its own that is sealed before it becomes the program.

A program is executed by a child of the launcher (launching.py), or by a fork of the keeper where there is
none; Python code is run in a fork of the keeper. A child that cannot start its program says so on a pipe, and
ends with `FAILED`.
"""

import _socket
import errno
import os
from _signal import SIG_DFL, signal  # type: ignore[import-not-found]
from os import _exit

from . import kernel, processes, warm, wire
from .launching import ENVIRONMENT, IGNORED, Launcher
from .seal import LOADERS, Recipe, Seal, loader
from .wire import Request

# more than a process may have open; closing up to here is one call
MOST_DESCRIPTORS = 1 << 20
# the exit code of a child that could not start its program
FAILED = 127


class Starter:
    """Seals the keeper, and starts its children; of two that run at once the second has a pipe of its own."""

    def __init__(self, level: str) -> None:
        self.seal = Seal(level)
        self.pipes = [os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK) for _ in range(2)]
        self.launcher: Launcher | None = None
        warm.prepare()

    def prepare(self, request: Request) -> Recipe:
        """How a child is to seal itself; valid until the next one. Raises OSError."""
        warm.preload(request.imports or ())
        return self.seal.recipe(request)

    def start(
        self,
        request: Request,
        descriptors: list[int],
        recipe: Recipe,
        *,
        second: bool = False,
        counting: _socket.socket | None = None,
    ) -> int:
        """The number of the child that becomes the program. Raises OSError."""
        if request.launcher:
            return self.launch(request, descriptors, recipe, second)
        pid = os.fork()
        if not pid:
            self.become(request, descriptors, recipe, second, counting)
        return pid

    def launch(self, request: Request, descriptors: list[int], recipe: Recipe, second: bool) -> int:
        """See `start`."""
        path = request.launcher or ""
        try:
            if not self.launcher or self.launcher.path != path:
                self.launcher = None
                self.launcher = Launcher(path, [mouth for _, mouth in self.pipes])
            return self.launcher.start(request, descriptors, recipe, second)
        except ConnectionError:
            self.launcher = None
            heard = self.hear(False) or self.hear(True)
            why = f"failed: {heard[1]}: {os.strerror(heard[0])}" if heard else "is gone"
            raise OSError(errno.ECHILD, f"the launcher {why}") from None

    def kill_the_rest(self) -> float:
        """As `processes.kill_the_rest`; the launcher stays."""
        return processes.kill_the_rest(self.launcher.pid if self.launcher else 0)

    def become(
        self,
        request: Request,
        descriptors: list[int],
        recipe: Recipe,
        second: bool,
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
            if request.drawer:  # else an ordinary user's keeper cannot see which removed files it has open
                kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
            recipe.carry_out()
            os.closerange(len(descriptors), MOST_DESCRIPTORS)
            status = 1
            status = warm.run(program, request.argv)
        except (OSError, MemoryError) as error:
            if status == FAILED:
                number = getattr(error, "errno", None) or errno.ENOMEM
                os.write(self.pipes[second][1], f"{number} {step}".encode())
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

    def why_not(self, status: int, request: Request, *, second: bool = False) -> tuple[str, str] | None:
        """`stopped` and `complaint` of a report on what could not be started; None of what was."""
        if status == FAILED << 8 and (heard := self.hear(second)):
            return _why_not(request.argv[0], *heard)
        return None

    def forget(self) -> None:
        """Drops what a child that was killed may have left unheard."""
        for second in (False, True):
            self.hear(second)

    def hear(self, second: bool) -> tuple[int, str] | None:
        """The error and the step with which a child failed; None if the program itself ended so."""
        try:
            error, _, step = os.read(self.pipes[second][0], wire.PACKET_BYTES).decode().partition(" ")
        except BlockingIOError:
            return None
        return int(error), step


def _why_not(program: str, error: int, step: str) -> tuple[str, str]:
    """`stopped` and `complaint` of a report: whether the program's own file cannot be started, and why."""
    reason = os.strerror(error)
    if error in wire.SHORTAGES:
        return "short", f"{program}: {step}: {reason}"
    if step != "execve" or not os.access(program, os.X_OK):
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


def counted(here: _socket.socket, there: _socket.socket) -> int | str:
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
