"""`judge run --resume`: what is judged again after each change, and what is known."""

import json
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import (
    A_PLUS_B,
    ADDS,
    JUDGE,
    REPOSITORY,
    environment,
    run_here,
    run_judge,
    wait_until,
    write_project,
)

from judge.work import rest

WRONG = "# judge: {format: text}\nprint(sum(map(int, input().split())) // 2)\n"
TALKS = """\
import sys

right = input() == "5"
print("yes" if right else "no", flush=True)
sys.exit(42 if right else 43)
"""
BURNS = "# judge: {format: text}\nwhile True:\n    pass\n"
CASES = A_PLUS_B.replace("10s", "2s") + '  - id: large\n    input: "30 40\\n"\n    output: "70\\n"\n'

Cell = tuple[str, str]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": WRONG}, cases={"sum.yaml": CASES})


def judged(project: Path, *words: str) -> Mapping[Cell, str]:
    """Return the verdict of each solution on each case, with a `~` if it was reused."""
    run_here("run", "--json", "out.json", *words, cwd=project)
    return {
        (entry["solution"], entry["case"].partition("/")[2]): ", ".join(
            test["verdict"] + ("~" if test["measured_at"] else "") for test in entry["tests"]
        )
        for entry in json.loads((project / "out.json").read_bytes())["results"]
    }


def anew(project: Path, *words: str) -> set[Cell]:
    """Return the tests that a run with --resume judged again."""
    return {cell for cell, verdict in judged(project, "--resume", *words).items() if "~" not in verdict}


ADDS_ALONE = {("adds.py", "small"), ("adds.py", "large")}
ALL = ADDS_ALONE | {("halves.py", "small"), ("halves.py", "large")}


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_what_is_known_is_said_to_be(project: Path) -> None:
    assert judged(project) == dict.fromkeys(ALL, "WA") | dict.fromkeys(ADDS_ALONE, "AC")
    done = run_here("run", "--resume", cwd=project)
    assert done.returncode == 1
    moment = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    # A minute may have ended between two of them.
    dates = rf"{moment}( to {moment})?"
    assert re.search(rf"^4 tests, 4 from {dates}, in \d+\.\d s; ", done.stdout, re.MULTILINE)
    assert re.search(r"^adds\.py +AC \S+ [mu]?s~ +AC \S+ [mu]?s~ +2/2 passed$", done.stdout, re.MULTILINE)
    assert "\n~ result of an earlier run; its time is not compared with others\n" in done.stdout
    assert "slowest accepted" not in done.stdout


def test_a_run_that_is_not_asked_to_measures_anew_always(project: Path) -> None:
    judged(project)
    assert judged(project) == dict.fromkeys(ALL, "WA") | dict.fromkeys(ADDS_ALONE, "AC")


def test_nothing_is_run_of_what_is_known_nor_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_project(tmp_path, solutions={"adds.c": "// judge: {format: text}\nint main(void) { return 7; }\n"})
    before = judged(tmp_path)
    if set(before.values()) == {"SK"}:
        pytest.skip("no C compiler")
    programs: list[object] = []
    judge = rest.judge
    monkeypatch.setattr(
        rest, "judge", lambda made, *rest, **more: programs.extend(made) or judge(made, *rest, **more)
    )
    assert set(judged(tmp_path, "--resume").values()) == {"RE~"}
    assert programs == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "old", "new", "again"),
    [
        pytest.param("solutions/adds.py", "print", "print ", ADDS_ALONE, id="a program"),
        pytest.param(
            "cases/sum.yaml", "1 2", "2 1", {("adds.py", "small"), ("halves.py", "small")}, id="an input"
        ),
        pytest.param(
            "cases/sum.yaml",
            "      3",
            "      4",
            {("adds.py", "small"), ("halves.py", "small")},
            id="an answer",
        ),
        pytest.param("cases/sum.yaml", "256MiB", "257MiB", ALL, id="the memory limit"),
        pytest.param("cases/sum.yaml", "format: text", "format: text\ncompare: tokens", ALL, id="the rule"),
        pytest.param("cases/sum.yaml", "A+B", "Sums", set(), id="a title"),
        pytest.param("cases/sum.yaml", "time: 2s", "time: 3s", ALL - ADDS_ALONE, id="a looser time limit"),
        pytest.param("cases/sum.yaml", "time: 2s", "time: 1s", ALL, id="a tighter time limit"),
        pytest.param(
            "cases/sum.yaml",
            "  - id: large",
            "  - id: large\n    expect: {halves.py: WA}",
            set(),
            id="an expectation of a case",
        ),
    ],
)
def test_what_a_change_concerns_is_judged_again_and_nothing_else(
    project: Path, path: str, old: str, new: str, again: set[Cell]
) -> None:
    judged(project)
    edited(project / path, old, new)
    assert anew(project) == again
    assert anew(project) == set()
    edited(project / path, new, old)
    assert anew(project) == set(), "what was known before the change"


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [["--cold"], ["--memory", "100MiB"], ["--compare", "tokens"], ["--time", "1"]]
)
def test_words_that_change_how_it_is_judged_are_a_change(project: Path, words: list[str]) -> None:
    judged(project)
    assert anew(project, *words) == ALL
    assert anew(project, *words) == set()
    assert anew(project) == set()


