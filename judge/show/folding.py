"""The law of what is shown whole: which rows of the verdict table stand there, and which fold into a line."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Literal, TypeVar

Rows = Literal["needed", "all", "unexpected"]
# So many rows, and so many columns, are looked through.
MOST_SHOWN = 60

_Row = TypeVar("_Row")


class RowState(IntEnum):
    """What becomes of a row, in the order in which rows stand: what needs reading at the end."""

    AS_EXPECTED = 0
    SKIPPED = 1
    UNEXPECTED = 2


def choose_rows(standings: Mapping[_Row, RowState], rows: Rows = "needed") -> list[_Row]:
    """The rows that are shown, in the order of their standings; the others fold.

    All of up to WHOLE are; of more what is unexpected, unless `all` are asked for, or only the `unexpected`.
    """
    fold = rows == "unexpected" or (rows == "needed" and len(standings) > MOST_SHOWN)
    left = (row for row, standing in standings.items() if not fold or standing is RowState.UNEXPECTED)
    return sorted(left, key=standings.__getitem__)
