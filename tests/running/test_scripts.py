"""A script that a problem brings may start other programs, within the limits and the seal of one program."""

import os
import shutil
import socket
from pathlib import Path
from threading import Event, Thread, Timer

import pytest
from conftest import LIMITS
from helpers import Impatient, left_behind

from judge.model.runs import Ending, Limits, Run
from judge.running.languages import toolchains
from judge.running.languages.rows import script_row
from judge.running.named_files import Files
from judge.running.programs import Command, Part
from judge.running.runner import Runner
from judge.running.sandbox.polled_limits import MOST_IN_CROWD
from judge.running.sandbox.processes import tasks_of_the_machine

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")

DRAWER = Files(given=(("input", b"7\n"),), drawer="feedback")
SHORT = Impatient(cpu_s=0.3, memory_bytes=LIMITS.memory_bytes, output_bytes=16 << 20)


@pytest.fixture(params=["default", "strict"])
def sealed(request: pytest.FixtureRequest) -> Runner:
    runner: Runner = request.getfixturevalue("runner" if request.param == "default" else "strict_runner")
    return runner


def script(runner: Runner, text: str, **beside: str) -> Command:
    """Build a script with other files in its folder."""
    source = f"#!/usr/bin/env bash\n{text}".encode()
    files = tuple((name, content.encode()) for name, content in beside.items())
    command = toolchains.build(script_row("run", source), (("run", source), *files), runner)
    assert isinstance(command, Command), command
    return command


def keeper_pid(runner: Runner) -> int:
    assert runner._keepers[()]
    return runner._keepers[()]._pid


def run(runner: Runner, text: str, limits: Limits = LIMITS, **beside: str) -> Run:
    """Run a script. Nothing that it started is left, and the keeper is the same as before."""
    command = script(runner, text, **beside)
    # Without a build before, the first run at `strict` starts a keeper with the mounts that it needs.
    runner.run(script(runner, ""), b"", LIMITS, files=DRAWER)
    pid = keeper_pid(runner)
    done = runner.run(command, b"", limits, files=DRAWER)
    assert keeper_pid(runner) == pid
    if runner.level() != "strict":
        assert left_behind(pid) == []
    return done


def test_a_script_starts_the_programs_of_its_folder_and_the_systems_tools(sealed: Runner) -> None:
    text = """
        here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
        bash "$here/double" < input | tee feedback/score.txt
        exit 42
    """
    double = "#!/bin/bash\nread number; echo $((2 * number))\n"
    for each in (text, text.replace('bash "$here', '"$here')):
        done = run(sealed, each, double=double)
        assert (done.exit_code, done.stdout, done.left) == (42, b"14\n", (("score.txt", b"14\n"),)), done


@pytest.mark.parametrize("line", ["#!/bin/bash -e", "#! /usr/bin/env -S bash -e -u", "#!/usr/bin/env bash"])
@pytest.mark.parametrize("is_built", [False, True])
def test_a_script_gets_the_options_of_its_first_line(line: str, is_built: bool, runner: Runner) -> None:
    text = f"{line}\ncase $- in *e*) [[ '{line}' == *-e* ]] && exit 42;; *) exit 43;; esac\n"
    name = "build" if is_built else "run"
    build = f'{line}\nif [[ $- == *e* ]]; then touch e; fi\nprintf %s "$(cat text)" > run; chmod +x run\n'
    sources = ((name, (build if is_built else text).encode()), ("text", text.encode()))
    command = toolchains.build(script_row(name, sources[0][1]), sources, runner)
    assert isinstance(command, Command), command
    assert runner.run(command, b"", LIMITS).exit_code == (42 if "-e" in line else 43)
    assert not is_built or Path(command.argv[-1]).with_name("e").exists() is ("-e" in line)


def test_the_interpreter_of_a_script_is_one_of_its_tools() -> None:
    known, unknown = (script_row("run", f"#!/usr/bin/env {name}".encode()) for name in ("bash", "no-such"))
    assert "bash" in toolchains.identity(known)
    assert toolchains.identity(unknown) == ""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("sleep 1000 & exit 42", id="in the background"),
        pytest.param("(sleep 1000 &) ; exit 42", id="an orphan"),
        pytest.param("setsid sleep 1000 & nohup setsid -f sleep 1000; exit 42", id="a session of its own"),
        pytest.param("set -m; sleep 1000 & exit 42", id="a group of its own"),
        pytest.param("trap '' TERM HUP; (trap '' TERM HUP; sleep 1000; sleep 1000) & exit 42", id="deaf"),
    ],
)
def test_nothing_outlives_a_script(text: str, sealed: Runner) -> None:
    assert run(sealed, text).exit_code == 42


@pytest.mark.slow
def test_a_script_can_start_programs_while_another_program_has_many_threads(runner: Runner) -> None:
    done = Event()
    # The kernel counts them among the tasks of the user, as if each were a task of the script.
    threads = [Thread(target=done.wait) for _ in range(tasks_of_the_machine() + MOST_IN_CROWD)]

    def start() -> None:
        for each in threads:
            each.start()

    forks = script(runner, "sleep 1; for i in {1..20}; do sleep 1 & done; wait; exit 42")
    assert run(runner, "exit 42").exit_code == 42
    later = Timer(0.3, start)
    later.start()
    try:
        assert runner.run(forks, b"", LIMITS).exit_code == 42
    finally:
        later.join()
        done.set()


