"""Problems of library-checker: their tests are made, their programs get what it says of them."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import run_here, table_rows, write_files

from judge.yaml.document import load

needs_gxx = pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
INFO = """\
title = 'A + B'
timelimit = 20.0
forum = "https://github.com/yosupo06/library-checker-problems/issues/32"

[[tests]]
    name = "example.in"
    number = 2
[[tests]]
    name = "random.cpp"
    number = 3

[[solutions]]
    name = "wa.cpp"
    wrong = true

[params]
    A_AND_B_MAX = 1_000_000_000
    NAME = "sums"
    HALF = 0.5
"""
# As much of testlib as these two need.
TESTLIB = """\
#pragma once
#include <cstdlib>
#include <fstream>
#include <iostream>
"""
CHECKER = """\
#include "testlib.h"
#include "params.h"
int main(int, char* argv[]) {
    std::string told, answer;
    std::ifstream(argv[2]) >> told;
    std::ifstream(argv[3]) >> answer;
    if (told != answer) std::cerr << "wrong answer: " << NAME;
    return told == answer ? 0 : 1;
}
"""
VERIFIER = """\
#include "testlib.h"
#include "params.h"
int main() {
    long long a, b;
    return std::cin >> a >> b && a <= A_AND_B_MAX && b <= A_AND_B_MAX ? 0 : 3;
}
"""
RANDOM = """\
#pragma once
struct Random {
    unsigned long long state;
    explicit Random(long long seed) : state(seed + 1) {}
    long long uniform(long long low, long long high) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return low + (state >> 33) % (high - low + 1);
    }
};
"""
GENERATOR = """\
#include "random.h"
#include <cstdio>
#include <cstdlib>
#include "../params.h"

