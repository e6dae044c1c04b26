"""`problem.yaml` in packages of the formats `legacy`, `legacy-icpc` and `2023-07-draft`.

Sources: https://www.kattis.com/problem-package-format/spec/legacy.html, "Problem metadata", and for the
draft `problemtools/metadata.py` in https://github.com/Kattis/problemtools.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from judge.checkers.rules import KATTIS, rule_of
from judge.model.package_format import OUTPUT_VALIDATORS
from judge.packages.folders import Folder
from judge.packages.problem_words import note_wrong_words
from judge.packages.problem_yaml import (
    LEGACY,
    MARK,
    Anything,
    Factor,
    Limits,
    Map,
    Metadata,
    Multipliers,
    Stated,
    make_metadata,
    note_unkept,
)
from judge.platform.errors import quoted, suggestion, unknown
from judge.timing.time_limit import Margins
from judge.yaml.tree import File, Flag, Mapping, checked

_VERSIONS = (LEGACY, "legacy-icpc", "2023-07-draft", "2023-07")
_TYPES = ("pass-fail", "scoring", "multi-pass", "interactive")
# Types with a validator in the package. In `legacy` DOMjudge accepts them in `validation` and in `type`.
_DECIDED = {"interactive", "multi-pass"}
_VALIDATION = {"default": set[str](), "custom": {"score", *_DECIDED}}

_Text = Annotated[str, Meta(description="a string")]


class _Legacy(Stated):
    problem_format_version: _Text = LEGACY
    type: _Text = "pass-fail"
    source_url: Anything = None
    validation: _Text = "default"
    validator_flags: _Text = ""
    grading: Map = field(default_factory=dict)


class _Draft(Stated):
    problem_format_version: _Text
    type: Annotated[str | list[str], Meta(description="a type, or a list of types")] = "pass-fail"
    languages: Annotated[str | list[str], Meta(description="all, or a list of languages")] = "all"
    allow_file_writing: Anything = None
    constants: Map = field(default_factory=dict)


class _LegacyLimits(Limits):  # DOMjudge reads the newer limits here, too
    time_multiplier: Factor = 5
    time_safety_margin: Factor = 2


class _Grading(Struct):
    objective: Annotated[Literal["max", "min"], Meta(description="max or min")] = "max"
    show_test_data_groups: Flag = False
    # For all groups, in older packages. Today testdata.yaml files state these.
    on_reject: Anything = None
    range: Anything = None
    accept_score: Anything = None
    reject_score: Anything = None


def read_metadata(folder: Folder) -> Metadata | None:
    """Read `problem.yaml`. Return None after reporting a fault to the folder."""
    before, file, tree = len(folder.faults), folder.file(MARK), folder.yaml(MARK)
    if tree is None:
        tree = Mapping(1)
    if not isinstance(tree, Mapping):
        checked(file, tree, _Legacy, 1)
        return None
    # A key without a value counts as missing.
    for key in [key for key, value in tree.items() if value is None]:
        del tree[key]
    version = str(tree.get("problem_format_version", LEGACY))
    if version not in _VERSIONS:
        line = tree.lines["problem_format_version"][0]
        file.fault(line, unknown("one of the versions", version, [*_VERSIONS, "2025-09"]))
        return None
    _drop_keys_of_others(folder, tree)
    is_draft = version.startswith("2023-07")
    stated: Any = checked(file, tree, _Draft if is_draft else _Legacy, 1)
    limits: Any = Limits() if is_draft else _LegacyLimits()
    if isinstance(tree.get("limits"), Mapping):
        limits = checked(file, tree["limits"], type(limits), 1)
    if len(folder.faults) > before:
        return None
    read = _read_draft if is_draft else _read_legacy
    found = read(folder, tree, stated, limits)
    note_wrong_words(folder, tree, is_newer=False)
    note_unkept(folder, tree, keys=("allow_file_writing",))
    return found if len(folder.faults) == before else None


def _drop_keys_of_others(folder: Folder, tree: Mapping) -> None:
    """Remove the keys that no version has from `tree` and note them. Leave misspelled keys."""
    known = {*_Legacy.__struct_fields__, *_Draft.__struct_fields__}
    others = [key for key in tree if key not in known and not suggestion(key, known - tree.keys())]
    folder.note_keys(MARK, {key: tree.lines[key][0] for key in others})
    for key in others:
        del tree[key]


def _read_legacy(folder: Folder, tree: Mapping, stated: _Legacy, limits: _LegacyLimits) -> Metadata:
    file = folder.file(MARK)
    if "grading" in tree:
        grading = checked(file, tree["grading"], _Grading, tree.lines["grading"][0])
        if grading and grading.objective == "min":
            message = "the lowest score is the best there: here the highest counts as the whole"
            folder.note(MARK, message, tree.lines["grading"][0])
    kind, *words = stated.validation.split() or [""]
    types = {*_types(file, tree, stated.type), *words}
    is_custom = kind == "custom" or bool(types & _DECIDED)
    if kind not in _VALIDATION or set(words) - _VALIDATION[kind]:
        wanted = "`default`, or `custom` with `score`, `interactive` or `multi-pass`"
        file.fault(tree.lines["validation"][0], f"expected {wanted}, got {quoted(stated.validation)}")
    elif not is_custom:
        try:
            rule_of(f"{KATTIS} {stated.validator_flags}")
        except ValueError as error:
            file.fault(tree.lines["validator_flags"][0], str(error))
    place = OUTPUT_VALIDATORS[folder.has_folder(OUTPUT_VALIDATORS[1])]
    margins = Margins(factor=limits.time_multiplier, margin=limits.time_safety_margin)
    flags, decider = stated.validator_flags.strip(), place if is_custom else ""
    return make_metadata(tree, types, limits, margins, decider=decider, flags=flags, grading=stated.grading)


def _read_draft(folder: Folder, tree: Mapping, stated: _Draft, limits: Limits) -> Metadata:
    file, multipliers = folder.file(MARK), None
    if "time_multipliers" in tree.get("limits", ()):
        line = tree["limits"].lines["time_multipliers"][0]
        multipliers = checked(file, tree["limits"]["time_multipliers"], Multipliers, line)
    types = _types(file, tree, stated.type)
    if stated.constants:
        folder.note(MARK, "not understood: constants are put into no file", tree.lines["constants"][0])
    is_custom = folder.has_folder(OUTPUT_VALIDATORS[1]) or "interactive" in types
    margins = (multipliers or Multipliers()).margins
    return make_metadata(tree, types, limits, margins, decider=OUTPUT_VALIDATORS[1] * is_custom)


def _types(file: File, tree: Mapping, stated: str | list[str]) -> list[str]:
    """Return the types, which DOMjudge accepts in one string, too. Report unknown types."""
    types = stated.split() if isinstance(stated, str) else stated
    for kind in types:
        if kind not in _TYPES:
            file.fault(tree.lines["type"][0], unknown("one of the types", kind, _TYPES))
    return types
