"""Level `strict`: what is not named is not there, all else is as at `default`, and nothing outlives it."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import languages
import pytest
from conftest import BUILD_LIMITS, LIMITS, skip_where_refused
from helpers import (
    REPOSITORY,
    Impatient,
    as_soon_as,
    children_of,
    need,
    run_judge,
    table_rows,
    wait_until,
    write_project,
)
from msgspec.structs import replace

from judge.model.runs import Ending, Run
from judge.platform.errors import UsageError
from judge.running.programs import Command, Script
from judge.running.runner import Runner
from judge.running.sandbox import strict

Native = Callable[[str], Command]

SMALL = replace(LIMITS, memory_bytes=64 << 20)
SEES = """
import os, sys
for path in sys.stdin.read().split():
    try:
        os.stat(path)
    except FileNotFoundError:
        continue
    print(path)
"""


def python(runner: Runner, source: str, stdin: bytes = b"") -> Run:
    script = runner.compile_python(source.encode(), "solution.py", BUILD_LIMITS)
    assert isinstance(script, Script), script
    return runner.run(script, stdin, LIMITS)


# what is there


def test_an_answer_a_home_and_the_harness_are_not_there(strict_runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_text("42\n")
    hidden = (
        tmp_path / "answer.txt",
        tmp_path,
        REPOSITORY / "cases",
        REPOSITORY / "judge" / "cli.py",
        "/etc/passwd",
        "/home",
        "/var",
    )
    hidden += ("/sys", "/run")
    paths = "\n".join(map(str, hidden)).encode()
    run = python(strict_runner, SEES, paths)
    assert (run.ending, run.stdout, run.stderr) == (Ending.FINISHED, b"", b"")
    with Runner(core=None) as default:
        assert python(default, SEES, paths).stdout != b""


def test_only_the_program_and_its_keeper_are_processes_there(strict_runner: Runner, native: Native) -> None:
    source = """
