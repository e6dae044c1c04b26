"""A whole search with real programs: its finds, how they shrink, and how it ends."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
import tracemalloc
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

import pytest
from helpers import (
    CLUES,
    JUDGE,
    REPOSITORY,
    SEAL,
    environment,
    make_case,
    make_run,
    make_solution,
    run_here,
    write_project,
)
from msgspec.structs import replace

from judge.commands.stress import COMMAND, stress
from judge.options.declaration import parse_words
from judge.platform.errors import JudgeError
from judge.show import stress as show
from judge.show.step_log import warn
from judge.stress import examiner, inputs
from judge.stress.examiner import Examiner
from judge.stress.trial import Trial
from judge.work.problem_tools import last_line
from judge.work.workers import open_workers

SUM = "n = int(input())\nprint(sum(map(int, input().split())))\n"
# Wrong if the largest is the last.
FORGETS = "n = int(input())\nxs = [*map(int, input().split())]\nprint(max(xs[:-1], default=0))\n"
LARGEST = "n = int(input())\nprint(max(map(int, input().split())))\n"
GENERATOR = """\
import random, sys
seed, size = map(int, sys.argv[1:])
chance = random.Random(seed)
n = min(size, 30)
print(n)
print(*[chance.randint(-size, size) for _ in range(n)])
"""
VALIDATOR = """\
import sys
n, *xs = map(int, sys.stdin.read().split())
sys.exit(42 if 1 <= n <= 30 and len(xs) == n else 43)
"""
SHEET = """\
problem: The largest
time: 1s
cases:
  - id: small
    input: |
      2
      2 1
    output: |
      2
