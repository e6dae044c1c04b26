"""A server on this machine's loopback that accepts JSON and returns no data.

Any page in a browser can send a request. A request is accepted only if

- it is a POST of JSON to `/`,
- its Host is one of this machine's own names: any other name that leads here is an attack through DNS,
- its Origin is not a page: an extension, `null` (which Firefox sends for extensions), or missing.

A page in a frame may have the Origin `null`, too. But a page can post JSON to another site only if that site
allows it, and this server never does.
"""

import errno
import re
import selectors
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from socketserver import TCPServer, ThreadingMixIn
from threading import Timer
from typing import Any

from judge.platform.errors import InputErrors, printable, quoted

MOST_BYTES = 10 << 20
_ADDRESSES = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
LOOPBACK_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
_ORIGIN = re.compile(r"(chrome|moz|safari-web)-extension://[A-Za-z0-9-]+|null")

Hear = Callable[[bytes], None]
Refuse = Callable[[str], None]


class LoopbackServer:
    """The open ports. Each request is handled in its own thread."""

    def __init__(self, servers: Sequence["_PortServer"]) -> None:
        self._servers = servers
        self.ports = sorted({server.server_address[1] for server in servers})

    def serve(self) -> None:
        """Accept requests until an exception."""
        with selectors.DefaultSelector() as selector:
            for server in self._servers:
                selector.register(server, selectors.EVENT_READ, server)
            while True:
                for key, _ in selector.select():
                    key.data.handle_request()


@contextmanager
def open_server(
    ports: Sequence[int], hear: Hear, refuse: Refuse, *, patience_s: float = 30
) -> Iterator[LoopbackServer]:
    """Listen on the free ports among `ports`. There may be none.

    hear: gets the bytes of a request. It raises ValueError for a request that it does not understand, and
    InputErrors if it fails. refuse: gets a line about each request that was refused or failed. patience_s:
    seconds after which a request is cut off.
    """
    with ExitStack() as stack:
        servers: list[_PortServer] = []
        for port in ports:
            own = ExitStack()
            with suppress(_InUse):
                servers += [
                    own.enter_context(server) for server in _open_ports(port, hear, refuse, patience_s)
                ]
                stack.push(own.pop_all())
            own.close()
        yield LoopbackServer(servers)


class _InUse(Exception):
    """The port is in use on one of the addresses."""


def _open_ports(port: int, hear: Hear, refuse: Refuse, patience_s: float) -> Iterator["_PortServer"]:
    for family, host in _ADDRESSES:
        try:
            yield _PortServer((host, port), family, hear, refuse, patience_s)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                raise _InUse from None
            # Not every machine has both.
            if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                raise


class _PortServer(ThreadingMixIn, TCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    # The client may have gone. Waiting for it would block the other port.
    timeout = 0

    def __init__(
        self, address: tuple[str, int], family: int, hear: Hear, refuse: Refuse, patience_s: float
    ) -> None:
        self.address_family = family
        self.hear, self.refuse, self.patience_s = hear, refuse, patience_s
        super().__init__(address, _Handler)
        self.socket.setblocking(False)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A client that has gone is no fault.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Refused(Exception):
    """A refused request: its HTTP status and a line about it."""


class _Handler(BaseHTTPRequestHandler):
    server: _PortServer
    server_version, sys_version = "judge", ""
    error_message_format, error_content_type = "%(message)s\n", "text/plain"

    def setup(self) -> None:
        super().setup()
        self._end = Timer(self.server.patience_s, self._cut)
        self._end.daemon = True
        self._end.start()

    def _cut(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def finish(self) -> None:
        self._end.cancel()
        super().finish()

    def do_POST(self) -> None:
        try:
            self._check()
            self.server.hear(self._body())
        except _Refused as refusal:
            code, line = refusal.args
        except ValueError as error:
            code, line = 400, str(error)
        except InputErrors as error:
            code, line = 500, str(error)
        else:
            code, line = 200, ""
        if line:
            self.server.refuse(printable(line))
        data = f"{printable(line)}\n".encode() if line else b""
        self.send_response(code)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _check(self) -> None:
        """Check the Host, the Origin, the path and the type. Raises _Refused."""
        hosts, origins = self.headers.get_all("Host", []), self.headers.get_all("Origin", [])
        if len(hosts) != 1 or not LOOPBACK_HOST.fullmatch(hosts[0]):
            raise _Refused(403, f"expected this machine as Host, got {_quote_values(hosts)}")
        if origins and (len(origins) > 1 or not _ORIGIN.fullmatch(origins[0])):
            raise _Refused(403, f"expected a browser's extension as Origin, got {_quote_values(origins)}")
        if self.path != "/":
            raise _Refused(404, f"expected the path '/', got {quoted(self.path)}")
        if self.headers.get_content_type() != "application/json":
            kinds = self.headers.get_all("Content-Type", [])
            raise _Refused(415, f"expected application/json as Content-Type, got {_quote_values(kinds)}")

    def _body(self) -> bytes:
        lengths = self.headers.get_all("Content-Length", [])
        if "Transfer-Encoding" in self.headers or len(lengths) != 1 or not re.fullmatch("[0-9]+", lengths[0]):
            raise _Refused(
                411, f"expected a Content-Length and no other encoding, got {_quote_values(lengths)}"
            )
        if len(lengths[0]) > len(str(MOST_BYTES)) or int(lengths[0]) > MOST_BYTES:
            raise _Refused(413, f"expected at most {MOST_BYTES:,} bytes, got {lengths[0][:20]}")
        data = self.rfile.read(int(lengths[0]))
        if len(data) != int(lengths[0]):
            raise _Refused(400, f"expected {lengths[0]} bytes, got {len(data)}")
        return data

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Print nothing: `hear` reports accepted requests."""

    def log_error(self, format: str, *words: Any) -> None:
        self.server.refuse(printable(str(words[-1])))


def _quote_values(values: Sequence[str]) -> str:
    return " and ".join(map(quoted, values[:2])) or "none"
