"""The packages that the judge needs, and the command that installs an extra."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from helpers import REPOSITORY

from judge.commands.doctor import EXTRAS
from judge.platform import installed
from judge.platform.installed import by_extra, name_of, version_of


def test_requirements_stand_by_their_extras() -> None:
    stated = [
        "msgspec>=0.19",
        "PyYAML",
        "a-b_c.d[more]~=1.0; extra == 'plot'",
        'jinja2>=3.1; python_version < "4" and extra == "html"',
        "colorama; sys_platform == 'win32'",
    ]
    assert by_extra(stated) == {
        "": ("msgspec>=0.19", "PyYAML", "colorama"),
        "plot": ("a-b_c.d[more]~=1.0",),
        "html": ("jinja2>=3.1",),
    }


def test_a_requirement_names_a_package() -> None:
    assert [*map(name_of, ("a-b_c.d[more]~=1.0", "msgspec>=0.19", "PyYAML"))] == [
        "a-b_c.d",
        "msgspec",
        "PyYAML",
    ]


def test_a_package_that_is_missing_has_no_version() -> None:
    assert version_of("msgspec")
    assert version_of("no-such-package-of-ours") == ""


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_command_for_an_extra_names_packages_that_an_index_has(extra: str) -> None:
    stated = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    pip, install, *packages = shlex.split(installed.command_for(extra))
    assert (pip, install, sorted(packages)) == ("pip", "install", sorted(stated[extra]))


def test_the_command_of_a_judge_that_is_not_installed_names_its_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(installed, "PACKAGE", "no-such-package-of-ours")
    assert installed.command_for("html") == shlex.join(["pip", "install", f"{REPOSITORY}[html]"])


def test_nothing_tells_to_install_the_judge_from_an_index() -> None:
    """No index has it: `pip install byte-judge` fails, and so does `byte-judge[html]`."""
    told = re.compile(r"pip install [^`\n]*\bbyte-judge\b")
    around = [REPOSITORY / "Containerfile", REPOSITORY / ".ci" / "run", *REPOSITORY.glob("*.md")]
    below = (REPOSITORY / folder for folder in ("docs", "judge", "tests"))
    files = [
        path
        for folder in below
        for path in folder.rglob("*")
        if path.suffix in (".md", ".py", ".toml", ".html")
    ]
    found = [path for path in (*around, *files) if path != Path(__file__) and told.search(path.read_text())]
    assert found == []
