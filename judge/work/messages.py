"""Messages to remote workers. They carry digests instead of files."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.running.keeper_client import Level
from judge.running.languages.base import Unready
from judge.work.slots import Seal
from judge.work.task_results import Task, refuse_task
from judge.work.tasks import (
    ObservedResult,
    carry_out,
    carry_out_alone,
    examine_task,
    measure_again,
    prepare,
)
from judge.work.transfer import OutgoingFiles, ReceivedFiles

_RUNS_AGAIN = 5


class PrepareMessage(Struct, frozen=True):
    """Build a program. Answered by None or the reason why it cannot run."""

    subject: Solution

    def execute(self, seal: Seal) -> Unready | None:
        return prepare(self.subject, seal)

    def pack(self, files: OutgoingFiles, *, on_host: bool) -> "PrepareMessage":
        return PrepareMessage(files.pack_solution(self.subject))

    def unpack(self, files: ReceivedFiles) -> "PrepareMessage":
        return PrepareMessage(files.unpack_solution(self.subject))

    def fail(self, why: str) -> Unready:
        return Unready(verdict=Verdict.JE, message=why)

    @property
    def host(self) -> str:
        return ""

    @property
    def wall_s(self) -> float:
        return 0.0


class RunMessage(Struct, frozen=True):
    """Run a task. Answered by its result."""

    subject: Task

    def execute(self, seal: Seal) -> Result | ObservedResult:
        return carry_out(self.subject, seal)

    def pack(self, files: OutgoingFiles, *, on_host: bool) -> "RunMessage":
        """Replace files by digests. Raises OSError and InputErrors if a file cannot be read."""
        return replace(self, subject=files.pack_task(self.subject))

    def unpack(self, files: ReceivedFiles) -> "RunMessage":
        return replace(self, subject=files.unpack_task(self.subject))

    def fail(self, why: str) -> Result | ObservedResult:
        """Return the result of a task that no worker could carry out."""
        return refuse_task(self.subject, Unready(verdict=Verdict.JE, message=why))

    @property
    def host(self) -> str:
        """The only machine with comparable times, or an empty string if any will do."""
        return ""

    @property
    def wall_s(self) -> float:
        """Wall time after which the task has been stopped."""
        test = self.subject.test
        return test.limits.wall_s * test.case.passes * (2 if test.case.interactor else 1)


class MeasureMessage(RunMessage, frozen=True):
    """Measure a task again. Its `first` result is left out on another host, whose times do not compare."""

    first: Result | None

    def execute(self, seal: Seal) -> Result:
        if self.first:
            return measure_again(self.subject, seal, self.first)
        return examine_task(self.subject, seal).result

    def pack(self, files: OutgoingFiles, *, on_host: bool) -> "MeasureMessage":
        return MeasureMessage(files.pack_task(self.subject), self.first if on_host else None)

    def fail(self, why: str) -> Result | ObservedResult:
        """Keep the first result."""
        return replace(self.first, final=True) if self.first else super().fail(why)

    @property
    def host(self) -> str:
        return self.first.host if self.first else ""

    @property
    def wall_s(self) -> float:
        return _RUNS_AGAIN * super().wall_s


class ObserveMessage(RunMessage, frozen=True):
    """Run a task. Answered by its result with the run and all output."""

    def execute(self, seal: Seal) -> ObservedResult:
        return examine_task(self.subject, seal)

    def fail(self, why: str) -> ObservedResult:
        return ObservedResult(result=refuse_task(self.subject, Unready(verdict=Verdict.JE, message=why)))

    @property
    def wall_s(self) -> float:
        return _RUNS_AGAIN * super().wall_s


Message = PrepareMessage | RunMessage
_KINDS: dict[Callable[..., Any], Callable[..., Message]] = {
    prepare: PrepareMessage,
    carry_out: RunMessage,
    carry_out_alone: RunMessage,
    measure_again: MeasureMessage,
    examine_task: ObserveMessage,
}


def make_message(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Message | None:
    """Return the message for a call of a function of `tasks`, None for other calls."""
    if not (kind := _KINDS.get(function)):
        return None
    subject, _seal, *rest = arguments
    return kind(subject, *rest)


class MachineRequest(Struct, frozen=True, kw_only=True):
    """Ask a worker for its `Machine`. `programs` has one program of each language."""

    level: Level
    programs: tuple[Solution, ...]


class BatchRequest(Struct, frozen=True, kw_only=True):
    """Messages of a run, answered by a list of outcomes. An outcome can be an exception.

    The worker applies `seal` as far as its places exist there. `contents` are the bytes that it lacks,
    `places` the paths of contents that it can read. If any content is missing anyway, the worker executes
    nothing and answers with a frozenset of the missing digests.
    """

    run: str
    seal: Seal
    messages: tuple[Message, ...]
    contents: dict[bytes, bytes]
    places: dict[bytes, str]
