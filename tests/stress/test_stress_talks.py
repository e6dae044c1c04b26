"""A search for the input of an interactor on which a program fails."""

import json
from pathlib import Path

import pytest
from helpers import need, run_here, write_project
from test_search import by_ticks

INTERACTOR = """\
import sys

hidden = int(open(sys.argv[1]).read())
if hidden == 77:
    sys.exit("out of order")
while line := sys.stdin.readline():
    if int(line) == hidden:
        print("correct", flush=True)
        sys.exit(42)
    print("lower" if hidden < int(line) else "higher", flush=True)
sys.exit(43)
"""
GUESSES = """\
low, high = 1, {}
while low <= high:
    middle = (low + high) // 2
    print(middle, flush=True)
    word = input()
    if word == "correct":
        break
    low, high = (low, middle - 1) if word == "lower" else (middle + 1, high)
"""
SHEET = "problem: Guess\ninteractor: talk.py\nprotocol: kattis\ntests: '*.in'\n"
VALIDATOR = """\
import sys

text = sys.stdin.read()
sys.exit(42 if text == f"{int(text)}\\n" and 1 <= int(text) <= 1000 else 43)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "val.py").write_text(VALIDATOR)
    (tmp_path / "gen.py").write_text("import sys\nprint(int(sys.argv[1]) % 400 + 601)\n")
    solutions = {"right.py": GUESSES.format(1000), "half.py": GUESSES.format(500)}
    cases = {"guess.yaml": SHEET, "talk.py": INTERACTOR, "guess/1.in": "1\n"}
    return write_project(tmp_path, solutions=solutions, cases=cases)


SEARCH = ("--generator", "gen.py", "--validator", "val.py", "--seed", "1", "--budget", "60s")


@pytest.mark.slow
def test_a_find_is_made_small_shows_the_conversation_and_becomes_a_case(project: Path) -> None:
    done = run_here("stress", "half.py", *SEARCH, "--keep", "guess/half", "--json", "s.json", cwd=project)
    assert done.returncode == 1, done.stderr
    assert "half.py fails\n" in done.stdout
    assert "\n  input  501\n" in done.stdout
    told = "WA, expected AC: ended while the interactor waited for more"
    assert told in " ".join(done.stdout.split())
    assert "program     500↵" in done.stdout
    (found,) = json.loads((project / "s.json").read_bytes())["finds"]
    *_, last = found["conversation"]
    assert (found["input"], last["said"], last["by_program"]) == ("501\n", "higher↵", False)
    assert (project / "cases" / "guess" / "half.in").read_bytes() == b"501\n"
    assert (
        "half.py on guess/half: WA, expected AC"
        in run_here("run", "--case", "guess/half", cwd=project).stdout
    )


def test_who_is_right_is_tried_without_a_reference(project: Path) -> None:
    (project / "solutions" / "half.py").unlink()
    done = run_here("stress", "right.py", *SEARCH[:-1], "1s", cwd=project, door=by_ticks)
    assert (done.returncode, "0 found" in done.stdout) == (0, True), done.stdout
    assert "no reference" not in done.stdout


def test_cases_on_which_the_interactor_fails_are_skipped_and_named_once(project: Path) -> None:
    (project / "gen.py").write_text("print(77)\n")
    done = run_here("stress", "half.py", *SEARCH, cwd=project)
    assert done.returncode == 2
    assert " cases up to size 64 in " in done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        "skipped, a JE of half.py: cases/talk.py: expected the exit code 42 or 43, got 1; saved: "
    )


LOGS = """\
import sys

