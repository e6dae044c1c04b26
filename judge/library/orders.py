"""Checks a submission, and makes the solution and the cases that the judge works with."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.search import CHECKER, Bounds, infer_protocol, program_at
from judge.cases.testlib import find_testlib, includes_testlib
from judge.checkers.brought import PROTOCOLS, change_programs
from judge.checkers.rules import rule_of
from judge.checkers.values import RULES, UNTYPED, VALUE
from judge.library.arguments import (
    encode_text,
    require,
    require_bytes,
    require_list,
    require_number,
    require_words,
)
from judge.library.files import SourceFiles
from judge.library.preludes import add_prelude
from judge.library.submissions import FIRST_FAILURE, Submission, Test
from judge.library.values import encode_test
from judge.model.cases import Case
from judge.model.programs import CheckerProgram, Solution
from judge.model.runs import Limits
from judge.platform.errors import UsageError, listed, quoted, unknown
from judge.platform.files import stamp_of
from judge.running.languages.base import digest_of
from judge.running.languages.entry import nothing
from judge.running.languages.names import Tool, find_tool
from judge.running.languages.python import can_start_warm, choose_interpreter
from judge.subjects.signatures.signature import Signature
from judge.subjects.signatures.starters import find_signature
from judge.subjects.subject import TEXT, entry_of

_PROBLEM = "submission"
_RULE = "tokens"


class Order(Struct, frozen=True, kw_only=True):
    """A submission that has been checked, with the bytes of its tests.

    `refusal` is the reason why no compiler takes the source, or empty.
    """

    key: Any
    source: bytes
    refusal: str
    tool: Tool
    format: str
    tests: tuple[tuple[bytes, bytes | None], ...]
    shown: tuple[Test | None, ...]
    limits: Limits
    arguments: tuple[str, ...]
    rule: str
    checker: bytes
    checker_name: str
    checker_arguments: tuple[str, ...]
    protocol: str
    stops: bool

    @contextmanager
    def place(self, files: SourceFiles) -> Iterator[tuple[Solution, tuple[Case, ...]]]:
        """Yield the solution and the cases, whose sources are files meanwhile.

        Raises OSError and InputErrors.
        """
        name = f"solution{self.tool.language.suffixes[0]}"
        with files.hold(name, self.source) as path:
            solution = self._make_solution(path)
            if not self.checker:
                yield solution, tuple(self._make_cases(None))
                return
            with files.hold(self.checker_name, self.checker) as place:
                yield solution, tuple(self._make_cases(self._make_checker(place)))

    def _make_solution(self, path: Path) -> Solution:
        language, interpreter, flags = self.tool
        if _needs_testlib(self.source, self.tool):
            found = program_at(path, CHECKER, Bounds(within=(path.parent,), protocol="testlib")).program
            return replace(found, name=path.name, flags=flags, language=language)
        sources = ((path.name, self.source),)
        return Solution(
            name=path.name,
            path=path,
            digest=digest_of(self.source, ()),
            stamp=stamp_of(path),
            format=self.format,
            source="",
            interpreter=interpreter or choose_interpreter(language, sources),
            is_warm=not interpreter and can_start_warm(language, sources),
            flags=flags,
            expectations=(),
            language=language,
        )

    def _make_checker(self, path: Path) -> CheckerProgram:
        found = program_at(path, CHECKER, Bounds(within=(path.parent,), protocol=self.protocol))
        return change_programs(found, lambda each: replace(each, arguments=self.checker_arguments))

    def _make_cases(self, checker: CheckerProgram | None) -> Iterator[Case]:
        for number, (asked, answer) in enumerate(self.tests, 1):
            yield Case(
                id=f"{_PROBLEM}/{number}",
                title=_PROBLEM,
                format=self.format,
                input=asked,
                answer=answer,
                limits=self.limits,
                arguments=self.arguments,
                compare=self.rule,
                checker=checker,
            )


def make_order(submission: Submission) -> Order:
    """Check a submission. Raises UsageError with one line."""
    tool = find_tool(require("language", submission.language, str))
    factor = require_number("time_factor", submission.time_factor)
    tool = tool._replace(language=replace(tool.language, time_factor=factor * tool.language.time_factor))
    format = _find_format(submission, tool)
    source, refusal = _read_source(submission.source)
    checker = encode_text("checker", submission.checker)
    tests: tuple[Test, ...] = require_list("tests", submission.tests, Test)
    if _needs_testlib(source, tool):
        _require_testlib("source")
    if require("stop", submission.stop, str) not in ("", FIRST_FAILURE):
        raise UsageError(f"stop: expected {quoted(FIRST_FAILURE)}, got {quoted(submission.stop)}")
    return Order(
        key=submission.key,
        source=add_prelude(require("prelude", submission.prelude, str), source, tool.language),
        refusal=refusal,
        tool=tool,
        format=format,
        tests=_encode_tests(tests, entry_of(format)),
        shown=tuple(test if test.hidden is False else None for test in tests),
        limits=Limits(
            cpu_s=require_number("time_s", submission.time_s),
            memory_bytes=require_bytes("memory_bytes", submission.memory_bytes),
            output_bytes=require_bytes("output_bytes", submission.output_bytes),
        ),
        arguments=require_words("arguments", submission.arguments),
        rule=_find_rule(submission, format),
        checker=checker,
        checker_name=_name_checker(submission.checker_language),
        checker_arguments=_read_checker_arguments(submission, checker),
        protocol=_find_protocol(submission, checker),
        stops=bool(submission.stop),
    )


def _read_source(source: object) -> tuple[bytes, str]:
    """Return the bytes of a source. If its content is at fault, return nothing and the reason.

    Raises UsageError for a value that is no text.
    """
    try:
        return encode_text("source", source), ""
    except UsageError as error:
        if not isinstance(source, str | bytes):
            raise
        return b"", str(error)


def _encode_tests(
    tests: Sequence[Test], signature: Signature | None
) -> tuple[tuple[bytes, bytes | None], ...]:
    found = []
    for number, test in enumerate(tests, 1):
        try:
            found.append(encode_test(test, signature))
        except ValueError as error:
            raise UsageError(f"test {number}: {error}") from None
    if not found:
        raise UsageError("tests: expected at least one test, got none")
    return tuple(found)


def _find_format(submission: Submission, tool: Tool) -> str:
    """Return the signature of the function as the name of a format, or that of plain bytes."""
    stated = {
        name: text
        for name in ("entry", "fn_name", "starter_code")
        if (text := require(name, getattr(submission, name), str))
    }
    if not stated:
        return TEXT
    if "entry" in stated and len(stated) > 1:
        raise UsageError(f"expected one of entry, fn_name and starter_code, got {listed(stated)}")
    key = next(iter(stated))
    try:
        words = stated.get("entry") or find_signature(submission.fn_name, submission.starter_code)
        signature = entry_of(words)
    except ValueError as error:
        raise UsageError(f"{key}: {error}") from None
    if not signature:
        raise UsageError(f"{key}: expected a signature, got {quoted(words)}")
    if nothing(signature, tool.language) is None:
        raise UsageError(f"{key}: expected a language that has a driver, got {tool.language.name}")
    return str(signature)


def _find_rule(submission: Submission, format: str) -> str:
    words = require("compare", submission.compare, str)
    if words and submission.checker:
        raise UsageError("expected one of compare and checker, got both")
    signature = entry_of(format)
    rule = words or (VALUE if signature else _RULE)
    if signature and not signature.is_typed and (untyped := f"{' '.join(rule.split())} {UNTYPED}") in RULES:
        rule = untyped
    try:
        return rule_of(rule, format)
    except ValueError as error:
        raise UsageError(f"compare: {error}") from None


def _name_checker(language: str) -> str:
    return f"checker{find_tool(require('checker_language', language, str)).language.suffixes[0]}"


def _find_protocol(submission: Submission, checker: bytes) -> str:
    """Return the protocol of the checker. Raises UsageError if it is unknown, or testlib.h is missing."""
    stated: str = require("protocol", submission.protocol, str)
    if not checker:
        if stated:
            raise UsageError("protocol: expected a checker with it, got none")
        return ""
    if stated and stated not in PROTOCOLS:
        raise UsageError(f"protocol: {unknown('one of the protocols', stated, PROTOCOLS)}")
    if includes_testlib(checker):
        _require_testlib("checker")
    if not stated and not infer_protocol(Path("checker"), checker):
        raise UsageError(f"checker: expected its protocol ({listed(PROTOCOLS)}), got none")
    return stated


def _read_checker_arguments(submission: Submission, checker: bytes) -> tuple[str, ...]:
    words = require_words("checker_arguments", submission.checker_arguments)
    if words and not checker:
        raise UsageError("checker_arguments: expected a checker with them, got none")
    return words


def _needs_testlib(source: bytes, tool: Tool) -> bool:
    return tool.language.name == "cpp" and includes_testlib(source)


def _require_testlib(name: str) -> None:
    """Raises UsageError if testlib.h is missing."""
    try:
        find_testlib(None)
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from None
