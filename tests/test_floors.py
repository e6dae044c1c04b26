"""The floors of the house: no module imports from a higher one, and inside a floor only along the arrows."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import REPOSITORY

# A floor is made of chains; a module may import those before it in its chains.
FLOORS = (
    (("model", "results"), ("errors",)),
    (
        ("yamltree",),
        ("sudoku", "formats", "mistakes", "compare", "profiles", "mutants"),
        ("sudoku", "generate"),
        ("stats", "timings", "standings"),
        ("limits",),
        ("units",),
    ),
    (
        ("places", "sandbox", "keepers", "runner", "languages", "solutions"),
        ("memfiles", "runner"),
        ("files", "solutions", "expectations"),
        ("files", "puzzles", "cases"),
        ("cores", "puzzles"),
        ("state", "puzzles"),
        ("state", "journal"),
        ("files", "project"),
        ("places", "project"),
    ),
    (("workers", "engine", "field"), ("bench", "field"), ("workers", "engine", "counts"), ("baselines",)),
    (("console",), ("reports",)),
    (
        ("interrupts", "streams", "commands", "speed", "cli", "__main__"),
        ("arguments", "cli"),
        ("pytest_plugin",),
    ),
)
SHOW = 4
FOREIGN = {"yaml": "yamltree", "rich": "console", "matplotlib": "reports", "pytest": "pytest_plugin"}
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


def units(floor: tuple[tuple[str, ...], ...]) -> set[str]:
    return {unit for chain in floor for unit in chain}


def allowed(unit: str) -> set[str]:
    """The units that a unit may import from."""
    (number,) = (number for number, floor in enumerate(FLOORS) if unit in units(floor))
    below = FLOORS[: 2 if number == SHOW else number]
    beside = [chain[: chain.index(unit) + 1] for chain in FLOORS[number] if unit in chain]
    return set().union(*map(units, below), *beside)


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


def test_every_unit_stands_on_one_floor() -> None:
    known = [unit for floor in FLOORS for unit in units(floor)]
    assert len(known) == len(set(known))
    assert {unit_of(path) for path in MODULES} == {*known, "__init__"}


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
