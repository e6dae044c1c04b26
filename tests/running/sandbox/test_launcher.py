"""The launcher stays, carries out a recipe to the end or runs nothing, and says why."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from conftest import LIMITS
from helpers import build_c, children_of
from msgspec.structs import replace

from judge.checkers.decision import end_of
from judge.model.runs import Ending
from judge.running.languages import toolchains
from judge.running.programs import Command
from judge.running.runner import Runner
from judge.running.sandbox.seal import OWN_PID

# Starts a launcher, asks it for a program that prints to stderr, and prints how the two ended, in turn.
KEEPER = """
import ctypes, fcntl, os, socket, sys
# as a keeper does, whose children may load a filter
ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)
path, start, recipe, folder, *argv = sys.argv[1:]
here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
wire = fcntl.fcntl(there, fcntl.F_DUPFD, 20)
os.posix_spawn(path, [path, start.format(wire=wire, keeper=os.getpid())], {})
there.close()
os.close(wire)
packet = b"".join(os.fsencode(word) + b"\\0" for word in (recipe, folder, *argv))
try:
    socket.send_fds(here, [packet], [0, 2, 2])
    child = here.recv(4)
except ConnectionError:
    pass
here.close()
try:
    while True:
        print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
except ChildProcessError:
    pass
"""
MACHINE = os.uname().machine
FILTERS = [Path(toolchains.SANDBOX, "filters", f"{MACHINE}-{name}.bpf") for name in ("stay", "own")]
START = "{{wire}} {{keeper}} {stay} {own} {pid} {mouth} {mouth}"


@pytest.fixture(scope="module")
def launcher(runner: Runner) -> str:
    if not shutil.which("cc"):
        pytest.skip("no C compiler is installed")
    path = toolchains.launcher(runner)
    assert path
    return path


def asked(launcher: str, start: str, *packet: str) -> tuple[list[str], str, list[str]]:
    """Return how launcher and program ended, the reported error, and the program's output."""
    ear, mouth = os.pipe()
    with ExitStack() as opened:
        stay, own = (opened.enter_context(path.open("rb")).fileno() for path in FILTERS)
        null = opened.enter_context(Path("/dev/null").open("rb")).fileno()
        # The launcher's own descriptors are above the program's.
        numbers = {
            name: fcntl.fcntl(file, fcntl.F_DUPFD, 20)
            for name, file in (("stay", stay), ("own", own), ("null", null), ("mouth", mouth))
        }
        words = start.format(**numbers, pid=OWN_PID)
        argv = [sys.executable, "-c", KEEPER, launcher, words, *packet]
        given = tuple(number for name, number in numbers.items() if name in start)
        done = subprocess.run(argv, capture_output=True, text=True, pass_fds=given, check=True)
        for file in (mouth, *numbers.values()):
            os.close(file)
    with os.fdopen(ear) as heard:
        return sorted(done.stdout.split()), heard.read(), done.stderr.splitlines()


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        pytest.param("{{wire}} {{keeper}} {null} {own} 7 {mouth} {mouth}", "filter", id="an empty filter"),
        pytest.param("{{wire}} {{keeper}} {stay} {mouth} 7 {mouth} {mouth}", "filter", id="no filter"),
        pytest.param("{{wire}} {{keeper}} {stay} 999 7 {mouth} {mouth}", "descriptor", id="no descriptor"),
        pytest.param("{{wire}} 1 {stay} {own} 7 {mouth} {mouth}", "keeper", id="another parent"),
        pytest.param("2 {{keeper}} {stay} {own} 7 {mouth} {mouth}", "descriptor", id="a place of programs"),
    ],
)
def test_a_launcher_that_cannot_seal_itself_serves_nobody(launcher: str, start: str, reason: str) -> None:
    ends, said, printed = asked(launcher, start, "0 0", "/", "/bin/echo", "ran")
    assert (ends, printed) == (["127"], [])
    assert said.split()[1] == reason


@pytest.mark.parametrize(
    ("packet", "reason", "ends"),
    [
        pytest.param(("0 1", "/"), "landlock", ["0", "127"], id="not a ruleset"),
        pytest.param(("0 0 99 1", "/"), "setrlimit", ["0", "127"], id="no such limit"),
        pytest.param(("0 0 7", "/"), "recipe", ["0", "127"], id="half a limit"),
        pytest.param(("0 0 x", "/"), "recipe", ["0", "127"], id="no number"),
        pytest.param(("0 0", "/nowhere"), "chdir", ["0", "127"], id="no folder"),
        pytest.param(("0", "/"), "recipe", ["127"], id="no word on the ruleset"),
        pytest.param(("", "/"), "recipe", ["127"], id="nothing"),
    ],
)
def test_a_recipe_that_cannot_be_carried_out_runs_nothing(
    launcher: str, packet: tuple[str, ...], reason: str, ends: list[str]
) -> None:
    ended, said, printed = asked(launcher, START, *packet, "/bin/echo", "ran")
    assert (ended, printed) == (ends, [])
    error, step = said.split()
    assert step == reason
    assert int(error) > 0


def test_a_packet_without_a_program_is_refused(launcher: str) -> None:
    assert asked(launcher, START, "0 0", "/") == (["127"], "0022 recipe", [])


