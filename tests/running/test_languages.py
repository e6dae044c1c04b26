"""Every language through the real engine: a sum, a crash, and a source that is none."""

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from helpers import make_limits, make_solution, run_judge, write_project

from judge.files import stored
from judge.model import Ending, Verdict
from judge.running.languages import LANGUAGES
from judge.running.languages.base import Unready
from judge.running.languages.toolchains import JAVA, C
from judge.running.runner import Command, Runner

SOURCES = {
    ".py": "print(sum(map(int, input().split())))\n",
    ".c": (
        "#include <stdio.h>\nint main(void) {\n    int a, b;\n"
        '    scanf("%d %d", &a, &b);\n    printf("%d\\n", a + b);\n}\n'
    ),
    ".cpp": (
        "#include <iostream>\nint main() {\n    int a, b;\n"
        "    std::cin >> a >> b;\n    std::cout << a + b << '\\n';\n}\n"
    ),
    ".rs": (
        "use std::io;\nfn main() {\n    let mut line = String::new();\n"
        "    io::stdin().read_line(&mut line).unwrap();\n"
        '    println!("{}", line.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum::<i64>());\n}\n'
    ),
    ".java": (
        "import java.util.Scanner;\npublic class Main {\n    public static void main(String[] words) {\n"
        "        Scanner in = new Scanner(System.in);\n"
        "        System.out.println(in.nextInt() + in.nextInt());\n    }\n}\n"
    ),
    ".js": (
        "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);\n"
    ),
    ".go": (
        'package main\nimport "fmt"\nfunc main() {\n    var a, b int\n    fmt.Scan(&a, &b)\n'
        "    fmt.Println(a + b)\n}\n"
    ),
}
SOURCES[".cc"] = SOURCES[".cpp"]
TOOLS = {
    ".c": "gcc",
    ".cpp": "g++",
    ".cc": "g++",
    ".rs": "rustc",
    ".java": "javac",
    ".js": "node",
    ".go": "go",
}


def facts(suffix: str, expect: str = "AC") -> str:
    mark = "#" if suffix == ".py" else "//"
    return f'{mark} judge: {{format: text, expect: {{"*": {expect}}}}}\n'


def test_every_language_is_here() -> None:
    assert set(SOURCES) == set(LANGUAGES)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A cache of programs that is nobody's own."""
    return {"XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}


@pytest.mark.parametrize("suffix", SOURCES)
def test_a_sum_is_right_and_what_is_no_source_does_not_compile(
    tmp_path: Path, suffix: str, cache: dict[str, str]
) -> None:
    tool = TOOLS.get(suffix)
    if tool and not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    solutions = {
        f"adds{suffix}": facts(suffix) + SOURCES[suffix],
        f"none{suffix}": facts(suffix, "CE") + "this is (no source\n",
    }
    done = run_judge("run", cwd=write_project(tmp_path, solutions=solutions), env=cache)
    assert sorted(done.stderr.splitlines()) == [f"adds{suffix}: 1 AC", f"none{suffix}: 1 CE"]
    assert done.returncode == 0


def test_a_tool_that_is_missing_skips_the_solution_and_names_the_way_to_it(
    tmp_path: Path, cache: dict[str, str]
) -> None:
    solutions = {f"adds{suffix}": facts(suffix) + SOURCES[suffix] for suffix in TOOLS}
    write_project(tmp_path, solutions=solutions)
    done = run_judge("run", "--json", "out.json", cwd=tmp_path, env={**cache, "PATH": str(tmp_path)})
    assert done.returncode == 1  # nothing was judged
    assert sorted(done.stderr.splitlines()) == [f"adds{suffix}: 1 SK" for suffix in sorted(TOOLS)]
    for tool in set(TOOLS.values()):
        assert f"{tool} is not installed: " in (tmp_path / "out.json").read_text()


def test_garbage_in_java_is_collected_before_it_counts(runner: Runner) -> None:
    if not shutil.which("javac"):
        pytest.skip("javac is not installed")
    command = JAVA.build(
        b"public class Main {\n    static byte[] last;\n    public static void main(String[] words) {\n"
        b"        for (int i = 0; i < 2000; i++) last = new byte[1 << 20];\n    }\n}\n",
        runner,
    )
    assert isinstance(command, Command), command
    run = runner.run(command, b"", make_limits(cpu_s=20, memory_bytes=120 << 20))
    assert (run.ending, run.exit_code) == (Ending.FINISHED, 0), run


def test_a_class_without_a_driver_is_skipped(tmp_path: Path, cache: dict[str, str]) -> None:
    write_project(tmp_path, solutions={"board.cpp": facts(".cpp").replace("text", "leetcode")})
    done = run_judge("run", "--json", "out.json", cwd=tmp_path, env=cache)
    assert (done.returncode, done.stderr) == (1, "board.cpp: 1 SK\n")
    assert "the format leetcode has a driver for Python only" in (tmp_path / "out.json").read_text()


def test_a_program_is_built_once(tmp_path: Path) -> None:
    if not shutil.which("gcc"):
        pytest.skip("gcc is not installed")
    write_project(tmp_path, solutions={"adds.c": facts(".c") + SOURCES[".c"]})
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    (tmp_path / "cache").mkdir()
    assert run_judge("run", cwd=tmp_path, env=env).returncode == 0
    built = {path: path.stat() for path in (tmp_path / "cache").rglob("*")}
    assert [path.name for path in built if path.name == "program"] == ["program"]
    assert run_judge("run", cwd=tmp_path, env=env).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*")} == {
        path: status.st_mtime_ns for path, status in built.items()
    }


