"""The command line of bubblewrap, in whose namespaces the keeper of `strict` lives with all its programs.

They have users, processes, a network, IPC and a host name of their own, and a file system in which nothing is
but the system's programs and libraries and what the programs have asked for; nothing in it can be written
but a folder of builds. The seal of `default` is then laid on as everywhere.

The keeper is process 1 there: when it ends, however it ends, the kernel kills whatever is left. It leaves
when its wire closes, as always. `--die-with-parent` would be wrong: it fires when the thread that started
the keeper ends.
"""

import os
from collections.abc import Iterable

# a path, and whether it can be written
Mount = tuple[str, bool]

NAMESPACES = ("user", "pid", "net", "ipc", "uts", "cgroup-try")
SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
)
# what a keeper needs before any program does, beside its interpreter
KEEPERS_OWN = (*SYSTEM, os.path.dirname(__file__))


def mounts(readable: Iterable[str], writable: Iterable[str] = ()) -> frozenset[Mount]:
    """These paths as they are named and as they resolve."""
    return frozenset(
        (place, is_writable)
        for paths, is_writable in ((readable, False), (writable, True))
        for path in paths
        for place in (os.path.abspath(path), os.path.realpath(path))
    )


def united(some: frozenset[Mount], more: frozenset[Mount]) -> frozenset[Mount]:
    """The fewest mounts that show all: none below another that can do as much."""
    kept: list[Mount] = []
    for path, writable in sorted(some | more, key=lambda mount: (mount[0], not mount[1])):
        if not any(_is_below(path, place) and (able or not writable) for place, able in kept):
            kept.append((path, writable))
    return frozenset(kept)


def command_line(bwrap: str, view: frozenset[Mount]) -> list[str]:
    """The words before the command. A path that is not there is passed over."""
    words = [bwrap, *(f"--unshare-{name}" for name in NAMESPACES), "--as-pid-1", "--new-session"]
    words += ["--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev", "--dir", "/tmp"]
    for path, writable in sorted(view):
        if os.path.islink(path):
            words += ["--symlink", os.path.realpath(path), path]
        else:
            words += ["--bind-try" if writable else "--ro-bind-try", path, path]
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]


def _is_below(path: str, place: str) -> bool:
    return path == place or path.startswith(place.rstrip("/") + "/")
