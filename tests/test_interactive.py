"""Whole interactive problems, in each protocol, with several passes, and unchanged ones by others."""

import json
import re
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from conftest import level_or_skip
from helpers import JUDGE, environment, is_alive, read_testlib, run_here, wait_until, write_project

from judge.running.keeper_client import Level

SHARED = Path(__file__).parent.parent.parent / "shared" / "data" / "public"
shared = pytest.mark.skipif(not SHARED.exists(), reason="the packages of others are not here")
needs_gxx = pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")

GUESS = {
    "guess.yaml": "problem: Guess\ninteractor: judge.py\nprotocol: kattis\ntime: 1s\ntests: '*.in'\n",
    "judge.py": """\
import sys

hidden = int(open(sys.argv[1]).read())
words = open(sys.argv[3] + "judgemessage.txt", "w")
for turn in range(10):
    line = sys.stdin.readline()
    if not line:
        words.write("the program has ended")
        sys.exit(43)
    if not line.strip().isdigit():
        words.write("no number")
        sys.exit(43)
    guess = int(line)
    print("correct" if guess == hidden else "lower" if hidden < guess else "higher", flush=True)
    if guess == hidden:
        sys.exit(42)
words.write("ten guesses were not enough")
sys.exit(43)
""",
    "guess/1.in": "500\n",
    "guess/2.in": "1\n",
    "guess/3.in": "1000\n",
}
RIGHT = """\
low, high = 1, 1000
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    word = input()
    if word == "correct":
        break
    low, high = (low, middle - 1) if word == "lower" else (middle + 1, high)
"""
GUESSING = {
    "right.py": RIGHT,
    "right.c": """\
#include <stdio.h>
int main(void) {
    int low = 1, high = 1000;
    char word[16] = "";
    while (word[0] != 'c') {
        int middle = (low + high) / 2;
        printf("%d\\n", middle);
        fflush(stdout);
        if (scanf("%15s", word) != 1) return 1;
        if (word[0] == 'l') high = middle - 1; else low = middle + 1;
    }
}
""",
    "linear.py": RIGHT.replace("(low + high) // 2", "low"),
    "ends_early.py": "print(500, flush=True)\n",
    "nonsense.py": "print('hello', flush=True)\ninput()\n",
    # `input` would flush.
    "no_flush.py": "import sys\nprint(500)\nsys.stdin.readline()\n",
    "crashes.py": "print(500, flush=True)\ninput()\n1 / 0\n",
}


def verdicts(root: Path, *words: str) -> dict[str, set[str]]:
    """Return the verdicts of each solution, with their messages."""
    run_here("run", *words, "--json", "r.json", cwd=root)
    found = defaultdict(set)
    for row in json.loads((root / "r.json").read_text())["results"]:
        for test in row["tests"]:
            found[row["solution"]].add(f"{test['verdict']} {test['message']}".strip())
    return dict(found)


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")
def test_a_problem_with_an_interactor_is_judged(tmp_path: Path) -> None:
    write_project(tmp_path, solutions=GUESSING, cases=GUESS)
    assert verdicts(tmp_path) == {
        "right.py": {"AC"},
        "right.c": {"AC"},
        "linear.py": {"WA", "AC"},
        "ends_early.py": {"AC", "WA ended while the interactor waited for more"},
        "nonsense.py": {"WA"},
        "no_flush.py": {"ILE waits for input after printing 4 bytes without a flush"},
        "crashes.py": {"RE exit code 1"},
    }


def test_a_failure_shows_the_end_of_the_conversation_and_show_all_of_it(tmp_path: Path) -> None:
    write_project(tmp_path, solutions=GUESSING, cases=GUESS)
    run = run_here("run", "linear.py", "--case", "guess/3", cwd=tmp_path)
    assert re.search(r"\.\.\. 1[45] lines before", run.stdout)
    assert "program     10↵" in run.stdout
    assert "program     1↵" not in run.stdout
    shown = run_here("show", "linear.py", "guess/3", cwd=tmp_path).stdout
    assert "feedback  ten guesses were not enough" in shown
    for number in range(1, 11):
        assert f"program     {number}↵" in shown
    assert shown.count("interactor  higher↵") == 10


