"""One program under limits to a Run: every ending, what is measured, and what is left behind."""

import errno
import os
import re
import resource
import signal
import struct
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event, Thread, Timer

import pytest
from conftest import BUILD_LIMITS, LIMITS, PROGRAMS, own_core
from helpers import (
    REPOSITORY,
    Impatient,
    as_ordinary_user,
    as_soon_as,
    children_of,
    descriptors,
    free_number,
    is_alive,
    left_behind,
    make_test,
    need,
    programs_of,
    wait_until,
)
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.checkers.decision import decide
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.running.endings import Measured, ending_of, run_of
from judge.running.languages import toolchains
from judge.running.orders import BUILT_BYTES
from judge.running.programs import Command, Part, Script
from judge.running.runner import Runner
from judge.running.sandbox.kernel import PERF_EVENT_OPEN
from judge.running.sandbox.polled_limits import MOST_TASKS
from judge.running.sandbox.seal import RULESETS_KEPT
from judge.running.sandbox.wire import QUICK_S

Python = Callable[..., Run]
Native = Callable[[str], Command]

SHORT = Limits(cpu_s=0.2, memory_bytes=64 << 20, output_bytes=1 << 20)
IMPATIENT = Impatient(cpu_s=0.1, memory_bytes=64 << 20, output_bytes=1 << 20)
SMALL = replace(LIMITS, memory_bytes=64 << 20)


def with_arguments(command: Command, *arguments: str) -> Command:
    return replace(command, argv=(*command.argv, *arguments))


# endings


def test_a_program_gets_its_input_and_its_output_is_kept_to_the_byte(runner: Runner, native: Native) -> None:
    run = runner.run(native("add"), b"1 2\n39", LIMITS)
    assert (run.ending, run.exit_code, run.stdout, run.stderr) == (Ending.FINISHED, 0, b"42\n", b"")


def test_python_gets_its_input_and_its_output_is_kept_to_the_byte(python: Python) -> None:
    source = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read()[::-1])"
    run = python(source, bytes(range(256)))
    assert (run.ending, run.exit_code, run.stdout) == (Ending.FINISHED, 0, bytes(range(256))[::-1])


def test_a_spinning_program_is_out_of_time_and_its_true_time_is_shown(runner: Runner, native: Native) -> None:
    run = runner.run(native("spins"), b"", SHORT)
    assert run.ending is Ending.OUT_OF_TIME
    # far from where the kernel or the clock on the wall would have stopped it
    assert 1.1 * SHORT.cpu_s <= run.cpu_s < 1


def test_spinning_python_is_out_of_time(python: Python) -> None:
    assert python("while True: pass", limits=SHORT).ending is Ending.OUT_OF_TIME


def test_the_time_of_all_threads_counts(runner: Runner, native: Native) -> None:
    run = runner.run(native("threads"), b"", LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"4\n")
    assert run.cpu_s > 0.15  # three of them took less


def test_a_sleeping_program_is_idle_and_its_output_is_kept(runner: Runner, native: Native) -> None:
    run = runner.run(native("sleeps"), b"", IMPATIENT)
    assert (run.ending, run.stdout) == (Ending.IDLE, b"42\n")


def test_a_program_that_stands_in_line_for_a_processor_is_not_idle(cpp: Callable[..., Command]) -> None:
    spins, core = cpp(PROGRAMS / "spins.cpp", "-std=c++17"), own_core()
    many = 8
    assert many * SHORT.cpu_s > SHORT.wall_s
    with ExitStack() as stack:
        runners = [stack.enter_context(Runner(core=core)) for _ in range(many)]
        with ThreadPoolExecutor(many) as pool:
            runs = list(pool.map(lambda runner: runner.run(spins, b"", SHORT), runners))
    assert {run.ending for run in runs} == {Ending.OUT_OF_TIME}
    assert all(run.cpu_s > SHORT.cpu_s for run in runs)


def test_a_stopped_program_is_idle(python: Python) -> None:
    source = "import os, signal\nwhile True: os.kill(os.getpid(), signal.SIGSTOP)"
    assert python(source, limits=IMPATIENT).ending is Ending.IDLE


def test_a_program_that_outgrows_its_memory_is_out_of_memory(runner: Runner, native: Native) -> None:
    run = runner.run(with_arguments(native("fills"), "80"), b"", SMALL)
    assert run.ending is Ending.OUT_OF_MEMORY
    assert run.peak_bytes is not None
    assert run.peak_bytes > SMALL.memory_bytes


def test_an_array_that_doubles_shows_that_it_outgrew_its_memory(runner: Runner, native: Native) -> None:
    limits = replace(LIMITS, memory_bytes=25 << 20)
    assert runner.run(native("doubles"), b"", limits).ending is Ending.OUT_OF_MEMORY


def test_python_that_outgrows_its_memory_is_out_of_memory(python: Python) -> None:
    source = "a = []\nwhile True: a.append(bytearray(1 << 20))"
    assert python(source, limits=SMALL).ending is Ending.OUT_OF_MEMORY


