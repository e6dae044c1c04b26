"""The journal: what a stopped run knew, as far as it is still true."""

import errno
import fcntl
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import full_disk, make_case, make_limits, make_result, make_solution
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.cases.tests import number_of_tests
from judge.errors import InputErrors
from judge.files import stamp_of, stored
from judge.mistakes.diagnosis import diagnose
from judge.model import Case, Expectation, Solution, Stored, Verdict, VerdictWithMistake
from judge.results import Result
from judge.state import State
from judge.work.journal import Journal, Pairs

SOLUTION = replace(make_solution(), digest="0123")
CASE = make_case()


def pairs(
    solution: Solution = SOLUTION,
    case: Case = CASE,
    *,
    manner: str = "warm",
    tool: str = "Python",
    tests: int = 9,
) -> Pairs:
    """One solution on one case, which is of so many tests."""
    return Pairs(
        [solution], [case], manner=manner, tool_of=lambda _: tool, number_of=lambda case, format: tests
    )


def many(solutions: Sequence[str], cases: Sequence[str] = ("sum/small",)) -> Pairs:
    return Pairs(
        [replace(SOLUTION, name=name) for name in solutions],
        [replace(CASE, id=id) for id in cases],
        manner="warm",
        tool_of=lambda _: "Python",
        number_of=number_of_tests,
    )


def result(test: int = 1, verdict: Verdict = Verdict.AC, **rest: Any) -> Result:
    return make_result(test=test, tests=9, verdict=verdict, **rest)


def ran(
    root: Path,
    results: Iterable[Result] = (),
    known: Pairs | None = None,
    *,
    finished: bool,
    resume: bool = False,
) -> tuple[Result, ...]:
    """A run of the judge that gets these results; what it took over."""
    journal = Journal(root, known or pairs())
    taken = journal.resume() if resume else ()
    for one in results:
        journal.add(one)
    journal.close(finished=finished)
    return taken


def left_behind(root: Path, results: Iterable[Result], known: Pairs | None = None) -> Path:
    """The journal of a run that was stopped after these results."""
    ran(root, results, known, finished=False)
    return max((root / ".judge").glob("run-*.jsonl"))


def resumed(root: Path, known: Pairs | None = None) -> tuple[Result, ...]:
    return ran(root, (), known, finished=True, resume=True)


def notices(root: Path, known: Pairs | None = None) -> list[str]:
    """What a run that goes on says of the journals that it found; it leaves them."""
    before = journals(root)
    journal = Journal(root, known or pairs())
    journal.resume()
    journal.close(finished=False)
    for name in {*journals(root)} - {*before}:
        (root / ".judge" / name).unlink()
    return journal.notices


def journals(root: Path) -> list[str]:
    return sorted(path.name for path in (root / ".judge").glob("run-*"))


_diagnoses = st.tuples(st.binary(max_size=9), st.binary(max_size=9)).map(lambda pair: diagnose(*pair))
_allowed = st.sampled_from([*Verdict, VerdictWithMistake(verdict=Verdict.PE, mistake="cr-lf")])
_results = st.builds(
    make_result,
    verdict=st.sampled_from([verdict for verdict in Verdict if verdict not in (Verdict.JE, Verdict.SK)]),
    expected=st.lists(_allowed, min_size=1, max_size=3).map(tuple),
    message=st.text(max_size=20),
    diagnosis=st.none() | _diagnoses,
    stderr=st.binary(max_size=20),
    cpu_s=st.none() | st.floats(0, 1e6),
    peak_bytes=st.none() | st.integers(0, 1 << 40),
)


@settings(max_examples=30)
@given(st.lists(_results, max_size=5))
def test_what_a_stopped_run_knew_is_known_again(
    tmp_path_factory: pytest.TempPathFactory, results: list[Result]
) -> None:
    numbered = [replace(one, test=number, tests=9) for number, one in enumerate(results, 1)]
    root = tmp_path_factory.mktemp("project")
    left_behind(root, numbered)
    assert sorted(resumed(root), key=lambda one: one.test) == numbered
    assert journals(root) == []


def test_a_run_that_ended_by_itself_leaves_nothing_to_go_on_with(tmp_path: Path) -> None:
    ran(tmp_path, [result()], finished=True)
    assert journals(tmp_path) == []
    assert resumed(tmp_path) == ()


def test_every_result_is_in_the_file_before_the_next_is_waited_for(tmp_path: Path) -> None:
    journal = Journal(tmp_path, pairs())
    (path,) = (tmp_path / ".judge").glob("run-*.jsonl")
    for number in (1, 2, 3):
        journal.add(result(number))
        assert path.read_bytes().count(b"\n") == number
    journal.close(finished=True)


