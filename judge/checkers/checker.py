"""The seam to what says whether an output is right."""

from typing import Protocol

from msgspec import Struct

from judge.model.cases import Test
from judge.model.verdicts import Verdict


class Following(Struct, frozen=True, kw_only=True):
    """Another pass: its input, and the files, by name, that its checker finds of the pass before."""

    input: bytes
    left: tuple[tuple[str, bytes], ...]


class Judgement(Struct, frozen=True, kw_only=True):
    """A verdict, with a sentence where the bytes alone do not tell why.

    `answer` is what the output was held against where the two differ; None where nothing was compared.
    `said` are the words of a program that was asked, `points` those that it gives; None where the verdict
    tells them. `following` is another pass that it asks for.
    """

    verdict: Verdict
    message: str = ""
    answer: bytes | None = None
    said: bytes = b""
    points: float | None = None
    following: Following | None = None


class Checker(Protocol):
    def __call__(self, test: Test, output: bytes) -> Judgement | None:
        """The judgement on what a program printed that ended well; None where it cannot speak of the test."""
