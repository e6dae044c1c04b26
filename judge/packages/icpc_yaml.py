"""`problem.yaml` in packages of the format `2025-09`.

Source: https://www.kattis.com/problem-package-format/spec/2025-09.html, "Problem metadata".
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from judge.model.package_format import OUTPUT_VALIDATORS
from judge.packages.folders import Folder
from judge.packages.problem_words import note_wrong_words
from judge.packages.problem_yaml import (
    MARK,
    Anything,
    Limits,
    Map,
    Metadata,
    Multipliers,
    Names,
    Stated,
    make_metadata,
    note_unkept,
    read_version,
)
from judge.platform.errors import Message, quoted, unknown
from judge.platform.files import SETTINGS_BYTES
from judge.yaml.document import as_written
from judge.yaml.tree import File, Flag, Mapping, checked, described

VERSIONS = ("2025-09", "draft")
_TYPES = ("pass-fail", "scoring", "multi-pass", "interactive", "submit-answer")
_APART = (("pass-fail", "scoring"), ("submit-answer", "multi-pass"), ("submit-answer", "interactive"))
_ALL = "all"
# The codes in the specification's table of languages.
_LANGUAGES = (
    "ada algol68 apl bash c cgmp cobol cpp cppgmp crystal csharp d dart elixir erlang forth fortran fsharp"
    " gerbil go haskell java javaalgs4 javascript julia kotlin lisp lua modula2 nim objectivec ocaml octave"
    " odin pascal perl php prolog python2 python3 python3numpy racket ruby rust scala simula smalltalk snobol"
    " swift typescript visualbasic zig"
)
_CODES = _LANGUAGES.split()
_WORD = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
_Text = Annotated[str, Meta(min_length=1, description="a string")]
_Some = Annotated[
    str | Annotated[list[str], Meta(min_length=1)], Meta(description="a string, or a list of strings")
]


class _Stated(Stated):
    problem_format_version: _Text
    name: Names
    uuid: _Text
    type: _Some = "pass-fail"
    languages: _Some = _ALL
    allow_file_writing: Flag = False
    constants: Map = field(default_factory=dict)
    source_url: Anything = None


def is_of_this_format(folder: Folder) -> bool:
    return read_version(folder) in VERSIONS


def read_metadata(folder: Folder) -> Metadata | None:
    """Read `problem.yaml`. Return None after reporting a fault to the folder."""
    before, tree, file = len(folder.faults), folder.yaml(MARK), folder.file(MARK)
    if len(folder.faults) > before:
        return None
    stated = checked(file, tree, _Stated, 1)
    if not isinstance(tree, Mapping) or not stated:
        return None
    line = {key: tree.lines[key][0] for key in tree}
    limits = checked(file, tree.get("limits", Mapping(1)), Limits, line.get("limits", 1))
    types = stated.type.split() if isinstance(stated.type, str) else stated.type
    languages = [stated.languages] if isinstance(stated.languages, str) else stated.languages
    unheard = [] if languages == [_ALL] else [one for one in languages if one not in _CODES]
    found: dict[str, Iterable[Message]] = {
        "type": _wrong_types(types),
        "languages": [partial(unknown, "one of the languages", one, _CODES) for one in unheard],
        "limits": _wrong_limits(file, tree["limits"], limits, types) if limits and stated.limits else (),
        "constants": _wrong_constants(stated.constants),
    }
    for key, messages in found.items():
        for wrong in messages:
            file.fault(line[key], wrong)
    if stated.allow_file_writing:
        wanted = "false, since programs write only files that the problem names"
        file.fault(line["allow_file_writing"], f"expected {wanted}, got true")
    if len(folder.faults) > before or not limits:
        return None
    note_wrong_words(folder, tree, is_newer=True)
    note_unkept(folder, tree, kept=("time_resolution", "code"))
    return make_metadata(
        tree,
        types,
        limits,
        msgspec.convert(limits.time_multipliers, Multipliers).margins,
        decider=OUTPUT_VALIDATORS[1] * folder.has_folder(OUTPUT_VALIDATORS[1]),
        languages=() if _ALL in languages else tuple(languages),
        constants=_constants(folder.data(MARK, SETTINGS_BYTES) or b""),
    )


def _wrong_types(types: list[str]) -> Iterator[str]:
    for each in dict.fromkeys(types):
        if each not in _TYPES:
            yield unknown("one of the types", each, _TYPES)
        if types.count(each) > 1:
            yield f"expected each type once, got {each} again"
    for one, other in _APART:
        if one in types and other in types:
            yield f"expected one of {one} and {other}, got both"


def _wrong_limits(file: File, tree: Mapping, limits: Limits, types: list[str]) -> Iterator[str]:
    if "time_multipliers" in tree:
        checked(file, tree["time_multipliers"], Multipliers, tree.lines["time_multipliers"][0])
    if limits.time_limit:
        steps = limits.time_limit / limits.time_resolution
        if abs(steps - round(steps)) > 1e-9 * steps:
            wanted = f"a time_limit that is a multiple of the time_resolution {limits.time_resolution:g}"
            yield f"expected {wanted}, got {limits.time_limit:g}"
    if "validation_passes" in tree and "multi-pass" not in types:
        yield "expected the type multi-pass for validation_passes, got another"


def _wrong_constants(tree: dict[str, Any]) -> Iterator[str]:
    for name, stated in tree.items():
        variants = stated if isinstance(stated, Mapping) else {"value": stated}
        if "value" not in variants:
            yield f"expected the key 'value' of the constant {quoted(name)}, got none"
        for word in (name, *variants):
            if not _WORD.fullmatch(word):
                yield f"expected a name of letters, digits and `_` for a constant, got {quoted(word)}"
        for value in variants.values():
            if isinstance(value, bool) or not isinstance(value, int | float | str):
                yield f"expected a number or a string as the constant {quoted(name)}, got {described(value)}"


def _constants(data: bytes) -> dict[str, str]:
    """Return the constants as written, with every digit of a number."""
    tree = as_written(data).get("constants") or {}
    found: dict[str, str] = {}
    for name, stated in tree.items():
        for variant, value in (stated if isinstance(stated, dict) else {"value": stated}).items():
            found |= {f"{name}.{variant}": value} | ({name: value} if variant == "value" else {})
    return found
