"""Python: compiled once, sealed; then every test is a fork of a warm interpreter with the standard library.

A solution that names an interpreter in its facts gets a start of that one for every test, with the packages
that are installed for it.
"""

import platform
import shutil
import sys
from pathlib import Path

from msgspec.structs import replace

from judge.model.programs import Language, Solution
from judge.model.runs import Run
from judge.running.languages import toolchains
from judge.running.languages.base import BUILD_LIMITS, Sources, Unready, refusal, sources_of
from judge.running.languages.entry import python as site
from judge.running.places import located
from judge.running.programs import Program
from judge.running.runner import Runner
from judge.subjects.subject import entry_of

_WITH_MODULES = ("-E", "-s")
_CHECK = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"


def prepare(solution: Solution, runner: Runner) -> Program | Unready:
    sources = sources_of(solution)
    return sources if isinstance(sources, Unready) else made(solution, sources, runner)


def made(solution: Solution, sources: Sources, runner: Runner) -> Program | Unready:
    """The program of these sources, which is run as the solution is."""
    if solution.interpreter:
        return toolchains.build(_interpreted(solution), sources, runner)
    entry = entry_of(solution.format)
    around = (site.before(entry), site.after(entry)) if entry else ("", "")
    (name, source), *beside = sources
    modules = [each for each in beside if each[0].endswith(solution.language.suffixes)]
    compiled = runner.compile_python(source, name, BUILD_LIMITS, around=around, modules=tuple(modules))
    return refusal(compiled) if isinstance(compiled, Run) else compiled


def identity(solution: Solution) -> str:
    """What interprets it, and of an interpreter that it names what is installed for that."""
    if solution.interpreter:
        tool = located(solution.interpreter)
        return f"{toolchains.identity(_interpreted(solution))} {_packages(tool)}" if tool else ""
    return repr((sys.version, toolchains.stamps([Path(sys.executable)])))


def _packages(tool: Path) -> list[tuple[str, int]]:
    """The folders of packages of an interpreter, each with its time, which changes with what lies there."""
    prefixes = (tool.parent.parent, tool.resolve().parent.parent, Path("/usr/local"))
    folders = {folder for prefix in prefixes for folder in prefix.glob("lib*/py*/*-packages")}
    return sorted((str(folder), folder.stat().st_mtime_ns) for folder in folders)


def version() -> str:
    """Of the warm interpreter, which is that of the judge."""
    return f"Python {platform.python_version()}"


def tools(solution: Solution) -> str:
    """See `toolchains.tools`."""
    return toolchains.tools(_interpreted(solution)) if solution.interpreter else f"Python {sys.version}"


def as_script(solution: Solution, path: str) -> Solution:
    """The same program, run as the file `path` of its current folder, whose modules it finds there."""
    named = replace(solution, interpreter=solution.interpreter or sys.executable)
    language = _interpreted(named)
    run = (*language.run[:1], *_WITH_MODULES, "-X", "utf8", path)
    return replace(solution, interpreter="", language=replace(language, run=run))


def _interpreted(solution: Solution) -> Language:
    """Python by the interpreter that the solution names."""
    name, entry = solution.interpreter, entry_of(solution.format)
    around = ("-c", site.program(entry)) if entry else ()
    # isolated, but where there are modules in the program's own folder
    manner = _WITH_MODULES if (solution.beside or solution.grader) and not entry else ("-I",)
    return replace(
        solution.language,
        install="name a program" if "/" in name else f"apt-get install {name}, or name another interpreter",
        builds=((name, "-I", "-c", _CHECK, "{file}"),),
        run=(name, *manner, "-X", "utf8", *around, "{folder}/{file}"),
        # for a deep recursion PyPy reserves more than a gigabyte
        address_space="pypy" not in Path(shutil.which(name) or name).resolve().name,
    )
