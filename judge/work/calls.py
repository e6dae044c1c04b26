"""Run calls on an executor and yield their outcomes: a bounded number at a time, none left behind."""

import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from itertools import count, islice
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

_Item = TypeVar("_Item")
_Outcome = TypeVar("_Outcome")

# Enough to keep every processor busy while the consumer handles an outcome.
AHEAD = 8 * (os.cpu_count() or 1)
_GLANCE_S = 0.1
_GLANCES_TO_ASK = 10


def run_calls(
    executor: Executor,
    calls: Iterable[tuple[_Item, Callable[..., _Outcome], tuple[Any, ...]] | None],
    *,
    ahead: int = AHEAD,
    note: Callable[[_Item, _Outcome], bool] | None = None,
    unwanted: Callable[[_Item], bool] = lambda item: False,
) -> Generator[tuple[_Item, _Outcome | None], None, None]:
    """Yield the item and the outcome of every call as it ends. An exception of a call ends the iteration.

    At most `ahead` calls are open at a time. Where `calls` has None, the next call is read only after an
    outcome has been taken. When the consumer stops, all open calls are cancelled, and calls
    that cannot be cancelled are waited for.

    `note` receives each outcome before its worker begins another call. It returns True if calls became
    `unwanted`: these are dropped unless they have begun, and their outcome is None.
    """
    under_way = _OpenCalls(executor, note, unwanted)
    try:
        for call in calls:
            if call:
                under_way.begin(*call)
            elif under_way.number:
                yield under_way.take()
            while under_way.number >= ahead or under_way.some_done:
                yield under_way.take()
        while under_way.number:
            yield under_way.take()
    finally:
        under_way.cancel_all()


def fulfil(future: Future[_Outcome], function: Callable[[], _Outcome]) -> None:
    """Call a function for a future, unless it was cancelled."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(function())
    except Exception as error:
        future.set_exception(error)


def run_calls_in_order(
    executor: Executor,
    calls: Iterable[tuple[Callable[..., _Outcome], tuple[Any, ...]]],
    *,
    ahead: int = AHEAD,
    is_over: Callable[[], bool] = lambda: False,
) -> Generator[_Outcome, None, None]:
    """Yield the outcomes in the order of the calls. An exception of a call ends the iteration.

    At most `ahead` calls are open at a time. When the consumer stops, open calls end as in `run_calls`.
    The iteration also ends if `is_over` returns True. It is checked once a second while waiting.
    """
    process = os.getpid()
    pending: deque[Future[_Outcome]] = deque()
    left = iter(calls)
    try:
        while True:
            for function, arguments in islice(left, ahead - len(pending)):
                pending.append(executor.submit(function, *arguments))
            if not pending:
                return
            for glance in count(1):
                if _ends_soon(pending[0]):
                    break
                if glance % _GLANCES_TO_ASK == 0 and is_over():
                    return
            yield pending.popleft().result()
    finally:
        # A fork has no executor threads: open calls belong to the process that began them.
        if os.getpid() == process:
            for future in pending:
                future.cancel()
            while not all(map(_ends_soon, pending)):
                continue


def _ends_soon(future: Future[Any]) -> bool:
    """Return True once the call is done. A signal just before a wait does not end the wait."""
    with suppress(TimeoutError, CancelledError):
        future.exception(timeout=_GLANCE_S)
    return future.done()


class _OpenCalls(Generic[_Item, _Outcome]):
    """Calls that have begun and whose outcome has not been taken."""

    def __init__(
        self,
        executor: Executor,
        note: Callable[[_Item, _Outcome], bool] | None,
        unwanted: Callable[[_Item], bool],
    ) -> None:
        self._executor, self._note, self._unwanted = executor, note, unwanted
        self._process = os.getpid()
        self._items: dict[Future[_Outcome], _Item] = {}
        self._done: SimpleQueue[Future[_Outcome]] = SimpleQueue()
        # A call that begins is either seen by `_drop_unwanted` or has seen that it is unwanted.
        self._turn = threading.RLock()

    @property
    def number(self) -> int:
        return len(self._items)

    @property
    def some_done(self) -> bool:
        return not self._done.empty()

    def begin(self, item: _Item, function: Callable[..., _Outcome], arguments: tuple[Any, ...]) -> None:
        with self._turn:
            if self._unwanted(item):
                future: Future[_Outcome] = Future()
                future.cancel()
            else:
                future = self._executor.submit(function, *arguments)
            self._items[future] = item
            future.add_done_callback(self._end if self._note else self._done.put)

    def _end(self, future: Future[_Outcome]) -> None:
        """Note an outcome, in the thread that carried out the call."""
        some_unwanted = False
        try:
            if self._note and not future.cancelled() and future.exception() is None:
                with self._turn:
                    some_unwanted = self._note(self._items[future], future.result())
        finally:
            # The consumer gets this outcome before the calls that it made unwanted.
            self._done.put(future)
        if some_unwanted:
            self._drop_unwanted()

    def _drop_unwanted(self) -> None:
        with self._turn:
            for future, item in self._items.items():
                if self._unwanted(item) and not future.running():
                    future.cancel()

    def take(self) -> tuple[_Item, _Outcome | None]:
        """Wait for the next outcome. Raises the exception of the call."""
        while not (future := self._glance()):
            continue
        with self._turn:
            item = self._items.pop(future)
        try:
            return item, future.result()
        except CancelledError:
            if self._unwanted(item):
                return item, None
            raise

    def _glance(self) -> Future[_Outcome] | None:
        """Return a call that ended, or None soon in the main thread.

        A signal just before a wait does not end it. No other thread handles signals, and a thousand that
        wake up again and again would take a processor.
        """
        is_main = threading.current_thread() is threading.main_thread()
        try:
            return self._done.get(timeout=_GLANCE_S if is_main else None)
        except Empty:
            return None

    def cancel_all(self) -> None:
        """Cancel all calls and wait until none is running, even if an interrupt kept one from being noted.

        A fork returns at once: see `run_calls_in_order`.
        """
        if os.getpid() != self._process:
            return
        with self._turn:
            for future in self._items:
                future.cancel()
        while not all(future.done() for future in self._items):
            self._glance()
