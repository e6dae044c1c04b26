"""The matrix: the tests of each program, the source of its verdict, and an outcome that ignores speed."""

import os
import shutil
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Timer

import pytest
from helpers import (
    CLUES,
    OTHER,
    SEAL,
    SOLVED,
    TWO_CLUES,
    FakeRunner,
    grid_case,
    judge_with,
    make_case,
    make_limits,
    make_run,
    make_solution,
    puzzles,
    results_of,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.cases.tests import count_tests, make_tests
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.files import stamp_of, stored
from judge.running.programs import Script
from judge.running.runner import Runner
from judge.subjects.subject import FORMATS
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.work.engine import judge, list_tasks, order_final_results
from judge.work.task_results import is_in_doubt
from judge.work.workers import Workers, open_workers

AC, WA, TLE, JE, SK, CE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.JE, Verdict.SK, Verdict.CE
ALL_FORMATS = pytest.mark.parametrize("theirs", GRID_FORMATS)


# What a program is run on


@pytest.mark.parametrize("format", FORMATS)
def test_where_the_formats_agree_the_bytes_of_the_case_are_untouched(format: str) -> None:
    case = make_case(format=format, input=b"any bytes\r\n\xff", answer=b"", limits=make_limits(cpu_s=7))
    (test,) = make_tests(case, format)
    assert (test.input, test.answer) == (case.input, case.answer)
    assert (test.case.id, test.number, test.format, test.limits) == (case.id, 1, format, case.limits)


@pytest.mark.slow
@ALL_FORMATS
@pytest.mark.parametrize("ours", GRID_FORMATS)
@settings(max_examples=10)
@given(puzzle=puzzles())
def test_a_grid_is_put_in_the_format_of_the_program(
    theirs: str, ours: str, puzzle: tuple[bytes, bytes]
) -> None:
    case = grid_case(theirs, puzzle)
    (test,) = make_tests(case, ours)
    assert test.format == ours
    assert test.input == GRID_FORMATS[ours].encode_input([puzzle[0]])
    assert test.answer == GRID_FORMATS[ours].encode_output([puzzle[1]])


@pytest.mark.slow
@pytest.mark.parametrize("ours", GRID_FORMATS)
@settings(max_examples=25)
@given(pairs=st.lists(puzzles(), min_size=1, max_size=3))
def test_a_case_of_many_grids_is_a_test_for_each_where_the_format_holds_one(
    ours: str, pairs: list[tuple[bytes, bytes]]
) -> None:
    case = grid_case("poj", *pairs)
    tests = make_tests(case, ours)
    format = GRID_FORMATS[ours]
    if format.many:
        assert [(test.input, test.answer) for test in tests] == [(case.input, case.answer)]
    else:
        assert [format.decode_input(test.input)[0] for test in tests] == [clues for clues, _ in pairs]
        assert [format.decode_output(test.answer)[0] for test in tests] == [solved for _, solved in pairs]
    assert [test.number for test in tests] == list(range(1, len(tests) + 1))
    assert count_tests(case, ours) == len(tests)


def test_text_and_grids_cannot_be_translated_but_count_as_one_result() -> None:
    for case, format in ((make_case(), "poj"), (grid_case("poj"), "text")):
        assert make_tests(case, format) == ()
        assert count_tests(case, format) == 1


def test_a_test_accepts_any_answer_where_its_case_does() -> None:
    for any_answer in (False, True):
        case = grid_case("poj", (TWO_CLUES, SOLVED), any_answer=any_answer)
        assert [test.case.any_answer for test in make_tests(case, "luogu")] == [any_answer]


# Whose verdict it is


def judged(solution: Solution, case: Case, run: Run) -> list[Result]:
    return list(results_of([solution], [case], [FakeRunner(lambda _: run)]))


def test_a_result_has_what_was_measured_and_what_was_expected() -> None:
    run = make_run(stdout=b"4\n", stderr=b"oops", cpu_s=0.125, wall_s=0.75, peak_bytes=123)
    (result,) = judged(make_solution(expect={"sum": (WA, TLE)}), make_case(), run)
    assert (result.solution, result.case, result.test, result.tests) == ("adds.py", "sum/small", 1, 1)
    assert (result.verdict, result.expected, result.as_expected) == (WA, (WA, TLE), True)
    assert (result.cpu_s, result.wall_s, result.peak_bytes) == (0.125, 0.75, 123)
    assert result.message == "wrong-text at line 1, column 1, byte 0: expected '3', got '4'"
    assert result.diagnosis is not None
    assert {opinion.verdict for opinion in result.opinions} == {WA, None}
    assert result.stderr == b"oops"


def test_what_an_accepted_program_says_beside_its_answer_is_dropped() -> None:
    (result,) = judged(make_solution(), make_case(), make_run(stdout=b"3\n", stderr=b"debug"))
    assert (result.verdict, result.stderr) == (AC, b"")


def test_a_program_and_a_case_that_cannot_meet_are_skipped_with_the_reason() -> None:
    (result,) = judged(make_solution(format="text"), grid_case("luogu"), make_run())
    assert (result.verdict, result.as_expected, result.cpu_s) == (SK, None, None)
    assert (result.test, result.tests) == (1, 1)
    assert result.message == "the program speaks text, the case luogu"


def test_a_lost_run_is_the_fault_of_the_judge() -> None:
    run = make_run(ending=Ending.LOST, detail="no more processes", peak_bytes=None)
    (result,) = judged(make_solution(expect={"*": WA}), make_case(), run)
    assert (result.verdict, result.message, result.as_expected) == (JE, "no more processes", False)


class Refusing(FakeRunner):
    """A runner whose compiler takes nothing."""

    def compile_python(self, source: bytes, filename: str, limits: Limits, **_: object) -> Run:
        return self.measure(b"")


@pytest.mark.parametrize(
    ("run", "verdict", "message"),
    [
        pytest.param(make_run(exit_code=1), CE, "the compiler refused the source", id="refused"),
        pytest.param(
            make_run(ending=Ending.OUT_OF_TIME),
            CE,
            "compiling took longer than 30 s of CPU time",
            id="endless",
        ),
        pytest.param(
            make_run(ending=Ending.IDLE, cpu_s=2.5, wall_s=300.2),
            JE,
            "compiling had used 2.5 s of CPU time when 300 s had passed: the machine may be busy",
            id="waiting",
        ),
        pytest.param(make_run(ending=Ending.LOST, detail="no room"), JE, "no room", id="lost"),
    ],
)
def test_what_does_not_compile_is_not_run_and_every_test_says_so(
    run: Run, verdict: Verdict, message: str
) -> None:
    cases = [make_case(), make_case(id="sum/large")]
    results = list(results_of([make_solution()], cases, [Refusing(lambda _: run)]))
    assert [(result.verdict, result.message) for result in results] == [(verdict, message)] * 2


def test_the_words_of_the_compiler_are_kept() -> None:
    run = make_run(exit_code=1, stderr=b"SyntaxError")
    (result,) = results_of([make_solution()], [make_case()], [Refusing(lambda _: run)])
    assert result.stderr == b"SyntaxError"


def test_each_program_is_compiled_once(tmp_path: Path) -> None:
    compiled = []

    class Counting(FakeRunner):
        def compile_python(self, source: bytes, filename: str, limits: Limits, **_: object) -> Script:
            compiled.append(source)
            return super().compile_python(source, filename, limits)

    cases = [make_case(id=f"sum/{number}") for number in range(5)]
    (tmp_path / "b.py").write_text("")
    solutions = [make_solution(), make_solution(name="b.py", path=tmp_path / "b.py")]
    with Workers([Counting(lambda _: make_run())] * 3, SEAL) as workers:
        for _ in range(2):
            assert len(list(judge_with(workers, solutions, cases))) == 10
    assert len(compiled) == 2


def test_what_is_known_is_not_run_again() -> None:
    ran = []

    def measure(stdin: bytes) -> Run:
        ran.append(stdin)
        return make_run()

    cases = [grid_case("poj", (CLUES, SOLVED), (TWO_CLUES, SOLVED), id="p/1"), grid_case("luogu", id="p/2")]
    solution = make_solution(format="luogu")
    tasks = list_tasks([solution], cases, known={(solution.name, "p/1", 2)})
    with Workers([FakeRunner(measure)], SEAL) as workers:
        results = list(judge([solution], tasks, workers, SEAL))
    assert [(result.case, result.test) for result in results] == [("p/1", 1), ("p/2", 1)]
    assert len(ran) == 2


def stored_case(folder: Path, asked: bytes, answer: bytes) -> Case:
    """A case of two files, `input` and `answer`."""
    for name, data in (("input", asked), ("answer", answer)):
        (folder / name).write_bytes(data)
    files = [stored(folder / name) for name in ("input", "answer")]
    case = make_case()
    return replace(case, input=files[0], answer=files[1], beside=tuple(files))


_texts = st.text(st.sampled_from("12 a\n"), max_size=12).map(str.encode)


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def as_zeros(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("change", ["written", "replaced", "removed"])
@pytest.mark.parametrize("changed", ["solution", "case"])
def test_a_file_that_changes_during_the_run_makes_its_results_je(
    tmp_path: Path, changed: str, change: str
) -> None:
    path = tmp_path / f"{changed}.py"
    path.write_text("print(3)\n")

    def measure(stdin: bytes) -> Run:
        if change == "written":
            path.write_text("print(4)\n")
        elif change == "replaced":
            (tmp_path / "other").write_text("print(3)\n")
            (tmp_path / "other").replace(path)
        else:
            path.unlink()
        return make_run(stdout=b"3\n")

    solution, case = make_solution(path=path if changed == "solution" else None), make_case()
    if changed == "case":
        case = replace(case, path=path, stamp=stamp_of(path))
    (result,) = results_of([solution], [case], [FakeRunner(measure)])
    assert (result.verdict, result.message) == (JE, f"{path} has changed during the run")


@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.write_text("now\n"), as_pipe, as_zeros])
@pytest.mark.parametrize("when", ["before", "during"])
@pytest.mark.parametrize("part", ["input", "answer"])
@pytest.mark.parametrize("output", [b"3\n", b"4\n"])
def test_a_test_whose_file_changes_is_je_and_never_waited_for(
    tmp_path: Path, part: str, when: str, change: Callable[[Path], object], output: bytes
) -> None:
    case, path = stored_case(tmp_path, b"1 2\n", b"3\n"), tmp_path / part
    source = tmp_path / "prints.py"
    source.write_text(f"print({int(output)})\n")

    def measure(stdin: bytes) -> Run:
        if when == "during":
            change(path)
        return make_run(stdout=output)

    if when == "before":
        change(path)
    with Runner(core=None) if (when, part) == ("before", "input") else FakeRunner(measure) as runner:
        (result,) = results_of([make_solution(path=source)], [case], [runner])
    assert (result.verdict, result.message) == (JE, f"{path} has changed during the run")