def test_an_expectation_is_that_of_today(project: Path) -> None:
    judged(project)
    edited(project / "cases" / "sum.yaml", "  - id: large", "  - id: large\n    expect: {halves.py: WA}")

    rows = {entry["case"]: entry["as_expected"] for entry in results_of(project, "halves.py")}
    assert rows == {"sum/small": False, "sum/large": True}


def results_of(project: Path, solution: str) -> list[dict[str, object]]:
    run_here("run", "--resume", "--json", "out.json", cwd=project)
    entries = json.loads((project / "out.json").read_bytes())["results"]
    assert all(test["measured_at"] for entry in entries for test in entry["tests"])
    return [entry for entry in entries if entry["solution"] == solution]


@pytest.mark.slow
def test_a_case_more_is_judged_and_one_less_is_forgotten_by_nobody(project: Path) -> None:
    judged(project)
    sheet = project / "cases" / "sum.yaml"
    before = sheet.read_text()
    sheet.write_text(before.partition("  - id: large")[0])
    assert judged(project, "--resume") == {("adds.py", "small"): "AC~", ("halves.py", "small"): "WA~"}
    sheet.write_text(before + '  - id: more\n    input: "5 6\\n"\n    output: "11\\n"\n')
    assert anew(project) == {("adds.py", "more"), ("halves.py", "more")}


def test_a_program_or_a_case_of_another_name_is_another(project: Path) -> None:
    judged(project)
    (project / "solutions" / "adds.py").rename(project / "solutions" / "sums.py")
    assert anew(project) == {("sums.py", "small"), ("sums.py", "large")}
    edited(project / "cases" / "sum.yaml", "id: small", "id: tiny")
    assert anew(project) == {("sums.py", "tiny"), ("halves.py", "tiny")}


@pytest.mark.slow
def test_what_is_too_slow_is_known_and_nobody_knows_what_it_is_under_a_looser_limit(tmp_path: Path) -> None:
    write_project(
        tmp_path, solutions={"burns.py": BURNS}, cases={"sum.yaml": A_PLUS_B.replace("10s", "0.2s")}
    )
    judged(tmp_path)
    assert judged(tmp_path, "--resume") == {("burns.py", "small"): "TLE~"}
    assert judged(tmp_path, "--resume", "--time", "0.4") == {("burns.py", "small"): "TLE"}


def test_what_a_compiler_refuses_is_tried_again(tmp_path: Path) -> None:
    """The missing tool may be installed by now: the compiler's identity does not change."""
    write_project(tmp_path, solutions={"bad.py": "# judge: {format: text}\nprint(\n", "adds.py": ADDS})
    for _ in range(2):
        again = judged(tmp_path, "--resume")
        assert again["bad.py", "small"] == "CE"
    assert again["adds.py", "small"] == "AC~"


def test_several_tests_of_a_case_are_known_each(tmp_path: Path) -> None:
    for folder, name in (("solutions", "luogu_propagation.py"), ("cases", "poj-2676.yaml")):
        (tmp_path / folder).mkdir()
        shutil.copy(REPOSITORY / folder / name, tmp_path / folder)
    before = judged(tmp_path)
    assert any(", " in verdicts for verdicts in before.values())
    assert judged(tmp_path, "--resume") == {
        cell: ", ".join(f"{verdict}~" for verdict in verdicts.split(", "))
        for cell, verdicts in before.items()
    }


