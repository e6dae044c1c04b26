"""One program under limits, to a `Run`; or two that talk, to a `Conversation`.

A `Runner` is one worker slot and owns one keeper (keeper_client.py). The bytes of a run become memory files
and come back out of them (orders.py). Nothing is judged and nothing is decoded. What a program does never
raises: a keeper that dies is a `Run` that is `LOST`, and a new one serves the next.
"""

import marshal
import os
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self, TypeVar, get_args

from judge.errors import InputErrors, UsageError
from judge.model.conversations import Conversation
from judge.model.runs import Ending, Limits, Run
from judge.platform.files import Content
from judge.running import grants, memfiles
from judge.running.conversations import conversation_of, lost_conversation
from judge.running.desks import Drawers, Files
from judge.running.endings import lost_run
from judge.running.keeper_client import KeeperClient, KeeperLost, Level
from judge.running.orders import live, order, side
from judge.running.places import Closed
from judge.running.programs import NO_FILES, Command, Event, Part, Program, Script, compiler_of_python
from judge.running.sandbox import strict, wire
from judge.running.sandbox.warm import PRELOADABLE
from judge.running.shortage import ShortageError, try_again

_NO_PROJECT = Closed()
_Served = TypeVar("_Served")


class _RefusedError(Exception):
    """The judge does not run this."""


