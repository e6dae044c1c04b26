"""Results as they come, a JSON line each, so that a run that was stopped can go on.

While a run lasts, its journal lies in `.judge/` of the project, locked. One without its lock was left by a
run that was interrupted, killed or out of disk: `resume` takes over its results where the judge's version,
how it starts programs, the solution, its tool, the case and its limits are still the same. A run that ends by
itself removes its own journal, and from those that were left the results that it has replaced; what it was
not asked for stays there.
"""

import fcntl
import hashlib
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO
from zlib import crc32

import msgspec

from judge.errors import InputErrors, counted
from judge.files import digest
from judge.model import Case, CheckerProgram, Solution, Verdict
from judge.results import Result
from judge.state import NAME, State
from judge.version import __version__

_NAME = re.compile(r"run-\d+\.jsonl")
_UNJUDGED = (Verdict.JE, Verdict.SK)
_Key = tuple[str, str, int]


class Pairs:
    """Every solution on every case of its problems: how many results there are, and what must stay the same.

    That is a digest of the judge's version and `manner`, how it starts programs; of the bytes of the solution
    and `tool_of` it, the identity of what compiles or interprets it; of the bytes of the case, its limits,
    what decides of it and what is expected. `number_of` is how many tests a case is in a format. Of a case
    the bytes are read when its first result is there, so that nothing waits for gigabytes.
    """

    def __init__(
        self,
        solutions: Iterable[Solution],
        cases: Iterable[Case],
        *,
        manner: str,
        tool_of: Callable[[Solution], str],
        number_of: Callable[[Case, str], int],
    ) -> None:
        self._solutions = {solution.name: solution for solution in solutions}
        self._programs = {
            solution.name: _digest(__version__, manner, solution.digest, tool_of(solution))
            for solution in self._solutions.values()
        }
        self._tool_of = tool_of
        self._cases = {case.id: case for case in cases}
        self._digests: dict[str, str] = {}
        formats = {solution.format for solution in self._solutions.values()}
        self._tests = {(case.id, format): number_of(case, format) for case in cases for format in formats}

    def tests(self, solution: str, case: str) -> int:
        """How many results there are; 0 of what is not asked for."""
        found = self._solutions.get(solution)
        return self._tests.get((case, found.format), 0) if found and found.belongs_to(case) else 0

    def total(self, solution: str) -> int:
        """How many results there are on all cases."""
        return sum(self.tests(solution, case) for case in self._cases)

    def fingerprint(self, solution: str, case: str) -> str:
        """Raises InputErrors where a file of the case is not what it was."""
        if case not in self._digests:
            self._digests[case] = _digest_of(self._cases[case], self._tool_of)
        expected = self._solutions[solution].expected(case)
        return _digest(self._programs[solution], self._digests[case], repr(expected))


def _of_checker(checker: CheckerProgram | None, tool_of: Callable[[Solution], str]) -> Iterator[str]:
    """What the results hang on where a program decides."""
    if checker:
        yield checker.program.digest
        yield tool_of(checker.program)
        yield repr((checker.protocol, checker.arguments))


class _Line(msgspec.Struct):
    """`check` is the CRC-32 of the bytes of `result`: what a disk has damaged may still be JSON."""

    check: int
    fingerprint: str
    result: msgspec.Raw


