"""`judge serve` as a process: it starts, judges, survives the death of a worker, and leaves nothing."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import refusing
from clusters import Site, certificates, descendants, free_port
from documents import blocks
from helpers import JUDGE, REPOSITORY, environment, need, run_here, run_judge, wait_until

import judge.serve

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

TOKEN = "a-token-of-some-length"
PAGE = REPOSITORY / "docs" / "serve.md"


@contextmanager
def serving(
    place: Path,
    port: int,
    *words: str,
    workers: str = "--jobs 1",
    settings: Mapping[str, str] | None = None,
    before: Sequence[str] = (),
    stderr: int | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """Yield a server that listens, whose temporary files go to a folder. The words `before` run it."""
    command = [*before, sys.executable, "-m", "judge", "serve", *workers.split(), "--port", str(port), *words]
    env = environment() | {"TMPDIR": str(place)} | (settings or {})
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=env) as server:
        try:
            assert server.stdout
            line = server.stdout.readline()
            assert line.startswith("serving on http://")
            # Not every worker of a cluster has answered yet.
            count = "1 worker" if "--jobs" in workers else "[12] workers?"
            assert re.search(f":{port}, {count}, sandbox default; Ctrl-C ends it\n$", line)
            yield server
        finally:
            server.kill()


def post(port: int, code: str) -> Any:
    body = json.dumps({"code": code, "language": "python", "run_timeout": 30})
    return json.loads(send(port, "POST", "/run_code", body))


def send(port: int, method: str, path: str, body: str = "") -> str:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=120)) as connection:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"}
        connection.request(method, path, body, headers)
        return connection.getresponse().read().decode()


def list_children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for each in threads for child in (each / "children").read_text().split()]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(signal.SIGTERM, "", id="terminated"),
        pytest.param(
            signal.SIGINT, "--host 0.0.0.0 --token-file token.txt", id="Ctrl-C", marks=pytest.mark.slow
        ),
    ],
)
def test_what_runs_is_finished_and_nothing_is_left(
    number: signal.Signals, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("token.txt").write_text(f"{TOKEN}\n")
    place = tmp_path / "place"
    place.mkdir()
    port = free_port()
    answers: list[Any] = []
    with serving(place, port, *words.split()) as server:
        assert post(port, "print(1)")["run_result"]["stdout"] == "1\n"
        for worker in list_children(server.pid):
            os.kill(worker, signal.SIGKILL)
        assert post(port, "print(2)")["run_result"]["stdout"] == "2\n"
        workers = list_children(server.pid)
        counts = "while sum(range(10**6)) and __import__('time').process_time() < 0.5: pass\nprint(3)\n"
        client = threading.Thread(target=lambda: answers.append(post(port, counts)))
        client.start()
        while not read_metric(port, "judge_open"):
            time.sleep(0.01)
        server.send_signal(number)
        client.join()
        assert server.wait(60) == 0
    assert answers[0]["run_result"]["stdout"] == "3\n"
    assert [pid for pid in workers if Path(f"/proc/{pid}").exists()] == []
    assert list(place.iterdir()) == []


def test_with_few_files_every_client_is_judged_or_told_to_try_again(tmp_path: Path) -> None:
    def judge(_: object) -> int:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=120)) as connection:
            body = json.dumps({"source": "print(3)", "tests": [{"input": "", "answer": "3"}]})
            connection.request("POST", "/judge", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            return answer.status

    port = free_port()
    limited = ("sh", "-c", 'ulimit -n 256; exec "$@"', "sh")
    with (
        serving(tmp_path, port, before=limited, stderr=subprocess.PIPE) as server,
        ThreadPoolExecutor(100) as clients,
        ExitStack() as opened,
    ):
        for _ in range(400):
            opened.enter_context(socket.create_connection(("127.0.0.1", port)))
        found = set(clients.map(judge, range(400)))
        wait_until(lambda: judge(None) == 200)
        server.send_signal(signal.SIGTERM)
        (line,) = server.communicate(timeout=60)[1].splitlines()
    assert found <= {200, 429, 503}
    assert re.fullmatch(r"--queue: expected files for 1,000 submissions, got \d+: raise `ulimit -Hn`", line)


@pytest.mark.slow
def test_a_cluster_behind_certificates_judges_when_a_worker_dies(
    tmp_path: Path, site: Callable[..., Site]
) -> None:
    pytest.importorskip("distributed")
    pytest.importorskip("cryptography")
    need("openssl")
    settings, port = certificates(tmp_path), free_port()
    at = site(scheme="tls", settings=settings)
    at.scheduler()
    workers = at.worker(), at.worker()
    answers: list[Any] = []
    counts = "while sum(range(10**5)) and __import__('time').process_time() < 2: pass\nprint(2)\n"
    client = threading.Thread(target=lambda: answers.append(post(port, counts)))
    with serving(tmp_path, port, workers=f"--cluster {at.address}", settings=settings) as server:
        assert post(port, "print(1)")["run_result"]["stdout"] == "1\n"
        wait_until(lambda: not any(map(runs_program, workers)))
        client.start()
        busy: list[subprocess.Popen[bytes]] = []
        wait_until(lambda: busy.extend(filter(runs_program, workers)) or busy)
        busy[0].kill()
        client.join()
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
    assert answers[0]["run_result"]["stdout"] == "2\n"


def runs_program(worker: subprocess.Popen[bytes]) -> bool:
    """Return whether its keeper has a child."""
    return len(descendants(worker.pid)) > 1


def read_metric(port: int, name: str) -> float:
    lines = send(port, "GET", "/metrics").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{name} ")))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--host", "0.0.0.0"), "--host: expected --token-file or JUDGE_TOKEN for an address that is not"),
        (
            ("--host", "192.0.2.1"),
            "--host: expected an address of this machine, got '192.0.2.1:8080': Cannot assign",
        ),
        (("--token-file", "short"), "short: expected a token of 16 printable letters or more, got another"),
        (("--token-file", "none"), "none: "),
        (("--queue", "0"), "--queue: expected a number from 1 to"),
        (("--cluster", "local:1", "--jobs", "1"), "expected one of jobs and cluster, got both"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_server_that_would_be_open_or_cannot_start_is_refused(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    (tmp_path / "short").write_text("secret\n")
    done = run_here("serve", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(message)


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("judge.serve.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(judge.serve, "server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = run_here("serve", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("expected the extra `serve`, got: import of uvicorn halted")
    assert "pip install" in done.stderr


def test_the_programs_of_the_page_run(tmp_path: Path) -> None:
    (program,) = [block for block in blocks([PAGE]) if block.language == "python"]
    (output,) = [block for block in blocks([PAGE]) if block.language == "text"]
    port = free_port()
    with serving(tmp_path, port):
        source = "\n".join(program.lines).replace("127.0.0.1:8080", f"127.0.0.1:{port}")
        done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == list(output.lines)


def test_a_level_that_the_machine_lacks_is_refused_and_never_lowered(tmp_path: Path) -> None:
    done = run_judge("serve", "--sandbox", "strict", cwd=tmp_path, env={"PATH": str(tmp_path)})
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("the sandbox does not start at level strict: bubblewrap is not installed")


@pytest.mark.skipif(os.uname().machine not in refusing.NUMBERS, reason="its calls are not known here")
@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("landlock_create_ruleset", "--sandbox: expected default, got basic: `judge doctor` says why"),
        ("memfd_create", "the sandbox does not start at level default: Operation not permitted"),
    ],
)
def test_a_kernel_without_what_the_level_needs_is_refused(call: str, message: str, tmp_path: Path) -> None:
    command = [sys.executable, refusing.__file__, call, *JUDGE, "serve", "--port", str(free_port())]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [message]