def test_memory_is_watched_where_addresses_are_not_limited(runner: Runner, native: Native) -> None:
    command = replace(with_arguments(native("fills"), "3000"), address_space=False)
    run = runner.run(command, b"", SMALL)
    assert (run.ending, run.signal) == (Ending.OUT_OF_MEMORY, signal.SIGKILL)


@pytest.mark.parametrize("descriptor", ["1", "2"])
def test_a_flood_is_too_much_output_and_cut(runner: Runner, native: Native, descriptor: str) -> None:
    run = runner.run(with_arguments(native("floods"), descriptor), b"", LIMITS)
    assert run.ending is Ending.TOO_MUCH_OUTPUT
    assert len(run.stdout) <= LIMITS.output_bytes
    assert len(run.stderr) <= 9 << 10


def test_a_megabyte_of_notes_on_stderr_does_no_harm(python: Python) -> None:
    run = python("import sys\nsys.stderr.write('x' * (2 << 20))\nprint(42)", limits=LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"42\n")


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        pytest.param("'x' * 8192", b"x" * 8192, id="just all of it"),
        pytest.param("'x' * 8193", b"x" * 4096 + b"\n[1 bytes left out]\n" + b"x" * 4096, id="one line"),
        pytest.param(
            "'a' * 4000 + '\\n' + 'b' * 4000 + '\\n' + 'c' * 4000 + '\\n'",
            b"a" * 4000 + b"\n[4001 bytes left out]\n" + b"c" * 4000 + b"\n",
            id="whole lines",
        ),
        pytest.param(
            "'first\\n' + '\\n' * (1 << 21) + 'last\\n'",
            b"first\n" + b"\n" * 4090 + b"[2088972 bytes left out]\n" + b"\n" * 4090 + b"last\n",
            id="a flood",
        ),
    ],
)
def test_of_a_long_lament_head_and_tail_are_kept(python: Python, words: str, kept: bytes) -> None:
    assert python(f"import sys; sys.stderr.write({words})").stderr == kept


def test_an_output_of_just_the_limit_is_not_too_much(python: Python) -> None:
    limits = replace(LIMITS, output_bytes=1000)
    assert python("print('x' * 999)", limits=limits).ending is Ending.FINISHED
    assert python("print('x' * 1000)", limits=limits).ending is Ending.TOO_MUCH_OUTPUT


@pytest.mark.parametrize("name", ["SIGABRT", "SIGSEGV", "SIGFPE", "SIGKILL"])
def test_a_signal_is_told_and_the_output_kept(runner: Runner, native: Native, name: str) -> None:
    number = signal.Signals[name]
    run = runner.run(with_arguments(native("crashes"), str(int(number))), b"", LIMITS)
    assert (run.ending, run.signal, run.exit_code) == (Ending.SIGNALLED, number, None)
    assert run.stdout == b"partial\n"


@pytest.mark.parametrize("code", [1, 127, 137, 255])
def test_an_exit_code_is_told_and_is_no_signal(python: Python, code: int) -> None:
    run = python(f"import os; os._exit({code})")
    assert (run.ending, run.exit_code, run.signal) == (Ending.FINISHED, code, None)


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="needs a machine that speaks two")
def test_a_call_of_another_machine_is_refused(runner: Runner, native: Native) -> None:
    run = runner.run(native("foreign"), b"", LIMITS)
    assert (run.ending, run.signal) == (Ending.SIGNALLED, signal.SIGSYS)


def test_a_program_that_is_not_there_is_lost_with_the_reason(runner: Runner) -> None:
    run = runner.run(Command(argv=("/no-such-place/program",)), b"", LIMITS)
    assert run.ending is Ending.LOST
    assert "/no-such-place/program" in run.detail


def elf(loader: bytes | None, *, entries: int = 1, offset: int = 120) -> bytes:
    """The head of a 64-bit program that names a loader."""
    head = (
        b"\x7fELF\2\1\1"
        + bytes(9)
        + struct.pack("<HHIQQQIHHHHHH", 2, MACHINE, 1, 0, 64, 0, 0, 64, 56, entries, 0, 0, 0)
    )
    if loader is None:
        return head + bytes(56)
    table = struct.pack("<IIQQQQQQ", 3, 4, offset, 0, 0, len(loader) + 1, len(loader) + 1, 1)
    return head + table + loader + b"\0"


MACHINE = {"x86_64": 62, "aarch64": 183}[os.uname().machine]


