"""Descend from a state, move by move, to one where no move leads further.

A move is a generator. It yields a batch of states to try side by side, the best first, receives the index of
the first one that holds or None, goes on from there, and returns the state that it reached. It starts from a
state alone: once a whole round of moves finds nothing, no later round will.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from itertools import product
from typing import Generic, Protocol, Self, TypeVar

from msgspec import Struct

# The size at which a batch is full, and after a success, when only a few candidates are needed.
_BATCH = 16
_BATCH_AFTER_SUCCESS = 4
# The candidates that a move may try in vain before the next move has its turn: in the first and second round.
_PATIENCE = (256, 1024)
# The large blocks to try in vain before they are halved.
_LARGE_IN_VAIN = 8

First = Callable[[Sequence[bytes]], int | None]


class State(Protocol):
    @property
    def data(self) -> bytes: ...

    def is_below(self, other: Self) -> bool:
        """Return whether it is smaller, by an order in which nothing descends for ever."""


S = TypeVar("S", bound=State)
Move = Generator[Sequence[S], int | None, S]


class Units(Struct, Generic[S], frozen=True):
    """The parts of a state: their number, and the states without the parts from one index to another."""

    count: int
    without: Callable[[int, int], Iterable[S]]


def descend(state: S, stages: Sequence[Sequence[Callable[[S], Move[S]]]], first: First) -> Iterator[S]:
    """Yield each smaller state as it is found. No move leads further from the last one.

    A stage begins when the moves of the one before it find no more; the last stage has all moves.
    """
    refused: set[bytes] = set()
    best = state
    for patience, moves in product(_PATIENCE, stages):
        before = None
        while before is not best:
            before = best
            for move in moves:
                for smaller in _run_move(move(best), best, first, refused, patience):
                    best = smaller
                    yield best


def _run_move(move: Move[S], best: S, first: First, refused: set[bytes], patience: int) -> Iterator[S]:
    """Yield the states that one move finds, until it ends or has failed too often in a row."""
    failed, taken = 0, None
    while failed < patience:
        try:
            batch = move.send(taken)
        except StopIteration:
            return
        smaller = [n for n, candidate in enumerate(batch) if candidate.is_below(best)]
        places: dict[bytes, int] = {}
        for n in smaller:
            places.setdefault(blake2b(batch[n].data, digest_size=16).digest(), n)
        fresh = [key for key in places if key not in refused]
        at = first([batch[places[key]].data for key in fresh]) if fresh else None
        refused.update(fresh[:at])
        if at is None:
            failed, taken = failed + len(smaller), None
        else:
            failed, taken = 0, places[fresh[at]]
            best = batch[taken]
            yield best


def pick(state: S, candidates: Sequence[S]) -> Move[S]:
    """Go to the first candidate that holds, or stay."""
    taken = yield candidates
    return state if taken is None else candidates[taken]


def by_blocks(units_of: Callable[[S], Units[S]]) -> Callable[[S], Move[S]]:
    """Make a move that drops these units."""
    return partial(drop_blocks, units_of=units_of)


def drop_blocks(state: S, units_of: Callable[[S], Units[S]]) -> Move[S]:
    """Drop blocks of units, of halving sizes, from the last block on, and double them after each success.

    Blocks of four and less begin at any unit, since units that belong together need not begin at a multiple.
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
