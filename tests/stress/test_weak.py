"""`judge weak` as its user starts it: mutants that survive, new tests, and programs that others wrote."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fields import rows
from helpers import REPOSITORY, run_here, write_files, write_project
from msgspec.json import schema

from judge.show.weak_report import WeakDocument

CASES = """\
problem: The first and the last number
time: 10s
cases:
  - id: one
    input: |
      1
      5
    output: |
      5 5
"""
# Each of its mutants fails on any two different numbers.
RIGHT = """\
input()
numbers = input().split()
print(numbers[0], numbers[-1])
"""
LAST = RIGHT.replace("[0]", "[-1]")
GENERATOR = """\
from shapes import called

chance, n = called(100)
print(n)
print(*chance.integers(n, -1000, 1000))
"""
VALIDATOR = """\
n, xs = int(input()), list(map(int, input().split()))
raise SystemExit(42 if 1 <= n == len(xs) <= 100 and all(-1000 <= x <= 1000 for x in xs) else 43)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_files(tmp_path, {"generators/ends.py": GENERATOR, "cases/ends/validator.py": VALIDATOR})
    return write_project(tmp_path, solutions={"right.py": RIGHT}, cases={"ends.yaml": CASES})


def weak(project: Path, *words: str) -> tuple[int, str, dict[str, Any]]:
    """Return the exit code, what was printed, and the document. The search ends when nothing survives."""
    done = run_here("weak", "--seed", "1", "--budget", "60s", "--json", "weak.json", *words, cwd=project)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, json.loads((project / "weak.json").read_text())


def remove_generator(project: Path) -> None:
    (project / "generators" / "ends.py").unlink()


@pytest.mark.slow
def test_survivors_are_rejected_by_a_new_test_which_is_kept(project: Path) -> None:
    code, screen, found = weak(project, "--keep", "two")
    assert code == 0
    survivors = {each["new"] for each in found["mutants"] if not each["killers"]}
    assert survivors == {"print(numbers[-1], numbers[-1])", "print(numbers[0], numbers[-0])"}
    assert "right.py:3: off by one; rejected by new input 1\n  - print(numbers[0], numbers[-1])\n" in screen
    assert "killed by 1 test; 2 killed by a new test (kept)\n" in screen
    assert "kept as two in cases/ends.yaml" in screen
    assert run_here("run", cwd=project).returncode == 0
    remove_generator(project)
    code, screen, again = weak(project)
    assert code == 0
    assert again["tests"] == ["ends/one", "ends/two"]
    assert again["idle"] == []
    assert all(each["killers"] for each in again["mutants"])


@pytest.mark.slow
def test_a_new_test_that_is_not_kept_is_missing(project: Path) -> None:
    code, screen, found = weak(project)
    assert code == 1
    assert len(found["new"]) == 1
    assert "(not kept, see --keep)\n" in screen
    assert (project / "cases" / "ends.yaml").read_text() == CASES


@pytest.mark.slow
def test_an_input_that_rejects_a_wrong_program_is_as_small_as_by_hand(project: Path) -> None:
    write_files(project, {"rejected/last.py": LAST})
    code, screen, found = weak(project, "--with", "rejected")
    assert code == 1
    (new,) = found["new"]
    assert new["input"] in ("2\n0 1\n", "2\n1 0\n")
    assert found["mutants"][0]["name"] == "rejected/last.py"
    assert "0 of 1 wrong program killed by 1 test; 1 killed by a new test" in screen


def test_the_matrix_names_every_test_that_rejects_a_mutant(project: Path) -> None:
    more = "  - id: other\n    input: |\n      1\n      6\n    output: |\n      6 6\n"
    (project / "cases" / "ends.yaml").write_text(CASES + more)
    remove_generator(project)
    _, screen, found = weak(project, "--matrix")
    assert {tuple(each["killers"]) for each in found["mutants"]} == {(), ("ends/one", "ends/other")}
    assert found["idle"] == ["ends/other"]
    assert re.search(r"^ends/other +\d+ +0 *$", screen, re.MULTILINE)
    _, _, found = weak(project)
    assert {tuple(each["killers"]) for each in found["mutants"]} == {(), ("ends/one",)}
    assert found["idle"] == ["ends/other"]


@pytest.mark.slow
def test_an_accepted_program_that_fails_on_a_new_input_is_wrong(project: Path) -> None:
    """Its mutants are not rejected by an input on which it fails itself."""
    turned = RIGHT.replace("numbers[0], numbers[-1]", "numbers[-1], numbers[0]")
    write_files(project, {"solutions/wrong.py": turned})
    code, screen, found = weak(project)
    assert code == 1
    assert found["wrong"] == ["wrong.py"]
    assert "an accepted program fails: wrong.py on this input" in screen


@pytest.mark.slow
def test_a_program_that_fails_a_stored_test_is_not_accepted(project: Path) -> None:
    write_files(project, {"solutions/first.py": "print(input(), 5)\n"})
    done = run_here("weak", "--budget", "1s", cwd=project)
    assert "left out: first.py: WA on ends/one" in done.stderr
    assert "first.py" not in done.stdout
    done = run_here("weak", "first.py", cwd=project)
    assert done.returncode == 2
    assert done.stderr.startswith("expected an accepted program, got first.py: WA on ends/one")


def test_without_a_generator_the_survivors_are_shown(project: Path) -> None:
    remove_generator(project)
    code, screen, found = weak(project)
    assert (code, found["searched"]) == (0, None)
    assert "off by one; survives all tests" in screen
    assert "; 2 alive\n" in screen


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--with", "absent"), "absent: expected a folder, got none"),
        (("--with", "solutions"), "expected a program that should fail, got one that should be right"),
        (("--most", "0"), "--most: expected a number from 1 to 999, got '0'"),
        (("nothing.py",), "expected one of the solutions and problems"),
    ],
)
def test_wrong_words_are_one_line(words: tuple[str, ...], message: str, project: Path) -> None:
    done = run_here("weak", *words, cwd=project)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_program_that_cannot_be_judged_is_named(project: Path) -> None:
    write_files(project, {"rejected/broken.py": "print(\n", "rejected/last.py": LAST})
    code, screen, found = weak(project, "--with", "rejected")
    assert code == 2
    assert "not judged: rejected/broken.py on ends/one: CE" in screen
    assert "1 not judged" in screen
    assert [each["why_unknown"][:2] for each in found["mutants"]] == ["CE", ""]


@pytest.mark.slow
def test_the_schema_and_the_page_know_every_field(project: Path) -> None:
    found = weak(project)[2]
    definitions = schema(WeakDocument)["$defs"]
    page = (REPOSITORY / "docs" / "json.md").read_text()
    del definitions["Machine"]
    for name, entry in (
        ("WeakDocument", found),
        ("MutantEntry", found["mutants"][0]),
        ("NewTestEntry", found["new"][0]),
    ):
        definition = definitions.pop(name)
        assert definition["properties"].keys() == entry.keys()
        head, fields = f"## {name}\n\n{definition['description']}\n\n", "\n".join(rows(definition))
        assert f"{head}| field | type | meaning |\n|---|---|---|\n{fields}\n" in page
    assert not definitions
