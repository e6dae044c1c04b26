"""Moves that lower numbers: all at once, to ranks, in blocks, each by itself, together, one for another."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise

from judge.stress.passes.descent import Move, Units, by_blocks, pick
from judge.stress.passes.text import Place, Text

_DECIMAL = re.compile(rb"([+-]?)([0-9]{1,40})(\.[0-9]*)?")

Group = Sequence[Place]


def lower_all(text: Text) -> Move[Text]:
    """Set all integers below the first line to 0, 1 or their ranks: among all, in columns, in lines."""
    columns, lines = _columns(text), _lines(text)
    below: Group = [*chain(*lines)]
    texts = [_with(text, dict.fromkeys(below, value)) for value in (0, 1)]
    texts += [
        _with(text, _ranks(text, groups, base)) for groups in ([below], columns, lines) for base in (0, 1)
    ]
    return (yield from pick(text, texts))


def lower_to_ranks(text: Text) -> Move[Text]:
    """Set the integers of a column or of a line to their ranks there."""
    for group in (*_columns(text), *_lines(text)):
        text = yield from pick(text, [_with(text, _ranks(text, [group], base)) for base in (0, 1)])
    return text


def _ranks(text: Text, groups: Iterable[Group], base: int) -> dict[Place, int]:
    values: dict[Place, int] = {}
    for group in groups:
        integers = {place: text.integers[place] for place in group}
        rank = {value: n for n, value in enumerate(sorted({*integers.values()}), base)}
        values |= {place: rank[value] for place, value in integers.items()}
    return values


@by_blocks
def lower_blocks(text: Text) -> Units[Text]:
    """Set integers to 0 or 1."""
    places = [place for place, value in text.integers.items() if value not in (0, 1)]

    def without(first: int, stop: int) -> Iterator[Text]:
        return (_with(text, dict.fromkeys(places[first:stop], value)) for value in (0, 1))

    return Units(len(places), without)


def lower_each(text: Text) -> Move[Text]:
    """Simplify each number by itself: without its sign, with fewer decimals, towards 0."""
    for line, words in enumerate(text.words):
        for n in range(len(words)):
            text = yield from _lower_number(text, (line, n))
    return text


def _lower_number(text: Text, place: Place) -> Move[Text]:
    match = _DECIMAL.fullmatch(text.word(place))
    if not match:
        return text
    sign, digits, decimals = match[1], match[2], match[3] or b""

    def write(sign: bytes, digits: bytes, decimals: bytes) -> Text:
        return text.splice([text.replace(place, sign + digits + decimals)])

    fewer = [b"", *(decimals[:n] for n in range(2, len(decimals))), b"." + b"0" * (len(decimals) - 1)]
    plainer = [(b"", digits, decimals), (sign, b"%d" % int(digits), decimals)]
    plainer += [(sign, digits, part) for part in fewer if decimals]
    simpler = yield from pick(text, [write(*parts) for parts in plainer])
    if simpler is not text:
        return (yield from _lower_number(simpler, place))
    return (yield from _find_lowest(text, int(digits), lambda n: write(sign, b"%d" % n, decimals)))


def _find_lowest(text: Text, high: int, at: Callable[[int], Text]) -> Move[Text]:
    """Find the least number from 0 to `high` that holds, if all larger ones hold too.

    Try the distances of powers of four and the number right below, then the quarters of the rest.
    """
    low, fours = 0, [4**n for n in range(high.bit_length()) if 4**n < high]
    points = [*dict.fromkeys([0, *fours[:13], high - 1])]
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


def lower_together(text: Text) -> Move[Text]:
    """Lower equal integers together, and the integers of a group by the same amount."""
    for value, places in sorted(text.equals.items()):
        for some in (places, [place for place in places if place[0]]):
            if len(some) > 1 and value > 0:
                text = yield from _find_lowest(text, value, partial(_with_least, text, some, value))
    lines, columns = _lines(text), _columns(text)
    pairs = [pair for line in lines for pair in pairwise(line)]
    for group in ([*chain(*lines)], *columns, *lines, *pairs):
        low = min((text.integers[place] for place in group), default=0)
        text = yield from _find_lowest(text, low, partial(_with_least, text, group, low))
    return text


def _with_least(text: Text, places: Group, low: int, new: int) -> Text:
    return _with(text, {place: text.integers[place] - low + new for place in places})


def move_to_next(text: Text) -> Move[Text]:
    """Lower an integer and raise the next one by the same amount."""
    for here, there in pairwise(text.integers):
        value, total = text.integers[here], text.integers[here] + text.integers[there]
        text = yield from _find_lowest(text, value, partial(_with_total, text, here, there, total))
    return text


def _with_total(text: Text, here: Place, there: Place, total: int, value: int) -> Text:
    return _with(text, {here: value, there: total - value})


def merge_into_next(text: Text) -> Move[Text]:
    """Drop an integer, and add it to the next one in its line."""
    for line in range(len(text.lines)):
        for n in reversed(range(len(text.words[line]) - 1)):
            here, there = text.integer((line, n)), text.integer((line, n + 1))
            if here is not None and there is not None:
                both = [(line, text.spans(line)[n][0], text.spans(line)[n + 1][1], b"%d" % (here + there))]
                text = yield from pick(text, [*text.lower_counts(line, 1, both, before=n)])
    return text


def _with(text: Text, values: Mapping[Place, int]) -> Text:
    return text.splice(text.replace(place, b"%d" % value) for place, value in values.items())


def _lines(text: Text) -> list[Group]:
    """The integers of each line below the first."""
    lines = [[(line, n) for n in range(len(words))] for line, words in enumerate(text.words)][1:]
    return [[place for place in group if place in text.integers] for group in lines]


def _columns(text: Text) -> list[Group]:
    """The integers of each column of a run, without the first line."""
    runs = [range(max(1, run.start), run.stop) for run in text.runs]
    columns = [[(line, n) for line in run] for run in runs if run for n in range(len(text.words[run.start]))]
    return [[place for place in group if place in text.integers] for group in columns]