@pytest.mark.parametrize("launched", [True, False], ids=["launched", "forked"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"neither a program nor a script\n", "Exec format error", id="text"),
        pytest.param(b"", "Exec format error", id="empty"),
        pytest.param(b"#!/no-such-place\n", "No such file or directory", id="script without interpreter"),
        pytest.param(b"#!/bin/sh\n", "Permission denied", id="script for a shell"),
        pytest.param(
            elf(b"/no-such-place"),
            "No such file or directory; the loader that it names is '/no-such-place'",
            id="loader missing",
        ),
        pytest.param(elf(b"/bin/sh"), "Permission denied; the loader that it names is '/bin/sh'", id="shell"),
        pytest.param(elf(b"/proc/self/exe"), "; the loader that it names is '/proc/self/exe'", id="itself"),
        pytest.param(
            elf(b"/etc/passwd/x"), "; the loader that it names is '/etc/passwd/x'", id="below a file"
        ),
        pytest.param(elf(b"/"), "; the loader that it names is '/'", id="a folder"),
        pytest.param(elf(b""), "Exec format error", id="loader without name"),
        pytest.param(
            elf(b"\xff\n\x1b[2J"),
            "; the loader that it names is '\\udcff\\n\\x1b[2J'",
            id="loader of odd bytes",
        ),
        pytest.param(elf(b"/x" * 3000), "cannot be started", id="loader too long"),
        pytest.param(elf(b"/x", offset=2**64 - 1), "cannot be started", id="loader beyond all files"),
        pytest.param(elf(b"/x", entries=65535), "cannot be started", id="table too long"),
    ],
)
def test_a_file_that_cannot_be_started_is_not_the_judges_fault(
    runner: Runner, tmp_path: Path, content: bytes, reason: str, launched: bool
) -> None:
    program = tmp_path / "program"
    program.write_bytes(content)
    program.chmod(0o755)
    launcher = toolchains.launcher(runner) if launched else None
    run = runner.run(Command(argv=(str(program),), launcher=launcher), b"", LIMITS)
    assert (run.ending, run.exit_code, run.signal) == (Ending.NOT_STARTED, None, None), run
    assert run.detail.startswith("the program cannot be started: ")
    assert reason in run.detail
    assert len(run.detail) < 300


REPORT = Measured(0, 0.1, 0.2, 0, 1 << 20, "", "", None, 10, 0)


@pytest.mark.parametrize(
    ("report", "ending"),
    [
        pytest.param(REPORT, Ending.FINISHED, id="nothing wrong"),
        pytest.param(replace(REPORT, status=9, cpu_s=0.3, stopped="cpu"), Ending.OUT_OF_TIME, id="time"),
        pytest.param(
            replace(REPORT, cpu_s=0.3, peak_bytes=1 << 30), Ending.OUT_OF_TIME, id="time wins over memory"
        ),
        pytest.param(replace(REPORT, wall_s=9, stopped="wall"), Ending.IDLE, id="slept"),
        pytest.param(
            replace(REPORT, cpu_s=0.7, wall_s=1.4, stopped="wall"), Ending.OUT_OF_TIME, id="hardly slept"
        ),
        pytest.param(
            replace(REPORT, cpu_s=0.3, wall_s=9, queued_s=7, stopped="wall"),
            Ending.OUT_OF_TIME,
            id="time wins over idling",
        ),
        pytest.param(
            replace(REPORT, status=6, peak_bytes=1 << 30), Ending.OUT_OF_MEMORY, id="memory wins over a crash"
        ),
        pytest.param(replace(REPORT, status=25, stdout_bytes=2 << 20), Ending.TOO_MUCH_OUTPUT, id="output"),
        pytest.param(replace(REPORT, stderr_bytes=17 << 20), Ending.TOO_MUCH_OUTPUT, id="output on stderr"),
        pytest.param(replace(REPORT, status=signal.SIGXFSZ), Ending.SIGNALLED, id="a signal of the output"),
        pytest.param(replace(REPORT, status=signal.SIGSYS), Ending.SIGNALLED, id="a signal of the sandbox"),
        pytest.param(replace(REPORT, status=11), Ending.SIGNALLED, id="signal"),
        pytest.param(replace(REPORT, status=9, stopped="tasks"), Ending.SIGNALLED, id="threads"),
        pytest.param(replace(REPORT, peak_bytes=None), Ending.FINISHED, id="peak unknown"),
        pytest.param(replace(REPORT, complaint="no such file", cpu_s=9), Ending.LOST, id="never started"),
        pytest.param(
            replace(REPORT, complaint="no program", stopped="start"), Ending.NOT_STARTED, id="its own fault"
        ),
    ],
)
def test_the_order_of_the_checks(report: Measured, ending: Ending) -> None:
    assert ending_of(report, SHORT)[0] is ending


def test_a_limit_that_is_just_kept_is_not_broken() -> None:
    bounds = replace(
        REPORT,
        cpu_s=SHORT.cpu_s,
        peak_bytes=SHORT.memory_bytes,
        stdout_bytes=SHORT.output_bytes,
        stderr_bytes=16 << 20,
    )
    assert ending_of(bounds, SHORT)[0] is Ending.FINISHED
    for name, ending in (
        ("peak_bytes", Ending.OUT_OF_MEMORY),
        ("stdout_bytes", Ending.TOO_MUCH_OUTPUT),
        ("stderr_bytes", Ending.TOO_MUCH_OUTPUT),
    ):
        assert ending_of(replace(bounds, **{name: getattr(bounds, name) + 1}), SHORT)[0] is ending


UNITS = {"MiB": 1 << 20, "bytes": 1}


