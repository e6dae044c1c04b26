"""Packages of Polygon: they are judged as they say, and tests of which there are no files are made."""

import re
import shutil
from pathlib import Path
from uuid import uuid4

import pytest
from helpers import TESTLIB, document_of, make_case, make_limits, make_result, read_testlib, run_here
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from polygons import FILES, SUM, generated, manual, problem_xml, source, write_package

from judge.cases.group_config import GroupConfigs
from judge.cases.points import with_points
from judge.model.cells import group_cells
from judge.model.verdicts import Verdict
from judge.packages import making, xmltree
from judge.packages.imports import open_import
from judge.packages.polygon_tests import Groups
from judge.platform.errors import InputErrors
from judge.scoring.scores import score_of
from judge.yaml.document import load
from judge.yaml.text import dumped
from judge.yaml.tree import File

needs_gxx = pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
needs_testlib = pytest.mark.skipif(not TESTLIB.is_dir(), reason="testlib is not here")
SLOW = "while True: pass\n"
# So little that even a slow machine fills it in a small part of a second.
TOO_MUCH = "held = bytearray(1 << 26)\nprint(3)\n"


def run(root: Path, *words: str) -> dict[str, str]:
    """The verdicts of each solution in a row, by the names below the problem; all must be as expected."""
    found: dict[str, str] = {}
    for result in document_of(root, *words)["results"]:
        name = result["solution"].partition("/")[2]
        found[name] = f"{found.get(name, '')} {result['verdict']}".strip()
    return found


def imported(root: Path, package: Path) -> tuple[Path, str, str]:
    """Import a package into a project. Return the project and both streams."""
    project = root / "project"
    project.mkdir()
    done = run_here("import", package, cwd=project)
    assert done.returncode == 0, done.stderr
    return project, done.stdout, done.stderr.replace(f"{package}", "PACKAGE")


def both(root: Path, package: Path) -> dict[str, str]:
    """The verdicts in a project and where the package lies, which are the same."""
    project, _, _ = imported(root, package)
    found = run(project)
    assert run(package) == found
    return found


@pytest.mark.slow
def test_a_full_package_is_judged_by_its_checker_with_solutions_of_all_tags(tmp_path: Path) -> None:
    tags = {
        ("main", "sum"): SUM,
        ("accepted", "loop"): SUM,
        ("wrong-answer", "first"): "print(3)\n",
        ("presentation-error", "mute"): "n = int(input())\nif n < 3: print(3)\n",
        ("time-limit-exceeded", "slow"): f"if int(input()) > 4:\n    {SLOW}print(3)\n",
        ("time-limit-exceeded-or-accepted", "maybe"): SUM,
        ("time-limit-exceeded-or-memory-limit-exceeded", "big"): TOO_MUCH,
        ("memory-limit-exceeded", "full"): TOO_MUCH,
        ("rejected", "dies"): "raise SystemExit(int(input()) > 2)\n",
        ("failed", "other"): "print('x')\n",
    }
    tests = [manual(sample="true"), generated("gen 5 3"), generated("no-such-generator 7")]
    xml = problem_xml(tests, solutions=[(tag, f"solutions/{name}.py") for tag, name in tags])
    files = FILES | {f"solutions/{name}.py": text for (_, name), text in tags.items()}
    files |= {
        "tests/02": "5\n0 3 6 9 12\n",
        "tests/02.a": "30\n",
        "tests/03": "3\n1 1 1\n",
        "tests/03.a": "3\n",
    }
    xml = xml.replace(">20000<", ">1000<").replace(f">{256 << 20}<", f">{32 << 20}<")
    package = write_package(tmp_path / "p", xml, files | {"tests/01.a": "3\n"})
    project, out, err = imported(tmp_path, package)
    assert out == (
        "sum-of-all, Polygon package: 3 tests, 10 programs, 1s and 32MiB, checker check.py (testlib)\n"
    )
    assert err == "PACKAGE/statements: not understood, 1 file\n"
    assert (project / "cases/sum-of-all.yaml").read_text() == (
        "problem: The sum of all\ntime: 1s\nmemory: 32MiB\noutput_limit: 64MiB\n"
        "checker: files/check.py\nprotocol: testlib\n"
    )
    found = run(project)
    assert found["accepted/sum.py"] == found["time_limit_exceeded_or_accepted/maybe.py"] == "AC AC AC"
    assert found["wrong_answer/first.py"] == "AC WA AC"
    assert found["presentation_error/mute.py"] == "AC PE PE"
    assert found["time_limit_exceeded/slow.py"].split()[1] == "TLE"
    assert set(found["memory_limit_exceeded/full.py"].split()) == {"MLE"}


