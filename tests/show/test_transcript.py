"""A conversation line by line: the time, the speaker, and every byte."""

import re

from hypothesis import given
from hypothesis import strategies as st
from outcomes import turns

from judge.model.conversations import Turn
from judge.show.signs import parse_visible
from judge.show.transcript import format_turns


def turn(said: bytes, *, by_program: bool = True, at_s: float = 0.5, **rest: int) -> Turn:
    return Turn(by_program=by_program, at_s=at_s, said=said, **rest)


def test_each_line_has_its_time_its_side_and_every_byte() -> None:
    spoken = [
        turn(b"500\n", at_s=0.0012),
        turn(b"lower\tthan \\\n", by_program=False, at_s=0.00134),
        turn(b"1\n2", at_s=1.25),
    ]
    assert list(format_turns(spoken)) == [
        " 0.0012 s  program     500↵",
        r" 0.0013 s  interactor  lower→than·\\↵",
        " 1.2500 s  program     1↵",
        " 1.2500 s  program     2",
    ]
    assert next(format_turns(spoken, ascii_only=True)) == r" 0.0012 s  program     500\n"


def test_pieces_of_a_line_are_one_line_with_the_time_of_the_first() -> None:
    spoken = [turn(b"5", at_s=1.0), turn(b"0", at_s=2.0), turn(b"0\n7\n", at_s=3.0), turn(b"8\n", at_s=4.0)]
    assert list(format_turns(spoken)) == [
        " 1.0000 s  program     500↵",
        " 1.0000 s  program     7↵",
        " 4.0000 s  program     8↵",
    ]


def test_what_the_other_says_between_ends_a_line() -> None:
    spoken = [turn(b"5"), turn(b"x", by_program=False), turn(b"0\n")]
    assert [line[11:] for line in format_turns(spoken)] == [
        "program     5",
        "interactor  x",
        "program     0↵",
    ]


def test_of_what_was_kept_in_a_buffer_the_first_line_is_shown() -> None:
    spoken = [turn(b"500\n1000\n", late=True), turn(b"1000\n", late=True, left_out=7)]
    assert list(format_turns(spoken)) == [" 0.5000 s  program     500↵  kept in a buffer, never sent"]


def test_what_is_left_out_is_said() -> None:
    assert list(format_turns([turn(b"a\n"), turn(b"b\n", left_out=1200)]))[1] == "... 1,200 bytes left out"
    (line,) = format_turns([turn(b"x" * 1000)])
    assert line.endswith(f"{'x' * 200} [600 bytes left out] {'x' * 200}")


@given(st.lists(turns, max_size=6))
def test_no_line_commands_a_terminal_and_what_is_not_late_is_all_there(spoken: list[Turn]) -> None:
    shown = list(format_turns(spoken))
    assert all(line.isprintable() for line in shown)
    said = (re.fullmatch(r" *[0-9.]+ s  (?:program|interactor) +(.*)", line) for line in shown)
    if not any(turn.late for turn in spoken):
        assert parse_visible("".join(line[1] for line in said if line)) == b"".join(
            turn.said for turn in spoken
        )