@settings(max_examples=60)
@given(_texts, _texts, _texts)
def test_where_the_bytes_of_a_case_lie_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, asked: bytes, answer: bytes, output: bytes
) -> None:
    held = make_case(input=asked, answer=answer)
    stored = stored_case(tmp_path_factory.mktemp("files"), asked, answer)
    read: list[bytes] = []

    def measure(stdin: bytes) -> Run:
        read.append(stdin)
        return make_run(stdout=output)

    (one,), (other,) = (
        results_of([make_solution()], [case], [FakeRunner(measure)]) for case in (held, stored)
    )
    assert one == other
    assert read == [asked, asked]


@pytest.mark.parametrize("suffix", [".py", ".cpp"])
@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.write_text("now\n"), as_pipe, as_zeros])
def test_a_solution_that_changed_before_it_was_built_is_je_and_never_waited_for(
    tmp_path: Path, change: Callable[[Path], object], suffix: str
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_text("print(3)\n")
    solution = make_solution(name=path.name, path=path)
    change(path)
    (result,) = results_of([solution], [make_case()], [FakeRunner(lambda stdin: make_run(stdout=b"3\n"))])
    assert (result.verdict, result.message) == (JE, f"{path} has changed during the run")


def test_the_other_completion_is_right_or_the_fault_of_the_case() -> None:
    run = make_run(stdout=GRID_FORMATS["luogu"].encode_output([OTHER]))
    for any_answer, verdict in ((True, AC), (False, JE)):
        case = grid_case("leetcode", (TWO_CLUES, SOLVED), any_answer=any_answer)
        (result,) = judged(make_solution(format="luogu"), case, run)
        assert result.verdict is verdict


# Order


def delayed(seed: int) -> FakeRunner:
    """A runner that prints what it read, each time after another while."""
    random = Random(seed)

    def measure(stdin: bytes) -> Run:
        time.sleep(random.random() / 2000)
        return make_run(stdout=stdin, cpu_s=float(len(stdin)))

    return FakeRunner(measure)


def solutions_and_cases(unexpected: Sequence[Sequence[bool]]) -> tuple[list[Solution], list[Case]]:
    """Solutions and cases; the solution of a row is not as expected where the row says so.

    Every case is of two grids, so that programs of one format meet it in one test and others in two.
    """
    width = len(unexpected[0])
    cases = [grid_case("poj", (CLUES, SOLVED), (CLUES, SOLVED), id=f"p/{number}") for number in range(width)]
    solutions = [
        make_solution(
            name=f"{number}.py",
            format=("poj", "luogu")[number % 2],
            expect={case.id: AC if miss else WA for case, miss in zip(cases, row, strict=True)},
        )
        for number, row in enumerate(unexpected)
    ]
    return solutions, cases


_misses = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([False, False, True]), min_size=width, max_size=width),
        min_size=1,
        max_size=4,
    )
)


