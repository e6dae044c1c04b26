"""The command line: words in, an exit code out.

0 every verdict is as expected, 1 some verdict is not or nothing was judged, 2 bad input or a system that
refuses, 3 a bug of the judge, 130 interrupted (129 hung up, 143 terminated).
"""

import errno
import gc
import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from judge import interrupts
from judge.commands import COMMANDS, EXIT_CODES
from judge.errors import JudgeError, UsageError, printable, require_linux, unknown
from judge.interrupts import INTERRUPTED
from judge.streams import output_failure, warn
from judge.version import __version__

if TYPE_CHECKING:
    from argparse import ArgumentParser

# Of a call with wrong arguments: no system is to blame.
_OWN_FAULTS = (None, errno.EBADF, errno.EFAULT, errno.EINVAL, errno.ENOTSOCK)


def main(words: Sequence[str]) -> int:
    """Run one command. What a user can mend is one line each on standard error, never a traceback."""
    code = _code_of(words)
    if code == INTERRUPTED:
        return interrupts.exit_code()
    if failure := output_failure():
        print(f"standard output: expected room for the results, got: {failure.strerror}", file=sys.stderr)
        return 2
    return code


def _code_of(words: Sequence[str]) -> int:
    try:
        if not words or words[0] not in COMMANDS:
            _without_command(words)
        require_linux()
        # Imported here, so that --help and a wrong word do not wait for it.
        from judge.options.declaration import load_command, parse_words

        command = load_command(words[0])
        arguments = parse_words(words[0], command, words[1:])
        interrupts.raise_interrupt()
        _keep_what_is_loaded()
        return command.carry_out(arguments)
    except SystemExit as end:  # of argparse, which has said why
        return int(end.code or 0)
    except JudgeError as error:
        warn([error])
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if refusal := _refusal(error):
            print(f"expected a system that lets the judge work, got: {refusal}", file=sys.stderr)
            return 2
        sys.excepthook(type(error), error, error.__traceback__)
        return 3


def _keep_what_is_loaded() -> None:
    """Never look through it for garbage, which `judge.__main__` has put off until here: it lasts.

    So do thousands of cases and programs: looking through them at every 700 took a third of their loading.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(50_000)
        gc.enable()


def _refusal(error: Exception) -> str:
    """What the system refused, in words; empty where the fault is the judge's own."""
    if _is_of_memory(error):
        return "no more memory"
    of_system = isinstance(error, OSError) and error.errno not in _OWN_FAULTS
    # Not imported: where there is no room for it, there is none for a pool either.
    futures = sys.modules.get("concurrent.futures")
    of_pool = futures is not None and isinstance(error, futures.BrokenExecutor)
    # Threads and pools of processes have no error of their own for it.
    if of_system or of_pool or str(error) == "can't start new thread":
        return printable(str(error))
    return ""


def _is_of_memory(error: BaseException | None) -> bool:
    """Whether there was no memory. An import that fails for it may say something else at last."""
    while error and not isinstance(error, MemoryError):
        error = error.__cause__ or error.__context__
    return error is not None


def _without_command(words: Sequence[str]) -> NoReturn:
    """--help and --version, which end the program. Raises UsageError for all else."""
    first = next(iter(words), "")
    if first in ("-h", "--help", "--version"):
        _front().parse_args([first])
    if not words or [*words] == ["--"]:
        raise UsageError("expected COMMAND, got nothing in its place; `judge --help` lists them")
    if first.startswith("-") and first not in ("-", "--"):
        raise UsageError(unknown("a command, or one of the options", first, ["--help", "--version"]))
    raise UsageError(f"COMMAND: {unknown('one of the commands', first, COMMANDS)}")


def _columns() -> int:
    """As `shutil` has them, which argparse would load for it, with three libraries of compression."""
    stated = os.environ.get("COLUMNS", "")
    if stated.isdecimal() and int(stated):
        return int(stated)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


def _front() -> "ArgumentParser":
    from argparse import ArgumentParser, HelpFormatter

    parser = ArgumentParser(
        prog="judge",
        description="A local judge for competitive programming.",
        epilog=EXIT_CODES,
        formatter_class=partial(HelpFormatter, width=_columns() - 2),
    )
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    # No command's words are parsed here: a name and a line are all that there is of each.
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, line in COMMANDS.items():
        commands.add_parser(name, help=line, add_help=False)
    return parser
