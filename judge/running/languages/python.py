"""Python: compiled once in the sandbox, then run in a fork of a warm interpreter for every test.

The warm interpreter has only the standard library; a second one has also imported numpy. A solution that
names an interpreter in its header, or imports another installed package, starts an interpreter for every
test, with the packages that it has.
"""

import os
import platform
import re
import shutil
import site
import sys
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path

from msgspec.structs import replace

from judge.model.programs import Language, Solution
from judge.model.runs import Run
from judge.model.verdicts import Verdict
from judge.running.languages import toolchains
from judge.running.languages.base import BUILD_LIMITS, Sources, Unready, refusal, sources_of
from judge.running.languages.compilation import stamps
from judge.running.languages.entry import python as entry_code
from judge.running.places import find_tool, is_below
from judge.running.programs import Command, Program, Script
from judge.running.runner import Runner
from judge.running.sandbox.seal import LIBRARIES
from judge.subjects.subject import entry_of

_WITH_MODULES = ("-E", "-s")
# at the beginning of a line, or after another statement in it
_IMPORT = re.compile(
    rb"(?:^|[;:])[ \t]*(?:import[ \t]+([\w., \t]+)|from[ \t]+([\w.]+)[ \t]+import\b)", re.MULTILINE
)
_CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*[-\w.]")
_BLANK = re.compile(rb"[ \t\f]*(#.*)?$")
_CHECK = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"


def choose_interpreter(language: Language, sources: Iterable[tuple[str, bytes]]) -> str:
    """Return the interpreter of a program that names none, "" for the language's own or the warm one.

    It is the one with most of the packages that the sources import: the judge's own, or in a virtual
    environment its base interpreter.
    """
    if language.interpreter or language.run:
        return language.interpreter
    names = _find_foreign(language, sources)
    tools = {sys.prefix: sys.executable, sys.base_prefix: str(Path(sys.base_prefix, "bin", "python3"))}
    found = {tool: sum(_has_package(prefix, name) for name in names) for prefix, tool in tools.items()}
    tool = max(found, key=found.__getitem__)
    return tool if found[tool] else ""


def can_start_warm(language: Language, sources: Iterable[tuple[str, bytes]]) -> bool:
    """Return whether numpy is the only installed package for which an interpreter is chosen."""
    if language.interpreter or language.run:
        return False
    prefixes, names = {sys.prefix, sys.base_prefix}, _find_foreign(language, sources)
    return {name for name in names for prefix in prefixes if _has_package(prefix, name)} == {"numpy"}


def _find_foreign(language: Language, sources: Iterable[tuple[str, bytes]]) -> set[str]:
    """Return the imported names that are neither in the standard library nor among the sources."""
    modules = [(Path(name).stem, source) for name, source in sources if name.endswith(language.suffixes)]
    names = {name for _, source in modules for name in _list_imports(source)}
    return names - {"", *sys.stdlib_module_names, *(name for name, _ in modules)}


def _list_imports(source: bytes) -> Iterator[str]:
    for imported, origin in _IMPORT.findall(source):
        for name in (imported or origin).decode(errors="replace").split(","):
            yield re.split(r"[.\s]", name.strip(), maxsplit=1)[0]


@cache
def _has_package(prefix: str, name: str) -> bool:
    return PathFinder.find_spec(name, site.getsitepackages([prefix])) is not None


def prepare(solution: Solution, runner: Runner) -> Program | Unready:
    sources = sources_of(solution)
    return sources if isinstance(sources, Unready) else build_program(solution, sources, runner)


def build_program(solution: Solution, sources: Sources, runner: Runner) -> Program | Unready:
    """Build a program from these sources, to run like the solution."""
    if complaint := find_undeclared_encoding(*sources[0]):
        message = "the compiler refused the source"
        return Unready(verdict=Verdict.CE, message=message, stderr=complaint.encode())
    if solution.interpreter:
        made = toolchains.build(_interpreted(solution), sources, runner)
        return _with_warm_start(made, solution, sources, runner) if solution.is_warm else made
    compiled = _compile(solution, sources, runner)
    return refusal(compiled) if isinstance(compiled, Run) else compiled


