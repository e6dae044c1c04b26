"""A Dask cluster on this machine, started as users do, and the judge in a separate process."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from helpers import A_PLUS_B, ADDS, environment, wait_until, write_project


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
        return port


def is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


class Site:
    """A scheduler and workers, started as users do and stopped by the test."""

    def __init__(self, folder: Path, *, scheme: str = "tcp", settings: dict[str, str] | None = None) -> None:
        self.folder, self.scheme = folder, scheme
        self.port = free_port()
        # A separate home: no configuration, and an empty cache of builds.
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
        begun = self.start("scheduler", *words)
        self.await_scheduler()
        return begun

    def await_scheduler(self) -> None:
        until = time.monotonic() + 60
        while not is_open(self.port):
            assert time.monotonic() < until
            time.sleep(0.02)

    def worker(self, *words: str) -> subprocess.Popen[bytes]:
        """Start one process without a nanny: its pid is the worker's."""
        own = ("--nthreads", "1", "--resources", "judge=1", "--no-dashboard", "--no-nanny")
        return self.start("worker", self.address, *own, *words)

    def close(self) -> None:
        for begun in self.running:
            with suppress(ProcessLookupError):
                os.killpg(begun.pid, signal.SIGKILL)
            begun.wait()
        self._log.close()


def descendants(pid: int) -> list[list[int]]:
    """Return its children and all of their children."""
    rows, row = [], [pid]
    while row := [child for each in row for child in children_of_threads(each)]:
        rows.append(row)
    return rows


def children_of_threads(pid: int) -> list[int]:
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def await_run(worker: subprocess.Popen[bytes]) -> None:
    """Returns while a program runs there: its keeper has a child."""
    wait_until(lambda: len(descendants(worker.pid)) > 1)


def certificates(folder: Path) -> dict[str, str]:
    """Dask's settings for all roles, with one certificate that an authority of the test has signed."""

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    new = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    openssl(*new, "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority", "-days", "2")
    openssl(*new, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=cluster")
    sign = ("x509", "-req", "-in", "request.pem", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial")
    openssl(*sign, "-out", "cert.pem", "-days", "2")
    tls = "DASK_DISTRIBUTED__COMM__TLS__"
    settings = {f"{tls}CA_FILE": str(folder / "ca.pem")}
    for role in ("CLIENT", "SCHEDULER", "WORKER"):
        settings[f"{tls}{role}__CERT"] = str(folder / "cert.pem")
        settings[f"{tls}{role}__KEY"] = str(folder / "key.pem")
    return settings


def judged(*words: str, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the judge in a separate process: Dask reads its settings only once."""
    return subprocess.run(
        [sys.executable, "-m", "judge", *words],
        cwd=cwd,
        env={**environment(), **(env or {})},
        capture_output=True,
        text=True,
        timeout=120,
    )


def small_project(folder: Path) -> Path:
    return write_project(folder, solutions={"adds.py": ADDS}, cases={"sum.yaml": A_PLUS_B})
