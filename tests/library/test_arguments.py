"""Arguments of a wrong kind: every public function refuses them in one line, or takes them."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import write_project
from msgspec.structs import replace

import judge
from judge import Judge, JudgeError, Loaded, Submission, Test, check, load, run, unmet
from judge.library.submissions import Fields


class PathOfBytes:
    def __fspath__(self) -> bytes:
        return b"x"


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError


VALUES = (
    5, -1, 0, 1.5, float("nan"), 10**5000, None, True, b"x", b"\0", "", "x", "\0", "a\0b", "\ud800",
    "x" * 5000, [], ["x"], [5], [None], (), {}, {1: 2}, {1}, object(), int, len, PathOfBytes(),
    Unprintable(), Path("\0"), Test(""), Submission("", []),
)  # fmt: skip


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    source = "# judge: {format: text}\nprint(sum(map(int, input().split())))\n"
    return load(write_project(tmp_path_factory.mktemp("project"), solutions={"sum.py": source}))


@pytest.fixture(scope="module")
def live() -> Iterator[Judge]:
    with Judge(jobs=1) as opened:
        yield opened


def find_uncaught(call: Callable[..., object], usual: dict[str, Any], names: list[str]) -> list[str]:
    """Return the errors that a call raises for a wrong argument in place of a usual one, but JudgeError."""
    found = []
    for name in names:
        for value in VALUES:
            try:
                call(**{**usual, name: value})
            except JudgeError as error:
                if "\n" in str(error):
                    found.append(f"{name}: {error}")
            except Exception as error:
                found.append(f"{name}: {type(value).__name__}: {error!r}")
    return found


def names_of(call: Callable[..., object]) -> list[str]:
    return [*inspect.signature(call).parameters]


def test_a_function_refuses_wrong_arguments_in_one_line(loaded: Loaded) -> None:
    root = loaded.project.root
    usual = {"solutions": loaded.solutions, "cases": loaded.cases, "results": ()}
    assert find_uncaught(load, {"root": root}, names_of(load)) == []
    idle = {"loaded": replace(loaded, solutions=()), "jobs": 1}
    assert find_uncaught(lambda **words: [*run(**words)], idle, names_of(run)) == []
    assert find_uncaught(check, {"output": b"", "answer": b""}, names_of(check)) == []
    assert find_uncaught(unmet, usual, names_of(unmet)) == []
    functions = [name for name in judge.__all__ if inspect.isfunction(getattr(judge, name))]
    assert functions == ["check", "load", "run", "unmet"]


def test_a_judge_is_not_opened_with_wrong_arguments() -> None:
    def opened(**words: Any) -> None:
        Judge(**words).close()

    assert find_uncaught(opened, {"jobs": 1}, names_of(Judge)) == []


def test_a_judge_refuses_wrong_arguments_in_one_line(live: Judge) -> None:
    def submitted(**words: Any) -> None:
        live.submit(**words).cancel()

    usual = {"source": "", "tests": [Test("")]}
    assert find_uncaught(submitted, usual, ["source", *Fields.__annotations__]) == []
    assert find_uncaught(lambda **words: live.run(**words).cancel(), usual, ["source", "tests"]) == []
    assert find_uncaught(lambda **words: [*live.map(**words)], {}, ["submissions"]) == []
    for function in ({}, {"fn_name": "f"}, {"entry": "integer f(integer a)"}):

        def tested(function: dict[str, str] = function, **words: Any) -> None:
            live.submit("", tests=[Test(**words)], **function).cancel()  # type: ignore[arg-type]

        assert find_uncaught(tested, {"input": ""}, names_of(Test)) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: load(5), "root: expected a path, got '5'"),  # type: ignore[arg-type]
        (lambda: load(".", cases=b"x"), "cases: expected a path, got \"b'x'\""),  # type: ignore[arg-type]
        (lambda: load(tests="a\0b"), r"""tests: expected a path, got "'a\\x00b'" """.strip()),
        (lambda: next(run(None)), "loaded: expected Loaded, got 'None'"),  # type: ignore[arg-type]
        (lambda: unmet((), (), 5), "results: expected an iterable of Result, got '5'"),  # type: ignore[arg-type]
        (lambda: unmet([5], (), ()), "solutions: expected Solution, got '5'"),  # type: ignore[list-item]
        (
            lambda: Judge(cluster="none"),
            "cluster: expected tls://HOST:PORT, tcp://HOST:PORT, or local:N for N workers here, got 'none'",
        ),
        (lambda: Judge(insecure="no"), "insecure: expected bool, got \"'no'\""),  # type: ignore[arg-type]
    ],
)
def test_the_line_names_the_argument_what_it_should_be_and_what_it_is(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(JudgeError) as raised:
        call()
    assert str(raised.value) == message


@pytest.mark.parametrize("submissions", [5, None, len])
def test_a_stream_has_to_be_iterable(live: Judge, submissions: Any) -> None:
    with pytest.raises(JudgeError, match=r"^submissions: expected an iterable of Submission, got "):
        next(live.map(submissions))


@pytest.mark.parametrize(
    "address",
    [
        "tcp://10.255.255.1:8786",
        "tls://127.0.0.1:1",
        "local:0",
        "local:x",
        "http://127.0.0.1:1",
        "tls://",
        "x:1",
    ],
)
def test_an_address_that_cannot_be_used_is_told_as_an_argument(address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(JudgeError, match=r"^cluster: expected .*, got\b") as raised:
        Judge(cluster=address)
    assert "--cluster" not in str(raised.value)
