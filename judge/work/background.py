"""A run in a thread of its own, which can be stopped at any moment."""

import math
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import closing
from queue import Empty, SimpleQueue

from judge.results import Result
from judge.work.workers import Workers

# Whoever looked at each result would hold up the next ones.
_SELDOM_S = 0.05
# A call that is submitted after the others were cancelled is cancelled so much later.
_GLANCE_S = 0.02


class Background:
    """Takes the results of `coming`, which the workers carry out, until there are no more or it is stopped.

    `came` is called there when some have come, seldom enough to hold up nobody, and at the end.
    """

    def __init__(
        self, coming: Generator[Result, None, None], workers: Workers, came: Callable[[], None]
    ) -> None:
        self._coming, self._workers, self._came = coming, workers, came
        self._results: SimpleQueue[Result] = SimpleQueue()
        self._failure: BaseException | None = None
        self._is_stopped = self._is_complete = False
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()

    def taken(self) -> Iterator[Result]:
        """The results that have come and were not taken yet."""
        while True:
            try:
                yield self._results.get_nowait()
            except Empty:
                return

    @property
    def is_complete(self) -> bool:
        """Whether all has come. Raises what the run has raised."""
        if self._failure:
            raise self._failure
        return self._is_complete

    def stop(self) -> None:
        """Cancel what is under way; what had come before can be taken still. May be called twice."""
        self._is_stopped = True
        while self._thread.is_alive():
            self._workers.cancel()
            self._thread.join(_GLANCE_S)

    def _take(self) -> None:
        told_s = -math.inf
        try:
            with closing(self._coming):
                for result in self._coming:
                    self._results.put(result)
                    if time.monotonic() >= told_s + _SELDOM_S:
                        told_s = time.monotonic()
                        self._came()
                    if self._is_stopped:
                        return
            self._is_complete = True
        except BaseException as error:
            if not (self._is_stopped and isinstance(error, CancelledError)):
                self._failure = error
        finally:
            self._came()
