"""Names of problems, which also name files, derived from other tools' titles."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import count

from judge.cases.case_file import reject_id
from judge.packages.package import Package

_MOST_LETTERS = 60


def make_name(words: str) -> str:
    """Return the words if they can name a problem, else their ASCII letters and digits in lower case.

    `A. Größe` becomes `a-grosse`. Empty if no letters or digits are left.
    """
    if not reject_id(words) and len(words) <= _MOST_LETTERS:
        return words
    plain = unicodedata.normalize("NFKD", words.casefold()).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", plain))[:_MOST_LETTERS].rstrip("-")


def number_names(name: str) -> Iterator[str]:
    """Yield the name and numbered variants of it: `sum`, `sum-2`, `sum-3`, …"""
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def make_names_distinct(packages: Sequence[Package]) -> None:
    """Give each problem a valid name that no other has."""
    taken: set[str] = set()
    for package in packages:
        names = number_names(make_name(package.name) or "problem")
        package.name = next(name for name in names if name not in taken)
        taken.add(package.name)
