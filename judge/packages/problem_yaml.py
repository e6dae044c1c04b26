"""The parts of `problem.yaml` that all versions of the format share."""

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

from msgspec import Meta, Struct, field

from judge.cases.case_file import UUID, CaseFile
from judge.packages.folders import Folder
from judge.platform.errors import listed, printable
from judge.platform.files import SETTINGS_BYTES
from judge.platform.units import write_time
from judge.timing.time_limit import Margins

MARK = "problem.yaml"
LEGACY = "legacy"
_VERSION = re.compile(rb"^problem_format_version[ \t]*:[ \t]*[\"']?([^\s\"'#]*)", re.MULTILINE)
_MARGINS = {"time_multiplier", "time_safety_margin", "time_multipliers"}
# Keys that judging does not use and a problem does not keep.
_NOT_KEPT = ("author", "credits", "embargo_until", "keywords", "license", "rights_owner", "uuid", "version")

Anything = Annotated[Any, Meta(description="anything")]
Map = Annotated[dict[str, Any], Meta(description="a mapping")]
Names = Annotated[str | dict[str, str], Meta(description="a name, or a mapping from languages to names")]
_Size = Annotated[int, Meta(ge=1, le=999_999, description="a whole number from 1 to 999999")]
Factor = Annotated[float, Meta(ge=1, description="a number from 1 on")]
_Seconds = Annotated[float, Meta(ge=1e-6, lt=1e6, description="a number of seconds above 0")]
_Passes = Annotated[int, Meta(ge=2, le=1000, description="a number of passes from 2 to 1000")]


class Stated(Struct, kw_only=True):
    """The keys of all versions."""

    name: Names = ""
    uuid: Anything = None
    license: Anything = None
    rights_owner: Anything = None
    source: Anything = None
    author: Anything = None
    credits: Anything = None
    version: Anything = None
    embargo_until: Anything = None
    keywords: Anything = None
    limits: Map = field(default_factory=dict)


class Limits(Struct):
    """The limits of all versions: sizes in MiB, `code` in KiB, times in seconds."""

    memory: _Size = 2048
    output: _Size = 8
    code: _Size = 128
    compilation_time: _Size = 60
    compilation_memory: _Size = 2048
    validation_time: _Size = 60
    validation_memory: _Size = 2048
    validation_output: _Size = 8
    time_multipliers: Map = field(default_factory=dict)
    time_limit: _Seconds = 0
    time_resolution: _Seconds = 1
    validation_passes: _Passes = 2


class Multipliers(Struct):
    """The value of `time_multipliers`."""

    ac_to_time_limit: Factor = 2
    time_limit_to_tle: Factor = 1.5

    @property
    def margins(self) -> Margins:
        return Margins(factor=self.ac_to_time_limit, margin=self.time_limit_to_tle)


class Metadata(Struct, kw_only=True):
    """The keys that affect verdicts. `time` and `uuid` are empty if not stated.

    `margins` apply to the time limit, stated or by default. `decider` is the folder of the output validator,
    empty for the default one, which gets the `flags`. `languages` are codes, empty for all. `constants` maps
    the words in `{{name}}` to their values.
    """

    title: str
    source: str
    uuid: str
    types: frozenset[str]
    time: str
    limits: Limits
    passes: int
    margins: Margins
    are_margins_stated: bool
    decider: str = ""
    flags: str = ""
    languages: tuple[str, ...] = ()
    constants: dict[str, str] = {}
    grading: dict[str, Any] = {}


def make_metadata(
    tree: Mapping[str, Any], types: Collection[str], limits: Limits, margins: Margins, **others: Any
) -> Metadata:
    """Return the metadata for checked keys, with these other fields."""
    name = tree.get("name", "")
    # The English one of several titles, else the first.
    title = name if isinstance(name, str) else name.get("en") or next(iter(name.values()), "")
    return Metadata(
        title=printable(title),
        source=printable(_describe_source(tree.get("source"), tree.get("source_url"))),
        uuid=_read_uuid(tree),
        types=frozenset(types),
        time=write_time(limits.time_limit) if limits.time_limit else "",
        limits=limits,
        passes=limits.validation_passes if "multi-pass" in types else 1,
        margins=margins,
        are_margins_stated=bool(_MARGINS & (tree.get("limits") or {}).keys()),
        **others,
    )


def read_version(folder: Folder) -> str:
    """Read the version from `problem.yaml`, even if the rest is at fault."""
    found = _VERSION.search(folder.data(MARK, SETTINGS_BYTES) or b"")
    return printable(found[1].decode(errors="replace")) if found and found[1] else LEGACY


def note_time_limit(folder: Folder, metadata: Metadata) -> None:
    """Note that a problem states no time limit, or one with margins."""
    margins, name = metadata.margins, folder.name
    asked = f"--factor {margins.factor:g} --margin {margins.margin:g}"
    if not metadata.time:
        by = f"`judge limits {name} --set {asked}` or a case file states one"
        folder.note(MARK, f"no time limit: {CaseFile().time} until {by}")
    # With margins of 1 any limit with the expected verdicts is fine.
    elif metadata.are_margins_stated and margins != Margins(factor=1, margin=1):
        message = f"a time limit with margins: `judge limits {name} {asked}` says whether it keeps them"
        folder.note(MARK, message)


def note_unkept(
    folder: Folder, tree: Mapping[str, Any], *, keys: Collection[str] = (), kept: Collection[str] = ()
) -> None:
    """Note the understood keys that are not kept, among them `keys`. The `kept` limits are not noted."""
    usual = {"memory", "output", "time_limit", "validation_passes", *_MARGINS, *kept}
    names = [key for key in (*_NOT_KEPT, *keys) if key in tree and not (key == "uuid" and _read_uuid(tree))]
    names += [f"limits.{key}" for key in tree.get("limits") or () if key not in usual]
    if names:
        folder.note(MARK, f"not kept: {listed(names)}")


def _read_uuid(tree: Mapping[str, Any]) -> str:
    """Return the UUID of the problem, empty if there is no valid one."""
    value = tree.get("uuid")
    return value if isinstance(value, str) and re.match(UUID, value) else ""


def _describe_source(stated: Any, url: Any) -> str:
    """Return the source of a problem in words, followed by its address."""
    if isinstance(stated, list):
        return "; ".join(filter(None, (_describe_source(each, None) for each in stated)))
    if isinstance(stated, dict):
        stated, url = stated.get("name"), stated.get("url")
    if url and stated == urlsplit(str(url)).hostname:
        return str(url)
    return ", ".join(str(word) for word in (stated, url) if word)
