"""Calls on an executor and their outcomes, as they come: a bounded number at a time, none left behind."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from itertools import count, islice
from queue import Empty, SimpleQueue
from threading import RLock
from typing import Any, Generic, TypeVar

_Item = TypeVar("_Item")
_Outcome = TypeVar("_Outcome")

# Enough to keep every processor busy while one outcome is being looked at.
AHEAD = 8 * (os.cpu_count() or 1)
_GLANCE_S = 0.1
_GLANCES_TO_ASK = 10


def run_calls(
    executor: Executor,
    calls: Iterable[tuple[_Item, Callable[..., _Outcome], tuple[Any, ...]]],
    *,
    ahead: int = AHEAD,
    note: Callable[[_Item, _Outcome], bool] | None = None,
    unwanted: Callable[[_Item], bool] = lambda item: False,
) -> Generator[tuple[_Item, _Outcome | None], None, None]:
    """The outcome of every call beside its item, as they come; what a call raises ends all.

    Of the calls no more than `ahead` are taken whose outcomes were not. Who stops listening has all that is
    under way cancelled, and waits for it: an executor that cannot end what has begun is waited for.

    `note` hears of each outcome before its worker begins another call, and says whether some became
    `unwanted` by it. Those that have not begun are not begun: their outcome is None.
    """
    under_way = _UnderWay(executor, note, unwanted)
    try:
        for item, function, arguments in calls:
            under_way.begin(item, function, arguments)
            while under_way.number >= ahead or under_way.some_done:
                yield under_way.take()
        while under_way.number:
            yield under_way.take()
    finally:
        under_way.leave()


def run_calls_in_order(
    executor: Executor,
    calls: Iterable[tuple[Callable[..., _Outcome], tuple[Any, ...]]],
    *,
    ahead: int = AHEAD,
    is_over: Callable[[], bool] = lambda: False,
) -> Generator[_Outcome, None, None]:
    """The outcomes in the order of the calls; what a call raises ends all.

    A call is taken when the outcome of the one `ahead` before it was. Who stops listening is treated as by
    `outcomes`, and so is whoever waits when it `is_over`, which is asked once a second while it waits.
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
                if _is_done(pending[0]):
                    break
                if glance % _GLANCES_TO_ASK == 0 and is_over():
                    return
            yield pending.popleft().result()
    finally:
        # In a fork the executor has no threads: what is under way belongs to the process that began it.
        if os.getpid() == process:
            for future in pending:
                future.cancel()
            while not all(map(_is_done, pending)):
                continue


def _is_done(future: Future[Any]) -> bool:
    """Whether it is, or is soon: a signal that arrives just before a wait does not end the wait."""
    with suppress(TimeoutError, CancelledError):
        future.exception(timeout=_GLANCE_S)
    return future.done()


class _UnderWay(Generic[_Item, _Outcome]):
    """The calls that were begun and whose outcomes were not taken."""

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
        # What is begun is either seen by who drops what is unwanted, or has seen that it is.
        self._turn = RLock()

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
        """In the thread of who carried it out."""
        some_unwanted = False
        try:
            if self._note and not future.cancelled() and future.exception() is None:
                with self._turn:
                    some_unwanted = self._note(self._items[future], future.result())
        finally:
            # It is heard of before what it made unwanted.
            self._done.put(future)
        if some_unwanted:
            self._drop()

    def _drop(self) -> None:
        with self._turn:
            for future, item in self._items.items():
                if self._unwanted(item) and not future.running():
                    future.cancel()

    def take(self) -> tuple[_Item, _Outcome | None]:
        """The next outcome. Raises what the call raised."""
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
        """What ended, if it does soon: a signal that arrives just before a wait does not end the wait."""
        try:
            return self._done.get(timeout=_GLANCE_S)
        except Empty:
            return None

    def leave(self) -> None:
        """Returns when nothing is under way any more, whatever an interrupt has kept from being noted.

        In a fork it returns at once: see `in_order`.
        """
        if os.getpid() != self._process:
            return
        with self._turn:
            for future in self._items:
                future.cancel()
        while not all(future.done() for future in self._items):
            self._glance()
