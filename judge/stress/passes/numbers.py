"""Moves that lower numbers: all at once, to ranks, in blocks, by themselves, together, one for another."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise

from judge.stress.passes.descent import Move, Units, dropped
from judge.stress.passes.text import Place, Text

_DECIMAL = re.compile(rb"([+-]?)([0-9]{1,40})(\.[0-9]*)?")

Group = Sequence[Place]


def at_once(text: Text) -> Move[Text]:
    """All integers below the first line become 0, 1 or ranks: among all, in columns, in lines."""
    columns, lines = _columns(text), _lines(text)
    below: Group = [*chain(*lines)]
    texts = [_with(text, dict.fromkeys(below, value)) for value in (0, 1)]
    texts += [
        _with(text, _ranked(text, groups, base)) for groups in ([below], columns, lines) for base in (0, 1)
    ]
    taken = yield texts
    return text if taken is None else texts[taken]


def ranks(text: Text) -> Move[Text]:
    """The integers of a column or of a line become their ranks there."""
    for group in (*_columns(text), *_lines(text)):
        texts = [_with(text, _ranked(text, [group], base)) for base in (0, 1)]
        taken = yield texts
        text = text if taken is None else texts[taken]
    return text


def _ranked(text: Text, groups: Iterable[Group], base: int) -> dict[Place, int]:
    values: dict[Place, int] = {}
    for group in groups:
        integers = {place: text.integers[place] for place in group}
        rank = {value: n for n, value in enumerate(sorted({*integers.values()}), base)}
        values |= {place: rank[value] for place, value in integers.items()}
    return values


def least(text: Text) -> Move[Text]:
    """Blocks of integers become 0 or 1."""
    return (yield from dropped(text, _least))


def _least(text: Text) -> Units[Text]:
    places = [place for place, value in text.integers.items() if value not in (0, 1)]

    def without(first: int, stop: int) -> Iterator[Text]:
        return (_with(text, dict.fromkeys(places[first:stop], value)) for value in (0, 1))

    return Units(count=len(places), without=without)


def numbers(text: Text) -> Move[Text]:
    """Each number by itself: without its sign, with fewer decimals, towards 0."""
    for line, words in enumerate(text.words):
        for n in range(len(words)):
            text = yield from _number(text, (line, n))
    return text


def _number(text: Text, place: Place) -> Move[Text]:
    match = _DECIMAL.fullmatch(text.word(place))
    if not match:
        return text
    sign, digits, decimals = match[1], match[2], match[3] or b""

    def said(sign: bytes, digits: bytes, decimals: bytes) -> Text:
        return text.spliced([text.replaced(place, sign + digits + decimals)])

    fewer = [b"", *(decimals[:n] for n in range(2, len(decimals))), b"." + b"0" * (len(decimals) - 1)]
    whole = b"%d" % int(digits)
    plainer = [(b"", digits, decimals), (sign, whole, decimals)]
    plainer += [(sign, digits, part) for part in fewer if decimals]
    texts = [said(*parts) for parts in plainer]
    taken = yield texts
    if taken is not None:
        return (yield from _number(texts[taken], place))
    return (yield from _lowest(text, 0, int(digits), lambda number: said(sign, b"%d" % number, decimals)))


def _lowest(text: Text, low: int, high: int, at: Callable[[int], Text]) -> Move[Text]:
    """The least number below `high` that holds, if what holds for one holds for larger ones.

    First at the distances of powers of four and right below, then by quarters of what is left.
    """
    points = [low, *(low + 4**n for n in range(high.bit_length()) if low + 4**n < high)]
    points = [*dict.fromkeys([*points[:14], high - 1])]
    while low < high:
        texts = [at(point) for point in points]
        taken = yield texts
        if taken is None:
            low = points[-1] + 1
        else:
            high, text = points[taken], texts[taken]
            low = points[taken - 1] + 1 if taken else high
        points = [*dict.fromkeys(low + (high - low) * n // 4 for n in range(4))]
    return text


def together(text: Text) -> Move[Text]:
    """Equal integers become less together, and those of a group by as much."""
    for value, places in sorted(text.equals.items()):
        for some in (places, [place for place in places if place[0]]):
            if len(some) > 1 and value > 0:
                at = partial(_all_at, text, some)
                text = yield from _lowest(text, 0, value, at)
    lines, columns = _lines(text), _columns(text)
    pairs = [pair for line in lines for pair in pairwise(line)]
    for group in ([*chain(*lines)], *columns, *lines, *pairs):
        low = min((text.integers[place] for place in group), default=0)
        text = yield from _lowest(text, 0, low, partial(_lowered, text, group, low))
    return text


def _all_at(text: Text, places: Group, value: int) -> Text:
    return _with(text, dict.fromkeys(places, value))


def _lowered(text: Text, places: Group, low: int, new: int) -> Text:
    return _with(text, {place: text.integers[place] - low + new for place in places})


def traded(text: Text) -> Move[Text]:
    """An integer becomes less and the next one more, by as much."""
    for here, there in pairwise(text.integers):
        value, sum_ = text.integers[here], text.integers[here] + text.integers[there]
        text = yield from _lowest(text, 0, value, partial(_shared, text, here, there, sum_))
    return text


def _shared(text: Text, here: Place, there: Place, together: int, value: int) -> Text:
    return _with(text, {here: value, there: together - value})


def summed(text: Text) -> Move[Text]:
    """An integer goes, and the next one in its line is more by it."""
    for line in range(len(text.lines)):
        for n in reversed(range(len(text.words[line]) - 1)):
            here, there = text.integer((line, n)), text.integer((line, n + 1))
            if here is not None and there is not None:
                (_, start, *_), (_, _, stop, _) = (
                    text.replaced((line, n), b""),
                    text.replaced((line, n + 1), b""),
                )
                both = [(line, start, stop, b"%d" % (here + there))]
                texts = [*text.repaired(line, 1, both, before=n)]
                taken = yield texts
                text = text if taken is None else texts[taken]
    return text


def _with(text: Text, values: Mapping[Place, int]) -> Text:
    return text.spliced(text.replaced(place, b"%d" % value) for place, value in values.items())


def _lines(text: Text) -> list[Group]:
    """The integers of each line below the first."""
    lines = [[(line, n) for n in range(len(words))] for line, words in enumerate(text.words)][1:]
    return [[place for place in group if place in text.integers] for group in lines]


def _columns(text: Text) -> list[Group]:
    """Those of each column of neighbouring lines that have as many words."""
    runs = [range(max(1, run.start), run.stop) for run in text.runs]
    columns = [[(line, n) for line in run] for run in runs if run for n in range(len(text.words[run.start]))]
    return [[place for place in group if place in text.integers] for group in columns]
