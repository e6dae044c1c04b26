"""How a command and its arguments are declared, and read from words.

The arguments are the fields of a frozen dataclass. A field that `option`, `repeated`, `flag`, `positional` or
`positionals` has made is an argument, in that place of `--help`; any other field is a group of arguments that
commands share, a dataclass of the same make. A default stands in the dataclass and nowhere else.
"""

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from importlib import import_module
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar, overload

from judge.commands.kinds import Kind
from judge.errors import UsageError, quoted, unknown

_Value = TypeVar("_Value")
_Arguments = TypeVar("_Arguments")
_KEY = "argument"


class Argument(NamedTuple):
    """An option by its `--name`, or a word that is told by its place; `kind` is None of a flag."""

    name: str
    kind: Kind[Any] | None
    help: str
    several: bool = False

    @property
    def is_option(self) -> bool:
        return self.name.startswith("--")


class Command(NamedTuple, Generic[_Arguments]):
    """What goes from arguments to an exit code, and what `--help` says before and after these."""

    arguments: type[_Arguments]
    carry_out: Callable[[_Arguments], int]
    description: str | None = None
    epilog: str | None = None


def command_of(name: str) -> Command[Any]:
    """The command of that name in `COMMANDS`."""
    command: Command[Any] = import_module(f"judge.commands.{name.replace('-', '_')}").COMMAND
    return command


# As with `dataclasses.field`, the type of a field is that of what it will hold.


@overload
def option(name: str, kind: Kind[_Value], help: str) -> _Value | None: ...
@overload
def option(name: str, kind: Kind[_Value], help: str, *, default: _Value) -> _Value: ...
def option(name: str, kind: Kind[_Value], help: str, *, default: _Value | None = None) -> Any:
    return field(default=default, metadata={_KEY: Argument(name=name, kind=kind, help=help)})


def repeated(name: str, kind: Kind[_Value], help: str) -> tuple[_Value, ...]:
    """An option that may be given several times."""
    argument = Argument(name=name, kind=kind, help=help, several=True)
    return field(default=(), metadata={_KEY: argument})


def flag(name: str, help: str) -> bool:
    return field(default=False, metadata={_KEY: Argument(name=name, kind=None, help=help)})


def positional(kind: Kind[_Value], help: str) -> _Value:
    """A word that must be there."""
    found: _Value = field(metadata={_KEY: Argument(name=kind.metavar, kind=kind, help=help)})
    return found


def positionals(kind: Kind[str], help: str) -> tuple[str, ...]:
    """Any number of words, on either side of options."""
    return repeated(kind.metavar, kind, help)


def arguments_of(declaration: type) -> Iterator[Argument]:
    """All arguments that a dataclass declares, its groups' too, in the order of `--help`."""
    for each in fields(declaration):
        if argument := each.metadata.get(_KEY):
            yield argument
        else:
            group: Any = each.type
            yield from arguments_of(group)


def given(declaration: type, arguments: object) -> list[str]:
    """The words of those arguments that are not as they are without words: names first, then options."""
    found = sorted(_given(declaration, arguments), key=lambda pair: pair[0].is_option)
    return [word for _, words in found for word in words]


def _given(declaration: type, arguments: object) -> Iterator[tuple[Argument, list[str]]]:
    for each in fields(declaration):
        value, argument = getattr(arguments, each.name), each.metadata.get(_KEY)
        if not argument:
            group: Any = each.type
            yield from _given(group, value)
        elif value != each.default:
            name = [argument.name] if argument.is_option else []
            for one in value if argument.several else (value,):
                yield argument, name + ([argument.kind.written(one)] if argument.kind else [])


def parsed(name: str, command: Command[_Arguments], words: Sequence[str]) -> _Arguments:
    """The arguments that follow the name of a command. Raises UsageError; --help ends the program."""
    parser = _Parser(
        prog=f"judge {name}",
        description=command.description,
        epilog=command.epilog,
        argument_default=argparse.SUPPRESS,
    )
    arguments = list(arguments_of(command.arguments))
    for argument in arguments:
        _add(parser, argument)
    for word in words:
        # argparse takes the value away, as the sign that no options follow.
        if empty := re.fullmatch("(--[a-z-]+)=--", word):
            raise UsageError(f"{empty[1]}: expected a value, got '--'")
    found, surplus = parser.parse_known_args(words)
    for word in surplus:
        if word.startswith("-"):
            options = ["--help", *(argument.name for argument in arguments if argument.is_option)]
            raise UsageError(unknown("one of the options", word.partition("=")[0], options))
    values = vars(found)
    for argument in arguments:
        # What argparse leaves of the sign that no options follow, where it stands for a word.
        if not argument.is_option and not argument.several and values.get(argument.name) == []:
            raise UsageError(f"expected {argument.name}, got '--'")
    if surplus:
        # argparse takes words without a name in one row only: those after an option are left.
        rows = [argument.name for argument in arguments if argument.several and not argument.is_option]
        if not rows:
            raise UsageError(f"expected no more words for `judge {name}`, got {quoted(surplus[0])}")
        values[rows[0]] = [*values.get(rows[0], ()), *surplus]
    return _built(command.arguments, values)


class _Parser(argparse.ArgumentParser):
    """Options have no abbreviations; what is wrong is a UsageError, one line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        message = message.removeprefix("argument ")
        if message.endswith("expected one argument"):
            message += ", got none"
        elif required := re.fullmatch("the following arguments are required: (.*)", message):
            message = f"expected {required[1]}, got nothing in its place"
        elif "ignored explicit argument" in message:
            message = f"{message.partition(':')[0]}: expected no value, got one"
        raise UsageError(message)


def _add(parser: _Parser, argument: Argument) -> None:
    """To the parser, which leaves the value under the argument's name."""
    settings: dict[str, Any] = {"help": argument.help.replace("%", "%%")}
    if argument.is_option:
        settings["dest"] = argument.name
    if not argument.kind:
        settings["action"] = "store_true"
    else:
        settings |= {"type": argument.kind.read, "metavar": argument.kind.metavar}
        if argument.several:
            settings |= {"action": "append"} if argument.is_option else {"nargs": "*"}
    parser.add_argument(argument.name, **settings)


def _built(declaration: type[_Arguments], values: Mapping[str, Any]) -> _Arguments:
    """With the values by the names of their arguments; what has none is left to its default."""
    found = {}
    for each in fields(declaration):  # type: ignore[arg-type]
        argument = each.metadata.get(_KEY)
        if not argument:
            group: Any = each.type
            found[each.name] = _built(group, values)
        elif argument.name in values:
            value = values[argument.name]
            found[each.name] = tuple(value) if argument.several else value
    return declaration(**found)