@pytest.mark.slow
@settings(max_examples=40)
@given(_misses, st.integers(1, 4), st.integers(0, 999))
def test_results_come_in_the_order_of_solutions_cases_and_tests(
    misses: list[list[bool]], workers: int, seed: int
) -> None:
    solutions, cases = solutions_and_cases(misses)
    runners = [delayed(seed + number) for number in range(workers)]
    results = order_final_results(results_of(solutions, cases, runners), solutions, cases)
    assert [(result.solution, result.case, result.test) for result in results] == [
        (solution.name, case.id, test.number)
        for solution in solutions
        for case in cases
        for test in make_tests(case, solution.format)
    ]
    formats = {solution.name: solution.format for solution in solutions}
    assert all(result.tests == count_tests(cases[0], formats[result.solution]) for result in results)


@pytest.mark.slow
@settings(max_examples=40)
@given(_misses, st.integers(2, 6), st.integers(0, 999))
def test_what_fail_fast_says_does_not_depend_on_the_number_of_workers(
    misses: list[list[bool]], workers: int, seed: int
) -> None:
    solutions, cases = solutions_and_cases(misses)

    def outcome(runners: Sequence[FakeRunner]) -> tuple[Result, ...]:
        results = results_of(solutions, cases, runners, fail_fast=True)
        return order_final_results(results, solutions, cases, fail_fast=True)

    assert outcome([delayed(seed + number) for number in range(workers)]) == outcome([delayed(0)])


