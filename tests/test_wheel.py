"""The wheel: its files, and the judge installed from it on every Python version that it names.

`.ci/run` builds it and sets JUDGE_DIST to its folder.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest
from helpers import ADDS, REPOSITORY, write_project

from judge import __version__

BUILT = Path(os.environ.get("JUDGE_DIST", ""))
NAME = f"byte_judge-{__version__}"
pytestmark = pytest.mark.skipif("JUDGE_DIST" not in os.environ, reason="no wheel is built: see .ci/run")

_STATED = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["classifiers"]
VERSIONS = [name for line in _STATED if "." in (name := line.rpartition(" :: ")[2]) and name[0] == "3"]


def package() -> set[str]:
    """Return the files of the package that git tracks."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "judge"], cwd=REPOSITORY, capture_output=True, check=True
    )
    return {name.decode() for name in listed.stdout.split(b"\0") if name}


def test_the_wheel_holds_the_package_and_nothing_else() -> None:
    with ZipFile(BUILT / f"{NAME}-py3-none-any.whl") as wheel:
        names = set(wheel.namelist())
    about = {name for name in names if name.startswith(f"{NAME}.dist-info/")}
    assert names - about == package() | {f"{NAME}.data/scripts/judge"}
    assert {PurePosixPath(name).name for name in about} == {
        "METADATA",
        "WHEEL",
        "entry_points.txt",
        "LICENSE",
        "RECORD",
    }


def test_the_source_distribution_holds_what_the_wheel_is_made_of() -> None:
    with tarfile.open(BUILT / f"{NAME}.tar.gz") as archive:
        names = {member.name.removeprefix(f"{NAME}/") for member in archive if member.isfile()}
    beside = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "PKG-INFO", ".gitignore"}
    assert names == package() | beside | {"bin/judge"}


def interpreter(version: str) -> Path:
    """Return a Python of this version. Skip the test if none is installed."""
    own = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python3"))
    found = [
        *own,
        *map(Path, filter(None, [shutil.which(f"python{version}", path="/usr/bin:/usr/local/bin")])),
    ]
    if not found:
        pytest.skip(f"Python {version} is not installed")
    return found[-1]


@pytest.mark.parametrize("version", VERSIONS)
def test_it_is_installed_in_an_empty_environment_and_judges(version: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "project", solutions={"adds.py": ADDS})
    around = {"PATH": f"{tmp_path}/venv/bin:/usr/bin:/bin", "HOME": str(tmp_path)}
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}

    def told(*words: str, said: str = "") -> str:
        done = subprocess.run(
            words, cwd=project, env={**around, **pip}, input=said, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    told(str(interpreter(version)), "-m", "venv", "--without-pip", str(tmp_path / "venv"))
    # Python compiles the few modules that it loads.
    install = ("install", "-q", "--no-compile", *map(str, BUILT.glob("*.whl")))
    told(sys.executable, "-m", "pip", "--python", str(tmp_path / "venv"), *install)
    assert told("judge", "--version") == f"judge {__version__}\n"
    sheet = told("judge", "doctor")
    assert f"CPython {version}." in sheet
    assert sheet.endswith("`judge run` works\n")
    assert told("judge", "try", "solutions/adds.py", said="20 22\n") == "42\n"
    assert "1 passed" in told("judge", "run")
