# judge: {format: luogu, source: own}
"""A square with one candidate takes it from its units; a digit with one square left in a unit goes there.

Both rules are applied until nothing changes. If squares are still open, the one with the fewest candidates
is tried with each.
"""

from __future__ import annotations

import sys

# s             a square, 0 to 80
# u             a unit: the nine squares of a row, a column or a box
# bits          a set of digits, the bit 1 << d - 1 for the digit d
# can           the grid: can[s] are the candidates of s
# once, twice   the digits that at least one square of the unit, at least two squares can take
# settled       the digits that are the last candidate of their square

ALL = (1 << 9) - 1
ROWS = [range(i, i + 9) for i in range(0, 81, 9)]
COLUMNS = [range(j, 81, 9) for j in range(9)]
BOXES = [[27 * i + 3 * j + 9 * y + x for y in range(3) for x in range(3)] for i in range(3) for j in range(3)]
UNITS = [tuple(u) for u in [*ROWS, *COLUMNS, *BOXES]]


def propagate(can: list[int]) -> bool:
    """Apply both rules until nothing changes; False if a square or a digit has no choice left."""
    changed = True
    while changed:
        changed = False
        for u in UNITS:
            once = twice = settled = 0
            for s in u:
                bits = can[s]
                twice |= once & bits
                once |= bits
                if not bits & bits - 1:
                    if settled & bits:
                        return False
                    settled |= bits
            if once != ALL:
                return False
            if settled == ALL:
                continue
            only = once & ~twice
            for s in u:
                bits = can[s]
                if bits & bits - 1:
                    left = bits & only or bits & ~settled
                    if not left:
                        return False
                    if left != bits:
                        can[s] = left
                        changed = True
    return True


def search(can: list[int]) -> list[int] | None:
    """The solved grid, or None if there is none."""
    if not propagate(can):
        return None
    is_open = [s for s in range(81) if can[s] & can[s] - 1]
    if not is_open:
        return can
    s = min(is_open, key=lambda s: can[s].bit_count())
    bits = can[s]
    while bits:
        bit = bits & -bits
        bits ^= bit
        if solved := search([*can[:s], bit, *can[s + 1 :]]):
            return solved
    return None


givens = map(int, sys.stdin.read().split())
if solved := search([1 << d - 1 if d else ALL for d in givens]):
    for u in ROWS:
        print(*(solved[s].bit_length() for s in u), end=" \n")
