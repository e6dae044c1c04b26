"""Tasks of CMS: read by the rules of its own loader, and imported again with the same verdicts and points."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helpers import ADDS, PUZZLES, TESTLIB, document_of, read_testlib, run_here, write_project
from test_export import problem_in, sum_in

from judge.packages.out.targets import TARGETS
from judge.packages.out.writer import write_package
from judge.platform.errors import InputErrors
from judge.yaml.document import load as yaml

CON_TEST = PUZZLES / "public" / "con_test"
with_testlib = pytest.mark.skipif(
    not TESTLIB.is_dir() or not shutil.which("g++"), reason="testlib or g++ is not here"
)
FAILS = '# judge: {expect: {"sum/b*": WA, sum: AC}}\n'
WRONG = FAILS + "a, b = map(int, input().split())\nprint(a + b if a < 5 else 0)\n"
TESTS = {
    f"sum/{name}.{kind}": text
    for name, one in (("a1", 1), ("a2", 2), ("b1", 5), ("b2", 6), ("sample-1", 3))
    for kind, text in (("in", f"{one} 1\n"), ("ans", f"{one + 1}\n"))
}


class Task(NamedTuple):
    """A task as the loader of CMS sees it. `public` are the numbers of the public tests."""

    conf: Mapping[str, Any]
    score_type: str
    parameters: Any
    inputs: list[bytes]
    outputs: list[bytes]
    public: list[int]
    kind: str


def load_task(folder: Path) -> Task:
    """Read a task by the rules of `italy_yaml`, whose assertions these are."""
    conf: Any = yaml((folder / "task.yaml").read_bytes(), folder)
    assert {"name", "title", "n_input", "token_mode"} <= conf.keys()
    if "score_type" in conf and "score_type_parameters" in conf and "n_input" in conf:
        score_type, parameters, number = conf["score_type"], conf["score_type_parameters"], conf["n_input"]
    else:
        score_type, parameters, number = read_gen((folder / "gen/GEN").read_text(), conf)
    kind = "Batch"
    if conf.get("output_only"):
        kind = "OutputOnly"
    elif any((folder / "check").glob("manager.*")):
        kind = "Communication"
    asked = conf.get("public_testcases", "")
    public = [int(word) for word in asked.split(",")] if asked else []
    assert all(word < number for word in public)
    both = [
        [(folder / f"{name}/{name}{at}.txt").read_bytes() for at in range(number)]
        for name in ("input", "output")
    ]
    return Task(conf, score_type, parameters, *both, public, kind)


def read_gen(text: str, conf: Mapping[str, Any]) -> tuple[str, Any, int]:
    """Return the score type, its parameters and the number of tests that `gen/GEN` states."""
    subtasks: list[list[int]] = []
    tests, points = 0, None
    for line in text.splitlines():
        test, _, comment = (part.strip() for part in line.partition("#"))
        starts = comment.startswith("ST:")
        tests += bool(test) or comment.startswith("COPY:")
        if starts:
            if points is None:
                assert tests == 0
            else:
                subtasks.append([points, tests])
            tests, points = 0, int(comment[3:].strip())
    if points is None:
        score_type, parameters, number = "Sum", conf.get("total_value", 100.0) / tests, tests
    else:
        subtasks.append([points, tests])
        assert sum(points for points, _ in subtasks) == 100
        score_type, parameters, number = "GroupMin", subtasks, sum(tests for _, tests in subtasks)
    assert conf["n_input"] == number
    return score_type, parameters, number


def exported(
    root: Path, sheet: str, solutions: Mapping[str, str] | None = None, **more: str
) -> tuple[Task, list[str]]:
    """The task of a problem with five tests, in `root/task`, and what it cannot say."""
    problem = problem_in(
        root, solutions=solutions, **{"sum.yaml": f"problem: A+B\n{sheet}\n", **TESTS, **more}
    )
    package = TARGETS["cms"](problem)
    write_package(package.files, root / "task")
    return load_task(root / "task"), package.left


def test_a_task_has_the_files_that_the_loader_reads(tmp_path: Path) -> None:
    solutions = {"adds.py": ADDS, "wrong.py": WRONG}
    task, left = exported(tmp_path, "compare: cms\ntime: 1500ms\nmemory: 64MiB", solutions)
    assert task.conf == {
        "name": "sum",
        "title": "A+B",
        "time_limit": 1.5,
        "memory_limit": 64,
        "n_input": 5,
        "infile": "",
        "outfile": "",
        "public_testcases": "0",
        "score_mode": "max",
        "token_mode": "disabled",
        "primary_language": "en",
    }
    found = {str(path.relative_to(tmp_path / "task")) for path in (tmp_path / "task").rglob("*.*")}
    assert found == {
        "task.yaml",
        *(f"{kind}/{kind}{number}.txt" for kind in ("input", "output") for number in range(5)),
        *(f"gen/tests/{name}.in" for name in ("sample-1", "a1", "a2", "b1", "b2")),
        *("att/input0.txt", "att/output0.txt", "sol/solution.py", "sol/wrong.py"),
    }
    assert (task.inputs[0], task.outputs[0], task.public) == (b"3 1\n", b"4\n", [0])
    assert left == [
        "no points: 100 if all tests are accepted",
        "a task does not say which programs fail: wrong.py",
        "tests have numbers instead of names",
        "no statement: add statement/statement.pdf, or import with cmsImportTask --no-statement",
        "output limit 16MiB: left out",
    ]


def test_each_line_of_gen_copies_the_input_of_its_number(tmp_path: Path) -> None:
    task, _ = exported(tmp_path, 'groups: {"a*": {points: 40, count: min}, "b*": {points: 60, count: min}}')
    lines = (tmp_path / "task/gen/GEN").read_text().splitlines()
    copied = [line.removeprefix("#COPY: ") for line in lines if line.startswith("#COPY: ")]
    assert [(tmp_path / "task" / path).read_bytes() for path in copied] == task.inputs


WHOLE = "points: {}, count: min"


@pytest.mark.parametrize(
    ("sheet", "found", "said"),
    [
        pytest.param(
            'groups: {"a*": {points: 30, count: min}, "b*": {points: 70, count: min}}',
            ("GroupMin", [[0, 1], [30, 2], [70, 2]]),
            "",
            id="groups",
        ),
        pytest.param(
            'groups: {"a*": {points: 40}, "b*": {points: 60, count: min}}',
            ("GroupMin", [[0, 1], [20, 1], [20, 1], [60, 2]]),
            "tests that count by themselves are subtasks of one test",
            id="a sum next to a group",
        ),
        pytest.param("points: 50", ("Sum", 10), "", id="each test as much"),
        pytest.param("", ("GroupMin", [[0, 1], [100, 4]]), "no points: 100 if", id="no points"),
        pytest.param(
            'groups: {"a*": {points: 30.5, count: min}, "b*": {points: 69.5, count: min}}',
            ("GroupMin", [[0, 1], [30.5, 2], [69.5, 2]]),
            "points other than 100 in whole numbers",
            id="no whole numbers",
        ),
        pytest.param(
            'groups: {"a*": {points: 3, count: min}, "b*": {points: 4, count: min}}',
            ("GroupMin", [[0, 1], [3, 2], [4, 2]]),
            "points other than 100 in whole numbers",
            id="less than 100",
        ),
        pytest.param(
            'groups: {"a*": {points: 30, count: min}, "b*": {points: 70, count: min, requires: ["a*"]}}',
            ("GroupMin", [[0, 1], [30, 2], [70, 2]]),
            "groups count whether others are accepted or not",
            id="a requirement",
        ),
    ],
)
def test_groups_are_subtasks(tmp_path: Path, sheet: str, found: tuple[str, Any], said: str) -> None:
    task, left = exported(tmp_path, sheet)
    assert (task.score_type, task.parameters) == found
    assert any(line.startswith(said) for line in left)


def results_of(root: Path, *words: str) -> list[tuple[str, list[str], float]]:
    """The verdicts of each program by the end of its name, sorted, with its points."""
    document = document_of(root, *words)
    points = {score["solution"]: score["points"] for score in document["scores"]}
    found: dict[str, list[str]] = {}
    for result in document["results"]:
        found.setdefault(result["solution"], []).append(result["verdict"])
    return sorted((name.rpartition("/")[2], sorted(found[name]), points.get(name, 0)) for name in found)


def assert_judged_alike(root: Path) -> None:
    """Export the problem `sum` of a project, and judge both. The official solution has another name."""
    done = run_here("export", "sum", "--to", "cms", "task", cwd=root)
    assert done.returncode == 0, done.stderr
    before = [each for each in results_of(root) if each[0] != "adds.py"]
    after = results_of(root, "--root", "task")
    assert [each for each in after if each[0] != "solution.py"] == before
    assert {verdict for name, verdicts, _ in after if name == "solution.py" for verdict in verdicts} == {"AC"}


GROUPS = 'groups: {"a*": {points: 30, count: min}, "b*": {points: 70, count: min}}\n'


def project_of(root: Path, sheet: str, solutions: Mapping[str, str], **more: str) -> Path:
    cases = {"sum.yaml": f"problem: A+B\n{GROUPS}{sheet}", **TESTS, **more}
    return write_project(root, solutions={"adds.py": ADDS, **solutions}, cases=cases)


def test_a_task_is_judged_as_its_problem(tmp_path: Path) -> None:
    assert_judged_alike(project_of(tmp_path, "", {"wrong.py": WRONG}))


def test_programs_that_read_and_write_files_do_so_in_the_task(tmp_path: Path) -> None:
    source = "a, b = map(int, open('a.txt').read().split())\nprint(a + b, file=open('b.txt', 'w'))\n"
    root = project_of(tmp_path, "input: a.txt\noutput: b.txt\n", {"adds.py": source})
    assert_judged_alike(root)
    assert load_task(root / "task").conf["infile"] == "a.txt"


CHECKER = """\
import sys
wanted, found = (open(path).read().split() for path in sys.argv[2:])
share = 1.0 if wanted == found else 0.5 if found == ["0"] else 0.0
print(share)
print("compared", file=sys.stderr)
"""


def test_a_checker_of_cms_stays_as_it_is(tmp_path: Path) -> None:
    root = project_of(
        tmp_path, "checker: c.py\nprotocol: cms\n", {"wrong.py": WRONG}, **{"sum/c.py": CHECKER}
    )
    assert_judged_alike(root)
    assert (root / "task/check/checker.py").read_text() == CHECKER


def test_a_manager_and_a_stub_stay_as_they_are(tmp_path: Path) -> None:
    manager = """\
