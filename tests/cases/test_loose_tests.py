"""Programs outside projects, judged on the tests next to them."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote

import pytest
from conftest import skip_where_refused
from helpers import ADDS, run_here, table_rows, write_files, write_project
from msgspec.structs import replace

from judge.cases.project import Project
from judge.library import folders
from judge.model.verdicts import Verdict
from judge.packages.place import find_project
from judge.running.keeper_client import Level
from judge.running.runner import Runner

ADD = "print(sum(map(int, input().split())))\n"
OFF_BY_ONE = "print(sum(map(int, input().split())) + 1)\n"
IN, OUT = "1 2\n", "3\n"
PAIR = {"1.in": IN, "1.out": OUT}


def prob(program: str, *tests: tuple[str, str], **keys: object) -> str:
    """A file as CPH writes it."""
    entries = [
        {"id": 1726106525948 + n, "input": asked, "output": told} for n, (asked, told) in enumerate(tests)
    ]
    whole = {
        "name": "A. Sum",
        "group": "Codeforces - Codeforces Round 1",
        "url": "https://codeforces.com/problemset/problem/1/A",
        "interactive": False,
        "memoryLimit": 256,
        "timeLimit": 1000,
        "tests": entries,
        "testType": "single",
        "input": {"type": "stdin"},
        "output": {"type": "stdout"},
        "languages": {"java": {"mainClass": "Main", "taskClass": "ASum"}},
        "batch": {"id": "1d81681e-9b3f-4760-99ff-7085ff84439e", "size": 1},
        "srcPath": f"d:\\C++\\CodeForces\\{program}",
    }
    return json.dumps(whole | keys)


def verdicts(folder: Path, *words: str | Path) -> dict[tuple[str, str], str]:
    """The verdict of each program on each case, as a run in the folder writes them."""
    done = run_here("run", *words, "--json", folder.parent / "results.json", cwd=folder)
    found = json.loads((folder.parent / "results.json").read_bytes())["results"]
    assert done.returncode == int(any(not cell["as_expected"] for cell in found))
    return {(cell["solution"], cell["case"]): cell["verdict"] for cell in found}


@pytest.fixture
def here(tmp_path: Path) -> Path:
    folder = tmp_path / "abc"
    folder.mkdir()
    return folder


# What is found


@pytest.mark.parametrize(
    ("files", "cases"),
    [
        pytest.param({"test/sample-1.in": IN, "test/sample-1.out": OUT}, ["test/sample-1"], id="oj"),
        pytest.param({"tests/x/1.in": IN, "tests/x/1.out": OUT}, ["tests/x/1"], id="folders in tests"),
        pytest.param(PAIR, ["abc/1"], id="beside it"),
        pytest.param({"in1.txt": IN, "ans1.txt": OUT}, ["abc/in1"], id="as cf-tool saves them"),
        pytest.param({"in/a.txt": IN, "out/a.txt": OUT}, ["abc/a"], id="in two folders"),
        pytest.param({"1.in": IN}, ["abc/1"], id="an input alone"),
        pytest.param({".cph/.main.py_0f.prob": prob("main.py", (IN, OUT))}, ["main/1"], id="CPH"),
        pytest.param(
            {"test/1.in": IN, "test/1.out": OUT, "tests/2.in": IN, "tests/2.out": OUT, **PAIR},
            ["test/1", "tests/2", "abc/1"],
            id="all of them",
        ),
        pytest.param({"test/1.in": IN, "test/1.out": OUT, "MANIFEST.in": "x"}, ["test/1"], id="no test"),
        pytest.param({**PAIR, "a.out": "\x7fELF", "notes.txt": ""}, ["abc/1"], id="what a compiler leaves"),
        pytest.param({**PAIR, "deep/2.in": IN, "deep/2.out": OUT}, ["abc/1"], id="not what lies deeper"),
    ],
)
def test_tests_are_found_beside_a_program(here: Path, files: Mapping[str, str], cases: Sequence[str]) -> None:
    write_files(here, {"main.py": ADD, **files})
    judged = verdicts(here, "main.py")
    assert list(judged) == [("main.py", case) for case in cases]
    assert {*judged.values()} <= {"AC", "NA"}


def test_the_first_run_leaves_one_folder_beside_the_program_and_nothing_else(here: Path) -> None:
    write_files(here, {"main.py": ADD, **PAIR})
    done = run_here("run", "main.py", cwd=here)
    assert (done.returncode, table_rows(done.stdout), done.stderr) == (0, ["main.py: 1 AC"], "")
    assert sorted(path.name for path in here.iterdir()) == [".judge", "1.in", "1.out", "main.py"]


@pytest.mark.parametrize(
    ("words", "programs"),
    [
        pytest.param([], ["main.py", "wrong.py"], id="all programs of the folder"),
        pytest.param(["main.py"], ["main.py"], id="one"),
        pytest.param(["./main.py", "wrong.py"], ["main.py", "wrong.py"], id="two"),
        pytest.param(["../abc/wrong.py"], ["wrong.py"], id="by a path"),
        pytest.param(["main"], ["main.py"], id="without the suffix"),
        pytest.param(["*n*"], ["main.py", "wrong.py"], id="by a pattern"),
        pytest.param(["main.py", "w*"], ["main.py", "wrong.py"], id="by both"),
    ],
)
def test_the_programs_named_are_judged_or_all_of_the_folder(
    here: Path, words: Sequence[str], programs: Sequence[str]
) -> None:
    write_files(here, {"main.py": ADD, "wrong.py": OFF_BY_ONE, "deep/other.py": ADD, ".x.py": ADD, **PAIR})
    expected = {"main.py": "AC", "wrong.py": "WA"}
    assert verdicts(here, *words) == {(name, "abc/1"): expected[name] for name in programs}


HELPERS = ["Checker.java", "check.py", "chk.cpp", "gen.py", "gen_large.py", "gen2.cpp", "Generator.java"]
HELPERS += ["checker.py", "interactor.py", "val.cpp", "validator.py"]


@pytest.mark.parametrize("name", HELPERS)
def test_a_helper_next_to_programs_is_judged_only_where_the_user_names_it(
    here: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(here, {"main.py": ADD, name: "", **PAIR})
    monkeypatch.chdir(here)
    assert (find_project(None).programs, find_project(None).helpers) == ((Path("main.py"),), (Path(name),))
    for words in ([name], [name, "1"], [Path(name).stem], ["main.py", name]):
        project = find_project(None, words=words)
        assert (Path(name) in project.programs, project.helpers) == (True, ())
    assert find_project(None, words=["main.py"]).helpers == ()


def test_helpers_are_named_on_the_screen(here: Path) -> None:
    write_files(here, {"main.py": ADD, "gen.py": "", "check.py": "", **PAIR})
    done = run_here("run", cwd=here)
    assert (done.returncode, table_rows(done.stdout)) == (0, ["main.py: 1 AC"])
    assert "ignored: check.py, gen.py (`judge run check.py` judges one)\n" in done.stdout
    listed = run_here("list", cwd=here, env={"COLUMNS": "160"}).stdout
    assert listed.partition("ignored:\n")[2].splitlines() == [
        "check.py: expected a solution, got the name of a helper",
        "gen.py: expected a solution, got the name of a helper",
    ]


def test_a_source_whose_suffix_has_capitals_is_named(here: Path) -> None:
    write_files(here, {"main.py": ADD, "leap.PY": ADD, "test/1.in": IN, "test/1.out": OUT})
    fault = "leap.PY: expected a program's suffix in small letters, got '.PY'"
    done = run_here("run", cwd=here)
    assert (done.returncode, table_rows(done.stdout)) == (0, ["main.py: 1 AC"])
    assert "ignored: 1 file, no solution and no case; see `judge list`\n" in done.stdout
    listed = run_here("list", cwd=here).stdout
    assert listed.partition("ignored:\n")[2].splitlines() == [fault]
    for command in ("run", "show", "stress", "debug"):
        done = run_here(command, "leap.PY", cwd=here)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{fault}\n")


@pytest.mark.parametrize("name", ["general.py", "validate_sum.py", "checkers.py", "a_gen.py", "value.cpp"])
def test_a_name_that_only_begins_like_a_helpers_is_a_solution(
    here: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(here, {"main.py": ADD, name: "", **PAIR})
    monkeypatch.chdir(here)
    assert (Path(name) in find_project(None).programs, find_project(None).helpers) == (True, ())


def test_a_program_of_another_folder_is_judged_there(here: Path, tmp_path: Path) -> None:
    write_files(here, {"a/b.py": ADD, "a/test/1.in": IN, "a/test/1.out": OUT})
    (tmp_path / "elsewhere").mkdir()
    assert verdicts(tmp_path / "elsewhere", "../abc/a/b.py") == {("b.py", "test/1"): "AC"}
    assert (here / "a" / ".judge").is_dir()
    assert not (tmp_path / "elsewhere" / ".judge").exists()


@pytest.mark.parametrize("below", ["", "deep/"])
def test_a_program_of_a_project_is_its_projects_from_wherever_it_is_named(
    here: Path, tmp_path: Path, below: str
) -> None:
    write_project(here, solutions={f"{below}adds.py": ADDS})
    write_files(here / "solutions" / below, {"1.in": "nothing\n"})
    (tmp_path / "elsewhere").mkdir()
    for cwd in (tmp_path / "elsewhere", here, here / "solutions" / below):
        word = os.path.relpath(here / "solutions" / below / "adds.py", cwd)
        done = run_here("run", word, cwd=cwd)
        assert (done.returncode, table_rows(done.stdout), done.stderr) == (0, [f"{below}adds.py: 1 AC"], "")


def test_a_program_beside_a_project_is_judged_on_its_own_tests(here: Path) -> None:
    write_project(here, solutions={"adds.py": OFF_BY_ONE})
    write_files(here, {"tools/adds.py": ADD, "tools/1.in": IN, "tools/1.out": OUT})
    assert verdicts(here, "tools/adds.py") == {("adds.py", "tools/1"): "AC"}
    assert verdicts(here) == {("adds.py", "sum/small"): "WA"}


def test_each_program_has_its_own_tests_of_cph_and_all_that_lie_in_folders(here: Path) -> None:
    write_files(
        here,
        {
            "a.py": ADD,
            "b.py": OFF_BY_ONE,
            "c.py": "input(",
            ".cph/a.py_0123456789abcdef0123456789abcdef.prob": prob("a.py", (IN, OUT), ("2 2\n", "4")),
            ".cph/.b.py_0123456789abcdef0123456789abcdef.prob": prob("b.py", (IN, "4\n")),
            ".cph/.gone.py_0123456789abcdef0123456789abcdef.prob": "no JSON",
        },
    )
    assert verdicts(here) == {("a.py", "a/1"): "AC", ("a.py", "a/2"): "AC", ("b.py", "b/1"): "AC"}
    done = run_here("run", cwd=here)
    assert "ignored: 1 file," in done.stdout
    assert "c.py: expected tests next to it, got none" in run_here("list", cwd=here).stdout
    write_files(here, {"test/1.in": IN, "test/1.out": OUT})
    assert verdicts(here, "a.py", "b.py")[("b.py", "test/1")] == "WA"


def test_programs_alike_but_for_the_suffix_have_their_own_tests(here: Path) -> None:
    tests = {f".cph/a.{s}_x.prob": prob(f"a.{s}", (IN, OUT)) for s in ("js", "py")}
    write_files(here, {"a.py": ADD, "a.js": "", **tests})
    loaded = folders.read(find_project(None, words=[str(here / "a.py"), str(here / "a.js")]))
    assert [case.id for case in loaded.cases] == ["a/1", "a.py/1"]
    assert {one.name: one.problems for one in loaded.solutions} == {"a.js": ("a",), "a.py": ("a.py",)}
    loaded = folders.read(find_project(None, words=[str(here / "a.py")]))
    assert {one.name: one.problems for one in loaded.solutions} == {"a.py": ("a",)}


def test_a_program_in_another_language_is_judged_on_what_is_kept_for_the_first(here: Path) -> None:
    write_files(here, {"a.js": "", "a.py": ADD, ".cph/.a.cpp_x.prob": prob("a.cpp", (IN, OUT))})
    assert verdicts(here, "a.py") == {("a.py", "a/1"): "AC"}


def test_a_program_that_is_named_twice_is_judged_once(here: Path) -> None:
    write_files(here, {"main.py": ADD, **PAIR})
    assert verdicts(here, "main.py", "./main.py", "../abc/main.py", here / "main.py") == {
        ("main.py", "abc/1"): "AC"
    }


def test_what_lies_among_the_tests_and_is_none_is_named(here: Path) -> None:
    write_files(
        here, {"main.py": ADD, "notes.txt": "", "test/1.in": IN, "test/1.out": OUT, "test/a.yaml": "x: 1\n"}
    )
    write_files(here, {"test/deep/notes.md": ""})
    done = run_here("list", cwd=here, env={"COLUMNS": "160"})
    assert done.stdout.partition("ignored:\n")[2].splitlines() == [
        "test/a.yaml: expected a test, got 'a.yaml'",
        "test/deep: expected tests (*.in next to *.out), got a folder",
    ]


# What changes it


def test_a_folder_of_tests_can_be_named(here: Path, tmp_path: Path) -> None:
    write_files(here, {"main.py": ADD, "1.in": IN, "1.out": "wrong\n"})
    write_files(
        tmp_path / "more", {"secret/1.in": IN, "secret/1.ans": OUT, "sample/1.in": IN, "sample/1.ans": OUT}
    )
    expected = {("main.py", "more/sample/1"): "AC", ("main.py", "more/secret/1"): "AC"}
    assert verdicts(here, "main.py", "--tests", "../more") == expected


@pytest.mark.parametrize("is_project", [False, True], ids=["next to programs", "in a project"])
@pytest.mark.parametrize(("answer", "printed"), [("a b\r\nc\r\n", "a b\nc\n"), ("a b\nc\n", "a b\r\nc\r\n")])
def test_line_ends_count_in_folders_of_tests_only_where_the_user_asks_for_every_byte(
    here: Path, answer: str, printed: str, is_project: bool
) -> None:
    source = f"import sys\nsys.stdout.buffer.write({printed.encode()})\n"
    folder, program = ("cases/p", "solutions/main.py") if is_project else ("test", "main.py")
    write_files(here, {program: source, f"{folder}/1.in": IN})
    (here / folder / "1.out").write_bytes(answer.encode())
    (verdict,) = verdicts(here).values()
    assert verdict == "AC"
    mistake = "cr-missing" if "\r" in answer else "cr-lf"
    assert f"exact: PE {mistake}" in run_here("run", cwd=here).stdout
    (strict,) = verdicts(here, "--compare", "exact").values()
    assert strict == "PE"


def test_a_folder_of_tests_is_one_problem_for_a_project_too(here: Path, tmp_path: Path) -> None:
    write_project(here, solutions={"adds.py": ADDS})
    write_files(tmp_path / "more", {"a/1.in": IN, "a/1.out": OUT, "b/1.in": IN, "b/1.out": "4\n"})
    judged = verdicts(here, "--tests", tmp_path / "more")
    assert judged == {("adds.py", "more/a/1"): "AC", ("adds.py", "more/b/1"): "WA"}


def test_what_cph_keeps_elsewhere_can_be_named(here: Path, tmp_path: Path) -> None:
    write_files(tmp_path, {"far/.cph/.main.py_x.prob": prob("main.py", (IN, OUT))})
    write_files(here, {"main.py": ADD, "1.in": IN, "1.out": "wrong\n"})
    assert verdicts(here, "main.py", "--tests", "../far/.cph") == {("main.py", "main/1"): "AC"}
    write_project(here, solutions={"main.py": ADDS})
    assert verdicts(here, "--tests", "../far/.cph") == {("main.py", "main/1"): "AC"}


VALIDATOR = "import sys\nsys.exit(42 if int(sys.stdin.read()) % 2 else 43)\n"
ODD = {"data/1.in": IN, "data/1.ans": "1\n", "output_validators/odd.py": VALIDATOR}
COUNTED = {"testdata.yaml": "grader_flags: sum\n", "data/testdata.yaml": "accept_score: 40\n"}


@pytest.mark.parametrize("is_project", [False, True], ids=["beside programs", "in a project"])
def test_a_folder_that_is_named_brings_its_checker_and_its_points(here: Path, is_project: bool) -> None:
    write_files(here, {f"odd/{name}": text for name, text in (ODD | COUNTED).items()})
    program = write_files(here, {"solutions/main.py" if is_project else "main.py": ADD, "cases/.kept": ""})
    word = str(program / ("solutions/main.py" if is_project else "main.py"))
    loaded = folders.read(find_project(None, tests=here / "odd", words=[word]))
    assert bool(loaded.project.programs) is not is_project
    (case,) = loaded.cases
    assert (case.id, case.checker and case.checker.protocol) == ("odd/data/1", "kattis")
    assert case.worth
    assert case.worth.points == 40
    assert verdicts(here, "main.py", "--tests", "odd") == {("main.py", "odd/data/1"): "AC"}


ASKS = """\
import sys
print(1, flush=True)
sys.exit(42 if input() == "2" else 43)
"""


@pytest.mark.parametrize("is_project", [False, True], ids=["beside programs", "in a project"])
def test_an_interactor_that_lies_in_a_folder_has_its_protocol_by_an_option(
    here: Path, is_project: bool
) -> None:
    write_files(here, {"tests/1.in": IN, "tests/interactor.py": ASKS})
    write_files(here, {"solutions/main.py" if is_project else "main.py": ADD, "cases/.kept": ""})
    program = "solutions/next.py" if is_project else "next.py"
    write_files(here, {program: "print(int(input()) + 1)\n"})
    words = ["next.py", "--tests", "tests"] if is_project else ["next.py"]
    done = run_here("run", *words, cwd=here)
    assert done.returncode == 2
    assert "tests/interactor.py: expected its protocol, got none: state it with --protocol" in done.stderr
    assert verdicts(here, *words, "--protocol", "kattis") == {("next.py", "tests/1"): "AC"}


def test_a_protocol_is_of_a_program_in_a_folder_of_tests(here: Path) -> None:
    write_files(here, {"main.py": ADD, "tests/1.in": IN, "tests/1.out": OUT})
    done = run_here("run", "main.py", "--protocol", "kattis", cwd=here)
    told = "tests: expected a checker or an interactor for --protocol, got none\n"
    assert (done.returncode, done.stderr) == (2, told)
    write_project(here, solutions={"main.py": ADDS})
    done = run_here("run", "--protocol", "kattis", cwd=here)
    told = "--protocol: expected a folder of tests (see --tests), got case files, which state it"
    assert (done.returncode, told in done.stderr) == (2, True)


def test_the_folder_of_a_project_can_be_named_for_its_tests(here: Path) -> None:
    write_project(here, solutions={"main.py": ADDS})
    done = run_here("run", "--tests", ".", cwd=here)
    assert (done.returncode, done.stderr) == (2, ".: expected tests (*.in next to *.out), got none\n")
    write_files(here, ODD)
    assert verdicts(here, "--tests", ".") == {("main.py", "abc/data/1"): "AC"}


def test_a_package_is_judged_where_it_lies(here: Path) -> None:
    table = '[tool.judge]\nsolutions = "submissions"\ncases = "data"\ncompare = "kattis"\n'
    write_files(here, {"pyproject.toml": table, "problem.yaml": "name: Sum\n"})
    write_files(here, {"data/sample/1.in": IN, "data/sample/1.ans": "THREE\n"})
    write_files(here, {"data/secret/1.in": IN, "data/secret/1.ans": "THREE\n"})
    write_files(here, {"submissions/accepted/a.py": "print('three')", "submissions/wrong_answer/b.py": ADD})
    assert verdicts(here, "--tests", ".") == {
        (program, f"abc/data/{group}/1"): verdict
        for program, verdict in (("accepted/a.py", "AC"), ("wrong_answer/b.py", "WA"))
        for group in ("sample", "secret")
    }


@pytest.mark.slow
def test_limits_and_the_rule_are_chosen_on_the_command_line(here: Path) -> None:
    hungry = "held = bytearray(100 << 20)\nprint(sum(map(int, input().split())), end=' ')\n"
    write_files(here, {"main.py": hungry, **PAIR})
    key = ("main.py", "abc/1")
    assert verdicts(here) == {key: "AC"}
    assert verdicts(here, "--compare", "exact") == {key: "PE"}
    assert verdicts(here, "--memory", "32MiB") == {key: "MLE"}
    assert verdicts(here, "--memory", "256") == {key: "AC"}
    write_files(here, {"main.py": "while True:\n    pass\n"})
    done = run_here("run", "--time", "100ms", cwd=here)
    assert "TLE, expected AC: " in done.stdout
    assert "limit 0.1 s" in done.stdout


def test_the_limits_are_two_seconds_and_256_mebibytes_or_those_of_cph(here: Path) -> None:
    write_files(
        here,
        {"a.py": ADD, ".cph/a.py_x.prob": prob("a.py", (IN, OUT), timeLimit=1500, memoryLimit=64), **PAIR},
    )
    loaded = folders.read(find_project(None, words=[str(here / "a.py")]))
    limits = {case.id: (case.limits.cpu_s, case.limits.memory_bytes >> 20) for case in loaded.cases}
    assert limits == {"a/1": (1.5, 64), "abc/1": (2.0, 256)}


@pytest.mark.parametrize(
    "words",
    [
        ["run"],
        ["run", "main.py", "--resume"],
        ["show", "main.py", "abc/1"],
        ["bench", "main.py", "--rounds", "1", "--warmups", "0", "--memory", "64MiB"],
        ["limits", "main.py"],
        ["mutate", "abc/1"],
        ["list"],
        ["check"],
    ],
    ids=" ".join,
)
def test_every_command_works_alike(here: Path, words: Sequence[str]) -> None:
    write_files(here, {"main.py": ADD, **PAIR})
    done = run_here(*words, cwd=here)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


# What cannot be


def refusal(folder: Path, *words: str) -> str:
    done = run_here("run", *words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


@pytest.mark.parametrize("folder", ["samples", "data/sample", "sample", "data", "Tests", "io", "my tests"])
def test_a_folder_of_tests_with_another_name_is_suggested(folder: str, here: Path) -> None:
    write_files(here, {"main.py": ADD, f"{folder}/1.in": IN, f"{folder}/1.ans": OUT})
    write_files(here, {"docs/notes.md": "", ".old/1.in": IN, ".old/1.out": OUT})
    named = quote(folder)
    assert f"got none (--tests DIR names others, such as {named}, `judge try main.py`" in refusal(
        here, "main.py"
    )
    assert verdicts(here, "main.py", "--tests", folder) == {("main.py", f"{Path(folder).name}/1"): "AC"}
    done = run_here("run", f"{here.name}/main.py", cwd=here.parent)
    assert f"such as {quote(f'{here.name}/{folder}')}, " in done.stderr


def test_only_a_few_folders_of_tests_are_suggested(here: Path) -> None:
    write_files(here, {"main.py": ADD})
    for number in range(9):
        write_files(here, {f"{number}/in/1.txt": IN, f"{number}/out/1.txt": OUT})
    assert "such as 0 or 1 or 2, `" in refusal(here)


@pytest.mark.parametrize("suffix", [".out", ".ans", ".OUT"])
@pytest.mark.parametrize("folder", ["test", "tests", "", "test/deep"])
def test_answers_without_any_input_are_named(folder: str, suffix: str, here: Path) -> None:
    name = f"{folder}/1{suffix}".removeprefix("/")
    write_files(here, {"main.py": ADD, name: OUT})
    assert f"; got answers alone: {name} (--tests" in refusal(here)
    write_files(here, {f"other/{name}": OUT})
    assert refusal(here, "--tests", "other").endswith(f", got answers alone: {name}\n")
    write_project(here / "project", solutions={"main.py": ADD}, cases={f"sum/{name}": OUT})
    assert refusal(here / "project").endswith(f", got answers alone: sum/{name}\n")
    write_files(here / "project", {"cases/sum.yaml": "time: 1s\n"})
    assert refusal(here / "project").endswith(f", got answers alone: {name}\n")
    write_files(here / "project", {"cases/max/1.in": IN, "cases/max/1.out": OUT})
    (here / "project/cases/sum.yaml").unlink()
    listed = run_here("list", cwd=here / "project").stdout
    assert f"cases/sum: expected tests (*.in next to *.out), got answers alone: {name} (" in listed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(
            ["main.py"],
            "main.py: expected tests next to it: NAME.in with NAME.out, here or in test/ or tests/, or tests"
            " of CPH; got none (--tests DIR names others, `judge try main.py` runs it on what"
            " you type)",
            id="no tests",
        ),
        pytest.param(
            ["main.py", "--tests", "main.py"], "main.py: expected a folder, got a file", id="a file"
        ),
        pytest.param(["main.py", "--tests", "none"], "none: expected a folder, got none", id="no folder"),
        pytest.param(
            ["main.py", "--tests", "empty"],
            "empty: expected tests (*.in next to *.out), got none",
            id="empty",
        ),
        pytest.param(
            ["--tests", "empty", "--cases", "empty"],
            "expected one of --cases and --tests, got both",
            id="both",
        ),
        pytest.param(
            ["main.py", "empty/b.py"],
            "expected programs of one folder, got some of HERE, HERE/empty",
            id="two",
        ),
        pytest.param(
            ["nothing"],
            "expected one of the solutions and problems main.py, abc, got 'nothing'",
            id="no program",
        ),
    ],
)
def test_what_cannot_be_meant_is_one_line(here: Path, words: Sequence[str], message: str) -> None:
    write_files(here, {"main.py": ADD, "empty/b.py": ADD})
    if words == ["nothing"]:
        write_files(here, PAIR)
    done = run_here("run", *words, cwd=here)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.replace(str(here), "HERE") == f"{message}\n"


def test_the_command_that_a_message_names_can_be_typed(here: Path) -> None:
    write_files(here, {"two words.py": ADD})
    assert "`judge try 'two words.py'` runs it" in run_here("run", cwd=here).stderr


def test_where_nothing_is_the_message_says_what_would_work(here: Path) -> None:
    write_files(here, {"notes.txt": ""})
    done = run_here("run", cwd=here)
    assert done.returncode == 2
    assert done.stderr == (
        "expected the folders solutions/ and cases/ here or in a folder above, or programs here with tests in"
        " test/ or next to them, got none (see --root)\n"
    )


def test_an_answer_without_an_input_in_a_folder_of_tests_is_a_fault(here: Path) -> None:
    write_files(here, {"main.py": ADD, "test/1.in": IN, "test/1.out": OUT, "test/2.out": OUT})
    done = run_here("run", "main.py", cwd=here)
    assert (done.returncode, done.stderr) == (2, "test/2.out: expected an input that it answers, got none\n")


def test_what_is_whole_is_judged_beside_what_is_at_fault(here: Path) -> None:
    write_files(
        here,
        {
            "a.py": ADD,
            "b.py": ADD,
            ".cph/.a.py_x.prob": prob("a.py", (IN, OUT)),
            ".cph/.b.py_x.prob": prob("b.py", (IN, OUT), interactive=True),
            "test/1.in": IN,
            "test/1.out": OUT,
            "tests/1.in": IN,
            "tests/1.out": OUT,
            "tests/2.out": OUT,
        },
    )
    done = run_here("run", "--json", "results.json", cwd=here)
    assert done.returncode == 2
    found = json.loads((here / "results.json").read_bytes())["results"]
    assert {(cell["solution"], cell["case"]): cell["verdict"] for cell in found if "/" in cell["case"]} == {
        ("a.py", "a/1"): "AC",
        ("a.py", "test/1"): "AC",
        ("b.py", "test/1"): "AC",
    }
    told = " ".join((done.stdout + done.stderr).split())
    assert "tests/2.out: expected an input that it answers, got none" in told
    assert "expected a problem with tests, got an interactive one, which cannot be judged" in told
    alone = run_here("show", "b.py", "b/1", cwd=here)
    assert (alone.returncode, alone.stdout) == (2, "")


# The seal


SPIES = """\
import os
input()
for place in {places!r}:
    try:
        with open(place, "rb") as file:
            print("read", place, len(file.read()))
    except OSError as error:
        pass
