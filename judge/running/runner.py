"""Run one program under limits and return a `Run`, or two that talk and return a `Conversation`.

A `Runner` is one worker slot and owns one keeper (keeper_client.py). Input and output travel in memory files
(orders.py). The runner judges and decodes nothing. No program can make it raise: if the keeper dies, the
`Run` is `LOST` and a new keeper serves the next run.
"""

import marshal
import os
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TypeVar, get_args

from msgspec.structs import replace

from judge.model.conversations import Conversation
from judge.model.runs import Ending, Limits, Run
from judge.platform.errors import InputErrors, UsageError
from judge.platform.files import Content
from judge.running import grants, memfiles
from judge.running.conversations import conversation_of, lost_conversation
from judge.running.endings import LEAST_WARM_BYTES, lost_run
from judge.running.keeper_client import KeeperClient, KeeperLost, Level, require_level
from judge.running.named_files import Drawers, Files
from judge.running.orders import order_runs, order_side
from judge.running.places import Closed, files_of
from judge.running.programs import NO_FILES, Command, Event, Part, Program, Script, compiler_of_python
from judge.running.remembered import remember
from judge.running.sandbox import strict, wire
from judge.running.sandbox.warm import PRELOADABLE
from judge.running.shortage import ShortageError, try_again

_NO_PROJECT = Closed()
_Served = TypeVar("_Served")


class _RefusedError(Exception):
    """The judge refuses to run a program."""


