"""Signals at every moment of a real run: nothing is lost, no process survives, nothing is printed twice."""

import _thread
import concurrent.futures._base
import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import pytest
from helpers import A_PLUS_B, JUDGE, REPOSITORY, environment, run_here, wait_until, write_project
from polygons import FILES, generated, manual, problem_xml, write_package

from judge.platform.interrupts import INTERRUPTED

SLOW = "# judge: {format: text}\nimport time\ntime.sleep(0.05)\nprint(sum(map(int, input().split())))\n"
C = '// judge: {format: text}\n#include <stdio.h>\nint main(void) { puts("3"); }\n'
CASES = A_PLUS_B[: A_PLUS_B.index("  - id:")] + "".join(
    f'  - {{id: c{number}, input: "1 2", output: "3\\n"}}\n' for number in range(12)
)
# The number of concurrent runs, which sleep most of the time.
TOGETHER = 4
# About as long as a run takes.
MOST_S = 1.2


@dataclass(frozen=True)
class Ended:
    """A run that got signals: how it ended, and who of its processes is still there."""

    code: int
    err: str
    survivors: list[int]


def descendants(pid: int) -> list[int]:
    found = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in children.read_text().split()]
        except OSError:
            continue
    return found + [one for child in found for one in descendants(child)]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def signalled(project: Path, wait: Callable[[], object], signals: Sequence[signal.Signals]) -> Ended:
    """Start a run with a separate cache and send these signals after a wait."""
    with subprocess.Popen(
        [*JUDGE, "run", "--jobs", "2", "--json", "out.json"],
        cwd=project,
        env=environment(XDG_CACHE_HOME=str(project / "cache")),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: [signal.signal(one, signal.SIG_DFL) for one in signals],
    ) as process:
        wait()
        processes = descendants(process.pid)
        for one in signals:
            process.send_signal(one)
        try:
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    end = time.monotonic() + 10
    while any(map(is_alive, processes)) and time.monotonic() < end:
        time.sleep(0.01)
    return Ended(process.returncode, err, [pid for pid in processes if is_alive(pid)])


def journalled(project: Path) -> set[tuple[str, str]]:
    """The solutions and cases whose results a journal holds; every line of it is whole."""
    lines = [
        json.loads(line)["result"]
        for path in (project / ".judge").glob("*/run-*.jsonl")
        for line in path.read_bytes().splitlines()
    ]
    return {(line["solution"], line["case"]) for line in lines}


def reported(project: Path) -> set[tuple[str, str]]:
    path = project / "out.json"
    if not path.exists():
        return set()
    results = json.loads(path.read_bytes())["results"]
    # What no compiler is installed for is in no journal.
    return {(entry["solution"], entry["case"]) for entry in results if entry["verdict"] != "SK"}


def before_our_first_line(ended: Ended, first: signal.Signals) -> bool:
    """Return True if the interpreter itself was interrupted while it started."""
    words = ended.err.splitlines()
    interrupted = ended.code in (1, -first) and (not words or words[-1].startswith("KeyboardInterrupt"))
    return interrupted and f'File "{REPOSITORY / "judge"}' not in ended.err


def check(project: Path, signals: Sequence[signal.Signals], after_s: float) -> None:
    write_project(project, solutions={"a.py": SLOW, "b.py": SLOW, "c.c": C}, cases={"sum.yaml": CASES})
    ended = signalled(project, partial(time.sleep, after_s), signals)
    assert ended.survivors == []
    if before_our_first_line(ended, signals[0]):
        return
    assert ended.code in (0, 128 + signals[0]), ended.err
    assert [line for line in ended.err.splitlines() if not line.endswith(" AC")] == []
    assert [path.name for path in project.glob(".out.json*")] == []
    assert [path.name for path in (project / "cache").glob("judge/build-*")] == []
    assert reported(project) <= journalled(project)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("signals", "times"),
    [
        pytest.param([signal.SIGINT], 12, id="INT"),
        pytest.param([signal.SIGINT, signal.SIGINT], 3, id="INT twice"),
        pytest.param([signal.SIGTERM], 3, id="TERM"),
        pytest.param([signal.SIGHUP], 3, id="HUP"),
    ],
)
def test_a_signal_at_any_moment_ends_the_run_and_loses_nothing(
    tmp_path: Path, signals: list[signal.Signals], times: int
) -> None:
    chance = Random(signals[0])
    # One somewhere in each part of the run.
    moments = [(number + chance.random()) / times * MOST_S for number in range(times)]
    with ThreadPoolExecutor(TOGETHER) as pool:
        runs = [
            pool.submit(check, tmp_path / str(number), signals, after_s)
            for number, after_s in enumerate(moments)
        ]
        for run in runs:
            run.result()


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_what_was_judged_before_a_signal_is_not_judged_again(tmp_path: Path, end: signal.Signals) -> None:
    write_project(tmp_path, solutions={"a.py": SLOW, "b.py": SLOW}, cases={"sum.yaml": CASES})

    def wait() -> None:
        while not journalled(tmp_path):
            time.sleep(0.01)

    assert signalled(tmp_path, wait, [end]).code == 128 + end
    known = journalled(tmp_path)
    done = run_here("run", "--resume", cwd=tmp_path)
    assert done.returncode == 0
    assert f"24 tests, {len(known)} from 2" in done.stdout
    assert len(journalled(tmp_path)) == 24


