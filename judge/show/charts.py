"""Pictures made of characters: dots with their intervals on a log scale, and the cactus plot."""

import math
from collections.abc import Mapping, Sequence
from itertools import cycle
from string import ascii_lowercase, ascii_uppercase

from msgspec import Struct
from rich.text import Text

from judge.timing.timings import Standing
from judge.units import choose_ticks, format_time

# A set: so many cases make a line that says something.
CACTUS_CASES = 10

_LETTERS = ascii_lowercase + ascii_uppercase
_COLOURS = ("cyan", "magenta", "yellow", "green", "red", "blue")
_ROWS = 16


class Dot(Struct, frozen=True, kw_only=True):
    """One line of a chart, from low to high; `label` is its name."""

    label: str
    low: float
    value: float
    high: float


class _Scale(Struct, frozen=True):
    """Columns for values, in proportion to their logarithms."""

    first: float
    last: float
    columns: int

    def column(self, value: float) -> float:
        position = math.log(value / self.first) / math.log(self.last / self.first)
        return max(0.0, min(1.0, position)) * (self.columns - 1)

    def axis(self) -> tuple[str, str]:
        """The ruler and the times below it."""
        ruler, labels = ["─"] * self.columns, [" "] * self.columns
        for value in choose_ticks(self.first, self.last, most=self.columns // 12):
            place = round(self.column(value))
            word = format_time(value)
            start = max(0, min(place - len(word) // 2, self.columns - len(word)))
            ruler[place] = "┬"
            labels[start : start + len(word)] = word
        return "".join(ruler), "".join(labels).rstrip()


def label_standing(standing: Standing) -> str:
    """The name of a solution, with how many cases it solved where those are not all."""
    return standing.solution + ("" if standing.place else f" ({standing.solved}/{standing.cases})")


def draw_dots(rows: Sequence[Dot], *, width: int) -> Text:
    """A dot at each value, and its interval as a line; a length would mean nothing on a log scale."""
    name_width = max(len(row.label) for row in rows)
    scale = _scale([v for row in rows for v in (row.low, row.high)], width - name_width - 2)
    text = Text()
    for row in rows:
        low, dot, high = (round(scale.column(value)) for value in (row.low, row.value, row.high))
        left = "├" + "─" * (dot - low - 1) if low < dot else ""
        right = "─" * (high - dot - 1) + "┤" if dot < high else ""
        text.append(f"{row.label:<{name_width}}  {'':{low}}{left}")
        text.append("●", style="bold cyan")
        text.append(f"{right}\n")
    ruler, labels = scale.axis()
    text.append(f"{'':{name_width}}  {ruler}\n{'':{name_width}}  {labels}\n", style="dim")
    return text


def draw_cactus(lines: Mapping[str, Sequence[float]], *, cases: int, width: int) -> Text:
    """How many cases each solution solves within a time; higher and further left is better.

    lines: the times of the solved cases of each. Every solution draws its letter; where lines meet, the
    letter of the first stands.
    """
    letters = dict(zip(lines, cycle(_LETTERS), strict=False))
    labels = [f"{cases * (1 - row / _ROWS):g}" if row % 4 == 0 else "" for row in range(_ROWS + 1)]
    margin = max(map(len, labels)) + 1
    scale = _scale([time for times in lines.values() for time in times], width - margin - 1)
    canvas = [[" "] * scale.columns for _ in range(_ROWS + 1)]
    for name, letter in reversed(letters.items()):
        _draw(canvas, scale, sorted(lines[name]), cases, letter)
    colours = {letter: _COLOURS[n % len(_COLOURS)] for n, letter in enumerate(letters.values())}
    text = Text()
    for label, row in zip(labels, canvas, strict=True):
        text.append(f"{label:>{margin - 1}} │", style="dim")
        for cell in row:
            text.append(cell, style=colours.get(cell, ""))
        text.append("\n")
    ruler, times = scale.axis()
    text.append(f"{'':{margin}}└{ruler}\n{'':{margin}} {times}\n", style="dim")
    for name, letter in letters.items():
        text.append(f"{letter} ", style=colours[letter])
        text.append(f"{name} ({len(lines[name])})\n")
    return text


def _draw(canvas: list[list[str]], scale: _Scale, times: Sequence[float], cases: int, letter: str) -> None:
    """A staircase: flat as time passes, up where a case is solved, and flat to the right edge."""
    height = _ROWS
    solved = 0
    for column in range(scale.columns):
        while solved < len(times) and scale.column(times[solved]) < column + 0.5:
            solved += 1
        top = _ROWS - round(_ROWS * solved / cases)
        for row in range(top, height + 1) if solved else ():
            canvas[row][column] = letter
        height = top


def _scale(values: Sequence[float], columns: int) -> _Scale:
    """From a little below the least value to a little above the greatest."""
    least, greatest = min(values), max(values)
    return _Scale(least / 1.15, max(greatest * 1.15, least * 1.5), max(columns, 10))
