"""Drivers of classes: values of every type pass through them unchanged, in each language."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import UNOPTIMIZED
from helpers import make_limits, make_solution
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from languages import require
from msgspec.structs import replace

from judge.model.programs import Solution
from judge.model.runs import Ending, Run
from judge.model.verdicts import Verdict
from judge.running.languages import LANGUAGES, prepare
from judge.running.languages.base import Unready
from judge.running.languages.entry import nothing
from judge.running.programs import Program
from judge.running.runner import Runner
from judge.subjects.signatures.parser import parse_signature
from judge.subjects.signatures.signature import UNANSWERED
from judge.subjects.signatures.values import TREE, Type, encode_line, parse_value

pytestmark = pytest.mark.usefixtures("compiled_header")
INTEGERS = st.integers(-(1 << 31), (1 << 31) - 1)
LONGS = st.integers(-(1 << 63), (1 << 63) - 1)
STRINGS = st.text(st.characters(codec="utf-8"), max_size=8)
LETTERS = st.characters(max_codepoint=127)
TREES = st.lists(INTEGERS | st.none(), max_size=12)


@dataclass(frozen=True)
class Echo:
    """A type with its names in C++ and Java, and its values."""

    type: str
    cpp: str
    java: str
    values: st.SearchStrategy[Any]


def arrays(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(values, max_size=5)


ECHOES = [
    Echo("integer", "int", "int", INTEGERS),
    Echo("long", "long long", "long", LONGS),
    Echo("boolean", "bool", "boolean", st.booleans()),
    Echo("string", "string", "String", STRINGS),
    Echo("character", "char", "char", LETTERS),
    Echo("integer[]", "vector<int>", "int[]", arrays(INTEGERS)),
    Echo("boolean[]", "vector<bool>", "boolean[]", arrays(st.booleans())),
    Echo(
        "character[][]", "vector<vector<char>>", "char[][]", arrays(arrays(st.characters(max_codepoint=127)))
    ),
    Echo("string[]", "vector<string>", "String[]", arrays(STRINGS)),
    Echo("long[][]", "vector<vector<long long>>", "long[][]", arrays(arrays(LONGS))),
    Echo("list<list<string>>", "vector<vector<string>>", "List<List<String>>", arrays(arrays(STRINGS))),
    Echo("list<integer[]>", "vector<vector<int>>", "List<int[]>", arrays(arrays(INTEGERS))),
    Echo("list<long>[]", "vector<vector<long long>>", "List<Long>[]", arrays(arrays(LONGS))),
    Echo("ListNode", "ListNode*", "ListNode", arrays(INTEGERS)),
    Echo("ListNode[]", "vector<ListNode*>", "ListNode[]", arrays(arrays(INTEGERS))),
    Echo("TreeNode", "TreeNode*", "TreeNode", TREES),
    Echo("list<TreeNode>", "vector<TreeNode*>", "List<TreeNode>", arrays(TREES)),
]
DOUBLES = [
    Echo("double", "double", "double", st.floats(allow_nan=False, allow_infinity=False)),
    Echo("list<double>", "vector<double>", "List<Double>", arrays(st.floats(-1e9, 1e9))),
    Echo("double[][]", "vector<vector<double>>", "double[][]", arrays(arrays(st.floats(-1e-9, 1e-9)))),
]
ALL = [*ECHOES, *DOUBLES]
METHODS = {echo.type: f"echo{number}" for number, echo in enumerate(ALL)}
ROWS = ["class Echo()", *(f"{type} {name}({type} v)" for type, name in METHODS.items())]
SIGNATURE = str(parse_signature("\n".join(ROWS)))


def in_python(echo: Echo) -> str:
    return f"    def {METHODS[echo.type]}(self, v): return v\n"


def in_cpp(echo: Echo) -> str:
    return f"{echo.cpp} {METHODS[echo.type]}({echo.cpp} v) {{ return v; }}\n"


def in_java(echo: Echo) -> str:
    return f"{echo.java} {METHODS[echo.type]}({echo.java} v) {{ return v; }}\n"


CLASSES = {
    ".py": f"class Echo:\n{''.join(map(in_python, ALL))}",
    ".cpp": f"struct Echo {{\n{''.join(map(in_cpp, ALL))}}};\n",
    ".java": f"class Echo {{\n{''.join(map(in_java, ALL))}}}\n",
}
Called = Callable[[bytes], Run]


def class_at(path: Path, format: str, interpreter: str = "") -> Solution:
    """A class as a solution, which is not optimized: in C++ that takes longer than the test."""
    solution = replace(make_solution(name=path.name, path=path, format=format), interpreter=interpreter)
    flags = tuple(UNOPTIMIZED) if path.suffix == ".cpp" else solution.language.flags
    return replace(solution, language=replace(solution.language, flags=flags))


def program_of(solution: Solution, runner: Runner) -> Program:
    require(solution.language)
    program = prepare(solution, runner)
    assert not isinstance(program, Unready), program.stderr.decode() or program.message
    return program


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner(core=None) as opened:
        yield opened


WAYS = {"warm": (".py", ""), "cold": (".py", sys.executable), "cpp": (".cpp", ""), "java": (".java", "")}


@pytest.fixture(scope="module", params=[*list(WAYS)[:-1], pytest.param("java", marks=pytest.mark.slow)])
def called(
    request: pytest.FixtureRequest, runner: Runner, tmp_path_factory: pytest.TempPathFactory
) -> Called:
    """Runs a class whose methods return what they get."""
    suffix, interpreter = WAYS[request.param]
    path = tmp_path_factory.mktemp("echo") / f"echo{suffix}"
    path.write_text(CLASSES[suffix])
    program = program_of(class_at(path, SIGNATURE, interpreter), runner)
    return lambda data: runner.run(program, data, make_limits(cpu_s=20, memory_bytes=512 << 20))


def lawful(type: Type, value: Any) -> Any:
    """The value in its plainest form; what is no tree is made one."""
    if type.word == TREE:
        found, places = [], 1
        for each in value:
            if places:
                found.append(each)
                places += -1 if each is None else 1
        return type.normalize(found)
    return [lawful(type.inner, each) for each in value] if type.inner else type.normalize(value)


def calls_of(data: st.DataObject, echoes: list[Echo]) -> tuple[bytes, list[Any]]:
    """An input that calls methods, and what they return."""
    signature = parse_signature(SIGNATURE)
    types = {method.name: method.parameters[0][0] for method in signature.methods}
    chosen = data.draw(st.lists(st.sampled_from(echoes), min_size=24, max_size=60))
    names = [METHODS[echo.type] for echo in chosen]
    values = [lawful(types[name], data.draw(echo.values)) for name, echo in zip(names, chosen, strict=True)]
    return encode_line(["Echo", *names]) + encode_line([[], *([value] for value in values)]), [None, *values]


# An input of many calls costs as much as one of few.
FEW = settings(max_examples=8, deadline=None, suppress_health_check=[*HealthCheck])


@pytest.mark.slow
@FEW
@given(data=st.data())
def test_every_value_comes_back_to_the_byte(called: Called, data: st.DataObject) -> None:
    asked, values = calls_of(data, ECHOES)
    assert parse_signature(SIGNATURE).normalize_input(asked) == asked
    run = called(asked)
    assert (run.stdout, run.exit_code) == (encode_line(values), 0), run.stderr.decode()


@pytest.mark.slow
@FEW
@given(data=st.data())
def test_every_number_with_a_point_comes_back(called: Called, data: st.DataObject) -> None:
    asked, values = calls_of(data, DOUBLES)
    run = called(asked)
    assert parse_value(run.stdout) == values, run.stderr.decode()
    assert parse_signature(SIGNATURE).normalize_answer(asked, run.stdout) == encode_line(values)


def fails(run: Run) -> bool:
    """Return True if it ended by itself without an answer and with a message."""
    return (
        run.ending is Ending.FINISHED
        and run.stdout in (b"", UNANSWERED)
        and bool(run.exit_code and run.stderr)
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'["Echo","echo0"]\n',
        b'["Echo","echo0"]\n[[],[1]\n',
        b'["Echo","echo0"]\n[[]]\n',
        b'["Echo","echo3"]\n[[],["a]]\n',
        b'["Echo","echo5"]\n[[],[[1,2]]]]\n',
        b'["Echo","nothing"]\n[[],[]]\n',
    ],
)
def test_an_input_that_is_none_ends_in_a_failure(called: Called, data: bytes) -> None:
    assert fails(called(data))


@pytest.mark.parametrize("called", ["cpp", pytest.param("java", marks=pytest.mark.slow)], indirect=True)
@pytest.mark.parametrize(
    ("type", "value"),
    [
        ("integer", b"1.5"),
        ("integer", b"2147483648"),
        ("long", b"-9223372036854775809"),
        ("boolean", b"1"),
        ("character", b'"ab"'),
        ("string", b"1"),
        ("integer[]", b"[1,[2]]"),
        ("TreeNode", b"[1,null,null,2]"),
    ],
)
def test_a_value_of_another_type_ends_in_a_failure(called: Called, type: str, value: bytes) -> None:
    assert fails(called(b'["Echo","%b"]\n[[],[%b]]\n' % (METHODS[type].encode(), value)))


EVERY_WAY = pytest.mark.parametrize(
    ("suffix", "interpreter"),
    [
        pytest.param(*way, id=name, marks=() if way[0] == ".py" else pytest.mark.slow)
        for name, way in WAYS.items()
    ],
)


def ran(
    source: str, suffix: str, format: str, data: bytes, folder: Path, runner: Runner, interpreter: str = ""
) -> Run:
    path = folder / f"class{suffix}"
    path.write_text(source)
    program = program_of(class_at(path, format, interpreter), runner)
    return runner.run(program, data, make_limits(cpu_s=20, memory_bytes=512 << 20))


@EVERY_WAY
@pytest.mark.parametrize(
    "format", ["void f(ListNode[] lists, double x) -> x", "class A(list<string> names); TreeNode f(long x)"]
)
def test_a_class_that_does_nothing_runs(
    suffix: str, interpreter: str, format: str, tmp_path: Path, runner: Runner
) -> None:
    signature = parse_signature(format)
    source = nothing(signature, LANGUAGES[suffix])
    assert source
    run = ran(source, suffix, str(signature), signature.least(), tmp_path, runner, interpreter)
    assert (run.exit_code, run.stdout) == (0, b"0.0\n" if "void" in format else b"[null]\n"), run.stderr


CYCLES = {
    ".py": "class Solution:\n    def f(self, head):\n        head.next = head\n        return head\n",
    ".cpp": "struct Solution { ListNode* f(ListNode* head) { return head->next = head; } };\n",
    ".java": "class Solution { ListNode f(ListNode head) { return head.next = head; } }\n",
}


@EVERY_WAY
def test_a_list_of_nodes_without_an_end_is_told(
    suffix: str, interpreter: str, tmp_path: Path, runner: Runner
) -> None:
    run = ran(CYCLES[suffix], suffix, "ListNode f(ListNode head)", b"[1]\n", tmp_path, runner, interpreter)
    assert (run.exit_code, run.stdout) == (1, UNANSWERED)
    assert run.stderr == b"expected a list of nodes with an end, got one with a cycle\n"


PRINTS = {
    ".py": "print('loaded')\nclass Solution:\n    def f(self):\n        print('called')\n        return 1\n",
    ".cpp": 'static int loaded = puts("loaded");\nstruct Solution {\n'
    '    int f() { cout << "called\\n"; return 1; }\n};\n',
    ".java": 'class Solution {\n    static { System.out.println("loaded"); }\n'
    '    int f() { System.out.println("called"); return 1; }\n}\n',
}


@EVERY_WAY
def test_what_a_class_prints_is_kept_apart(
    suffix: str, interpreter: str, tmp_path: Path, runner: Runner
) -> None:
    run = ran(PRINTS[suffix], suffix, "integer f()", b"", tmp_path, runner, interpreter)
    assert (run.exit_code, run.stdout, run.stderr) == (0, b"1\n", b"loaded\ncalled\n")


OTHERS = {
    ".py": "class Solution:\n    def g(self): pass\n    def h(self): pass\n    x = 1\n",
    ".cpp": "class Solution {\n    int x = 1;\npublic:\n    void g() { if (x) h(); }\n    int h();\n};\n",
    ".java": "class Solution { int x = 1; void g() {} int h() { return x; } }\n",
}


@EVERY_WAY
def test_a_method_that_is_missing_is_named_with_those_that_are_there(
    suffix: str, interpreter: str, tmp_path: Path, runner: Runner
) -> None:
    path = tmp_path / f"class{suffix}"
    path.write_text(OTHERS[suffix])
    solution = class_at(path, "integer f()", interpreter)
    require(solution.language)
    made = prepare(solution, runner)
    said = made.stderr if isinstance(made, Unready) else runner.run(made, b"", make_limits(cpu_s=20)).stderr
    (line,) = [line for line in said.decode().splitlines() if line.startswith("expected a method f ")]
    there = "g, h, x" if suffix == ".py" else "g, h"
    assert line.replace(" with 0 parameters", "") == f"expected a method f in the class Solution, got {there}"


@pytest.mark.parametrize("name", ["rust", "ruby"])
def test_a_language_without_a_driver_is_told(name: str, tmp_path: Path, runner: Runner) -> None:
    row = next(row for row in LANGUAGES.values() if row.name == name)
    path = tmp_path / f"class{row.suffixes[0]}"
    path.write_text("class Solution\nend\n")
    made = prepare(class_at(path, "integer f()"), runner)
    assert isinstance(made, Unready)
    told = f"the class cannot be called in {name}: there are drivers for python, cpp, java"
    assert (made.verdict, made.message) == (Verdict.SK, told)


NAMES = {
    ".java": """
