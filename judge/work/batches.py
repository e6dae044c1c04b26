"""Calls that travel together: in batches of one program, which are halved where they are lost too often."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.errors import InputErrors
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.files import Content, size_of, whole
from judge.running.languages.base import Unready
from judge.work.slots import Seal
from judge.work.tasks import Task, carry_out, examine_task, measure_again, prepare, refuse_task
from judge.work.transfer import OutgoingFiles
from judge.work.worker_service import BatchRequest, Errand

# To send a batch takes a few milliseconds of a processor, and so does a judgement.
BATCH_CALLS = 50
TRIES = 3
# Tests of so many bytes travel together at most, but for one that is larger by itself.
_BATCH_BYTES = 16 << 20
# Enough to make the programs on a machine that does other things as well.
_BASE_S = 180.0
_SLOWNESS = 3.0
_RUNS_AGAIN = 5


class Call(Struct, eq=False):
    """One call and its future, which waits for so many answers as are `awaited`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: Future[Any]
    awaited: int = 1
    answers: list[Any] = []

    @property
    def subject(self) -> Solution | Task:
        subject: Solution | Task = self.arguments[0]
        return subject

    @property
    def host(self) -> str:
        """The only machine whose times may stand beside those that were measured; empty where any will do."""
        return self.arguments[2].host if self.function is measure_again else ""

    def errand(self, *, on_host: bool, luggage: OutgoingFiles) -> Errand:
        """As it travels; away from its host what was measured there counts for nothing.

        Raises OSError and InputErrors where a file of it cannot be read.
        """
        subject = self.subject
        moved = luggage.task(subject) if isinstance(subject, Task) else luggage.solution(subject)
        if not self.host:
            return Errand(self.function, moved)
        return Errand(measure_again, moved, self.arguments[2]) if on_host else Errand(examine_task, moved)

    def lost(self, why: str) -> Any:
        """The outcome of what nobody could carry out; what was seen of it before stands."""
        if self.function is measure_again:
            return replace(self.arguments[2], final=True)
        unready = Unready(verdict=Verdict.JE, message=why)
        return refuse_task(self.subject, unready) if isinstance(self.subject, Task) else unready

    def end(self, outcome: Any) -> None:
        """It has this outcome, or raised this exception; of several answers a judge error counts least."""
        self.answers.append(outcome)
        if len(self.answers) < self.awaited or not self.future.set_running_or_notify_cancel():
            return
        outcome = min(self.answers, key=lambda each: isinstance(each, Unready) and each.verdict is Verdict.JE)
        if isinstance(outcome, Exception):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


class Batch(Struct, eq=False):
    """Calls that go to one worker, of `host` if it is named, and why they were lost so far.

    Its worker `was_short` where it had not all that they read.
    """

    calls: list[Call]
    host: str = ""
    losses: list[str] = []
    was_short: bool = False

    @property
    def allowance_s(self) -> float:
        """How long a worker that does not hang may be at it."""
        return _BASE_S + _SLOWNESS * sum(map(_wall_s, self.calls))

    def drop_unwanted(self) -> None:
        self.calls = [call for call in self.calls if not call.future.cancelled()]

    def halves(self) -> Iterator["Batch"]:
        middle = len(self.calls) // 2
        for calls in (self.calls[:middle], self.calls[middle:]):
            yield Batch(calls, host=self.host)

    def parcel(
        self, run: str, seal: Seal, known: set[bytes], place_of: Callable[[bytes, Content], str | None]
    ) -> BatchRequest:
        """What is sent to a worker that has what is `known`, and then has all of it.

        What has a place where the worker can see it is not sent. A call whose files cannot be read ends here,
        as it would where it is judged.
        """
        luggage, errands = OutgoingFiles(), list[Errand]()
        parcel = BatchRequest(run=run, seal=seal, errands=(), contents={}, places={})
        for call in self.calls[:]:
            try:
                errand = call.errand(on_host=bool(self.host), luggage=luggage)
                for key, content in luggage.take_contents().items():
                    if key in known:
                        continue
                    if place := place_of(key, content):
                        parcel.places[key] = place
                    else:
                        parcel.contents[key] = whole(content)
                    known.add(key)
            except (InputErrors, OSError) as error:
                self.calls.remove(call)
                call.end(call.lost(str(error)))
            else:
                errands.append(errand)
        return replace(parcel, errands=tuple(errands))


class BatchBuilder:
    """Calls as they come, until there are enough of one program to travel."""

    def __init__(self) -> None:
        self._calls: list[Call] = []
        self._size = 0
        self._solution: Solution | None = None

    def add(self, call: Call) -> Iterator[Batch]:
        """The batches that are whole by it."""
        task = call.subject
        if call.function is not carry_out or not isinstance(task, Task):
            yield from self.rest()
            yield Batch([call], host=call.host)
            return
        size = size_of(task.test.input) + size_of(task.test.answer or b"")
        is_other = bool(self._calls) and self._solution is not task.solution
        if is_other or self._size + size > _BATCH_BYTES:
            yield from self.rest()
        self._calls.append(call)
        self._size, self._solution = self._size + size, task.solution
        if len(self._calls) == BATCH_CALLS:
            yield from self.rest()

    def rest(self) -> Iterator[Batch]:
        """What has come and is no whole batch, if anything has."""
        if self._calls:
            yield Batch(self._calls)
        self._calls, self._size = [], 0


def localize_outcome(call: Call, outcome: Any, host: str) -> Any:
    """What a machine without the files has found, in the words of this one."""
    task = call.subject
    if not isinstance(outcome, Result) or not isinstance(task, Task):
        return outcome
    if changed := task.changed():
        return refuse_task(task, changed)
    return replace(outcome, expected=task.solution.expected(task.test.case), host=host)


def _wall_s(call: Call) -> float:
    if call.function is prepare or isinstance(call.subject, Solution):
        return 0.0
    test = call.subject.test
    sides = 2 if test.interactor else 1
    return test.limits.wall_s * test.passes * sides * (_RUNS_AGAIN if call.host else 1)
