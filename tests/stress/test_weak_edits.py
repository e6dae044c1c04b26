"""The mistakes that `judge weak` plants: which edits a source has, and how they change it."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import REPOSITORY, SEAL, make_solution

from judge.running.runner import Runner
from judge.stress.weak.edits import KINDS, Edit, in_order
from judge.stress.weak.mutants import plant
from judge.stress.weak.python_edits import edit_python
from judge.work.workers import Workers


def edited(source: str) -> dict[str, list[str]]:
    """Return the changed lines by the kind of mistake, without blanks around them."""
    data = source.encode()
    found: dict[str, list[str]] = {}
    for edit in in_order(edit_python(data), data):
        found.setdefault(edit.kind, []).append(edit.lines(data)[1].decode().strip())
    return found


@pytest.mark.parametrize(
    ("source", "kind", "lines"),
    [
        pytest.param("x = a < b\n", "boundary", ["x = a <= b"], id="less"),
        pytest.param("x = a<=(b)\n", "boundary", ["x = a<(b)"], id="brackets"),
        pytest.param("x = 0 < a <= b\n", "boundary", ["x = 0 <= a <= b", "x = 0 < a < b"], id="chain"),
        pytest.param("x = 7\n", "off by one", ["x = 6", "x = 8"], id="number"),
        pytest.param(
            "range(n)\n", "off by one", ["range(1, n)", "range((n) + 1)", "range((n) - 1)"], id="range"
        ),
        pytest.param("x = (a * b) % M\n", "modulus left out", ["x = (a * b)"], id="modulus"),
        pytest.param("x %= M\n", "modulus left out", ["pass"], id="modulus assigned"),
        pytest.param("x = max(a, b)\n", "max for min", ["x = min(a, b)"], id="max"),
        pytest.param("x = a and b\n", "case left out", ["x = True and b", "x = a and True"], id="and"),
        pytest.param(
            "if a:\n    f()\nelif b:\n    g()\n",
            "case left out",
            ["if False:", "if True:", "elif False:", "elif True:", "if b:"],
            id="if",
        ),
        pytest.param("x = set(y)\n", "slower", ["x = list(y)"], id="set"),
        pytest.param(
            "@cache\ndef f(n):\n    return n\n", "slower", ["@(lambda function: function)"], id="cache"
        ),
        pytest.param("for x in y:\n    f(x)\n", "early break", ["f(x); break"], id="break"),
        pytest.param("for x in y:\n    x = 0\n", "not initialized", ["pass"], id="stored before"),
        pytest.param("x.clear()\n", "not cleared", ["pass"], id="clear"),
        pytest.param("x = not a\n", "condition turned", ["x = a"], id="not"),
        pytest.param(
            "x = not(a or b)\n", "condition turned", ["x = (a or b)", "x = not(a and b)"], id="not("
        ),
        pytest.param("x = a in b\n", "condition turned", ["x = a not in b"], id="in"),
        pytest.param("x = a - b\n", "sign", ["x = a + b"], id="minus"),
        pytest.param("f(x)\n", "statement left out", ["pass"], id="call"),
        pytest.param("é = '€' < a\n", "boundary", ["é = '€' <= a"], id="letters of several bytes"),
    ],
)
def test_a_mistake_changes_one_place(source: str, kind: str, lines: Sequence[str]) -> None:
    assert sorted(edited(source)[kind]) == sorted(lines)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("x = 0\n", id="the only value of a name, whose removal nobody could miss"),
        pytest.param("'text'\n", id="a docstring"),
        pytest.param("x: list[3]\n", id="an annotation"),
    ],
)
def test_nothing_is_left_out_where_no_one_would_leave_it_out(source: str) -> None:
    assert not {"statement left out", "not initialized", "boundary"} & edited(source).keys()


@pytest.mark.parametrize("source", [b"x = (\n", b"\xff = 1\n", b"x = '\0'\n", b"(" * 5000], ids=repr)
def test_a_source_that_does_not_compile_has_no_edits(source: bytes) -> None:
    assert list(edit_python(source)) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((REPOSITORY / "solutions").glob("*.py")), ids=lambda path: path.name)
def test_every_edit_of_a_program_changes_one_line_and_compiles(path: Path) -> None:
    source = path.read_bytes()
    edits = in_order(edit_python(source), source)
    assert len(edits) > 50
    assert len({edit.apply(source) for edit in edits}) == len(edits)
    for edit in edits:
        changed = edit.apply(source)
        compile(changed, path, "exec")
        lines, others = source.split(b"\n"), changed.split(b"\n")
        differing = [number for number in range(len(lines)) if lines[number] != others[number]]
        assert len(lines) == len(others)
        assert differing == [edit.line(source) - 1]
        assert edit.lines(source) == (lines[differing[0]], others[differing[0]])


def test_the_likeliest_mistake_comes_first_and_the_same_change_once() -> None:
    first, later = Edit(KINDS[0], 0, 1, b"2"), Edit(KINDS[1], 0, 1, b"2")
    assert in_order([later, first, Edit(KINDS[2], 0, 1, b"1"), Edit(KINDS[3], 1, 2, b"")], b"1\n") == [first]


def test_mutants_that_are_equal_as_compiled_are_left_out(tmp_path: Path, runner: Runner) -> None:
    path = tmp_path / "zero.py"
    path.write_text("print(-0, a % b)\n")
    program = make_solution(name="zero.py", path=path)
    with Workers([runner], SEAL) as workers:
        made = plant([program], tmp_path / "mutants", workers, SEAL, most=99, progress=lambda *_: None)
    lines = [mutant.revision.new for mutant in made if mutant.revision]
    # `-0` is 0 as well, and so `0` and what leaves out its sign are equal to the program.
    assert b"print(0, a % b)" not in lines
    assert b"print(-0, a )" in lines
    assert len({mutant.name for mutant in made}) == len(made)
