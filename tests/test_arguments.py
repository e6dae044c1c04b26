"""Every word of the command line: a name of its own, and one clear line where it is wrong."""

import argparse
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, write_project

from judge.arguments import parsed, parsers
from judge.cli import main
from judge.errors import UsageError

PARSER, COMMANDS = parsers()
# What each command needs beside the option that is tried.
NEEDED = {"show": ["a", "b"], "generate": ["1"]}
# No kind of value takes these; text is judged by what there is.
NO_VALUE = ("", "-1", "nan", "inf", "1e400", "0x1", "1_0", "\u0663", "3x", "1\n2", "x" * 10_000)
# What numbers and times take of them: nothing.
NUMBERS = ("TIME", "P", "N", "NUMBER")


def actions(command: str) -> list[argparse.Action]:
    return [action for action in COMMANDS[command]._actions if action.dest != "help"]


def valued() -> Iterator[tuple[str, argparse.Action]]:
    """Every argument of every command that takes a value of a kind."""
    for command in COMMANDS:
        yield from ((command, action) for action in actions(command) if action.type or action.choices)


def name_of(action: argparse.Action) -> str:
    return action.option_strings[0] if action.option_strings else str(action.metavar)


VALUED = [pytest.param(*one, id=f"{one[0]} {name_of(one[1])}") for one in valued()]


def with_value(command: str, action: argparse.Action, value: str) -> list[str]:
    if not action.option_strings:
        return [command, "--", value] if value.startswith("-") else [command, value]
    return [command, *NEEDED.get(command, []), f"{action.option_strings[0]}={value}"]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_argument_has_a_name_of_its_own(command: str) -> None:
    names = [action.dest for action in actions(command)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("command", COMMANDS)
def test_each_argument_says_what_it_is_for(command: str) -> None:
    assert [action.dest for action in actions(command) if not action.help] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_has_an_abbreviation(command: str) -> None:
    for action in actions(command):
        for option in action.option_strings:
            if option[:-1] in COMMANDS[command]._option_string_actions:
                continue
            value = [] if action.nargs == 0 else ["1"]
            with pytest.raises(UsageError, match="expected one of the options"):
                parsed([command, *NEEDED.get(command, []), option[:-1], *value])


@pytest.mark.parametrize(("command", "action"), VALUED)
def test_a_wrong_value_is_one_line_that_says_what_was_expected(
    command: str, action: argparse.Action, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = 0
    for value in NO_VALUE:
        if action.metavar not in NUMBERS and not action.choices and value:
            continue
        tried += 1
        assert main(with_value(command, action, value)) == 2
        out, err = capsys.readouterr()
        assert out == ""
        (line,) = err.splitlines()
        assert line.startswith(f"{name_of(action)}: expected ")
        assert f"got {value[:60]!r}"[:-1] in line
        assert len(line) < 400
    assert tried


@pytest.mark.parametrize(("command", "action"), VALUED)
def test_a_value_that_is_left_out_is_one_line(
    command: str, action: argparse.Action, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *action.option_strings[:1]]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "expected" in line
    assert "got" in line


def unvalued() -> Iterator[tuple[str, argparse.Action]]:
    """Every argument that takes a name or a path of what must be there."""
    for command in COMMANDS:
        for action in actions(command):
            free = action.type is None and action.nargs != 0 and not action.choices
            if free or action.metavar in ("DIR", "FILE"):
                yield command, action


@pytest.mark.parametrize(
    "value", ["no\n/y\x1b[2J.svg", "x" * 300 + "/y.svg", "\udcff/y.svg"], ids=["signs", "long", "bytes"]
)
@pytest.mark.parametrize(
    ("command", "action"), [pytest.param(*one, id=f"{one[0]} {name_of(one[1])}") for one in unvalued()]
)
def test_a_name_of_nothing_is_one_line(
    command: str, action: argparse.Action, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = write_project(tmp_path, solutions={"a.py": ADDS}, cases={"b.yaml": A_PLUS_B})
    words = with_value(command, action, value)
    if command == "show" and not action.option_strings:
        words = ["show", value, "b"] if action.dest == "solutions" else ["show", "a", value]
    if command != "generate" and action.dest != "root":
        words.append(f"--root={project}")
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.isprintable()
    assert "expected" in line
    assert "got" in line


def times() -> list[tuple[str, argparse.Action]]:
    return [(command, action) for command, action in valued() if action.metavar == "TIME"]


@pytest.mark.parametrize(
    ("word", "seconds"), [("5", 5.0), ("0.5", 0.5), (".5", 0.5), ("5s", 5.0), ("500ms", 0.5), ("2m", 120.0)]
)
def test_every_time_is_read_by_one_rule(word: str, seconds: float) -> None:
    assert len(times()) >= 4
    for command, action in times():
        arguments = parsed([command, action.option_strings[0], word])
        assert getattr(arguments, action.dest) == pytest.approx(seconds)


@pytest.mark.parametrize(("word", "share"), [("2%", 0.02), ("0.02", 0.02), ("150%", 1.5), (".5%", 0.005)])
def test_a_share_is_a_number_or_a_percentage(word: str, share: float) -> None:
    assert parsed(["bench", "--precision", word]).precision == pytest.approx(share)
    assert parsed(["bench", "--max-slowdown", word]).max_slowdown == pytest.approx(share)


@pytest.mark.parametrize(
    "words", [["--case", "sum", "a", "b"], ["a", "--case", "sum", "b"], ["a", "b", "--case=sum"]]
)
def test_names_may_stand_on_either_side_of_an_option(words: list[str]) -> None:
    for command in ("run", "bench", "limits"):
        arguments = parsed([command, *words])
        assert (arguments.solutions, arguments.case) == (["a", "b"], ["sum"])


def test_no_two_commands_mean_different_things_by_one_option() -> None:
    for one, other in combinations(COMMANDS, 2):
        theirs = {name_of(action): action for action in actions(other) if action.option_strings}
        for action in actions(one):
            if action.option_strings and name_of(action) in theirs:
                same = theirs[name_of(action)]
                assert (action.dest, action.type, action.nargs) == (same.dest, same.type, same.nargs)
