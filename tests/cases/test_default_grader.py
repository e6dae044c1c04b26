"""Points of packages with sheets `testdata.yaml`, against a slow reading of what problemtools does.

Sources: https://github.com/Kattis/problemtools, `problemtools/judge/submission_judge.py` and
`support/default_grader/default_grader`.
"""

from collections.abc import Mapping as AnyMapping
from pathlib import Path
from typing import Any

from helpers import make_case, make_result
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.cases.group_config import GroupConfigs
from judge.cases.points import with_points
from judge.model.cells import group_cells
from judge.model.verdicts import Verdict
from judge.scoring.scores import score_of
from judge.yaml.tree import File, Mapping

FOLDER = Path("/cases/p")
TESTS = ("sample/1", "secret/z", "secret/a/1", "secret/a/2", "secret/a-b/1", "secret/b/c/1", "secret/b/d")
FOLDERS = ("sample", "secret", "secret/a", "secret/a-b", "secret/b", "secret/b/c")
Sheet = AnyMapping[str, Any]
# The verdict and the points of a test or a group.
Graded = tuple[str, float]

_flags = st.lists(
    st.sampled_from(["sum", "min", "max", "avg", "first_error", "always_accept", "accept_if_any_accepted"]),
    max_size=2,
)
_sheets = st.fixed_dictionaries(
    {},
    optional={
        "on_reject": st.sampled_from(["break", "continue"]),
        "grader_flags": _flags.map(" ".join),
        "accept_score": st.integers(1, 5),
        "reject_score": st.integers(-2, 1),
    },
)
_roots = st.builds(
    lambda sheet, ignores: {
        "accept_score": 1,
        **sheet,
        "grader_flags": f"{sheet.get('grader_flags', '')}, {ignores}",
    },
    _sheets,
    st.sampled_from(["", "ignore_sample"]),
)


_inner = st.dictionaries(st.sampled_from(FOLDERS), _sheets)


def default_grader(results: list[Graded], flags: list[str]) -> Graded:
    verdicts, points = [verdict for verdict, _ in results], [each for _, each in results]
    if "ignore_sample" in flags:
        verdicts, points = verdicts[-1:], points[-1:]
    modes = [flag for flag in flags if flag in ("first_error", "worst_error", "no_errors", "always_accept")]
    counts = [flag for flag in flags if flag in ("sum", "min", "max", "avg")]
    accepts = ("accept_if_any_accepted" in flags and "AC" in verdicts) or modes[-1:] == ["always_accept"]
    verdict = "AC" if accepts else next((each for each in verdicts if each != "AC"), "AC")
    whole = {"sum": sum(points), "min": min(points), "max": max(points), "avg": sum(points) / len(points)}
    return verdict, whole[[*counts, "sum"][-1 if not counts else len(counts) - 1]]


def graded(folder: str, inherited: Sheet, sheets: AnyMapping[str, Sheet], failed: set[str]) -> Graded:
    """Return the result of problemtools for a folder of tests."""
    config = {**inherited, **sheets.get(folder, {})}
    start = f"{folder}/" if folder else ""
    below = {name.removeprefix(start) for name in TESTS if name.startswith(start)}
    children = sorted({name.partition("/")[0] + ("" if "/" in name else ".ans") for name in below})
    results: list[Graded] = []
    for child in children:
        if child.endswith(".ans"):
            is_right = start + child.removesuffix(".ans") not in failed
            key, default = ("accept_score", 1.0) if is_right else ("reject_score", 0.0)
            results.append(("AC" if is_right else "WA", float(config.get(key, default))))
        else:
            # Only the root may ignore the sample: the others have flags of their own.
            flags = config.get("grader_flags", "").replace("ignore_sample", "")
            results.append(graded(start + child, {**config, "grader_flags": flags}, sheets, failed))
        if results[-1][0] != "AC" and config.get("on_reject", "break") == "break":
            break
    return default_grader(results, config.get("grader_flags", "").replace(",", " ").split())


@given(root=st.just({}) | _roots, inner=_inner, failed=st.sets(st.sampled_from(TESTS), max_size=3))
def test_points_are_those_of_problemtools(root: Sheet, inner: dict[str, Sheet], failed: set[str]) -> None:
    sheets = {"": root, "secret": {"range": "-9 99"}} | inner
    sheets["secret"] = {"range": "-9 99"} | sheets["secret"]
    own = {FOLDER / name: _mapping(sheet) for name, sheet in sheets.items()}
    cases = [replace(make_case(id=f"p/{name}"), path=FOLDER / f"{name}.in", line=0) for name in TESTS]
    counted = with_points(cases, File(FOLDER), Mapping(0), GroupConfigs(FOLDER, own, {}))
    results = []
    for case in counted:
        is_right = case.id.removeprefix("p/") not in failed
        assert case.worth
        points = case.worth.points if is_right else case.worth.rejected_points
        verdict = Verdict.AC if is_right else Verdict.WA
        results.append(replace(make_result(case=case.id, verdict=verdict), points=points, worth=case.worth))
    verdict, points = graded("", {}, sheets, failed)
    score = score_of(group_cells(results))
    assert score
    assert abs(score.points - (points if verdict == "AC" else 0)) < 1e-9


def _mapping(sheet: Sheet) -> Mapping:
    tree = Mapping(1)
    tree |= sheet
    return tree
