"""Messages name the user's own file, by a path to which an editor can jump."""

import os
from pathlib import Path

import pytest
from helpers import A_PLUS_B, need, run_here, write_project

from judge.running.languages import LANGUAGES
from judge.running.languages.base import name_own_file
from judge.solutions.loader import load_solutions


def named(text: str, path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    (solution,) = load_solutions(path.parent)
    return name_own_file(text.encode(), solution).decode()


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("a.cpp", "main.cpp:3:11: error: no", "{}:3:11: error: no"),
        ("a.cpp", "In file included from main.cpp:1:", "In file included from {}:1:"),
        ("a.cpp", "program: main.cpp:3: int main(): Assertion", "program: {}:3: int main(): Assertion"),
        ("a.rs", " --> main.rs:2:5", " --> {}:2:5"),
        ("a.go", "./main.go:2:5: undefined: x", "{}:2:5: undefined: x"),
        ("A.java", "Main.java:1: error: no", "{}:1: error: no"),
        ("A.java", "at Main.main(Main.java:3)", "at Main.main({}:3)"),
        ("a.py", '  File "a.py", line 3, in <module>', '  File "{}", line 3, in <module>'),
    ],
)
def test_the_name_of_a_build_becomes_the_path(name: str, text: str, wanted: str, tmp_path: Path) -> None:
    path = tmp_path / "some where" / name
    assert named(text, path) == wanted.format(path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "domain.cpp:3: error",
        "lib/main.cpp:3: error",
        "main.cpp is no place",
        "my-main.cpp:1",
        "xmain.cpp:1",
    ],
)
def test_other_files_keep_their_names(text: str, tmp_path: Path) -> None:
    assert named(text, tmp_path / "a.cpp") == text


@pytest.mark.parametrize("suffix", [each for each, language in LANGUAGES.items() if language.file])
def test_a_name_is_replaced_once_whatever_it_is(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"main{suffix}"
    assert named(f"main{suffix}:1: a, main{suffix}:2: b", path) == f"{path}:1: a, {path}:2: b"


@pytest.mark.parametrize("command", [["run"], ["show", "wrong", "small"]])
@pytest.mark.parametrize(
    ("name", "source", "place"),
    [
        ("wrong.py", "def f():\n    return 1 / 0\n\n\nf()\n", 'File "{}", line 5'),
        ("wrong.cpp", "int main() {\n  return x;\n}\n", "{}:2:10: error"),
    ],
)
def test_a_failure_is_shown_with_the_path_from_here(
    name: str, source: str, place: str, command: list[str], tmp_path: Path
) -> None:
    if name.endswith(".cpp"):
        need("g++")
    project = write_project(tmp_path, solutions={name: source}, cases={"sum.yaml": A_PLUS_B})
    done = run_here(*command, cwd=project)
    assert place.format(os.path.join("solutions", name)) in done.stdout  # noqa: PTH118
