"""Charts drawn with characters: dots with their intervals on a log scale, and cactus plots."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from string import ascii_lowercase, ascii_uppercase

from msgspec import Struct
from rich.text import Text

from judge.platform.units import choose_ticks, format_time
from judge.timing.timings import Standing

# A cactus plot of fewer cases shows nothing.
CACTUS_CASES = 10

_LETTERS = ascii_lowercase + ascii_uppercase
_COLOURS = ("cyan", "magenta", "yellow", "green", "red", "blue")
_ROWS = 16


class Dot(Struct, frozen=True, kw_only=True):
    """One line of a chart, from low to high."""

    label: str
    low: float
    value: float
    high: float


class LogScale(Struct, frozen=True):
    """A logarithmic scale between two values above 0."""

    first: float
    last: float

    def share(self, value: float) -> float:
        """Return the position of a value on the scale, from 0 to 1."""
        share = math.log(max(value, self.first) / self.first) / math.log(self.last / self.first)
        return min(1.0, share)


def fit_scale(values: Iterable[float], margin: float) -> LogScale:
    """Return a scale that leaves a margin around the values, as a factor."""
    least, greatest = min(found := [*values]), max(found)
    return LogScale(least / margin, max(greatest * margin, least * 1.5))


class _Ruler(Struct, frozen=True):
    """A scale in columns of characters."""

    scale: LogScale
    columns: int

    def column(self, value: float) -> float:
        return self.scale.share(value) * (self.columns - 1)

    def axis(self) -> tuple[str, str]:
        """Return the ruler and the times below it."""
        ruler, labels = ["─"] * self.columns, [" "] * self.columns
        for value in choose_ticks(self.scale.first, self.scale.last, most=self.columns // 12):
            place = round(self.column(value))
            word = format_time(value)
            start = max(0, min(place - len(word) // 2, self.columns - len(word)))
            ruler[place] = "┬"
            labels[start : start + len(word)] = word
        return "".join(ruler), "".join(labels).rstrip()


def label_standing(standing: Standing) -> str:
    """Return the solution's name, with the number of cases that it solved unless it solved all."""
    return standing.solution + ("" if standing.place else f" ({standing.solved}/{standing.cases})")


def draw_dots(rows: Sequence[Dot], *, width: int) -> Text:
    """Draw a dot at each value and its interval as a line. Bars would mean nothing on a log scale."""
    name_width = max(len(row.label) for row in rows)
    ruler = _ruler((v for row in rows for v in (row.low, row.high)), width - name_width - 2)
    text = Text()
    for row in rows:
        low, dot, high = (round(ruler.column(value)) for value in (row.low, row.value, row.high))
        left = "├" + "─" * (dot - low - 1) if low < dot else ""
        right = "─" * (high - dot - 1) + "┤" if dot < high else ""
        text.append(f"{row.label:<{name_width}}  {'':{low}}{left}")
        text.append("●", style="bold cyan")
        text.append(f"{right}\n")
    line, labels = ruler.axis()
    text.append(f"{'':{name_width}}  {line}\n{'':{name_width}}  {labels}\n", style="dim")
    return text


def draw_cactus(lines: Mapping[str, Sequence[float]], *, cases: int, width: int) -> Text:
    """Draw the number of cases that each solution solves within a time: higher and further left is better.

    lines: the times of the cases that each solution solved. Each line consists of its solution's letter; the
    first solution's letter is on top.
    """
    letters = dict(zip(lines, cycle(_LETTERS), strict=False))
    labels = [f"{cases * (1 - row / _ROWS):g}" if row % 4 == 0 else "" for row in range(_ROWS + 1)]
    margin = max(map(len, labels)) + 1
    ruler = _ruler((time for times in lines.values() for time in times), width - margin - 1)
    canvas = [[" "] * ruler.columns for _ in range(_ROWS + 1)]
    for name, letter in reversed(letters.items()):
        _draw_stairs(canvas, ruler, sorted(lines[name]), cases, letter)
    colours = {letter: _COLOURS[n % len(_COLOURS)] for n, letter in enumerate(letters.values())}
    text = Text()
    for label, row in zip(labels, canvas, strict=True):
        text.append(f"{label:>{margin - 1}} │", style="dim")
        for cell in row:
            text.append(cell, style=colours.get(cell, ""))
        text.append("\n")
    line, times = ruler.axis()
    text.append(f"{'':{margin}}└{line}\n{'':{margin}} {times}\n", style="dim")
    for name, letter in letters.items():
        text.append(f"{letter} ", style=colours[letter])
        text.append(f"{name} ({len(lines[name])})\n")
    return text


def _draw_stairs(
    canvas: list[list[str]], ruler: _Ruler, times: Sequence[float], cases: int, letter: str
) -> None:
    """Draw a staircase: flat as time passes, up where a case is solved, and flat to the right edge."""
    height = _ROWS
    solved = 0
    for column in range(ruler.columns):
        while solved < len(times) and ruler.column(times[solved]) < column + 0.5:
            solved += 1
        top = _ROWS - round(_ROWS * solved / cases)
        for row in range(top, height + 1) if solved else ():
            canvas[row][column] = letter
        height = top


def _ruler(values: Iterable[float], columns: int) -> _Ruler:
    return _Ruler(fit_scale(values, 1.15), max(columns, 10))
