"""Every language through the real engine: a sum, a crash, a loop, and a source that is none."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from conftest import level_or_skip
from helpers import (
    A_PLUS_B,
    Impatient,
    build_c,
    make_limits,
    make_solution,
    run_judge,
    table_rows,
    write_project,
)
from languages import QUICK, ROWS, every_language, program, require, tools_of
from msgspec.structs import replace

from judge.model.programs import Language
from judge.model.runs import Ending
from judge.model.verdicts import Verdict
from judge.platform.files import stored
from judge.running.keeper_client import Level
from judge.running.languages import identity, prepare, toolchains, version
from judge.running.languages.base import Unready
from judge.running.programs import Command
from judge.running.runner import Runner


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A cache of programs for one test."""
    return {"XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}


@pytest.mark.parametrize("level", ["default", pytest.param("strict", marks=pytest.mark.slow)])
@every_language
def test_what_a_program_does_is_seen_in_every_language(tmp_path: Path, row: Language, level: Level) -> None:
    """Built and run at both levels."""
    require(row)
    level_or_skip(level)
    expected = (
        {"adds": "AC", "crashes": "RE", "loops": "TLE", "none": "CE"}
        if level == "default"
        else {"adds": "AC"}
    )
    solutions = {f"{name}{row.suffixes[0]}": program(name, row, fate) for name, fate in expected.items()}
    # Some languages take half a second to start.
    limit = "500ms" if row.name in QUICK else "1s"
    write_project(tmp_path, solutions=solutions, cases={"sum.yaml": A_PLUS_B.replace("10s", limit)})
    (tmp_path / "cache").mkdir()
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = run_judge("run", "--sandbox", level, cwd=tmp_path, env=env, hang_s=600)
    told = [f"{name}{row.suffixes[0]}: 1 {fate}" for name, fate in expected.items()]
    assert (table_rows(done.stdout), done.returncode) == (told, 0), done


def test_a_tool_that_is_missing_skips_the_solution_and_names_the_way_to_it(
    tmp_path: Path, cache: dict[str, str]
) -> None:
    rows = [row for row in ROWS.values() if row.run]
    write_project(tmp_path, solutions={f"adds{row.suffixes[0]}": program("adds", row) for row in rows})
    done = run_judge("run", "--json", "out.json", cwd=tmp_path, env={**cache, "PATH": str(tmp_path)})
    assert done.returncode == 1  # nothing was judged
    assert table_rows(done.stdout) == sorted(f"adds{row.suffixes[0]}: 1 SK" for row in rows)
    results = json.loads((tmp_path / "out.json").read_text())["results"]
    messages = {result["solution"]: result["tests"][0]["message"] for result in results}
    for row in rows:
        tool = (*row.builds, row.run)[0][0]
        assert messages[f"adds{row.suffixes[0]}"] == f"{tool} is not installed: {row.install}"


@pytest.mark.slow
def test_garbage_in_java_is_collected_before_it_counts(runner: Runner) -> None:
    require(ROWS["java"])
    source = (
        b"public class Main {\n    static byte[] last;\n    public static void main(String[] words) {\n"
        b"        for (int i = 0; i < 2000; i++) last = new byte[1 << 20];\n    }\n}\n"
    )
    command = toolchains.build(ROWS["java"], (("Main.java", source),), runner)
    assert isinstance(command, Command), command
    run = runner.run(command, b"", make_limits(cpu_s=20, memory_bytes=120 << 20))
    assert (run.ending, run.exit_code) == (Ending.FINISHED, 0), run


def test_a_program_is_built_once(tmp_path: Path) -> None:
    require(ROWS["c"])
    write_project(tmp_path, solutions={"adds.c": program("adds", ROWS["c"])})
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    (tmp_path / "cache").mkdir()

    def cached() -> dict[Path, tuple[int, int]]:
        """Return the entries and the times of their files. Use of an entry updates its time."""
        found = {path: path.stat() for path in (tmp_path / "cache").rglob("*")}
        return {path: (it.st_ino, it.st_mtime_ns * path.is_file()) for path, it in found.items()}

    assert run_judge("run", cwd=tmp_path, env=env).returncode == 0
    built = cached()
    assert [path.name for path in built if path.name == "program"] == ["program"]
    assert run_judge("run", cwd=tmp_path, env=env).returncode == 0
    assert cached() == built


def test_another_source_is_another_program(tmp_path: Path, cache: dict[str, str]) -> None:
    require(ROWS["c"])
    source = program("adds", ROWS["c"])
    for text, code in ((source, 0), (source.replace("a + b", "a - b"), 1)):
        write_project(tmp_path, solutions={"adds.c": text})
        assert run_judge("run", cwd=tmp_path, env=cache).returncode == code


def test_a_solution_may_name_its_interpreter(tmp_path: Path, cache: dict[str, str]) -> None:
    named, missing = (
        program("adds", ROWS["python"]).replace("format: text", f"format: text, interpreter: {name}")
        for name in (sys.executable, "python0")
    )
    write_project(tmp_path, solutions={"named.py": named, "missing.py": missing})
    done = run_judge("run", cwd=tmp_path, env=cache)
    assert done.returncode == 0
    assert table_rows(done.stdout) == ["missing.py: 1 SK", "named.py: 1 AC"]


def test_a_compiler_that_does_not_work_skips_the_solution(tmp_path: Path, cache: dict[str, str]) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "g++").symlink_to("/bin/false")
    (tools / "java").symlink_to("/bin/true")
    for name, text in (
        ("gcc", "#!/bin/sh\necho 'no such folder' >&2\nexit 1\n"),
        ("javac", "#!/gone\n"),
    ):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    write_project(
        tmp_path,
        solutions={
            f"adds{row.suffixes[0]}": program("adds", row) for row in (ROWS["c"], ROWS["cpp"], ROWS["java"])
        },
    )
    run_judge("run", "--json", "out.json", cwd=tmp_path, env={**cache, "PATH": str(tools)})
    words = (tmp_path / "out.json").read_text()
    assert words.count('"verdict": "SK"') == 6
    for tool, reason in (("g++", "finished"), ("gcc", "no such folder"), ("javac", "")):
        assert f"{tools}/{tool} does not work in the sandbox: {reason}" in words
    assert "No such file or directory" in words


