"""`problem.yaml` in packages of the formats `legacy`, `legacy-icpc` and `2023-07-draft`.

Sources: https://www.kattis.com/problem-package-format/spec/legacy.html, "Problem metadata", and for the
draft `problemtools/metadata.py` in https://github.com/Kattis/problemtools.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct, field

from judge.cases.case_file import CaseFile
from judge.checkers.rules import KATTIS, rule_of
from judge.errors import Fault, cut, listed, printable, quoted, suggestion, unknown
from judge.model.package_format import OUTPUT_VALIDATORS
from judge.packages.folders import Folder
from judge.packages.headings import describe_source, pick_title, read_uuid
from judge.platform.files import SETTINGS_BYTES
from judge.timing.time_limit import Margins
from judge.yaml.tree import File, Flag, Mapping, checked

_NAME = "problem.yaml"
_VERSIONS = ("legacy", "legacy-icpc", "2023-07-draft", "2023-07")
_VERSION = re.compile(rb"^problem_format_version[ \t]*:[ \t]*[\"']?([^\s\"'#]*)", re.MULTILINE)
# Keys that judging does not use and a problem does not keep.
_OF_PEOPLE = (
    *("author", "credits", "embargo_until", "keywords", "license", "rights_owner", "uuid", "version"),
    "allow_file_writing",
)
_MARGINS = {"time_multiplier", "time_safety_margin", "time_multipliers"}
_TYPES = ("pass-fail", "scoring", "multi-pass", "interactive")
# Types with a validator in the package. In `legacy` DOMjudge accepts them in `validation` and in `type`.
_DECIDED = {"interactive", "multi-pass"}
_VALIDATION = {"default": set[str](), "custom": {"score", *_DECIDED}}

_Kind = TypeVar("_Kind", bound=Struct)
_Any = Annotated[Any, Meta(description="anything")]
_Text = Annotated[str, Meta(description="a string")]
_Map = Annotated[dict[str, Any], Meta(description="a mapping")]
_Names = Annotated[str | dict[str, str], Meta(description="a name, or names by languages")]
_Size = Annotated[int, Meta(ge=1, le=999_999, description="a whole number from 1 to 999999")]
_Factor = Annotated[float, Meta(ge=1, description="a number from 1 on")]
_Seconds = Annotated[float, Meta(ge=1e-6, lt=1e6, description="a number of seconds above 0")]
_Passes = Annotated[int, Meta(ge=2, le=1000, description="a number of passes from 2 to 1000")]


class _Of(Struct):
    """The keys of both formats."""

    problem_format_version: _Text = "legacy"
    uuid: _Any = None
    license: _Any = None
    rights_owner: _Any = None
    source: _Any = None
    author: _Any = None
    credits: _Any = None
    version: _Any = None
    embargo_until: _Any = None
    keywords: _Any = None
    limits: _Map = field(default_factory=dict)


class _Legacy(_Of):
    type: _Text = "pass-fail"
    name: _Names = ""
    source_url: _Any = None
    validation: _Text = "default"
    validator_flags: _Text = ""
    grading: _Map = field(default_factory=dict)


class _Draft(_Of):
    type: Annotated[str | list[str], Meta(description="a type, or a list of types")] = "pass-fail"
    name: _Names = ""
    languages: Annotated[str | list[str], Meta(description="all, or a list of languages")] = "all"
    allow_file_writing: _Any = None
    constants: _Map = field(default_factory=dict)


class _Limits(Struct):  # sizes in MiB, `code` in KiB, times in seconds
    memory: _Size = 2048
    output: _Size = 8
    code: _Size = 128
    compilation_time: _Size = 60
    compilation_memory: _Size = 2048
    validation_time: _Size = 60
    validation_memory: _Size = 2048
    validation_output: _Size = 8


class NewerLimits(_Limits):  # of `2025-09`, too
    time_multipliers: _Map = field(default_factory=dict)
    time_limit: _Seconds = 0
    time_resolution: _Seconds = 1
    validation_passes: _Passes = 2


class _LegacyLimits(NewerLimits):  # DOMjudge reads the newer limits here, too
    time_multiplier: _Factor = 5
    time_safety_margin: _Factor = 2


class Multipliers(Struct):
    ac_to_time_limit: _Factor = 2
    time_limit_to_tle: _Factor = 1.5

    @property
    def margins(self) -> Margins:
        return Margins(factor=self.ac_to_time_limit, margin=self.time_limit_to_tle)


class _Grading(Struct):
    objective: Annotated[Literal["max", "min"], Meta(description="max or min")] = "max"
    show_test_data_groups: Flag = False
    # For all groups, in older packages. Today testdata.yaml files state these.
    on_reject: _Any = None
    range: _Any = None
    accept_score: _Any = None
    reject_score: _Any = None


class Metadata(Struct, kw_only=True):
    """The keys that affect verdicts. `time_s` is None if not stated; `languages` are codes, None for all.

    `margins` apply to the time limit, stated or by default. The `uuid` is empty if not stated.
    """

    is_draft: bool
    title: str
    source: str
    time_s: float | None
    memory: int
    output: int
    is_custom: bool
    is_interactive: bool
    is_scoring: bool
    flags: str
    passes: int
    languages: tuple[str, ...] | None
    left: list[Fault]
    uuid: str
    margins: Margins
    are_margins_stated: bool
    grading: dict[str, Any] = field(default_factory=dict)


def describe_time_limit(name: str, time: str, margins: Margins, *, are_stated: bool) -> Iterator[str]:
    """Yield notes about the time limit of a problem, empty if it states none, and about its margins."""
    asked = f"--factor {margins.factor:g} --margin {margins.margin:g}"
    if not time:
        by = f"`judge limits {name} --set {asked}` or a case file states one"
        yield f"no time limit: {CaseFile().time} until {by}"
    # With margins of 1 any limit with the expected verdicts is fine.
    elif are_stated and margins != Margins(factor=1, margin=1):
        yield f"a time limit with margins: `judge limits {name} {asked}` says whether it keeps them"


def states_margins(tree: Mapping) -> bool:
    return bool(_MARGINS & (tree.get("limits") or {}).keys())


def read_version(folder: Folder) -> str:
    """Read the version from `problem.yaml`, even if the rest is at fault."""
    found = _VERSION.search(folder.data(_NAME, SETTINGS_BYTES) or b"")
    return printable(found[1].decode(errors="replace")) if found and found[1] else _VERSIONS[0]


def read_metadata(folder: Folder) -> Metadata | None:
    """Read `problem.yaml`. Return None after reporting a fault to the folder."""
    before = len(folder.faults)
    tree = folder.yaml(_NAME)
    file = folder.file(_NAME)
    if tree is None:
        tree = Mapping(1)
    if not isinstance(tree, Mapping):
        checked(file, tree, _Legacy, 1)
        return None
    # A key without a value counts as missing.
    for key in [key for key, value in tree.items() if value is None]:
        del tree[key]
    version = str(tree.get("problem_format_version", _VERSIONS[0]))
    if version not in _VERSIONS:
        line = tree.lines["problem_format_version"][0]
        file.fault(line, unknown("one of the versions", version, [*_VERSIONS, "2025-09"]))
        return None
    of_others = list(_without_keys_of_others(folder, tree))
    is_draft = version.startswith("2023-07")
    stated: Any = checked(file, tree, _Draft if is_draft else _Legacy, 1)
    limits: Any = NewerLimits() if is_draft else _LegacyLimits()
    if isinstance(tree.get("limits"), Mapping):
        limits = checked(file, tree["limits"], type(limits), 1)
    if len(folder.faults) > before:
        return None
    read = _read_draft if is_draft else _read_legacy
    found = read(folder, tree, stated, limits)
    found.left += of_others
    return found if len(folder.faults) == before else None


def _without_keys_of_others(folder: Folder, tree: Mapping) -> Iterator[Fault]:
    """Remove the keys that no version has from `tree` and report them. Leave misspelled keys."""
    known = {*_Legacy.__struct_fields__, *_Draft.__struct_fields__}
    if others := [key for key in tree if key not in known and not suggestion(key, known - tree.keys())]:
        named = f"the key{'s' * (len(others) > 1)} {printable(listed([cut(key, 60) for key in others]))}"
        yield Fault(folder.shown / _NAME, tree.lines[others[0]][0], f"not understood: {named}")
    for key in others:
        del tree[key]


def _checked(file: File, tree: Any, key: str, kind: type[_Kind]) -> _Kind | None:
    """Parse the mapping under a key. Return the defaults if it is missing."""
    return checked(file, tree[key], kind, tree.lines[key][0]) if key in tree else kind()


def _read_legacy(folder: Folder, tree: Mapping, stated: _Legacy, limits: _LegacyLimits) -> Metadata:
    file = folder.file(_NAME)
    grading = _checked(file, tree, "grading", _Grading)
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
    left = _left(folder, tree)
    if grading and grading.objective == "min":
        told = "the fewest points are the best: here the most are shown as the whole"
        left.append(Fault(folder.shown / _NAME, tree.lines["grading"][0], told))
    return Metadata(
        is_draft=False,
        title=pick_title(stated.name),
        source=describe_source(stated.source, stated.source_url),
        time_s=limits.time_limit or None,
        memory=limits.memory,
        output=limits.output,
        is_custom=is_custom,
        is_interactive="interactive" in types,
        is_scoring="scoring" in types,
        flags=stated.validator_flags,
        passes=limits.validation_passes if "multi-pass" in types else 1,
        languages=None,
        left=left,
        uuid=read_uuid(tree),
        grading=tree.get("grading", {}),
        margins=Margins(factor=limits.time_multiplier, margin=limits.time_safety_margin),
        are_margins_stated=states_margins(tree),
    )


def _read_draft(folder: Folder, tree: Mapping, stated: _Draft, limits: NewerLimits) -> Metadata:
    file = folder.file(_NAME)
    multipliers = _checked(file, tree.get("limits", {}), "time_multipliers", Multipliers)
    types = _types(file, tree, stated.type)
    left = _left(folder, tree)
    if stated.constants:
        told = "not understood: constants are put into no file"
        left.append(Fault(folder.shown / _NAME, tree.lines["constants"][0], told))
    return Metadata(
        is_draft=True,
        title=pick_title(stated.name),
        source=describe_source(stated.source, None),
        time_s=limits.time_limit or None,
        memory=limits.memory,
        output=limits.output,
        is_custom=folder.has_folder(OUTPUT_VALIDATORS[1]),
        is_interactive="interactive" in types,
        is_scoring="scoring" in types,
        flags="",
        passes=limits.validation_passes if "multi-pass" in types else 1,
        languages=None if stated.languages == "all" else tuple(stated.languages),
        left=left,
        uuid=read_uuid(tree),
        margins=(multipliers or Multipliers()).margins,
        are_margins_stated=states_margins(tree),
    )


def _types(file: File, tree: Mapping, stated: str | list[str]) -> list[str]:
    """Return the types, which DOMjudge accepts in one string, too. Report unknown types."""
    types = stated.split() if isinstance(stated, str) else stated
    for kind in types:
        if kind not in _TYPES:
            file.fault(tree.lines["type"][0], unknown("one of the types", kind, _TYPES))
    return types


def _left(folder: Folder, tree: Mapping) -> list[Fault]:
    """List the keys that are understood but not kept."""
    kept = {*_Limits.__struct_fields__[:2], "time_limit", "validation_passes", *_MARGINS}
    limits = tree.get("limits") or {}
    names = [
        *(key for key in _OF_PEOPLE if key in tree and not (key == "uuid" and read_uuid(tree))),
        *(f"limits.{key}" for key in limits if key not in kept),
    ]
    return [Fault(folder.shown / _NAME, 0, f"not kept: {listed(names)}")] if names else []
