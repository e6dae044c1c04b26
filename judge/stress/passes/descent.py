"""Down from a state by moves, in batches whose states can be tried side by side, to where none is left.

A move is a generator: it yields a batch of states, best first, is sent the place of the first that holds,
goes on from there and returns where it came to. It begins with nothing but a state: so one on which a whole
round of moves finds nothing is one on which they never will.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import product
from typing import Generic, Protocol, Self, TypeVar

from msgspec import Struct

# The most candidates of one batch, but for those of its last block; after a success fewer are soon needed.
_BATCH = 16
_BATCH_AFTER_SUCCESS = 4
# How many candidates in a row a move may try in vain before the next has its turn: at first, and at last.
_PATIENCE = (256, 1024)
# Of larger blocks, how many of one size, before they are halved.
_LARGE_IN_VAIN = 8

First = Callable[[Sequence[bytes]], int | None]


class State(Protocol):
    @property
    def data(self) -> bytes: ...

    def is_below(self, other: Self) -> bool:
        """Whether it is smaller, by an order in which nothing goes down for ever."""


S = TypeVar("S", bound=State)
Move = Generator[Sequence[S], int | None, S]


class Units(Struct, Generic[S], frozen=True, kw_only=True):
    """What a state is made of in one respect; `without` gives it less those from a place to another."""

    count: int
    without: Callable[[int, int], Iterable[S]]


def descended(state: S, stages: Sequence[Sequence[Callable[[S], Move[S]]]], first: First) -> Iterator[S]:
    """Each smaller state as it is found; the last is one from which no move leads further.

    A stage begins when the moves of the one before it find no more; the last one has all moves.
    """
    refused: set[bytes] = set()
    best = state
    for patience, moves in product(_PATIENCE, stages):
        before = None
        while before is not best:
            before = best
            for move in moves:
                for smaller in _moved(move(best), best, first, refused, patience):
                    best = smaller
                    yield best


def _moved(move: Move[S], best: S, first: First, refused: set[bytes], patience: int) -> Iterator[S]:
    """What one move finds until it ends or has failed too often in a row."""
    failed = 0
    batch = next(move, None)
    while batch is not None and failed < patience:
        smaller = {n: candidate for n, candidate in enumerate(batch) if candidate.is_below(best)}
        keys = {n: blake2b(candidate.data, digest_size=16).digest() for n, candidate in smaller.items()}
        fresh = {key: n for n, key in reversed(keys.items()) if key not in refused}
        order = sorted(fresh.values())
        at = first([smaller[n].data for n in order]) if order else None
        refused |= {keys[n] for n in order[:at]}
        taken = None if at is None else order[at]
        if taken is None:
            failed += len(smaller)
        else:
            failed, best = 0, smaller[taken]
            yield best
        batch = _after(move, taken)


def _after(move: Move[S], taken: int | None) -> Sequence[S] | None:
    try:
        return move.send(taken)
    except StopIteration:
        return None


def dropped(state: S, units_of: Callable[[S], Units[S]]) -> Move[S]:
    """Without blocks of units: halving sizes, the last block first, twice as many after each that went.

    Blocks of four and less begin anywhere, since what belongs together need not begin at a multiple.
    """
    units = units_of(state)
    size = units.count
    while size:
        stop, reach, in_vain, most = units.count, 0, 0, _BATCH
        while stop > 0 and (size <= 4 or in_vain < _LARGE_IN_VAIN):
            blocks = [(max(0, stop - reach), stop)] if reach > size else []
            batch: list[tuple[int, int, S]] = []
            while len(batch) < most and (blocks or stop > 0):
                if not blocks:
                    blocks = [(max(0, stop - size), stop)]
                    stop -= size if size > 4 else 1
                    in_vain += 1
                start, end = blocks.pop()
                batch += [(end - start, start, smaller) for smaller in units.without(start, end)]
            taken = yield [smaller for _, _, smaller in batch]
            reach, most = 0, min(_BATCH, 2 * most)
            if taken is not None:
                in_vain, most = 0, _BATCH_AFTER_SUCCESS
                width, stop, state = batch[taken]
                units = units_of(state)
                stop, reach = min(stop, units.count), 2 * width
        size = size // 2 if size > 4 else size - 1
    return state
