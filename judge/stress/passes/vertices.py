"""Moves on inputs that name things from 1 or 0 on, to a count: edges, parents, permutations.

A vertex that goes takes with it what names it, larger names go down, and so do the counts. Two neighbours
that become one leave a tree a tree.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from operator import attrgetter

from msgspec import Struct

from judge.stress.passes.descent import Move, Units, dropped
from judge.stress.passes.text import COUNTS, Place, Splice, Text

Edge = tuple[int, int]
# From the names of vertices to their new ones; those that go have none, and those that become one the same.
_New = Mapping[int, int]
# With new names: lines that are other ones, empty if they go, and splices of lines that stay.
_Told = tuple[dict[int, bytes], list[Splice]]
_Tells = Callable[["_Graph", _New], _Told | None]
# Of a longer text a batch of candidates takes a second and more, in which nobody looks at the time.
_MOST_BYTES = 100_000


class _Graph(Struct, frozen=True, kw_only=True):
    """The vertices of a text, if the word at `count` is how many there are, and where it tells of them.

    `told` is how `lines` say it with new names; None where they cannot.
    """

    text: Text
    count: Place
    names: range
    lines: range
    edges: tuple[Edge, ...]
    told: _Tells

    def renamed(self, new: _New) -> Text | None:
        """Lines of as many words as there are vertices, a value for each, follow them."""
        told = self.told(self, new)
        if told is None:
            return None
        others, splices = told
        first = {name: old - self.names.start for old, name in sorted(new.items(), reverse=True)}
        for line, words in enumerate(self.text.words):
            if len(words) == len(self.names) and line > self.count[0] and line not in self.lines:
                splices += self.text.rewritten(line, [words[first[name]] for name in sorted(first)])
        splices.append(self.text.replaced(self.count, b"%d" % len(first)))
        return self.text.spliced(splices, others=others)


def _edges_told(graph: _Graph, new: _New) -> _Told:
    """Loops go, too; an integer beside the number of vertices may count the edges."""
    text = graph.text
    others = {}
    for line, (u, v) in zip(graph.lines, graph.edges, strict=True):
        others[line] = b""
        if _joined(new, (u, v)):
            (start, middle), (second, end), *_ = text.spans(line)
            old = text.lines[line]
            others[line] = b"%b%d%b%d%b" % (old[:start], new[u], old[middle:second], new[v], old[end:])
    left = sum(map(bool, others.values()))
    heads = (place for place in _heads(text) if place != graph.count and place[0] not in graph.lines)
    counts = [place for place in heads if text.integer(place) == len(graph.edges)]
    return others, [text.replaced(place, b"%d" % left) for place in counts]


def _parents_told(graph: _Graph, new: _New) -> _Told | None:
    """The parents of all vertices but the first; None where one is lost."""
    parents = {new[child]: new[parent] for parent, child in graph.edges if _joined(new, (parent, child))}
    children = sorted({*new.values()})[1:]
    if sorted(parents) != children:
        return None
    return {}, graph.text.rewritten(graph.lines[0], [b"%d" % parents[child] for child in children])


def _permutation_told(graph: _Graph, new: _New) -> _Told:
    named = [int(word) for word in graph.text.words[graph.lines[0]]]
    return {}, graph.text.rewritten(graph.lines[0], [b"%d" % new[name] for name in named if name in new])


def _joined(new: _New, edge: Edge) -> bool:
    u, v = edge
    return u in new and v in new and new[u] != new[v]


def _heads(text: Text) -> Iterator[Place]:
    """Where counts may stand: in the first line, or in the second, below the number of cases."""
    return ((line, word) for line, words in enumerate(text.words[:2]) for word in range(len(words[:COUNTS])))


def _with_edges(text: Text, count: Place, number: int) -> _Graph | None:
    """The longest run of lines that begin with two names."""
    below = (range(max(run.start, count[0] + 1), run.stop) for run in text.runs)
    wide = [run for run in below if run and 2 <= len(text.words[run.start]) <= 4]
    lines = max(wide, key=len, default=range(0))
    edges = tuple((_name(text.words[line][0]), _name(text.words[line][1])) for line in lines)
    base = min(chain(*edges), default=1)
    names = range(min(1, base), min(1, base) + number)
    if base < 0 or not edges or max(chain(*edges)) not in names:
        return None
    return _Graph(text=text, count=count, names=names, lines=lines, edges=edges, told=_edges_told)


def _with_parents(text: Text, count: Place, number: int) -> _Graph | None:
    names = range(1, number + 1)
    for line, named in _lines_of(text, count, number - 1):
        if all(name in names for name in named):
            edges = tuple(zip(named, names[1:], strict=True))
            return _of_line(text, count, names, line, edges, _parents_told)
    return None


def _with_permutation(text: Text, count: Place, number: int) -> _Graph | None:
    for line, named in _lines_of(text, count, number):
        names = range(min(named), min(named) + number)
        if names.start in (0, 1) and sorted(named) == [*names]:
            return _of_line(text, count, names, line, (), _permutation_told)
    return None


def _lines_of(text: Text, count: Place, words: int) -> Iterator[tuple[int, list[int]]]:
    """The lines of so many words below the count, with what these name."""
    for line in range(count[0] + 1, len(text.lines)):
        if len(text.words[line]) == words:
            yield line, [_name(word) for word in text.words[line]]


def _of_line(
    text: Text, count: Place, names: range, line: int, edges: tuple[Edge, ...], told: _Tells
) -> _Graph:
    lines = range(line, line + 1)
    return _Graph(text=text, count=count, names=names, lines=lines, edges=edges, told=told)


def _name(word: bytes) -> int:
    return int(word) if word.isdigit() and len(word) < 10 else -1


_Reader = Callable[[Text, Place, int], _Graph | None]
_READERS: tuple[_Reader, ...] = (_with_edges, _with_parents, _with_permutation)


def _graph(reader: _Reader, count: Place, text: Text) -> _Graph | None:
    if len(text.data) > _MOST_BYTES:
        return None
    number = text.integer(count) if count in _heads(text) else None
    return reader(text, count, number) if number and 2 <= number <= len(text.data) else None


def dropped_vertices(text: Text) -> Move[Text]:
    """Vertices go, with their edges."""
    return (yield from _renamed(text, attrgetter("names"), _without_names))


def _without_names(graph: _Graph, first: int, stop: int) -> _New:
    kept = [*graph.names[:first], *graph.names[stop:]]
    return dict(zip(kept, graph.names, strict=False))


def merged(text: Text) -> Move[Text]:
    """The ends of edges become one vertex."""
    return (yield from _renamed(text, attrgetter("edges"), _joined_at))


def _joined_at(graph: _Graph, first: int, stop: int) -> _New:
    roots = _roots(graph.edges[first:stop])
    left = (name for name in graph.names if roots.get(name, name) == name)
    new = dict(zip(left, graph.names, strict=False))
    return new | {name: new[root] for name, root in roots.items()}


def _renamed(
    text: Text, units: Callable[[_Graph], Sequence[object]], new: Callable[[_Graph, int, int], _New]
) -> Move[Text]:
    """Without blocks of these units of a graph, of which each makes new names."""

    def units_of(reader: _Reader, count: Place, text: Text) -> Units[Text]:
        graph = _graph(reader, count, text)

        def without(first: int, stop: int) -> Iterator[Text]:
            if graph and (smaller := graph.renamed(new(graph, first, stop))):
                yield smaller

        return Units(count=len(units(graph)) if graph else 0, without=without)

    for reader, count in product(_READERS, [*_heads(text)]):
        text = yield from dropped(text, partial(units_of, reader, count))
    return text


def _roots(edges: Iterable[Edge]) -> dict[int, int]:
    """For each end of these edges the least vertex that they join it with."""
    above: dict[int, int] = {}

    def root(name: int) -> int:
        while (higher := above.setdefault(name, name)) != name:
            above[name] = name = above[higher]
        return name

    for u, v in edges:
        low, high = sorted((root(u), root(v)))
        above[high] = low
    return {name: root(name) for name in above}


def named(text: Text) -> Move[Text]:
    """The vertices are called by their distance from the first one, or from one at the other end."""
    for reader, count in product(_READERS, [*_heads(text)]):
        if (graph := _graph(reader, count, text)) and graph.edges:
            beside = _neighbours(graph)
            start = graph.names[0]
            orders = [_order(beside, start), _order(beside, _reached(beside, start)[-1])]
            texts = [graph.renamed(dict(zip(order, graph.names, strict=True))) for order in orders]
            smaller = [plain for renamed in texts if renamed for plain in _sorted_edges(graph, renamed)]
            taken = yield smaller
            text = text if taken is None else smaller[taken]
    return text


def _neighbours(graph: _Graph) -> dict[int, list[int]]:
    beside: dict[int, list[int]] = {name: [] for name in graph.names}
    for u, v in sorted(graph.edges):
        beside[u].append(v)
        beside[v].append(u)
    return beside


def _reached(beside: Mapping[int, Iterable[int]], start: int) -> list[int]:
    """The vertices that a way leads to from `start`, nearest first."""
    order = {start: None}
    waiting = deque(order)
    while waiting:
        near = [name for name in beside[waiting.popleft()] if name not in order]
        order |= dict.fromkeys(near)
        waiting.extend(dict.fromkeys(near))
    return [*order]


def _order(beside: Mapping[int, Iterable[int]], start: int) -> list[int]:
    """All vertices: those that are reached from `start`, then those from the first other one, and so on."""
    order: dict[int, None] = {}
    for name in (start, *beside):
        if name not in order:
            order |= dict.fromkeys(_reached(beside, name))
    return [*order]


def _sorted_edges(graph: _Graph, renamed: Text) -> Iterator[Text]:
    """With the lesser end of each edge first and the edges sorted, with the edges sorted, or as they are."""
    if graph.told is _edges_told and len(renamed.lines) == len(graph.text.lines):
        ends = [(line, sorted(map(int, renamed.words[line][:2]))) for line in graph.lines]
        turned = renamed.spliced(
            renamed.replaced((line, n), b"%d" % end) for line, both in ends for n, end in enumerate(both)
        )
        yield from (plain.reordered(graph.lines) for plain in (turned, renamed))
    yield renamed
