"""Run a program on a person's terminal: its output is shown as it appears."""

import os
import selectors
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import FileIO

from judge.model.runs import Limits, Run
from judge.running.programs import Program
from judge.running.runner import Runner

_PIECE_BYTES = 1 << 16


def run_by_hand(
    runner: Runner, program: Program, limits: Limits, *, typed: int, show: Callable[[bytes], None]
) -> Run:
    """Run a program whose input comes from the descriptor `typed`; `show` gets its output immediately."""
    runs: list[Run] = []
    with _pipe() as (hears, to_it), _pipe() as (from_it, says):

        def run() -> None:
            # Closing our end lets the reader of the output reach its end.
            with says:
                runs.append(runner.run_live(program, (hears.fileno(), says.fileno()), limits))

        thread = threading.Thread(target=run)
        thread.start()
        try:
            _relay(typed, to_it, from_it, show)
        except BaseException:
            with runner.cancelled():
                thread.join()
            raise
        thread.join()
    return runs[0]


@contextmanager
def _pipe() -> Iterator[tuple[FileIO, FileIO]]:
    reads, writes = os.pipe2(os.O_CLOEXEC)
    with FileIO(reads) as source, FileIO(writes, "w") as sink:
        yield source, sink


def _relay(typed: int, to_it: FileIO, from_it: FileIO, show: Callable[[bytes], None]) -> None:
    """Relay until the output ends. The program need not read its input."""
    os.set_blocking(to_it.fileno(), False)
    waiting = b""
    # epoll does not support files, and the input may come from one.
    with selectors.PollSelector() as selector:
        selector.register(from_it, selectors.EVENT_READ)
        selector.register(typed, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is from_it:
                    if not (said := from_it.read(_PIECE_BYTES)):
                        return
                    show(said)
                elif key.fileobj is to_it:
                    waiting = waiting[_taken(to_it, waiting) :]
                    if not waiting:
                        selector.unregister(to_it)
                        selector.register(typed, selectors.EVENT_READ)
                else:
                    waiting = os.read(typed, _PIECE_BYTES)
                    selector.unregister(typed)
                    if waiting:
                        selector.register(to_it, selectors.EVENT_WRITE)
                    else:
                        to_it.close()


def _taken(to_it: FileIO, data: bytes) -> int:
    """Write to the program and return the number of bytes taken; all if it no longer reads."""
    try:
        return to_it.write(data) or 0
    except BrokenPipeError:
        return len(data)
