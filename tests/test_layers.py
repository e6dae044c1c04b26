"""The layers stated in pyproject.toml, the independence of solutions, and the names of tests."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from helpers import REPOSITORY
from importlinter.cli import lint_imports


@pytest.mark.slow
def test_a_room_imports_lower_ones_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(REPOSITORY)
    code = lint_imports(no_cache=True)
    assert code == 0, capsys.readouterr().out


def imported(source: str) -> set[str]:
    """Return the top names of all imports of a source, wherever they are; "" for relative ones."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0] if not node.level else "")
    return found


@pytest.mark.slow
def test_no_private_module_of_another_package_is_imported() -> None:
    """The package's next version may remove it."""
    wrong = [
        (path.name, name)
        for path in (REPOSITORY / "judge").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else [])
        + ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
        if "._" in name
    ]
    assert wrong == []


@pytest.mark.parametrize("path", sorted((REPOSITORY / "solutions").rglob("*.py")), ids=lambda path: path.name)
def test_a_solution_could_be_pasted_into_the_site(path: Path) -> None:
    assert not imported(path.read_text()) & {"judge", ""}


def test_no_two_files_of_tests_have_one_name_by_which_pytest_would_import_them() -> None:
    names = Counter(path.name for path in (REPOSITORY / "tests").rglob("test_*.py"))
    assert [name for name, number in names.items() if number > 1] == []
