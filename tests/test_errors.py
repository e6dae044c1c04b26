"""Errors are lines: a place, what was expected, what was found."""

import pickle
from pathlib import Path

import pytest

from judge.errors import Fault, FormatError, InputErrors, JudgeError, UsageError

EARLY = Fault(Path("cases/a.yaml"), 3, "expected a string, got nothing")
LATE = Fault(Path("cases/a.yaml"), 12, "expected 81 cells, got 80")
OTHER_FILE = Fault(Path("cases/b.yaml"), 0, "expected a readable file, got: Permission denied")


def test_a_fault_is_one_line_that_an_editor_can_jump_to() -> None:
    assert str(LATE) == "cases/a.yaml:12: expected 81 cells, got 80"


def test_a_fault_of_a_whole_file_names_no_line() -> None:
    assert str(OTHER_FILE) == "cases/b.yaml: expected a readable file, got: Permission denied"


def test_faults_are_told_in_the_order_of_path_and_line() -> None:
    error = InputErrors((OTHER_FILE, LATE, EARLY))
    assert error.faults == (EARLY, LATE, OTHER_FILE)
    assert str(error) == f"{EARLY}\n{LATE}\n{OTHER_FILE}"


def test_a_path_cannot_break_the_line_or_reach_the_terminal() -> None:
    text = str(Fault(Path("cases/\x1b[2J\n.yaml"), 1, "expected YAML"))
    assert text.isprintable()


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(InputErrors((LATE, EARLY)), id="InputErrors"),
        pytest.param(FormatError(3, "expected nine digits"), id="FormatError"),
        pytest.param(UsageError("expected a name"), id="UsageError"),
    ],
)
def test_an_error_survives_a_pickle(error: JudgeError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, JudgeError)
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
