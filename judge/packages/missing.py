"""Tests that cannot be generated: the package is read without them, and says why they are missing."""

from collections.abc import Collection, Mapping
from pathlib import Path
from posixpath import dirname

import msgspec

from judge.model.groups import group_by
from judge.packages.folders import Folder
from judge.packages.package import Package
from judge.platform.errors import Fault, counted

_FILE = "missing.json"


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """The reason why a test cannot be generated: the program to blame, the line, and what is wrong."""

    program: str
    line: int
    message: str

    def fault(self, package: Package, folder: Folder) -> Fault:
        """Return the reason as a fault, with the path that the folder shows."""
        source = package.tools.get(self.program) or package.programs.get(self.program)
        elsewhere = source if isinstance(source, Path) else folder.shown / self.program
        shown = (folder.shown / name for name, path in folder.files.items() if path == source)
        return Fault(next(shown, elsewhere), self.line, self.message)


def keep_reasons(reasons: Mapping[str, Reason], place: Path) -> None:
    """Write the reasons next to the generated tests. Raises OSError."""
    (place / _FILE).write_bytes(msgspec.json.encode(reasons))


def read_reasons(place: Path) -> dict[str, Reason]:
    """Read the reasons that `keep_reasons` wrote. Raises OSError."""
    return msgspec.json.decode((place / _FILE).read_bytes(), type=dict[str, Reason])


def get_test_name(name: str) -> str:
    """Return the test that a file of tests belongs to: its path without the suffix."""
    return name.rpartition(".")[0]


def list_missing(tests: Mapping[str, Fault]) -> list[Fault]:
    """Return a line for each file to blame: the number of missing tests, and the reason of the first.

    `tests` maps each missing test to its reason.
    """
    lines = []
    for first, *others in group_by(tests, lambda test: tests[test].path).values():
        path, line, reason = tests[first]
        lines.append(Fault(path, line, f"{counted(1 + len(others), 'test')} missing, from {first}: {reason}"))
    return lines


def drop_tests(package: Package, tests: Collection[str]) -> None:
    """Remove the files of these tests, and groups without tests. Keep all groups if no test is left."""
    package.tests = {
        name: source for name, source in package.tests.items() if get_test_name(name) not in tests
    }
    if package.tests and (groups := package.stated.pop("groups", None)):
        folders = {dirname(name) for name in package.tests}
        if kept := {name: group for name, group in groups.items() if name in folders}:
            package.stated["groups"] = kept
