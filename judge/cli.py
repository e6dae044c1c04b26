"""The command line: words in, an exit code out.

0 every verdict is as expected, 1 some verdict is not, 2 bad input, 3 a bug of the judge, 130 interrupted.
"""

import argparse
import io
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from judge.arguments import parsed
from judge.errors import JudgeError, UsageError


def entry() -> None:
    """The console script."""
    sys.exit(main(sys.argv[1:]))


def main(words: Sequence[str]) -> int:
    """Run one command. What a user can mend is one line each on standard error, never a traceback."""
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A screen that lacks a character shows its number.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        arguments = parsed(words)
        if sys.platform != "linux":
            raise UsageError(f"expected Linux, got {sys.platform}: use WSL2 or a container")
        return _carry_out(arguments)
    except JudgeError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        code = _output_failure(error)
        if code is None:
            traceback.print_exc()
        return 3 if code is None else code


def _output_failure(error: Exception) -> int | None:
    """0 if whoever read standard output has left, 2 if there is no room for it, None if it is in order."""
    from judge.console import discard_output

    try:
        if isinstance(error, BrokenPipeError):
            raise error
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        return 0
    except OSError as fault:
        print(f"standard output: expected room for the results, got: {fault.strerror}", file=sys.stderr)
        discard_output()
        return 2
    return None


def _carry_out(arguments: argparse.Namespace) -> int:
    # Imported here, so that --help and a wrong word do not wait for the rest.
    if arguments.command in ("bench", "limits", "generate"):
        from judge import speed

        command = {"bench": speed.bench, "limits": speed.limits, "generate": speed.generate}
    else:
        from judge import commands

        command = {
            "run": commands.run,
            "show": commands.show,
            "list": commands.list_all,
            "check": commands.check,
            "mistakes": commands.list_mistakes,
            "mutate": commands.mutate,
        }
    code = command[arguments.command](arguments)
    sys.stdout.flush()
    return code
