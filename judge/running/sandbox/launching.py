"""The keeper's client of the launcher, which is spawned on first use and starts one program at a time.

launcher.c describes how the launcher works and its wire protocol.
"""

import _socket
import errno
import os
import sys
from _signal import SIGPIPE, SIGXFSZ  # type: ignore[import-not-found]

from .seal import OWN_PID, Recipe, filter_path
from .wire import Request

ENVIRONMENT = {b"PATH": b"/usr/bin:/bin", b"LANG": b"C.UTF-8", b"HOME": b"/nonexistent"}
# Python ignores these signals, and ignored signals stay ignored across exec
IGNORED = (SIGPIPE, SIGXFSZ)


class Launcher:
    """A running launcher; its children report failed starts on the descriptors `mouths`."""

    def __init__(self, path: str, mouths: list[int]) -> None:
        """Raises OSError."""
        self.path = path
        self.wire, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        filters = [os.open(filter_path(name), os.O_RDONLY | os.O_CLOEXEC) for name in ("stay", "own")]
        wire = theirs.fileno()
        numbers = [wire, os.getpid(), *filters, OWN_PID, *mouths]
        # Duplicating a descriptor onto itself keeps it open across exec.
        places = [(os.POSIX_SPAWN_DUP2, kept, kept) for kept in (wire, *filters, *mouths)]
        try:
            self.pid = os.posix_spawn(
                path, (path, " ".join(map(str, numbers))), ENVIRONMENT, file_actions=places, setsigdef=IGNORED
            )
        finally:
            theirs.close()
            for file in filters:
                os.close(file)

    def start(self, request: Request, files: list[int], recipe: Recipe, second: bool) -> int:
        """Return the process id of a child that has executed the program, or failed to.

        Raises OSError, and ConnectionError if the launcher is gone.
        """
        ruleset = recipe.ruleset()
        numbers = int(second), len(ruleset), *recipe.limits()
        words = " ".join(map(str, numbers)), request.desk or "/", *request.argv
        packet = b"".join([os.fsencode(word) + b"\0" for word in words])
        rights = b"".join([file.to_bytes(4, sys.byteorder) for file in (*ruleset, *files)])
        self.wire.sendmsg([packet], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)])
        answer = self.wire.recv(4)
        if not answer:
            raise BrokenPipeError(errno.EPIPE, "no answer")
        return int.from_bytes(answer, sys.byteorder)
