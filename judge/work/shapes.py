"""Random numbers, arrays, strings, trees, graphs and more for generators, the same for the same seed.

A generator calls `chance, size = called()`, asks `chance` for shapes and prints them. It may leave out the
name of a shape: then that is random too, so that a search has cases of all shapes. Vertices count from 1.
docs/generators.md has examples. This module imports only the standard library, since generators run sealed.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, cycle, islice, pairwise, product
from random import Random
from typing import TypeVar

_T = TypeVar("_T")
_Pair = tuple[int, int]

# Not every integer above is a float.
_FLOAT = 1 << 53


def called(most: int = 1_000_000) -> "tuple[Chance, int]":
    """Read the chance and the size from the arguments `SEED SIZE`. A size above `most` counts as `most`."""
    try:
        seed, size = map(int, sys.argv[1:])
    except ValueError:
        sys.exit(f"expected a seed and a size, two integers, got: {' '.join(sys.argv[1:])}")
    return Chance(seed), min(size, most)


def _span(low: int, high: int) -> int:
    if low > high:
        raise ValueError(f"expected a range of integers, got {low} to {high}")
    return high - low + 1


class Chance:
    """Random values from a seed. They only use `Random.random`, which Python promises to keep."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def uniform(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, each as likely as any other."""
        span = _span(low, high)
        if span <= _FLOAT:
            return low + int(self._random() * span)
        bits = 53 * (span.bit_length() // 53 + 2)
        drawn = 0
        for _ in range(bits // 53):
            drawn = drawn << 53 | int(self._random() * _FLOAT)
        return low + (drawn * span >> bits)

    def integer(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, which may be at an edge, near 0, or anywhere."""
        return self._make_drawer("mixed", low, high)()

    def choice(self, options: Sequence[_T]) -> _T:
        """One of the options, each as likely as any other."""
        return options[self.uniform(0, len(options) - 1)]

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """The items in random order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = int(self._random() * (last + 1))
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def parts(self, total: int, most: int | None = None, shape: str | None = None) -> list[int]:
        """Positive integers with this sum, at most `most`: the sizes of the test cases of one file.

        Shapes: `one`, `many` (as small as can be), `equal` (except one), `random`.
        """
        shape = self._pick(shape, "one", "many", "equal", "random")
        least = -(-total // most) if most else 1
        size = {"one": total, "many": least}.get(shape) or self.uniform(least, max(least, total))
        found = []
        while total:
            found.append(min(total, self.uniform(least, size) if shape == "random" else size))
            total -= found[-1]
        return self.shuffled(found)

    def sides(self, size: int) -> _Pair:
        """The rows and columns of a grid of at most `size` cells, from a row or a column to a square."""
        root = int(size**0.5)
        short = self.choice((1, root, self.uniform(1, root)))
        return self.choice(((short, size // short), (size // short, short)))

    def integers(
        self, n: int, low: int, high: int, *, values: str | None = None, order: str | None = None
    ) -> list[int]:
        """`n` integers from `low` to `high`.

        Values: `uniform`, `small` (around 0 or close to it: many are equal), `extreme` (the edges), `mixed`
        (of these three), `two`, `constant`. Orders: `random`, `sorted`, `reversed`, `nearly sorted`.
        """
        values = self._pick(values, "uniform", "small", "extreme", "mixed", "two", "constant")
        draw = self._make_drawer(values, low, high)
        return self._order([draw() for _ in range(n)], order)

    def distinct(self, n: int, low: int, high: int, *, order: str | None = None) -> list[int]:
        """`n` different integers from `low` to `high`, in one of the orders of `integers`."""
        if n > _span(low, high):
            raise ValueError(f"expected a range of {n} integers, got {low} to {high}")
        if 2 * n > high - low:
            return self._order(self.shuffled(range(low, high + 1))[:n], order)
        found: dict[int, None] = {}
        while len(found) < n:
            found[self.uniform(low, high)] = None
        return self._order([*found], order)

    def permutation(self, n: int, *, order: str | None = None) -> list[int]:
        """The integers from 1 to `n`, in one of the orders of `integers`."""
        return self._order(self.shuffled(range(1, n + 1)), order)

    def string(self, n: int, letters: str = "abcdefghijklmnopqrstuvwxyz", shape: str | None = None) -> str:
        """`n` of the letters.

        Shapes: `random`, `few` (two letters), `constant`, `periodic`, `nearly periodic` (one letter
        differs), `palindrome`.
        """
        shape = self._pick(shape, "random", "few", "constant", "periodic", "nearly periodic", "palindrome")
        if shape == "few":
            letters = self.choice(letters) + self.choice(letters)
        period = {"constant": 1, "random": n, "few": n, "palindrome": n}.get(shape)
        if period is None:
            period = self.uniform(1, max(1, n // 2)) if self.choice((True, False)) else self.uniform(1, 3)
        text = list(islice(cycle([self.choice(letters) for _ in range(period)]), n))
        if shape == "palindrome":
            text[(n + 1) // 2 :] = text[: n // 2][::-1]
        if shape == "nearly periodic" and text:
            text[self.choice((self.uniform(0, n - 1), n - 1))] = self.choice(letters)
        return "".join(text)

    def brackets(self, n: int, kinds: str = "()", shape: str | None = None) -> str:
        """`n` pairs of brackets that match. Shapes: `random`, `nested`, `flat`."""
        shape = self._pick(shape, "random", "nested", "flat")
        share = {"nested": 1.0, "flat": 0.0}.get(shape, 0.5)
        text, still_open = list[str](), list[str]()
        while n or still_open:
            if n and (not still_open or self._random() < share):
                kind = 2 * self.uniform(0, len(kinds) // 2 - 1)
                text.append(kinds[kind])
                still_open.append(kinds[kind + 1])
                n -= 1
            else:
                text.append(still_open.pop())
        return "".join(text)

    def grid(self, rows: int, columns: int, cells: str = ".#", shape: str | None = None) -> list[str]:
        """Rows of cells.

        Shapes: `random`, `free` (all the first of the `cells`), `snake` (one long way of the first, walls of
        the last).
        """
        shape = self._pick(shape, "random", "free", "snake")
        free, wall = cells[0], cells[-1]
        if shape == "free":
            return [free * columns] * rows
        if shape == "snake":
            way, right, left = free * columns, wall * (columns - 1) + free, free + wall * (columns - 1)
            return list(islice(cycle((way, right, way, left)), rows))
        share = self._random()
        return [
            "".join(free if self._random() < share else self.choice(cells) for _ in range(columns))
            for _ in range(rows)
        ]

    def intervals(self, n: int, low: int, high: int, shape: str | None = None) -> list[_Pair]:
        """`n` pairs of a start and an end, which is not before it.

        Shapes: `random`, `short`, `nested`, `chained` (each starts where another ends), `equal`.
        """
        shape = self._pick(shape, "random", "short", "nested", "chained", "equal")
        starts = self.integers(n, low, high, order="random")
        if shape == "random":
            found = [(min(pair), max(pair)) for pair in zip(starts, self.shuffled(starts), strict=True)]
        elif shape == "short":
            found = [(start, min(high, start + self.uniform(0, 3))) for start in starts]
        elif shape == "nested":
            ends = sorted([*starts, *self.integers(n, low, high)])
            found = [(ends[i], ends[-1 - i]) for i in range(n)]
        elif shape == "chained":
            found = list(pairwise(sorted([*starts, self.integer(low, high)])))
        else:
            start = self.integer(low, high)
            found = [(start, self.uniform(start, high))] * n
        return self.shuffled(found)

    def points(self, n: int, low: int, high: int, shape: str | None = None) -> list[_Pair]:
        """`n` points, some of them equal, with both coordinates from `low` to `high`.

        Shapes: `random`, `small`, `extreme`, `row`, `diagonal`.
        """
        shape = self._pick(shape, "random", "small", "extreme", "row", "diagonal")
        values = shape if shape in ("small", "extreme") else "uniform"
        xs, ys = (self.integers(n, low, high, values=values, order="random") for _ in range(2))
        if shape == "row":
            ys = ys[:1] * n
        elif shape == "diagonal":
            ys = self.choice((xs, [low + high - x for x in xs]))
        return list(zip(xs, ys, strict=True))

    def parents(self, n: int, shape: str | None = None) -> list[int]:
        """The parents of the vertices 2 to `n` of a tree with the root 1, each less than its child.

        Shapes: `random`, `deep`, `path`, `star`, `binary`, `caterpillar` (a path with legs), `broom` (a path
        with a star at its end).
        """
        shape = self._pick(shape, "random", "deep", "path", "star", "binary", "caterpillar", "broom")
        if shape == "star":
            return [1] * (n - 1)
        if shape == "binary":
            return [child // 2 for child in range(2, n + 1)]
        if shape in ("random", "deep"):
            near = 3 if shape == "deep" else n
            return [self.uniform(max(1, child - near), child - 1) for child in range(2, n + 1)]
        spine = n if shape == "path" else self.uniform((n + 1) // 2, n)
        legs = range(spine + 1, n + 1)
        return [*range(1, spine), *(spine if shape == "broom" else self.uniform(1, spine) for _ in legs)]

    def tree(self, n: int, shape: str | None = None, *, relabelled: bool = True) -> list[_Pair]:
        """The `n - 1` edges of a tree of one of the shapes of `parents`.

        The names of vertices, and the direction and order of edges are random. If not `relabelled`, the edges
        are a parent and a child each, in the order of the children.
        """
        edges = list(zip(self.parents(n, shape), range(2, n + 1), strict=True))
        return self._relabel(n, edges, turned=True) if relabelled else edges

    def graph(
        self, n: int, m: int, *, connected: bool = False, bipartite: bool = False, acyclic: bool = False
    ) -> list[_Pair]:
        """`m` different edges between `n` vertices, or as many as there can be; none is a loop.

        A connected graph has at least `n - 1`. An acyclic one is directed.
        """
        parents = self.parents(n)
        edges = list(zip(parents, range(2, n + 1), strict=True)) if connected else []
        vertices = range(1, n + 1)
        left, right = self._split(n, parents if connected else None) if bipartite else (vertices, vertices)
        most = len(left) * len(right) if bipartite else n * (n - 1) // 2
        found = dict.fromkeys(edges)
        if 2 * m > most:
            pairs = product(left, right) if bipartite else combinations(vertices, 2)
            found |= dict.fromkeys(self.shuffled((min(pair), max(pair)) for pair in pairs))
        while len(found) < min(m, most):
            pair = self.choice(left), self.choice(right)
            if pair[0] != pair[1]:
                found[min(pair), max(pair)] = None
        return self._relabel(n, list(found)[: max(m, len(edges))], turned=not acyclic)

    def _pick(self, given: str | None, *shapes: str) -> str:
        if given is None:
            return self.choice(shapes)
        if given not in shapes:
            raise ValueError(f"expected one of {', '.join(shapes)}, got {given}")
        return given

    def _make_drawer(self, values: str, low: int, high: int) -> Callable[[], int]:
        """Return a function that draws one such value."""
        _span(low, high)
        if values == "uniform":
            return lambda: self.uniform(low, high)
        if values == "small":
            near, width = min(max(low, 0), high), self.uniform(1, 9)
            return lambda: self.uniform(max(low, near - width), min(high, near + width))
        if values == "extreme":
            edges = [edge for edge in (low, low + 1, -1, 0, 1, high - 1, high) if low <= edge <= high]
            return lambda: self.choice(edges)
        if values == "mixed":
            drawers = [self._make_drawer(name, low, high) for name in ("uniform", "small", "extreme")]
            return lambda: self.choice(drawers)()
        pool = [self.integer(low, high) for _ in range(2 if values == "two" else 1)]
        return lambda: self.choice(pool)

    def _order(self, values: list[int], order: str | None) -> list[int]:
        """Put the values, which are in random order, into this one."""
        order = self._pick(order, "random", "sorted", "reversed", "nearly sorted")
        if order != "random":
            values.sort(reverse=order == "reversed")
        if order == "nearly sorted" and values:
            for _ in range(self.uniform(1, 3)):
                i, j = (self.uniform(0, len(values) - 1) for _ in range(2))
                values[i], values[j] = values[j], values[i]
        return values

    def _split(self, n: int, parents: Sequence[int] | None) -> tuple[list[int], list[int]]:
        """Split the vertices into two halves, so that each edge of the tree joins them."""
        sides = [self.choice((True, False)) for _ in range(n + 1)]
        for child, parent in enumerate(parents or (), 2):
            sides[child] = not sides[parent]
        left = [vertex for vertex in range(1, n + 1) if sides[vertex]]
        return left, [vertex for vertex in range(1, n + 1) if not sides[vertex]]

    def _relabel(self, n: int, edges: Iterable[_Pair], *, turned: bool) -> list[_Pair]:
        """Shuffle the edges and the names of vertices. `turned`: the direction of an edge does not count."""
        names = [0, *self.shuffled(range(1, n + 1))]
        named = [(names[a], names[b]) for a, b in self.shuffled(edges)]
        return [(b, a) if turned and self._random() < 0.5 else (a, b) for a, b in named]
