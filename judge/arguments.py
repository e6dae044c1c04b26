"""The words of the command line: every command with its arguments, and what is said of a wrong word."""

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from judge import __version__, units
from judge.errors import UsageError, quoted, unknown

_EXIT_CODES = (
    "exit codes: 0 all as expected, 1 some verdict is not or nothing was judged, 2 bad input, 3 a bug,"
    " 130 interrupted"
)
_SOLUTION = "a name, with or without suffix, a folder, or a pattern; `*` does not cross a `/`"
_CASE = "the id of a case, its problem, or a pattern; `*` does not cross a `/`"


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

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            kind = "one of the commands" if isinstance(action, argparse._SubParsersAction) else "one of"
            raise argparse.ArgumentError(action, unknown(kind, value, action.choices))


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """The command and its arguments. Raises UsageError; --help and --version end the program."""
    parser, commands = parsers()
    first = next(iter(words), "")
    if first.startswith("-") and first.strip("-") and first not in parser._option_string_actions:
        options = [action.option_strings[-1] for action in parser._actions if action.option_strings]
        raise UsageError(unknown("a command, or one of the options", first, options))
    arguments, surplus = parser.parse_known_args(words)
    command = commands[arguments.command]
    for word in surplus:
        if word.startswith("-"):
            options = [action.option_strings[-1] for action in command._actions if action.option_strings]
            raise UsageError(unknown("one of the options", word.partition("=")[0], options))
    if surplus:
        # argparse takes positional words in one row only: those after an option are left.
        rows = [action.dest for action in command._actions if action.nargs == "*"]
        if not rows:
            raise UsageError(f"expected no more words for `{command.prog}`, got {quoted(surplus[0])}")
        getattr(arguments, rows[0]).extend(surplus)
    return arguments


def parsers() -> tuple[_Parser, Mapping[str, _Parser]]:
    """The whole parser, and that of each command by its name."""
    parser = _Parser(
        prog="judge", description="A local judge for competitive programming.", epilog=_EXIT_CODES
    )
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    shared, chosen, coloured = _shared(), _chosen(), _coloured()
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add = commands.add_parser
    _add_run(
        add(
            "run",
            parents=[shared, chosen, coloured],
            help="judge solutions on cases and show the verdicts",
            epilog=_EXIT_CODES,
        )
    )
    _add_show(
        add("show", parents=[shared, coloured], help="run one solution on one case and show every byte")
    )
    add("mistakes", help="show the names of all mistakes, with an example each")
    mutate = add(
        "mutate",
        parents=[shared, coloured],
        help="make every mistake of right outputs and show who catches it",
    )
    mutate.add_argument("case", nargs="*", metavar="CASE", help=f"{_CASE} (default: all)")
    _add_bench(add("bench", parents=[shared, chosen], help="compare the speeds of solutions"))
    _add_limits(add("limits", parents=[shared, chosen], help="show how far each solution is from its limits"))
    _add_generate(add("generate", help="make minimal puzzles of graded difficulty"))
    add("list", parents=[shared], help="show the solutions, the cases, and the files that are neither")
    add(
        "check",
        parents=[shared],
        help="read every file, see that every case has as many answers as it says",
    )
    return parser, commands.choices


def _shared() -> _Parser:
    """Where the project is: for every command that reads it."""
    shared = _Parser(add_help=False)
    shared.add_argument(
        "--root",
        type=_path,
        metavar="DIR",
        help="the folder with solutions/ and cases/ (default: here or above)",
    )
    shared.add_argument(
        "--cases",
        dest="cases_folder",
        type=_path,
        metavar="DIR",
        help="a folder of case files instead of the project's own",
    )
    return shared


def _chosen() -> _Parser:
    """What to judge and how: for every command that runs solutions."""
    chosen = _Parser(add_help=False)
    chosen.add_argument("solutions", nargs="*", metavar="SOLUTION", help=_SOLUTION)
    chosen.add_argument(
        "--case", action="append", metavar="CASE", help=f"only these cases: {_CASE} (repeatable)"
    )
    chosen.add_argument(
        "--sandbox", choices=("basic", "default", "strict"), default="default", help="how a program is sealed"
    )
    chosen.add_argument(
        "--cold", action="store_true", help="start a Python interpreter for every test instead of a fork"
    )
    return chosen


def _coloured() -> _Parser:
    coloured = _Parser(add_help=False)
    coloured.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )
    return coloured


def _add_run(run: _Parser) -> None:
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
    run.add_argument("--json", type=_path, metavar="FILE", help="write the results as JSON")
    run.add_argument(
        "--profiles", action="store_true", help="say what other judges would say of the same outputs"
    )
    run.add_argument(
        "--update-expectations",
        action="store_true",
        help="rewrite the facts of the solutions to what was seen, after a look at the changes",
    )
    run.add_argument("--yes", action="store_true", help="write without asking")


