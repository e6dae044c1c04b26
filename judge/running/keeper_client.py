"""The harness's side of a keeper: starting one at each level, and the wire to it.

judge/running/sandbox/keeper.py describes how a keeper works.
"""

import _socket
import marshal
import os
import resource
import shutil
import signal
import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, get_args

from judge.platform.errors import UsageError, describe, listed, unknown
from judge.running.sandbox import kernel, strict, wire

Level = Literal["basic", "default", "strict"]
# From the loosest to the strictest.
LEVELS: tuple[Level, ...] = get_args(Level)

SANDBOX = Path(__file__).parent / "sandbox"
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/nonexistent",
    "PYTHONHASHSEED": "0",
    # library functions are resolved once in the keeper, not on the first call in each fork
    "LD_BIND_NOW": "1",
}
# The stack limit applies to a whole process, so the harness never raises its own, not even briefly.
_DEEP_STACKS = ("/bin/sh", "-c", 'ulimit -s "$0" && exec "$@"')
_WORDS_BYTES = 1 << 10
_PART_FIELDS = (len(get_args(wire.Report)), len(get_args(wire.Facts)))
_GARBAGE = "the keeper answered with bytes that are no message"


def require_level(level: Level) -> Level:
    """Return the level. Raises UsageError for an unknown one."""
    if level not in LEVELS:
        if not isinstance(level, str):
            raise UsageError(f"sandbox: expected one of {listed(LEVELS)}, got {describe(level)}")
        raise UsageError(f"sandbox: {unknown('one of', level, LEVELS)}")
    return level


class KeeperLost(Exception):
    """The keeper could not be started, or ended before it answered."""


class KeeperClient:
    """A started keeper and the wire to it. `view` lists the mounts at level `strict`.

    With folders of `packages` it imports numpy from them before it is ready.
    Use it from one thread. Only `end` may be called from any thread.
    """

    def __init__(
        self, core: int | None, level: Level, view: frozenset[strict.Mount], packages: tuple[str, ...] = ()
    ) -> None:
        """Raises KeeperLost."""
        argv = [*_command_line(core, level, view), *packages]
        self.level: Level = level
        self.ended = False
        self._stands = False
        self._pid = 0
        self._open = threading.Lock()
        # The module `socket` around it takes 2 % of a start.
        self._wire, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        self._words = os.fdopen(os.memfd_create("stderr", os.MFD_CLOEXEC), "rb")
        actions = [
            (os.POSIX_SPAWN_DUP2, theirs.fileno(), wire.DESCRIPTOR),
            *((os.POSIX_SPAWN_OPEN, place, os.devnull, os.O_RDWR, 0) for place in (0, 1)),
            (os.POSIX_SPAWN_OPEN, 2, f"/proc/{os.getpid()}/fd/{self._words.fileno()}", os.O_RDWR, 0),
        ]
        signals = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}
        with closing(theirs), _fixed_addresses():
            self._pid = os.posix_spawn(
                argv[0],
                argv,
                _ENVIRONMENT,
                file_actions=actions,
                setsid=True,
                setsigmask=(),
                setsigdef=signals,
            )

    def wait(self) -> None:
        """Wait until the keeper has sealed itself. Raises KeeperLost with the last line of its stderr."""
        if self._stands:
            return
        try:
            match self._receive():
                case ("ready", level):
                    self.level = level
                case _:
                    raise KeeperLost(_GARBAGE)
            self._stands = True
        except KeeperLost as lost:
            raise KeeperLost(self._last_words() or str(lost)) from None
        except BaseException:
            self.end()
            raise

    def _last_words(self) -> str:
        try:
            words = os.pread(self._words.fileno(), _WORDS_BYTES, 0)
        except OSError:
            return ""
        return words.decode(errors="replace").rpartition("\n")[0].rpartition("\n")[2]

    def ask(
        self, request: tuple[Any, ...], descriptors: tuple[int, ...], *, lengths: Collection[int]
    ) -> tuple[Any, ...]:
        """Send a request and return the answer, a tuple of one of these lengths. Raises KeeperLost.

        It holds reports, and facts, which have as many fields.
        """
        packet = marshal.dumps(request)
        if len(packet) > wire.PACKET_BYTES:
            raise KeeperLost(
                f"the keeper cannot be asked: its paths and arguments take {len(packet):,} bytes"
            )
        rights = b"".join([file.to_bytes(4, sys.byteorder) for file in descriptors])
        try:
            self._wire.sendmsg([packet], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)])
        except OSError as error:
            raise KeeperLost(f"the keeper cannot be asked: {error.strerror}") from None
        answer = self._receive()
        if len(answer) not in lengths or any(not _is_whole(part) for part in answer):
            raise KeeperLost(_GARBAGE)
        return answer

    def _receive(self) -> tuple[Any, ...]:
        try:
            packet = self._wire.recv(wire.PACKET_BYTES)
        except OSError as error:
            raise KeeperLost(f"the keeper does not answer: {error.strerror}") from None
        if not packet:
            raise KeeperLost("the keeper was killed")
        try:
            message = marshal.loads(packet)
        except (EOFError, ValueError, TypeError):
            message = None
        match message:
            case ("broken", str(why)):
                raise KeeperLost(why)
            case tuple():
                return message
        raise KeeperLost(_GARBAGE)

    def end(self) -> None:
        """Make the keeper exit and kill its programs. A pending `ask` raises KeeperLost."""
        self.ended = True
        # Locked, because a closed wire's descriptor number may belong to another file.
        with self._open, suppress(OSError):
            self._wire.shutdown(_socket.SHUT_RDWR)

    def close(self) -> None:
        """End the keeper and wait until it is gone. May be called twice."""
        self.end()
        with self._open:
            self._wire.close()
        self._words.close()
        pid, self._pid = self._pid, 0
        with suppress(ChildProcessError):
            if pid:
                os.waitpid(pid, 0)


def _is_whole(part: Any) -> bool:
    return isinstance(part, tuple) and len(part) in _PART_FIELDS


@contextmanager
def _fixed_addresses() -> Iterator[None]:
    """Disable address randomization for programs that this thread starts meanwhile."""
    before = kernel.personality(kernel.ANY_PERSONALITY)
    try:
        if before >= 0:
            kernel.personality(before | kernel.ADDR_NO_RANDOMIZE)
        yield
    finally:
        if before >= 0:
            kernel.personality(before)


def _command_line(core: int | None, level: Level, view: frozenset[strict.Mount]) -> list[str]:
    """Return the command that starts a keeper. Raises KeeperLost."""
    python = os.path.realpath(sys.executable)
    place = "-" if core is None else str(core)
    # isolated as with -I, which would ignore the fixed hash seed
    keeper = [python, "-P", "-s", "-S", f"{SANDBOX}/__main__.py", level, place]
    if level == "strict":
        bwrap = shutil.which("bwrap")
        if not bwrap:
            raise KeeperLost("bubblewrap is not installed: apt-get install bubblewrap")
        keeper = [*strict.command_line(bwrap, view), *keeper]
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if soft == hard:
        return keeper
    # A higher stack limit takes effect only on exec.
    return [*_DEEP_STACKS, "unlimited" if hard == resource.RLIM_INFINITY else str(hard >> 10), *keeper]
