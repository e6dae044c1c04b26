"""Every kind of file that users provide: its place, its content, and the command that reads it."""

from typing import NamedTuple

ADDS = "# judge: {format: text}\nprint(sum(map(int, input().split())))\n"
TESTS = {"cases/p/1.in": "1 2\n", "cases/p/1.ans": "3\n"}
KATTIS = {
    "problem.yaml": "name: p\nlimits: {memory: 256}\n",
    "data/secret/1.in": "1 2\n",
    "data/secret/1.ans": "3\n",
    "submissions/accepted/a.py": ADDS,
}
ICPC = {
    **KATTIS,
    "problem.yaml": "problem_format_version: 2025-09\nname: p\nuuid: a\nlimits: {time_limit: 1}\n",
}
POLYGON = """\
<problem short-name="p"><names><name language="english" value="p"/></names><judging><testset name="tests">
<time-limit>1000</time-limit><memory-limit>268435456</memory-limit><test-count>1</test-count>
<input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test method="manual"/></tests></testset></judging>
<assets><checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker></assets></problem>
"""
GRID = "." * 81


class Reader(NamedTuple):
    """A command that reads `path`, which may be one of `files`. `kind` is its format."""

    path: str
    files: dict[str, str]
    command: str
    kind: str = "any bytes"


def project(path: str, files: dict[str, str], command: str = "check", kind: str = "any bytes") -> Reader:
    return Reader(path, {"solutions/a.py": ADDS, **TESTS, **files}, command, kind)


def package(path: str, files: dict[str, str], kind: str = "any bytes") -> Reader:
    """Return a package in a separate folder, and the import of it into an empty project."""
    inner = {f"theirs/p/{name}": text for name, text in files.items()}
    home = {"solutions/.keep": "", "cases/.keep": ""}
    return Reader(f"theirs/p/{path}", {**home, **inner}, "import theirs/p", kind)


READERS = {
    "program": project("solutions/b.py", {}, kind="program"),
    "header": project("solutions/b.h", {"solutions/b.cpp": '#include "b.h"\nint main() {}\n'}),
    "part": project("solutions/b/lib.py", {"solutions/b/main.py": "import lib\n"}),
    "checker": project(
        "cases/p/check.py", {"cases/p.yaml": "problem: p\nchecker: check.py\nprotocol: cms\n"}
    ),
    "checker of a folder": project("cases/p/output_validators/v.py", {}),
    "header of a checker": project(
        "cases/p/check.h",
        {
            "cases/p.yaml": "problem: p\nchecker: check.cpp\nprotocol: cms\n",
            "cases/p/check.cpp": '#include "check.h"\n',
        },
    ),
    "testlib.h": project(
        "cases/p/testlib.h",
        {"cases/p.yaml": "problem: p\nchecker: check.cpp\n", "cases/p/check.cpp": '#include "testlib.h"\n'},
    ),
    "interactor": project(
        "cases/p/talks.py", {"cases/p.yaml": "problem: p\ninteractor: talks.py\nprotocol: kattis\n"}
    ),
    "grader": project("cases/p/grader.py", {"cases/p.yaml": "problem: p\ngrader: grader.py\n"}),
    "generator": project("generators/p.py", {}, "stress --budget 1s p"),
    "validator": project(
        "cases/p/validator.py", {"generators/p.py": "print(1, 2)\n"}, "stress --budget 1s p"
    ),
    "input": project("cases/p/1.in", {}, kind="case"),
    "answer": project("cases/p/1.ans", {}, kind="case"),
    "given file": project("cases/p/1.files/more.txt", {}, kind="case"),
    "input of a class": project(
        "cases/p/1.in",
        {"cases/p.yaml": "problem: p\nentry: integer f(integer a)\n", "solutions/a.py": "pass\n"},
    ),
    "case file": project("cases/q.yaml", {}, kind="YAML"),
    "puzzles": project(
        "cases/puzzles.txt",
        {
            "cases/q.yaml": "problem: q\nformat: luogu\ntime: 1s\nmemory: 64MiB\nanswer: any\n"
            "puzzles: puzzles.txt\n"
        },
        kind="puzzles",
    ),
    "sheet of tests": project("cases/p/testdata.yaml", {}, kind="YAML"),
    "group of tests": project("cases/p/test_group.yaml", {}, kind="YAML"),
    "pyproject.toml": project("pyproject.toml", {}, kind="TOML"),
    "submissions.yaml": project("solutions/submissions.yaml", {}, kind="YAML"),
    "CPH": project("cases/.cph/.b.cpp_0123456789abcdef0123456789abcdef.prob", {}, kind="JSON"),
    "template": project("config/judge/templates/template.py", {}, "new q --language python"),
    "results for a report": project("r.json", {}, "report r.json --markdown out.md", kind="JSON"),
    "results for limits": project("r.json", {}, "limits --from r.json", kind="JSON"),
    "baseline": project("baselines/old.json", {}, "bench --budget 1s --against old", kind="JSON"),
    "tried interactor": project("talks.py", {}, "try solutions/a.py --interactor talks.py"),
    "tried input": project("big.txt", {}, "try solutions/a.py --input big.txt", kind="case"),
    "Kattis' problem.yaml": package("problem.yaml", KATTIS, kind="YAML"),
    "Kattis' test": package("data/secret/1.in", KATTIS, kind="case"),
    "Kattis' submission": package("submissions/accepted/a.py", KATTIS),
    "Kattis' included file": package("include/default/lib.py", KATTIS),
    "Kattis' sheet": package("data/testdata.yaml", KATTIS, kind="YAML"),
    "Kattis' statement": package(
        "problem_statement/problem.tex", {**KATTIS, "problem.yaml": "limits: {memory: 256}\n"}
    ),
    "ICPC's problem.yaml": package("problem.yaml", {**ICPC, "statement/problem.tex": ""}, kind="YAML"),
    "ICPC's submissions.yaml": package("submissions/submissions.yaml", ICPC, kind="YAML"),
    "ICPC's group": package("data/secret/test_group.yaml", ICPC, kind="YAML"),
    "ICPC's validator": package("output_validator/main.py", ICPC),
    "ICPC's included file": package("include/default/lib.py", ICPC),
    "Polygon's problem.xml": package("problem.xml", {"problem.xml": POLYGON}, kind="XML"),
    "Polygon's checker": package(
        "files/check.cpp", {"problem.xml": POLYGON, "tests/01": "1 2\n", "tests/01.a": "3\n"}
    ),
    "info.toml": package("info.toml", {"gen/a.cpp": "", "sol/correct.cpp": ""}, kind="TOML"),
    "task.yaml": package("task.yaml", {}, kind="YAML"),
    "contest.yaml": package("contest.yaml", {}, kind="YAML"),
    "GEN": package("gen/GEN", {"task.yaml": "name: p\ntime_limit: 1\nmemory_limit: 64\nn_input: 1\n"}),
    "contest.acc.json": package("contest.acc.json", {}, kind="JSON"),
}
