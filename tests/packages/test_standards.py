"""The standard of C and C++ that a package states for a program is the one that it is built with."""

import shutil
import subprocess
from pathlib import Path

import pytest
from helpers import document_of, run_here, write_files, write_project
from polygons import FILES, manual, problem_xml, write_package

from judge.packages.polygon_types import find_type, find_type_flags
from judge.yaml.document import load

needs_gxx = pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
# Types that Polygon and Codeforces have had, as packages and the tools of others name them.
KINDS = [
    *("cpp.g++", "cpp.g++11", "cpp.g++14", "cpp.g++17", "cpp.g++20", "cpp.g++23", "cpp.ms", "cpp.ms2017"),
    *("cpp.gcc11-64-winlibs-g++20", "cpp.gcc13-64-winlibs-g++20", "cpp.gcc14-64-msys2-g++23"),
    *("cpp.msys2-mingw64-9-g++17", "cpp.clang++-diagnose", "cpp.clang++-c++20-diagnose", "c.gcc", "c.gcc11"),
]
YEARS = {"11": 201103, "14": 201402, "17": 201703, "20": 202002}


def built_by(year: str, *, main: str = "int main() {}\n") -> str:
    """A source that compiles by this standard alone."""
    return f"#if __cplusplus != {YEARS[year]}L\n#error built by another standard\n#endif\n{main}"


@needs_gxx
@pytest.mark.parametrize("kind", KINDS)
def test_every_type_of_polygon_states_a_standard_that_the_compiler_takes(tmp_path: Path, kind: str) -> None:
    language = kind.partition(".")[0]
    path = write_files(tmp_path, {f"a.{language}": "int main() {}\n"}) / f"a.{language}"
    flags = find_type_flags(kind, language).split()
    assert flags[0] == "-O2"
    compiler = {"c": "gcc", "cpp": "g++"}[language]
    subprocess.run([compiler, *flags, "-fsyntax-only", path], check=True, capture_output=True)


@pytest.mark.parametrize(
    "kind", ["cpp.g++1", "cpp.g++170", "cpp.none", "cpp.", "c.tcc", "java11", "h.g++", ""]
)
def test_a_type_that_states_no_standard_has_no_flags(kind: str) -> None:
    assert [find_type_flags(kind, language) for language in ("c", "cpp", "python")] == [""] * 3


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.startswith("cpp.")])
def test_the_type_that_is_exported_states_the_standard_that_was_imported(kind: str) -> None:
    flags = find_type_flags(kind, "cpp")
    assert find_type_flags(find_type(flags.split()), "cpp") == flags.replace("gnu", "c")


@needs_gxx
def test_each_program_of_a_polygon_package_is_built_by_its_own_standard(tmp_path: Path) -> None:
    stated = {
        "solutions/a.cpp": ("cpp.g++17", "17"),
        "solutions/b.cpp": ("cpp.g++11", "11"),
        "solutions/c.cpp": ("cpp.ms2017", "14"),
        "solutions/d.cpp": ("cpp.gcc11-64-winlibs-g++20", "20"),
        "solutions/e.cpp": ("cpp.strange", "20"),
        "files/check.cpp": ("cpp.g++11", "11"),
        "files/gen.cpp": ("cpp.g++14", "14"),
    }
    xml = problem_xml(
        [manual()],
        checker="files/check.cpp",
        executables=["files/gen.cpp"],
        solutions=[("accepted", path) for path in stated if path.startswith("solutions/")],
    )
    for path, (kind, _) in stated.items():
        xml = xml.replace(f'path="{path}" type="cpp.g++17"', f'path="{path}" type="{kind}"')
    texts = {path: built_by(year) for path, (_, year) in stated.items()}
    package = write_package(tmp_path / "p", xml, FILES | texts | {"tests/01.a": "1\n"})
    project = tmp_path / "project"
    project.mkdir()
    done = run_here("import", package, cwd=project)
    assert done.returncode == 0, done.stderr
    assert "solutions/e.cpp: built with the default flags, not by its type 'cpp.strange'" in done.stderr
    sheet = load((project / "cases/sum-of-all.yaml").read_bytes(), Path())
    assert sheet["flags"] == {"files/gen.cpp": "-O2 -std=c++14", "files/check.cpp": "-O2 -std=c++11"}
    for root in (project, package):
        results = document_of(root)["results"]
        assert {one["solution"][-5]: one["verdict"] for one in results} == dict.fromkeys("abcde", "AC")


