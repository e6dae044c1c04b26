"""Answer questions on a remote worker: it has its own runner and does one thing at a time.

A worker takes the first physical core that no other worker of its machine has claimed. It keeps the contents
and programs of a run until the run ends.
"""

import os
import pickle
import shutil
import socket
import tempfile
import threading
from collections import deque
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from judge.running.places import Closed
from judge.running.runner import Runner
from judge.work.machines import describe_machine
from judge.work.messages import BatchRequest, MachineRequest, Message
from judge.work.slots import Seal, Slot, bind_slot
from judge.work.transfer import ReceivedFiles
from judge.work.workers import list_physical_cores

# Keep the state of this many runs. The state of a killed driver is removed once newer runs need the place.
_RUNS = 4


def answer_request(question: bytes, *, folder: Path, keys: Sequence[Path]) -> bytes:
    """Answer a pickled question. `folder` contains the worker's own files, and `keys` are its secrets."""
    request: MachineRequest | BatchRequest = pickle.loads(question)
    if isinstance(request, MachineRequest):
        with Runner(core=_claim_own_core(), level=request.level) as runner:
            machine = describe_machine(runner.level(), request.programs)
        return pickle.dumps(machine)
    with _turn:
        if request.run in _ended_runs:
            return pickle.dumps([])
        service = _services.get(request.run)
        if service and service.is_full:
            _services.pop(request.run).close()
            service = None
        if not service:
            while len(_services) >= _RUNS:
                end_run(next(iter(_services)))
            service = _services[request.run] = _RunService(request.seal, folder, keys)
        return pickle.dumps(service.serve(request))


def end_run(run: str) -> None:
    """End a run: stop what is running and remove all of its files."""
    _ended_runs.append(run)
    if service := _services.pop(run, None):
        service.close()


class _RunService:
    """A worker's state of one run."""

    def __init__(self, asked: Seal, folder: Path, keys: Sequence[Path]) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="judge-", dir=folder))
        self._store = ReceivedFiles(self._folder)
        theirs = asked.closed
        closed = Closed(whole=(*theirs.whole, *keys), sealed=(*theirs.sealed, folder, self._folder))
        seal = Seal(level=asked.level, closed=closed)
        self._runner = Runner(core=_claim_own_core(), level=seal.level, closed=closed)
        self._slot = Slot(runner=self._runner, seal=seal)
        self._is_closed = False

    @property
    def is_full(self) -> bool:
        """Return whether a new service should replace it, so that an endless run stays small."""
        return self._store.is_full

    def serve(self, request: BatchRequest) -> list[Any] | frozenset[bytes]:
        self._store.add(request.contents)
        self._store.add_local_files(request.places)
        messages = [message.unpack(self._store) for message in request.messages]
        if missing := self._store.take_missing():
            return missing
        bind_slot(self._slot)
        self._slot.ahead.begin([message.subject for message in messages])
        outcomes = [self._execute(message) for message in messages]
        self._slot.ahead.begin(())
        return outcomes

    def _execute(self, message: Message) -> Any:
        """Return the outcome, or the exception that was raised."""
        try:
            if self._is_closed:
                raise RuntimeError("the run is over")
            return message.execute(self._slot.seal)
        except Exception as error:
            return error

    def close(self) -> None:
        self._is_closed = True
        self._runner.close()
        shutil.rmtree(self._folder, ignore_errors=True)


_services: dict[str, _RunService] = {}
# Requests may arrive after their run has ended.
_ended_runs: deque[str] = deque(maxlen=64)
_turn = threading.Lock()


@cache
def _claim_own_core() -> int | None:
    return claim_core(list_physical_cores())


def claim_core(cores: Sequence[int | None]) -> int | None:
    """Return the first core that no worker of this machine has claimed. If all are claimed, share one.

    A socket name visible to the whole machine marks a claim. It disappears with its process.
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
