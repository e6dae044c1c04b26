"""Moves on inputs of a subject with parts: fewer parts, more of the answers given, plainer names."""

from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from judge.stress.passes.descent import Move, Units, dropped
from judge.subjects import Format, Part, Subject


class Parts(Struct, frozen=True, kw_only=True):
    """What an input asks, each part with an answer to it; a part is its own answer where none is known."""

    pairs: tuple[tuple[Part, Part], ...]
    subject: Subject
    format: Format

    @property
    def data(self) -> bytes:
        return self.format.encode_input([asked for asked, _ in self.pairs])

    def is_below(self, other: "Parts") -> bool:
        """Fewer parts, then fewer steps to an answer, then the parts as bytes."""
        return self._order() < other._order()

    def _order(self) -> tuple[int, int, tuple[Part, ...]]:
        asked = tuple(asked for asked, _ in self.pairs)
        return len(asked), sum(map(self.subject.count_steps, asked)), asked


def fewer(parts: Parts) -> Move[Parts]:
    return (yield from dropped(parts, _fewer))


def _fewer(parts: Parts) -> Units[Parts]:
    def without(first: int, stop: int) -> Iterator[Parts]:
        if rest := parts.pairs[:first] + parts.pairs[stop:]:
            yield replace(parts, pairs=rest)

    return Units(count=len(parts.pairs), without=without)


def given(parts: Parts) -> Move[Parts]:
    """Steps of all parts are given, in blocks."""
    return (yield from dropped(parts, _given))


def _given(parts: Parts) -> Units[Parts]:
    steps = [parts.subject.count_steps(asked) for asked, _ in parts.pairs]
    starts = [0, *accumulate(steps)]

    def without(first: int, stop: int) -> Iterator[Parts]:
        pairs = tuple(
            (parts.subject.reveal(asked, answer, max(0, first - start), max(0, stop - start)), answer)
            for (asked, answer), start in zip(parts.pairs, starts, strict=False)
        )
        yield replace(parts, pairs=pairs)

    return Units(count=starts[-1], without=without)


def renamed(parts: Parts) -> Move[Parts]:
    """All parts, or else one after another."""
    plain = tuple(parts.subject.rename(asked, answer) for asked, answer in parts.pairs)
    taken = yield [replace(parts, pairs=plain)]
    if taken is not None:
        return replace(parts, pairs=plain)
    for n, pair in enumerate(plain):
        smaller = replace(parts, pairs=(*parts.pairs[:n], pair, *parts.pairs[n + 1 :]))
        taken = yield [smaller]
        parts = parts if taken is None else smaller
    return parts
