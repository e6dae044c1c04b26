"""Send a task to a machine that has none of its files: contents become digests and are sent once.

The input and the answer of a test become the digest of their bytes. A file of a program becomes a `Stored`
whose path is the digest in hexadecimal followed by the file's name. `ReceivedFiles` on the other side stores
each content once and restores the task.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from judge.checkers.brought import change_programs
from judge.model.programs import CheckerProgram, Grader, Solution
from judge.platform.errors import InputErrors
from judge.platform.files import Content, Stamp, Stored, digest, stamp_of, stored, whole
from judge.work.task_results import Task

# Contents smaller than a block of a disk stay in memory.
_SMALL_BYTES = 1 << 12
# A store with more contents or bytes is replaced by an empty one. What is needed again is sent again.
_MOST_CONTENTS, _MOST_BYTES = 1 << 15, 4 << 30
# Replaces a folder of outputs: only the outputs are sent.
_FOLDER = Stored(Path(), (0, 0, 0, 0, 0))
_NEVER: Stamp = _FOLDER.stamp

_File = Callable[[Stored, str], Stored]


class OutgoingFiles:
    """The contents that tasks of one batch read."""

    def __init__(self) -> None:
        self._contents: dict[bytes, Content] = {}
        # By identity: comparing solutions takes longer, and pickle writes the same object once.
        self._solutions: dict[int, tuple[Solution, Solution]] = {}

    def pack_task(self, task: Task) -> Task:
        """Return the task with digests and without the sender's own data. Raises OSError and InputErrors."""
        return _replace_task(task, self.pack_solution, self._bytes, self._file)

    def pack_solution(self, solution: Solution, case: str = "") -> Solution:
        """Return the solution likewise. A folder of outputs keeps only the output for `case`."""
        if solution.output_only:
            only = tuple(each for each in solution.beside if each[0] == case)
            return self._moved(replace(solution, path=_FOLDER.path, stamp=_NEVER, beside=only))
        if id(solution) not in self._solutions:
            self._solutions[id(solution)] = solution, self._moved(solution)
        return self._solutions[id(solution)][1]

    def take_contents(self) -> Mapping[bytes, Content]:
        """Return the contents added since the last call, by digest."""
        contents, self._contents = self._contents, {}
        return contents

    def _moved(self, solution: Solution) -> Solution:
        bare = replace(solution, expectations=(), known=(), problems=None, rules=(), source="")
        return bare if solution.faults else _replace_solution(bare, self._file)

    def _bytes(self, content: Content) -> bytes:
        key = digest_of(content)
        self._contents[key] = content
        return key

    def _file(self, file: Stored, name: str) -> Stored:
        return file if file == _FOLDER else Stored(Path(self._bytes(file).hex(), name), _NEVER)


def digest_of(content: Content) -> bytes:
    """Return a SHA-256, computed once for each stamp of a file. Raises as `files.digest` does."""
    return _digest_of_file(content) if isinstance(content, Stored) else sha256(content).digest()


@lru_cache(1 << 16)
def _digest_of_file(file: Stored) -> bytes:
    return bytes.fromhex(digest(file))


class ReceivedFiles:
    """Contents by digest: small ones in memory, others in a folder."""

    def __init__(self, folder: Path) -> None:
        """The folder is empty and is removed together with this store. Raises OSError."""
        self._folder = folder
        self._outputs = folder / "outputs"
        self._outputs.mkdir()
        self._held: dict[bytes, Content] = {}
        self._bytes_held = 0
        self._missing: set[bytes] = set()

    @property
    def is_full(self) -> bool:
        return len(self._held) > _MOST_CONTENTS or self._bytes_held > _MOST_BYTES

    def add(self, contents: Mapping[bytes, bytes]) -> None:
        """Store contents. Raises OSError."""
        for key, data in contents.items():
            self._bytes_held += len(data)
            small = len(data) <= _SMALL_BYTES
            self._held[key] = data if small else _written(self._folder / f"{key.hex()}.bytes", data)

    def add_local_files(self, places: Mapping[bytes, str]) -> None:
        """Use the files at these paths if they have these digests."""
        for key, place in places.items():
            try:
                found = stored(Path(place))
                if digest_of(found) == key:
                    self._held[key] = found
            except (OSError, InputErrors):
                continue

    def take_missing(self) -> frozenset[bytes]:
        """Return the digests found missing since the last call. A task that needs one cannot run."""
        missing, self._missing = self._missing, set()
        return frozenset(missing)

    def unpack_task(self, task: Task) -> Task:
        """Restore a task from the stored contents. Raises OSError."""
        return _replace_task(task, lambda each, _: self.unpack_solution(each), self._bytes, self._file)

    def unpack_solution(self, solution: Solution) -> Solution:
        """Restore a solution. Raises OSError."""
        return solution if solution.faults else _replace_solution(solution, self._file)

    def _bytes(self, key: Content) -> Content:
        assert isinstance(key, bytes)
        if key not in self._held:
            self._missing.add(key)
        return self._held.get(key, b"")

    def _file(self, file: Stored, name: str) -> Stored:
        """Write the content under the file's own name, because tools look at it."""
        if file == _FOLDER:
            return Stored(self._outputs, stamp_of(self._outputs))
        held = self._bytes(bytes.fromhex(file.path.parts[0]))
        path = self._folder / file.path
        if self._missing:
            return file
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            return _written(path, whole(held))
        return stored(path)


def _written(path: Path, data: bytes) -> Stored:
    path.write_bytes(data)
    return stored(path)


def _replace_task(
    task: Task,
    solution: Callable[[Solution, str], Solution],
    content: Callable[[Content], Content],
    file: _File,
) -> Task:
    """Return the task with every program and content replaced."""

    def program(checker: CheckerProgram | None) -> CheckerProgram | None:
        return checker and change_programs(
            checker, lambda each: replace(each, program=solution(each.program, ""))
        )

    test, case = task.test, task.test.case
    moved = replace(
        test,
        # What only the sender needs stays there.
        case=replace(
            case,
            input=b"",
            answer=None,
            path=_FOLDER.path,
            stamp=_NEVER,
            beside=(),
            expectations=(),
            grader=None,
            scorers=(),
            checker=program(case.checker),
            interactor=program(case.interactor),
            given=_replace_files(case.given, file),
        ),
        input=content(test.input),
        answer=None if test.answer is None else content(test.answer),
    )
    return replace(task, solution=solution(task.solution, case.id), test=moved, files=())


def _replace_solution(solution: Solution, file: _File) -> Solution:
    """Return the solution with every file replaced."""
    own, grader = Stored(solution.path, solution.stamp), solution.grader
    moved = file(own, solution.path.name)
    return replace(
        solution,
        path=moved.path,
        stamp=moved.stamp,
        beside=_replace_files(solution.beside, file),
        grader=grader and Grader(module=grader.module, files=_replace_files(grader.files, file)),
    )


def _replace_files(named: tuple[tuple[str, Stored], ...], file: _File) -> tuple[tuple[str, Stored], ...]:
    """Replace every file. `file` also receives its name."""
    return tuple((name, file(each, Path(name).name)) for name, each in named)
