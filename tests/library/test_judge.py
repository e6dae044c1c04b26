"""The judge that stays open: sources and tests in memory go in, reports come out."""

import asyncio
import gc
import os
import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, wait
from pathlib import Path
from typing import Any

import pytest
from helpers import environment, need, write_project
from hypothesis import given, settings
from hypothesis import strategies as st

from judge import Judge, JudgeError, Report, Submission, Test, Verdict, load, run
from judge.library.builds import RecentBuilds
from judge.running.sandbox.seal import HEADERS

AC, CE, JE, RE, SK, TLE, WA = (Verdict[name] for name in ("AC", "CE", "JE", "RE", "SK", "TLE", "WA"))
ADDS = "print(sum(map(int, input().split())))\n"
SUMS = [Test("1 2\n", "3\n"), Test(b"2 2\n", b"4\n"), Test("5 6\n", "11\n")]
SPINS = "while True:\n    pass\n"


@pytest.fixture(scope="module")
def live() -> Iterator[Judge]:
    with Judge(jobs=2) as judge:
        yield judge


def verdicts(report: Report) -> list[Verdict]:
    return [each.verdict for each in report.results]


@pytest.mark.parametrize(
    ("source", "found", "score", "verdict"),
    [
        (ADDS, [AC, AC, AC], 1.0, AC),
        (ADDS.encode(), [AC, AC, AC], 1.0, AC),
        ("print(3)", [AC, WA, WA], 1 / 3, WA),
        ("1 / 0", [RE, RE, RE], 0.0, RE),
        ("def f(:", [CE, CE, CE], 0.0, CE),
    ],
    ids=["right", "bytes", "partly right", "crash", "broken"],
)
def test_a_source_in_memory_is_judged_on_tests_in_memory(
    live: Judge, source: str | bytes, found: list[Verdict], score: float, verdict: Verdict
) -> None:
    report = live.judge(source, tests=SUMS)
    assert (verdicts(report), report.score, report.verdict) == (found, score, verdict)
    assert report.passed is (verdict is AC)
    assert bool(report.message) is (verdict is not AC)


def test_tests_after_the_first_failure_are_skipped_and_count(live: Judge) -> None:
    report = live.judge("print(3)", tests=SUMS, stop="first failure")
    assert (verdicts(report), report.score, report.verdict) == ([AC, WA, SK], 1 / 3, WA)


def test_limits_are_for_the_cpu_time_of_a_test(live: Judge) -> None:
    report = live.judge(SPINS, tests=SUMS[:1], time_s=0.1, time_factor=2)
    assert report.verdict is TLE
    assert report.message.endswith("limit 0.2 s")


def test_a_rule_decides(live: Judge) -> None:
    tests = [Test("", "0.333333\n")]
    assert live.judge("print(1 / 3)", tests=tests).verdict is WA
    assert live.judge("print(1 / 3)", tests=tests, compare="float 1e-5").passed
    assert live.judge("print('  1\\n2  ')", tests=[Test("", "1 2")]).passed
    assert not live.judge("print('  1\\n2  ')", tests=[Test("", "1 2")], compare="lines").passed


CHECKER = """import sys
answer, output = open(sys.argv[2]).read().split(), sys.stdin.read().split()
sys.exit(42 if sorted(answer) == sorted(output) else 43)
"""


def test_a_program_decides(live: Judge) -> None:
    def judged(source: str, checker: str = CHECKER) -> Report:
        tests = [Test("", "1 2 3")]
        return live.judge(source, tests=tests, checker=checker, checker_language="python", protocol="kattis")

    assert judged("print(3, 1, 2)").passed
    assert judged("print(3, 1)").verdict is WA
    failed = judged("print(3, 1, 2)", "1 / 0")
    assert (failed.verdict, failed.score, failed.passed) == (JE, None, None)
    assert "checker.py" in failed.message


SHARES = """import sys
with open(f"{sys.argv[3]}score_multiplier.txt", "w") as file:
    file.write("0.25")
sys.exit(42)
"""


