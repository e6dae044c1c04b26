"""Find the passages that two programs have in common, in any order.

Each fingerprint that both programs have is extended to a run of equal tokens. The longest runs are taken
first, and each token is in one passage at most, as in greedy string tiling (M. Wise, 1993).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from judge.model.likeness import Lines, Part, Passage
from judge.solutions.similar import winnowing
from judge.solutions.similar.tokens import Token

# Places of one fingerprint in a program that are extended. More are found in the parts between others.
_MOST_PLACES = 8


class Run(NamedTuple):
    """A run of equal tokens: how many, and where it begins in either program."""

    length: int
    first: int
    second: int


@dataclass(frozen=True)
class Fingerprinted:
    """A program with its tokens, the positions of those that templates contain, and its fingerprints."""

    name: str
    tokens: Sequence[Token]
    given: Collection[int]
    places: dict[str, list[int]]

    @property
    def own(self) -> int:
        """The number of tokens outside of templates."""
        return len(self.tokens) - len(self.given)

    @cached_property
    def words(self) -> list[str | None]:
        """The tokens, None for those of templates, which equal nothing."""
        return [None if at in self.given else token.text for at, token in enumerate(self.tokens)]

    @cached_property
    def own_by_line(self) -> Counter[int]:
        """The number of tokens in each line, without templates."""
        return Counter(token.line for at, token in enumerate(self.tokens) if at not in self.given)


def fingerprint(name: str, tokens: Sequence[Token], templates: Collection[str] = ()) -> Fingerprinted:
    """Return a program with its fingerprints; `templates` are all grams of templates."""
    grams = winnowing.list_grams([token.text for token in tokens])
    found = (at for at, gram in enumerate(grams) if gram in templates)
    given = frozenset(inner for at in found for inner in range(at, at + winnowing.GRAM_TOKENS))
    places: dict[str, list[int]] = defaultdict(list)
    for start, end in _list_own(len(tokens), given):
        own = grams[start : max(start, end - winnowing.GRAM_TOKENS + 1)]
        for at in winnowing.winnow(own):
            places[own[at]].append(start + at)
    return Fingerprinted(name, tokens, given, dict(places))


def _list_own(length: int, given: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield where the runs of tokens outside of templates begin and end."""
    bounds = [-1, *sorted(given), length]
    for before, after in pairwise(bounds):
        if after - before > 1:
            yield before + 1, after


def find_runs(first: Fingerprinted, second: Fingerprinted, least: int) -> list[Run]:
    """Return the runs that two programs have in common, in the order of the first.

    Returns none if the fingerprints show that fewer than `least` tokens are equal.
    """
    shared = first.places.keys() & second.places.keys()
    count = min(sum(len(each.places[gram]) for gram in shared) for each in (first, second))
    # A run with n fingerprints has fewer than n + 1 windows between and around them.
    if count * (2 * winnowing.WINDOW + winnowing.GRAM_TOKENS) < least:
        return []
    runs = sorted(_extend_all(first, second, shared), key=lambda run: (-run.length, run.first, run.second))
    return _tile(runs)


def _extend_all(first: Fingerprinted, second: Fingerprinted, shared: Iterable[str]) -> Iterator[Run]:
    """Yield each longest run around a shared fingerprint once."""
    one, other = first.words, second.words
    reached: dict[int, int] = {}
    pairs = (
        (at, to)
        for gram in shared
        for at in first.places[gram][:_MOST_PLACES]
        for to in second.places[gram][:_MOST_PLACES]
    )
    for at, to in sorted(pairs):
        if reached.get(at - to, -1) > at:
            continue
        start, end = at, at + winnowing.GRAM_TOKENS
        while start and start > at - to and _is_equal(one[start - 1], other[start - 1 - at + to]):
            start -= 1
        most = min(len(one), len(other) + at - to)
        while end < most and _is_equal(one[end], other[end - at + to]):
            end += 1
        reached[at - to] = end
        yield Run(end - start, start, start - at + to)


def _is_equal(one: str | None, other: str | None) -> bool:
    return one is not None and one == other


def _tile(runs: Iterable[Run]) -> list[Run]:
    """Choose runs, and parts of runs, in which no token is twice."""
    chosen: list[Run] = []
    firsts: set[int] = set()
    seconds: set[int] = set()
    for length, at, to in runs:
        taken = [step for step in range(length) if at + step in firsts or to + step in seconds]
        for start, end in _list_own(length, taken):
            if end - start >= winnowing.GRAM_TOKENS:
                chosen.append(Run(end - start, at + start, to + start))
                firsts.update(range(at + start, at + end))
                seconds.update(range(to + start, to + end))
    return sorted(chosen, key=lambda run: run.first)


def describe_run(run: Run, first: Fingerprinted, second: Fingerprinted) -> Passage:
    """Return the lines of a run, in rows as short as possible."""
    rows: list[tuple[Lines, Lines]] = []
    for step in range(run.length):
        line, other = first.tokens[run.first + step].line, second.tokens[run.second + step].line
        if rows and (line <= rows[-1][0][1] or other <= rows[-1][1][1]):
            (begin, _), (start, _) = rows.pop()
            rows.append(((begin, line), (start, other)))
        else:
            rows.append(((line, line), (other, other)))
    return Passage(tokens=run.length, rows=tuple(rows))


def describe_part(program: Fingerprinted, starts: Iterable[tuple[int, int]]) -> Part:
    """Count what is equal in a program. `starts` are positions of runs with their lengths."""
    equal = [program.tokens[at].line for start, length in starts for at in range(start, start + length)]
    of_lines = Counter(equal)
    whole = sum(program.own_by_line[line] == number for line, number in of_lines.items())
    return Part(name=program.name, equal=len(equal), tokens=program.own, lines=whole)