def bytes_of(size: str) -> float:
    number, unit = size.replace(",", "").split()
    return float(number) * UNITS[unit]


def near(limit: float) -> st.SearchStrategy[float]:
    """Generate values around a limit, in whole nanoseconds."""
    return (st.floats(0, 3 * limit) | st.floats(0.9999 * limit, 1.0001 * limit)).map(lambda x: round(x, 9))


@st.composite
def reports(draw: st.DrawFn) -> tuple[Measured, Limits]:
    """Generate measurements of a keeper, often very close to a limit."""
    size = st.integers(0, 1 << 30) | st.sampled_from([1 << 20, 1000, 16 << 20])
    limits = Limits(
        cpu_s=draw(st.integers(1, 10**6)) / 1000, memory_bytes=draw(size), output_bytes=draw(size)
    )
    cpu_s, queued_s = draw(near(limits.cpu_s)), 0.0
    stopped = draw(st.sampled_from(["", "cpu", "wall", "memory", "tasks"]))
    wall_s = cpu_s + draw(st.floats(0, 1))
    if stopped == "wall":
        queued_s = draw(st.floats(0, 10))
        wall_s = limits.wall_s + queued_s + draw(st.sampled_from([1e-6, 1e-3, 1]))
    code, number = draw(st.integers(0, 255)), draw(st.integers(1, 64))
    return Measured(
        status=number if stopped else draw(st.sampled_from([0, code << 8, number])),
        cpu_s=1.1 * limits.cpu_s + cpu_s if stopped == "cpu" else cpu_s,
        wall_s=wall_s,
        queued_s=queued_s,
        peak_bytes=draw(st.none() | near(max(limits.memory_bytes, 16 << 20)).map(int)),
        stopped=stopped,
        complaint=draw(st.sampled_from(["", "", "", "it was not there"])),
        counted=None,
        stdout_bytes=int(draw(near(limits.output_bytes))),
        stderr_bytes=int(draw(near(limits.stderr_bytes))),
    ), limits


@pytest.mark.slow
@given(reports())
def test_what_a_verdict_says_is_true_of_what_was_measured(measured: tuple[Measured, Limits]) -> None:
    report, limits = measured
    null = os.open(os.devnull, os.O_RDONLY)
    run = run_of(report, limits, null, null)
    os.close(null)
    judgement = decide(run, make_test(answer=b"", limits=limits))
    words = judgement.message
    match judgement.verdict:
        case Verdict.AC:
            assert (report.status, report.stopped, report.complaint) == (0, "", "")
            assert report.cpu_s <= limits.cpu_s
            assert report.stdout_bytes <= limits.output_bytes
        case Verdict.TLE:
            used, limit = found(r"(\S+) s of CPU used, limit (\S+) s", words)
            assert report.cpu_s > limits.cpu_s
            assert float(used) > float(limit)
            assert float(used) == pytest.approx(report.cpu_s, abs=0.0051)
        case Verdict.ILE:
            passed, used, limit = found(r"(\S+) s passed with (\S+) s of CPU, wall limit (\S+) s", words)
            assert float(passed) > float(limit)
            assert float(used) <= report.wall_s - report.queued_s + 0.005
        case Verdict.MLE:
            used, limit = found(r"(?:(\S+ MiB) used, )?limit (.+)", words)
            assert not used or bytes_of(used) > bytes_of(limit)
            assert used or report.stopped == "memory"
        case Verdict.OLE:
            limit, stream = found(r"printed more than (.+ (?:MiB|bytes))( on stderr)?", words)
            assert bytes_of(limit) < (report.stderr_bytes if stream else report.stdout_bytes)
        case Verdict.RE if report.stopped == "tasks":
            assert words == f"more than {MOST_TASKS} threads or processes"
        case Verdict.RE:
            kind, number = found(r"(killed by signal|exit code) (\d+)(?: \(SIG\w+\))?", words)
            killed = kind != "exit code"
            assert int(number) == (os.WTERMSIG(report.status) if killed else os.WEXITSTATUS(report.status))
            assert int(number) > 0
        case _:
            assert (judgement.verdict, words) == (Verdict.JE, report.complaint)
            assert words


def found(pattern: str, words: str) -> tuple[str, ...]:
    match = re.fullmatch(pattern, words)
    assert match, words
    return match.groups()


@given(limit_s=st.floats(0.001, 1e6), more=st.just(0.0) | st.floats(1e-9, 0.2))
def test_a_limit_has_no_grace(limit_s: float, more: float) -> None:
    limits = replace(LIMITS, cpu_s=limit_s)
    used_s = limit_s * (1 + more)
    over = replace(REPORT, cpu_s=used_s, wall_s=used_s)
    assert ending_of(over, limits)[0] is (Ending.OUT_OF_TIME if used_s > limit_s else Ending.FINISHED)


# what is measured


