"""Conversations line by line: the time, the speaker, and every byte."""

from collections.abc import Iterator, Sequence

from judge.model.conversations import Turn
from judge.platform.errors import counted
from judge.show.signs import ASCII_SIGNS, SIGNS

_LONGEST_BYTES = 400


def format_turns(turns: Sequence[Turn], *, ascii_only: bool = False) -> Iterator[str]:
    """Yield each line that a program or its interactor wrote, with the time at which it began.

    Only the first of the lines that stayed in a buffer is shown: programs print more once their input ends.
    """
    signs, is_late = ASCII_SIGNS if ascii_only else SIGNS, False
    for turn in _join_pieces(turns):
        if turn.late and is_late:
            continue
        if turn.left_out:
            yield f"... {counted(turn.left_out, 'byte')} left out"
        who = "program" if turn.by_program else "interactor"
        is_late, said = turn.late, turn.said.splitlines(keepends=True)
        for line in said[:1] if is_late else said:
            note = "  kept in a buffer, never sent" if is_late else ""
            yield f"{turn.at_s:7.4f} s  {who:10}  {_show_line(line, signs)}{note}"


def _join_pieces(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Join turns that are pieces of one line."""
    held: Turn | None = None
    for turn in turns:
        if held and not held.said.endswith(b"\n") and _continues(held, turn):
            held = held._replace(said=held.said + turn.said)
            continue
        if held:
            yield held
        held = turn
    if held:
        yield held


def _continues(turn: Turn, other: Turn) -> bool:
    return (turn.by_program, turn.late, 0) == (other.by_program, other.late, other.left_out)


def _show_line(line: bytes, signs: Sequence[str]) -> str:
    """Show all bytes of a line, without the middle of a long one."""
    shown = [signs[byte] for byte in line]
    more = len(line) - _LONGEST_BYTES
    if more > 0:
        half = _LONGEST_BYTES // 2
        shown[half:-half] = [f" [{counted(more, 'byte')} left out] "]
    return "".join(shown)
