"""Samples: their ids and programs under the names of other tools, and the program in an answer."""

import json
import resource
import signal
import tracemalloc
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from helpers import REPOSITORY
from hypothesis import given
from hypothesis import strategies as st

from judge.packages.datasets.extraction import extract_code
from judge.packages.datasets.samples import Samples, read_samples
from judge.platform.errors import Fault, UsageError
from judge.running.languages.names import find_tool


def read(folder: Path, *records: dict[str, Any]) -> tuple[dict[str, list[tuple[int, str, str]]], list[str]]:
    file = folder / "samples.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    faults: list[Fault] = []
    with Samples() as found:
        read_samples(file, "python", found, faults)
        short = {
            id: [(one.number, one.source, one.language) for one in found.read(id)] for id in found.problems
        }
    return short, [str(fault).removeprefix(f"{folder}/") for fault in faults]


def test_samples_are_numbered_by_problem(tmp_path: Path) -> None:
    found, faults = read(
        tmp_path,
        {"task_id": "a", "completion": "print(1)"},
        {"question_id": "b", "code_list": ["x", "y"]},
        {"id": 7, "code": "z", "language": "cpp"},
        {"task_id": "a", "generation": "Sure:\n```python\nprint(2)\n```\n"},
    )
    assert found == {
        "a": [(1, "print(1)", "python"), (2, "print(2)\n", "python")],
        "b": [(1, "x", "python"), (2, "y", "python")],
        "7": [(1, "z", "cpp")],
    }
    assert not faults


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ({"completion": "x"}, "expected the id of a problem in one of task_id"),
        ({"task_id": True, "code": "x"}, "expected the id"),
        ({"task_id": "a"}, "expected a program in one of code"),
        ({"task_id": "a", "code": 1}, "expected a text, or a list of texts, in code"),
        ({"task_id": "a", "code": "x", "language": 1}, "expected the name of a language"),
    ],
)
def test_a_bad_sample_is_reported(record: dict[str, Any], fault: str, tmp_path: Path) -> None:
    found, faults = read(tmp_path, record, {"task_id": "b", "code": "x"})
    assert list(found) == ["b"]
    assert len(faults) == 1
    assert faults[0].startswith(f"samples.jsonl:1: {fault}")


def test_samples_are_read_in_any_order_and_take_little_memory() -> None:
    source = "x" * 10_000 + "\ud800"
    with Samples() as samples:
        tracemalloc.start()
        for number in range(3000):
            samples.add(str(number % 3), number, source, "python")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (len(samples), list(samples.lines("1"))[:2], samples.lines("other")) == (3000, [1, 4], ())
        first, last = samples.read("2"), samples.read("0")
        read = [(next(first).line, next(last).line) for _ in range(3)]
        assert read == [(2, 0), (5, 3), (8, 6)]
        assert next(samples.read("1")).source == source
    assert peak < 1 << 20


