"""Reads the header of a program: a YAML mapping in one comment of its first lines, each key optional."""

import re
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Annotated, Any

import msgspec

from judge.mistakes.allowed import parse_expectation
from judge.model.patterns import matches
from judge.model.verdicts import Expectation
from judge.platform.errors import InputErrors, shown, unknown
from judge.subjects.subject import reject_format
from judge.yaml import tree as yamltree
from judge.yaml.document import load

_COMMENT = rb"\s*(?:#|//|--|;|%|\(\*)\s*judge:\s*"
# Comments by suffix; others begin with `//`.
_COMMENTS = {
    **dict.fromkeys((".py", ".py3", ".rb", ".pl"), "# {}"),
    **dict.fromkeys((".hs", ".lua"), "-- {}"),
    ".ml": "(* {} *)",
}
_FACTS = re.compile(_COMMENT + rb"(\{.*\})\s*(?:\*\)\s*)?")
_LINES_SEARCHED = 5


class Facts(msgspec.Struct):
    format: Annotated[str, msgspec.Meta(description="the name of a format")] = ""
    problems: Annotated[
        str | list[str], msgspec.Meta(description="the name of a problem, a pattern, or a list of these")
    ] = ""
    source: Annotated[str, msgspec.Meta(description="where the approach comes from")] = ""
    interpreter: Annotated[str, msgspec.Meta(description="the name or the path of an interpreter")] = ""
    flags: Annotated[list[str] | None, msgspec.Meta(description="a list of words")] = None
    expect: Annotated[dict[str, Any], msgspec.Meta(description="a mapping from cases to verdicts")] = (
        msgspec.field(default_factory=dict)
    )


_KEYS = "|".join(Facts.__struct_fields__).encode()
# A header with an error. Other comments may begin with `judge:`, too.
_ALMOST_FACTS = re.compile(_COMMENT + rb"((?:\{|(?:" + _KEYS + rb")\s*:).*)")


def find_header(source: bytes) -> tuple[int, bytes]:
    """Find the header in a source. Return its line, from 1, and its mapping; 0 if there is none."""
    return next(_list_headers(_FACTS, source), (0, b""))


def make_header(entries: str, suffix: str) -> str:
    """Return the header with these entries for a source with this suffix."""
    return _COMMENTS.get(suffix, "// {}").format(f"judge: {{{entries}}}")


def _list_headers(pattern: re.Pattern[bytes], source: bytes) -> Iterator[tuple[int, bytes]]:
    head = source.removeprefix(BOM_UTF8).split(b"\n", _LINES_SEARCHED)[:_LINES_SEARCHED]
    for line, text in enumerate(head, 1):
        if found := pattern.fullmatch(text):
            yield line, found[1]


def _find_late_header(source: bytes) -> int:
    """Return the line of a header after the lines in which one counts; 0 if there is none."""
    if b"judge:" not in source:
        return 0
    lines = enumerate(source.split(b"\n"), 1)
    return next((line for line, text in lines if line > _LINES_SEARCHED and _FACTS.fullmatch(text)), 0)


def read_header(file: yamltree.File, source: bytes) -> Facts | None:
    """Read the header of a source. Returns None after reporting a fault."""
    if late := _find_late_header(source):
        file.fault(late, f"expected a header in the first {_LINES_SEARCHED} lines, got one after them")
        return None
    line, text = find_header(source)
    found = list(_list_headers(_ALMOST_FACTS, source))
    if not found:
        return Facts()
    if not line:
        almost, text = found[0]
        file.fault(almost, f"expected the facts as a mapping `judge: {{...}}`, got {shown(text)}")
        return None
    if len(found) > 1:
        again = next(number for number, _ in found if number != line)
        file.fault(again, f"expected one header, got another than that in line {line}")
        return None
    try:
        tree = load(text, file.path, first_line=line)
    except InputErrors as error:
        file.faults.extend(error.faults)
        return None
    facts = yamltree.checked(file, tree, Facts, line)
    if facts and "format" in tree and (wrong := reject_format(facts.format)):
        file.fault(tree.lines["format"][0], wrong)
        return None
    return facts


def parse_expectations(
    file: yamltree.File, line: int, expect: Mapping[str, Any], cases: Collection[str] | None
) -> list[Expectation]:
    expectations = []
    for pattern, value in expect.items():
        if cases is not None and not any(matches(pattern, case) for case in cases):
            file.fault(line, partial(unknown, "a pattern that matches one of", pattern, cases))
        try:
            expectations.append(parse_expectation(pattern, value, line))
        except ValueError as error:
            file.fault(line, error.__str__)
    return expectations