import os
print(*(pid for pid in range(1, 1 << 15) if os.path.exists(f"/proc/{pid}")))
print(1, os.getpid())
"""
    with Runner(core=None, level="strict") as runner:
        there, own = python(runner, source).stdout.splitlines()
        assert there == own
    strict_runner.run(native("add"), b"1 2", LIMITS)
    there, own = (line.split() for line in python(strict_runner, source).stdout.splitlines())
    # where there is one the launcher, too
    assert set(own) <= set(there)
    assert len(there) <= 3


def test_what_a_command_reads_is_there_by_every_name(strict_runner: Runner, tmp_path: Path) -> None:
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    (folder / "file").write_text("content")
    link.symlink_to(folder)
    for path in (folder / "file", link / "file", link):
        read = path if path != link else link / "file"
        words = (sys.executable, "-I", "-c", f"print(open({str(read)!r}).read())")
        readable = (str(path), sys.prefix, sys.base_prefix)
        assert strict_runner.run(Command(argv=words, readable=readable), b"", LIMITS).stdout == b"content\n"


def test_a_program_that_was_made_in_a_shown_folder_needs_no_new_keeper(
    strict_runner: Runner, tmp_path: Path
) -> None:
    need("gcc")

    def programs() -> Iterator[Command]:
        for name in "ab":
            box = tmp_path / f"box-{name}"
            box.mkdir()
            (box / "x.c").write_text("int main(void) { return 7; }\n")
            command = Command(argv=("/usr/bin/gcc", "-o", "x", "x.c"), shown=(str(tmp_path),))
            run = strict_runner.build(command, writable=box, limits=BUILD_LIMITS)
            assert run.exit_code == 0, run
            box.rename(tmp_path / name)
            yield Command(argv=(f"{tmp_path}/{name}/x",), shown=(str(tmp_path),))

    keepers = set()
    for program in programs():
        assert strict_runner.run(program, b"", LIMITS).exit_code == 7
        keepers.add(strict_runner._keepers[()])
    assert len(keepers) == 1


def test_a_build_writes_to_its_box_and_nowhere_else(strict_runner: Runner, tmp_path: Path) -> None:
    need("gcc")
    box = tmp_path / "box"
    box.mkdir()
    elsewhere = [Path(folder, f"judge-tests-{os.getpid()}") for folder in ("/tmp", "/dev/shm")]
    for target, code in ((box / "x", 0), (tmp_path / "x", 1), *((path, 1) for path in elsewhere)):
        argv = ("/usr/bin/gcc", "-x", "c", "-c", "-o", str(target), "/dev/null")
        run = strict_runner.build(Command(argv=argv), writable=box, limits=BUILD_LIMITS)
        assert (run.ending, run.exit_code, target.exists()) == (Ending.FINISHED, code, not code)


@pytest.mark.slow
def test_what_is_built_or_started_works_and_so_does_what_was_built_before(
    tmp_path: Path, strict_runner: Runner
) -> None:
    rows = [languages.ROWS[name] for name in ("python", "c", "cpp", "rust", "java", "javascript")]
    solutions = {f"adds{row.suffixes[0]}": languages.program("adds", row) for row in rows}
    cold = f"# judge: {{format: text, interpreter: {sys.executable}}}\n"
    solutions["cold.py"] = cold + solutions["adds.py"].partition("\n")[2]
    root = write_project(tmp_path / "project", solutions=solutions)
    for jobs in (1, 2):  # built, then found in the cache
        env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        done = run_judge("run", "--sandbox", "strict", "--jobs", jobs, cwd=root, env=env)
        assert {line.split(": ")[1] for line in table_rows(done.stdout)} <= {"1 AC", "1 SK"}, done
        assert done.returncode == 0
    assert "cold.py: 1 AC" in table_rows(done.stdout)


# as at default


@pytest.mark.parametrize(
    ("name", "argument", "ending"),
    [
        pytest.param("add", "", Ending.FINISHED, id="sum"),
        pytest.param("spins", "", Ending.OUT_OF_TIME, id="time"),
        pytest.param("sleeps", "", Ending.IDLE, id="idle"),
        pytest.param("fills", "80", Ending.OUT_OF_MEMORY, id="memory"),
        pytest.param("floods", "1", Ending.TOO_MUCH_OUTPUT, id="output"),
        pytest.param("crashes", str(int(signal.SIGKILL)), Ending.SIGNALLED, id="signal"),
        pytest.param("crashes", str(int(signal.SIGSEGV)), Ending.SIGNALLED, id="another signal"),
        pytest.param("foreign", str(int(signal.SIGSYS)), Ending.SIGNALLED, id="refused"),
        pytest.param("no such program", "", Ending.LOST, id="lost"),
    ],
)
def test_every_ending_is_told(
    strict_runner: Runner, native: Native, name: str, argument: str, ending: Ending
) -> None:
    command = native(name) if name != "no such program" else Command(argv=(f"/nonexistent/{name}",))
    short = Impatient(cpu_s=0.1, memory_bytes=SMALL.memory_bytes, output_bytes=SMALL.output_bytes)
    limits = short if ending in (Ending.OUT_OF_TIME, Ending.IDLE) else SMALL
    run = strict_runner.run(replace(command, argv=(*command.argv, argument)), b"1 2", limits)
    assert run.ending is ending, run
    assert run.signal == (int(argument) if ending is Ending.SIGNALLED else run.signal)
    assert strict_runner.run(native("add"), b"1 2", LIMITS).stdout == b"3\n"


def test_the_peak_is_the_programs_own(strict_runner: Runner, native: Native) -> None:
    command = native("fills")
    for words in (command, replace(command, address_space=False)):
        run = strict_runner.run(replace(words, argv=(*command.argv, "100")), b"", LIMITS)
        assert run.peak_bytes is not None
        assert 100 << 20 <= run.peak_bytes < 104 << 20


# nothing is left


def processes() -> dict[int, str]:
    """The parents and names of the machine's processes."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found[int(path.parent.name)] = path.read_text().replace("\0", " ")
        except OSError:
            continue
    return found


def ours(mark: Path) -> list[str]:
    return [words for words in processes().values() if str(mark) in words and "pytest" not in words]


@pytest.fixture
def marked(native: Native, tmp_path: Path) -> Command:
    """A program that spins, and whose name tells its keepers and itself from all others."""
    program = tmp_path / "spins-for-this-test"
    shutil.copy(native("spins").argv[0], program)
    return Command(argv=(str(program),))


HARNESS = """
import sys, threading
from judge.model.runs import Limits
from judge.running.programs import Command
from judge.running.runner import Runner
runner = Runner(core=None, level="strict")
limits = Limits(cpu_s=60, memory_bytes=1 << 28, output_bytes=1)
runner.run(Command(argv=(sys.argv[1],)), b"", limits)
print("lost", flush=True)
runner.run(Command(argv=(sys.argv[1],)), b"", limits)
"""


