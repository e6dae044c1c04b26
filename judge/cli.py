"""The command line: words in, an exit code out.

0 every verdict is as expected, 1 some verdict is not or nothing was judged, 2 bad input or a system that
refuses, 3 a bug of the judge, 130 interrupted (129 hung up, 143 terminated).
"""

import argparse
import errno
import sys
import traceback
from collections.abc import Sequence

from judge import interrupts
from judge.arguments import parsed
from judge.errors import JudgeError, UsageError, printable
from judge.interrupts import INTERRUPTED
from judge.streams import output_failure

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
        arguments = parsed(words)
        if sys.platform != "linux":
            raise UsageError(f"expected Linux, got {sys.platform}: use WSL2 or a container")
        return _carry_out(arguments)
    except SystemExit as end:  # of argparse, which has said why
        return int(end.code or 0)
    except JudgeError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if refusal := _refusal(error):
            print(f"expected a system that lets the judge work, got: {refusal}", file=sys.stderr)
            return 2
        traceback.print_exc()
        return 3


def _refusal(error: Exception) -> str:
    """What the system refused, in words; empty where the fault is the judge's own."""
    from concurrent.futures import BrokenExecutor

    if isinstance(error, MemoryError):
        return "no more memory"
    of_system = isinstance(error, OSError) and error.errno not in _OWN_FAULTS
    # Threads and pools of processes have no error of their own for it.
    if of_system or isinstance(error, BrokenExecutor) or str(error) == "can't start new thread":
        return printable(str(error))
    return ""


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
    interrupts.raise_interrupt()
    return command[arguments.command](arguments)
