"""The folder `.judge` of a project, in which runs leave files for later ones.

The author of a project may have put anything there. So the judge follows no link, waits for no pipe, and
writes to no existing file. It replaces a file completely or not at all.
"""

import errno
import fcntl
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from judge.platform.files import RESULTS_BYTES, check_size

NAME = ".judge"
_IGNORE = ".gitignore"


class Refused(OSError):
    """There is a link or a pipe, for example, instead of a folder or a file."""

    def __init__(self, path: Path, expected: str, mode: int) -> None:
        self.reason = f"expected {expected}, got {_kind(mode)}"
        super().__init__(errno.EINVAL, self.reason, str(path))


class Folder:
    """An open folder. Its methods take names of entries and raise OSError."""

    def __init__(self, path: Path, above: int, *, make: bool) -> None:
        self.path = path
        if make:
            with suppress(FileExistsError):
                os.mkdir(path.name, dir_fd=above)
        status = os.stat(path.name, dir_fd=above, follow_symlinks=False)
        if not stat.S_ISDIR(status.st_mode):
            raise Refused(path, "a folder", status.st_mode)
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        self._folder = os.open(path.name, flags, dir_fd=above)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the folder. A second call does nothing."""
        folder, self._folder = self._folder, -1
        if folder >= 0:
            os.close(folder)

    def folder(self, name: str, *, make: bool) -> "Folder":
        """Open a folder in this one."""
        return Folder(self.path / name, self._folder, make=make)

    def lock(self) -> bool:
        """Lock the folder until it is closed. Return False if another process has locked it."""
        try:
            fcntl.flock(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def names(self) -> list[str]:
        """Return the sorted names of all entries."""
        return sorted(os.listdir(self._folder))  # noqa: PTH208

    def open(self, name: str) -> IO[bytes]:
        """Open a plain file of at most `RESULTS_BYTES` to read."""
        check_size(self.path / name, self._size(name), RESULTS_BYTES)
        # If the file becomes a pipe meanwhile, this does not wait for a writer.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        return os.fdopen(os.open(name, flags, dir_fd=self._folder), "rb")

    def create(self, name: str) -> IO[bytes]:
        """Create a file to write."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        return os.fdopen(os.open(name, flags, 0o666, dir_fd=self._folder), "wb")

    def replace(self, name: str, lines: Iterable[bytes]) -> None:
        """Replace a file by one with these lines."""
        with suppress(FileNotFoundError):
            self._size(name)
        new = f".{name}.{os.urandom(8).hex()}"
        file = self.create(new)
        try:
            with file:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        finally:
            with suppress(FileNotFoundError):
                self.remove(new)

    def remove(self, name: str) -> None:
        os.unlink(name, dir_fd=self._folder)

    def _size(self, name: str) -> int:
        """Return the size of a plain file. Raises Refused for anything else."""
        status = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        if not stat.S_ISREG(status.st_mode):
            raise Refused(self.path / name, "a file", status.st_mode)
        return status.st_size


class State(Folder):
    """The open `.judge` of a project."""

    def __init__(self, root: Path, *, make: bool) -> None:
        above = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            super().__init__(root / NAME, above, make=make)
        finally:
            os.close(above)
        if make and _IGNORE not in self.names():
            with suppress(OSError):
                self.replace(_IGNORE, (b"*\n",))


_KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISREG, "a file"),
    (stat.S_ISSOCK, "a socket"),
)


def _kind(mode: int) -> str:
    return next((name for is_one, name in _KINDS if is_one(mode)), "a device")
