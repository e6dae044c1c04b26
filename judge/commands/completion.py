"""`judge completion`: prints what a shell needs to complete commands, options and names."""

import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from judge.checkers.sites import PROFILES
from judge.commands import COMMANDS
from judge.options import completion
from judge.options.declaration import SHORT_NAMES, Command, list_arguments, load_command, positional
from judge.options.kinds import one_of
from judge.platform.streams import write_bytes
from judge.running.languages import LANGUAGES

Shell = Literal["bash", "zsh", "fish"]
_FOLDER = Path(completion.__file__).parent
_SCRIPTS: dict[Shell, str] = {"bash": "bash.sh", "zsh": "zsh.sh", "fish": "fish.fish"}
_LISTS = {"RULE": (*PROFILES, "float 1e-6", "decimals 1e-6", "any"), "SUFFIX": tuple(LANGUAGES)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    shell: Shell = positional(one_of(get_args(Shell)), "the shell that completes")


def complete(arguments: Arguments) -> int:
    """Print the script of a shell, with the path of `answer.py` and a table of all arguments."""
    script = (_FOLDER / _SCRIPTS[arguments.shell]).read_text()
    # A bare interpreter starts at once and imports nothing from the current directory.
    answer = shlex.join([sys.executable, "-I", "-S", str(_FOLDER / "answer.py")])
    write_bytes(script.replace("@ANSWER@", answer).replace("@TABLE@", shlex.quote(table())).encode())
    return 0


def table() -> str:
    """Return the table that `judge/options/completion/answer.py` reads."""
    rows = [row for name in COMMANDS for row in _rows(name)]
    rows += [("*", name, "", "*", name, "", *values) for name, values in _LISTS.items()]
    return "\n".join("\t".join(row) for row in rows)


def _rows(name: str) -> Iterator[tuple[str, ...]]:
    """Yield a row for a command, and one for each of its arguments."""
    letters = {option: letter for letter, option in SHORT_NAMES.items()}
    yield name, "", "", "", "", COMMANDS[name]
    for each in list_arguments(load_command(name).arguments):
        values = each.kind.choices if each.kind else ()
        metavar = each.kind.metavar if each.kind else ""
        yield (
            name,
            each.name,
            letters.get(each.name, ""),
            "*" if each.several else "",
            metavar,
            each.help,
            *values,
        )
    yield name, "--help", "-h", "", "", "show the help of this command"


_EXAMPLES = (('eval "$(judge completion bash)"', "in ~/.bashrc"),)
COMMAND = Command(Arguments, complete, examples=_EXAMPLES)
