"""`judge listen` as its user starts it: what comes is a problem to be judged, and nothing is overwritten."""

import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from helpers import ADDS, JUDGE, environment, run_here, table_rows, wait_until

SUM = {
    "name": "A. Sum",
    "group": "Codeforces - Round 1",
    "url": "https://codeforces.com/contest/1/problem/A",
    "memoryLimit": 256,
    "timeLimit": 10_000,
    "tests": [{"input": "1 2\n", "output": "3\n"}, {"input": "2 2\n", "output": "4\n"}],
}


class Listening:
    """A judge that listens in a folder, and what it has said so far."""

    def __init__(self, folder: Path, **changes: str) -> None:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port: int = one.getsockname()[1]
        self.folder, self.log = folder, folder.with_name(f"{folder.name}.log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*JUDGE, "listen", "--port", str(self.port)],
                cwd=folder,
                env=environment(**changes),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        wait_until(lambda: self.lines() or self.process.poll() is not None)

    def lines(self) -> list[str]:
        return self.log.read_text().splitlines()

    def post(self, body: bytes | None = None, **changes: Any) -> tuple[int, str]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = json.dumps(SUM | changes) if body is None else body
        connection.request("POST", "/", data, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        line = answer.read().decode()
        connection.close()
        return answer.status, line

    def end(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(60)

    def files(self) -> dict[str, str]:
        paths = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_text() for path in paths}


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[Listening]:
    templates = tmp_path / "config" / "judge" / "templates"
    templates.mkdir(parents=True)
    (templates / "template.py").write_text(ADDS)
    folder = tmp_path / "contest"
    folder.mkdir()
    found = Listening(folder, XDG_CONFIG_HOME=str(tmp_path / "config"))
    yield found
    found.process.kill()
    found.process.wait()


def test_what_is_posted_is_judged_and_ctrl_c_ends_it_well(listening: Listening) -> None:
    assert listening.post() == (200, "")
    assert listening.end() == 0
    assert listening.lines() == [
        f"listening for Competitive Companion on {listening.port}; problems go to"
        f" {listening.folder}; Ctrl-C ends it",
        "a-sum, 2 tests, 10s and 256MiB, Codeforces - Round 1",
    ]
    assert listening.files() == {
        "cases/a-sum.yaml": f"problem: A. Sum\nsource: {SUM['url']}\ntime: 10s\nmemory: 256MiB\n",
        "cases/a-sum/sample-1.in": "1 2\n",
        "cases/a-sum/sample-1.out": "3\n",
        "cases/a-sum/sample-2.in": "2 2\n",
        "cases/a-sum/sample-2.out": "4\n",
        "solutions/a-sum.py": ADDS,
    }
    done = run_here("run", cwd=listening.folder)
    assert done.returncode == 0
    assert table_rows(done.stdout) == ["a-sum.py: 2 AC"]


def test_a_contest_is_counted(listening: Listening) -> None:
    batch = {"id": "123e67c8-03c6-44a4-a3f9-5918533f9fb2", "size": 3}
    for letter in "ABC":
        assert listening.post(name=f"{letter}. Sum", url=f"x/{letter}", batch=batch, group="")[0] == 200
    assert listening.lines()[1:] == [
        "1 of 3: a-sum, 2 tests, 10s and 256MiB",
        "2 of 3: b-sum, 2 tests, 10s and 256MiB",
        "3 of 3: c-sum, 2 tests, 10s and 256MiB",
    ]


def test_a_problem_that_comes_again_stays_as_it_is_and_another_of_its_name_is_another(
    listening: Listening,
) -> None:
    listening.post()
    for name in ("solutions/a-sum.py", "cases/a-sum/sample-1.in"):
        (listening.folder / name).write_text("# mine\n")
    before = listening.files()
    assert listening.post(timeLimit=1) == (200, "")
    assert listening.files() == before
    assert listening.post(url="https://codeforces.com/contest/2/problem/A") == (200, "")
    assert before.items() <= listening.files().items()
    assert "solutions/a-sum-2.py" in listening.files()
    assert listening.lines()[1:] == [
        "a-sum, 2 tests, 10s and 256MiB, Codeforces - Round 1",
        "a-sum is here already and stays as it is",
        "a-sum-2, 2 tests, 10s and 256MiB, Codeforces - Round 1",
    ]


@pytest.mark.parametrize("there", ["cases/a-sum", "cases/a-sum.yml", "solutions/a-sum.py"])
def test_what_was_there_before_stays(there: str, listening: Listening) -> None:
    path = listening.folder / there
    path.parent.mkdir()
    path.write_text("mine")
    assert listening.post() == (200, "")
    assert path.read_text() == "mine"
    assert listening.files()["solutions/a-sum-2.py"] == ADDS


def test_what_is_no_problem_is_a_line_for_both_and_the_next_is_taken(listening: Listening) -> None:
    wanted = "expected a problem of Competitive Companion, got another: "
    for body in (b"{", b"[]", b'{"name": "\x1b[2J"}'):
        status, line = listening.post(body)
        assert status == 400
        assert line.startswith(wanted)
    assert listening.post(name="../../\x1b[2J", interactive=True) == (200, "")
    refused = [line for line in listening.lines() if line.startswith(f"refused: {wanted}")]
    assert len(refused) == 3
    assert all(line.isprintable() for line in listening.lines())
    assert listening.lines()[-1].startswith("2j: it is interactive: ")
    assert {name.split("/")[0] for name in listening.files()} == {"cases", "solutions"}


def test_what_cannot_be_written_is_a_line_for_both_and_the_next_is_taken(listening: Listening) -> None:
    solutions = listening.folder / "solutions"
    solutions.write_text("a file")
    told = "solutions: expected a folder that can be written, got: File exists"
    assert listening.post() == (500, f"{told}\n")
    assert listening.lines()[1:] == [f"refused: {told}"]
    assert listening.files() == {"solutions": "a file"}
    solutions.unlink()
    assert listening.post() == (200, "")
    assert listening.files()["solutions/a-sum.py"] == ADDS


def test_it_is_interrupted_by_any_other_signal(listening: Listening) -> None:
    listening.post()
    assert listening.end(signal.SIGTERM) == 128 + signal.SIGTERM
    assert "solutions/a-sum.py" in listening.files()


def test_a_port_that_is_taken_is_one_line(listening: Listening, tmp_path: Path) -> None:
    folder = tmp_path / "second"
    folder.mkdir()
    done = run_here("listen", "--port", str(listening.port), cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"--port: expected a free port, got none of {listening.port}\n"