@every_language
def test_a_build_that_was_lost_says_nothing_of_the_solution_or_the_tool(
    row: Language, tmp_path: Path, runner: Runner
) -> None:
    """Which is how one ends that is cancelled."""
    require(row)
    path = tmp_path / f"adds{row.suffixes[0]}"
    path.write_text(program("adds", row).replace("judge:", f"judge {tmp_path}:"))
    solution = make_solution(name=path.name, path=path)
    with runner.cancelled():
        lost = prepare(solution, runner)
    assert isinstance(lost, Unready)
    assert (lost.verdict, lost.message) == (Verdict.JE, "the run was cancelled")
    assert not isinstance(prepare(solution, runner), Unready)


# Dependencies of results


def test_the_identity_of_a_tool_changes_with_its_file_and_with_how_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "judge-cc"
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    row = replace(ROWS["c"], builds=(("judge-cc", "{file}"),))
    seen = [toolchains.identity(row)]
    for text in ("#!/bin/sh\n", "#!/bin/sh\n\n"):
        tool.write_text(text)
        tool.chmod(0o755)
        seen.append(toolchains.identity(row))
    os.utime(tool, ns=(0, 0))
    seen.append(toolchains.identity(row))
    tool.rename(tmp_path / "other")
    tool.symlink_to("other")
    seen.append(toolchains.identity(row))
    seen.append(toolchains.identity(replace(row, builds=(("judge-cc", "{file}", "-O3"),))))
    seen.append(toolchains.identity(replace(row, flags=("-O3",))))
    seen.append(toolchains.identity(replace(row, run=(*row.run, "-x"))))
    assert len(set(seen)) == len(seen)


def test_the_identity_of_python_is_that_of_the_interpreter_which_runs_it() -> None:
    own = make_solution()
    named = replace(own, interpreter=sys.executable)
    assert sys.version in identity(own)
    assert os.path.realpath(sys.executable) in identity(own)
    assert os.path.realpath(sys.executable) in identity(named)
    assert identity(own) != identity(named)
    assert identity(replace(own, interpreter="no-such-interpreter")) == ""


