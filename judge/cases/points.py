"""Points of tests, from the case file or from the configuration of their folders."""

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, cast

from msgspec.structs import replace

from judge.cases import test_groups
from judge.cases.case_file import GroupEntry
from judge.cases.group_config import GroupConfigs, parse_flags, parse_number, parse_range
from judge.model.cases import Case
from judge.model.package_format import ACCEPT_FLAGS, COUNT_FLAGS, ERROR_FLAGS, SCORING_KEYS, TEST_GROUP
from judge.model.patterns import matches
from judge.model.points import Group, Worth
from judge.model.programs import CheckerProgram
from judge.platform.errors import quoted
from judge.yaml.tree import File, Mapping, checked


def with_points(
    cases: Sequence[Case],
    file: File,
    tree: Mapping,
    configs: GroupConfigs,
    grader: CheckerProgram | None = None,
) -> list[Case]:
    """Add points to the cases of a problem that states some.

    `tree` is the content of its case file, `configs` is the configuration of its folders, which may leave
    the points to the `grader`.
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
    if any(stored.path.name == TEST_GROUP for stored in configs.files.values()):
        return test_groups.with_scores(cases, configs.folder, configs.own, file.faults)
    return _as_in_the_package(cases, configs, grader)


def _grouped(cases: Sequence[Case], file: File, tree: Mapping, root: Group) -> list[Case]:
    """Add the points of the first group whose pattern matches a test. Other tests count nothing."""
    groups: dict[str, GroupEntry] = {}
    for pattern, value in tree["groups"].items():
        if group := checked(file, value, GroupEntry, tree["groups"].lines[pattern][0]):
            groups[pattern] = group
    names = [case.id.partition("/")[2] for case in cases]
    for pattern, group in groups.items():
        for other in group.requires:
            if not any(matches(other, name) for name in names):
                line = tree["groups"][pattern].lines["requires"][0]
                file.fault(line, f"expected patterns of tests that there are, got {quoted(other)}")
    chosen = [next((pattern for pattern in groups if matches(pattern, name)), "") for name in names]
    for pattern in groups:
        if pattern not in chosen:
            others = any(matches(pattern, name) for name in names)
            got = "only some that belong to a group before it" if others else "none"
            line = tree["groups"].lines[pattern][0]
            file.fault(line, f"expected tests that match {quoted(pattern)}, got {got}")

    def worth(pattern: str) -> Worth:
        if not pattern:
            return Worth(points=0.0, groups=(root,))
        group = groups[pattern]
        shared = chosen.count(pattern) if group.count == "sum" else 1
        own = Group(name=pattern, count=group.count, requires=tuple(group.requires))
        return Worth(points=group.points / shared, groups=(root, own))

    worths = {pattern: worth(pattern) for pattern in set(chosen)}
    return [replace(case, worth=worths[pattern]) for case, pattern in zip(cases, chosen, strict=True)]


def _as_in_the_package(
    cases: Sequence[Case], configs: GroupConfigs, grader: CheckerProgram | None
) -> list[Case]:
    """Add the points of the folders' configuration if it states any.

    There are no points if it requires a grader that is missing.
    """
    stated = configs.own.values()
    if not any(key in tree for tree in stated for key in SCORING_KEYS):
        return [*cases]
    if not grader and any(tree.get("grading") == "custom" for tree in stated):
        return [*cases]
    places = {case.path.parent for case in cases}
    root = Path(os.path.commonpath((*places, *configs.own)))
    worths = {place: _worth(place, root, configs) for place in places}
    names = {group.name for worth in worths.values() for group in worth.groups if group.graded}
    # The flags of a group may come from the groups above it.
    flags = {name: configs.merge(configs.folder / name).get("grader_flags") or "" for name in sorted(names)}
    scorers = tuple((name, replace(grader, arguments=tuple(flags[name].split()))) for name in flags if grader)
    return [replace(case, worth=worths[case.path.parent], scorers=scorers) for case in cases]


def _worth(place: Path, root: Path, configs: GroupConfigs) -> Worth:
    """Return the points of a folder's tests. Folders inherit keys; all have the same `root`."""
    folders = configs.above(place)
    groups: list[Group] = []
    for each in folders[folders.index(root) :]:
        stated = configs.merge(each)
        flags = parse_flags(stated)
        counts = [flag for flag in flags if flag in COUNT_FLAGS]
        own = configs.own.get(each)
        most = parse_range(own)[1] if own and "range" in own else math.inf
        groups.append(
            Group(
                name=os.path.relpath(each, configs.folder),
                count=cast(Literal["sum", "min", "max", "avg"], (["sum", *counts])[-1]),
                accepted=_accepted(flags),
                stops=stated.get("on_reject", "break") == "break",
                ignores_samples="ignore_sample" in flags and not groups,
                most_points=most if math.isfinite(most) else None,
                keeps_points=bool(groups),
                graded=stated.get("grading") == "custom",
            )
        )
    stated = configs.merge(place)
    points, rejected = (
        parse_number(stated.get("accept_score", 1)),
        parse_number(stated.get("reject_score", 0)),
    )
    return Worth(points=points, rejected_points=rejected, groups=tuple(groups))


def _accepted(flags: Sequence[str]) -> Literal["all", "some", "any number"]:
    modes = [flag for flag in flags if flag in ERROR_FLAGS]
    if modes[-1:] == [ACCEPT_FLAGS["any number"]]:
        return "any number"
    return "some" if ACCEPT_FLAGS["some"] in flags else "all"
