"""Reads settings: `[tool.judge]` of a project's pyproject.toml, and the user's own config.toml."""

import errno
import os
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from judge.checkers.rules import rule_of
from judge.model.cases import LOOSE
from judge.model.programs import Language
from judge.platform.decoding import from_toml
from judge.platform.errors import FormatError, cut, fault_at, suggestion
from judge.platform.files import SETTINGS_BYTES, read
from judge.platform.moments import A_MOMENT, parse_deadline
from judge.running.languages import languages_of
from judge.running.languages.rows import place_of
from judge.running.places import config_folder
from judge.subjects.subject import TEXT

PROJECT_FILE = "pyproject.toml"
_KEYS = ("solutions", "cases", "compare", "testlib", "deadline")
_TABLES = ("languages", "time_factor")
_WANTED = (
    "a folder as `solutions` or `cases`, a rule as `compare`, a file as `testlib`, a date as `deadline`,"
    " or tables as `languages` or `time_factor`"
)


class Stated(NamedTuple):
    """A setting that a file states, with the file."""

    name: str
    value: str
    path: Path


class Settings(Struct, frozen=True, kw_only=True):
    """The settings that hold in a folder. `has_table` is set if its pyproject.toml has `[tool.judge]`."""

    solutions: str
    cases: str
    compare: str
    testlib: Path | None
    deadline: datetime | None
    languages: Mapping[str, Language]
    stated: tuple[Stated, ...]
    has_table: bool


def user_file() -> Path:
    """Return the path of the user's own settings, which may be missing."""
    return config_folder() / "config.toml"


def read_settings(folder: Path) -> Settings:
    """Read the settings of a folder. What its pyproject.toml states replaces what the user's file states.

    Raises InputErrors.
    """
    users, projects = user_file(), folder / PROJECT_FILE
    own = _read_table(projects, ("tool", "judge"))
    files = [(users, _read_table(users, ()) or {}), (projects, own or {})]
    table: dict[str, Any] = {}
    stated: dict[str, Stated] = {}
    for path, each in files:
        table |= each
        if "testlib" in each:
            table["testlib"] = path.parent / os.path.expanduser(each["testlib"])  # noqa: PTH111
        stated |= {setting.name: setting for setting in _list_stated(each, path)}
    return Settings(
        solutions=table.get("solutions", "solutions"),
        cases=table.get("cases", "cases"),
        compare=table.get("compare", LOOSE),
        testlib=table.get("testlib"),
        deadline=table.get("deadline"),
        languages=languages_of(*((path, *(each.get(key, {}) for key in _TABLES)) for path, each in files)),
        stated=tuple(stated.values()),
        has_table=own is not None,
    )


def _list_stated(table: Mapping[str, Any], path: Path) -> Iterator[Stated]:
    for name, value in table.items():
        if not isinstance(value, dict):
            yield Stated(name, str(value), path)
            continue
        for language, each in value.items():
            changes = each.items() if isinstance(each, dict) else [("", each)]
            for key, change in changes:
                yield Stated(".".join(filter(None, (name, language, key))), str(change), path)


def _read_table(path: Path, above: tuple[str, ...]) -> dict[str, Any] | None:
    """Read the table of a file below the tables `above` it, None if there is none."""
    try:
        table = from_toml(read(path, SETTINGS_BYTES)[0])
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise fault_at(path, f"expected a file that can be read, got: {error.strerror}") from None
        return None
    except FormatError as error:
        raise fault_at(path, f"expected TOML, got a fault: {error.message}", error.line) from None
    place = place_of(path)
    for name in above:
        if name not in table:
            return None
        table = table[name]
        if not isinstance(table, dict):
            raise fault_at(path, f"expected the table {place}, got {name} = {cut(repr(table), 60)}")
    for key, value in table.items():
        # TOML has dates, and strings may hold one.
        is_valid = key in _KEYS and isinstance(value, str | date if key == "deadline" else str)
        if key not in _TABLES and not is_valid:
            hint = "" if key in _KEYS else suggestion(key, (*_KEYS, *_TABLES))
            got = f"{cut(key, 60)} = {cut(repr(value), 60)}{hint}"
            raise fault_at(path, f"expected in {place} {_WANTED}, got {got}")
    return {**table, **dict(_parse_values(table, path, place))}


def _parse_values(table: Mapping[str, Any], path: Path, place: str) -> Iterator[tuple[str, Any]]:
    """Yield the settings whose text has a meaning of its own. Raises InputErrors."""
    if "compare" in table:
        try:
            yield "compare", rule_of(table["compare"], TEXT)
        except ValueError as error:
            raise fault_at(path, f"compare in {place}: {error}") from None
    if "deadline" in table:
        try:
            yield "deadline", parse_deadline(str(table["deadline"]))
        except ValueError as error:
            got = cut(repr(str(error)), 60)
            raise fault_at(path, f"deadline in {place}: expected {A_MOMENT}, got {got}") from None
