"""What a language must be able to do: make of a solution something that a runner can run."""

from dataclasses import dataclass
from typing import Protocol

from judge.files import read
from judge.model import Ending, Limits, Run, Solution, Stored, Verdict
from judge.running.runner import Program, Runner

BUILD_LIMITS = Limits(cpu_s=30, memory_bytes=2 << 30, output_bytes=64 << 20)
_STDOUT_KEPT = 8 << 10

# What lies beside a source when it is built: names and bytes.
Beside = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unready:
    """Why a solution cannot run: CE with the compiler's words, SK where a tool is missing, JE."""

    verdict: Verdict
    message: str
    stderr: bytes = b""


class Language(Protocol):
    def prepare(self, solution: Solution, runner: Runner) -> Program | Unready:
        """Compile or check the solution in the sealed place that the runner gives to compilers."""

    def identity(self, solution: Solution) -> str:
        """What the results hang on beside the bytes of the program: the compiler or the interpreter."""


def source_of(solution: Solution) -> bytes | Unready:
    """The bytes of a solution as it was loaded; JE where the file has changed since or cannot be read."""
    return _as_loaded(Stored(solution.path, solution.stamp))


def beside_of(solution: Solution) -> Beside | Unready:
    """The files that a solution is built with, as they were loaded; JE as for its source."""
    found = []
    for name, stored in solution.beside:
        data = _as_loaded(stored)
        if isinstance(data, Unready):
            return data
        found.append((name, data))
    return tuple(found)


def _as_loaded(stored: Stored) -> bytes | Unready:
    try:
        data, stamp = read(stored.path)
    except OSError:
        stamp = None
    if stamp != stored.stamp:
        return Unready(verdict=Verdict.JE, message=f"{stored.path} has changed during the run")
    return data


def refusal(run: Run) -> Unready:
    """What a compiler's run without success means: CE, or JE where there was no run of it."""
    if run.ending in (Ending.LOST, Ending.NOT_STARTED):
        return Unready(verdict=Verdict.JE, message=run.detail)
    stopped = "" if run.ending is Ending.FINISHED else f": {run.ending.value}"
    words = run.stderr or run.stdout[:_STDOUT_KEPT]
    return Unready(verdict=Verdict.CE, message=f"the compiler refused the source{stopped}", stderr=words)