print(3)
"""


@pytest.mark.parametrize("level", ["default", "strict"])
@pytest.mark.parametrize("root", ["home", "/tmp", "/"])
def test_tests_and_other_programs_are_closed_wherever_the_folder_is(
    root: str, level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Runner(core=None, level=level) as runner:
        skip_where_refused(runner)
    monkeypatch.setenv("HOME", str(tmp_path))
    files = {"1.in": IN, "1.out": OUT, "test/2.in": IN, "test/2.out": OUT, "other.py": ADD, "key": "secret"}
    write_files(tmp_path, files)
    places = [str(tmp_path / name) for name in (*files, "spy.py")]
    write_files(tmp_path, {"spy.py": SPIES.format(places=places)})
    project = find_project(None, words=[str(tmp_path / "spy.py")])
    project = replace(project, root=tmp_path if root == "home" else Path(root))
    loaded = folders.read(replace(project, root=tmp_path))
    results = list(folders.run(replace(loaded, project=project), sandbox=level, jobs=1))
    assert [(result.verdict, result.message) for result in results] == [(Verdict.AC, ""), (Verdict.AC, "")]


@pytest.mark.parametrize("root", ["/", "/tmp", "/usr/local", "HOME"])
def test_a_folder_of_programs_is_not_searched_for_what_is_closed(
    root: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though there were a million files below it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path if root == "HOME" else Path(root)
    walked: list[object] = []
    monkeypatch.setattr(os, "walk", lambda *words, **more: walked.append(words) or iter(()))
    project = Project(
        root=folder, solutions=folder, cases=folder, tests=(folder,), programs=(folder / "a.py",)
    )
    closed = project.closed()
    assert walked == []
    assert closed.opened_by([str(folder)])
    assert folder.resolve() not in map(Path.resolve, closed.sealed)


def test_the_cases_of_a_project_around_the_folder_stay_closed(here: Path) -> None:
    write_project(here, solutions={"adds.py": ADDS})
    write_files(here, {"tools/main.py": ADD, "tools/1.in": IN})
    closed = find_project(None, words=[str(here / "tools" / "main.py")]).closed()
    for place in (here, here / "cases", here / "cases" / "sum.yaml", here / "tools"):
        assert closed.opened_by([str(place)])
    assert not closed.opened_by([str(here / "tools" / "main.py")])


def test_a_test_that_is_a_link_is_closed_where_it_lies(here: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "far", {"1.out": OUT})
    write_files(here, {"main.py": ADD, "1.in": IN})
    (here / "1.out").symlink_to(tmp_path / "far" / "1.out")
    closed = find_project(None, words=[str(here / "main.py")]).closed()
    assert closed.opened_by([str(tmp_path / "far")])
    assert closed.opened_by([str(tmp_path / "far" / "1.out")])


AWK = '[tool.judge.languages.awk]\nsuffixes = [".awk"]\nrun = "awk -f {folder}/{file}"\n'


@pytest.mark.parametrize("words", [[], ["main.py"]], ids=["all", "named"])
def test_a_table_beside_programs_is_honoured(here: Path, words: list[str]) -> None:
    write_files(here, {"main.py": ADD, "1.in": IN, "1.out": "3  \n", "pyproject.toml": "[tool.judge]\n"})
    assert verdicts(here, *words) == {("main.py", "abc/1"): "AC"}
    write_files(here, {"pyproject.toml": '[tool.judge]\ncompare = "exact"\n'})
    assert verdicts(here, *words) == {("main.py", "abc/1"): "PE"}


@pytest.mark.parametrize("words", [[], ["sum.awk"]], ids=["all", "named"])
def test_programs_in_a_language_of_the_table_beside_them_are_found(here: Path, words: list[str]) -> None:
    files = {"sum.awk": "{ print $1 + $2 }\n", "1.in": IN, "1.out": OUT, "pyproject.toml": AWK}
    assert {name for name, _ in verdicts(write_files(here, files), *words)} == {"sum.awk"}


def test_a_table_at_fault_beside_programs_is_told(here: Path) -> None:
    write_files(here, {"main.py": ADD, **PAIR, "pyproject.toml": "[tool.judge]\ncompare = 'no'\n"})
    for words in (["run"], ["run", "main.py"], ["list"]):
        done = run_here(*words, cwd=here)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("pyproject.toml: compare in [tool.judge]: expected ")


def test_a_table_that_names_folders_makes_a_project_whatever_lies_beside_it(here: Path) -> None:
    write_files(here, {"main.py": ADD, **PAIR, "pyproject.toml": '[tool.judge]\nsolutions = "src"\n'})
    done = run_here("run", cwd=here)
    assert (done.returncode, done.stderr) == (2, "src: expected a folder, got none\n")


@pytest.mark.parametrize("words", [[], ["main.py"]])
@pytest.mark.parametrize("name", ["check.py", "checker.cpp", "interactor.py"])
def test_a_checker_next_to_the_programs_is_said_to_belong_to_the_tests(
    name: str, words: Sequence[str], here: Path
) -> None:
    write_files(here, {"main.py": ADD, name: "", "test/1.in": "1 2\n", "test/1.out": "3\n"})
    done = run_here("run", *words, cwd=here)
    assert f"{name} decides nothing here: move it to test/, with the tests\n" in done.stdout
    (here / name).rename(here / "test" / name)
    done = run_here("run", cwd=here)
    assert (done.returncode, "decides nothing" in done.stdout) == (2, False)
    assert f"test/{name}: expected its protocol, got none: state it with --protocol" in done.stderr


def test_a_case_file_next_to_programs_is_listed_as_ignored(here: Path) -> None:
    files = {"main.py": ADD, "test.yaml": "protocol: testlib\n", "test/1.in": "1 2\n", "test/1.out": "3\n"}
    write_files(here, files)
    assert "ignored: 1 file, no solution and no case; see `judge list`\n" in run_here("run", cwd=here).stdout
    listed = run_here("list", cwd=here).stdout
    assert "test.yaml: expected no case file next to programs, got one\n" in listed
