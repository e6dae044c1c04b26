"""Compare two words that differ: tell whether they mean the same, and name the mistake."""

import re
from decimal import Decimal

from judge.mistakes.bytewise import PUNCTUATION, WHITE, replace_look_alikes
from judge.platform.expressions import compile_later

WORD = compile_later(rb"[^%b]++" % re.escape(WHITE + PUNCTUATION))
TRUE, FALSE = {b"yes", b"true", b"1", b"y", b"t"}, {b"no", b"false", b"0", b"n", b"f"}
NOTHING = {b"none", b"null", b"undefined", b"nil"}

_LONGEST = 40
_DIGITS = rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
_NUMBER = compile_later(_DIGITS)
_THOUSANDS = compile_later(rb"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_OTHER_THOUSANDS = compile_later(rb"[+-]?[0-9]{1,3}(?:(?:_[0-9]{3})+|(?:'[0-9]{3})+|(?:\.[0-9]{3}){2,})")
_DECIMAL_COMMA = compile_later(rb"[+-]?[0-9]*,[0-9]+")
# Reduces a text to its shape: 9 for a digit, 0 for 0, e, a point, a sign, else a blank.
_SHAPE = bytes.maketrans(
    bytes(range(256)),
    bytes(
        57 if chr(byte) in "123456789" else 101 if chr(byte) in "eE" else byte if chr(byte) in "0.+-" else 32
        for byte in range(256)
    ),
)
# Only in a text with one of these can a number be shorter.
_LONG_SHAPES = (b".", b"+", b"9e", b"0e", b" 09", b" 00", b"-0")
_NUMBER_ALONE = compile_later(rb"(?<![\w.+-])%b(?![\w.])" % _DIGITS)
_MARKS = b"!?#:*&%$@~=<>/\\^"
_NUMBER_OR_WORD = compile_later(
    rb"(?<![0-9A-Za-z.])-?[0-9]+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|[A-Za-z\x80-\xff]+"
)


def name_spelling(wanted: bytes, found: bytes) -> tuple[str, ...]:
    """Name the mistakes of spelling `wanted` as `found`; empty if that does not mean the same."""
    if max(len(wanted), len(found)) > _LONGEST:
        return ()
    if same_number(wanted, found):
        return ("number-form",)
    simple = replace_look_alikes(found)
    names = () if simple == found else ("look-alike",)
    if names and simple.strip(b"\"'`") == wanted:
        return names if simple == wanted else ("quoted",)
    if simple.lower() == wanted.lower():
        return names if simple == wanted else (*names, "wrong-case")
    mine, theirs = (word.translate(None, _MARKS).rstrip(b".").lower() for word in (wanted, simple))
    return (*names, "punctuation") if mine and mine == theirs else ()


def name_variant(wanted: bytes, found: bytes) -> str:
    """Name the mistake of printing `found` for a similar `wanted`; empty if it is another word."""
    if any({wanted.lower(), found.lower()} <= words for words in (TRUE, FALSE)):
        return "boolean-form"
    return "rounding" if _is_rounded(wanted, found) else ""


def same_number(wanted: bytes, found: bytes) -> bool:
    """Return whether the words spell one number differently. `found` may have commas as people write them."""
    if wanted.isdigit() and found.isdigit():
        return wanted != found and wanted.lstrip(b"0") == found.lstrip(b"0")
    value = _value(wanted)
    if value is None or wanted == found:
        return False
    if _THOUSANDS.fullmatch(found) and _value(found.replace(b",", b"")) == value:
        return True
    if _OTHER_THOUSANDS.fullmatch(found) and _value(found.translate(None, b"_'.")) == value:
        return True
    decimal = found.replace(b",", b".") if b"." in wanted and _DECIMAL_COMMA.fullmatch(found) else found
    return _value(decimal) == value


def shorten_numbers(text: bytes) -> bytes:
    """Write every number of a text in its shortest form."""
    shape = b" " + text.translate(_SHAPE)
    if any(sign in shape for sign in _LONG_SHAPES):
        return _NUMBER_ALONE.sub(lambda found: _shorten(found[0]), text)
    return text


def numbers_and_words(line: bytes) -> list[bytes]:
    """Find the numbers and words of a line, without separators. Numbers keep their signs."""
    return _NUMBER_OR_WORD.findall(line)


def _value(word: bytes) -> Decimal | None:
    return Decimal(word.decode()) if len(word) <= _LONGEST and _NUMBER.fullmatch(word) else None


def _shorten(number: bytes) -> bytes:
    value = _value(number)
    if value is None or abs(value.adjusted()) > _LONGEST:
        return number
    text = f"{value:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return b"0" if text in ("-0", "") else text.encode()


def _is_rounded(wanted: bytes, found: bytes) -> bool:
    """Return whether two numbers with decimals differ by at most one in the last place that both have."""
    mine, theirs = _value(wanted), _value(found)
    if mine is None or theirs is None or b"." not in wanted or b"." not in found:
        return False
    places = min(len(word.partition(b".")[2]) for word in (wanted, found))
    return places > 0 and abs(mine - theirs) <= Decimal(1).scaleb(-places)
