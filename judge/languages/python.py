"""Python: a fresh interpreter for every test, alone with the standard library (`-I`)."""

import sys

from judge.languages.base import Unready
from judge.model import Ending, Limits, Solution, Verdict
from judge.runner import Command, Runner

_COMPILE_LIMITS = Limits(cpu_s=10, memory_bytes=1 << 30, output_bytes=1 << 20)
_FLAGS = ("-I", "-X", "utf8")
_CHECK = "import sys; path = sys.argv[1]; compile(open(path, 'rb').read(), path, 'exec')"
# What the site adds to a pasted class: read the argument, call the one public method, print the argument.
_DRIVER = """
import json, runpy, sys
solution = runpy.run_path(sys.argv[1])["Solution"]
method = next(name for name in vars(solution) if not name.startswith("_"))
board = json.loads(sys.stdin.readline())
getattr(solution(), method)(board)
print(json.dumps(board, separators=(",", ":")))
"""


def prepare(solution: Solution, runner: Runner) -> Command | Unready:
    path = str(solution.path.absolute())
    check = runner.run(Command(argv=(sys.executable, *_FLAGS, "-c", _CHECK, path)), b"", _COMPILE_LIMITS)
    if check.ending is Ending.LOST:
        return Unready(verdict=Verdict.JE, message=check.detail)
    if check.ending is not Ending.FINISHED or check.exit_code:
        return Unready(verdict=Verdict.CE, message="the compiler refused the source", stderr=check.stderr)
    driver = ("-c", _DRIVER) if solution.format == "leetcode" else ()
    return Command(argv=(sys.executable, *_FLAGS, *driver, path))
