"""Which calls of the generators a search makes: they follow from its seed alone."""

import re
from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from judge.model import Solution
from judge.stress.finds import Draw

MOST_SIZE = 1_000_000
_SEEDS = 1 << 31
# A prime, so that the seeds of searches whose own follow one another do not meet soon.
_STRIDE = 1_000_003
# Knuth's: the high bits of its multiples are spread evenly.
_MIXER = 2_654_435_761
# Of fewer sizes than that each is tried.
_FEW = 8
_PLACE = re.compile(r"\{(?:seed|size(?::(?:([0-9]{1,9})\.\.)?([0-9]{1,9}))?)\}")
_BRACED = re.compile(r"\{[^{}]*\}")


class Generator(Struct, frozen=True, kw_only=True):
    """A program that prints an input, and the words of its command line.

    In these `{seed}` and `{size}` stand for what each case gets, `{size:100}` for a size of at most 100 and
    `{size:2..100}` for one of at least 2 as well. `name` is all of that, as `--generator` takes it.
    """

    name: str
    program: Solution
    words: tuple[str, ...] = ("{seed}", "{size}")

    @property
    def most_size(self) -> int:
        """A larger size gives no other case."""
        bounds = [int(found[2] or MOST_SIZE) for found in self._places() if found[0] != "{seed}"]
        return min(max(bounds, default=1), MOST_SIZE)

    def arguments(self, draw: Draw) -> tuple[str, ...]:
        def number(found: re.Match[str]) -> str:
            if found[0] == "{seed}":
                return str(draw.seed)
            return str(max(int(found[1] or 0), min(int(found[2] or MOST_SIZE), draw.size)))

        return tuple(_PLACE.sub(number, word) for word in self.words)

    def _places(self) -> Iterator[re.Match[str]]:
        return (found for word in self.words for found in _PLACE.finditer(word))


class Validator(Struct, frozen=True, kw_only=True):
    """A program that takes a legal input, called with the words of one of these `ways`."""

    program: Solution
    ways: tuple[tuple[str, ...], ...] = ((),)


def wrong_words(words: Sequence[str]) -> str | None:
    """What to say of the words for a generator; None where they tell its cases apart."""
    places = [place for word in words for place in _BRACED.findall(word)]
    for place in places:
        if not _PLACE.fullmatch(place):
            return f"expected {{seed}}, {{size}}, {{size:100}} or {{size:2..100}} in braces, got {place}"
    return None if places else "expected {seed} or {size} among its words, or no words at all, got neither"


def draws(generators: Sequence[Generator], *, seed: int) -> Iterator[Draw]:
    """Endless: the generators in turn, each with the sizes of `size_of`; none is the subject itself."""
    turns: Sequence[Generator | None] = generators or (None,)
    for number in count(1):
        generator = turns[(number - 1) % len(turns)]
        own_seed = (seed * _STRIDE + number) % _SEEDS
        most = generator.most_size if generator else MOST_SIZE
        size = min(size_of((number - 1) // len(turns) + 1, own_seed), most)
        yield Draw(generator=generator.name if generator else "", number=number, seed=own_seed, size=size)


def size_of(number: int, seed: int) -> int:
    """Every second case has a size of 1 to 3, every fourth of 4 to 15, every eighth of 16 to 63, and so on.

    The first of each kind has the least one.
    """
    least = min((number & -number) ** 2, MOST_SIZE)
    is_first = number & (number - 1) == 0
    spread = (seed * _MIXER % (1 << 32) * 3 * least) >> 32
    return least if is_first else min(least + spread, MOST_SIZE)


def smaller(draw: Draw, *, seeds: int) -> Iterator[Draw]:
    """Draws of the same generator that ask for less, the least size first, so many of each size."""
    size = draw.size
    sizes = range(1, size) if size <= _FEW else (size // _FEW, size // 2, size * 3 // 4)
    for less in sizes:
        for more in range(seeds):
            own = (draw.seed + more * _STRIDE) % _SEEDS
            yield Draw(generator=draw.generator, number=draw.number, seed=own, size=less)
