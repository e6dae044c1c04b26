"""Moves that make an input shorter: cases, lines, columns, words, letters go; their counts are less."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from judge.stress.passes.descent import Move, Units, dropped
from judge.stress.passes.text import COUNTS, Text, is_number

# Of a case: the words of its first line that count further lines, and how many there are besides.
_Shape = tuple[tuple[int, ...], int]
_SHAPES: tuple[_Shape, ...] = tuple(
    (words, more)
    for number in (1, 2)
    for words in combinations(range(COUNTS), number)
    for more in range(-1, 4)
)


def cases(text: Text) -> Move[Text]:
    """Whole cases go, where the first line counts them."""
    alike = (len(text.lines) - 1) // max(1, _number_of_cases(text)) - 1
    for shape in (((), alike), *_SHAPES):
        text = yield from dropped(text, partial(_cases, shape))
    return text


def _cases(shape: _Shape, text: Text) -> Units[Text]:
    starts = _starts(shape, text)

    def without(first: int, stop: int) -> Iterator[Text]:
        counted = text.replaced((0, 0), b"%d" % (len(starts) - 1 - (stop - first)))
        yield text.spliced([counted], others=dict.fromkeys(range(starts[first], starts[stop]), b""))

    return Units(count=max(0, len(starts) - 1), without=without)


def _number_of_cases(text: Text) -> int:
    """As the first line says; 0 if it says none or only one."""
    number = text.integer((0, 0)) if text.words and len(text.words[0]) == 1 else None
    return number if number and 1 < number < len(text.lines) else 0


def _starts(shape: _Shape, text: Text) -> list[int]:
    """The first line of each case, and the end of the last; empty where they do not fill the text."""
    words, more = shape
    starts = [1]
    for _ in range(_number_of_cases(text)):
        at = starts[-1]
        if at >= len(text.lines) or (words and words[-1] >= len(text.words[at])):
            return []
        counts = [text.integer((at, word)) for word in words]
        length = 1 + more + sum(count or 0 for count in counts)
        if length < 1 or None in counts:
            return []
        starts.append(at + length)
    return starts if len(starts) > 1 and starts[-1] == len(text.lines) else []


def lines(text: Text) -> Move[Text]:
    return (yield from dropped(text, _lines))


def _lines(text: Text) -> Units[Text]:
    def without(first: int, stop: int) -> Iterator[Text]:
        return text.repaired(first, stop - first, gone=range(first, stop))

    return Units(count=len(text.lines), without=without)


def columns(text: Text) -> Move[Text]:
    """Words go from all lines of a run alike; letters, where each line is one word and all are as long."""
    for run in _widest_first(text):
        text = yield from dropped(text, partial(_columns, run))
        found = text.words[run.start : run.stop]
        if (
            len(found) > 1
            and {len(words) for words in found} == {1}
            and len({len(words[0]) for words in found}) == 1
        ):
            text = yield from dropped(text, partial(_letters, run, 0))
    return text


def words(text: Text) -> Move[Text]:
    """Words go from one line of several that have as many."""
    for run in _widest_first(text):
        for line in run if len(run) > 1 else ():
            text = yield from dropped(text, partial(_columns, range(line, line + 1)))
    return text


def _widest_first(text: Text) -> list[range]:
    return sorted(text.runs, key=lambda run: -len(text.words[run.start]))


def _columns(run: range, text: Text) -> Units[Text]:
    def without(first: int, stop: int) -> Iterator[Text]:
        cuts = [text.cut(line, first, stop) for line in run]
        yield from text.repaired(run.start, stop - first, cuts, before=first if len(run) == 1 else 0)

    # A last line without an end is none once its words are gone.
    there = run.stop <= len(text.lines)
    return Units(count=len(text.words[run.start]) if there else 0, without=without)


def letters(text: Text) -> Move[Text]:
    """Long words that are no numbers are cut, the longest first."""
    places = [(line, n) for line, words in enumerate(text.words) for n in range(len(words))]
    places = [(line, n) for line, n in places if not is_number(text.words[line][n])]
    for line, n in sorted(places, key=lambda place: (-len(text.words[place[0]][place[1]]), place)):
        text = yield from dropped(text, partial(_letters, range(line, line + 1), n))
    return text


def _letters(run: range, word: int, text: Text) -> Units[Text]:
    """Of a word in each line; one is left."""
    spans = [text.spans(line)[word] for line in run]
    length = min(stop - start for start, stop in spans)

    def without(first: int, stop: int) -> Iterator[Text]:
        cuts = [(line, at + first, at + stop, b"") for line, (at, _) in zip(run, spans, strict=True)]
        if stop - first < length:
            yield from text.repaired(run.start, stop - first, cuts)

    return Units(count=length, without=without)
