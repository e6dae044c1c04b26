"""A conversation line by line: when, who, and every byte."""

from collections.abc import Iterator, Sequence

from judge.conversation import Turn
from judge.errors import counted
from judge.show.signs import ASCII_SIGNS, SIGNS

_LONGEST_BYTES = 400


def format_turns(turns: Sequence[Turn], *, ascii_only: bool = False) -> Iterator[str]:
    """A line of text for each line that was said, with the time at which it was begun.

    Of what was kept in a buffer it is the first: what a program prints at the end of its input follows it.
    """
    signs, is_late = ASCII_SIGNS if ascii_only else SIGNS, False
    for turn in _joined(turns):
        if turn.late and is_late:
            continue
        if turn.left_out:
            yield f"... {counted(turn.left_out, 'byte')} left out"
        who = "program" if turn.by_program else "interactor"
        is_late, said = turn.late, turn.said.splitlines(keepends=True)
        for line in said[:1] if is_late else said:
            note = "  kept in a buffer, never sent" if is_late else ""
            yield f"{turn.at_s:7.4f} s  {who:10}  {_shown(line, signs)}{note}"


def _joined(turns: Sequence[Turn]) -> Iterator[Turn]:
    """The turns, with those together that are pieces of a line."""
    held: Turn | None = None
    for turn in turns:
        if held and not held.said.endswith(b"\n") and _goes_on(held, turn):
            held = held._replace(said=held.said + turn.said)
            continue
        if held:
            yield held
        held = turn
    if held:
        yield held


def _goes_on(turn: Turn, other: Turn) -> bool:
    return (turn.by_program, turn.late, 0) == (other.by_program, other.late, other.left_out)


def _shown(line: bytes, signs: Sequence[str]) -> str:
    """A line of which all bytes can be told, without its middle where it is long."""
    shown = [signs[byte] for byte in line]
    more = len(line) - _LONGEST_BYTES
    if more > 0:
        half = _LONGEST_BYTES // 2
        shown[half:-half] = [f" [{counted(more, 'byte')} left out] "]
    return "".join(shown)
