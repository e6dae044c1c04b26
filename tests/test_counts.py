"""The work of a solution: calls and lines of its own file, in the sandbox, without a clock."""

from pathlib import Path

import pytest
from helpers import make_case, make_solution

from judge.counts import Count, count, why_no_instructions
from judge.runner import Runner

CALLS = "def f(n):\n    return n and f(n - 1)\nf(9)\nprint(sum(map(int, input().split())))\n"
LAMBDAS = "key = lambda n: n\nsorted([2, 1], key=key)\nprint([n for n in (1, 2)] and 3)\n"
LIBRARY = "import textwrap\ntextwrap.dedent('x')\nprint(3)\n"
EXITS = "import sys\nprint(3)\nsys.exit()\n"
CLASSES = "class A:\n    def f(self): return 1\nA().f()\nprint(3)\n"


def counted(folder: Path, source: str) -> Count | None:
    path = folder / "a.py"
    path.write_text(source)
    with Runner(core=None) as runner:
        (found,) = count([(make_solution(name="a.py", path=path), make_case())], [runner])
    return found


@pytest.mark.parametrize(
    ("source", "calls", "lines"),
    [
        pytest.param(CALLS, 10, 13, id="functions"),
        pytest.param(LAMBDAS, 2, None, id="lambdas are calls, comprehensions are not"),
        pytest.param(LIBRARY, 0, 3, id="other modules do not count"),
        pytest.param(EXITS, 0, 3, id="a program that exits by itself"),
        pytest.param(CLASSES, 1, None, id="the body of a class is no call"),
    ],
)
def test_calls_and_lines(tmp_path: Path, source: str, calls: int, lines: int | None) -> None:
    found = counted(tmp_path, source)
    assert found is not None
    assert found.calls == calls
    assert lines is None or found.lines == lines


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("print(4)\n", id="wrong"),
        pytest.param("print(3)\nraise SystemExit(1)\n", id="crashed"),
        pytest.param("import os\nprint(3, flush=True)\nos._exit(0)\n", id="left without a word"),
        pytest.param("def f(:\n", id="no Python"),
    ],
)
def test_what_does_not_solve_the_case_has_no_count(tmp_path: Path, source: str) -> None:
    assert counted(tmp_path, source) is None


def test_other_languages_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "a.cpp"
    path.write_text("int main() {}\n")
    with Runner(core=None) as runner:
        assert list(count([(make_solution(name="a.cpp", path=path), make_case())], [runner])) == []


def test_there_is_a_reason_for_the_missing_column() -> None:
    assert why_no_instructions()
