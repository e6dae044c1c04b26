"""Files that are read once and written whole or not at all."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from judge.errors import Fault, InputErrors
from judge.model import Stamp


def read(path: Path) -> tuple[bytes, Stamp]:
    """The bytes of a file and its stamp from before they were read."""
    stamp = stamp_of(path)
    return path.read_bytes(), stamp


def stamp_of(path: Path) -> Stamp:
    """What changes whenever a file is written, replaced or put back. Raises OSError."""
    status = path.stat()
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


class WholeFile:
    """Its place is tried when it is made, before any work; until `write` what stood there stays."""

    def __init__(self, path: Path) -> None:
        self._path = path
        if path.is_dir():
            raise InputErrors((Fault(path, 0, "expected a file, got a folder"),))
        try:
            with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
                pass
        except OSError as error:
            raise self._unwritable(error) from None

    def write(self, data: bytes) -> None:
        """Replace the file. Raises InputErrors, with the old file intact, where there is no room."""
        try:
            with NamedTemporaryFile(
                dir=self._path.parent, prefix=f".{self._path.name}.", delete=False
            ) as file:
                try:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                    Path(file.name).chmod(0o666 & ~_umask())
                    Path(file.name).replace(self._path)
                except BaseException:
                    Path(file.name).unlink()
                    raise
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> InputErrors:
        return InputErrors(
            (Fault(self._path, 0, f"expected a file that can be written, got: {error.strerror}"),)
        )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