def test_every_report_shows_how_a_conversation_ended(tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    write_project(tmp_path, solutions=GUESSING, cases=GUESS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    reports = {"html": "r.html", "junit": "r.xml", "markdown": "r.md"}
    words = [word for kind, name in reports.items() for word in (f"--{kind}", name)]
    run_here("run", "linear.py", "--case", "guess/3", *words, cwd=tmp_path)
    shown = {name: (tmp_path / name).read_text() for name in reports.values()}
    plugin = (
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "judge.pytest_plugin",
        "-p",
        "no:cacheprovider",
        "--judge",
    )
    asked = subprocess.run(
        [*plugin, "-k", "linear and guess/3"], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert "1 failed" in asked.stdout
    for name, text in {**shown, "pytest": asked.stdout}.items():
        assert "ten guesses were not enough" in text, name
        assert re.search(r"\d s  program     10↵\n *\d+\.\d+ s  interactor  higher↵", text), name


def test_there_is_no_output_to_make_mistakes_of_and_an_interactor_decides(tmp_path: Path) -> None:
    answers = {f"guess/{number}.out": "500\n" for number in (1, 2, 3)}
    write_project(tmp_path, solutions={"right.py": RIGHT}, cases={**GUESS, **answers})
    mutated = run_here("mutate", cwd=tmp_path)
    assert (mutated.returncode, mutated.stderr) == (
        2,
        "CASE: expected cases with an answer to make mistakes of, got problems that talk\n",
    )
    assert run_here("check", cwd=tmp_path).stdout == "1 solution, 3 cases: all in order\n"
    assert re.search(r"^guess +text +3 +1 +judge\.py \(kattis\) +Guess$", listed(tmp_path), re.MULTILINE)


def listed(root: Path) -> str:
    return run_here("list", cwd=root, env={"COLUMNS": "120"}).stdout


PASSES = {
    "code.yaml": "problem: Code\nchecker: check.py\nprotocol: kattis\npasses: 2\ntests: '*.in'\n",
    "check.py": """\
import sys

number, word = open(sys.argv[1]).read().split()
told = sys.stdin.read().strip()
open(sys.argv[3] + "judgemessage.txt", "a").write(f"pass {number}: {told}")
if number == "1":
    if not set(told) <= set("01"):
        sys.exit(43)
    open(sys.argv[3] + "nextpass.in", "w").write(f"2 {told}\\n")
    sys.exit(42)
sys.exit(42 if told == open(sys.argv[2]).read().strip() else 43)
""",
    "code/1.in": "1 hi\n",
    "code/1.out": "hi\n",
}
CODING = {
    "right.py": """\
number, word = input().split()
if number == "1":
    print("".join(f"{byte:08b}" for byte in word.encode()))
else:
    print(bytes(int(word[at : at + 8], 2) for at in range(0, len(word), 8)).decode())
""",
    "first.py": "input()\nprint('letters')\n",
    "second.py": "input()\nprint('0101')\n",
    "crashes.py": "number, word = input().split()\nprint(0 if number == '1' else [][1])\n",
}


def test_a_validator_asks_for_another_pass_with_an_input_of_its_own(tmp_path: Path) -> None:
    write_project(tmp_path, solutions=CODING, cases=PASSES)
    assert verdicts(tmp_path) == {
        "right.py": {"AC"},
        "first.py": {"WA"},
        "second.py": {"WA"},
        "crashes.py": {"RE exit code 1"},
    }
    found = json.loads((tmp_path / "r.json").read_text())["results"]
    passes = {row["solution"]: [test["passes"] for test in row["tests"]] for row in found}
    assert passes == {"right.py": [2], "first.py": [1], "second.py": [2], "crashes.py": [2]}


COUNTS = """\
import os, sys

print("hello", flush=True)
sys.stdin.readline()
folder = sys.argv[3]
if os.path.exists(folder + "nextpass.in"):
    sys.exit(1)
open(folder + "judgemessage.txt", "a").write("x")
state = folder + "my state"
number = int(open(state).read()) if os.path.exists(state) else 0
open(state + ".new", "w").write(str(number + 1))
os.replace(state + ".new", state)
if number < 2:
    open(folder + "nextpass.in", "w").write("again")
sys.exit(42)
"""


@pytest.mark.parametrize("kind", ["checker", "interactor"])
def test_what_a_pass_leaves_in_the_feedback_the_next_finds_but_for_its_input(
    tmp_path: Path, kind: str
) -> None:
    sheet = f"problem: Count\n{kind}: count.py\nprotocol: kattis\npasses: 3\ntests: '*.in'\n"
    cases = {"count.yaml": sheet, "count.py": COUNTS, "count/1.in": "first\n", "count/1.out": ""}
    write_project(tmp_path, solutions={"echo.py": "print(input())\n"}, cases=cases)
    assert verdicts(tmp_path) == {"echo.py": {"AC"}}
    (row,) = json.loads((tmp_path / "r.json").read_text())["results"]
    assert [test["passes"] for test in row["tests"]] == [3]
    heading = {"checker": "checker", "interactor": "feedback"}[kind]
    assert f"{heading}  xxx\n" in run_here("show", "echo.py", "count/1", cwd=tmp_path).stdout


def test_passes_without_end_are_the_fault_of_the_problem(tmp_path: Path) -> None:
    again = "import sys\nopen(sys.argv[3] + 'nextpass.in', 'w').write('1 x')\nsys.exit(42)\n"
    write_project(tmp_path, solutions=CODING, cases={**PASSES, "check.py": again})
    told = "JE expected no nextpass.in after pass 2, the last that there may be, got one"
    assert verdicts(tmp_path, "right.py") == {"right.py": {told}}


def test_another_pass_of_what_is_refused_is_the_fault_of_the_problem(tmp_path: Path) -> None:
    wrong = "import sys\nopen(sys.argv[3] + 'nextpass.in', 'w').write('1 x')\nsys.exit(43)\n"
    write_project(tmp_path, solutions=CODING, cases={**PASSES, "check.py": wrong})
    told = "JE cases/check.py: expected the exit code 42 with nextpass.in, got 43"
    assert verdicts(tmp_path, "right.py") == {"right.py": {told}}


def test_passes_may_be_conversations(tmp_path: Path) -> None:
    source = """\
import sys

number = open(sys.argv[1]).read().strip()
print(number, flush=True)
if sys.stdin.readline().strip() != str(int(number) + 1):
    sys.exit(43)
if number != "3":
    open(sys.argv[3] + "nextpass.in", "w").write(str(int(number) + 1))
sys.exit(42)
"""
    sheet = "problem: Next\ninteractor: judge.py\nprotocol: kattis\npasses: 3\ntests: '*.in'\n"
    solutions = {"right.py": "print(int(input()) + 1)\n", "stuck.py": "input()\nprint(2)\n"}
    write_project(
        tmp_path, solutions=solutions, cases={"next.yaml": sheet, "judge.py": source, "next/1.in": "1\n"}
    )
    assert verdicts(tmp_path) == {"right.py": {"AC"}, "stuck.py": {"WA"}}
    shown = run_here("show", "stuck.py", "next/1", cwd=tmp_path).stdout
    assert "interactor  2↵" in shown
    assert "program     2↵" in shown


MANAGER = """\
import sys

a, b = open("input.txt").read().split()
with open(sys.argv[1], "w") as out, open(sys.argv[2]) as heard:
    print(a, b, file=out, flush=True)
    told = heard.readline()
print(1.0 if told.strip() == str(int(a) + int(b)) else 0.0)
print("asked", a, b, file=sys.stderr)
"""
TALKS = {
    "streams.py": "a, b = map(int, input().split())\nprint(a + b)\n",
    "stub.py": "import sys\nout, heard = open(sys.argv[1], 'w'), open(sys.argv[2])\n"
    "a, b = map(int, heard.readline().split())\nprint(a + b, file=out, flush=True)\n",
    "wrong.py": "a, b = map(int, input().split())\nprint(a - b)\n",
}


@pytest.mark.parametrize("is_as_documented", [True, False], ids=["as documented", "as in con_test"])
def test_a_manager_of_cms_opens_two_pipes_in_the_order_that_it_likes(
    tmp_path: Path, is_as_documented: bool
) -> None:
    sheet = "problem: Sum\ninteractor: manager.py\nprotocol: cms\ntests: '*.in'\n"
    manager = _other_way_round(MANAGER) if is_as_documented else MANAGER
    cases = {"sum.yaml": sheet, "manager.py": manager, "sum/1.in": "3 4\n"}
    solutions = {**TALKS, "documented_stub.py": _other_way_round(TALKS["stub.py"])}
    write_project(tmp_path, solutions=solutions, cases=cases)
    right = {name: {"AC"} for name in ("documented_stub.py", "streams.py", "stub.py")}
    assert verdicts(tmp_path) == {**right, "wrong.py": {"WA"}}
    assert "feedback  asked 3 4" in run_here("show", "wrong.py", "sum/1", cwd=tmp_path).stdout


def _other_way_round(source: str) -> str:
    """Swap the arguments, so that the source reads from its first and writes to its second."""
    return source.replace("argv[1]", "argv[0]").replace("argv[2]", "argv[1]").replace("argv[0]", "argv[2]")


NO_GUESS = {
    "testlib": "import sys\nsys.exit(not sys.stdin.readline())\n",
    "kattis": "import sys\nsys.exit(42 if sys.stdin.readline() else 43)\n",
    "cms": """\
import sys

says, hears = open(sys.argv[1], "w"), open(sys.argv[2])
print(1.0 if hears.readline() else 0.0)
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("protocol", NO_GUESS)
def test_who_closes_its_output_and_then_crashes_has_one_verdict_by_all_protocols(
    tmp_path: Path, protocol: str
) -> None:
    sheet = f"problem: Guess\ninteractor: judge.py\nprotocol: {protocol}\ntests: '*.in'\n"
    cases = {"guess.yaml": sheet, "judge.py": NO_GUESS[protocol], "guess/1.in": ""}
    solutions = {
        "crashes.py": "1 / 0\n",
        "goes_on.py": "import os\nos.close(1)\nwhile os.read(0, 1): pass\n",
        "goes_on_and_crashes.py": "import os\nos.close(1)\nwhile os.read(0, 1): pass\nos.abort()\n",
        "sleeps_and_crashes.py": "import os, time\nos.close(1)\ntime.sleep(0.3)\nos.abort()\n",
    }
    write_project(tmp_path, solutions=solutions, cases=cases)
    assert verdicts(tmp_path) == {
        "crashes.py": {"RE exit code 1"},
        "goes_on.py": {"WA ended while the interactor waited for more"},
        "goes_on_and_crashes.py": {"RE killed by signal 6 (SIGABRT)"},
        "sleeps_and_crashes.py": {"RE killed by signal 6 (SIGABRT)"},
    }


STUBS = {".cpp": "g++", ".c": "gcc", ".java": "javac", ".pas": "fpc"}


@pytest.mark.slow
@shared
@needs_gxx
@pytest.mark.parametrize("name", ["communication", "communicationtwoways"])
def test_managers_of_cms_as_they_lie_with_their_stubs_and_solutions(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "cases" / name
    shutil.copytree(SHARED / "con_test" / name, folder)
    stubs = [path for path in folder.glob("sol/stub.*") if shutil.which(STUBS[path.suffix])]
    sheet = "interactor: check/manager.cpp\nprotocol: cms\ntests: input/input?.txt\ntime: 10s\n"
    names = ", ".join(f"sol/{stub.name}" for stub in stubs)
    (tmp_path / "cases" / f"{name}.yaml").write_text(f"{sheet}grader: [{names}]\n")
    (tmp_path / "solutions").mkdir()
    for stub in stubs:
        shutil.copy(folder / "sol" / f"solution{stub.suffix}", tmp_path / "solutions")
    wrong = "int provide_random_number();\nint add(int a, int b) { return a * b + 9; }\n"
    (tmp_path / "solutions" / "wrong.cpp").write_text(wrong)
    found = verdicts(tmp_path)
    assert found.pop("wrong.cpp") == {"WA"}
    assert found == {f"solution{stub.suffix}": {"AC"} for stub in stubs}


@pytest.mark.slow
@pytest.mark.usefixtures("quick_testlib")
def test_an_interactor_of_testlib_as_it_lies_and_a_checker_of_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "cases" / "sums"
    folder.mkdir(parents=True)
    shutil.copy(SHARED / "testlib" / "interactors" / "interactor-a-plus-b.cpp", folder / "interactor.cpp")
    shutil.copy(SHARED / "testlib" / "checkers" / "ncmp.cpp", folder / "check.cpp")
    (folder / "testlib.h").write_text(read_testlib())
    (folder / "1.in").write_text("2\n1 2\n30 40\n")
    (folder / "1.out").write_text("3\n70\n")
    each = "for _ in range({}):\n    a, b = map(int, input().split())\n    print({}, flush=True)\n"
    solutions = {
        "right.py": each.format(2, "a + b"),
        "wrong.py": each.format(2, "a * b"),
        "words.py": each.format(2, "'x'"),
        "stops.py": each.format(1, "a + b"),
    }
    write_project(tmp_path, solutions=solutions, cases={})
    found = verdicts(tmp_path)
    assert found["right.py"] == {"AC"}
    assert found["wrong.py"] == {"WA"}
    assert found["words.py"] == {"PE"}
    assert found["stops.py"] == {"PE ended while the interactor waited for more"}


@pytest.mark.slow
@shared
@needs_gxx
def test_guess_of_kattis_as_it_lies(tmp_path: Path) -> None:
    package = SHARED / "problemtools" / "examples" / "guess"
    shutil.copytree(package, tmp_path / "cases" / "guess")
    shutil.copytree(package / "submissions", tmp_path / "solutions")
    sheet = "problem: Guess\ninteractor: output_validator\ntests: data/**/*.in\ntime: 0.3s\n"
    (tmp_path / "cases" / "guess.yaml").write_text(sheet)
    run = run_here("run", "*/*.c", "*/*.cc", "*/*.py", cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    assert "10 solutions x 10 cases: 100 as expected" in run.stdout


# Interrupts


ASKS_FOR_EVER = """\
import sys

open(sys.argv[3] + "state", "w").write("1")
print("ask", flush=True)
while line := sys.stdin.readline():
    if line != "for ever\\n":
        sys.exit(42)
    print("again", flush=True)
sys.exit(43)
"""
ANSWERS_FOR_EVER = "while input(): print('for ever', flush=True)\n"


def descendants(pid: int) -> list[int]:
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    children = [int(child) for child in " ".join(lists).split()]
    return [*children, *(each for child in children for each in descendants(child))]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["default", "strict"])
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_nobody_who_talks_and_goes_on_later(
    tmp_path: Path, end: signal.Signals, level: Level
) -> None:
    level_or_skip(level)
    sheet = "problem: Ever\ninteractor: judge.py\nprotocol: kattis\ntime: 1000s\ntests: '*.in'\n"
    cases = {"ever.yaml": sheet, "judge.py": ASKS_FOR_EVER, "ever/1.in": ""}
    solutions = {"a.py": "input()\nprint(1)\n", "b.py": ANSWERS_FOR_EVER}
    write_project(tmp_path, solutions=solutions, cases=cases)
    cache = tmp_path / "cache"
    cache.mkdir()
    words = [*JUDGE, "run", "--jobs", "1", "--sandbox", level]
    with subprocess.Popen(
        words,
        cwd=tmp_path,
        env=environment(XDG_CACHE_HOME=str(cache)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            wait_until(lambda: [*tmp_path.glob(".judge/*/run-*.jsonl")])
            (journal,) = tmp_path.glob(".judge/*/run-*.jsonl")
            wait_until(lambda: b'"a.py"' in journal.read_bytes())
            wait_until(lambda: [*cache.glob("judge/build-*/desk-*/feedback/state")])
            alive = descendants(process.pid)
            # the keeper and the two programs
            assert len(alive) >= 3
            process.send_signal(end)
            process.communicate(timeout=60)
        finally:
            process.kill()
    wait_until(lambda: not any(map(is_alive, alive)))
    assert bool(list(cache.glob("judge/build-*"))) is (end is signal.SIGKILL)
    (tmp_path / "solutions" / "b.py").write_text("input()\nprint(1)\n")
    done = run_here("run", "--resume", "--sandbox", level, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "\n2 tests, 1 from 2" in done.stdout
