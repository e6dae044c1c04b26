"""The mistakes that are planted in C++ and Java, and what happens without their parser."""

from pathlib import Path

import pytest
from helpers import REPOSITORY, make_solution, need, run_here, write_files, write_project

from judge.options.weak_arguments import choose_planted
from judge.platform.errors import UsageError
from judge.stress.weak import mutants, tree_edits
from judge.stress.weak.edits import in_order

pytest.importorskip("tree_sitter_cpp", reason="no tree-sitter: pip install '.[weak]'")
pytest.importorskip("tree_sitter_java", reason="no tree-sitter: pip install '.[weak]'")


def edited(suffix: str, statement: str) -> set[tuple[str, str]]:
    """Return the kind and the new text of each edit of a statement in a function."""
    if suffix == ".java":
        source, edit = f"class Main {{ void f() {{\n{statement}\n}} }}".encode(), tree_edits.edit_java
    else:
        source, edit = f"void f() {{\n{statement}\n}}".encode(), tree_edits.edit_cpp
    return {(each.kind, each.lines(source)[1].decode()) for each in in_order(edit(source), source)}


@pytest.mark.parametrize(
    ("suffix", "statement", "kind", "new"),
    [
        (".cpp", "x = a < b;", "boundary", "x = a <= b;"),
        (".java", "x = a >= b;", "boundary", "x = a > b;"),
        (".cpp", "x = 1'000LL;", "off by one", "x = 1001LL;"),
        (".cpp", "int x = -1;", "off by one", "int x = 0;"),
        (".cpp", "int x = -1'000LL;", "off by one", "int x = -1001LL;"),
        (".cpp", "int x = -1;", "sign", "int x = 1;"),
        (".java", "int x = -1;", "off by one", "int x = -2;"),
        (".cpp", "x = 2LL;", "overflow", "x = 2;"),
        (".java", "x = 2L;", "overflow", "x = 2;"),
        (".cpp", "long  long x = f();", "overflow", "int x = f();"),
        (".cpp", "std::int64_t x = f();", "overflow", "std::int32_t x = f();"),
        (".cpp", "x = (long long) a * b;", "overflow", "x = a * b;"),
        (".java", "x = (long) a * b;", "overflow", "x = a * b;"),
        (".java", "long x = f();", "overflow", "int x = f();"),
        (".cpp", "x = a * b % M;", "modulus left out", "x = a * b ;"),
        (".java", "x %= M;", "modulus left out", "x;"),
        (".cpp", "int x = 0;", "not initialized", "int x;"),
        (".cpp", "seen.clear();", "not cleared", ";"),
        (".cpp", "memset(a, 0, sizeof a);", "not cleared", ";"),
        (".java", "Arrays.fill(a, 0);", "not cleared", ";"),
        (".cpp", "x = std::max(a, b);", "max for min", "x = std::min(a, b);"),
        (".cpp", "x = std::max<long>(a, b);", "max for min", "x = std::min<long>(a, b);"),
        (".java", "x = Math.max(a, b);", "max for min", "x = Math.min(a, b);"),
        (".cpp", "if (a) f();", "case left out", "if (false) f();"),
        (".java", "if (a) f();", "condition turned", "if (!(a)) f();"),
        (".cpp", "x = a && b;", "case left out", "x = true && b;"),
        (".java", "x = a ? b : c;", "case left out", "x = true ? b : c;"),
        (".cpp", "for (int i : a) { f(i); }", "early break", "for (int i : a) { f(i); break; }"),
        (".java", "for (int i : a) f(i);", "early break", "for (int i : a) { f(i); break; }"),
        (".java", "while (a) { if (b) continue; }", "early break", "while (a) { if (b) break; }"),
        (".cpp", "auto g = [](const V& v) {};", "slower", "auto g = [](const V  v) {};"),
        (".cpp", "auto g = [](V &v) {};", "copy", "auto g = [](V  v) {};"),
        (".cpp", "x = !a;", "condition turned", "x = a;"),
        (".java", "a = new ArrayList<>();", "slower", "a = new LinkedList<>();"),
        (".java", "x = -a;", "sign", "x = a;"),
        (".java", "x += a;", "sign", "x -= a;"),
        (".cpp", "x = a;", "statement left out", ";"),
    ],
)
def test_a_mistake_changes_one_place_of_a_statement(suffix: str, statement: str, kind: str, new: str) -> None:
    assert (kind, new) in edited(suffix, statement)