def test_the_identity_of_a_named_interpreter_changes_with_the_packages_that_are_installed_for_it(
    tmp_path: Path,
) -> None:
    """A missing tool or a runtime error may be gone tomorrow."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
    packages = tmp_path / "lib" / "python3" / "site-packages"
    packages.mkdir(parents=True)
    named = replace(make_solution(), interpreter=str(tmp_path / "bin" / "python3"))
    seen = [identity(named)]
    assert identity(named) == seen[0]
    for name in ("numpy", "numpy-1.dist-info"):
        (packages / name).mkdir()
        os.utime(packages, ns=(0, len(seen)))
        seen.append(identity(named))
    assert len(set(seen)) == len(seen)


def test_the_identity_of_the_warm_python_changes_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "python3"
    own.write_bytes(b"one")
    monkeypatch.setattr(sys, "executable", str(own))
    before = identity(make_solution())
    own.write_bytes(b"another")
    assert identity(make_solution()) != before


@every_language
def test_every_language_has_an_identity_where_it_is_installed(row: Language) -> None:
    assert bool(identity(replace(make_solution(), language=row))) == all(map(shutil.which, tools_of(row)))


def test_what_lies_beside_a_source_is_there_when_it_is_built_and_part_of_the_build(
    tmp_path: Path, runner: Runner
) -> None:
    require(ROWS["c"])
    source, header = tmp_path / "main.c", tmp_path / "code.h"
    source.write_text('#include "code.h"\nint main(void) { return CODE; }\n')

    def exit_code(code: int) -> int | None:
        header.write_text(f"#define CODE {code}\n")
        command = prepare(
            replace(make_solution(path=source), beside=((header.name, stored(header)),)), runner
        )
        assert isinstance(command, Command), command
        return runner.run(command, b"", make_limits(cpu_s=20)).exit_code

    assert [exit_code(3), exit_code(4)] == [3, 4]


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: row.name)
@pytest.mark.parametrize("interpreter", ["", "pypy3"])
def test_a_source_that_has_changed_since_it_was_loaded_is_built_in_no_language(
    row: Language, interpreter: str, tmp_path: Path, runner: Runner
) -> None:
    path = tmp_path / f"a{row.suffixes[0]}"
    path.write_text("before")
    solution = replace(make_solution(path=path), language=row, interpreter=interpreter)
    path.write_text("afterwards")
    unready = prepare(solution, runner)
    assert isinstance(unready, Unready)
    assert (unready.verdict, unready.message) == (Verdict.JE, f"{path} has changed during the run")


def test_what_has_changed_beside_a_source_is_not_built(tmp_path: Path, runner: Runner) -> None:
    source, header = tmp_path / "main.c", tmp_path / "code.h"
    source.write_text("int main(void) {}\n")
    header.write_text("\n")
    solution = replace(make_solution(path=source), beside=((header.name, stored(header)),))
    header.write_text("#error\n")
    unready = prepare(solution, runner)
    assert isinstance(unready, Unready)
    assert (unready.verdict, unready.message) == (Verdict.JE, f"{header} has changed during the run")


# How large a program may be


@pytest.mark.parametrize(
    ("array", "limit_mib", "endings"),
    [
        pytest.param("static char a[512 << 20];", 256, {Ending.OUT_OF_MEMORY, Ending.SIGNALLED}, id="zeroes"),
        pytest.param("static char a[512 << 20];", 1024, {Ending.FINISHED}, id="zeroes that may be"),
        pytest.param("char a[100 << 20] = {1};", 256, {Ending.FINISHED}, id="in its file"),
        pytest.param("char a[100 << 20] = {1};", 50, {Ending.OUT_OF_MEMORY, Ending.SIGNALLED}, id="too many"),
    ],
)
def test_the_limit_of_the_run_decides_how_much_a_program_holds_from_its_start(
    runner: Runner, array: str, limit_mib: int, endings: set[Ending]
) -> None:
    require(ROWS["c"])
    touch = "for (long i = 0; i < sizeof a; i += 4096) a[i] = 1;"
    source = f"#include <stdio.h>\n{array}\nint main(void) {{ {touch} puts(a + sizeof a / 2); }}\n"
    command = build_c(source.encode(), runner)
    assert isinstance(command, Command), command
    run = runner.run(command, b"", make_limits(cpu_s=20, memory_bytes=limit_mib << 20))
    assert run.ending in endings, run


def test_what_a_tool_leaves_in_its_home_is_not_kept(runner: Runner) -> None:
    require(ROWS["go"])
    command = toolchains.build(ROWS["go"], (("main.go", program("adds", ROWS["go"]).encode()),), runner)
    assert isinstance(command, Command), command
    kept = sorted(path.name for path in Path(command.argv[0]).parent.iterdir())
    assert kept == [".digest", "main.go", "program"]


# Versions


@every_language
def test_every_tool_tells_its_version(row: Language, runner: Runner) -> None:
    require(row)
    said = version(row, runner)
    assert isinstance(said, str)
    assert re.search(r"\d\.\d", said), said
    assert said.isprintable()


def script(path: Path, line: str) -> Language:
    """A language whose tool is this line of a shell."""
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)
    return Language(
        name="mine", suffixes=(".m",), file="main.m", builds=((str(path), "{file}"),), run=("{folder}/x",)
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param("echo warning >&2; echo '  mine 1.2 \033[2J' >&2", "mine 1.2 \\x1b[2J", id="on stderr"),
        pytest.param("[ $1 = --version ] && echo Tool 3.4", "Tool 3.4", id="asked"),
        pytest.param("echo mine 5.6", "mine 5.6", id="named by its language"),
        pytest.param("echo 7.8", "tool 7.8", id="named by its file"),
        pytest.param("echo hello", "tool of no known version", id="nothing of a version"),
    ],
)
def test_the_line_with_the_version_is_told(tmp_path: Path, runner: Runner, line: str, told: str) -> None:
    (tmp_path / "bin").mkdir()
    assert version(script(tmp_path / "bin" / "tool", line), runner) == told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param("sleep 1000", "idle", id="sleeps"),
        pytest.param("while :; do :; done", "out of time", id="is busy"),
        pytest.param("echo 'no \033 such' >&2; exit 3", "no \\x1b such", id="fails"),
    ],
)
def test_a_tool_that_tells_no_version_is_told(tmp_path: Path, runner: Runner, line: str, told: str) -> None:
    (tmp_path / "bin").mkdir()
    impatient = Impatient(cpu_s=0.5, memory_bytes=256 << 20, output_bytes=1 << 20)
    said = toolchains.version(script(tmp_path / "bin" / "tool", line), runner, impatient)
    assert isinstance(said, Unready)
    assert said.verdict is Verdict.SK
    assert said.message == f"{tmp_path}/bin/tool does not work in the sandbox: {told}"
