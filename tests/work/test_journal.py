"""The journals: what runs before have found, as far as it still holds, whatever became of them."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest
from helpers import environment, full_disk, make_case, make_limits, make_result, make_solution
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.cases.tests import count_tests
from judge.mistakes.diagnosis import diagnose
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Expectation, Verdict, VerdictWithMistake
from judge.platform.errors import InputErrors
from judge.platform.files import stored
from judge.platform.state import Folder
from judge.work import journal as journals_of
from judge.work.earlier import UNKNOWN
from judge.work.journal import VERSION, Journal
from judge.work.keys import ResultKeys

SOLUTION = replace(make_solution(), digest="0123")
CASE = make_case()


@pytest.fixture(autouse=True)
def few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that ends merges all journals: there are never few enough."""
    monkeypatch.setattr(journals_of, "MOST_FILES", 1)


def pairs(
    solution: Solution = SOLUTION, case: Case = CASE, *, manner: str = "warm", tests: int = 9
) -> ResultKeys:
    """One solution on one case, which is of so many tests."""
    return ResultKeys(
        [solution], [case], manner=manner, tool_of=lambda _: "Python", number_of=lambda case, format: tests
    )


def many(solutions: Sequence[str], cases: Sequence[str] = ("sum/small",)) -> ResultKeys:
    """Programs and cases that differ, each in one test."""
    return ResultKeys(
        [replace(SOLUTION, name=name, digest=name) for name in solutions],
        [replace(CASE, id=id, input=id.encode()) for id in cases],
        manner="warm",
        tool_of=lambda _: "Python",
        number_of=count_tests,
    )


def result(test: int = 1, verdict: Verdict = Verdict.AC, **rest: Any) -> Result:
    return make_result(test=test, tests=9, verdict=verdict, **rest)


def ran(
    root: Path,
    results: Iterable[Result] = (),
    known: ResultKeys | None = None,
    *,
    finished: bool,
    resume: bool = False,
) -> tuple[Result, ...]:
    """A run of the judge that gets these results; what it took over, as if it had measured that itself."""
    journal = Journal(root, known or pairs())
    taken = journal.resume() if resume else ()
    for one in results:
        journal.add(one)
    journal.close(finished=finished)
    assert all(one.measured_at for one in taken)
    return tuple(sorted((replace(one, measured_at=None) for one in taken), key=repr))


def left_behind(root: Path, results: Iterable[Result], known: ResultKeys | None = None) -> Path:
    """The journal of a run that was stopped after these results."""
    ran(root, results, known, finished=False)
    return max(folder(root).glob("run-*.jsonl"))


def resumed(root: Path, known: ResultKeys | None = None) -> tuple[Result, ...]:
    return ran(root, (), known, finished=True, resume=True)


def notices(root: Path, known: ResultKeys | None = None) -> list[str]:
    """Return the notices of a resumed run about the journals that it found."""
    journal = Journal(root, known or pairs())
    journal.resume()
    journal.close(finished=False)
    return journal.notices


def folder(root: Path) -> Path:
    return root / ".judge" / f"results-{VERSION}"


def journals(root: Path) -> list[str]:
    return sorted(path.name for path in folder(root).iterdir())


_diagnoses = st.tuples(st.binary(max_size=9), st.binary(max_size=9)).map(lambda pair: diagnose(*pair))
_allowed = st.sampled_from([*Verdict, VerdictWithMistake(verdict=Verdict.PE, mistake="cr-lf")])
_results = st.builds(
    make_result,
    verdict=st.sampled_from([verdict for verdict in Verdict if verdict not in UNKNOWN]),
    message=st.text(max_size=20),
    diagnosis=st.none() | _diagnoses,
    stderr=st.binary(max_size=20),
    cpu_s=st.none() | st.floats(0, 0.79) | st.floats(1.1, 1e6),
    peak_bytes=st.none() | st.integers(0, 1 << 40),
)


@settings(max_examples=30)
@given(st.lists(_results, max_size=5), st.booleans())
def test_what_a_run_found_is_known_however_it_ended(
    tmp_path_factory: pytest.TempPathFactory, results: list[Result], finished: bool
) -> None:
    numbered = [replace(one, test=number, tests=9) for number, one in enumerate(results, 1)]
    root = tmp_path_factory.mktemp("project")
    ran(root, numbered, finished=finished)
    for _ in range(2):
        assert resumed(root) == tuple(sorted(numbered, key=repr))