def test_fail_fast_skips_what_follows_the_first_miss_of_a_solution_and_no_more() -> None:
    solutions, cases = solutions_and_cases([[False, True, False], [False, False, False]])
    results = order_final_results(
        results_of(solutions, cases, [delayed(0)], fail_fast=True), solutions, cases, fail_fast=True
    )
    verdicts = [result.verdict.name for result in results]
    assert verdicts == ["WA", "WA", "SK"] + ["WA"] * 6
    assert results[2].message == "an earlier test of the solution failed"
    assert (results[2].cpu_s, results[2].wall_s, results[2].peak_bytes) == (None, None, None)


def test_fail_fast_keeps_no_trace_of_what_ran_after_the_first_miss() -> None:
    solutions, cases = solutions_and_cases([[True, True, True]])
    ran = list(results_of(solutions, cases, [delayed(0)]))
    first, *rest = order_final_results(reversed(ran), solutions, cases, fail_fast=True)
    assert first.verdict is WA
    assert all(result.verdict is SK and result.diagnosis is None and result.cpu_s is None for result in rest)


class Dawdling(str):
    """A name: the first worker to look it up does so while another does a whole test."""

    __slots__ = ("dawdled", "other_ran")

    def __hash__(self) -> int:
        if threading.current_thread() is not threading.main_thread() and not self.dawdled:
            self.dawdled = True
            self.other_ran.wait(timeout=10)
            time.sleep(0.05)
        return super().__hash__()