def test_a_program_gets_its_descriptors_and_its_words_and_nothing_else(launcher: str) -> None:
    look = 'echo "$#" "$@"; pwd; cd /proc/self/fd; echo *; ulimit -n'
    words = ("/bin/bash", "-c", look, "it", "", "two words")
    ends, said, printed = asked(launcher, START, "1 0 7 64", "/usr", *words)
    assert (ends, said) == (["0", "0"], "")
    # the shell reads the folder through another descriptor
    assert printed == ["2  two words", "/usr", "0 1 2 3", "64"]


def test_a_program_or_a_launcher_that_is_missing_is_lost(
    launcher: str, runner: Runner, tmp_path: Path
) -> None:
    missing = tmp_path / "gone"
    for command, reason in (
        (Command(argv=(str(missing),), launcher=launcher), "No such file"),
        (Command(argv=("/bin/true",), launcher=str(missing)), "No such file"),
    ):
        run = runner.run(command, b"", LIMITS)
        assert run.ending is Ending.LOST
        assert str(tmp_path) in run.detail
        assert reason in run.detail


def test_what_is_no_launcher_is_lost(runner: Runner) -> None:
    for path in ("/bin/echo", "/bin/cat"):
        run = runner.run(Command(argv=("/bin/true",), launcher=path), b"", LIMITS)
        assert (run.ending, run.exit_code) == (Ending.LOST, None)
        assert run.detail == "the launcher is gone"


def test_a_launcher_that_was_killed_costs_one_run(
    launcher: str, runner: Runner, native: Callable[[str], Command]
) -> None:
    program = replace(native("add"), launcher=launcher)
    assert runner.run(program, b"1 2", LIMITS).stdout == b"3\n"
    assert runner._keepers[()]
    keeper = runner._keepers[()]._pid
    (serving,) = children_of(keeper)
    os.kill(serving, signal.SIGKILL)
    lost = runner.run(program, b"1 2", LIMITS)
    assert (lost.ending, lost.detail) == (Ending.LOST, "the launcher is gone")
    assert runner.run(program, b"1 2", LIMITS).stdout == b"3\n"
    assert runner._keepers[()]._pid == keeper


def test_a_launcher_ends_before_its_keeper(launcher: str, native: Callable[[str], Command]) -> None:
    """Otherwise its CPU time would be missing from the keeper's, and so from that of the command."""
    with Runner(core=None) as runner:
        runner.run(replace(native("add"), launcher=launcher), b"1 2", LIMITS)
        assert runner._keepers[()]
        (serving,) = children_of(runner._keepers[()]._pid)
    assert not Path(f"/proc/{serving}").exists()


def test_a_program_has_its_own_limits(runner: Runner, launcher: str) -> None:
    """Earlier requests to the launcher do not count."""
    words = ("/bin/bash", "-c", "ulimit -t; ulimit -f; ulimit -n; ulimit -v; ulimit -c")
    look = Command(argv=words, launcher=launcher)
    for limits in (LIMITS, replace(LIMITS, cpu_s=7, memory_bytes=300 << 20), LIMITS):
        # should the keeper fail, which stops a program by its exact clock
        cpu_s, space_bytes = 4 * int(limits.allowance_s + 1), 2 * limits.memory_bytes + (64 << 20)
        run = runner.run(look, b"", limits)
        assert [int(word) for word in run.stdout.split()] == [cpu_s, 16 << 10, 64, space_bytes >> 10, 0]


def test_a_toolchain_brings_the_launcher_and_builds_it_once(
    runner: Runner, launcher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = build_c(b"int main(void) {}\n", runner)
    if isinstance(command, Command):
        assert command.launcher == launcher
    monkeypatch.setenv("PATH", "/nonexistent")
    with Runner(core=None) as another:
        assert toolchains.launcher(another) is None


@pytest.mark.parametrize("level", ["default", "strict"])
def test_the_peak_is_that_of_the_program_alone(
    request: pytest.FixtureRequest, launcher: str, runner: Runner, tmp_path: Path, level: str
) -> None:
    command = build_c(b"int main(void) {}\n", runner)
    if not isinstance(command, Command):
        pytest.skip("no static program can be built")
    of_level = runner if level == "default" else request.getfixturevalue("strict_runner")
    run = of_level.run(command, b"", LIMITS)
    assert run.ending is Ending.FINISHED
    assert run.peak_bytes < 4 << 20


def test_static_variables_beyond_the_limit_are_named_as_the_cause(launcher: str, runner: Runner) -> None:
    limits = replace(LIMITS, memory_bytes=64 << 20)
    large = build_c(b"static volatile char room[1 << 28];\nint main(void) { return room[5]; }\n", runner)
    crash = build_c(b"int main(void) { return *(volatile int *)0; }\n", runner)
    if not isinstance(large, Command) or not isinstance(crash, Command):
        pytest.skip("no static program can be built")
    whole, cause = (
        "killed by signal 11 (SIGSEGV)",
        "its static variables need more than twice the memory limit",
    )
    assert end_of(runner.run(large, b"", limits)) == f"{whole} at its start: {cause}"
    assert end_of(runner.run(crash, b"", limits)) == whole
    assert runner.run(large, b"", LIMITS).exit_code == 0


def test_strict_shows_the_launcher(strict_runner: Runner, native: Callable[[str], Command]) -> None:
    run = strict_runner.run(native("add"), b"1 2\n39", LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"42\n")


def test_it_runs_at_basic(native: Callable[[str], Command]) -> None:
    with Runner(core=None, level="basic") as runner:
        run = runner.run(native("add"), b"1 2\n39", LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"42\n")
