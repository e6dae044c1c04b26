"""What a worker on another machine is asked and answers: with a runner of its own, one thing at a time.

A worker sits on the first physical core that no other worker of its machine has taken. Of each run that it
works for it keeps the contents and the programs until the run is over.
"""

import os
import pickle
import shutil
import socket
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from judge.model.programs import Solution
from judge.model.results import Result
from judge.running.keeper_client import Level
from judge.running.places import Closed
from judge.running.runner import Runner
from judge.work.machines import Machine, describe_machine
from judge.work.slots import Programs, Seal, Slot, bind_slot
from judge.work.tasks import ObservedResult, Task
from judge.work.transfer import ReceivedFiles
from judge.work.workers import list_physical_cores

# Of so many runs at once a worker keeps what it has; what a driver that was killed leaves goes in the end.
_RUNS = 4


class Errand(Struct, frozen=True):
    """A function of `work.tasks`, and what it is called with beside the seal."""

    function: Callable[..., Any]
    subject: Solution | Task
    first: Result | None = None


class MachineRequest(Struct, frozen=True, kw_only=True):
    """Asks what machine it is; answered by a `Machine`. `programs` are one of each language."""

    level: Level
    programs: tuple[Solution, ...]


class BatchRequest(Struct, frozen=True, kw_only=True):
    """Errands of a run, which are answered by what came of each, an exception where it was raised.

    `seal` is that of who asks: the places that are closed there are closed here, too, where they are seen.
    `contents` are what they read and the worker has not; some of it lies at `places` that it can see. Where
    something is missing all the same nothing is done, and what is missing is the answer, a frozenset.
    """

    run: str
    seal: Seal
    errands: tuple[Errand, ...]
    contents: dict[bytes, bytes]
    places: dict[bytes, str]


Answer = Machine | frozenset[bytes] | list[Any]


def answer_request(question: bytes, *, folder: Path, keys: Sequence[Path]) -> bytes:
    """The answer to a pickled question. A worker's own files lie in `folder`, and `keys` are its secrets."""
    asked: MachineRequest | BatchRequest = pickle.loads(question)
    if isinstance(asked, MachineRequest):
        with Runner(core=_core(), level=asked.level) as runner:
            machine = describe_machine(runner.level(), asked.programs)
        return pickle.dumps(machine)
    with _turn:
        if asked.run in _over:
            return pickle.dumps([])
        station = _stations.get(asked.run)
        if not station:
            while len(_stations) >= _RUNS:
                end_run(next(iter(_stations)))
            station = _stations[asked.run] = _Station(asked.seal, folder, keys)
        return pickle.dumps(station.served(asked))


def end_run(run: str) -> None:
    """The run is over: what is under way of it ends, and nothing is left of it."""
    _over.append(run)
    if station := _stations.pop(run, None):
        station.close()


class _Station:
    """What a worker has of one run."""

    def __init__(self, asked: Seal, folder: Path, keys: Sequence[Path]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="judge-", dir=folder))
        self._store = ReceivedFiles(self._folder)
        theirs = asked.closed
        closed = Closed(whole=(*theirs.whole, *keys), sealed=(*theirs.sealed, folder, self._folder))
        seal = Seal(level=asked.level, closed=closed)
        self._runner = Runner(core=_core(), level=seal.level, closed=closed)
        self._slot = Slot(runner=self._runner, seal=seal, programs=Programs())
        self._is_closed = False

    def served(self, parcel: BatchRequest) -> list[Any] | frozenset[bytes]:
        self._store.keep(parcel.contents)
        self._store.find(parcel.places)
        moved = [self._moved(errand.subject) for errand in parcel.errands]
        if missing := self._store.take_missing():
            return missing
        bind_slot(self._slot)
        return [self._outcome(errand, subject) for errand, subject in zip(parcel.errands, moved, strict=True)]

    def _moved(self, subject: Solution | Task) -> Solution | Task:
        return self._store.task(subject) if isinstance(subject, Task) else self._store.solution(subject)

    def _outcome(self, errand: Errand, subject: Solution | Task) -> Any:
        first = (errand.first,) if errand.first else ()
        try:
            if self._is_closed:
                raise RuntimeError("the run is over")
            outcome = errand.function(subject, self._slot.seal, *first)
        except Exception as error:
            return error
        return outcome.result if isinstance(outcome, ObservedResult) else outcome

    def close(self) -> None:
        self._is_closed = True
        self._runner.close()
        shutil.rmtree(self._folder, ignore_errors=True)


_stations: dict[str, _Station] = {}
# What was on its way when its run ended may come later.
_over: deque[str] = deque(maxlen=64)
_turn = threading.Lock()


@cache
def _core() -> int | None:
    return claim_core(list_physical_cores())


def claim_core(cores: Sequence[int | None]) -> int | None:
    """The first of these that no worker of this machine has taken; where all are, they are shared.

    A name that all of the machine see says which are. It goes with its process.
    """
    for core in cores:
        name = socket.socket(socket.AF_UNIX)
        try:
            name.bind(f"\0judge-worker-core-{core}")
        except OSError:
            name.close()
        else:
            _names.append(name)
            return core
    return cores[os.getpid() % len(cores)]


_names: list[socket.socket] = []
