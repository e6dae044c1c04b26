"""Programs of several files: which files belong to which, in every layout that people have."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import level_or_skip
from helpers import calls_in, run_here, run_judge, table_rows, write_files, write_project
from languages import QUICK, ROWS, require

from judge.running.keeper_client import Level
from judge.solutions.loader import find_ignored_programs, load_solutions, read_solutions

MAIN_C = '#include "sum.h"\nint main(void) {}\n'
SUM_C = "int sum(int a, int b) { return a + b; }\n"


def programs(root: Path, files: Mapping[str, str]) -> dict[str, list[str]]:
    """The programs of a folder with these files, each with the names of its parts."""
    write_files(root, files)
    return {solution.name: [name for name, _ in solution.beside] for solution in load_solutions(root)}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"a.cpp": '#include "x.hpp"\n', "b.cpp": "int main() {}\n", "x.hpp": "", "y.hpp": ""},
            {"a.cpp": ["x.hpp"], "b.cpp": []},
            id="a header belongs to each program that names it",
        ),
        pytest.param(
            {"a.cpp": '#include "x.hpp"\n', "x.hpp": '#include "y.hpp"\n', "y.hpp": '#include "x.hpp"\n'},
            {"a.cpp": ["x.hpp", "y.hpp"]},
            id="and so does what a header names",
        ),
        pytest.param(
            {"p/main.c": MAIN_C, "p/sum.h": "", "p/sum.c": SUM_C, "q/main.c": "int main(void) {}\n"},
            {"p/main.c": ["sum.c", "sum.h"], "q/main.c": []},
            id="main takes along the sources that it names",
        ),
        pytest.param(
            {"p/main.cpp": "int brute(); int main() {}\n", "p/brute.cpp": "int main() {}\n"},
            {"p/brute.cpp": [], "p/main.cpp": []},
            id="what has a main is a program",
        ),
        pytest.param(
            {"p/main.py": "def solve(): pass\n", "p/brute.py": "print(3)\n"},
            {"p/brute.py": [], "p/main.py": []},
            id="and so is what main does not name",
        ),
        pytest.param(
            {"p/main.py": "from helper import f\n", "p/helper.py": "def f(): pass\ndef main(): pass\n"},
            {"p/main.py": ["helper.py"]},
            id="what main imports may have a main",
        ),
        pytest.param(
            {"p/main.py": "import other\n", "p/other.py": "# judge: {format: text}\nprint(3)\n"},
            {"p/main.py": [], "p/other.py": []},
            id="what states facts is a program",
        ),
        pytest.param(
            {"p/Main.java": "class Main { Graph g; }\n", "p/Graph.java": "class Graph { Node n; }\n",
             "p/Node.java": "class Node {}\n"},
            {"p/Main.java": ["Graph.java", "Node.java"]},
            id="classes in files of their own",
        ),
        pytest.param(
            {"p/solve.py": "import helper\n", "p/helper.py": "\n"},
            {"p/helper.py": [], "p/solve.py": []},
            id="only main takes sources along",
        ),
        pytest.param(
            {"p/main.py": "import helper\n", "q/helper.py": "\n", "helper.py": "\n"},
            {"helper.py": [], "p/main.py": [], "q/helper.py": []},
            id="in the same folder",
        ),
    ],
)  # fmt: skip
def test_which_files_make_a_program(
    tmp_path: Path, files: Mapping[str, str], expected: Mapping[str, list[str]]
) -> None:
    assert programs(tmp_path, files) == expected
    parts = {f"{Path(name).parent / part}" for name, own in expected.items() for part in own}
    passed = {str(fault.path.relative_to(tmp_path)) for fault in find_ignored_programs(tmp_path)}
    assert parts | passed | set(expected) == set(files)
    assert not parts & passed


def test_every_byte_and_name_of_a_part_is_in_the_digest(tmp_path: Path) -> None:
    digests = set()
    for at, (name, text) in enumerate((("x.h", ""), ("x.h", "\n"), ("y.h", ""), ("z", ""))):
        folder = tmp_path / str(at)
        programs(folder, {"a.c": '#include "x.h"\n#include "y.h"\n', name: text})
        digests |= {solution.digest for solution in load_solutions(folder)}
    assert len(digests) == 4


SEVERAL = {
    "c": {"main.c": '#include "sum.h"\n#include <stdio.h>\nint main(void) { int a, b;\n'
          'scanf("%d%d", &a, &b); printf("%d\\n", sum(a, b)); }\n',
          "sum.h": "int sum(int a, int b);\n", "sum.c": SUM_C},
    "cpp": {"main.cpp": '#include "sum.hpp"\n#include <iostream>\nint main() { int a, b;\n'
            "std::cin >> a >> b; std::cout << sum(a, b) << '\\n'; }\n",
            "sum.hpp": "inline int sum(int a, int b) { return a + b; }\n"},
    "python": {"main.py": "from sums import total\nimport bisect\nprint(total(*map(int, input().split())))\n"
               "assert bisect.own\n",
               "sums.py": "import heapq, bisect\ndef total(a, b):\n    return a + b\n",
               "bisect.py": "own = __name__ == 'bisect' and __file__.endswith('bisect.py')\n"},
    "java": {"Main.java": "import java.util.*;\npublic class Main { public static void main(String[] a) {\n"
             "Scanner in = new Scanner(System.in);\n"
             "System.out.println(Sum.of(in.nextInt(), in.nextInt())); } }\n",
             "Sum.java": "class Sum { static int of(int a, int b) { return a + b; } }\n"},
    "rust": {"main.rs": "mod sum;\nfn main() { let mut s = String::new();\n"
             "std::io::stdin().read_line(&mut s).unwrap(); println!(\"{}\", sum::of(&s)); }\n",
             "sum.rs": "pub fn of(s: &str) -> i64 {\n"
             "s.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum() }\n"},
    "javascript": {"main.js": "const sum = require('./sum');\n"
                   "console.log(sum(require('fs').readFileSync(0, 'utf8').split(' ').map(Number)));\n",
                   "sum.js": "module.exports = ([a, b]) => a + b;\n"},
    "haskell": {"main.hs": "import Sum\nmain = getLine >>= print . total . map read . words\n",
                "Sum.hs": "module Sum where\ntotal :: [Int] -> Int\ntotal = sum\n"},
    "pascal": {"main.pas": "program adds; uses sums; var a, b: longint;\n"
               "begin readln(a, b); writeln(total(a, b)) end.\n",
               "sums.pas": "unit sums; interface function total(a, b: longint): longint;\n"
               "implementation function total(a, b: longint): longint; begin total := a + b end; end.\n"},
    "ruby": {"main.rb": "require_relative 'sums'\nputs total(gets)\n",
             "sums.rb": "def total(line)\n  line.split.map(&:to_i).sum\nend\n"},
}  # fmt: skip


@pytest.mark.parametrize("level", ["default", pytest.param("strict", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in SEVERAL]
)
def test_a_program_of_several_files_is_built_and_run(tmp_path: Path, name: str, level: Level) -> None:
    require(ROWS[name])
    level_or_skip(level)
    write_project(tmp_path, solutions={f"adds/{file}": text for file, text in SEVERAL[name].items()})
    done = run_judge("run", "--sandbox", level, cwd=tmp_path)
    first = next(iter(SEVERAL[name]))
    assert (table_rows(done.stdout), done.returncode) == ([f"adds/{first}: 1 AC"], 0), done


def test_modules_serve_an_interpreter_of_its_own_and_one_that_is_cold(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={f"adds/{file}": text for file, text in SEVERAL["python"].items()})
    done = run_judge("run", "--cold", cwd=tmp_path)
    assert table_rows(done.stdout) == ["adds/main.py: 1 AC"], done


@pytest.mark.slow
def test_a_mistake_in_a_module_is_shown_where_it_is(tmp_path: Path) -> None:
    for text, fate, words in (
        ("def f():\n    return 1 / 0\n", "RE", 'File \\"solutions/sums.py\\", line 2, in f'),
        ("\n\ndef f(:\n", "CE", 'File \\"solutions/sums.py\\", line 3'),
    ):
        write_project(tmp_path, solutions={"main.py": "import sums\nsums.f()\n", "sums.py": text})
        done = run_judge("run", "--json", "out.json", cwd=tmp_path)
        assert table_rows(done.stdout) == [f"main.py: 1 {fate}"]
        assert words in (tmp_path / "out.json").read_text()


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"leak.cpp": '#include "answer.inc"\n'}, id="of a program in C++"),
        pytest.param({"main.py": "import answer\n"}, id="of one in Python"),
        pytest.param({"leak.c": '#include "x.h"\n', "x.h": '#include "answer.inc"\n'}, id="of a header"),
    ],
)
def test_a_part_is_no_link_for_it_could_lead_to_an_answer(tmp_path: Path, files: Mapping[str, str]) -> None:
    write_project(tmp_path, solutions=files, cases={"sum/1.in": "1 2\n", "sum/1.out": "3\n"})
    for name in ("answer.inc", "answer.py"):
        (tmp_path / "solutions" / name).symlink_to("../cases/sum/1.out")
    (program,) = (one for one in read_solutions(tmp_path / "solutions") if one.name in files)
    (fault,) = program.faults
    assert fault.message == "expected a file as a part of a program, got a link"
    assert fault.path.stem == "answer"
    assert "answer" not in str(program.beside)


def test_a_line_that_imports_again_and_again_is_read_once(tmp_path: Path) -> None:
    """A search in quadratic time would take hours."""
    files = {"main.py": "import " * 300_000 + "# helper is not imported\n# helper\n", "helper.py": "main()\n"}
    assert programs(tmp_path, files) == {"main.py": ["helper.py"]}


@pytest.mark.slow
def test_the_work_of_listing_programs_grows_as_their_number(tmp_path: Path) -> None:
    """The folders have programs with headers, and one that takes the other sources."""

    def work(number: int) -> int:
        files = {
            f"{name}.cpp": f'#include "x.h"\nint main() {{ return {name}; }}\n' for name in range(number)
        }
        beside = {"x.h": "", "main.cpp": "int main() {}\n", "y.txt": ""}
        root = write_project(tmp_path / f"{number}", solutions={**files, **beside})
        return calls_in(lambda: run_here("list", cwd=root))

    work(1)
    assert work(240) < 2.2 * work(120)
