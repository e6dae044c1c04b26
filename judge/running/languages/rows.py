"""Languages as data: read the tables of tables.py and of projects into rows.

A table states the fields of a `Language`. A table with the name of an existing language changes its fields.
"""

import os
import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, convert
from msgspec.structs import replace

from judge.model.programs import Language
from judge.platform.errors import Fault, InputErrors, cut, fault_at, quoted, suggestion, unknown
from judge.running.languages.tables import TABLES

PLACES = ("{folder}", "{bin}", "{file}", "{sources}", "{flags}", "{debug}", "{headers}", "{class}", "{main}")
_PLACE = re.compile(r"\{\w*\}")
_QUOTE = re.compile(r"['\"\\]")
# No command can contain a zero byte.
_Text = Annotated[str, Meta(pattern=r"\A[^\0]*\Z")]
_Suffix = Annotated[str, Meta(pattern=r"\A\.[A-Za-z0-9+#_-]{1,20}\Z")]
_Suffixes = Annotated[tuple[_Suffix, ...], Meta(min_length=1)]
_File = Annotated[str, Meta(pattern=r"\A(\{class\}|[A-Za-z0-9_-])(\{class\}|[A-Za-z0-9._-])*\Z")]
_text: Callable[[object], str] = partial(convert, type=_Text)
_file: Callable[[object], str] = partial(convert, type=_File)
_texts: Callable[[object], tuple[str, ...]] = partial(convert, type=tuple[_Text, ...])
LAUNCHER = Language(
    name="launcher",
    suffixes=(),
    file="launcher.c",
    # no library, and no features that need one
    builds=(
        (
            *("cc", "-O2", "-std=c17", "-static", "-nostdlib", "-ffreestanding", "-fno-stack-protector"),
            *("-fno-pie", "-no-pie", "-o", "launcher", "launcher.c"),
        ),
    ),
    run=("{folder}/launcher",),
    install="apt-get install gcc",
    nothing="void _start(void) {}\n",
)

# Next to the sources of debug builds, for `-include`.
SANITIZERS = (("judge-sanitizers.h", Path(__file__).with_name("judge-sanitizers.h").read_bytes()),)

# Scripts of a program that comes with a problem: either `build`, which creates `run`, or `run` itself.
SCRIPTS = ("build", "run")
A_FACTOR = "a number from 0.001 to 1000"
_INTERPRETER = re.compile(rb"#![ \t]*(?:\S*/env[ \t]+(?:-S[ \t]+)?)?([\w./+-]+[^\n]*)")


def script_row(name: str, script: bytes) -> Language:
    """Return the row of a program that is, or is built by, one of these scripts.

    The scripts of a copied package may have lost their permission to execute.
    """
    words = interpreter_of(script)
    row = Language(name="script", suffixes=(), file=name, run=("{folder}/run",))
    if name == "build":
        build = ("sh", "-c", 'chmod -f u+x run; exec "$0" "$@"', *(words or ("sh",)), "build")
        return replace(row, builds=(build,))
    return replace(row, builds=(("chmod", "u+x", "run"),), run=(*words, *row.run))


def interpreter_of(script: bytes) -> tuple[str, ...]:
    """Return the interpreter in a script's first line and its options, nothing if there is none."""
    found = _INTERPRETER.match(script)
    return tuple(os.fsdecode(found[1]).split()) if found else ()


def own_rows() -> dict[str, Language]:
    """Return the judge's languages by name."""
    return rows_of(Path(__file__).with_name("tables.py"), TABLES, {})


def rows_of(path: Path, tables: object, rows: Mapping[str, Language]) -> dict[str, Language]:
    """Return the rows with the changes of a file's tables. Raises InputErrors with all faults."""
    if not isinstance(tables, dict):
        wanted = f"expected in {place_of(path, 'languages', 'NAME')} tables"
        raise fault_at(path, f"{wanted}, got {quoted(repr(tables))}")
    changed, faults = dict(rows), list[Fault]()
    for name, stated in tables.items():
        row = _row_of(name, stated, rows.get(name))
        if isinstance(row, Language):
            changed[name] = row
        else:
            place = place_of(path, "languages", name)
            faults += (Fault(path, 0, f"expected in {place} {wrong}") for wrong in row)
    faults = faults or [*_disputes(path, changed.values())]
    if faults:
        raise InputErrors(tuple(faults))
    return changed


