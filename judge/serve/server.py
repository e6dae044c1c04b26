"""Listens until a signal, and then lets requests end for a while."""

import errno
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from signal import SIGINT
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from judge.platform.errors import UsageError, quoted
from judge.serve.connections import IDLE_S, Entrance, OneASecond

# A supervisor usually kills after 30 s.
_FINISH_S = 25
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


def serve_requests(app: ASGIApp, listening: socket.socket, connections: int) -> None:
    """Answer requests until SIGINT or SIGTERM. A second SIGINT waits for nothing."""
    config = uvicorn.Config(
        app,
        access_log=False,
        http="h11",
        lifespan="off",
        limit_concurrency=connections,
        log_level="error",
        loop="asyncio",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_FINISH_S,
        timeout_keep_alive=IDLE_S,
        ws="none",
    )
    for name in ("asyncio", "uvicorn.error"):
        logging.getLogger(name).addFilter(OneASecond())
    Server(config, listening).run([])


class Server(uvicorn.Server):
    """A server with an entrance, after which the signal that ended it is not sent again."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config)
        self._entrance = Entrance(listening, config, self.server_state)

    async def on_tick(self, counter: int) -> bool:
        self._entrance.admit()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._entrance.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit and sig == SIGINT
        self.should_exit = True
