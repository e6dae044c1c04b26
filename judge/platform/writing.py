"""Write files and folders completely or not at all, and never remove the work of others."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from judge.platform.errors import fault_at
from judge.platform.files import SOURCE_BYTES, Content, Stored, has_folder, pieces, reported, require


class WholeFile:
    """A file that `write` replaces. Creating the object checks that it can be written.

    The new file has the mode, owner and group of the old one. If the path is a link, its target is replaced,
    and `place` is the target's path. A device or a pipe is written to directly.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._reported():
            if path.is_dir():
                raise fault_at(path, "expected a file, got a folder")
            self._is_regular = path.is_file() or not path.exists()
            self.place = path.resolve() if self._is_regular else path
            if self._is_regular:
                with self._beside():
                    pass

    def write(self, content: Content | Iterator[bytes]) -> None:
        """Replace the file. Raises InputErrors, and then the old file is intact."""
        content = pieces(content) if isinstance(content, bytes | Stored) else content
        with self._reported():
            if not self._is_regular:
                with self.place.open("wb") as file:
                    file.writelines(content)
                return
            with self.staged(content) as new:
                new.replace(self.place)

    @contextmanager
    def staged(self, content: Iterator[bytes]) -> Iterator[Path]:
        """Write a temporary file next to the old one, with its mode, owner and group. Raises OSError."""
        with self._beside() as (name, file):
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
            with suppress(FileNotFoundError):
                _take_after(self.place.stat(), file.fileno())
            yield name

    @contextmanager
    def _beside(self) -> Iterator[tuple[Path, IO[bytes]]]:
        """Create a temporary file in the same folder, which is deleted at the end unless it was moved."""
        name = self.place.with_name(unused_name())
        # Until it has the mode of the old file, only its owner can read it.
        mode = 0o600 if self.place.exists() else 0o666
        with _open_new(name, mode) as file:
            try:
                yield name, file
            finally:
                name.unlink(missing_ok=True)

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
            reason = getattr(error, "strerror", None) or error
            raise fault_at(self._path, f"expected a file that can be written, got: {reason}") from None


def replace_line(path: Path, line: int, old: bytes, new: bytes) -> None:
    """Replace a line of a source, counted from 1. Raises InputErrors if it is no longer `old`."""
    lines = require(path, SOURCE_BYTES).split(b"\n")
    if lines[line - 1 : line] != [old]:
        raise fault_at(path, "expected the line that was read, got another", line)
    lines[line - 1] = new
    WholeFile(path).write(b"\n".join(lines))


def write_together(files: Mapping[Path, Content]) -> None:
    """Replace files that belong together: an old one is never next to a new one.

    If the process is killed, files after the first one may be missing. Raises InputErrors and OSError.
    """
    targets = [(WholeFile(path), content) for path, content in files.items()]
    with ExitStack() as stack:
        staged = [
            (stack.enter_context(file.staged(pieces(content))), file.place) for file, content in targets
        ]
        for _, place in staged[1:]:
            place.unlink(missing_ok=True)
        for new, place in staged:
            new.replace(place)


def unused_name() -> str:
    """Return a hidden name for a temporary file or folder, short enough for any file system."""
    return f".judge-{os.urandom(8).hex()}"


def _take_after(old: os.stat_result, new: int) -> None:
    """Give an open file the owner, group and mode of the file it replaces.

    If this user may not set the group, the group of the new file gets no rights.
    """
    for owner, group in ((-1, old.st_gid), (old.st_uid, -1)):
        with suppress(OSError):
            os.fchown(new, owner, group)
    kept = 0o777 if os.fstat(new).st_gid == old.st_gid else 0o707
    os.fchmod(new, old.st_mode & kept)


def _open_new(path: Path, mode: int = 0o666) -> IO[bytes]:
    """Create a file to write. Follows no link. Raises OSError if the path exists."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode), "wb")


def create(path: Path, content: Content) -> None:
    """Create a file with this content. Follows no link. Raises InputErrors, and then there is no file."""
    with reported(path, "a new file"):
        file = _open_new(path)
        try:
            with file:
                file.writelines(pieces(content))
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def move_new(made: Path, to: Path) -> None:
    """Move a file or folder to a free path on the same file system. Nothing is ever replaced.

    Raises OSError, and FileExistsError if something is there by now. Then nothing has changed.
    """
    is_folder = made.is_dir()
    # A rename would replace a file or an empty folder that another process has just created.
    if is_folder:
        to.mkdir()
    else:
        to.touch(exist_ok=False)
    try:
        made.rename(to)
    except BaseException:
        with suppress(OSError):
            to.rmdir() if is_folder else to.unlink()
        raise


def make_folder(path: Path) -> bool:
    """Create a folder. Return False if it was there. Raises InputErrors, for example without its parent."""
    try:
        path.mkdir()
    except OSError as error:
        if isinstance(error, FileExistsError) and has_folder(path):
            return False
        raise fault_at(path, f"expected a folder that can be written, got: {error.strerror}") from None
    return True