import javafx.util.Pair;
class Solution {
    long f() throws IOException {
        Deque<Integer> queue = new ArrayDeque<>(List.of(1, 2));
        Pair<Integer, String> pair = new Pair<>(3, "a");
        Function<Integer, Integer> twice = x -> 2 * x;
        AtomicInteger count = new AtomicInteger(queue.stream().collect(Collectors.summingInt(x -> x)));
        boolean found = Pattern.matches("a", pair.getValue()) && !new ConcurrentHashMap<>().containsKey(1);
        return found ? BigInteger.valueOf(count.get() + pair.getKey()).longValue() + twice.apply(1) : 0;
    }
}
""",
    ".cpp": """
class Solution {
public:
    long long f() {
        priority_queue<int> queue;
        queue.push(gcd(12, 18));
        map<string, int> counts{{"a", 1}};
        vector<int> all(2);
        iota(all.begin(), all.end(), 0);
        return queue.top() + counts["a"] + accumulate(all.begin(), all.end(), 0LL) + INT_MAX / INT_MAX - 1;
    }
};
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("suffix", NAMES)
def test_a_class_finds_the_names_of_the_site(suffix: str, tmp_path: Path, runner: Runner) -> None:
    run = ran(NAMES[suffix], suffix, "long f()", b"", tmp_path, runner)
    assert (run.stdout, run.exit_code) == (b"8\n", 0), run.stderr.decode()


