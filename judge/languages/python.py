"""Python: compiled once, sealed; then every test is a fork of a warm interpreter with the standard library.

A solution that names an interpreter in its facts gets a start of that one for every test, with the packages
that are installed for it.
"""

from judge.languages.base import BUILD_LIMITS, Unready, refusal
from judge.languages.toolchains import Toolchain
from judge.model import Run, Solution
from judge.runner import Program, Runner

# What the site adds to a pasted class: read the argument, call the one public method, print the argument.
_DRIVER = b"""
import json, sys
_method = next(name for name in vars(Solution) if not name.startswith("_"))
_argument = json.loads(sys.stdin.readline())
getattr(Solution(), _method)(_argument)
print(json.dumps(_argument, separators=(",", ":")))
"""
_CHECK = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"


def prepare(solution: Solution, runner: Runner) -> Program | Unready:
    source = solution.path.read_bytes() + (_DRIVER if solution.format == "leetcode" else b"")
    if solution.interpreter:
        return _interpreter(solution.interpreter).build(source, runner)
    compiled = runner.compile_python(source, solution.path.name, BUILD_LIMITS)
    return refusal(compiled) if isinstance(compiled, Run) else compiled


def _interpreter(name: str) -> Toolchain:
    return Toolchain(
        tool=name,
        install="name a program" if "/" in name else f"apt-get install {name}, or name another interpreter",
        file="main.py",
        builds=(("{tool}", "-I", "-c", _CHECK, "main.py"),),
        run=("{tool}", "-I", "-X", "utf8", "{folder}/main.py"),
    )