def test_no_room_for_samples_is_one_line() -> None:
    with Samples() as samples:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
            with pytest.raises(UsageError, match=r"expected room for temporary files, got: File too large"):
                samples.add("a", 1, "x" * 100_000, "python")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("print(1)\n", "print(1)\n", id="no fence"),
        pytest.param("a\n```\nx\n```\nb", "x\n", id="a fence"),
        pytest.param("```python\nx\n```\n```python\ny\n```", "y\n", id="the last block"),
        pytest.param("```python\nx\n```\n```\noutput\n```", "x\n", id="the block of the language"),
        pytest.param("```py\nx\n```\n```cpp\ny\n```", "x\n", id="another name of the language"),
        pytest.param("```cpp\ny\n```", "y\n", id="another language alone"),
        pytest.param("```python\nx\ny", "x\ny", id="cut off"),
        pytest.param("````\n```\nx\n````", "```\nx\n", id="a fence within a longer one"),
        pytest.param("~~~python\nx\n~~~", "x\n", id="tildes"),
        pytest.param("  ```python\n  x\n  ```", "x\n", id="indented"),
        pytest.param("1. So:\n\n   ```python\n   x\n     y\n\n z\n   ```", "x\n  y\n\nz\n", id="in a list"),
        pytest.param("10. ```python\n    x\n    ```\nThat is all.", "x\n", id="behind the mark of an item"),
        pytest.param("- - ```python\n    x\n    ```", "x\n", id="in a list in a list"),
        pytest.param("\t```python\n\tx\n\t\ty\n    z\n\t```", "x\n\ty\nz\n", id="tabs"),
        pytest.param("  ```python\n\tx\n  ```", "  x\n", id="half of a tab"),
        pytest.param("```python\n\tx\n  \ty\n```", "\tx\n  \ty\n", id="own tabs"),
        pytest.param("  ```python\n   \n  x", " \nx", id="a line of blanks"),
        pytest.param("```python title=a.py\nx\n```", "x\n", id="words behind the name"),
        pytest.param(
            "> So:\n>\n> ```python\n> x\n>   y\n>\n> > 1\n> ```\n", "x\n  y\n\n> 1\n", id="in a quote"
        ),
        pytest.param(">```python\n>x\n>```", "x\n", id="in a quote without blanks"),
        pytest.param("> ```python\n> x\n```python\ny\n```", "y\n", id="a quote that ends before its block"),
        pytest.param("> ```python\n> x\ny\n", "x\n", id="text after a quote"),
        pytest.param("> - ```python\n>   x\n>   ```", "x\n", id="in a list in a quote"),
        pytest.param("```python\n> x\n```", "> x\n", id="marks of a quote within a block"),
        pytest.param("```\nx\n```\n```{.c}\ny\n```\n```{}\nz\n```", "z\n", id="braces without a name"),
        pytest.param("use ``` here", "use ``` here", id="a fence within a line"),
        pytest.param("```python\r\nx\r\n```\r\n", "x\r\n", id="line ends of Windows"),
    ],
)
def test_the_program_is_taken_out_of_the_answer(text: str, code: str) -> None:
    assert extract_code(text, "python") == code


INFO = [
    "python",
    " python",
    "{.python}",
    "{ .python .numberLines }",
    "{python}",
    "{python, echo=FALSE}",
    "python,x",
]


@given(
    program=st.sampled_from(sorted((REPOSITORY / "solutions").rglob("*.py"))),
    columns=st.integers(0, 12),
    quotes=st.sampled_from(["", "> ", "> > ", "   >> "]),
    fence=st.sampled_from(["```", "~~~~"]),
    info=st.sampled_from(INFO),
)
def test_a_program_is_the_same_at_each_indentation_of_its_fence(
    program: Path, columns: int, quotes: str, fence: str, info: str
) -> None:
    source = program.read_text()
    block = f"{fence}{info}\n{source}{fence}\n"
    text = indent(indent(block, " " * columns), quotes, lambda line: True)
    assert extract_code(f"{text}\n```\nother\n```\n", "python") == source


# Names of one language each, with its interpreters and standards.
FAMILIES = [
    ("python", "Python", "py", "py3", "python3", "cpython", "pypy", "pypy3"),
    ("cpp", "c++", "C++", "cc", "cxx", "g++", "c++17", "c++20", "cpp20", "g++17", "gnu++20"),
    ("javascript", "js", "JavaScript", "node", "nodejs"),
    ("c", "gcc"),
    ("typescript", "ts"),
    ("go", "golang"),
    ("rust", "rs"),
    ("kotlin", "kt"),
    ("pascal", "pas", "pp"),
    ("haskell", "hs"),
    ("ocaml", "ml"),
    ("ruby", "rb"),
    ("perl", "pl"),
    ("brainfuck", "Brainfuck"),
]
NAMES = [(name, family) for family in FAMILIES for name in family]


@given(asked=st.sampled_from(NAMES), one=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
def test_a_block_is_of_the_language_by_each_name_of_its_family(
    asked: tuple[str, tuple[str, ...]], one: tuple[str, tuple[str, ...]], other: tuple[str, tuple[str, ...]]
) -> None:
    text = f"```{one[0]}\nfirst\n```\n```{other[0]}\nlast\n```\n"
    is_first = one[1] == asked[1] != other[1]
    assert extract_code(text, asked[0]) == ("first\n" if is_first else "last\n")


@pytest.mark.parametrize("family", FAMILIES[:-1], ids=lambda family: family[0])
def test_the_judge_knows_every_name_of_a_family(family: tuple[str, ...]) -> None:
    assert {find_tool(name).language.name for name in family} == {family[0]}
