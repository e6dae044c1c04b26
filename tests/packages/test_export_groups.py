"""Groups in packages of other tools: they count alike, or a line says what does not."""

import io
from collections.abc import Callable, Collection, Mapping
from itertools import chain, combinations
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

import pytest
from helpers import make_result
from msgspec.structs import replace
from test_export import problem_in, stated
from test_export_points import exported, problem_of

from judge.model.cells import group_cells
from judge.model.verdicts import Verdict
from judge.packages.out.parts import ExportedPackage
from judge.packages.out.problem import Problem
from judge.packages.out.targets import TARGETS
from judge.platform.files import whole
from judge.scoring.scores import score_of
from judge.yaml.document import load

NAMES = ("a1", "a2", "b1", "b2", "sample-1")
# The points of a problem's groups: of each test, or of the whole group if all of it is accepted.
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
    """Return the groups of a case file. The points of a sum are for all of its tests together."""
    return ", ".join(
        f'"{pattern}": {{points: {points * (2 if count == "sum" and "*" in pattern else 1)}, count: {count}, '
        f"requires: {required}}}"
        for pattern, (points, count, required) in groups.items()
    )


def own_score(problem: Problem, failed: Collection[str]) -> float:
    results = []
    for case in problem.cases:
        assert case.worth
        is_right = whole(case.input).decode().strip() not in failed
        result = make_result(case=case.id, verdict=Verdict.AC if is_right else Verdict.WA)
        points = case.worth.points if is_right else case.worth.rejected_points
        results.append(replace(result, worth=case.worth, points=points))
    score = score_of(group_cells(results))
    assert score
    return score.points


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


def score_of_cms(out: ExportedPackage, failed: Collection[str]) -> float:
    """Count as CMS does: a subtask has its points if all of its tests are accepted."""
    subtasks: list[tuple[float, list[bool]]] = []
    for line in whole(out.files["gen/GEN"]).decode().splitlines():
        kind, _, value = line.partition(": ")
        if kind == "#ST":
            subtasks.append((float(value), []))
        else:
            subtasks[-1][1].append(whole(out.files[value]).decode().strip() in failed)
    return sum(points for points, fails in subtasks if not any(fails))


COUNTS: dict[str, Callable[[ExportedPackage, Collection[str]], float]] = {
    "dmoj": score_of_dmoj,
    "polygon": score_of_polygon,
    "icpc": score_of_icpc,
    "cms": score_of_cms,
}


def notes(out: ExportedPackage) -> list[str]:
    found = [line for line in out.left if any(note in line for note in NOTES)]
    assert len(found) == len({*found})
    return found


def require_same_scores(problem: Problem, target: str, out: ExportedPackage) -> None:
    """Require the points of the problem for each set of failed tests, unless a line says what differs."""
    if not notes(out) and target in COUNTS:
        names = [whole(case.input).decode().strip() for case in problem.cases]
        every = chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))
        found = {failed: COUNTS[target](out, failed) for failed in every}
        assert found == {failed: pytest.approx(own_score(problem, failed)) for failed in found}


@pytest.mark.parametrize("groups", [pytest.param(each, id=name) for name, each in GROUPS.items()])
def test_required_groups_count_in_a_package_or_the_export_says_what_it_cannot(
    tmp_path: Path, groups: Groups
) -> None:
    problem = problem_of(tmp_path, write(groups), NAMES)
    requires = any(required for _, _, required in groups.values())
    for target in ("dmoj", "polygon", "icpc", "kattis", "cms"):
        out = TARGETS[target](problem)
        require_same_scores(problem, target, out)
        assert requires or not notes(out)
        assert not requires or target in ("dmoj", "polygon", "icpc") or notes(out)


def test_dmoj_depends_on_batches_and_on_first_tests_alone(tmp_path: Path) -> None:
    def lines(name: str) -> list[str]:
        return notes(exported(tmp_path / name, "dmoj", write(GROUPS[name]), NAMES))

    assert not any(lines(name) for name in ("in turn", "all on a group without points"))
    line = "b*: counts without some of the tests that it requires: a*"
    assert [lines(name) for name in ("on a sum", "a sum on a group", "a sum on a sum")] == [[line]] * 3


# The folders of a package with points, each with one or two tests, and what testdata.yaml states there.
NESTED = ("sample/1", "secret/low/1", "secret/low/2", "secret/high/1")
OWN = "on_reject: break\naccept_score: {points}\ngrader_flags: {flags}\n"


def nested(root: Path, whole: str, secret: str, own: str) -> Problem:
    """A problem whose groups are the folders of a package of Kattis, with these lines in testdata.yaml."""
    files = {f"sum/{name}.{kind}": f"{name}\n" for name in NESTED for kind in ("in", "ans")}
    configs = {
        "sum/testdata.yaml": whole,
        "sum/secret/testdata.yaml": secret,
        "sum/sample/testdata.yaml": "on_reject: continue\naccept_score: 0\n",
        "sum/secret/low/testdata.yaml": OWN.format(points=30, flags=own),
        "sum/secret/high/testdata.yaml": OWN.format(points=70, flags=own),
    }
    return problem_in(
        root, **{"sum.yaml": 'problem: A+B\ncompare: kattis\ntests: "**/*.in"\n', **files, **configs}
    )


@pytest.mark.parametrize("own", ["min", "sum", "min accept_if_any_accepted", "max"])
@pytest.mark.parametrize(
    "secret", ["", "first_error accept_if_any_accepted", "always_accept", "min", "accept_if_any_accepted max"]
)
@pytest.mark.parametrize("stops", ["continue", "break"])
def test_nested_groups_count_alike_in_a_package_or_the_points_are_left_out(
    tmp_path: Path, stops: str, secret: str, own: str
) -> None:
    for at, flags in enumerate(("ignore_sample", "", "always_accept")):
        lines = (
            f"on_reject: {each}\ngrader_flags: {flag}\n" for each, flag in ((stops, flags), (stops, secret))
        )
        problem = nested(tmp_path / str(at), *lines, own)
        for target in COUNTS:
            require_same_scores(problem, target, TARGETS[target](problem))


@pytest.mark.parametrize("target", COUNTS)
@pytest.mark.parametrize("flags", ["ignore_sample", "always_accept"])
def test_points_are_kept_if_a_group_that_is_not_accepted_has_none_anyway(
    tmp_path: Path, target: str, flags: str
) -> None:
    """The groups of problemtools' example `oddecho` are like these."""
    upper = "on_reject: continue\ngrader_flags: {}\n"
    problem = nested(tmp_path, upper.format(flags), upper.format("first_error accept_if_any_accepted"), "min")
    out = TARGETS[target](problem)
    assert not notes(out)
    assert COUNTS[target](out, ["secret/low/1"]) == 70


def test_secret_tests_that_count_together_do_so_in_a_package_of_the_icpc(tmp_path: Path) -> None:
    files = {f"sum/{name}.{kind}": f"{name}\n" for name in NESTED for kind in ("in", "ans")}
    config = "max_score: 100\nscore_aggregation: pass-fail\n"
    places = ("secret", "secret/low", "secret/high")
    configs = {f"sum/{place}/test_group.yaml": config for place in places}
    sheet = {"sum.yaml": 'problem: A+B\ncompare: kattis\ntests: "**/*.in"\n'}
    out = TARGETS["icpc"](problem_in(tmp_path, **sheet, **files, **configs))
    assert not notes(out)
    for place in places:
        assert stated(out, f"data/{place}/test_group.yaml") == {
            "max_score": 100,
            "score_aggregation": "pass-fail",
        }
