"""A door on this machine's loopback that takes JSON and gives nothing out.

Any page in a browser can knock. So a request is heard only if it is a POST of JSON to `/`, if its Host is one
of this machine's own names (another that leads here is of somebody who says so in DNS), and if its Origin is
no page: an extension, `null`, as Firefox has it for these, or none. A page in a frame may be `null`, too; but
a page posts JSON to others only where these allow it, which nothing here does.
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
from typing import Any, NamedTuple

from judge.errors import InputErrors, printable, quoted

MOST_BYTES = 10 << 20
_ADDRESSES = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
_ORIGIN = re.compile(r"(chrome|moz|safari-web)-extension://[A-Za-z0-9-]+|null")

Hear = Callable[[bytes], None]
Refuse = Callable[[str], None]


class Door:
    """The ports that are open, and who hears what comes in: one after the other, in threads of their own."""

    def __init__(self, servers: Sequence["_Server"]) -> None:
        self._servers = servers
        self.ports = sorted({server.server_address[1] for server in servers})

    def serve(self) -> None:
        """For ever, until an exception."""
        with selectors.DefaultSelector() as selector:
            for server in self._servers:
                selector.register(server, selectors.EVENT_READ, server)
            while True:
                for key, _ in selector.select():
                    key.data.handle_request()


@contextmanager
def opened(ports: Sequence[int], hear: Hear, refuse: Refuse, *, patience_s: float = 30) -> Iterator[Door]:
    """A door on those of the ports that are free, none of them maybe.

    hear: gets the bytes of a request. It raises ValueError for what it does not understand, InputErrors for
    what it cannot do. refuse: is told a line about each request that was not heard. patience_s: after so many
    seconds a request is cut off.
    """
    keeper = _Keeper(hear, refuse, patience_s)
    with ExitStack() as stack:
        servers: list[_Server] = []
        for port in ports:
            own = ExitStack()
            with suppress(_InUse):
                servers += [own.enter_context(server) for server in _servers(port, keeper)]
                stack.push(own.pop_all())
            own.close()
        yield Door(servers)


class _Keeper(NamedTuple):
    hear: Hear
    refuse: Refuse
    patience_s: float


class _InUse(Exception):
    """Somebody else has the port on one of the addresses."""


def _servers(port: int, keeper: "_Keeper") -> Iterator["_Server"]:
    for family, host in _ADDRESSES:
        try:
            yield _Server((host, port), family, keeper)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                raise _InUse from None
            # Not every machine has both.
            if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                raise


class _Server(ThreadingMixIn, TCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    # Who knocked may have gone: others wait.
    timeout = 0

    def __init__(self, address: tuple[str, int], family: int, keeper: "_Keeper") -> None:
        self.address_family = family
        self.hear, self.refuse, self.patience_s = keeper
        super().__init__(address, _Handler)
        self.socket.setblocking(False)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # That who knocked has gone is no fault.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Refused(Exception):
    """With the status and the line about it."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
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
        """Raises _Refused for what its head says: to whom, from whom, what it is."""
        hosts, origins = self.headers.get_all("Host", []), self.headers.get_all("Origin", [])
        if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
            raise _Refused(403, f"expected this machine as Host, got {_got(hosts)}")
        if origins and (len(origins) > 1 or not _ORIGIN.fullmatch(origins[0])):
            raise _Refused(403, f"expected a browser's extension as Origin, got {_got(origins)}")
        if self.path != "/":
            raise _Refused(404, f"expected the path '/', got {quoted(self.path)}")
        if self.headers.get_content_type() != "application/json":
            kinds = self.headers.get_all("Content-Type", [])
            raise _Refused(415, f"expected application/json as Content-Type, got {_got(kinds)}")

    def _body(self) -> bytes:
        lengths = self.headers.get_all("Content-Length", [])
        if "Transfer-Encoding" in self.headers or len(lengths) != 1 or not re.fullmatch("[0-9]+", lengths[0]):
            raise _Refused(411, f"expected a Content-Length and no other encoding, got {_got(lengths)}")
        if len(lengths[0]) > len(str(MOST_BYTES)) or int(lengths[0]) > MOST_BYTES:
            raise _Refused(413, f"expected at most {MOST_BYTES:,} bytes, got {lengths[0][:20]}")
        data = self.rfile.read(int(lengths[0]))
        if len(data) != int(lengths[0]):
            raise _Refused(400, f"expected {lengths[0]} bytes, got {len(data)}")
        return data

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """What was heard is told by who hears it."""

    def log_error(self, format: str, *words: Any) -> None:
        self.server.refuse(printable(str(words[-1])))


def _got(values: Sequence[str]) -> str:
    return " and ".join(map(quoted, values[:2])) or "none"
