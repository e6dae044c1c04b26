"""The search for a project: at --root, here, or in a folder above."""

import os
from pathlib import Path

import pytest
from helpers import write_files

from judge.cases.project import Project
from judge.packages.place import find_project
from judge.platform.errors import InputErrors, JudgeError, UsageError


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project's folder as the current one."""
    monkeypatch.chdir(tmp_path)
    for name in ("solutions", "cases"):
        (tmp_path / name).mkdir()
    return tmp_path


def test_two_folders_are_a_project(here: Path) -> None:
    project = find_project(None)
    assert project == Project(root=Path(), solutions=Path("solutions"), cases=Path("cases"))


def test_a_project_is_found_from_below_in_words_as_short_as_the_users(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(here / "a" / "b")
    assert find_project(None).cases == Path("../../cases")


def test_the_nearest_project_counts(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("inner/solutions", "inner/cases", "inner/cases/deep"):
        (here / name).mkdir(parents=True)
    monkeypatch.chdir(here / "inner" / "cases" / "deep")
    assert find_project(None).root == Path("../..")


@pytest.mark.parametrize("tests", ["test/1.in", "tests/1.in", "1.in"])
def test_programs_with_tests_outside_the_folders_of_a_project_are_nearer_than_it(
    tests: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(here, {"b/a.py": "", "b/gen.py": "", f"b/{tests}": ""})
    monkeypatch.chdir(here / "b")
    project = find_project(None)
    assert (project.root, project.programs) == (Path(), (Path("a.py"),))
    assert project.helpers == (Path("gen.py"),)
    # The answers of the project above stay closed to them.
    assert str(here / "cases") in {os.path.realpath(place) for place in project.closed().sealed}


def test_a_package_outside_the_folders_of_a_project_is_nearer_than_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = {"problem.yaml": "name: Sum\n", "data/secret/1.in": "1\n", "data/secret/1.ans": "1\n"}
    write_files(here, {f"sum/{name}": text for name, text in package.items()})
    write_files(here, {"sum/submissions/accepted/a.py": ""})
    monkeypatch.chdir(here / "sum")
    assert all(find_project(None, words=words).origins for words in ([], ["submissions/accepted/a.py"]))


@pytest.mark.parametrize("folder", ["solutions/ann", "cases/sum", "notes"])
def test_programs_in_the_folders_of_a_project_or_without_tests_are_not(
    folder: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(here, {f"{folder}/a.py": ""} | ({} if folder == "notes" else {f"{folder}/test/1.in": ""}))
    monkeypatch.chdir(here / folder)
    assert not find_project(None).programs


def test_a_folder_with_only_one_of_the_two_is_passed_over(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "inner" / "cases").mkdir(parents=True)
    monkeypatch.chdir(here / "inner")
    assert find_project(None).root == Path("..")


def test_the_root_that_was_asked_for_is_taken_and_no_other(here: Path, tmp_path: Path) -> None:
    assert find_project(tmp_path).cases == tmp_path / "cases"
    (here / "inner").mkdir()
    with pytest.raises(
        UsageError,
        match=r"expected the folders solutions/ and cases/ in inner, or programs there .*, got none",
    ):
        find_project(Path("inner"))


def test_no_project_anywhere_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"here or in a folder above, or programs here .*, got none"):
        find_project(None)


def test_a_table_in_pyproject_names_other_folders(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.judge]\nsolutions = "src"\n')
    for name in ("src", "cases", "solutions"):
        (tmp_path / name).mkdir()
    project = find_project(tmp_path)
    assert (project.solutions, project.cases) == (tmp_path / "src", tmp_path / "cases")


def test_a_pyproject_without_the_table_changes_nothing(here: Path) -> None:
    (here / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.ruff]\nline-length = 110\n')
    assert find_project(None).solutions == Path("solutions")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            '[tool.judge]\nsolutions = "src"\n', "src: expected a folder, got none", id="folder missing"
        ),
        pytest.param(
            "[tool.judge]\n", "solutions: expected a folder, got none", id="table empty, folder missing"
        ),
        pytest.param('[tool.judge]\nsolution = "src"\n', "got solution = 'src'", id="key that is unknown"),
        pytest.param("[tool.judge]\ncases = 3\n", "got cases = 3", id="number for a folder"),
        pytest.param('[tool.judge]\ncases = ["a"]\n', "got cases = ['a']", id="list for a folder"),
        pytest.param("[tool.judge\n", "pyproject.toml:1: expected TOML, got a fault: ", id="no TOML"),
        pytest.param("a = '\udcff'", "pyproject.toml:1: expected TOML, got a fault: ", id="no UTF-8"),
        pytest.param(f"x = {'9' * 5000}", "pyproject.toml: expected TOML, got a fault: ", id="a huge number"),
        pytest.param("tool = 1\n", "pyproject.toml: expected ", id="tool no table"),
        pytest.param("tool.judge = 'x'\n", "pyproject.toml: expected ", id="tool.judge no table"),
        pytest.param("[[tool.judge]]\n", "pyproject.toml: expected ", id="tool.judge an array of tables"),
    ],
)
def test_a_wrong_pyproject_is_a_fault(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "pyproject.toml").write_bytes(text.encode(errors="surrogateescape"))
    (tmp_path / "cases").mkdir()
    with pytest.raises(JudgeError) as caught:
        find_project(tmp_path)
    assert isinstance(caught.value, InputErrors)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path}/")
    assert "\n" not in str(caught.value)


def test_a_file_as_the_root_is_refused_with_what_to_do(here: Path) -> None:
    (here / "sum.zip").write_bytes(b"PK")
    with pytest.raises(InputErrors, match=r"^sum\.zip: expected a folder, got a file; unpack a ZIP"):
        find_project(Path("sum.zip"))
