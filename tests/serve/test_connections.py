"""Connections to the service: those without a request, and more than the files of the process allow."""

import asyncio
import json
import logging
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from helpers import wait_until

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import uvicorn
from starlette.responses import Response

from judge.platform.errors import UsageError
from judge.serve import connections
from judge.serve.caps import Caps
from judge.serve.connections import OneASecond, limit_connections
from judge.serve.server import Server
from judge.serve.service import Service

GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
MOST = 4


class Site:
    """A server in a thread, which answers each GET at once, and a POST as soon as it is told to."""

    def __init__(self, most: int, idle_s: float, app: Any = None) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.is_told = threading.Event()
        config = uvicorn.Config(
            app or self._answer,
            access_log=False,
            http="h11",
            interface="asgi3",
            lifespan="off",
            limit_concurrency=most,
            log_config=None,
            loop="asyncio",
            timeout_keep_alive=idle_s,  # type: ignore[arg-type]  # parts of a second, too
            timeout_graceful_shutdown=1,
            ws="none",
        )
        self._server = Server(config, self._listening)
        self._thread = threading.Thread(target=self._server.run, args=([],))

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        while scope["method"] == "POST" and not self.is_told.is_set():
            await asyncio.sleep(0.01)
        await Response(b"here")(scope, receive, send)

    def __enter__(self) -> "Site":
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.is_told.set()
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()

    def connect(self, *data: bytes) -> socket.socket:
        client = socket.create_connection(self._listening.getsockname(), timeout=60)
        for each in data:
            client.sendall(each)
        return client

    def ask(self, data: bytes) -> bytes:
        with self.connect(data) as client:
            return client.recv(1000)


class Asleep:
    """A judge that judges nothing."""

    level = "default"


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param([], id="nothing"),
        pytest.param([GET[:20]], id="half a header"),
        pytest.param([GET], id="a request"),
        pytest.param([GET, GET[:20]], id="a request and half of one"),
    ],
)
def test_a_connection_without_a_request_ends(sent: list[bytes]) -> None:
    with Site(MOST, 0.4) as site, site.connect(*sent) as client:
        read = b"".join(iter(partial(client.recv, 1000), b""))
        assert read.count(b"HTTP/1.1 200 OK") == sent.count(GET)


def test_a_header_that_comes_byte_by_byte_does_not_keep_a_connection() -> None:
    def drip(client: socket.socket) -> None:
        while True:
            client.sendall(b"G")
            time.sleep(0.02)

    ends = pytest.raises((ConnectionResetError, BrokenPipeError))
    with Site(MOST, 0.4) as site, site.connect() as client, ends:
        drip(client)


def test_a_connection_whose_answer_takes_long_stays() -> None:
    with Site(MOST, 0.4) as site, site.connect(POST) as client:
        time.sleep(0.6)
        site.is_told.set()
        assert client.recv(1000).startswith(b"HTTP/1.1 200 OK\r\n")


def test_silent_connections_give_way_to_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_LEAST_IDLE_S", 0.0)
    with Site(MOST, 60) as site, ExitStack() as opened:
        silent = [opened.enter_context(site.connect(GET[: n % 9])) for n in range(20)]
        wait_until(lambda: b" 200 OK" in site.ask(GET))
        # The oldest ended.
        assert silent[0].recv(1) == b""


@pytest.mark.parametrize("number", [1, 200], ids=["one", "many"])
def test_above_the_limit_requests_are_refused_and_no_open_one_is_lost(number: int) -> None:
    with Site(MOST, 60) as site, ExitStack() as opened:
        open = [opened.enter_context(site.connect(POST)) for _ in range(MOST)]
        others = [opened.enter_context(site.connect(GET)) for _ in range(number)]
        for client in others:
            head, _, body = client.recv(1000).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
            assert b"\r\nretry-after: 1" in head.lower()
            assert json.loads(body or client.recv(1000)) == {
                "message": "too many connections are open; try again"
            }
        site.is_told.set()
        assert all(client.recv(1000).startswith(b"HTTP/1.1 200 OK\r\n") for client in open)
        open[0].close()
        wait_until(lambda: b" 200 OK" in site.ask(GET))


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"POST /run_code HTTP/1.1\r\nHost: evil.example", 403),
        (b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json", 404),
        (b"POST /run_code HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json", 413),
        (b"POST /run_code HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain", 415),
        (b"PUT /run_code HTTP/1.1\r\nHost: localhost", 405),
    ],
)
@pytest.mark.parametrize("most", [MOST, 0], ids=["", "too many connections"])
def test_a_client_that_sends_all_at_first_gets_its_refusal(head: bytes, status: int, most: int) -> None:
    judge: Any = Asleep()
    app = Service(judge, caps=Caps(body_bytes=1000), queue=1).app
    size = 8_000_000
    lines = b"\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % size
    with Site(most, 60, app) as site, site.connect(head + lines, b"x" * size) as client:
        assert client.recv(1000).split()[1] == b"%d" % (status if most else 503)


@pytest.fixture
def limits() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("limits")
def test_the_limit_of_files_is_raised_and_decides_how_many_connections_are_open() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(200, hard), hard))
    for queue in (1, 100, hard, 100 * hard):
        most, allowed = limit_connections(queue, 2)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
        assert 0 < allowed <= queue
        assert allowed < most < hard
    with pytest.raises(UsageError, match=r"ulimit -Hn: expected at least [0-9,]+ files, got [0-9]+"):
        limit_connections(1, hard)


def test_one_record_a_second_is_logged_and_a_fault_of_the_system_is_one_line() -> None:
    logger, lines = logging.getLogger("judge.test"), []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(handler.format(record))  # type: ignore[method-assign]
    logger.addHandler(handler)
    logger.addFilter(OneASecond())
    for _ in range(100):
        try:
            raise OSError(24, "Too many open files")
        except OSError:
            logger.exception("accept() failed\nsocket: %s", "here")
    assert lines == ["accept() failed: [Errno 24] Too many open files"]
