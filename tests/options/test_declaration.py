"""Each argument of the command line has its own name, and one clear line if its value is wrong."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from itertools import chain, combinations
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from helpers import A_PLUS_B, ADDS, environment, write_project

from judge.cli import main
from judge.commands import COMMANDS
from judge.options.declaration import (
    SHORT_NAMES,
    Argument,
    list_arguments,
    load_command,
    parse_words,
    to_words,
)
from judge.options.help import SECTIONS
from judge.options.kinds import SIZE
from judge.platform.errors import UsageError

DECLARED = {name: list(list_arguments(load_command(name).arguments)) for name in COMMANDS}
# The words that each command needs in addition to the tried option.
NEEDED = {
    "show": ["a", "b"],
    "debug": ["a", "b"],
    "try": ["a"],
    "generate": ["1"],
    "report": ["r.json"],
    "evaluate": ["s.jsonl"],
    "completion": ["bash"],
    "new": ["a"],
    "import": ["a"],
    "export": ["a", "b"],
}
# No kind of value takes these; text is judged by what there is.
NO_VALUE = ("", "-1", "nan", "inf", "1e400", "0x1", "1_0", "\u0663", "3x", "1\n2", "x" * 10_000)
# What numbers, times and rules take of them: nothing.
NUMBERS = ("RULE", "TIME", "SIZE", "P", "N", "NUMBER", "X", "PORT")


def read(words: list[str]) -> Any:
    """The arguments in the words of a whole command."""
    return parse_words(words[0], load_command(words[0]), words[1:])


def is_free(argument: Argument) -> bool:
    """Return whether the command line accepts any word."""
    return argument.kind is not None and argument.kind.read is str


def valued() -> Iterator[tuple[str, Argument]]:
    """Every argument of every command that takes a value of a kind."""
    for command, arguments in DECLARED.items():
        yield from ((command, one) for one in arguments if one.kind and not is_free(one))


VALUED = [pytest.param(*one, id=f"{one[0]} {one[1].name}") for one in valued()]
# Of a word of any number there may be none.
NEEDING = [one for one in VALUED if one.values[1].is_option or not one.values[1].several]


def with_value(command: str, argument: Argument, value: str) -> list[str]:
    if not argument.is_option:
        words = [one.name for one in DECLARED[command] if not one.is_option]
        before = NEEDED.get(command, [])[: words.index(argument.name)]
        return [command, *before, *(["--"] if value.startswith("-") else []), value]
    return [command, *NEEDED.get(command, []), f"{argument.name}={value}"]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_argument_has_a_name_of_its_own(command: str) -> None:
    names = [argument.name for argument in DECLARED[command]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("command", COMMANDS)
def test_each_argument_says_what_it_is_for(command: str) -> None:
    assert [argument.name for argument in DECLARED[command] if not argument.help] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_letter_stands_for_an_option_with_its_value_attached_or_after_it(command: str) -> None:
    options = {argument.name: argument for argument in DECLARED[command] if argument.is_option}
    words = [command, *NEEDED.get(command, [])]
    for letter, name in SHORT_NAMES.items():
        if name not in options:
            with pytest.raises(UsageError, match=f"got '{letter}'"):
                read([*words, letter])
        elif options[name].kind:
            for short in ([f"{letter}7"], [f"{letter}=7"], [letter, "7"]):
                assert read([*words, *short]) == read([*words, name, "7"])
        else:
            assert read([*words, letter]) == read([*words, name])


def test_the_sections_of_help_and_the_letters_name_options_that_exist() -> None:
    options = {
        argument.name for arguments in DECLARED.values() for argument in arguments if argument.is_option
    }
    assert {*chain.from_iterable(SECTIONS.values())} <= options
    assert {*SHORT_NAMES.values()} <= options


def test_letters_can_be_written_together() -> None:
    assert read(["run", "-xqj4", "a"]) == read(["run", "--fail-fast", "--unexpected", "--jobs", "4", "a"])
    with pytest.raises(UsageError, match="expected one of the options -"):
        read(["run", "-xk"])
    with pytest.raises(UsageError, match="--jobs: expected one argument, got none"):
        read(["run", "-xj"])


@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_has_an_abbreviation(command: str) -> None:
    options = {argument.name: argument for argument in DECLARED[command] if argument.is_option}
    for name, argument in options.items():
        if name[:-1] in options:
            continue
        value = ["1"] if argument.kind else []
        with pytest.raises(UsageError, match="expected one of the options"):
            read([command, *NEEDED.get(command, []), name[:-1], *value])


@pytest.mark.parametrize(("command", "argument"), VALUED)
def test_a_wrong_value_is_one_line_that_says_what_was_expected(
    command: str, argument: Argument, capsys: pytest.CaptureFixture[str]
) -> None:
    assert argument.kind
    tried = 0
    for value in NO_VALUE:
        if argument.kind.metavar not in NUMBERS and not argument.kind.choices and value:
            continue
        tried += 1
        assert main(with_value(command, argument, value)) == 2
        out, err = capsys.readouterr()
        assert out == ""
        (line,) = err.splitlines()
        assert line.startswith(f"{argument.name}: expected ")
        assert f"got {value[:60]!r}"[:-1] in line
        assert len(line) < 400
    assert tried


@pytest.mark.parametrize(("command", "argument"), NEEDING)
def test_a_value_that_is_left_out_is_one_line(
    command: str, argument: Argument, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *([argument.name] if argument.is_option else [])]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "expected" in line
    assert "got" in line


def unvalued() -> Iterator[tuple[str, Argument]]:
    """Every argument that takes a name or a path of what must be there."""
    for command, arguments in DECLARED.items():
        for one in arguments:
            if is_free(one) or (one.kind and one.kind.metavar in ("DIR", "FILE")):
                yield command, one


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "argument"), [pytest.param(*one, id=f"{one[0]} {one[1].name}") for one in unvalued()]
)
def test_a_name_of_nothing_is_one_line(
    command: str, argument: Argument, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name with signs, a long one, and one that is no text."""
    project = write_project(tmp_path, solutions={"a.py": ADDS}, cases={"b.yaml": A_PLUS_B})
    for value in ("no\n/y\x1b[2J.svg", "x" * 300 + "/y.svg", "\udcff/y.svg"):
        words = with_value(command, argument, value)
        if command in ("show", "debug") and not argument.is_option:
            words = [command, value, "b"] if argument.name == "SOLUTION" else [command, "a", value]
        if command != "generate" and argument.name != "--root":
            words.append(f"--root={project}")
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        (line,) = err.splitlines()
        assert line.isprintable()
        assert "expected" in line
        assert "got" in line


