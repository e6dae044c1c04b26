"""What can be run: a command, or Python code; and one side of two programs that talk."""

import marshal
from functools import cache

from msgspec import Struct

from judge.model.runs import Limits
from judge.running.desks import Files
from judge.running.keeper_client import SANDBOX
from judge.running.sandbox.wire import Public


class Command(Struct, frozen=True, kw_only=True):
    """A program to execute.

    `argv[0]` is an absolute path. `readable` are files and folders that it may read beside the system's
    libraries; `public` are more, which it may read only if everyone may (grants.py).
    `strict` hides all that is not named here; `shown` are folders that it shows, so that what is made in them
    later can be read or be a workplace. A runtime that reserves far more addresses than it uses (Java, Node)
    wants `address_space=False`: its memory is then looked at every few milliseconds. `launcher` is the path
    of a built sandbox/launcher.c, by which a run costs less; None goes without.
    """

    argv: tuple[str, ...]
    readable: tuple[str, ...] = ()
    public: tuple[Public, ...] = ()
    shown: tuple[str, ...] = ()
    address_space: bool = True
    launcher: str | None = None


class Script(Struct, frozen=True, kw_only=True):
    """Python code for a fork of the warm interpreter, which has the standard library and nothing else.

    `code` are code objects, to be run one after the other, the source that a traceback quotes, and the
    modules that they may import, marshalled together; only the fork reads them. `imports` are modules that
    the keeper is to import for it.
    """

    code: bytes
    filename: str
    imports: tuple[str, ...] = ()


Program = Command | Script
# something to count, by its type and its number in perf_event_open
Event = tuple[int, int]

NO_FILES = Files()


class Part(Struct, frozen=True, kw_only=True):
    """A program with its words, its limits and its files; the `event` is counted of it.

    As one side of a conversation it hears on stdin and says on stdout, or under two names in its current
    folder, its `ends`: then its stdin is empty, and what it prints is kept.
    """

    program: Program
    limits: Limits
    arguments: tuple[str, ...] = ()
    files: Files = NO_FILES
    ends: tuple[str, str] | None = None
    event: Event | None = None


@cache
def compiler_of_python() -> bytes:
    """Return the code of the script that compiles Python, see sandbox/compiler.py."""
    path = SANDBOX / "compiler.py"
    source = path.read_bytes()
    return marshal.dumps(((compile(source, path.name, "exec"),), source, ()))