"""


def without_progress(stderr: str) -> list[str]:
    """Return the lines of stderr without the progress of the search, which a busy machine prints."""
    return [line for line in stderr.splitlines() if not re.match(r"\d+ s: \d+ cases? ", line)]


def project(root: Path, files: Mapping[str, str] | None = None, *, sheet: str = SHEET) -> Path:
    """Write a project with a wrong and a right solution, a generator and a validator."""
    write_project(root, solutions={"forgets.py": FORGETS, "right.py": LARGEST}, cases={"largest.yaml": sheet})
    for name, text in {"generators/largest.py": GENERATOR, **(files or {})}.items():
        (root / name).parent.mkdir(exist_ok=True, parents=True)
        (root / name).write_text(text)
    return root


def by_ticks(words: Sequence[str]) -> int:
    """Run `judge stress` by a clock that advances 10 ms at each reading: no test waits for a budget."""
    try:
        return stress(parse_words("stress", COMMAND, words[1:]), clock=count(step=0.01).__next__)
    except JudgeError as error:
        warn([error])
        return 2


@pytest.mark.slow
def test_a_budget_ends_a_search_that_waits_for_its_generator(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"generators/largest.py": "import time\ntime.sleep(1000)\n"}
    monkeypatch.chdir(project(tmp_path, files))
    words = ["forgets.py", "--budget", "4s", "--seed", "1"]
    with pytest.raises(JudgeError) as raised:
        stress(parse_words("stress", COMMAND, words), clock=count(step=5).__next__)
    assert str(raised.value) == "--budget: expected enough time for a case, got none done within 4s"
    assert capsys.readouterr().out == ""


def searched(
    root: Path, *words: str, budget: str = "20s", seed: int = 1
) -> "subprocess.CompletedProcess[str]":
    return run_here("stress", *words, "--budget", budget, "--seed", str(seed), cwd=root, door=by_ticks)


def record(root: Path) -> dict[str, object]:
    (path,) = root.glob(".judge/found/*/find.json")
    found: dict[str, object] = json.loads(path.read_text())
    return found


def test_a_find_is_shown_and_lies_whole_in_its_folder(tmp_path: Path) -> None:
    done = searched(project(tmp_path), "forgets.py")
    assert done.returncode == 1
    assert "forgets.py fails against right.py" in done.stdout
    found = record(tmp_path)
    assert (found["solution"], found["verdict"], found["reference"]) == ("forgets.py", "WA", "right.py")
    assert found["verdicts"] == ["WA", "WA", "WA"]
    (folder,) = tmp_path.glob(".judge/found/*")
    assert f"written to {folder.relative_to(tmp_path)}/" in done.stdout
    solved = subprocess.run(
        ["python3", tmp_path / "solutions/right.py"],
        input=(folder / "input").read_bytes(),
        capture_output=True,
    )
    assert (folder / "answer").read_bytes() == solved.stdout != (folder / "output").read_bytes()


@pytest.mark.parametrize("jobs", [2, *(pytest.param(jobs, marks=pytest.mark.slow) for jobs in (1, 5))])
def test_any_number_of_workers_finds_the_same(jobs: int, tmp_path: Path) -> None:
    files = {"cases/validator.py": VALIDATOR}
    sheet = SHEET + "validator: validator.py\n"
    done = searched(project(tmp_path, files, sheet=sheet), "forgets.py", "--jobs", str(jobs))
    found = record(tmp_path)
    assert done.returncode == 1
    assert (found["number"], found["seed"]) == (3, 1_000_006) or found["number"] != 3
    again = project(tmp_path / "again", files, sheet=sheet)
    searched(again, "forgets.py", "--jobs", "1")
    assert {**record(again), "tries": 0} == {**found, "tries": 0}


def test_the_command_that_is_shown_finds_it_again(tmp_path: Path) -> None:
    first = searched(project(tmp_path), "forgets.py", seed=5)
    command = re.search(r"^again: judge (.*)$", first.stdout, re.MULTILINE)
    assert command
    (before,) = tmp_path.glob(".judge/found/*")
    again = run_here(*command[1].split(), cwd=tmp_path)
    (after,) = tmp_path.glob(".judge/found/*")
    assert (again.returncode, before, again.stdout.partition("case")[0]) == (
        1,
        after,
        first.stdout.partition("case")[0],
    )


@pytest.mark.slow
def test_the_command_that_is_shown_has_all_that_the_search_was_told(tmp_path: Path) -> None:
    root = project(tmp_path / "here")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/largest.yaml").write_text(SHEET)
    told = [
        *("--generator", "largest.py", "--against", "right.py", "--root", str(root)),
        *("--cases", str(tmp_path / "other"), "--time", "12345.6789s", "--memory", "123456KiB"),
        *(
            "--compare",
            "float 1e-6",
            "--sandbox",
            "basic",
            "--cold",
            "--slow",
            "--seed",
            "1",
            "--shrink-anyway",
        ),
    ]
    done = run_here("stress", "forgets.py", *told, "--budget", "1.234567s", cwd=tmp_path)
    command = re.search(r"^again: judge (.*)$", done.stdout, re.MULTILINE)
    assert command, done.stderr
    again = shlex.split(command[1])
    assert sorted(again) == sorted(["stress", "forgets.py", *told, "--budget", "1.234567s"])


def test_nothing_found_is_0_when_the_real_time_is_over(tmp_path: Path) -> None:
    words = ("right.py", "--against", "right.py", "--budget", "300ms")
    done = run_here("stress", *words, cwd=project(tmp_path))
    assert (done.returncode, "0 found" in done.stdout) == (0, True)
    assert "right.py is compared with itself" in done.stderr
    assert re.search(r"^[0-9,]+ cases? up to size [1-9]", done.stdout, re.MULTILINE)
    assert not (tmp_path / ".judge/found").exists()


def test_progress_says_that_a_failure_is_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "_PLAIN_LINES_S", 0.0)
    done = searched(project(tmp_path), "forgets.py")
    lines = done.stderr.splitlines()
    assert any(line.endswith(", confirming a failure") for line in lines)
    assert any(re.search(r", size [0-9]+$", line) for line in lines)


def test_without_names_all_that_should_be_right_are_tried(tmp_path: Path) -> None:
    root = project(tmp_path, {"solutions/also.py": LARGEST.replace("n =", "m =")})
    done = searched(root, budget="1s")
    assert done.returncode == 1
    assert record(root)["solution"] == "forgets.py"


def test_the_answer_is_that_of_most_references(tmp_path: Path) -> None:
    """The first one by name is wrong, and nothing states that."""
    files = {f"solutions/{name}.py": LARGEST + "\n" * number for number, name in enumerate("xyz")}
    root = project(tmp_path, {**files, "solutions/a_wrong.py": FORGETS + "\n"})
    (root / "solutions/forgets.py").unlink()
    done = searched(root, "right.py", budget="1s")
    assert done.returncode == 1
    assert "a_wrong.py fails against x.py (3 of 4 references agree)" in done.stdout
    found = record(root)
    assert (found["solution"], found["agree"], found["asked"]) == ("a_wrong.py", 3, 4)


def test_a_program_that_crashes_is_found_without_a_reference(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("n = int(input())\nprint(1 // (n - 3))\n")
    (tmp_path / "gen.py").write_text(GENERATOR)
    done = run_here("stress", "a.py", "--generator", "gen.py", "--seed", "1", cwd=tmp_path)
    assert done.returncode == 1
    note = "no reference: only crashes and broken limits can be found (--against names one)"
    assert done.stderr.startswith(f"{note}\n")
    assert f"\n{note}\n" in done.stdout
    assert (record(tmp_path)["verdict"], record(tmp_path)["size"]) == ("RE", 3)


CHECKER = """\
import sys
answer, output = (open(name).read().split() for name in sys.argv[2:])
print(int(answer == output))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("others", "code"), [((), 0), (("right.py",), 1)])
def test_a_checker_is_asked_where_somebody_has_answered(
    others: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    files = {"cases/check.py": CHECKER.replace("2:", "2:4")}
    root = project(tmp_path, files, sheet=SHEET + "checker: check.py\nprotocol: cms\n")
    for name in {"right.py"} - {*others}:
        (root / "solutions" / name).unlink()
    done = searched(root, "forgets.py", budget="3s")
    assert (done.returncode, "1 found" in done.stdout) == (code, bool(code)), done.stdout + done.stderr


def test_who_waits_for_programs_hears_how_many_are_made(tmp_path: Path) -> None:
    suspects = []
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(LARGEST)
        suspects.append(make_solution(name=name, path=tmp_path / name))
    told: list[tuple[int, int]] = []
    with open_workers(2, SEAL) as workers:
        prepare = Examiner(executor=workers, seal=SEAL, command="").prepare
        prepare(Trial(case=make_case(), suspects=tuple(suspects)), (), lambda *numbers: told.append(numbers))
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_a_checker_that_cannot_be_built_is_told_before_the_search(tmp_path: Path) -> None:
    files = {"cases/check.py": "print(\n"}
    root = project(tmp_path, files, sheet=SHEET + "checker: check.py\nprotocol: cms\n")
    done = searched(root, "forgets.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cases/check.py:1: expected a program that compiles, got: SyntaxError: " in done.stderr


def test_programs_in_no_project_need_no_tests(tmp_path: Path) -> None:
    for name, text in {"a.py": FORGETS, "brute.py": LARGEST, "gen.py": GENERATOR}.items():
        (tmp_path / name).write_text(text)
    words = ("a.py", "--against", "brute.py", "--generator", "gen.py")
    done = searched(tmp_path, *words)
    assert (done.returncode, record(tmp_path)["problem"]) == (1, tmp_path.name)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".judge", "a.py", "brute.py", "gen.py"]


@pytest.mark.slow
def test_tests_next_to_a_program_are_judged_before_a_search(tmp_path: Path) -> None:
    for name, text in {"a.py": FORGETS, "brute.py": LARGEST, "gen.py": GENERATOR}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "test").mkdir()
    (tmp_path / "test/1.in").write_text("2\n-3 -1\n")
    (tmp_path / "test/1.out").write_text("-1\n")
    done = run_here("stress", "a.py", "--generator", "gen.py", "--seed", "1", "--budget", "60s", cwd=tmp_path)
    assert done.returncode == 1
    shown, found = done.stdout.split("a.py fails against brute.py", 1)
    assert "a.py on test/1: WA" in shown
    assert "  input  2\n  input  -3 -1\n" in shown
    assert "1 found" in found
    (tmp_path / "test/1.in").write_text("2\n3 1\n")
    (tmp_path / "test/1.out").write_text("3\n")
    done = searched(tmp_path, "a.py", "--generator", "gen.py", budget="5s")
    assert "fails against brute.py" in done.stdout