def test_tests_that_are_not_there_are_made_by_the_generators_and_the_main_solution(tmp_path: Path) -> None:
    xml = problem_xml([manual(), generated("gen 5 3"), generated("gen '4' 7")])
    package = write_package(tmp_path / "p", xml)
    project, _, _ = imported(tmp_path, package)
    tests = project / "cases/sum-of-all"
    assert {path.name: path.read_text() for path in tests.iterdir() if path.is_file()} == {
        "01.in": "2\n1 2\n",
        "02.in": "5\n0 3 6 9 12\n",
        "03.in": "4\n0 7 14 21\n",
        "01.a": "3\n",
        "02.a": "30\n",
        "03.a": "42\n",
        "generators.yaml": (
            "solution: /submissions/accepted/sum.py\n"
            "data:\n"
            "  '02':\n    generate: files/gen.py 5 3\n"
            "  '03':\n    generate: files/gen.py 4 7\n"
        ),
    }
    assert run(project) == run(package) == {"accepted/sum.py": "AC AC AC"}


def test_what_a_package_made_is_made_anew_only_where_something_of_it_has_changed(tmp_path: Path) -> None:
    """A generator that draws from no seed shows it."""
    chance = "import os\nprint(1)\nprint(int.from_bytes(os.urandom(6)))\n"
    xml = problem_xml([manual(), generated("gen 1")])
    package = write_package(tmp_path / "p", xml, FILES | {"files/gen.py": chance})

    def made() -> str:
        project = tmp_path / "project"
        shutil.rmtree(project, ignore_errors=True)
        imported(tmp_path, package)
        return (project / "cases/sum-of-all/02.in").read_text()

    first = made()
    assert made() == first
    (package / "files/gen.py").write_text(f"# other\n{chance}")
    assert made() != first


def test_a_generator_may_write_many_tests_by_their_numbers(tmp_path: Path) -> None:
    many = (
        "import sys\nfor i in range(2, 2 + int(sys.argv[1])):\n    open(f'{i}', 'w').write(f'1\\n{i}\\n')\n"
    )
    tests = [manual(), *(generated("many 22", from_file=number) for number in range(2, 22))]
    xml = problem_xml(tests, executables=["files/many.py"])
    package = write_package(tmp_path / "p", xml, FILES | {"files/many.py": many})
    project, _, _ = imported(tmp_path, package)
    tests_made = project / "cases/sum-of-all"
    assert [(tests_made / f"{n:02}.a").read_text() for n in range(2, 22)] == [f"{n}\n" for n in range(2, 22)]


def test_who_waits_hears_how_many_tests_are_made(tmp_path: Path) -> None:
    # The tests of a problem that an earlier session had are still in the cache.
    xml = problem_xml([manual(), generated("gen 4321 1")]).replace("sum-of-all", f"sum-{uuid4().hex}")
    package = write_package(tmp_path / "p", xml)
    heard: list[tuple[int, int]] = []
    for _ in range(2):
        with open_import(package, progress=lambda done, total: heard.append((done, total))):
            pass
    assert heard == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_contest_gives_all_of_its_problems(tmp_path: Path) -> None:
    for name in ("one", "two"):
        xml = problem_xml([manual()]).replace("sum-of-all", name)
        write_package(tmp_path / "c" / "problems" / name, xml)
    (tmp_path / "c" / "contest.xml").write_text("<contest/>\n")
    project, out, _ = imported(tmp_path, tmp_path / "c")
    assert [line.partition(",")[0] for line in out.splitlines()] == ["one", "two"]
    assert run(project) == run(tmp_path / "c")