@pytest.mark.slow
def test_of_several_methods_the_one_with_the_types_is_called(tmp_path: Path, runner: Runner) -> None:
    """Whatever stands first; and what takes other types than it should is called if it is alone."""
    rows = (
        "int f(String s) { return 1; }",
        "int f(int x) { return 2; }",
        "int f(List<Integer> l) { return 3; }",
    )
    source = f"class Solution {{ {' '.join(rows)} }}\n"
    for format, data, answer in (
        ("string s", b'"a"', b"1\n"),
        ("integer s", b"5", b"2\n"),
        ("list<integer> s", b"[1]", b"3\n"),
    ):
        assert ran(source, ".java", f"integer f({format})", data, tmp_path, runner).stdout == answer
    source = "class Solution { long f(long x) { return x; } }\n"
    assert ran(source, ".java", "integer f(integer x)", b"5", tmp_path, runner).stdout == b"5\n"


@pytest.mark.slow
def test_a_main_for_trying_at_home_is_not_called(tmp_path: Path, runner: Runner) -> None:
    cpp = "class Solution { public: int f() { return 1; } };\nint main() { abort(); }\n"
    assert ran(cpp, ".cpp", "integer f()", b"", tmp_path, runner).stdout == b"1\n"
    java = "public class Main { public static void main(String[] words) { throw new Error(); } }\n"
    java += "class Solution { int f() { return 1; } }\n"
    assert ran(java, ".java", "integer f()", b"", tmp_path, runner).stdout == b"1\n"