def test_a_generator_next_to_programs_is_found_by_its_name(tmp_path: Path) -> None:
    for name, text in {"a.py": FORGETS, "brute.py": LARGEST, "gen.py": GENERATOR}.items():
        (tmp_path / name).write_text(text)
    done = searched(tmp_path, "a.py", budget="5s")
    assert "gen.py generates the inputs (--generator names another program)\n" in done.stderr
    assert (done.returncode, "fails against brute.py" in done.stdout) == (1, True)


@pytest.mark.slow
def test_a_program_without_samples_gives_the_answers_next_to_a_problem_of_cph(
    tmp_path: Path,
) -> None:
    sample = {"srcPath": "a.py", "tests": [{"id": 1, "input": "2\n3 1\n", "output": "3\n"}]}
    problem = json.dumps({"name": "A", "timeLimit": 1000, "memoryLimit": 256, "interactive": False, **sample})
    (tmp_path / ".cph").mkdir()
    (tmp_path / ".cph" / f".a.py_{'0' * 32}.prob").write_text(problem)
    for name, text in {"a.py": FORGETS, "brute.py": LARGEST, "gen.py": GENERATOR}.items():
        (tmp_path / name).write_text(text)
    for words in ((), ("--against", "brute.py")):
        done = searched(tmp_path, "a.py", *words, budget="5s")
        assert (done.returncode, "fails against brute.py" in done.stdout) == (1, True), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["", ".py"])
