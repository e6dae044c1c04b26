"""The cache of builds: what was made of a source, kept in a folder of its own by the key of all it hangs on.

An entry is believed only when it is whole and ours: it bears the digest of its own files, and they, it and
the cache belong to this user, and nobody else can write to them. That is looked at when a process first asks
for the entry. What is not believed is made anew and put in its place; an entry comes to its place by one
step, when all of it is on the disk, and leaves it by one. What no process asked for in a month goes. Who uses
a large one holds it, by a lock that ends with the process; what nobody holds is kept to a size, and what was
not used for longest goes first.
"""

import atexit
import errno
import fcntl
import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from io import BufferedReader
from pathlib import Path

from judge.running.keeper_client import LEVELS, Level
from judge.running.places import cache_folder

_DIGEST = ".digest"
_UNFINISHED = "build-"
_ABANDONED_S = 3600
_UNUSED_S = 30 * 24 * 3600
# found whole by this process
_whole: set[str] = set()
# the folders that this process holds, open
_held: dict[str, int] = {}


@cache
def folder() -> Path:
    """The cache; where that is not ours or not writable, a folder for this process. Raises OSError."""
    place = cache_folder()
    with suppress(OSError):
        # A home that is not there is not made.
        if place.is_absolute() and place.parent.parent.is_dir():
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = _ours(place).st_mode
        # programs are started without root's power to pass over a mode
        if stat.S_ISDIR(mode) and mode & 0o700 == 0o700 and os.access(place, os.W_OK):
            _sweep(place)
            return place
    place = Path(tempfile.mkdtemp(prefix="judge-"))
    atexit.register(_remove_own, place, os.getpid())
    return place


def is_whole(key: str) -> bool:
    """Whether there is an entry to believe. Raises OSError where there can be no cache."""
    place = folder() / key
    if key not in _whole and _is_whole(place):
        # Under the lock: from here on nobody sweeps it away.
        with _alone(folder()), suppress(FileNotFoundError):
            os.utime(place)
            _whole.add(key)
    return key in _whole and place.is_dir()


def kept_as(what: str, level: Level, believed: Callable[[str], bool] = is_whole) -> tuple[str, bool]:
    """The key of what was made by programs that were sealed so or more strictly, and whether it is there.

    What was made by others may hold what they saw. Raises OSError where there can be no cache.
    """
    keys = [f"{what}-{each}" for each in LEVELS[LEVELS.index(level) :]]
    found = next(filter(believed, keys), None)
    return found or keys[0], found is not None


def hold(key: str) -> bool:
    """Whether there is an entry to believe, which then stays as long as this process lives, and was used now.

    Raises OSError where there can be no cache.
    """
    with _alone(folder()):
        try:
            descriptor = os.open(folder() / key, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
        except OSError:
            return False
        fcntl.flock(descriptor, fcntl.LOCK_SH)
    if not is_whole(key):
        os.close(descriptor)
        return False
    os.utime(descriptor)
    if key in _held:
        os.close(_held[key])
    _held[key] = descriptor
    return True


def trim(prefix: str, most_bytes: int) -> None:
    """Keep the entries with such keys to a size, but for those that are held. Raises OSError."""
    with workplace() as aside, _alone(folder()):
        entries = [entry for entry in folder().glob(f"{prefix}*") if stat.S_ISDIR(entry.lstat().st_mode)]
        sizes = {entry: sum(each.lstat().st_size for each in entry.rglob("*")) for entry in entries}
        excess = sum(sizes.values()) - most_bytes
        for entry in sorted(entries, key=lambda entry: entry.lstat().st_mtime_ns):
            if excess > 0 and not _is_locked(entry):
                entry.rename(aside / entry.name)
                excess -= sizes[entry]


@contextmanager
def workplace() -> Iterator[Path]:
    """An empty folder to build in, gone at the end unless it was kept. Raises OSError.

    It is locked meanwhile: of one that is not, the judge was killed.
    """
    place, process = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=folder())), os.getpid()
    lock = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield place
    finally:
        _remove_own(place, process)
        os.close(lock)


def keep(workplace: Path, key: str) -> None:
    """Make the workplace the entry, unless another judge was quicker. Raises OSError.

    Names that begin with a dot are what a tool leaves in its home, and not kept.
    """
    place = folder() / key
    for left in workplace.glob(".*"):
        _remove(left)
    made = (workplace, *workplace.rglob("*"))
    for each in made:
        mode = each.lstat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise OSError(errno.EINVAL, "not a plain file", str(each))
        each.chmod(mode & 0o700)
    (workplace / _DIGEST).write_text(_digest(workplace, but=_DIGEST))
    for each in (*made, workplace / _DIGEST):
        _sync(each)
    put(workplace, place, is_right=_is_whole)
    _whole.add(key)


