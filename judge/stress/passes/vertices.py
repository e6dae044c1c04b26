"""Moves on inputs that name things from 1 or 0 up to a count: edges, parents, permutations.

A dropped vertex takes with it what names it; larger names and the counts go down. If two neighbours become
one vertex, a tree stays a tree.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from operator import attrgetter

from msgspec import Struct

from judge.stress.passes.descent import Move, Units, drop_blocks, pick
from judge.stress.passes.text import COUNTS, Place, Splice, Text

Edge = tuple[int, int]
# The new names of vertices: dropped vertices have none, merged ones share theirs.
_New = Mapping[int, int]
_Rewrite = Callable[["_Graph", _New], list[Splice] | None]
# A batch of candidates of a longer text takes a second and more, too long between looks at the clock.
_MOST_BYTES = 100_000


class _Graph(Struct, frozen=True):
    """The vertices of a text, if the word at `count` is their number, and the lines that name them.

    `rewrite` gives the splices of `lines` for new names; None if the new names do not fit them.
    """

    text: Text
    count: Place
    names: range
    lines: range
    edges: tuple[Edge, ...]
    rewrite: _Rewrite

    def rename(self, new: _New) -> Text | None:
        """Return the text with new names. Lines with as many words as there are vertices change too."""
        splices = self.rewrite(self, new)
        if splices is None:
            return None
        first = {name: old - self.names.start for old, name in sorted(new.items(), reverse=True)}
        for line, words in enumerate(self.text.words):
            if len(words) == len(self.names) and line > self.count[0] and line not in self.lines:
                splices += self.text.rewrite(line, [words[first[name]] for name in sorted(first)])
        splices.append(self.text.replace(self.count, b"%d" % len(first)))
        return self.text.splice(splices)


def _rewrite_edges(graph: _Graph, new: _New) -> list[Splice]:
    """Drop loops too. An integer next to the number of vertices may count the edges."""
    text, left = graph.text, 0
    splices: list[Splice] = []
    for line, (u, v) in zip(graph.lines, graph.edges, strict=True):
        if _joins(new, (u, v)):
            splices += [text.replace((line, 0), b"%d" % new[u]), text.replace((line, 1), b"%d" % new[v])]
            left += 1
        else:
            splices.append((line, 0, len(text.lines[line]), b""))
    heads = (place for place in _heads(text) if place != graph.count and place[0] not in graph.lines)
    counts = [place for place in heads if text.integer(place) == len(graph.edges)]
    return splices + [text.replace(place, b"%d" % left) for place in counts]


def _rewrite_parents(graph: _Graph, new: _New) -> list[Splice] | None:
    """Rewrite the parents of all vertices except the first. None if a parent is lost."""
    parents = {new[child]: new[parent] for parent, child in graph.edges if _joins(new, (parent, child))}
    children = sorted({*new.values()})[1:]
    if sorted(parents) != children:
        return None
    return graph.text.rewrite(graph.lines[0], [b"%d" % parents[child] for child in children])


def _rewrite_permutation(graph: _Graph, new: _New) -> list[Splice]:
    named = [int(word) for word in graph.text.words[graph.lines[0]]]
    return graph.text.rewrite(graph.lines[0], [b"%d" % new[name] for name in named if name in new])


def _joins(new: _New, edge: Edge) -> bool:
    """Return whether an edge still joins two vertices."""
    u, v = edge
    return u in new and v in new and new[u] != new[v]


def _heads(text: Text) -> Iterator[Place]:
    """The places for counts: the first line, and the second one, which may follow the number of cases."""
    return ((line, word) for line, words in enumerate(text.words[:2]) for word in range(len(words[:COUNTS])))


def _read_edges(text: Text, count: Place, number: int) -> _Graph | None:
    """Read the longest run of lines that begin with two names."""
    below = (range(max(run.start, count[0] + 1), run.stop) for run in text.runs)
    wide = [run for run in below if run and 2 <= len(text.words[run.start]) <= 4]
    lines = max(wide, key=len, default=range(0))
    edges = tuple((_name(text.words[line][0]), _name(text.words[line][1])) for line in lines)
    base = min(chain(*edges), default=1)
    names = range(min(1, base), min(1, base) + number)
    if base < 0 or not edges or max(chain(*edges)) not in names:
        return None
    return _Graph(text, count, names, lines, edges, _rewrite_edges)


def _read_parents(text: Text, count: Place, number: int) -> _Graph | None:
    names = range(1, number + 1)
    for line, named in _lines_of(text, count, number - 1):
        if all(name in names for name in named):
            edges = tuple(zip(named, names[1:], strict=True))
            return _Graph(text, count, names, range(line, line + 1), edges, _rewrite_parents)
    return None


def _read_permutation(text: Text, count: Place, number: int) -> _Graph | None:
    for line, named in _lines_of(text, count, number):
        names = range(min(named), min(named) + number)
        if names.start in (0, 1) and sorted(named) == [*names]:
            return _Graph(text, count, names, range(line, line + 1), (), _rewrite_permutation)
    return None


def _lines_of(text: Text, count: Place, words: int) -> Iterator[tuple[int, list[int]]]:
    """The lines below the count that have so many words, with the names in them."""
    for line in range(count[0] + 1, len(text.lines)):
        if len(text.words[line]) == words:
            yield line, [_name(word) for word in text.words[line]]


def _name(word: bytes) -> int:
    return int(word) if word.isdigit() and len(word) < 10 else -1


_Reader = Callable[[Text, Place, int], _Graph | None]
_READERS: tuple[_Reader, ...] = (_read_edges, _read_parents, _read_permutation)


def _read(reader: _Reader, count: Place, text: Text) -> _Graph | None:
    if len(text.data) > _MOST_BYTES:
        return None
    number = text.integer(count) if count in _heads(text) else None
    return reader(text, count, number) if number and 2 <= number <= len(text.data) else None


def _drop_units(
    text: Text, units: Callable[[_Graph], Sequence[object]], rename: Callable[[_Graph, int, int], _New]
) -> Move[Text]:
    """Drop blocks of these units of a graph; `rename` gives the names that are left."""

    def units_of(reader: _Reader, count: Place, text: Text) -> Units[Text]:
        graph = _read(reader, count, text)

        def without(first: int, stop: int) -> Iterator[Text]:
            if graph and (smaller := graph.rename(rename(graph, first, stop))):
                yield smaller

        return Units(len(units(graph)) if graph else 0, without)

    for reader, count in product(_READERS, [*_heads(text)]):
        text = yield from drop_blocks(text, partial(units_of, reader, count))
    return text


def _without_names(graph: _Graph, first: int, stop: int) -> _New:
    kept = [*graph.names[:first], *graph.names[stop:]]
    return dict(zip(kept, graph.names, strict=False))


def _without_edges(graph: _Graph, first: int, stop: int) -> _New:
    """Merge the ends of the edges from `first` to before `stop`."""
    roots = _find_roots(graph.edges[first:stop])
    left = (name for name in graph.names if roots.get(name, name) == name)
    new = dict(zip(left, graph.names, strict=False))
    return new | {name: new[root] for name, root in roots.items()}


drop_vertices = partial(_drop_units, units=attrgetter("names"), rename=_without_names)
merge_neighbours = partial(_drop_units, units=attrgetter("edges"), rename=_without_edges)


def _find_roots(edges: Iterable[Edge]) -> dict[int, int]:
    """Map each end of these edges to the least vertex that they connect it with."""
    above: dict[int, int] = {}

    def root(name: int) -> int:
        while (higher := above.setdefault(name, name)) != name:
            above[name] = name = above[higher]
        return name

    for u, v in edges:
        low, high = sorted((root(u), root(v)))
        above[high] = low
    return {name: root(name) for name in above}


def name_by_distance(text: Text) -> Move[Text]:
    """Name the vertices by their distance from the first one, or from one at the other end."""
    for reader, count in product(_READERS, [*_heads(text)]):
        if (graph := _read(reader, count, text)) and graph.edges:
            neighbours: dict[int, list[int]] = {name: [] for name in graph.names}
            for u, v in sorted(graph.edges):
                neighbours[u].append(v)
                neighbours[v].append(u)
            start = graph.names[0]
            orders = [_order(neighbours, one) for one in (start, _reach(neighbours, start)[-1])]
            texts = [graph.rename(dict(zip(order, graph.names, strict=True))) for order in orders]
            smaller = [plain for renamed in texts if renamed for plain in _sort_edges(graph, renamed)]
            text = yield from pick(text, smaller)
    return text


def _reach(neighbours: Mapping[int, Iterable[int]], start: int) -> list[int]:
    """The vertices that are connected with `start`, nearest first."""
    order = {start: None}
    waiting = deque(order)
    while waiting:
        near = [name for name in neighbours[waiting.popleft()] if name not in order]
        order |= dict.fromkeys(near)
        waiting.extend(dict.fromkeys(near))
    return [*order]


def _order(neighbours: Mapping[int, Iterable[int]], start: int) -> list[int]:
    """All vertices: those connected with `start`, then those with the first of the others, and on."""
    order: dict[int, None] = {}
    for name in (start, *neighbours):
        if name not in order:
            order |= dict.fromkeys(_reach(neighbours, name))
    return [*order]


def _sort_edges(graph: _Graph, renamed: Text) -> Iterator[Text]:
    """Yield the text with sorted edges, each with its lower end first, with sorted edges, and as it is."""
    if graph.rewrite is _rewrite_edges and len(renamed.lines) == len(graph.text.lines):
        ends = [(line, sorted(map(int, renamed.words[line][:2]))) for line in graph.lines]
        turned = renamed.splice(
            renamed.replace((line, n), b"%d" % end) for line, both in ends for n, end in enumerate(both)
        )
        yield from (plain.sort_lines(graph.lines) for plain in (turned, renamed))
    yield renamed