def test_a_later_miss_never_skips_an_earlier_test() -> None:
    cases = [make_case(id=f"sum/{number}", input=b"%d" % number, answer=b"0") for number in range(2)]
    name = Dawdling("adds.py")
    name.dawdled, name.other_ran = False, threading.Event()
    solution = make_solution(name=name)

    def measure(stdin: bytes) -> Run:
        if stdin == b"1":
            name.other_ran.set()
        return make_run(stdout=stdin)

    results = results_of([solution], cases, [FakeRunner(measure)] * 2, fail_fast=True)
    ordered = order_final_results(results, [solution], cases, fail_fast=True)
    assert [result.verdict for result in ordered] == [AC, WA]


def test_nothing_is_run_that_follows_a_miss() -> None:
    ran: list[bytes] = []

    def measure(stdin: bytes) -> Run:
        ran.append(stdin)
        return make_run(stdout=b"0")

    cases = [make_case(id=f"p/{n}", input=b"%d" % n, answer=b"1" if n == 2 else b"0") for n in range(5)]
    results = list(results_of([make_solution()], cases, [FakeRunner(measure)], fail_fast=True))
    assert ran == [b"0", b"1", b"2"]
    assert [result.verdict for result in results] == [AC, AC, WA, SK, SK]
    assert [result.verdict for result in results_of([make_solution()], cases, [FakeRunner(measure)])][3:] == [
        AC
    ] * 2


def test_of_several_misses_the_first_counts_whichever_ends_last() -> None:
    """All run at once; the second is just above its limit, and does not run again: the first failed."""
    together = threading.Barrier(3)
    first_ended = threading.Event()
    ran: list[bytes] = []

    def measure(stdin: bytes) -> Run:
        ran.append(stdin)
        together.wait(60)
        if stdin == b"2":
            assert first_ended.wait(60)
        return timed(1.05) if stdin == b"1" else make_run(stdout=b"wrong", cpu_s=0.1)

    cases = [make_case(id=f"p/{n}", input=b"%d" % n) for n in range(3)]
    results = []
    for result in results_of([make_solution()], cases, [FakeRunner(measure)] * 3, fail_fast=True):
        if result.final:
            results.append(result)
            first_ended.set()
    assert sorted(ran) == [b"0", b"1", b"2"]
    assert [result.case for result in results] == ["p/0", "p/2", "p/1"]
    assert [result.verdict for result in results] == [WA, WA, SK]


def test_a_miss_that_is_decided_at_the_end_skips_those_that_would_be_decided_after_it() -> None:
    ran: list[bytes] = []

    def measure(stdin: bytes) -> Run:
        ran.append(stdin)
        return timed(1.05)

    cases = [make_case(id=f"p/{n}", input=b"%d" % n) for n in range(3)]
    results = list(results_of([make_solution()], cases, [FakeRunner(measure)], fail_fast=True))
    assert ran == [b"0", b"1", b"2", b"0"]
    assert [(result.verdict, result.final) for result in results] == [
        *[(TLE, False)] * 3,
        (TLE, True),
        *[(SK, True)] * 2,
    ]


# Leaving early


