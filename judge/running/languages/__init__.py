"""The languages, as rows of data (rows.py), and how to build a solution in each.

Other packages use `LANGUAGES`, the judge's languages by suffix, `ADD_LANGUAGE`, `languages_of`,
`reject_suffix`, `debugged`, `prepare`, `identity`, `version`, `tools` and `grader_alone`.
"""

import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec.structs import replace

from judge.model.programs import Language, Solution
from judge.model.verdicts import Verdict
from judge.platform.errors import quoted
from judge.running.languages import alone, python, toolchains
from judge.running.languages.base import Unready
from judge.running.languages.rows import by_suffix, own_rows, rows_of, with_factors
from judge.running.programs import Program
from judge.running.runner import Runner

_ROWS = own_rows()
# Sanitizers need at most so much more memory, roughly.
_DEBUG_BYTES = 1 << 30
LANGUAGES: Mapping[str, Language] = by_suffix(_ROWS.values())
# The end of messages about files in no language.
ADD_LANGUAGE = "[tool.judge.languages.NAME] in pyproject.toml adds a language"


def languages_of(*stated: tuple[Path, object, object]) -> Mapping[str, Language]:
    """Return the judge's languages with the changes of files, each with its tables and time factors.

    Later files change what earlier ones state. Raises InputErrors.
    """
    rows = _ROWS
    for path, tables, factors in stated:
        rows = with_factors(path, factors, rows_of(path, tables, rows))
    return by_suffix(rows.values())


def reject_suffix(path: Path, languages: Collection[str]) -> str:
    """Return why a file is no source if only the case of its suffix is wrong, else an empty string."""
    is_wrong = path.suffix not in languages and path.suffix.lower() in languages
    return f"expected a program's suffix in small letters, got {quoted(path.suffix)}" if is_wrong else ""


def debugged(solution: Solution) -> Solution:
    """Return a solution to build and run with the debug words of its language, under wider limits."""
    language = solution.language
    if not language.debug:
        return solution
    return replace(
        solution,
        interpreter="" if language.run else solution.interpreter or sys.executable,
        is_warm=False,
        language=replace(
            language,
            is_debugged=True,
            address_space=False,  # sanitizers reserve terabytes
            extra_bytes=_DEBUG_BYTES,
        ),
    )


def prepare(solution: Solution, runner: Runner) -> Program | Unready:
    """Compile or check the solution in the runner's sandbox.

    The result is JE if the problem's grader itself does not compile.
    """
    made = toolchains.prepare(solution, runner) if solution.language.run else python.prepare(solution, runner)
    fault = None
    if solution.grader and isinstance(made, Unready) and made.verdict is Verdict.CE:
        fault = alone.fault_of(solution, solution.grader, runner)
    elif solution.grader and "{main}" in solution.language.run:
        fault = alone.without_main(solution, solution.grader)
    return fault or made


def grader_alone(solution: Solution, runner: Runner) -> Program | None:
    """Return the solution's grader as a program by itself; see `alone.program_of`."""
    return alone.program_of(solution, solution.grader, runner) if solution.grader else None


def identity(solution: Solution) -> str:
    """Describe everything that results depend on besides the program: the row and the tools."""
    return toolchains.identity(solution.language) if solution.language.run else python.identity(solution)


def version(language: Language, runner: Runner) -> str | Unready:
    """Return the version line of the compiler or interpreter; SK and how to install it if it is missing."""
    return toolchains.version(language, runner) if language.run else python.version()


def tools(solution: Solution) -> str:
    """Describe the solution's tools in words that are equal on machines with equal tools."""
    return toolchains.tools(solution.language) if solution.language.run else python.tools(solution)
