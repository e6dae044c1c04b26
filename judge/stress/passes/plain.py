"""Moves that make an input plain: letters towards a, lines and words in order, no trailing blanks."""

import re
from collections.abc import Iterator
from functools import partial
from string import ascii_letters, ascii_lowercase, ascii_uppercase

from judge.stress.passes.descent import Move, Units, dropped
from judge.stress.passes.text import Text, is_number

_BLANKS = re.compile(rb"[ \t]+(?=[\r\n]*\Z)")
# Per letter, and per digit of what is no number: those before it.
_EARLIER = {
    letter: alphabet[:n].encode()
    for alphabet in (ascii_lowercase, ascii_uppercase, "0123456789")
    for n, letter in enumerate(alphabet.encode())
}


def letters(text: Text) -> Move[Text]:
    """Blocks of letters become a, then each letter an earlier one: wherever it is, then where it stands.

    Between them letters are named by their order, so that bab becomes aba.
    """
    text = yield from dropped(text, _higher)
    renamed = _renamed(text)
    taken = yield [renamed]
    text = text if taken is None else renamed
    for letter in ascii_letters.encode():
        texts = [Text(text.data.replace(bytes([letter]), bytes([other]))) for other in _EARLIER[letter]]
        taken = yield texts
        text = text if taken is None else texts[taken]
    for line, at in _higher_at(text):
        texts = [
            text.spliced([(line, at, at + 1, bytes([other]))]) for other in _EARLIER[text.lines[line][at]]
        ]
        taken = yield texts
        text = text if taken is None else texts[taken]
    return text


def _renamed(text: Text) -> Text:
    """The letter that is read first becomes a, the next other one b; capital ones by themselves."""
    data = text.data
    for letters in (ascii_lowercase, ascii_uppercase):
        read = bytes(dict.fromkeys(letter for letter in data if letter in letters.encode()))
        data = data.translate(bytes.maketrans(read, letters.encode()[: len(read)]))
    return Text(data)


def _higher_at(text: Text) -> list[tuple[int, int]]:
    """The lines and bytes of what could be an earlier letter."""
    return [
        (line, at)
        for line, words in enumerate(text.words)
        for word, (start, stop) in zip(words, text.spans(line), strict=True)
        if not is_number(word)
        for at in range(start, stop)
        if _EARLIER.get(text.lines[line][at])
    ]


def _higher(text: Text) -> Units[Text]:
    places = _higher_at(text)

    def without(first: int, stop: int) -> Iterator[Text]:
        yield text.spliced(
            (line, at, at + 1, _EARLIER[text.lines[line][at]][:1]) for line, at in places[first:stop]
        )

    return Units(count=len(places), without=without)


def in_order(text: Text) -> Move[Text]:
    """Lines that have as many words are sorted, then the words in each line, in blocks."""
    for run in text.runs:
        # The first line tells of the others.
        text = yield from dropped(text, partial(_sorted_lines, run[not run.start :]))
    for line in range(len(text.lines)):
        text = yield from dropped(text, partial(_sorted_words, line))
    return text


def _sorted_lines(run: range, text: Text) -> Units[Text]:
    return Units(count=len(run), without=lambda first, stop: [text.reordered(run[first:stop])])


def _sorted_words(line: int, text: Text) -> Units[Text]:
    words = text.words[line]

    def without(first: int, stop: int) -> Iterator[Text]:
        block = sorted(words[first:stop], key=lambda word: (len(word), word))
        yield text.spliced(text.rewritten(line, [*words[:first], *block, *words[stop:]]))

    return Units(count=len(words), without=without)


def trailing_blanks(text: Text) -> Move[Text]:
    return (yield from dropped(text, _trailing_blanks))


def _trailing_blanks(text: Text) -> Units[Text]:
    found = [(line, match) for line, words in enumerate(text.lines) if (match := _BLANKS.search(words))]

    def without(first: int, stop: int) -> Iterator[Text]:
        yield text.spliced((line, *match.span(), b"") for line, match in found[first:stop])

    return Units(count=len(found), without=without)