def test_what_is_not_final_is_not_known(tmp_path: Path) -> None:
    left_behind(tmp_path, [replace(result(1, Verdict.TLE), final=False), result(2)])
    assert resumed(tmp_path) == (result(2),)


# What results hang on


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(pairs(replace(SOLUTION, digest="4567")), id="the solution"),
        pytest.param(pairs(case=replace(CASE, input=b"1 3\n")), id="the input"),
        pytest.param(pairs(case=replace(CASE, answer=b"3")), id="the answer"),
        pytest.param(pairs(case=replace(CASE, limits=make_limits(cpu_s=2))), id="the time limit"),
        pytest.param(pairs(case=replace(CASE, limits=make_limits(memory_bytes=1))), id="the memory limit"),
        pytest.param(pairs(case=replace(CASE, limits=make_limits(output_bytes=1))), id="the output limit"),
        pytest.param(pairs(case=replace(CASE, format="poj")), id="the format"),
        pytest.param(pairs(case=replace(CASE, any_answer=True)), id="the promise of one answer"),
        pytest.param(pairs(case=replace(CASE, id="sum/large")), id="the name of the case"),
        pytest.param(pairs(replace(SOLUTION, name="b.py")), id="the name of the solution"),
        pytest.param(
            pairs(replace(SOLUTION, known=(Expectation(pattern=CASE.id, verdicts=(Verdict.WA,)),))),
            id="what the case states of the solution",
        ),
        pytest.param(pairs(manner="cold"), id="the manner"),
        pytest.param(pairs(tool="PyPy"), id="the interpreter"),
        pytest.param(pairs(tests=8), id="the number of tests"),
    ],
)
def test_what_has_changed_is_judged_again(tmp_path: Path, known: Pairs) -> None:
    left_behind(tmp_path, [result()])
    assert resumed(tmp_path, known) == ()


def test_another_version_of_the_judge_judges_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left_behind(tmp_path, [result()])
    monkeypatch.setattr("judge.work.journal.__version__", "0.0.0")
    assert resumed(tmp_path) == ()


def test_bytes_cannot_wander_from_the_input_to_the_answer() -> None:
    one = pairs(case=replace(CASE, input=b"1 2", answer=b"3"))
    other = pairs(case=replace(CASE, input=b"1 ", answer=b"23"))
    assert one.fingerprint("adds.py", "sum/small") != other.fingerprint("adds.py", "sum/small")


def test_bytes_are_the_same_wherever_they_lie(tmp_path: Path) -> None:
    """The key is of the bytes, not of the file: a copy or a touch changes nothing."""
    fingerprints = set()
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"1 2\n" * (1 << 20))
        for content in (stored(tmp_path / name), b"1 2\n" * (1 << 20)):
            known = pairs(case=replace(CASE, input=content))
            fingerprints.add(known.fingerprint("adds.py", "sum/small"))
            other = pairs(case=replace(CASE, answer=content))
            assert other.fingerprint("adds.py", "sum/small") != known.fingerprint("adds.py", "sum/small")
    assert len(fingerprints) == 1


def test_a_file_that_is_not_what_it_was_has_no_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1 2\n")
    case = replace(CASE, input=stored(tmp_path / "a"))
    (tmp_path / "a").write_bytes(b"1 2 3\n")
    with pytest.raises(InputErrors, match="changed"):
        pairs(case=case).fingerprint("adds.py", "sum/small")


def test_what_changed_since_its_run_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1 2\n")
    case = replace(CASE, input=stored(tmp_path / "a"))
    (tmp_path / "a").write_bytes(b"1 2 3\n")
    journal = Journal(tmp_path, pairs(case=case))
    journal.add(result())
    journal.close(finished=False)
    again = Journal(tmp_path, pairs(case=case))
    assert (again.resume(), again.notices) == ((), [])
    again.close(finished=True)


def test_no_byte_of_a_case_is_read_before_its_first_result(tmp_path: Path) -> None:
    """Nor of any other: a pipe without a writer would be waited for."""
    os.mkfifo(tmp_path / "a")
    stamp = stamp_of(tmp_path / "a")
    case = replace(CASE, input=Stored(tmp_path / "a", stamp), answer=Stored(tmp_path / "gone", stamp))
    known = pairs(case=case)
    assert known.total("adds.py") == 9
    Journal(tmp_path, known).close(finished=True)


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.SK])
def test_what_was_not_judged_is_tried_again(tmp_path: Path, verdict: Verdict) -> None:
    left_behind(tmp_path, [result(verdict=verdict)])
    assert resumed(tmp_path) == ()


def test_a_reason_of_any_characters_is_no_fault(tmp_path: Path) -> None:
    left_behind(tmp_path, [result(verdict=Verdict.JE, message="no UTF-8: \udcff")])
    assert notices(tmp_path) == []


