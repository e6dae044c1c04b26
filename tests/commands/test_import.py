"""`judge import` writes whole problems or nothing, and reports what they contain."""

import os
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from helpers import A_PLUS_B, ADDS, before_line, calls_in, run_here, write_files, write_project

from judge.cases.project import Project
from judge.packages import imports
from judge.packages.imports import put_into
from judge.platform.errors import InputErrors
from judge.platform.writing import move_new

TAKEN = "expected a new path, got one that exists; choose another name or remove it"


def a_folder(place: Path) -> Path:
    tests = {"1.in": "1 2\n", "1.out": "3\n", "more/2.in": "3 4\n", "more/2.out": "7\n"}
    return write_files(place, tests)


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def inodes(folder: Path) -> dict[str, int]:
    """All that is there by its path, with what tells it from a copy."""
    return {path.relative_to(folder).as_posix(): path.lstat().st_ino for path in folder.rglob("*")}


def test_what_was_imported_is_judged(tmp_path: Path) -> None:
    project = write_project(tmp_path / "home", solutions={"sum.py": ADDS}, cases={"b.yaml": A_PLUS_B})
    a_folder(tmp_path / "sum")
    done = run_here("import", "../sum", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "sum, tests in files: 2 tests, no program, 2s and 256MiB, rule lines\n"
    again = run_here("run", "sum", cwd=project)
    assert again.returncode == 0
    assert "sum.py" in again.stdout
    assert everything(project / "cases" / "sum") == everything(tmp_path / "sum")


def test_where_there_is_no_project_its_folders_are_made(tmp_path: Path) -> None:
    a_folder(tmp_path / "x" / "sum")
    assert run_here("import", "sum", "--into", "two-sums", cwd=tmp_path / "x").returncode == 0
    assert (tmp_path / "x" / "cases" / "two-sums" / "more" / "2.in").read_text() == "3 4\n"


@pytest.mark.parametrize("name", ["cases/sum", "cases/sum.yaml", "cases/sum.yml"])
def test_nothing_is_overwritten(name: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "home", solutions={"a.py": ADDS}, cases={"b.yaml": A_PLUS_B})
    (project / name).write_text("mine")
    before = everything(project)
    done = run_here("import", str(a_folder(tmp_path / "sum")), cwd=project)
    assert done.returncode == 2
    assert done.stderr == f"{name}: {TAKEN}\n"
    assert everything(project) == before


@pytest.mark.parametrize(
    ("source", "words", "fault"),
    [
        ("empty", [], "empty: expected a problem of one of the origins "),
        ("nothing", [], "nothing: expected a folder or a ZIP that can be read, got: No such file"),
        ("loop", [], "loop: expected a folder or a ZIP that can be read, got: Too many levels"),
        ("wrong", ["--into", "foo"], "wrong/problem.yaml:1: expected "),
        ("sum", ["--root", "none"], "none: expected a folder, got none"),
        ("sum", ["--into", "../x"], "--into: expected a name of letters"),
    ],
)
def test_what_cannot_be_taken_is_one_line(source: str, words: list[str], fault: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    a_folder(tmp_path / "sum")
    others = ("data/secret/1.in", "data/secret/1.ans", "submissions/accepted/a.py")
    write_files(tmp_path / "wrong", {"problem.yaml": "- name\n", **dict.fromkeys(others, "")})
    before = everything(tmp_path)
    done = run_here("import", source, *words, cwd=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(fault)
    assert everything(tmp_path) == before


def made_of(place: Path, *names: str) -> Project:
    for name in names:
        (place / name).mkdir(parents=True)
        (place / name / "x").write_text(name)
    return Project(root=place, solutions=place / "solutions", cases=place / "cases")


def test_of_problems_that_cannot_all_be_moved_none_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = made_of(tmp_path / "made", "cases/a", "cases/b", "solutions/a")
    home = made_of(tmp_path / "home", "cases/c", "solutions/c")
    before = everything(tmp_path / "home")
    move = shutil.move

    def full(source: Path, to: Path, **options: Any) -> None:
        if source.parent.name == "solutions":
            raise OSError(28, "No space left on device")
        move(source, to, **options)

    monkeypatch.setattr(shutil, "move", full)
    with pytest.raises(InputErrors, match="home: expected a folder that can be written, got: No space left"):
        put_into(made, home)
    assert everything(tmp_path / "home") == before
    monkeypatch.undo()
    (home.cases / "b").write_text("mine")
    with pytest.raises(InputErrors, match="cases/b: expected a new path, got one that exists"):
        put_into(made_of(tmp_path / "more", "cases/a", "cases/b", "solutions/a"), home)
    assert everything(tmp_path / "home") == {**before, "cases/b": b"mine"}


def test_what_is_copied_from_another_disk_has_no_name_that_a_run_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = made_of(tmp_path / "made", "cases/a", "solutions/a")
    home = made_of(tmp_path / "home")
    seen = []

    def move(source: Path, to: Path, copy_function: Callable[[str, str], str]) -> None:
        seen.append(to.relative_to(home.root).parts[1])
        shutil.copytree(source, to, copy_function=copy_function)

    monkeypatch.setattr(shutil, "move", move)
    assert put_into(made, home) == [home.cases / "a", home.solutions / "a"]
    assert seen
    assert all(name.startswith(".") for name in seen)


APPEARING: dict[str, Callable[[Path], object]] = {
    "a file": lambda path: path.touch(exist_ok=False),
    "an empty folder": Path.mkdir,
    "a folder": lambda path: [path.mkdir(), (path / "mine").touch()],
    "a link to nothing": lambda path: path.symlink_to("nothing"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("cases/a", "an empty folder"),
        ("cases/a.yaml", "a file"),
        ("cases/a.yaml", "a link to nothing"),
        ("solutions/a", "a file"),
        ("solutions/a", "a folder"),
    ],
)
def test_what_appears_during_an_import_stays_and_nothing_is_imported(
    name: str, kind: str, tmp_path: Path
) -> None:
    """Whichever line of the import runs next when it appears."""
    for line in count(1):
        made = made_of(tmp_path / f"{line}/made", "cases/a", "solutions/a")
        (made.cases / "a.yaml").write_text("problem: A\n")
        home = made_of(tmp_path / f"{line}/home", "cases/c", "solutions/c")
        came: list[dict[str, int]] = []

        def act(home: Project = home, came: list[dict[str, int]] = came) -> None:
            with suppress(FileExistsError):
                APPEARING[kind](home.root / name)
                came.append(inodes(home.root))

        before, refused = inodes(home.root), ""
        with before_line(line, act, imports.put_into, imports._move_all, move_new):
            try:
                put_into(made, home)
            except InputErrors as error:
                refused = str(error)
        if not came:  # it was too late
            assert inodes(home.root).items() > before.items()
            assert line > 20
            break
        assert refused == f"{home.root / name}: {TAKEN}"
        assert inodes(home.root) == {
            path: inode for path, inode in came[0].items() if path in before or path.startswith(name)
        }


def test_a_full_disk_ends_the_copying_with_one_line(tmp_path: Path, little_disk: Path) -> None:
    """Another disk than that of the cache."""
    (little_disk / "home").mkdir()
    for number in range(9):
        write_files(tmp_path / "sum", {f"{number}.in": "1\n" * 200_000, f"{number}.out": "1\n"})
    done = run_here("import", tmp_path / "sum", cwd=little_disk / "home")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cases: expected a folder that can be written, got: No space left on device\n"
    assert not list((little_disk / "home").iterdir())


def test_a_zip_is_taken_as_its_folder(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "sum")
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as archive:
        for name, data in everything(folder).items():
            archive.writestr(name, data)
    assert run_here("import", "packed.zip", cwd=tmp_path).returncode == 0
    assert everything(tmp_path / "cases" / "packed") == everything(folder)


@pytest.mark.parametrize("words", [["import", "sum"], ["new", "more"], ["listen", "--port", "1"]])
def test_nothing_is_put_into_a_package(words: list[str], tmp_path: Path) -> None:
    a_folder(tmp_path / "sum")
    (tmp_path / "problem.yaml").write_text("name: Sum\n")
    before = everything(tmp_path)
    done = run_here(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "expected a project, got a package, into which nothing is written\n"
    assert everything(tmp_path) == before


@pytest.mark.slow
@pytest.mark.parametrize("form", ["{}", "{}/tests/1", "in/{}"])
def test_the_work_of_an_import_grows_as_the_number_of_its_files(form: str, tmp_path: Path) -> None:
    """Tests of one problem, tests of as many problems, and tests in folders of inputs and answers."""

    def work(number: int) -> int:
        names = [form.format(f"p{each}") for each in range(number)]
        files = dict.fromkeys([f"{name}.in" for name in names], "1 2\n")
        files |= dict.fromkeys([f"{name.replace('in/', 'out/')}.out" for name in names], "3\n")
        write_files(tmp_path / f"{number}" / "sum", files)
        (tmp_path / f"{number}" / "home").mkdir()

        def act() -> None:
            assert run_here("import", "../sum", cwd=tmp_path / f"{number}" / "home").returncode == 0

        return calls_in(act)

    work(1)
    assert work(160) < 2.2 * work(80)


def test_an_import_asks_little_of_each_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    for name in ("stat", "lstat", "access", "mkdir"):
        call = getattr(os, name)

        def counted(*words: Any, name: str = name, call: Callable[..., Any] = call, **options: Any) -> Any:
            asked[name] += 1
            return call(*words, **options)

        monkeypatch.setattr(os, name, counted)
    for number in range(200):
        write_files(tmp_path / "sum", {f"{number}.in": "1 2\n", f"{number}.out": "3\n"})
    (tmp_path / "home").mkdir()
    asked.clear()
    assert run_here("import", "../sum", cwd=tmp_path / "home").returncode == 0
    assert asked["stat"] + asked["lstat"] < 400 * 3
    assert asked["access"] <= 400 + 50
    assert asked["mkdir"] < 50
