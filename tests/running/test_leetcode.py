"""The class as LeetCode takes it: its names, its method, what it prints; in a fork and in an interpreter."""

import subprocess
import sys
from ast import literal_eval
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers import CLUES, SOLVED, grid_case, make_limits, make_solution, results_of
from languages import require
from msgspec.structs import replace

from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.running.languages import LANGUAGES
from judge.running.languages.entry.python import BEFORE
from judge.running.runner import Runner

FULL = f"FULL = {[SOLVED[row : row + 9].decode() for row in range(0, 81, 9)]}\n"
SOLVES = "    def solveSudoku(self, board):\n        board[:] = map(list, FULL)\n"
CLASS = f"{FULL}class Solution:\n{SOLVES}"
Judged = Callable[[bytes], Result]


@pytest.fixture(scope="module")
def slot() -> Iterator[Runner]:
    with Runner(core=None) as runner:
        yield runner


@pytest.fixture(params=["", sys.executable], ids=["warm", "cold"])
def judged(request: pytest.FixtureRequest, slot: Runner, tmp_path: Path) -> Judged:
    """The result of a source on one grid."""

    def of(source: bytes) -> Result:
        path = tmp_path / "pasted.py"
        path.write_bytes(source)
        solution = make_solution(name=path.name, path=path, format="leetcode")
        case = replace(grid_case("leetcode", (CLUES, SOLVED)), limits=make_limits(cpu_s=10))
        *_, result = results_of([replace(solution, interpreter=request.param)], [case], [slot])
        return result

    return of


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        pytest.param(f"{FULL}class Solution:\n    def helper(self): pass\n{SOLVES}", id="a helper first"),
        pytest.param(
            f"{FULL}class Solution:\n    @staticmethod\n    def helper(): pass\n{SOLVES}",
            id="a static helper first",
        ),
        pytest.param(f"{FULL}class Solution:\n    size = 9\n{SOLVES}", id="a class attribute first"),
        pytest.param(f"{FULL}class Base:\n{SOLVES}class Solution(Base): pass\n", id="a method inherited"),
        pytest.param(
            f"{FULL}class Solution:\n    def __init__(self): self.solveSudoku = self.f\n"
            "    def f(self, board): board[:] = map(list, FULL)\n",
            id="a method of the instance",
        ),
        pytest.param(
            CLASS.replace("board)", "board: List[List[str]]) -> None"),
            id="annotations that only the site has",
        ),
        pytest.param(
            CLASS + "        assert heapq.heappop is heappop and deque([pow(2, 3, 5)])[0] == inf or 3\n",
            id="names of the site's modules",
        ),
        pytest.param(
            CLASS + "assert eval('List') and 'ascii_letters' in globals()\n", id="names by reflection"
        ),
        pytest.param("List = deque = 1\n" + CLASS + "assert (List, deque) == (1, 1)\n", id="own names"),
        pytest.param(
            CLASS + "getattr = dir = globals = print = open = json = os = sys = None\n", id="names taken away"
        ),
        pytest.param(CLASS.rstrip("\n"), id="no final newline"),
        pytest.param("\ufeff" + CLASS, id="byte order mark"),
        pytest.param("'''doc'''\nfrom __future__ import annotations\n" + CLASS, id="from the future"),
        pytest.param(CLASS.replace("    ", "\t"), id="tabs"),
        pytest.param(CLASS.replace("\n", "\r\n"), id="carriage returns"),
        pytest.param(
            CLASS + "if __name__ == '__main__':\n    Solution().solveSudoku([])\n", id="a main part"
        ),
        pytest.param(CLASS + "# the end", id="a comment at the end"),
        pytest.param(CLASS + "        return []\n", id="what it returns does not count"),
        pytest.param("print('module')\n" + CLASS + "        print(board)\n", id="prints"),
        pytest.param("import os\n" + CLASS + "        os.write(1, b'x' * 9999)\n", id="writes beneath"),
        pytest.param("import atexit\natexit.register(print, 'end')\n" + CLASS, id="prints at its end"),
        pytest.param(
            CLASS + "        stdout.write('x')\n        sys.stdout.flush()\n", id="the site's stdout"
        ),
    ],
)
def test_a_right_class_is_accepted(judged: Judged, source: str) -> None:
    result = judged(source.encode())
    assert result.verdict is Verdict.AC, result.stderr.decode()


