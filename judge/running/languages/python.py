"""Python: compiled once, sealed; then every test is a fork of a warm interpreter with the standard library.

A solution that names an interpreter in its facts gets a start of that one for every test, with the packages
that are installed for it.
"""

import os
import shutil
import sys

from judge.model import Run, Solution
from judge.running.languages import leetcode
from judge.running.languages.base import BUILD_LIMITS, Unready, refusal, source_of
from judge.running.languages.toolchains import Toolchain
from judge.running.runner import Program, Runner
from judge.subjects import format_of

_CHECK = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"


def prepare(solution: Solution, runner: Runner) -> Program | Unready:
    source = source_of(solution)
    if isinstance(source, Unready):
        return source
    method = format_of(solution.format).method
    if solution.interpreter:
        return _interpreter(solution.interpreter, method).build(source, runner)
    around = (leetcode.BEFORE, leetcode.after(method)) if method else ("", "")
    compiled = runner.compile_python(source, solution.path.name, BUILD_LIMITS, around=around)
    return refusal(compiled) if isinstance(compiled, Run) else compiled


def identity(solution: Solution) -> str:
    if solution.interpreter:
        return _interpreter(solution.interpreter, format_of(solution.format).method).identity(solution)
    return f"{sys.version} {os.path.realpath(sys.executable)}"


def _interpreter(name: str, method: str) -> Toolchain:
    site = ("-c", leetcode.program(method)) if method else ()
    return Toolchain(
        tool=name,
        install="name a program" if "/" in name else f"apt-get install {name}, or name another interpreter",
        file="main.py",
        builds=(("{tool}", "-I", "-c", _CHECK, "main.py"),),
        run=("{tool}", "-I", "-X", "utf8", *site, "{folder}/main.py"),
        # for a deep recursion PyPy reserves more than a gigabyte
        address_space="pypy" not in os.path.realpath(shutil.which(name) or name),
    )
