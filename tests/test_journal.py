"""The journal: what a stopped run knew, as far as it is still true."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import make_case, make_limits, make_result, make_solution
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.journal import Fingerprints, Journal, fingerprints
from judge.mistakes.diagnosis import diagnose
from judge.model import Case, Named, Solution, Verdict
from judge.results import Result

SOLUTION = replace(make_solution(), digest="0123")
CASE = make_case()


def prints(solution: Solution = SOLUTION, case: Case = CASE, *, manner: str = "warm") -> Fingerprints:
    return fingerprints([solution], [case], manner=manner)


def left_behind(root: Path, results: Iterable[Result], known: Fingerprints | None = None) -> Path:
    """The journal of a run that was stopped after these results."""
    journal = Journal(root, known or prints())
    try:
        for result in results:
            journal.add(result)
    finally:
        journal.close(finished=False)
    assert journal.notice == ""
    return max((root / ".judge").glob("run-*.jsonl"))


def resumed(root: Path, known: Fingerprints | None = None) -> tuple[Result, ...]:
    journal = Journal(root, known or prints())
    try:
        return journal.resume()
    finally:
        journal.close(finished=True)


def journals(root: Path) -> list[str]:
    return sorted(path.name for path in (root / ".judge").glob("run-*"))


_diagnoses = st.tuples(st.binary(max_size=9), st.binary(max_size=9)).map(lambda pair: diagnose(*pair))
_allowed = st.sampled_from([*Verdict, Named(verdict=Verdict.PE, mistake="cr-lf")])
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
    numbered = [replace(result, test=number, tests=9) for number, result in enumerate(results, 1)]
    root = tmp_path_factory.mktemp("project")
    left_behind(root, numbered)
    assert sorted(resumed(root), key=lambda result: result.test) == numbered
    assert journals(root) == []


def test_a_run_that_ended_by_itself_leaves_nothing_to_go_on_with(tmp_path: Path) -> None:
    journal = Journal(tmp_path, prints())
    journal.add(make_result())
    journal.close(finished=True)
    assert journals(tmp_path) == []
    assert resumed(tmp_path) == ()


def test_every_result_is_in_the_file_before_the_next_is_waited_for(tmp_path: Path) -> None:
    journal = Journal(tmp_path, prints())
    (path,) = (tmp_path / ".judge").glob("run-*.jsonl")
    for number in (1, 2, 3):
        journal.add(make_result(test=number, tests=3))
        assert path.read_bytes().count(b"\n") == number
    journal.close(finished=True)


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(prints(replace(SOLUTION, digest="4567")), id="the solution"),
        pytest.param(prints(case=replace(CASE, input=b"1 3\n")), id="the input"),
        pytest.param(prints(case=replace(CASE, answer=b"3")), id="the answer"),
        pytest.param(prints(case=replace(CASE, limits=make_limits(cpu_s=2))), id="the time limit"),
        pytest.param(prints(case=replace(CASE, limits=make_limits(memory_bytes=1))), id="the memory limit"),
        pytest.param(prints(case=replace(CASE, limits=make_limits(output_bytes=1))), id="the output limit"),
        pytest.param(prints(case=replace(CASE, format="poj")), id="the format"),
        pytest.param(prints(case=replace(CASE, any_answer=True)), id="the promise of one answer"),
        pytest.param(prints(case=replace(CASE, id="sum/large")), id="the name of the case"),
        pytest.param(prints(replace(SOLUTION, name="b.py")), id="the name of the solution"),
        pytest.param(prints(manner="cold"), id="the manner"),
    ],
)
def test_what_has_changed_is_judged_again(tmp_path: Path, known: Fingerprints) -> None:
    left_behind(tmp_path, [make_result()])
    assert resumed(tmp_path, known) == ()


def test_bytes_cannot_wander_from_the_input_to_the_answer() -> None:
    one = prints(case=replace(CASE, input=b"1 2", answer=b"3"))
    other = prints(case=replace(CASE, input=b"1 ", answer=b"23"))
    assert list(one.values()) != list(other.values())


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.SK])
def test_what_was_not_judged_is_tried_again(tmp_path: Path, verdict: Verdict) -> None:
    left_behind(tmp_path, [make_result(verdict=verdict)])
    assert resumed(tmp_path) == ()


@pytest.mark.parametrize("size", [0, 1, 30, -2, -1])
def test_a_torn_last_line_costs_one_result(tmp_path: Path, size: int) -> None:
    results = [make_result(test=1, tests=2), make_result(test=2, tests=2)]
    path = left_behind(tmp_path, results)
    first, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + last[:size])
    # Without its newline alone it says as much as with it.
    assert sorted(resumed(tmp_path), key=lambda result: result.test) == results[: 2 if size == -1 else 1]


@pytest.mark.parametrize(
    "junk",
    [b"\n", b"[]\n", b"{}\n", b"\xff\xfe\n", b'{"fingerprint": "", "result": 3}\n', b"[" * 99999 + b"\n"],
)
def test_junk_between_the_lines_is_passed_over(tmp_path: Path, junk: bytes) -> None:
    path = left_behind(tmp_path, [make_result()])
    path.write_bytes(junk + path.read_bytes() + junk)
    assert resumed(tmp_path) == (make_result(),)


def test_the_newest_word_on_a_test_counts(tmp_path: Path) -> None:
    left_behind(tmp_path, [make_result(verdict=Verdict.WA), make_result(test=2)])
    left_behind(tmp_path, [make_result(verdict=Verdict.TLE)])
    known = {result.test: result.verdict for result in resumed(tmp_path)}
    assert known == {1: Verdict.TLE, 2: Verdict.AC}


def test_a_run_that_is_stopped_twice_still_goes_on(tmp_path: Path) -> None:
    left_behind(tmp_path, [make_result()])
    again = Journal(tmp_path, prints())
    assert again.resume() == (make_result(),)
    again.add(make_result(test=2, tests=2))
    again.close(finished=False)
    assert len(journals(tmp_path)) == 1
    assert len(resumed(tmp_path)) == 2


def test_the_journal_of_a_run_that_is_under_way_is_left_alone(tmp_path: Path) -> None:
    under_way = Journal(tmp_path, prints())
    under_way.add(make_result())
    assert resumed(tmp_path) == ()
    assert len(journals(tmp_path)) == 1
    under_way.close(finished=True)


def test_no_repository_takes_the_journals_for_its_own(tmp_path: Path) -> None:
    left_behind(tmp_path, [])
    assert (tmp_path / ".judge" / ".gitignore").read_text() == "*\n"


def test_where_nothing_can_be_written_the_run_goes_on_with_a_notice(tmp_path: Path) -> None:
    (tmp_path / ".judge").write_text("a file where the folder should be")
    journal = Journal(tmp_path, prints())
    assert journal.notice.startswith(f"results are not journalled: {tmp_path}/.judge")
    journal.add(make_result())
    assert journal.resume() == ()
    journal.close(finished=True)


def test_what_is_no_file_is_no_journal(tmp_path: Path) -> None:
    left_behind(tmp_path, [make_result()])
    (tmp_path / ".judge" / "run-0.jsonl").mkdir()
    assert resumed(tmp_path) == (make_result(),)
