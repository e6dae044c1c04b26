"""No grant opens a closed place, however it is spelled, linked or mounted; a tool gets its parts."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers import REPOSITORY, need, write_project
from hypothesis import given
from hypothesis import strategies as st

from judge.cases.project import Project
from judge.packages.place import find_project
from judge.running.places import SYSTEM, cache_folder, discreet, files_of, homes, is_native

PROJECT = Project(
    root=REPOSITORY, solutions=REPOSITORY / "solutions", cases=REPOSITORY / "cases", answers=()
).closed()
CLOSED = sorted({*map(Path, SYSTEM), *homes(), cache_folder(), *PROJECT.whole})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project", solutions={})


def spellings(path: Path) -> st.SearchStrategy[str]:
    """Ways to write an absolute path that lead to the same place."""
    parts = path.resolve().parts[1:]

    @st.composite
    def spelled(draw: st.DrawFn) -> str:
        start = draw(st.sampled_from(("/", "//", "///", "/proc/self/root/", "/./", "/usr/../", "here")))
        if start == "here":
            start = os.path.relpath("/") + "/"
        between = st.sampled_from(("/", "//", "/./", "/.././{}/", "/../{}//"))
        text = start
        for part, following in pairwise((*parts, "")):
            text += part + (draw(between).format(part) if following else "")
        return text + draw(st.sampled_from(("", "/", "/.", "//")) if path.is_dir() else st.just(""))

    return spelled()


def above(place: Path) -> tuple[Path, ...]:
    return place.resolve(), *place.resolve().parents


@pytest.mark.slow
@given(st.data())
def test_a_closed_place_and_all_above_it_are_closed_by_every_spelling(data: st.DataObject) -> None:
    place = data.draw(st.sampled_from([place for place in CLOSED if place.exists()]))
    opening = data.draw(st.sampled_from(above(place)))
    assert PROJECT.opened_by((data.draw(spellings(opening)),)) is not None


@pytest.mark.slow
@given(st.data())
def test_whatever_is_named_as_a_tool_its_parts_open_nothing(data: st.DataObject) -> None:
    tools = [Path(sys.executable), Path(os.path.realpath(sys.executable)), Path("/usr/bin/env")]
    tool = Path(data.draw(st.sampled_from(tools).flatmap(spellings)))
    assert PROJECT.opened_by(files_of(tool, PROJECT)) is None


def test_what_lies_beside_a_closed_place_is_open(project: Path) -> None:
    closed = find_project(project).closed()
    (project / ".venv").mkdir()
    assert closed.opened_by((str(project / ".venv"), "/usr", "/nonexistent", str(project / "gone"))) is None


def test_nothing_in_the_cases_is_granted(project: Path) -> None:
    (project / "cases" / "deep").mkdir()
    closed = find_project(project).closed()
    for grant in ("cases/sum.yaml", "cases/deep"):
        assert closed.opened_by((str(project / grant),)) == (project / "cases").absolute()


def test_cases_that_were_left_for_others_stay_closed(project: Path, tmp_path: Path) -> None:
    (tmp_path / "others").mkdir()
    closed = find_project(project, cases=tmp_path / "others").closed()
    for folder in (project / "cases", tmp_path / "others"):
        assert closed.opened_by((str(folder),)) == folder.absolute()


def test_an_environment_may_lie_beside_cases_without_a_folder(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.judge]\nsolutions = "."\ncases = "."\n')
    (tmp_path / ".venv").mkdir()
    closed = find_project(tmp_path).closed()
    assert closed.opened_by((str(tmp_path / ".venv"),)) is None
    assert closed.opened_by((str(tmp_path),)) == tmp_path.absolute()


@pytest.mark.parametrize("name", ["bin/python", "lib.txt"])
def test_what_an_environment_beside_cases_links_to_is_not_theirs(tmp_path: Path, name: str) -> None:
    project, tool = tmp_path / "project", tmp_path / "tool"
    (project / "env" / "bin").mkdir(parents=True)
    (project / "pyproject.toml").write_text('[tool.judge]\nsolutions = "."\ncases = "."\n')
    (project / "env" / "pyvenv.cfg").touch()
    tool.touch()
    (project / "env" / name).symlink_to(tool)
    assert find_project(project).closed().opened_by((str(tool),)) is None


def test_links_open_what_they_lead_to(project: Path, tmp_path: Path) -> None:
    (project / "out").symlink_to(tmp_path)
    (tmp_path / "in").symlink_to(project / "cases")
    closed = find_project(project).closed()
    for link in (project / "out", tmp_path / "in", tmp_path / "in" / "sum.yaml"):
        assert closed.opened_by((str(link),)) is not None
    (project / "loop").symlink_to("loop")
    assert closed.opened_by((str(project / "loop"),)) is None


def test_cases_that_are_a_link_are_closed_where_they_lie(project: Path, tmp_path: Path) -> None:
    (project / "cases").rename(tmp_path / "elsewhere")
    (project / "cases").symlink_to(tmp_path / "elsewhere")
    closed = find_project(project).closed()
    for grant in (project / "cases", tmp_path / "elsewhere", tmp_path / "elsewhere" / "sum.yaml"):
        assert closed.opened_by((str(grant),)) is not None


def test_a_case_that_is_a_link_is_closed_where_it_lies(project: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (project / "cases" / "sum.yaml").rename(tmp_path / "elsewhere" / "sum.yaml")
    (project / "cases" / "sum.yaml").symlink_to(tmp_path / "elsewhere" / "sum.yaml")
    (project / "cases" / "loop.yaml").symlink_to("loop.yaml")
    closed = find_project(project).closed()
    for grant in (tmp_path / "elsewhere", tmp_path / "elsewhere" / "sum.yaml"):
        assert closed.opened_by((str(grant),)) == project / "cases" / "sum.yaml"


def test_a_test_that_is_a_link_is_closed_where_it_lies(project: Path, tmp_path: Path) -> None:
    answer, link = tmp_path / "answers" / "1", project / "cases" / "sum" / "secret" / "1.ans"
    answer.parent.mkdir()
    answer.touch()
    link.parent.mkdir(parents=True)
    link.symlink_to(answer)
    closed = find_project(project).closed()
    for grant in (answer.parent, answer):
        assert closed.opened_by((str(grant),)) == link


MOUNTED = """
mount --bind {project} {a} && mkdir -p {b}/deep && mount --bind {project}/cases {b}/deep &&
exec {python} -c 'import sys
from pathlib import Path
from judge.packages.place import find_project
closed = find_project(Path(sys.argv[1])).closed()
print([closed.opened_by((grant,)) is not None for grant in sys.argv[2:]])' \
{root} {a} {a}/cases {b} {b}/deep {c} {project}
"""


@pytest.mark.parametrize("root", ["project", "a"])
def test_what_is_mounted_twice_is_closed_twice(project: Path, tmp_path: Path, root: str) -> None:
    need("unshare")
    if os.geteuid() or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        pytest.skip("mounts are not allowed here")
    places = {name: tmp_path / name for name in ("a", "b", "c")}
    for place in places.values():
        place.mkdir()
    words = {"project": project, "python": sys.executable, **places}
    script = MOUNTED.format(root=words[root], **words)
    done = subprocess.run(["unshare", "-m", "sh", "-c", script], cwd=REPOSITORY, capture_output=True)
    assert done.stdout == b"[True, True, True, True, False, True]\n", done.stderr


# the parts of a tool


def native(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy("/bin/true", path)
    return path


def test_of_an_environment_only_what_it_is_made_of_is_granted(project: Path, tmp_path: Path) -> None:
    base = native(tmp_path / "base" / "bin" / "python3")
    (project / "bin").mkdir()
    (project / "bin" / "python").symlink_to(base)
    (project / "pyvenv.cfg").write_text(f"HOME = {base.parent}\n")
    packages = project / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    (project / "lib64").symlink_to("lib")
    assert set(files_of(project / "bin" / "python", find_project(project).closed())) == {
        *map(str, (project / "bin" / "python", project / "pyvenv.cfg", packages)),
        str(project / "lib64" / "python3.11" / "site-packages"),
        str(base),
        str(base.parent.parent),
    }


def test_of_a_closed_prefix_only_the_library_of_python_is_granted(project: Path) -> None:
    tool = native(project / "bin" / "python3")
    library = project / "lib" / "python3.11"
    library.mkdir(parents=True)
    (project / "lib" / "libpython3.11.so.1.0").touch()
    (project / "lib" / "notes").touch()
    closed = find_project(project).closed()
    assert set(files_of(tool, closed)) == {
        *map(str, (tool, library, project / "lib" / "libpython3.11.so.1.0"))
    }
    (project / "conda-meta").mkdir()
    assert set(files_of(tool, closed)) == {str(tool), str(project / "lib")}


@pytest.mark.parametrize("link", ["pyvenv.cfg", "lib/python3.11/site-packages", "lib", "lib/python3.11"])
def test_no_part_is_a_link_that_leads_elsewhere(project: Path, tmp_path: Path, link: str) -> None:
    """The tool is in an environment, or in a closed prefix."""
    private = tmp_path / "private"
    (private / "python3.11" / "site-packages").mkdir(parents=True)
    (private / "pyvenv.cfg").write_text("home = /nonexistent\n")
    tool = native(project / "bin" / "python3")
    if "site-packages" in link:
        (project / "pyvenv.cfg").touch()
    (project / link).parent.mkdir(parents=True, exist_ok=True)
    (project / link).symlink_to(private / ("pyvenv.cfg" if link == "pyvenv.cfg" else ""))
    parts = files_of(tool, find_project(project).closed())
    assert [part for part in parts if Path(part).resolve().is_relative_to(private)] == []


@pytest.mark.parametrize(
    "home",
    [
        pytest.param("", id="none"),
        pytest.param("relative/bin", id="relative"),
        pytest.param("/nonexistent", id="gone"),
        pytest.param("{project}/cases", id="the cases"),
        pytest.param("/root", id="a home"),
    ],
)
def test_an_environment_that_lies_about_its_base_gets_nothing_by_it(project: Path, home: str) -> None:
    tool = native(project / ".venv" / "bin" / "python3")
    configuration = project / ".venv" / "pyvenv.cfg"
    configuration.write_text(f"home = {home.format(project=project)}\n")
    assert set(files_of(tool, find_project(project).closed())) == {str(tool), str(configuration)}


def odd_files(folder: Path) -> Iterator[Path]:
    (folder / "script").write_text("#!/bin/sh\n")
    os.mkfifo(folder / "pipe")
    (folder / "empty").touch()
    (folder / "loop").symlink_to("loop")
    yield from (folder, *(folder / name for name in ("script", "pipe", "empty", "loop", "gone")))


def test_only_machine_code_is_native(tmp_path: Path) -> None:
    assert [path for path in odd_files(tmp_path) if is_native(path)] == []
    assert is_native(Path(os.path.realpath(sys.executable)))


def test_a_closed_place_that_leads_elsewhere_than_before_is_closed_there(
    project: Path, tmp_path: Path
) -> None:
    (project / "cases").rename(tmp_path / "before")
    (tmp_path / "after").mkdir()
    (project / "cases").symlink_to(tmp_path / "before")
    closed = find_project(project).closed()
    assert closed.opened_by((str(tmp_path / "before"),)) is not None
    (project / "cases").unlink()
    (project / "cases").symlink_to(tmp_path / "after")
    assert closed.opened_by((str(tmp_path / "after"),)) == (project / "cases").absolute()


# Texts that are shown to others


@given(
    st.lists(st.sampled_from(("said", "'", ": ", "/", " ", "é", "HOME", "REAL", "/srv/USER")), max_size=12)
)
def test_nobodys_home_or_name_stands_in_a_path(parts: list[str]) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        home = Path(folder, "link")
        Path(folder, "anna").mkdir()
        home.symlink_to("anna")
        patch.setenv("HOME", str(home))
        patch.setenv("USER", "anna")
        words = {"HOME": str(home), "REAL": os.path.realpath(home), "/srv/USER": "/srv/anna"}
        text = " ".join(words.get(part, part) for part in parts)
        assert discreet(text) == " ".join(
            {"HOME": "~", "REAL": "~", "/srv/USER": "/srv/~"}.get(part, part) for part in parts
        )


def test_a_folder_that_is_called_as_its_user_stays_below_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/judge")
    monkeypatch.setenv("USER", "judge")
    assert discreet("/home/judge/.cache/judge") == "~/.cache/judge"
    assert discreet("in '/srv/judge/x', /judge: /judges") == "in '/srv/~/x', /~: /judges"


@pytest.mark.parametrize("text", ["/homely", "anna", "/anna.b/x", "/srv/annabel", "~", "/", ""])
def test_what_only_begins_as_a_home_or_a_name_stays(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home")
    monkeypatch.setenv("USER", "anna")
    assert discreet(text) == text
