"""Moves that drop cases, lines, columns, words and letters, and lower the numbers that count them."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from judge.stress.passes.descent import Move, Units, by_blocks, drop_blocks
from judge.stress.passes.text import COUNTS, Text, is_number

# The lines of a case: the words of its first line that count further lines, and the number of others.
_Shape = tuple[tuple[int, ...], int]
_SHAPES: tuple[_Shape, ...] = tuple(
    (words, more)
    for number in (1, 2)
    for words in combinations(range(COUNTS), number)
    for more in range(-1, 4)
)


def drop_cases(text: Text) -> Move[Text]:
    """Drop whole cases, if the first line counts them."""
    alike = (len(text.lines) - 1) // max(1, _number_of_cases(text)) - 1
    for shape in (((), alike), *_SHAPES):
        text = yield from drop_blocks(text, partial(_cases, shape))
    return text


def _cases(shape: _Shape, text: Text) -> Units[Text]:
    starts = _starts(shape, text)

    def without(first: int, stop: int) -> Iterator[Text]:
        counted = text.replace((0, 0), b"%d" % (len(starts) - 1 - (stop - first)))
        yield text.splice([counted], gone=range(starts[first], starts[stop]))

    return Units(max(0, len(starts) - 1), without)


def _number_of_cases(text: Text) -> int:
    """The number that the first line states; 0 if it states none, or only one case."""
    number = text.integer((0, 0)) if text.words and len(text.words[0]) == 1 else None
    return number if number and 1 < number < len(text.lines) else 0


def _starts(shape: _Shape, text: Text) -> list[int]:
    """The first line of each case, and the end of the last; empty if they do not fill the text."""
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


@by_blocks
def drop_lines(text: Text) -> Units[Text]:
    def without(first: int, stop: int) -> Iterator[Text]:
        return text.lower_counts(first, stop - first, gone=range(first, stop))

    return Units(len(text.lines), without)


def drop_columns(text: Text) -> Move[Text]:
    """Drop the same words from all lines of a run, and letters if its lines are words of one length."""
    for run in _widest_first(text):
        text = yield from drop_blocks(text, partial(_columns, run))
        lines = text.words[run.start : run.stop]
        lengths = {tuple(map(len, words)) for words in lines}
        if len(lines) > 1 and len(lengths) == 1 and len(lines[0]) == 1:
            text = yield from drop_blocks(text, partial(_letters, run, 0))
    return text


def drop_words(text: Text) -> Move[Text]:
    """Drop words from one line of several that have the same number of words."""
    for run in _widest_first(text):
        for line in run if len(run) > 1 else ():
            text = yield from drop_blocks(text, partial(_columns, range(line, line + 1)))
    return text


def _widest_first(text: Text) -> list[range]:
    return sorted(text.runs, key=lambda run: -len(text.words[run.start]))


def _columns(run: range, text: Text) -> Units[Text]:
    def without(first: int, stop: int) -> Iterator[Text]:
        cuts = [text.cut(line, first, stop) for line in run]
        return text.lower_counts(run.start, stop - first, cuts, before=first if len(run) == 1 else 0)

    # A last line without a newline is gone once its words are.
    is_there = run.stop <= len(text.lines)
    return Units(len(text.words[run.start]) if is_there else 0, without)


def drop_letters(text: Text) -> Move[Text]:
    """Shorten long words that are no numbers, the longest first."""
    places = [(line, n) for line, words in enumerate(text.words) for n in range(len(words))]
    places = [place for place in places if not is_number(text.word(place))]
    for line, n in sorted(places, key=lambda place: (-len(text.word(place)), place)):
        text = yield from drop_blocks(text, partial(_letters, range(line, line + 1), n))
    return text


def _letters(run: range, word: int, text: Text) -> Units[Text]:
    """The letters of a word in each line. One is left."""
    spans = [text.spans(line)[word] for line in run]
    length = min(stop - start for start, stop in spans)

    def without(first: int, stop: int) -> Iterator[Text]:
        cuts = [(line, at + first, at + stop, b"") for line, (at, _) in zip(run, spans, strict=True)]
        if stop - first < length:
            yield from text.lower_counts(run.start, stop - first, cuts)

    return Units(length, without)
