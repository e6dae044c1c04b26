"""The fields of a JSON Schema as the rows of a page: name, type, meaning."""

from collections.abc import Iterator, Mapping
from typing import Any


def rows(definition: Mapping[str, Any]) -> Iterator[str]:
    for name, field in definition["properties"].items():
        yield f"| `{name}` | {kind(field)} | {field.get('description', '')} |"


def kind(field: Mapping[str, Any]) -> str:
    """The type of a field in a word or two; what may be null says so."""
    if "anyOf" in field:
        return " or ".join(map(kind, field["anyOf"]))
    if "$ref" in field:
        return f"[{name_of(field['$ref'])}](#{name_of(field['$ref']).lower()})"
    if "enum" in field:
        return "verdict" if "AC" in field["enum"] else "word"
    if field["type"] == "array":
        return f"list of {kind(field['items'])}" if "items" in field else "list"
    return {"integer": "whole number", "boolean": "true, false"}.get(field["type"], str(field["type"]))


def name_of(reference: str) -> str:
    return reference.rpartition("/")[2]
