"""All benchmarks run, each with minimal work. No figure is asserted."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers import CLUES, REPOSITORY, benchmark, need, run_here
from msgspec.structs import replace

from judge.platform.errors import counted


def test_what_a_judgement_costs_is_asked_of_programs_that_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overhead = benchmark("overhead")
    monkeypatch.setattr(overhead, "GRIDS", 2)
    monkeypatch.setattr(overhead, "PROGRAMS", {"Python": overhead.PROGRAMS["Python"][:1]})
    asked = dict(overhead._commands(tmp_path, None))
    ((_, *words),) = asked["judge", "Python", 2]
    assert words[:2] == ["-m", "judge"]
    done = run_here(*words[2:], cwd=REPOSITORY)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"\n{counted(2, 'test')} in " in done.stdout
    (loop,) = asked["subprocess.run", "Python", 2]
    assert overhead.cost_of([loop]).cpu_s > 0


def test_a_save_is_timed_until_its_verdict_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("watchfiles")
    watch = benchmark("watch")
    assert len(watch.measured_ms(tmp_path, 2)) == 2


@pytest.mark.slow
def test_what_stands_around_the_judgements_is_told_beside_its_goal(tmp_path: Path) -> None:
    around = benchmark("around")
    rows = [*around.front(tmp_path, 1), *around.sets(tmp_path, 3)]
    assert [most for _, _, most in rows] == ["3.5", "14", "2", "2", "2", "200", ""]
    assert all(float(found) > 0 for _, found, _ in rows)
    tested = json.loads((tmp_path / "results.json").read_text())["results"]
    assert [entry["verdict"] for entry in tested] == ["AC"] * 6


@pytest.mark.slow
def test_what_is_linear_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    around = benchmark("around")
    project = around.project_of_echoes(tmp_path / "echoes", tests=3, programs=2)
    cost = around.cost_of("run", "--root", project)
    assert 0 < cost.own_cpu_s < 60
    assert 10 << 20 < cost.peak_bytes < 1 << 30
    around.draw(tmp_path / "scale.svg", {10: cost, 100: cost}, {1: cost})
    words = set(ElementTree.parse(tmp_path / "scale.svg").getroot().itertext())
    assert {"tests of one program", "programs, ten tests each", "CPU s, all processes"} <= words


def test_a_statistic_is_tried_on_every_noise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    statistic = benchmark("statistic")
    monkeypatch.setattr(statistic, "TRIALS", 2)
    monkeypatch.setattr(statistic, "REPLICATES", 4)
    statistic.main()
    assert len(capsys.readouterr().out.splitlines()) == 1 + 3 * len(statistic.KINDS)


def test_a_trial_without_noise_is_decided_rightly() -> None:
    trials = benchmark("trials")
    for ratio in (1.03, 1.0):
        bench = trials._simulation(1, ratio, lambda chance: 1.0)
        assert trials._outcome(trials._pair(bench), copies=ratio == 1.0) == "right"


def test_a_table_without_noise_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = benchmark("tables")
    monkeypatch.setitem(tables.NOISES, "normal, 2 %", lambda chance: 1.0)
    held, alone, times, wrong, early, undecided, _ = tables._tried(tables.Table((1, 2), ("normal, 2 %",)), 1)
    assert (held, alone, times) == (True, True, True)
    assert (wrong, early, undecided) == (False, False, False)


@pytest.mark.slow
def test_a_puzzle_and_its_turn_exchange_row_order_and_reverse_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    need("g++")
    benchmark("killers").main([CLUES.decode(), CLUES[::-1].decode().replace("0", ".")])
    _, _, *rows = (line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines())
    (puzzle, row, reverse, *_), (turned, row_turned, reverse_turned, *_) = rows
    assert turned == puzzle[::-1].replace("0", ".")
    assert (row_turned, reverse_turned) == (reverse, row)
    assert row != reverse
    assert all(int(amount.replace(",", "")) > 50 for row in rows for amount in row[1:])


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_a_conversation_is_held_beside_two_pipes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["talk.py", "--rounds", "1", "--exchanges", "3"])
    benchmark("talk").main()
    judge, *pipes = capsys.readouterr().out.splitlines()
    assert judge.startswith("judge ")
    assert [line.split("  ")[0] for line in pipes if " times" in line] == ["two pipes", "on one core"]


def test_what_is_not_as_expected_is_in_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fates = benchmark("fates")
    fate = next(each for each in fates.catalogue() if each.name == "ends_early.py with guess.py")
    wrong = replace(fate, verdict=fates.Verdict.AC)
    monkeypatch.setattr(fates, "catalogue", lambda: iter((fate, wrong)))
    monkeypatch.setattr(sys, "argv", ["fates.py", "--runs", "3", "--jobs", "2", "--load", "1"])
    fates.main()
    assert capsys.readouterr().out.splitlines() == [
        "    3 of 3  WA   ends_early.py with guess.py",
        "    0 of 3  AC   ends_early.py with guess.py",
        "          3 times WA: ended while the interactor waited for more",
    ]


def test_a_class_is_made_whose_programs_have_every_fault(tmp_path: Path) -> None:
    classroom = benchmark("classroom")
    classroom.main([str(tmp_path), "--students", "9", "--problems", "2", "--tests", "3"])
    done = run_here("run", "--json", "results.json", cwd=tmp_path)
    assert done.returncode == 1
    tested = json.loads((tmp_path / "results.json").read_text())["results"]
    assert len({entry["solution"].split("/")[0] for entry in tested}) == 9
    right = [entry["verdict"] for entry in tested if entry["solution"].split("/")[0] in ("anna", "igor")]
    assert right == ["AC"] * 12
    assert "WA" in {entry["verdict"] for entry in tested}


@pytest.mark.slow
def test_each_contender_accepts_the_generated_programs(tmp_path: Path) -> None:
    contenders, problems = benchmark("contenders"), benchmark("ten_problems")
    for name, contender in contenders.CONTENDERS.items():
        if not contender.needs_files:
            submissions = problems.list_submissions("python", 2)
            assert list(contender.judge(submissions, tmp_path)) == [True, True], name


@pytest.mark.slow
@pytest.mark.slow
def test_each_server_answers_rightly() -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    serve = benchmark("serve")
    (found,) = serve.measure_rounds(1, 3, 2)
    assert set(found) == {*serve.CONTENDERS, "floor"}
    assert all(cost.wall_s > 0 for cost in found.values())


@pytest.mark.slow
def test_generated_programs_get_the_same_verdicts_next_to_busy_processes() -> None:
    generated = benchmark("generated")
    found, _ = generated.judge_all(4, 30)
    assert [set(found[number]) for number in (0, 2)] == [{"AC"}, {"AC"}]
    assert "WA" in found[1]
    assert "RE" in found[3]
    assert generated.compare_verdicts(4, 2, 1).endswith("0 programs with other verdicts")


def test_a_process_that_has_ended_has_no_children_and_used_no_time() -> None:
    generated = benchmark("generated")
    with subprocess.Popen(["true"]) as ended:
        pass
    assert generated.list_children(ended.pid) == []
    assert generated.cpu_s(ended.pid) == generated.memory_mib(ended.pid) == 0


@pytest.mark.slow
def test_what_the_judge_holds_is_shown_for_each_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark("generated").watch_steadiness(10)
    *rows, _, end = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[0] for row in rows[2:]] == [f"| {done}" for done in range(1, 11)]
    assert end == "After the end: 0 processes, 0 files."


@pytest.mark.slow
def test_the_mutants_of_the_sudokus_are_counted_by_tests(capsys: pytest.CaptureFixture[str]) -> None:
    sudokus = benchmark("sudoku_mutants")
    tests, found = sudokus.run_mutants("row-killer", 1)
    assert tests == ["row-killer/found", "row-killer/turned"]
    sudokus.show_tests(
        {program: tests for program, _ in found}, {key: {*some} for key, some in found.items()}
    )
    assert capsys.readouterr().out.splitlines()[-1].endswith("mutants of 5 programs rejected")