def test_the_peak_is_the_programs_own_whatever_the_harness_has_held(native: Native) -> None:
    ballast = bytearray(b"x") * (200 << 20)
    with Runner(core=None) as runner:
        small = runner.run(native("add"), b"1", LIMITS)
        large = runner.run(with_arguments(native("fills"), "100"), b"", LIMITS)
    del ballast
    assert small.peak_bytes is not None
    assert small.peak_bytes < 16 << 20
    assert large.peak_bytes is not None
    assert 100 << 20 <= large.peak_bytes < 104 << 20


@pytest.mark.parametrize("megabytes", [1, 8])
def test_a_limit_below_what_a_fork_is_born_with_is_no_trap(
    runner: Runner, native: Native, python: Python, megabytes: int
) -> None:
    limits = replace(LIMITS, memory_bytes=megabytes << 20)
    assert (
        python("import json, decimal, dataclasses, typing; print(3)", limits=limits).ending is Ending.FINISHED
    )
    assert runner.run(native("add"), b"1 2", limits).ending is Ending.FINISHED
    run = runner.run(with_arguments(native("fills"), "20"), b"", limits)
    assert run.ending is Ending.OUT_OF_MEMORY


def test_a_hundred_megabytes_of_stack_are_no_crash(runner: Runner, native: Native) -> None:
    run = runner.run(native("deep"), b"", LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"95000\n")


@pytest.mark.parametrize("cpu_s", [0.1, 1, 5])
def test_the_kernels_cpu_limit_is_too_high_to_come_before_the_judges(cpu_s: float, python: Python) -> None:
    """The kernel counts ticks: on a busy machine it charges a third more than was used."""
    limits = replace(LIMITS, cpu_s=cpu_s)
    run = python("import resource; print(*resource.getrlimit(resource.RLIMIT_CPU))", limits=limits)
    soft, hard = map(int, run.stdout.split())
    assert soft == hard >= 3 * limits.allowance_s


def test_limits_that_were_lower_from_the_start_stay(native: Native) -> None:
    script = f"""
from judge.model.runs import Limits
from judge.running.programs import Command
from judge.running.runner import Runner
with Runner(core=None) as runner:
    limits = Limits(cpu_s=5, memory_bytes=1 << 28, output_bytes=1 << 30)
    print(runner.run(Command(argv={native("add").argv!r}), b"1 2", limits).stdout)
"""
    lower = 'ulimit -f 2048 && ulimit -n 200 && ulimit -v 4000000 && exec "$@"'
    command = ["sh", "-c", lower, "sh", sys.executable, "-c", script]
    root = REPOSITORY
    done = subprocess.run(command, cwd=root, capture_output=True)
    assert done.stdout == b"b'3\\n'\n", done.stderr


def test_an_ordinary_user_can_run_programs_too() -> None:
    done = as_ordinary_user("""
import os
from judge.model.runs import Limits
from judge.running.runner import Runner
limits = Limits(cpu_s=5, memory_bytes=1 << 28, output_bytes=1 << 20)
with Runner(core=None) as runner:
    source = b"import os; print(os.getuid()); open('/etc/passwd')"
    script = runner.compile_python(source, "solution.py", limits)
    run = runner.run(script, b"", limits)
    print(runner.level(), 0 < int(run.stdout) == os.getuid(), b"PermissionError" in run.stderr)
""")
    assert done.stdout == b"default True True\n", done.stderr


# what is left behind


def test_many_runs_leak_no_descriptor(native: Native, tmp_path: Path) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    def run() -> None:
        script = runner.compile_python(b"pass", "solution.py", BUILD_LIMITS)
        assert isinstance(script, Script)
        runner.run(script, b"", LIMITS)
        runner.run(native("add"), b"1", LIMITS)

    with Runner(core=own_core()) as runner:
        run()
        free_number(runner, tmp_path)
        run()
        files, free = open_files(), free_number(runner, tmp_path)
        for _ in range(30):
            run()
        assert open_files() == files
        assert free_number(runner, tmp_path) == free
        for number in range(RULESETS_KEPT + 50):
            runner.run(Command(argv=("/bin/true",), readable=(f"/nowhere/{number}",)), b"", LIMITS)
        assert free_number(runner, tmp_path) < free + RULESETS_KEPT


def test_python_has_no_descriptor_of_its_keeper(native: Native) -> None:
    source = """
import os
for number in range(3, 400):
    try:
        os.fstat(number)
    except OSError:
        continue
    print(number)
"""
    with Runner(core=None) as runner:
        for name in ("add", "state", "crashes"):
            script = runner.compile_python(source.encode(), "solution.py", LIMITS)
            assert isinstance(script, Script)
            assert runner.run(script, b"", LIMITS).stdout == b""
            runner.run(native(name), b"", LIMITS)


