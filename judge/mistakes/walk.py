"""Walk one stretch of both texts byte by byte. Where they differ, a rule explains it."""

import re
from collections.abc import Iterator

from judge.mistakes.bytewise import (
    BLANKS,
    NOISE,
    PUNCTUATION,
    WHITE,
    character_at,
    common_prefix,
    end_of,
    to_ascii,
)
from judge.mistakes.extras import Extras
from judge.mistakes.gaps import Difference, Gap, compare_noise, compare_white, narrow
from judge.mistakes.lines import LINE_LIMIT
from judge.mistakes.words import WORD, name_spelling, name_variant, numbers_and_words, same_number

WRONG_TEXT = "wrong-text"

_GAP_LIMIT = 1 << 16
_REST_LIMIT = 1 << 12
_CHUNK = 1 << 20
_WORD_LIMIT = 40
_TOKEN = re.compile(rb"\S++")
_SOUNDLESS = WHITE + PUNCTUATION
_AS_WORDS = bytes(32 if byte in WHITE else 120 for byte in range(256))
_QUOTES = (b"'", b'"')


class Walk:
    """Two texts side by side. `done` is the last difference; the consumer sets it.

    `is_cut`: the output says only the beginning of the answer.
    """

    def __init__(self, answer: bytes, output: bytes, extras: Extras, *, is_cut: bool) -> None:
        self._answer = answer
        self._output = output
        self._extras = extras
        self._is_cut = is_cut
        self._mine, self._theirs = _LineStops(answer), _LineStops(output)
        self._paired = (-1, -1, False)
        self.done = Difference((), 0, 0, 0, 0)

    def differences(self, a: int, a_end: int, i: int, i_end: int) -> Iterator[Difference]:
        """Yield the differences of the stretch that ends at `a_end` and `i_end`."""
        while True:
            same = common_prefix(self._answer, a, self._output, i, min(a_end - a, i_end - i))
            a, i = a + same, i + same
            if a == a_end and i == i_end:
                return
            found = (
                self._gap(BLANKS, WHITE, a, a_end, i, i_end)
                or self._number(a, a_end, i, i_end)
                or self._gap(NOISE, _SOUNDLESS, a, a_end, i, i_end)
                or self._word(a, a_end, i, i_end)
                or self._letter(a, a_end, i, i_end)
                or [self._wrong(a, a_end, i, i_end)]
            )
            yield from found
            a, i = found[-1].b, found[-1].j

    def _gap(
        self, pattern: re.Pattern[bytes], soundless: bytes, a: int, a_end: int, i: int, i_end: int
    ) -> list[Difference]:
        """The differences of the gap around this place; none if the next marks are not the same."""
        answer, output = self._answer, self._output
        least = max(self.done.b, a - _GAP_LIMIT), max(self.done.j, i - _GAP_LIMIT)
        while a > least[0] and i > least[1] and answer[a - 1] == output[i - 1] in soundless:
            a, i = a - 1, i - 1
        most = a_end + i_end if pattern is BLANKS else _GAP_LIMIT
        b = end_of(pattern, answer, a, min(a_end, a + most))
        j = end_of(pattern, output, i, min(i_end, i + most))
        wanted, found = answer[a:b], output[i:j]
        is_done = b == a_end and j == i_end
        if wanted == found or not (is_done or (b < a_end and j < i_end and self._are_alike(b, j))):
            return []
        gap = Gap(wanted, found, a, i, a == 0, b == len(answer) and j == len(output))
        parted = (
            compare_white(gap) if pattern is BLANKS else compare_noise(gap, is_listed=self._extras.is_listed)
        )
        return [narrow(answer, output, difference) for difference in parted]

    def _are_alike(self, a: int, i: int) -> bool:
        mine, theirs = self._answer[a : a + 1], self._output[i : i + 1]
        return mine.lower() == theirs.lower() or bool(self._look_alike(a, i))

    def _look_alike(self, a: int, i: int) -> bytes:
        """The ASCII that is wanted for the character at `i`; empty if it does not look like it."""
        sign = character_at(self._output, i)
        simple = to_ascii(sign) if sign else b""
        return simple if simple and self._answer.startswith(simple, a) else b""

    def _word_start(self, a: int, i: int, soundless: bytes) -> tuple[int, int] | None:
        """Go back to the start of the word in which the two texts differ; None if it is too far."""
        answer, output = self._answer, self._output
        if answer[a : a + 1] in soundless and output[i : i + 1] in soundless:
            return a, i
        least = a - _WORD_LIMIT
        while a > self.done.b and i > self.done.j and answer[a - 1] == output[i - 1] not in soundless:
            if a == least:
                return None
            a, i = a - 1, i - 1
        return a, i

    def _ends(self, pattern: re.Pattern[bytes], a: int, a_end: int, i: int, i_end: int) -> tuple[int, int]:
        """The ends of the words that begin here; the same places if a word is too long, or is none."""
        b = end_of(pattern, self._answer, a, min(a_end, a + _WORD_LIMIT + 1))
        j = end_of(pattern, self._output, i, min(i_end, i + _WORD_LIMIT + 1))
        return (a, i) if max(b - a, j - i) > _WORD_LIMIT else (b, j)

    def _number(self, a: int, a_end: int, i: int, i_end: int) -> list[Difference]:
        """A number in another form."""
        if not (start := self._word_start(a, i, WHITE)):
            return []
        a, i = start
        b, j = self._ends(_TOKEN, a, a_end, i, i_end)
        if same_number(self._answer[a:b], self._output[i:j]):
            return [Difference(("number-form",), a, b, i, j)]
        return []

    def _word(self, a: int, a_end: int, i: int, i_end: int) -> list[Difference]:
        """A word with the same meaning, or in a line with the same number of words."""
        start = self._word_start(a, i, _SOUNDLESS)
        if self._look_alike(a, i) in _QUOTES or not start:
            return []
        a, i = start
        b, j = self._ends(WORD, a, a_end, i, i_end)
        if a == b or i == j:
            return []
        wanted, found = self._answer[a:b], self._output[i:j]
        if names := name_spelling(wanted, found):
            return [Difference(names, a, b, i, j)]
        if self._is_cut or not self._as_many_words(a, a_end, i, i_end):
            return []
        return [Difference((name_variant(wanted, found) or WRONG_TEXT,), a, b, i, j)]

    def _as_many_words(self, a: int, a_end: int, i: int, i_end: int) -> bool:
        """Return whether the rests of the two lines have the same number of words."""
        b, j = self._mine.stop(a, a_end), self._theirs.stop(i, i_end)
        if self._paired[:2] != (b, j):
            self._paired = (b, j, count_words(self._answer, a, b) == count_words(self._output, i, j))
        return self._paired[2]

    def _letter(self, a: int, a_end: int, i: int, i_end: int) -> list[Difference]:
        """A look-alike, or letters in the other case."""
        if a == a_end or i == i_end:
            return []
        if simple := self._look_alike(a, i):
            width = len(character_at(self._output, i))
            return [Difference(("look-alike",), a, a + len(simple), i, i + width)]
        mine, theirs = (
            self._answer[a : min(a_end, a + LINE_LIMIT)],
            self._output[i : min(i_end, i + LINE_LIMIT)],
        )
        run = 0
        while run < min(len(mine), len(theirs)) and mine[run] ^ theirs[run] == 32:
            if not mine[run : run + 1].isalpha():
                break
            run += 1
        return [Difference(("wrong-case",), a, a + run, i, i + run)] if run else []

    def _wrong(self, a: int, a_end: int, i: int, i_end: int) -> Difference:
        """Text that no rule explains: bytes that differ, or the rest of the two lines."""
        word = self._word_start(a, i, _SOUNDLESS)
        begins = word == (a, i)
        start, other_start = word or (a, i)
        at_end = a_end == len(self._answer) and end_of(BLANKS, self._output, i, i_end) == len(self._output)
        if at_end and (self._is_cut or begins):
            rest = Difference((self._extras.name_missing(a, a_end, i),), a, a_end, i, i_end)
            return narrow(self._answer, self._output, rest)
        b, j = self._mine.stop(a, a_end), self._theirs.stop(i, i_end)
        if (a, i) == (b, j):
            b, j = min(a + 1, a_end), min(i + 1, i_end)
        if begins and a == b and i < j:
            return Difference((self._extras.name_extra(a, i, j),), a, a, i, j)
        if b - a == j - i > _WORD_LIMIT:
            most = min(b - a, _REST_LIMIT)
            pairs = zip(self._answer[a : a + most], self._output[i : i + most], strict=True)
            run = next((n for n, (x, y) in enumerate(pairs) if x == y), most)
            return Difference((WRONG_TEXT,), a, a + max(run, 1), i, i + max(run, 1))
        return self._rest_of_line(start, b, other_start, j)

    def _rest_of_line(self, a: int, b: int, i: int, j: int) -> Difference:
        """The rests of two lines, in whole words."""
        wanted, found = self._answer[a:b], self._output[i:j]
        short = max(len(wanted), len(found)) <= _REST_LIMIT
        mine, theirs = (numbers_and_words(wanted), numbers_and_words(found)) if short else ([], [])
        if len(mine) > 1 and mine == theirs:
            spaced = len(wanted.split()) > len(found.split()) or b"->" in found
            return Difference(("other-separator" if spaced else "punctuation",), a, b, i, j)
        if len(mine) > 1 and sorted(mine) == sorted(theirs):
            return Difference(("out-of-order",), a, b, i, j)
        end = common_prefix(wanted[::-1], 0, found[::-1], 0, len(wanted))
        while end and not (_is_between_words(wanted, -end) and _is_between_words(found, -end)):
            end -= 1
        return Difference((WRONG_TEXT,), a, b - end, i, j - end)


def count_words(data: bytes, start: int, stop: int) -> int:
    """Count the words between blanks, without a list of them."""
    count, before = 0, b" "
    for at in range(start, stop, _CHUNK):
        piece = data[at : min(at + _CHUNK, stop)]
        count += (before + piece).translate(_AS_WORDS).count(b" x")
        before = piece[-1:]
    return count


def _is_between_words(text: bytes, at: int) -> bool:
    """Return whether no word continues across this place, which is counted from the end."""
    return text[at] in _SOUNDLESS or text[at - 1 : at][-1:] in _SOUNDLESS


class _LineStops:
    """The ends of lines of one text. The last one is cached: every word of a long line needs it."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._known = (0, 0, 0)

    def stop(self, start: int, end: int) -> int:
        """The end of the line at `start`, without its newline and the blanks before it."""
        least, newline, known_end = self._known
        if not (least <= start <= newline and known_end == end):
            found = self._data.find(b"\n", start, end)
            newline = end if found < 0 else found
            self._known = (start, newline, end)
        tail = self._data[max(start, newline - _REST_LIMIT) : newline]
        return newline - len(tail) + len(tail.rstrip())
