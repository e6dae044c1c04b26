"""Messages about a package that is judged in place name its own files, never the judge's copies."""

from pathlib import Path

import pytest
from helpers import need, run_here, table_rows, write_files

PACKAGE = {
    "problem.yaml": "name: Echo\n",
    ".timelimit": "2\n",
    "data/sample/1.in": "1\n",
    "data/sample/1.ans": "1\n",
    "data/secret/2.in": "2\n",
    "data/secret/2.ans": "2\n",
    "submissions/accepted/a.py": "print(input())\n",
    "submissions/wrong_answer/b.py": "print(7)\n",
}
CHECKED = {"problem.yaml": "name: Echo\nvalidation: custom\n"}


def package(tmp_path: Path, **files: str) -> Path:
    return write_files(tmp_path / "echo", PACKAGE | files)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            "import sys\nprint(1 +)\n", ":2: expected a program that compiles, got: ", id="compiles"
        ),
        pytest.param("1 // 0\n", ": ", id="crashes"),
        pytest.param("import os\nos._exit(7)\n", ": ", id="another exit code"),
    ],
)
def test_a_checker_that_fails_is_named_by_its_path_in_the_package(
    source: str, expected: str, tmp_path: Path
) -> None:
    root = package(tmp_path, **CHECKED, **{"output_validators/v/check.py": source})
    for where, path in ((root, "output_validators"), (tmp_path, "echo/output_validators")):
        done = run_here("run", "--root", root.relative_to(where), cwd=where)
        assert f" expected AC: {path}/v/check.py{expected}" in " ".join(done.stdout.split())
        assert "build-" not in done.stdout


@pytest.mark.parametrize("command", ["run", "show"])
@pytest.mark.parametrize(
    ("name", "source", "place"),
    [("b.py", "print(1 // 0)\n", 'File "{}", line 1'), ("b.cpp", "int main() { return x; }\n", "{}:1:21")],
)
def test_a_submission_that_fails_is_named_by_its_path_in_the_package(
    name: str, source: str, place: str, command: str, tmp_path: Path
) -> None:
    if name == "b.cpp":
        need("g++")
    root = package(tmp_path, **{f"submissions/wrong_answer/{name}": source})
    for where, path in ((root, "submissions"), (tmp_path, "echo/submissions")):
        done = run_here(command, name, "--root", root.relative_to(where), cwd=where)
        assert place.format(f"{path}/wrong_answer/{name}") in done.stdout
        assert "build-" not in done.stdout


def test_a_validator_that_does_not_compile_is_named_with_its_first_error(tmp_path: Path) -> None:
    root = package(tmp_path, **{"input_validators/v.py": "import sys\nif sys\n"})
    done = run_here("check", cwd=root)
    assert done.returncode == 2
    assert done.stderr.startswith("input_validators/v.py:2: expected a program that compiles, got: ")
    assert done.stderr.count("\n") == 1


def test_a_header_that_does_not_compile_is_named_itself(tmp_path: Path) -> None:
    need("gcc")
    files = {"input_validators/v.c": '#include "h.h"\nint main(void) { return 0; }\n'}
    root = package(tmp_path, **files, **{"input_validators/h.h": "\n\nint a = wrong;\n"})
    done = run_here("check", cwd=root)
    assert done.stderr.startswith("input_validators/h.h:3: expected a program that compiles, got: error: ")


def test_an_input_behind_a_link_is_named_by_its_own_path(tmp_path: Path) -> None:
    refuses = "import sys\nprint('no')\nsys.exit(43)\n"
    root = package(tmp_path, **{"input_validators/v.py": refuses})
    for suffix in ("in", "ans"):
        (root / f"data/secret/3.{suffix}").symlink_to(f"2.{suffix}")
        (root / f"data/secret/4.{suffix}").symlink_to(f"3.{suffix}")
    (root / "data/secret/more").symlink_to("../sample")
    found = run_here("check", cwd=root).stderr.splitlines()
    places = ["data/sample/1", *(f"data/secret/{name}" for name in ("2", "3", "4", "more/1"))]
    assert found == [f"{place}.in: expected an input that v.py takes, got a refusal: no" for place in places]


@pytest.mark.parametrize(
    "word",
    [
        *("accepted/a.py", "accepted/a", "a", "a.py", "echo/accepted/a.py", "accepted/*", "accepted"),
        *("accepted/", "submissions/accepted/a.py"),
    ],
)
def test_a_program_of_a_package_is_found_without_the_name_of_the_problem(word: str, tmp_path: Path) -> None:
    root = package(tmp_path)
    done = run_here("run", "--root", root, word, cwd=tmp_path)
    assert table_rows(done.stdout) == ["echo/accepted/a.py: 2 AC"], done.stderr
