"""The OpenAPI document, made from the structs that requests and answers are."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from judge import __version__
from judge.running.keeper_client import Level
from judge.serve.endpoints import Endpoint
from judge.serve.piston import Failure, Runtime

_REFUSALS = {
    "400": "A field is wrong, and `message` names it.",
    "401": "The token is missing or wrong.",
    "403": "The request comes from a page of another site, or was sent to another name.",
    "408": "The body came too slowly.",
    "413": "The body is too long.",
    "415": "The body is not application/json.",
    "429": "The queue is full: try again after the seconds of Retry-After.",
    "503": "The server ends before the submission is judged: try again.",
}
_FAILURE = "The judge failed, not the program: try again, and count nothing."


class Health(Struct, kw_only=True):
    """The state of the server. `sandbox` is the level in force, `open` counts submissions under way."""

    status: str
    version: str
    sandbox: Level
    workers: int
    open: int
    queue: int


def describe_api(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document of the server."""
    endpoints = tuple(endpoints)
    types = [kind for each in endpoints for kind in (each.asks, each.answers)]
    names = [Health, list[Runtime], Failure, *types]
    schemas, components = schema_components(names, ref_template="#/components/schemas/{name}")
    health, runtimes, failure, *rows = schemas
    posts = zip(endpoints, rows[::2], rows[1::2], strict=True)
    return {
        "openapi": "3.1.0",
        "info": {"title": "judge serve", "version": __version__},
        "paths": {
            **{each.path: {"post": _describe(each, asks, answers, failure)} for each, asks, answers in posts},
            "/api/v2/runtimes": {"get": _describe_get("List the languages, as Piston does", runtimes)},
            "/health": {"get": _describe_get("Tell the state of the server", health) | {"security": []}},
            "/metrics": {"get": _describe_get("Counters for Prometheus", {"type": "string"}, "text/plain")},
            "/openapi.json": {"get": _describe_get("This document", {"type": "object"})},
        },
        "components": {
            "schemas": components,
            "securitySchemes": {name: {"type": "http", "scheme": name} for name in ("bearer", "basic")},
        },
        "security": [{}, {"bearer": []}, {"basic": []}],
    }


def _describe(endpoint: Endpoint, asks: Any, answers: Any, failure: Any) -> dict[str, Any]:
    refused = {status: _describe_answer(text, failure) for status, text in _REFUSALS.items()}
    if endpoint.only_runs:
        is_same = "message" in endpoint.answers.__struct_fields__
        refused["500"] = _describe_answer(_FAILURE, answers if is_same else failure)
    return {
        "summary": endpoint.summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": asks}}},
        "responses": {"200": _describe_answer("The answer.", answers), **refused},
    }


def _describe_get(summary: str, schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    answer = _describe_answer("The answer.", schema, media_type)
    return {"summary": summary, "responses": {"200": answer}}


def _describe_answer(text: str, schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    return {"description": text, "content": {media_type: {"schema": schema}}}