def test_a_program_that_accepts_and_gives_fewer_points_has_accepted(live: Judge, tmp_path: Path) -> None:
    """The same submission as a project has the same verdict."""
    report = live.judge(
        "print(3)", tests=[Test("", "3\n")], checker=SHARES, checker_language="python", protocol="icpc"
    )
    assert (report.verdict, report.score) == (AC, 1.0)
    case = "checker: check.py\nprotocol: icpc\n%scases: [{id: a, input: '', output: \"3\\n\"}]\n"
    for points, points_given in (("", None), ("points: 8\n", 2.0)):
        root = write_project(
            tmp_path / f"with {points_given}",
            solutions={"three.py": "# judge: {format: text}\nprint(3)\n"},
            cases={"three.yaml": case % points, "three/check.py": SHARES},
        )
        (result,) = run(load(root), jobs=1)
        assert (result.verdict, result.points) == (AC, points_given)


def test_a_compiled_program_is_judged_by_another_name_of_its_language(live: Judge) -> None:
    need("g++")
    source = "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }\n"
    assert live.judge(source, language="C++17", tests=SUMS).passed
    broken = live.judge("int main() { return x; }", language="cpp", tests=SUMS)
    assert broken.verdict is CE
    assert b"solution.cpp:1:" in broken.results[0].stderr
    assert bytes(live._files.folder) not in broken.results[0].stderr


def test_a_function_is_called_by_its_signature(live: Judge) -> None:
    source = "class Solution:\n    def add(self, a, b):\n        return a + b\n"
    tests = [Test("1\n2\n", "3\n"), Test([2, 3], 5)]
    assert live.judge(source, tests=tests, entry="integer add(integer a, integer b)").passed


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"language": "pyton"}, "expected one of the languages .*, got 'pyton'"),
        ({"tests": []}, "tests: expected at least one test, got none"),
        ({"tests": [Test(3)]}, "test 1: expected text or bytes as input, got '3'"),  # type: ignore[arg-type]
        ({"tests": ["1"]}, "tests: expected Test, got"),
        ({"time_s": 0}, "time_s: expected a number above 0"),
        ({"time_s": float("nan")}, "time_s: expected a number above 0"),
        ({"time_s": 10**400}, "time_s: expected a number above 0, at most 1,000,000, got '1000"),
        ({"time_s": True}, "time_s: expected a number above 0"),
        ({"tests": None}, "tests: expected a list of Test, got 'None'"),
        ({"tests": "1 2"}, "tests: expected a list of Test, got"),
        ({"arguments": "--fast"}, "arguments: expected a list of str, got"),
        ({"arguments": None}, "arguments: expected a list of str, got 'None'"),
        ({"checker": "x", "checker_arguments": "--fast"}, "checker_arguments: expected a list of str, got"),
        ({"checker_arguments": ["x"]}, "checker_arguments: expected a checker with them, got none"),
        ({"checker": 5}, "checker: expected text or bytes, got '5'"),
        ({"prelude": ["x"]}, "prelude: expected str, got"),
        ({"memory_bytes": "1"}, "memory_bytes: expected a number of bytes above 0"),
        ({"compare": "tokns"}, "compare: expected one of the profiles .*; did you mean tokens"),
        ({"checker": "x"}, "checker: expected its protocol"),
        ({"checker": "x", "compare": "lines"}, "expected one of compare and checker, got both"),
        ({"stop": "now"}, "stop: expected 'first failure', got 'now'"),
        ({"entry": "integer"}, "entry: expected"),
        ({"entry": "integer f()", "language": "rust"}, "entry: expected a language that has a driver"),
    ],
    ids=str,
)
def test_a_wrong_argument_is_one_line_at_once_and_a_judge_error_in_a_stream(
    live: Judge, fields: dict[str, object], message: str
) -> None:
    stated = {"tests": SUMS, **fields}
    with pytest.raises(JudgeError, match=message) as raised:
        live.submit("", **stated)  # type: ignore[arg-type]
    assert "\n" not in str(raised.value)
    (report,) = live.map([Submission("", key=7, **stated)])  # type: ignore[arg-type]
    assert report == Report(key=7, verdict=JE, score=None, message=str(raised.value))


