"""How a task travels to a machine that has none of its files: what it reads, as digests.

The input and the answer of a test become the digest of their bytes, a file of a program a `Stored` whose path
is that in hexadecimal, and its name. A `Store` there holds each content once, and gives the task back.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from judge.checkers.brought import changed
from judge.errors import InputErrors
from judge.model.programs import CheckerProgram, Grader, Solution
from judge.platform.files import Content, Stamp, Stored, digest, stamp_of, stored, whole
from judge.work.tasks import Task

# What is smaller than a block of a disk is held in memory.
_SMALL_BYTES = 1 << 12
# A folder of outputs, of which only the outputs travel.
_FOLDER = Stored(Path(), (0, 0, 0, 0, 0))
_NEVER: Stamp = _FOLDER.stamp

_File = Callable[[Stored, str], Stored]


class OutgoingFiles:
    """What the tasks that travel together read."""

    def __init__(self) -> None:
        self._contents: dict[bytes, Content] = {}
        # By identity: to compare solutions takes longer, and what is one object is pickled once.
        self._solutions: dict[int, tuple[Solution, Solution]] = {}

    def task(self, task: Task) -> Task:
        """As it travels, without what only its sender needs. Raises OSError and InputErrors, see `files`."""
        return _task(task, self.solution, self._bytes)

    def solution(self, solution: Solution, case: str = "") -> Solution:
        """The same of a solution; of a folder of outputs that for the case."""
        if solution.output_only:
            only = tuple(each for each in solution.beside if each[0] == case)
            return self._moved(replace(solution, path=_FOLDER.path, stamp=_NEVER, beside=only))
        if id(solution) not in self._solutions:
            self._solutions[id(solution)] = solution, self._moved(solution)
        return self._solutions[id(solution)][1]

    def take_contents(self) -> Mapping[bytes, Content]:
        """What has come to it since this was asked, by its digests."""
        contents, self._contents = self._contents, {}
        return contents

    def _moved(self, solution: Solution) -> Solution:
        bare = replace(solution, expectations=(), known=(), problems=None, rules=(), source="")
        return bare if solution.faults else _solution(bare, self._file)

    def _bytes(self, content: Content) -> bytes:
        key = digest_of(content)
        self._contents[key] = content
        return key

    def _file(self, file: Stored, name: str) -> Stored:
        return file if file == _FOLDER else Stored(Path(self._bytes(file).hex(), name), _NEVER)


@lru_cache(1 << 16)
def digest_of(content: Content) -> bytes:
    """32 bytes, of a file digested once for each stamp. Raises as `files.digest` does."""
    return bytes.fromhex(digest(content))


class ReceivedFiles:
    """Contents by their digests: the small ones in memory, the others in a folder."""

    def __init__(self, folder: Path) -> None:
        """The folder is empty and ends with the store. Raises OSError."""
        self._folder = folder
        self._outputs = folder / "outputs"
        self._outputs.mkdir()
        self._held: dict[bytes, Content] = {}
        self._missing: set[bytes] = set()

    def keep(self, contents: Mapping[bytes, bytes]) -> None:
        """Raises OSError."""
        for key, data in contents.items():
            small = len(data) <= _SMALL_BYTES
            self._held[key] = data if small else _written(self._folder / f"{key.hex()}.bytes", data)

    def find(self, places: Mapping[bytes, str]) -> None:
        """Hold the files at these places, where they have these digests."""
        for key, place in places.items():
            try:
                found = stored(Path(place))
                if digest_of(found) == key:
                    self._held[key] = found
            except (OSError, InputErrors):
                continue

    def take_missing(self) -> frozenset[bytes]:
        """What was asked for in vain since this was asked: no such task can be carried out."""
        missing, self._missing = self._missing, set()
        return frozenset(missing)

    def task(self, task: Task) -> Task:
        """The task with what is held here. Raises OSError."""
        return _task(task, lambda solution, _: self.solution(solution), self._bytes)

    def solution(self, solution: Solution) -> Solution:
        """The same of a solution."""
        return solution if solution.faults else _solution(solution, self._file)

    def _bytes(self, key: Content) -> Content:
        assert isinstance(key, bytes)
        if key not in self._held:
            self._missing.add(key)
        return self._held.get(key, b"")

    def _file(self, file: Stored, name: str) -> Stored:
        """In a file of its own name, at which a tool may look."""
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


def _task(
    task: Task, solution: Callable[[Solution, str], Solution], content: Callable[[Content], Content]
) -> Task:
    """With each program and each content changed so."""

    def program(checker: CheckerProgram | None) -> CheckerProgram | None:
        return checker and changed(checker, lambda each: replace(each, program=solution(each.program, "")))

    test = task.test
    moved = replace(
        test,
        input=content(test.input),
        answer=None if test.answer is None else content(test.answer),
        given=tuple((name, content(each)) for name, each in test.given),
        checker=program(test.checker),
        interactor=program(test.interactor),
    )
    return replace(task, solution=solution(task.solution, test.case), test=moved, files=())


def _solution(solution: Solution, file: _File) -> Solution:
    """With each file changed so, by the name that it has."""

    def files(named: tuple[tuple[str, Stored], ...]) -> tuple[tuple[str, Stored], ...]:
        return tuple((name, file(each, Path(name).name)) for name, each in named)

    own, grader = Stored(solution.path, solution.stamp), solution.grader
    moved = file(own, solution.path.name)
    return replace(
        solution,
        path=moved.path,
        stamp=moved.stamp,
        beside=files(solution.beside),
        grader=grader and Grader(module=grader.module, files=files(grader.files)),
    )
