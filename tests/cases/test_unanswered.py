"""A test without an answer is run and its output shown; nothing was compared, so it is never called AC."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import ADDS, CLUES, make_run, make_test, run_here, table_rows, write_files, write_project
from hypothesis import given
from hypothesis import strategies as st

from judge.cases.ignored import find_ignored_files, find_unanswered
from judge.cases.loader import load_cases
from judge.checkers.decision import decide
from judge.checkers.sites import PROFILES
from judge.model.runs import Ending
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.work.explanations import explain_output

PRINTS = "# judge: {format: text}\nfor number in range(9):\n    print(number, '\\x1b[2J')\n"
CRASHES = "# judge: {format: text}\nraise SystemExit(3)\n"


def project(root: Path, files: Sequence[str], **solutions: str) -> Path:
    write_project(root, solutions={f"{name}.py": text for name, text in solutions.items()}, cases={})
    write_files(root / "cases", {name: "3\n" if name.endswith(".out") else "1 2\n" for name in files})
    return root


@pytest.mark.parametrize("profile", PROFILES)
@given(output=st.binary(max_size=20))
def test_whatever_is_printed_no_profile_has_a_word_on_it(profile: str, output: bytes) -> None:
    test = make_test(answer=None, compare=profile)
    judgement = decide(make_run(stdout=output), test)
    assert judgement.verdict is Verdict.NA
    assert explain_output(test, output, judgement) == ("", None, ())


@pytest.mark.parametrize("ending", [ending for ending in Ending if ending is not Ending.FINISHED])
def test_a_limit_or_a_crash_is_told_as_ever(ending: Ending) -> None:
    run = make_run(ending=ending, exit_code=None)
    without, beside = (decide(run, make_test(answer=answer)) for answer in (None, b"3\n"))
    assert without == beside
    assert without.verdict is not Verdict.NA


def test_the_row_says_how_many_and_the_output_is_shown(tmp_path: Path) -> None:
    files = [f"p/{number}.in" for number in range(5)]
    done = run_here("run", cwd=project(tmp_path, files, prints=PRINTS), env={"COLUMNS": "160"})
    assert (done.returncode, table_rows(done.stdout), done.stderr) == (0, ["prints.py: 5 NA"], "")
    assert "5 without an answer\n" in done.stdout
    assert " AC" not in done.stdout
    shown = "prints.py on p/2: NA: no answer to compare with\n  output  0 \\x1b[2J\n"
    assert shown in done.stdout
    rest = "  and more, of which `judge show --output` prints all\n\nand 2 more outputs"
    assert f"  output  5 \\x1b[2J\n{rest}" in done.stdout
    assert "prints.py on p/3" not in done.stdout
    whole = run_here("show", "prints", "p/4", cwd=tmp_path)
    assert whole.stdout.splitlines()[2:11] == [f"  output  {number} \\x1b[2J" for number in range(9)]
    assert whole.returncode == 0


def test_the_exit_code_tells_of_crashes(tmp_path: Path) -> None:
    done = run_here("run", cwd=project(tmp_path, ["p/1.in"], crashes=CRASHES))
    assert done.returncode == 1
    assert "crashes.py on p/1: RE, expected AC: exit code 3\n" in done.stdout


def test_a_wrong_answer_that_is_expected_cannot_be_seen(tmp_path: Path) -> None:
    wrong = ADDS.replace("format: text", "format: text, expect: {p: WA}")
    done = run_here("run", cwd=project(tmp_path, ["p/1.in"], wrong=wrong))
    assert done.returncode == 1
    assert "wrong.py on p/1: NA, expected WA: no answer to compare with\n" in done.stdout
    rewritten = run_here("run", "--update-expectations", "--yes", cwd=tmp_path)
    assert "nothing to write" in rewritten.stdout


def test_where_others_have_answers_each_that_has_none_is_told(tmp_path: Path) -> None:
    files = ["p/0.in", "p/0.out", *(f"p/{number}.in" for number in range(1, 8))]
    done = run_here("run", cwd=project(tmp_path, files, adds=ADDS))
    wanted = "expected an answer, as other tests of p have, got none"
    lines = done.stdout.splitlines()
    assert [line for line in lines if wanted in line] == [f"cases/p/{n}.in: {wanted}" for n in range(1, 6)]
    assert lines[-1] == "and 2 more tests without an answer where others of the problem have one"
    checked = run_here("check", cwd=tmp_path)
    assert (checked.returncode, checked.stdout) == (2, "")
    assert checked.stderr.count(wanted) == 7


def test_all_agree_on_it(tmp_path: Path) -> None:
    project(tmp_path, ["p/1.in"], adds=ADDS)
    run_here("run", "--json", "results.json", cwd=tmp_path)
    (cell,) = json.loads((tmp_path / "results.json").read_text())["results"]
    (test,) = cell["tests"]
    assert (cell["verdict"], cell["as_expected"], test["verdict"]) == ("NA", True, "NA")
    assert (test["output"], test["mistakes"]) == ("3\n", [])
    limits = run_here("limits", "--from", "results.json", cwd=tmp_path)
    assert (limits.returncode, limits.stderr) == (0, "")
    assert "adds.py" in limits.stdout
    bench = run_here("bench", "--rounds", "1", "--warmups", "0", "--count", "--json", "b.json", cwd=tmp_path)
    assert bench.returncode == 0
    assert "warning: no answer is there to compare outputs with on p/1\n" in bench.stdout
    (timing,) = json.loads((tmp_path / "b.json").read_text())["timings"]
    assert (timing["verdict"], len(timing["times_s"])) == ("NA", 1)
    assert timing["calls"] is not None
    mutated = run_here("mutate", cwd=tmp_path)
    assert (mutated.returncode, mutated.stdout) == (2, "")
    assert mutated.stderr == "CASE: expected cases with an answer to make mistakes of, got none\n"


def test_what_is_resumed_is_as_it_was_and_an_answer_that_comes_changes_it(tmp_path: Path) -> None:
    project(tmp_path, ["p/1.in"], adds=ADDS)
    (tmp_path / "cases" / "p" / "1.out").write_bytes(b"")
    empty = run_here("run", cwd=tmp_path)
    assert "WA" in empty.stdout
    (tmp_path / "cases" / "p" / "1.out").unlink()
    assert "NA" in run_here("run", "--resume", cwd=tmp_path).stdout


def test_a_subject_that_knows_right_answers_wants_them(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "1.in").write_bytes(GRID_FORMATS["luogu"].encode_input([CLUES]))
    head = "problem: P\nformat: luogu\ntime: 1s\nmemory: 64MiB\n"
    (tmp_path / "p.yaml").write_text(f"{head}tests: '*.in'\n")
    with pytest.raises(InputErrors, match=r"1\.in: expected one answer next to it \(.*\), got none"):
        load_cases(tmp_path)


def test_what_has_no_answer_is_a_test_and_not_passed_over(tmp_path: Path) -> None:
    folder = project(tmp_path, ["p/1.in", "p/2.in", "p/2.out"]) / "cases"
    first, second = load_cases(folder)
    assert (first.answer, second.answer is None) == (None, False)
    assert find_ignored_files(folder, (first, second)) == []
    assert [fault.path for fault in find_unanswered((first, second))] == [folder / "p" / "1.in"]
    assert list(find_unanswered((first,))) == []


def test_of_a_long_output_a_run_keeps_the_head_and_show_a_screenful(tmp_path: Path) -> None:
    counts = "# judge: {format: text}\nfor number in range(100_000):\n    print(number)\n"
    done = run_here("run", "--json", "results.json", cwd=project(tmp_path, ["p/1.in"], counts=counts))
    assert done.stdout.count("  output  ") < 10
    (cell,) = json.loads((tmp_path / "results.json").read_text())["results"]
    assert cell["tests"][0]["output"].startswith("0\n1\n2\n")
    assert len(cell["tests"][0]["output"]) <= 4096
    whole = run_here("show", "counts", "p/1", cwd=tmp_path)
    assert whole.stdout.count("  output  ") == 1000
    assert "  and more, of which `judge show --output` prints all\n" in whole.stdout
