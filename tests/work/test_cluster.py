"""Real schedulers and workers: what they judge, what is lost when they are killed, and who is refused."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import SEAL, environment, make_case, make_limits, make_solution, run_here, write_project

from judge.errors import UsageError
from judge.model import Case, Solution, Verdict
from judge.results import Result
from judge.work.cluster import open_cluster
from judge.work.dispatch import Dispatch
from judge.work.engine import final_results, judge, matrix
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


def outcome(executor: Any, solutions: list[Solution], cases: list[Case]) -> tuple[Result, ...]:
    if isinstance(executor, Dispatch):
        executor.meet(solutions)
    coming = judge(solutions, matrix(solutions, cases), executor, SEAL, ahead=executor.ahead)
    return final_results(coming, solutions, cases)


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
        return port


class Site:
    """A scheduler and workers as a user starts them, ended by the test."""

    def __init__(self, folder: Path, *, scheme: str = "tcp", settings: dict[str, str] | None = None) -> None:
        self.folder, self.scheme = folder, scheme
        self.port = free_port()
        # A home of its own: no configuration, and a cache of builds that starts empty.
        self.environment = {
            **environment(),
            "HOME": str(folder),
            "DASK_CONFIG": str(folder),
            **(settings or {}),
        }
        self.running: list[subprocess.Popen[bytes]] = []
        self._log = (folder / "log").open("ab")

    @property
    def address(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        begun = subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            cwd=self.folder,
            env=self.environment,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )
        self.running.append(begun)
        return begun

    def scheduler(self) -> subprocess.Popen[bytes]:
        words = ("--host", f"{self.scheme}://127.0.0.1", "--port", str(self.port), "--no-dashboard")
        return self.start("scheduler", *words)

    def worker(self, *words: str) -> subprocess.Popen[bytes]:
        """One process without a nanny: its pid is the worker's."""
        own = ("--nthreads", "1", "--resources", "judge=1", "--no-dashboard", "--no-nanny")
        return self.start("worker", self.address, *own, *words)

    def close(self) -> None:
        for begun in self.running:
            with suppress(ProcessLookupError):
                os.killpg(begun.pid, signal.SIGKILL)
            begun.wait()
        self._log.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    with ExitStack() as stack:

        def make(**options: Any) -> Site:
            (tmp_path / "site").mkdir()
            made = Site(tmp_path / "site", **options)
            stack.callback(made.close)
            return made

        yield make


def test_local_workers_judge_as_those_of_this_process_do(tmp_path: Path) -> None:
    solutions, cases = written(tmp_path, "adds.py", "wrong.py", "broken.py", "crashes.py"), cases_of(60)
    with open_workers(2, SEAL) as workers:
        here = outcome(workers, solutions, cases)
    with open_cluster("local:2", SEAL) as cluster:
        elsewhere = outcome(cluster, solutions, cases)
        assert cluster.in_words() == "2 workers on 1 host"
    assert but_for_times(elsewhere) == but_for_times(here)
    assert {result.host for result in elsewhere if result.verdict is not CE} == {socket.gethostname()}
