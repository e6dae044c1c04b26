"""docs/generators.md: its programs are called as it says, and do what it says; its table has all shapes."""

import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from documents import REPOSITORY, Block, blocks
from helpers import need

from judge.work import shapes
from judge.work.shapes import Chance

PAGE = REPOSITORY / "docs" / "generators.md"
TESTLIB = REPOSITORY.parent / "shared" / "data" / "public" / "testlib"
FILES = {block.lines[0].split()[-1]: block for block in blocks([PAGE])}
GENERATORS = [name for name in FILES if name.startswith("generators/")]


def integers(text: str) -> list[list[int]]:
    return [[*map(int, line.split())] for line in text.splitlines()]


def is_array(text: str, size: int) -> bool:
    (n,), values = integers(text)
    return n == len(values) == size


def is_tree(text: str, size: int) -> bool:
    (n,), *edges = integers(text)
    return n == size and len(edges) == n - 1 and all(1 <= a != b <= n for a, b, _ in edges)


def is_permutations(text: str, size: int) -> bool:
    (count,), *lines = integers(text)
    sizes = [n for (n,) in lines[::2]]
    return (
        sum(sizes) == size
        and len(sizes) == count <= 1000
        and [[*range(1, n + 1)] for n in sizes] == [*map(sorted, lines[1::2])]
    )


LEGAL: Mapping[str, Callable[[str, int], object]] = {
    "generators/sum.py": is_array,
    "generators/sum.cpp": is_array,
    "generators/order.py": is_array,
    "generators/diameter.py": is_tree,
    "generators/permutations.py": is_permutations,
    "generators/strings.cpp": lambda text, size: re.fullmatch(rf"[a-z]{{{size}}}\n", text),
}


@pytest.fixture(params=GENERATORS)
def generator(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, list[str]]:
    """A generator of the page by its name, and the words that call it."""
    name: str = request.param
    return name, program(name, FILES[name], tmp_path)


def program(name: str, block: Block, folder: Path) -> list[str]:
    path = folder / Path(name).name
    path.write_text("\n".join([*block.lines, ""]))
    if path.suffix == ".py":
        shutil.copy(str(shapes.__file__), folder / "shapes.py")
        start = f"import sys; sys.path.append({str(folder)!r}); exec(open({str(path)!r}).read())"
        return [sys.executable, "-I", "-S", "-c", start]
    need("g++")
    if "testlib.h" in path.read_text() and not TESTLIB.is_dir():
        pytest.skip("testlib is not here")
    subprocess.run(["g++", f"-I{TESTLIB}", "-o", str(path.with_suffix("")), str(path)], check=True)
    return [str(path.with_suffix(""))]


def said(command: list[str], *words: int, given: str = "") -> str:
    called = [*command, *map(str, words)]
    return subprocess.run(called, input=given, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.slow
def test_a_generator_of_the_page_prints_what_a_seed_and_a_size_say(generator: tuple[str, list[str]]) -> None:
    name, command = generator
    drawn = [said(command, seed, 60) for seed in (1, 2, 1)]
    assert drawn[0] == drawn[2] != drawn[1]
    for size in (1, 2, 60):
        assert LEGAL[name](said(command, 3, size), size)


def test_a_generator_that_reads_the_hardest_changes_it(tmp_path: Path) -> None:
    command = program("order.py", FILES["generators/order.py"], tmp_path)
    hardest = "5\n50 40 30 20 10\n"
    changed = {said(command, seed, 9, given=hardest) for seed in range(5)}
    assert len(changed) > 1
    assert all(sorted(text.split()) == sorted(hardest.split()) for text in changed)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("1\n0\n", 42),
        ("3\n-1000000000 0 1000000000\n", 42),
        ("3\n1 2\n", 43),
        ("1\n1000000001\n", 43),
        ("1\n01\n", 43),
        ("2\n1  2\n", 43),
        ("1\n1 \n", 43),
        ("1\n1", 43),
        ("0\n\n", 43),
        ("", 43),
    ],
)
def test_the_validator_of_the_page_is_strict(asked: str, code: int, tmp_path: Path) -> None:
    command = program("sum_validator.py", FILES["cases/sum_validator.py"], tmp_path)
    assert subprocess.run(command, input=asked, text=True, timeout=60).returncode == code


def test_the_validator_takes_what_its_generator_prints(tmp_path: Path) -> None:
    generator = program("sum.py", FILES["generators/sum.py"], tmp_path)
    validator = program("sum_validator.py", FILES["cases/sum_validator.py"], tmp_path)
    for size in (1, 2, 3, 1_000_000):
        asked = said(generator, size, size)
        assert subprocess.run(validator, input=asked, text=True, timeout=60).returncode == 42


ROWS = {
    row.split("(")[0].removeprefix("| `"): row
    for row in PAGE.read_text().splitlines()
    if row.startswith("| `")
}


def test_every_shape_has_its_row() -> None:
    assert {*ROWS} == {name for name in vars(Chance) if not name.startswith("_")}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_calls_as_the_signature_says(name: str) -> None:
    (words,) = re.findall(rf"^\| `{name}\((.*?)\)`", ROWS[name])
    parameters = inspect.signature(getattr(Chance, name)).parameters.values()
    positional = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    assert words.split(", ") == [one for one in positional if one not in ("self", "shape")]


# Where a docstring says that another has the names.
ELSEWHERE = {"tree": "parents", "distinct": "integers", "permutation": "integers"}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_names_the_shapes_that_the_docstring_names(name: str) -> None:
    shown = ROWS[name].split(" | ")[-1].removesuffix("|")
    if name == "tree":
        assert shown.strip() == "as `parents`"
        return
    text = re.sub(r"\s\([^)]*\)", "", str(getattr(Chance, ELSEWHERE.get(name, name)).__doc__))
    said = "Orders:" if name in ELSEWHERE else "Shapes:" if "Shapes:" in text else "Values:"
    assert re.findall("`([^`]+)`", shown) == re.findall("`([^`]+)`", text.partition(said)[2])
