"""Workers elsewhere, as an executor sees them: how they are asked, and what is known of each."""

import pickle
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from judge.platform.files import Content
from judge.work.batches import Batch
from judge.work.machines import Machine


class LostAnswer(Exception):
    """A question has no answer, and why. Where `innocent` it was not the worker that failed."""

    def __init__(self, why: str, innocent: bool = False) -> None:
        super().__init__(why, innocent)
        self.why, self.innocent = why, innocent

    def __str__(self) -> str:
        return self.why


class SentQuestion(Protocol):
    """A question that is under way."""

    def answer(self) -> bytes:
        """Raises Lost, and what the worker raised."""

    def drop(self) -> None:
        """No answer is wanted."""


class WorkerPool(Protocol):
    """Workers by their addresses, wherever they are. `where` is what leads to them, in the user's words."""

    where: str

    def members(self) -> Collection[str]:
        """Those that are there. Raises OSError where nobody knows."""

    def ask(self, address: str, question: bytes, answered: Callable[[], None]) -> SentQuestion:
        """`answered` is called once the answer is there, or none will come. Raises OSError."""

    def forget(self, run: str) -> None:
        """Tell all that the run is over. What cannot be reached is left."""


class PendingQuestion(Struct, eq=False):
    """What a worker is asked, a batch or, without one, what it is; how large the question is."""

    batch: Batch | None
    size_bytes: int = 0
    sent: SentQuestion | None = None

    def answer(self) -> object:
        """Raises Lost, and what the worker raised."""
        assert self.sent
        return pickle.loads(self.sent.answer())

    def drop(self) -> None:
        if self.sent:
            self.sent.drop()


class RemoteWorker(Struct, eq=False):
    """One that is there: what it is `at`, in order, the first `since`, and the contents that it has.

    It is fit once it has told its `machine` and is what the run asks for. What is `unseen` it has not found
    in the folder that is shared.
    """

    address: str
    since: float
    machine: Machine | None = None
    is_fit: bool = False
    at: list[PendingQuestion] = []
    known: set[bytes] = set()
    unseen: set[bytes] = set()

    @property
    def host(self) -> str:
        return self.machine.host if self.machine else ""

    @property
    def name(self) -> str:
        """As people are told."""
        return f"{self.host} ({self.address})" if self.host else self.address

    def lacks(self, keys: frozenset[bytes]) -> None:
        """It has not what it was thought to have."""
        self.known -= keys
        self.unseen |= keys

    def places(self, shared: Path | None) -> Callable[[bytes, Content], str | None]:
        """Where it sees a content that lies in the folder which is shared, None of others."""

        def place(key: bytes, content: Content) -> str | None:
            if shared is None or isinstance(content, bytes) or key in self.unseen:
                return None
            path = content.path.absolute()
            return str(path) if path.is_relative_to(shared) else None

        return place