int main(int, char* argv[]) {
    Random gen(atoll(argv[1]));
    const long long a = gen.uniform(0, A_AND_B_MAX), b = gen.uniform(0, A_AND_B_MAX);
    printf("%lld %lld\\n", a, b);
}
"""
SUM = (
    '#include <cstdio>\nint main() { long long a, b; scanf("%lld%lld", &a, &b); printf("%lld\\n", a + b); }\n'
)
FILES = {
    "info.toml": INFO,
    "checker.cpp": CHECKER,
    "verifier.cpp": VERIFIER,
    "gen/example_00.in": "1 2\n",
    "gen/example_01.in": "1000000000 1000000000\n",
    "gen/random.cpp": GENERATOR,
    "sol/correct.cpp": SUM,
    "sol/wa.cpp": SUM.replace("a + b", "a + b - (a > 2)"),
    "task.md": "## @{keyword.statement}\n",
    "hash.json": "{}\n",
    "../../common/testlib.h": TESTLIB,
    "../../common/random.h": RANDOM,
}


def write_problem(root: Path, files: Mapping[str, str] = FILES) -> Path:
    """The folder of the problem, as deep below the root as in the repository."""
    return write_files(root / "library" / "sample" / "aplusb", files)


def imported(root: Path, source: Path) -> tuple[Path, str]:
    """A project with the problem in it, and what was not understood."""
    project = root / "project"
    project.mkdir()
    done = run_here("import", source, cwd=project)
    assert done.returncode == 0, done.stderr
    return project, done.stderr.replace(f"{source}/", "")


@needs_gxx
def test_a_problem_makes_its_tests_with_the_headers_of_all_and_its_parameters(tmp_path: Path) -> None:
    problem = write_problem(tmp_path)
    project, left = imported(tmp_path, problem)
    assert left == "hash.json: not understood, 1 file\ntask.md: not understood, 1 file\n"
    assert load((project / "cases/aplusb.yaml").read_bytes(), Path()) == {
        "problem": "A + B",
        "time": "20s",
        "memory": "1GiB",
        "output_limit": "64MiB",
        "checker": "files/checker.cpp",
        "protocol": "testlib",
        "validator": "files/verifier.cpp",
        "generators": ["files/random.cpp {seed}"],
        "flags": {f"files/{name}.cpp": "-O2 -std=c++17" for name in ("checker", "random", "verifier")},
    }
    tests = project / "cases/aplusb"
    stems = ("example_00", "example_01", "random_00", "random_01", "random_02")
    files = {f"{stem}.{suffix}" for stem in stems for suffix in ("in", "out")}
    assert {path.name for path in tests.iterdir()} == {"files", "generators.yaml", *files}
    for number in range(3):
        asked, told = ((tests / f"random_{number:02}.{suffix}").read_text() for suffix in ("in", "out"))
        assert sum(map(int, asked.split())) == int(told)
    done = run_here("run", cwd=project)
    assert done.returncode == 0, done.stdout
    assert table_rows(done.stdout) == ["aplusb/correct.cpp: 5 AC", "aplusb/wa.cpp: 1 AC, 4 WA"]
    assert table_rows(run_here("run", cwd=problem).stdout) == table_rows(done.stdout)


BASE = """\
#pragma once
#include <string>
#include "params.h"
using i128 = __int128_t;
inline i128 parsed(const std::string& text) {
    i128 value = 0;
    for (char digit : text) value = value * 10 + (digit - '0');
    return value;
}
inline std::string shown(i128 value) {
    std::string text;
    do text.insert(text.begin(), char('0' + int(value % 10))); while (value /= 10);
    return text;
}
"""
WIDE = """\
#include <iostream>
#include "../base.hpp"
static_assert(__cplusplus == 201703L);
int main() {
    std::string a, b;
    std::cin >> a >> b;
    std::cout << shown(parsed(a) + parsed(b)) << std::endl;
}
"""
SMALL = """\
#include "../base.hpp"
#include <cstdio>
int main() { std::puts(("3 " + shown(8)).c_str()); }
"""


@needs_gxx
def test_solutions_get_what_they_may_and_find_the_headers_of_the_problem(tmp_path: Path) -> None:
    solutions = {
        "int.py": ("", "a, b = map(int, input().split())\nprint(a + b)\n"),
        "narrow.py": ("expect = 'WA'\nallow_re = true", "print(sum(map(int, input().split())) % 2**64)\n"),
        "slow.py": ("allow_tle = true", "a, b = map(int, input().split())\nprint(a + b)\n"),
        "dies.py": ("expect = 'RE'", "a, b = map(int, input().split())\nassert a < 9\nprint(a + b)\n"),
        "func.cpp": ("function = true", "long long solve(long long a, long long b) { return a + b; }\n"),
    }
    info = INFO.partition("[[solutions]]")[0] + "".join(
        f'[[solutions]]\nname = "{name}"\n{said}\n' for name, (said, _) in solutions.items()
    )
    files = FILES | {f"sol/{name}": text for name, (_, text) in solutions.items()}
    files |= {"info.toml": f'{info}[params]\nNAME = "wide"\n', "base.hpp": BASE, "sol/correct.cpp": WIDE}
    files |= {"gen/example_01.in": f"{10**30} {10**30}\n", "gen/random.cpp": SMALL}
    files = {name: text for name, text in files.items() if name not in ("sol/wa.cpp", "verifier.cpp")}
    project, left = imported(tmp_path, write_problem(tmp_path, files))
    assert "sol/func.cpp: not judged: is a function, which grader/grader.cpp calls in C++\n" in left
    done = run_here("run", cwd=project)
    assert done.returncode == 0, done.stdout
    assert table_rows(done.stdout) == [
        "aplusb/correct.cpp: 5 AC",
        "aplusb/dies.py: 4 AC, 1 RE",
        "aplusb/int.py: 5 AC",
        "aplusb/narrow.py: 4 AC, 1 WA",
        "aplusb/slow.py: 5 AC",
    ]


FASTIO = """\
#pragma once
#include <iostream>
namespace fast {
struct Scanner {
    template <class... T> void read(T&... each) { (std::cin >> ... >> each); }
};
}
"""
GRADER = """\
#include "fastio.h"
#include "solve.hpp"
static_assert(__cplusplus == 201703L);
int main() {
    long long a = 0, b = 0;
    fast::Scanner().read(a, b);
    std::cerr << "solve() begins" << std::endl;
    std::cout << solve(a, b) << std::endl;
}
"""
# The grader calls a function. Its headers are next to it and in the common folder.
FUNCTIONS = {
    "info.toml": INFO.replace(
        '"wa.cpp"\n    wrong = true',
        '"ac_func.cpp"\n    function = true\n[[solutions]]\n    name = "wa_func.cpp"\n'
        '    function = true\n    expect = "WA"',
    ),
    "grader/grader.cpp": GRADER,
    "grader/solve.hpp": "long long solve(long long a, long long b);\n",
    "sol/ac_func.cpp": "long long solve(long long a, long long b) { return a + b; }\n",
    "sol/wa_func.cpp": '#include "solve.hpp"\nlong long solve(long long a, long long b) { return a | b; }\n',
    "../../common/fastio.h": FASTIO,
}
PARTS_OF_A_SUM = """\
#include "testlib.h"
#include "params.h"
int main(int, char* argv[]) {
    long long sum, first, second;
    std::ifstream(argv[1]) >> sum;
    std::ifstream(argv[2]) >> first >> second;
    const char* wrong = first + second != sum ? "another sum" : first == second ? "equal" : "";
    if (first < PART_MIN || second < PART_MIN) wrong = "too small";
    std::cerr << wrong;
    return *wrong ? 1 : 0;
}
"""
SPLITS = (
    '#include <cstdio>\nint main() { long long a; scanf("%lld", &a); printf("%lld %lld\\n", A, a - A); }\n'
)
# Many answers are right, which the problem's own checker knows.
SEVERAL_ANSWERS = {
    "info.toml": INFO.replace("A_AND_B_MAX = 1_000_000_000", "PART_MIN = -5").replace(
        '"wa.cpp"', '"other.cpp"\n[[solutions]]\n    name = "halves.cpp"'
    ),
    "checker.cpp": PARTS_OF_A_SUM,
    "verifier.cpp": '#include "testlib.h"\nint main() { long long a; return std::cin >> a ? 0 : 3; }\n',
    "gen/example_00.in": "9\n",
    "gen/example_01.in": "8\n",
    "gen/random.cpp": '#include <cstdio>\nint main(int, char* argv[]) { printf("1%s\\n", argv[1]); }\n',
    "sol/correct.cpp": SPLITS.replace("A,", "a + 1,").replace("- A", "- a - 1"),
    "sol/other.cpp": SPLITS.replace("A", "-5LL"),
    "sol/halves.cpp": SPLITS.replace("A", "(a / 2)"),
}
# Several generators include the headers in a folder of the problem by different paths.
HEADERS = {
    "info.toml": INFO.replace(
        "number = 3", 'number = 2\n[[tests]]\n    name = "all_max.cpp"\n    number = 1'
    ).replace("HALF = 0.5", "HALF = 0.5\n    BIG = 1_000_000_000_000_000_000"),
    "hpp/limits.hpp": '#pragma once\n#include "../params.h"\nconst ll most = A_AND_B_MAX;\n',
    "hpp/drawn.hpp": '#include "limits.hpp"\nll drawn(ll seed) { return most - seed; }\n',
    "gen/random.cpp": """\