def _add_show(show: _Parser) -> None:
    show.add_argument("solutions", nargs=1, metavar="SOLUTION", help=_SOLUTION)
    show.add_argument("case", nargs=1, metavar="CASE", help=_CASE)
    show.add_argument("--hex", action="store_true", help="show the bytes as numbers, too")
    show.set_defaults(time=None, cold=False, sandbox="default")


def _add_limits(limits: _Parser) -> None:
    limits.set_defaults(time=None)
    limits.add_argument(
        "--up-to", type=_time, metavar="TIME", help="let slow solutions run this long to see what they need"
    )
    limits.add_argument(
        "--from",
        dest="results",
        type=_path,
        metavar="FILE",
        help="take the results that `run --json` wrote instead of running",
    )
    _add_jobs(limits)


def _add_generate(generate: _Parser) -> None:
    generate.add_argument("number", type=_count, metavar="NUMBER", help="how many")
    generate.add_argument(
        "--seed", type=_seed, default=1, metavar="N", help="the same seed gives the same puzzles"
    )
    generate.add_argument("--output", type=_path, metavar="FILE", help="where to (default: standard output)")


def _add_time(parser: _Parser) -> None:
    parser.add_argument(
        "--time", type=_time, metavar="TIME", help="CPU limit instead of each case's own: 5, 5s, 500ms, 2m"
    )


def _add_jobs(parser: _Parser) -> None:
    parser.add_argument(
        "--jobs", type=_count, metavar="N", help="workers (default: one for each physical core)"
    )


def _add_bench(bench: _Parser) -> None:
    """The words of `bench`, which runs everything on one core."""
    _add_time(bench)
    add = bench.add_argument
    add("--precision", type=_share, default=0.02, metavar="P", help="a smaller difference is a tie (2%%)")
    add("--budget", type=_time, default=60.0, metavar="TIME", help="when to stop at the latest (60s)")
    add("--rounds", type=_count, metavar="N", help="at most so many rounds")
    add("--warmups", type=_whole(0, 999), default=1, metavar="N", help="rounds that do not count (1)")
    add("--seed", type=_seed, metavar="N", help="of the order in each round (default: a new one)")
    add("--reference", metavar="SOLUTION", help="what the ratios are to (default: the fastest)")
    add("--count", action="store_true", help="count instructions, and calls and lines of Python solutions")
    add("--save", type=_baseline, metavar="NAME", help="keep the result as the baseline NAME")
    add(
        "--against",
        type=_baseline,
        metavar="NAME",
        help="compare with the baseline NAME; exit code 1 where it got worse",
    )
    add("--max-slowdown", type=_share, default=0.05, metavar="P", help="what --against lets pass (5%%)")
    add("--json", type=_path, metavar="FILE", help="write the result as JSON")
    add("--export-hyperfine", type=_path, metavar="FILE", help="write it in hyperfine's JSON layout")
    add("--plot", type=_picture, metavar="FILE", help="draw it as .svg or .png (needs matplotlib)")


# The kinds of values


def _wrong(expected: str, word: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"expected {expected}, got {quoted(word)}")


def _time(word: str) -> float:
    """Seconds; a number without a unit is of seconds."""
    try:
        return units.seconds(word if word[-1:].isalpha() else word + "s")
    except ValueError:
        raise _wrong(f"{units.A_TIME}, or seconds", word) from None


def _share(word: str) -> float:
    found = re.fullmatch(r"(?=.*[1-9])(\d{0,3}(?:\.\d{1,6})?)(%?)", word, re.ASCII)
    value = float(found[1]) / (100 if found[2] else 1) if found else 0.0
    if not 0 < value < 10:
        raise _wrong("a share such as 2% or 0.02", word)
    return value


def _whole(least: int, most: int) -> Callable[[str], int]:
    def number(word: str) -> int:
        if not re.fullmatch(r"\d{1,9}", word, re.ASCII) or not least <= int(word) <= most:
            raise _wrong(f"a number from {least} to {most}", word)
        return int(word)

    return number


_count = _whole(1, 999)
_seed = _whole(0, 10**9 - 1)


def _path(word: str) -> Path:
    if not word:
        raise _wrong("a path", word)
    return Path(word)


def _picture(word: str) -> Path:
    path = Path(word)
    if path.suffix not in (".svg", ".png"):
        raise _wrong("a file .svg or .png", word)
    return path


def _baseline(word: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", word):
        raise _wrong("the name of a baseline, of at most 100 letters, digits, `.`, `-`, `_`", word)
    return word
