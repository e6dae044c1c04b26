"""The floors of the house: no module imports from a higher one, and inside a floor only along the arrows."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import REPOSITORY

# A floor is a set of chains; inside a chain each may import those before it.
FLOORS = (
    (("model",), ("errors",)),
    (("yamltree",), ("sudoku", "formats", "compare")),
    (("cases",), ("sandbox", "runner", "languages", "solutions"), ("files",), ("project",)),
    (("workers", "engine"),),
    (("console",), ("reports",)),
    (("commands", "cli", "__main__"),),
)
SHOW = 4
FOREIGN = {"yaml": "yamltree", "rich": "console"}
MODULES = sorted((REPOSITORY / "judge").rglob("*.py"))
IDS = [path.relative_to(REPOSITORY).as_posix() for path in MODULES]


def imported(source: str, package: str) -> Iterator[str]:
    """The full names of what a source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = (
                ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            )
            base = ".".join(part for part in (base, node.module) if part)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def allowed(unit: str) -> set[str]:
    """The units that a unit may import from."""
    for number, floor in enumerate(FLOORS):
        for chain in floor:
            if unit in chain:
                below = FLOORS[: 2 if number == SHOW else number]
                units = {name for lower in below for names in lower for name in names}
                return units | set(chain[: chain.index(unit) + 1])
    raise AssertionError(f"judge.{unit} stands on no floor")


def forbidden(source: str, unit: str, package: str = "judge") -> list[str]:
    """What a source of `unit` imports and may not."""
    found = []
    for name in imported(source, package):
        top, _, rest = name.partition(".")
        if (top == "judge" and rest.partition(".")[0] not in {*allowed(unit), "__version__"}) or FOREIGN.get(
            top, unit
        ) != unit:
            found.append(name)
    return found


def unit_of(path: Path) -> str:
    return path.relative_to(REPOSITORY / "judge").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_a_module_imports_from_lower_floors_only(path: Path) -> None:
    if unit_of(path) == "__init__":
        assert list(imported(path.read_text(), "judge")) == []
    else:
        package = ".".join(path.relative_to(REPOSITORY).parent.parts)
        assert forbidden(path.read_text(), unit_of(path), package) == []


def test_every_unit_of_the_plan_that_stands_has_one_floor() -> None:
    units = [unit for floor in FLOORS for chain in floor for unit in chain]
    assert len(units) == len(set(units))
    assert {unit_of(path) for path in MODULES} <= {*units, "__init__"}


@pytest.mark.parametrize("path", sorted((REPOSITORY / "solutions").rglob("*.py")), ids=lambda path: path.name)
def test_a_solution_could_be_pasted_into_the_site(path: Path) -> None:
    assert not [name for name in imported(path.read_text(), "solutions") if name.partition(".")[0] == "judge"]


@pytest.mark.parametrize(
    ("source", "unit", "found"),
    [
        pytest.param("from judge.cli import main", "model", ["judge.cli.main"], id="upwards"),
        pytest.param("import judge.cli", "model", ["judge.cli"], id="upwards, another way"),
        pytest.param("from judge import cli", "model", ["judge.cli"], id="upwards, a third way"),
        pytest.param("from .cli import main", "model", ["judge.cli.main"], id="upwards, from here"),
        pytest.param("def f():\n    from judge import cli", "model", ["judge.cli"], id="upwards, hidden"),
        pytest.param(
            "from judge.compare import decide", "formats", ["judge.compare.decide"], id="against the arrow"
        ),
        pytest.param("from judge.sudoku import Grid", "formats", [], id="along the arrow"),
        pytest.param(
            "from judge.cases import load_cases", "solutions", ["judge.cases.load_cases"], id="no arrow"
        ),
        pytest.param(
            "from judge.runner import Runner", "console", ["judge.runner.Runner"], id="a report that runs"
        ),
        pytest.param("from judge.compare import visible", "console", [], id="a report that compares"),
        pytest.param("from rich.text import Text", "engine", ["rich.text.Text"], id="rich elsewhere"),
        pytest.param("import yaml", "cases", ["yaml"], id="yaml elsewhere"),
        pytest.param("from judge import __version__", "reports", [], id="the version"),
    ],
)
def test_a_wrong_import_is_found(source: str, unit: str, found: list[str]) -> None:
    assert forbidden(source, unit) == found
