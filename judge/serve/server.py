"""Listens until a signal, and then lets requests end for a while."""

import errno
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from signal import SIGINT
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from judge.platform.errors import UsageError, quoted

# A supervisor usually kills after 30 s.
_FINISH_S = 25
# Longer than clients keep a connection without a request.
_IDLE_S = 75
_BACKLOG = 1024


@contextmanager
def open_socket(host: str, port: int) -> Iterator[socket.socket]:
    """Yield a socket that listens. Raises UsageError."""
    with ExitStack() as opened:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            listening = opened.enter_context(socket.socket(family, kind, protocol))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(_BACKLOG)
        except OSError as error:
            is_taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
            wanted = (
                "--port: expected a free port" if is_taken else "--host: expected an address of this machine"
            )
            raise UsageError(f"{wanted}, got {quoted(f'{host}:{port}')}: {error.strerror}") from None
        yield listening


def is_loopback(listening: socket.socket) -> bool:
    return ip_address(listening.getsockname()[0]).is_loopback


def serve_requests(app: ASGIApp, listening: socket.socket) -> None:
    """Answer requests until SIGINT or SIGTERM. A second SIGINT waits for nothing."""
    # Each connection is a file, and without one more nothing can be judged.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    config = uvicorn.Config(
        app,
        access_log=False,
        http="h11",
        lifespan="off",
        log_level="error",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_FINISH_S,
        timeout_keep_alive=_IDLE_S,
        ws="none",
    )
    _Server(config).run([listening])


class _Server(uvicorn.Server):
    """A server after which the signal that ended it is not sent again."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit and sig == SIGINT
        self.should_exit = True
