"""Inputs on which a failure stays the same, made small. Pure: who asks runs the program.

`first` says which is the first of some candidates, in their order, that fails as the input does, or that none
does; what it raises ends the search. Nothing is random: the same answers give the same inputs.
"""

from collections.abc import Callable, Iterator, Sequence

from judge.stress.passes import cuts, numbers, parts, plain, vertices
from judge.stress.passes.descent import First, Move, descended
from judge.stress.passes.parts import Parts
from judge.stress.passes.text import Text
from judge.subjects import Part, subject_of

_FEWER: tuple[Callable[[Text], Move[Text]], ...] = (
    numbers.at_once,
    cuts.cases,
    cuts.lines,
    vertices.merged,
    vertices.dropped_vertices,
    cuts.columns,
    cuts.words,
    cuts.letters,
)
_PLAINER: tuple[Callable[[Text], Move[Text]], ...] = (
    numbers.ranks,
    vertices.named,
    numbers.least,
    numbers.numbers,
    numbers.together,
    numbers.summed,
    numbers.traded,
    plain.letters,
    plain.in_order,
    plain.trailing_blanks,
)
_MOVES_OF_PARTS: tuple[Callable[[Parts], Move[Parts]], ...] = (parts.fewer, parts.given, parts.renamed)


def shrink(data: bytes, first: First) -> Iterator[bytes]:
    """Ever smaller inputs that fail, as `Text.is_below` orders them; the last one shrinks no further."""
    return (text.data for text in descended(Text(data), (_FEWER, _FEWER + _PLAINER), first))


def shrink_parts(
    asked: Sequence[Part], answers: Sequence[Part], format_name: str, first: First
) -> Iterator[bytes]:
    """The same for the parts of an input: fewer parts, more of the answers given, plainer names.

    `answers` are right ones, one to each part, or none where they are not known: then nothing is given. The
    candidates are inputs in the format.
    """
    subject = subject_of(format_name)
    assert subject
    start = Parts(
        pairs=tuple(zip(asked, answers or asked, strict=True)),
        subject=subject,
        format=subject.formats[format_name],
    )
    return (smaller.data for smaller in descended(start, (_MOVES_OF_PARTS,), first))