@pytest.mark.slow
@pytest.mark.parametrize("is_project", [True, False], ids=["project", "folder"])
@pytest.mark.parametrize(
    ("command", "argument"),
    [pytest.param(*one, id=f"{one[0]} {one[1].name}") for one in unvalued() if is_free(one[1])],
)
def test_a_text_that_means_nothing_is_one_line_wherever_the_programs_lie(
    command: str,
    argument: Argument,
    is_project: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However it is read: as a name, a pattern, a path, or split as a shell splits it."""
    if is_project:
        write_project(tmp_path, solutions={"a.py": ADDS}, cases={"b.yaml": A_PLUS_B})
    else:
        for name, text in {"a.py": ADDS, "gen.py": "print(1, 2)", "1.in": "1 2", "1.out": "3"}.items():
            (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    for value in ("", " ", "g '", "g\\", "--"):
        words = with_value(command, argument, value)
        if command == "stress" and argument.is_option and argument.name != "--generator":
            words += [] if is_project else ["a.py", "--generator=gen.py"]
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        (line,) = err.splitlines()
        assert "expected" in line
        assert "got" in line


def times() -> list[tuple[str, Argument]]:
    return [(command, one) for command, one in valued() if one.kind and one.kind.metavar == "TIME"]


def held(declaration: Any) -> Iterator[tuple[str, Argument]]:
    """Each argument with the way to its field."""
    for field in fields(declaration):
        if argument := field.metadata.get("argument"):
            yield field.name, argument
        else:
            yield from ((f"{field.name}.{way}", argument) for way, argument in held(field.type))


def value_of(arguments: Any, name: str) -> Any:
    """Return the value of the argument with that name."""
    (way,) = [way for way, argument in held(arguments) if argument.name == name]
    return attrgetter(way)(arguments)


@pytest.mark.parametrize(
    ("word", "seconds"), [("5", 5.0), ("0.5", 0.5), (".5", 0.5), ("5s", 5.0), ("500ms", 0.5), ("2m", 120.0)]
)
def test_every_time_is_read_by_one_rule(word: str, seconds: float) -> None:
    assert len(times()) >= 4
    for command, argument in times():
        words = [command, *NEEDED.get(command, []), argument.name, word]
        assert value_of(read(words), argument.name) == pytest.approx(seconds)


@pytest.mark.parametrize(("word", "mebibytes"), [("64", 64), ("64MiB", 64), ("1GiB", 1024), ("2048KiB", 2)])
def test_every_memory_is_read_by_one_rule(word: str, mebibytes: int) -> None:
    taking = [(name, one) for name, all in DECLARED.items() for one in all if one.kind is SIZE]
    assert len(taking) >= 3
    for command, argument in taking:
        words = [command, *NEEDED.get(command, []), argument.name, word]
        assert value_of(read(words), argument.name) == mebibytes << 20


@pytest.mark.parametrize(("word", "share"), [("2%", 0.02), ("0.02", 0.02), ("150%", 1.5), (".5%", 0.005)])
def test_a_share_is_a_number_or_a_percentage(word: str, share: float) -> None:
    assert read(["bench", "--precision", word]).precision == pytest.approx(share)
    assert read(["bench", "--max-slowdown", word]).max_slowdown == pytest.approx(share)


@pytest.mark.parametrize(
    "words", [["--case", "sum", "a", "b"], ["a", "--case", "sum", "b"], ["a", "b", "--case=sum"]]
)
def test_names_may_stand_on_either_side_of_an_option(words: list[str]) -> None:
    for command in ("run", "bench", "limits"):
        selection = read([command, *words]).selection
        assert (selection.solutions, selection.cases) == (("a", "b"), ("sum",))


# `show` prints and saves the parts of its test, `generate` has an output, and `bench` a baseline.
OF_SHOW = {"--input", "--output", "--save"}
# A baseline of `bench`, a solution of `stress`: what is held against is called so in both.
AGAINST = {"--against"}
# Of the program that decides: the one that `try` is given, elsewhere the one in a folder of tests.
PROTOCOL = {"--protocol"}


def test_no_two_commands_mean_different_things_by_one_option() -> None:
    for one, other in combinations(COMMANDS, 2):
        theirs = {argument.name: (way, argument) for way, argument in held(load_command(other).arguments)}
        for way, argument in held(load_command(one).arguments):
            if argument.is_option and argument.name in theirs.keys() - OF_SHOW - AGAINST - PROTOCOL:
                their_way, same = theirs[argument.name]
                field, their_field = way.rpartition(".")[2], their_way.rpartition(".")[2]
                assert (field, argument.kind, argument.several) == (their_field, same.kind, same.several)


def test_words_are_read_without_argparse_whose_own_words_depend_on_its_version_and_the_locale() -> None:
    script = (
        "import sys\n"
        "from judge.cli import main\n"
        "assert main(['run', '--jobs']) == main(['show']) == main(['run', '--watch=x']) == 2\n"
        "print('argparse' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, text=True)
    assert done.stdout == "False\n"
    assert done.stderr.splitlines() == [
        "--jobs: expected one argument, got none",
        "expected SOLUTION, got nothing in its place",
        "--watch: expected no value, got one",
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_not_said_is_left_to_its_default(command: str) -> None:
    arguments = read([command, *NEEDED.get(command, [])])
    for way, argument in held(arguments):
        if argument.is_option or (argument.several and command not in NEEDED):
            assert attrgetter(way)(arguments) == default_of(type(arguments), way)


def default_of(declaration: Any, way: str) -> Any:
    """Return the default of a field in its dataclass."""
    name, _, rest = way.partition(".")
    (field,) = [field for field in fields(declaration) if field.name == name]
    return default_of(field.type, rest) if rest else field.default


# A word of each kind that is not its default.
WORDS = {
    "TIME": "1.234567s",
    "RULE": "float 1e-6",
    "SIZE": "123456KiB",
    "P": "1.5%",
    "FILE": "a b.svg",
    "ADDRESS": "local:2",
    "DATE": "2026-11-30T18:00",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_words_of_arguments_are_read_as_these(command: str) -> None:
    words = [command, *NEEDED.get(command, [])]
    for argument in DECLARED[command]:
        if argument.is_option:
            kind = argument.kind
            value = kind and (kind.choices[-1] if kind.choices else WORDS.get(kind.metavar, "7"))
            words += [argument.name, *([value] if value else [])] * (1 + argument.several)
    arguments = read(words)
    again = to_words(type(arguments), arguments)
    assert read([command, *again]) == arguments
    assert len(again) == len(words) - 1
    assert to_words(type(arguments), read(words[: 1 + len(NEEDED.get(command, []))])) == NEEDED.get(
        command, []
    )


def test_arguments_are_values_that_never_change() -> None:
    for command in COMMANDS:
        arguments = read([command, *NEEDED.get(command, [])])
        assert arguments == read([command, *NEEDED.get(command, [])])
        assert hash(arguments) == hash(read([command, *NEEDED.get(command, [])]))
