"""The kinds of values that arguments take: their names in help, and how they are read and written."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from judge.cases.case_file import reject_id
from judge.checkers.rules import rule_of
from judge.platform import moments, units
from judge.platform.errors import listed, quoted, unknown
from judge.platform.files import has_file
from judge.running.languages import LANGUAGES

_Value = TypeVar("_Value")


class Kind(NamedTuple, Generic[_Value]):
    """The name of a kind of value in help, and functions that read and write such values.

    `read` raises ValueError, whose message says what was expected. If there are `choices`, no other words are
    read.
    """

    metavar: str
    read: Callable[[str], _Value]
    choices: tuple[str, ...] = ()
    written: Callable[[_Value], str] = str


def one_of(choices: Sequence[_Value], meant: Mapping[str, str] = MappingProxyType({})) -> Kind[_Value]:
    """Make the kind of a value that is one of `choices`. `meant` has other words, and the choice to offer."""
    named = {str(choice): choice for choice in choices}

    def choice(word: str) -> _Value:
        if better := meant.get(word.lower()):
            raise ValueError(f"expected one of {listed(named)}, got {quoted(word)}; did you mean {better}?")
        if word not in named:
            raise ValueError(unknown("one of", word, named))
        return named[word]

    return Kind(f"{{{','.join(named)}}}", choice, tuple(named))


def _wrong(expected: str, word: str) -> ValueError:
    return ValueError(f"expected {expected}, got {quoted(word)}")


def _time(word: str) -> float:
    """Return seconds; a number without a unit means seconds."""
    try:
        return units.parse_time(word if word[-1:].isalpha() else word + "s")
    except ValueError:
        raise _wrong(f"{units.A_TIME}, or seconds", word) from None


def _size(word: str) -> int:
    """Return the bytes of `64M`, `64MB`, `64MiB` or `64`. M is 2^20, as in the limits of sites."""
    found = re.fullmatch(r"([0-9]{1,6})(?:([KMG])(?:i?B)?)?", word)
    try:
        return units.parse_size(f"{found[1]}{found[2] or 'M'}iB" if found else "")
    except ValueError:
        raise _wrong("a size such as 64M, 64MiB or 1G, or a number of MiB", word) from None


def _deadline(word: str) -> datetime:
    try:
        return moments.parse_deadline(word)
    except ValueError:
        raise _wrong(moments.A_MOMENT, word) from None


def _share(word: str) -> float:
    found = re.fullmatch(r"(?=.*[1-9])(\d{0,3}(?:\.\d{1,6})?)(%?)", word, re.ASCII)
    value = float(found[1]) / (100 if found[2] else 1) if found else 0.0
    if not 0 < value < 10:
        raise _wrong("a share such as 2% or 0.02", word)
    return value


def _factor(word: str) -> float:
    if not re.fullmatch(r"\d{1,3}(\.\d{1,6})?", word, re.ASCII) or not 1 <= float(word) <= 100:
        raise _wrong("a factor from 1 to 100", word)
    return float(word)


def _percent(word: str) -> float:
    found = re.fullmatch(r"(\d{1,3})%?", word, re.ASCII)
    if not found or not 1 <= int(found[1]) <= 100:
        raise _wrong("a number of percent from 1 to 100", word)
    return int(found[1]) / 100


def _whole(least: int, most: int) -> Callable[[str], int]:
    def number(word: str) -> int:
        if not re.fullmatch(r"\d{1,9}", word, re.ASCII) or not least <= int(word) <= most:
            raise _wrong(f"a number from {least} to {most}", word)
        return int(word)

    return number


def _path(word: str) -> Path:
    if not word:
        raise _wrong("a path", word)
    return Path(word)


def _output(word: str) -> Path:
    path = _path(word)
    # Imported here, since most files are new.
    if has_file(path):
        from judge.options.replacing import is_source

        if is_source(path):
            what = f"{quoted(word)}, which looks like a program, a test or settings"
            raise ValueError(f"expected a file to write to, got {what}")
    return path


def _picture(word: str) -> Path:
    if Path(word).suffix not in (".svg", ".png"):
        raise _wrong("a file .svg or .png", word)
    return _output(word)


def _address(word: str) -> str:
    # Imported here, since most commands have none.
    from judge.work.addresses import WANTED, is_cluster

    if not is_cluster(word):
        raise _wrong(WANTED, word)
    return word


def _host(word: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_-]{1,253}", word, re.ASCII):
        raise _wrong("an address such as 127.0.0.1, or the name of this machine", word)
    return word


def _problem(word: str) -> str:
    if wrong := reject_id(word):
        raise ValueError(wrong)
    return word


def _baseline(word: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", word):
        raise _wrong("the name of a baseline, of at most 100 letters, digits, `.`, `-`, `_`", word)
    return word


def _counts(word: str) -> tuple[int, ...]:
    read = _whole(1, 9999)
    try:
        return tuple(read(part.strip()) for part in word.split(","))
    except ValueError:
        raise _wrong("numbers from 1 to 9999 such as 1,5,10", word) from None


# Solutions and cases are known only when they are loaded: any word may name some.
SOLUTION = Kind("SOLUTION", str)
CASE = Kind("CASE", str)
PROGRAM = Kind("PROGRAM", str)
ID = Kind("ID", str)
TIME = Kind("TIME", _time, written=units.write_time)
DEADLINE = Kind("DATE", _deadline, written=datetime.isoformat)
SIZE = Kind("SIZE", _size, written=units.write_size)
RULE = Kind("RULE", rule_of)
SHARE = Kind("P", _share)
PERCENT = Kind("PERCENT", _percent, written=lambda share: f"{share:.0%}")
FACTOR = Kind("X", _factor)
COUNTS = Kind("N,...", _counts, written=lambda counts: ",".join(map(str, counts)))
COUNT = Kind("N", _whole(1, 999))
FEW = Kind("N", _whole(0, 999))
NUMBER = Kind("NUMBER", _whole(1, 999))
TEST = Kind("N", _whole(1, 10**9 - 1))
SEED = Kind("N", _whole(0, 10**9 - 1))
FOLDER = Kind("DIR", _path)
ADDRESS = Kind("ADDRESS", _address)
FILE = Kind("FILE", _path)
# A file that is written. `FILE` is one that is read.
OUTPUT = Kind("FILE", _output)
PICTURE = Kind("FILE", _picture)
HOST = Kind("HOST", _host)
PORT = Kind("PORT", _whole(1, 65535))
BASELINE = Kind("NAME", _baseline)
PROBLEM = Kind("NAME", _problem)
NAMED = Kind("PROBLEM", str)
# A project may define more languages: any word may name one.
LANGUAGE = Kind("LANGUAGE", str, tuple(sorted({language.name for language in LANGUAGES.values()})))
