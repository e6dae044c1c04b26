"""Changes below folders, found by watchfiles. No other module imports it.

A change is reported without saying what it was: the listener scans the project.
"""

import errno
import fcntl
import math
import os
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Self

from judge.platform.errors import UsageError, printable
from judge.platform.installed import command_for
from judge.platform.state import NAME

# The delay of a change is at most two of these.
_STEP_MS = 20
_OWN = f"/{NAME}/"


class Place(NamedTuple):
    """A folder, and everything below it if it is `whole`."""

    folder: Path
    whole: bool


class Changes:
    """Calls `heard` from another thread after each change in the places it listens to.

    `last_s` is the time of the last change, by the monotonic clock. Files that the judge keeps in a project
    do not count.
    """

    def __init__(self, heard: Callable[[], None]) -> None:
        """Raises UsageError if watchfiles is not installed."""
        require_watchfiles()
        self.last_s = -math.inf
        self._heard = heard
        self._there: set[tuple[str, bool, int, int]] = set()
        self._ears: list[_Ear] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def listen(self, places: Iterable[Place]) -> bool:
        """Listen to these places from now on. Return whether they changed, so that a change may have been
        missed.

        For a missing folder it listens to the nearest one above it. Raises UsageError if the system allows no
        more.
        """
        there = {each for place in places for each in _found(place)}
        for ear in self._ears:
            if ear.failure:
                raise _refused(ear.failure)
        if there == self._there:
            return False
        self._close()
        for whole in (False, True):
            if folders := sorted({path for path, is_whole, *_ in there if is_whole is whole}):
                self._ears.append(_Ear(folders, whole, self._note))
        self._there = there
        return True

    def _note(self) -> None:
        self.last_s = time.monotonic()
        self._heard()

    def _close(self) -> None:
        for ear in self._ears:
            ear.close()
        self._ears, self._there = [], set()


class _Ear:
    """A listener in a separate thread."""

    def __init__(self, folders: list[str], whole: bool, heard: Callable[[], None]) -> None:
        from watchfiles import watch

        self._stop = threading.Event()
        self._found = watch(
            *folders,
            watch_filter=None,
            debounce=_STEP_MS,
            step=_STEP_MS,
            stop_event=self._stop,
            rust_timeout=_STEP_MS,
            yield_on_timeout=True,
            debug=False,
            force_polling=False,
            recursive=whole,
            ignore_permission_denied=True,
        )
        self.failure: Exception | None = None
        self._heard = heard
        try:
            # It listens from here on.
            first = next(self._found)
        except (OSError, RuntimeError) as error:
            raise _refused(error) from None
        threading.Thread(target=self._listen, args=[first], daemon=True).start()

    def close(self) -> None:
        self._stop.set()

    def _listen(self, first: set[tuple[Any, str]]) -> None:
        try:
            for found in chain([first], self._found):
                if not all(_OWN in path for _, path in found):
                    self._heard()
        except (OSError, RuntimeError) as error:
            self.failure = error
            self._heard()


def is_being_written(path: Path) -> bool:
    """Return whether another process has the file open for writing, as far as the system tells.

    The kernel refuses a read lease while anyone has the file open for writing. While the lease is held, a
    process that opens the file to write waits, and the holder gets a signal, here one that is ignored.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.fcntl(file, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except OSError as error:
        return error.errno == errno.EAGAIN
    finally:
        os.close(file)
    return False


def require_watchfiles() -> None:
    """Raises UsageError if watchfiles is not installed."""
    try:
        import watchfiles  # noqa: F401
    except ImportError:
        raise UsageError(f"--watch: expected watchfiles, got none: {command_for('watch')}") from None


def _refused(error: Exception) -> UsageError:
    return UsageError(f"--watch: expected folders that the system lets watch, got: {printable(str(error))}")


def _found(place: Place) -> Iterable[tuple[str, bool, int, int]]:
    """Return the folder, or the nearest one above it that exists, by path, device and inode."""
    for number, folder in enumerate((place.folder, *place.folder.absolute().parents)):
        try:
            status = folder.stat()
        except OSError:
            continue
        if not stat.S_ISDIR(status.st_mode):
            continue
        return ((os.path.realpath(folder), place.whole and not number, status.st_dev, status.st_ino),)
    return ()