def test_a_killed_harness_leaves_nothing_alive(native: Native) -> None:
    program = native("spins").argv
    script = f"""
import sys
from judge.model.runs import Limits
from judge.running.programs import Command
from judge.running.runner import Runner
runner = Runner(core=None)
limits = Limits(cpu_s=60, memory_bytes=1 << 28, output_bytes=1)
print(flush=True)
runner.run(Command(argv={program!r}), b"", limits)
"""
    harness = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=REPOSITORY)
    try:
        assert harness.stdout
        harness.stdout.readline()
        wait_until(lambda: children_of(harness.pid) and programs_of(children_of(harness.pid)[0]))
        keeper = children_of(harness.pid)[0]
        child = programs_of(keeper)[0]
    finally:
        harness.kill()
        harness.communicate()
    wait_until(lambda: not is_alive(keeper) and not is_alive(child))


def test_a_killed_keeper_is_a_lost_run_and_the_next_is_fine(native: Native) -> None:
    with Runner(core=None) as runner:
        runner.level()
        keeper = runner._keepers[()]
        assert keeper
        spinner: list[int] = []

        def kill() -> None:
            spinner.extend(programs_of(keeper._pid))
            os.kill(keeper._pid, signal.SIGKILL)

        with as_soon_as(lambda: programs_of(keeper._pid), kill):
            run = runner.run(native("spins"), b"", replace(LIMITS, cpu_s=60))
        assert run.ending is Ending.LOST
        assert run.detail == "the keeper was killed"
        assert spinner
        wait_until(lambda: not is_alive(spinner[0]))
        assert runner.run(native("add"), b"1 2", LIMITS).stdout == b"3\n"


def test_a_closed_runner_answers_that_the_run_is_lost(native: Native) -> None:
    runner = Runner(core=None)
    runner.close()
    runner.close()
    assert runner.run(native("add"), b"1", LIMITS).ending is Ending.LOST


def test_close_from_another_thread_ends_the_run_in_flight(native: Native) -> None:
    runner = Runner(core=None)
    runner.level()
    keeper = runner._keepers[()]
    assert keeper
    with as_soon_as(lambda: programs_of(keeper._pid), runner.close):
        assert runner.run(native("spins"), b"", replace(LIMITS, cpu_s=60)).ending is Ending.LOST


def test_a_cancelled_run_is_lost_at_once_and_the_next_is_fine(native: Native) -> None:
    with Runner(core=None) as runner:
        runner.level()
        done = Event()

        def cancel() -> None:
            with runner.cancelled():
                assert done.wait(60)

        canceller = Timer(0.3, cancel)
        canceller.start()
        long = replace(LIMITS, cpu_s=1000)
        assert runner.run(native("spins"), b"", long).ending is Ending.LOST
        followed = runner.run(native("add"), b"1 2", LIMITS)
        assert (followed.ending, followed.detail) == (Ending.LOST, "the run was cancelled")
        done.set()
        canceller.join()
        assert runner.run(native("add"), b"1 2", LIMITS).stdout == b"3\n"


def test_a_runner_that_had_nothing_to_do_when_it_was_cancelled_serves_again(native: Native) -> None:
    with Runner(core=None) as runner:
        for _ in range(3):
            with runner.cancelled():
                pass
            assert runner.run(native("add"), b"1 2", LIMITS).stdout == b"3\n"


def test_an_interrupted_question_leaves_no_answer_for_the_next(native: Native) -> None:
    class Interrupted(BaseException):
        pass

    def interrupt(*_: object) -> None:
        raise Interrupted

    def spin_for(runner: Runner, after_s: float) -> None:
        program = native("spins")
        signal.setitimer(signal.ITIMER_REAL, after_s)
        runner.run(program, b"", replace(LIMITS, cpu_s=1000))

    with Runner(core=None) as runner:
        runner.level()
        old = signal.signal(signal.SIGALRM, interrupt)
        try:
            for after_s in (0.05, 0.2):
                with pytest.raises(Interrupted):
                    spin_for(runner, after_s)
                assert runner.run(native("add"), b"1 2", LIMITS).stdout == b"3\n"
        finally:
            signal.signal(signal.SIGALRM, old)


@pytest.mark.slow
def test_no_descriptor_is_closed_twice_whoever_closes_when() -> None:
    """A number that is closed twice is that of somebody else's file the second time."""
    chance = Random(1)
    for _ in range(10):
        before = descriptors()
        runner = Runner(core=None)
        ended: list[Run] = []

        def work(runner: Runner = runner, ended: list[Run] = ended) -> None:
            script = runner.compile_python(b"while True: pass", "x.py", LIMITS)
            if isinstance(script, Script):
                ended.append(runner.run(script, b"", replace(LIMITS, cpu_s=1000)))
            ended.append(runner.run(Command(argv=("/bin/true",)), b"", LIMITS))

        threads = [Thread(target=work), Timer(chance.random() / 5, runner.close)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        runner.close()
        assert {run.ending for run in ended} == {Ending.LOST}
        assert descriptors() == before


@pytest.mark.parametrize("most", [0, 1, 2, 6])
def test_a_machine_that_has_no_more_files_is_a_lost_run_with_the_reason(native: Native, most: int) -> None:
    program = native("add")
    with Runner(core=None) as runner:
        runner.level()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        lowest = os.dup(0)
        os.close(lowest)
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest + most, hard))
        try:
            run = runner.run(program, b"1 2", LIMITS)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert run.ending is Ending.LOST or most >= 3
        assert run.ending is Ending.FINISHED or "Too many open files" in run.detail
        assert runner.run(program, b"1 2", LIMITS).stdout == b"3\n"


