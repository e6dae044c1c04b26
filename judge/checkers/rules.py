"""The rules that may decide a problem, by the words that state them, and what checks by each."""

import re
from functools import cache
from math import inf

from judge.checkers.checker import Checker
from judge.checkers.floats import Within
from judge.checkers.sites import PROFILES
from judge.errors import quoted, unknown
from judge.subjects import BY_FORMAT

_ANY = "any"
_FLOAT = "float"
_BOUND = re.compile(r"[0-9]+(?:\.[0-9]*)?(?:e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)


@cache
def checker_of(rule: str) -> Checker:
    """What checks by a rule that `rule_of` has made. Raises ValueError for any other words."""
    return PROFILES[rule] if rule in PROFILES else _within(rule)


def rule_of(words: str, format: str | None = None) -> str:
    """The rule that these words state; for cases of a format, where `any` is the profile of its parts.

    Raises ValueError, one line with what was expected and what was found.
    """
    rule = " ".join(words.split())
    if rule.partition(" ")[0] == _FLOAT:
        _within(rule)
    elif rule != _ANY and rule not in PROFILES:
        raise ValueError(unknown("one of the profiles", words, [*PROFILES, f"{_FLOAT} 1e-6", _ANY]))
    if format is None or not (rule == _ANY or takes_any(rule)):
        return rule
    part = BY_FORMAT[format].part
    if not part or rule not in (_ANY, f"{_ANY}-{part}"):
        wanted = f"a rule that compares with the answer in the format {format}"
        raise ValueError(f"expected {wanted}, which knows no other answers, got {rule}")
    return f"{_ANY}-{part}"


def takes_any(rule: str) -> bool:
    """Whether every right answer is accepted by it, in whatever layout."""
    return rule.startswith(f"{_ANY}-")


def _within(rule: str) -> Within:
    """The checker of `float` and its bounds. Raises ValueError."""
    _, *words = rule.split()
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) == 1:
        pairs = [("abs", words[0]), ("rel", words[0])]
    bounds = {name: _bound(text) for name, text in pairs}
    stated = len(words) in (1, 2, 4) and len(bounds) == len(pairs) and bounds.keys() <= {"abs", "rel"}
    if not stated or None in bounds.values():
        wanted = f"`{_FLOAT} 1e-6`, `{_FLOAT} abs 1e-6`, `{_FLOAT} rel 1e-9` or `{_FLOAT} abs 1e-6 rel 1e-9`"
        raise ValueError(f"expected {wanted}, each bound above 0, got {quoted(rule)}")
    return Within(absolute=bounds.get("abs"), relative=bounds.get("rel"))


def _bound(text: str) -> float | None:
    """A number above 0 in decimals; None for any other text."""
    bound = float(text) if _BOUND.fullmatch(text) else 0.0
    return bound if 0 < bound < inf else None
