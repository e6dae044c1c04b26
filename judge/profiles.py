"""What other judges would say of an output, each by its own rule.

A profile bears the name of a site where a public source says that the site compares so, and else the name of
its rule. A rule speaks of outputs only: a site may give a problem a checker of its own.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from itertools import zip_longest
from typing import Any

from judge.compare import compare, completion
from judge.formats import GRID_FORMATS
from judge.mistakes.bytewise import WHITE, blank_equal
from judge.model import Test, Verdict
from judge.results import Opinion

# The verdict on an output; None where the rule cannot speak of the test.
Rule = Callable[[bytes, Test], Verdict | None]

_TO_SPACE = bytes.maketrans(WHITE, b" " * len(WHITE))


def exact(output: bytes, test: Test) -> Verdict:
    """Equal to the byte; PE if equal once all white space is taken out. The rule of this judge."""
    return compare(output, test).verdict


def luogu(output: bytes, test: Test) -> Verdict:
    """Spaces at the end of a line and newlines at the end of the output are ignored; there is no PE.

    Sources: https://help.luogu.com.cn/manual/luogu/problem/ ("评测忽略行末空格与文尾回车"), and for the
    verdicts https://help.luogu.com.cn/manual/luogu/problem/judging. Neither names tabs or carriage returns:
    they are not ignored here.
    """
    return _accepted(_same_lines(output, test.answer))


def poj(output: bytes, test: Test) -> Verdict:
    """As `luogu`, but PE where white space alone is wrong elsewhere.

    Source: the site's board, http://poj.org/showmessage?message_id=87097, which also says that with a special
    judge WA may stand for PE.
    """
    if _same_lines(output, test.answer):
        return Verdict.AC
    return Verdict.PE if blank_equal(output, test.answer) else Verdict.WA


def squeezed(output: bytes, test: Test) -> Verdict:
    """Any white space is equal to any other; that there is some must agree, also at both ends."""
    return _accepted(_squeezed(output) == _squeezed(test.answer))


def tokens(output: bytes, test: Test) -> Verdict:
    """The same words in the same order, whatever white space stands between them.

    The rule of testlib's `wcmp`: https://github.com/MikeMirzayanov/testlib/blob/master/checkers/wcmp.cpp.
    """
    return _accepted(_squeezed(output).strip() == _squeezed(test.answer).strip())


def kattis(output: bytes, test: Test) -> Verdict:
    """As `tokens`, upper and lower case alike: the default of Kattis, and of DOMjudge, which took it over.

    Sources: https://www.kattis.com/problem-package-format/spec/legacy.html, "Default Output Validator
    Specification", and
    https://github.com/DOMjudge/domjudge/blob/main/sql/files/defaultdata/compare/compare.cc.
    """
    return _accepted(_squeezed(output).strip().lower() == _squeezed(test.answer).strip().lower())


def json_value(output: bytes, test: Test) -> Verdict | None:
    """The same value as JSON, however it is written; None where the answer is no array and no object."""
    answer = _parsed(test.answer)
    if not isinstance(answer, list | dict):
        return None
    with suppress(RecursionError):
        return _accepted(_parsed(output) == answer)
    return Verdict.WA


def any_grid(output: bytes, test: Test) -> Verdict | None:
    """A completion of every grid of the input, in whatever layout; None where there are no grids."""
    if test.format not in GRID_FORMATS:
        return None
    return _accepted(completion(output, test) is not None)


PROFILES: Mapping[str, Rule] = {
    "exact": exact,
    "luogu": luogu,
    "poj": poj,
    "squeezed": squeezed,
    "tokens": tokens,
    "kattis": kattis,
    "json": json_value,
    "any-grid": any_grid,
}


def opinions(output: bytes, test: Test, own: Verdict) -> tuple[Opinion, ...]:
    """Every profile's verdict on an output of which `own` is ours."""
    completed = completion(output, test) if test.any_answer else None
    meant = test if completed is None else replace(test, answer=completed)
    return tuple(
        Opinion(profile=name, verdict=own if rule is exact else rule(output, meant))
        for name, rule in PROFILES.items()
    )


def _accepted(equal: bool) -> Verdict:
    return Verdict.AC if equal else Verdict.WA


def _same_lines(a: bytes, b: bytes) -> bool:
    """Whether two outputs agree without the spaces that end a line and the blank lines that end them."""
    pairs = zip_longest(BytesIO(a.rstrip(b" \n")), BytesIO(b.rstrip(b" \n")))
    return all(mine and theirs and mine.rstrip(b" \n") == theirs.rstrip(b" \n") for mine, theirs in pairs)


def _squeezed(data: bytes) -> bytes:
    data = data.translate(_TO_SPACE)
    while b"  " in data:
        data = data.replace(b"  ", b" ")
    return data


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
