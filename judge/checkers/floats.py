"""The rules `float`, `decimals` and `kattis` with flags: words as in `kattis`, numbers within a bound.

Source: Kattis's default validator with its options,
https://github.com/Kattis/problemtools/blob/master/support/default_validator/default_validator.cc. A number is
a word that `scanf("%lf")` of glibc reads completely as a finite value, including hexadecimal and `1e`.
Numbers are rounded to doubles before comparing, even at the edge of a bound.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from math import isfinite, nan
from typing import Any

from msgspec import Struct

from judge.checkers.checker import Judgement
from judge.checkers.sites import kattis_words
from judge.checkers.values import Values
from judge.mistakes.bytewise import WHITE, same_text
from judge.model.cases import Test
from judge.model.verdicts import Verdict
from judge.platform.errors import shown
from judge.platform.expressions import compile_later
from judge.platform.files import Content, pieces
from judge.subjects.signatures.values import encode_line
from judge.subjects.subject import signature_for

_WORD = compile_later(rb"[^%b]++" % re.escape(WHITE))
_DECIMAL = compile_later(rb"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:e[+-]?[0-9]++)?", re.IGNORECASE)
# Notations that Python lacks or spells differently: hexadecimal digits, an exponent without digits.
_WITHOUT_POWER = compile_later(rb"([+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++))e[+-]?", re.IGNORECASE)
_HEXADECIMAL = compile_later(
    rb"[+-]?0x(?:\.|(?P<digits>[0-9a-f]++\.?[0-9a-f]*+|\.[0-9a-f]++)(?:p[+-]?(?P<power>[0-9]*+))?)",
    re.IGNORECASE,
)
# A decimal number that is not written as an integer.
_BROKEN = compile_later(
    rb"[+-]?(?:(?:[0-9]++\.[0-9]*+|\.[0-9]++)(?:e[+-]?[0-9]++)?|[0-9]++e[+-]?[0-9]++)", re.IGNORECASE
)
_LETTERS_SHOWN = 40


class Within(Struct, frozen=True, kw_only=True):
    """A checker that accepts each number of the answer within one of the bounds. None means no bound.

    Without bounds numbers are ordinary words, and so are integers if `integers_are_words` is set. Then
    numbers are decimal, and a NUL does not end a word. Case and white space are ignored unless `case_counts`
    or `blanks_count` is set. Both texts are read piece by piece; only the longest word is copied.

    The values of functions are compared as JSON, with such words in place of their numbers and texts.
    """

    absolute: float | None = None
    relative: float | None = None
    case_counts: bool = False
    blanks_count: bool = False
    integers_are_words: bool = False

    def __call__(self, test: Test, output: bytes) -> Judgement:
        if signature_for(test.format) and (judgement := self._compare_values(test, output)):
            return judgement
        if self.blanks_count and not same_text(_blanks(pieces(output)), _blanks(pieces(test.right_answer))):
            return Judgement(verdict=Verdict.WA)
        pairs = zip_longest(self._split(output), self._split(test.right_answer))
        for index, (found, wanted) in enumerate(pairs):
            if found != wanted and not self._alike(found, wanted):
                message = self._difference(output, test.right_answer, index, found, wanted)
                return Judgement(verdict=Verdict.WA, message=message)
        return Judgement(verdict=Verdict.AC)

    def _compare_values(self, test: Test, output: bytes) -> Judgement | None:
        return Values(is_alike=self._is_alike, explain=self._explain)(test, output)

    def _is_alike(self, wanted: Any, found: Any) -> bool:
        is_same = type(wanted) is type(found) and wanted == found
        return is_same or self._alike(_word_of(found), _word_of(wanted))

    def _explain(self, wanted: Any, found: Any) -> str:
        value, own = self._number(_word_of(wanted)), number(_word_of(found))
        return "" if value is None or own is None else f": {self._off(own, value)}"

    def _alike(self, found: bytes | None, wanted: bytes | None) -> bool:
        if found is None or wanted is None:
            return False
        if (value := self._number(wanted)) is None:
            return not self.case_counts and found.lower() == wanted.lower()
        own = self._number_printed(found)
        return own is not None and self._near(own, value)

    def _number(self, word: bytes) -> float | None:
        """Return the value of a word of the answer, or None if it is not compared as a number."""
        if self.absolute is None and self.relative is None:
            return None
        return None if self.integers_are_words and not _BROKEN.fullmatch(word) else number(word)

    def _number_printed(self, word: bytes) -> float | None:
        """Return the value of a word of the output, or None if it is no number."""
        return None if self.integers_are_words and not _DECIMAL.fullmatch(word) else number(word)

    def _split(self, text: Content) -> Iterator[bytes]:
        return chain.from_iterable(_lists(kattis_words(text, ends_at_nul=not self.integers_are_words)))

    def _near(self, found: float, wanted: float) -> bool:
        off = abs(wanted - found)
        return (self.absolute is not None and off <= self.absolute) or (
            self.relative is not None and off <= self.relative * abs(wanted)
        )

    def _difference(
        self, output: bytes, answer: Content, index: int, found: bytes | None, wanted: bytes | None
    ) -> str:
        """Describe the fault of the word at `index` in a sentence."""
        if found is None:
            return f"word {index + 1} is missing: expected {shown(wanted or b'')}, got the end of the output"
        place = _place(output, index)
        if wanted is None:
            return f"word {index + 1} on {place} is {shown(found)}, expected the end of the output"
        if (value := self._number(wanted)) is None:
            return f"word {index + 1} on {place} is {shown(found)}, expected {shown(wanted)}"
        count = sum(self._number(word) is not None for word in islice(self._split(answer), index + 1))
        if (own := self._number_printed(found)) is None:
            return f"number {count} on {place} is no number: expected {_cut(wanted)}, got {shown(found)}"
        return f"number {count} on {place} is {_cut(found)}, expected {_cut(wanted)}: {self._off(own, value)}"

    def _off(self, found: float, wanted: float) -> str:
        """Return the absolute and the relative error, and the allowed errors."""
        off = abs(wanted - found)
        errors = [_above(off, self.absolute)]
        if wanted:
            errors.append(f"{_above(off / abs(wanted), self.relative)} of it")
        bounds = [("abs", self.absolute), ("rel", self.relative)]
        allowed = " or ".join(f"{name} {bound:.12g}" for name, bound in bounds if bound is not None)
        if self.absolute == self.relative:
            allowed = f"{self.absolute:.12g}"
        return f"off by {', '.join(errors)}; {allowed} allowed"


def _word_of(value: Any) -> bytes:
    return encode_line(value).strip()


def number(word: bytes) -> float | None:
    """Return the finite number that C reads from a word, or None."""
    try:
        value = nan if b"_" in word else float(word)
    except ValueError:
        value = _as_in_c(word)
    return value if isfinite(value) else None


def _as_in_c(word: bytes) -> float:
    if found := _WITHOUT_POWER.fullmatch(word):
        return float(found[1])
    if not (found := _HEXADECIMAL.fullmatch(word)):
        return nan
    if not found["digits"]:
        return 0.0
    text = word if found["power"] else word[: found.end("digits")]
    try:
        return float.fromhex(text.decode())
    except OverflowError:
        return nan


def _lists(pieces: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield lists of words from pieces of any size; a space follows each word."""
    begun: list[bytes] = []
    for piece in pieces:
        first, *others = piece.split(b" ")
        begun.append(first)
        if others:
            yield [b"".join(begun), *others[:-1]]
            begun = [others[-1]]


def _blanks(text: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the white space of a text, with one letter for every word."""
    in_word = False
    for piece in text:
        left = _WORD.sub(b"x", piece)
        if left := left.removeprefix(b"x") if in_word else left:
            in_word = left.endswith(b"x")
            yield left


def _place(output: bytes, index: int) -> str:
    """Return the line and column of the word at `index`."""
    start = next(islice(_WORD.finditer(output), index, None)).start()
    line, before = output.count(b"\n", 0, start) + 1, output.rfind(b"\n", 0, start)
    return f"line {line}, column {start - before}"


def _cut(word: bytes) -> str:
    """Return a number as written, shortened if it is long."""
    return word[:_LETTERS_SHOWN].decode() + ("..." if len(word) > _LETTERS_SHOWN else "")


def _above(error: float, bound: float | None) -> str:
    """Format an error with two digits, or as many as are needed to show that it exceeds its bound."""
    texts = (f"{error:.{digits}g}" for digits in range(2, 18))
    return next((text for text in texts if bound is None or float(text) > bound), f"{error:.2g}")