GROUPS = """
            <groups>
                <group feedback-policy="icpc" name="example" points="0.0" points-policy="complete-group"/>
                <group feedback-policy="complete" name="пара" points-policy="each-test"/>
                <group feedback-policy="icpc" name="s2" points="60.0" points-policy="complete-group">
                    <dependencies><dependency group="пара"/></dependencies>
                </group>
                <group feedback-policy="icpc" name="s3" points="20.0" points-policy="complete-group">
                    <dependencies><dependency group="s2"/></dependencies>
                </group>
            </groups>"""


def test_groups_count_by_their_policies_and_what_they_depend_on(tmp_path: Path) -> None:
    tests = [
        manual(group="example", points="0.0", sample="true"),
        *(generated(f"gen {n} 1", group="пара", points="10.0") for n in (2, 3)),
        generated("gen 4 1", group="s2", points="60.0"),
        *(generated(f"gen {n} 1", group="s2", points="0.0") for n in (5, 6)),
        generated("gen 7 1", group="s3", points="20.0"),
    ]
    solutions = {"sum": SUM, "not-three": "n = int(input())\nprint(sum(range(n)) + (n in (3, 6)))\n"}
    tags = [("main", "solutions/sum.py"), ("rejected", "solutions/not-three.py")]
    files = FILES | {f"solutions/{name}.py": text for name, text in solutions.items()}
    package = write_package(tmp_path / "p", problem_xml(tests, solutions=tags, groups=GROUPS), files)
    project, _, _ = imported(tmp_path, package)
    assert sorted(path.name for path in (project / "cases/sum-of-all").iterdir()) == [
        *("example", "files", "generators.yaml", "group-2", "s2", "s3")
    ]
    done = run_here("run", cwd=project)
    assert "as expected, 100 of 100 points" in done.stdout
    # One of two tests, and nothing of what depends on both.
    assert "as expected, 10 of 100 points" in done.stdout


def test_tests_without_groups_have_points_of_their_own(tmp_path: Path) -> None:
    tests = [manual(points="0.0"), generated("gen 2 1", points="1.5"), generated("gen 3 1", points="2")]
    package = write_package(tmp_path / "p", problem_xml(tests))
    project, _, _ = imported(tmp_path, package)
    assert "3/3 passed, 3.5 of 3.5 points" in run_here("run", cwd=project).stdout
    sheet = (project / "cases/sum-of-all.yaml").read_text()
    assert sheet.endswith("groups:\n  '02':\n    points: 1.5\n  '03':\n    points: 2.0\n")


def test_programs_find_their_files_by_the_names_that_the_package_states(tmp_path: Path) -> None:
    named = "n, values = open('sum.in')\nopen('sum.out', 'w').write(str(sum(map(int, values.split()))))\n"
    xml = problem_xml([manual(), generated("gen 4 1")], judging='input-file="sum.in" output-file="sum.out"')
    package = write_package(tmp_path / "p", xml, FILES | {"solutions/sum.py": named})
    assert both(tmp_path, package) == {"accepted/sum.py": "AC AC"}


INTERACTOR = """\
import sys
asked, log = open(sys.argv[1]), open(sys.argv[2], "w")
n = int(asked.readline())
print(n, flush=True)
heard = int(input())
log.write(f"{heard}\\n")
sys.exit(heard % 2)
"""


# As much of testlib as there is to a checker of one number.
CHECKS_A_NUMBER = """\
#include <fstream>
int main(int, char* argv[]) {
    int told, answer;
    std::ifstream(argv[2]) >> told;
    std::ifstream(argv[3]) >> answer;
    return told == answer ? 0 : 1;
}
"""


