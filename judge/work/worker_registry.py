"""The registry of remote workers: which exist, which are fit for a run, and which are lost or hang."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from judge.platform.errors import UsageError
from judge.work.batches import Batch
from judge.work.machines import Machine, find_difference
from judge.work.remote_workers import LostAnswer, PendingQuestion, RemoteWorker, WorkerPool


class LostBatch(NamedTuple):
    """A batch without results, and why. `innocent` means the batch itself did not cause the loss."""

    batch: Batch
    why: str
    innocent: bool = False


class WorkerRegistry:
    """The workers of a pool. Each describes its machine before it receives any work.

    `post` runs a callback in the thread that owns the registry. `notices` collects messages for the user.
    """

    def __init__(
        self, pool: WorkerPool, wanted: Machine, greeting: bytes, post: Callable[[Callable[[], None]], None]
    ) -> None:
        self._pool, self._wanted, self._greeting, self._post = pool, wanted, greeting, post
        self._workers: dict[str, RemoteWorker] = {}
        self.notices: list[str] = []
        self.is_known = False

    @property
    def fit(self) -> list[RemoteWorker]:
        """Workers that can judge. Safe to call from any thread."""
        return [worker for worker in tuple(self._workers.values()) if worker.is_fit]

    @property
    def all_refused(self) -> bool:
        """True if there are workers and every one of them was rejected."""
        return bool(self._workers) and not self.fit and not self.silent

    @property
    def silent(self) -> list[RemoteWorker]:
        """Workers that have not described their machine yet. Safe to call from any thread."""
        workers = tuple(self._workers.values())
        return [each for each in workers if any(not question.batch for question in tuple(each.at))]

    def find_lost_batches(self, now: float) -> Iterator[LostBatch]:
        """Greet new workers and yield the batches of workers that are gone or hang."""
        try:
            members = set(self._pool.list_members())
        except OSError:
            self.is_known = False
        else:
            self.is_known = True
            for address in self._workers.keys() - members:
                worker = self._workers.pop(address)
                yield from self._take_back(worker, f"the worker {worker.name} was lost")
            for address in members - self._workers.keys():
                self._greet(RemoteWorker(address=address, since=now))
        for worker in self._workers.values():
            batch = worker.at[0].batch if worker.at else None
            if batch and now - worker.since > batch.allowance_s:
                yield from self._take_back(worker, f"the worker {worker.name} hangs")
                self._refuse(worker, "it hangs")

    def _take_back(self, worker: RemoteWorker, why: str) -> Iterator[LostBatch]:
        """Take back all batches of a worker. It can have started only the first."""
        questions, worker.at = worker.at, []
        for place, question in enumerate(questions):
            question.drop()
            if question.batch:
                yield LostBatch(question.batch, why, innocent=place > 0)

    def _greet(self, worker: RemoteWorker) -> None:
        """Ask a worker to describe its machine."""
        question = PendingQuestion(None)
        try:
            answered = partial(self._post, partial(self._receive_machine, worker, question))
            question.sent = self._pool.ask(worker.address, self._greeting, answered)
        except OSError:
            return
        worker.at.append(question)
        self._workers[worker.address] = worker

    def _receive_machine(self, worker: RemoteWorker, question: PendingQuestion) -> None:
        """Accept or reject a worker by its description."""
        if question not in worker.at:
            return
        worker.at.remove(question)
        try:
            machine = question.answer()
        except LostAnswer as lost:
            if lost.innocent:
                # The next round greets it again if it still exists.
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
        """Keep the worker listed, but give it no work."""
        worker.is_fit = False
        self.notices.append(f"not used: {worker.name}: {why}")

    def _questions(self) -> Iterator[PendingQuestion]:
        for worker in self._workers.values():
            yield from worker.at

    @property
    def under_way_bytes(self) -> int:
        """Size of all questions at the scheduler or on their way to it."""
        return sum(question.size_bytes for question in self._questions())

    def drop_all(self) -> None:
        """Discard all pending answers."""
        for question in self._questions():
            question.drop()

    def make_no_worker_error(self, patience_s: float) -> UsageError:
        """Return the error for a run that found no usable worker."""
        where, found = self._pool.where, "none"
        if not self.is_known:
            found = "no answer of the scheduler"
        elif reasons := [*self.notices, *(f"no answer of {each.name}" for each in self.silent)]:
            found = "; ".join(dict.fromkeys(reasons))
        return UsageError(f"expected a worker of {where} within {patience_s:g} s, got {found}{_REMEDY}")


_REMEDY = ": start `dask worker ADDRESS --nthreads 1 --resources judge=1` with what the run needs"
