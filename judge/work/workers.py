"""The local executor: one pinned runner for each physical core. A free runner takes the next call."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from judge.model.programs import Solution
from judge.platform.errors import counted
from judge.running.keeper_client import Level
from judge.running.runner import Runner
from judge.running.sandbox.wire import MOST_RUNS, QUICK_S
from judge.work.calls import AHEAD
from judge.work.slots import Programs, Seal, Slot, bind_slot
from judge.work.tasks import carry_out

_Words = ParamSpec("_Words")
_Outcome = TypeVar("_Outcome")


def list_physical_cores() -> list[int | None]:
    """Return one processor of each physical core that this process may use, in rising order.

    Each is None if the system does not let a process choose its processor.
    """
    allowed = os.sched_getaffinity(0)
    cores: dict[str, int] = {}
    for processor in sorted(allowed):
        topology = Path(f"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list")
        try:
            siblings = topology.read_text()
        except OSError:
            siblings = str(processor)
        cores.setdefault(siblings, processor)
    try:
        os.sched_setaffinity(0, allowed)
    except OSError:
        return [None] * len(cores)
    return [*cores.values()]


@contextmanager
def open_workers(jobs: int | None, seal: Seal, *, programs: Programs | None = None) -> Iterator["Workers"]:
    """Open `jobs` runners, by default one for each physical core. More runners share cores in turn.

    If every processor has a runner, its thread is pinned there too: it works while the runner is idle
    and takes no time from programs on other processors. Only the first runner starts its keeper at once: one
    test needs no more. On exit all calls are cancelled without waiting.
    """
    cores = list_physical_cores()
    taken = [cores[slot % len(cores)] for slot in range(jobs or len(cores))]
    with ExitStack() as stack:
        runners = [
            stack.enter_context(Runner(core=core, level=seal.level, closed=seal.closed)) for core in taken
        ]
        runners[0].start()
        is_full = set(taken) == os.sched_getaffinity(0)
        workers = Workers(runners, seal, programs=programs, cores=taken if is_full else ())
        stack.callback(workers.shutdown, cancel_futures=True)
        yield workers


class Workers(Executor):
    """A thread and a slot for each runner. Programs are built once for all of them.

    A worker begins once more calls are open than there are workers before it, so a few calls use few runners.

    Cancelling a future also stops a call that has begun: its run is LOST, the future has no result, and the
    runner stays usable. The caller who opened the runners closes them. Threads are pinned to `cores`.
    """

    ahead = AHEAD
    # Reuse of results depends on the kinds of remote machines only, and no local worker is rejected.
    kinds: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    def __init__(
        self,
        runners: Sequence[Runner],
        seal: Seal,
        *,
        programs: Programs | None = None,
        cores: Sequence[int | None] = (),
    ) -> None:
        self.seal = seal
        self._runners = tuple(runners)
        self._calls = _CallQueue()
        # Submitted and not done, in order.
        self._open: dict[Future[Any], None] = {}
        self._turn = threading.Lock()
        self._is_shut = False
        self._process = os.getpid()
        programs = programs or Programs()
        slots = [Slot(runner=runner, seal=seal, programs=programs) for runner in runners]
        self._workers = [
            _Worker(slot, self._calls, core, share=1 / len(slots)) for slot, core in zip_longest(slots, cores)
        ]

    def __len__(self) -> int:
        return len(self._runners)

    @property
    def builders(self) -> int:
        """Number of builds at a time, see `Schedule`."""
        return len(self)

    def greet(self, programs: Iterable[Solution]) -> None:
        """Do nothing: workers here need not be asked. A program whose tool is missing gets SK."""

    def describe(self) -> str:
        return counted(len(self), "worker")

    def level(self) -> Level:
        """Return the level in force, while nothing runs. Raises UsageError if the seal's is not allowed."""
        return self._runners[0].level()

    def submit(
        self, fn: Callable[_Words, _Outcome], /, *args: _Words.args, **kwargs: _Words.kwargs
    ) -> Future[_Outcome]:
        future: _Cancellable[_Outcome] = _Cancellable()
        with self._turn:
            if self._is_shut:
                raise RuntimeError("the workers have been shut down")
            self._open[future] = None
            self._workers[min(len(self._open), len(self)) - 1].begin()
            future.add_done_callback(self._open.pop)
            self._calls.put((future, fn, args, kwargs))
        return future

    def cancel(self) -> None:
        """Cancel all submitted calls, running or not. The workers stay usable."""
        # The last ones first, so that ending one call does not let another begin.
        for future in reversed(self._open.copy()):
            future.cancel()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Refuse new calls. Finish submitted calls, or cancel them, running or not.

        Does nothing in a fork, which has none of the threads.
        """
        if os.getpid() != self._process:
            return
        with self._turn:
            self._is_shut = True
        if cancel_futures:
            self.cancel()
        for worker in self._workers:
            worker.begin()
            self._calls.put(None)
        if wait:
            for worker in self._workers:
                worker.thread.join()


class _Cancellable(Future[_Outcome]):
    """A future that can be cancelled while its `worker` carries it out."""

    worker: "_Worker | None" = None

    def cancel(self) -> bool:
        return super().cancel() or (self.worker is not None and self.worker.stop(self))


_Call = tuple[_Cancellable[Any], Callable[..., Any], tuple[Any, ...], dict[str, Any]]


def _subject_of(call: _Call | None) -> Any:
    """Return the first argument."""
    return call[2][0] if call and call[2] else None


class _CallQueue:
    """The calls that wait for a worker, in order. None tells a worker to end."""

    def __init__(self) -> None:
        self._calls: deque[_Call | None] = deque()
        # at least one for each call
        self._wakes: SimpleQueue[None] = SimpleQueue()
        self._turn = threading.Lock()

    def put(self, call: _Call | None) -> None:
        self._calls.append(call)
        self._wakes.put(None)

    def take(self, share: float) -> list[_Call | None]:
        """Wait for a call. If it carries out a task, also return the tasks of its solution that come next.

        At most this share of the waiting calls is taken, so that the other workers get theirs.
        """
        while True:
            self._wakes.get()
            with self._turn:
                # Another worker may have taken the call together with an earlier one.
                if self._calls:
                    taken = [self._calls.popleft()]
                    more = min(MOST_RUNS - 1, int(len(self._calls) * share))
                    while len(taken) <= more and _are_alike(taken[0], self._calls[0]):
                        taken.append(self._calls.popleft())
                    return taken


def _are_alike(first: _Call | None, second: _Call | None) -> bool:
    """Return whether both calls carry out tasks of one solution."""
    if not (first and second and first[1] is second[1] is carry_out):
        return False
    return bool(_subject_of(first).solution is _subject_of(second).solution)


class _Worker:
    """A thread that carries out calls in its slot, one at a time.

    After a quick call it takes several tasks at once (runs_ahead.py), at most its `share` of the calls.
    """

    def __init__(self, slot: Slot, calls: "_CallQueue", core: int | None, *, share: float) -> None:
        self._slot, self._calls, self._core, self._share = slot, calls, core, share
        self._taken: deque[_Call | None] = deque()
        self._is_quick = False
        self._begun = threading.Event()
        self._turn = threading.Lock()
        self._at: Future[Any] | None = None
        self._ended: ExitStack | None = None
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def begin(self) -> None:
        """Take calls from now on."""
        if not self._begun.is_set():
            self._begun.set()

    def stop(self, future: Future[Any]) -> bool:
        """Stop the current call if it is this one. Return True if it is."""
        with self._turn:
            if self._at is not future:
                return False
            if not self._ended:
                self._ended = ExitStack()
                self._ended.enter_context(self._slot.runner.cancelled())
            return True

    def _serve(self) -> None:
        bind_slot(self._slot)
        if self._core is not None:
            os.sched_setaffinity(0, {self._core})
        self._begun.wait()
        while call := self._next():
            begin = monotonic()
            self._carry_out(*call)
            self._is_quick = monotonic() - begin < QUICK_S
            # Release the call while waiting for the next one.
            del call

    def _next(self) -> "_Call | None":
        """Return the next call, or None at the end."""
        if not self._taken:
            self._slot.ahead.begin(())
            self._taken += self._calls.take(self._share if self._is_quick else 0.0)
            if len(self._taken) > 1:
                self._slot.ahead.begin([_subject_of(call) for call in self._taken])
        return self._taken.popleft()

    def _carry_out(
        self,
        future: _Cancellable[Any],
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        outcome = failure = None
        self._at = future
        # From here on cancelling reaches this worker, or it has already happened.
        future.worker = self
        if future.set_running_or_notify_cancel():
            try:
                outcome = function(*args, **kwargs)
            except BaseException as error:
                failure = error
        with self._turn:
            self._at = None
            ended, self._ended = self._ended, None
        if ended:
            ended.close()
            failure = CancelledError()
        if future.cancelled():
            return
        if failure:
            future.set_exception(failure)
        else:
            future.set_result(outcome)