def test_every_result_is_in_the_file_before_the_next_is_waited_for(tmp_path: Path) -> None:
    journal = Journal(tmp_path, pairs())
    (path,) = folder(tmp_path).glob("run-*.jsonl")
    for number in (1, 2, 3):
        journal.add(result(number))
        assert path.read_bytes().count(b"\n") == number
    journal.close(finished=True)


def test_a_result_that_is_in_the_file_is_known_wherever_an_interrupt_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = journals_of._create_journal

    class Interrupted:
        """The file of a journal, of which one call ends in an interrupt."""

        def __init__(self, file: IO[bytes], call: str) -> None:
            self._file, self._call = file, call

        def __getattr__(self, name: str) -> Any:
            return self._interrupted if name == self._call else getattr(self._file, name)

        def _interrupted(self, *words: Any) -> None:
            getattr(self._file, self._call)(*words)
            self._call = ""
            raise KeyboardInterrupt

    def interrupted(folder: Folder) -> tuple[str, Any]:
        name, file = new(folder)
        return name, Interrupted(file, call)

    for call in ("write", "flush"):
        root = tmp_path / call
        root.mkdir()
        with monkeypatch.context() as patched:
            patched.setattr(journals_of, "_create_journal", interrupted)
            journal = Journal(root, pairs())
            with pytest.raises(KeyboardInterrupt):
                journal.add(result())
            journal.close(finished=False)
        assert resumed(root) == (result(),)


def test_what_is_taken_over_bears_the_time_at_which_it_was_measured(tmp_path: Path) -> None:
    before = datetime.now().astimezone() - timedelta(seconds=1)
    left_behind(tmp_path, [result()])
    after = datetime.now().astimezone()
    for _ in range(2):
        journal = Journal(tmp_path, pairs())
        (taken,) = journal.resume()
        journal.close(finished=True)
        assert taken.measured_at
        assert before <= taken.measured_at <= after
        assert taken.measured_at.utcoffset() == after.utcoffset()


# What is not sure


@pytest.mark.parametrize(
    "unsure",
    [
        *(pytest.param(result(verdict=verdict), id=verdict.name) for verdict in UNKNOWN),
        pytest.param(result(verdict=Verdict.JE, message="no UTF-8: \udcff"), id="a reason of any characters"),
        pytest.param(replace(result(verdict=Verdict.TLE), final=False), id="provisional"),
        pytest.param(result(cpu_s=0.8), id="near its limit"),
        pytest.param(result(verdict=Verdict.TLE, cpu_s=1.05), id="near its limit, above it"),
        pytest.param(result(cpu_s=0.5, runs=2), id="near its limit at first"),
    ],
)
def test_what_is_not_sure_is_judged_again(tmp_path: Path, unsure: Result) -> None:
    left_behind(tmp_path, [unsure, result(2)])
    assert notices(tmp_path) == []
    assert resumed(tmp_path) == (result(2),)


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(pairs(replace(SOLUTION, digest="4567")), id="the solution"),
        pytest.param(pairs(case=replace(CASE, input=b"1 3\n")), id="the input"),
        pytest.param(pairs(case=replace(CASE, limits=make_limits(memory_bytes=1))), id="the memory limit"),
        pytest.param(pairs(manner="cold"), id="the manner"),
        pytest.param(pairs(tests=8), id="the number of tests"),
    ],
)
def test_what_has_changed_is_judged_again_and_known_where_it_is_changed_back(
    tmp_path: Path, known: ResultKeys
) -> None:
    ran(tmp_path, [result()], finished=True)
    assert resumed(tmp_path, known) == ()
    ran(
        tmp_path,
        [replace(result(verdict=Verdict.WA), tests=known.count_tests("adds.py", CASE.id))],
        known,
        finished=True,
    )
    assert notices(tmp_path) == []
    assert resumed(tmp_path) == (result(),)


def test_what_changed_since_its_run_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1 2\n")
    case = replace(CASE, input=stored(tmp_path / "a"))
    (tmp_path / "a").write_bytes(b"1 2 3\n")
    left = pairs(case=case)
    journal = Journal(tmp_path, left)
    journal.add(result())
    journal.close(finished=False)
    assert (resumed(tmp_path, left), notices(tmp_path, left)) == ((), [])
    assert journals(tmp_path) == []


# What is of today


def test_what_is_expected_is_what_is_expected_today(tmp_path: Path) -> None:
    ran(tmp_path, [result(verdict=Verdict.WA)], finished=True)
    wrong = Expectation(pattern=CASE.id, verdicts=(Verdict.WA, Verdict.TLE))
    (taken,) = resumed(tmp_path, pairs(replace(SOLUTION, known=(wrong,))))
    assert taken.expected == (Verdict.WA, Verdict.TLE)
    assert taken.as_expected


