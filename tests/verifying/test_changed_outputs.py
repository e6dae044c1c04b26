"""`judge verify` on checkers: a sound one has no flaw, and an output shows each mistake of another."""

from pathlib import Path

import pytest
from helpers import run_here, write_files, write_project
from hypothesis import given
from hypothesis import strategies as st
from verified import verify

from judge.verifying.output_changes import list_output_changes

# The problem: print two numbers with this sum.
SPLIT = "n = int(input())\nprint(0, n)\n"
SOUND = """\
import re, sys
want = int(open(sys.argv[1]).read())
found = re.fullmatch(rb"\\s*(\\d{1,9})\\s+(\\d{1,9})\\s*", sys.stdin.buffer.read())
sys.exit(42 if found and int(found[1]) + int(found[2]) == want else 43)
"""
HEAD = "import random, sys\nwant = int(open(sys.argv[1]).read())\n"
TESTS = {"1.in": "7\n", "1.out": "3 4\n", "2.in": "9\n", "2.out": "0 9\n"}


def make_project(root: Path, checker: str, **files: str) -> Path:
    sheet = "problem: Split\nchecker: check.py\nprotocol: kattis\n"
    root = write_project(
        root, solutions={"split.py": SPLIT}, cases={"split.yaml": sheet, "check.py": checker}
    )
    write_files(root / "cases" / "split", {**TESTS, **files})
    return root


def test_a_sound_checker_has_no_flaw(tmp_path: Path) -> None:
    code, found = verify(make_project(tmp_path, SOUND))
    assert (code, found["answers"]["message"]) == (0, "2 answers accepted by check.py")
    assert found["changed-outputs"]["status"] == "passed"
    assert found["changed-outputs"]["message"].endswith("made from right ones on 2 tests")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("checker", "whats"),
    [
        pytest.param(
            "a, b = sys.stdin.read().split()[:2]\nsys.exit(42 if int(a) + int(b) == want else 43)\n",
            ["no verdict: an empty output", "with a word after the end", "twice in a row"],
            id="reads no further, and fails on bad words",
        ),
        pytest.param(
            "try:\n    a, b = map(float, sys.stdin.read().split())\nexcept ValueError:\n    sys.exit(43)\n"
            "sys.exit(43 if abs(a + b - want) > 1e-6 else 42)\n",
            ["with nan as its first number"],
            id="lets NaN pass",
        ),
        pytest.param(
            "sys.exit(42)\n", ["an empty output", "64 bytes", "without end"], id="accepts everything"
        ),
    ],
)
def test_each_mistake_of_a_checker_is_shown_by_an_output(
    tmp_path: Path, checker: str, whats: list[str]
) -> None:
    root = make_project(tmp_path, HEAD + checker)
    code, found = verify(root, "--only", "changed-outputs")
    assert code == 1
    told = [flaw["message"] for flaw in found["changed-outputs"]["flaws"]]
    for what in whats:
        kind = "a verdict" if what.startswith("no verdict: ") else "a refusal"
        assert any(kind in each and what.removeprefix("no verdict: ") in each for each in told), told


@pytest.mark.slow
def test_a_checker_that_changes_its_mind_is_noticed(tmp_path: Path) -> None:
    odd = HEAD + "import os, time\nsys.exit(42 if sys.stdin.read().split() in ([*'34'], [*'09']) "
    odd += "or time.monotonic_ns() // 1000 % 2 else 43)\n"
    root = make_project(tmp_path, odd)
    found = [verify(root, "--only", "changed-outputs")[1]["changed-outputs"] for _ in range(2)]
    assert any("expected one verdict" in flaw["message"] for each in found for flaw in each["flaws"])


def test_a_checker_is_held_to_its_own_tests(tmp_path: Path) -> None:
    listed = (
        "- {input: '7', answer: 3 4, output: 4 3, verdict: AC}\n"
        "- {input: '7', answer: 3 4, output: 4 4, verdict: WA}\n"
        "- {input: '7', answer: 3 4, output: 5 5, verdict: AC}\n"
    )
    files = {"checker_tests.yaml": listed}
    files |= {
        "invalid_output/low.in": "7\n",
        "invalid_output/low.ans": "3 4\n",
        "invalid_output/low.out": "1 6\n",
    }
    root = make_project(tmp_path, SOUND, **files)
    code, found = verify(root)
    tested = found["checker-tests"]
    assert (code, tested["message"]) == (1, "2 outputs to accept, 2 to reject")
    assert [(flaw["path"], flaw["line"], flaw["message"]) for flaw in tested["flaws"]] == [
        ("cases/split/checker_tests.yaml", 3, "expected AC, got WA"),
        ("cases/split/invalid_output/low.out", 0, "expected WA, got AC"),
    ]
    assert "ignored" not in run_here("check", cwd=root).stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1\n",
            "checker_tests.yaml:1: expected a list of tests, each with input, answer, output and verdict",
        ),
        (
            "- {input: '7', output: 3 4, verdict: no}\n",
            "checker_tests.yaml:1: expected AC, WA or PE, got 'no'",
        ),
        ("- {input: '7', output: 3 4}\n", "checker_tests.yaml:1: expected the key 'verdict', got none"),
    ],
)
def test_wrong_tests_of_a_checker_get_a_line(tmp_path: Path, text: str, message: str) -> None:
    root = make_project(tmp_path, SOUND, **{"checker_tests.yaml": text})
    done = run_here("verify", "--only", "checker-tests", cwd=root)
    assert done.returncode == 1
    assert message in " ".join(done.stdout.split())


def test_answers_that_are_no_outputs_are_replaced_by_those_of_a_program(tmp_path: Path) -> None:
    root = make_project(tmp_path, SOUND, **{"1.out": "any\n", "2.out": "any\n"})
    code, found = verify(root)
    assert (code, found["answers"]["message"]) == (0, "the checker takes no answer for an output")
    assert found["changed-outputs"]["message"].endswith("on 2 tests")


@pytest.mark.slow
@given(st.lists(st.text("ab1. ", min_size=1), min_size=1).map(lambda lines: "\n".join(lines).encode()))
def test_every_changed_output_has_other_words(output: bytes) -> None:
    for change in list_output_changes(output):
        assert change.data.split() != output.split()