def test_a_process_that_dask_spawns_loads_the_command_without_running_it() -> None:
    load = f"import runpy; runpy.run_path({str(REPOSITORY / 'bin' / 'judge')!r}, run_name='__mp_main__')"
    done = subprocess.run(
        [sys.executable, "-c", load, "--help"], env=environment(), capture_output=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_an_interrupt_while_the_command_loads_the_judge_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "judge.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        [sys.executable, REPOSITORY / "bin" / "judge"],
        env=environment(PYTHONPATH=str(tmp_path)),
        capture_output=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.slow
@pytest.mark.parametrize("command", [JUDGE, (sys.executable, str(REPOSITORY / "bin" / "judge"))])
@pytest.mark.parametrize("ignored", [signal.SIGINT, signal.SIGHUP])
def test_a_signal_that_was_ignored_from_the_start_stays_ignored(
    tmp_path: Path, ignored: signal.Signals, command: Sequence[str]
) -> None:
    write_project(tmp_path, solutions={"a.py": SLOW}, cases={"sum.yaml": CASES})
    with subprocess.Popen(
        [*command, "run"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(ignored, signal.SIG_IGN),
    ) as process:
        while process.poll() is None:
            process.send_signal(ignored)
            time.sleep(0.1)
        assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 0


@pytest.mark.slow
def test_a_benchmark_that_is_interrupted_while_it_counts_keeps_what_it_measured(tmp_path: Path) -> None:
    spins = "# judge: {format: text}\nfor _ in range(10**7): pass\nprint(3)\n"
    write_project(tmp_path, solutions={"a.py": spins})
    (tmp_path / "tmp").mkdir()
    with subprocess.Popen(
        [*JUDGE, "bench", "--rounds", "1", "--warmups", "0", "--count", "--json", "out.json"],
        cwd=tmp_path,
        env=environment(TMPDIR=str(tmp_path / "tmp"), XDG_CACHE_HOME=str(tmp_path / "cache")),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        # What is traced is kept just before it is counted.
        while not list((tmp_path / "cache").glob("**/traced-*/*.py")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert b"a.py" in out
    assert list((tmp_path / "tmp").iterdir()) == []
    assert json.loads((tmp_path / "out.json").read_bytes())["timings"][0]["times_s"]


def waits_for_outcome(thread: int) -> bool:
    """Return True if a thread waits for another thread's work or a signal."""
    frame = sys._current_frames()[thread]
    waits = frame.f_code.co_name == "wait" and frame.f_back and frame.f_back.f_code.co_filename
    return waits == concurrent.futures._base.__file__


@pytest.mark.parametrize("words", ["show waits.py sum/small", "import p"])
def test_a_signal_just_before_a_wait_ends_the_wait(words: str, tmp_path: Path) -> None:
    """The signal wakes no other thread. The program waits until a file exists."""
    flag, main, is_over = tmp_path / "flag", threading.get_ident(), threading.Event()
    waits = f"import os, time\nwhile not os.path.exists({str(flag)!r}): time.sleep(0.01)\nprint(1)\n"
    write_project(tmp_path, solutions={"waits.py": waits})
    xml = problem_xml([manual(), generated("gen 1")])
    write_package(tmp_path / "p", xml, {**FILES, "files/gen.py": waits})

    def interrupt() -> None:
        wait_until(lambda: waits_for_outcome(main))
        _thread.interrupt_main()
        is_over.wait(60)
        flag.touch()

    other = threading.Thread(target=interrupt)
    # Started in the background of a shell, this process ignores SIGINT.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        other.start()
        env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        code = run_here(*words.split(), cwd=tmp_path, env=env).returncode
    finally:
        signal.signal(signal.SIGINT, handler)
    ended_by_itself = flag.exists()
    is_over.set()
    other.join()
    assert (code, ended_by_itself) == (INTERRUPTED, False)