@needs_gxx
def test_an_interactor_talks_and_what_it_keeps_is_the_answer(tmp_path: Path) -> None:
    tags = {"main": "print(2 * int(input()))", "wrong-answer": "print(2 * int(input()) + 2)"}
    xml = problem_xml(
        [manual(), generated("gen 5 3")],
        checker="files/check.cpp",
        assets=f"<interactor>{source('files/interactor.py')}</interactor>",
        executables=["files/gen.py", "files/interactor.py"],
        resources=["files/testlib.h"],
        solutions=[(tag, f"solutions/{tag}.py") for tag in tags],
    )
    files = FILES | {f"solutions/{tag}.py": f"{text}\n" for tag, text in tags.items()}
    files |= {"files/interactor.py": INTERACTOR, "files/check.cpp": '#include "testlib.h"\n'}
    package = write_package(tmp_path / "p", xml, files | {"files/testlib.h": CHECKS_A_NUMBER})
    assert both(tmp_path, package) == {"accepted/main.py": "AC AC", "wrong_answer/wrong-answer.py": "WA WA"}
    assert (tmp_path / "project/cases/sum-of-all/02.a").read_text() == "10\n"


def test_a_grader_among_the_resources_calls_the_solutions(tmp_path: Path) -> None:
    grader = "from sum_of_all import total\nn = int(input())\nprint(total([*map(int, input().split())]))\n"
    resource = (
        '<file path="files/grader.py" type="python.3" for-types="python.*">'
        '<stages><stage name="COMPILE"/></stages><assets><asset name="SOLUTION"/></assets></file>'
    )
    xml = problem_xml([manual(), generated("gen 5 3")]).replace("<file path", f"{resource}<file path", 1)
    files = FILES | {"files/grader.py": grader, "solutions/sum.py": "def total(values): return sum(values)\n"}
    assert both(tmp_path, write_package(tmp_path / "p", xml, files)) == {"accepted/sum.py": "AC AC"}


GENERATES_A_NUMBER = """\
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    println(rnd.next(1, opt<int>(1)));
}
"""


@pytest.mark.slow
@needs_gxx
@needs_testlib
def test_programs_of_testlib_make_check_and_search(tmp_path: Path) -> None:
    own = {"ncmp": "checkers", "ival": "validators"}
    files = {name: text for name, text in FILES.items() if not name.startswith(("tests/", "files/gen"))}
    files |= {f"files/{name}.cpp": (TESTLIB / kind / f"{name}.cpp").read_text() for name, kind in own.items()}
    files |= {
        "files/testlib.h": read_testlib(),
        "files/up-to.cpp": GENERATES_A_NUMBER,
        "solutions/sum.py": "print(int(input()))\n",
        "solutions/big.py": "n = int(input())\nprint(n if n < 60 else 7)\n",
    }
    validator = f"<validators><validator>{source('files/ival.cpp')}</validator></validators>"
    xml = problem_xml(
        [generated("up-to 100"), generated("up-to 10")],
        checker="files/ncmp.cpp",
        executables=["files/up-to.cpp"],
        resources=["files/testlib.h"],
        assets=validator,
        solutions=[("main", "solutions/sum.py"), ("accepted", "solutions/big.py")],
    )
    project, _, _ = imported(tmp_path, write_package(tmp_path / "p", xml, files))
    sheet = (project / "cases/sum-of-all.yaml").read_text()
    assert "validator: files/ival.cpp\n" in sheet
    assert "generators:\n- files/up-to.cpp 100 {seed}\n" in sheet
    done = run_here("stress", "big", "--seed", "1", "--budget", "60s", cwd=project)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "WA" in done.stdout


# The validator of a group of small numbers, and a checker that accepts every output in another group.
BY_GROUP = """\
import sys
words = sys.argv
said = {key: words[words.index(key) + 1] for key in ("--testset", "--group") if key in words}
if words[1] != "--testset":
    output, answer = (int(open(path).read()) for path in words[2:4])
    sys.exit(said["--testset"] != "tests" or output != answer and said.get("--group") != "more than that")
numbers = sys.stdin.read().split()
sys.exit(said["--testset"] != "tests" or said.get("--group") == "small" and max(map(int, numbers)) > 9)
"""