def test_a_tool_beside_programs_is_none_of_them(suffix: str, tmp_path: Path) -> None:
    files = {"a.py": FORGETS, "brute.py": LARGEST, "gen.py": GENERATOR, "val.py": VALIDATOR}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    words = ("--generator", f"gen{suffix}", "--validator", f"./val{suffix}")
    done = searched(tmp_path, *words, budget="1s")
    found = record(tmp_path)
    assert (done.returncode, found["asked"]) == (1, 1), done.stderr
    assert done.stderr.startswith("brute.py gives the answers (--against names another program)\n")
    assert "1 found" in done.stdout


def test_a_program_that_disagrees_with_itself_is_a_find_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Among so many runs some are right and some are wrong.
    monkeypatch.setattr(examiner, "_RUNS", 40)
    flaky = LARGEST.replace("print(", "import os\nprint(os.urandom(1)[0] % 2 +")
    root = project(tmp_path, {"solutions/flaky.py": flaky})
    (root / "solutions/forgets.py").unlink()
    done = searched(root, "flaky.py")
    assert done.returncode == 1
    assert "flaky.py does not agree with itself" in done.stdout
    assert {*record(tmp_path)["verdicts"]} == {"AC", "WA"}  # type: ignore[call-overload]


@pytest.mark.slow
def test_a_reference_that_is_too_slow_for_large_cases_is_no_longer_asked(tmp_path: Path) -> None:
    slow = LARGEST + "while n > 10:\n    pass\n"
    root = project(tmp_path, {"solutions/slow.py": slow})
    done = searched(root, "right.py", "--against", "slow.py", "--time", "100ms", budget="1s")
    assert done.returncode == 0
    found = re.search(r"slow\.py gave no answer to (\d+) of (\d+) cases: there the judge", done.stdout)
    assert found
    # A quarter of all cases have a size of 16 or more.
    assert int(found[2]) / 5 < int(found[1]) < int(found[2])


# A search for the slowest


COUNTS = """\
n = int(input())
largest = max(map(int, input().split()))
for _ in range(largest):
    n += 1
print(largest)
"""
# It climbs: the hardest so far and one more.
CLIMBS = """\
import sys
hardest = sys.stdin.read().split()
print(1)
print(int(hardest[1]) + 1 if hardest else 5)
"""


def test_the_slowest_case_is_climbed_to_from_the_hardest_so_far(tmp_path: Path) -> None:
    root = project(tmp_path, {"solutions/counts.py": COUNTS, "generators/climbs.py": CLIMBS})
    (root / "solutions/forgets.py").unlink()
    done = searched(root, "counts.py", "--slow", "--generator", "climbs.py", budget="1s")
    assert done.returncode == 0
    found = record(root)
    assert found["unit"] == "calls and lines"
    (folder,) = root.glob(".judge/found/*")
    # Each sees the hardest of all except the seven before it.
    height = int((folder / "input").read_text().split()[1])
    assert height == 5 + (int(str(found["number"])) - 1) // 8
    assert height > 6


@pytest.mark.parametrize(("largest", "is_reached"), [("1", True), ("999999", False)])
def test_a_search_for_the_slowest_case_says_that_it_did_not_reach_the_largest_size(
    tmp_path: Path, largest: str, is_reached: bool
) -> None:
    prints = "import sys\nprint(1)\nprint(sys.argv[1])\n"
    root = project(tmp_path, {"solutions/counts.py": COUNTS, "generators/prints.py": prints})
    (root / "solutions/forgets.py").unlink()
    words = ("counts.py", "--slow", "--generator", f"prints.py {{size:{largest}}}")
    done = searched(root, *words, budget="100ms")
    said = f"size {int(largest):,}, the largest, was not reached: --budget gives more time\n"
    assert (done.returncode, said in done.stdout) == (0, not is_reached)


