"""The comparison rules that may decide a problem: their spelling, and the checker of each."""

import re
from functools import cache
from math import inf
from typing import Any

from judge.checkers.checker import Checker
from judge.checkers.floats import Within, number
from judge.checkers.sites import PROFILES, dmoj, lines
from judge.checkers.values import RULES
from judge.platform.errors import quoted, unknown
from judge.subjects.signatures.signature import Signature
from judge.subjects.signatures.values import ANY
from judge.subjects.subject import entry_of, subject_of

_ANY = "any"
# Rules with bounds: whether integers are compared as words, which must be equal to the letter.
_FLOAT = "float"
_BOUNDED = {_FLOAT: False, "decimals": True}
# After the bounds of `decimals`.
_ANY_CASE = "case_insensitive"
KATTIS = "kattis"
# Rules that apply only where a problem states them. They give no opinions on other problems.
_STATED_ONLY = {"lines": lines, "dmoj": dmoj}
# Options of Kattis's default validator: whether case and white space count, and bounds.
_COUNTS = {"case_sensitive": "case_counts", "space_change_sensitive": "blanks_count"}
_BOUNDS = {
    "float_tolerance": ("absolute", "relative"),
    "float_absolute_tolerance": ("absolute",),
    "float_relative_tolerance": ("relative",),
}
_BOUND = re.compile(r"[0-9]+(?:\.[0-9]*)?(?:e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)


@cache
def checker_of(rule: str) -> Checker:
    """Return the checker of a rule from `rule_of`. Raises ValueError for any other text."""
    found = PROFILES.get(rule) or RULES.get(rule) or _STATED_ONLY.get(rule)
    return found or (_flagged if _is_flagged(rule) else _within)(rule)


def rule_of(words: str, format: str | None = None) -> str:
    """Return the rule in its normal spelling; `any` becomes the profile of the parts of a `format`.

    Raises ValueError with one line: expected …, got ….
    """
    rule = " ".join(words.split())
    signature = entry_of(format) if format else None
    if rule in RULES and (signature or not format):
        _require_order(rule, signature)
    elif rule.partition(" ")[0] in _BOUNDED:
        _within(rule)
    elif _is_flagged(rule):
        _flagged(rule)
    elif rule != _ANY and rule not in PROFILES and rule not in _STATED_ONLY:
        bounded = (f"{name} 1e-6" for name in _BOUNDED)
        names = [*PROFILES, *_STATED_ONLY, *(RULES if signature else ()), *bounded, _ANY]
        raise ValueError(unknown("one of the profiles", words, names, most=len(names)))
    if format is None or not (rule == _ANY or takes_any(rule)):
        return rule
    subject = subject_of(format)
    if not subject or rule not in (_ANY, f"{_ANY}-{subject.part}"):
        wanted = f"a rule that compares with the answer in the format {format}"
        raise ValueError(f"expected {wanted}, which knows no other answers, got {rule}")
    return f"{_ANY}-{subject.part}"


def _require_order(rule: str, signature: Signature | None) -> None:
    """Raise ValueError if the answer has no order to ignore, or cannot be compared without an order."""
    if not signature or not (levels := RULES[rule].levels):
        return
    type = signature.result
    if type and type.word == ANY:
        return
    inner = type and type.inner
    if not type or not inner or (levels > 1 and not inner.inner):
        wanted = "an array of arrays" if levels > 1 else "an array"
        raise ValueError(f"expected {wanted} as the answer for `{rule}`, got {type or 'a class'}")
    # near numbers can be compared in sorted order, but arrays of them cannot
    if "double" in type.words() and inner.inner:
        raise ValueError(f"expected an answer without doubles in its items for `{rule}`, got {type}")


def takes_any(rule: str) -> bool:
    """Return True if a rule accepts every right answer in any layout."""
    return rule.startswith(f"{_ANY}-")


def _within(rule: str) -> Within:
    """Return the checker of `float` or `decimals` with its bounds. Raises ValueError."""
    name, *words = rule.split() or [""]
    exact = _BOUNDED.get(name, False)
    any_case = exact and words[-1:] == [_ANY_CASE]
    words = words[: len(words) - any_case]
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) == 1:
        pairs = [("abs", words[0]), ("rel", words[0])]
    bounds = {name: _bound(text) for name, text in pairs}
    stated = len(words) in (1, 2, 4) and len(bounds) == len(pairs) and bounds.keys() <= {"abs", "rel"}
    if name not in _BOUNDED:
        stated, name = False, _FLOAT
    if not stated or None in bounds.values():
        wanted = f"`{name} 1e-6`, `{name} abs 1e-6`, `{name} rel 1e-9` or `{name} abs 1e-6 rel 1e-9`"
        raise ValueError(f"expected {wanted}, each bound above 0, got {quoted(rule)}")
    return Within(
        absolute=bounds.get("abs"),
        relative=bounds.get("rel"),
        case_counts=exact and not any_case,
        integers_are_words=exact,
    )


def _is_flagged(rule: str) -> bool:
    return rule.startswith(f"{KATTIS} ")


def _flagged(rule: str) -> Within:
    """Return the checker of `kattis` with flags; the last of equal flags counts. Raises ValueError."""
    found: dict[str, Any] = {}
    words = iter(rule.split()[1:])
    for word in words:
        if word in _COUNTS:
            found[_COUNTS[word]] = True
        elif word not in _BOUNDS:
            raise ValueError(unknown(f"one of the flags of {KATTIS}", word, [*_COUNTS, *_BOUNDS]))
        else:
            got = next(words, "")
            bound = number(got.encode())
            if bound is None or bound < 0:
                raise ValueError(f"expected a number from 0 on after {word}, got {quoted(got)}")
            found |= dict.fromkeys(_BOUNDS[word], bound)
    return Within(**found)


def _bound(text: str) -> float | None:
    """Return a decimal number above 0, or None for any other text."""
    bound = float(text) if _BOUND.fullmatch(text) else 0.0
    return bound if 0 < bound < inf else None
