"""An executor whose workers are elsewhere: each call has one outcome, whatever is lost on the way.

One thread knows all: which calls wait, which workers there are and what each of them is at. It hears of calls
and answers by one queue, and looks around a few times a second. What a worker was at that went, hangs or
failed goes to another, three times; then a batch is halved, and a single call is a judge error. An answer
that comes after its batch went elsewhere is nobody's.
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

from judge.errors import counted
from judge.model.programs import Solution
from judge.running.keeper_client import Level
from judge.work.batches import BATCH_CALLS, TRIES, Batch, BatchBuilder, Call, localize_outcome
from judge.work.calls import AHEAD
from judge.work.machines import describe_machine, pick_one_per_language
from judge.work.remote_workers import LostAnswer, PendingQuestion, RemoteWorker, WorkerPool
from judge.work.slots import Seal
from judge.work.tasks import carry_out, measure_again, prepare
from judge.work.worker_registry import LostBatch, WorkerRegistry
from judge.work.worker_service import MachineRequest

_Words = ParamSpec("_Words")
_Outcome = TypeVar("_Outcome")

_AWAY = (prepare, carry_out, measure_again)
# After so long without another call what has come is all that there is for the moment.
_QUIET_S = 0.02
_SIGNAL_S = 0.1
# Who does not say for so long what it is may be at another run, and is not waited for; nor are others where
# all that are there were refused.
_BUSY_S = 5.0
# What is sent lies with the scheduler until it is judged.
_UNDER_WAY_BYTES = 64 << 20


class Dispatch(Executor):
    """Calls of the functions of `work.tasks` go to the crew, all others are carried out at once, here.

    `level` is that in force here. Files in the folder that is `shared` are read there by the workers. The
    executor gives up when no worker is fit for `patience_s`: what is under way, and all that comes, raises
    UsageError. A call can be cancelled until it has an outcome; its worker may still be at it.
    """

    def __init__(
        self,
        crew: WorkerPool,
        seal: Seal,
        level: Level,
        *,
        shared: Path | None = None,
        patience_s: float = 30.0,
        glance_s: float = 0.5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seal = seal
        self._crew, self._level, self._clock = crew, level, clock
        self._shared = shared.absolute() if shared else None
        self._patience_s, self._glance_s = patience_s, glance_s
        self._run = os.urandom(16).hex()
        self._events: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._forming, self._waiting = BatchBuilder(), deque[Batch]()
        self._calls: set[Call] = set()
        self._is_met = threading.Event()
        self._turn = threading.Lock()
        self._is_shut = self._is_over = False
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def greet_workers(self, programs: Iterable[Solution]) -> None:
        """See which workers have the tools for these programs, among all that are there.

        Raises UsageError where for long none is, or none is fit.
        """
        asked = pick_one_per_language(programs)
        wanted = describe_machine(self._level, asked)
        greeting = pickle.dumps(MachineRequest(level=self.seal.level, programs=asked))
        self._roll = WorkerRegistry(self._crew, wanted, greeting, self._events.put)
        self._began_at = self._fit_at = self._clock()
        self._glanced_at = self._began_at - self._glance_s
        self._thread.start()
        while not self._is_met.wait(_SIGNAL_S):
            continue
        if self._failure:
            raise self._failure

    def __len__(self) -> int:
        return len(self._roll.fit)

    @property
    def notices(self) -> list[str]:
        """Which workers are not used, and why."""
        return self._roll.notices

    @property
    def ahead(self) -> int:
        """How many calls keep all workers busy."""
        return max(AHEAD, 3 * BATCH_CALLS * len(self))

    def level(self) -> Level:
        """The level in force, here and at each fit worker."""
        return self._level

    @property
    def kinds(self) -> list[str]:
        """Of machines whose workers are fit, each once."""
        return sorted({worker.machine.kind for worker in self._roll.fit if worker.machine})

    def describe(self) -> str:
        """How many workers on how many hosts, and of how many kinds, if these are several."""
        hosts, kinds = len({worker.host for worker in self._roll.fit}), len(self.kinds)
        unlike = f" of {kinds} kinds, whose times do not compare" if kinds > 1 else ""
        return f"{counted(len(self), 'worker')} on {counted(hosts, 'host')}{unlike}"

    def submit(
        self, fn: Callable[_Words, _Outcome], /, *args: _Words.args, **kwargs: _Words.kwargs
    ) -> Future[_Outcome]:
        future: Future[_Outcome] = Future()
        call = Call(partial(fn, **kwargs) if kwargs else fn, args, future)
        with self._turn:
            if self._is_shut:
                raise RuntimeError("the workers have been shut down")
            if self._is_over:
                call.end(self._failure)
            else:
                self._events.put(partial(self._take, call))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """No more calls are taken; those that were are carried out first, or cancelled."""
        with self._turn:
            self._is_shut = True
        self._events.put(self._cancel if cancel_futures else self._nothing)
        if wait and self._thread.is_alive():
            self._thread.join()

    # The rest is done in the thread.

    def _serve(self) -> None:
        try:
            while not (self._is_shut and not self._calls and self._events.empty()):
                self._hear()
                self._look_around()
                self._place()
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
        self._crew.forget(self._run)

    def _nothing(self) -> None:
        """Only to be heard."""

    def _cancel(self) -> None:
        for call in tuple(self._calls):
            call.future.cancel()
        self._calls.clear()

    def _hear(self) -> None:
        """What has happened; where nothing has, idle workers get what is no whole batch."""
        try:
            self._events.get(timeout=_QUIET_S)()
        except Empty:
            if any(not worker.at for worker in self._roll.fit):
                self._waiting.extend(self._forming.rest())
        with suppress(Empty):
            while True:
                self._events.get_nowait()()

    def _take(self, call: Call) -> None:
        if call.function not in _AWAY:
            try:
                call.end(call.function(*call.arguments))
            except Exception as error:
                call.end(error)
            return
        self._calls.add(call)
        call.future.add_done_callback(lambda _: self._calls.discard(call))
        batches = list(self._forming.add(call))
        hosts = {worker.host for worker in self._roll.fit}
        if call.function is prepare and hosts:
            # A machine that makes a program later would do so beside what is timed.
            call.awaited = len(hosts)
            batches[-1:] = [Batch([call], host=host) for host in sorted(hosts)]
        self._waiting.extend(batches)

    def _look_around(self) -> None:
        now = self._clock()
        if now - self._glanced_at >= self._glance_s:
            self._glanced_at = now
            for loss in self._roll.look_around(now):
                self._lost(loss)
        if self._roll.is_known and self._roll.fit:
            self._fit_at = now
            if not self._roll.silent or now - self._began_at > _BUSY_S:
                self._is_met.set()
        else:
            patience_s = self._patience_s
            if self._roll.are_all_refused:
                patience_s = min(_BUSY_S, patience_s)
            if now - self._fit_at > patience_s:
                raise self._roll.none_fit(patience_s)

    def _place(self) -> None:
        """Give what waits to whoever is free; a second batch is sent ahead where more wait than can begin."""
        fit = self._roll.fit
        hosts = {worker.host for worker in fit}
        most = 2 if len(self._waiting) > len(fit) else 1
        free = [worker for worker in fit if len(worker.at) < most]
        left = deque[Batch]()
        while self._waiting and free and self._roll.under_way_bytes < _UNDER_WAY_BYTES:
            batch = self._waiting.popleft()
            batch.drop_unwanted()
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
        """Whether it is on its way; else it waits."""
        parcel = batch.parcel(self._run, self.seal, worker.known, worker.places(self._shared))
        question = pickle.dumps(parcel)
        order = PendingQuestion(batch, len(question))
        answered = partial(self._events.put, partial(self._answered, worker, order))
        try:
            order.sent = self._crew.ask(worker.address, question, answered)
        except OSError as error:
            self._lost(LostBatch(batch, str(error), innocent=True))
            worker.lacks(frozenset(parcel.contents))
            return False
        if not worker.at:
            worker.since = self._clock()
        worker.at.append(order)
        return True

    def _answered(self, worker: RemoteWorker, order: PendingQuestion) -> None:
        batch = order.batch
        if order not in worker.at or not batch:
            return
        worker.at.remove(order)
        worker.since = self._clock()
        try:
            answer = order.answer()
        except LostAnswer as lost:
            self._lost(LostBatch(batch, f"{worker.name}: {lost}", lost.innocent))
        except Exception as error:
            self._lost(LostBatch(batch, f"{worker.name}: {error!r}"))
        else:
            if isinstance(answer, frozenset):
                worker.lacks(answer)
                self._lost(LostBatch(batch, f"{worker.name} keeps nothing", innocent=not batch.was_short))
                batch.was_short = True
            elif isinstance(answer, list) and len(answer) == len(batch.calls):
                for call, outcome in zip(batch.calls, answer, strict=True):
                    call.end(localize_outcome(call, outcome, worker.host))
            else:
                self._lost(LostBatch(batch, f"{worker.name} answers something else"))

    def _lost(self, loss: LostBatch) -> None:
        batch = loss.batch
        if not loss.innocent:
            batch.losses.append(loss.why)
        if len(batch.losses) < TRIES:
            self._waiting.appendleft(batch)
        elif len(batch.calls) > 1:
            self._waiting.extendleft(batch.halves())
        else:
            why = f"nobody could judge it: {'; '.join(dict.fromkeys(batch.losses))}"
            for call in batch.calls:
                call.end(call.lost(why))
