"""Who carries runs out: one pinned runner for each physical core, each item to whichever is free."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from judge.keepers import Level
from judge.places import Closed
from judge.runner import Runner

_Item = TypeVar("_Item")
_Outcome = TypeVar("_Outcome")


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
    """`work(runner, item)` for every item, as the outcomes come; what `work` raises ends all."""
    source = iter(items)
    turn = threading.Lock()
    stop = threading.Event()
    done: SimpleQueue[tuple[bool, _Outcome | BaseException | None]] = SimpleQueue()

    def serve(runner: Runner) -> None:
        failure: BaseException | None = None
        try:
            while not stop.is_set():
                with turn:
                    item = next(source)
                done.put((True, work(runner, item)))
        except StopIteration:
            pass
        except BaseException as error:
            failure = error
        done.put((False, failure))

    threads = [threading.Thread(target=serve, args=(runner,), daemon=True) for runner in runners]
    for thread in threads:
        thread.start()
    try:
        left = len(threads)
        while left:
            is_outcome, value = done.get()
            if is_outcome:
                yield value  # type: ignore[misc]
                continue
            left -= 1
            if value is not None:
                raise value  # type: ignore[misc]
    except BaseException:
        # Nobody wants the runs in flight any more: an interrupt need not wait for them.
        for runner in runners:
            runner.close()
        raise
    finally:
        stop.set()
        for thread in threads:
            thread.join()
