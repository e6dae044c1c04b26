"""CodeContests-O and CodeContests+, which add checkers, generators and validators to code_contests.

Sources: https://huggingface.co/datasets/caijanfeng/CodeContests-O, whose tests are `corner_cases`;
https://huggingface.co/datasets/ByteDance-Seed/Code-Contests-Plus, whose parts `1x` to `5x` have `test_cases`.
Its default part has none: `generator_cmd` are the calls of the generator, and `correct_submissions` know the
answers.
"""

from typing import Any

from msgspec import Struct, field

from judge.packages.datasets.common_oj import Stdio
from judge.packages.datasets.fitting import fit
from judge.packages.datasets.pairs import InputOutput, encode, make_pairs
from judge.packages.datasets.problem import DECIMALS, CheckerText, Problem, ProgramText, Recipe
from judge.packages.datasets.records import Record, convert
from judge.platform.errors import FormatError, listed

# Their names of languages that the judge runs, the fastest first. Python 2 is not among them.
_LANGUAGES = {"cpp": "cpp", "java": "java", "py3": "python"}
# Records have up to hundreds of correct programs.
_MOST_PROGRAMS = 10


class _Program(Struct):
    code: str
    language: str


class _Record(Struct):
    """Limits are in ms and MiB. Only a record without tests needs its `Any` values, which are read then."""

    name: str = ""
    id: str | int | None = None
    description: str | None = ""
    corner_cases: list[Stdio] | None = None
    test_cases: list[InputOutput] | None = None
    checker: str | None = ""
    generator: str | None = ""
    generator_cmd: Any = None
    validator: str | None = ""
    correct_submissions: Any = field(default_factory=list)
    time_limit: float | None = None
    memory_limit: float | None = None


def read_problem(record: Record, index: int) -> Problem:
    """Raises FormatError."""
    found = record.decode(_Record)
    name = found.name or ("" if found.id is None else str(found.id))
    if not name:
        raise FormatError(0, "expected a name or an id, got none")
    tests = [*(case.plain for case in found.corner_cases or ()), *(found.test_cases or ())]
    checker = (found.checker or "").strip()
    recipe = _read_recipe(found) if found.generator and not tests else None
    return fit(
        Problem(
            id=name,
            tests=make_pairs(tests),
            rule=DECIMALS,
            time_s=found.time_limit / 1000 if found.time_limit else None,
            memory_bytes=round(found.memory_limit * (1 << 20)) if found.memory_limit else None,
            checker=CheckerText(source=encode(checker), language="cpp", protocol="testlib")
            if checker
            else None,
            recipe=recipe,
            unfit=_find_lack(recipe) if recipe else "",
        ),
        found.description or "",
    )


def _read_recipe(found: _Record) -> Recipe:
    """Raises FormatError."""
    calls = found.generator_cmd
    calls = calls.get("commands") if isinstance(calls, dict) else calls
    commands = convert(calls or [], list[str], "generator_cmd")
    programs = convert(found.correct_submissions or [], list[_Program], "correct_submissions")
    known = (
        ProgramText(source=encode(program.code), language=language)
        for name, language in _LANGUAGES.items()
        for program in programs
        if program.language == name
    )
    return Recipe(
        generator=encode(found.generator or ""),
        commands=tuple(commands),
        validator=encode(found.validator or ""),
        programs=tuple(dict.fromkeys(known))[:_MOST_PROGRAMS],
    )


def _find_lack(recipe: Recipe) -> str:
    """Return what is missing to make tests, if anything is."""
    needed = {
        "commands of the generator": recipe.commands,
        "validator": recipe.validator.strip(),
        "correct program in C++, Java or Python 3": recipe.programs,
    }
    lacks = [name for name, value in needed.items() if not value]
    return f"a generator and no tests, and no {listed(lacks)} to make them" if lacks else ""
