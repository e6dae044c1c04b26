"""Whatever is lost on the way to workers elsewhere, every call has one outcome."""

import pickle
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers import SEAL, make_case, make_result, make_solution, make_test
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge import __version__
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import UsageError
from judge.platform.files import stored
from judge.work import dispatch as dispatches
from judge.work.batches import BATCH_CALLS, TRIES
from judge.work.dispatch import Dispatch
from judge.work.engine import judge, list_tasks, order_final_results
from judge.work.machines import Machine, describe_machine
from judge.work.messages import (
    BatchRequest,
    MachineRequest,
    MeasureMessage,
    Message,
    PrepareMessage,
    RunMessage,
)
from judge.work.remote_workers import LostAnswer
from judge.work.task_results import Task
from judge.work.tasks import ObservedResult, carry_out, examine_task, measure_again, prepare

AC, JE = Verdict.AC, Verdict.JE
SOLUTION = make_solution()
HERE = describe_machine("default", [SOLUTION])
MISHAPS = 12
PROVISIONAL = replace(make_result(cpu_s=0.9), final=False)


def machine(host: str, *, kind: str = "a processor", **changes: Any) -> Machine:
    return replace(HERE, host=host, kind=kind, **changes)


def task(number: int, solution: Solution = SOLUTION) -> Task:
    return Task(solution=solution, test=make_test(input=b"%d" % number, id=f"p/{number}"))


def judged(message: Message, contents: dict[bytes, bytes]) -> Any:
    """Answer like a worker: the input is the CPU time."""
    if isinstance(message.subject, Solution):
        return None
    assert isinstance(message.subject.test.input, bytes)
    cpu_s = float(contents[message.subject.test.input])
    return make_result(case=message.subject.test.case.id, cpu_s=cpu_s)


@dataclass(eq=False)
class Asked:
    """A question, and what becomes of it: an answer, an exception, or nothing while it is None."""

    question: Any
    answered: Callable[[], None]
    outcome: Any = None
    dropped: bool = False

    def answer(self) -> bytes:
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return pickle.dumps(self.outcome)

    def drop(self) -> None:
        self.dropped = True

    def end(self, outcome: Any) -> None:
        self.outcome = outcome
        self.answered()


@dataclass(eq=False)
class FakeWorker:
    machine: Machine | Exception
    held: dict[bytes, bytes] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)


class FakeCrew:
    """Workers that do what the test tells, or, where it does not, answer as soon as they are asked."""

    where = "the cluster of the tests"

    def __init__(self, **machines: Machine | Exception) -> None:
        self.workers = {name: FakeWorker(machine) for name, machine in machines.items()}
        self.is_reached = True
        self.forgotten: list[str] = []
        self.parcels: list[tuple[str, BatchRequest]] = []
        self.began = Counter[str]()
        self.fate: Callable[[str, FakeWorker, Asked], None] = self.serve

    def list_members(self) -> Collection[str]:
        if not self.is_reached:
            raise OSError("the line is cut")
        return list(self.workers)

    def ask(self, address: str, question: bytes, answered: Callable[[], None]) -> Asked:
        asked = Asked(pickle.loads(question), answered)
        worker = self.workers.get(address)
        if not worker:
            raise OSError("no such worker")
        if isinstance(asked.question, MachineRequest):
            asked.end(worker.machine)
        else:
            self.parcels.append((address, asked.question))
            worker.asked.append(asked)
            self.fate(address, worker, asked)
        return asked

    def end_run(self, run: str) -> None:
        self.forgotten.append(run)

    def serve(self, address: str, worker: FakeWorker, asked: Asked) -> None:
        asked.end(self.outcome(worker, asked.question))

    def outcome(self, worker: FakeWorker, parcel: BatchRequest) -> Any:
        worker.held.update(parcel.contents)
        needed = {each.subject.test.input for each in parcel.messages if isinstance(each.subject, Task)}
        if missing := needed - worker.held.keys():
            return frozenset(missing)
        self.began.update(
            each.subject.test.case.id for each in parcel.messages if isinstance(each.subject, Task)
        )
        return [judged(message, worker.held) for message in parcel.messages]


@contextmanager
def dispatching(crew: FakeCrew, **options: Any) -> Iterator[Dispatch]:
    dispatch = Dispatch(crew, SEAL, "default", **{"patience_s": 30, "glance_s": 0.01, **options})
    try:
        dispatch.greet([SOLUTION])
        yield dispatch
    finally:
        dispatch.shutdown(cancel_futures=True)


