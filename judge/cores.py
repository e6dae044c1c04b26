"""Pure work on all cores: a function of one item, many items, their outcomes in order."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

_Item = TypeVar("_Item")
_Outcome = TypeVar("_Outcome")


def on_all_cores(
    work: Callable[[_Item], _Outcome], items: Iterable[_Item], *, here: int = 32, chunk: int = 16
) -> Iterator[_Outcome]:
    """`work` of each item, in their order; `items` may be endless.

    A few are worked on `here`, before other processes are started for the rest, a `chunk` at a time. `work`
    and all that it gets and gives must pickle: the processes are new ones, not forks, because this one may
    have threads. What a terminal sends to all, an interrupt or that it is gone, is for this process only; the
    others end with it, however it ends.
    """
    source = iter(items)
    yield from map(work, islice(source, here))
    if first := list(islice(source, 1)):
        yield from _elsewhere(work, chain(first, source), chunk)


def _elsewhere(work: Callable[[_Item], _Outcome], source: Iterator[_Item], size: int) -> Iterator[_Outcome]:
    """See `on_all_cores`, of the rest; `size` is that of a chunk."""
    # Imported here, so that nobody waits for it who has little to do.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    chunk = list(islice(source, size))
    workers = len(os.sched_getaffinity(0))
    context = get_context("spawn")
    with no_interrupts():
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
    with pool:
        ahead: deque[Future[list[_Outcome]]] = deque()
        try:
            while chunk or ahead:
                if chunk:
                    with no_interrupts():
                        ahead.append(pool.submit(_all_of, work, chunk))
                    chunk = list(islice(source, size))
                if not chunk or len(ahead) > 2 * workers:
                    yield from ahead.popleft().result()
        except BaseException:
            # Whoever stops listening waits for no chunk; the pool sees that its processes are gone and ends.
            for process in active_children():
                process.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def _all_of(work: Callable[[_Item], _Outcome], chunk: list[_Item]) -> list[_Outcome]:
    return [work(item) for item in chunk]


@contextmanager
def no_interrupts() -> Iterator[None]:
    """What is started here is never interrupted; this process is afterwards."""
    old = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)


def _end_with_parent() -> None:
    """In a process of the pool, which would else wait for work from a parent that was killed."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    assert parent

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