def test_of_a_conversation_the_turns_are_known_and_who_talks_with_it_is_part_of_the_key(
    tmp_path: Path,
) -> None:
    write_project(
        tmp_path,
        solutions={"echo.py": "# judge: {format: text}\nprint(7, flush=True)\ninput()\n"},
        cases={
            "guess.yaml": "problem: Guess\nformat: text\ninteractor: talks.py\nprotocol: kattis\n"
            "time: 5s\nmemory: 256MiB\ncases: [{id: a, input: '5', output: ''}]\n",
            "talks.py": TALKS,
        },
    )
    first = results_of_all(tmp_path)
    again = results_of_all(tmp_path, "--resume")
    assert first[0]["verdict"] == "WA", first
    (test,), (before,) = again[0]["tests"], first[0]["tests"]
    assert test["conversation"] == before["conversation"] != []
    assert test["measured_at"]
    edited(tmp_path / "cases" / "talks.py", "5", "7")
    (changed,) = results_of_all(tmp_path, "--resume")
    assert (changed["verdict"], changed["tests"][0]["measured_at"]) == ("AC", None)


def results_of_all(project: Path, *words: str) -> list[dict[str, list[dict[str, object]]]]:
    done = run_here("run", "--json", "-", *words, cwd=project)
    found: list[dict[str, list[dict[str, object]]]] = json.loads(done.stdout)["results"]
    return found


def test_a_failure_that_is_known_ends_a_solution_as_one_of_today(project: Path) -> None:
    judged(project)
    edited(project / "cases" / "sum.yaml", "30 40", "40 30")
    assert judged(project, "--resume", "--fail-fast") == {
        ("adds.py", "small"): "AC~",
        ("adds.py", "large"): "AC",
        ("halves.py", "small"): "WA~",
        ("halves.py", "large"): "SK",
    }


def test_limits_say_nothing_of_times_that_were_taken_over(project: Path) -> None:
    run_here("run", "adds", "--json", "out.json", cwd=project)
    assert "\nadds.py  " in run_here("limits", "adds", "--from", "out.json", cwd=project).stdout
    run_here("run", "adds", "--resume", "--json", "out.json", cwd=project)
    assert "\nadds.py  " not in run_here("limits", "adds", "--from", "out.json", cwd=project).stdout


def test_results_of_a_newer_judge_are_a_line_and_no_concern_of_who_does_not_ask(project: Path) -> None:
    (project / ".judge" / "results-99").mkdir(parents=True)
    done = run_here("run", "--resume", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        ".judge/results-99: expected results of version 1, got 99, that of a newer judge:"
        " use that judge, or remove this folder\n"
    )
    assert run_here("run", cwd=project).returncode == 1


def test_two_runs_at_once_know_of_each_other(project: Path) -> None:
    """The second takes over what the first, which still lasts, has found."""
    (project / "solutions" / "burns.py").write_text(BURNS)
    edited(project / "cases" / "sum.yaml", "2s", "1000s")
    with subprocess.Popen(
        [*JUDGE, "run", "--jobs", "1"], cwd=project, env=environment(), stdout=subprocess.DEVNULL
    ) as first:
        try:
            wait_until(
                lambda: any(b"adds.py" in path.read_bytes() for path in project.glob(".judge/*/run-*"))
            )
            wait_until(
                lambda: sum(path.read_bytes().count(b"\n") for path in project.glob(".judge/*/run-*")) >= 2
            )
            assert judged(project, "adds.py", "--resume") == dict.fromkeys(ADDS_ALONE, "AC~")
        finally:
            first.kill()
    assert judged(project, "adds.py", "--resume") == dict.fromkeys(ADDS_ALONE, "AC~")


@pytest.mark.slow
def test_a_run_that_is_killed_at_any_moment_is_gone_on_with(tmp_path: Path) -> None:
    cases = CASES.partition("  - id:")[0] + "".join(
        f'  - {{id: c{n}, input: "{n} 2", output: "{n + 2}\\n"}}\n' for n in range(40)
    )
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases={"sum.yaml": cases})
    known = 0
    for moment_s in (0.15, 0.3, 0.4, 0.5):
        with subprocess.Popen(
            [*JUDGE, "run", "--resume", "--jobs", "1"],
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            time.sleep(moment_s)
            process.send_signal(signal.SIGKILL)
        lines = [
            line
            for path in tmp_path.glob(".judge/*/run-*")
            for line in path.read_bytes().splitlines(keepends=True)
        ]
        whole = {json.loads(line)["result"]["case"] for line in lines if line.endswith(b"\n")}
        assert len(whole) >= known
        known = len(whole)
    done = run_judge("run", "--resume", cwd=tmp_path)
    assert done.returncode == 0
    assert f"40 tests, {known} from" in done.stdout if known else "40 tests in" in done.stdout
