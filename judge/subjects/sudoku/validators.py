"""Writes Python programs that check grids without this judge, for exported packages.

Their settings are the names at their top. A program accepts by the exit code 42 and rejects by 43.
"""

import re
from pathlib import Path

from judge.subjects.sudoku.formats import GRID_FORMATS, Lines

# The name of the program in a package.
FILE = "grid.py"
_PROGRAMS = Path(__file__).with_name("programs")


def write_input_validator(format: str, *, end: bytes | None) -> str:
    """Return a program that accepts lawful clues on its standard input; empty for a format without lines.

    Each line is as the format encodes it, followed by `end`; None allows any blanks there.
    """
    if not isinstance(lines := GRID_FORMATS.get(format), Lines):
        return ""
    return _fill_in("input.py", MANY=lines.many, BETWEEN=lines.between, END=end)


def write_output_validator(format: str, *, exact: bool) -> str:
    """Return a kattis checker that accepts every completion; empty for a format without lines.

    With `exact` the layout must match to the byte.
    """
    if not isinstance(lines := GRID_FORMATS.get(format), Lines):
        return ""
    return _fill_in("output.py", MANY=lines.many, AFTER=lines.after, EXACT=exact)


def _fill_in(name: str, **values: bool | bytes | None) -> str:
    """Return the program with these settings."""
    source = (_PROGRAMS / name).read_text()
    for key, value in values.items():
        word = f'b"{value.decode()}"' if isinstance(value, bytes) else str(value)
        source = re.sub(rf"(?m)^{key} = .*$", f"{key} = {word}", source)
    return source
