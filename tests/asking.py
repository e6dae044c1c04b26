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
    chunks = (
        body if isinstance(body, list) else [body if isinstance(body, bytes) else json.dumps(body).encode()]
    )
    chunks = [b""] if body is None else chunks
    pairs = [(name.lower().encode(), value.encode()) for name, value in [*headers.items(), *more]]
    scope = {
        "type": "http",
        "method": "GET" if body is None else "POST",
        "path": path,
        "root_path": "",
        "query_string": b"",
        "scheme": "http",
        "server": ("localhost", 8080),
        "client": ("localhost", 9),
        "headers": pairs,
    }
    coming = [
        {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        if chunk is not None
        else None
        for number, chunk in enumerate(chunks, 1)
    ]
    sent: list[Any] = []
    is_over = asyncio.Event()

    async def receive() -> Any:
        if coming and (message := coming.pop(0)):
            return message
        await (leaves() if leaves else is_over.wait())
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    is_over.set()
    start, *rest = sent
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], found, b"".join(each.get("body", b"") for each in rest))


def get(app: Any, path: str, body: object = None, **words: Any) -> Answer:
    return asyncio.run(ask(app, path, body, **words))
