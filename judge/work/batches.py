"""Batches of calls of one program that are sent together and halved if they are lost too often."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.platform.files import Content, size_of, whole
from judge.running.languages.base import Unready
from judge.work.messages import BatchRequest, Message, RunMessage
from judge.work.slots import Seal
from judge.work.task_results import Task, refuse_task
from judge.work.tasks import ObservedResult
from judge.work.transfer import OutgoingFiles

# Sending a batch costs a few milliseconds of processor time, like judging a test.
BATCH_CALLS = 50
TRIES = 3
# Limit of a batch's inputs and answers. A larger test is sent alone.
_BATCH_BYTES = 16 << 20
# Enough to build the programs on a busy machine.
_BASE_S = 180.0
_SLOWNESS = 3.0


class Call(Struct, eq=False):
    """A message and the future of its outcome, which needs `awaited` answers."""

    message: Message
    future: Future[Any]
    awaited: int = 1
    answers: list[Any] = []

    def end(self, outcome: Any) -> None:
        """Record an outcome or exception. If several answers are awaited, a judge error counts least."""
        self.answers.append(outcome)
        if len(self.answers) < self.awaited or not self.future.set_running_or_notify_cancel():
            return
        outcome = min(self.answers, key=lambda each: isinstance(each, Unready) and each.verdict is Verdict.JE)
        if isinstance(outcome, Exception):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


class Batch(Struct, eq=False):
    """Calls for one worker, of `host` if it is not empty, and the reasons of earlier losses.

    `was_short` means the last worker lacked some of the contents.
    """

    calls: list[Call]
    host: str = ""
    losses: list[str] = []
    was_short: bool = False

    @property
    def allowance_s(self) -> float:
        """Seconds after which a worker counts as hanging."""
        return _BASE_S + _SLOWNESS * sum(call.message.wall_s for call in self.calls)

    def split(self) -> Iterator["Batch"]:
        middle = len(self.calls) // 2
        for calls in (self.calls[:middle], self.calls[middle:]):
            yield Batch(calls, host=self.host)

    def make_request(
        self, run: str, seal: Seal, known: set[bytes], place_of: Callable[[bytes, Content], str | None]
    ) -> BatchRequest:
        """Build the request for a worker that has the `known` contents, and add the sent ones to these.

        Contents with a path that the worker can read are not sent. A call with unreadable files ends here.
        Its outcome is the one it would have on the worker.
        """
        files, messages = OutgoingFiles(), list[Message]()
        request = BatchRequest(run=run, seal=seal, messages=(), contents={}, places={})
        for call in self.calls[:]:
            try:
                message = call.message.pack(files, on_host=bool(self.host))
                for key, content in files.take_contents().items():
                    if key in known:
                        continue
                    if place := place_of(key, content):
                        request.places[key] = place
                    else:
                        request.contents[key] = whole(content)
                    known.add(key)
            except (InputErrors, OSError) as error:
                self.calls.remove(call)
                call.end(call.message.fail(str(error)))
            else:
                messages.append(message)
        return replace(request, messages=tuple(messages))


class BatchBuilder:
    """Collects calls until there are enough of one program for a batch."""

    def __init__(self) -> None:
        self._calls: list[Call] = []
        self._size = 0
        self._solution: Solution | None = None

    def add(self, call: Call) -> Iterator[Batch]:
        """Add a call and yield the batches that it completes."""
        message = call.message
        if type(message) is not RunMessage:
            yield from self.flush()
            yield Batch([call], host=message.host)
            return
        task = message.subject
        size = size_of(task.test.input) + size_of(task.test.answer or b"")
        is_other = bool(self._calls) and self._solution is not task.solution
        if is_other or self._size + size > _BATCH_BYTES:
            yield from self.flush()
        self._calls.append(call)
        self._size, self._solution = self._size + size, task.solution
        if len(self._calls) == BATCH_CALLS:
            yield from self.flush()

    def flush(self) -> Iterator[Batch]:
        """Yield the incomplete batch if there is one."""
        if self._calls:
            yield Batch(self._calls)
        self._calls, self._size = [], 0


def localize_outcome(message: Message, outcome: Any, host: str) -> Any:
    """Complete an outcome of a machine that has none of the files."""
    task = message.subject
    if isinstance(outcome, ObservedResult):
        return replace(outcome, result=localize_outcome(message, outcome.result, host))
    if not isinstance(outcome, Result) or not isinstance(task, Task):
        return outcome
    if changed := task.find_change():
        return refuse_task(task, changed)
    return replace(outcome, expected=task.solution.expected(task.test.case.id), host=host)
