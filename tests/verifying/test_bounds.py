"""`judge verify` on the bounds that a validator states with testlib."""

from pathlib import Path

import pytest
from helpers import ADDS, read_testlib, write_files, write_project
from verified import verify

VALIDATOR = """\
#include "testlib.h"
int main(int argc, char **argv) {
    registerValidation(argc, argv);
    inf.readInt(1, 100, "a");
    inf.readSpace();
    inf.readInt(-5, 5, "b");
    inf.readEoln();
    inf.readEof();
}
"""


@pytest.mark.usefixtures("quick_testlib")
def test_each_bound_must_be_reached_by_some_test_and_exceeded_by_none(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    files = {"1.in": "1 5\n", "1.out": "6\n", "2.in": "99 -4\n", "2.out": "95\n", "validator.cpp": VALIDATOR}
    write_files(root / "cases" / "sum", files)
    (root / "testlib.h").write_text(read_testlib())
    code, found = verify(root, "--only", "bounds")
    assert code == 1
    assert [flaw["message"] for flaw in found["bounds"]["flaws"]] == [
        "expected a test with a = 100, its greatest value, got none",
        "expected a test with b = -5, its least value, got none",
    ]
    write_files(root / "cases" / "sum", {"3.in": "100 -5\n", "3.out": "95\n"})
    code, found = verify(root, "--only", "bounds", "--only", "changed-inputs")
    assert (code, found["bounds"]["message"]) == (0, "2 numbers with bounds, each reached")
    assert found["changed-inputs"]["notes"] == []


@pytest.mark.usefixtures("quick_testlib")
def test_a_bound_that_depends_on_another_number_need_not_be_reached(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    dependent = VALIDATOR.replace('inf.readInt(-5, 5, "b")', 'inf.readInt(1, a, "b")')
    dependent = dependent.replace("inf.readInt(1, 100", "int a = inf.readInt(1, 100")
    files = {"1.in": "1 1\n", "1.out": "2\n", "2.in": "99 4\n", "2.out": "103\n"}
    write_files(
        root / "cases" / "sum", files | {"3.in": "100 3\n", "3.out": "103\n", "validator.cpp": dependent}
    )
    (root / "testlib.h").write_text(read_testlib())
    code, found = verify(root, "--only", "bounds")
    assert (code, found["bounds"]["flaws"]) == (0, [])
    write_files(root / "cases" / "sum", {"1.in": "2 2\n", "1.out": "4\n"})
    code, found = verify(root, "--only", "bounds")
    assert [flaw["message"] for flaw in found["bounds"]["flaws"]] == [
        "expected a test with a = 1, its least value, got none",
        "expected a test with b = 1, its least value, got none",
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("quick_testlib")
def test_a_number_beyond_all_bounds_is_noted_if_the_validator_accepts_it(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    unbounded = VALIDATOR.replace('inf.readInt(-5, 5, "b")', "ensure(inf.readInt() >= -5)")
    files = {"1.in": "1 5\n", "1.out": "6\n", "2.in": "99 -4\n", "2.out": "95\n", "validator.cpp": unbounded}
    write_files(root / "cases" / "sum", files)
    (root / "testlib.h").write_text(read_testlib())
    code, found = verify(root, "--only", "changed-inputs")
    assert (code, found["changed-inputs"]["notes"]) == (
        0,
        [
            "validator.cpp accepts sum/1 with 0 as its number 2, less than every bound in its log",
            "validator.cpp accepts sum/1 with 101 as its number 2, greater than every bound in its log",
        ],
    )


def test_other_validators_tell_no_bounds(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={})
    write_files(root / "cases" / "sum", {"1.in": "1 5\n", "1.out": "6\n", "validator.py": "input()\n"})
    assert verify(root, "--only", "bounds")[1]["bounds"]["status"] == "skipped"
