"""Start programs for the keeper, each in a child process that is sealed before it becomes the program.

A child of the launcher (launching.py) executes the program, or a fork of the keeper if there is no launcher.
Python code runs in a fork of the keeper. A child that cannot start its program reports it on a pipe and exits
with `FAILED`.
"""

import _socket
import errno
import gc
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
    """Seal the keeper and start its children. Two children can run at once, each with its own error pipe."""

    def __init__(self, level: str, packages: tuple[str, ...]) -> None:
        self.seal = Seal(level)
        self.pipes = [os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK) for _ in range(2)]
        self.launcher: Launcher | None = None
        warm.prepare(packages)

    def prepare(self, request: Request) -> Recipe:
        """Return the recipe for a child's seal; valid until the next call. Raises OSError."""
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
        """Return the process id of the child that becomes the program. Raises OSError."""
        if request.launcher:
            return self.launch(request, descriptors, recipe, second)
        # The collections of a Python program then copy no page of the keeper.
        gc.freeze()
        pid = os.fork()
        if not pid:
            self.become(request, descriptors, recipe, second, counting)
        return pid

    def launch(self, request: Request, descriptors: list[int], recipe: Recipe, second: bool) -> int:
        """Start a program through the launcher, like `start`."""
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
        """Kill all descendants except the launcher. Return their CPU time."""
        return processes.kill_the_rest(self.launcher.pid if self.launcher else 0)

    def become(
        self,
        request: Request,
        descriptors: list[int],
        recipe: Recipe,
        second: bool,
        counting: _socket.socket | None,
    ) -> None:
        """Seal the calling child and turn it into the program. Never returns."""
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
            if request.is_visible:  # lets the keeper of an ordinary user see the files that it has open
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
        """Seal the calling child and return the environment for its program. Raises OSError."""
        for ignored in IGNORED:
            signal(ignored, SIG_DFL)
        environment = ENVIRONMENT
        if request.workplace:
            workplace = os.fsencode(request.workplace)
            environment = {**environment, b"HOME": workplace, b"TMPDIR": workplace}
        recipe.carry_out()
        return environment

    def why_not(self, status: int, request: Request, *, second: bool = False) -> tuple[str, str] | None:
        """Return `stopped` and `complaint` for a program that could not be started, else None."""
        if status == FAILED << 8 and (heard := self.hear(second)):
            return _why_not(request.argv[0], *heard)
        return None

    def forget(self) -> None:
        """Discard errors that killed children may have left in the pipes."""
        for second in (False, True):
            self.hear(second)

    def hear(self, second: bool) -> tuple[int, str] | None:
        """Return the error and the step at which a child failed; None if the program itself ended so."""
        try:
            error, _, step = os.read(self.pipes[second][0], wire.PACKET_BYTES).decode().partition(" ")
        except BlockingIOError:
            return None
        return int(error), step


def _why_not(program: str, error: int, step: str) -> tuple[str, str]:
    """Return `stopped` and `complaint` for a failed start: "start" if the program's own file is at fault."""
    reason = os.strerror(error)
    if error in wire.SHORTAGES:
        return "short", f"{program}: {step}: {reason}"
    if step != "execve" or not os.access(program, os.X_OK):
        return "", f"{program}: {step}: {reason}"
    named = loader(program)
    asked = f"; the loader that it names is {named[:80]!r}" if named and named not in LOADERS else ""
    return "start", f"the program cannot be started: {reason}{asked}"


def _count(event: tuple[int, int], there: _socket.socket, *, from_exec: bool) -> None:
    """Send a counter on the calling child, or the name of the error if there is none."""
    try:
        counter = kernel.counter(event, from_exec=from_exec)
    except OSError as error:
        there.send(errno.errorcode[error.errno or 0].encode())
    else:
        rights = counter.to_bytes(4, "little")
        there.sendmsg([b"counter"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)])


def read_count(here: _socket.socket, there: _socket.socket) -> int | str:
    """Return the final count, 0 if the hardware had no room, or the name of the error."""
    there.close()
    words, ancillary, _, _ = here.recvmsg(64, _socket.CMSG_SPACE(4), _socket.MSG_CMSG_CLOEXEC)
    here.close()
    if not ancillary:
        return words.decode()
    counter = int.from_bytes(ancillary[0][2], "little")
    value = os.read(counter, 8)
    os.close(counter)
    return int.from_bytes(value, "little")
