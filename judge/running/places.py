"""Places that are closed to programs, and the paths and files of installed tools.

No grant opens a closed place, whatever a solution's header requests. Closed are the root and the folders with
other people's files, every home, the judge's cache, configuration and temporary folder, and the project with
its solutions, its cases and `.judge/`. Files below a closed place may be granted, except those below the
cases or `.judge/`. Places are compared by device and inode, or by their position on a file system that is
mounted twice, never by spelling.
"""

import os
import pwd
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct

from judge.platform.errors import UsageError

SYSTEM = (
    *("/", "/boot", "/dev", "/dev/shm", "/etc", "/home", "/media", "/mnt", "/proc", "/root", "/run", "/srv"),
    *("/sys", "/tmp", "/var", "/var/lib", "/var/tmp"),
)
FIRST_ORDINARY_USER = 1000
NOBODY = 65534
CONFIGURATION_BYTES = 1 << 16

# device and inode
_Identity = tuple[int, int]
# a device in the kernel's spelling, and a path from the root of its file system
_Position = tuple[str, str]


class Closed(Struct, frozen=True):
    """Closed places. No grant contains one of the `whole` places, or is inside one of the `sealed` places."""

    whole: tuple[Path, ...] = ()
    sealed: tuple[Path, ...] = ()

    def opened_by(self, grants: Iterable[str]) -> Path | None:
        """Return the first closed place that one of these files and folders would open, or None.

        Missing files open nothing.
        """
        whole = (*map(Path, SYSTEM), *homes(), *own_folders(), *self.whole)
        map_ = _map(whole, self.sealed, tuple(map(_identity, (*whole, *self.sealed))))
        return next((place for place in map(map_.opened_by, grants) if place), None)


class _Map:
    """The positions of closed places on their file systems."""

    def __init__(self, whole: tuple[Path, ...], sealed: tuple[Path, ...]) -> None:
        self._mounts = list(_mounts())
        self._sealed = {_identity(place): place for place in sealed}
        self._above = {
            _identity(above): place
            for place in reversed((*whole, *sealed))
            for above in _lineage(os.path.realpath(place))
        }
        self._positions = [(*self._position(os.path.realpath(place)), place) for place in (*whole, *sealed)]

    def opened_by(self, grant: str) -> Path | None:
        real = os.path.realpath(grant)
        identity = _identity(real)
        if identity is None:
            return None
        if identity in self._above:
            return self._above[identity]
        lineage = [each for each in map(_identity, _lineage(real)) if each]
        return next((self._sealed[each] for each in lineage if each in self._sealed), self._mounted(real))

    def _mounted(self, real: str) -> Path | None:
        """Return the closed place that is inside `real` through another mount of its file system."""
        below = (what for point, what in self._mounts if _is_in(point, real))
        for device, path in (self._position(real), *below):
            for other, position, place in self._positions:
                if device == other and _is_in(position, path):
                    return place
        return None

    def _position(self, real: str) -> _Position:
        """Return a path's position on its file system. The last of several mounts at one point counts."""
        found = (mount for mount in reversed(self._mounts) if _is_in(real, mount[0]))
        point, (device, root) = max(found, key=lambda mount: len(mount[0]), default=("/", ("", "/")))
        return device, str(Path(root, os.path.relpath(real, point)))


@cache
def _map(whole: tuple[Path, ...], sealed: tuple[Path, ...], there: tuple[_Identity | None, ...]) -> _Map:
    """Return a map, which is cached until a file or folder is replaced."""
    return _Map(whole, sealed)


def homes() -> Iterator[Path]:
    """Yield the homes of all ordinary users and of this user, by HOME and by account, each with `.local`."""
    users = pwd.getpwall()
    persons = (u for u in users if u.pw_uid == os.getuid() or FIRST_ORDINARY_USER <= u.pw_uid != NOBODY)
    for home in (os.environ.get("HOME", ""), *(person.pw_dir for person in persons)):
        if home.startswith("/"):
            yield Path(home)
            # many programs keep user data there
            yield Path(home, ".local")


def home_around(path: str) -> Path | None:
    """Return the home that contains a file or folder, or None. The root does not count as a home."""
    real = os.path.realpath(path)
    around = (home for home in homes() if _is_in(real, os.path.realpath(home)))
    return next((home for home in around if os.path.realpath(home) != "/"), None)


def discreet(text: str) -> str:
    """Replace every home, and the user's name in absolute paths, by `~`."""
    places = {str(home) for home in homes() if home.name != ".local"}
    for place in sorted(places | {*map(os.path.realpath, places)} - {"/"}, key=len, reverse=True):
        text = re.sub(rf"{re.escape(place)}(?![\w.-])", "~", text)
    names = {user.pw_name for user in pwd.getpwall() if user.pw_uid == os.getuid()}
    named = {f"/{name}" for name in names | {os.environ.get("USER", "")}} - {"/"}

    def unnamed(path: re.Match[str]) -> str:
        return re.sub("/[^/]+", lambda part: "/~" if part[0] in named else part[0], path[0])

    return re.sub(r"(?<![\w~./-])/[^\s:;,'\"]*", unnamed, text)


