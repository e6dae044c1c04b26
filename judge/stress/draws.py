"""The calls of the generators that a search makes. They depend on its seed alone."""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from judge.work.problem_tools import MOST_SIZE, Generator

_SEEDS = 1 << 31
# A prime, to keep the seeds of searches with consecutive seeds apart.
_STRIDE = 1_000_003
# Knuth's multiplicative hash: the high bits of its multiples are spread evenly.
_MIXER = 2_654_435_761
# Below this size, every smaller size is tried.
_FEW = 8


class Draw(Struct, frozen=True, kw_only=True):
    """The call of a generator that makes case `number` of a search, counted from 1.

    `generator` is its name, as `--generator` takes it; empty if the subject varies a case.
    """

    generator: str
    number: int
    seed: int
    size: int


def generate_draws(generators: Sequence[Generator], *, seed: int) -> Iterator[Draw]:
    """Yield draws without end, the generators in turn. Without generators, the subject makes the inputs."""
    turns: Sequence[Generator | None] = generators or (None,)
    for number in count(1):
        generator = turns[(number - 1) % len(turns)]
        own_seed = (seed * _STRIDE + number) % _SEEDS
        most = generator.most_size if generator else MOST_SIZE
        size = min(_choose_size((number - 1) // len(turns) + 1, own_seed), most)
        yield Draw(generator=generator.name if generator else "", number=number, seed=own_seed, size=size)


def _choose_size(number: int, seed: int) -> int:
    """Choose 1 to 3 for every second case, 4 to 15 for every fourth, 16 to 63 for every eighth, and so forth.

    The first case of each kind gets the smallest size.
    """
    least = min((number & -number) ** 2, MOST_SIZE)
    is_first = number & (number - 1) == 0
    spread = (seed * _MIXER % (1 << 32) * 3 * least) >> 32
    return least if is_first else min(least + spread, MOST_SIZE)


def smaller_draws(draw: Draw, *, seeds: int) -> Iterator[Draw]:
    """Yield draws of the same generator with smaller sizes, the smallest first, `seeds` of each size."""
    size = draw.size
    sizes = range(1, size) if size <= _FEW else (size // _FEW, size // 2, size * 3 // 4)
    for less in sizes:
        for more in range(seeds):
            own = (draw.seed + more * _STRIDE) % _SEEDS
            yield Draw(generator=draw.generator, number=draw.number, seed=own, size=less)
