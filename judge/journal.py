"""Results as they come, a JSON line each, so that a run that was stopped can go on.

While a run lasts, its journal lies in `.judge/` of the project, locked; a run that ends by itself removes it.
A journal without its lock was left by a run that was interrupted, killed or out of disk: `resume` takes over
its results as far as the solution, the case and the limits are still the same to the byte.
"""

import fcntl
import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec

from judge.model import Case, Solution, Verdict
from judge.results import Result

_FOLDER = ".judge"

# A digest of all that the results of a solution on a case hang on.
Fingerprints = Mapping[tuple[str, str], str]


class _Line(msgspec.Struct):
    fingerprint: str
    result: Result


class Journal:
    """An open journal. Where it cannot be written, `notice` says so and the run goes on without it."""

    def __init__(self, root: Path, fingerprints: Fingerprints) -> None:
        self.notice = ""
        self._fingerprints = fingerprints
        self._path = root / _FOLDER / f"run-{time.time_ns()}.jsonl"
        self._file: IO[bytes] | None = None
        try:
            self._path.parent.mkdir(exist_ok=True)
            (self._path.parent / ".gitignore").write_text("*\n")
            self._file = self._path.open("xb", buffering=0)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._give_up(error)

    def add(self, result: Result) -> None:
        """Write one result, whole in the file before the next one is waited for."""
        if self._file is None:
            return
        line = _Line(self._fingerprints[result.solution, result.case], result)
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            self._give_up(error)

    def resume(self) -> tuple[Result, ...]:
        """Take over what unfinished runs left, the newest word on each test, and remove their journals."""
        known: dict[tuple[str, str, int], Result] = {}
        with ExitStack() as locks:
            journals = []
            for path in sorted(self._path.parent.glob("run-*.jsonl"), reverse=True):
                file = locks.enter_context(path.open("rb")) if path.is_file() else None
                if file and _lock(file):
                    journals.append(path)
                    for result in self._still_true(file):
                        known.setdefault((result.solution, result.case, result.test), result)
            for result in known.values():
                self.add(result)
            if self._file is not None:
                for path in journals:
                    path.unlink()
        return tuple(known.values())

    def _still_true(self, file: IO[bytes]) -> Iterator[Result]:
        """The results of a journal that hold today; its last line may be torn."""
        for text in file:
            try:
                line = msgspec.json.decode(text, type=_Line)
            except (msgspec.DecodeError, ValueError):
                continue
            result = line.result
            judged = result.verdict not in (Verdict.JE, Verdict.SK)
            if judged and self._fingerprints.get((result.solution, result.case)) == line.fingerprint:
                yield result

    def close(self, *, finished: bool) -> None:
        """Remove the journal when all results have been shown, else leave it to be resumed."""
        if self._file is not None:
            self._file.close()
            if finished:
                self._path.unlink(missing_ok=True)

    def _give_up(self, error: OSError) -> None:
        self.notice = f"results are not journalled: {self._path}: {error.strerror}"
        if self._file is not None:
            self._file.close()
            self._file = None


def fingerprints(
    solutions: Iterable[Solution], cases: Iterable[Case], *, manner: str
) -> dict[tuple[str, str], str]:
    """For each solution and case a digest of their bytes, the limits and `manner`, how programs start."""
    stated = {
        case.id: _digest(repr((case.format, case.limits, case.any_answer)), case.input, case.answer)
        for case in cases
    }
    return {
        (solution.name, case): _digest(solution.digest, manner, digest)
        for solution in solutions
        for case, digest in stated.items()
    }


def _digest(*parts: bytes | str) -> str:
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


def _lock(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