def test_another_source_is_another_program(tmp_path: Path, cache: dict[str, str]) -> None:
    if not shutil.which("gcc"):
        pytest.skip("gcc is not installed")
    for source, code in ((SOURCES[".c"], 0), (SOURCES[".c"].replace("a + b", "a - b"), 1)):
        write_project(tmp_path, solutions={"adds.c": facts(".c") + source})
        assert run_judge("run", cwd=tmp_path, env=cache).returncode == code


def test_a_solution_may_name_its_interpreter(tmp_path: Path, cache: dict[str, str]) -> None:
    named, missing = (
        f"# judge: {{format: text, interpreter: {name}}}\n{SOURCES['.py']}"
        for name in (sys.executable, "python0")
    )
    write_project(tmp_path, solutions={"named.py": named, "missing.py": missing})
    done = run_judge("run", cwd=tmp_path, env=cache)
    assert done.returncode == 0
    assert sorted(done.stderr.splitlines()) == ["missing.py: 1 SK", "named.py: 1 AC"]


def test_a_compiler_that_does_not_work_skips_the_solution(tmp_path: Path, cache: dict[str, str]) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "g++").symlink_to("/bin/false")
    for name, text in (("gcc", "#!/bin/sh\necho 'no such folder' >&2\nexit 1\n"), ("javac", "#!/gone\n")):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    write_project(
        tmp_path,
        solutions={f"adds{suffix}": facts(suffix) + SOURCES[suffix] for suffix in (".c", ".cpp", ".java")},
    )
    run_judge("run", "--json", "out.json", cwd=tmp_path, env={**cache, "PATH": str(tools)})
    words = (tmp_path / "out.json").read_text()
    assert words.count('"verdict": "SK"') == 6
    for tool, reason in (("g++", "finished"), ("gcc", "no such folder"), ("javac", "")):
        assert f"{tools}/{tool} does not work in the sandbox: {reason}" in words
    assert "No such file or directory" in words


