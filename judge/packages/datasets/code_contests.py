"""code_contests of DeepMind.

Source: https://github.com/google-deepmind/code_contests, `contest_problem.proto`.
"""

from collections.abc import Iterator

from msgspec import Struct, field

from judge.packages.datasets.fitting import fit
from judge.packages.datasets.pairs import InputOutput, make_pairs
from judge.packages.datasets.problem import DECIMALS, Problem
from judge.packages.datasets.records import Record
from judge.platform.errors import FormatError

# The values of `Difficulty` from 0 on; the letters A to V follow.
_DIFFICULTIES = ("", "easy", "medium", "hard", "harder", "hardest", "external")


class _Columns(Struct):
    """Tests as tables store them: a list of inputs and a list of outputs."""

    input: list[str] = field(default_factory=list)
    output: list[str] = field(default_factory=list)


_Tests = _Columns | list[InputOutput] | None


class _Duration(Struct):
    seconds: int = 0
    nanos: int = 0


class _Record(Struct):
    name: str
    description: str | None = ""
    public_tests: _Tests = None
    private_tests: _Tests = None
    generated_tests: _Tests = None
    difficulty: int | str | None = 0
    cf_tags: list[str] | None = None
    time_limit: _Duration | None = None
    memory_limit_bytes: int | None = None
    input_file: str | None = ""
    output_file: str | None = ""


def read_problem(record: Record, index: int) -> Problem:
    """Raises FormatError."""
    found = record.decode(_Record)
    tests = [*_rows(found.public_tests), *_rows(found.private_tests), *_rows(found.generated_tests)]
    limit = found.time_limit or _Duration()
    return fit(
        Problem(
            id=found.name,
            tests=make_pairs(tests),
            rule=DECIMALS,
            time_s=(limit.seconds + limit.nanos / 1e9) or None,
            memory_bytes=found.memory_limit_bytes or None,
            difficulty=_difficulty(found.difficulty),
            tags=tuple(filter(None, found.cf_tags or ())),
            unfit=reject_files(found.input_file, found.output_file),
        ),
        found.description or "",
    )


def reject_files(*names: str | None) -> str:
    """Return why a problem with these files instead of standard input and output is unfit, if it has any."""
    named = [name for name in names if name]
    return f"it reads or writes a file: {', '.join(named)}" if named else ""


def _rows(tests: _Tests) -> Iterator[InputOutput]:
    if not isinstance(tests, _Columns):
        yield from tests or ()
        return
    if len(tests.input) != len(tests.output):
        lengths = f"{len(tests.output)} and {len(tests.input)}"
        raise FormatError(0, f"expected as many outputs as inputs, got {lengths}")
    yield from map(InputOutput, tests.input, tests.output)


def _difficulty(value: int | str | None) -> str:
    if not isinstance(value, int):
        return value or ""
    if 0 <= value < len(_DIFFICULTIES):
        return _DIFFICULTIES[value]
    letter = value - len(_DIFFICULTIES)
    return chr(ord("A") + letter) if 0 <= letter < 22 else str(value)
