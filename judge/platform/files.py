"""Read files: settings completely, the bytes of cases in pieces and only where they are used."""

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from judge.platform.errors import fault_at

# The most bytes that a file may have, by its kind.
SETTINGS_BYTES = 4 << 20  # the description of a project, a package, or a folder of tests or programs
SOURCE_BYTES = 16 << 20  # each file of a program
CASE_FILE_BYTES = 256 << 20  # a file with many cases
RESULTS_BYTES = 1 << 30  # a file that the judge has written
CASE_BYTES = 2 << 30  # the file of one input, answer or output

_PIECE_BYTES = 1 << 20

# Device, inode, size, and the times of the last change of a file and of its inode, in nanoseconds.
Stamp = tuple[int, int, int, int, int]


class Stored(Struct, frozen=True):
    """The content of a file that must still have this stamp when it is read."""

    path: Path
    stamp: Stamp


# The bytes of an input, answer or output, in memory or in a file. The functions below accept both.
Content = bytes | Stored


def read(path: Path, most_bytes: int) -> tuple[bytes, Stamp]:
    """Return the bytes of a file and its stamp from before.

    All files from users that are read completely are read here. Raises OSError with the path as `filename`,
    also for a larger file, which is not opened. Never waits for a pipe.
    """
    status = _status(path)
    stamp = _stamp(status)
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "no regular file", str(path))
    check_size(path, stamp[2], most_bytes)
    # If the file has become a pipe meanwhile, this does not wait for it.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        data = file.read(stamp[2] + 1)
        if len(data) > stamp[2]:  # it is growing
            data += file.read(most_bytes - stamp[2])
    check_size(path, len(data), most_bytes)
    return data, stamp


def require(path: Path, most_bytes: int) -> bytes:
    """Return the bytes of a file. Raises InputErrors if `read` raises OSError."""
    with reported(path, "a file that can be read"):
        return read(path, most_bytes)[0]


@contextmanager
def reported(path: Path, wanted: str) -> Iterator[None]:
    """Turn an OSError into InputErrors at a path, which tell what was expected there."""
    try:
        yield
    except OSError as error:
        raise fault_at(path, f"expected {wanted}, got: {error.strerror or error}") from None


def check_size(path: Path, size: int, most_bytes: int) -> None:
    """Raises OSError for a file with more bytes."""
    if size > most_bytes:
        reason = f"{size:,} bytes, more than the limit of {most_bytes:,}"
        raise OSError(errno.EFBIG, reason, str(path))


def stamp_of(path: Path) -> Stamp:
    """Return values that change whenever a file is written, replaced or restored. Raises OSError."""
    return _stamp(_status(path))


def _status(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except ValueError as error:  # a name with NUL
        raise OSError(errno.EINVAL, str(error), str(path)) from None


def _stamp(status: os.stat_result) -> Stamp:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


# Unlike the methods of a path, these know that nothing has a name that is too long.
has_file, has_folder = os.path.isfile, os.path.isdir


def names_in(folder: Path) -> list[str]:
    """Return the sorted names of the entries of a folder; none if it cannot be read."""
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except OSError:
        return []


def bytes_in(path: Path, most_bytes: int) -> bytes:
    """Return the bytes of a file; none if it cannot be read."""
    try:
        return read(path, most_bytes)[0]
    except OSError:
        return b""


def stored(path: Path, most_bytes: int | None = CASE_BYTES) -> Stored:
    """Return the content of a file as it is now. Raises OSError if it cannot be read or has more bytes.

    None allows any length. Readers of such a file check `size_of` first.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "no regular file", str(path))
    if most_bytes is not None:
        check_size(path, status.st_size, most_bytes)
    if not os.access(path, os.R_OK, effective_ids=True):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return Stored(path, _stamp(status))


@contextmanager
def opened(stored: Stored, most_bytes: int = CASE_BYTES) -> Iterator[int]:
    """Yield a descriptor at the start of a file whose content has not changed, and check again at the end.

    Raises InputErrors if it has changed, cannot be opened, or has more bytes.
    """
    with reported(stored.path, "a file that can be read"):
        check_size(stored.path, size_of(stored), most_bytes)
        file = os.open(stored.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _check(stored, os.fstat(file))
        yield file
        _check(stored, os.fstat(file))
    finally:
        os.close(file)


def _check(stored: Stored, status: os.stat_result) -> None:
    if _stamp(status) != stored.stamp:
        raise fault_at(stored.path, "expected the file as it was, got it changed")


def size_of(content: Content) -> int:
    """Return the number of bytes. Nothing is read."""
    return content.stamp[2] if isinstance(content, Stored) else len(content)


def pieces(content: Content) -> Iterator[bytes]:
    """Yield the bytes in order, at most a mebibyte at once. Raises OSError and InputErrors, see `opened`."""
    if isinstance(content, Stored):
        with opened(content) as file:
            left = size_of(content)
            while left and (piece := os.read(file, min(left, _PIECE_BYTES))):
                left -= len(piece)
                yield piece
    else:
        for start in range(0, len(content), _PIECE_BYTES):
            yield content[start : start + _PIECE_BYTES]


def whole(content: Content, most_bytes: int = CASE_BYTES) -> bytes:
    """Return all bytes. Raises OSError and InputErrors, see `opened`."""
    if isinstance(content, bytes):
        return content
    # Joining pieces would hold them twice.
    with (
        opened(content, most_bytes) as descriptor,
        open(descriptor, "rb", buffering=0, closefd=False) as file,
    ):
        return file.readall()


def digest(content: Content) -> str:
    """Return a digest of the bytes. Raises OSError and InputErrors."""
    found = hashlib.sha256()
    for piece in pieces(content):
        found.update(piece)
    return found.hexdigest()


def same(content: Content, data: bytes) -> bool:
    """Return True if the bytes are equal. Stops reading at the first difference. Raises like `pieces`."""
    if isinstance(content, bytes):
        return content == data
    if size_of(content) != len(data):
        return False
    at = 0
    for piece in pieces(content):
        if not data.startswith(piece, at):
            return False
        at += len(piece)
    return True
