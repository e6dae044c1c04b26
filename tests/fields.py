"""The fields of a JSON Schema as the rows of a page: name, type, meaning."""

from collections.abc import Iterator, Mapping
from typing import Any


def rows(definition: Mapping[str, Any]) -> Iterator[str]:
    for name, field in definition["properties"].items():
        yield f"| `{name}` | {kind(field)} | {field.get('description', '')} |"


def kind(field: Mapping[str, Any]) -> str:
    """Return the type of a field in a word or two, with null if it may be null."""
    if "anyOf" in field:
        return " or ".join(map(kind, field["anyOf"])).replace("true or false or", "true, false or")
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return {"Verdict": "verdict", "Finding": "word"}.get(name, f"[{name}](#{name.lower()})")
    if "enum" in field:
        return "verdict" if "AC" in field["enum"] else "word"
    if "additionalProperties" in field:
        return f"{kind(field['additionalProperties'])} by name"
    if field["type"] == "array":
        if "prefixItems" in field:
            return "list of " + " and ".join(map(kind, field["prefixItems"]))
        return f"list of {kind(field['items'])}"
    return {"integer": "whole number", "boolean": "true or false"}.get(field["type"], str(field["type"]))
