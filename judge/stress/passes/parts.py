"""Moves on inputs of a subject with parts: fewer parts, more of the answers given, plainer names."""

from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from judge.stress.passes.descent import Move, Units, by_blocks, pick
from judge.subjects.subject import Format, Part, Subject


class Parts(Struct, frozen=True, kw_only=True):
    """The parts of an input, each with an answer. If the answer is not known, that is the part itself."""

    pairs: tuple[tuple[Part, Part], ...]
    subject: Subject
    format: Format

    @property
    def data(self) -> bytes:
        return self.format.encode_input([asked for asked, _ in self.pairs])

    def is_below(self, other: "Parts") -> bool:
        """Compare by the number of parts, then by the steps to an answer, then by the parts as bytes."""
        return self._order() < other._order()

    def _order(self) -> tuple[int, int, tuple[Part, ...]]:
        asked = tuple(asked for asked, _ in self.pairs)
        return len(asked), sum(map(self.subject.count_steps, asked)), asked


@by_blocks
def drop_parts(parts: Parts) -> Units[Parts]:
    def without(first: int, stop: int) -> Iterator[Parts]:
        if rest := parts.pairs[:first] + parts.pairs[stop:]:
            yield replace(parts, pairs=rest)

    return Units(len(parts.pairs), without)


@by_blocks
def give_steps(parts: Parts) -> Units[Parts]:
    """Give steps of the answers, counted through all parts."""
    starts = [0, *accumulate(parts.subject.count_steps(asked) for asked, _ in parts.pairs)]

    def without(first: int, stop: int) -> Iterator[Parts]:
        pairs = tuple(
            (parts.subject.reveal(asked, answer, max(0, first - start), max(0, stop - start)), answer)
            for (asked, answer), start in zip(parts.pairs, starts, strict=False)
        )
        yield replace(parts, pairs=pairs)

    return Units(starts[-1], without)


def rename(parts: Parts) -> Move[Parts]:
    """Rename all parts at once, or else one after another."""
    plain = tuple(parts.subject.rename(asked, answer) for asked, answer in parts.pairs)
    smaller = replace(parts, pairs=plain)
    if (yield [smaller]) is not None:
        return smaller
    for n, pair in enumerate(plain):
        parts = yield from pick(
            parts, [replace(parts, pairs=(*parts.pairs[:n], pair, *parts.pairs[n + 1 :]))]
        )
    return parts
