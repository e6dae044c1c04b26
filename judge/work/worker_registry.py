"""Which workers there are elsewhere, which of them are fit for a run, and which went or hang."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from judge.errors import UsageError
from judge.work.batches import Batch
from judge.work.machines import Machine, find_difference
from judge.work.remote_workers import LostAnswer, PendingQuestion, RemoteWorker, WorkerPool


class LostBatch(NamedTuple):
    """A batch that comes back unjudged, and why; `innocent` where it was not what its worker was at."""

    batch: Batch
    why: str
    innocent: bool = False


class WorkerRegistry:
    """The workers of a crew. Each is asked what machine it is before it is given anything.

    `post` brings what is to be done about an answer to the thread of the roll. What users should know comes
    to `notices`.
    """

    def __init__(
        self, crew: WorkerPool, wanted: Machine, greeting: bytes, post: Callable[[Callable[[], None]], None]
    ) -> None:
        self._crew, self._wanted, self._greeting, self._post = crew, wanted, greeting, post
        self._workers: dict[str, RemoteWorker] = {}
        self.notices: list[str] = []
        self.is_known = False

    @property
    def fit(self) -> list[RemoteWorker]:
        """Any thread may ask."""
        return [worker for worker in tuple(self._workers.values()) if worker.is_fit]

    @property
    def are_all_refused(self) -> bool:
        """Whether some are there, and have all told in vain what they are."""
        return bool(self._workers) and not self.fit and not self.silent

    @property
    def silent(self) -> list[RemoteWorker]:
        """Those that have not said what they are."""
        return [each for each in self._workers.values() if any(not order.batch for order in each.at)]

    def look_around(self, now: float) -> Iterator[LostBatch]:
        """Greet who came; what those were at who went or hang comes back."""
        try:
            members = set(self._crew.members())
        except OSError:
            self.is_known = False
        else:
            self.is_known = True
            for address in self._workers.keys() - members:
                worker = self._workers.pop(address)
                yield from self._back(worker, f"the worker {worker.name} was lost")
            for address in members - self._workers.keys():
                self._greet(RemoteWorker(address=address, since=now))
        for worker in self._workers.values():
            batch = worker.at[0].batch if worker.at else None
            if batch and now - worker.since > batch.allowance_s:
                yield from self._back(worker, f"the worker {worker.name} hangs")
                self._refuse(worker, "it hangs")

    def _back(self, worker: RemoteWorker, why: str) -> Iterator[LostBatch]:
        """All that it is at; it had not begun but with the first."""
        orders, worker.at = worker.at, []
        for place, order in enumerate(orders):
            order.drop()
            if order.batch:
                yield LostBatch(order.batch, why, innocent=place > 0)

    def _greet(self, worker: RemoteWorker) -> None:
        order = PendingQuestion(None)
        try:
            answered = partial(self._post, partial(self._greeted, worker, order))
            order.sent = self._crew.ask(worker.address, self._greeting, answered)
        except OSError:
            return
        worker.at.append(order)
        self._workers[worker.address] = worker

    def _greeted(self, worker: RemoteWorker, order: PendingQuestion) -> None:
        if order not in worker.at:
            return
        worker.at.remove(order)
        try:
            machine = order.answer()
        except LostAnswer as lost:
            if lost.innocent:
                # It is greeted again if it is there.
                del self._workers[worker.address]
            else:
                self._refuse(worker, str(lost))
        except Exception as error:
            self._refuse(worker, f"it cannot judge: {error}")
        else:
            assert isinstance(machine, Machine)
            worker.machine = machine
            if found := find_difference(self._wanted, machine):
                self._refuse(worker, found)
            else:
                worker.is_fit = True

    def _refuse(self, worker: RemoteWorker, why: str) -> None:
        """It is there, and given nothing."""
        worker.is_fit = False
        self.notices.append(f"not used: {worker.name}: {why}")

    def _orders(self) -> Iterator[PendingQuestion]:
        for worker in self._workers.values():
            yield from worker.at

    @property
    def under_way_bytes(self) -> int:
        """How much lies with the scheduler, or is on its way there."""
        return sum(order.size_bytes for order in self._orders())

    def drop_all(self) -> None:
        """No answer is wanted any more."""
        for order in self._orders():
            order.drop()

    def none_fit(self, patience_s: float) -> UsageError:
        """What to tell who waits in vain."""
        where, found = self._crew.where, "none"
        if not self.is_known:
            found = "no answer of the scheduler"
        elif told := [*self.notices, *(f"no answer of {each.name}" for each in self.silent)]:
            found = "; ".join(dict.fromkeys(told))
        return UsageError(f"expected a worker of {where} within {patience_s:g} s, got {found}{_REMEDY}")


_REMEDY = ": start `dask worker ADDRESS --nthreads 1 --resources judge=1` with what the run needs"