def results_of(dispatch: Dispatch, tasks: Sequence[Task]) -> list[Result]:
    futures = [dispatch.submit(carry_out, each, SEAL) for each in tasks]
    return [future.result(timeout=60) for future in futures]


# Batches


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a busy machine lets calls wait for each other, they are of one batch."""
    monkeypatch.setattr(dispatches, "_QUIET_S", 0.3)


@pytest.mark.usefixtures("patient")
def test_a_batch_is_of_fifty_calls_of_one_program_and_fewer_where_there_are_fewer() -> None:
    crew, other = FakeCrew(one=machine("a")), make_solution(name="other.py")
    with dispatching(crew) as dispatch:
        results_of(
            dispatch, [task(n) for n in range(2 * BATCH_CALLS + 7)] + [task(n, other) for n in range(3)]
        )
    assert [len(parcel.messages) for _, parcel in crew.parcels] == [BATCH_CALLS, BATCH_CALLS, 7, 3]


def test_what_a_worker_has_is_not_sent_again() -> None:
    crew, other = FakeCrew(one=machine("a")), make_solution(name="other.py")
    with dispatching(crew) as dispatch:
        for solution in (SOLUTION, other):
            results_of(dispatch, [task(n, solution) for n in range(BATCH_CALLS)])
    first, second = (parcel.contents for _, parcel in crew.parcels)
    # All tests share the program and its answer.
    assert len(first) == BATCH_CALLS + 2
    assert second == {}


def test_a_worker_that_has_lost_what_it_had_gets_it_again() -> None:
    crew = FakeCrew(one=machine("a"))
    with dispatching(crew) as dispatch:
        results_of(dispatch, [task(n) for n in range(3)])
        crew.workers["one"].held.clear()
        assert [result.verdict for result in results_of(dispatch, [task(n) for n in range(3)])] == [AC] * 3


def test_large_tests_do_not_travel_together(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(bytes(12 << 20))
    crew, large = FakeCrew(one=machine("a")), stored(tmp_path / "large")
    crew.fate = lambda address, worker, asked: asked.end([make_result()] * len(asked.question.messages))
    tests = [replace(each, test=replace(each.test, input=large)) for each in map(task, range(3))]
    with dispatching(crew) as dispatch:
        results_of(dispatch, tests)
    assert [len(parcel.messages) for _, parcel in crew.parcels] == [1, 1, 1]


def test_files_in_the_shared_folder_are_named_and_not_sent(tmp_path: Path) -> None:
    (tmp_path / "one.in").write_bytes(b"7")
    crew, input = FakeCrew(one=machine("a")), stored(tmp_path / "one.in")
    shared = replace(task(0), test=replace(task(0).test, input=input))
    with dispatching(crew, shared=tmp_path) as dispatch:
        assert results_of(dispatch, [shared])[0].cpu_s == 7
    # The worker does not see it, and is sent it.
    places, contents = zip(*((parcel.places, parcel.contents) for _, parcel in crew.parcels), strict=True)
    assert [*map(len, places)] == [1, 0]
    assert list(places[0].values()) == [str(tmp_path / "one.in")]
    assert b"7" not in contents[0].values()
    assert list(contents[1].values()) == [b"7"]


def test_a_file_that_has_changed_is_a_judge_error_and_its_batch_goes_on(tmp_path: Path) -> None:
    (tmp_path / "one.in").write_bytes(b"7")
    input = stored(tmp_path / "one.in")
    (tmp_path / "one.in").write_bytes(b"8 8")
    changed = replace(task(0), test=replace(task(0).test, input=input))
    with dispatching(FakeCrew(one=machine("a"))) as dispatch:
        found = results_of(dispatch, [task(1), changed, task(2)])
    assert [result.verdict for result in found] == [AC, JE, AC]
    assert "one.in" in found[1].message


def test_what_changes_while_it_is_judged_elsewhere_is_a_judge_error(tmp_path: Path) -> None:
    case = tmp_path / "case.yaml"
    case.write_text("1")
    crew = FakeCrew(one=machine("a"))

    def change(address: str, worker: FakeWorker, asked: Asked) -> None:
        case.write_text("22")
        crew.serve(address, worker, asked)

    crew.fate = change
    with dispatching(crew) as dispatch:
        (found,) = results_of(dispatch, [replace(task(0), files=(stored(case),))])
    assert (found.verdict, found.message) == (JE, f"{case} has changed during the run")


def test_a_result_bears_its_host_and_what_was_expected_here() -> None:
    solution = make_solution(expect={"p/*": Verdict.WA})
    with dispatching(FakeCrew(one=machine("a"))) as dispatch:
        (found,) = results_of(dispatch, [task(0, solution)])
    assert (found.host, found.expected) == ("a", (Verdict.WA,))


# Losses


@pytest.mark.slow
@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    workers=st.integers(1, 4),
    number=st.integers(1, 130),
    cancelled=st.sets(st.integers(0, 129), max_size=5),
)
def test_every_call_has_its_outcome_whatever_is_lost(
    seed: int, workers: int, number: int, cancelled: set[int]
) -> None:
    """Workers go and come, answer late, twice or with nothing; the line is cut. In the end they serve."""
    chance, mishaps = Random(seed), MISHAPS
    crew = FakeCrew(**{f"w{n}": machine(f"host-{n % 2}") for n in range(workers)})

    def fate(address: str, worker: FakeWorker, asked: Asked) -> None:
        nonlocal mishaps
        if mishaps <= 0:
            return crew.serve(address, worker, asked)
        mishaps -= 1
        match chance.randrange(6):
            case 0:
                outcome = crew.outcome(worker, asked.question)
                threading.Timer(0.02, asked.end, (outcome,)).start()
            case 1:
                crew.workers.pop(address, None)
                crew.workers[f"new-{mishaps}"] = FakeWorker(machine("host-0"))
            case 2:
                worker.held.clear()
                crew.serve(address, worker, asked)
            case 3:
                asked.end(LostAnswer("the line is cut", innocent=True))
            case 4:
                crew.serve(address, worker, asked)
                asked.answered()
            case 5:
                asked.end([])
        return None

    crew.fate = fate
    with dispatching(crew) as dispatch:
        futures = [dispatch.submit(carry_out, task(n), SEAL) for n in range(number)]
        gone = {n for n in cancelled if n < number and futures[n].cancel()}
        found = {n: future.result(timeout=60) for n, future in enumerate(futures) if n not in gone}
    for n, result in found.items():
        assert result.case == f"p/{n}"
        assert result.verdict is JE or (result.verdict, result.cpu_s) == (AC, n)
    # Each was lost so often by itself.
    assert TRIES * sum(result.verdict is JE for result in found.values()) <= MISHAPS


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
def test_what_kills_every_worker_is_a_judge_error_with_the_hosts_and_all_else_is_judged() -> None:
    crew = FakeCrew(w0=machine("host-0"))

    def fate(address: str, worker: FakeWorker, asked: Asked) -> None:
        if any(each.subject.test.case.id == "p/37" for each in asked.question.messages):
            del crew.workers[address]
            crew.workers[f"w{len(crew.parcels)}"] = FakeWorker(machine(f"host-{len(crew.parcels)}"))
        else:
            crew.serve(address, worker, asked)

    crew.fate = fate
    with dispatching(crew) as dispatch:
        found = results_of(dispatch, [task(n) for n in range(BATCH_CALLS)])
    (bad,) = [result for result in found if result.verdict is not AC]
    assert (bad.case, bad.verdict) == ("p/37", JE)
    assert bad.message.count("was lost") == 3
    assert bad.message.startswith("no worker could judge it: the worker host-")
    sizes = [len(parcel.messages) for _, parcel in crew.parcels]
    assert sizes[:3] == [BATCH_CALLS] * 3
    assert max(sizes[3:]) == BATCH_CALLS // 2
    assert set(crew.began.values()) == {1}


@pytest.mark.parametrize(
    ("function", "wanted"),
    [(prepare, "JE"), (carry_out, "JE"), (examine_task, "JE"), (measure_again, "AC")],
    ids=["a program", "a test", "a run", "what was judged before"],
)
def test_what_is_lost_for_good_is_no_exception(function: Callable[..., Any], wanted: str) -> None:
    crew = FakeCrew(one=machine("a"))
    crew.fate = lambda address, worker, asked: asked.end(ValueError("no"))
    subject = SOLUTION if function is prepare else task(0)
    first = [PROVISIONAL] if function is measure_again else []
    with dispatching(crew) as dispatch:
        found = dispatch.submit(function, subject, SEAL, *first).result(timeout=60)
    found = found.result if isinstance(found, ObservedResult) else found
    assert found.verdict.name == wanted
    if function is measure_again:
        assert found == replace(first[0], final=True)
    else:
        assert "a (one): ValueError('no')" in found.message


def test_a_worker_that_hangs_is_left_and_told_of() -> None:
    later_s = 0.0
    crew, is_asked = FakeCrew(one=machine("a"), two=machine("b")), threading.Event()
    held: list[tuple[str, FakeWorker, Asked]] = []

    def fate(address: str, worker: FakeWorker, asked: Asked) -> None:
        # The other answers only then, or it might answer every call by itself.
        if address == "one":
            is_asked.set()
        else:
            held.append((address, worker, asked))
        while is_asked.is_set() and held:
            crew.serve(*held.pop(0))

    crew.fate = fate
    with dispatching(crew, clock=lambda: time.monotonic() + later_s) as dispatch:
        futures = [dispatch.submit(carry_out, task(n), SEAL) for n in range(2 * BATCH_CALLS)]
        assert is_asked.wait(60)
        later_s = 10_000
        assert {future.result(timeout=60).host for future in futures} == {"b"}
        assert dispatch.notices == ["not used: a (one): it hangs"]
        hung = list(crew.workers["one"].asked)
        assert all(asked.dropped for asked in hung)
        # Its later answer belongs to no question.
        hung[0].end([make_result(verdict=Verdict.WA)] * BATCH_CALLS)
        assert results_of(dispatch, [task(500)])[0].host == "b"


def test_no_call_is_answered_twice_by_a_worker_that_was_thought_lost() -> None:
    crew = FakeCrew(one=machine("a"))
    late: list[Asked] = []

    def fate(address: str, worker: FakeWorker, asked: Asked) -> None:
        if not late:
            late.append(asked)
            crew.workers = {"two": FakeWorker(machine("b"))}
        else:
            late[0].end([make_result(verdict=Verdict.WA)])
            crew.serve(address, worker, asked)

    crew.fate = fate
    with dispatching(crew) as dispatch:
        (found,) = results_of(dispatch, [task(0)])
    assert (found.host, found.verdict) == ("b", AC)


# Hosts


def test_a_result_near_its_limit_is_measured_again_on_its_host() -> None:
    crew = FakeCrew(**{f"w{n}": machine(f"host-{n}") for n in range(3)})
    with dispatching(crew) as dispatch:
        for host in ("host-2", "host-0", "host-2"):
            again = replace(PROVISIONAL, host=host)
            found = dispatch.submit(measure_again, task(0), SEAL, again).result(timeout=60)
            assert (found.host, found.final) == (host, True)
    assert all(isinstance(parcel.messages[0], MeasureMessage) for _, parcel in crew.parcels)


def test_where_the_host_has_gone_it_is_measured_anew_elsewhere() -> None:
    crew = FakeCrew(one=machine("a"))
    with dispatching(crew) as dispatch:
        again = replace(PROVISIONAL, host="gone")
        found = dispatch.submit(measure_again, task(0), SEAL, again).result(timeout=60)
    assert (found.host, found.final) == ("a", True)
    ((message,),) = [parcel.messages for _, parcel in crew.parcels]
    assert isinstance(message, MeasureMessage)
    assert message.first is None


def test_a_program_is_made_on_every_host_before_anything_is_timed() -> None:
    crew = FakeCrew(w0=machine("a"), w1=machine("a"), w2=machine("b"))
    cases = [make_case(id=f"p/{n}", input=b"%d" % n) for n in range(5)]
    with dispatching(crew) as dispatch:
        found = order_final_results(
            judge([SOLUTION], list_tasks([SOLUTION], cases), dispatch, SEAL), [SOLUTION], cases
        )
    assert [result.case for result in found] == [case.id for case in cases]
    first = [crew.workers[address].machine for address, _ in crew.parcels[:2]]
    assert {each.host for each in first if isinstance(each, Machine)} == {"a", "b"}
    kinds = [type(parcel.messages[0]) for _, parcel in crew.parcels]
    assert kinds == [PrepareMessage, PrepareMessage, RunMessage]


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        (["x", "x"], "2 workers on 2 hosts"),
        (["x", "y"], "2 workers on 2 hosts of 2 kinds, whose times do not compare"),
    ],
)
def test_it_is_told_where_machines_are_unlike(kinds: list[str], words: str) -> None:
    crew = FakeCrew(**{f"w{n}": machine(f"h{n}", kind=kind) for n, kind in enumerate(kinds)})
    with dispatching(crew) as dispatch:
        assert dispatch.describe() == words


# Rejected workers


@pytest.mark.slow
@pytest.mark.parametrize(
    ("found", "why"),
    [
        (machine("b", judge="0.0.1"), f"b (two): expected judge {__version__}, got judge 0.0.1"),
        (machine("b", level="basic"), "b (two): expected sandbox default, got sandbox basic"),
        (machine("b", tools=("Python 2",)), "b (two): expected Python 3"),
        (UsageError("no sandbox"), "two: it cannot judge: no sandbox"),
        (ModuleNotFoundError("No module named 'judge'"), "two: it cannot judge: No module named 'judge'"),
    ],
    ids=["judge", "level", "interpreter", "no sandbox", "no judge"],
)
def test_a_worker_that_differs_is_given_nothing(found: Machine | Exception, why: str) -> None:
    crew = FakeCrew(one=machine("a"), two=found)
    with dispatching(crew) as dispatch:
        assert {result.host for result in results_of(dispatch, [task(n) for n in range(200)])} == {"a"}
        (notice,) = dispatch.notices
    assert notice.startswith(f"not used: {why}")
    assert crew.workers["two"].asked == []


def test_a_worker_that_comes_later_is_greeted_and_used() -> None:
    crew = FakeCrew(one=machine("a"))
    held: list[tuple[str, FakeWorker, Asked]] = []

    def hold_the_first(address: str, worker: FakeWorker, asked: Asked) -> None:
        """Answer for the first worker only once the second has been asked, however fast the first is."""
        held.append((address, worker, asked))
        if crew.workers["two"].asked:
            while held:
                crew.serve(*held.pop())

    crew.fate = hold_the_first
    with dispatching(crew) as dispatch:
        crew.workers["two"] = FakeWorker(machine("b"))
        while len(dispatch) < 2:
            continue
        assert {result.host for result in results_of(dispatch, [task(n) for n in range(200)])} == {"a", "b"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("crew", "found"),
    [
        (FakeCrew(), "got none: start"),
        (FakeCrew(one=machine("a", judge="0.0.1")), "got not used: a (one): expected judge"),
    ],
    ids=["none", "another judge"],
)
def test_without_a_fit_worker_for_long_all_ends_in_one_line(crew: FakeCrew, found: str) -> None:
    with (
        pytest.raises(UsageError, match="expected a worker of the cluster") as raised,
        dispatching(crew, patience_s=2),
    ):
        pass
    assert found in str(raised.value)


@pytest.mark.slow
def test_where_the_scheduler_is_gone_for_long_what_waits_is_told() -> None:
    crew = FakeCrew(one=machine("a"))
    crew.fate = lambda address, worker, asked: None
    with dispatching(crew, patience_s=2) as dispatch:
        waiting = dispatch.submit(carry_out, task(0), SEAL)
        crew.is_reached = False
        with pytest.raises(UsageError, match="no answer of the scheduler"):
            waiting.result(timeout=60)
        with pytest.raises(UsageError, match="no answer of the scheduler"):
            dispatch.submit(carry_out, task(1), SEAL).result(timeout=60)


# Ends


def test_what_is_cancelled_has_ended_at_once_and_the_workers_hear_of_the_end() -> None:
    crew = FakeCrew(one=machine("a"))
    crew.fate = lambda address, worker, asked: None
    with dispatching(crew) as dispatch:
        futures = [dispatch.submit(carry_out, task(n), SEAL) for n in range(3 * BATCH_CALLS)]
        assert all(future.cancel() for future in futures)
    assert len(crew.forgotten) == 1
    assert all(asked.dropped for asked in crew.workers["one"].asked)


def test_who_shuts_it_down_in_peace_gets_all_outcomes() -> None:
    crew = FakeCrew(one=machine("a"))
    dispatch = Dispatch(crew, SEAL, "default", glance_s=0.01)
    dispatch.greet([SOLUTION])
    futures = [dispatch.submit(carry_out, task(n), SEAL) for n in range(70)]
    dispatch.shutdown()
    assert [future.result(timeout=0).cpu_s for future in futures] == list(range(70))
    with pytest.raises(RuntimeError, match="shut down"):
        dispatch.submit(carry_out, task(0), SEAL)


def test_what_needs_no_worker_is_carried_out_here() -> None:
    crew = FakeCrew(one=machine("a"))
    with dispatching(crew) as dispatch:
        assert dispatch.submit(max, 3, 4).result(timeout=60) == 4
        with pytest.raises(ZeroDivisionError):
            dispatch.submit(divmod, 1, 0).result(timeout=60)
    assert crew.parcels == []
