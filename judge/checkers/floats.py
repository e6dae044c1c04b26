"""The rules of `float` and of `kattis` with flags: words as `kattis` has them, numbers within a bound.

Source: Kattis's default validator with its options,
https://github.com/Kattis/problemtools/blob/master/support/default_validator/default_validator.cc. What is a
number is what `scanf("%lf")` of glibc takes whole and finds finite, hexadecimal and `1e` too. It is rounded
to a double, and doubles are compared, at the edge of a bound as well.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from math import isfinite, nan

from msgspec import Struct

from judge.checkers.checker import Judgement
from judge.checkers.sites import kattis_words
from judge.errors import shown
from judge.mistakes.bytewise import WHITE, same_text
from judge.model.cases import Test
from judge.model.verdicts import Verdict
from judge.platform.files import Content, pieces

_WORD = re.compile(rb"[^%b]++" % re.escape(WHITE))
# What Python spells otherwise, or not at all: digits to sixteen, an exponent that lacks its digits.
_DECIMAL = re.compile(rb"([+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++))e[+-]?", re.IGNORECASE)
_HEXADECIMAL = re.compile(
    rb"[+-]?0x(?:\.|(?P<digits>[0-9a-f]++\.?[0-9a-f]*+|\.[0-9a-f]++)(?:p[+-]?(?P<power>[0-9]*+))?)",
    re.IGNORECASE,
)
_LETTERS_SHOWN = 40


class Within(Struct, frozen=True, kw_only=True):
    """A checker: each number of the answer is met within one of the bounds. None is no bound; without any a
    number is a word. Letters in either case are alike unless they are to count, and so is any white space.

    Both texts are read piece by piece; the longest word is held once more.
    """

    absolute: float | None = None
    relative: float | None = None
    case_counts: bool = False
    blanks_count: bool = False

    def __call__(self, test: Test, output: bytes) -> Judgement:
        if self.blanks_count and not same_text(_blanks(pieces(output)), _blanks(pieces(test.right_answer))):
            return Judgement(verdict=Verdict.WA)
        pairs = zip_longest(_split(output), _split(test.right_answer))
        for index, (found, wanted) in enumerate(pairs):
            if found != wanted and not self._alike(found, wanted):
                message = self._difference(output, test.right_answer, index, found, wanted)
                return Judgement(verdict=Verdict.WA, message=message)
        return Judgement(verdict=Verdict.AC)

    def _alike(self, found: bytes | None, wanted: bytes | None) -> bool:
        if found is None or wanted is None:
            return False
        if (value := self._number(wanted)) is None:
            return not self.case_counts and found.lower() == wanted.lower()
        own = number(found)
        return own is not None and self._near(own, value)

    def _number(self, word: bytes) -> float | None:
        """What a word of the answer is where numbers are compared as such."""
        return None if self.absolute is None and self.relative is None else number(word)

    def _near(self, found: float, wanted: float) -> bool:
        off = abs(wanted - found)
        return (self.absolute is not None and off <= self.absolute) or (
            self.relative is not None and off <= self.relative * abs(wanted)
        )

    def _difference(
        self, output: bytes, answer: Content, index: int, found: bytes | None, wanted: bytes | None
    ) -> str:
        """What is wrong with the word at `index`, in a sentence."""
        if found is None:
            return f"word {index + 1} is missing: expected {shown(wanted or b'')}, got the end of the output"
        place = _place(output, index)
        if wanted is None:
            return f"word {index + 1} on {place} is {shown(found)}, expected the end of the output"
        if (value := self._number(wanted)) is None:
            return f"word {index + 1} on {place} is {shown(found)}, expected {shown(wanted)}"
        count = sum(number(word) is not None for word in islice(_split(answer), index + 1))
        if (own := number(found)) is None:
            return f"number {count} on {place} is no number: expected {_cut(wanted)}, got {shown(found)}"
        return f"number {count} on {place} is {_cut(found)}, expected {_cut(wanted)}: {self._off(own, value)}"

    def _off(self, found: float, wanted: float) -> str:
        """The absolute and the relative error, and what is allowed of each."""
        off = abs(wanted - found)
        errors = [_above(off, self.absolute)]
        if wanted:
            errors.append(f"{_above(off / abs(wanted), self.relative)} of it")
        bounds = [("abs", self.absolute), ("rel", self.relative)]
        allowed = " or ".join(f"{name} {bound:.12g}" for name, bound in bounds if bound is not None)
        if self.absolute == self.relative:
            allowed = f"{self.absolute:.12g}"
        return f"off by {', '.join(errors)}; {allowed} allowed"


def number(word: bytes) -> float | None:
    """The number that a word is as C reads it; None where it is none, or none that is finite."""
    try:
        value = nan if b"_" in word else float(word)
    except ValueError:
        value = _as_in_c(word)
    return value if isfinite(value) else None


def _as_in_c(word: bytes) -> float:
    if decimal := _DECIMAL.fullmatch(word):
        return float(decimal[1])
    if not (found := _HEXADECIMAL.fullmatch(word)):
        return nan
    if not found["digits"]:
        return 0.0
    text = word if found["power"] else word[: found.end("digits")]
    try:
        return float.fromhex(text.decode())
    except OverflowError:
        return nan


def _split(text: Content) -> Iterator[bytes]:
    return chain.from_iterable(_lists(kattis_words(text)))


def _lists(pieces: Iterable[bytes]) -> Iterator[list[bytes]]:
    """The words of a text in which a space follows each, cut anywhere."""
    begun: list[bytes] = []
    for piece in pieces:
        first, *others = piece.split(b" ")
        begun.append(first)
        if others:
            yield [b"".join(begun), *others[:-1]]
            begun = [others[-1]]


def _blanks(text: Iterable[bytes]) -> Iterator[bytes]:
    """The white space of a text, and one letter for every word."""
    in_word = False
    for piece in text:
        left = _WORD.sub(b"x", piece)
        if left := left.removeprefix(b"x") if in_word else left:
            in_word = left.endswith(b"x")
            yield left


def _place(output: bytes, index: int) -> str:
    """Where the word at `index` begins."""
    start = next(islice(_WORD.finditer(output), index, None)).start()
    line, before = output.count(b"\n", 0, start) + 1, output.rfind(b"\n", 0, start)
    return f"line {line}, column {start - before}"


def _cut(word: bytes) -> str:
    """A number as it stands there, cut where it is long."""
    return word[:_LETTERS_SHOWN].decode() + ("..." if len(word) > _LETTERS_SHOWN else "")


def _above(error: float, bound: float | None) -> str:
    """An error with two digits, or as many as show that it is above its bound."""
    texts = (f"{error:.{digits}g}" for digits in range(2, 18))
    return next((text for text in texts if bound is None or float(text) > bound), f"{error:.2g}")
