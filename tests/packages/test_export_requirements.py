"""Groups that require others, in packages of other tools: they count alike, or a line says what does not."""

import io
from collections.abc import Callable, Collection, Mapping
from itertools import chain, combinations
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

import pytest
from test_export import stated
from test_export_points import exported

from judge.model.patterns import matches
from judge.packages.out.parts import ExportedPackage
from judge.platform.files import whole
from judge.yaml.document import load

NAMES = ("a1", "a2", "b1", "b2", "sample-1")
# The points of the groups of a problem: those of each test, or of the group if all of it is accepted.
GROUPS = {
    "in turn": {"a*": (30, "min", []), "b*": (70, "min", ["a*"])},
    "on a sum": {"a*": (15, "sum", []), "b*": (70, "min", ["a*"])},
    "a sum on a group": {"a*": (30, "min", []), "b*": (35, "sum", ["a*"])},
    "a sum on a sum": {"a*": (15, "sum", []), "b*": (35, "sum", ["a*"])},
    "on a later group": {"a*": (30, "min", ["b*"]), "b*": (70, "min", [])},
    "on a part of a group": {"a*": (30, "min", []), "b*": (70, "min", ["a1"])},
    "on a sample in no group": {"a*": (30, "min", []), "b*": (70, "min", ["sample*"])},
    "all on a sample in no group": {"a*": (30, "min", ["sample*"]), "b*": (35, "sum", ["sample*"])},
    "all on a group without points": {
        "sample*": (0, "min", []),
        "a*": (30, "min", ["sample*"]),
        "b*": (35, "sum", ["sample*"]),
    },
    "on a group without points": {
        "sample*": (0, "min", []),
        "a*": (30, "min", ["sample*"]),
        "b*": (70, "min", []),
    },
    "on a group of one test": {"a1": (30, "sum", []), "b*": (70, "min", ["a1"])},
    "without a group": {"a*": (15, "sum", []), "b*": (70, "min", [])},
}
Groups = Mapping[str, tuple[int, str, list[str]]]
# Lines that say that points are counted in another way.
NOTES = ("requires", "whether others are accepted or not", "points: left out")


def write(groups: Groups) -> str:
    """Return the groups of a case file, where the points of a sum are those of all of its tests."""
    return ", ".join(
        f'"{pattern}": {{points: {points * (2 if count == "sum" and "*" in pattern else 1)}, count: {count}, '
        f"requires: {required}}}"
        for pattern, (points, count, required) in groups.items()
    )


def own_score(groups: Groups, failed: Collection[str]) -> float:
    total = 0.0
    for pattern, (points, count, required) in groups.items():
        own = [name for name in NAMES if matches(pattern, name)]
        if any(matches(other, name) for other in required for name in failed):
            continue
        passed = sum(name not in failed for name in own)
        total += points * (passed if count == "sum" else passed == len(own))
    return total


def score_of_dmoj(out: ExportedPackage, failed: Collection[str]) -> float:
    """Count as DMOJ does: a failed entry without points ends everything, a batch needs those before it."""
    with ZipFile(io.BytesIO(whole(out.files["tests.zip"]))) as archive:
        names = {name: archive.read(name).decode().strip() for name in archive.namelist()}
    tree: Any = load(whole(out.files["init.yml"]), Path("init.yml"))
    total, batches = 0.0, list[bool]()
    for entry in tree["test_cases"]:
        passed = all(names[str(test["in"])] not in failed for test in entry.get("batched", [entry]))
        runs = all(batches[number - 1] for number in entry.get("dependencies", []))
        if "batched" in entry:
            batches.append(passed and runs)
        if not passed and not entry["points"]:
            break
        total += entry["points"] * (passed and runs)
    return total


def score_of_polygon(out: ExportedPackage, failed: Collection[str]) -> float:
    root = fromstring(whole(out.files["problem.xml"]))
    tests = [
        (whole(out.files[f"tests/{at:02}" if f"tests/{at:02}" in out.files else f"tests/{at}"]), test)
        for at, test in enumerate(root.iter("test"), 1)
    ]
    groups = {str(group.get("name")): group for group in root.iter("group")}
    fails = {test.get("group") for name, test in tests if name.decode().strip() in failed}

    def counts(name: str) -> bool:
        others = [str(each.get("group")) for each in groups[name].iter("dependency")]
        return all(other not in fails and counts(other) for other in others)

    total = 0.0
    for name, test in tests:
        group = test.get("group")
        whole_group = group and groups[group].get("points-policy") == "complete-group"
        passed = group not in fails if whole_group else name.decode().strip() not in failed
        total += float(test.get("points", 0)) * (passed and (not group or counts(group)))
    return total


def score_of_icpc(out: ExportedPackage, failed: Collection[str]) -> float:
    def fails(folder: str) -> list[bool]:
        inputs = [file for file in out.files if file.startswith(f"data/{folder}/") and file.endswith(".in")]
        return [whole(out.files[file]).decode().strip() in failed for file in inputs]

    total = 0.0
    for path in out.files:
        folder = path.removeprefix("data/").removesuffix("/test_group.yaml")
        if path.endswith("/test_group.yaml") and folder != "secret":
            tree, own = stated(out, path), fails(folder)
            passed = 1 - sum(own) / len(own) if tree["score_aggregation"] == "sum" else not any(own)
            runs = not any(any(fails(other)) for other in tree.get("require_pass", []))
            total += tree["max_score"] * passed * runs
    return total


COUNTS: dict[str, Callable[[ExportedPackage, Collection[str]], float]] = {
    "dmoj": score_of_dmoj,
    "polygon": score_of_polygon,
    "icpc": score_of_icpc,
}


@pytest.mark.parametrize("target", ["dmoj", "polygon", "icpc", "kattis", "cms"])
@pytest.mark.parametrize("groups", [pytest.param(each, id=name) for name, each in GROUPS.items()])
def test_a_package_counts_as_the_problem_or_the_export_says_what_it_cannot(
    tmp_path: Path, target: str, groups: Groups
) -> None:
    out = exported(tmp_path, target, write(groups), NAMES)
    notes = [line for line in out.left if any(note in line for note in NOTES)]
    assert len(notes) == len({*notes})
    if not any(required for _, _, required in groups.values()):
        assert not notes
    if target not in COUNTS:
        assert bool(notes) == any(required for _, _, required in groups.values())
    elif not notes:
        every = chain.from_iterable(combinations(NAMES, size) for size in range(len(NAMES) + 1))
        found = {failed: COUNTS[target](out, failed) for failed in every}
        assert found == {failed: own_score(groups, failed) for failed in found}


def test_dmoj_depends_on_batches_and_on_first_tests_alone(tmp_path: Path) -> None:
    def notes(name: str) -> list[str]:
        return [
            line
            for line in exported(tmp_path / name, "dmoj", write(GROUPS[name]), NAMES).left
            if "requires" in line
        ]

    assert not any(notes(name) for name in ("in turn", "all on a group without points"))
    line = "b*: counts without some of the tests that it requires: a*"
    assert [notes(name) for name in ("on a sum", "a sum on a group", "a sum on a sum")] == [[line]] * 3