# What is whole


@pytest.mark.parametrize("size", [0, 1, 30, -2, -1])
def test_a_torn_last_line_costs_one_result(tmp_path: Path, size: int) -> None:
    results = [result(1), result(2)]
    path = left_behind(tmp_path, results)
    first, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + last[:size])
    # Without its newline alone it says as much as with it.
    assert sorted(resumed(tmp_path), key=lambda one: one.test) == results[: 2 if size == -1 else 1]


@pytest.mark.parametrize(
    "junk",
    [
        pytest.param(b"\n", id="an empty line"),
        pytest.param(b"[]\n", id="an array"),
        pytest.param(b"{}\n", id="nothing"),
        pytest.param(b"\xff\xfe\n", id="no UTF-8"),
        pytest.param(b'{"check": 1, "fingerprint": "", "result": 3}\n', id="no result"),
        pytest.param(b"[" * 99999 + b"\n", id="depth"),
        pytest.param(b'{"check": 1, "fingerprint": "", "result": ' + b"[" * 99999 + b"\n", id="deep result"),
        pytest.param(b'{"fingerprint": "0", "result": {"solution": "adds.py"}}\n', id="another version"),
    ],
)
def test_junk_between_the_lines_is_passed_over_and_counted(tmp_path: Path, junk: bytes) -> None:
    path = left_behind(tmp_path, [result()])
    path.write_bytes(junk + path.read_bytes() + junk)
    assert notices(tmp_path) == [f"{path.name}: 2 of 3 lines could not be read"]
    assert resumed(tmp_path) == (result(),)


@settings(max_examples=40)
@given(st.data())
def test_a_damaged_byte_costs_its_result_and_makes_no_other(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    root = tmp_path_factory.mktemp("project")
    results = [result(1), result(2, Verdict.WA, message="x")]
    path = left_behind(root, results)
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    path.write_bytes(whole[:place] + bytes([data.draw(st.integers(0, 255))]) + whole[place + 1 :])
    taken = resumed(root)
    assert set(taken) <= set(results)
    # A line end that is lost joins two lines.
    assert len(taken) >= (1 if whole[place : place + 1] != b"\n" else 0)


@pytest.mark.parametrize(
    ("left", "what"),
    [
        pytest.param(result(10), "of tests that this run does not have", id="a test beyond the last"),
        pytest.param(result(0), "of tests that this run does not have", id="a test before the first"),
        pytest.param(
            make_result(tests=3), "of tests that this run does not have", id="of another number of tests"
        ),
    ],
)
def test_a_test_that_there_is_not_is_passed_over_and_counted(tmp_path: Path, left: Result, what: str) -> None:
    path = left_behind(tmp_path, [left, result()])
    assert notices(tmp_path) == [f"{path.name}: 1 of 2 lines {what}"]
    assert resumed(tmp_path) == (result(),)


def test_every_reason_to_pass_over_is_told_with_its_count(tmp_path: Path) -> None:
    both = many(["adds.py", "b.py"])
    path = left_behind(tmp_path, [make_result(), make_result(solution="b.py")], both)
    path.write_bytes(path.read_bytes() + b"rubbish\n")
    changed = pairs(replace(SOLUTION, digest="4567"), tests=1)
    assert notices(tmp_path, changed) == [
        f"{path.name}: 1 of 3 lines of what has changed since, "
        "1 of 3 lines of tests that this run does not have, 1 of 3 lines could not be read"
    ]


def test_an_empty_journal_is_nothing_to_speak_of(tmp_path: Path) -> None:
    left_behind(tmp_path, [])
    assert notices(tmp_path) == []
    assert resumed(tmp_path) == ()
    assert journals(tmp_path) == []


# What stays


def test_the_newest_word_on_a_test_counts(tmp_path: Path) -> None:
    left_behind(tmp_path, [result(1, Verdict.WA), result(2)])
    left_behind(tmp_path, [result(1, Verdict.TLE)])
    known = {one.test: one.verdict for one in resumed(tmp_path)}
    assert known == {1: Verdict.TLE, 2: Verdict.AC}


def test_a_run_that_is_stopped_twice_still_goes_on(tmp_path: Path) -> None:
    left_behind(tmp_path, [result(1)])
    assert ran(tmp_path, [result(2)], finished=False, resume=True) == (result(1),)
    assert set(resumed(tmp_path)) == {result(1), result(2)}
    assert journals(tmp_path) == []


@pytest.mark.parametrize("resume", [True, False])
def test_what_a_run_was_not_asked_for_stays(tmp_path: Path, resume: bool) -> None:
    of_a, of_b = make_result(solution="a.py"), make_result(solution="b.py")
    left_behind(tmp_path, [of_a, of_b], many(["a.py", "b.py"]))
    taken = ran(tmp_path, [] if resume else [of_a], many(["a.py"]), finished=True, resume=resume)
    assert taken == ((of_a,) if resume else ())
    assert ran(tmp_path, known=many(["a.py", "b.py"]), finished=False, resume=True) == (of_b,)


_names = ("a.py", "b.py")
_tests = st.sampled_from([(name, case) for name in _names for case in ("p/1", "p/2")])
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
def test_results_leave_the_journals_only_when_a_run_that_ended_has_replaced_them(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[set[str], set[str], bool, int]],
) -> None:
    root = tmp_path_factory.mktemp("project")
    kept: dict[tuple[str, str], Result] = {}
    for number, (solutions, cases, resume, stopped_after) in enumerate(steps):
        asked = [(name, case) for name in sorted(solutions) for case in sorted(cases)]
        new = {
            key: make_result(solution=key[0], case=key[1], cpu_s=float(number))
            for key in asked
            if not (resume and key in kept)
        }
        got = list(new.items())[:stopped_after]
        finished = len(got) == len(new)
        known = many(sorted(solutions), sorted(cases))
        taken = ran(root, [one for _, one in got], known, finished=finished, resume=resume)
        assert set(taken) == ({kept[key] for key in asked if key in kept} if resume else set())
        kept.update(got)
        if finished:
            kept = {key: one for key, one in kept.items() if key not in asked}
    everything = many(_names, ("p/1", "p/2"))
    assert set(ran(root, known=everything, finished=True, resume=True)) == set(kept.values())
    assert journals(root) == []


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.SK])
def test_what_a_run_could_not_judge_replaces_nothing(tmp_path: Path, verdict: Verdict) -> None:
    left_behind(tmp_path, [result(1, Verdict.WA), result(2)])
    ran(tmp_path, [result(1, verdict), result(2, Verdict.TLE)], finished=True)
    assert resumed(tmp_path) == (result(1, Verdict.WA),)


