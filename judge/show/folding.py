"""Choose the rows of the verdict table to show; the others fold into one line."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Literal, TypeVar

Rows = Literal["needed", "all", "unexpected"]
# People read this many rows, and this many columns.
MOST_SHOWN = 60

_Row = TypeVar("_Row")


class RowState(IntEnum):
    """The state of a row. Rows are shown in this order: unexpected ones are last."""

    AS_EXPECTED = 0
    SKIPPED = 1
    UNEXPECTED = 2


def choose_rows(states: Mapping[_Row, RowState], rows: Rows = "needed") -> list[_Row]:
    """Return the rows to show, in the order of their states; the others fold.

    Up to MOST_SHOWN rows are all shown, of more only the unexpected ones. `rows` can ask for all or for the
    unexpected ones instead.
    """
    fold = rows == "unexpected" or (rows == "needed" and len(states) > MOST_SHOWN)
    left = (row for row, state in states.items() if not fold or state is RowState.UNEXPECTED)
    return sorted(left, key=states.__getitem__)
