"""Diffs of answer and output with every byte visible: side by side if wide or short enough, else stacked.

Below a line, `^` marks each byte that differs and `+` a place where bytes are missing, so that no one depends
on colour. Bytes of programs never reach the terminal unescaped.
"""

from collections.abc import Iterator, Sequence

from rich.text import Text

from judge.model.results import Row, Side
from judge.platform.errors import counted
from judge.show.signs import ASCII_SIGNS, SIGNS

_ROWS_SHOWN = 4
_HEX_WIDTH = 16
# From this width on, long lines are shortened to stand side by side.
_WIDE = 120
_MARKS_STYLE = "bold red"

# The text of a line, and the marks below it.
_Shown = tuple[Text, str]


def render_diff(rows: Sequence[Row], *, width: int, ascii_only: bool = False) -> Text:
    """Render the rows for a screen of this width."""
    signs = ASCII_SIGNS if ascii_only else SIGNS
    sides = [side for row in rows for side in (row.answer, row.output) if side]
    digits = max((len(str(side.number)) for side in sides), default=1)
    longest = max((len(_mark_line(side, signs)[0]) for side in sides), default=0)
    column = (width - 2 - 3) // 2 - digits - 2
    dots = "..." if ascii_only else "…"
    if max(longest, len("answer")) <= column or width >= _WIDE:
        lines = _place_side_by_side(rows, signs, digits, column, dots)
    else:
        room = max(20, width - 2 - len("answer ") - digits - 2)
        lines = _stack(rows, signs, digits, room, dots)
    text = Text()
    for line in lines:
        text.append_text(line).append("\n")
    return text


def clip_rows(rows: Sequence[Row]) -> Sequence[Row]:
    """Return a few rows, from the first that differs."""
    first = next((n for n, row in enumerate(rows) if _differs(row)), 0)
    last = first + _ROWS_SHOWN
    # A note that one row is left out would be as long as the row.
    return rows[first:] if last >= len(rows) - 1 else (*rows[first:last], Row())


def _differs(row: Row) -> bool:
    if not row.answer or not row.output:
        return not row.folded
    return bool(row.answer.marks or row.output.marks)


def render_hex(rows: Sequence[Row]) -> Text:
    """Render the bytes of lines that differ, sixteen in a row, after their offset in the text."""
    text = Text()
    for row in rows:
        for name, side in (("answer", row.answer), ("output", row.output)):
            if side and side.marks:
                text.append(f"  {name} {side.number}\n")
                text.append_text(_dump_line(side))
    return text


def _dump_line(side: Side) -> Text:
    differs = _find_marked(side)
    text = Text()
    for start in range(0, len(side.data), _HEX_WIDTH):
        part = side.data[start : start + _HEX_WIDTH]
        text.append(f"  {side.offset + start:8d}  ")
        text.append(f"{part.hex(' '):<{3 * _HEX_WIDTH}} ")
        text.append("".join(chr(byte) if 32 <= byte < 127 else "." for byte in part) + "\n")
        marks = "".join("^^ " if start + n in differs else "   " for n in range(len(part))).rstrip()
        if marks:
            text.append(f"            {marks}\n", style=_MARKS_STYLE)
    return text


def _place_side_by_side(
    rows: Sequence[Row], signs: Sequence[str], digits: int, room: int, dots: str
) -> Iterator[Text]:
    blank = " " * (digits + 2)
    pairs = [
        [
            _crop(_mark_line(side, signs), room, side, dots) if side else None
            for side in (row.answer, row.output)
        ]
        for row in rows
    ]
    lengths = (len(part) for pair in pairs for shown in pair if shown for part in shown)
    column = max([len("answer"), *lengths])
    yield Text(f"  {blank}{'answer':<{column}} | {blank}output", style="bold")
    for row, pair in zip(rows, pairs, strict=True):
        if not row.answer and not row.output:
            yield _describe_folded(row)
            continue
        (left, left_marks), (right, right_marks) = (shown or (Text(), "") for shown in pair)
        numbers = [f"{side.number:>{digits}}  " if side else blank for side in (row.answer, row.output)]
        line = Text("  ").append(numbers[0], style="dim").append_text(left)
        line.append(" " * (column - len(left)) + " | ").append(numbers[1], style="dim").append_text(right)
        yield line
        if left_marks or right_marks:
            line = Text(f"  {blank}").append(f"{left_marks:<{column}}", style=_MARKS_STYLE)
            line.append(f" | {blank}").append(right_marks, style=_MARKS_STYLE).rstrip()
            yield line


def _stack(rows: Sequence[Row], signs: Sequence[str], digits: int, room: int, dots: str) -> Iterator[Text]:
    for row in rows:
        if not row.answer and not row.output:
            yield _describe_folded(row)
            continue
        if row.answer and row.output and not row.answer.marks and not row.output.marks:
            sides: list[tuple[str, Side | None]] = [("both  ", row.output)]
        else:
            sides = [("answer", row.answer), ("output", row.output)]
        for name, side in sides:
            if side:
                shown, marks = _crop(_mark_line(side, signs), room, side, dots)
                head = f"  {name} {side.number:>{digits}}  "
                yield Text(head, style="dim").append_text(shown)
                if marks:
                    yield Text(" " * len(head) + marks, style=_MARKS_STYLE)


def _describe_folded(row: Row) -> Text:
    if not row.folded:
        return Text("  (the rest is left out)", style="dim")
    return Text(f"  ({counted(row.folded, 'equal line')})", style="dim")


def _find_marked(side: Side) -> set[int]:
    return {at for begin, end in side.marks for at in range(begin, end)}


def _mark_line(side: Side, signs: Sequence[str]) -> _Shown:
    """Return a line as signs, and the marks below it."""
    if is_empty_text(side):
        return Text("(empty)", style="dim"), ""
    differs = _find_marked(side)
    missing = {begin for begin, end in side.marks if begin == end}
    text, marks = Text(), ""
    for at, byte in enumerate(side.data):
        sign = signs[byte]
        text.append(sign, style="reverse" if at in differs else "")
        mark = "^" * len(sign) if at in differs else " " * len(sign)
        marks += "+" + mark[1:] if at in missing else mark
    if len(side.data) in missing:
        marks += "+"
    return text, marks.rstrip()


def is_empty_text(side: Side) -> bool:
    """Return whether this is the line of an empty text. Any other first line has bytes."""
    return side.number == 1 and not side.data and not side.more


def _crop(shown: _Shown, room: int, side: Side, dots: str) -> _Shown:
    """Return the part of a line around its first mark that fits."""
    text, marks = shown
    before, after = dots if side.start else "", dots if side.more else ""
    first = len(marks) - len(marks.lstrip())
    if len(before) + max(len(text), len(marks)) + len(after) > room:
        inner = room - 2 * len(dots)
        start = max(0, min(first - inner // 3, len(text) - inner))
        before = dots if start else before
        after = dots if start + inner < len(text) else after
        text, marks = text[start : start + inner], marks[start : start + inner + 1]
    marks = (" " * len(before) + marks).rstrip()
    return Text(before, style="dim").append_text(text).append(after, style="dim"), marks
