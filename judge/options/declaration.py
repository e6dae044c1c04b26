"""Declares commands with their arguments, and reads the words of the command line.

The arguments of a command are the fields of a frozen dataclass. `option`, `repeated`, `flag`, `positional`
and `positionals` make such fields. Any other field is a group of arguments that commands share, a dataclass
of the same kind. Defaults are stated in the dataclass only.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar, overload

from judge.options.kinds import Kind
from judge.platform.errors import UsageError, quoted, unknown

_Value = TypeVar("_Value")
_Arguments = TypeVar("_Arguments")
_KEY = "argument"


# An option of one name means the same in every command, and so does a letter.
SHORT_NAMES = {
    "-j": "--jobs",
    "-t": "--time",
    "-m": "--memory",
    "-c": "--case",
    "-x": "--fail-fast",
    "-w": "--watch",
    "-v": "--all",
    "-q": "--unexpected",
}


class Argument(NamedTuple):
    """An option `--name`, or a word that is known by its place. The `kind` of a flag is None."""

    name: str
    kind: Kind[Any] | None
    help: str
    several: bool = False

    @property
    def is_option(self) -> bool:
        return self.name.startswith("--")


class Command(NamedTuple, Generic[_Arguments]):
    """A function from arguments to an exit code, and the parts of its help: examples with what they do."""

    arguments: type[_Arguments]
    carry_out: Callable[[_Arguments], int]
    description: str | None = None
    examples: tuple[tuple[str, str], ...] = ()
    epilog: str | None = None


def load_command(name: str) -> Command[Any]:
    """Return the command of that name in `COMMANDS`."""
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
    """Declare an option that may be repeated."""
    argument = Argument(name=name, kind=kind, help=help, several=True)
    return field(default=(), metadata={_KEY: argument})


def flag(name: str, help: str) -> bool:
    return field(default=False, metadata={_KEY: Argument(name=name, kind=None, help=help)})


def positional(kind: Kind[_Value], help: str) -> _Value:
    """Declare a required word."""
    found: _Value = field(metadata={_KEY: Argument(name=kind.metavar, kind=kind, help=help)})
    return found


def positionals(kind: Kind[str], help: str) -> tuple[str, ...]:
    """Declare any number of words, before or after options."""
    return repeated(kind.metavar, kind, help)


def list_arguments(declaration: type) -> Iterator[Argument]:
    """Yield all arguments that a dataclass and its groups declare, in order."""
    for each in fields(declaration):
        if argument := each.metadata.get(_KEY):
            yield argument
        else:
            group: Any = each.type
            yield from list_arguments(group)


def to_words(declaration: type, arguments: object) -> list[str]:
    """Return the words that give these arguments, without defaults: names first, then options."""
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


class HelpAsked(Exception):
    """`--help` is among the words of a command."""


def parse_words(name: str, command: Command[_Arguments], words: Sequence[str]) -> _Arguments:
    """Return the arguments after the name of a command. Raises UsageError, and HelpAsked for `--help`."""
    arguments = list(list_arguments(command.arguments))
    options = {argument.name: argument for argument in arguments if argument.is_option}
    values: dict[str, Any] = {}
    plain: list[str] = []
    left = deque(words)
    while left:
        word = left.popleft()
        if word == "--":
            plain += left
            break
        if not _is_option(word):
            plain.append(word)
            continue
        if word[1] != "-":
            left.extendleft(reversed(_expand_letters(word, options)))
            continue
        option, equals, value = word.partition("=")
        if option == "--help":
            raise HelpAsked
        if option not in options:
            raise UsageError(unknown("one of the options", option, ["--help", *options]))
        argument = options[option]
        if argument.kind and not equals:
            if not left or _is_option(left[0]):
                raise UsageError(f"{option}: expected one argument, got none")
            value = left.popleft()
        elif equals and not argument.kind:
            raise UsageError(f"{option}: expected no value, got one")
        _take(argument, value, values)
    _place(name, [argument for argument in arguments if not argument.is_option], deque(plain), values)
    return _built(command.arguments, values)


def _expand_letters(word: str, options: Mapping[str, Argument]) -> list[str]:
    """Write `-xj4` as `--fail-fast`, `--jobs=4`, and `-j` as `--jobs`, whose value follows. Raises
    UsageError.
    """
    short = {letter: name for letter, name in SHORT_NAMES.items() if name in options} | {"-h": "--help"}
    expanded: list[str] = []
    for at, letter in enumerate(word[1:], 2):
        name = short.get(f"-{letter}")
        if not name:
            raise UsageError(unknown("one of the options", word, [*short, "--help", *options]))
        if name in options and options[name].kind:
            value = word[at:].removeprefix("=")
            return [*expanded, f"{name}={value}" if word[at:] else name]
        expanded.append(name)
    return expanded


def _is_option(word: str) -> bool:
    """Return whether a word is the name of an option, known or not, or `--`."""
    return word[:1] == "-" != word and not re.fullmatch(r"-[0-9.]+", word)


def _take(argument: Argument, word: str, values: dict[str, Any]) -> None:
    """Read a word as a value of the argument, and add it. Raises UsageError."""
    try:
        value = argument.kind.read(word) if argument.kind else True
    except ValueError as error:
        raise UsageError(f"{argument.name}: {error}") from None
    values[argument.name] = [*values.get(argument.name, ()), value] if argument.several else value


def _place(name: str, places: Sequence[Argument], words: deque[str], values: dict[str, Any]) -> None:
    """Assign plain words to the arguments without a name, in order. Raises UsageError."""
    single = [argument for argument in places if not argument.several]
    if missing := [argument.name for argument in single[len(words) :]]:
        raise UsageError(f"expected {', '.join(missing)}, got nothing in its place")
    for argument in single:
        _take(argument, words.popleft(), values)
    for argument in places:
        while argument.several and words:
            _take(argument, words.popleft(), values)
    if words:
        raise UsageError(f"expected no more words for `judge {name}`, got {quoted(words[0])}")


def _built(declaration: type[_Arguments], values: Mapping[str, Any]) -> _Arguments:
    """Build a dataclass from values by the names of their arguments."""
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
