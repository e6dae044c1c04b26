"""`judge doctor` reports what is installed and how to install the rest, without the user's name."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from helpers import (
    JUDGE,
    REPOSITORY,
    as_ordinary_user,
    environment,
    run_here,
    run_judge,
    write_project,
)

from judge import __version__
from judge.commands.doctor import EXTRAS, remedy
from judge.platform import machine
from judge.running import keeper_client
from judge.running.keeper_client import LEVELS
from judge.running.languages.rows import own_rows

WORKS = "in short    `judge run` works"
# Only a long word such as a path may exceed the width.
WIDTH = 80


def sentences(told: str) -> dict[str, str]:
    """Return the sentence of each name, as one line."""
    found: dict[str, str] = {}
    for line in told.splitlines():
        if named := re.fullmatch(r" {0,2}([a-zA-Z._]+|in short) {2,}(\S.*)", line):
            name, found[named[1]] = named[1], named[2]
        elif line.startswith("    "):
            found[name] += f" {line.strip()}"
    return found


def test_without_a_project_all_of_this_machine_is_told(tmp_path: Path) -> None:
    done = run_here("doctor", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    told = sentences(done.stdout)
    assert told["judge"] == __version__
    assert told["in short"] == "`judge run` works"
    assert told["default"].startswith("works")
    assert told.keys() >= {
        "Python",
        "system",
        "kernel",
        "processor",
        "clock",
        "cache",
        *LEVELS,
        *own_rows(),
        *EXTRAS,
    }
    # A label and a path that fits no line may be longer.
    long = (line for line in done.stdout.splitlines() if len(line) > WIDTH)
    assert [line for line in long if len(line.split()) > 2] == []
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
def test_what_is_missing_is_told_with_the_way_to_get_it(tmp_path: Path) -> None:
    done = run_here("doctor", cwd=tmp_path, env={"PATH": str(tmp_path)})
    assert done.returncode == 0
    told = sentences(done.stdout)
    rows = {name: row for name, row in own_rows().items() if row.run}
    assert rows
    for name, row in rows.items():
        assert (
            told[name] == f"{row.builds[0][0] if row.builds else row.run[0]} is not installed: {row.install}"
        )
    assert told["strict"].endswith("bubblewrap is not installed: apt-get install bubblewrap")
    assert told["launcher"] == "not built, so programs start more slowly: apt-get install gcc"


def test_the_extras_are_those_of_the_package_but_for_those_of_its_own_work(tmp_path: Path) -> None:
    stated = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {*EXTRAS} == stated.keys() - {"test", "browser", "dev"}


@pytest.mark.slow
def test_the_languages_of_a_project_are_asked_too(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={})
    (tmp_path / "pyproject.toml").write_text(
        '[tool.judge.languages.nim]\nsuffixes = [".nim"]\nrun = "no-nim {file}"\ninstall = "ask the cat"\n'
    )
    told = sentences(run_here("doctor", cwd=tmp_path).stdout)
    assert told["nim"] == "no-nim is not installed: ask the cat"
    (tmp_path / "pyproject.toml").write_text("[tool.judge]\nno = 1\n")
    done = run_here("doctor", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.startswith("pyproject.toml: expected in [tool.judge]")
    assert "nim" not in sentences(done.stdout)


@pytest.mark.slow
def test_each_setting_is_listed_with_its_file(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", solutions={})
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    none = sentences(run_here("doctor", cwd=project, env=env).stdout)["none"]
    assert f"{tmp_path}/judge/config.toml" in none
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / "config.toml").write_text('compare = "exact"\ntime_factor = {python = 2}\n')
    (project / "pyproject.toml").write_text('[tool.judge]\ncompare = "tokens"\n')
    told = sentences(run_here("doctor", cwd=project, env=env).stdout)
    assert told["compare"] == "tokens (pyproject.toml)"
    assert told["time_factor.python"] == f"2 ({tmp_path}/judge/config.toml)"


def test_where_no_program_runs_the_reason_is_told_and_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper_client, "SANDBOX", tmp_path)
    done = run_here("doctor", cwd=tmp_path)
    assert done.returncode == 1
    told = sentences(done.stdout)
    assert told["in short"].startswith("`judge run` does not work: ")
    assert "__main__.py" in told["in short"]
    assert {told[name] for name in own_rows()} == {"not asked: no program runs"}


@pytest.mark.slow
def test_a_home_stands_as_a_tilde_and_is_not_named(tmp_path: Path) -> None:
    home = tmp_path / "anna"
    home.mkdir()
    changes = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "kept")}
    done = run_judge("doctor", cwd=tmp_path, env=changes)
    assert sentences(done.stdout)["cache"] == "~/kept/judge"
    assert "anna" not in done.stdout


@pytest.mark.slow
def test_it_works_without_a_home_and_with_nothing_on_the_path(tmp_path: Path) -> None:
    around = {**environment(), "PATH": "/nonexistent"}
    for name in ("HOME", "XDG_CACHE_HOME"):
        around.pop(name, None)
    done = subprocess.run([*JUDGE, "doctor"], cwd=tmp_path, env=around, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith(WORKS)


@pytest.mark.slow
def test_an_ordinary_user_is_told_the_same() -> None:
    done = as_ordinary_user("from judge.cli import main; raise SystemExit(main(['doctor']))")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().rstrip().endswith(WORKS)
    assert "as an ordinary user" in done.stdout.decode()


@pytest.mark.parametrize(
    ("name", "forbids", "allows"),
    [
        ("kernel.unprivileged_userns_clone", "0", "1"),
        ("kernel.apparmor_restrict_unprivileged_userns", "1", "0"),
        ("user.max_user_namespaces", "0", "10000"),
    ],
)
@pytest.mark.parametrize("filtered", [False, True])
def test_what_keeps_namespaces_from_users_is_told_as_it_should_be(
    name: str, forbids: str, allows: str, filtered: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "is_filtered", lambda: filtered)
    setting = tmp_path.joinpath(*name.split("."))
    setting.parent.mkdir()
    setting.write_text(f"{forbids}\n")
    assert remedy(tmp_path) == f": sysctl -w {name}={allows}"
    setting.write_text(f"{allows}\n")
    assert ("podman" in remedy(tmp_path), remedy(tmp_path) == "") == (filtered, not filtered)
