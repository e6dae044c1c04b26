"""Results as they come, a JSON line each, so that what is known need not be judged again.

Each run writes a journal of its own in `.judge/results-1/`, locked while the run lasts: a line is a result
and its key (`keys`). A run that goes on takes over of all journals, of runs that ended in whatever way and of
those that last, what holds for it (`earlier`), the newest word on each test. Where there are too many,
whoever ends makes one journal of those that nobody writes: of each key and time limit it has the newest word,
and the oldest words go. Nothing is changed in its place: whoever is killed leaves all that was there.
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
from zlib import crc32

import msgspec
from msgspec.structs import replace

from judge.errors import Fault, FormatError, InputErrors, counted
from judge.model.results import Result
from judge.platform.decoding import from_json
from judge.platform.state import NAME, Folder, State
from judge.work.earlier import is_known, still_holds
from judge.work.keys import RequestedTest, ResultKeys

VERSION = 1
# Of the journals that nobody writes; of all words together.
MOST_FILES, MOST_BYTES = 8, 64 << 20
_FOLDER = "results-"
_NAME = re.compile(r"run-\d+\.jsonl")


class _Line(msgspec.Struct):
    """A result under its key and the time limit that it was got under.

    `check` is the CRC-32 of all of these: what a disk has damaged may still be JSON.
    """

    check: int
    key: str
    limit_s: float
    result: msgspec.Raw

    def is_whole(self) -> bool:
        return self.check == _check(self.key, self.limit_s, self.result)


class _Place(NamedTuple):
    """Where a line lies."""

    file: IO[bytes]
    start: int
    size: int


class Journal:
    """An open journal. Where it cannot be written, `notices` says so and the run goes on without it."""

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
        try:
            state = self._folders.enter_context(State(root, make=True))
            self._others = state.names()
            self._folder = self._folders.enter_context(state.folder(f"{_FOLDER}{VERSION}", make=True))
            self._name, self._file = _new(self._folder)
        except OSError as error:
            self._give_up(error)

    def add(self, result: Result) -> None:
        """Write a result that is known from here on, whole in the file before the next one is waited for."""
        limits = self._pairs.limits(result.solution, result.case)
        if self._file is None or not is_known(result, limits):
            return
        try:
            key = self._pairs.key(result.solution, result.case, result.test)
        except InputErrors:  # it changed since the run: nothing that holds is known of it
            return
        now = datetime.now().astimezone().replace(microsecond=0)
        encoded = msgspec.json.encode(replace(result, measured_at=now))
        limit_s = float(limits.cpu_s)
        line = _Line(_check(key, limit_s, encoded), key, limit_s, msgspec.Raw(encoded))
        # Counted before it is written: an interrupt may come as soon as it is.
        self._written += 1
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
        except OSError as error:
            self._written -= 1
            self._give_up(error)

    def change_keys(self, pairs: ResultKeys) -> None:
        """What is judged has changed: what follows is of these."""
        self._pairs = pairs

    def resume(self) -> tuple[Result, ...]:
        """What other runs have measured and still holds, the newest word on each test.

        Raises InputErrors where a newer judge keeps results here.
        """
        self._refuse_newer()
        known: dict[str, Result] = {}
        with ExitStack() as stack:
            files = self._opened(stack)
            asked = dict(self._pairs.list_requested()) if files else {}
            for name, file in files:
                for line in self._lines(name, file):
                    test = asked.get(line.key)
                    if test and (result := _taken_over(line, test)):
                        known[line.key] = self._pairs.update_expectation(result)
        return tuple(known.values())

    def _refuse_newer(self) -> None:
        numbers = (name.removeprefix(_FOLDER) for name in self._others if name.startswith(_FOLDER))
        newest = max((int(number) for number in numbers if number.isdecimal()), default=VERSION)
        if newest > VERSION:
            self.close(finished=False)
            place = self._place / f"{_FOLDER}{newest}"
            message = (
                f"expected results of version {VERSION}, got {newest}, that of a newer judge:"
                " go on with that judge, or remove this folder"
            )
            raise InputErrors((Fault(place, 0, message),))

    def _opened(self, stack: ExitStack) -> list[tuple[str, IO[bytes]]]:
        """The journals of other runs, the oldest first.

        One that is gone has been made one with another, which may have come since they were listed.
        """
        while True:
            with ExitStack() as opened:
                try:
                    files = [(name, opened.enter_context(file)) for name, file in self._listed()]
                except FileNotFoundError:
                    continue
                stack.enter_context(opened.pop_all())
                return files

    def _listed(self) -> Iterator[tuple[str, IO[bytes]]]:
        """Raises FileNotFoundError."""
        names = self._folder.names() if self._folder else []
        for name in sorted(filter(_NAME.fullmatch, names)):
            if self._folder and name != self._name:
                try:
                    yield name, self._folder.open(name)
                except FileNotFoundError:
                    raise
                except OSError as error:
                    self.notices.append(f"{name} is passed over: {error.strerror}")

    def _lines(self, name: str, file: IO[bytes]) -> Iterator[_Line]:
        """Those that are whole, with a notice of how many are not but for a last one without an end."""
        lines = damaged = 0
        for text in file:
            lines += 1
            if line := _parsed(text):
                yield line
            elif text.endswith(b"\n"):
                damaged += 1
        if damaged:
            self.notices.append(f"{name}: {damaged} of {counted(lines, 'line')} could not be read")

    def close(self, *, finished: bool) -> None:
        """Keep what was written, and if there is time, see to it that there is not too much."""
        self._close_file()
        if self._folder:
            with suppress(OSError):  # a full disk leaves all as it is
                if not self._written and self._name:
                    self._folder.remove(self._name)
                elif finished:
                    _unite(self._folder)
        self._folders.close()

    def _give_up(self, error: OSError) -> None:
        self.notices.append(f"results are not journalled: {self._place}: {error.strerror}")
        self._close_file()

    def _close_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # what the disk refused once
                file.close()


def _taken_over(line: _Line, asked: RequestedTest) -> Result | None:
    """What a line says of the test that is asked for, which has its key."""
    try:
        result = from_json(bytes(line.result), Result)
    except FormatError:
        return None
    whose = result.solution, result.case, result.test, result.tests
    if whose != asked[:4] or not result.measured_at or not still_holds(result, line.limit_s, asked.limits):
        return None
    return result


def _new(folder: Folder) -> tuple[str, IO[bytes]]:
    """The name of a new journal and the file, locked. Raises OSError."""
    while True:
        name = f"run-{time.time_ns()}.jsonl"
        file = folder.create(name)
        fcntl.flock(file, fcntl.LOCK_EX)
        # Before the lock it looked like one that was left, and may be gone.
        if os.fstat(file.fileno()).st_nlink:
            return name, file
        file.close()


def _unite(folder: Folder) -> None:
    """Make one journal of those that nobody writes, if there are too many. Raises OSError."""
    if not folder.lock():  # another run does it
        return
    with ExitStack() as stack:
        files: dict[str, IO[bytes]] = {}
        for name in folder.names():
            if name.startswith(".run-"):  # of a run that was killed
                folder.remove(name)
            elif _NAME.fullmatch(name) and (file := _unowned(folder, name, stack)):
                files[name] = file
        size = sum(os.fstat(file.fileno()).st_size for file in files.values())
        if len(files) <= MOST_FILES and size <= MOST_BYTES:
            return
        words: dict[tuple[str, float], _Place] = {}
        for file in files.values():
            _index(file, words)
        *others, newest = files
        folder.replace(newest, _read(_newest(words.values())))
        for name in others:
            folder.remove(name)


def _unowned(folder: Folder, name: str, stack: ExitStack) -> IO[bytes] | None:
    """A journal that nobody writes, which is now ours; None where that is not to be had."""
    try:
        file = stack.enter_context(folder.open(name))
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return None
    return file


def _index(file: IO[bytes], words: dict[tuple[str, float], _Place]) -> None:
    """Add where the words of a journal lie, each behind all that are older than it."""
    start = 0
    for text in file:
        if line := _parsed(text):
            words.pop((line.key, line.limit_s), None)
            words[line.key, line.limit_s] = _Place(file, start, len(text))
        start += len(text)


def _newest(places: Iterable[_Place]) -> list[_Place]:
    """As many of the last as there is room for, in their order."""
    kept: list[_Place] = []
    left = MOST_BYTES
    for place in reversed([*places]):
        left -= place.size + 1
        if left < 0:
            break
        kept.append(place)
    return kept[::-1]


def _read(places: Iterable[_Place]) -> Iterator[bytes]:
    for file, start, size in places:
        file.seek(start)
        yield file.read(size).rstrip(b"\n") + b"\n"


def _parsed(text: bytes) -> _Line | None:
    """A line as far as it is whole: the last one may be torn."""
    try:
        line = from_json(text, _Line)
    except FormatError:
        return None
    return line if line.is_whole() else None


def _check(key: str, limit_s: float, result: bytes | msgspec.Raw) -> int:
    return crc32(result, crc32(f"{key} {limit_s!r}".encode()))
