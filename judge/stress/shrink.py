"""Shrink an input on which a program fails. Pure: the caller runs the program.

`first` returns the index of the first candidate that fails as the input does, or None. An exception of it
ends the search. Nothing is random: the same answers give the same inputs.
"""

from collections.abc import Callable, Iterator, Sequence

from judge.stress.passes import cuts, numbers, parts, plain, vertices
from judge.stress.passes.descent import First, Move, descend
from judge.stress.passes.parts import Parts
from judge.stress.passes.text import Text
from judge.subjects.subject import Part, subject_of

_FEWER: tuple[Callable[[Text], Move[Text]], ...] = (
    numbers.lower_all,
    cuts.drop_cases,
    cuts.drop_lines,
    vertices.merge_neighbours,
    vertices.drop_vertices,
    cuts.drop_columns,
    cuts.drop_words,
    cuts.drop_letters,
)
_PLAINER: tuple[Callable[[Text], Move[Text]], ...] = (
    numbers.lower_to_ranks,
    vertices.name_by_distance,
    numbers.lower_blocks,
    numbers.lower_each,
    numbers.lower_together,
    numbers.merge_into_next,
    numbers.move_to_next,
    plain.lower_letters,
    plain.sort,
    plain.drop_trailing_blanks,
)
_MOVES_OF_PARTS = (parts.drop_parts, parts.give_steps, parts.rename)


def shrink(data: bytes, first: First) -> Iterator[bytes]:
    """Yield ever smaller inputs that fail, by `Text.is_below`. The last one shrinks no further."""
    return (text.data for text in descend(Text(data), (_FEWER, _FEWER + _PLAINER), first))


def shrink_parts(
    asked: Sequence[Part], answers: Sequence[Part], format_name: str, first: First
) -> Iterator[bytes]:
    """Yield ever smaller inputs of these parts: fewer parts, more of the answers given, plainer names.

    `answers` are right ones, one to each part, or empty if they are not known: then nothing is given. The
    candidates are inputs in the format.
    """
    subject = subject_of(format_name)
    assert subject
    start = Parts(
        pairs=tuple(zip(asked, answers or asked, strict=True)),
        subject=subject,
        format=subject.formats[format_name],
    )
    return (smaller.data for smaller in descend(start, (_MOVES_OF_PARTS,), first))
