"""Journals of results, one JSON line each, so that known results need not be judged again.

Each run writes its own journal in `.judge/results-1/`, locked while the run lasts. `journal_lines` has the
format of a line. `--resume` takes the newest valid result of each test (`earlier`) from all journals, of runs
that ended in any way and of runs in progress. If there are too many journals, a run that ends merges all that
no run is writing: it keeps the newest result for each key and time limit and removes the oldest results.
Files are replaced, never modified, so a killed run loses nothing.
"""

import fcntl
import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import IO, NamedTuple

from msgspec.structs import replace

from judge.model.results import Result
from judge.platform.decoding import from_json
from judge.platform.errors import FormatError, InputErrors, counted, fault_at
from judge.platform.state import NAME, Folder, State
from judge.work.earlier import NEVER_HELD, is_known, still_holds
from judge.work.journal_lines import LastResults, Line, format_line, parse_line
from judge.work.keys import RequestedTest, ResultKeys

VERSION = 1
# Limits for journals that no run is writing: their number, and the bytes of all lines.
MOST_FILES, MOST_BYTES = 8, 64 << 20
_FOLDER = "results-"
_NAME = re.compile(r"run-\d+\.jsonl")


class _Place(NamedTuple):
    """The position of a line."""

    file: IO[bytes]
    start: int
    size: int


class Journal:
    """An open journal. If it cannot be written, `notices` says so and the run continues without it."""

    def __init__(self, root: Path, pairs: ResultKeys) -> None:
        self.notices: list[str] = []
        self._place = root / NAME
        self._pairs = pairs
        self._folders = ExitStack()
        self._others: list[str] = []
        self._folder: Folder | None = None
        self._file: IO[bytes] | None = None
        self._name = ""
        self._written = 0
        self._last = LastResults()
        try:
            state = self._folders.enter_context(State(root, make=True))
            self._others = state.names()
            self._folder = self._folders.enter_context(state.folder(f"{_FOLDER}{VERSION}", make=True))
            self._name, self._file = _create_journal(self._folder)
        except OSError as error:
            self._give_up(error)

    def add(self, result: Result) -> None:
        """Write a final result. It is in the file before the next result is waited for."""
        if self._file is None or not result.final or result.verdict in NEVER_HELD:
            return
        limits = self._pairs.limits(result.solution, result.case)
        try:
            key = self._pairs.key(result.solution, result.case, result.test)
        except InputErrors:  # it changed since the run, so the result is not valid
            return
        now = datetime.now().astimezone().replace(microsecond=0)
        result = replace(result, measured_at=now)
        line = format_line(key, float(limits.cpu_s), result, is_reusable=is_known(result, limits))
        # Count it first: an interrupt may follow the write.
        self._written += 1
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            self._written -= 1
            self._give_up(error)

    def change_keys(self, pairs: ResultKeys) -> None:
        """Use other keys from here on, because solutions or cases have changed."""
        self._pairs = pairs

    def resume(self) -> tuple[Result, ...]:
        """Return the newest valid result of each test from other runs.

        Raises InputErrors if a newer judge keeps results here.
        """
        self._refuse_newer()
        known: dict[str, Result] = {}
        with ExitStack() as stack:
            files = self._open_others(stack)
            asked = dict(self._pairs.list_requested()) if files else {}
            for name, file in files:
                for line in self._read_intact(name, file):
                    self._last.add(line)
                    test = asked.get(line.key)
                    if test and (result := _restore_result(line, test)):
                        known[line.key] = self._pairs.update_expectation(result)
        return tuple(known.values())

    def compare(self, results: Iterable[Result]) -> tuple[Result, ...]:
        """Return the results, each with what the last run found, which is unknown unless this run resumes."""
        return self._last.attach(results)

    def _refuse_newer(self) -> None:
        numbers = (name.removeprefix(_FOLDER) for name in self._others if name.startswith(_FOLDER))
        newest = max((int(number) for number in numbers if number.isdecimal()), default=VERSION)
        if newest > VERSION:
            self.close(finished=False)
            place = self._place / f"{_FOLDER}{newest}"
            message = (
                f"expected results of version {VERSION}, got {newest}, that of a newer judge:"
                " use that judge, or remove this folder"
            )
            raise fault_at(place, message)

    def _open_others(self, stack: ExitStack) -> list[tuple[str, IO[bytes]]]:
        """Open the journals of other runs, the oldest first.

        A journal that disappears was merged into another one, possibly newer than the listing, so list again.
        """
        while True:
            with ExitStack() as opened:
                try:
                    files = [(name, opened.enter_context(file)) for name, file in self._list_others()]
                except FileNotFoundError:
                    continue
                stack.enter_context(opened.pop_all())
                return files

    def _list_others(self) -> Iterator[tuple[str, IO[bytes]]]:
        """Yield each other journal. Raises FileNotFoundError."""
        names = self._folder.names() if self._folder else []
        for name in sorted(filter(_NAME.fullmatch, names)):
            if self._folder and name != self._name:
                try:
                    yield name, self._folder.open(name)
                except FileNotFoundError:
                    raise
                except OSError as error:
                    self.notices.append(f"{name} is ignored: {error.strerror}")

    def _read_intact(self, name: str, file: IO[bytes]) -> Iterator[Line]:
        """Yield the intact lines. A notice counts the damaged ones, except a last line without an end."""
        lines = damaged = 0
        for text in file:
            lines += 1
            if line := parse_line(text):
                yield line
            elif text.endswith(b"\n"):
                damaged += 1
        if damaged:
            self.notices.append(f"{name}: {damaged} of {counted(lines, 'line')} could not be read")

    def close(self, *, finished: bool) -> None:
        """Keep the journal. If the run `finished`, also merge journals if there are too many."""
        self._close_file()
        if self._folder:
            with suppress(OSError):  # a full disk changes nothing
                if not self._written and self._name:
                    self._folder.remove(self._name)
                elif finished:
                    _merge_journals(self._folder)
        self._folders.close()

    def _give_up(self, error: OSError) -> None:
        self.notices.append(f"results are not journalled: {self._place}: {error.strerror}")
        self._close_file()

    def _close_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # the disk refused the same bytes before
                file.close()


