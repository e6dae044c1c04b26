"""A program on the streams of somebody who types: what it prints is shown as it comes."""

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
    """The program hears what is read from the descriptor `typed`; `show` gets what it prints at once."""
    runs: list[Run] = []
    with _pipe() as (hears, to_it), _pipe() as (from_it, says):

        def run() -> None:
            # Who reads what it prints comes to the end of it.
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
    """Until there is no more that the program could print. It need not read what is typed."""
    os.set_blocking(to_it.fileno(), False)
    waiting = b""
    # A poll, for what is typed may come from a file.
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
    """How much of it the program has taken; what is for one that reads no more is lost."""
    try:
        return to_it.write(data) or 0
    except BrokenPipeError:
        return len(data)