def test_two_cases_with_the_same_bytes_have_a_word_each(tmp_path: Path) -> None:
    """A case that is stated twice is run twice."""
    cases = [replace(CASE, id=id) for id in ("a/1", "b/1")]
    both = ResultKeys([SOLUTION], cases, manner="warm", tool_of=lambda _: "Python", number_of=count_tests)
    ran(tmp_path, [make_result(case="a/1")], both, finished=True)
    assert resumed(tmp_path, both) == (make_result(case="a/1"),)


# Other limits


def under(cpu_s: float) -> ResultKeys:
    return pairs(case=replace(CASE, limits=make_limits(cpu_s=cpu_s)))


def test_under_another_limit_the_newest_word_that_says_something_counts(tmp_path: Path) -> None:
    ran(tmp_path, [result(cpu_s=0.3)], under(1), finished=True)
    ran(tmp_path, [result(verdict=Verdict.TLE, cpu_s=0.22)], under(0.2), finished=True)
    known = {
        limit_s: [one.verdict for one in resumed(tmp_path, under(limit_s))]
        for limit_s in (0.1, 0.2, 0.5, 1, 5)
    }
    assert known == {
        0.1: [Verdict.TLE],
        0.2: [Verdict.TLE],
        0.5: [],
        1: [Verdict.AC],
        5: [Verdict.AC],
    }
    ran(tmp_path, [result(verdict=Verdict.TLE, cpu_s=2.2)], under(2), finished=True)
    assert [one.verdict for one in resumed(tmp_path, under(1))] == [Verdict.TLE]


# What is whole


@pytest.mark.parametrize("size", [0, 1, 30, -2, -1])
def test_a_torn_last_line_costs_one_result_and_no_word(tmp_path: Path, size: int) -> None:
    results = (result(1), result(2))
    path = left_behind(tmp_path, results)
    first, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + last[:size])
    # Without its newline alone it says as much as with it.
    assert resumed(tmp_path) == results[: 2 if size == -1 else 1]
    assert notices(tmp_path) == []
    ran(tmp_path, [result(3)], finished=True)
    assert len(resumed(tmp_path)) == (3 if size == -1 else 2)


@pytest.mark.parametrize(
    "junk",
    [
        pytest.param(b"\n", id="an empty line"),
        pytest.param(b"[]\n", id="an array"),
        pytest.param(b"{}\n", id="nothing"),
        pytest.param(b"\xff\xfe\n", id="no UTF-8"),
        pytest.param(b'{"check": 1, "key": "", "limit_s": 1.0, "result": 3}\n', id="no result"),
        pytest.param(b"[" * 99999 + b"\n", id="depth"),
        pytest.param(
            b'{"check": 1, "key": "", "limit_s": 1.0, "result": ' + b"[" * 99999 + b"\n", id="deep result"
        ),
        pytest.param(b'{"fingerprint": "0", "result": {"solution": "adds.py"}}\n', id="another layout"),
    ],
)
def test_junk_between_the_lines_is_passed_over_and_counted(tmp_path: Path, junk: bytes) -> None:
    path = left_behind(tmp_path, [result()])
    path.write_bytes(junk + path.read_bytes() + junk)
    assert notices(tmp_path) == [f"{path.name}: 2 of 3 lines could not be read"]
    assert resumed(tmp_path) == (result(),)


_damages = st.lists(
    st.tuples(st.sampled_from(["set", "cut", "put"]), st.floats(0, 1), st.binary(min_size=1, max_size=9)),
    min_size=1,
    max_size=4,
)


def damaged(data: bytes, how: str, where: float, with_: bytes) -> bytes:
    place = int(where * len(data))
    if how == "cut":
        return data[:place] + data[place + len(with_) * 30 :]
    return data[:place] + with_ + data[place + (len(with_) if how == "set" else 0) :]


