"""Threads that follow one submission each, and futures that can be cancelled while they run."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from threading import Lock
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
    """A future that can be cancelled until it is done."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    def cancel(self) -> bool:
        if super().cancel():
            return True
        self._desk.cancel()
        return not self.done()


class Drivers(Executor, Generic[_Outcome]):
    """Threads that call functions with a desk of their own."""

    def __init__(self, threads: int, workers: Executor) -> None:
        self._workers = workers
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="judge")
        self._turn = Lock()
        self._open: set[_Followed[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        desk = Desk(self._workers)
        future: _Followed[Any] = _Followed(desk)
        with self._turn:
            self._open.add(future)
        future.add_done_callback(self._open.discard)
        self._pool.submit(self._follow, future, fn, desk, *args, **kwargs)
        return future

    def _follow(self, future: Future[Any], fn: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            outcome = fn(*args, **kwargs)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(outcome)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Refuse new calls. Finish the submitted ones, or cancel them, running or not."""
        if cancel_futures:
            for future in tuple(self._open):
                future.cancel()
        self._pool.shutdown(wait=wait)
