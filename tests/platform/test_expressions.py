"""Tests of judge.platform.expressions."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from judge.platform import expressions
from judge.platform.expressions import compile_later

JUDGE = Path(expressions.__file__).parents[1]
USERS = [
    ".".join(path.relative_to(JUDGE.parent).with_suffix("").parts)
    for path in sorted(JUDGE.rglob("*.py"))
    if "= compile_later(" in path.read_text()
]


def test_an_expression_is_compiled_when_it_is_first_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    real = re.compile
    monkeypatch.setattr(re, "compile", lambda *words: compiled.append(words) or real(*words))
    later = compile_later(rb"a(b)", re.IGNORECASE)
    assert compiled == []
    match = later.match(b"AB")
    assert match
    assert match[1] == b"B"
    assert later.pattern == rb"a(b)"
    assert compiled[0] == (rb"a(b)", re.IGNORECASE)


def test_the_judge_has_expressions_that_are_compiled_later() -> None:
    assert len(USERS) > 10


@pytest.mark.parametrize("name", USERS)
def test_every_expression_that_is_compiled_later_is_valid(name: str) -> None:
    found = [each for each in vars(import_module(name)).values() if isinstance(each, expressions._Later)]
    assert found
    for each in found:
        assert each.match