@pytest.mark.slow
@settings(max_examples=200)
@given(_damages, st.booleans())
def test_whatever_becomes_of_its_bytes_nothing_wrong_is_known(
    tmp_path_factory: pytest.TempPathFactory, damages: list[tuple[str, float, bytes]], again: bool
) -> None:
    root = tmp_path_factory.mktemp("project")
    results = (result(1), result(2, Verdict.WA, message="x"), result(3, Verdict.TLE, cpu_s=1.2))
    path = left_behind(root, results)
    data = path.read_bytes()
    for damage in damages:
        data = damaged(data, *damage)
    path.write_bytes(data)
    if again:  # and after it was made one with another
        ran(root, [result(4)], finished=True)
    for limit_s in (0.1, 1, 50):
        taken = {one.test: one for one in resumed(root, under(limit_s))}
        for one in (*results, result(4)):
            if one.test in taken:
                assert taken[one.test] == one


def test_one_damaged_byte_costs_no_more_than_its_line(tmp_path: Path) -> None:
    path = left_behind(tmp_path, [result(1), result(2), result(3)])
    first, *others = path.read_bytes().splitlines(keepends=True)
    for place in range(0, len(first) - 1, 7):
        path.write_bytes(first[:place] + bytes([first[place] ^ 1]) + first[place + 1 :] + b"".join(others))
        assert set(resumed(tmp_path)) >= {result(2), result(3)}


def test_an_empty_journal_is_nothing_to_speak_of(tmp_path: Path) -> None:
    ran(tmp_path, finished=False)
    (folder(tmp_path) / "run-1.jsonl").touch()
    assert notices(tmp_path) == []
    assert resumed(tmp_path) == ()


# What stays


def test_the_newest_word_on_a_test_counts(tmp_path: Path) -> None:
    left_behind(tmp_path, [result(1, Verdict.WA), result(2)])
    left_behind(tmp_path, [result(1, Verdict.RE)])
    assert {one.test: one.verdict for one in resumed(tmp_path)} == {1: Verdict.RE, 2: Verdict.AC}


_names = ("a.py", "b.py")
_steps = st.lists(
    st.tuples(
        st.sets(st.sampled_from(_names), min_size=1),
        st.sets(st.sampled_from(("p/1", "p/2")), min_size=1),
        st.booleans(),
        st.integers(0, 4),
    ),
    max_size=6,
)


@settings(max_examples=40)
@given(_steps)
def test_a_result_is_known_until_another_word_is_said_on_it(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[set[str], set[str], bool, int]],
) -> None:
    root = tmp_path_factory.mktemp("project")
    kept: dict[tuple[str, str], Result] = {}
    for number, (solutions, cases, resume, stopped_after) in enumerate(steps):
        asked = [(name, case) for name in sorted(solutions) for case in sorted(cases)]
        new = {
            key: make_result(solution=key[0], case=key[1], message=str(number))
            for key in asked
            if not (resume and key in kept)
        }
        got = list(new.items())[:stopped_after]
        finished = len(got) == len(new)
        known = many(sorted(solutions), sorted(cases))
        taken = ran(root, [one for _, one in got], known, finished=finished, resume=resume)
        assert set(taken) == ({kept[key] for key in asked if key in kept} if resume else set())
        kept.update(got)
        if finished and got:
            assert len(journals(root)) == 1
    everything = many(_names, ("p/1", "p/2"))
    assert set(resumed(root, everything)) == set(kept.values())


@pytest.mark.parametrize("verdict", UNKNOWN)
def test_what_a_run_could_not_judge_replaces_nothing(tmp_path: Path, verdict: Verdict) -> None:
    left_behind(tmp_path, [result(1, Verdict.WA), result(2)])
    ran(tmp_path, [result(1, verdict), result(2, Verdict.RE)], finished=True)
    assert resumed(tmp_path) == (result(1, Verdict.WA), result(2, Verdict.RE))