class Journal:
    """An open journal. Where it cannot be written, `notices` says so and the run goes on without it."""

    def __init__(self, root: Path, pairs: Pairs) -> None:
        self.notices: list[str] = []
        self._place = root / NAME
        self._pairs = pairs
        self._unjudged: set[_Key] = set()
        self._state: State | None = None
        self._file: IO[bytes] | None = None
        self._name = ""
        try:
            self._state = State(root, make=True)
            self._name, self._file = _new(self._state)
        except OSError as error:
            self._give_up(error)

    def add(self, result: Result) -> None:
        """Write a final result, whole in the file before the next one is waited for."""
        if not result.final:
            return
        if result.verdict in _UNJUDGED:
            self._unjudged.add(_key(result))
        elif self._file is not None:
            try:
                fingerprint = self._pairs.fingerprint(result.solution, result.case)
            except InputErrors:  # it changed since the run: nothing that holds is known of it
                return
            encoded = msgspec.json.encode(result)
            line = _Line(crc32(encoded), fingerprint, msgspec.Raw(encoded))
            try:
                self._file.write(msgspec.json.encode(line) + b"\n")
                self._file.flush()
            except OSError as error:
                self._give_up(error)

    def go_on(self, pairs: Pairs) -> None:
        """What is judged has changed: what follows is of these."""
        self._pairs = pairs

    def resume(self) -> tuple[Result, ...]:
        """What unfinished runs left and still holds, the newest word on each test."""
        known: dict[_Key, Result] = {}
        for name, file in self._left():
            for result in self._still_true(name, file):
                known.setdefault(_key(result), result)
        return tuple(known.values())

    def _left(self) -> Iterator[tuple[str, IO[bytes]]]:
        """The journals that nobody writes any more, locked, the newest first."""
        names = self._state.names() if self._state else []
        for name in sorted(filter(_NAME.fullmatch, names), reverse=True):
            if not self._state or name == self._name:
                continue
            try:
                with self._state.open(name) as file:
                    if _lock(file):
                        yield name, file
            except FileNotFoundError:
                continue
            except OSError as error:
                self.notices.append(f"{name} is passed over: {error.strerror}")

    def _still_true(self, name: str, file: IO[bytes]) -> Iterator[Result]:
        """The results of a journal that hold today, with a notice of what does not."""
        lines = 0
        passed_over: Counter[str] = Counter()
        for text in file:
            lines += 1
            line, result = _parsed(text)
            tests = self._pairs.tests(result.solution, result.case) if result else 0
            if not line or not result:
                passed_over["could not be read"] += 1
            elif not 1 <= result.test <= tests == result.tests:
                passed_over["of tests that this run does not have"] += 1
            elif not self._holds(line, result):
                passed_over["of what has changed since"] += 1
            else:
                yield result
        if passed_over:
            found = counted(lines, "line")
            counts = ", ".join(f"{count} of {found} {what}" for what, count in passed_over.items())
            self.notices.append(f"{name}: {counts}")

    def _holds(self, line: _Line, result: Result) -> bool:
        try:
            return line.fingerprint == self._pairs.fingerprint(result.solution, result.case)
        except InputErrors:
            return False

    def close(self, *, finished: bool) -> None:
        """Remove the journal and what it replaces when all results have been shown, else leave it all."""
        if self._state and finished:
            with suppress(OSError):
                if self._name:
                    self._state.remove(self._name)
                for name, file in self._left():
                    self._drop_replaced(self._state, name, file)
        self._close_file()
        if self._state:
            self._state.close()

    def _drop_replaced(self, state: State, name: str, file: IO[bytes]) -> None:
        if any(map(self._stays, file)):
            file.seek(0)
            state.replace(name, (text.rstrip(b"\n") + b"\n" for text in file if self._stays(text)))
        else:
            state.remove(name)

    def _stays(self, text: bytes) -> bool:
        _, result = _parsed(text)
        if not result:
            return False
        return not self._pairs.tests(result.solution, result.case) or _key(result) in self._unjudged

    def _give_up(self, error: OSError) -> None:
        self.notices.append(f"results are not journalled: {self._place}: {error.strerror}")
        self._close_file()

    def _close_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # what the disk refused once
                file.close()


def _new(state: State) -> tuple[str, IO[bytes]]:
    """The name of a new journal and the file, locked. Raises OSError."""
    while True:
        name = f"run-{time.time_ns()}.jsonl"
        file = state.create(name)
        fcntl.flock(file, fcntl.LOCK_EX)
        # Before the lock it looked like one that was left, and is removed.
        if os.fstat(file.fileno()).st_nlink:
            return name, file
        file.close()


def _parsed(text: bytes) -> tuple[_Line, Result] | tuple[None, None]:
    """A line as far as it is whole: the last one may be torn."""
    try:
        line = msgspec.json.decode(text, type=_Line)
        if line.check == crc32(line.result):
            return line, msgspec.json.decode(line.result, type=Result)
    except (msgspec.DecodeError, ValueError, RecursionError):
        pass
    return None, None


def _key(result: Result) -> _Key:
    return result.solution, result.case, result.test


def _digest(*parts: str) -> str:
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogateescape")
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


def _digest_of(case: Case, tool_of: Callable[[Solution], str]) -> str:
    return _digest(
        repr((case.format, case.limits, case.any_answer, case.compare, case.worth)),
        repr((case.input_name, case.output_name)),
        digest(case.input),
        "" if case.answer is None else digest(case.answer),
        *_of_checker(case.checker, tool_of),
        *_of_checker(case.interactor, tool_of),
        repr((case.interactor is None, case.passes)),
    )


def _lock(file: IO[bytes]) -> bool:
    """Whether the file is now ours alone, and still there."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return os.fstat(file.fileno()).st_nlink > 0
