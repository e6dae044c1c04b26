"""The rules for grants: paths that no command may open, and files that a project may let programs read.

A project can grant only files that everyone on the machine may read anyway. Their device and inode identify
them. The keeper compares these after opening the path, because another user could replace the file before.
"""

import os
import stat
import sys
from functools import cache
from pathlib import Path

from judge.platform.errors import counted
from judge.running.keeper_client import KeeperLost, Level
from judge.running.places import Closed, files_of, home_around, is_below
from judge.running.programs import Command
from judge.running.sandbox import strict
from judge.running.sandbox.seal import GRANTED
from judge.running.sandbox.wire import Public

# these belong to a user, a process or the kernel, regardless of their modes
PRIVATE = ("/dev", "/home", "/proc", "/root", "/run", "/sys")
# looking through more would take too long
MOST_ENTRIES = 50_000


def paths_of(command: Command) -> tuple[str, ...]:
    """Return the paths that a command may read in addition to the paths for every program."""
    own = command.argv[0], *command.readable, *filter(None, (command.launcher,))
    return *own, *(path for path, *_ in command.public)


def refusal(command: Command, closed: Closed) -> str:
    """Return the reason why a command must not run, "" if it opens no forbidden place."""
    place = closed.opened_by(paths_of(command))
    why = f"{place}, which is closed to programs" if place else ""
    why = why or next(filter(None, map(_not_public, command.public)), "")
    return f"{command.argv[0]} cannot be run without opening {why}" if why else ""


def shown_to_all(level: Level, closed: Closed) -> tuple[str, ...]:
    """Return the paths that are mounted for every program at a level."""
    if level != "strict":
        return ()
    return *strict.KEEPERS_OWN, *files_of(Path(sys.executable).resolve(), closed)


def mounts_of(
    command: Command | None, workplace: Path | None, desk: str | None, drawer: str
) -> frozenset[strict.Mount]:
    """Return the mounts that a run needs at `strict`."""
    files, workplaces = [desk] if desk else [], [os.fspath(workplace)] if workplace else []
    workplaces += [f"{desk}/{drawer}"] if drawer else []
    if command:
        files += paths_of(command)
        workplaces += command.shown
    return strict.mounts(files, workplaces)


def require_nothing_closed(level: Level, closed: Closed) -> None:
    """Raise KeeperLost if a closed place is inside a path that every program may read or see."""
    if place := closed.opened_by((*GRANTED, *shown_to_all(level, closed))):
        raise KeeperLost(f"{place} is among the system's libraries, which all programs may read")


def identify(path: str) -> Public | None:
    """Return the real path, device and inode of a file or folder; None if it cannot be opened."""
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        status = os.fstat(target)
        return str(Path(f"/proc/self/fd/{target}").readlink()), status.st_dev, status.st_ino
    finally:
        os.close(target)


def _not_public(public: Public) -> str:
    """Return the reason not to grant a file or folder, "" if everyone may read it and everything below it.

    Grants do not follow links below a folder.
    """
    real, device, inode = public
    if home_around(real) or is_below(real, PRIVATE):
        return f"{real}, which is in a home or belongs to the system"
    try:
        for above in Path(real).parents:
            if not above.stat().st_mode & stat.S_IXOTH:
                return f"{real}, which is in {above}: not everyone may enter that"
        status = os.lstat(real)
        if (status.st_dev, status.st_ino) != (device, inode):
            return f"{real}, which has changed meanwhile"
        return _not_public_below(real, status.st_mode, status.st_ctime_ns)
    except OSError as error:
        return f"{real}: {error.strerror}"


@cache
def _not_public_below(real: str, mode: int, _changed_ns: int) -> str:
    """Check a file or folder and everything below it. Raises OSError."""
    left, seen = [(real, mode)], 0
    while left:
        path, mode = left.pop()
        needed = {stat.S_IFDIR: 0o005, stat.S_IFREG: 0o004}.get(stat.S_IFMT(mode))
        if needed is None:
            return f"{path}, which is neither a file nor a folder"
        if mode & needed != needed:
            return f"{path}, which not everyone may read"
        if stat.S_ISDIR(mode):
            with os.scandir(path) as entries:
                modes = [(entry.path, entry.stat(follow_symlinks=False).st_mode) for entry in entries]
            left += [each for each in modes if not stat.S_ISLNK(each[1])]
            seen += len(modes)
            if seen > MOST_ENTRIES:
                return f"{real}, which holds more than {counted(MOST_ENTRIES, 'file')}"
    return ""
