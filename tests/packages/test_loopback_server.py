"""The loopback server: the requests that it accepts, and the single line that others get."""

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, RemoteDisconnected
from pathlib import Path
from threading import Thread

import pytest
from helpers import wait_until

from judge.packages.loopback_server import MOST_BYTES, LoopbackServer, open_server
from judge.platform.errors import Fault, InputErrors

JSON = {"Content-Type": "application/json"}
BODY = b'{"name": "A"}'


@dataclass
class Inbox:
    """The accepted requests, and the lines about the refused ones."""

    heard: list[bytes] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def hear(self, data: bytes) -> None:
        if data == b"wrong":
            raise ValueError("expected \x1b right, got wrong")
        if data == b"full":
            raise InputErrors((Fault(Path("disk"), 0, "expected room, got none"),))
        if data == b"fault":
            raise ZeroDivisionError
        self.heard.append(data)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def serving(inbox: Inbox, *, patience_s: float = 30) -> Iterator[int]:
    """Serve, and yield the port."""

    class Interrupted(Exception):
        """Ends the server like Ctrl-C."""

    def interrupt() -> None:
        raise Interrupted

    def serve() -> None:
        with pytest.raises(Interrupted):
            server.serve()

    with open_server([free_port()], inbox.hear, inbox.refused.append, patience_s=patience_s) as server:
        thread = Thread(target=serve)
        thread.start()
        (port,) = server.ports
        yield port
        for each in server._servers:
            each.handle_request = interrupt  # type: ignore[method-assign]
        socket.create_connection(("127.0.0.1", port)).close()
        thread.join()


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def port(inbox: Inbox) -> Iterator[int]:
    with serving(inbox) as port:
        yield port


def posted(
    port: int, body: bytes = BODY, host: str = "127.0.0.1", path: str = "/", method: str = "POST", **head: str
) -> tuple[int, str, list[str]]:
    """The status, the line and the names of the headers of the answer."""
    connection = HTTPConnection(host, port, timeout=60)
    connection.request(method, path, body, JSON | {key.replace("_", "-"): word for key, word in head.items()})
    answer = connection.getresponse()
    names = [name.lower() for name, _ in answer.getheaders()]
    line = answer.read().decode().rstrip("\n")
    connection.close()
    return answer.status, line, names