MOST = 16 << 20
# Pieces that are nothing to a compiler, or much.
PIECES = [*"\0\ud800\ufeff\r\n\u2028(\\", "\x1b[2J", "print(3)", '"""', "# coding: ", "utf-16 ", "# judge: "]
PIECES += ["#!/bin/sh\n", "class Solution:\n", "class A ", "int main(){}", "../"]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=8).map("".join)


@settings(max_examples=12, deadline=None)
@given(
    st.lists(TEXTS, min_size=12, max_size=12),
    st.sampled_from(["python", "python", "cpp" if shutil.which("g++") else "python"]),
)
def test_no_text_of_a_source_is_a_failure_of_the_judge(live: Judge, texts: list[str], language: str) -> None:
    for report in live.map(Submission(text, SUMS[:1], language) for text in texts):
        assert report.verdict is not JE, report
        assert report.score is not None


@pytest.mark.parametrize("stop", ["", "first failure"])
@pytest.mark.parametrize("language", ["python", "cpp", "java"])
@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("#" * (MOST + 1), "source: expected at most 16,777,216 bytes, got 16,777,217"),
        (b"#" * (MOST + 1), "source: expected at most 16,777,216 bytes, got 16,777,217"),
        ("é" * (MOST // 2 + 1), "source: expected at most 16,777,216 bytes, got 16,777,218"),
        ("print('\ud800')", "source: expected text that UTF-8 can write, got: surrogates not allowed"),
    ],
    ids=["too long", "too many bytes", "too long in UTF-8", "a lone surrogate"],
)
def test_a_source_that_no_compiler_takes_is_a_compile_error(
    live: Judge, source: Any, message: str, language: str, stop: Any
) -> None:
    asked = Submission(source, SUMS, language, key=1, stop=stop)
    (streamed,) = live.map([asked])
    for report in (live.judge(asked), streamed):
        assert (report.key, report.verdict, report.score, report.message) == (1, CE, 0.0, message)
        assert verdicts(report) == [CE, SK, SK] if stop else [CE, CE, CE]
        assert report.feedback() == f"0 of 3 tests passed.\ncompile error\n{message}"
    assert live.run(asked, tests=SUMS[:1]).result().verdict is CE


def test_arguments_of_a_call_are_refused_in_one_line(live: Judge) -> None:
    def refuse(call: Any, *words: Any, **fields: Any) -> str:
        with pytest.raises(JudgeError) as raised:
            call(*words, **fields)
        return str(raised.value)

    assert refuse(live.submit, None, tests=SUMS) == "source: expected text or bytes, got 'None'"
    assert refuse(live.submit, ADDS) == "tests: expected at least one test, got none"
    assert refuse(live.submit, ADDS, tests=SUMS, tiem_s=3).endswith("got 'tiem_s'; did you mean time_s?")
    assert refuse(live.run, ADDS, tests=SUMS) == "tests: expected one test to run, got 3"
    assert refuse(live.submit, ADDS, tests=SUMS, time_s=10**5000).endswith("at most 1,000,000, got int")
    unwritten = "expected text that UTF-8 can write as"
    assert refuse(live.submit, ADDS, tests=[Test("\ud800")]).startswith(f"test 1: {unwritten} input")
    assert refuse(live.submit, ADDS, tests=[Test("", "\ud800")]).startswith(f"test 1: {unwritten} answer")
    assert live.judge(ADDS, tests=tuple(SUMS), arguments=()).passed


@pytest.mark.parametrize("jobs", [-1, 0, 1.5, "2", True, 10**6])
def test_a_number_of_workers_that_cannot_be_is_refused(jobs: Any) -> None:
    with pytest.raises(JudgeError, match=r"^jobs: expected a whole number from 1 to 999, got "):
        Judge(jobs=jobs)


