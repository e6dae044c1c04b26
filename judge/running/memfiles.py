"""Memory files, as descriptors, for the code, the input and the output of programs."""

import fcntl
import os
from collections.abc import Callable

from judge.platform.files import Content, Stored, opened, size_of
from judge.running.programs import Script

_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


def seal_content(content: Content) -> int:
    """Return a descriptor of an immutable file with these bytes, at its start. Raises OSError.

    A file is copied within the kernel. Raises InputErrors if its contents have changed.
    """
    file = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        if isinstance(content, Stored):
            with opened(content) as source:
                left = size_of(content)
                while left and (sent := os.sendfile(file, source, None, left)):
                    left -= sent
            os.lseek(file, 0, os.SEEK_SET)
        else:
            _write(file, content)
        os.fchmod(file, 0o400)
        fcntl.fcntl(file, fcntl.F_ADD_SEALS, _SEALS)
    except BaseException:
        os.close(file)
        raise
    return file


class SealedScripts:
    """The code of the last two scripts, which most runs use again: a program and its interactor."""

    def __init__(self) -> None:
        self._held: list[tuple[Script, int]] = []

    def get_descriptor(self, script: Script) -> int:
        """Return the descriptor of the code. Raises OSError."""
        held = next((each for each in self._held if each[0] is script), None)
        if held:
            self._held.remove(held)
        else:
            while len(self._held) > 1:
                os.close(self._held.pop(0)[1])
            held = script, seal_content(script.code)
        self._held.append(held)
        return held[1]

    def close(self) -> None:
        while self._held:
            os.close(self._held.pop()[1])


def open_writable() -> int:
    """Return a descriptor of an empty file, which cannot be executed. Raises OSError."""
    file = os.memfd_create("output", os.MFD_CLOEXEC)
    os.fchmod(file, 0o600)
    return file


def contents(file: int, size: int, *, pread: Callable[[int, int, int], bytes] = os.pread) -> bytes:
    """Return the first `size` bytes of a file, or all if there are fewer. Raises OSError.

    One call reads at most 2 GiB - 4 KiB: see the notes of read(2).
    """
    pieces, at = [], 0
    while at < size and (piece := pread(file, size - at, at)):
        pieces.append(piece)
        at += len(piece)
    return b"".join(pieces)


def _write(file: int, content: bytes) -> None:
    """Write all bytes and leave the file at its start."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.pwrite(file, rest, len(content) - len(rest)) :]
