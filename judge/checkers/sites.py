"""The checkers of other judges, and what each says of an output.

A profile is the name under which a checker stands here and on the screen: that of a site where a public
source says that the site compares so, else one that says how it compares. It tells a site's general rule,
and knows nothing of the checkers that a site gives to single problems.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from itertools import zip_longest
from typing import Any

from judge.checkers.checker import Checker, Judgement
from judge.checkers.exact import completion, exact
from judge.mistakes.bytewise import WHITE, blank_equal
from judge.model import Test, Verdict
from judge.results import Opinion
from judge.subjects import BY_FORMAT, SUBJECTS

_TO_SPACE = bytes.maketrans(WHITE, b" " * len(WHITE))
_TESTLIB = bytes.maketrans(b"\t\n\r", b"   ")
_AFTER_NUL = re.compile(rb"\x00[^ ]*")


def luogu(test: Test, output: bytes) -> Judgement:
    """Spaces at the end of a line and newlines at the end of the output are ignored; there is no PE.

    Sources: https://help.luogu.com.cn/manual/luogu/problem/ ("评测忽略行末空格与文尾回车"), and for the
    verdicts https://help.luogu.com.cn/manual/luogu/problem/judging. Neither names tabs or carriage returns:
    they are not ignored here.
    """
    return _accepted(_same_lines(output, test.answer))


def poj(test: Test, output: bytes) -> Judgement:
    """As `luogu`, but PE where white space alone is wrong elsewhere.

    Source: the site's board, http://poj.org/showmessage?message_id=87097, which also says that with a special
    judge WA may stand for PE.
    """
    if _same_lines(output, test.answer):
        return Judgement(verdict=Verdict.AC)
    return Judgement(verdict=Verdict.PE if blank_equal(output, test.answer) else Verdict.WA)


def squeezed(test: Test, output: bytes) -> Judgement:
    """Any white space is equal to any other; that there is some must agree, also at both ends."""
    return _accepted(_squeezed(output) == _squeezed(test.answer))


def tokens(test: Test, output: bytes) -> Judgement:
    """The same words in the same order, whatever spaces, tabs, LF and CR stand between them.

    A byte order mark before the output is passed over, before the answer it is not. The rule of testlib's
    `wcmp`, without its limits on sizes:
    https://github.com/MikeMirzayanov/testlib/blob/master/checkers/wcmp.cpp.
    """
    return _accepted(_words(output.removeprefix(BOM_UTF8), _TESTLIB) == _words(test.answer, _TESTLIB))


def kattis(test: Test, output: bytes) -> Judgement:
    """The same words in the same order, the letters of ASCII in either case, each word up to its first NUL.

    The default of Kattis, and of DOMjudge, which took it over. Sources:
    https://www.kattis.com/problem-package-format/spec/legacy.html, "Default Output Validator Specification",
    https://github.com/Kattis/problemtools/blob/master/support/default_validator/default_validator.cc, and
    https://github.com/DOMjudge/domjudge/blob/main/sql/files/defaultdata/compare/compare.cc.
    """
    mine, theirs = (_AFTER_NUL.sub(b"", _words(data, _TO_SPACE)).lower() for data in (test.answer, output))
    return _accepted(mine == theirs)


def json_value(test: Test, output: bytes) -> Judgement | None:
    """The same value as JSON, however it is written; None where the answer is no array and no object.

    Numbers are compared exactly, so 1 is 1.0 and neither is true; the order of names does not count. What
    RFC 8259 does not allow is no value, nor is an object that has a name twice. A byte order mark before
    the output is passed over, as the RFC lets a parser do: https://www.rfc-editor.org/rfc/rfc8259.
    """
    answer = _parsed(test.answer)
    if not isinstance(answer, list | dict):
        return None
    with suppress(RecursionError):
        return _accepted(_parsed(output) == answer)
    return Judgement(verdict=Verdict.WA)


def any_of(part: str) -> Checker:
    """A right answer to every part of the input, in whatever layout; None where there are no such parts."""

    def checker(test: Test, output: bytes) -> Judgement | None:
        if BY_FORMAT[test.format].part != part:
            return None
        return _accepted(completion(test, output) is not None)

    return checker


PROFILES: Mapping[str, Checker] = {
    "exact": exact,
    "luogu": luogu,
    "poj": poj,
    "squeezed": squeezed,
    "tokens": tokens,
    "kattis": kattis,
    "json": json_value,
    **{f"any-{subject.part}": any_of(subject.part) for subject in SUBJECTS if subject.part},
}


def opinions(output: bytes, test: Test, own: Verdict) -> tuple[Opinion, ...]:
    """Every profile's verdict on an output of which `own` is ours."""
    completed = completion(test, output) if test.any_answer else None
    meant = test if completed is None else replace(test, answer=completed)
    judgements = {name: checker(meant, output) for name, checker in PROFILES.items() if checker is not exact}
    return tuple(
        Opinion(profile=name, verdict=own if name not in judgements else _verdict(judgements[name]))
        for name in PROFILES
    )


def _verdict(judgement: Judgement | None) -> Verdict | None:
    return None if judgement is None else judgement.verdict


def _accepted(equal: bool) -> Judgement:
    return Judgement(verdict=Verdict.AC if equal else Verdict.WA)


def _same_lines(a: bytes, b: bytes) -> bool:
    """Whether two outputs agree without the spaces that end a line and the blank lines that end them."""
    pairs = zip_longest(BytesIO(a.rstrip(b" \n")), BytesIO(b.rstrip(b" \n")))
    return all(mine and theirs and mine.rstrip(b" \n") == theirs.rstrip(b" \n") for mine, theirs in pairs)


def _squeezed(data: bytes, blanks: bytes = _TO_SPACE) -> bytes:
    """Every stretch of white space as one space; `blanks` is the table that makes them spaces."""
    data = data.translate(blanks)
    while b"  " in data:
        data = data.replace(b"  ", b" ")
    return data


def _words(data: bytes, blanks: bytes) -> bytes:
    """Every word with one space after it."""
    words = _squeezed(data, blanks).strip(b" ")
    return words and words + b" "


def _parsed(data: bytes) -> Any:
    """The value of a JSON text, its numbers as tuples of one Decimal; None for what is no JSON."""
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