def cache_folder() -> Path:
    """Return `judge` in the user's cache folder; a relative path without a cache folder or home."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    return Path(named if named.startswith("/") else os.path.expanduser("~/.cache"), "judge")  # noqa: PTH111


def config_folder() -> Path:
    """Return `judge` in the user's configuration folder; a relative path without one or a home."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(named if named.startswith("/") else os.path.expanduser("~/.config"), "judge")  # noqa: PTH111


def own_folders() -> Iterator[Path]:
    """Yield the folders in which the judge keeps its own files, outside projects."""
    yield cache_folder()
    yield config_folder()
    with suppress(FileNotFoundError):  # no temporary folder is writable
        yield Path(tempfile.gettempdir())


def find_tool(name: str) -> Path | None:
    """Return the path of the tool with this name or path, or None if it is not installed.

    The last link is not resolved, because virtual environments link to their interpreter. A tool in /proc is
    resolved, because nothing there is a real file.
    """
    if not (found := shutil.which(name)):
        return None
    real = os.path.realpath(found)
    folder, called = os.path.split(found)
    if os.path.basename(real) == "rustup":  # noqa: PTH119
        return _behind_rustup(real, called)
    folder = os.path.realpath(folder)
    return Path(real) if _is_in(folder, "/proc") else Path(folder, called)


@cache
def _behind_rustup(rustup: str, name: str) -> Path | None:
    """Return the compiler itself: rustup's proxy on the path would search the home directory for it."""
    # Imported here, since few machines need it.
    import subprocess

    asked = subprocess.run([rustup, "which", name], capture_output=True, text=True, check=False)
    return Path(asked.stdout.strip()) if asked.returncode == 0 else None


def files_of(tool: Path, closed: Closed) -> tuple[str, ...]:
    """Return the files and folders that an installed tool reads to run: itself and its prefix.

    Under a closed prefix only Python's library is included. In a virtual environment these are its
    configuration, its packages and the files of its base interpreter.
    """
    for prefix in (tool.parent, tool.parent.parent):
        configuration = prefix / "pyvenv.cfg"
        if configuration.is_file():
            own = _matches_in(prefix, "pyvenv.cfg", "lib*/py*/site-packages")
            base = _base(configuration, tool.name)
            return (str(tool), *own, *(_installed(base, closed) if base else ()))
    return str(tool), *_installed(tool, closed)


def _installed(tool: Path, closed: Closed) -> tuple[str, ...]:
    real = tool.resolve()
    prefix = real.parent.parent
    if closed.opened_by((str(prefix),)) is None:
        return str(tool), str(prefix)
    # a Conda prefix is both an environment and an installation
    patterns = ("lib",) if (prefix / "conda-meta").is_dir() else ("lib*/py*", "lib*/libpy*")
    return str(tool), str(real), *_matches_in(prefix, *patterns)


def _matches_in(prefix: Path, *patterns: str) -> Iterator[str]:
    """Return the matches of these patterns in a prefix, except links to the outside."""
    real = os.path.realpath(prefix)
    found = (str(path) for pattern in patterns for path in sorted(prefix.glob(pattern)))
    return (path for path in found if _is_in(os.path.realpath(path), real))


def _base(configuration: Path, name: str) -> Path | None:
    """Return the base interpreter of an environment, or None if it is missing."""
    with configuration.open("rb") as file:
        lines = os.fsdecode(file.read(CONFIGURATION_BYTES)).splitlines()
    settings = (line.partition("=") for line in lines)
    home = next((value.strip() for key, _, value in settings if key.strip().lower() == "home"), "")
    tools = (Path(home, each) for each in (name, "python3", "python", "pypy3"))
    return next((tool for tool in tools if home.startswith("/") and is_native(tool)), None)


def is_native(tool: Path) -> bool:
    """Return True for a readable file of machine code. Pipes are never opened."""
    try:
        if not tool.is_file():
            return False
        with tool.open("rb") as file:
            return file.read(4) == b"\x7fELF"
    except OSError:
        return False


def _lineage(real: str) -> tuple[str, ...]:
    return real, *map(str, Path(real).parents)


def is_below(real: str, places: Iterable[str]) -> bool:
    """Return True if a path without links is one of these places or inside one."""
    return any(_is_in(real, os.path.realpath(place)) for place in places)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _identity(place: str | Path) -> _Identity | None:
    try:
        status = Path(place).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _mounts() -> Iterator[tuple[str, _Position]]:
    """Yield each mount point and the position mounted there. Raises UsageError without /proc."""
    mounts = Path("/proc/self/mountinfo")
    try:
        lines = mounts.read_bytes().splitlines()
    except FileNotFoundError:
        raise UsageError(f"the sandbox needs /proc: expected {mounts}, got nothing there") from None
    for line in lines:
        _, _, device, root, point, *_ = line.split(b" ")
        yield _unescaped(point), (device.decode(), _unescaped(root))


def _unescaped(field: bytes) -> str:
    for char in b" \t\n\\":
        field = field.replace(b"\\%03o" % char, bytes((char,)))
    return os.fsdecode(field)