def test_the_counter_of_a_loop_keeps_its_initial_value() -> None:
    found = edited(".cpp", "for (int i = 0; i < n; i++) f(i);")
    assert not [new for kind, new in found if kind == "not initialized"]


@pytest.mark.parametrize("source", [b"", b"\xff\0", b"int main( {", b"((((" * 1000])
def test_any_bytes_have_edits_or_none(source: bytes) -> None:
    for edit in (tree_edits.edit_cpp, tree_edits.edit_java):
        for each in edit(source):
            assert 0 <= each.start <= each.end <= len(source)


@pytest.mark.parametrize("path", sorted((REPOSITORY / "solutions").glob("*.cpp")), ids=lambda path: path.name)
def test_every_edit_of_a_program_changes_one_line(path: Path) -> None:
    source = path.read_bytes()
    edits = in_order(tree_edits.edit_cpp(source), source)
    assert len(edits) > 50
    for edit in edits:
        pairs = zip(source.split(b"\n"), edit.apply(source).split(b"\n"), strict=True)
        assert [number for number, (old, new) in enumerate(pairs, 1) if old != new] == [edit.line(source)]


ADDS = """\
#include <iostream>
int main() {
    long long a, b;
    std::cin >> a >> b;
    std::cout << a + b << "\\n";
}
"""
GENERATOR = """\
from shapes import called

chance, n = called()
print(*chance.integers(2, 0, 10**12))
"""
VALIDATOR = """\
a, b = map(int, input().split())
raise SystemExit(42 if 0 <= min(a, b) and max(a, b) <= 10**12 else 43)
"""


def test_a_narrow_type_is_rejected_by_a_small_input_that_is_large_enough(tmp_path: Path) -> None:
    need("g++")
    write_project(tmp_path, solutions={"adds.cpp": ADDS})
    write_files(tmp_path, {"generators/sum.py": GENERATOR, "cases/sum/validator.py": VALIDATOR})
    done = run_here("weak", "--seed", "1", "--budget", "60s", "--keep", "large", cwd=tmp_path)
    assert done.returncode == 0
    assert (
        "adds.cpp:3: overflow; rejected by new input 1\n  - long long a, b;\n  + int a, b;\n" in done.stdout
    )
    assert "killed by a new test (kept)" in done.stdout
    assert run_here("run", cwd=tmp_path).returncode == 0


def test_without_the_parser_python_works_and_others_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def edit_nothing(source: bytes) -> None:
        tree_edits._find_parser.__wrapped__("no_such_grammar", "C++")

    monkeypatch.setattr(mutants, "EDITORS", mutants.EDITORS | {"cpp": edit_nothing})
    monkeypatch.setattr("judge.options.weak_arguments.EDITORS", mutants.EDITORS)
    python, cpp = make_solution(name="a.py"), make_solution(name="b.cpp", path=None)
    planted, (note,) = choose_planted([python, cpp])
    assert planted == [python]
    assert note.startswith("left out: b.cpp: expected tree-sitter for mutants of C++, got none: pip install ")
    with pytest.raises(UsageError, match=r"^b\.cpp: expected tree-sitter for mutants of C\+\+, got none"):
        choose_planted([cpp])
    with pytest.raises(UsageError, match=r"^expected an accepted program in python, c, cpp, java, got "):
        choose_planted([make_solution(name="c.rs")])
