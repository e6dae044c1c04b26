"""The keys of `problem.yaml` that describe a problem: no verdict depends on them, so wrong values are notes.

Sources: https://www.kattis.com/problem-package-format/spec/2025-09.html and
https://www.kattis.com/problem-package-format/spec/legacy.html, "Problem metadata".
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from judge.cases.case_file import UUID
from judge.packages.folders import Folder
from judge.packages.problem_yaml import MARK
from judge.platform.errors import listed, quoted
from judge.yaml.tree import File, Mapping, checked, described

_FREE = ("unknown", "public domain")
_License = Annotated[
    Literal["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"],
    Meta(description="a license: unknown, public domain, cc0, cc by, cc by-sa, educational or permission"),
]
_Uuid = Annotated[str, Meta(pattern=UUID, description="a UUID")]
_Text = Annotated[str, Meta(min_length=1, description="a string")]
_Words = Annotated[list[str], Meta(description="a list of strings")]
_Date = Annotated[
    str,
    Meta(
        pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?\Z",
        description="a date such as 2025-09-30 or 2025-09-30T12:00:00Z",
    ),
]
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
_STATEMENT = re.compile(r"(?:problem_)?statement/problem\.([^./]+)\.[a-z]+")
_CREDITS = ("authors", "contributors", "testers", "translators", "packagers", "acknowledgements")
_PERSON = ("name", "email", "orcid", "kattis")


class _Legacy(Struct):
    uuid: _Uuid = ""
    license: _License = "unknown"
    rights_owner: _Text = ""


class _Newer(_Legacy):
    version: _Text = ""
    keywords: _Words = []
    embargo_until: _Date = ""


def note_wrong_words(folder: Folder, tree: Mapping, *, is_newer: bool) -> None:
    """Note the values that the specification does not allow, each on its line."""
    notes = File(folder.shown / MARK, folder.notes)
    kind = _Newer if is_newer else _Legacy
    own = Mapping(tree.line)
    for key in kind.__struct_fields__:
        if key in tree:
            own[key], own.lines[key] = tree[key], tree.lines[key]
    checked(notes, own, kind, tree.line)
    found = _check_newer(folder, tree) if is_newer else _check_legacy(tree)
    for key, message in found:
        notes.fault(tree.lines[key][0], message)


def _check_legacy(tree: Mapping) -> Iterator[tuple[str, str]]:
    """Yield keys that contradict each other, with messages."""
    if "source_url" in tree and "source" not in tree:
        yield "source_url", "expected the key 'source' of a source_url, got none"
    yield from _check_owner(tree)


def _check_newer(folder: Folder, tree: Mapping) -> Iterator[tuple[str, str]]:
    """Yield keys with wrong values, or that contradict each other, with messages."""
    name, credits = tree.get("name"), tree.get("credits", "")
    known = {found[1] for file in folder.files if (found := _STATEMENT.fullmatch(file))}
    named = {*name} if isinstance(name, dict) else {"en"}
    if wrong := [each for each in sorted(named) if not _LANGUAGE.fullmatch(each)]:
        yield "name", f"expected codes of languages such as en or pt-BR, got {quoted(wrong[0])}"
    elif known and known != named:
        wanted, got = listed(sorted(known)), listed(sorted(named))
        yield "name", f"expected a name in each language of the statements, {wanted}, got {got}"
    yield from (("credits", each) for each in _wrong_credits(credits))
    yield from (("source", each) for each in _wrong_sources(tree.get("source", "")))
    yield from _check_owner(tree)
    has_authors = bool(credits.get("authors") if isinstance(credits, dict) else credits)
    owned = has_authors or tree.get("source") or tree.get("rights_owner")
    if tree.get("license", "unknown") not in _FREE and not owned:
        yield "license", "expected an owner of the rights with this license, got none"


def _check_owner(tree: Mapping) -> Iterator[tuple[str, str]]:
    if tree.get("license") == "public domain" and tree.get("rights_owner"):
        yield "rights_owner", "expected no owner of what is in the public domain, got one"


def _wrong_credits(credits: Any) -> Iterator[str]:
    if not isinstance(credits, dict):
        yield from _wrong_people(credits or "nobody")
        return
    for key, value in credits.items():
        if key not in _CREDITS:
            yield f"expected one of the credits {listed(_CREDITS)}, got {quoted(key)}"
        elif key == "translators" and isinstance(value, dict):
            for people in value.values():
                yield from _wrong_people(people)
        else:
            yield from _wrong_people(value)


def _wrong_people(people: Any) -> Iterator[str]:
    for each in people if isinstance(people, list) and people else [people]:
        keys = {*each} if isinstance(each, dict) else set[str]()
        is_person = (each and isinstance(each, str)) or ("name" in keys and keys <= {*_PERSON})
        if not is_person:
            yield f"expected a person, by name or as a mapping with `name`, got {described(each)}"


def _wrong_sources(sources: Any) -> Iterator[str]:
    for each in sources if isinstance(sources, list) else [sources]:
        is_named = isinstance(each, dict) and "name" in each and each.keys() <= {"name", "url"}
        if not isinstance(each, str) and not is_named:
            yield f"expected a source, by name or as a mapping with `name` and `url`, got {described(each)}"