def test_an_address_that_is_no_text_is_refused() -> None:
    with pytest.raises(JudgeError, match=r"^cluster: expected str, got '5'"):
        Judge(cluster=5)  # type: ignore[arg-type]


def test_reports_come_as_they_are_finished_each_with_its_key(live: Judge) -> None:
    stream = (Submission(f"print({key})", [Test("", "3")], key=key) for key in range(20))
    found = {report.key: report.passed for report in live.map(stream)}
    assert found == {key: key == 3 for key in range(20)}


@pytest.mark.parametrize("verdict", Verdict)
def test_a_failure_of_the_judge_is_neither_passed_nor_failed(verdict: Verdict) -> None:
    passed = Report(key=1, verdict=verdict, score=None).passed
    assert passed is (None if verdict is JE else verdict.is_sound)


def test_a_wrong_item_does_not_end_a_stream(live: Judge) -> None:
    class Broken(Sequence[Test]):
        def __len__(self) -> int:
            raise RuntimeError("lost")

        def __getitem__(self, at: Any) -> Any:
            raise RuntimeError("lost")

    wrong: list[Any] = [
        Submission(ADDS, None, key=1),  # type: ignore[arg-type]
        Submission(ADDS, 5, key=2),  # type: ignore[arg-type]
        Submission(ADDS, SUMS, key=3, time_s=10**400),
        Submission(ADDS, Broken(), key=4),
    ]
    reports = [*live.map([*wrong, 5, None, Submission(ADDS, SUMS, key=5)])]
    assert {each.key for each in reports if each.passed} == {5}
    failed = [each for each in reports if not each.passed]
    assert [(each.verdict, each.passed, each.score) for each in failed] == [(JE, None, None)] * 6
    assert all(each.message and "\n" not in each.message for each in failed)
    unnamed = {each.message for each in failed if each.key is None}
    assert unnamed == {"expected a Submission, got int", "expected a Submission, got NoneType"}


def test_an_exception_of_the_stream_itself_is_raised(live: Judge) -> None:
    def breaks() -> Iterator[Submission]:
        yield Submission(ADDS, SUMS)
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        list(live.map(breaks()))


def test_an_endless_stream_is_read_a_bounded_number_ahead(live: Judge) -> None:
    read = 0

    def endless() -> Iterator[Submission]:
        nonlocal read
        while True:
            read += 1
            yield Submission(ADDS, SUMS, key=read)

    coming = live.map(endless())
    for taken in range(1, 31):
        next(coming)
        assert read <= taken + 20
    coming.close()
    assert live.judge(ADDS, tests=SUMS).passed


def test_a_future_can_be_cancelled_while_its_program_runs(live: Judge) -> None:
    future = live.submit(SPINS, tests=SUMS, time_s=1000)
    while not (future.running() or future.done()):
        pass
    assert future.cancel()
    assert (future.cancelled(), future.done(), future.running()) == (True, True, False)
    with pytest.raises(CancelledError):
        future.result(timeout=60)
    assert wait([future], timeout=60).not_done == set()
    done = live.submit(ADDS, tests=SUMS)
    assert done.result().passed
    assert (done.cancel(), done.cancelled()) == (False, False)


def test_an_event_loop_goes_on_while_programs_run(live: Judge) -> None:
    async def main() -> list[Report]:
        waiting = [live.ajudge(ADDS, tests=SUMS, key=key) for key in range(5)]
        spinning = asyncio.create_task(live.ajudge(SPINS, tests=SUMS[:1], time_s=1000))
        reports = await asyncio.gather(*waiting)
        spinning.cancel()
        with pytest.raises(asyncio.CancelledError):
            await spinning
        return reports

    assert [(each.key, each.passed) for each in asyncio.run(main())] == [(key, True) for key in range(5)]