def _restore_result(line: Line, asked: RequestedTest) -> Result | None:
    """Return the result in a line if it is valid for the requested test with its key."""
    try:
        result = from_json(bytes(line.result), Result)
    except FormatError:
        return None
    whose = result.solution, result.case, result.test, result.tests
    if whose != asked[:4] or not result.measured_at or not still_holds(result, line.limit_s, asked.limits):
        return None
    return result


def _create_journal(folder: Folder) -> tuple[str, IO[bytes]]:
    """Create and lock a new journal. Raises OSError."""
    while True:
        name = f"run-{time.time_ns()}.jsonl"
        file = folder.create(name)
        fcntl.flock(file, fcntl.LOCK_EX)
        # Until it was locked, another run could take it for an abandoned one and remove it.
        if os.fstat(file.fileno()).st_nlink:
            return name, file
        file.close()


def _merge_journals(folder: Folder) -> None:
    """Merge the journals that no run is writing, if there are too many. Raises OSError."""
    if not folder.lock():  # another run is merging
        return
    with ExitStack() as stack:
        files: dict[str, IO[bytes]] = {}
        for name in folder.names():
            if name.startswith(".run-"):  # left by a killed run
                folder.remove(name)
            elif _NAME.fullmatch(name) and (file := _lock_journal(folder, name, stack)):
                files[name] = file
        size = sum(os.fstat(file.fileno()).st_size for file in files.values())
        if len(files) <= MOST_FILES and size <= MOST_BYTES:
            return
        words: dict[tuple[str, float], _Place] = {}
        for file in files.values():
            _index_lines(file, words)
        *others, newest = files
        folder.replace(newest, _read_lines(_select_newest(words.values())))
        for name in others:
            folder.remove(name)


def _lock_journal(folder: Folder, name: str, stack: ExitStack) -> IO[bytes] | None:
    """Open and lock a journal, None if another run is writing it."""
    try:
        file = stack.enter_context(folder.open(name))
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return None
    return file


def _index_lines(file: IO[bytes], words: dict[tuple[str, float], _Place]) -> None:
    """Add the positions of a journal's lines. A newer line moves behind all older ones."""
    start = 0
    for text in file:
        if line := parse_line(text):
            words.pop((line.key, line.limit_s), None)
            words[line.key, line.limit_s] = _Place(file, start, len(text))
        start += len(text)


def _select_newest(places: Iterable[_Place]) -> list[_Place]:
    """Return as many of the last lines as fit, in order."""
    kept: list[_Place] = []
    left = MOST_BYTES
    for place in reversed([*places]):
        left -= place.size + 1
        if left < 0:
            break
        kept.append(place)
    return kept[::-1]


def _read_lines(places: Iterable[_Place]) -> Iterator[bytes]:
    for file, start, size in places:
        file.seek(start)
        yield file.read(size).rstrip(b"\n") + b"\n"
