"""Programs that judge grids where this judge is not: of each format, with what it says at their top."""

import re
from pathlib import Path

from judge.sudoku.formats import Dialect, Lines

_PROGRAMS = Path(__file__).with_name("programs")


def input_validator(format: Dialect, *, end: bytes | None) -> str:
    """Empty where a solution is called. What follows each line is `end`; None forgives all blanks there."""
    if not isinstance(format, Lines) or format.entry:
        return ""
    return _set("input.py", MANY=format.many, BETWEEN=format.between, END=end)


def output_validator(format: Dialect, *, exact: bool) -> str:
    """Empty where a solution is called. With `exact` the layout counts, to the byte."""
    if not isinstance(format, Lines) or format.entry:
        return ""
    return _set("output.py", MANY=format.many, AFTER=format.after, EXACT=exact)


def _set(name: str, **values: bool | bytes | None) -> str:
    """The program with these values of the names at its top."""
    source = (_PROGRAMS / name).read_text()
    for key, value in values.items():
        word = f'b"{value.decode()}"' if isinstance(value, bytes) else str(value)
        source = re.sub(rf"(?m)^{key} = .*$", f"{key} = {word}", source)
    return source
