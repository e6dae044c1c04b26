"""Settings come from the user's own file, and what a project states replaces them."""

import json
from pathlib import Path

import pytest
from helpers import A_PLUS_B, run_here, write_files, write_project

from judge.cases.settings import Settings, read_settings
from judge.model.cases import LOOSE
from judge.packages.place import find_project
from judge.platform.errors import InputErrors


@pytest.fixture
def users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's file, without content."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "config" / "judge" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("")
    return path


def with_project(folder: Path, table: str) -> Settings:
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_text(f"[tool.judge]\n{table}")
    return read_settings(folder)


def test_without_files_the_defaults_hold(users: Path, tmp_path: Path) -> None:
    users.unlink()
    settings = read_settings(tmp_path)
    assert (settings.solutions, settings.cases, settings.compare) == ("solutions", "cases", LOOSE)
    assert (settings.testlib, settings.stated, settings.has_table) == (None, (), False)


def test_a_setting_of_the_project_replaces_the_users(users: Path, tmp_path: Path) -> None:
    users.write_text('compare = "exact"\nsolutions = "mine"\ntestlib = "lib/testlib.h"\n')
    settings = with_project(tmp_path / "project", 'compare = "tokens"\n')
    assert (settings.compare, settings.solutions) == ("tokens", "mine")
    assert settings.testlib == users.parent / "lib/testlib.h"
    assert [(each.name, each.path.name) for each in settings.stated] == [
        ("compare", "pyproject.toml"),
        ("solutions", "config.toml"),
        ("testlib", "config.toml"),
    ]


@pytest.mark.parametrize("is_own", [False, True], ids=["the user's file", "the project's file"])
def test_a_tilde_is_the_home(
    is_own: bool, users: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    stated = 'testlib = "~/lib/testlib.h"\n'
    users.write_text("" if is_own else stated)
    assert with_project(tmp_path, stated if is_own else "").testlib == tmp_path / "home/lib/testlib.h"


def test_languages_are_changed_key_by_key(users: Path, tmp_path: Path) -> None:
    users.write_text(
        'time_factor = {python = 2, java = 3}\n[languages.cpp]\nflags = ["-O1"]\ndebug = ["-g"]\n'
        '[languages.awk]\nsuffixes = [".awk"]\nrun = "awk -f {folder}/{file}"\n'
    )
    project = 'time_factor = {java = 1}\n[tool.judge.languages.cpp]\nflags = ["-O3"]\n'
    languages = with_project(tmp_path / "project", project).languages
    assert (languages[".cpp"].flags, languages[".cpp"].debug) == (("-O3",), ("-g",))
    assert languages[".awk"].run[0] == "awk"
    assert (languages[".py"].time_factor, languages[".java"].time_factor) == (2, 1)


@pytest.mark.parametrize("kind", ["a project", "loose programs"])
def test_they_hold_for_projects_and_for_loose_programs(kind: str, users: Path, tmp_path: Path) -> None:
    users.write_text("[time_factor]\npython = 3\n")
    root = tmp_path / "here"
    if kind == "a project":
        write_project(root, solutions={"a.py": "print(sum(map(int, input().split())))\n"})
    else:
        root.mkdir()
        write_files(root, {"a.py": "print(3)\n", "test/1.in": "1 2\n", "test/1.out": "3\n"})
    assert find_project(root).languages[".py"].time_factor == 3
    env = {"XDG_CONFIG_HOME": str(users.parents[1])}
    assert run_here("run", "--json", tmp_path / "out.json", cwd=root, env=env).returncode == 0
    (result,) = json.loads((tmp_path / "out.json").read_text())["results"]
    assert result["time_factor"] == 3


def test_loose_programs_have_the_settings_of_their_own_folder(users: Path, tmp_path: Path) -> None:
    users.write_text('compare = "exact"\n')
    write_files(tmp_path, {"a.py": "print(3)\n", "1.in": "", "1.out": "3\n"})
    assert find_project(tmp_path).compare == "exact"
    (tmp_path / "pyproject.toml").write_text('[tool.judge]\ncompare = "tokens"\n')
    assert find_project(tmp_path).compare == "tokens"


@pytest.mark.parametrize("key", ["solutions", "cases"])
@pytest.mark.parametrize("is_own", [False, True], ids=["the user's file", "the project's file"])
def test_a_table_next_to_programs_makes_a_project_only_if_it_names_its_folders(
    key: str, is_own: bool, users: Path, tmp_path: Path
) -> None:
    root = write_files(tmp_path / "here", {"a.py": "print(3)\n", "1.in": "", "1.out": "3\n"})
    stated = f'{key} = "mine"\n'
    users.write_text("" if is_own else stated)
    (root / "pyproject.toml").write_text(f'[tool.judge]\ncompare = "tokens"\n{stated if is_own else ""}')
    if is_own:
        with pytest.raises(InputErrors, match="expected a folder, got none"):
            find_project(root)
    else:
        project = find_project(root)
        assert (project.programs, project.compare) == ((root / "a.py",), "tokens")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("compare = 'exakt'\n", "compare in config.toml: "),
        ("comparison = 'exact'\n", "expected in config.toml a folder as "),
        ("solutions = 3\n", "expected in config.toml a folder as "),
        ("languages = 3\n", "expected in [languages.NAME] tables"),
        ("[languages.cpp]\nflag = []\n", "expected in [languages.cpp] one of the keys"),
        ("time_factor = 3\n", "expected in config.toml a table of languages as `time_factor`"),
        ("time_factor = {python = 0}\n", "expected in config.toml a number from 0.001 to 1000"),
        ("[", "expected TOML, got a fault"),
    ],
)
def test_a_fault_names_the_users_file(text: str, message: str, users: Path, tmp_path: Path) -> None:
    users.write_text(text)
    with pytest.raises(InputErrors) as raised:
        read_settings(tmp_path)
    (fault,) = raised.value.faults
    assert fault.path == users
    assert fault.message.startswith(message)
    env = {"XDG_CONFIG_HOME": str(users.parents[1])}
    write_project(tmp_path / "project", solutions={"a.py": ""}, cases={"sum.yaml": A_PLUS_B})
    done = run_here("run", cwd=tmp_path / "project", env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
