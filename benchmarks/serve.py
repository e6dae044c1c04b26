"""Measure `judge serve` next to servers that start an interpreter for each request, in one run.

    python benchmarks/serve.py [--rounds N] [--requests N] [--clients N]

Each contender answers the same requests, round after round, from clients that keep their connection:

- run_code        `judge serve`: `POST /run_code`, a trivial Python program, sealed
- execute         `judge serve`: `POST /api/v2/execute`, the same
- judge           `judge serve`: `POST /judge`, a Python program on 30 tests, sealed, a process for each
- interpreter     a server whose `POST /run_code` starts an interpreter, without a sandbox
- floor           no server: `subprocess.run` of an interpreter with the program

CPU is user and system time of the server and all its processes. Ratios are taken within a round.
"""

import argparse
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ADDS = "print(sum(map(int, input().split())))\n"
TESTS = 30
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")
_RUN = {"code": ADDS, "language": "python", "stdin": "1 2\n"}
_EXECUTE = {"files": [{"content": ADDS}], "language": "python", "version": "*", "stdin": "1 2\n"}
_JUDGE = {
    "source": ADDS,
    "language": "python",
    "tests": [{"input": f"{number} 2\n", "answer": f"{number + 2}\n"} for number in range(TESTS)],
}


class Contender(NamedTuple):
    """A server's path, a request, and whether an answer is right."""

    server: str
    path: str
    request: dict[str, Any]
    is_right: Callable[[Any], bool]


CONTENDERS = {
    "run_code": Contender("judge", "/run_code", _RUN, lambda found: found["run_result"]["stdout"] == "3\n"),
    "execute": Contender("judge", "/api/v2/execute", _EXECUTE, lambda found: found["run"]["code"] == 0),
    "judge": Contender("judge", "/judge", _JUDGE, lambda found: found["score"] == 1),
    "interpreter": Contender("stand-in", "/run_code", _RUN, lambda found: found["stdout"] == "3\n"),
}


class Cost(NamedTuple):
    """CPU and wall seconds of a request."""

    cpu_s: float
    wall_s: float


def main() -> None:
    parser = argparse.ArgumentParser(description="What judging over HTTP costs.")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    parser.add_argument("--requests", type=int, default=200, metavar="N", help="requests of a round (200)")
    parser.add_argument("--clients", type=int, default=4, metavar="N", help="connections at a time (4)")
    arguments = parser.parse_args()
    rounds = list(measure_rounds(arguments.rounds, arguments.requests, arguments.clients))
    print("| contender | requests a second | CPU ms a request | rate: to the floor | CPU: to the floor |")
    print("|---|---:|---:|---:|---:|")
    for name in rounds[0]:
        rate = 1 / median(each[name].wall_s for each in rounds)
        cpu_ms = 1000 * median(each[name].cpu_s for each in rounds)
        by_rate = [each["floor"].wall_s / each[name].wall_s for each in rounds]
        by_cpu = [each[name].cpu_s / each["floor"].cpu_s for each in rounds]
        print(f"| {name} | {rate:.3g} | {cpu_ms:.3g} | {spread(by_rate)} | {spread(by_cpu)} |")


def spread(ratios: list[float]) -> str:
    return f"{median(ratios):.2f} [{min(ratios):.2f}, {max(ratios):.2f}]"


def measure_rounds(rounds: int, requests: int, clients: int) -> Iterator[dict[str, Cost]]:
    """Yield the costs of each contender in each round."""
    commands = {
        "judge": [sys.executable, "-m", "judge", "serve", "--port"],
        "stand-in": [sys.executable, str(HERE / "stand_in_server.py")],
    }
    with start(commands["judge"]) as own, start(commands["stand-in"]) as other:
        servers = {"judge": own, "stand-in": other}
        for name in CONTENDERS:
            # Caches are filled, and versions are known.
            ask(name, servers[CONTENDERS[name].server][1], 2)
        for _ in range(rounds):
            found = {}
            for name, contender in CONTENDERS.items():
                number = max(1, requests // TESTS) if name == "judge" else requests
                found[name] = measure(name, *servers[contender.server], number, clients)
            yield found | {"floor": measure_floor(requests, clients)}


@contextmanager
def start(command: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the process and the port of a server that listens. It prints a line once it does."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with subprocess.Popen([*command, str(port)], stdout=subprocess.PIPE) as server:
        assert server.stdout
        server.stdout.readline()
        try:
            yield server.pid, port
        finally:
            server.send_signal(signal.SIGTERM)


def measure(name: str, process: int, port: int, requests: int, clients: int) -> Cost:
    shares = [requests // clients + (number < requests % clients) for number in range(clients)]
    with ThreadPoolExecutor(clients) as pool:
        before_s, start_s = cpu_s_of(process), time.monotonic()
        list(pool.map(lambda share: ask(name, port, share), shares))
        wall_s, spent_s = time.monotonic() - start_s, cpu_s_of(process) - before_s
    return Cost(spent_s / requests, wall_s / requests)


def ask(name: str, port: int, requests: int) -> None:
    """Send requests one after the other. Raises ValueError for a wrong answer."""
    contender = CONTENDERS[name]
    body = json.dumps(contender.request)
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        for _ in range(requests):
            connection.request("POST", contender.path, body, {"Content-Type": "application/json"})
            found = json.load(connection.getresponse())
            if not contender.is_right(found):
                raise ValueError(f"expected a right answer of {name}, got {found}")


def measure_floor(requests: int, clients: int) -> Cost:
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(clients) as pool:
        path = Path(place) / "main.py"
        path.write_text(ADDS)
        before, start_s = os.times(), time.monotonic()
        for done in pool.map(lambda _: run_program(path), range(requests)):
            if done != b"3\n":
                raise ValueError(f"expected 3, got {done!r}")
        after, wall_s = os.times(), time.monotonic() - start_s
    spent_s = after.children_user + after.children_system - before.children_user - before.children_system
    return Cost(spent_s / requests, wall_s / requests)


def run_program(path: Path) -> bytes:
    return subprocess.run([sys.executable, path], input=b"1 2\n", capture_output=True, check=True).stdout


def cpu_s_of(process: int) -> float:
    """Return the CPU seconds of a process, its descendants, and those that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own_s = sum(map(int, fields[11:15])) * _TICK_S
    threads = Path(f"/proc/{process}/task").iterdir()
    children = [child for each in threads for child in (each / "children").read_text().split()]
    return own_s + sum(map(cpu_s_of, map(int, children)))


if __name__ == "__main__":
    main()