class Runner(AbstractContextManager["Runner"]):
    """One worker slot, for one thread at a time; `cancelled` and `close` may be called from any thread.

    `core` is the processor to use, None for any. Without Landlock in the kernel `default` becomes `basic`.
    A command that would open a `closed` place is LOST; see `refusal`. The keeper starts with the first run.
    Raises UsageError without /proc, and for an unknown level.
    """

    def __init__(self, *, core: int | None, level: Level = "default", closed: Closed = _NO_PROJECT) -> None:
        self._core, self._wanted, self.closed = core, require_level(level), closed
        self._process = os.getpid()
        self._scripts = memfiles.SealedScripts()
        self._closed = self.is_cancelled = False
        self._busy = threading.Lock()
        self.files_of = cache(partial(files_of, closed=closed))
        self.launcher: str | None = None  # until a toolchain has built it
        self._lawful: set[Command] = set()
        self._drawers, self._view = Drawers(), strict.mounts(grants.shown_to_all(level, closed))
        self._in_view: set[tuple[Command | None, Path | None, str | None]] = set()
        self._keepers: dict[tuple[str, ...], KeeperClient] = {}  # by the packages that they have imported
        self._cold: set[tuple[str, ...]] = set()

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the keeper before the first run. A failure is reported by that run, or by `level`."""
        with suppress(KeeperLost, ShortageError):
            self._open_keeper()

    def close(self) -> None:
        """End the keeper and its programs. The current run is LOST, and so are all later ones.

        In a fork of this process this does nothing.
        """
        if os.getpid() != self._process:
            return
        self._closed = True
        self._interrupt()
        with self._busy:
            self._let_go()
            self._scripts.close()
            self._drawers.close()

    @contextmanager
    def cancelled(self) -> Iterator[None]:
        """Cancel the current run and new ones in the `with` block: they are LOST. Later runs work."""
        self.is_cancelled = True
        try:
            self._interrupt()
            yield
        finally:
            self.is_cancelled = False

    def _interrupt(self) -> None:
        for keeper in tuple(self._keepers.values()):
            keeper.end()

    def level(self) -> Level:
        """Return the level in force. Raises UsageError if the sandbox does not start, or KeeperLost."""
        self._check()
        try:
            return try_again(self._ready, lambda: self._closed or self.is_cancelled).level
        except (KeeperLost, ShortageError) as lost:
            raise UsageError(f"the sandbox does not start at level {self._wanted}: {lost}") from None

    def refusal(self, command: Command) -> str:
        """Return the reason why a command must not run, the closed place that it would open, else ""."""
        refused = "" if command in self._lawful else grants.refusal(command, self.closed)
        if not refused:
            remember(self._lawful, command)
        return refused

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
        """Run a program with this input. A memory peak below that of a new fork cannot be measured."""
        part = Part(program=program, limits=limits, arguments=arguments, files=files, event=event)
        return self.run_all(part, (stdin,))[0]

    def run_live(self, program: Program, streams: tuple[int, int], limits: Limits) -> Run:
        """Run a program with these descriptors as stdin and stdout, without a wall limit."""
        return self.run_all(Part(program=program, limits=limits, streams=streams), (b"",))[0]

    def build(self, command: Command, *, writable: Path, limits: Limits) -> Run:
        """Run a compiler, which may start processes, execute the system's tools and write to one folder.

        That folder is its home. A file there may have `orders.BUILT_BYTES` bytes.
        """
        return self.run_all(Part(program=command, limits=limits, workplace=writable), (b"",))[0]

    def converse(self, program: Part, interactor: Part, *, accepting: Collection[int]) -> Conversation:
        """Run two programs, each of which reads the other's output.

        If the interactor ends by itself with an `accepting` exit code, the program must end by itself too.
        Otherwise it is killed.
        """

        def talk(opened: list[int]) -> Conversation:
            opened += (memfiles.open_writable() for _ in range(2))
            records = opened[0], opened[1]
            first, second = (
                order_side(opened, part, record, desk=self._desk(part), code=self._code(part))
                for part, record in zip((program, interactor), records, strict=True)
            )
            asked = ("talk", first.request, second.request, tuple(accepting))
            descriptors = (*records, *first.descriptors, *second.descriptors)
            answer = self._ready().ask(asked, descriptors, lengths=(len(get_args(wire.TalkAnswer)),))
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
        """Compile a source in the sandbox and return its script, or the failed run.

        `around` are sources of the judge that run before and after it in the same namespace. `modules` are
        files that it may import, with their names.
        """
        parts = marshal.dumps((around[0], source, around[1], modules))
        run = self.run(Script(code=compiler_of_python(), filename=filename), parts, limits)
        if run.ending is not Ending.FINISHED or run.exit_code:
            return run
        names, _, code = run.stdout.partition(b"\n")
        # the keeper preloads nothing else, whatever a source imports
        imports = tuple(name for name in names.decode(errors="replace").split() if name in PRELOADABLE)
        return Script(code=code, filename=filename, imports=imports)

    def run_all(self, part: Part, stdins: Sequence[Content]) -> list[Run]:
        """Run a program on the first input, and on the others while its runs are quick and succeed.

        Return the runs made. Take at most `wire.MOST_RUNS` inputs, and only one for a part with files.
        """

        def run(opened: list[int]) -> list[Run]:
            desk, (asked, packages) = self._desk(part), self._warmed(part)
            orders = order_runs(opened, asked, stdins, desk=desk, code=self._code(asked))
            request = "run", len(orders), orders[0].request
            descriptors = tuple(chain.from_iterable(each.descriptors for each in orders))
            reports = self._ready(packages).ask(request, descriptors, lengths=range(1, len(orders) + 1))
            return [each.run(report) for each, report in zip(orders, reports, strict=False)]

        return self._served(run, lambda why: [lost_run(why)])

    def _served(self, serve: Callable[[list[int]], _Served], lost: Callable[[str], _Served]) -> _Served:
        try:
            once = partial(self._served_once, serve, lost)
            return try_again(once, lambda: self._closed or self.is_cancelled)
        except ShortageError as error:
            return lost(str(error))

    def _served_once(self, serve: Callable[[list[int]], _Served], lost: Callable[[str], _Served]) -> _Served:
        """Raises ShortageError."""
        opened: list[int] = []
        with self._busy:
            try:
                return serve(opened)
            except (KeeperLost, InputErrors, _RefusedError) as error:
                if isinstance(error, KeeperLost):
                    self._let_go()
                return lost(str(error))
            except ShortageError:
                raise
            except OSError as error:
                why = f"the judge cannot hold what a program reads and writes: {error.strerror}"
                if error.errno not in wire.SHORTAGES:
                    return lost(why)
                raise ShortageError(why) from None
            except BaseException:
                # A late answer must not be read as the answer to the next request.
                self._let_go()
                raise
            finally:
                for file in opened:
                    os.close(file)

    def _desk(self, part: Part) -> str | None:
        """Return the desk of a program after checking its grants. `_served` handles the errors."""
        command = part.program if isinstance(part.program, Command) else None
        if command and (refusal := self.refusal(command)):
            raise _RefusedError(refusal)
        files, ends = part.files, part.ends or ()
        if files.home and (place := self.closed.opened_by((files.home,))):
            raise _RefusedError(f"{files.home} cannot be read without opening {place}, which is closed")
        desk = self._drawers.desk(files, *ends) if files.drawer else files.desk(*ends)
        self._show(command, part.workplace, desk, files.drawer)
        return desk

    def _code(self, part: Part) -> tuple[int, ...]:
        """Return the descriptor of Python code, none for a command."""
        return () if isinstance(part.program, Command) else (self._scripts.get_descriptor(part.program),)

    def _warmed(self, part: Part) -> tuple[Part, tuple[str, ...]]:
        """Return a part as it will run, and the packages of its keeper. A cold start is always possible."""
        script = part.program.warm if isinstance(part.program, Command) else None
        if not script or part.limits.memory_bytes < LEAST_WARM_BYTES or script.packages in self._cold:
            return part, ()
        try:
            self._ready(script.packages)
        except KeeperLost:
            self._check()
            self._cold.add(script.packages)
            return part, ()
        return replace(part, program=script), script.packages

    def _show(self, command: Command | None, workplace: Path | None, desk: str | None, drawer: str) -> None:
        """At `strict`, drop a keeper without the mounts that a run needs. The next keeper has them."""
        if self._wanted != "strict" or (seen := (command, workplace, desk)) in self._in_view:
            return
        remember(self._in_view, seen)
        view = strict.merge_mounts(self._view, grants.mounts_of(command, workplace, desk, drawer))
        if view != self._view:
            self._view = view
            self._let_go()

    def _let_go(self) -> None:
        while self._keepers:
            self._keepers.popitem()[1].close()

    def _open_keeper(self, packages: tuple[str, ...] = ()) -> KeeperClient:
        grants.require_nothing_closed(self._wanted, self.closed)
        try:
            keeper = self._keepers[packages] = KeeperClient(self._core, self._wanted, self._view, packages)
        except OSError as error:
            kind = ShortageError if error.errno in wire.SHORTAGES else KeeperLost
            raise kind(wire.sentence(error)) from None
        return keeper

    def _ready(self, packages: tuple[str, ...] = ()) -> KeeperClient:
        """Return the keeper, or a new one if it was lost, once it is ready. Raises KeeperLost."""
        if any(keeper.ended for keeper in self._keepers.values()):
            self._let_go()
        self._check()
        keeper = self._keepers.get(packages) or self._open_keeper(packages)
        # A concurrent `cancelled` may have seen no keeper to end.
        self._check()
        keeper.wait()
        return keeper

    def _check(self) -> None:
        if self._closed or self.is_cancelled:
            raise KeeperLost("the runner is closed" if self._closed else "the run was cancelled")
