"""Run a pure function on many items, on all cores."""

import os
import pickle
import select
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

_Item = TypeVar("_Item")
_Outcome = TypeVar("_Outcome")

# Items for this process, and items of a chunk for another.
_HERE, _CHUNK = 32, 16
# The other process imports the judge and the module of the function, but not `__main__`.
_SERVE = "import sys; sys.path[:] = sys.argv[1:]; from judge.platform.cores import _serve; _serve()"


def on_all_cores(work: Callable[[_Item], _Outcome], items: Iterable[_Item]) -> Iterator[_Outcome]:
    """Yield the outcomes of `work` on each item, in order. `items` may be endless.

    The first few items run in this process. Other processes take the rest, in chunks, so `work`,
    its items and its outcomes must pickle. These processes are new interpreters in separate sessions, which
    do not import `__main__`. Signals of the terminal reach only this process. However it ends, they end too.
    """
    source = iter(items)
    yield from map(work, islice(source, _HERE))
    if first := list(islice(source, 1)):
        yield from _elsewhere(work, chain(first, source))


def _elsewhere(work: Callable[[_Item], _Outcome], source: Iterator[_Item]) -> Iterator[_Outcome]:
    """Yield the outcomes of the rest, computed in chunks."""
    # Imported here, so that a short list does not wait for it.
    from concurrent.futures import ThreadPoolExecutor

    workers = len(os.sched_getaffinity(0))
    started: list[_Worker] = []
    idle: deque[_Worker] = deque()

    def carried_out(chunk: Sequence[_Item]) -> list[_Outcome]:
        worker = idle.popleft()
        try:
            return worker.carry_out(work, chunk)
        finally:
            idle.append(worker)

    pool = ThreadPoolExecutor(workers)
    try:
        ahead: deque[Future[list[_Outcome]]] = deque()
        while (chunk := list(islice(source, _CHUNK))) or ahead:
            if chunk:
                if len(started) < workers:
                    started.append(_Worker())
                    idle.append(started[-1])
                ahead.append(pool.submit(carried_out, chunk))
            if not chunk or len(ahead) > 2 * workers:
                yield from ahead.popleft().result()
    finally:
        # A consumer that stops iterating does not wait: the threads end when their processes are gone.
        for worker in started:
            worker.end()
        pool.shutdown(cancel_futures=True)


class _Worker:
    """Another process, and the socket to it. One thread at a time may use it; any thread may call `end`."""

    def __init__(self) -> None:
        """Raises OSError."""
        # Imported here, so that a short list does not wait for it.
        from subprocess import Popen

        path = [place for place in sys.path if isinstance(place, str)]
        self._wire, theirs = socket.socketpair()
        self._answers = self._wire.makefile("rb")
        with theirs:
            argv = [sys.executable, "-I", "-c", _SERVE, *path]
            self._process = Popen(argv, stdin=theirs.fileno(), start_new_session=True)

    def carry_out(self, work: Callable[[_Item], _Outcome], chunk: Sequence[_Item]) -> list[_Outcome]:
        """Return the outcomes of a chunk. Raises errors of `work`, and BrokenExecutor if it was killed."""
        from concurrent.futures import BrokenExecutor

        try:
            self._wire.sendall(pickle.dumps((work, chunk)))
            answer: list[_Outcome] | Exception = pickle.load(self._answers)
        except (OSError, EOFError):
            raise BrokenExecutor("a process that works on another core was killed") from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._answers.close()
        self._wire.close()


def _serve() -> None:
    """Serve chunks in the other process until the socket is closed."""
    wire = socket.socket(fileno=0)
    threading.Thread(target=_end_when_closed, args=(wire,), daemon=True).start()
    questions = wire.makefile("rb")
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            work, chunk = pickle.load(questions)
            wire.sendall(pickle.dumps(_answer(work, chunk)))


def _answer(work: Callable[[_Item], _Outcome], chunk: Sequence[_Item]) -> list[_Outcome] | Exception:
    try:
        return [work(item) for item in chunk]
    except Exception as error:
        return error


def _end_when_closed(wire: socket.socket) -> None:
    """End this process immediately when the other end of the socket is closed."""
    poll = select.poll()
    poll.register(wire, 0)
    poll.poll()
    os._exit(1)
