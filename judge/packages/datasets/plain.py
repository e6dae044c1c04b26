"""The judge's own format, with the keys of `_Record`. docs/datasets.md specifies it."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from judge.checkers.brought import PROTOCOLS
from judge.packages.datasets.fitting import fit, fit_rule
from judge.packages.datasets.pairs import encode, encode_value
from judge.packages.datasets.problem import TOKENS, VALUES, CheckerText, Pair, Problem
from judge.packages.datasets.records import Record, convert
from judge.platform.errors import FormatError, unknown

_Seconds = Annotated[float, Meta(gt=0, le=10**6)]
_Bytes = Annotated[int, Meta(gt=0, le=1 << 50)]


class _Test(Struct, forbid_unknown_fields=True):
    """A test of a program."""

    input: str
    output: str


class _Call(Struct, forbid_unknown_fields=True):
    """A test of a function."""

    arguments: list[Any]
    result: Any


class _Checker(Struct, forbid_unknown_fields=True):
    source: str
    language: str = "cpp"
    protocol: str = "testlib"


class _Record(Struct, forbid_unknown_fields=True):
    id: str
    tests: list[dict[str, Any]] = field(default_factory=list)
    compare: str = ""
    function: str = ""
    starter_code: str = ""
    time_s: _Seconds | None = None
    memory_bytes: _Bytes | None = None
    checker: _Checker | None = None
    difficulty: str = ""
    tags: list[str] = field(default_factory=list)
    unfit: str = ""


def read_problem(record: Record, index: int) -> Problem:
    """Raises FormatError."""
    try:
        found = record.decode(_Record)
    except FormatError as error:
        hint = " (--format names another format)" if error.message.startswith("expected no key") else ""
        raise FormatError(0, error.message + hint) from None
    return fit(
        Problem(
            id=found.id,
            tests=tuple(_read_calls(found.tests) if found.function else _read_tests(found.tests)),
            rule=_read_rule(found),
            function=found.function,
            starter_code=found.starter_code,
            time_s=found.time_s,
            memory_bytes=found.memory_bytes,
            checker=_read_checker(found.checker) if found.checker else None,
            difficulty=found.difficulty,
            tags=tuple(found.tags),
            unfit=found.unfit,
        )
    )


def _read_tests(tests: list[dict[str, Any]]) -> list[Pair]:
    return [(encode(test.input), encode(test.output)) for test in convert(tests, list[_Test], "tests")]


def _read_calls(tests: list[dict[str, Any]]) -> list[Pair]:
    calls = convert(tests, list[_Call], "tests")
    return [(b"".join(map(encode_value, call.arguments)), encode_value(call.result)) for call in calls]


def _read_rule(found: _Record) -> str:
    if not found.compare:
        return VALUES if found.function else TOKENS
    if found.checker:
        raise FormatError(0, "expected one of compare and checker, got both")
    try:
        return fit_rule(found.compare, found.function, found.starter_code)
    except ValueError as error:
        raise FormatError(0, f"compare: {error}") from None


def _read_checker(checker: _Checker) -> CheckerText:
    if checker.protocol not in PROTOCOLS:
        raise FormatError(0, unknown("one of the protocols", checker.protocol, PROTOCOLS))
    return CheckerText(source=encode(checker.source), language=checker.language, protocol=checker.protocol)
