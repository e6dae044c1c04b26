"""Python: compiled once, sealed; then every test is a fork of a warm interpreter with the standard library.

A solution that names an interpreter in its facts gets a start of that one for every test, with the packages
that are installed for it.
"""

import os
import sys

from judge.model import Run, Solution
from judge.running.languages import leetcode
from judge.running.languages.base import BUILD_LIMITS, Unready, refusal, source_of
from judge.running.languages.toolchains import Toolchain
from judge.running.runner import Program, Runner

_CHECK = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"


def prepare(solution: Solution, runner: Runner) -> Program | Unready:
    source = source_of(solution)
    if isinstance(source, Unready):
        return source
    is_class = solution.format == "leetcode"
    if solution.interpreter:
        return _interpreter(solution.interpreter, is_class=is_class).build(source, runner)
    around = (leetcode.BEFORE, leetcode.AFTER) if is_class else ("", "")
    compiled = runner.compile_python(source, solution.path.name, BUILD_LIMITS, around=around)
    return refusal(compiled) if isinstance(compiled, Run) else compiled


def identity(solution: Solution) -> str:
    if solution.interpreter:
        is_class = solution.format == "leetcode"
        return _interpreter(solution.interpreter, is_class=is_class).identity(solution)
    return f"{sys.version} {os.path.realpath(sys.executable)}"


def _interpreter(name: str, *, is_class: bool) -> Toolchain:
    site = ("-c", leetcode.PROGRAM) if is_class else ()
    return Toolchain(
        tool=name,
        install="name a program" if "/" in name else f"apt-get install {name}, or name another interpreter",
        file="main.py",
        builds=(("{tool}", "-I", "-c", _CHECK, "main.py"),),
        run=("{tool}", "-I", "-X", "utf8", *site, "{folder}/main.py"),
    )