def find_undeclared_encoding(name: str, source: bytes) -> str:
    """Return what Python says of a file that is not UTF-8 and declares no encoding, "" if it runs the file.

    `compile` accepts such bytes in comments. Source: PEP 263.
    """
    try:
        source.decode()
    except UnicodeDecodeError as error:
        start = error.start
    else:
        return ""
    lines = source.splitlines()
    first = lines[: 2 if _BLANK.match(lines[0]) else 1]
    if source.startswith(BOM_UTF8) or any(_CODING.match(line) for line in first):
        return ""
    where = f"in file {name} on line {len(source[: start + 1].splitlines())}"
    why = "but no encoding declared; see https://peps.python.org/pep-0263/ for details"
    return f"SyntaxError: Non-UTF-8 code starting with '\\x{source[start]:02x}' {where}, {why}\n"


def _with_warm_start(
    made: Command | Unready, solution: Solution, sources: Sources, runner: Runner
) -> Command | Unready:
    """Add a script for a warm start. It may read no package that the interpreter itself may not read."""
    prefix = str(Path(solution.interpreter).parent.parent)
    if isinstance(made, Unready) or prefix not in (sys.prefix, sys.base_prefix):
        return made
    readable = (*made.readable, *LIBRARIES)
    packages = tuple(
        folder for folder in site.getsitepackages([prefix]) if is_below(os.path.realpath(folder), readable)
    )
    script = _compile(solution, sources, runner) if packages else None
    return replace(made, warm=replace(script, packages=packages)) if isinstance(script, Script) else made


def _compile(solution: Solution, sources: Sources, runner: Runner) -> Script | Run:
    entry = entry_of(solution.format)
    around = (entry_code.before(entry), entry_code.after(entry)) if entry else ("", "")
    (name, source), *beside = sources
    modules = [each for each in beside if each[0].endswith(solution.language.suffixes)]
    return runner.compile_python(source, name, BUILD_LIMITS, around=around, modules=tuple(modules))


def identity(solution: Solution) -> str:
    """Describe the interpreter, and the packages of an interpreter that the solution names."""
    if solution.interpreter:
        tool = find_tool(solution.interpreter)
        return f"{toolchains.identity(_interpreted(solution))} {_packages(tool)}" if tool else ""
    return repr((sys.version, stamps([Path(sys.executable)])))


def _packages(tool: Path) -> list[tuple[str, int]]:
    """Return the package folders of an interpreter with their times, which change with their contents."""
    prefixes = (tool.parent.parent, tool.resolve().parent.parent, Path("/usr/local"))
    folders = {folder for prefix in prefixes for folder in prefix.glob("lib*/py*/*-packages")}
    return sorted((str(folder), folder.stat().st_mtime_ns) for folder in folders)


def version() -> str:
    """Return the version of the warm interpreter, which is the judge's Python."""
    return f"Python {platform.python_version()}"


def tools(solution: Solution) -> str:
    """Describe the interpreter for other machines, see `toolchains.tools`."""
    return toolchains.tools(_interpreted(solution)) if solution.interpreter else f"Python {sys.version}"


def as_script(solution: Solution, path: str) -> Solution:
    """Return the same program, run as the file `path` in its current folder, next to its modules."""
    named = replace(solution, interpreter=solution.interpreter or sys.executable)
    language = _interpreted(named)
    run = (*language.run[:1], *_WITH_MODULES, "-X", "utf8", path)
    return replace(solution, interpreter="", language=replace(language, run=run))


def _interpreted(solution: Solution) -> Language:
    """Return the row of Python with the interpreter that the solution names."""
    name, entry = solution.interpreter, entry_of(solution.format)
    around = ("-c", entry_code.program(entry)) if entry else ()
    # isolated, unless the program's folder contains modules
    manner = _WITH_MODULES if (solution.beside or solution.grader) and not entry else ("-I",)
    debug = solution.language.debug if solution.language.is_debugged else ()
    return replace(
        solution.language,
        install="name a program" if "/" in name else f"apt-get install {name}, or name another interpreter",
        builds=((name, "-I", "-c", _CHECK, "{file}"),),
        run=(name, *manner, *debug, "-X", "utf8", *around, "{folder}/{file}"),
        # for a deep recursion PyPy reserves more than a gigabyte
        address_space="pypy" not in Path(shutil.which(name) or name).resolve().name,
    )
