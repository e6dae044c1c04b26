"""Profiles: the checkers of other judges, and their verdicts on an output.

A profile is named after a site if a public source describes how that site compares, otherwise after its way
of comparing. It implements a site's general rule, not its checkers for single problems. Characters that a
rule ignores are removed from both texts piece by piece, so that no second copy is in memory.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from itertools import chain
from typing import Any

from msgspec.structs import replace

from judge.checkers.checker import Checker, Judgement
from judge.checkers.exact import completion, exact
from judge.mistakes.bytewise import WHITE, blank_equal, same_text
from judge.model.cases import Test
from judge.model.results import Opinion
from judge.model.verdicts import Verdict
from judge.platform.files import Content, pieces, size_of, whole
from judge.subjects.subject import SUBJECTS, Subject, subject_of

_TO_SPACE = bytes.maketrans(WHITE, b" " * len(WHITE))
_TESTLIB = bytes.maketrans(b"\t\n\r", b"   ")
_WITHIN_LINE = bytes.maketrans(b"\t\v\f\r", b"    ")
_AFTER_NUL = re.compile(rb"\x00[^ ]*")
_BEFORE_ANY_NEWLINE = re.compile(rb"[ \r](?<![ \r]{2})[ \r]*+(?=\n)")
_SPACES = b" " * 32
_BLANKS_OF_DMOJ = bytes.maketrans(b"\t\v\f\r", b"   \n")
# A parsed value takes up to two hundred times the memory of its text.
_JSON_BYTES = 1 << 18


def luogu(test: Test, output: bytes) -> Judgement:
    """Ignore spaces at the ends of lines and newlines at the end of the output. Never PE.

    Sources: https://help.luogu.com.cn/manual/luogu/problem/ ("评测忽略行末空格与文尾回车"), and for the
    verdicts https://help.luogu.com.cn/manual/luogu/problem/judging. Neither mentions tabs or carriage
    returns, so these are not ignored.
    """
    return _judgement_of(same_text(_lines(pieces(output)), _lines(pieces(test.right_answer))))


def lines(test: Test, output: bytes) -> Judgement:
    """Compare like `luogu`, but also ignore carriage returns at the ends of lines, in output and answer.

    This is the judge's own rule for tests in folders. Programs print LF here, whatever system the answer was
    written on. A carriage return within a line counts, so the line ends of old Macs do, too.
    """
    mine, theirs = (_lines(pieces(text), _trim_lines, b" \r\n") for text in (output, test.right_answer))
    return _judgement_of(same_text(mine, theirs))


def poj(test: Test, output: bytes) -> Judgement:
    """Compare like `luogu`, but return PE for any other difference in white space only.

    Source: the site's board, http://poj.org/showmessage?message_id=87097, which adds that a special judge may
    return WA instead of PE.
    """
    if same_text(_lines(pieces(output)), _lines(pieces(test.right_answer))):
        return Judgement(verdict=Verdict.AC)
    return Judgement(verdict=Verdict.PE if blank_equal(output, test.right_answer) else Verdict.WA)


def squeezed(test: Test, output: bytes) -> Judgement:
    """Treat every stretch of white space as equal. It must be in the same places, also at both ends."""
    return _judgement_of(same_text(_squeezed(pieces(output)), _squeezed(pieces(test.right_answer))))


def tokens(test: Test, output: bytes) -> Judgement:
    """Require the same words in the same order, separated by any spaces, tabs, LF and CR.

    A byte order mark is ignored before the output, but not before the answer. This is testlib's `wcmp`
    without its limits on sizes:
    https://github.com/MikeMirzayanov/testlib/blob/master/checkers/wcmp.cpp.
    """
    mine, theirs = output.removeprefix(BOM_UTF8), test.right_answer
    return _judgement_of(same_text(_words(pieces(mine), _TESTLIB), _words(pieces(theirs), _TESTLIB)))


def cms(test: Test, output: bytes) -> Judgement:
    """Require the same words in each line, separated by any white space. Blank lines at the end are ignored.

    This is the rule of CMS for tasks without a checker, called white diff:
    https://github.com/cms-dev/cms/blob/main/cms/grading/steps/whitediff.py.
    """
    return _judgement_of(
        same_text(_lines_of_words(pieces(output)), _lines_of_words(pieces(test.right_answer)))
    )


def dmoj(test: Test, output: bytes) -> Judgement:
    """Require the same words in each line that has any. LF and CR end lines; lines without words are ignored.

    This is DMOJ's checker `standard`, the default for problems that name none:
    https://github.com/DMOJ/judge-server/blob/master/dmoj/checkers/_checker.c.
    """
    return _judgement_of(
        same_text(_lines_with_words(pieces(output)), _lines_with_words(pieces(test.right_answer)))
    )


def kattis(test: Test, output: bytes) -> Judgement:
    """Require the same words in the same order, ignoring ASCII case. Each word ends at its first NUL.

    This is the default of Kattis, which DOMjudge has adopted. Sources:
    https://www.kattis.com/problem-package-format/spec/legacy.html, "Default Output Validator Specification",
    https://github.com/Kattis/problemtools/blob/master/support/default_validator/default_validator.cc, and
    https://github.com/DOMjudge/domjudge/blob/main/sql/files/defaultdata/compare/compare.cc.
    """
    mine, theirs = kattis_words(output), kattis_words(test.right_answer)
    return _judgement_of(same_text(map(bytes.lower, mine), map(bytes.lower, theirs)))


def kattis_words(text: Content, *, ends_at_nul: bool = True) -> Iterator[bytes]:
    """Yield every word, or what is before its first NUL, followed by one space, in pieces of any size."""
    words = _words(pieces(text), _TO_SPACE)
    return _up_to_nul(words) if ends_at_nul else words


def json_value(test: Test, output: bytes) -> Judgement | None:
    """Require the same JSON value in any notation. Return None unless the answer is an array or object.

    The result is also None if one of the two texts is larger than 256 KiB. Numbers are compared exactly, so 1
    equals 1.0, and neither equals true. The order of names is ignored. Texts that RFC 8259 forbids, and
    objects with a duplicate name, are not values. A byte order mark before the output is ignored, see
    https://www.rfc-editor.org/rfc/rfc8259.
    """
    if max(len(output), size_of(test.right_answer)) > _JSON_BYTES:
        return None
    answer = _parsed(whole(test.right_answer))
    if not isinstance(answer, list | dict):
        return None
    with suppress(RecursionError):
        return _judgement_of(_parsed(output) == answer)
    return Judgement(verdict=Verdict.WA)


def any_of(subject: Subject) -> Checker:
    """Return a checker that accepts a right answer to every part in any layout; None for other subjects."""

    def checker(test: Test, output: bytes) -> Judgement | None:
        if subject_of(test.format) is not subject:
            return None
        return _judgement_of(completion(test, output) is not None)

    return checker


def accepts_equal(checker: Checker, output: bytes) -> bool:
    """Return whether a rule is known to accept this output if the answer has the same bytes."""
    if checker is tokens:
        return not output.startswith(BOM_UTF8)
    return checker in (lines, luogu, poj, squeezed, cms, dmoj, kattis)


PROFILES: Mapping[str, Checker] = {
    "exact": exact,
    "luogu": luogu,
    "poj": poj,
    "squeezed": squeezed,
    "cms": cms,
    "tokens": tokens,
    "kattis": kattis,
    "json": json_value,
    **{f"any-{subject.part}": any_of(subject) for subject in SUBJECTS},
}


def opinions(output: bytes, test: Test, known: Mapping[str, Verdict]) -> tuple[Opinion, ...]:
    """Return every profile's verdict on an output, including the verdicts that are already `known`."""
    completed = completion(test, output) if test.case.any_answer else None
    meant = test if completed is None else replace(test, answer=completed)
    said: dict[str, Verdict | None] = dict.fromkeys(PROFILES) | dict(known)
    for name in PROFILES.keys() - known.keys():
        judgement = PROFILES[name](meant, output)
        said[name] = judgement.verdict if judgement else None
    return tuple(Opinion(profile=name, verdict=verdict) for name, verdict in said.items())


