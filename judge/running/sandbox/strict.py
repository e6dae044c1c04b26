"""The bubblewrap command line for `strict`, which puts the keeper and its programs into namespaces.

The namespaces have separate users, processes, network, IPC and host name. Their file system contains only
the system's programs and libraries and the files that the programs need. Only the folder of builds is
writable. The seal of `default` applies on top.

The keeper is process 1 there: when it ends, however it ends, the kernel kills all remaining processes. As
always, it exits when its wire closes. `--die-with-parent` would be wrong: it fires when the thread that
started the keeper ends.
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
# files that the keeper itself needs in addition to its interpreter
KEEPERS_OWN = (*SYSTEM, os.path.dirname(__file__))


def mounts(readable: Iterable[str], writable: Iterable[str] = ()) -> frozenset[Mount]:
    """Return mounts for these paths, both as given and with links resolved."""
    return frozenset(
        (place, is_writable)
        for paths, is_writable in ((readable, False), (writable, True))
        for path in paths
        for place in (os.path.abspath(path), os.path.realpath(path))
    )


def merge_mounts(some: frozenset[Mount], more: frozenset[Mount]) -> frozenset[Mount]:
    """Return the union without mounts below another that allows as much."""
    kept: list[Mount] = []
    for path, writable in sorted(some | more, key=lambda mount: (mount[0], not mount[1])):
        if not any(_is_below(path, place) and (able or not writable) for place, able in kept):
            kept.append((path, writable))
    return frozenset(kept)


def command_line(bwrap: str, view: frozenset[Mount]) -> list[str]:
    """Return the words to put before the command. Missing paths are ignored."""
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