hidden = int(open(sys.argv[1]).read())
print(hidden, flush=True)
open(sys.argv[2], "w").write(sys.stdin.readline())
sys.exit(3 if hidden == 77 else 0)
"""
READS_LOG = """\
#include "testlib.h"
#include <cstdio>
int main(int, char **words) {
    int asked = 0, got = 0;
    if (fscanf(fopen(words[1], "r"), "%d", &asked) != 1 || asked == 78) return 3;
    return fscanf(fopen(words[2], "r"), "%d", &got) != 1 || got != asked;
}
"""


@pytest.fixture
def logged(tmp_path: Path) -> Path:
    """A program whose failure only the checker of the interactor's log sees."""
    need("g++")
    (tmp_path / "gen.py").write_text("import sys\nprint(int(sys.argv[1]) % 400 + 601)\n")
    sheet = SHEET.replace("kattis", "testlib\nchecker: check.cpp")
    files = {
        "guess.yaml": sheet,
        "talk.py": LOGS,
        "check.cpp": READS_LOG,
        "testlib.h": "",
        "guess/1.in": "1\n",
    }
    echoes = {"most.py": "print(min(int(input()), 900))\n"}
    return write_project(tmp_path, solutions=echoes, cases=files)


@pytest.mark.slow
def test_the_checker_of_what_an_interactor_writes_is_asked(logged: Path) -> None:
    done = run_here(
        "stress", "most.py", "--generator", "gen.py", "--seed", "1", "--budget", "60s", cwd=logged
    )
    assert done.returncode == 1, done.stderr
    assert "\n  input  901\n" in done.stdout


@pytest.mark.parametrize(("hidden", "name"), [(77, "talk.py"), (78, "check.cpp")])
def test_of_two_that_decide_the_one_that_fails_is_named_and_once(
    logged: Path, hidden: int, name: str
) -> None:
    (logged / "gen.py").write_text(f"print({hidden})\n")
    done = run_here("stress", "most.py", "--generator", "gen.py", "--seed", "1", cwd=logged)
    told = "expected a verdict, got exit code 3: it says that it failed itself"
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"skipped, a JE of most.py: cases/{name}: {told}; saved: ")


def test_a_checker_that_fails_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "gen.py").write_text("print(77)\n")
    sheet = SHEET.replace("interactor: talk.py", "checker: check.py")
    cases = {
        "guess.yaml": sheet,
        "check.py": "import sys\nsys.exit(7 if open(sys.argv[1]).read() == '77\\n' else 42)\n",
        "guess/1.in": "1\n",
        "guess/1.out": "",
    }
    write_project(tmp_path, solutions={"a.py": "print(input())\n", "b.py": "print(input())\n"}, cases=cases)
    done = run_here(
        "stress", "a.py", "--against", "b.py", "--generator", "gen.py", "--seed", "1", cwd=tmp_path
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        "skipped, a JE of a.py: cases/check.py: expected the exit code 42 or 43, got 7; saved: "
    )


TELEGRAPH = """\
import sys

number, told = open(sys.argv[1]).read().split()
heard = sys.stdin.read().strip()
if number == "1":
    open(sys.argv[3] + "judgemessage.txt", "w").write(told)
    open(sys.argv[3] + "nextpass.in", "w").write(f"2 {heard}\\n")
    sys.exit(42)
sys.exit(42 if heard == open(sys.argv[3] + "judgemessage.txt").read() else 43)
"""
SENDS = """\
number, told = input().split()
print({} if number == "1" else told)
"""


def test_a_validator_of_several_passes_decides_without_an_answer(tmp_path: Path) -> None:
    """The output of the first pass of a right program is not an answer."""
    sheet = "problem: Telegraph\nchecker: check.py\nprotocol: kattis\npasses: 2\ntests: '*.in'\n"
    (tmp_path / "gen.py").write_text("import sys\nprint(1, int(sys.argv[1]) % 900 + 100)\n")
    solutions = {"right.py": SENDS.format("told"), "cuts.py": SENDS.format("told.replace('7', '1')")}
    cases = {"telegraph.yaml": sheet, "check.py": TELEGRAPH, "telegraph/1.in": "1 5\n"}
    write_project(tmp_path, solutions=solutions, cases=cases)
    search = ("--generator", "gen.py", "--seed", "1", "--budget", "60s")
    done = run_here("stress", "cuts.py", *search, "--against", "right.py", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "cuts.py fails\n" in done.stdout
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("  input  ")]
    assert "7" in line
