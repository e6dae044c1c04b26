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


# The JDK has files of all these names.
SAME_AS_IN_THE_JDK = ["Formatter", "Average", "Main", "Integer"]


@pytest.mark.parametrize("module", ["java.base", "java.base@17.0.2", "jdk.proxy1"])
@pytest.mark.parametrize("name", SAME_AS_IN_THE_JDK)
def test_frames_of_a_library_keep_their_names(name: str, module: str, tmp_path: Path) -> None:
    path = tmp_path / "Lea Lang" / f"{name}.java"
    path.parent.mkdir()
    path.write_text(f"public class {name} {{}}\n")
    (solution,) = load_solutions(path.parent)
    library = "".join(
        f"\tat {module}/java.util.{one}.format({one}.java:2689)\n" for one in (*SAME_AS_IN_THE_JDK, "String")
    )
    others = f"\tat lib.Other.f(Other.java:1)\n{library}"
    text = f"Exception: x\n{others}\tat {name}.main({name}.java:5)\n{others}"
    wanted = f"Exception: x\n{others}\tat {name}.main({path}:5)\n{others}"
    assert name_own_file(text.encode(), solution).decode() == wanted


def test_each_file_of_a_program_has_its_own_path(tmp_path: Path) -> None:
    folder = tmp_path / "average"
    folder.mkdir()
    (folder / "Main.java").write_text("public class Main { static void main(String[] a) { Helper.f(); } }\n")
    (folder / "Helper.java").write_text("class Helper { static void f() {} }\n")
    (solution,) = load_solutions(tmp_path)
    text = b"\tat Helper.f(Helper.java:1)\n\tat Main.main(Main.java:1)\n"
    wanted = f"\tat Helper.f({folder}/Helper.java:1)\n\tat Main.main({folder}/Main.java:1)\n"
    assert name_own_file(text, solution).decode() == wanted


def test_of_a_long_stack_trace_the_exception_and_the_own_frames_are_shown(tmp_path: Path) -> None:
    need("javac")
    source = """public class Sum {
    static void tell(int x) {
        String.format("%d", "no");
    }
    public static void main(String[] a) {
        tell(1);
    }
}
"""
    project = write_project(tmp_path, solutions={"Lea Lang/Sum.java": source}, cases={"sum.yaml": A_PLUS_B})
    done = run_here("run", cwd=project)
    first, *frames = [line.strip() for line in done.stdout.splitlines() if line.startswith("  stderr")]
    assert "java.util.IllegalFormatConversionException: d != java.lang.String" in first
    assert [frame.split("  at ")[-1].split("\tat ")[-1] for frame in frames] == [
        "Sum.tell(solutions/Lea Lang/Sum.java:3)",
        "Sum.main(solutions/Lea Lang/Sum.java:6)",
    ]


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