def _row_of(name: str, stated: object, base: Language | None) -> Language | list[str]:
    """Return the language of a table, or its faults. Without `base` it is a new language."""
    if not isinstance(stated, dict):
        return [f"a table, got {quoted(repr(stated))}"]
    fields: dict[str, Any] = {}
    faults = []
    for key, value in stated.items():
        if key not in KEYS:
            faults.append(f"one of the keys {', '.join(KEYS)}, got {quoted(key)}{suggestion(key, KEYS)}")
            continue
        wanted, meant = KEYS[key]
        try:
            fields["builds" if key == "build" else key] = meant(value)
        except ValueError:
            faults.append(f"{wanted} as `{key}`, got {quoted(repr(value))}")
    if not base and not faults:
        # the judge itself runs its Python
        needed = ("suffixes",) if name == "python" else ("suffixes", "run")
        faults = [f"the key `{key}`, got none" for key in needed if key not in fields]
    if faults:
        return faults
    if base:
        row = replace(base, **fields)
    else:
        row = Language(name=name, **{"file": f"main{fields['suffixes'][0]}", **fields})
    if row.run and row.interpreter:
        return ["either `interpreter` or a command as `run`, got both"]
    if row.run and row.run[0].startswith("{folder}") and not row.builds:
        return ["a command as `build` that makes what `run` executes, got none"]
    return row


def with_factors(path: Path, factors: object, rows: Mapping[str, Language]) -> dict[str, Language]:
    """Return the rows with the time factors that a file states for them. Raises InputErrors."""
    faults = []
    expected = f"expected in {place_of(path)}"
    if not isinstance(factors, dict):
        wrong = f"{expected} a table of languages as `time_factor`, got {cut(repr(factors), 60)}"
        raise fault_at(path, wrong)
    for name, factor in factors.items():
        if name not in rows:
            faults.append(Fault(path, 0, unknown("one of the languages as `time_factor`", name, rows)))
        elif not is_factor(factor):
            wanted = f"{A_FACTOR} as `time_factor` of {name}"
            faults.append(Fault(path, 0, f"{expected} {wanted}, got {cut(repr(factor), 60)}"))
    if faults:
        raise InputErrors(tuple(faults))
    changed = {name: replace(rows[name], time_factor=float(factor)) for name, factor in factors.items()}
    return {**rows, **changed}


def is_factor(value: object) -> bool:
    """Return whether a value that a file states is a time factor."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0.001 <= value <= 1000


def place_of(path: Path, *names: str) -> str:
    """Return the name of a table of settings; without names it is the one that holds the others."""
    above = ("tool", "judge") if path.name == "pyproject.toml" else ()
    return f"[{'.'.join((*above, *names))}]" if above or names else path.name


def by_suffix(rows: Iterable[Language]) -> dict[str, Language]:
    return {suffix: row for row in rows for suffix in row.suffixes}


def _disputes(path: Path, rows: Iterable[Language]) -> Iterable[Fault]:
    claimed: dict[str, str] = {}
    for row in rows:
        for suffix in row.suffixes:
            if other := claimed.get(suffix):
                message = f"expected each suffix in one language, got {suffix} in {other} and {row.name}"
                yield Fault(path, 0, message)
            claimed[suffix] = row.name


def _command(value: object) -> tuple[str, ...]:
    words = _words(value)
    tool = words[0].removeprefix("{folder}/") if words else ""
    if not tool or _PLACE.search(tool) or not {*_PLACE.findall(" ".join(words))}.issubset(PLACES):
        raise ValueError
    return words


def _commands(value: object) -> tuple[tuple[str, ...], ...]:
    return tuple(map(_command, value if isinstance(value, list) else [value]))


def _words(value: object) -> tuple[str, ...]:
    """Split a text as a shell does. Plain words need no parser, which took 2 % of a start."""
    text = _text(value)
    is_plain = text.isascii() and text.isprintable() and not _QUOTE.search(text)
    return tuple(text.split() if is_plain else shlex.split(text))


_A_COMMAND = f"a command, a tool and its words with any of {', '.join(PLACES)} in them,"
KEYS: Mapping[str, tuple[str, Callable[[object], Any]]] = {
    "suffixes": ("a list of suffixes, such as '.c',", partial(convert, type=_Suffixes)),
    "file": ("the name of a file, of letters, digits, `.`, `-`, `_` and {class},", _file),
    "build": (f"{_A_COMMAND} or a list of these", _commands),
    "run": (_A_COMMAND, _command),
    "flags": ("a list of words", _texts),
    "debug": ("a list of words", _texts),
    "interpreter": ("the name or the path of an interpreter", _text),
    "install": ("a text", _text),
    "reads": ("a list of paths", _texts),
    "nothing": ("a text", _text),
    "alone": (f"{_A_COMMAND} or a list of these", _commands),
    "address_space": ("true or false", partial(convert, type=bool)),
    "opens_links": ("true or false", partial(convert, type=bool)),
    "version": ("words of a command, such as '--version',", _words),
}
