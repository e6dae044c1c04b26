"""Refuses pages in browsers, requests to other names of this machine, and requests without the token.

Without a token the server listens on loopback only, where any page in a browser can send requests, too. A
page of another site is known by its Origin or Sec-Fetch-Site. A page whose name leads here by a trick of DNS
is known by its Host.
"""

import asyncio
import base64
import binascii
import hmac
from contextlib import suppress

from msgspec import json
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from judge.packages.loopback_server import LOOPBACK_HOST
from judge.platform.errors import printable, quoted
from judge.serve.counts import Counts

RETRY = {"Retry-After": "1"}
# Load balancers ask without a token.
_OPEN = "/health"
_SAME_SITE = ("", "none", "same-origin")


class Door:
    """The application behind the door. Without a `token` anyone on this machine may enter."""

    def __init__(self, app: ASGIApp, *, token: bytes, counts: Counts, body_s: float) -> None:
        self._app, self._token, self._counts, self._body_s = app, token, counts, body_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        has_begun = is_read = False

        async def receive_noted() -> Message:
            nonlocal is_read
            message = await receive()
            is_read = not message.get("more_body", False)
            return message

        async def send_at_the_end(message: Message) -> None:
            if not has_begun and not is_read:
                await read_rest(scope, receive_noted, began + self._body_s)
            await send_counted(message)

        async def send_counted(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                # Only a path that exists is in the scope: others would be a label each.
                path = scope["path"] if "endpoint" in scope else ""
                self._counts.add("requests_total", path=path, status=str(message["status"]))
            await send(message)

        began = asyncio.get_running_loop().time()
        refusal = self._refuse(Request(scope))
        try:
            await (refusal or self._app)(scope, receive_noted, send_at_the_end)
        except asyncio.CancelledError:
            # The server ends, and has waited for long enough.
            if not has_begun:
                await refuse(503, "the server ends; try again", RETRY)(scope, receive, send_counted)

    def _refuse(self, request: Request) -> Response | None:
        headers = request.headers
        hosts = headers.getlist("host")
        if not self._token and (len(hosts) != 1 or not LOOPBACK_HOST.fullmatch(hosts[0])):
            return refuse(403, f"Host: expected this machine, got {quoted(', '.join(hosts))}")
        origin, site = headers.get("origin", ""), headers.get("sec-fetch-site", "")
        is_foreign = bool(origin) and origin.partition("://")[2] != headers.get("host")
        if is_foreign or site not in _SAME_SITE:
            return refuse(403, f"Origin: expected none, got {quoted(origin or site)}")
        if (
            self._token
            and request.url.path != _OPEN
            and not self._has_token(headers.get("authorization", ""))
        ):
            challenge = {"WWW-Authenticate": 'Bearer realm="judge"'}
            return refuse(401, "Authorization: expected the token, got none or another", challenge)
        if request.method == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return refuse(415, f"Content-Type: expected application/json, got {quoted(kind)}")
        return None

    def _has_token(self, words: str) -> bool:
        """Return whether the words are `Bearer TOKEN`, or `Basic` with it as password, as in a URL."""
        scheme, _, given = words.partition(" ")
        found = given.strip().encode()
        if scheme.lower() == "basic":
            try:
                found = base64.b64decode(found, validate=True).partition(b":")[2]
            except binascii.Error:
                return False
        return scheme.lower() in ("bearer", "basic") and hmac.compare_digest(found, self._token)


async def read_rest(scope: Scope, receive: Receive, until: float) -> None:
    """Read the rest of a body until a time of the loop. Clients that still send may not see an answer."""
    if any(name == b"expect" for name, _ in scope["headers"]):
        return  # the client waits for the answer before it sends the body
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            while (await receive()).get("more_body", False):
                pass


def refuse(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    body = json.encode({"message": printable(message)})
    return Response(body, status, headers, media_type="application/json")
