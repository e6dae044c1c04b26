"""Imported problems have a plan of the tests that the package's generators make, for `judge generate`."""

import shutil
from pathlib import Path

import pytest
from helpers import run_here, write_files, write_project
from polygons import FILES, GENERATOR, SUM, generated, manual, problem_xml, write_package

from judge.packages.package import Package, Recipe
from judge.packages.recipe_plans import add_plan

TESTS = [manual(), generated("gen 2 5", group="big"), generated("gen 3 7", group="big")]
RECIPE = Recipe(program="files/gen.py", words=("2", "5"))


def imported(root: Path) -> Path:
    """Return a project with the problem of a package of Polygon with three tests, two of them generated."""
    write_package(root / "package", problem_xml(TESTS), FILES | {"tests/01.a": "3\n"})
    project = write_project(root / "project", solutions={}, cases={})
    done = run_here("import", "../package", cwd=project)
    assert done.returncode == 0, done.stderr
    return project


def test_the_tests_of_an_imported_package_of_polygon_are_up_to_date(tmp_path: Path) -> None:
    project = imported(tmp_path)
    plan = (project / "cases/sum-of-all/generators.yaml").read_text()
    assert "solution: /submissions/accepted/sum.py" in plan
    assert "files/gen.py 2 5" in plan
    done = run_here("generate", "--check", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 planned tests: 2 same; answers by sum-of-all/accepted/sum.py; 1 test not in" in done.stdout


def test_a_changed_generator_changes_its_tests_and_no_other(tmp_path: Path) -> None:
    project = imported(tmp_path)
    generator = GENERATOR.replace("print(n)\n", "step += n == 3\nprint(n)\n")
    write_files(project, {"cases/sum-of-all/files/gen.py": generator})
    done = run_here("generate", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "sum-of-all/big/03: changed, in, a"
    assert "1 changed, 1 same" in done.stdout
    assert (project / "cases/sum-of-all/big/03.in").read_text() == "3\n0 8 16\n"
    assert (project / "cases/sum-of-all/big/03.a").read_text() == "24\n"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"files/gen.py": None}, "expected one of the generators "),
        ({"files/gen.py": f"{GENERATOR}raise SystemExit('no luck')\n"}, "got exit code 1: no luck"),
        ({"generators.yaml": "data: {'03': files/gen.py 1 1, '03': files/gen.py 1 2}\n"}, "each key once"),
    ],
    ids=["a generator is missing", "a generator crashes", "a test is planned twice"],
)
def test_a_broken_plan_is_one_line_and_the_tests_stay(
    tmp_path: Path, files: dict[str, str | None], told: str
) -> None:
    project = imported(tmp_path)
    place = project / "cases/sum-of-all"
    before = {path: path.read_bytes() for path in place.rglob("*.in")}
    for name, text in files.items():
        if text is None:
            (place / name).unlink()
        else:
            write_files(place, {name: text})
    done = run_here("generate", cwd=project)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert told in line
    assert {path: path.read_bytes() for path in place.rglob("*.in")} == before


@pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
def test_the_plan_of_a_library_checker_problem_calls_generators_by_numbers_and_with_their_flags(
    tmp_path: Path,
) -> None:
    write_files(
        tmp_path / "plus",
        {
            "info.toml": "title = 'A'\ntimelimit = 2.0\n[[tests]]\nname = 'random.cpp'\nnumber = 2\n",
            "gen/random.cpp": '#include <cstdio>\nint main(int, char** v) { printf("2\\n1 %s\\n", v[1]); }\n',
            "checker.cpp": "int main() {}\n",
            "sol/correct.py": SUM,
        },
    )
    project = write_project(tmp_path / "project", solutions={}, cases={})
    done = run_here("import", "../plus", cwd=project)
    assert done.returncode == 0, done.stderr
    flags = (project / "cases/plus.yaml").read_text()
    changed = '#include <cstdio>\nint main(int, char** v) { printf("2\\n%d %s\\n", FIRST, v[1]); }\n'
    write_files(project, {"cases/plus/files/random.cpp": changed})
    stated = flags.replace("random.cpp: -O2", "random.cpp: -DFIRST=4 -O2")
    assert stated != flags
    write_files(project, {"cases/plus.yaml": stated})
    done = run_here("generate", cwd=project)
    assert "plus: 2 planned tests: 2 changed" in done.stdout, done.stdout + done.stderr
    assert (project / "cases/plus/random_01.in").read_text() == "2\n4 1\n"
    assert (project / "cases/plus/random_01.out").read_text() == "5\n"


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(program="files/gen.py", written="2"),
        Recipe(program="files/gen.py", input=b"5"),
        Recipe(program="files/gen.py", words=("{seed}",)),
    ],
    ids=["it writes a file", "it reads an input", "its words have braces"],
)
def test_a_call_that_no_plan_can_say_leaves_the_problem_without_one(recipe: Recipe) -> None:
    package = Package(name="p", origin="", calls={"1": RECIPE, "2": recipe})
    add_plan(package)
    assert package.tests == {}
