"""Threads that follow one submission each, and futures that can be cancelled while they run."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, ParamSpec, TypeVar

_Words = ParamSpec("_Words")
_Outcome = TypeVar("_Outcome")


class Desk(Executor):
    """The calls of one submission on the workers. Cancelling it ends them, and refuses new ones."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers
        self._turn = Lock()
        self._open: set[Future[Any]] = set()
        self._is_cancelled = False

    def submit(
        self, fn: Callable[_Words, _Outcome], /, *args: _Words.args, **kwargs: _Words.kwargs
    ) -> Future[_Outcome]:
        with self._turn:
            if self._is_cancelled:
                raise CancelledError
            future = self._workers.submit(fn, *args, **kwargs)
            self._open.add(future)
        # Not under the lock: `cancel` may be what ends the call.
        future.add_done_callback(self._open.discard)
        return future

    def cancel(self) -> None:
        with self._turn:
            self._is_cancelled = True
        for future in tuple(self._open):
            future.cancel()


class _Followed(Future[_Outcome]):
    """A future that can be cancelled until it is done.

    For its base class it runs only once its outcome is there.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._has_begun = False

    def begin(self) -> bool:
        """Return True if the call is to be carried out."""
        self._has_begun = not self.cancelled()
        return self._has_begun

    def running(self) -> bool:
        return self._has_begun and not self.done()

    def cancel(self) -> bool:
        is_cancelled = super().cancel()
        if is_cancelled:
            self._desk.cancel()
        return is_cancelled


class Drivers(Executor, Generic[_Outcome]):
    """Threads that call functions with a desk of their own. A program that ends does not wait for them."""

    def __init__(self, threads: int, workers: Executor) -> None:
        self._most, self._workers = threads, workers
        self._threads: list[Thread] = []
        # None tells a thread to end.
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._turn = Lock()
        self._open: set[_Followed[Any]] = set()
        self._is_shut = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        desk = Desk(self._workers)
        future: _Followed[Any] = _Followed(desk)
        with self._turn:
            if self._is_shut:
                raise RuntimeError("the drivers have been shut down")
            self._open.add(future)
            self._calls.put(partial(self._follow, future, fn, desk, *args, **kwargs))
            if len(self._threads) < min(len(self._open), self._most):
                # A daemon, since the interpreter waits for others before it calls what ends them.
                self._threads.append(Thread(target=self._serve, name="judge", daemon=True))
                self._threads[-1].start()
        future.add_done_callback(self._open.discard)
        return future

    def _serve(self) -> None:
        while call := self._calls.get():
            call()
            # Release the call while waiting for the next one.
            del call

    def _follow(self, future: _Followed[Any], fn: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        outcome = failure = None
        if future.begin():
            try:
                outcome = fn(*args, **kwargs)
            except CancelledError:
                future.cancel()
            except BaseException as error:
                failure = error
        if not future.set_running_or_notify_cancel():
            return
        if failure:
            future.set_exception(failure)
        else:
            future.set_result(outcome)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Refuse new calls. Finish the submitted ones, or cancel them, running or not."""
        with self._turn:
            self._is_shut = True
        if cancel_futures:
            for future in tuple(self._open):
                future.cancel()
        for _ in self._threads:
            self._calls.put(None)
        if wait:
            for thread in self._threads:
                thread.join()