# Two at once


def test_the_journal_of_a_run_that_is_under_way_is_left_alone(tmp_path: Path) -> None:
    under_way = Journal(tmp_path, pairs())
    under_way.add(result())
    assert resumed(tmp_path) == ()
    ran(tmp_path, [result()], finished=True)
    assert len(journals(tmp_path)) == 1
    under_way.close(finished=True)
    assert journals(tmp_path) == []


def test_a_journal_that_another_run_reads_is_not_rewritten(tmp_path: Path) -> None:
    path = left_behind(tmp_path, [result()])
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        ran(tmp_path, [result()], finished=True)
    assert resumed(tmp_path) == (result(),)


def test_a_journal_that_was_taken_for_an_empty_one_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the making of a journal and its lock another run may end and remove it."""
    lock, seen = fcntl.flock, []

    def removed_first(file: Any, operation: int) -> None:
        if not seen:
            (path,) = (tmp_path / ".judge").glob("run-*.jsonl")
            seen.append(path)
            path.unlink()
        lock(file, operation)

    monkeypatch.setattr("judge.work.journal.fcntl.flock", removed_first)
    left_behind(tmp_path, [result()])
    assert resumed(tmp_path) == (result(),)


# Where it lies


def test_no_repository_takes_the_journals_for_its_own(tmp_path: Path) -> None:
    left_behind(tmp_path, [])
    assert (tmp_path / ".judge" / ".gitignore").read_text() == "*\n"


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
        monkeypatch.setattr(State, name, read_only)
    journal = Journal(tmp_path, pairs())
    assert journal.notices == [f"results are not journalled: {tmp_path}/.judge: Read-only file system"]
    assert journal.resume() == (result(),)
    journal.close(finished=True)
    assert journals(tmp_path) == [path.name]


def test_a_disk_that_fills_up_costs_the_results_that_follow(tmp_path: Path) -> None:
    journal = Journal(tmp_path, pairs())
    journal.add(result(1))
    (path,) = (tmp_path / ".judge").glob("run-*.jsonl")
    with full_disk(path.stat().st_size + 100):
        journal.add(result(2))
        journal.add(result(3))
        journal.close(finished=False)
    assert journal.notices == [f"results are not journalled: {tmp_path}/.judge: File too large"]
    assert resumed(tmp_path) == (result(1),)


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
    path = left_behind(tmp_path, [result()])
    (tmp_path / "elsewhere.jsonl").write_bytes(path.read_bytes())
    path.unlink()
    make(path)
    assert notices(tmp_path) == [f"{path.name} is passed over: expected a file, got {kind}"]
    assert resumed(tmp_path) == ()
    assert path.is_symlink() or path.exists()
    assert (tmp_path / "elsewhere.jsonl").read_bytes().count(b"\n") == 1