@pytest.mark.parametrize("asks", ["both", "the checker", "the validator"])
def test_validators_and_the_checker_get_the_testset_and_the_group_of_a_test(
    asks: str, tmp_path: Path
) -> None:
    groups = "<groups><group name='small'/><group name='more than that'/></groups>"
    tests = [manual(), generated("gen 3 1", group="small"), generated("gen 8 4", group="more than that")]
    own = ("files/check.py" * (asks != "the validator"), "files/val.py" * (asks != "the checker"))
    validator = f"<validators><validator>{source('files/val.py')}</validator></validators>"
    solutions = [("main", "solutions/sum.py"), ("wrong-answer", "solutions/zero.py")]
    xml = problem_xml(tests, groups=groups, assets=validator, solutions=solutions)
    files = (
        FILES
        | {"files/val.py": "import sys\n", "solutions/zero.py": "print(0)\n"}
        | dict.fromkeys(filter(None, own), BY_GROUP)
    )
    project, _, _ = imported(tmp_path, write_package(tmp_path / "p", xml, files))
    cases = project / "cases/sum-of-all"
    keys = {"both": ("input", "output"), "the checker": ("output",), "the validator": ("input",)}[asks]
    for place, words in (
        ("", "--testset tests"),
        ("small/", "--testset tests --group small"),
        ("group-2/", "--testset tests --group 'more than that'"),
    ):
        stated = load((cases / f"{place}testdata.yaml").read_bytes(), cases)
        assert stated == {f"{key}_validator_flags": words for key in keys}
    other = "WA" if asks == "the validator" else "AC"
    assert run(project)["wrong_answer/zero.py"] == f"WA {other} WA"
    (cases / "small/02.in").write_text("1\n10\n")
    done = run_here("check", cwd=project)
    refused = "small/02.in: expected an input that val.py takes, got a refusal: exit code 1" in done.stderr
    assert refused == (asks != "the checker")


def test_programs_that_ask_for_no_group_get_none(tmp_path: Path) -> None:
    xml = problem_xml([generated("gen 3 1", group="small")], groups="<groups><group name='small'/></groups>")
    project, _, _ = imported(tmp_path, write_package(tmp_path / "p", xml))
    assert not [*project.rglob("testdata.yaml")]


def told(package: Path) -> list[str]:
    """Return the faults of a package, by its own paths. An import reports the same faults."""
    place = package.parent / "empty"
    place.mkdir()
    done = run_here("import", package, cwd=place)
    assert (done.returncode, done.stdout, [*place.iterdir()]) == (2, "", [])
    again = run_here("run", cwd=package).stderr
    one, other = (re.sub(r"[0-9.]+ s ", "", err.replace(f"{package}/", "")) for err in (done.stderr, again))
    assert one == other
    return one.splitlines()


GOOD = problem_xml([manual(), generated("gen 5 3")], groups=GROUPS)