WALKS = """\
import random, sys
seed = int(sys.argv[1])
hardest = sys.stdin.read().split()
height = int(hardest[1]) if hardest else 0
height = max(0, height + random.Random(seed).randint(-9, 10))
print(f"1\\n{height}")
print("work", height, "steps", file=sys.stderr)
"""


@pytest.mark.slow
def test_a_climb_is_the_same_with_any_number_of_workers_as_far_as_it_comes(tmp_path: Path) -> None:
    climbs = []
    for jobs in (1, 2, 3):
        root = project(tmp_path / str(jobs), {"generators/walks.py": WALKS})
        (root / "solutions/forgets.py").unlink()
        words = ("right.py", "--slow", "--generator", "walks.py", "--jobs", str(jobs), "--json", "found.json")
        assert searched(root, *words, budget="500ms").returncode == 0
        climb = json.loads((root / "found.json").read_text())["climb"]
        climbs.append([(step["number"], step["work"]) for step in climb])
    least = min(map(len, climbs))
    assert least > 2
    assert climbs[0][:least] == climbs[1][:least] == climbs[2][:least]


def test_a_generator_that_counts_the_work_is_believed_and_the_program_run_once(tmp_path: Path) -> None:
    states = (
        "import sys\nprint(1)\nprint(sys.argv[1])\nprint('work', sys.argv[1], 'steps', file=sys.stderr)\n"
    )
    loops = "while True:\n    pass\n"
    root = project(tmp_path, {"solutions/loops.py": loops, "generators/states.py": states})
    done = searched(root, "loops.py", "--slow", "--generator", "states.py", "--time", "100ms", budget="500ms")
    assert (done.returncode, ": 1 found\n" in done.stdout) == (1, True)
    found = record(root)
    assert (found["unit"], found["work"]) == ("steps", float(str(found["seed"])))
    assert (found["verdict"], f"{int(str(found['seed'])):,} steps" in done.stdout) == ("TLE", True)


def test_a_program_that_fails_while_its_slowest_case_is_searched_for_has_both(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    fails = COUNTS.replace("print(largest)", "print(largest if largest < 7 else 0)")
    root = project(tmp_path, {"solutions/fails.py": fails, "generators/climbs.py": CLIMBS})
    (root / "solutions/forgets.py").unlink()
    words = ("fails.py", "--slow", "--generator", "climbs.py", "--plot", "climb.svg", "--json", "found.json")
    done = searched(root, *words)
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 0), done.stderr
    assert "fails.py needs the most for this one" in done.stdout
    finds = json.loads((root / "found.json").read_text())["finds"]
    assert [one["verdict"] for one in finds] == ["WA", "AC"]
    for one in finds:
        assert json.loads((root / one["folder"] / "find.json").read_text())["verdict"] == one["verdict"]
        assert f"written to {one['folder']}/" in done.stdout
    assert (root / "climb.svg").exists()


@pytest.mark.slow
def test_the_slowest_beside_another_program_is_a_ratio(tmp_path: Path) -> None:
    root = project(tmp_path, {"solutions/counts.py": COUNTS, "generators/climbs.py": CLIMBS})
    words = ("counts.py", "--slow", "--against", "right.py", "--generator", "climbs.py")
    assert searched(root, *words, budget="500ms").returncode == 0
    assert record(root)["unit"] == "times the calls and lines of right.py"
    assert float(str(record(root)["work"])) > 1


def grids(root: Path) -> Path:
    """A project of one grid and a program that solves it."""
    for name in ("solutions/luogu_fewest_candidates.py", "cases/luogu-p1784.yaml"):
        (root / name).parent.mkdir()
        shutil.copy(REPOSITORY / name, root / name)
    return root


@pytest.mark.slow
def test_a_subject_varies_its_own_cases(tmp_path: Path) -> None:
    done = searched(grids(tmp_path), "luogu_fewest_candidates.py", "--slow", budget="200ms")
    assert done.returncode == 0
    (puzzle,) = re.findall(r"^  grid  ([0-9]{81})$", done.stdout, re.MULTILINE)
    assert puzzle.count("0") > 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("takes", "message"),
    [
        pytest.param("data == own", "expected a validator that takes one of 20 inputs", id="none of them"),
        pytest.param("data.count('0') % 2 == own.count('0') % 2", "", id="some of them"),
    ],
)
def test_of_what_a_subject_varies_that_is_tried_which_the_validator_takes(
    takes: str, message: str, tmp_path: Path
) -> None:
    solution, case = "luogu_fewest_candidates.py", "luogu-p1784/sample"
    own = run_here("show", solution, case, "--input", cwd=grids(tmp_path)).stdout
    (tmp_path / "val.py").write_text(
        f"import sys\nown, data = {own!r}, sys.stdin.read()\nsys.exit(0 if {takes} else 1)\n"
    )
    words = (solution, "luogu-p1784", "--slow", "--validator", "./val.py")
    # A refused search ends by itself after 20 inputs, however long they take.
    done = searched(tmp_path, *words, "--json", "found.json", budget="5m" if message else "100ms")
    assert (done.returncode, message in done.stderr) == (2 if message else 0, True), done.stderr
    assert len(without_progress(done.stderr)) == 1 or not message
    if not message:
        (find,) = json.loads((tmp_path / "found.json").read_text())["finds"]
        assert find["input"].count("0") % 2 == own.count("0") % 2


