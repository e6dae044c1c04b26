"""An executor on remote workers: each call has exactly one outcome, whatever is lost on the way.

One thread owns all state: waiting calls, the workers, and the pending questions of each. It receives calls
and answers through one queue, and checks the workers a few times a second. A batch whose worker is gone,
hangs or fails goes to another worker, three times. Then the batch is halved, and a single call becomes a
judge error. A late answer for a batch that went elsewhere is dropped.
"""

import os
import pickle
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import ParamSpec, TypeVar

from judge.model.programs import Solution
from judge.platform.errors import counted
from judge.running.keeper_client import Level
from judge.work.batches import BATCH_CALLS, TRIES, Batch, BatchBuilder, Call, localize_outcome
from judge.work.calls import AHEAD, fulfil
from judge.work.machines import describe_machine, pick_one_per_language
from judge.work.messages import MachineRequest, PrepareMessage, make_message
from judge.work.remote_workers import LostAnswer, PendingQuestion, RemoteWorker, WorkerPool
from judge.work.slots import Seal
from judge.work.worker_registry import LostBatch, WorkerRegistry

_Words = ParamSpec("_Words")
_Outcome = TypeVar("_Outcome")

# After a pause this long, send calls without waiting for a complete batch.
_QUIET_S = 0.02
_SIGNAL_S = 0.1
# Stop waiting for workers that stay silent this long: they may be busy with another run. Give up after this
# time if all workers were rejected.
_BUSY_S = 5.0
# The scheduler holds everything that is sent until it is judged.
_UNDER_WAY_BYTES = 64 << 20