def _judgement_of(equal: bool) -> Judgement:
    return Judgement(verdict=Verdict.AC if equal else Verdict.WA)


def _trim_spaces(text: bytes) -> bytes:
    """Remove the spaces at the ends of lines. Each pass halves the longest."""
    blanks = b" "
    while blanks + b"\n" in text:
        blanks *= 2
    while blanks := blanks[: len(blanks) // 2]:
        text = text.replace(blanks + b"\n", b"\n")
    return text


def _trim_lines(text: bytes) -> bytes:
    """Remove the spaces and carriage returns at the ends of lines."""
    text = _trim_spaces(text.replace(b"\r\n", b"\n"))
    return _BEFORE_ANY_NEWLINE.sub(b"", text) if b"\r\n" in text else text


def _trim_words(text: bytes) -> bytes:
    """Remove the single spaces around newlines."""
    return text.replace(b"\n ", b"\n").replace(b" \n", b"\n")


def _join_lines(text: bytes) -> bytes:
    """Remove the single spaces around newlines, and newlines after newlines."""
    text = _trim_words(text)
    while b"\n\n" in text:
        text = text.replace(b"\n\n", b"\n")
    return text


def _lines(
    text: Iterable[bytes], trim: Callable[[bytes], bytes] = _trim_spaces, ending: bytes = b" \n"
) -> Iterator[bytes]:
    """Yield a text in trimmed pieces, without the characters `ending` at its end.

    No stretch of these is split between two pieces.
    """
    blanks = b""
    for piece in text:
        piece = blanks + piece
        said = piece.rstrip(ending)
        blanks = piece[len(said) :]
        if said:
            yield trim(said)


def _lines_of_words(text: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the words of each line with one space between them, without blank lines at the end."""
    return _lines(_squeezed(text, _WITHIN_LINE, begun=True), _trim_words)


def _lines_with_words(text: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the words with one space between them in a line, and one LF between lines and at the start."""
    words = _squeezed(text, _BLANKS_OF_DMOJ, begun=True)
    return _lines(chain((b"\n",), words), _join_lines)


def _squeezed(text: Iterable[bytes], blanks: bytes = _TO_SPACE, *, begun: bool = False) -> Iterator[bytes]:
    """Yield a text with every stretch of white space as one space; `blanks` is the translation table.

    With `begun` a stretch had started before the text, and its space is dropped here.
    """
    for piece in text:
        piece = piece.translate(blanks)
        while b"  " in piece:
            piece = piece.replace(_SPACES, b" ").replace(b"  ", b" ")
        if piece := piece.removeprefix(b" ") if begun else piece:
            begun = piece.endswith(b" ")
            yield piece


def _words(text: Iterable[bytes], blanks: bytes) -> Iterator[bytes]:
    """Yield every word followed by one space."""
    return _squeezed(chain(text, (b" ",)), blanks, begun=True)


def _up_to_nul(words: Iterable[bytes]) -> Iterator[bytes]:
    """Cut every word at its first NUL."""
    cut = False
    for piece in words:
        piece = b"\0" * cut + piece
        cut = piece.rfind(b"\0") > piece.rfind(b" ")
        if left := _AFTER_NUL.sub(b"", piece):
            yield left


def _parsed(data: bytes) -> Any:
    """Return the value of a JSON text, its numbers as tuples of one Decimal; None if it is not JSON."""
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            parse_int=_number,
            parse_float=_number,
            parse_constant=_number,
            object_pairs_hook=_object,
        )
    except (ValueError, ArithmeticError, RecursionError):
        return None


def _number(text: str) -> tuple[Decimal]:
    number = Decimal(text)
    if not number.is_finite():
        raise ValueError(text)
    return (number,)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found
