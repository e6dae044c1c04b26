"""What a language must be able to do: make of a solution something that a runner can run."""

from dataclasses import dataclass
from typing import Protocol

from judge.model import Solution, Verdict
from judge.runner import Command, Runner


@dataclass(frozen=True, slots=True, kw_only=True)
class Unready:
    """Why a solution cannot run: CE with the compiler's words, SK where the compiler is missing, JE."""

    verdict: Verdict
    message: str
    stderr: bytes = b""


class Language(Protocol):
    def prepare(self, solution: Solution, runner: Runner) -> Command | Unready:
        """Compile or check the solution in the runner's sealed place."""
