"""The results of samples: one JSON object a line, written as each sample ends.

A file may end in half a line, if the process was killed. `ResultsFile.finish` leaves one line for each
sample, and never loses the result of another one.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO, Any, Self

import msgspec
from msgspec.structs import replace

import judge
from judge.model.samples import SampleResult
from judge.model.verdicts import Verdict
from judge.packages.datasets.problem import Problem
from judge.packages.datasets.samples import Sample
from judge.platform.decoding import from_json
from judge.platform.errors import FormatError, InputErrors, UsageError, counted, fault_at, printable
from judge.platform.files import RESULTS_BYTES
from judge.platform.writing import WholeFile

# The judge's own failure says nothing about a program.
_NEVER_HELD = (Verdict.JE.name, Verdict.SK.name)
# The first bytes of every line.
_BEGIN = b'{"key":"'


class ResultsFile:
    """A file that results are appended to, a temporary one without a path. In memory is only where they are.

    `known` are the places of the results by their keys that the file had. Nothing changes before the first
    `add` or `finish`.
    """

    def __init__(self, path: Path | None, *, resume: bool) -> None:
        """Raises InputErrors, and UsageError for a file with results unless this run resumes."""
        self.known: dict[str, int] = {}
        self._path = path
        # The bytes of whole lines, if half a line may follow.
        self._whole_bytes: int | None = None
        if path and path.exists() and not path.is_file():
            raise fault_at(path, "expected a regular file, got another")
        with ExitStack() as opened:
            try:
                file = path.open("ab") if path else tempfile.TemporaryFile("ab")  # noqa: SIM115
                self._file: IO[bytes] = opened.enter_context(file)
                # A second file to read from, through /proc since a temporary one has no name.
                self._written = opened.enter_context(Path(f"/proc/self/fd/{file.fileno()}").open("rb"))
            except OSError as error:
                where = path or Path(tempfile.gettempdir())
                raise fault_at(where, f"expected a file that can be written, got: {error.strerror}") from None
            if path and file.tell():
                if not resume:
                    message = f"expected a new file, or --resume, got {path}, which is not empty"
                    raise UsageError(f"--out: {message}")
                self._whole_bytes = self._find_known(path)
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # there was no room for the last result, and `add` has said so
            self._opened.close()

    def _find_known(self, path: Path) -> int:
        """Find the results that the file has, and return the bytes of its whole lines. Raises InputErrors."""
        place = number = 0
        while line := self._written.readline(RESULTS_BYTES):
            number += 1
            if not line.endswith(b"\n") and line.startswith(_BEGIN[: len(line)]):
                break
            try:
                result = from_json(line, SampleResult)
            except FormatError as error:
                message = f"expected a result of `judge evaluate`, got another line: {error.message}"
                raise fault_at(path, message, number) from None
            if result.verdict not in _NEVER_HELD:
                self.known[result.key] = place
            place += len(line)
        return place

    def add(self, result: SampleResult) -> int:
        """Append a result and return its place. It is in the file at once. Raises InputErrors."""
        try:
            if self._whole_bytes is not None:
                self._file.truncate(self._whole_bytes)
                # What has been read ahead may be cut off now.
                self._written.seek(0, os.SEEK_END)
                self._whole_bytes = None
            place = self._file.seek(0, os.SEEK_END)
            self._file.write(_encode(result))
            self._file.flush()
        except OSError as error:
            raise _lack_room(self._path, error) from None
        return place

    def read(self, place: int) -> SampleResult:
        self._written.seek(place)
        return from_json(self._written.readline(), SampleResult)

    def require_known(self, keys: Iterable[str]) -> None:
        """Raises InputErrors if the file has results with other keys."""
        others = self.known.keys() - keys
        if self._path and others:
            place = min(self.known[key] for key in others)
            first = self.read(place)
            with self._path.open("rb") as file:
                line = file.read(place).count(b"\n") + 1
            found = f"{counted(len(others), 'result')} of others (the first: {printable(first.problem)})"
            wanted = "only results of this run's samples, problems and options"
            todo = "name another file with --out, or delete these lines"
            raise fault_at(self._path, f"expected {wanted}, got {found}; {todo}", line)

    def finish(self, results: Iterable[SampleResult]) -> None:
        """Leave these results in the file, and those that are still `known`. Raises InputErrors."""
        if self._path:
            others = map(self.read, self.known.values())
            WholeFile(self._path).write(_encode(result) for result in chain(results, others))


def _lack_room(path: Path | None, error: OSError) -> InputErrors:
    todo = "--resume continues" if path else "see TMPDIR"
    message = f"expected a file that can be written, got: {error.strerror} ({todo})"
    return fault_at(path or Path(tempfile.gettempdir()), message)


def _encode(result: SampleResult) -> bytes:
    return msgspec.json.encode(result) + b"\n"


def digest_problem(problem: Problem, options: Any) -> str:
    """Return a digest of everything besides a sample that its result depends on.

    `options` are the words that change how problems are judged. A recipe stands for the tests made of it.
    """
    described = replace(problem, tests=(), difficulty="", tags=())
    found = sha256(repr((judge.__version__, described, options)).encode())
    for pair in problem.tests:
        for data in pair:
            found.update(len(data).to_bytes(8, "little"))
            found.update(data)
    return found.hexdigest()


def make_keys(problem_digest: str, samples: Iterable[Sample]) -> Iterator[tuple[str, Sample]]:
    """Yield the samples of a problem with the keys of their results.

    A key does not depend on the order of the samples: of equal ones, each has the number of those before it.
    """
    seen: Counter[bytes] = Counter()
    for sample in samples:
        text = "\0".join((problem_digest, sample.language, sample.source)).encode(errors="surrogatepass")
        digest = sha256(text)
        same = digest.digest()
        digest.update(b"%d" % seen[same])
        seen[same] += 1
        yield digest.hexdigest()[:32], sample
