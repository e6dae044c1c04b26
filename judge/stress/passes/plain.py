"""Moves that make an input plain: letters towards a, lines and words in order, no trailing blanks."""

import re
from collections.abc import Iterator
from functools import partial
from string import ascii_letters, ascii_lowercase, ascii_uppercase

from judge.stress.passes.descent import Move, Units, by_blocks, drop_blocks, pick
from judge.stress.passes.text import Text, is_number

_BLANKS = re.compile(rb"[ \t]+(?=[\r\n]*\Z)")
# The letters before each letter, and the digits before each digit of a word that is no number.
_EARLIER = {
    letter: alphabet[:n].encode()
    for alphabet in (ascii_lowercase, ascii_uppercase, "0123456789")
    for n, letter in enumerate(alphabet.encode())
}


def lower_letters(text: Text) -> Move[Text]:
    """Replace blocks of letters by a, then each letter by an earlier one: everywhere, then in one place.

    In between, name the letters by the order in which they first appear, so that bab becomes aba.
    """
    text = yield from drop_blocks(text, _higher_letters)
    text = yield from pick(text, [_rename_letters(text)])
    for letter in ascii_letters.encode():
        earlier = [bytes([other]) for other in _EARLIER[letter]]
        text = yield from pick(text, [Text(text.data.replace(bytes([letter]), other)) for other in earlier])
    for line, at in _higher_places(text):
        earlier = [bytes([other]) for other in _EARLIER[text.lines[line][at]]]
        text = yield from pick(text, [text.splice([(line, at, at + 1, other)]) for other in earlier])
    return text


def _rename_letters(text: Text) -> Text:
    """Rename the first letter to a, the next other one to b; capital letters separately."""
    data = text.data
    for letters in (ascii_lowercase, ascii_uppercase):
        read = bytes(dict.fromkeys(letter for letter in data if letter in letters.encode()))
        data = data.translate(bytes.maketrans(read, letters.encode()[: len(read)]))
    return Text(data)


def _higher_places(text: Text) -> list[tuple[int, int]]:
    """The line and the byte of each letter that has an earlier one."""
    return [
        (line, at)
        for line, words in enumerate(text.words)
        for word, (start, stop) in zip(words, text.spans(line), strict=True)
        if not is_number(word)
        for at in range(start, stop)
        if _EARLIER.get(text.lines[line][at])
    ]


def _higher_letters(text: Text) -> Units[Text]:
    places = _higher_places(text)

    def without(first: int, stop: int) -> Iterator[Text]:
        some = places[first:stop]
        yield text.splice((line, at, at + 1, _EARLIER[text.lines[line][at]][:1]) for line, at in some)

    return Units(len(places), without)


def sort(text: Text) -> Move[Text]:
    """Sort lines with the same number of words, then the words in each line, in blocks."""
    for run in text.runs:
        # The first line states the counts.
        text = yield from drop_blocks(text, partial(_unsorted_lines, run[not run.start :]))
    for line in range(len(text.lines)):
        text = yield from drop_blocks(text, partial(_unsorted_words, line))
    return text


def _unsorted_lines(run: range, text: Text) -> Units[Text]:
    return Units(len(run), lambda first, stop: [text.sort_lines(run[first:stop])])


def _unsorted_words(line: int, text: Text) -> Units[Text]:
    words = text.words[line]

    def without(first: int, stop: int) -> Iterator[Text]:
        block = sorted(words[first:stop], key=lambda word: (len(word), word))
        yield text.splice(text.rewrite(line, [*words[:first], *block, *words[stop:]]))

    return Units(len(words), without)


@by_blocks
def drop_trailing_blanks(text: Text) -> Units[Text]:
    ends = [(line, match) for line, words in enumerate(text.lines) if (match := _BLANKS.search(words))]

    def without(first: int, stop: int) -> Iterator[Text]:
        yield text.splice((line, *match.span(), b"") for line, match in ends[first:stop])

    return Units(len(ends), without)
