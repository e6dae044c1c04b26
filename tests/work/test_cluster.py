"""Real schedulers and workers: their verdicts, losses when they are killed, and rejected workers."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from clusters import Site, await_run, certificates, descendants, judged, small_project
from helpers import (
    A_PLUS_B,
    SEAL,
    environment,
    make_case,
    make_limits,
    make_solution,
    meanwhile,
    need,
    wait_until,
    write_project,
)
from msgspec.structs import replace

from judge import __version__
from judge.model.cases import Case
from judge.model.programs import CheckerProgram, Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.files import stored
from judge.work.cluster import open_cluster
from judge.work.dispatch import Dispatch
from judge.work.engine import judge, list_tasks, order_final_results
from judge.work.workers import open_workers

pytest.importorskip("distributed")
pytest.importorskip("cryptography")

AC, WA, CE, RE, JE = Verdict.AC, Verdict.WA, Verdict.CE, Verdict.RE, Verdict.JE
SOURCES = {
    "adds.py": "print(sum(map(int, input().split())))\n",
    "wrong.py": "print(4)\n",
    "broken.py": "def f(:\n",
    "crashes.py": "1 / 0\n",
    "slow.py": "import time\ntime.sleep(0.05)\nprint(sum(map(int, input().split())))\n",
}
LIMITS = make_limits(cpu_s=50)


def written(folder: Path, *names: str) -> list[Solution]:
    for name in names:
        (folder / name).write_text(SOURCES[name])
    return [make_solution(name=name, path=folder / name) for name in names]


def cases_of(number: int) -> list[Case]:
    return [
        make_case(id=f"p/{n}", input=b"%d 2\n" % n, answer=b"%d\n" % (n + 2), limits=LIMITS)
        for n in range(number)
    ]


def but_for_times(results: tuple[Result, ...]) -> list[Result]:
    return [replace(each, cpu_s=None, wall_s=None, peak_bytes=None, host="") for each in results]


def listening(process: int) -> Iterator[int]:
    """The ports at which a process and its descendants listen."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ports = {f"socket:[{line[9]}]": int(line[1].rpartition(":")[2], 16) for line in lines if line[3] == "0A"}
    for each in (process, *chain.from_iterable(descendants(process))):
        # A keeper, which never listens, shows its files to root alone.
        with suppress(PermissionError):
            for file in Path(f"/proc/{each}/fd").iterdir():
                with suppress(FileNotFoundError):
                    if port := ports.get(str(file.readlink())):
                        yield port


def answer_to_plain_http(port: int) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as connection, suppress(ConnectionError):
        connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
        return connection.recv(100)
    return b""


def outcome(executor: Any, solutions: list[Solution], cases: list[Case]) -> tuple[Result, ...]:
    if isinstance(executor, Dispatch):
        executor.greet(solutions)
    coming = judge(solutions, list_tasks(solutions, cases), executor, SEAL, ahead=executor.ahead)
    return order_final_results(coming, solutions, cases)


def test_local_workers_judge_as_those_of_this_process_do(tmp_path: Path) -> None:
    solutions, cases = written(tmp_path, "adds.py", "wrong.py", "broken.py", "crashes.py"), cases_of(60)
    with open_workers(2, SEAL) as workers:
        here = outcome(workers, solutions, cases)
    with open_cluster("local:2", SEAL) as cluster:
        elsewhere = outcome(cluster, solutions, cases)
        assert cluster.describe() == "2 workers on 1 host"
    assert but_for_times(elsewhere) == but_for_times(here)
    assert {result.host for result in elsewhere if result.verdict is not CE} == {socket.gethostname()}


def test_workers_of_this_machine_have_no_pages_and_no_port_without_keys() -> None:
    with open_cluster("local:1", SEAL):
        ports = set(listening(os.getpid()))
        assert ports
        assert [port for port in ports if answer_to_plain_http(port).startswith(b"HTTP")] == []


# Losses