def put(workplace: Path, place: Path, *, is_right: Callable[[Path], bool]) -> None:
    """Give the workplace its place in the cache, unless what is there is right. Raises OSError."""
    with _alone(folder()) as cache:
        if not is_right(place):
            if os.path.lexists(place):
                aside = workplace.with_name(f"{workplace.name}.old")
                place.rename(aside)
                _remove(aside)
            workplace.rename(place)
            os.fsync(cache)


@contextmanager
def _alone(place: Path) -> Iterator[int]:
    """This cache, open, while no other judge changes what is in its place. Raises OSError."""
    cache = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(cache, fcntl.LOCK_EX)
        yield cache
    finally:
        # A fork of this process may have the folder open, too, and would keep the lock.
        fcntl.flock(cache, fcntl.LOCK_UN)
        os.close(cache)


def require_room(workplace: Path, size: int) -> None:
    """Raises OSError where the disk has no room for a file of so many bytes in the workplace."""
    with tempfile.TemporaryFile(dir=workplace) as file:
        try:
            os.posix_fallocate(file.fileno(), 0, size)
        except OSError as error:
            if error.errno != errno.EOPNOTSUPP:
                raise OSError(error.errno, error.strerror, str(workplace)) from None


def _is_whole(place: Path) -> bool:
    try:
        with _opened(place / _DIGEST) as file:
            return _digest(place, but=_DIGEST) == file.read().decode()
    except (OSError, UnicodeDecodeError):
        return False


def _digest(folder: Path, but: str = "") -> str:
    """A digest of names, modes, contents, without `but`. Raises OSError where one is not plain and ours."""
    mode = _ours(folder).st_mode
    if not stat.S_ISDIR(mode):
        raise NotADirectoryError(errno.ENOTDIR, "not a folder", str(folder))
    digest = hashlib.sha256(b"%o" % mode)
    for name in sorted({path.name for path in folder.iterdir()} - {but}):
        path = folder / name
        mode = _ours(path).st_mode
        content = _digest(path).encode() if stat.S_ISDIR(mode) else _digest_of(path)
        digest.update(repr((os.fsencode(name), mode, content)).encode())
    return digest.hexdigest()


def _digest_of(path: Path) -> bytes:
    """Of a plain file of ours, which may be larger than memory. Raises OSError for anything else."""
    with _opened(path) as file:
        return hashlib.file_digest(file, "sha256").digest()


@contextmanager
def _opened(path: Path) -> Iterator[BufferedReader]:
    """A plain file of ours. Raises OSError for anything else, which is not opened."""
    if not stat.S_ISREG(_ours(path).st_mode):
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    with path.open("rb") as file:
        yield file


def _ours(path: Path) -> os.stat_result:
    """What `path` itself is. Raises OSError where it belongs to another or others may write to it."""
    status = path.lstat()
    if status.st_uid != os.geteuid() or (status.st_mode & 0o022 and not stat.S_ISLNK(status.st_mode)):
        raise PermissionError(errno.EPERM, "belongs to another, or others may write to it", str(path))
    return status


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sweep(place: Path) -> None:
    """Removes what judges that were killed have left, and the entries that nobody has used for long."""
    for path in place.iterdir():
        with suppress(OSError):
            if path.name.startswith(_UNFINISHED):
                if _is_left(path, _ABANDONED_S):
                    _remove(path)
            elif _is_left(path, _UNUSED_S) and (path / _DIGEST).is_file():
                aside = path.with_name(f"{_UNFINISHED}{path.name}.old")
                with _alone(place):
                    if not _is_left(path, _UNUSED_S):
                        continue
                    path.rename(aside)
                _remove(aside)


def _is_left(path: Path, seconds: float) -> bool:
    """Whether nobody holds it, and it was not used for so long. Raises OSError."""
    return time.time() - path.lstat().st_mtime > seconds and not _is_locked(path)


def _is_locked(path: Path) -> bool:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def _remove_own(path: Path, process: int) -> None:
    """Remove what this process has made. A fork that ends as this one would leaves it to its parent."""
    if os.getpid() == process:
        _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        with suppress(OSError):
            path.chmod(0o700)
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
