"""Connections: how many may be open, and how long one may stay without a request.

Each is a file of this process. Without one more, no connection can be accepted and nothing can be judged.
"""

import asyncio
import logging
import resource
import socket
import time
from asyncio import Transport
from functools import partial
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from judge.platform.errors import UsageError, counted
from judge.serve.door import RETRY, read_rest, refuse

# Connections above the limit, which are open until they have their refusal.
_REFUSED, _REFUSED_S = 64, 5
_OWN_FILES, _WORKER_FILES = 32, 16
# Those for other answers than of submissions, such as 429.
_LEAST, _SPARE = 4, 1000
# Accepted at a time: others have a turn, too.
_BATCH = 16
# Longer than clients keep a connection without a request.
IDLE_S = 75
# Of a connection that is younger, the request may be on its way.
_LEAST_IDLE_S = 1.0
_BUSY = refuse(503, "too many connections are open; try again", RETRY | {"Connection": "close"})


def limit_connections(queue: int, workers: int) -> tuple[int, int]:
    """Raise the limit of open files, and return how many connections and submissions it allows.

    Raises UsageError if it allows none.
    """
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    own = _OWN_FILES + _REFUSED + _WORKER_FILES * workers
    if files < own + _LEAST:
        raise UsageError(f"ulimit -Hn: expected at least {counted(own + _LEAST, 'file')}, got {files}")
    most = min(files - own, queue + _SPARE)
    return most, min(queue, most * 3 // 4)


class Connection(H11Protocol):
    """A connection that ends if it stays without a request, also with half of one.

    Requests on those above `limit_concurrency` are refused.
    """

    def __init__(self, config: Config, server_state: ServerState) -> None:
        super().__init__(config, server_state, {})
        # uvicorn would count, and refuse without Retry-After.
        self.limit_concurrency = None
        self._idle_since = self.loop.time()

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(
            self.timeout_keep_alive, self.timeout_keep_alive_handler
        )
        if len(self.connections) > (self.config.limit_concurrency or 0):
            self.app = _refuse_busy

    def data_received(self, data: bytes) -> None:
        # As uvicorn's, but a part of a request does not stop the clock.
        self.conn.receive_data(data)
        self.handle_events()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._idle_since = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def idle_s(self) -> float:
        """Return for how long it has been without a request."""
        is_idle = self.cycle is None or self.cycle.response_complete
        return self.loop.time() - self._idle_since if is_idle else 0.0

    def end(self) -> None:
        self.connections.discard(self)
        self.timeout_keep_alive_handler()


async def _refuse_busy(scope: Scope, receive: Receive, send: Send) -> None:
    await read_rest(scope, receive, asyncio.get_running_loop().time() + _REFUSED_S)
    await _BUSY(scope, receive, send)


class Entrance:
    """Accepts connections, as long as there is room for them."""

    def __init__(self, listening: socket.socket, config: Config, state: ServerState) -> None:
        self._listening, self._config, self._state = listening, config, state
        self._most = config.limit_concurrency or 0
        self._arriving: set[asyncio.Task[Any]] = set()
        listening.setblocking(False)

    def admit(self) -> None:
        asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def close(self) -> None:
        """Stop accepting: others wait in the system."""
        asyncio.get_running_loop().remove_reader(self._listening)

    def _accept(self) -> None:
        for _ in range(_BATCH):
            if len(self) >= self._most:
                self._make_room()
            if len(self) >= self._most + _REFUSED:
                self.close()
                return
            try:
                accepted, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                logging.getLogger("asyncio").exception("accept(): %s", error)
                self.close()
                return
            loop = asyncio.get_running_loop()
            make = partial(Connection, self._config, self._state)
            accepted.setblocking(False)
            task = loop.create_task(loop.connect_accepted_socket(make, accepted))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

    def __len__(self) -> int:
        return len(self._state.connections) + len(self._arriving)

    def _make_room(self) -> None:
        """End connections above the limit, and one more, that have been without a request for longest."""
        open = [each for each in self._state.connections if isinstance(each, Connection)]
        idle = sorted((each for each in open if each.idle_s() > _LEAST_IDLE_S), key=Connection.idle_s)
        for _ in range(len(self) - self._most + 1):
            if idle:
                idle.pop().end()


class OneASecond(logging.Filter):
    """Passes one record a second. A fault of the system, such as too many open files, is one line."""

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + 1
        if record.exc_info and isinstance(error := record.exc_info[1], OSError):
            record.msg, record.args = f"{record.getMessage().splitlines()[0]}: {error}", None
            record.exc_info = None
        return True
