"""The interface between the judge and the checkers of outputs."""

from typing import Protocol

from msgspec import Struct

from judge.model.cases import Test
from judge.model.verdicts import Verdict


class Following(Struct, frozen=True, kw_only=True):
    """Another pass: its input, and the files that the checker left for it in the pass before."""

    input: bytes
    left: tuple[tuple[str, bytes], ...]


class Judgement(Struct, frozen=True, kw_only=True):
    """A verdict, with a message if the bytes alone do not show the reason.

    `answer` is the expected output if the two differ; None if nothing was compared. `said` is the message of
    the checker program, `points` the points that it gives; None if the verdict determines them. `following`
    is another pass that it requests.
    """

    verdict: Verdict
    message: str = ""
    answer: bytes | None = None
    said: bytes = b""
    points: float | None = None
    following: Following | None = None


class Checker(Protocol):
    def __call__(self, test: Test, output: bytes) -> Judgement | None:
        """Return the judgement on the output of a successful run, or None if the rule does not apply."""