# Errors


CRASHES = "raise SystemExit(3)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "words", "message"),
    [
        pytest.param({}, ["--generator", "absent"], "expected a generator", id="no such generator"),
        pytest.param({"generators/largest.py": CRASHES}, [], "got exit code 3", id="crash"),
        pytest.param({"generators/largest.py": "print(end='')\n"}, [], "got nothing", id="prints nothing"),
        pytest.param(
            {"generators/largest.py": "while True:\n    print('x' * 10**6)\n"},
            [],
            "got printed more than 64 MiB",
            id="flood",
        ),
        pytest.param(
            {"generators/largest.py": "import os\nprint(1)\nprint(os.urandom(8).hex())\n"},
            [],
            "printed different inputs for the same seed; seed it: `random.seed(int(sys.argv[1]))`",
            id="another case for the same seed",
        ),
        pytest.param(
            {"generators/largest.py": "import os\nprint(1)\nprint(os.urandom(8).hex())\n"},
            ["--generator", "largest {size} {seed}"],
            "seed it: `random.seed(int(sys.argv[2]))`",
            id="the seed is the second word",
        ),
        pytest.param(
            {"generators/largest.py": "import os\nprint(1)\nprint(os.urandom(8).hex())\n"},
            ["--generator", "largest {size}"],
            "largest.py printed different inputs for the same seed\n",
            id="no seed among its words",
        ),
        pytest.param({}, ["--generator", "largest 5 5"], "got neither", id="words without a seed"),
        pytest.param({}, ["--generator", "largest {n}"], "got {n}", id="unknown word"),
        pytest.param(
            {"v.py": "raise SystemExit(43)\n"}, ["--validator", "v.py"], "largest/small", id="refuses all"
        ),
        pytest.param(
            {"v.py": "raise SystemExit(43 if int(input()) > 3 else 0)\n"},
            ["--validator", "v.py"],
            "got one that v.py refuses: exit code 43",
            id="illegal input",
        ),
        pytest.param(
            {"v.py": "1 / 0\n"}, ["--validator", "v.py"], "ZeroDivisionError", id="validator crashes"
        ),
        pytest.param(
            {"solutions/wrong.py": "print(5)\n"},
            ["--against", "wrong.py"],
            "expected a reference that passes your own tests, got WA on largest/small (is its answer right?)",
            id="reference that is wrong",
        ),
        pytest.param(
            {}, ["--against", "*.py"], "--against: expected one solution, got 2", id="two references"
        ),
        pytest.param({}, ["--plot", "climb.svg"], "--plot: expected --slow as well", id="nothing to draw"),
        pytest.param({}, ["--slow"], "--slow: expected one solution, got 2", id="several for the slowest"),
        pytest.param(
            {"generators/largest.py": "print(\n"},
            [],
            "generators/largest.py:1: expected a program that compiles, got: SyntaxError: ",
            id="does not compile",
        ),
    ],
)
def test_wrong_tools_end_the_search_with_a_line(
    files: Mapping[str, str], words: list[str], message: str, tmp_path: Path
) -> None:
    named = [] if "--slow" in words else ["right.py"]
    done = searched(project(tmp_path, files), *named, *words)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert len(without_progress(done.stderr)) == 1


def test_a_generator_that_prints_more_parts_than_can_be_looked_at_ends_the_search(tmp_path: Path) -> None:
    """The judge itself solves each grid, and nothing would stop it."""
    grid = "".join(f"{CLUES[start : start + 9].decode()}\\n" for start in range(0, 81, 9))
    (tmp_path / "flood.py").write_text(
        f"# judge: {{format: poj}}\nprint(1001)\nprint('{grid}' * 1001, end='')\n"
    )
    done = searched(grids(tmp_path), "luogu_fewest_candidates.py", "--generator", "./flood.py")
    assert done.returncode == 2
    assert "the size 1, got 1,001 times a grid, at most 1,000 are tried" in done.stderr