def test_processes_of_a_script_share_its_cpu_time(runner: Runner) -> None:
    done = run(runner, "for i in 1 2 3; do while :; do :; done & done; wait", SHORT)
    assert done.ending is Ending.OUT_OF_TIME
    assert done.cpu_s < 3 * SHORT.cpu_s


@pytest.mark.skipif(not shutil.which("perl"), reason="perl is not installed")
@pytest.mark.parametrize("talks", [False, True])
def test_a_script_that_hides_the_cpu_time_of_its_processes_ends(talks: bool, runner: Runner) -> None:
    hides = "while (time - $^T < 60) { unless (fork) { 1 while times < 0.02; exit } wait } exit 42"
    hidden = script(runner, f"exec perl -e '$SIG{{CHLD}} = \"IGNORE\"; {hides}'")
    limits = Impatient(cpu_s=0.05, memory_bytes=LIMITS.memory_bytes, output_bytes=1 << 10)
    if talks:
        program, interactor = (Part(program=each, limits=limits) for each in (script(runner, ""), hidden))
        done = runner.converse(program, interactor, accepting=(42,)).interactor
    else:
        done = runner.run(hidden, b"", limits)
    assert done.ending in (Ending.IDLE, Ending.OUT_OF_TIME), done


def test_processes_of_a_script_that_have_ended_are_none_of_its_64(sealed: Runner) -> None:
    assert run(sealed, "for i in {1..200}; do (true &); done; exit 42").exit_code == 42


def test_processes_that_have_lost_their_parents_share_the_cpu_time_of_a_script(runner: Runner) -> None:
    spins = "spin() { for ((i = 0; i < 5000; i++)); do :; done; (spin &); }; spin; sleep 1000"
    done = run(runner, spins, SHORT)
    assert done.ending is Ending.OUT_OF_TIME, done


def test_processes_of_a_script_share_its_memory(runner: Runner) -> None:
    holds = "head -c 40000000 /dev/full | tail -c 39000000 | sleep 1000"
    limits = Limits(cpu_s=10, memory_bytes=100 << 20, output_bytes=16 << 20)
    assert run(runner, f"for i in 1 2 3 4; do {holds} & done; wait", limits).ending is Ending.OUT_OF_MEMORY


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("for i in {1..64}; do head -c 8M /dev/full > feedback/$i; done", id="many files"),
        pytest.param(
            "for i in {1..64}; do (exec 9> feedback/x; rm feedback/x; head -c 8M /dev/full >&9; sleep 1000) &"
            " sleep 0.01; done; wait",
            id="removed, each held by another process",
        ),
    ],
)
def test_processes_of_a_script_share_its_disk(text: str, sealed: Runner) -> None:
    done = run(sealed, text, Limits(cpu_s=10, memory_bytes=1 << 30, output_bytes=16 << 20))
    assert (done.ending, done.detail) == (Ending.TOO_MUCH_OUTPUT, "its files")


def test_one_file_of_a_script_is_limited_as_well(runner: Runner) -> None:
    done = run(runner, "dd if=/dev/full of=feedback/x bs=1M count=1024; wc -c < feedback/x", SHORT)
    assert done.ending is Ending.TOO_MUCH_OUTPUT


def test_a_fork_bomb_in_a_script_ends(runner: Runner) -> None:
    done = run(runner, "bomb() { bomb & bomb & wait; }; bomb; sleep 1000", SHORT)
    assert done.ending in (Ending.SIGNALLED, Ending.OUT_OF_TIME, Ending.IDLE)


def test_a_script_signals_nobody_but_its_own_group(runner: Runner) -> None:
    runner.level()
    pids = f"$PPID {keeper_pid(runner)} {os.getpid()} -1 -{keeper_pid(runner)}"
    assert run(runner, f"for pid in {pids}; do kill -9 -- $pid && echo killed; done").stdout == b""
    assert run(runner, "kill -9 0").signal == 9


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("cat {secret}", id="a file of another"),
        pytest.param("ls {folder}", id="a folder of another"),
        pytest.param("cat /proc/$PPID/environ", id="the keeper's environment"),
        pytest.param("ls /proc/$PPID/fd", id="the keeper's files"),
        pytest.param("echo > /dev/tcp/127.0.0.1/{port}", id="the network"),
        pytest.param("cp /bin/true feedback/true; chmod +x feedback/true", id="a mode"),
        pytest.param("echo exit > feedback/x; feedback/x", id="what it wrote"),
        pytest.param('echo > "${{0%/*}}/x"', id="its own folder"),
        pytest.param("unshare -r true", id="a namespace"),
    ],
)
def test_programs_that_a_script_starts_reach_no_more_than_itself(
    text: str, sealed: Runner, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("others")
    (folder / "secret").write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = run(sealed, text.format(secret=folder / "secret", folder=folder, port=port))
    assert done.exit_code not in (0, None), done
    assert b"secret" not in done.stdout


def test_a_script_can_be_the_interactor_of_a_conversation(runner: Runner) -> None:
    talks = "read number < input; echo $number; read answer; exit $((answer == 14 ? 42 : 43))\n"
    interactor = script(runner, 'bash "${0%/*}/talks"; code=$?; (sleep 1000 &) ; exit $code', talks=talks)
    for factor, code in ((2, 42), (3, 43)):
        program = script(runner, f"read number; echo $(({factor} * number))")
        conversation = runner.converse(
            Part(program=program, limits=LIMITS),
            Part(program=interactor, limits=LIMITS, files=DRAWER),
            accepting=(42,),
        )
        assert conversation.interactor.exit_code == code, conversation
        assert left_behind(keeper_pid(runner)) == []