def test_of_a_few_each_is_left_as_it_is_and_of_many_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short run after each save of a file does not rewrite all known results."""
    monkeypatch.undo()
    numbers = []
    for number in range(1, 30):
        ran(tmp_path, [replace(result(number), tests=99)], pairs(tests=99), finished=True)
        numbers.append(len(journals(tmp_path)))
    assert numbers == [1 + number % 8 for number in range(29)]
    assert len(resumed(tmp_path, pairs(tests=99))) == 29


def test_of_too_many_the_oldest_words_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = left_behind(tmp_path, [result(number) for number in (1, 2, 3)])
    monkeypatch.setattr(journals_of, "MOST_BYTES", path.stat().st_size + 50)
    ran(tmp_path, [result(4), result(1, Verdict.WA)], finished=True)
    assert resumed(tmp_path) == (result(1, Verdict.WA), result(3), result(4))
    (name,) = journals(tmp_path)
    assert (folder(tmp_path) / name).stat().st_size <= journals_of.MOST_BYTES


def test_one_run_alone_is_kept_to_the_size_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals_of, "MOST_BYTES", 700)
    ran(tmp_path, [result(number) for number in range(1, 10)], finished=True)
    assert [one.test for one in resumed(tmp_path)] in ([9], [8, 9])


# Two at once


def test_what_a_run_that_lasts_has_found_is_known_and_its_journal_left_alone(tmp_path: Path) -> None:
    under_way = Journal(tmp_path, pairs())
    under_way.add(result(1))
    (name,) = journals(tmp_path)
    assert resumed(tmp_path) == (result(1),)
    ran(tmp_path, [result(2)], finished=True)
    assert len(journals(tmp_path)) == 2
    assert name in journals(tmp_path)
    under_way.add(result(3))
    under_way.close(finished=True)
    assert len(journals(tmp_path)) == 1
    assert resumed(tmp_path) == (result(1), result(2), result(3))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Merge journals like another run that ends."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def test_two_runs_that_end_at_once_lose_nothing(tmp_path: Path) -> None:
    first, second = Journal(tmp_path, pairs()), Journal(tmp_path, pairs())
    first.add(result(1))
    second.add(result(2))
    with locked(folder(tmp_path)):
        first.close(finished=True)
    assert len(journals(tmp_path)) == 2
    second.close(finished=True)
    assert len(journals(tmp_path)) == 1
    assert resumed(tmp_path) == (result(1), result(2))


def test_a_journal_that_was_taken_for_an_empty_one_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the making of a journal and its lock another run may end and remove it."""
    lock, seen = fcntl.flock, []

    def removed_first(file: Any, operation: int) -> None:
        if not seen:
            (path,) = folder(tmp_path).glob("run-*.jsonl")
            seen.append(path)
            path.unlink()
        lock(file, operation)

    monkeypatch.setattr("judge.work.journal.fcntl.flock", removed_first)
    left_behind(tmp_path, [result()])
    assert resumed(tmp_path) == (result(),)


# Runs of one test each, one after the other, that say when each has ended.
RUNS = """
import sys
from pathlib import Path
from test_journal import Journal, WIDE, journals_of, many_tests, numbered
journals_of.MOST_FILES = 1
for number in range(int(sys.argv[2]), WIDE):
    journal = Journal(Path(sys.argv[1]), many_tests())
    journal.add(numbered(number))
    journal.close(finished=True)
    print(number, flush=True)
"""
WIDE = 100_000


def many_tests() -> ResultKeys:
    return pairs(tests=WIDE)


def numbered(number: int) -> Result:
    return make_result(test=number, tests=WIDE)


def known_of(root: Path, last: int) -> set[int]:
    """Which of the tests up to the last one are known."""
    few = pairs(tests=WIDE)
    few.list_requested = lambda: islice(pairs(tests=WIDE).list_requested(), last)  # type: ignore[method-assign]
    return {one.test for one in ran(root, known=few, finished=True, resume=True)}


@pytest.mark.slow
def test_who_is_killed_at_any_moment_leaves_all_that_was_known_to_who_reads_at_any_moment(
    tmp_path: Path,
) -> None:
    chance = Random(9)
    ended = 0
    for _ in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", RUNS, str(tmp_path), str(ended + 1)],
            cwd=Path(__file__).parent,
            env=environment(PYTHONPATH=os.pathsep.join(sys.path)),
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout
            for _ in range(chance.randrange(2, 9)):
                ended = int(process.stdout.readline())
                assert known_of(tmp_path, ended) == set(range(1, ended + 1))
            time.sleep(chance.random() / 100)
            process.send_signal(signal.SIGKILL)
            ended = max([ended, *map(int, process.stdout.read().split())])
        assert known_of(tmp_path, ended) == set(range(1, ended + 1))
    ran(tmp_path, [numbered(ended + 1)], many_tests(), finished=True)
    assert len(journals(tmp_path)) == 1


def test_what_a_run_left_that_was_killed_while_it_made_one_journal_is_removed(tmp_path: Path) -> None:
    left_behind(tmp_path, [result(1)])
    (folder(tmp_path) / ".run-1.jsonl.77").write_bytes(b"half of")
    ran(tmp_path, [result(2)], finished=True)
    assert len(journals(tmp_path)) == 1
    assert resumed(tmp_path) == (result(1), result(2))


# The place of the journals


def test_no_repository_takes_the_journals_for_its_own(tmp_path: Path) -> None:
    ran(tmp_path, finished=True)
    assert (tmp_path / ".judge" / ".gitignore").read_text() == "*\n"


