"""Programs to run, either a command or Python code, and the part of a program in a run or conversation."""

import marshal
from functools import cache
from pathlib import Path

from msgspec import Struct

from judge.model.runs import Limits
from judge.running.keeper_client import SANDBOX
from judge.running.named_files import Files
from judge.running.sandbox.wire import Public


class Command(Struct, frozen=True, kw_only=True):
    """A program to execute.

    `argv[0]` is an absolute path. `readable` lists files and folders that it may read in addition to the
    system's libraries; `public` lists more, which it may read only if everyone may (grants.py). At `strict`
    everything else is hidden. `shown` lists folders to mount, so that files created in them later can be read
    or serve as a workplace. A runtime that reserves far more addresses than it uses (Java, Node) needs
    `address_space=False`: its memory is then polled every few milliseconds. With `may_fork` it may start
    processes, and execute the system's tools and what is `readable`. `launcher` is the path of a built
    sandbox/launcher.c, which makes runs faster; None goes without. `warm` is the same program for a
    fork of a keeper with its packages; it runs instead if there is such a keeper.
    """

    argv: tuple[str, ...]
    readable: tuple[str, ...] = ()
    public: tuple[Public, ...] = ()
    shown: tuple[str, ...] = ()
    address_space: bool = True
    may_fork: bool = False
    launcher: str | None = None
    warm: "Script | None" = None


class Script(Struct, frozen=True, kw_only=True):
    """Python code for a fork of the warm interpreter, which has only the standard library.

    `code` is a marshalled tuple that only the fork reads: code objects to run in order, the source that a
    traceback quotes, and the modules that they may import. `imports` are modules that the keeper preloads.
    `packages` are folders, which it may read; its keeper has imported numpy from them.
    """

    code: bytes
    filename: str
    imports: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()


Program = Command | Script
# an event to count: its type and number in perf_event_open
Event = tuple[int, int]

NO_FILES = Files()


class Part(Struct, frozen=True, kw_only=True):
    """A program with its arguments, its limits, its files and an `event` to count.

    A build may write to its `workplace`. `streams` are descriptors to use as stdin and stdout, without a wall
    limit.

    A side of a conversation talks through stdin and stdout. With `ends` it opens two pipes by these names in
    its current folder, one to read and one to write; its stdin is empty and its stdout is kept. With `opens`
    it may use stdin and stdout or two such pipes, which follow its files as descriptors.
    """

    program: Program
    limits: Limits
    arguments: tuple[str, ...] = ()
    files: Files = NO_FILES
    ends: tuple[str, str] | None = None
    opens: bool = False
    event: Event | None = None
    workplace: Path | None = None
    streams: tuple[int, int] | None = None


@cache
def compiler_of_python() -> bytes:
    """Return the code of the script that compiles Python, see sandbox/compiler.py."""
    path = SANDBOX / "compiler.py"
    source = path.read_bytes()
    return marshal.dumps(((compile(source, path.name, "exec"),), source, ()))
