"""Problems of one source get distinct names, imported or judged in place."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from polygons import FILES, manual, problem_xml, write_package
from test_cms import FILES as TASK
from test_cms import write_task

from judge import load
from judge.cases.case_file import reject_id
from judge.model.cases import Case
from judge.packages.imports import open_import
from judge.packages.names import make_name, make_names_distinct
from judge.packages.package import Package
from judge.platform.files import whole


def polygon(root: Path) -> None:
    for place, numbers in (("one", "1 2"), ("two", "3 4")):
        files = {**FILES, "tests/01": f"2\n{numbers}\n"}
        write_package(root / "problems" / place, problem_xml([manual()]), files)
    (root / "contest.xml").write_text("<contest/>\n")


def cms(root: Path) -> None:
    for place, numbers in (("one", "1 2"), ("two", "3 4")):
        write_task(root / place, {**TASK, "gen/sample.txt": f"2\n{numbers}\n"})
    (root / "contest.yaml").write_text("tasks: [one, two]\n")


def acc(root: Path) -> None:
    tasks = [{"directory": {"path": f"{place}/a"}} for place in ("one", "two")]
    root.mkdir()
    (root / "contest.acc.json").write_text(json.dumps({"tasks": tasks}))
    for place, numbers in (("one", "1 2"), ("two", "3 4")):
        (root / place / "a/tests").mkdir(parents=True)
        (root / place / "a/a.py").write_text(FILES["solutions/sum.py"])
        (root / place / "a/tests/1.in").write_text(f"2\n{numbers}\n")
        (root / place / "a/tests/1.out").write_text("3\n")


def inputs(cases: tuple[Case, ...]) -> dict[str, bytes]:
    return {case.id: whole(case.input) for case in cases}


@pytest.mark.parametrize(
    ("write", "first"), [(polygon, "sum-of-all/01"), (cms, "sums/subtask1/000"), (acc, "a/1")]
)
def test_problems_that_would_be_called_alike_are_numbered_in_a_project_and_in_their_place(
    write: Callable[[Path], None], first: str, tmp_path: Path
) -> None:
    write(tmp_path / "contest")
    problem, _, test = first.partition("/")
    with open_import(tmp_path / "contest") as found:
        names = [package.name for package in found.packages]
        there = inputs(tuple(found.cases))
    assert names == [problem, f"{problem}-2"]
    assert (there[first], there[f"{problem}-2/{test}"]) == (b"2\n1 2\n", b"2\n3 4\n")
    assert inputs(load(tmp_path / "contest").cases) == there


@given(st.lists(st.sampled_from(["sum", "sum-2", "SUM", "A. Sum", "a-sum", "和", "", "x" * 70, "x" * 60])))
def test_whatever_problems_are_called_each_gets_a_name_of_its_own_that_it_can_have(names: list[str]) -> None:
    packages = [Package(name=name, origin="") for name in names]
    make_names_distinct(packages)
    found = [package.name for package in packages]
    assert len({*found}) == len(found)
    assert not any(map(reject_id, found))
    for name, new in zip(names, found, strict=True):
        assert new.startswith(make_name(name) or "problem")
