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


@pytest.mark.parametrize("is_stated", [False, True])
def test_an_input_must_be_legal_in_its_own_group(is_stated: bool, tmp_path: Path) -> None:
    place = "limit.py" if is_stated else "sum/input_validators/limit.py"
    cases = {
        **{f"sum/secret/{name}/1.in": "8 9\n" for name in ("low", "high")},
        **{f"sum/secret/{name}/1.ans": "17\n" for name in ("low", "high")},
        "sum/secret/low/testdata.yaml": "input_validator_flags: most 9\n",
        "sum/secret/high/testdata.yaml": "input_validator_flags: {name: limit, flags: most 99}\n",
        place: "import sys\nsys.exit(max(map(int, input().split())) > int(sys.argv[2]))\n",
        "sum.yaml": "validator: limit.py\n" * is_stated + "problem: A+B\n",
    }
    write_project(tmp_path, solutions={"sum/adds.py": ADDS}, cases=cases)
    done = run_here("check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 inputs accepted by limit.py" in done.stdout
    for name in ("low", "high"):
        (tmp_path / f"cases/sum/secret/{name}/1.in").write_text("8 10\n")
        (tmp_path / f"cases/sum/secret/{name}/1.ans").write_text("18\n")
    done = run_here("check", cwd=tmp_path)
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["cases/sum/secret/low/1.in"]
    assert "stored-inputs" in run_here("verify", "--only", "stored-inputs", cwd=tmp_path).stdout


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
        (
            "import os\nos.kill(os.getpid(), 11)\n",
            "cases/positive.py: expected a validator that ends by itself, got: ",
        ),
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


REFUSES = """\
import sys
right = sum(map(int, open(sys.argv[1]).read().split()))
if sys.stdin.read().split() != [str(right)]:
    open(sys.argv[3] + "/judgemessage.txt", "w").write("not the sum\\n")
    sys.exit(43)
sys.exit(42)
"""
BY_A_CHECKER = "problem: Sum\nchecker: check.py\nprotocol: kattis\n"


def sum_with_a_checker(place: Path, **files: str) -> Path:
    root = write_project(place, solutions={"adds.py": ADDS}, cases={"sum.yaml": BY_A_CHECKER})
    write_files(root / "cases", {"check.py": REFUSES})
    write_files(root / "cases" / "sum", {"1.in": "1 2\n", "1.out": "3\n", **files})
    return root


@pytest.mark.parametrize("command", [("check",), ("export", "sum", "out", "--to", "kattis")])
def test_an_answer_that_the_checker_refuses_is_a_fault_of_its_file(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    root = sum_with_a_checker(tmp_path, **{"2.in": "1 1\n", "2.out": "3\n"})
    done = run_here(*command, cwd=root)
    told = "cases/sum/2.out: expected an answer that check.py accepts, got a refusal: not the sum\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
    assert not (root / "out").exists()


def test_answers_that_are_all_refused_are_data_of_the_checker(tmp_path: Path) -> None:
    root = sum_with_a_checker(tmp_path, **{"1.out": "none\n", "2.in": "1 1\n", "2.out": "none\n"})
    done = run_here("check", cwd=root)
    assert done.returncode == 0
    line = "sum: the checker takes none of the answers for an output\n"
    assert done.stdout.endswith(line)
    done = run_here("export", "sum", "out", "--to", "kattis", cwd=root)
    assert done.returncode == 0
    assert done.stderr.startswith(line)


def test_a_checker_that_fails_on_an_answer_is_at_fault(tmp_path: Path) -> None:
    root = sum_with_a_checker(tmp_path)
    write_files(root / "cases", {"check.py": "import sys\nsys.exit(7)\n"})
    done = run_here("check", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cases/check.py: expected ")


@pytest.mark.parametrize(
    ("protocol", "check"),
    [
        ("testlib", "print('FAIL no edge 1 4 (answer)', file=sys.stderr); sys.exit(3)"),
        ("kattis", "print('FAIL no edge 1 4 (answer)', file=sys.stderr); sys.exit(1)"),
        ("cms", "print('FAIL no edge 1 4 (answer)', file=sys.stderr); print('none')"),
    ],
)
@pytest.mark.parametrize("command", [("check",), ("export", "sum", "out", "--to", "kattis")])
def test_a_checker_that_says_why_it_fails_is_quoted_with_the_answer(
    tmp_path: Path, protocol: str, check: str, command: tuple[str, ...]
) -> None:
    root = sum_with_a_checker(tmp_path, **{"2.in": "1 1\n", "2.out": "3\n"})
    accept = {"testlib": "0", "kattis": "42"}.get(protocol, "print('1.0')")
    check = f"import sys\nif open(sys.argv[1]).read() == '1 1\\n':\n    {check}\n"
    accepting = f"sys.exit({accept})" if accept.isdigit() else accept
    write_files(root / "cases", {"check.py": f"{check}else:\n    {accepting}\n"})
    (root / "cases/sum.yaml").write_text(BY_A_CHECKER.replace("kattis", protocol))
    done = run_here(*command, cwd=root)
    wanted = "expected an answer that check.py judges"
    told = f"cases/sum/2.out: {wanted}, got its failure: FAIL no edge 1 4 (answer)\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


def test_an_export_refuses_inputs_that_the_validator_refuses(tmp_path: Path) -> None:
    root = sum_with_a_checker(tmp_path, **{"2.in": "-1 2\n", "2.out": "1\n", "validator.py": POSITIVE})
    done = run_here("export", "sum", "out", "--to", "kattis", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "cases/sum/2.in: expected an input that validator.py takes, got a refusal: not positive\n"
    )
    assert not (root / "out").exists()


@pytest.mark.slow
def test_accepted_inputs_are_counted_and_an_export_names_empty_answers(tmp_path: Path) -> None:
    # The slow validator answers last and is counted first.
    root = sum_with_a_checker(tmp_path, **{"validator.py": f"import time\ntime.sleep(0.3)\n{POSITIVE}"})
    done = run_here("check", cwd=root)
    assert done.stdout == (
        "1 solution, 1 case: all in order\n1 input accepted by validator.py\n1 answer accepted by check.py\n"
    )
    write_files(root / "cases" / "sum", {"2.in": "1 1\n"})
    exported = run_here("export", "sum", "out", "--to", "kattis", cwd=root)
    assert exported.returncode == 0
    assert "sum: no answer, so the package has an empty one: sum/2\n" in exported.stderr
    assert "sum: packages need exit code 42 from validator.py for a legal input\n" in exported.stderr
