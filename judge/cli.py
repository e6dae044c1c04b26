"""The entry point of the command line: words in, an exit code out.

0 every verdict is as expected, 1 some verdict is not or nothing was judged, 2 bad input or a system that
refuses, 3 a bug of the judge, 130 interrupted (129 hung up, 143 terminated).
"""

import errno
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from judge import __version__
from judge.commands import COMMANDS, EXIT_CODES
from judge.platform import interrupts
from judge.platform.errors import JudgeError, UsageError, printable, require_linux, unknown
from judge.platform.interrupts import INTERRUPTED
from judge.platform.streams import output_failure

# Errors of the judge itself, not of the system.
_OWN_FAULTS = (None, errno.EBADF, errno.EFAULT, errno.EINVAL, errno.ENOTSOCK)


def main(words: Sequence[str]) -> int:
    """Run one command. Errors that a user can fix are one line each on standard error."""
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
            return _without_command(words)
        require_linux()
        # Imported here, so that --help and a wrong word do not wait for it.
        from judge.options.declaration import HelpAsked, load_command, parse_words

        command = load_command(words[0])
        try:
            arguments = parse_words(words[0], command, words[1:])
        except HelpAsked:
            return _show_help(words[0])
        interrupts.raise_interrupt()
        _keep_what_is_loaded()
        return command.carry_out(arguments)
    except JudgeError as error:
        # Imported here, as for a command.
        from judge.show.step_log import warn

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
    """Exclude loaded modules from garbage collection, which `judge.__main__` has switched off until here.

    Collect less often, too: thousands of cases and programs stay in memory, and looking through them at every
    700 new objects took a third of their loading.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(50_000)
        gc.enable()


def _refusal(error: Exception) -> str:
    """Describe what the system refused; empty if the judge itself is at fault."""
    if _is_of_memory(error):
        return "no more memory"
    of_system = isinstance(error, OSError) and error.errno not in _OWN_FAULTS
    # Not imported: if there is no memory for it, no pool exists.
    futures = sys.modules.get("concurrent.futures")
    of_pool = futures is not None and isinstance(error, futures.BrokenExecutor)
    # Threads and pools of processes have no error type for this.
    if of_system or of_pool or str(error) == "can't start new thread":
        return printable(str(error))
    return ""


def _is_of_memory(error: BaseException | None) -> bool:
    """Return whether memory ran out, also as the cause of another error."""
    while error and not isinstance(error, MemoryError):
        error = error.__cause__ or error.__context__
    return error is not None


def _without_command(words: Sequence[str]) -> int:
    """Print help or the version. Raises UsageError for everything else."""
    first = next(iter(words), "")
    if first in ("-V", "--version"):
        print(f"judge {__version__}")
        return 0
    if not words or first in ("-h", "--help", "help"):
        asked = [word for word in words[1:] if not word.startswith("-")]
        if asked:
            return _show_help(asked[0])
        print(_list_commands(), file=sys.stdout if words else sys.stderr)
        return 0 if words else 2
    if first.startswith("-") and first not in ("-", "--"):
        raise UsageError(unknown("a command, or one of the options", first, ["--help", "--version"]))
    message = f"COMMAND: {unknown('one of the commands', first, ['help', *COMMANDS])}"
    hint = f"; did you mean `judge run {printable(first)}`?" if os.access(first, os.F_OK) else ""
    raise UsageError(f"{message}{hint}")


def _show_help(name: str) -> int:
    """Raises UsageError."""
    if name not in COMMANDS:
        raise UsageError(f"COMMAND: {unknown('one of the commands', name, COMMANDS)}")
    # Imported here, so that a command without --help does not wait for it.
    from judge.options.declaration import load_command
    from judge.options.help import format_help

    print(format_help(name, COMMANDS[name], load_command(name), _help_width()), end="")
    return 0


def _list_commands() -> str:
    # Imported here, so that no command waits for it.
    from textwrap import fill

    width, column = _help_width(), max(map(len, COMMANDS)) + 4
    lines = [
        fill(line, width, initial_indent=f"  {name}".ljust(column), subsequent_indent=" " * column)
        for name, line in COMMANDS.items()
    ]
    return "\n".join(
        [
            "A local judge for competitive programming.",
            "",
            "usage: judge COMMAND [WORD ...] [OPTION ...]",
            "",
            "  judge run a.cpp      judge a.cpp on the tests next to it",
            "  judge show a.cpp     show its first failing test",
            "  judge stress a.cpp   search for an input that breaks it",
            "",
            "commands:",
            *lines,
            "",
            fill(
                "`judge help COMMAND` shows the options of a command, `judge --version` the version.", width
            ),
            fill(EXIT_CODES, width),
        ]
    )


def _help_width() -> int:
    """The columns of the terminal, at most 100. `shutil` would load three libraries of compression for it."""
    stated = os.environ.get("COLUMNS", "")
    columns = int(stated) if stated.isdecimal() else 0
    if not columns:
        with suppress(OSError):
            columns = os.get_terminal_size(1).columns
    return min(columns or 80, 100)