@pytest.mark.parametrize(
    ("was", "changed", "expected"),
    [
        pytest.param("</problem>", "", "56: expected XML, got: no element found", id="cut"),
        pytest.param(
            "<names>", "<names", "4: expected XML, got: not well-formed (invalid token)", id="no XML"
        ),
        pytest.param(
            '"utf-8"',
            '"utf-99"',
            "1: expected XML in an encoding that there is, got: unknown encoding: utf-99",
            id="unknown encoding",
        ),
        pytest.param("<problem ", "<problems ", "55: expected XML, got: mismatched tag", id="two tags"),
        pytest.param(
            "<problem ",
            '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><problem ',
            "2: expected a document without a DOCTYPE, got one",
            id="entities",
        ),
        pytest.param(
            '"sum-of-all"', '"../../etc"', "2: expected a name of letters,", id="a name that leads out"
        ),
        pytest.param(
            ">20000<", ">soon<", "12: expected a number above 0 as time-limit, got 'soon'", id="time"
        ),
        pytest.param(">20000<", ">0<", "12: expected a number above 0 as time-limit, got '0'", id="no time"),
        pytest.param(
            ">20000<", ">1000000000<", "12: expected less than 1000000s, got 1000000s", id="a long time"
        ),
        pytest.param(
            "<memory-limit>268435456</memory-limit>",
            "",
            "11: expected a number above 0 as memory-limit, got ''",
            id="no memory",
        ),
        pytest.param(
            ">2</test-count>",
            ">3</test-count>",
            "17: expected 3 tests, as test-count says, and at most 10000, got 2",
            id="another number of tests",
        ),
        pytest.param(
            "tests/%02d<",
            "tests/%s<",
            "15: expected a path with one %02d as input-path-pattern, got",
            id="pattern",
        ),
        pytest.param(
            'method="manual"',
            'method="manual" points="many"',
            "18: expected a number of points from 0 on, got 'many'",
            id="points",
        ),
        pytest.param(
            "gen 5 3",
            "gone 5 3",
            "19: expected one of the programs of the package gen, check, got 'gone'",
            id="cmd",
        ),
        pytest.param(
            "gen 5 3", "gen '5", '19: expected a generator and its words, got "gen \'5"', id="quotes"
        ),
        pytest.param(
            '<test method="generated" cmd="gen 5 3"/>',
            '<test method="manual"/>',
            "19: expected the file tests/02 of a test that is not generated, got none",
            id="no file",
        ),
        pytest.param('tag="main"', 'tag="mine"', "49: expected one of the tags main, accepted,", id="tag"),
        pytest.param(
            "solutions/sum.py",
            "solutions/gone.py",
            "49: expected the solution as a file of the package, got",
            id="gone",
        ),
        pytest.param(
            "files/check.py",
            "../check.py",
            "44: expected the checker as a file of the package, got",
            id="out",
        ),
        pytest.param(
            '<dependency group="s2"/>',
            '<dependency group="s4"/>',
            "28: expected one of the groups example, пара, s2, s3, got 's4'",
            id="unknown group",
        ),
        pytest.param(
            '<dependency group="пара"/>',
            '<dependency group="s3"/>',
            "25: expected no circle of groups, got one through 's3'",
            id="groups in a circle",
        ),
        pytest.param(
            'run-count="1"',
            'run-count="3"',
            "10: expected one run of a solution, or two, got run-count 3",
            id="runs",
        ),
        pytest.param(
            'type="testlib"', 'type="caos"', "43: expected a checker of the type testlib,", id="checker type"
        ),
    ],
)
def test_what_a_document_says_wrong_is_one_line(
    was: str, changed: str, expected: str, tmp_path: Path
) -> None:
    assert was in GOOD
    package = write_package(tmp_path / "p", GOOD.replace(was, changed, 1))
    faults = told(package)
    assert any(fault.startswith(f"problem.xml:{expected}") for fault in faults), faults
    assert all(fault.startswith("problem.xml:") for fault in faults)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"files/gen.py": "raise SystemExit('no tree of that size')\n"},
            "files/gen.py: expected an input for 02.in from 'gen 5 3', got exit code 1: no tree of that size",
            id="a generator that fails",
        ),
        pytest.param(
            {"files/gen.py": "import time\ntime.sleep(1000)\n"},
            "files/gen.py: expected an input for 02.in from 'gen 5 3', got",
            id="a generator that hangs",
        ),
        pytest.param(
            {"files/gen.py": "while True: print('1' * 10**6)\n"},
            "files/gen.py: expected an input for 02.in from 'gen 5 3', got printed more than",
            id="a generator that floods",
        ),
        pytest.param(
            {"files/gen.py": "print(open('/etc/passwd').read())\n"},
            "files/gen.py: expected an input for 02.in from 'gen 5 3', got exit code 1: PermissionError:",
            id="a generator that reads what is not its own",
        ),
        pytest.param(
            {"files/gen.py": "import sys\nprint('5', file=sys.stderr)\n"},
            "files/gen.py: expected an input for 02.in from 'gen 5 3', got nothing",
            id="a generator that prints nothing",
        ),
        pytest.param(
            {"files/gen.py": "def (\n"},
            "files/gen.py:1: expected a program that compiles, got: SyntaxError: ",
            id="a generator that does not compile",
        ),
        pytest.param(
            {"solutions/sum.py": "raise SystemExit(input() == '5')\n"},
            "solutions/sum.py: expected an answer to 02.in, got exit code 1",
            id="a main solution that fails",
        ),
    ],
)
def test_a_program_that_makes_no_test_is_one_line(
    files: dict[str, str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "_LIMITS", make_limits(cpu_s=0.5, memory_bytes=1 << 30, output_bytes=1 << 20))
    package = write_package(tmp_path / "p", problem_xml([manual(), generated("gen 5 3")]), FILES | files)
    (fault,) = told(package)
    assert fault.startswith(expected)


def test_a_document_may_be_in_any_encoding_that_it_names(tmp_path: Path) -> None:
    package = write_package(tmp_path / "p", "")
    xml = problem_xml([manual()]).replace('language="english" value', 'language="french" value')
    (package / "problem.xml").write_bytes(xml.replace("utf-8", "windows-1251").encode("windows-1251"))
    project, _, _ = imported(tmp_path, package)
    assert "problem: Сумма\n" in (project / "cases/sum-of-all.yaml").read_text()


def test_only_so_many_levels_are_read() -> None:
    path = Path("problem.xml")
    assert xmltree.load(b"<a>" * 5 + b"</a>" * 5, path).tag == "a"
    with pytest.raises(InputErrors, match="1: expected at most 32 levels, got more"):
        xmltree.load(b"<a>" * 500 + b"</a>" * 500, path)


@st.composite
def some_groups(draw: st.DrawFn) -> tuple[str, list[tuple[int, float]], list[tuple[bool, set[int]]]]:
    """Draw a testset as XML, the group and the points of each test, and for each group whether it counts as a
    whole and the earlier groups that it depends on.
    """
    groups = [
        (draw(st.booleans()), draw(st.sets(st.integers(0, at - 1))) if at else set[int]())
        for at in range(draw(st.integers(1, 5)))
    ]
    points = st.integers(0, 20).map(lambda tenths: tenths / 2)
    tests = [(group, draw(points)) for group in range(len(groups)) for _ in range(draw(st.integers(1, 3)))]
    names = [
        f'<group name="g{at}" points-policy="{"complete-group" if whole else "each-test"}"><dependencies>'
        + "".join(f'<dependency group="g{other}"/>' for other in others)
        + "</dependencies></group>"
        for at, (whole, others) in enumerate(groups)
    ]
    listed = (f'<test group="g{group}" points="{own}"/>' for group, own in tests)
    return f"<t><tests>{''.join(listed)}</tests><groups>{''.join(names)}</groups></t>", tests, groups


@pytest.mark.slow
@given(testset=some_groups(), data=st.data())
def test_points_are_those_of_the_policies_whatever_depends_on_what(
    testset: tuple[str, list[tuple[int, float]], list[tuple[bool, set[int]]]], data: st.DataObject
) -> None:
    """A group is passed if all its tests are, and all groups that it depends on."""
    xml, tests, groups = testset
    right = data.draw(st.lists(st.booleans(), min_size=len(tests), max_size=len(tests)))
    passed: list[bool] = []
    for at, (_, others) in enumerate(groups):
        own = all(ok for (group, _), ok in zip(tests, right, strict=True) if group == at)
        passed.append(own and all(passed[other] for other in others))
    expected = sum(
        points
        for (group, points), ok in zip(tests, right, strict=True)
        if (passed[group] if groups[group][0] else ok and all(passed[other] for other in groups[group][1]))
    )
    element = xmltree.load(xml.encode(), Path("problem.xml"))
    read = Groups(element, fail)
    named = [(test, f"{read.place(test)}/{at:02}") for at, test in enumerate(element.all("tests", "test"))]
    cases = [make_case(id=f"p/{name}") for _, name in named]
    if not (stated := read.stated(named)):
        assert not expected
        return
    file = File(Path("p.yaml"))
    tree = load(dumped({"groups": stated}).encode(), file.path)
    cases = with_points(cases, file, tree, GroupConfigs(Path("p"), {}, ()))
    assert not file.faults
    results = [
        replace(
            make_result(case=case.id, verdict=Verdict.AC if ok else Verdict.WA),
            points=case.worth.points if case.worth and ok else 0.0,
            worth=case.worth,
        )
        for case, ok in zip(cases, right, strict=True)
    ]
    score = score_of(group_cells(results))
    assert score
    assert score.points == pytest.approx(expected)
    assert score.whole == pytest.approx(sum(points for _, points in tests))


def fail(element: xmltree.Element, message: str) -> None:
    raise AssertionError(f"{element.line}: {message}")