@needs_gxx
@pytest.mark.parametrize("key", ["checker", "validator", "generators"])
def test_a_case_file_states_the_flags_of_its_programs(tmp_path: Path, key: str) -> None:
    value = '["tool.cpp {seed}"]' if key == "generators" else "tool.cpp"
    case = (
        f"{key}: {value}\nflags: {{tool.cpp: -O1 -std=c++11}}\n"
        f'{"protocol: testlib" if key == "checker" else ""}\ncases: [{{id: a, input: "", output: ""}}]\n'
    )
    says = built_by("11", main='#include <cstdio>\nint main() { std::puts("1"); }\n')
    root = write_project(tmp_path, solutions={"a.py": ""}, cases={"p.yaml": case, "tool.cpp": says})
    words = {"checker": ["run"], "validator": ["check"], "generators": ["stress", "--budget", "1"]}[key]
    done = run_here(*words, cwd=root)
    assert "another standard" not in done.stdout + done.stderr
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ("{other.cpp: -O2}", "expected a program next to p.yaml or in p/, got none by the name 'other.cpp'"),
        ("{a.py: -O2}", "expected no key `flags` in a program of python, whose commands take none"),
        ("-O2", "expected a mapping from programs to their flags, got '-O2'"),
        ("{a.cpp: [-O2]}", "expected "),
        ('{a.cpp: "\\0"}', "expected words without a zero byte as `flags`"),
    ],
)
def test_flags_that_are_for_no_program_are_a_fault_with_its_line(
    tmp_path: Path, flags: str, told: str
) -> None:
    case = f'flags: {flags}\ncases: [{{id: a, input: "", output: ""}}]\n'
    files = {"p.yaml": case, "a.py": "", "a.cpp": ""}
    done = run_here("run", cwd=write_project(tmp_path, solutions={"a.py": ""}, cases=files))
    assert done.returncode == 2
    assert f"cases/p.yaml:1: {told}" in done.stderr, done.stderr


@needs_gxx
def test_a_sheet_states_the_flags_of_solutions_and_the_source_goes_before(tmp_path: Path) -> None:
    sheet = '"*.cpp": {flags: -O2 -std=c++14}\n'
    solutions = {
        "a.cpp": built_by("14"),
        "b.cpp": "// judge: {flags: [-std=c++11]}\n" + built_by("11"),
        "submissions.yaml": sheet,
    }
    case = 'cases: [{id: a, input: "", output: ""}]\n'
    root = write_project(tmp_path, solutions=solutions, cases={"p.yaml": case})
    assert [one["verdict"] for one in document_of(root)["results"]] == ["AC", "AC"]
    (root / "solutions/submissions.yaml").write_text('"a.cpp": {}\n"a.*": {flags: -std=c++17}\n')
    done = run_here("run", "a.cpp", "--resume", cwd=root)
    assert done.returncode == 1, done.stdout


@pytest.mark.parametrize("kind", ["python.pypy3", "python.pypy3-64"])
def test_a_solution_in_pypy_is_run_by_it_where_it_is_installed_and_said_where_not(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = "import sys\nprint(3 if sys.implementation.name == NAME else sys.implementation.name)\n"
    xml = problem_xml([manual()], solutions=[("main", "solutions/sum.py"), ("accepted", "solutions/c.py")])
    xml = xml.replace('path="solutions/sum.py" type="python.3"', f'path="solutions/sum.py" type="{kind}"')
    files = FILES | {"tests/01.a": "3\n", "solutions/c.py": says.replace("NAME", '"cpython"')}
    files["solutions/sum.py"] = says.replace("NAME", '"pypy"')
    package = write_package(tmp_path / "p", xml, files)
    if shutil.which("pypy3"):
        results = document_of(package)["results"]
        assert {one["verdict"] for one in results} == {"AC"}
    monkeypatch.setattr("judge.packages.polygon.find_tool", lambda name: None)
    project = tmp_path / "project"
    project.mkdir()
    done = run_here("import", package, cwd=project)
    assert "solutions/sum.py: run by CPython, not by PyPy: pypy3 is not installed" in done.stderr
    assert "c.py" not in done.stderr
    assert not (project / "solutions/sum-of-all/submissions.yaml").exists()


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")
def test_c_has_the_names_of_the_system_as_the_tools_of_packages_compile_it(tmp_path: Path) -> None:
    source = (
        "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n"
        'int main(void) { printf("%s %.3f\\n", strdup("pi"), M_PI); }\n'
    )
    case = 'cases: [{id: a, input: "", output: "pi 3.142\\n"}]\n'
    root = write_project(tmp_path, solutions={"a.c": source}, cases={"p.yaml": case})
    assert [one["verdict"] for one in document_of(root)["results"]] == ["AC"]


@pytest.mark.parametrize(("target", "is_told"), [("kattis", True), ("icpc", True), ("polygon", False)])
def test_an_export_names_the_programs_whose_flags_it_cannot_state(
    tmp_path: Path, target: str, is_told: bool
) -> None:
    solutions = {"a.cpp": "", "b.cpp": "", "submissions.yaml": "a.cpp: {flags: -std=c++11}\n"}
    case = 'cases: [{id: a, input: "1\\n", output: "1\\n"}]\n'
    root = write_project(tmp_path, solutions=solutions, cases={"p.yaml": case})
    done = run_here("export", "p", tmp_path / "out", "--to", target, cwd=root)
    assert done.returncode == 0, done.stderr
    assert ("flags of a.cpp: left out" in done.stdout + done.stderr) is is_told
    assert not is_told or "b.cpp: left out" not in done.stdout + done.stderr