def test_a_source_may_have_its_own_coding(judged: Judged) -> None:
    source = b"# coding: latin-1\n" + CLASS.encode() + b"assert len('\xe9') == 1\n"
    assert judged(source).verdict is Verdict.AC


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        pytest.param(
            f"{FULL}class Solution:\n    def solveSudoku(self, board): return FULL\n", "WA", "", id="returned"
        ),
        pytest.param(
            "class Solution:\n    size = 9\n    def solve(self, board): pass\n",
            "RE",
            "expected a method solveSudoku in the class Solution, got size, solve\n",
            id="another method",
        ),
        pytest.param(
            "class Solution: pass\n",
            "RE",
            "expected a method solveSudoku in the class Solution, got nothing\n",
            id="no method",
        ),
        pytest.param(
            "def solveSudoku(board): pass\n", "RE", "expected a class Solution, got none\n", id="none"
        ),
        pytest.param("class Solution:\n", "CE", "IndentationError: ", id="no Python"),
        pytest.param("exit(0)\n", "WA", "", id="no answer"),
        pytest.param(
            "class Solution:\n    def solveSudoku(self, board):\n        print(1)\n\n        1 / 0\n",
            "RE",
            '.py", line 5, in solveSudoku\n    1 / 0\n',
            id="crash",
        ),
    ],
)
def test_a_wrong_class_is_told_what_is_wrong(judged: Judged, source: str, verdict: str, words: str) -> None:
    result = judged(source.encode())
    said = result.stderr.decode()
    assert (result.verdict.name, words in said) == (verdict, True), said


def test_what_a_class_prints_stands_beside_its_crash(judged: Judged) -> None:
    result = judged(
        b"class Solution:\n    def solveSudoku(self, board):\n        print('seen')\n        1 / 0\n"
    )
    assert b"seen\n" in result.stderr
    assert b"ZeroDivisionError" in result.stderr


KIND = "kind = lambda o: (type(o).__name__, getattr(o, '__module__', 0), getattr(o, '__qualname__', 0))\n"
# names of a console, and names through which a source may reach others
LEFT_OUT = {
    "copyright",
    "credits",
    "license",
    "kind",
    *("dir", "eval", "exec", "globals", "locals", "modules", "vars"),
}


@pytest.mark.parametrize("source", [CLASS, CLASS + "eval('1')\n"], ids=["said", "found"])
def test_each_name_is_what_it_is_on_the_site(judged: Judged, source: str) -> None:
    tells = f"{BEFORE}{KIND}stderr.write(repr({{n: kind(o) for n, o in globals().copy().items()}}))"
    told = subprocess.run([sys.executable, "-I", "-c", tells], capture_output=True, check=True).stderr
    kinds = {name: kind for name, kind in literal_eval(told.decode()).items() if name[0] != "_"}
    assert len(kinds) > 500
    checks = "".join(
        f"assert kind({name}) == {kind}\n" for name, kind in kinds.items() if name not in LEFT_OUT
    )
    result = judged(f"{source}{KIND}{checks}".encode())
    assert result.verdict is Verdict.AC, result.stderr.decode()


IN_CPP = """\
class Solution {
public:
    void solveSudoku(vector<vector<char>>& board) {
        const string full = "FULL";
        for (int cell = 0; cell < 81; ++cell) board[cell / 9][cell % 9] = full[cell];
        cout << "done" << endl;
    }
};
""".replace("FULL", SOLVED.decode())
IN_JAVA = """\
class Solution {
    public void solveSudoku(char[][] board) {
        String full = "FULL";
        for (int cell = 0; cell < 81; cell++) board[cell / 9][cell % 9] = full.charAt(cell);
        System.out.println("done");
    }
}
""".replace("FULL", SOLVED.decode())


@pytest.mark.parametrize(
    ("name", "source"),
    [("pasted.cpp", IN_CPP), pytest.param("pasted.java", IN_JAVA, marks=pytest.mark.slow)],
)
def test_a_class_of_another_language_is_called_on_the_puzzles_of_all(
    name: str, source: str, slot: Runner, tmp_path: Path
) -> None:
    path = tmp_path / name
    require(LANGUAGES[path.suffix])
    path.write_text(source)
    solution = make_solution(name=name, path=path, format="leetcode")
    case = replace(
        grid_case("poj", (CLUES, SOLVED), (CLUES, SOLVED)),
        limits=make_limits(cpu_s=10, memory_bytes=512 << 20),
    )
    results = [result for result in results_of([solution], [case], [slot]) if result.final]
    assert [result.verdict for result in results] == [Verdict.AC, Verdict.AC], results[0].stderr.decode()
