"""A task that was sent is the same, except for the places of its files."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from filled import FULL_SOLUTION, INPUT_FILE
from helpers import SEAL, make_limits, make_solution, make_test
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from variants import unnoticed

from judge.model.programs import CheckerProgram, Grader, Solution
from judge.platform.errors import InputErrors
from judge.platform.files import Content, Stored, stored, whole
from judge.work.task_results import Task
from judge.work.tasks import carry_out
from judge.work.transfer import OutgoingFiles, ReceivedFiles


def written(path: Path, data: bytes) -> Stored:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return stored(path)


def sent(task: Task, store: ReceivedFiles, *, but: int = 0) -> Task:
    """Return the task from the store, without some of the contents."""
    luggage = OutgoingFiles()
    moved = pickle.loads(pickle.dumps(luggage.pack_task(task)))
    contents = {key: whole(content) for key, content in luggage.take_contents().items()}
    store.add(dict(list(contents.items())[but:]))
    return store.unpack_task(moved)


def bytes_of(task: Task) -> list[bytes | list[tuple[str, bytes]] | None]:
    """All that a task reads, by the names under which it reads it."""

    def program(solution: Solution) -> list[tuple[str, bytes]]:
        grader = solution.grader.files if solution.grader else ()
        own = (solution.path.name, Stored(solution.path, solution.stamp))
        return [(name, whole(file)) for name, file in (own, *solution.beside, *grader)]

    test = task.test
    programs = [task.solution, *(each.program for each in (test.case.checker, test.case.interactor) if each)]
    answer = None if test.answer is None else whole(test.answer)
    given = [(name, whole(content)) for name, content in test.case.given]
    return [whole(test.input), answer, given, *map(program, programs)]


def make_program(folder: Path, name: str, *, beside: dict[str, bytes], grader: dict[str, bytes]) -> Solution:
    own = written(folder / name, f"# {folder.name} {name}\n".encode())
    files = [(each, written(folder / each, data)) for each, data in beside.items()]
    called = [(each, written(folder / "grader" / each, data)) for each, data in grader.items()]
    return replace(
        make_solution(name=name, path=own.path),
        beside=tuple(files),
        grader=Grader(module="sum", files=tuple(called)) if called else None,
    )


_data = st.binary(max_size=20) | st.binary(min_size=1).map(lambda piece: (piece * 5000)[:5000])
_files = st.dictionaries(st.sampled_from(["lib.py", "a.h", "b.py"]), _data, max_size=2)


@pytest.mark.slow
@given(data=st.data())
def test_a_task_that_has_travelled_reads_the_same_bytes_by_the_same_names(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("travel")

    def content(name: str) -> Content:
        drawn = data.draw(_data)
        return written(folder / name, drawn) if data.draw(st.booleans()) else drawn

    def program(name: str) -> Solution:
        return make_program(folder / name, "main.py", beside=data.draw(_files), grader=data.draw(_files))

    checker = (
        CheckerProgram(program=program("checker"), protocol="testlib") if data.draw(st.booleans()) else None
    )
    names = data.draw(st.sets(st.sampled_from(["a.txt", "b.txt"])))
    given = tuple((name, written(folder / name, data.draw(_data))) for name in names)
    test = make_test(input=content("in"), answer=content("out"), checker=checker, given=given)
    task = Task(solution=program("solution"), test=test, files=(stored(Path(__file__)),))
    there = tmp_path_factory.mktemp("there")
    arrived = sent(task, ReceivedFiles(there))
    assert bytes_of(arrived) == bytes_of(task)
    assert arrived.find_change() is None
    own = [arrived.solution.path, *(file.path for file in arrived.solution.files)]
    assert all(path.is_relative_to(there) for path in own)


def test_what_has_not_come_is_missing_and_no_task_is_made_of_it(tmp_path: Path) -> None:
    task = Task(solution=make_solution(), test=make_test(input=b"1 2\n"))
    there = tmp_path / "there"
    there.mkdir()
    store = ReceivedFiles(there)
    sent(task, store, but=1)
    assert len(store.take_missing()) == 1
    assert store.take_missing() == frozenset()
    assert bytes_of(sent(task, store)) == bytes_of(task)
    assert store.take_missing() == frozenset()


@pytest.mark.parametrize(("found", "missing"), [(b"1 2\n", 0), (b"1 3\n", 1), (None, 1)])
def test_a_file_in_a_shared_folder_is_used_if_it_has_the_bytes(
    tmp_path: Path, found: bytes | None, missing: int
) -> None:
    input = written(tmp_path / "one.in", b"1 2\n")
    luggage = OutgoingFiles()
    moved = luggage.pack_task(Task(solution=make_solution(), test=make_test(input=input, answer=None)))
    contents = luggage.take_contents()
    (key,) = [key for key, content in contents.items() if content == input]
    there = tmp_path / "there"
    there.mkdir()
    if found is not None:
        (tmp_path / "seen.in").write_bytes(found)
    store = ReceivedFiles(there)
    store.add({each: whole(content) for each, content in contents.items() if each != key})
    store.add_local_files({key: str(tmp_path / "seen.in")})
    store.unpack_task(moved)
    assert len(store.take_missing()) == missing


def test_a_file_that_has_changed_does_not_travel(tmp_path: Path) -> None:
    input = written(tmp_path / "one.in", b"1 2\n")
    (tmp_path / "one.in").write_bytes(b"1 33\n")
    with pytest.raises(InputErrors, match="as it was"):
        OutgoingFiles().pack_task(Task(solution=make_solution(), test=make_test(input=input)))


def outputs_only(tmp_path: Path) -> Solution:
    folder = tmp_path / "mine"
    beside = tuple((case, written(folder / f"{case}.out", b"3\n")) for case in ("sum/small", "sum/big"))
    return replace(make_solution(name="mine", path=folder), output_only=True, beside=beside)


def test_of_a_folder_of_outputs_only_that_for_the_case_travels(tmp_path: Path) -> None:
    task = Task(solution=outputs_only(tmp_path), test=make_test())
    there = tmp_path / "there"
    there.mkdir()
    arrived = sent(task, ReceivedFiles(there))
    assert [(case, whole(file)) for case, file in arrived.solution.beside] == [("sum/small", b"3\n")]
    assert arrived.find_change() is None


@pytest.mark.parametrize("make", [lambda path: make_solution(path=path / "adds.py"), outputs_only])
def test_a_task_that_has_travelled_has_the_same_result(
    tmp_path: Path, make: Callable[[Path], Solution]
) -> None:
    (tmp_path / "adds.py").write_text("print(sum(map(int, input().split())))\n")
    task = Task(solution=make(tmp_path), test=make_test(limits=make_limits(cpu_s=10)))
    there = tmp_path / "there"
    there.mkdir()
    here, elsewhere = (carry_out(each, SEAL) for each in (task, sent(task, ReceivedFiles(there))))
    assert (elsewhere.verdict, elsewhere.message) == (here.verdict, here.message)
    assert here.verdict.name == "AC"


def test_only_what_its_receiver_needs_of_a_solution_travels() -> None:
    """The sender keeps the expectations, their places and the problems."""
    own = replace(FULL_SOLUTION, path=INPUT_FILE.path, stamp=INPUT_FILE.stamp, faults=())

    def moved(solution: Solution) -> bytes:
        there = replace(solution, path=own.path, stamp=own.stamp, faults=(), output_only=False)
        return pickle.dumps(OutgoingFiles().pack_solution(there))

    kept = {"expectations", "known", "problems", "rules", "source"}
    asked_otherwise = {"path", "stamp", "faults", "output_only"}
    assert unnoticed(own, moved, kept | asked_otherwise) == kept | asked_otherwise