#include <cstdio>
#include <cstdlib>
using ll = long long;
#include "../hpp/drawn.hpp"
int main(int, char* argv[]) { printf("%lld %lld\\n", drawn(atoll(argv[1])), BIG % 10); }
""",
    "gen/all_max.cpp": """\
#include <cstdio>
using ll = long long;
# include "../hpp/limits.hpp"
int main() { printf("%lld %lld\\n", most, most); }
""",
    "verifier.cpp": """\
#include "testlib.h"
using ll = long long;
#include "hpp/limits.hpp"
int main() { ll a, b; return std::cin >> a >> b && a <= most && b <= most ? 0 : 3; }
""",
}
# An input of megabytes, and a recursion as deep as it is long.
DEEP = {
    "info.toml": INFO.replace('"example.in"\n    number = 2', '"path.cpp"\n    number = 1')
    .replace("number = 3", "number = 1")
    .replace('"wa.cpp"\n    wrong = true', '"loop.cpp"\n    allow_tle = true'),
    "gen/path.cpp": """\
#include <cstdio>
int main() {
    const int vertices = 200000;
    printf("%d\\n", vertices);
    for (int at = 1; at < vertices; ++at) printf("%d %d\\n", at - 1, at);
}
""",
    "gen/random.cpp": """\
#include "random.h"
#include <cstdio>
#include <cstdlib>
int main(int, char* argv[]) {
    Random gen(atoll(argv[1]));
    const int vertices = int(gen.uniform(1000, 2000));
    printf("%d\\n", vertices);
    for (int at = 1; at < vertices; ++at) printf("%lld %d\\n", gen.uniform(0, at - 1), at);
}
""",
    "checker.cpp": """\
