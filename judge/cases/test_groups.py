"""Configuration of tests in newer packages: `test_group.yaml` in a folder, `NAME.yaml` next to `NAME.in`.

Only `secret` and the groups in it have scores; `sample` counts nothing. Arguments hold for all tests below,
unless a file further down states others. Source:
https://www.kattis.com/problem-package-format/spec/2025-09.html, "Test data" and "Result aggregation".
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from judge.model.cases import Case
from judge.model.package_format import SAMPLE, SECRET, TEST_GROUP
from judge.model.points import MOST_POINTS, Group, Worth
from judge.platform.errors import Message, unknown
from judge.platform.files import has_folder
from judge.yaml.document import as_written
from judge.yaml.tree import File, Flag, Mapping

# The folder of the tests in a package.
DATA = "data"
SUFFIX = ".yaml"
OUTPUT = "output_validator_args"
SCORING = ("max_score", "score_aggregation", "require_pass")
_PASS = "pass-fail"

_Words = Annotated[list[str], Meta(description="a list of strings")]
_Named = Annotated[
    list[str] | dict[str, list[str]], Meta(description="a list of strings, or such lists by validators")
]
_Text = Annotated[str, Meta(description="a string")]
_Most = Annotated[
    Annotated[int, Meta(ge=0, le=int(MOST_POINTS))] | Literal["unbounded"],
    Meta(description="a whole number from 0 on, or unbounded"),
]
_Static = Annotated[
    Annotated[int, Meta(ge=0)] | Literal["pass-fail"],
    Meta(description="a whole number from 0 on, or pass-fail"),
]
_Count = Annotated[Literal["pass-fail", "sum", "min"], Meta(description="pass-fail, sum or min")]
_Names = Annotated[str | list[str], Meta(description="the name of a group, or a list of these")]


class _Stated(Struct, kw_only=True):
    """The keys of both kinds of files. Keys for visualizers and for people change no verdict."""

    args: _Words = field(default_factory=list)
    input_validator_args: _Named = field(default_factory=list)
    output_validator_args: _Words = field(default_factory=list)
    input_visualizer_args: _Words = field(default_factory=list)
    output_visualizer_args: _Words = field(default_factory=list)
    full_feedback: Flag = False


class StatedTest(_Stated, kw_only=True):
    """The keys of the file of a test."""

    hint: _Text = ""
    description: _Text = ""


class StatedGroup(_Stated, kw_only=True):
    """The keys of the file of a folder."""

    max_score: _Most = 0
    score_aggregation: _Count = "pass-fail"
    static_validation_score: _Static = 0
    require_pass: _Names = ""
    static_validator_args: _Words = field(default_factory=list)


def write_out(tree: Any, data: bytes) -> None:
    """Replace arguments by their spelling in the file: a number is a word like any other."""
    if isinstance(tree, Mapping):
        written = as_written(data)
        for key, value in tree.items():
            if key.endswith("args") and isinstance(value, list):
                tree[key] = written[key]
            elif key.endswith("args") and isinstance(value, Mapping):
                value |= written[key]


def is_in_order(tree: Mapping, file: File) -> bool:
    """Return whether the judge supports the stated keys. Reports faults otherwise."""
    before = len(file.faults)
    for key in ("static_validation_score", "static_validator_args"):
        if key in tree:
            wanted = "no static validation, which this judge has not"
            file.fault(tree.lines[key][0], f"expected {wanted}, got `{key}`")
    if tree.get("max_score") == "unbounded":
        file.fault(
            tree.lines["max_score"][0], "expected a whole number: scores have a bound, got 'unbounded'"
        )
    for key in ("args", "output_validator_args"):
        if any("\0" in word for word in tree.get(key, ())):
            file.fault(tree.lines[key][0], "expected words without NUL, got one with it")
    return len(file.faults) == before


class _Part(Struct, frozen=True, kw_only=True):
    """`secret` or a group in it, with its stated keys and their defaults."""

    name: str
    place: Path
    tree: Mapping
    count: str

    @property
    def line(self) -> int:
        return next((self.tree.lines[key][0] for key in SCORING if key in self.tree.lines), 0)

    @property
    def most(self) -> float:
        return float(self.tree.get("max_score", 0))

    @property
    def requires(self) -> list[str]:
        names = self.tree.get("require_pass", [])
        return [names] if isinstance(names, str) else list(names)


def with_scores(
    cases: Sequence[Case], folder: Path, own: dict[Path, Mapping], faults: list[Any]
) -> list[Case]:
    """Add points to the cases if a file states scores. `own` are the contents of files by folders."""
    folder = folder / DATA if has_folder(folder / DATA) else folder
    secret = folder / SECRET
    groups = sorted(place for place in own if place.parent == secret and place.suffix != SUFFIX)
    if not any(key in tree for tree in own.values() for key in SCORING):
        return [*cases]
    _check_places(cases, folder, own, faults)
    whole = _part(secret, folder, own, "sum", 100)
    parts = [_part(place, folder, own, _PASS, None) for place in groups]
    before = len(faults)
    for place, wrong, line in _wrong(whole, parts, own.get(folder / SAMPLE, Mapping(1))):
        File(place / TEST_GROUP, faults).fault(line, wrong)
    if len(faults) > before:
        return [*cases]
    members = {
        part.name: sum(each.path.is_relative_to(part.place) for each in cases) for part in (whole, *parts)
    }
    requires = _required(whole, parts)
    return [replace(case, worth=_worth(case, whole, parts, members, requires)) for case in cases]


def _part(place: Path, folder: Path, own: dict[Path, Mapping], count: str, most: int | None) -> _Part:
    tree = Mapping(1)
    tree |= {"max_score": most} if most is not None else {}
    tree |= own.get(place, {})
    tree.lines |= own.get(place, tree).lines
    name = place.relative_to(folder).as_posix()
    return _Part(name=name, place=place, tree=tree, count=tree.get("score_aggregation", count))


def _check_places(cases: Sequence[Case], folder: Path, own: dict[Path, Mapping], faults: list[Any]) -> None:
    """Report groups outside `secret`, and tests of `secret` outside its groups."""
    secret = folder / SECRET
    groups = {place for place in own if place.parent == secret and place.suffix != SUFFIX}
    for place in own:
        if place.suffix != SUFFIX and place not in (folder, folder / SAMPLE, secret, *groups):
            File(place / TEST_GROUP, faults).fault(
                0, "expected a group of tests right in secret/, got one elsewhere"
            )
    for case in cases if groups else ():
        path = case.path
        if path.is_relative_to(secret) and not any(path.is_relative_to(place) for place in groups):
            File(path, faults).fault(
                0, "expected a test in a group, as others in secret/ are, got one in none"
            )


def _wrong(whole: _Part, parts: Sequence[_Part], sample: Mapping) -> Iterator[tuple[Path, Message, int]]:
    """Yield the contradictions of the rules of scores, each with its place and line."""
    for key in SCORING:
        if key in sample:
            place = whole.place.with_name(SAMPLE)
            yield place, f"expected no scores of samples, got `{key}`", sample.lines[key][0]
    for part in parts:
        if "max_score" not in part.tree:
            yield part.place, "expected the key 'max_score' of a group, got none", part.line
        if whole.count == _PASS and part.count != _PASS:
            yield part.place, f"expected pass-fail as that of secret is, got {part.count}", part.line
    together = sum(part.most for part in parts)
    if whole.count == "sum" and together > whole.most:
        wanted = f"groups of together at most {whole.most:g} points, the `max_score` of secret"
        yield whole.place, f"expected {wanted}, got {together:g}", whole.line
    known = {SAMPLE: _PASS}
    for part in (whole, *parts):
        for name in part.requires:
            if name not in known:
                yield part.place, partial(unknown, "one of the groups before it", name, {**known}), part.line
            elif known[name] != _PASS:
                yield part.place, f"expected a group of pass-fail, got {name} of {known[name]}", part.line
        if part is not whole:
            known[part.name] = part.count


def _worth(
    case: Case,
    whole: _Part,
    parts: Sequence[_Part],
    members: dict[str, int],
    requires: dict[str, tuple[str, ...]],
) -> Worth:
    root = Group(name="", ignores_samples=True)
    if not case.path.is_relative_to(whole.place):
        return Worth(points=0.0, groups=(root, Group(name=SAMPLE)))
    own = next((part for part in parts if case.path.is_relative_to(part.place)), None)
    counting = whole if whole.count == _PASS or not own else own
    points = counting.most / members[counting.name] if counting.count == "sum" else counting.most
    groups = [_group(part, requires[part.name]) for part in (whole, own) if part]
    return Worth(points=points, groups=(root, *groups), scored=counting.count != _PASS)


def _group(part: _Part, requires: tuple[str, ...]) -> Group:
    if part.count == _PASS:
        return Group(name=part.name, count="min", accepted="all", requires=requires)
    count: Literal["sum", "min"] = "sum" if part.count == "sum" else "min"
    return Group(name=part.name, count=count, requires=requires, most_points=part.most)


def _required(whole: _Part, parts: Sequence[_Part]) -> dict[str, tuple[str, ...]]:
    """Return the groups that each group requires, also indirectly. A group that is not run is not accepted.

    Each group requires only groups before it.
    """
    found: dict[str, tuple[str, ...]] = {}
    for part in (*parts, whole):
        further = (found.get(name, ()) for name in part.requires)
        found[part.name] = tuple(dict.fromkeys(chain(part.requires, *further)))
    return found
