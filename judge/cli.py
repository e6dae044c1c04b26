"""The command line: words in, an exit code out.

0 every verdict is as expected, 1 some verdict is not, 2 bad input, 3 a bug of the judge, 130 interrupted.
"""

import argparse
import io
import os
import re
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from judge import __version__
from judge.errors import JudgeError, UsageError

_EXIT_CODES = "exit codes: 0 all as expected, 1 some verdict is not, 2 bad input, 3 a bug, 130 interrupted"


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
        arguments = _parser().parse_args(words)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="judge", description="A local judge for competitive programming.", epilog=_EXIT_CODES
    )
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--root",
        type=Path,
        metavar="DIR",
        help="the folder with solutions/ and cases/ (default: here or above)",
    )
    shared.add_argument(
        "--cases", type=Path, metavar="DIR", help="a folder of case files instead of the project's own"
    )
    chosen = _parser_of_what_to_judge()
    coloured = argparse.ArgumentParser(add_help=False)
    coloured.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser(
        "run",
        parents=[shared, chosen, coloured],
        help="judge solutions on cases and show the verdicts",
        epilog=_EXIT_CODES,
    )
    _add_run(run)
    show = commands.add_parser(
        "show", parents=[shared, coloured], help="run one solution on one case and show every byte"
    )
    show.add_argument("solutions", nargs=1, metavar="SOLUTION", help="a name, with or without suffix")
    show.add_argument("case", nargs=1, metavar="CASE", help="the id of a case, or a pattern of it")
    show.add_argument("--hex", action="store_true", help="show the bytes as numbers, too")
    show.set_defaults(time=None, cold=False, sandbox="default")
    commands.add_parser("mistakes", help="show the names of all mistakes, with an example each")
    mutate = commands.add_parser(
        "mutate",
        parents=[shared, coloured],
        help="make every mistake of right outputs and show who catches it",
    )
    mutate.add_argument(
        "cases", nargs="*", metavar="CASE", help="the id of a case, or a pattern (default: all)"
    )
    _add_bench(commands.add_parser("bench", parents=[shared, chosen], help="compare the speeds of solutions"))
    limits = commands.add_parser(
        "limits", parents=[shared, chosen], help="show how far each solution is from its limits"
    )
    _add_limits(limits)
    generate = commands.add_parser("generate", help="make minimal puzzles of graded difficulty")
    generate.add_argument("number", type=_count, metavar="NUMBER", help="how many")
    generate.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed gives the same puzzles"
    )
    generate.add_argument("--output", type=Path, metavar="FILE", help="where to (default: standard output)")
    commands.add_parser("list", parents=[shared], help="show the solutions and the cases")
    commands.add_parser(
        "check", parents=[shared], help="read every file and count the solutions of every grid"
    )
    return parser


def _add_run(run: argparse.ArgumentParser) -> None:
    _add_time(run)
    _add_jobs(run)
    run.add_argument(
        "--fail-fast",
        action="store_true",
        help="skip the rest of a solution after its first unexpected verdict",
    )
    run.add_argument(
        "--resume", action="store_true", help="go on with what an interrupted or killed run left"
    )
    run.add_argument("--json", type=Path, metavar="FILE", help="write the results as JSON")
    run.add_argument(
        "--profiles", action="store_true", help="say what other judges would say of the same outputs"
    )
    run.add_argument(
        "--update-expectations",
        action="store_true",
        help="rewrite the facts of the solutions to what was seen, after a look at the changes",
    )
    run.add_argument("--yes", action="store_true", help="write without asking")


def _add_limits(limits: argparse.ArgumentParser) -> None:
    limits.set_defaults(time=None)
    limits.add_argument(
        "--up-to", type=_seconds, metavar="S", help="let slow solutions run this long to see what they need"
    )
    limits.add_argument(
        "--from",
        dest="results",
        type=Path,
        metavar="FILE",
        help="take the results that `run --json` wrote instead of running",
    )
    _add_jobs(limits)


def _parser_of_what_to_judge() -> argparse.ArgumentParser:
    """The words that every command which runs solutions has."""
    chosen = argparse.ArgumentParser(add_help=False)
    chosen.add_argument(
        "solutions", nargs="*", metavar="SOLUTION", help="a name, with or without suffix, or a pattern"
    )
    chosen.add_argument(
        "--case", action="append", metavar="GLOB", help="only cases whose id or problem matches (repeatable)"
    )
    chosen.add_argument(
        "--sandbox", choices=("basic", "default", "strict"), default="default", help="how a program is sealed"
    )
    chosen.add_argument(
        "--cold", action="store_true", help="start a Python interpreter for every test instead of a fork"
    )
    return chosen


def _add_time(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--time", type=_seconds, metavar="S", help="CPU limit in seconds instead of each case's own"
    )


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=_count, metavar="N", help="workers (default: one for each physical core)"
    )


def _add_bench(bench: argparse.ArgumentParser) -> None:
    """The words of `bench`, which runs everything on one core."""
    _add_time(bench)
    add = bench.add_argument
    add("--precision", type=_share, default=0.02, metavar="P", help="a smaller difference is a tie (2%%)")
    add("--budget", type=_span, default=60.0, metavar="T", help="when to stop at the latest (60s)")
    add("--rounds", type=_count, metavar="N", help="at most so many rounds")
    add("--warmups", type=int, default=1, metavar="N", help="rounds that do not count (1)")
    add("--seed", type=int, metavar="N", help="of the order in each round (default: a new one)")
    add("--reference", metavar="SOLUTION", help="what the ratios are to (default: the fastest)")
    add("--count", action="store_true", help="count instructions, and calls and lines of Python solutions")
    add("--save", metavar="NAME", help="keep the result as the baseline NAME")
    add("--against", metavar="NAME", help="compare with the baseline NAME; exit code 1 where it got worse")
    add("--max-slowdown", type=_share, default=0.05, metavar="P", help="what --against lets pass (5%%)")
    add("--json", type=Path, metavar="FILE", help="write the result as JSON")
    add("--export-hyperfine", type=Path, metavar="FILE", help="write it in hyperfine's JSON layout")
    add("--plot", type=_picture, metavar="FILE", help="draw it as .svg or .png (needs matplotlib)")


def _picture(word: str) -> Path:
    path = Path(word)
    if path.suffix not in (".svg", ".png"):
        raise argparse.ArgumentTypeError(f"expected a file .svg or .png, got {word}")
    return path


def _share(word: str) -> float:
    value = float(word[:-1]) / 100 if word.endswith("%") else float(word)
    if not 0 < value < 10:
        raise argparse.ArgumentTypeError(f"expected a share such as 2%, got {word}")
    return value


def _span(word: str) -> float:
    for unit, factor in (("ms", 0.001), ("s", 1.0), ("m", 60.0)):
        if word.endswith(unit):
            return _seconds(word.removesuffix(unit)) * factor
    return _seconds(word)


def _seconds(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, got {word}")
    return value


def _count(word: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,2}", word):
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 999, got {word}")
    return int(word)
