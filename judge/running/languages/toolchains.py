"""Languages with external tools: build a program from its row and return the command that runs it.

A program is built once for its sources, commands and tools, inside the runner's sandbox, and cached in the
user's cache. A missing tool means SK with the install command. The first build also builds the launcher,
which starts all programs, if there is a C compiler.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from judge.model.programs import Language, Solution
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.platform.errors import UsageError
from judge.running import builds
from judge.running.keeper_client import SANDBOX, KeeperLost
from judge.running.languages import entry
from judge.running.languages.base import Sources, Unready, skip, sources_of
from judge.running.languages.compilation import FOLDER, Compilation, stamps
from judge.running.languages.rows import LAUNCHER
from judge.running.places import cache_folder, find_tool, is_native
from judge.running.programs import Command
from judge.running.runner import Runner
from judge.running.shortage import ShortageError
from judge.subjects.subject import entry_of

# Limits for printing a tool's version.
ASKED = Limits(cpu_s=5, memory_bytes=2 << 30, output_bytes=1 << 20)
_Done = TypeVar("_Done")


def prepare(solution: Solution, runner: Runner) -> Command | Unready:
    sources = sources_of(solution)
    if isinstance(sources, Unready):
        return sources
    language, flags = solution.language, solution.flags
    if not (signature := entry_of(solution.format)):
        return build(language, sources, runner, flags=flags)
    called = entry.build_with(signature, language, sources)
    made = called if isinstance(called, Unready) else build(*called, runner, flags=flags)
    if isinstance(made, Unready):
        made = replace(made, stderr=entry.explain_refusal(signature, language, sources[0][1], made.stderr))
    return made


def identity(language: Language) -> str:
    """Describe the row and the files of its tools; "" if a tool is not installed."""
    tools = _tools_of(language)
    return "" if None in tools.values() else repr((language, stamps(tools.values())))


def tools(language: Language) -> str:
    """Describe the tools by digests, which machines can compare even if the files have different times."""
    return ", ".join(map(_describe_tool, _tools_of(language).items()))


def _describe_tool(named: tuple[str, Path | None]) -> str:
    name, tool = named
    if not tool:
        return f"no {name}"
    with tool.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    return f"{name} {tool.resolve().name} {found[:12]}"


def build(
    language: Language, sources: Sources, runner: Runner, *, flags: tuple[str, ...] | None = None
) -> Command | Unready:
    """Return the command that runs the program, built now or found in the cache, with its launcher.

    `flags` replace the flags of the language.
    """
    command = _build_command(language, sources, runner, flags)
    return replace(command, launcher=launcher(runner)) if isinstance(command, Command) else command


def launcher(runner: Runner) -> str | None:
    """Return the path of the launcher, built now or found in the cache; None if it cannot be built."""
    if not runner.launcher or not builds.is_whole(Path(runner.launcher).parent.name):
        made = _build_command(LAUNCHER, (("launcher.c", (SANDBOX / "launcher.c").read_bytes()),), runner)
        runner.launcher = made.argv[0] if isinstance(made, Command) else None
    return runner.launcher


def version(language: Language, runner: Runner, limits: Limits = ASKED) -> str | Unready:
    """Return the version line of a language's first tool, sealed like a build; SK if a tool is missing."""
    return _with_tools(language, ((language.file, b""),), runner, lambda build: build.version(limits))


def _build_command(
    language: Language, sources: Sources, runner: Runner, flags: tuple[str, ...] | None = None
) -> Command | Unready:
    return _with_tools(language, sources, runner, Compilation.command, flags)


def _with_tools(
    language: Language,
    sources: Sources,
    runner: Runner,
    deed: Callable[[Compilation], _Done | Unready],
    flags: tuple[str, ...] | None = None,
) -> _Done | Unready:
    """Call `deed` with a build. Return SK if a tool is missing and JE if builds are impossible."""
    found = _tools_of(language)
    tools = {name: tool for name, tool in found.items() if tool}
    if name := next((name for name in found if name not in tools), ""):
        return skip(f"{name} is not installed{language.install and ': '}{language.install}")
    if (runtime := tools.get(language.run[0])) and not is_native(runtime):
        return skip(f"{runtime} is a script or no program at all: name the interpreter itself")
    try:
        return deed(Compilation(language, sources, runner, tools, flags))
    except (KeeperLost, ShortageError, UsageError) as error:
        return Unready(verdict=Verdict.JE, message=str(error))
    except OSError as error:
        place = error.filename or cache_folder()
        return Unready(verdict=Verdict.JE, message=f"the build in {place}: {error.strerror}")


def _tools_of(language: Language) -> dict[str, Path | None]:
    """Return the paths of a language's tools by the words that name them, the one that runs programs last."""
    named = [words[0] for words in (*language.builds, language.run)]
    return {name: find_tool(name) for name in named if not name.startswith(FOLDER)}
