"""Programs of one problem that are alike: the passages that they have in common."""

from collections.abc import Mapping

from msgspec import Struct

# The first and the last of some lines, from 1.
Lines = tuple[int, int]


class Passage(Struct, frozen=True, kw_only=True):
    """A run of equal tokens. `rows` are lines of either program that have tokens in common, in order."""

    tokens: int
    rows: tuple[tuple[Lines, Lines], ...]

    @property
    def first(self) -> Lines:
        return self.rows[0][0][0], self.rows[-1][0][1]

    @property
    def second(self) -> Lines:
        return self.rows[0][1][0], self.rows[-1][1][1]


class Part(Struct, frozen=True, kw_only=True):
    """The equal part of a program in a pair.

    `equal` of its `tokens` are in passages, and all tokens of `lines` lines. Tokens of templates are not
    counted.
    """

    name: str
    equal: int
    tokens: int
    lines: int

    @property
    def share(self) -> float:
        return self.equal / self.tokens


class Pair(Struct, frozen=True, kw_only=True):
    """Two programs that are alike, the `passages` in the order of the first program."""

    problem: str
    first: Part
    second: Part
    passages: tuple[Passage, ...]

    @property
    def share(self) -> float:
        """The larger of the two shares."""
        return max(self.first.share, self.second.share)


class Likeness(Struct, frozen=True, kw_only=True):
    """The pairs of which one program has at least `least_share` in common with the other, most alike first.

    `texts` are the lines of each program in a pair, by its name. Of the `programs` those that are `short`
    have too few tokens outside of templates; `equal` are groups of these with the same text. `compared` is
    the number of pairs that were compared.
    """

    pairs: tuple[Pair, ...]
    texts: Mapping[str, tuple[str, ...]]
    programs: int
    compared: int
    short: tuple[str, ...]
    equal: tuple[tuple[str, ...], ...]
    least_share: float