def test_threads_share_a_judge(live: Judge) -> None:
    found: list[Report] = []
    threads = [threading.Thread(target=lambda: found.append(live.judge(ADDS, tests=SUMS))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each.passed for each in found] == [True] * 8


def test_sources_leave_no_file(live: Judge) -> None:
    for report in live.map(Submission(f"print({key})", SUMS) for key in range(10)):
        assert report.verdict is WA
    assert [*live._files.folder.iterdir()] == []


def test_closing_finishes_what_was_submitted_or_cancels_it() -> None:
    with Judge(jobs=1) as judge:
        futures = [judge.submit(ADDS, tests=SUMS) for _ in range(5)]
    assert all(future.result().passed for future in futures)
    with pytest.raises(JudgeError, match="expected an open judge, got a closed one"):
        judge.submit(ADDS, tests=SUMS)
    judge = Judge(jobs=1)
    folder = judge._files.folder
    futures = [judge.submit(SPINS, tests=SUMS, time_s=1000) for _ in range(5)]
    judge.close(wait=False)
    for future in futures:
        with pytest.raises(CancelledError):
            future.result(timeout=60)
    assert not Path(folder).exists()


def test_feedback_shows_nothing_of_hidden_tests(live: Judge) -> None:
    source = "import sys\nword = input()\nprint(word, file=sys.stderr)\nassert word != 'crash'\nprint(word)\n"
    tests = [Test("secret", "sesame"), Test("crash", "other"), Test("public", "known", hidden=False)]
    feedback = live.judge(source, tests=[*tests, Test("right", "right")]).feedback()
    lines = feedback.splitlines()
    assert lines[0] == "1 of 4 tests passed."
    assert [line.partition(",")[0] for line in lines if line.startswith("test ")] == [
        "test 1: wrong answer",
        "test 2: runtime error",
        "test 3: wrong answer",
        "test 4: accepted",
    ]
    assert {"  input: public", "  answer: known", "  stderr: public"} <= {*lines}
    assert not any(word in feedback for word in ("secret", "sesame", "crash", "other", "right"))
    assert "SyntaxError" in live.judge("def f(:", tests=tests).feedback()
    lost = live.judge("", tests=tests, checker="1 / 0", checker_language="python", protocol="cms")
    assert lost.feedback() == "The program was not judged.\n"


@pytest.mark.parametrize("hidden", [None, 0, "", "no", True])
def test_a_test_is_shown_only_if_hidden_is_false(live: Judge, hidden: Any) -> None:
    report = live.judge("print(1)", tests=[Test("secret", "sesame", hidden=hidden)])
    assert report.feedback().startswith("0 of 1 test passed.\ntest 1: wrong answer")
    assert not any(word in report.feedback() for word in ("secret", "sesame"))


EXPLAINS = """import sys
answer = open(sys.argv[2]).read().strip()
print("wrong answer: expected", answer, file=sys.stderr)
print("  found " + sys.stdin.read() + chr(27), file=sys.stderr)
sys.exit(43)
"""


def test_the_words_of_a_checker_are_the_reason_and_stay_hidden_with_their_test(live: Judge) -> None:
    tests = [Test("", "sesame"), Test("", "known", hidden=False)]
    report = live.judge(
        "print('mine')", tests=tests, checker=EXPLAINS, checker_language="python", protocol="kattis"
    )
    assert verdicts(report) == [WA, WA]
    assert report.message == r"wrong answer: expected sesame found mine \x1b"
    lines = report.feedback().splitlines()
    assert r"  wrong answer: expected known found mine \x1b" in lines
    assert [line.partition(",")[0] for line in lines[:3]] == [
        "0 of 2 tests passed.",
        "test 1: wrong answer",
        "test 2: wrong answer",
    ]
    assert "sesame" not in report.feedback()


@pytest.mark.slow
def test_nothing_of_old_submissions_stays_in_memory(live: Judge) -> None:
    def judge_many(first: int) -> dict[type, int]:
        stream = (
            Submission(f"print({key})", [Test(f"{key}", f"{key}")]) for key in range(first, first + 200)
        )
        assert all(report.passed for report in live.map(stream))
        gc.collect()
        return Counter(type(each) for each in gc.get_objects())

    judge_many(0)
    before = judge_many(1000)
    after = judge_many(2000)
    grown = {kind: number - before[kind] for kind, number in after.items() if number - before[kind] > 100}
    assert grown == {}
    assert (len(live._files), len(live._programs._made), len(live._programs._turns)) == (0, 0, 0)


def test_builds_of_old_sources_are_removed() -> None:
    need("gcc")
    recent = RecentBuilds(most=2, unused_s=0)
    with Judge(jobs=1) as judge:
        judge._builds = recent
        for number in range(5):
            source = f"int main(void) {{ return {number} * 0; }}\n"
            assert judge.judge(source, language="c", tests=[Test("", "")]).passed
    assert len(recent) <= 2


@settings(max_examples=5)
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 3)), max_size=12))
def test_every_submission_has_one_report_in_any_order(live: Judge, wanted: list[tuple[bool, int]]) -> None:
    stream = (
        Submission("print(1)" if right else "print(2)", [Test("", "1")] * tests, key=key)
        for key, (right, tests) in enumerate(wanted)
    )
    reports = sorted(live.map(stream), key=lambda report: int(report.key))
    assert [(each.key, each.passed, len(each.results)) for each in reports] == [
        (key, right, tests) for key, (right, tests) in enumerate(wanted)
    ]


