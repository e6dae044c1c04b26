"""Names of problems, which are those of files too, made of the words of others."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import count

from judge.cases.case_file import reject_id
from judge.packages.package import Package

_MOST_LETTERS = 60


def name_of(words: str) -> str:
    """The words themselves where they can name a problem, else their letters and digits of ASCII, in small.

    `A. Größe` is `a-grosse`; empty where there are none.
    """
    if not reject_id(words) and len(words) <= _MOST_LETTERS:
        return words
    plain = unicodedata.normalize("NFKD", words.casefold()).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", plain))[:_MOST_LETTERS].rstrip("-")


def numbered(name: str) -> Iterator[str]:
    """The name and, for what would be called alike, others: `sum`, `sum-2`, `sum-3` and so on."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def call_apart(packages: Sequence[Package]) -> None:
    """Give each of the problems a name that it can have, and that no other has."""
    taken: set[str] = set()
    for package in packages:
        names = numbered(name_of(package.name) or "problem")
        package.name = next(name for name in names if name not in taken)
        taken.add(package.name)
