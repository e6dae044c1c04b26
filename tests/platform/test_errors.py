"""Errors are lines with a place, the expected value and the found one."""

import pickle
import re
from pathlib import Path

import pytest
from helpers import REPOSITORY
from hypothesis import given
from hypothesis import strategies as st

from judge.platform.errors import (
    Fault,
    FormatError,
    InputErrors,
    JudgeError,
    UsageError,
    add_fault,
    counted,
    in_order,
    listed,
    unknown,
)

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


def test_no_word_can_break_the_line_or_reach_the_terminal() -> None:
    assert str(UsageError("expected a folder, got a\nb\x1b[2J")) == r"expected a folder, got a\nb\x1b[2J"
    assert unknown("a name", "\n\udcff", ["a"]) == r"expected a name a, got '\n\udcff'"
    assert len(unknown("a name", "x" * 10_000, ["a"])) < 100


MANY = [f"deep/name_{number}.py" for number in range(27)]


@pytest.mark.parametrize(
    ("got", "names", "message"),
    [
        pytest.param("lougu", ["poj", "luogu"], "poj, luogu, got 'lougu'; did you mean luogu?", id="typo"),
        pytest.param("tle", ["AC", "TLE"], "AC, TLE, got 'tle'; did you mean TLE?", id="in small letters"),
        pytest.param("xyz", ["poj", "luogu"], "poj, luogu, got 'xyz'", id="near to none"),
        pytest.param("deep/nam_3.py", ["deep/name_3.py"], "; did you mean deep/name_3.py?", id="a path"),
        pytest.param("nam_3", ["deep/name_3.py"], "; did you mean deep/name_3.py?", id="the end of a path"),
        pytest.param("b/ann", ["b/bob.py", "ann/b.py"], "; did you mean ann/b.py?", id="a path turned round"),
        pytest.param("b.py/ann", ["b/bob.py", "ann/b.py"], "; did you mean ann/b.py?", id="with its suffix"),
        pytest.param(
            "ann l/a",
            ["Ann Li/a.py"],
            "one of 'Ann Li/a.py', got 'ann l/a'; did you mean 'Ann Li/a.py'?",
            id="blanks",
        ),
        pytest.param("float 1e6", ["float 1e-6"], "; did you mean float 1e-6?", id="words that are no path"),
        pytest.param("depe", ["deep/a.py"], "; did you mean deep/a.py?", id="the folder of a path"),
        pytest.param("main", [], "(there is none), got 'main'", id="no names"),
    ],
)
def test_a_name_that_nobody_knows_gets_the_nearest(got: str, names: list[str], message: str) -> None:
    assert unknown("one of", got, names).endswith(message)


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 tests"), (1, "1 test"), (2, "2 tests"), (1960, "1,960 tests")]
)
def test_a_number_of_things_has_one_plural(number: int, words: str) -> None:
    assert counted(number, "test") == words
    assert counted(number, "try") == words.replace("tests", "tries").replace("test", "try")


def test_no_module_makes_a_plural_of_its_own() -> None:
    nouns = "case|character|change|fault|file|output|pair|problem|puzzle|result|round|solution|test|worker"
    own = re.compile(rf"\}} (?:more )?(?:{nouns})s\b")
    modules = [path for path in (REPOSITORY / "judge").rglob("*.py") if own.search(path.read_text())]
    assert modules == []


def test_many_names_are_cut_and_the_nearest_stands_first() -> None:
    assert listed(MANY[:10]) == ", ".join(MANY[:10])
    assert listed(MANY) == ", ".join(MANY[:10]) + " and 17 more"
    message = unknown("one of", "name_26", MANY)
    assert message.startswith(f"expected one of {MANY[26]}, ")
    assert message.split(", got ")[0].count(", ") == 2
    assert " and 24 more, got 'name_26'" in message
    assert unknown("one of", "name_26", MANY[:5]).count(", ") == 5


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


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 60)), max_size=150))
def test_of_the_faults_of_a_file_the_first_twenty_are_listed_and_how_many_more(
    places: list[tuple[str, int]],
) -> None:
    faults: list[Fault] = []
    for name, line in sorted(set(places)):
        add_fault(faults, Path(name), line, lambda: "expected x, got y")
    listed = InputErrors(tuple(faults)).faults
    assert in_order(listed) == listed
    for name in "ab":
        lines = sorted(line for path, line in set(places) if path == name)
        own = [fault for fault in listed if fault.path == Path(name)]
        if len(lines) <= 21:
            assert [fault.line for fault in own] == lines
        else:
            assert [fault.line for fault in own[:-1]] == lines[:20]
            assert own[-1].message == f"and {len(lines) - 20} more"


def test_no_message_is_made_of_a_fault_that_is_not_listed() -> None:
    made: list[int] = []
    faults: list[Fault] = []
    for line in range(1000):
        add_fault(faults, Path("a"), line, lambda: str(made.append(1)))
    assert len(made) < 30
    assert in_order(faults)[-1].message == "and 980 more"
