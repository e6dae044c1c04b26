"""One program under limits, to a `Run`.

A `Runner` is one worker slot and owns one keeper (keeper_client.py). Here the bytes of a run become memory
files and come back out of them. Nothing is judged and nothing is decoded. What a program does never raises: a
keeper that dies is a `Run` that is `LOST`, and a new one serves the next.
"""

import marshal
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

from judge.errors import InputErrors, UsageError
from judge.model import Content, Ending, Limits, Run
from judge.running import memfiles
from judge.running.desks import Files
from judge.running.endings import Measured, lost_run, memory_bytes, run_of
from judge.running.keeper_client import SANDBOX, KeeperClient, KeeperLost, Level
from judge.running.places import Closed, files_of
from judge.running.sandbox import strict
from judge.running.sandbox.seal import HEADERS, LIBRARIES
from judge.running.sandbox.warm import PRELOADABLE

# addresses beside twice the memory limit: a program that doubles a full array shows its peak, is not refused
SPACE_BYTES = 64 << 20
# what a program holds from its start is in its file: as much as problems give programs
BUILT_BYTES = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A program to execute.

    `argv[0]` is an absolute path. `readable` are files and folders that it may read beside the system's
    libraries. `strict` hides all that is not named here; `shown` are folders that it shows, so that what is
    made in them later can be read or be a workplace. A runtime that reserves far more addresses than it uses
    (Java, Node) wants `address_space=False`: its memory is then looked at every few milliseconds. `launcher`
    is the path of a built sandbox/launcher.c, by which a run costs less; None goes without.
    """

    argv: tuple[str, ...]
    readable: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    address_space: bool = True
    launcher: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
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

# argv, readable, workplace, imports, launcher: as they begin on the wire
_Order = tuple[tuple[str, ...], tuple[str, ...], str | None, tuple[str, ...] | None, str | None]


_NO_PROJECT = Closed()
_NO_FILES = Files()


class Runner:
    """One worker slot, used by one thread at a time; `cancelled` and `close` may come from any.

    `core` is the processor to sit on, None for any. A kernel without Landlock gives `basic` for `default`.
    A command that would open a `closed` place is LOST, and `refusal` says so before.
    """

    def __init__(self, *, core: int | None, level: Level = "default", closed: Closed = _NO_PROJECT) -> None:
        self._core, self._wanted, self.closed = core, level, closed
        self._script: tuple[Script, int] | None = None
        self._closed = self._cancelled = False
        self._busy = threading.Lock()
        self._lawful: set[Command] = set()
        own = files_of(Path(sys.executable).resolve(), closed) if level == "strict" else ()
        self._view = strict.mounts((*strict.KEEPERS_OWN, *own))
        self._in_view: set[tuple[Command | None, Path | None, str | None]] = set()
        self._keeper: KeeperClient | None = None
        with suppress(KeeperLost):  # whoever asks for a run or the level will hear of it
            self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the keeper and whatever it runs: a run in flight is LOST, and so is any that follows."""
        self._closed = True
        self._interrupt()
        with self._busy:
            self._let_go()
            self._drop()

    @contextmanager
    def cancelled(self) -> Iterator[None]:
        """Here the run in flight is LOST, and so is any that follows; afterwards the runner serves again."""
        self._cancelled = True
        try:
            self._interrupt()
            yield
        finally:
            self._cancelled = False

    @property
    def is_cancelled(self) -> bool:
        """Whether what it is asked for now is in vain."""
        return self._cancelled

    def _interrupt(self) -> None:
        if keeper := self._keeper:
            keeper.end()

    def level(self) -> Level:
        """The level in force. Raises UsageError where the kernel does not allow the one asked for."""
        try:
            return self._ready().level
        except KeeperLost as lost:
            raise UsageError(f"the sandbox does not start at level {self._wanted}: {lost}") from None

    def refusal(self, command: Command) -> str:
        """Why the command is never run: the closed place that it would open; "" where there is none."""
        if command not in self._lawful:
            grants = (command.argv[0], *command.readable, *filter(None, (command.launcher,)))
            if place := self.closed.opened_by(grants):
                return f"{command.argv[0]} cannot be run without opening {place}, which is closed to programs"
            self._lawful.add(command)
        return ""

    def run(
        self,
        program: Program,
        stdin: Content,
        limits: Limits,
        *,
        arguments: tuple[str, ...] = (),
        files: Files = _NO_FILES,
        event: Event | None = None,
    ) -> Run:
        """The program on these bytes. A peak below what a fork is born with is not seen."""
        if isinstance(program, Command):
            # The steps of the launcher must not be counted: a fork counts from its exec on.
            launcher = None if event else program.launcher
            order: _Order = ((*program.argv, *arguments), program.readable, None, None, launcher)
            return self._measure(order, stdin, limits, command=program, files=files, event=event)
        order = ((program.filename, *arguments), (), None, program.imports, None)
        return self._measure(order, stdin, limits, script=program, files=files, event=event)

    def build(self, command: Command, *, writable: Path, limits: Limits) -> Run:
        """A compiler: may start processes, execute the system's tools and write to one folder, its home.

        A file there may have so many bytes as `BUILT_BYTES` says.
        """
        order = (command.argv, command.readable, os.fspath(writable), None, None)
        return self._measure(order, b"", limits, command=command, workplace=writable)

    def compile_python(
        self,
        source: bytes,
        filename: str,
        limits: Limits,
        *,
        around: tuple[str, str] = ("", ""),
        modules: tuple[tuple[str, bytes], ...] = (),
    ) -> Script | Run:
        """The script of a source, compiled in the sandbox; if that fails, the run that failed.

        `around` are sources of the judge that run before and after it, among the same names. `modules` are
        files that it may import, by their names.
        """
        parts = marshal.dumps((around[0], source, around[1], modules))
        run = self.run(Script(code=_compiler(), filename=filename), parts, limits)
        if run.ending is not Ending.FINISHED or run.exit_code:
            return run
        names, _, code = run.stdout.partition(b"\n")
        # the keeper imports nothing else, whatever a source names
        imports = tuple(name for name in names.decode(errors="replace").split() if name in PRELOADABLE)
        return Script(code=code, filename=filename, imports=imports)

    def _measure(
        self,
        order: _Order,
        stdin: Content,
        limits: Limits,
        *,
        command: Command | None = None,
        workplace: Path | None = None,
        script: Script | None = None,
        files: Files = _NO_FILES,
        event: Event | None = None,
    ) -> Run:
        file_bytes = BUILT_BYTES if workplace else limits.stderr_bytes + 1
        resources = _resources(limits, file_bytes, address_space=not command or command.address_space)
        with self._busy, ExitStack() as opened:
            try:
                if command and (refusal := self.refusal(command)):
                    return lost_run(refusal)
                desk = files.desk()
                self._show(command, workplace, desk)
                given = (content for _, content in files.given)
                # None for what is to be written.
                contents: Iterable[Content | None] = (stdin, None, None, *given, *(None for _ in files.taken))
                held = []
                for content in contents:
                    held.append(memfiles.empty() if content is None else memfiles.sealed(content))
                    opened.callback(os.close, held[-1])
                code = [self._held(script)] if script else []
                answer = self._ready().ask((*order, *resources, event, desk), (*held, *code))
                written = [*held[1:3], *held[len(held) - len(files.taken) :]]
                sizes = [os.fstat(file).st_size for file in written]
                taken = tuple(zip(files.taken, sizes[2:], strict=True))
                report = (*answer, *sizes[:2], taken)
                return run_of(Measured(*report), limits, *written)
            except KeeperLost as lost:
                self._let_go()
                return lost_run(str(lost))
            except InputErrors as error:
                return lost_run(str(error))
            except OSError as error:
                return lost_run(f"the judge cannot hold what a program reads and writes: {error.strerror}")
            except BaseException:
                # Its answer, should it come, is to no later question.
                self._let_go()
                raise

    def _held(self, script: Script) -> int:
        """The descriptor of its code, made once while runs of it follow one another."""
        if not self._script or self._script[0] is not script:
            self._drop()
            self._script = script, memfiles.sealed(script.code)
        return self._script[1]

    def _drop(self) -> None:
        if self._script:
            os.close(self._script[1])
            self._script = None

    def _show(self, command: Command | None, workplace: Path | None = None, desk: str | None = None) -> None:
        """At `strict`, lets go a keeper that does not see what a run needs; the next one will."""
        if self._wanted != "strict" or (command, workplace, desk) in self._in_view:
            return
        self._in_view.add((command, workplace, desk))
        files, workplaces = [desk] if desk else [], [os.fspath(workplace)] if workplace else []
        if command:
            files += [command.argv[0], *command.readable, *filter(None, (command.launcher,))]
            workplaces += command.shown
        view = strict.united(self._view, strict.mounts(files, workplaces))
        if view != self._view:
            self._view = view
            self._let_go()

    def _let_go(self) -> None:
        if self._keeper:
            self._keeper.close()
            self._keeper = None

    def _start(self) -> KeeperClient:
        if place := self.closed.opened_by((*LIBRARIES, *HEADERS), project_only=True):
            raise KeeperLost(f"{place} lies among the system's libraries, which are open to all")
        try:
            self._keeper = KeeperClient(self._core, self._wanted, self._view)
        except OSError as error:
            raise KeeperLost(str(error)) from None
        return self._keeper

    def _ready(self) -> KeeperClient:
        """The keeper, a new one if the last was lost, once it has said that it stands. Raises KeeperLost."""
        if self._keeper and self._keeper.ended:
            self._let_go()
        self._check()
        keeper = self._keeper or self._start()
        # Whoever cancels may have seen no keeper.
        self._check()
        keeper.wait()
        return keeper

    def _check(self) -> None:
        if self._closed or self._cancelled:
            raise KeeperLost("the runner is closed" if self._closed else "the run was cancelled")


def _resources(limits: Limits, file_bytes: int, *, address_space: bool) -> tuple[float, float, int, int, int]:
    """What a run may use, as on the wire: memory is limited by addresses, or looked at."""
    return (
        limits.allowance_s,
        limits.wall_s,
        file_bytes,
        2 * memory_bytes(limits) + SPACE_BYTES if address_space else 0,
        0 if address_space else memory_bytes(limits),
    )


@cache
def _compiler() -> bytes:
    path = SANDBOX / "compiler.py"
    source = path.read_bytes()
    return marshal.dumps(((compile(source, path.name, "exec"),), source, ()))
