"""What tests count: by the points that a case file states, or the `testdata.yaml` of a package as it lies.

Source of the latter: https://www.kattis.com/problem-package-format/spec/legacy.html, "Test Data Groups" and
"Graders".
"""

import math
import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Literal, cast

from msgspec.structs import replace

from judge.cases.stated import StatedGroup
from judge.errors import InputErrors
from judge.files import read
from judge.model import Case, Stored
from judge.patterns import matches
from judge.worth import Group, Worth
from judge.yamltree import File, Mapping, checked, described, load

_SHEET = "testdata.yaml"
_SCORING = ("accept_score", "reject_score", "range")
_COUNTS = ("sum", "min", "max", "avg")


def with_points(cases: Sequence[Case], file: File, tree: Mapping, folder: Path) -> list[Case]:
    """The cases of a problem with what each counts, where the problem counts points.

    `tree` is what its case file says, `folder` where its tests lie.
    """
    own = {entry["id"]: entry["points"] for entry in tree.get("cases", ()) if "points" in entry}
    stated = [key for key in ("points", "groups") if key in tree] + ["points of cases"] * bool(own)
    if len(stated) > 1:
        wanted = "points of the problem, of groups or of cases"
        file.fault(tree.lines[stated[0]][0], f"expected {wanted}, got {' and '.join(stated)}")
        return [*cases]
    root = Group(name="")
    if "points" in tree:
        each = Worth(points=tree["points"] / max(len(cases), 1), groups=(root,))
        return [replace(case, worth=each) for case in cases]
    if "groups" in tree:
        return _grouped(cases, file, tree, root)
    if own:
        points = [own.get(case.id.partition("/")[2], 0.0) for case in cases]
        return [
            replace(case, worth=Worth(points=each, groups=(root,)))
            for case, each in zip(cases, points, strict=True)
        ]
    return _as_in_the_package(cases, file, folder)


def _grouped(cases: Sequence[Case], file: File, tree: Mapping, root: Group) -> list[Case]:
    """By the first group whose pattern names the test; what none names counts nothing."""
    groups: dict[str, StatedGroup] = {}
    for pattern, value in tree["groups"].items():
        if group := checked(file, value, StatedGroup, tree["groups"].lines[pattern][0]):
            groups[pattern] = group
    names = [case.id.partition("/")[2] for case in cases]
    for pattern, group in groups.items():
        for other in group.requires:
            if not any(matches(other, name) for name in names):
                line = tree["groups"][pattern].lines["requires"][0]
                file.fault(line, f"expected patterns of tests that there are, got {other!r}")
    chosen = [next((pattern for pattern in groups if matches(pattern, name)), "") for name in names]
    for pattern in groups:
        if pattern not in chosen:
            others = any(matches(pattern, name) for name in names)
            got = "only some that belong to a group before it" if others else "none"
            line = tree["groups"].lines[pattern][0]
            file.fault(line, f"expected tests that match {pattern!r}, got {got}")

    def worth(pattern: str) -> Worth:
        if not pattern:
            return Worth(points=0.0, groups=(root,))
        group = groups[pattern]
        shared = chosen.count(pattern) if group.count == "sum" else 1
        own = Group(name=pattern, count=group.count, requires=tuple(group.requires))
        return Worth(points=group.points / shared, groups=(root, own))

    worths = {pattern: worth(pattern) for pattern in set(chosen)}
    return [replace(case, worth=worths[pattern]) for case, pattern in zip(cases, chosen, strict=True)]


def _as_in_the_package(cases: Sequence[Case], file: File, folder: Path) -> list[Case]:
    """By the sheets in the folders of the tests, where one speaks of points."""
    sheets: dict[Path, Mapping] = {}
    beside: list[Stored] = []
    places = {case.path.parent for case in cases if not case.line}
    chains = {place: _folders(place, folder) for place in places}
    for place in sorted(set(chain.from_iterable(chains.values()))):
        path = place / _SHEET
        try:
            data, stamp = read(path)
            tree = load(data, path)
        except FileNotFoundError:
            continue
        except OSError as error:
            File(path, file.faults).fault(0, f"expected a readable file, got: {error.strerror}")
            continue
        except InputErrors as error:
            file.faults.extend(error.faults)
            continue
        if isinstance(tree, Mapping) and _is_in_order(tree, File(path, file.faults)):
            sheets[place] = tree
            beside.append(Stored(path, stamp))
    if not any(key in sheet for sheet in sheets.values() for key in _SCORING):
        return [*cases]
    worths = {place: _worth(folder, own, sheets) for place, own in chains.items()}
    return [replace(case, worth=worths[case.path.parent], beside=(*case.beside, *beside)) for case in cases]


def _folders(place: Path, folder: Path) -> list[Path]:
    """The folders down to one of tests, the problem's own first."""
    below = os.path.relpath(place, folder)
    parts = () if below == "." else Path(below).parts
    return [folder.joinpath(*parts[:depth]) for depth in range(len(parts) + 1)]


def _worth(folder: Path, folders: Sequence[Path], sheets: dict[Path, Mapping]) -> Worth:
    """What a folder of tests does not state is as in the one above."""
    first = next((depth for depth, place in enumerate(folders) if place in sheets), 0)
    stated: dict[str, Any] = {}
    groups: list[Group] = []
    for place in folders[first:]:
        stated |= sheets.get(place, {})
        flags = str(stated.get("grader_flags") or "").split()
        counts = [flag for flag in flags if flag in _COUNTS]
        most = _range(stated)[1] if place in sheets and "range" in sheets[place] else math.inf
        groups.append(
            Group(
                name=os.path.relpath(place, folder),
                count=cast(Literal["sum", "min", "max", "avg"], (["sum", *counts])[-1]),
                accepted=_accepted(flags),
                stops=stated.get("on_reject", "break") == "break",
                ignores_samples="ignore_sample" in flags and not groups,
                most_points=most if math.isfinite(most) else None,
            )
        )
    points, rejected = float(stated.get("accept_score", 1)), float(stated.get("reject_score", 0))
    return Worth(points=points, rejected_points=rejected, groups=tuple(groups))


def _accepted(flags: Sequence[str]) -> Literal["all", "some", "any number"]:
    modes = [flag for flag in flags if flag in ("worst_error", "first_error", "always_accept")]
    if modes[-1:] == ["always_accept"]:
        return "any number"
    return "some" if "accept_if_any_accepted" in flags else "all"


def _is_in_order(sheet: Mapping, file: File) -> bool:
    """Whether the scores are numbers; where not, the file says so."""
    before = len(file.faults)
    for key in ("accept_score", "reject_score"):
        if key in sheet and not math.isfinite(_number(sheet[key])):
            wanted = "a number of points"
            file.fault(sheet.lines[key][0], f"expected {wanted}, got {described(sheet[key])}")
    if "range" in sheet and (len(ends := _range(sheet)) != 2 or not ends[0] <= ends[1]):
        wanted = "the least and the most points"
        file.fault(sheet.lines["range"][0], f"expected {wanted}, got {described(sheet['range'])}")
    return len(file.faults) == before


def _range(sheet: Any) -> list[float]:
    return [_number(word) for word in str(sheet["range"]).split()]


def _number(value: object) -> float:
    """NaN for what is none; infinities are such as YAML and the specification write them."""
    try:
        return float(value) if isinstance(value, str | int | float) else math.nan
    except ValueError:
        return math.nan