def test_a_generator_that_hangs_ends_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "_LIMITS", replace(inputs._LIMITS, cpu_s=0.2))
    done = searched(project(tmp_path, {"generators/largest.py": "while True:\n    pass\n"}), "right.py")
    assert done.returncode == 2
    told = "expected an input for the seed 1000004 and the size 1, got {} s of CPU used, limit 0.2 s"
    assert told.format("X") in re.sub(r"got [\d.]+ s", "got X s", done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("least", [4, 1], ids=["afterwards", "while it is made small"])
def test_what_was_found_is_shown_and_kept_though_a_generator_fails(least: int, tmp_path: Path) -> None:
    """The generator fails for large cases, or for all cases smaller than the find."""
    fails = f"if size >= 16 if {least} == 4 else (size < 4 and seed > 2_000_000):\n    sys.exit('too hard')\n"
    generator = GENERATOR.replace("chance =", fails + "chance =")
    forgets = FORGETS.replace("xs[:-1]", "xs[:-1] if n >= 4 else xs")
    files = {
        "generators/largest.py": generator,
        "solutions/forgets.py": forgets,
        # Without this program the search would stop before the large cases.
        "solutions/also.py": LARGEST + "# also\n",
    }
    words = ("--json", "found.json", "--keep", "hard")
    done = searched(project(tmp_path, files), "forgets.py", "also.py", *words)
    assert done.returncode == 2
    assert "forgets.py fails against right.py" in done.stdout
    assert "got exit code 1: too hard" in done.stderr
    assert [one["solution"] for one in json.loads((tmp_path / "found.json").read_text())["finds"]] == [
        "forgets.py"
    ]
    assert "id: hard" in (tmp_path / "cases/largest.yaml").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["checker", "validator"])
def test_a_tool_that_fails_on_a_smaller_input_leaves_it_aside_and_no_more(tool: str, tmp_path: Path) -> None:
    """The tool expects the generator's format, and fails on a number with fewer digits."""
    fails = "    import os\n    os.kill(os.getpid(), 11)\n"
    files = {
        "generators/largest.py": GENERATOR.replace("-size, size", "100, 999"),
        "cases/check.py": CHECKER.replace("2:", "2:4"),
        "cases/val.py": VALIDATOR,
    }
    if tool == "checker":
        files["cases/check.py"] += f"if len(open(sys.argv[1]).read().split()[-1]) < 3:\n{fails}"
    else:
        files["cases/val.py"] = files["cases/val.py"].replace(
            "sys.exit", f"if xs[-1:] < [100]:\n{fails}sys.exit"
        )
    sheet = SHEET.replace("2 1\n    output: |\n      2", "102 101\n    output: |\n      102")
    sheet += "validator: val.py\nchecker: check.py\nprotocol: cms\n"
    root = project(tmp_path, files, sheet=sheet)
    done = searched(root, "forgets.py", "--jobs", "1", budget="10s")
    assert (done.returncode, "fails" in done.stdout) == (1, True), done.stdout + done.stderr
    (folder,) = root.glob(".judge/found/*")
    assert (folder / "input").read_text().split() == ["1", "100"]


def test_a_search_goes_on_after_an_output_on_which_the_checker_fails(tmp_path: Path) -> None:
    """The checker fails on outputs of several words, which one of the programs prints."""
    files = {
        "solutions/talks.py": LARGEST + "print('and more')\n",
        "cases/check.py": CHECKER + "if output[1:]:\n    import os\n    os.kill(os.getpid(), 11)\n",
    }
    root = project(tmp_path, files, sheet=SHEET + "checker: check.py\nprotocol: cms\n")
    done = searched(root, "talks.py", "forgets.py", budget="300s")
    assert (done.returncode, "forgets.py fails against right.py" in done.stdout) == (2, True)
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("skipped")]
    assert line.startswith("skipped, a JE of talks.py: cases/check.py: ")
    assert (root / line.rpartition("saved: ")[2]).is_file()


def test_no_more_references_vote_than_it_takes(tmp_path: Path) -> None:
    root = project(tmp_path, {f"solutions/r{number:02}.py": LARGEST for number in range(12)})
    done = searched(root, "forgets.py")
    found = record(root)
    assert (done.returncode, found["agree"], found["asked"]) == (1, 9, 9)