class Dispatch(Executor):
    """Send calls of the functions in `tasks` to the pool. Run other calls here, at once.

    `level` is the sandbox level in force here. Workers read files in the `shared` folder there. After
    `patience_s` without a fit worker the executor gives up: all open and new calls raise UsageError. A call
    can be cancelled until it has an outcome, but its worker may continue.
    """

    def __init__(
        self,
        pool: WorkerPool,
        seal: Seal,
        level: Level,
        *,
        shared: Path | None = None,
        patience_s: float = 30.0,
        glance_s: float = 0.5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seal = seal
        self._pool, self._level, self._clock = pool, level, clock
        self._shared = shared.absolute() if shared else None
        self._patience_s, self._glance_s = patience_s, glance_s
        self._run = os.urandom(16).hex()
        self._events: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._builder, self._waiting = BatchBuilder(), deque[Batch]()
        self._calls: set[Call] = set()
        self._is_met = threading.Event()
        self._turn = threading.Lock()
        self._is_shut = self._is_over = False
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def greet(self, programs: Iterable[Solution]) -> None:
        """Find the workers that have the tools for these programs.

        Raises UsageError if no worker answers for long, or none is fit.
        """
        asked = pick_one_per_language(programs)
        wanted = describe_machine(self._level, asked)
        greeting = pickle.dumps(MachineRequest(level=self.seal.level, programs=asked))
        self._roll = WorkerRegistry(self._pool, wanted, greeting, self._events.put)
        self._began_at = self._fit_at = self._clock()
        self._glanced_at = self._began_at - self._glance_s
        self._thread.start()
        while not self._is_met.wait(_SIGNAL_S):
            continue
        if self._failure:
            raise self._failure

    # Each host builds each program, and a question and its answer take a while: all builds go out first.
    builders = None

    def __len__(self) -> int:
        return len(self._roll.fit)

    @property
    def candidates(self) -> int:
        """Number of workers that can judge, or have not said yet whether they can."""
        return len(self._roll.fit) + len(self._roll.silent)

    @property
    def notices(self) -> list[str]:
        """Rejected workers and the reasons."""
        return self._roll.notices

    @property
    def ahead(self) -> int:
        """Number of open calls that keep all workers busy."""
        return max(AHEAD, 3 * BATCH_CALLS * len(self))

    def level(self) -> Level:
        """Return the sandbox level in force, here and on each fit worker."""
        return self._level

    @property
    def kinds(self) -> list[str]:
        """Kinds of machines with fit workers, sorted."""
        return sorted({worker.machine.kind for worker in self._roll.fit if worker.machine})

    def describe(self) -> str:
        """Describe the number of workers and hosts, and of kinds of machines if there are several."""
        hosts, kinds = len({worker.host for worker in self._roll.fit}), len(self.kinds)
        unlike = f" of {kinds} kinds, whose times do not compare" if kinds > 1 else ""
        return f"{counted(len(self), 'worker')} on {counted(hosts, 'host')}{unlike}"

    def submit(
        self, fn: Callable[_Words, _Outcome], /, *args: _Words.args, **kwargs: _Words.kwargs
    ) -> Future[_Outcome]:
        future: Future[_Outcome] = Future()
        message = make_message(fn, args)
        accept = (
            partial(self._accept, Call(message, future))
            if message
            else partial(fulfil, future, partial(fn, *args, **kwargs))
        )
        with self._turn:
            if self._is_shut:
                raise RuntimeError("the workers have been shut down")
            if self._is_over:
                future.set_exception(self._failure)
            else:
                self._events.put(accept)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Refuse new calls. Finish the submitted ones, or cancel them."""
        with self._turn:
            self._is_shut = True
        self._events.put(self._cancel if cancel_futures else lambda: None)
        if wait and self._thread.is_alive():
            self._thread.join()

    # All methods below run in the thread.

    def _serve(self) -> None:
        try:
            while not (self._is_shut and not self._calls and self._events.empty()):
                self._handle_events()
                self._check_workers()
                self._assign_batches()
        except Exception as failure:
            self._failure = failure
        with self._turn:
            self._is_over = True
        with suppress(Empty):
            while True:
                self._events.get_nowait()()
        self._roll.drop_all()
        for call in tuple(self._calls):
            call.awaited = 0
            call.end(self._failure)
        self._is_met.set()
        self._pool.end_run(self._run)

    def _cancel(self) -> None:
        for call in tuple(self._calls):
            call.future.cancel()
        self._calls.clear()

    def _handle_events(self) -> None:
        """Handle events. If none comes, idle workers get an incomplete batch."""
        try:
            self._events.get(timeout=_QUIET_S)()
        except Empty:
            if any(not worker.at for worker in self._roll.fit):
                self._waiting.extend(self._builder.flush())
        with suppress(Empty):
            while True:
                self._events.get_nowait()()

    def _accept(self, call: Call) -> None:
        self._calls.add(call)
        call.future.add_done_callback(lambda _: self._calls.discard(call))
        batches = list(self._builder.add(call))
        if isinstance(call.message, PrepareMessage) and (hosts := {each.host for each in self._roll.fit}):
            # A machine that builds later would do so while programs are timed there.
            call.awaited = len(hosts)
            batches[-1:] = [Batch([call], host=host) for host in sorted(hosts)]
        self._waiting.extend(batches)

    def _check_workers(self) -> None:
        now = self._clock()
        if now - self._glanced_at >= self._glance_s:
            self._glanced_at = now
            for loss in self._roll.find_lost_batches(now):
                self._retry(loss)
        if self._roll.is_known and self._roll.fit:
            self._fit_at = now
            if not self._roll.silent or now - self._began_at > _BUSY_S:
                self._is_met.set()
        else:
            patience_s = self._patience_s
            if self._roll.all_refused:
                patience_s = min(_BUSY_S, patience_s)
            if now - self._fit_at > patience_s:
                raise self._roll.make_no_worker_error(patience_s)

    def _assign_batches(self) -> None:
        """Give waiting batches to free workers. If many wait, each worker gets a second one in advance."""
        fit = self._roll.fit
        hosts = {worker.host for worker in fit}
        most = 2 if len(self._waiting) > len(fit) else 1
        free = [worker for worker in fit if len(worker.at) < most]
        left = deque[Batch]()
        while self._waiting and free and self._roll.under_way_bytes < _UNDER_WAY_BYTES:
            batch = self._waiting.popleft()
            batch.calls = [call for call in batch.calls if not call.future.cancelled()]
            if batch.host not in hosts:
                batch.host = ""
            able = [worker for worker in free if batch.host in ("", worker.host)]
            if batch.calls and able:
                worker = min(able, key=lambda each: len(each.at))
                if not self._send(worker, batch):
                    break
                if len(worker.at) >= most:
                    free.remove(worker)
            elif batch.calls:
                left.append(batch)
        self._waiting.extendleft(reversed(left))

    def _send(self, worker: RemoteWorker, batch: Batch) -> bool:
        """Send a batch. Return False if it has to wait."""
        worker.forget_old_contents()
        request = batch.make_request(self._run, self.seal, worker.known, worker.make_locator(self._shared))
        question = pickle.dumps(request)
        pending = PendingQuestion(batch, len(question))
        answered = partial(self._events.put, partial(self._receive_answer, worker, pending))
        try:
            pending.sent = self._pool.ask(worker.address, question, answered)
        except OSError as error:
            self._retry(LostBatch(batch, str(error), innocent=True))
            worker.mark_missing(frozenset(request.contents))
            return False
        if not worker.at:
            worker.since = self._clock()
        worker.at.append(pending)
        return True

    def _receive_answer(self, worker: RemoteWorker, question: PendingQuestion) -> None:
        batch = question.batch
        if question not in worker.at or not batch:
            return
        worker.at.remove(question)
        worker.since = self._clock()
        try:
            answer = question.answer()
        except LostAnswer as lost:
            self._retry(LostBatch(batch, f"{worker.name}: {lost}", lost.innocent))
        except Exception as error:
            self._retry(LostBatch(batch, f"{worker.name}: {error!r}"))
        else:
            if isinstance(answer, frozenset):
                worker.mark_missing(answer)
                self._retry(LostBatch(batch, f"{worker.name} keeps nothing", innocent=not batch.was_short))
                batch.was_short = True
            elif isinstance(answer, list) and len(answer) == len(batch.calls):
                for call, outcome in zip(batch.calls, answer, strict=True):
                    call.end(localize_outcome(call.message, outcome, worker.host))
            else:
                self._retry(LostBatch(batch, f"{worker.name} answers something else"))

    def _retry(self, loss: LostBatch) -> None:
        batch = loss.batch
        if not loss.innocent:
            batch.losses.append(loss.why)
        if len(batch.losses) < TRIES:
            self._waiting.appendleft(batch)
        elif len(batch.calls) > 1:
            self._waiting.extendleft(batch.split())
        else:
            why = f"no worker could judge it: {'; '.join(dict.fromkeys(batch.losses))}"
            for call in batch.calls:
                call.end(call.message.fail(why))
