"""Files that are read once and written whole or not at all."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from judge.errors import Fault, InputErrors
from judge.model import Stamp


def read(path: Path) -> tuple[bytes, Stamp]:
    """The bytes of a file and its stamp from before. Raises OSError; a pipe is never waited for."""
    stamp = stamp_of(path)
    if not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "no regular file")
    # Should a pipe have come meanwhile, it is read as it is.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        return file.read(), stamp


def stamp_of(path: Path) -> Stamp:
    """What changes whenever a file is written, replaced or put back. Raises OSError."""
    status = path.stat()
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


class WholeFile:
    """Its place is tried when it is made, before any work; until `write` what stood there stays.

    What a link names is replaced, not the link. A device or a pipe is written to as it is.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._reported():
            if path.is_dir():
                raise InputErrors((Fault(path, 0, "expected a file, got a folder"),))
            self._is_regular = path.is_file() or not path.exists()
            self._place = path.resolve() if self._is_regular else path
            if self._is_regular:
                with self._beside():
                    pass

    def write(self, data: bytes) -> None:
        """Replace the file. Raises InputErrors, with the old file intact, where it cannot be done."""
        with self._reported():
            if not self._is_regular:
                self._place.write_bytes(data)
                return
            with self._beside() as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).chmod(0o666 & ~_umask())
                Path(file.name).replace(self._place)

    @contextmanager
    def _beside(self) -> Iterator[IO[bytes]]:
        """A temporary file in the same folder, gone at the end unless it was moved."""
        name = f".{self._path.name[:100]}."
        with NamedTemporaryFile(dir=self._place.parent, prefix=name, delete=False) as file:
            try:
                yield file
            finally:
                Path(file.name).unlink(missing_ok=True)

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
            reason = getattr(error, "strerror", None) or error
            message = f"expected a file that can be written, got: {reason}"
            raise InputErrors((Fault(self._path, 0, message),)) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