@pytest.mark.slow
def test_a_class_may_lie_in_a_package_at_home(tmp_path: Path, runner: Runner) -> None:
    require(LANGUAGES[".java"])
    source = "// mine\npackage com.mine;\n\nclass Solution {\n    List<Integer> f() { return null; }\n}\n"
    assert ran(source, ".java", "list<integer> f()", b"", tmp_path, runner).stdout == b"null\n"
    path = tmp_path / "class.java"
    path.write_text(source.replace("null;", "nothing;"))
    made = prepare(class_at(path, "list<integer> f()"), runner)
    assert isinstance(made, Unready)
    assert b"Solution.java:5: error" in made.stderr


@pytest.mark.parametrize(
    "suffix", [".py", *(pytest.param(suffix, marks=pytest.mark.slow) for suffix in (".cpp", ".java"))]
)
def test_what_a_method_throws_is_a_failure_with_its_words(
    suffix: str, tmp_path: Path, runner: Runner
) -> None:
    source = {
        ".py": "class Solution:\n    def f(self): raise ValueError('words')\n",
        ".cpp": 'struct Solution { int f() { throw runtime_error("words"); } };\n',
        ".java": 'class Solution { int f() { throw new IllegalStateException("words"); } }\n',
    }
    run = ran(source[suffix], suffix, "integer f()", b"", tmp_path, runner)
    assert (run.stdout, run.exit_code or run.signal) != (UNANSWERED, 0)
    assert b"words" in run.stderr