# builds


def build(runner: Runner, box: Path, source: str, limits: Limits = BUILD_LIMITS) -> Run:
    need("g++")
    (box / "odd name;$(x).cpp").write_text(source)
    command = Command(argv=("/usr/bin/g++", "-o", "program", "odd name;$(x).cpp"))
    return runner.build(command, writable=box, limits=limits)


def test_a_build_writes_only_to_its_box_and_reads_no_case(runner: Runner, tmp_path: Path) -> None:
    answer, box = tmp_path / "answer.txt", tmp_path / "box"
    answer.write_text("42")
    box.mkdir()
    run = build(runner, box, f'const char *a = R"(\n#include "{answer}"\n)";\nint main() {{}}')
    assert run.exit_code == 0
    run = build(runner, box, f'int a =\n#include "{answer}"\n;\nint main() {{}}')
    assert run.exit_code == 1
    assert b"ermission denied" in run.stderr
    run = runner.build(
        Command(argv=("/usr/bin/gcc", "-x", "c", "-o", str(tmp_path / "out"), "/dev/null")),
        writable=box,
        limits=BUILD_LIMITS,
    )
    assert run.exit_code == 1
    assert not (tmp_path / "out").exists()


def test_a_build_that_never_ends_is_stopped_with_all_its_processes(runner: Runner, tmp_path: Path) -> None:
    need("g++")
    source = "template <int n> struct A { A<n + 1> a; A<n + 2> b; }; int main() { A<0> a; }"
    (tmp_path / "x.cpp").write_text(source)
    command = Command(argv=("/usr/bin/g++", "-ftemplate-depth=1000000000", "-c", "x.cpp"))
    run = runner.build(command, writable=tmp_path, limits=replace(BUILD_LIMITS, cpu_s=0.1))
    assert run.ending in (Ending.OUT_OF_TIME, Ending.IDLE, Ending.OUT_OF_MEMORY)
    keeper = runner._keepers[()]
    assert keeper
    assert left_behind(keeper._pid) == []


def test_what_a_build_has_made_is_nobody_elses_and_cannot_be_executed(runner: Runner, tmp_path: Path) -> None:
    words = ("/bin/sh", "-c", "cp /bin/true made && chmod +x made && echo copied && ./made && echo executed")
    run = runner.build(Command(argv=words), writable=tmp_path, limits=BUILD_LIMITS)
    assert run.stdout == b"copied\n"
    run = runner.build(Command(argv=("/bin/mkdir", "folder")), writable=tmp_path, limits=BUILD_LIMITS)
    assert run.exit_code == 0
    assert (tmp_path / "folder").stat().st_mode & 0o077 == 0


def test_the_time_of_a_process_that_its_parent_forgets_counts(runner: Runner, tmp_path: Path) -> None:
    source = """
import os, time
if not os.fork():
    while time.process_time() < 0.2:
        pass
    open("burnt", "x")
    time.sleep(1000)
while not os.path.exists("burnt"):
    time.sleep(0.01)
os._exit(0)
"""
    command = Command(argv=("/usr/bin/python3", "-I", "-c", source))
    run = runner.build(command, writable=tmp_path, limits=BUILD_LIMITS)
    assert (run.exit_code, run.stderr) == (0, b"")
    assert run.cpu_s > 0.2


def test_a_build_cannot_fill_the_disk(runner: Runner, tmp_path: Path) -> None:
    run = build(runner, tmp_path, "char a[1025 << 20] = {1};\nint main() { return a[1]; }", BUILD_LIMITS)
    assert run.exit_code != 0
    assert max(path.stat().st_size for path in tmp_path.rglob("*")) <= BUILT_BYTES


def test_python_that_does_not_compile_is_a_run_with_the_usual_message(runner: Runner) -> None:
    run = runner.compile_python(b"x = 1\nif x\n    pass\n", "solution.py", BUILD_LIMITS)
    assert isinstance(run, Run)
    assert run.exit_code == 1
    assert run.stderr == b"  File \"solution.py\", line 2\n    if x\n        ^\nSyntaxError: expected ':'\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(b"(" * 100_000, id="nested brackets"),
        pytest.param(b"-" * 1_000_000 + b"1", id="a million minus signs"),
        pytest.param(b"x = '\xff'", id="not UTF-8"),
        pytest.param(b"x = 1\0", id="a null byte"),
        pytest.param(b"# coding: no-such\n", id="unknown coding"),
        pytest.param(b"a = 1 << 10 ** 10 ** 10", id="a constant without end"),
    ],
)
def test_a_source_cannot_break_the_compiler(runner: Runner, source: bytes) -> None:
    result = runner.compile_python(source, "solution.py", LIMITS)
    assert isinstance(result, Run | Script)
    assert isinstance(runner.compile_python(b"print(1)", "solution.py", LIMITS), Script)


