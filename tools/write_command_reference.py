"""Write docs/commands.md from the declarations that `judge COMMAND --help` is made from."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from judge.commands import COMMANDS, EXIT_CODES
from judge.options.declaration import SHORT_NAMES, Argument, Command, list_arguments, load_command
from judge.options.help import SECTIONS

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
INTRODUCTION = """\
# Commands

Every command with its arguments and options. On the screen `judge help run` prints them. An option means
the same in every command. `tools/write_command_reference.py` writes this page.
"""


def main() -> None:
    PAGE.write_text(format_page())


def format_page() -> str:
    commands = (describe(name, line, load_command(name)) for name, line in COMMANDS.items())
    return "\n".join([INTRODUCTION, f"{EXIT_CODES}.\n", *map("\n".join, commands)])


def describe(name: str, line: str, command: Command[Any]) -> Iterator[str]:
    """Yield the lines of a command: description, usage, a table for each kind of arguments, examples."""
    arguments = list(list_arguments(command.arguments))
    words = [f"[{one.name} ...]" if one.several else one.name for one in arguments if not one.is_option]
    yield f"## judge {name}\n"
    yield escape(command.description or f"{line[:1].upper()}{line[1:]}.") + "\n"
    yield "```text"
    yield " ".join(["judge", name, *words, "[OPTION ...]" * any(one.is_option for one in arguments)]).rstrip()
    column = max((len(example) for example, _ in command.examples), default=0)
    for example, meaning in command.examples:
        yield f"{example:{column}}  # {meaning}"
    yield "```\n"
    sectioned = {option for options in SECTIONS.values() for option in options}
    tables = {"arguments": [one for one in arguments if not one.is_option]}
    tables["options"] = [one for one in arguments if one.is_option and one.name not in sectioned]
    for title, options in SECTIONS.items():
        tables[title] = [one for one in arguments if one.name in options]
    for title, rows in tables.items():
        yield from tabulate(title, rows)
    if command.epilog:
        yield escape(command.epilog) + "\n"


def tabulate(title: str, arguments: Sequence[Argument]) -> Iterator[str]:
    if arguments:
        yield f"| {title} | |\n|---|---|"
        for one in arguments:
            short = [f"`{letter}` " for letter, name in SHORT_NAMES.items() if name == one.name]
            value = f" {one.kind.metavar}" if one.kind and one.is_option else ""
            name = (one.name + value).replace("|", "\\|")
            yield f"| {''.join(short)}`{name}` | {escape(one.help)} |"
        yield ""


def escape(text: str) -> str:
    """Escape the signs of Markdown, except within backticks."""
    parts = re.split(r"(`[^`]*`)", text)
    plain = [part if part[:1] == "`" else re.sub(r"([*_<>\[\]])", r"\\\1", part) for part in parts]
    return "".join(plain).replace("|", "\\|")


if __name__ == "__main__":
    main()