@pytest.mark.parametrize("suffix", LANGUAGES)
def test_a_build_that_was_lost_says_nothing_of_the_solution_or_the_tool(
    suffix: str, tmp_path: Path, runner: Runner
) -> None:
    """Which is how one ends that is cancelled."""
    if suffix in TOOLS and not shutil.which(TOOLS[suffix]):
        pytest.skip(f"{TOOLS[suffix]} is not installed")
    path = tmp_path / f"adds{suffix}"
    mark = "#" if suffix == ".py" else "//"
    path.write_text(f"{SOURCES[suffix]}{mark} {tmp_path}\n")
    solution = make_solution(name=path.name, path=path)
    with runner.cancelled():
        lost = LANGUAGES[suffix].prepare(solution, runner)
    assert isinstance(lost, Unready)
    assert (lost.verdict, lost.message) == (Verdict.JE, "the run was cancelled")
    assert not isinstance(LANGUAGES[suffix].prepare(solution, runner), Unready)


# What results hang on


def test_the_identity_of_a_tool_changes_with_its_file_and_with_how_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "judge-cc"
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    language = replace(C, tool="judge-cc")
    seen = [language.identity(make_solution())]
    for text in ("#!/bin/sh\n", "#!/bin/sh\n\n"):
        tool.write_text(text)
        tool.chmod(0o755)
        seen.append(language.identity(make_solution()))
    os.utime(tool, ns=(0, 0))
    seen.append(language.identity(make_solution()))
    tool.rename(tmp_path / "other")
    tool.symlink_to("other")
    seen.append(language.identity(make_solution()))
    seen.append(replace(language, builds=((*C.builds[0], "-O3"),)).identity(make_solution()))
    seen.append(replace(language, run=(*C.run, "-x")).identity(make_solution()))
    assert len(set(seen)) == len(seen)
    assert language.identity(make_solution()) == language.identity(make_solution(source="mine"))


def test_the_identity_of_python_is_that_of_the_interpreter_which_runs_it() -> None:
    own = make_solution()
    named = replace(own, interpreter=sys.executable)
    assert sys.version in LANGUAGES[".py"].identity(own)
    assert os.path.realpath(sys.executable) in LANGUAGES[".py"].identity(own)
    assert os.path.realpath(sys.executable) in LANGUAGES[".py"].identity(named)
    assert LANGUAGES[".py"].identity(own) != LANGUAGES[".py"].identity(named)
    assert LANGUAGES[".py"].identity(replace(own, interpreter="no-such-interpreter")) == ""


@pytest.mark.parametrize("suffix", SOURCES)
def test_every_language_has_an_identity_where_it_is_installed(suffix: str) -> None:
    tool = TOOLS.get(suffix)
    assert bool(LANGUAGES[suffix].identity(make_solution())) == (tool is None or bool(shutil.which(tool)))


def test_what_lies_beside_a_source_is_there_when_it_is_built_and_part_of_the_build(
    tmp_path: Path, runner: Runner
) -> None:
    if not shutil.which("gcc"):
        pytest.skip("gcc is not installed")
    source, header = tmp_path / "main.c", tmp_path / "code.h"
    source.write_text('#include "code.h"\nint main(void) { return CODE; }\n')

    def exit_code(code: int) -> int | None:
        header.write_text(f"#define CODE {code}\n")
        solution = replace(make_solution(path=source), beside=((header.name, stored(header)),))
        command = C.prepare(solution, runner)
        assert isinstance(command, Command), command
        return runner.run(command, b"", make_limits(cpu_s=20)).exit_code

    assert [exit_code(3), exit_code(4)] == [3, 4]


def test_what_has_changed_beside_a_source_is_not_built(tmp_path: Path, runner: Runner) -> None:
    source, header = tmp_path / "main.c", tmp_path / "code.h"
    source.write_text("int main(void) {}\n")
    header.write_text("\n")
    solution = replace(make_solution(path=source), beside=((header.name, stored(header)),))
    header.write_text("#error\n")
    unready = C.prepare(solution, runner)
    assert isinstance(unready, Unready)
    assert (unready.verdict, unready.message) == (Verdict.JE, f"{header} has changed during the run")