def test_a_script_carries_the_modules_that_the_keeper_is_to_import(runner: Runner) -> None:
    source = b"import heapq, os.path\ndef f():\n    from collections import deque\n    import numpy\n"
    script = runner.compile_python(source, "solution.py", LIMITS)
    assert isinstance(script, Script)
    assert script.imports == ("collections", "heapq")


# counting: few machines have hardware counters, all have a clock, in ns, that is counted by the same call

PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK = 1, 1
TASK_CLOCK = (PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK)


def test_all_threads_of_a_program_are_counted(runner: Runner, native: Native) -> None:
    run = runner.run(native("threads"), b"", LIMITS, event=TASK_CLOCK)
    assert run.stdout == b"4\n"
    assert isinstance(run.counted, int)
    assert 0.15 < run.counted / 1e9 < 2 * run.cpu_s


def test_python_is_counted_in_a_fork(runner: Runner) -> None:
    source = b"import time\nwhile time.process_time() < 0.1: pass\nprint(open('/proc/self/fd/0').fileno())"
    script = runner.compile_python(source, "solution.py", BUILD_LIMITS)
    assert isinstance(script, Script)
    counted, plain = (runner.run(script, b"", LIMITS, event=event) for event in (TASK_CLOCK, None))
    assert isinstance(counted.counted, int)
    assert 0.05 < counted.counted / 1e9 < 2 * counted.cpu_s
    assert plain.counted is None
    assert counted.stdout == plain.stdout == b"3\n"  # no descriptor more


def test_a_program_cannot_stop_its_counter(runner: Runner) -> None:
    source = b"import ctypes\nprint(ctypes.CDLL(None).prctl(31, 0, 0, 0, 0))"
    script = runner.compile_python(source, "solution.py", BUILD_LIMITS)
    assert isinstance(script, Script)
    assert runner.run(script, b"", LIMITS, event=TASK_CLOCK).stdout == b"-1\n"


def test_what_cannot_be_counted_has_the_error_of_the_kernel(runner: Runner, native: Native) -> None:
    run = runner.run(native("add"), b"1 2\n39", LIMITS, event=(PERF_TYPE_SOFTWARE, 1 << 20))
    assert (run.stdout, run.counted) == (b"42\n", "ENOENT")


def test_a_build_opens_no_counter(runner: Runner, tmp_path: Path) -> None:
    number = PERF_EVENT_OPEN[os.uname().machine]
    source = f"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print(libc.syscall({number}, None, 0, -1, -1, 0), ctypes.get_errno())
"""
    command = Command(argv=("/usr/bin/python3", "-I", "-c", source))
    run = runner.build(command, writable=tmp_path, limits=BUILD_LIMITS)
    assert run.stdout == b"-1 %d\n" % errno.EPERM  # and not EFAULT


def test_several_runs_of_a_program_are_those_of_one_after_another(runner: Runner) -> None:
    source = b"number = int(input())\nif number == 3: raise SystemExit(3)\nprint(number)\n"
    script = runner.compile_python(source, "solution.py", BUILD_LIMITS)
    assert isinstance(script, Script)
    part = Part(program=script, limits=LIMITS)
    for numbers in ([0], [0, 1], [0, 1, 2, 4], [0, 3, 1, 2], [3, 1]):
        runs = runner.run_all(part, [b"%d\n" % number for number in numbers])
        # A run that fails is the last, and so is a slow one.
        most = numbers.index(3) + 1 if 3 in numbers else len(numbers)
        assert len(runs) == most or runs[-1].wall_s > QUICK_S
        single = [runner.run(script, b"%d\n" % number, LIMITS) for number in numbers[: len(runs)]]
        assert [(run.stdout, run.exit_code) for run in runs] == [
            (run.stdout, run.exit_code) for run in single
        ]


COUNTS_FILES = """\
#include <cstdio>
#include <fcntl.h>
int main() {
    for (int file = 0; file < 1024; file++) if (fcntl(file, F_GETFD) >= 0) std::printf("%d ", file);
}
"""


@pytest.mark.parametrize("language", ["python", "c++"])
def test_a_program_has_no_file_of_the_runs_after_it(
    language: str, runner: Runner, cpp: Callable[..., Command], tmp_path: Path
) -> None:
    program: Command | Script | Run
    if language == "c++":
        (tmp_path / "counts.cpp").write_text(COUNTS_FILES)
        program = cpp(tmp_path / "counts.cpp")
    else:
        source = (
            b"import os\ndef has(file):\n try: return bool(os.fstat(file))\n except OSError: return False\n"
            b"print(*filter(has, range(1024)), '')\n"
        )
        program = runner.compile_python(source, "solution.py", BUILD_LIMITS)
    assert not isinstance(program, Run)
    # On a busy machine the first run may be the only one, but the keeper has the files of all.
    runs = runner.run_all(Part(program=program, limits=LIMITS), [b"1\n", b"2\n", b"3\n"])
    assert {run.stdout.rstrip(b" \n") for run in runs} == {b"0 1 2"}
