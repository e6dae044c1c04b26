"""Judge in a separate thread, which can be stopped at any moment."""

import math
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import closing
from queue import Empty, SimpleQueue

from judge.model.results import Result
from judge.work.workers import Workers

# The main thread is notified at most this often: looking at each result would delay the next ones.
_NOTIFY_S = 0.05
# A call that was submitted after the others were cancelled is cancelled this much later.
_CANCEL_S = 0.02


class Background:
    """Collects the results of `coming`, which the workers produce, until the last one or until it is stopped.

    `notify` is called from the thread while results come, and at the end.
    """

    def __init__(
        self, coming: Generator[Result, None, None], workers: Workers, notify: Callable[[], None]
    ) -> None:
        self._coming, self._workers, self._notify = coming, workers, notify
        self._results: SimpleQueue[Result] = SimpleQueue()
        self._failure: BaseException | None = None
        self._is_stopped = self._is_complete = False
        self._thread = threading.Thread(target=self._collect, daemon=True)
        self._thread.start()

    def take_results(self) -> Iterator[Result]:
        """Yield the results that have come since the last call."""
        while True:
            try:
                yield self._results.get_nowait()
            except Empty:
                return

    @property
    def is_complete(self) -> bool:
        """Return whether all results have come. Raises the exception of the thread."""
        if self._failure:
            raise self._failure
        return self._is_complete

    def stop(self) -> None:
        """Cancel the rest. Results that have come can still be taken. May be called twice."""
        self._is_stopped = True
        while self._thread.is_alive():
            self._workers.cancel()
            self._thread.join(_CANCEL_S)

    def _collect(self) -> None:
        notified_s = -math.inf
        try:
            with closing(self._coming):
                for result in self._coming:
                    self._results.put(result)
                    if time.monotonic() >= notified_s + _NOTIFY_S:
                        notified_s = time.monotonic()
                        self._notify()
                    if self._is_stopped:
                        return
            self._is_complete = True
        except BaseException as error:
            if not (self._is_stopped and isinstance(error, CancelledError)):
                self._failure = error
        finally:
            self._notify()
