"""The languages: rows of data (rows.py), and what is made of a solution by its row.

Others use `LANGUAGES`, the judge's own by the suffix of a source, `languages_of` a project, `prepare`,
`identity`, `version`, `tools` and `grader_alone`.
"""

from collections.abc import Mapping
from pathlib import Path

from judge.model.programs import Language, Solution
from judge.model.verdicts import Verdict
from judge.running.languages import alone, python, toolchains
from judge.running.languages.base import Unready
from judge.running.languages.rows import by_suffix, own_rows, rows_of, with_factors
from judge.running.programs import Program
from judge.running.runner import Runner

_ROWS = own_rows()
_NO_FACTORS: Mapping[str, float] = {}
LANGUAGES: Mapping[str, Language] = by_suffix(_ROWS.values())


def languages_of(path: Path, tables: object, factors: object = _NO_FACTORS) -> Mapping[str, Language]:
    """The judge's own with what these tables of a project's file state. Raises InputErrors."""
    return by_suffix(with_factors(path, factors, rows_of(path, tables, _ROWS)).values())


def prepare(solution: Solution, runner: Runner) -> Program | Unready:
    """Compile or check the solution in the sealed place that the runner gives to compilers.

    JE where it is the problem's grader that does not compile.
    """
    made = toolchains.prepare(solution, runner) if solution.language.run else python.prepare(solution, runner)
    fault = None
    if solution.grader and isinstance(made, Unready) and made.verdict is Verdict.CE:
        fault = alone.fault_of(solution, solution.grader, runner)
    elif solution.grader and "{main}" in solution.language.run:
        fault = alone.without_main(solution, solution.grader)
    return fault or made


def grader_alone(solution: Solution, runner: Runner) -> Program | None:
    """The program of its grader without the solution; see `alone.program_of`."""
    return alone.program_of(solution, solution.grader, runner) if solution.grader else None


def identity(solution: Solution) -> str:
    """What the results hang on beside the bytes of the program: the row, the compiler or the interpreter."""
    return toolchains.identity(solution.language) if solution.language.run else python.identity(solution)


def version(language: Language, runner: Runner) -> str | Unready:
    """What the compiler or interpreter says of itself; SK where it is missing, with the way to install it."""
    return toolchains.version(language, runner) if language.run else python.version()


def tools(solution: Solution) -> str:
    """What compiles or interprets it, in words that are the same on all machines which have the same."""
    return toolchains.tools(solution.language) if solution.language.run else python.tools(solution)
