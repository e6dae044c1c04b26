"""A client of the service in this process: it calls the application as a server does."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

JSON = {"Host": "localhost:8080", "Content-Type": "application/json"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def value(self) -> Any:
        return json.loads(self.body)


async def ask(
    app: Any,
    path: str,
    body: object = None,
    *,
    headers: dict[str, str] = JSON,
    more: Iterable[tuple[str, str]] = (),
    leaves: Callable[[], Awaitable[object]] | None = None,
) -> Answer:
    """Send a request, a POST if there is a body: a value, or bytes, or chunks of them.

    The client stays until it has the answer, or until `leaves` ends. None as a chunk is one that never comes.
    """
    pairs = [(name.lower().encode(), value.encode()) for name, value in [*headers.items(), *more]]
    coming = _make_messages(body)
    sent: list[Any] = []
    is_over = asyncio.Event()

    async def receive() -> Any:
        if coming and (message := coming.pop(0)):
            return message
        await (leaves() if leaves else is_over.wait())
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(_make_scope("GET" if body is None else "POST", path, pairs), receive, send)
    is_over.set()
    start, *rest = sent
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], found, b"".join(each.get("body", b"") for each in rest))


def _make_messages(body: object) -> list[dict[str, Any] | None]:
    chunks = body if isinstance(body, list) else [b"" if body is None else _encode(body)]
    return [
        None if chunk is None else {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        for number, chunk in enumerate(chunks, 1)
    ]


def _encode(body: object) -> bytes:
    return body if isinstance(body, bytes) else json.dumps(body).encode()


def _make_scope(method: str, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "root_path": "",
        "query_string": b"",
        "scheme": "http",
        "server": ("localhost", 8080),
        "client": ("localhost", 9),
        "headers": headers,
    }


def get(app: Any, path: str, body: object = None, **words: Any) -> Answer:
    return asyncio.run(ask(app, path, body, **words))
