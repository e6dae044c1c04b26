"""The launcher carries out a recipe to the end or runs nothing, and says why."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import LIMITS
from helpers import build_c

from judge.model import Ending
from judge.running.languages import toolchains
from judge.running.programs import Command
from judge.running.runner import Runner
from judge.running.sandbox.seal import OWN_PID

# spawns what it is told and prints how each of its children ended, in turn
KEEPER = """
import os, sys
words = [word.replace("{keeper}", str(os.getpid())) for word in sys.argv[1:]]
os.posix_spawn(words[0], words, {})
try:
    while True:
        print(os.waitstatus_to_exitcode(os.wait()[1]))
except ChildProcessError:
    pass
"""
FILTER = Path(toolchains.SANDBOX, "filters", f"{os.uname().machine}-run.bpf")


@pytest.fixture(scope="module")
def launcher(runner: Runner) -> str:
    path = toolchains.launcher(runner)
    if path is None:
        pytest.skip("no C compiler is installed")
    return path


@pytest.mark.parametrize(
    ("recipe", "reason"),
    [
        pytest.param("{mouth} {cradle} {keeper} {null} {filter} {own}", "landlock", id="not a ruleset"),
        pytest.param("{mouth} {cradle} {keeper} 999 {filter} {own}", "descriptor", id="no ruleset"),
        pytest.param("{mouth} {cradle} {keeper} 0 {null} {own}", "filter", id="an empty filter"),
        pytest.param("{mouth} {cradle} {keeper} 0 {mouth} {own}", "filter", id="an unreadable filter"),
        pytest.param("{mouth} {cradle} 1 0 {filter} {own}", "keeper", id="another parent"),
        pytest.param("{mouth} {cradle} {keeper} 0 {filter} {own} 99 1", "setrlimit", id="no such limit"),
        pytest.param("{mouth} {cradle} {keeper} 0 {filter} {own} 7", "recipe", id="half a limit"),
        pytest.param("{mouth} {cradle} {keeper} 0 {filter} {own} x", "recipe", id="no number"),
        pytest.param("{mouth}", "recipe", id="nothing"),
    ],
)
def test_a_recipe_that_cannot_be_carried_out_runs_nothing(launcher: str, recipe: str, reason: str) -> None:
    (ear, mouth), (births, cradle) = os.pipe(), os.pipe()
    with FILTER.open("rb") as filter, Path("/dev/null").open("rb") as null:
        files = {"mouth": mouth, "cradle": cradle, "filter": filter.fileno(), "null": null.fileno()}
        words = recipe.format(**files, keeper="{keeper}", own=OWN_PID)
        argv = [sys.executable, "-c", KEEPER, launcher, words, "/bin/echo", "ran"]
        done = subprocess.run(argv, capture_output=True, pass_fds=tuple(files.values()), check=True)
    for descriptor in (mouth, cradle, births):
        os.close(descriptor)
    with os.fdopen(ear) as heard:
        error, said = heard.read().split()
    # the launcher and its child may end in any order
    assert sorted(done.stdout.split()) in ([b"127"], [b"0", b"127"])
    assert said == reason
    assert int(error) > 0


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


def test_the_keeper_hands_over_all_numbers(runner: Runner) -> None:
    run = runner.run(Command(argv=("/bin/true", "word"), launcher="/bin/echo"), b"", LIMITS)
    # which had no child
    assert (run.ending, run.exit_code) == (Ending.LOST, None)
    *numbers, program, word = run.stdout.split()
    assert (program, word) == (b"/bin/true", b"word")
    mouth, cradle, keeper, ruleset, filter, own_pid, *limits = map(int, numbers)
    assert runner._keeper
    assert (keeper, own_pid) == (runner._keeper._pid, OWN_PID)
    assert min(mouth, cradle, filter) > 3
    assert ruleset > 3 or runner.level() == "basic"
    kinds = dict(zip(limits[::2], limits[1::2], strict=True))
    assert {kind: kinds[kind] for kind in kinds if kind != resource.RLIMIT_NPROC} == {
        # should the keeper fail: it allows a tenth more than the limit, at most a second
        resource.RLIMIT_CPU: LIMITS.cpu_s + 1 + 2,
        resource.RLIMIT_FSIZE: (16 << 20) + 1,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_AS: 2 * LIMITS.memory_bytes + (64 << 20),
    }
    assert (resource.RLIMIT_NPROC in kinds) == (os.geteuid() != 0)


def test_a_toolchain_brings_the_launcher_and_builds_it_once(
    runner: Runner, launcher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = build_c(b"int main(void) {}\n", runner)
    if isinstance(command, Command):
        assert command.launcher == launcher
    monkeypatch.setenv("PATH", "/nonexistent")
    assert toolchains.launcher(runner) is None


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


def test_strict_shows_the_launcher(strict_runner: Runner, native: Callable[[str], Command]) -> None:
    run = strict_runner.run(native("add"), b"1 2\n39", LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"42\n")


def test_it_runs_at_basic(native: Callable[[str], Command]) -> None:
    with Runner(core=None, level="basic") as runner:
        run = runner.run(native("add"), b"1 2\n39", LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"42\n")