class Runner:
    """One worker slot, used by one thread at a time; `cancelled` and `close` may come from any.

    `core` is the processor to sit on, None for any. A kernel without Landlock gives `basic` for `default`.
    A command that would open a `closed` place is LOST, and `refusal` says so before. Needs /proc: UsageError.
    """

    def __init__(self, *, core: int | None, level: Level = "default", closed: Closed = _NO_PROJECT) -> None:
        self._core, self._wanted, self.closed = core, level, closed
        self._process = os.getpid()
        self._scripts: list[tuple[Script, int]] = []
        self._closed = self._cancelled = False
        self._busy = threading.Lock()
        self._lawful: set[Command] = set()
        self._drawers, self._view = Drawers(), strict.mounts(grants.shown_to_all(level, closed))
        self._in_view: set[tuple[Command | None, Path | None, str | None]] = set()
        self._keeper: KeeperClient | None = None
        with suppress(KeeperLost, ShortageError):  # whoever asks for a run or the level will hear of it
            self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the keeper and whatever it runs: a run in flight is LOST, and so is any that follows.

        A fork of this process ends nothing.
        """
        if os.getpid() != self._process:
            return
        self._closed = True
        self._interrupt()
        with self._busy:
            self._let_go()
            self._drop()
            self._drawers.close()

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
        """The level in force. Raises UsageError where the one asked for is not to be had, or KeeperLost."""
        self._check()
        try:
            return try_again(self._ready, lambda: self._closed or self._cancelled).level
        except (KeeperLost, ShortageError) as lost:
            raise UsageError(f"the sandbox does not start at level {self._wanted}: {lost}") from None

    def refusal(self, command: Command) -> str:
        """Why the command is never run: the closed place that it would open; "" where there is none."""
        if command not in self._lawful:
            if refused := grants.refusal(command, self.closed):
                return refused
            self._lawful.add(command)
        return ""

    def run(
        self,
        program: Program,
        stdin: Content,
        limits: Limits,
        *,
        arguments: tuple[str, ...] = (),
        files: Files = NO_FILES,
        event: Event | None = None,
    ) -> Run:
        """The program on these bytes. A peak below what a fork is born with is not seen."""
        part = Part(program=program, limits=limits, arguments=arguments, files=files, event=event)
        return self._run(part, stdin)

    def run_live(self, program: Program, streams: tuple[int, int], limits: Limits) -> Run:
        """The program on these descriptors for stdin and stdout, however long it waits and prints."""
        part = Part(program=program, limits=limits)

        def run(opened: list[int]) -> Run:
            one = live(opened, part, streams, desk=self._desk(part), code=self._code(part))
            return one.run(self._ready().ask(one.request, one.descriptors))

        return self._served(run, lost_run)

    def build(self, command: Command, *, writable: Path, limits: Limits) -> Run:
        """A compiler: may start processes, execute the system's tools and write to one folder, its home.

        A file there may have so many bytes as `orders.BUILT_BYTES` says.
        """
        return self._run(Part(program=command, limits=limits), b"", workplace=writable)

    def converse(self, program: Part, interactor: Part, *, accepting: Collection[int]) -> Conversation:
        """Two programs, each of which hears what the other says.

        After an interactor that ends by itself with an exit code that is `accepting` the program is to end by
        itself, too; after any other it is stopped.
        """

        def talk(opened: list[int]) -> Conversation:
            opened += (memfiles.writable() for _ in range(2))
            records = opened[0], opened[1]
            first, second = (
                side(opened, part, record, desk=self._desk(part), code=self._code(part))
                for part, record in zip((program, interactor), records, strict=True)
            )
            asked = ("talk", first.request, second.request, tuple(accepting))
            descriptors = (*records, *first.descriptors, *second.descriptors)
            answer = self._ready().ask(asked, descriptors, fields=len(get_args(wire.Talked)))
            return conversation_of(answer, first, second, records)

        return self._served(talk, lost_conversation)

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
        run = self.run(Script(code=compiler_of_python(), filename=filename), parts, limits)
        if run.ending is not Ending.FINISHED or run.exit_code:
            return run
        names, _, code = run.stdout.partition(b"\n")
        # the keeper imports nothing else, whatever a source names
        imports = tuple(name for name in names.decode(errors="replace").split() if name in PRELOADABLE)
        return Script(code=code, filename=filename, imports=imports)

    def _run(self, part: Part, stdin: Content, *, workplace: Path | None = None) -> Run:
        def run(opened: list[int]) -> Run:
            desk, code = self._desk(part, workplace), self._code(part)
            one = order(opened, part, stdin, desk=desk, code=code, workplace=workplace)
            return one.run(self._ready().ask(one.request, one.descriptors))

        return self._served(run, lost_run)

    def _served(self, serve: Callable[[list[int]], _Served], lost: Callable[[str], _Served]) -> _Served:
        try:
            return try_again(lambda: self._served_once(serve, lost), lambda: self._closed or self._cancelled)
        except ShortageError as error:
            return lost(str(error))

    def _served_once(self, serve: Callable[[list[int]], _Served], lost: Callable[[str], _Served]) -> _Served:
        """Raises ShortageError."""
        opened: list[int] = []
        with self._busy:
            try:
                return serve(opened)
            except KeeperLost as error:
                self._let_go()
                return lost(str(error))
            except (InputErrors, _RefusedError) as error:
                return lost(str(error))
            except ShortageError:
                raise
            except OSError as error:
                return lost(f"the judge cannot hold what a program reads and writes: {error.strerror}")
            except BaseException:
                # Its answer, should it come, is to no later question.
                self._let_go()
                raise
            finally:
                for file in opened:
                    os.close(file)

    def _desk(self, part: Part, workplace: Path | None = None) -> str | None:
        """The desk of a program that may be run, which the keeper sees. Raises what `_served` knows."""
        command = part.program if isinstance(part.program, Command) else None
        if command and (refusal := self.refusal(command)):
            raise _RefusedError(refusal)
        files, ends = part.files, part.ends or ()
        if files.home and (place := self.closed.opened_by((files.home,))):
            raise _RefusedError(f"{files.home} cannot be read without opening {place}, which is closed")
        desk = self._drawers.desk(files, *ends) if files.drawer else files.desk(*ends)
        self._show(command, workplace, desk, files.drawer)
        return desk

    def _code(self, part: Part) -> int | None:
        """The descriptor of Python code, made once while runs of it follow one another, or of two in turn."""
        script = part.program
        if isinstance(script, Command):
            return None
        held = next((each for each in self._scripts if each[0] is script), None)
        if held:
            self._scripts.remove(held)
        else:
            while len(self._scripts) > 1:
                os.close(self._scripts.pop(0)[1])
            held = script, memfiles.sealed(script.code)
        self._scripts.append(held)
        return held[1]

    def _drop(self) -> None:
        while self._scripts:
            os.close(self._scripts.pop()[1])

    def _show(self, command: Command | None, workplace: Path | None, desk: str | None, drawer: str) -> None:
        """At `strict`, lets go a keeper that does not see what a run needs; the next one will."""
        if self._wanted != "strict" or (command, workplace, desk) in self._in_view:
            return
        self._in_view.add((command, workplace, desk))
        files, workplaces = [desk] if desk else [], [os.fspath(workplace)] if workplace else []
        workplaces += [f"{desk}/{drawer}"] if drawer else []
        if command:
            files += grants.paths_of(command)
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
        grants.require_nothing_closed(self._wanted, self.closed)
        try:
            self._keeper = KeeperClient(self._core, self._wanted, self._view)
        except OSError as error:
            kind = ShortageError if error.errno in wire.SHORTAGES else KeeperLost
            raise kind(wire.sentence(error)) from None
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