#include "testlib.h"
int main(int, char* argv[]) {
    std::ifstream told(argv[2]), answer(argv[3]);
    for (long long left, right; answer >> right;)
        if (!(told >> left) || left != right) return 1;
}
""",
    "sol/correct.cpp": """\
#include <cstdio>
#include <vector>
std::vector<std::vector<int>> below;
std::vector<int> depths;
void walk(int at, int depth) {
    volatile char room[256] = {};
    depths[at] = depth + room[0];
    for (int next : below[at]) walk(next, depth + 1);
}
int main() {
    int vertices, first, second;
    scanf("%d", &vertices);
    below.resize(vertices);
    depths.resize(vertices);
    while (scanf("%d%d", &first, &second) == 2) below[first].push_back(second);
    walk(0, 0);
    for (int depth : depths) printf("%d\\n", depth);
}
""",
    "sol/loop.cpp": """\
#include <cstdio>
#include <vector>
int main() {
    int vertices, first, second;
    scanf("%d", &vertices);
    std::vector<int> depths(vertices);
    while (scanf("%d%d", &first, &second) == 2) depths[second] = depths[first] + 1;
    for (int depth : depths) printf("%d\\n", depth);
}
""",
}


@needs_gxx
@pytest.mark.parametrize(
    ("files", "rows"),
    [
        pytest.param(
            FUNCTIONS,
            ["ac_func/main.cpp: 5 AC", "correct.cpp: 5 AC", "wa_func/main.cpp: 1 AC, 4 WA"],
            id="functions",
        ),
        pytest.param(
            SEVERAL_ANSWERS,
            ["correct.cpp: 5 AC", "halves.cpp: 2 AC, 3 WA", "other.cpp: 5 AC"],
            id="several answers",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            HEADERS,
            ["correct.cpp: 5 AC", "wa.cpp: 1 AC, 4 WA"],
            id="headers in a folder",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            DEEP, ["correct.cpp: 2 AC", "loop.cpp: 2 AC"], id="large and deep", marks=pytest.mark.slow
        ),
    ],
)
def test_problems_of_every_shape_are_judged_as_they_say(
    files: Mapping[str, str], rows: list[str], tmp_path: Path
) -> None:
    problem = write_problem(tmp_path, FILES | files)
    done = run_here("run", "--root", problem, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert table_rows(done.stdout) == [f"aplusb/{row}" for row in rows]


@needs_gxx
def test_what_was_made_by_the_repository_itself_is_taken(tmp_path: Path) -> None:
    made = {f"in/random_{number:02}.in": f"{number} 1\n" for number in range(3)}
    made |= {f"out/random_{number:02}.out": f"{number + 1}\n" for number in range(3)}
    made |= {"in/example_00.in": "1 2\n", "out/example_00.out": "3\n", "params.h": "#error\n"}
    project, left = imported(tmp_path, write_problem(tmp_path, FILES | made))
    assert "params.h" not in left
    tests = project / "cases/aplusb"
    assert (tests / "random_02.in").read_text() == "2 1\n"
    assert (tests / "example_01.out").read_text() == "2000000000\n"
    assert '#define NAME "sums"\n' in (tests / "files/params.h").read_text()


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"info.toml": "title = \n"},
            "info.toml:1: expected TOML, got a fault: Invalid value",
            id="no TOML",
        ),
        pytest.param(
            {"info.toml": "a = 1\na = 2\n"},
            "info.toml:2: expected TOML, got a fault: Cannot overwrite",
            id="twice",
        ),
        pytest.param(
            {"info.toml": INFO.replace("20.0", "'soon'")},
            "info.toml:2: expected a number of seconds above 0 as timelimit, got 'soon'",
            id="no time",
        ),
        pytest.param(
            {"info.toml": INFO.replace("number = 3", "number = 0")},
            "info.toml:9: expected a number from 1 on, 10,000 tests together at most, for random.cpp, got",
            id="no number",
        ),
        pytest.param(
            {"info.toml": INFO.replace("number = 3", "number = 10_000_000_000")},
            "info.toml:9: expected a number from 1 on, 10,000 tests together at most, for random.cpp, got",
            id="too many tests",
        ),
        pytest.param(
            {"info.toml": INFO.replace("number = 2", "number = 3")},
            "info.toml:6: expected the file gen/example_02.in, got none",
            id="a file that is missing",
        ),
        pytest.param(
            {"info.toml": INFO.replace("random.cpp", "gone.cpp")},
            "info.toml:9: expected the generator gen/gone.cpp, got none",
            id="a generator that is missing",
        ),
        pytest.param(
            {"info.toml": INFO.replace("random.cpp", "../../../x.cpp")},
            "info.toml:9: expected tables with a name as tests, got '../../../x.cpp'",
            id="a name that leads out",
        ),
        pytest.param(
            {"info.toml": INFO.replace("wa.cpp", "tle.cpp")},
            "info.toml:13: expected the solution sol/tle.cpp, got none",
            id="a solution that is missing",
        ),
        pytest.param(
            {"info.toml": INFO.replace("wrong = true", "expect = 'XX'")},
            "info.toml:13: expected one of AC, WA, TLE, RE of wa.cpp, got 'XX'",
            id="an unknown verdict",
        ),
        pytest.param(
            {"info.toml": INFO.replace("0.5", "[1]")},
            "info.toml:19: expected a name with a number or a plain text among params, got 'HALF' = a list",
            id="a list as a parameter",
        ),
        pytest.param(
            {"info.toml": INFO.replace("HALF =", '"A B" =')},
            "info.toml:19: expected a name with a number or a plain text among params, got 'A B' = the",
            id="a parameter that is no name",
        ),
        pytest.param(
            {"info.toml": f"checker = 'gone.cpp'\n{INFO}"},
            "info.toml:1: expected the checker as a file of the folder, got 'gone.cpp'",
            id="no checker",
        ),
        pytest.param(
            {"info.toml": "title = 'a'\ntimelimit = 1\n"},
            "info.toml: expected tests, got none",
            id="no tests",
        ),
        pytest.param(
            {"gen/random.cpp": "int main() { return 7; }\n"},
            "gen/random.cpp: expected an input for random_00.in from 'random 0', got exit code 7",
            id="a generator that fails",
        ),
        pytest.param(
            {"gen/random.cpp": "int main( { }\n"},
            "gen/random.cpp:1: expected a program that compiles, got: error: ",
            id="a generator that does not compile",
        ),
    ],
)
@needs_gxx
def test_what_is_wrong_with_a_problem_is_one_line(
    files: Mapping[str, str], expected: str, tmp_path: Path
) -> None:
    problem = write_problem(tmp_path, FILES | files)
    (tmp_path / "empty").mkdir()
    done = run_here("import", problem, cwd=tmp_path / "empty")
    assert (done.returncode, done.stdout, [*(tmp_path / "empty").iterdir()]) == (2, "", [])
    faults = done.stderr.replace(f"{problem}/", "").splitlines()
    assert any(fault.startswith(expected) for fault in faults), faults
    assert run_here("run", cwd=problem).stderr.splitlines() == faults


def test_a_problem_without_its_right_solution_has_no_answers(tmp_path: Path) -> None:
    problem = write_problem(tmp_path)
    (problem / "sol/correct.cpp").unlink()
    done = run_here("run", cwd=problem)
    assert done.returncode == 2
    assert done.stderr == "info.toml: expected sol/correct.cpp, which makes the answers, got none\n"