def raw(port: int, data: bytes) -> bytes:
    """Return the answer to these bytes when nothing follows them."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as one:
        one.sendall(data)
        one.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: one.recv(1 << 16), b""))


@pytest.mark.parametrize(
    "head",
    [
        {},
        {"Host": "localhost"},
        {"Host": "LOCALHOST:27121"},
        {"Host": "127.0.0.1:27121"},
        {"Host": "[::1]:27121"},
        {"Origin": "null"},
        {"Origin": "moz-extension://0c1a2b3d-4e5f-6789-abcd-ef0123456789"},
        {"Origin": "chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl"},
        {"Origin": "safari-web-extension://0C1A2B3D-4E5F"},
        {"Content_Type": "application/json; charset=utf-8"},
    ],
    ids=lambda head: " ".join(head.values()) or "nothing more",
)
def test_an_extension_is_heard(port: int, inbox: Inbox, head: dict[str, str]) -> None:
    status, line, names = posted(port, **head)
    assert (status, line) == (200, "")
    assert (inbox.heard, inbox.refused) == ([BODY], [])
    assert not [name for name in names if name.startswith("access-control")]


def test_both_loopbacks_lead_to_it(port: int, inbox: Inbox) -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6")
    try:
        assert posted(port, host="::1")[0] == 200
    except OSError:
        pytest.skip("no loopback of IPv6")
    assert inbox.heard == [BODY]


REFUSED = {
    "a name that leads here": (
        {"Host": "evil.example"},
        403,
        "expected this machine as Host, got 'evil.example'",
    ),
    "a name that begins so": (
        {"Host": "localhost.evil.example"},
        403,
        "expected this machine as Host, got 'localhost.evil.example'",
    ),
    "an address of the network": (
        {"Host": "192.168.0.1"},
        403,
        "expected this machine as Host, got '192.168.0.1'",
    ),
    "a page": (
        {"Origin": "https://evil.example"},
        403,
        "expected a browser's extension as Origin, got 'https://evil.example'",
    ),
    "a page of this machine": (
        {"Origin": "http://localhost:8000"},
        403,
        "expected a browser's extension as Origin, got 'http://localhost:8000'",
    ),
    "a page called as an extension": (
        {"Origin": "http://moz-extension://a"},
        403,
        "expected a browser's extension as Origin, got 'http://moz-extension://a'",
    ),
    "text, as a page may post it": (
        {"Content_Type": "text/plain"},
        415,
        "expected application/json as Content-Type, got 'text/plain'",
    ),
    "a form": (
        {"Content_Type": "application/x-www-form-urlencoded"},
        415,
        "expected application/json as Content-Type, got 'application/x-www-form-urlencoded'",
    ),
    "too long": (
        {"Content_Length": str(MOST_BYTES + 1)},
        413,
        f"expected at most 10,485,760 bytes, got {MOST_BYTES + 1}",
    ),
    "far too long": (
        {"Content_Length": "9" * 4000},
        413,
        f"expected at most 10,485,760 bytes, got {'9' * 20}",
    ),
    "shorter than none": (
        {"Content_Length": "-1"},
        411,
        "expected a Content-Length and no other encoding, got '-1'",
    ),
    "in pieces": (
        {"Transfer_Encoding": "chunked"},
        411,
        "expected a Content-Length and no other encoding, got none",
    ),
}


@pytest.mark.parametrize(("head", "status", "line"), REFUSED.values(), ids=REFUSED)
def test_nobody_else_is_heard(port: int, inbox: Inbox, head: dict[str, str], status: int, line: str) -> None:
    got, told, names = posted(port, **head)
    assert (got, told) == (status, line)
    assert (inbox.heard, inbox.refused) == ([], [line])
    assert not [name for name in names if name.startswith("access-control")]
    assert posted(port)[0] == 200


@pytest.mark.parametrize("path", ["/x", "/?a", "/../", "*", "http://localhost/"])
def test_there_is_one_page(port: int, inbox: Inbox, path: str) -> None:
    assert posted(port, path=path)[0] == 404
    assert inbox.heard == []


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "CONNECT", "TRACE", "\x01"])
def test_nothing_is_given_out_and_no_page_is_allowed_to_send(port: int, inbox: Inbox, method: str) -> None:
    """A browser asks by OPTIONS whether a page may post JSON."""
    head = f"{method} / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n"
    answer = raw(port, head.encode())
    assert answer.startswith((b"HTTP/1.0 501 ", b"HTTP/1.0 400 "))
    assert b"access-control" not in answer.lower()
    assert len(inbox.refused) == 1
    assert inbox.refused[0].isprintable()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01", id="TLS"),
        pytest.param(b"POST\r\n\r\n", id="half a line"),
        pytest.param(b"POST / HTTP/9.9\r\n\r\n", id="another version"),
        pytest.param(b"POST / HTTP/1.1\r\n\r\n{}", id="no headers"),
        pytest.param(b"POST / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", id="two hosts"),
        pytest.param(b"POST / HTTP/1.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n", id="a thousand headers"),
        pytest.param(b"POST /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n", id="a long path"),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 9\r\nContent-Length: 1\r\n\r\n{}",
            id="two lengths",
        ),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 9\r\n\r\n{}",
            id="half a body",
        ),
    ],
)
def test_what_is_no_request_is_not_heard_and_others_are(port: int, inbox: Inbox, data: bytes) -> None:
    answer = raw(port, data)
    assert b" 200 " not in answer
    assert inbox.heard == []
    assert posted(port)[0] == 200
    assert all(line.isprintable() for line in inbox.refused)


def test_what_cannot_be_done_is_a_line_for_both_sides(port: int, inbox: Inbox) -> None:
    assert posted(port, b"wrong")[:2] == (400, r"expected \x1b right, got wrong")
    assert posted(port, b"full")[:2] == (500, "disk: expected room, got none")
    assert inbox.refused == [r"expected \x1b right, got wrong", "disk: expected room, got none"]


@pytest.mark.slow
def test_who_goes_meanwhile_is_no_fault_and_a_fault_of_the_judge_is_told(
    port: int, inbox: Inbox, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            one.sendall(b"POST / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    assert posted(port)[0] == 200
    assert capsys.readouterr().err == ""
    with pytest.raises(RemoteDisconnected):
        posted(port, b"fault")
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert posted(port)[0] == 200


def test_ten_mebibytes_are_heard(port: int, inbox: Inbox) -> None:
    body = json.dumps("x" * (MOST_BYTES - 2)).encode()
    assert posted(port, body)[0] == 200
    assert inbox.heard == [body]


@pytest.mark.slow
def test_who_is_slow_holds_up_nobody_and_is_cut_off(inbox: Inbox) -> None:
    begun = (
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    )
    with serving(inbox, patience_s=1) as port:
        slow = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(20)]
        for number, one in enumerate(slow):
            one.sendall(begun[: number * 4] if number < 19 else begun)
        assert posted(port)[0] == 200
        for one in slow:
            wait_until(lambda one=one: is_cut(one))  # type: ignore[misc]
            one.close()
    assert inbox.heard == [BODY]


def is_cut(one: socket.socket) -> bool:
    try:
        return one.recv(1 << 16) == b""
    except ConnectionError:
        return True


def test_only_the_loopback_is_open(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("no network")
        own = one.getsockname()[0]
    if own.startswith("127."):
        pytest.skip("no network")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((own, port), timeout=60)


def test_ports_that_are_taken_are_left_out_and_all_are_free_again_after(inbox: Inbox) -> None:
    free = free_port()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with open_server([taken, free], inbox.hear, inbox.refused.append) as server:
            assert server.ports == [free]
        with open_server([taken], inbox.hear, inbox.refused.append) as server:
            assert server.ports == []
    with open_server([free], inbox.hear, inbox.refused.append) as server:
        assert isinstance(server, LoopbackServer)
        assert server.ports == [free]
