"""`judge check` reports faults of cases, and says that all is in order only where it is."""

from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, run_here, write_files, write_project

POSITIVE = """\
import sys
if not all(int(word) > 0 for word in sys.stdin.read().split()):
    sys.exit("not positive")
"""
NEGATIVE = '  - {id: negative, input: "-1 2\\n", output: "1\\n"}\n'


def test_an_input_that_the_validator_refuses_is_a_fault_of_its_case(tmp_path: Path) -> None:
    sheet = f"validator: positive.py\n{A_PLUS_B}{NEGATIVE}"
    root = write_project(
        tmp_path, solutions={"adds.py": ADDS}, cases={"sum.yaml": sheet, "positive.py": POSITIVE}
    )
    done = run_here("check", cwd=root)
    told = "cases/sum.yaml:12: expected an input that positive.py takes, got a refusal: not positive\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


def test_validators_by_their_place_are_asked_too(tmp_path: Path) -> None:
    files = {"1.in": "1 2\n", "1.out": "3\n", "2.in": "-1 2\n", "2.out": "1\n", "validator.py": POSITIVE}
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    write_files(root / "cases" / "more", files)
    done = run_here("check", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "cases/more/2.in: expected an input that validator.py takes, got a refusal: not positive\n"
    )


def test_a_validator_may_bring_a_script_that_builds_it(tmp_path: Path) -> None:
    build = "#!/bin/sh\n{ echo '#!/usr/bin/env python3'; cat check; } > run\nchmod +x run\n"
    files = {"1.in": "1 2\n", "1.out": "3\n", "2.in": "-1 2\n", "2.out": "1\n"}
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    write_files(root / "cases" / "more", files)
    write_files(
        root / "cases/more/input_validators/v", {"build": build, "check": POSITIVE, "sub/other.py": ""}
    )
    done = run_here("check", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cases/more/2.in: expected an input that build takes, got a refusal: not positive\n"


@pytest.mark.parametrize(
    ("validator", "told"),
    [
        ("print(\n", "cases/positive.py:1: expected a program that compiles, got: SyntaxError: "),
        ("import os\nos.abort()\n", "cases/positive.py: expected a validator that ends by itself, got: "),
    ],
)
def test_a_validator_that_cannot_answer_is_at_fault(tmp_path: Path, validator: str, told: str) -> None:
    files = {"sum.yaml": f"validator: positive.py\n{A_PLUS_B}", "positive.py": validator}
    done = run_here("check", cwd=write_project(tmp_path, solutions={"adds.py": ADDS}, cases=files))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(told)


def test_a_missing_answer_is_a_fault_where_other_tests_have_one(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    write_files(root / "cases" / "sum", {"1.in": "1 2\n", "1.out": "3\n", "2.in": "3 4\n"})
    done = run_here("check", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cases/sum/2.in: expected an answer, as other tests of sum have, got none\n"


def test_a_problem_without_any_answer_is_in_order(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    write_files(root / "cases" / "sum", {"1.in": "1 2\n", "2.in": "3 4\n"})
    done = run_here("check", cwd=root)
    assert (done.returncode, done.stdout) == (0, "1 solution, 2 cases: all in order\n")
