"""The contenders of generated.py: `contenders.py NAME LANGUAGE PROGRAMS FILES SALT` judges once."""

import http.client
import http.server
import json
import multiprocessing
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ten_problems import list_submissions

from judge import Judge, Submission


class Contender(NamedTuple):
    """A way to judge submissions. It yields whether each is accepted. `needs_files`: LiveCodeBench's."""

    judge: Callable[[list[Submission], Path], Iterator[bool]]
    languages: tuple[str, ...] = ("python", "cpp")
    needs_files: bool = False


def main(name: str, language: str, count: str, files: str, salt: str) -> None:
    submissions = list_submissions(language, int(count), salt)
    accepted = sum(CONTENDERS[name].judge(submissions, Path(files)))
    if accepted != len(submissions):
        sys.exit(f"expected {len(submissions)} programs accepted by {name}, got {accepted}")


def judge_here(submissions: list[Submission], files: Path) -> Iterator[bool]:
    with Judge(jobs=1) as judge:
        for report in judge.map(submissions):
            yield report.passed is True


def run_tests(submissions: list[Submission], files: Path) -> Iterator[bool]:
    """Run LiveCodeBench's `run_test` in a fork for each program."""
    metrics = _load_livecodebench(files)
    context = multiprocessing.get_context("fork")
    for each in submissions:
        mine, other = context.Pipe(duplex=False)
        process = context.Process(target=_run_test, args=(metrics, each, other))
        process.start()
        yield all(result is True for result in mine.recv())
        process.join()


def _run_test(metrics: Any, submission: Submission, answer: Any) -> None:
    results, _ = metrics.run_test(_sample(submission), test=submission.source, timeout=6)
    answer.send(results)


def check_correctness(submissions: list[Submission], files: Path) -> Iterator[bool]:
    """Call LiveCodeBench's `check_correctness`, as its evaluation does for each program."""
    metrics = _load_livecodebench(files)
    for each in submissions:
        results, _ = metrics.check_correctness(_sample(each), each.source, timeout=6, debug=False)
        yield all(result is True for result in results)


def _sample(submission: Submission) -> dict[str, str]:
    tests = submission.tests
    pairs = {"inputs": [test.input for test in tests], "outputs": [test.answer for test in tests]}
    return {"input_output": json.dumps(pairs | {"fn_name": None})}


def _load_livecodebench(files: Path) -> Any:
    """Import its evaluation from this folder. Its bar of progress is not needed."""
    for name in ("lcb_runner", "lcb_runner.evaluation"):
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__path__ = [str(files)]
    sys.modules["tqdm"] = ModuleType("tqdm")
    vars(sys.modules["tqdm"])["tqdm"] = None
    from lcb_runner.evaluation import compute_code_generation_metrics  # type: ignore[import-not-found]

    return compute_code_generation_metrics


class RunCode(http.server.BaseHTTPRequestHandler):
    """`POST /run_code` with code, language and stdin: a process for each request, as others do it."""

    protocol_version = "HTTP/1.1"
    # The headers and the body are two writes, which otherwise wait for each other.
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with tempfile.TemporaryDirectory() as place:
            answer = json.dumps(run_code(asked, Path(place))).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        pass


def run_code(asked: dict[str, str], place: Path) -> dict[str, Any]:
    """Run a Python program as a file."""
    path = place / "main.py"
    path.write_text(asked["code"])
    command = [sys.executable, str(path)]
    done = subprocess.run(
        command, input=asked["stdin"].encode(), capture_output=True, timeout=60, check=False
    )
    return {"return_code": done.returncode, "stdout": done.stdout.decode()}


@contextmanager
def serve() -> Iterator[int]:
    """Yield the port of a server in a thread."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), RunCode) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def ask_server(submissions: list[Submission], files: Path) -> Iterator[bool]:
    """Send each test of each program to the server, one after the other."""
    with serve() as port:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for each in submissions:
            answers = [_ask(connection, each, test.input) for test in each.tests]
            yield all(
                answer["return_code"] == 0 and answer["stdout"].split() == test.answer.split()
                for answer, test in zip(answers, each.tests, strict=True)
            )
        connection.close()


def _ask(connection: http.client.HTTPConnection, submission: Submission, given: object) -> dict[str, Any]:
    body = {"code": submission.source, "language": submission.language, "stdin": given}
    connection.request("POST", "/run_code", json.dumps(body))
    answer: dict[str, Any] = json.loads(connection.getresponse().read())
    return answer


CONTENDERS = {
    "judge": Contender(judge_here),
    "LiveCodeBench": Contender(run_tests, ("python",), needs_files=True),
    "with manager": Contender(check_correctness, ("python",), needs_files=True),
    "interpreter": Contender(ask_server, ("python",)),
}


if __name__ == "__main__":
    main(*sys.argv[1:])