def await_sleep(worker: subprocess.Popen[bytes]) -> None:
    """Returns while a program sleeps there. Any run may be of a tool, before there is something to judge."""
    wait_until(lambda: any(is_asleep(pid) for row in descendants(worker.pid) for pid in row))


def is_asleep(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/wchan").read_text() == "hrtimer_nanosleep"
    except OSError:
        return False


def assert_each_once(results: list[Result], solutions: list[Solution], cases: list[Case]) -> None:
    found = Counter((each.solution, each.case, each.verdict) for each in results if each.final)
    assert found == {(solution.name, case.id, AC): 1 for solution in solutions for case in cases}


@contextmanager
def judging(
    address: str, solutions: list[Solution], cases: list[Case]
) -> Iterator[tuple[Iterator[Result], list[Result]]]:
    """Return the results as they come, and the list of the ones so far."""
    had: list[Result] = []
    with open_cluster(address, SEAL) as cluster:
        cluster.greet(solutions)

        def coming() -> Iterator[Result]:
            for result in judge(solutions, list_tasks(solutions, cases), cluster, SEAL, ahead=cluster.ahead):
                had.append(result)
                yield result

        yield coming(), had


def assert_nothing_is_lost(
    address: str, solutions: list[Solution], cases: list[Case], mishap: Callable[[], object]
) -> None:
    with meanwhile(mishap), judging(address, solutions, cases) as (coming, had):
        for _ in coming:
            continue
    assert_each_once(had, solutions, cases)


@pytest.mark.slow
@pytest.mark.parametrize("delay_s", [0, 0.3, 1.1])
def test_a_worker_that_is_killed_takes_nothing_with_it(
    tmp_path: Path, site: Callable[..., Site], delay_s: float
) -> None:
    solutions, cases, at = written(tmp_path, "slow.py"), cases_of(110), site()
    at.scheduler()
    first, _ = at.worker(), at.worker()

    def kill() -> None:
        await_run(first)
        time.sleep(delay_s)
        first.kill()
        at.worker()

    assert_nothing_is_lost(at.address, solutions, cases, kill)


@pytest.mark.slow
def test_what_kills_every_worker_is_a_judge_error_with_host_and_reason(
    tmp_path: Path, site: Callable[..., Site]
) -> None:
    (tmp_path / "adds.py").write_text("import time\ntime.sleep(30)\n")
    solutions, at = [make_solution(path=tmp_path / "adds.py")], site()
    at.scheduler()
    killed = 0

    def kill() -> None:
        nonlocal killed
        while killed < 3:
            worker = at.worker()
            await_sleep(worker)
            worker.kill()
            killed += 1
        at.worker()

    with meanwhile(kill), judging(at.address, solutions, cases_of(1)) as (coming, _):
        (found,) = coming
    assert killed == 3
    assert found.verdict is JE
    assert found.message.startswith("no worker could judge it: the worker ")
    assert found.message.count(f"the worker {socket.gethostname()} (tcp://127.0.0.1:") == 3
    assert found.message.count("was lost") == 3


@pytest.mark.slow
def test_a_scheduler_that_is_started_again_takes_nothing_with_it(
    tmp_path: Path, site: Callable[..., Site]
) -> None:
    solutions, cases, at = written(tmp_path, "slow.py"), cases_of(110), site()
    scheduler, worker = at.scheduler(), at.worker()

    def restart() -> None:
        await_run(worker)
        scheduler.kill()
        # Its workers end with it, and come back with the next as those do whom something watches.
        worker.wait(60)
        at.scheduler()
        at.worker()

    assert_nothing_is_lost(at.address, solutions, cases, restart)


@pytest.mark.slow
def test_a_worker_that_hangs_takes_nothing_with_it(tmp_path: Path, site: Callable[..., Site]) -> None:
    solutions, cases = written(tmp_path, "slow.py"), cases_of(110)
    at = site(settings={"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "4s"})
    at.scheduler()
    first, _ = at.worker(), at.worker()

    def hang() -> None:
        await_run(first)
        first.send_signal(signal.SIGSTOP)

    assert_nothing_is_lost(at.address, solutions, cases, hang)


class Line:
    """A line to a port that can be cut: `held` holds back its data, `broken` ends the connections."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._is_open = threading.Event()
        self._is_open.set()
        self._ends: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                self._is_open.wait()
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                self._is_open.wait()
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self, seconds: float, *, broken: bool) -> None:
        self._is_open.clear()
        if broken:
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        time.sleep(seconds)
        self._is_open.set()

    def close(self) -> None:
        self._server.close()
        for end in self._ends:
            end.close()


@pytest.mark.slow
@pytest.mark.parametrize("broken", [False, True], ids=["held", "broken"])
def test_a_line_that_is_cut_for_ten_seconds_takes_nothing_with_it(
    tmp_path: Path, site: Callable[..., Site], broken: bool
) -> None:
    solutions, cases, at = written(tmp_path, "slow.py"), cases_of(110), site()
    at.scheduler()
    worker, line = at.worker(), Line(at.port)

    def cut() -> None:
        await_run(worker)
        line.cut(10, broken=broken)

    with closing(line):
        assert_nothing_is_lost(line.address, solutions, cases, cut)


# Whom it trusts


@pytest.mark.slow
def test_with_certificates_it_judges_and_without_nobody_is_let_in(
    tmp_path: Path, site: Callable[..., Site]
) -> None:
    need("openssl")
    settings = certificates(tmp_path)
    at = site(scheme="tls", settings=settings)
    at.scheduler()
    at.worker()
    project = small_project(tmp_path / "project")
    done = judged("run", "--cluster", at.address, "--json", "r.json", cwd=project, env=settings)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 worker on 1 host" in done.stdout
    (result,) = json.loads((project / "r.json").read_text())["results"]
    assert [test["host"] for test in result["tests"]] == [socket.gethostname()]
    (tmp_path / "others").mkdir()
    others = certificates(tmp_path / "others")
    done = judged("run", "--cluster", at.address, cwd=project, env=others)
    assert_one_line(done, f"a Dask scheduler at {at.address}", "distributed.comm.tls")


def assert_one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, done
    (line,) = done.stderr.splitlines()
    assert "expected" in line
    assert "got" in line
    for word in words:
        assert word in line
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--cluster", "tcp://10.255.255.1:8786"], ["tls://", "--insecure"]),
        # It waits ten seconds for the scheduler.
        pytest.param(
            ["--cluster", "tcp://127.0.0.1:1"],
            ["a Dask scheduler at tcp://127.0.0.1:1"],
            marks=pytest.mark.slow,
        ),
        (["--cluster", "tls://127.0.0.1:1"], ["distributed.comm.tls"]),
        (["--cluster", "local:2", "--jobs", "2"], ["--jobs"]),
        (["--cluster", "local:1", "--shared", "nowhere"], ["--shared", "a folder"]),
        (["--shared", "."], ["--cluster"]),
        (["--insecure"], ["--cluster"]),
        (["--watch", "--cluster", "local:1"], ["--watch"]),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else None,
)
def test_what_cannot_be_is_one_line(tmp_path: Path, words: list[str], wanted: list[str]) -> None:
    assert_one_line(judged("run", *words, cwd=small_project(tmp_path)), *wanted)


@pytest.mark.slow
def test_a_server_that_is_no_dask_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        done = judged("run", "--cluster", address, cwd=small_project(tmp_path))
    assert_one_line(done, f"a Dask scheduler at {address}")


@pytest.mark.parametrize("missing", ["distributed", "cryptography"])
def test_without_the_extra_one_line_says_how_to_install_it(tmp_path: Path, missing: str) -> None:
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / f"{missing}.py").write_text(f"raise ImportError('No module named {missing}')\n")
    here = {"PYTHONPATH": str(tmp_path / "modules")}
    done = judged("run", "--cluster", "local:1", cwd=small_project(tmp_path / "project"), env=here)
    assert_one_line(done, missing, "pip install 'cryptography>=41' 'distributed>=2024.5'")


@pytest.mark.slow
def test_a_worker_with_another_judge_is_refused_by_name_with_the_difference(
    tmp_path: Path, site: Callable[..., Site]
) -> None:
    (tmp_path / "old").mkdir()
    other = "import judge\njudge.__version__ = '0.0.1'\n"
    (tmp_path / "old" / "sitecustomize.py").write_text(other)
    at = site()
    at.scheduler()
    at.environment["PYTHONPATH"] = str(tmp_path / "old")
    at.worker()
    project = small_project(tmp_path / "project")
    differs = f"{socket.gethostname()} (tcp://127.0.0.1:"
    done = judged("run", "--cluster", at.address, cwd=project)
    assert_one_line(done, differs, f"expected judge {__version__}, got judge 0.0.1")
    del at.environment["PYTHONPATH"]
    at.worker()
    done = judged("run", "--cluster", at.address, cwd=project, env={"COLUMNS": "200"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 worker on 1 host" in done.stdout
    assert f"not used: {differs}" in done.stdout


# Files


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
@pytest.mark.parametrize("is_shared", [False, True], ids=["sent", "shared"])
def test_programs_with_files_and_checkers_and_tests_in_files_travel(
    tmp_path: Path, site: Callable[..., Site], is_shared: bool
) -> None:
    """Start in another folder, with no file of the project."""
    at = site()
    at.scheduler()
    at.worker()
    for name, text in {
        "main.cpp": '#include "sum.h"\nint main() { std::cout << sum() << std::endl; }',
        "sum.h": "#include <iostream>\ninline int sum() { int a, b; std::cin >> a >> b; return a + b; }\n",
        "check.py": "import sys\nsys.exit(0 if open(sys.argv[2]).read().strip() else 1)\n",
        "one.in": "1 2\n" + " " * 10_000,
        "one.out": "3\n",
    }.items():
        (tmp_path / name).write_text(text)
    solution = replace(
        make_solution(name="main", path=tmp_path / "main.cpp"),
        beside=(("sum.h", stored(tmp_path / "sum.h")),),
    )
    checker = CheckerProgram(
        program=make_solution(name="check.py", path=tmp_path / "check.py"), protocol="testlib"
    )
    case = make_case(input=stored(tmp_path / "one.in"), answer=stored(tmp_path / "one.out"), limits=LIMITS)
    with open_cluster(at.address, SEAL, shared=tmp_path if is_shared else None) as cluster:
        results = outcome(cluster, [solution], [case, replace(case, id="sum/checked", checker=checker)])
    assert [result.verdict for result in results] == [AC, AC], results


# What runs before have found


@pytest.mark.slow
def test_what_a_cluster_has_found_is_known_to_it_and_not_to_who_judges_here(
    tmp_path: Path, site: Callable[..., Site]
) -> None:
    at = site()
    at.scheduler()
    at.worker()
    project = small_project(tmp_path / "project")

    def resumed(*words: str) -> int:
        done = judged("run", "--resume", "--json", "r.json", *words, cwd=project)
        assert (done.returncode, done.stderr) == (0, "")
        taken_over: int = json.loads((project / "r.json").read_text())["resumed"]
        return taken_over

    cluster = "--cluster", at.address
    assert [resumed(*words) for words in (cluster, (), cluster, ())] == [0, 0, 1, 1]


# Ends


@pytest.mark.slow
def test_an_interrupt_ends_a_run_and_leaves_no_process(tmp_path: Path) -> None:
    case = A_PLUS_B.replace("  - id: small", "  - id: small\n")
    project = write_project(
        tmp_path,
        solutions={"adds.py": "# judge: {format: text}\nimport time\ntime.sleep(60)\n"},
        cases={"sum.yaml": case.replace("time: 10s", "time: 100s")},
    )
    running = subprocess.Popen(
        [sys.executable, "-m", "judge", "run", "--cluster", "local:2"],
        cwd=project,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_until(lambda: len(descendants(running.pid)) > 2)
    of_run = [pid for row in descendants(running.pid) for pid in row]
    # As a terminal does: to all of the group.
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, b"")
    assert b"interrupted: 1 test not known" in out
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in of_run))