def test_who_leaves_early_can_judge_again_with_the_same_runners(tmp_path: Path) -> None:
    (tmp_path / "spins.py").write_text("while True: pass\n")
    (tmp_path / "adds.py").write_text("print(sum(map(int, input().split())))\n")
    spins, adds = (make_solution(name=name, path=tmp_path / name) for name in ("spins.py", "adds.py"))
    cases = [make_case(id=f"p/{n}", limits=make_limits(cpu_s=1000)) for n in range(3)]
    with open_workers(2, SEAL) as workers:
        for leave in ("at once", "after a result", "by an exception"):
            coming = judge_with(workers, [adds, spins], cases)
            if leave != "at once":
                assert next(coming).verdict is AC
            if leave == "by an exception":
                with pytest.raises(KeyboardInterrupt):
                    coming.throw(KeyboardInterrupt())
            coming.close()
            assert [result.verdict for result in judge_with(workers, [adds], cases)] == [AC] * 3


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [0.0, 0.02, 0.05, 0.1, 0.2, 0.4])
def test_an_interrupt_while_programs_are_built_or_run_leaves_all_usable(
    tmp_path: Path, after_s: float
) -> None:
    sources = {
        "adds.py": "print(sum(map(int, input().split())))\n",
        "adds.c": f'#include <stdio.h>\nint main(void) {{ puts("3"); }}\n// {after_s}\n',
        "spins.py": "while True: pass\n",
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    adds, built, spins = (make_solution(name=name, path=tmp_path / name) for name in sources)
    cases = [make_case(id=f"p/{n}", limits=make_limits(cpu_s=1000)) for n in range(3)]
    with open_workers(2, SEAL) as workers:
        with suppress(KeyboardInterrupt):
            Timer(after_s, interrupt_main).start()
            list(judge_with(workers, [adds, built, spins], cases))
            pytest.fail("nothing was interrupted")
        outcome = [result.verdict for result in judge_with(workers, [adds, built], cases)]
    assert set(outcome) <= ({AC} if shutil.which("gcc") else {AC, SK})
    assert outcome.count(AC) >= 3


# Near the limit


def near(*cpu_s: float) -> tuple[list[Result], list[float]]:
    """The results of one test whose runs take these times, under a limit of one second, and times left."""
    left = list(cpu_s)

    def measure(_: bytes) -> Run:
        time_s = left.pop(0)
        return make_run(
            stdout=b"3\n", cpu_s=time_s, ending=Ending.OUT_OF_TIME if time_s > 1 else Ending.FINISHED
        )

    return list(results_of([make_solution()], [make_case()], [FakeRunner(measure)])), left


@pytest.mark.parametrize(
    ("cpu_s", "verdict", "least", "runs"),
    [
        pytest.param((1.05, 1.04, 0.99), AC, 0.99, 3, id="the least is in time"),
        pytest.param((1.05, 1.04, 1.06, 1.01, 1.02, 1.03), TLE, 1.01, 6, id="the least is not"),
        pytest.param((0.95,), AC, 0.95, 1, id="in time at first: it stays so"),
        pytest.param((1.0,), AC, 1.0, 1, id="as much as the limit"),
        pytest.param((1.05, 0.5), AC, 0.5, 2, id="one that is far from it is enough"),
        pytest.param((1.06, 1.055), TLE, 1.055, 2, id="twice the same, far above"),
        pytest.param((1.09, 1.06), TLE, 1.06, 2, id="twice far above"),
        pytest.param((1.09, 1.02, 1.021), TLE, 1.02, 3, id="the two least are the same"),
        pytest.param((1.09, 1.004, 1.003, 1.002, 1.005, 0.999), AC, 0.999, 6, id="the last is in time"),
        pytest.param((0.79,), AC, 0.79, 1, id="not near"),
        pytest.param((1.1,), TLE, 1.1, 1, id="stopped: it needs more for sure"),
    ],
)
def test_a_result_above_its_limit_is_decided_by_the_least_time_until_nothing_is_in_doubt(
    cpu_s: tuple[float, ...], verdict: Verdict, least: float, runs: int
) -> None:
    (*provisional, result), left = near(*cpu_s)
    assert (result.verdict, result.cpu_s, result.runs, left) == (verdict, least, runs, [])
    assert result.final
    assert [(one.cpu_s, one.runs, one.final) for one in provisional] == [(cpu_s[0], 1, False)] * (runs > 1)


LOST = make_run(ending=Ending.LOST, detail="the keeper was killed", cpu_s=0, wall_s=0, peak_bytes=None)


def timed(cpu_s: float) -> Run:
    """A right answer after this time, under a limit of one second."""
    ending = Ending.OUT_OF_TIME if cpu_s > 1 else Ending.FINISHED
    return make_run(stdout=b"3\n", cpu_s=cpu_s, ending=ending)


@settings(max_examples=40)
@given(
    st.floats(1.001, 1.09),
    st.lists(st.none() | st.floats(0.81, 1.09), min_size=5, max_size=5),
)
def test_a_run_that_was_lost_never_wins_over_one_that_was_measured(
    first: float, again: list[float | None]
) -> None:
    runs = iter([timed(first), *(LOST if cpu_s is None else timed(cpu_s) for cpu_s in again)])
    _, result = results_of([make_solution()], [make_case()], [FakeRunner(lambda _: next(runs))])
    measured = [first, *(cpu_s for cpu_s in again if cpu_s is not None)][: result.runs]
    assert (result.cpu_s, result.runs) == (min(measured), len(measured))
    assert result.verdict is (TLE if min(measured) > 1 else AC)
    assert not is_in_doubt(measured, make_limits(cpu_s=1)) or next(runs, None) is None


def test_of_a_lost_run_nothing_was_measured() -> None:
    (result,) = judged(make_solution(), make_case(), LOST)
    assert (result.verdict, result.cpu_s, result.wall_s, result.peak_bytes) == (JE, None, None, None)


def test_what_was_measured_before_a_file_changed_stands(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text("a case")
    # Each of the later runs finds the file changed.
    times = iter([1.05, *[0.85] * 5])

    def measure(_: bytes) -> Run:
        cpu_s = next(times)
        if cpu_s == 0.85:
            path.write_text("another case")
        return timed(cpu_s)

    case = replace(make_case(), path=path, stamp=stamp_of(path))
    _, result = results_of([make_solution()], [case], [FakeRunner(measure)])
    assert (result.verdict, result.cpu_s, result.runs, result.final) == (TLE, 1.05, 1, True)


def test_a_result_in_doubt_is_provisional_until_its_last_run() -> None:
    ran: list[bytes] = []

    def measure(stdin: bytes) -> Run:
        ran.append(stdin)
        return timed(1.05 - 0.01 * ran.count(b"near") if stdin == b"near" else 0.1)

    cases = [make_case(id=f"p/{word}", input=word.encode()) for word in ("near", "far")]
    heard = []
    for result in results_of([make_solution()], cases, [FakeRunner(measure)]):
        heard.append((result.case, result.final, result.runs))
        assert ran.count(b"near") == result.runs
    assert heard == [("p/near", False, 1), ("p/far", True, 1), ("p/near", True, 5)]


def test_of_a_provisional_result_only_the_final_one_is_kept() -> None:
    runs = iter([timed(1.05), timed(0.5)])
    results = list(results_of([make_solution()], [make_case()], [FakeRunner(lambda _: next(runs))]))
    assert [result.verdict for result in results] == [TLE, AC]
    assert order_final_results(results, [make_solution()], [make_case()]) == (results[1],)


def test_it_runs_again_when_nothing_else_runs() -> None:
    order: list[bytes] = []

    def measure(stdin: bytes) -> Run:
        order.append(stdin)
        return timed(1.01 + 0.01 * len(order) if stdin == b"near\n" else 0.1)

    cases = [make_case(id=f"p/{word}", input=f"{word}\n".encode()) for word in ("near", "far", "away")]
    results = list(results_of([make_solution()], cases, [FakeRunner(measure)]))
    assert order == [b"near\n", b"far\n", b"away\n"] + [b"near\n"] * 5
    assert [result.case for result in results if result.final] == ["p/far", "p/away", "p/near"]


def test_fail_fast_waits_for_what_is_decided_at_the_end() -> None:
    runs = iter([1.05, 0.1, 0.5])

    def measure(_: bytes) -> Run:
        time_s = next(runs)
        return make_run(
            stdout=b"3\n", cpu_s=time_s, ending=Ending.OUT_OF_TIME if time_s > 1 else Ending.FINISHED
        )

    solutions, cases = [make_solution()], [make_case(), make_case(id="sum/large")]
    results = results_of(solutions, cases, [FakeRunner(measure)], fail_fast=True)
    ordered = order_final_results(results, solutions, cases, fail_fast=True)
    assert [result.verdict for result in ordered] == [AC, AC]
