"""Who carries runs out: one pinned runner for each physical core, each item to whichever is free."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

from judge.running.keeper_client import Level
from judge.running.places import Closed
from judge.running.runner import Runner

_Item = TypeVar("_Item")
_Outcome = TypeVar("_Outcome")
_NO_MORE = object()
_GLANCE_S = 0.1


def physical_cores() -> list[int]:
    """One processor of each physical core that this process may use, in rising order."""
    allowed = os.sched_getaffinity(0)
    cores: dict[str, int] = {}
    for processor in sorted(allowed):
        topology = Path(f"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list")
        try:
            siblings = topology.read_text()
        except OSError:
            siblings = str(processor)
        cores.setdefault(siblings, processor)
    return list(cores.values())


@contextmanager
def open_runners(
    jobs: int | None, level: Level = "default", *, closed: Closed
) -> Iterator[tuple[Runner, ...]]:
    """`jobs` runners, by default one for each physical core; more than cores share them in turn."""
    cores = physical_cores()
    with ExitStack() as stack:
        yield tuple(
            stack.enter_context(Runner(core=cores[slot % len(cores)], level=level, closed=closed))
            for slot in range(jobs or len(cores))
        )


def spread(
    runners: Sequence[Runner], work: Callable[[Runner, _Item], _Outcome], items: Iterable[_Item]
) -> Iterator[_Outcome]:
    """`work(runner, item)` for every item, as the outcomes come; what `work` raises ends all.

    Who stops listening, however, need not wait for the runs in flight: they are cancelled, and the runners
    serve again.
    """
    source = iter(items)
    turn = threading.Lock()
    stop = threading.Event()
    done: SimpleQueue[tuple[bool, _Outcome | BaseException | None]] = SimpleQueue()

    def serve(runner: Runner) -> None:
        failure: BaseException | None = None
        try:
            while not stop.is_set():
                with turn:
                    item = next(source, _NO_MORE)
                if item is _NO_MORE:
                    break
                done.put((True, work(runner, item)))  # type: ignore[arg-type]
        except BaseException as error:
            failure = error
        done.put((False, failure))

    threads: list[threading.Thread] = []
    left = len(runners)
    try:
        for runner in runners:
            thread = threading.Thread(target=serve, args=(runner,), daemon=True)
            thread.start()
            threads.append(thread)
        while left:
            is_outcome, value = _next(done)
            if is_outcome:
                yield value  # type: ignore[misc]
                continue
            left -= 1
            if value is not None:
                raise value  # type: ignore[misc]
    finally:
        stop.set()
        with ExitStack() as stack:
            for runner in runners if left else ():
                stack.enter_context(runner.cancelled())
            for thread in threads:
                thread.join()


def _next(done: SimpleQueue[_Outcome]) -> _Outcome:
    """What comes next. A signal that arrives just before a wait does not end it: so no wait is long."""
    while True:
        try:
            return done.get(timeout=_GLANCE_S)
        except Empty:
            continue
