"""A frozen value is what the standard library's dataclass would be, and costs less until it is made."""

import ast
import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from functools import partial
from typing import Any

import pytest
from helpers import environment
from hypothesis import given
from hypothesis import strategies as st

from judge.frozen import dataclass
from judge.model import Limits

NAMES = ("a", "b", "c", "d")
Made = Callable[..., Any]


@st.composite
def twins(draw: st.DrawFn) -> tuple[Made, Made, dict[str, int]]:
    """The same declaration as a frozen value and as the standard library makes it, and words for both."""
    names = NAMES[: draw(st.integers(0, len(NAMES)))]
    optional = draw(st.integers(0, len(names)))
    defaults = [draw(st.sampled_from([7, "factory"])) for _ in range(optional)]
    kw_only = draw(st.booleans())

    def declared() -> type:
        namespace: dict[str, Any] = {
            "__annotations__": dict.fromkeys(names, object),
            "__qualname__": "Declared",
        }
        for name, default in zip(names[len(names) - optional :], defaults, strict=True):
            namespace[name] = field(default_factory=tuple) if default == "factory" else default
        return type("Declared", (), namespace)

    ours: Any = dataclass
    given_names = draw(st.sets(st.sampled_from(names))) if names else set()
    return (
        ours(frozen=True, slots=True, kw_only=kw_only)(declared()),
        dataclasses.dataclass(frozen=True, slots=True, kw_only=kw_only)(declared()),
        {name: draw(st.integers(0, 1)) for name in given_names},
    )


def outcome(call: Callable[[], object]) -> tuple[object, str]:
    try:
        return "done", repr(call())
    except Exception as error:
        return type(error), str(error)


@given(twins(), st.data())
def test_a_frozen_value_does_what_the_standard_one_does(
    pair: tuple[Made, Made, dict[str, int]], data: st.DataObject
) -> None:
    ours, standard, words = pair
    assert outcome(lambda: ours(**words)) == outcome(lambda: standard(**words))
    assert outcome(lambda: ours(*words.values())) == outcome(lambda: standard(*words.values()))
    try:
        one, other = ours(**words), standard(**words)
    except TypeError:
        return
    assert asdict(one) == asdict(other)
    assert [each.name for each in fields(one)] == [each.name for each in fields(other)]
    assert hash(one) == hash(other) == hash(ours(**words))
    assert one == ours(**words) == copy.copy(one) == copy.deepcopy(one) == replace(one)
    assert one != other
    changed = {name: data.draw(st.integers(0, 1)) for name in words}
    assert (one == replace(one, **changed)) == (other == replace(other, **changed))
    assert not hasattr(one, "__dict__")
    for name in asdict(one):
        assert outcome(partial(setattr, one, name, 1)) == outcome(partial(setattr, other, name, 1))
        assert outcome(partial(delattr, one, name)) == outcome(partial(delattr, other, name))


def test_a_frozen_value_survives_a_pickle_in_a_process_that_has_made_none() -> None:
    limits = Limits(cpu_s=1.5, memory_bytes=1 << 20, output_bytes=3)
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        words = [sys.executable, "-c", script]
        data = pickle.dumps(limits, protocol)
        done = subprocess.run(words, env=environment(), input=data, capture_output=True, check=True)
        assert done.stdout.decode() == f"{limits}\n"


def test_a_field_that_is_missing_is_named_and_none_can_be_changed() -> None:
    with pytest.raises(TypeError, match=r"Limits\.__init__\(\) missing 1 required .*'output_bytes'"):
        Limits(cpu_s=1, memory_bytes=1)  # type: ignore[call-arg]
    limits = Limits(cpu_s=1, memory_bytes=1, output_bytes=1)
    with pytest.raises(FrozenInstanceError):
        limits.cpu_s = 2  # type: ignore[misc]


def test_no_method_of_a_value_is_compiled_before_one_is_made() -> None:
    script = (
        "from judge.model import *; made = Limits(cpu_s=1, memory_bytes=1, output_bytes=1)\n"
        "classes = Limits, Run, Case, Test, Solution\n"
        "print([each.__init__.__code__.co_filename == '<string>' for each in classes])"
    )
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, check=True)
    assert ast.literal_eval(done.stdout.decode()) == [True, *[False] * 4]