UNGUARDED = """
import multiprocessing
from judge import Judge, Test
multiprocessing.set_start_method("spawn")
with Judge(jobs=1) as judge:
    print(judge.judge("print(3)", tests=[Test("", "3")]).verdict.name)
"""


@pytest.mark.slow
def test_a_script_needs_no_guard_and_its_end_needs_no_close(tmp_path: Path) -> None:
    for source in (
        UNGUARDED,
        UNGUARDED.replace("with Judge(jobs=1) as judge:", "judge = Judge(jobs=1)\nif True:"),
    ):
        script = tmp_path / "script.py"
        script.write_text(source)
        done = subprocess.run(
            [sys.executable, script],
            env=environment(XDG_CACHE_HOME=str(tmp_path / "cache")),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert (done.stdout, done.stderr, done.returncode) == ("AC\n", "", 0)
        assert [*tmp_path.glob("cache/judge/build-*")] == []


FORGETS = """
import sys
from judge import Judge, Test
judge = Judge(jobs=1)
futures = [judge.submit("while True: pass", tests=[Test("", "")], time_s=1000) for _ in range(9)]
while not futures[0].running():
    pass
keeper = next(iter(judge._workers._runners[0]._keepers.values()))
print(keeper._pid, judge._files.folder, flush=True)
"""


@pytest.mark.parametrize(("ending", "code"), [("", 0), ("sys.exit(3)", 3), ("1 / 0", 1)])
def test_a_forgotten_judge_ends_with_its_program(ending: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORGETS + ending], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == code, done.stderr
    assert ("ZeroDivisionError" in done.stderr) is (code == 1)
    keeper, folder = done.stdout.split()
    assert not Path("/proc", keeper).exists()
    assert not Path(folder).exists()


def test_threads_of_a_program_use_its_judge_until_they_end() -> None:
    source = """
import threading
from judge import Judge, Test
judge = Judge(jobs=1)
def work():
    threading.main_thread().join()
    print([judge.judge("print(3)", tests=[Test("", "3")]).verdict.name for _ in range(3)])
threading.Thread(target=work).start()
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("['AC', 'AC', 'AC']\n", "")


def test_a_fork_does_not_use_the_judge_of_its_parent(live: Judge) -> None:
    if not (child := os.fork()):
        try:
            live.judge(ADDS, tests=SUMS)
        except JudgeError:
            live.close()
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert live.judge(ADDS, tests=SUMS).passed


def test_a_cluster_judges_submissions() -> None:
    pytest.importorskip("distributed")
    pytest.importorskip("cryptography")
    with Judge(cluster="local:1") as judge:
        reports = {each.key: each for each in judge.map(Submission(ADDS, SUMS, key=key) for key in range(5))}
        assert {key: report.passed for key, report in reports.items()} == dict.fromkeys(range(5), True)
        assert judge.judge("def f(:", tests=SUMS).verdict is CE
        tests = [Test("", "1 2 3")]
        checked = judge.judge(
            "print(3, 1, 2)", tests=tests, checker=CHECKER, checker_language="python", protocol="kattis"
        )
        assert checked.passed
    with pytest.raises(JudgeError, match="expected one of jobs and cluster, got both"):
        Judge(jobs=1, cluster="local:1")


def test_a_checker_of_testlib_finds_that_file_or_its_absence_is_named(
    live: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("g++")
    # Enough of it for this checker.
    (tmp_path / "testlib.h").write_text("inline int ends(int code) { return code; }\n")
    checker = '#include "testlib.h"\nint main() { return ends(1); }\n'
    monkeypatch.setenv("CPATH", str(tmp_path))
    assert live.judge("print(3)", tests=[Test("", "3")], checker=checker).verdict is WA
    monkeypatch.delenv("CPATH")
    if not any(Path(place, "testlib.h").is_file() for place in HEADERS):
        with pytest.raises(JudgeError, match=r"checker: expected testlib\.h"):
            live.submit("print(3)", tests=[Test("", "3")], checker=checker)


def test_a_source_with_testlib_is_built_with_that_file(
    live: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("g++")
    (tmp_path / "testlib.h").write_text("inline int ends(int code) { return code; }\n")
    source = (
        '#include "testlib.h"\n#include <cstdio>\nint main(int n, char** words) { puts(words[n - 1]); }\n'
    )
    monkeypatch.setenv("CPATH", str(tmp_path))
    tests = [Test("", "b c\n")]
    assert live.judge(source, language="cpp", tests=tests, arguments=["a", "b c"]).passed
    monkeypatch.setattr("judge.cases.testlib.HEADERS", ())
    monkeypatch.delenv("CPATH")
    with pytest.raises(JudgeError, match=r"source: expected testlib\.h"):
        live.submit(source, language="cpp", tests=tests)
    assert live.judge('#include "testlib.h"\nprint(3)', tests=[Test("", "3\n")]).passed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([1], "arguments: expected str, got '1'"),
        (["a\0"], "arguments: expected words without a zero byte, got one"),
        (["a" * 70_000], "arguments: expected at most 65,536 bytes, got 70,000"),
        (["\ud800"], "arguments: expected text that UTF-8 can write"),
    ],
)
def test_arguments_that_no_program_can_get_are_refused(live: Judge, words: list[str], message: str) -> None:
    with pytest.raises(JudgeError) as raised:
        live.submit("", tests=[Test("")], arguments=words)
    assert str(raised.value).startswith(message)


def test_a_source_that_is_only_run_gives_its_whole_output(live: Judge) -> None:
    source = "import sys\nprint('a' * 10_000)\nsys.exit(input())\n"
    report = live.run(source, tests=[Test("no\n")]).result()
    assert report.run
    assert (report.run.stdout, report.run.stderr, report.run.exit_code) == (b"a" * 10_000 + b"\n", b"no\n", 1)
    assert report.verdict is RE
    refused = live.run("def f(:", tests=[Test("")]).result()
    assert (refused.verdict, refused.run) == (CE, None)
    assert b'File "solution.py", line 1' in refused.results[0].stderr


def test_a_level_that_the_machine_lacks_is_refused_and_never_lowered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(JudgeError, match="not start at level strict: bubblewrap is not installed"):
        Judge(jobs=1, sandbox="strict")


@pytest.mark.parametrize("cluster", ["", "local:1"])
@pytest.mark.parametrize("level", ["Strict", "none", "", None, 5])
def test_a_level_that_does_not_exist_is_refused(level: object, cluster: str) -> None:
    with pytest.raises(JudgeError) as raised:
        Judge(cluster=cluster, sandbox=level)  # type: ignore[arg-type]
    assert str(raised.value).startswith(f"sandbox: expected one of basic, default, strict, got '{level}'")
