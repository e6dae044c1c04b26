"""Reads, admits and answers requests. It keeps nothing of them afterwards."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from msgspec.json import Decoder
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from judge import __version__
from judge.library.judge import Judge
from judge.library.reports import Report
from judge.library.submissions import Submission
from judge.model.verdicts import Verdict
from judge.platform.errors import JudgeError, UsageError
from judge.serve.caps import Caps
from judge.serve.counts import Counts
from judge.serve.door import RETRY, Door, refuse
from judge.serve.endpoints import Endpoint, list_endpoints
from judge.serve.openapi import Health, describe_api
from judge.serve.piston import list_runtimes
from judge.serve.programs import Versions

# All bodies that are in memory at a time. Each is there twice: as text, and as the bytes of inputs.
_HELD_BYTES = 512 << 20
# A worker that dies is replaced.
_RETRIES = 2
# No client reads it.
_GONE = 499
_PLACE = re.compile(r"(.*?)(?: - at `\$\.?(.*)`)?")
_LACK = re.compile(r"Object missing required field `(.+)`")
_EXCESS = re.compile(r"Object contains unknown field `(.+)`")


class Service:
    """The application: a judge that stays open, with at most `queue` submissions under way."""

    def __init__(self, judge: Judge, *, caps: Caps, queue: int, token: bytes = b"") -> None:
        self._judge, self._caps, self._queue = judge, caps, queue
        self._open = self._held_bytes = 0
        self._counts = Counts()
        versions = Versions(judge.level)
        endpoints = list_endpoints(versions)
        routes = [
            Route(each.path, partial(self._answer, each, Decoder(each.asks)), methods=["POST"])
            for each in endpoints
        ]
        routes += [
            Route("/api/v2/runtimes", partial(self._list_runtimes, versions)),
            Route("/health", self._tell_health),
            Route("/metrics", self._render_counts),
            Route("/openapi.json", partial(_send_document, describe_api(endpoints))),
        ]
        app = Starlette(routes=routes, exception_handlers=_HANDLERS)
        # Clients do not send a body again after a redirect.
        app.router.redirect_slashes = False
        self.app = Door(app, token=token, counts=self._counts, body_s=caps.body_s)

    async def _answer(self, endpoint: Endpoint, decoder: Decoder[Any], request: Request) -> Response:
        began = time.monotonic()
        async with self._hold_body(request) as body, self._admit():
            # Not in this thread: a long body would keep all others waiting.
            asked, submission = await asyncio.to_thread(self._decode, endpoint, decoder, body)
            report = await self._judge_patiently(endpoint, submission, request)
        self._counts.add_report(endpoint.path, report, time.monotonic() - began)
        has_failed = endpoint.only_runs and report.verdict is Verdict.JE
        return _respond(endpoint.write(asked, report), 500 if has_failed else 200)

    def _decode(self, endpoint: Endpoint, decoder: Decoder[Any], body: bytearray) -> tuple[Any, Submission]:
        """Decode a body, and empty it. Raises UsageError with the name of a field."""
        try:
            asked = decoder.decode(body)
            body.clear()
        except RecursionError:
            raise UsageError("body: expected JSON, got one that is nested too deeply") from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UsageError(explain_misfit(error)) from None
        return asked, endpoint.read(asked, self._caps)

    @asynccontextmanager
    async def _hold_body(self, request: Request) -> AsyncIterator[bytearray]:
        """Yield the body, which counts as held meanwhile. Raises HTTPException."""
        body, size = bytearray(), 0
        try:
            try:
                await self._collect(request, body)
            finally:
                size = len(body)
            yield body
        finally:
            self._held_bytes -= size
            # The traceback of a refusal has it, too.
            body.clear()

    async def _collect(self, request: Request, body: bytearray) -> None:
        most = self._caps.body_bytes
        try:
            async with asyncio.timeout(self._caps.body_s):
                async for chunk in request.stream():
                    body += chunk
                    self._held_bytes += len(chunk)
                    if len(body) > most:
                        raise HTTPException(413, f"body: expected at most {most:,} bytes, got more")
                    if self._held_bytes > max(_HELD_BYTES, most):
                        raise HTTPException(429, "the judge holds too many bodies; try again", RETRY)
        except TimeoutError:
            raise HTTPException(
                408,
                f"body: expected its end within {self._caps.body_s:g} s, got a part",
                {"Connection": "close"},
            ) from None

    @asynccontextmanager
    async def _admit(self) -> AsyncIterator[None]:
        if self._open >= self._queue:
            raise HTTPException(429, f"the queue is full: {self._open:,} submissions; try again", RETRY)
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1

    async def _judge_patiently(self, endpoint: Endpoint, submission: Submission, request: Request) -> Report:
        """Judge a submission, and again if the judge fails. It ends with a client that leaves."""
        begin = self._judge.run if endpoint.only_runs else self._judge.submit
        gone = asyncio.ensure_future(_await_departure(request))
        try:
            report = await _await_report(begin(submission), gone)
            for _ in range(_RETRIES):
                if report.verdict is not Verdict.JE:
                    break
                self._counts.add("retries_total")
                report = await _await_report(begin(submission), gone)
            return report
        finally:
            gone.cancel()

    async def _list_runtimes(self, versions: Versions, request: Request) -> Response:
        return _respond(await asyncio.to_thread(list_runtimes, versions))

    async def _tell_health(self, request: Request) -> Response:
        return _respond(
            Health(
                status="ok",
                version=__version__,
                sandbox=self._judge.level,
                workers=len(self._judge),
                open=self._open,
                queue=self._queue,
            )
        )

    async def _render_counts(self, request: Request) -> Response:
        gauges = {"open": self._open, "queue": self._queue, "workers": len(self._judge)}
        return Response(self._counts.render(gauges), media_type="text/plain; version=0.0.4")


async def _await_departure(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue


async def _await_report(future: Future[Report], gone: asyncio.Future[None]) -> Report:
    """Return the report, or cancel the work and raise ClientDisconnect."""
    report = asyncio.wrap_future(future)
    try:
        ended: set[asyncio.Future[Any]] = {report, gone}
        await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED)
        if not report.done():
            raise ClientDisconnect
        return report.result()
    finally:
        report.cancel()


def explain_misfit(error: Exception) -> str:
    """Return `field: expected ..., got ...` for an error of msgspec."""
    found = _PLACE.fullmatch(str(error))
    what, place = found.groups(default="") if found else (str(error), "")
    if lack := _LACK.fullmatch(what):
        return f"{f'{place}.' if place else ''}{lack[1]}: expected a value, got none"
    if excess := _EXCESS.fullmatch(what):
        return f"{f'{place}.' if place else ''}{excess[1]}: expected no such field, got one"
    if not isinstance(error, msgspec.ValidationError):
        return f"body: expected JSON in UTF-8, got: {what}"
    return f"{place or 'body'}: {what[:1].lower()}{what[1:].replace('`', '')}"


def _respond(answer: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


async def _send_document(document: object, request: Request) -> Response:
    return _respond(document)


def _refuse_usage(request: Request, error: Exception) -> Response:
    return refuse(400, str(error))


def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refuse(error.status_code, str(error.detail), dict(error.headers or {}))


def _forget(request: Request, error: Exception) -> Response:
    return Response(status_code=_GONE)


_HANDLERS = {JudgeError: _refuse_usage, HTTPException: _refuse_http, ClientDisconnect: _forget}