import sys
hears, says = open(sys.argv[1]), open(sys.argv[2], "w")
a, b = open("input.txt").read().split()
print(a, b, file=says, flush=True)
print(1.0 if int(hears.readline()) == int(a) + int(b) else 0.0)
"""
    stub = "from sum import add\nprint(add(*map(int, input().split())), flush=True)\n"
    sheet = "interactor: m.py\nprotocol: cms\ngrader: talks.py\n"
    solutions = {
        "adds.py": "def add(a, b): return a + b\n",
        "wrong.py": f"{FAILS}def add(a, b): return a + b if a < 5 else 0\n",
    }
    root = project_of(tmp_path, sheet, solutions, **{"sum/m.py": manager, "sum/talks.py": stub})
    assert_judged_alike(root)
    assert (root / "task/sol/stub.py").read_text() == stub
    task = load_task(root / "task")
    assert (task.kind, task.conf["user_io"]) == ("Communication", "fifo_io")


def test_a_grader_calls_the_solutions_of_the_task_by_its_name(tmp_path: Path) -> None:
    grader = "from adder import add\nprint(add(*map(int, input().split())))\n"
    root = project_of(
        tmp_path,
        "grader: call.py\nmodule: adder\n",
        {"adds.py": "def add(a, b): return a + b\n"},
        **{"sum/call.py": grader},
    )
    assert_judged_alike(root)
    assert load_task(root / "task").conf["name"] == "adder"
    assert (root / "task/sol/grader.py").read_text() == grader


TESTLIB_CHECKER = """\
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    int wanted = ans.readInt(), found = ouf.readInt();
    if (wanted == found) quitf(_ok, "right");
    if (found == 0) quitp(25, "nothing");
    if (found < 0) quitp(-found, "as asked");
    quitf(_wa, "expected %d, got %d", wanted, found);
}
"""


@with_testlib
@pytest.mark.usefixtures("unoptimized")
def test_a_checker_of_testlib_gives_cms_its_share(tmp_path: Path) -> None:
    sheet = "checker: check.cpp\n"
    tests = {name: text for name, text in TESTS.items() if name.startswith("sum/b")}
    header = read_testlib()
    cases = {
        "sum.yaml": f"problem: A+B\npoints: 100\n{sheet}",
        **tests,
        "sum/check.cpp": TESTLIB_CHECKER,
        "sum/testlib.h": header,
    }
    write_project(tmp_path, solutions={"adds.py": ADDS, "wrong.py": WRONG}, cases=cases)
    assert_judged_alike(tmp_path)
    check = tmp_path / "task/check"
    subprocess.run(["g++", "-o", "checker", "checker.cpp"], cwd=check, check=True)
    for output, share, said in (
        ("6", "1", "ok right"),
        ("0", "0.5", "points 25"),
        ("7", "0", "wrong answer"),
    ):
        (check / "out").write_text(output)
        words = ("./checker", "../input/input0.txt", "../output/output0.txt", "out")
        done = subprocess.run(words, cwd=check, capture_output=True, text=True, check=True)
        assert done.stdout == f"{share}\n"
        assert done.stderr.startswith(said)
    # A test has 50 points.
    (check / "out").write_text("-51")
    assert subprocess.run(words, cwd=check, capture_output=True).returncode == 3


@with_testlib
@pytest.mark.slow
@pytest.mark.usefixtures("unoptimized")
@pytest.mark.parametrize("compare", ["exact", "tokens", "float 0.5"])
def test_a_rule_that_cms_lacks_becomes_a_checker(tmp_path: Path, compare: str) -> None:
    near = '# judge: {expect: {sum: [AC, WA, PE]}}\nprint("", sum(map(int, input().split())) + 0.25)\n'
    root = project_of(tmp_path, f"compare: {compare}\n", {"near.py": near, "wrong.py": WRONG})
    done = run_here("export", "sum", "--to", "cms", "task", cwd=root)
    assert done.returncode == 0, done.stderr
    # An export finds testlib on the include path alone.
    (root / "task/check/testlib.h").write_text(read_testlib())
    before, after = results_of(root), results_of(root, "--root", "task")
    accepted = [{name: verdicts.count("AC") for name, verdicts, _ in each} for each in (before, after)]
    assert accepted[0]["near.py"] == accepted[1]["near.py"]
    assert accepted[0]["wrong.py"] == accepted[1]["wrong.py"] == 3


@with_testlib
@pytest.mark.usefixtures("unoptimized")
def test_an_interactor_of_testlib_becomes_a_manager(tmp_path: Path) -> None:
    interactor = """\
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerInteraction(argc, argv);
    int a = inf.readInt(), b = inf.readInt();
    std::cout << a << " " << b << std::endl;
    int found = ouf.readInt();
    quitf(found == a + b ? _ok : _wa, "got %d", found);
}
"""
    flushed = ADDS.replace("print(", "print(", 1)
    header = read_testlib()
    root = project_of(
        tmp_path,
        "interactor: talk.cpp\n",
        {"adds.py": flushed, "wrong.py": WRONG},
        **{"sum/talk.cpp": interactor, "sum/testlib.h": header},
    )
    assert_judged_alike(root)
    assert load_task(root / "task").conf["user_io"] == "std_io"


@with_testlib
def test_a_validator_of_testlib_reads_the_file_that_task_maker_names(tmp_path: Path) -> None:
    validator = """\
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    inf.readInt(1, 9), inf.readSpace(), inf.readInt(1, 9), inf.readEoln(), inf.readEof();
}
"""
    header = read_testlib()
    more = {"sum/input_validators/v.cpp": validator, "sum/input_validators/testlib.h": header}
    exported(tmp_path, "", None, **more)
    gen = tmp_path / "task/gen"
    subprocess.run(["g++", "-o", "validator", "validator.cpp"], cwd=gen, check=True)
    (gen / "bad").write_text("10 1\n")
    codes = [
        subprocess.run(["./validator", name, "1"], cwd=gen).returncode for name in ("tests/a1.in", "bad")
    ]
    assert codes[0] == 0 != codes[1]


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ("checker: check.py\nprotocol: kattis", "expected a program of the protocol cms, or one of testlib"),
        ("checker: check.py\nprotocol: cms\nchecker_flags: a", "expected a program without arguments"),
        ("checker: check.py\nprotocol: kattis\npasses: 2", "expected a problem of one pass"),
        ("compare: json", "expected one of the rules exact, lines"),
    ],
)
def test_what_no_task_can_judge_is_one_line(tmp_path: Path, sheet: str, message: str) -> None:
    more = {"sum/check.py": "print(1)\n"} if "check.py" in sheet else {}
    with pytest.raises(InputErrors) as raised:
        TARGETS["cms"](sum_in(tmp_path, f"problem: A+B\n{sheet}\n", **more))
    (fault,) = raised.value.faults
    assert message in fault.message


def test_no_program_takes_a_name_that_says_what_a_file_is_for(tmp_path: Path) -> None:
    solutions = {"grader.py": WRONG, "solution.py": WRONG, "z.py": ADDS}
    exported(tmp_path, "", solutions)
    found = {path.name for path in (tmp_path / "task/sol").iterdir()}
    assert found == {"solution.py", "grader-2.py", "solution-2.py"}
    assert (tmp_path / "task/sol/solution.py").read_text().endswith(ADDS.splitlines()[-1] + "\n")


@pytest.mark.skipif(not CON_TEST.is_dir(), reason="the contest of others is not here")
@pytest.mark.parametrize("name", ["batch", "batch_file", "batchgrader", "communication", "batch_comparator"])
def test_a_task_that_came_in_goes_out_with_its_files(tmp_path: Path, name: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    assert run_here("import", CON_TEST / name, cwd=project).returncode == 0
    done = run_here("export", name, "--to", "cms", tmp_path / "out", cwd=project)
    assert done.returncode == 0, done.stderr
    before, after = load_task(CON_TEST / name), load_task(tmp_path / "out")
    # A manager needs no outputs, and an import leaves them out.
    talks = before.kind == "Communication"
    assert after[1:5] == (before._replace(outputs=[b""] * 10) if talks else before)[1:5]
    assert after.kind == before.kind
    keys = {"name", "title", "time_limit", "memory_limit", "infile", "outfile", "output_only", "n_input"}
    assert {key: after.conf.get(key) for key in keys} == {key: before.conf.get(key) for key in keys}
    for folder in ("check", "sol"):
        for path in (CON_TEST / name / folder).glob("*"):
            assert (tmp_path / "out" / folder / path.name).exists()