def test_each_of_several_generators_is_called_again_now_and_then(tmp_path: Path) -> None:
    unsteady = "import os\nprint(1)\nprint(int.from_bytes(os.urandom(8)))\n"
    names = [f"generators/largest/{name}.py" for name in "abc"]
    for wrong in names:
        files = {**dict.fromkeys(names, GENERATOR), wrong: unsteady}
        root = project(tmp_path / Path(wrong).stem, files)
        (root / "generators/largest.py").unlink()
        done = searched(root, "right.py", budget="2s")
        message = f"{wrong}: {Path(wrong).name} printed different inputs"
        assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_a_report_that_cannot_be_written_costs_no_case(tmp_path: Path) -> None:
    done = searched(project(tmp_path), "forgets.py", "--json", "/dev/full", "--keep", "hard")
    assert (done.returncode, "/dev/full: expected a file that can be written" in done.stderr) == (2, True)
    assert "kept as hard" in done.stdout
    assert "id: hard" in (tmp_path / "cases/largest.yaml").read_text()


def test_each_place_that_finds_may_need_is_looked_at_before_the_search(tmp_path: Path) -> None:
    second = SHEET.partition("cases:\n")[2].replace("small", "hard-2")
    root = project(tmp_path, {"solutions/also.py": FORGETS + "# also\n"}, sheet=SHEET + second)
    words = ("forgets.py", "also.py", "--against", "right.py", "--keep", "hard")
    done = searched(root, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected an id that no case of largest has, got 'hard-2'" in done.stderr
    assert searched(root, "forgets.py", *words[2:]).returncode == 1


def test_of_a_search_without_a_climb_there_is_an_empty_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    crashes = "raise SystemExit(1)\n"
    root = project(tmp_path, {"solutions/crashes.py": crashes})
    done = searched(root, "crashes.py", "--slow", "--plot", "climb.svg", budget="3s")
    assert (done.returncode, "crashes.py fails" in done.stdout) == (1, True), done.stderr
    assert "seconds of the search" in (root / "climb.svg").read_text()


def test_nothing_is_left_of_a_search_that_is_killed(tmp_path: Path) -> None:
    root = project(tmp_path, {"solutions/counts.py": COUNTS, "generators/climbs.py": CLIMBS})
    (tmp_path / "tmp").mkdir()
    words = ("counts.py", "--slow", "--generator", "climbs.py", "--budget", "600s")
    process = subprocess.Popen(
        [*JUDGE, "stress", *words],
        cwd=root,
        env=environment(TMPDIR=str(tmp_path / "tmp")),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60
    while not [*root.glob(".judge/found/*/find.json")] and time.monotonic() < until:
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert [*(tmp_path / "tmp").iterdir()] == []


def test_the_last_words_of_a_tool_need_no_more_memory_than_all(tmp_path: Path) -> None:
    """A validator may print as much as a generator."""
    run = make_run(stdout=b"words\n" * (8 << 20) + b"the last \xff" + b"!" * 1000 + b"\n\n")
    tracemalloc.start()
    said = last_line(run)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert said.startswith("the last \ufffd!!")
    assert len(said) < 200
    assert most < 2 * len(run.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(("most", "plain"), [(8, True), (7, False)])
def test_a_long_text_is_made_small_by_draws_alone(
    most: int, plain: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examiner, "_MOST_BYTES", most)
    generator = GENERATOR.replace("-size, size", "10000, 19999")
    root = project(tmp_path, {"generators/largest.py": generator})
    searched(root, "forgets.py", "--shrink-anyway")
    (found,) = root.glob(".judge/found/*/input")
    assert (len(found.read_bytes()) < 8) == plain


def test_without_a_generator_it_is_told_where_one_would_lie(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / "generators/largest.py").unlink()
    done = searched(root, "right.py")
    assert done.returncode == 2
    assert "expected a generator, got none: name one with --generator" in done.stderr
    assert "generators/" in done.stderr


@pytest.mark.slow
def test_an_interrupt_shows_what_is_found_and_how_to_go_on(tmp_path: Path) -> None:
    root = project(tmp_path, {"solutions/also.py": LARGEST.replace("n =", "m =")})
    command = [*JUDGE, "stress", "--budget", "600s", "--seed", "1"]
    process = subprocess.Popen(
        command,
        cwd=root,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    until = time.monotonic() + 60
    while not [*root.glob(".judge/found/*/find.json")] and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "forgets.py fails" in out
    assert "again: judge stress" in out