def test_results_of_a_newer_judge_are_a_line_with_its_remedy_and_stay(tmp_path: Path) -> None:
    ran(tmp_path, [result()], finished=True)
    newer = folder(tmp_path).with_name(f"results-{VERSION + 1}")
    folder(tmp_path).rename(newer)
    journal = Journal(tmp_path, pairs())
    with pytest.raises(InputErrors) as raised:
        journal.resume()
    assert str(raised.value) == (
        f"{newer}: expected results of version 1, got 2, that of a newer judge:"
        " use that judge, or remove this folder"
    )
    assert journals(tmp_path) == []
    assert len(list(newer.iterdir())) == 1
    ran(tmp_path, [result()], finished=True)
    assert len(list(newer.iterdir())) == 1


@pytest.mark.parametrize("name", ["results-0", "results-", "results-x", "results-01", "results"])
def test_what_no_newer_judge_left_is_nobodys_concern(tmp_path: Path, name: str) -> None:
    ran(tmp_path, [result()], finished=True)
    (tmp_path / ".judge" / name).mkdir()
    assert resumed(tmp_path) == (result(),)


def test_where_nothing_can_be_written_the_run_goes_on_with_a_notice(tmp_path: Path) -> None:
    (tmp_path / ".judge").write_text("a file where the folder should be")
    journal = Journal(tmp_path, pairs())
    (notice,) = journal.notices
    assert notice == f"results are not journalled: {tmp_path}/.judge: expected a folder, got a file"
    journal.add(result())
    assert journal.resume() == ()
    journal.close(finished=True)


def test_what_lies_in_a_folder_that_may_only_be_read_is_known_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = left_behind(tmp_path, [result()])

    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    for name in ("create", "replace", "remove"):
        monkeypatch.setattr(Folder, name, read_only)
    journal = Journal(tmp_path, pairs())
    assert journal.notices == [f"results are not journalled: {tmp_path}/.judge: Read-only file system"]
    assert len(journal.resume()) == 1
    journal.close(finished=True)
    assert journals(tmp_path) == [path.name]


def test_a_disk_that_fills_up_costs_the_results_that_follow(tmp_path: Path) -> None:
    journal = Journal(tmp_path, pairs())
    journal.add(result(1))
    (path,) = folder(tmp_path).glob("run-*.jsonl")
    with full_disk(path.stat().st_size + 100):
        journal.add(result(2))
        journal.add(result(3))
        journal.close(finished=True)
    assert journal.notices == [f"results are not journalled: {tmp_path}/.judge: File too large"]
    assert resumed(tmp_path) == (result(1),)


def test_a_disk_without_room_for_one_journal_of_all_keeps_each(tmp_path: Path) -> None:
    left_behind(tmp_path, [result(1), result(2)])
    journal = Journal(tmp_path, pairs())
    journal.add(result(3))
    before = journals(tmp_path)
    with full_disk((folder(tmp_path) / before[0]).stat().st_size + 100):
        journal.close(finished=True)
    assert journals(tmp_path) == before
    assert resumed(tmp_path) == (result(1), result(2), result(3))


def test_a_journal_that_could_not_be_written_to_its_end_goes_with_its_run(tmp_path: Path) -> None:
    journal = Journal(tmp_path, pairs())
    with full_disk(100):
        journal.add(result())
        journal.close(finished=True)
    assert journals(tmp_path) == []


def make_link(path: Path) -> None:
    path.symlink_to(path.parent.parent / "elsewhere.jsonl")


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        pytest.param(Path.mkdir, "a folder", id="a folder"),
        pytest.param(os.mkfifo, "a pipe", id="a pipe"),
        pytest.param(make_link, "a link", id="a link"),
    ],
)
def test_what_is_no_file_is_no_journal(tmp_path: Path, make: Callable[[Path], None], kind: str) -> None:
    path = left_behind(tmp_path, [result(1)])
    elsewhere = tmp_path / ".judge" / "elsewhere.jsonl"
    elsewhere.write_bytes(path.read_bytes())
    path.unlink()
    make(path)
    assert notices(tmp_path) == [f"{path.name} is ignored: expected a file, got {kind}"]
    for number in (2, 3):  # nor is it in the way of the others
        ran(tmp_path, [result(number)], finished=True)
    assert len(journals(tmp_path)) == 2
    assert resumed(tmp_path) == (result(2), result(3))
    assert path.is_symlink() or path.exists()
    assert elsewhere.read_bytes().count(b"\n") == 1