@pytest.mark.parametrize(
    "victims", [("harness",), ("keeper", "harness"), ("monitor", "harness"), ("program",)]
)
def test_whoever_is_killed_nothing_is_left_alive(
    strict_runner: Runner, marked: Command, tmp_path: Path, victims: tuple[str, ...]
) -> None:
    def first_child(pid: int) -> int:
        wait_until(lambda: children_of(pid))
        return children_of(pid)[0]

    words = [sys.executable, "-c", HARNESS, *marked.argv]
    with subprocess.Popen(words, cwd=REPOSITORY, stdout=subprocess.PIPE) as harness:
        wait_until(lambda: marked.argv[0] + " " in processes().values())
        monitor = first_child(harness.pid)
        keeper = first_child(monitor)
        program = children_of(keeper)[-1]
        pids = {"harness": harness.pid, "monitor": monitor, "keeper": keeper, "program": program}
        assert processes()[pids["program"]] == marked.argv[0] + " "
        for victim in victims:
            os.kill(pids[victim], signal.SIGKILL)
            if victim in ("keeper", "program"):
                assert harness.stdout
                assert harness.stdout.readline() == b"lost\n"
        if harness.poll() is None:
            harness.kill()
    wait_until(lambda: ours(tmp_path) == [])


def test_a_killed_keeper_is_a_lost_run_and_the_next_is_fine(marked: Command, native: Native) -> None:
    with Runner(core=None, level="strict") as runner:
        skip_where_refused(runner)
        runner._show(marked, None, None, "")
        runner.level()
        keeper = runner._keepers[()]
        assert keeper
        with as_soon_as(
            lambda: marked.argv[0] + " " in processes().values(),
            lambda: os.kill(children_of(keeper._pid)[0], signal.SIGKILL),
        ):
            run = runner.run(marked, b"", replace(LIMITS, cpu_s=60))
        assert (run.ending, run.detail) == (Ending.LOST, "the keeper was killed")
        assert runner.run(native("add"), b"1 2", LIMITS).stdout == b"3\n"


# where it cannot be had


def test_without_bubblewrap_it_is_refused_with_the_way_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with Runner(core=None, level="strict") as runner:
        with pytest.raises(UsageError, match="strict: bubblewrap is not installed: apt-get install"):
            runner.level()
        assert runner.run(Command(argv=("/bin/true",)), b"", LIMITS).ending is Ending.LOST


def test_where_namespaces_are_forbidden_it_is_refused_in_the_words_of_bubblewrap(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "bwrap").write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n"
    )
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    words = "the sandbox does not start at level strict: bwrap: No permissions to create new namespace"
    with Runner(core=None, level="strict") as runner:
        for _ in range(2):
            with pytest.raises(UsageError) as refusal:
                runner.level()
            assert str(refusal.value) == words


def test_the_command_line_refuses_it_with_exit_code_2(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"a.py": "# judge: {format: text}\nprint(3)\n"})
    done = run_judge("run", "--sandbox", "strict", cwd=root, env={"PATH": str(tmp_path)})
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "the sandbox does not start at level strict: bubblewrap is not installed: apt-get install bubblewrap"
    ]


# the mounts


@pytest.mark.parametrize(
    ("some", "more", "result"),
    [
        pytest.param([("/a", False)], [("/a/b", False)], [("/a", False)], id="below"),
        pytest.param([("/a/b", False)], [("/a", False)], [("/a", False)], id="above"),
        pytest.param([("/a", False)], [("/ab", False)], [("/a", False), ("/ab", False)], id="beside"),
        pytest.param([("/a", False)], [("/a", True)], [("/a", True)], id="writable from now on"),
        pytest.param([("/a", True)], [("/a/b", False)], [("/a", True)], id="below what can be written"),
        pytest.param([("/a", False)], [("/a/b", True)], [("/a", False), ("/a/b", True)], id="a box below"),
    ],
)
def test_mounts_are_united(
    some: list[strict.Mount], more: list[strict.Mount], result: list[strict.Mount]
) -> None:
    assert strict.merge_mounts(frozenset(some), frozenset(more)) == frozenset(result)
