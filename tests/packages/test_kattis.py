"""Packages of Kattis, `legacy` and `2023-07-draft`: their problems, the messages about them, the verdicts."""

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from conftest import level_or_skip
from helpers import PUZZLES, document_of, need_compilers, run_here, write_files
from hypothesis import given, settings
from hypothesis import strategies as st
from terminals import watching

from judge.cases.project import Project
from judge.library.folders import Loaded, read
from judge.model.cases import Case
from judge.model.programs import CheckerProgram
from judge.packages.imports import open_import, put_into
from judge.packages.package import Package
from judge.packages.place import find_project
from judge.platform.files import whole
from judge.running.keeper_client import Level
from judge.yaml.text import dumped

EXAMPLES = PUZZLES / "public" / "problemtools" / "examples"
ADDS = "print(sum(map(int, input().split())))\n"
SUM = {
    "problem.yaml": "name: Sum\nlimits: {memory: 64}\n",
    "problem_statement/problem.en.tex": "\\problemname{The Sum}\n",
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/one/a.in": "2 2\n",
    "data/secret/one/a.ans": "4\n",
    "data/secret/two/b.in": "0.5 0\n",
    "data/secret/two/b.ans": "Half 0.5\n",
    "input_validators/validate.py": "raise SystemExit(42)\n",
    "submissions/accepted/add.py": "a, b = input().split()\n"
    "print('Half .5' if '.' in a else int(a) + int(b))\n",
    "submissions/wrong_answer/three.py": "print(3)\n",
}
VALIDATOR = "import sys\nsys.exit(43 - (open(sys.argv[2]).read() == sys.stdin.read()))\n"
DRAFT = {
    **{name.replace("problem_statement", "statement"): text for name, text in SUM.items()},
    "problem.yaml": "problem_format_version: 2023-07-draft\nname: {sv: Summa, en: Sum}\n"
    "limits: {memory: 64, time_limit: 1.5}\n",
}
MULTIPLIERS = "1.5, time_multipliers: {time_limit_to_tle: 3}"
# Whose accepted submission is right on all of its tests.
NEAR = {**SUM, "data/testdata.yaml": "output_validator_flags: float_tolerance 1e-9\n"}
Files = Mapping[str, str | None]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "sum"


def read_package(place: Path, files: Files, name: str = "") -> tuple[Package, list[str]]:
    """Return the problem of a package and the lines about the parts that are left out."""
    with open_import(write_files(place, files), name) as found:
        (package,) = found.packages
    return package, [str(fault).removeprefix(f"{place}/") for fault in found.project.left]


def package_of(place: Path, files: Files) -> Package:
    return read_package(place, files)[0]


def left_of(place: Path, files: Files) -> list[str]:
    return read_package(place, files)[1]


def cases_of(place: Path, files: Files) -> dict[str, Case]:
    with open_import(write_files(place, files)) as found:
        return {case.id.removeprefix("sum/"): case for case in found.cases}


def test_the_command_that_is_told_names_the_problem_as_it_is_called_here(place: Path) -> None:
    assert read_package(place, SUM, "other")[1] == [LIMIT.replace("sum", "other")]


# What is taken


@pytest.mark.parametrize(
    ("files", "stated"),
    [
        pytest.param({}, {"problem": "Sum", "memory": "64MiB", "compare": "kattis"}, id="the least"),
        pytest.param(
            {"problem.yaml": ""},
            {"problem": "The Sum", "compare": "kattis"},
            id="nothing is stated: a statement has the title",
        ),
        pytest.param(
            {
                "problem.yaml": "name:\nsource: NCPC\nsource_url: https://ncpc.info\n",
                "problem_statement/problem.tex": "%% plainproblemname: x^2\n\\problemname{$x^2$}\n",
                "problem_statement/problem.de.tex": "\\problemname{Summe}\n",
                "problem_statement/problem.en.tex": None,
                ".timelimit": "3\n",
            },
            {"problem": "x^2", "source": "NCPC, https://ncpc.info", "time": "3s", "compare": "kattis"},
            id="a plain title, a source, a limit in a file",
        ),
        pytest.param(
            {
                "problem.yaml": "name: S\nvalidator_flags: case_sensitive float_tolerance 1e-6\n"
                "limits: {memory: 512, output: 1}\n",
                "domjudge-problem.ini": "color = '#00ff00'\ntimelimit='0.5'\n",
            },
            {
                "problem": "S",
                "time": "0.5s",
                "memory": "512MiB",
                "output_limit": "1MiB",
                "compare": "kattis case_sensitive float_tolerance 1e-6",
            },
            id="flags of the default validator, a limit of DOMjudge",
        ),
        pytest.param(
            {
                "problem.yaml": "name: S\nvalidation: custom\nvalidator_flags: a  1\n",
                "output_validators/v/v.py": VALIDATOR,
            },
            {"problem": "S", "checker": "output_validators", "checker_flags": "a  1"},
            id="its own validator",
        ),
        pytest.param(
            {
                "problem.yaml": "name: S\nvalidation: custom interactive score\ntype: scoring\n",
                "output_validators/v.py": VALIDATOR,
            },
            {"problem": "S", "interactor": "output_validators"},
            id="one that talks",
        ),
        pytest.param(
            {"problem.yaml": "name: {de: Summe, en: Sum}\n"},
            {"problem": "Sum", "compare": "kattis"},
            id="names in several languages",
        ),
        pytest.param(
            DRAFT, {"problem": "Sum", "time": "1.5s", "memory": "64MiB", "compare": "kattis"}, id="the draft"
        ),
        pytest.param(
            {
                **DRAFT,
                "problem.yaml": "problem_format_version: 2023-07-draft\nname: S\n"
                "type: [interactive, multi-pass]\n"
                "source: [{name: NCPC, url: https://ncpc.info}, NWERC]\n"
                "limits: {time_limit: 2, validation_passes: 3}\n",
                "output_validator/v.py": VALIDATOR,
            },
            {
                "problem": "S",
                "source": "NCPC, https://ncpc.info; NWERC",
                "time": "2s",
                "interactor": "output_validator",
                "passes": 3,
            },
            id="passes of the draft",
        ),
    ],
)
def test_a_package_states_what_a_case_file_would(files: Files, stated: dict[str, Any], place: Path) -> None:
    limits = {"memory": "2048MiB", "output_limit": "8MiB"}
    assert package_of(place, {**SUM, **files}).stated == limits | stated


def test_tests_and_sheets_keep_their_places_and_notes_beside_them_are_known(place: Path) -> None:
    notes = {
        f"data/secret/one/a{suffix}": "" for suffix in (".desc", ".hint", ".png", ".svg", ".interaction")
    }
    sheets = {"data/secret/two/testdata.yaml": "output_validator_flags: float_tolerance 1e-9\n"}
    cases = cases_of(
        place, {**SUM, **notes, **sheets, "data/secret/none/testdata.yaml": "grading: default\n"}
    )
    assert [*cases] == ["sample/1", "secret/one/a", "secret/two/b"]
    assert [case.compare for case in cases.values()] == ["kattis", "kattis", "kattis float_tolerance 1e-9"]
    assert left_of(place, {}) == [LIMIT]


LIMIT = (
    "problem.yaml: no time limit: 2s until `judge limits sum --set --factor 5 --margin 2` or a case file"
    " states one"
)
MARGINS = "problem.yaml: a time limit with margins: `judge limits sum %s` says whether it keeps them"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param({".timelimit": None}, [LIMIT], id="no time limit"),
        pytest.param(
            {
                "problem.yaml": "license: cc0\nkeywords: a b\n"
                "limits: {code: 5, output: 1, time_multiplier: 3}\n"
            },
            [
                "problem.yaml: not kept: keywords, license, limits.code",
                MARGINS % "--factor 3 --margin 2",
            ],
            id="keys that affect no verdict",
        ),
        pytest.param(
            {**DRAFT, "problem.yaml": DRAFT["problem.yaml"].replace("1.5", MULTIPLIERS)},
            [MARGINS % "--factor 2 --margin 3"],
            id="a margin of the draft",
        ),
        pytest.param(
            {
                "README.md": "",
                "data/secret/x.txt": "",
                "generators/gen.sh": "",
                "generators/b/c.sh": "",
                "submissions/slow/x.scala": "",
                "submissions/accepted/x.scala": "",
                "output_validators/v.py": "",
                "attachments/a.zip": "",
                ".hidden": "",
            },
            [
                "README.md: not understood, 1 file",
                "data/secret/x.txt: not understood, 1 file",
                "output_validators: not understood, 1 file",
                "submissions/accepted/x.scala: not understood, 1 file",
                "submissions/slow: not understood, 1 file",
            ],
            id="unknown files",
        ),
        pytest.param(
            {
                "submissions/accepted/a.pl": "main.\n",
                "submissions/accepted/b.py": "#!/usr/bin/python2\n",
                "submissions/accepted/c/x.py": "import y\n",
                "submissions/accepted/c/y.py": "import x\n",
                "input_validators/v.ctd": "EOF",
            },
            [
                "submissions/accepted/a.pl: not judged: written in Prolog, which the judge does not run",
                "submissions/accepted/b.py: not judged: written in Python 2, which the judge does not run",
                "submissions/accepted/c: not judged: expected a file main, at which it begins, among"
                " x.py, y.py, got none",
                "input_validators/v.ctd: not understood: a grammar of checktestdata",
            ],
            id="programs in other languages",
        ),
        pytest.param(
            {
                "problem.yaml": "type: scoring\ngrading: {objective: min}\n",
                "data/testdata.yaml": "on_reject: continue\ngrading: custom\ngrader_flags: best\n",
                "graders/g.sc": "",
            },
            [
                "problem.yaml:2: the lowest score is the best there: here the highest counts as the whole",
                "data/testdata.yaml:2: expected a grader in one of the languages here in graders/, got g.sc:"
                " no points are counted",
            ],
            id="points",
        ),
        pytest.param(
            {**DRAFT, "problem.yaml": DRAFT["problem.yaml"] + "constants: {n: 3}\nuuid: 1\n"},
            [
                "problem.yaml: not kept: uuid",
                "problem.yaml:5: expected a UUID, got the number 1",
                "problem.yaml:4: not understood: constants are put into no file",
            ],
            id="the draft",
        ),
        pytest.param(
            {"problem.yaml": "name: S\ncredits: me\ncolor: red\n"},
            [
                "problem.yaml: not kept: credits",
                "problem.yaml:3: not understood: the key color",
            ],
            id="keys of other tools",
        ),
        pytest.param(
            {name: None for name in SUM if "/secret/" in name},
            ["data/secret: no tests: only the samples are judged"],
            id="samples alone",
        ),
    ],
)
def test_what_is_not_understood_is_told_by_name(files: Files, told: list[str], place: Path) -> None:
    assert sorted(left_of(place, {**SUM, ".timelimit": "2\n", **files})) == sorted(told)


def test_the_margin_of_a_time_limit_that_is_to_follow_is_in_the_command_that_sets_it(place: Path) -> None:
    left = left_of(place, {**SUM, "problem.yaml": "limits: {time_safety_margin: 1.25}\n"})
    assert left == [LIMIT.replace("--margin 2", "--margin 1.25")]


# Damaged packages

OLD_DRAFT = "problem_format_version: 2023-07-draft\n"
SCORING = "type: scoring\n"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        pytest.param(
            {"problem.yaml": "a: &b 1\n"}, ["problem.yaml:1: expected a value, got an anchor"], id="YAML"
        ),
        pytest.param(
            {"problem.yaml": "- a\n"}, ["problem.yaml:1: expected a mapping, got a list"], id="a list"
        ),
        pytest.param(
            {"problem.yaml": "name: a\ntyp: scoring\n"},
            ["problem.yaml:2: expected one of the keys *, got 'typ'; did you mean type?"],
            id="an unknown key",
        ),
        pytest.param(
            {"problem.yaml": "problem_format_version: '2031-01'\n"},
            ["problem.yaml:1: expected one of the versions *, got '2031-01'*"],
            id="an unknown version",
        ),
        pytest.param(
            {"problem.yaml": "name: [a]\ntype: [interactive]\n"},
            [
                "problem.yaml:1: expected a name, or a mapping from languages to names, got a list",
                "problem.yaml:2: expected a string, got a list",
            ],
            id="two faults",
        ),
        pytest.param(
            {"problem.yaml": "limits:\n  memory: 0\n  time: 3\n"},
            [
                "problem.yaml:2: expected a whole number from 1 to 999999, got the number 0",
                "problem.yaml:3: expected one of the keys *, got 'time'*",
            ],
            id="limits",
        ),
        pytest.param(
            {"problem.yaml": "limits: 3\n"},
            ["problem.yaml:1: expected a mapping, got the number 3"],
            id="a number",
        ),
        pytest.param(
            {"problem.yaml": "name: a\nvalidation: custom quick\n"},
            [
                "problem.yaml:2: expected `default`, or `custom` with `score`, `interactive` or `multi-pass`,"
                " got 'custom quick'"
            ],
            id="validation",
        ),
        pytest.param(
            {"problem.yaml": "validator_flags: case_sensitve\n"},
            ["problem.yaml:1: expected one of the flags of kattis *, got 'case_sensitve'; did you mean *"],
            id="unknown flags",
        ),
        pytest.param(
            {"problem.yaml": "validation: custom\n"},
            ["output_validators: expected one output validator, got none"],
            id="no validator",
        ),
        pytest.param(
            {
                "problem.yaml": "validation: custom interactive\n",
                "output_validators/a.py": "",
                "output_validators/b.py": "",
            },
            ["output_validators: expected one output validator of a problem that talks, got a.py, b.py"],
            id="two validators that talk",
        ),
        pytest.param(
            {"problem.yaml": "validation: custom\n", "output_validators/v/v.sc": ""},
            ["output_validators: expected one output validator, got none"],
            id="a validator in a language that is absent",
        ),
        pytest.param(
            {"data/secret/one/a.ans": None},
            ["data/secret/one/a.in: expected the answer, a.ans, next to it, got none"],
            id="no answer",
        ),
        pytest.param(
            {"data/secret/one/a.in": None},
            ["data/secret/one/a.ans: expected the input that it answers, a.in, next to it, got none"],
            id="no input",
        ),
        pytest.param(
            {"data/1.in": "", "data/1.ans": ""},
            [
                "data/1.ans: expected tests in data/sample/ or data/secret/, got one elsewhere",
                "data/1.in: expected tests in data/sample/ or data/secret/, got one elsewhere",
            ],
            id="tests elsewhere",
        ),
        pytest.param(
            {"problem.yaml": SCORING, **{name: None for name in SUM if name.startswith("data/secret")}},
            ["data/secret: expected tests (*.in with *.ans), got none"],
            id="no secret tests to score",
        ),
        pytest.param(
            {"data/secret/one/testdata.yaml": "on_reject: continue\naccept_score: 5\n"},
            [
                "data/secret/one/testdata.yaml:2: expected `type: scoring` in problem.yaml for"
                " accept_score, got another type"
            ],
            id="points where none count",
        ),
        pytest.param(
            {
                "problem.yaml": SCORING,
                "data/secret/testdata.yaml": "accept_score: 5\nrange: 5 0\nreject: 1\n",
            },
            ["data/secret/testdata.yaml:3: expected one of the keys *, got 'reject'*"],
            id="an unknown key of testdata.yaml",
        ),
        pytest.param(
            {"data/secret/testdata.yaml": "output_validator_flags: eps 3\n"},
            ["data/secret/testdata.yaml:1: expected one of the flags of kattis *, got 'eps'"],
            id="unknown flags of testdata.yaml",
        ),
        pytest.param(
            {".timelimit": "soon\n"}, [".timelimit:1: expected a number of seconds, got 'soon'"], id="time"
        ),
        pytest.param(
            {".timelimit": "-1\n"}, [".timelimit:1: expected a number of seconds, got '-1'"], id="below zero"
        ),
        pytest.param(
            {"domjudge-problem.ini": "# for DOMjudge\ntimelimit = soon\n"},
            ["domjudge-problem.ini:2: expected a number of seconds, got 'soon'"],
            id="time of DOMjudge",
        ),
        pytest.param(
            {"problem.yaml": "problem_format_version: 2023-07-draft\ntype: submit-answer\n"},
            ["problem.yaml:2: expected one of the types *, got 'submit-answer'*"],
            id="a type of the draft that its tools don't know",
        ),
        pytest.param(
            {"problem.yaml": OLD_DRAFT + "validation: custom\nlimits: {time_limit: 0}\n"},
            [
                "problem.yaml:2: expected one of the keys *, got 'validation'*",
                "problem.yaml:3: expected a number of seconds above 0, got the number 0",
            ],
            id="what the draft has not",
        ),
    ],
)
def test_each_fault_of_a_package_is_one_line(files: Files, told: list[str], place: Path) -> None:
    write_files(place, {**SUM, **files})
    done = run_here("import", "sum", cwd=place.parent)
    assert (done.returncode, done.stdout) == (2, "")
    lines = [line.removeprefix("sum/") for line in done.stderr.splitlines()]
    assert len(lines) == len(told), lines
    for line, pattern in zip(lines, told, strict=True):
        assert matches(line, pattern), line
    assert not (place.parent / "cases").exists()


def matches(line: str, pattern: str) -> bool:
    """Return whether a line matches a pattern, where `*` stands for any words."""
    first, *rest = pattern.split("*")
    if not line.startswith(first):
        return False
    at = len(first)
    for part in rest:
        found = line.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return "*" in pattern or line == pattern


# Verdicts


def verdicts(document: Any) -> dict[tuple[str, str], str]:
    return {(entry["solution"], entry["case"]): entry["verdict"] for entry in document["results"]}


def test_what_is_imported_gets_the_verdicts_that_it_has_in_its_place(place: Path) -> None:
    write_files(place, NEAR)
    in_place = document_of(place)
    done = run_here("import", "sum", cwd=place.parent)
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"sum/{LIMIT}\n"
    imported = document_of(place.parent)
    assert verdicts(imported) == verdicts(in_place)
    assert verdicts(imported) == {
        ("sum/accepted/add.py", "sum/sample/1"): "AC",
        ("sum/accepted/add.py", "sum/secret/one/a"): "AC",
        ("sum/accepted/add.py", "sum/secret/two/b"): "AC",
        ("sum/wrong_answer/three.py", "sum/sample/1"): "AC",
        ("sum/wrong_answer/three.py", "sum/secret/one/a"): "WA",
        ("sum/wrong_answer/three.py", "sum/secret/two/b"): "WA",
    }
    assert imported["unmet"] == []


def test_a_package_is_watched_where_it_lies(place: Path) -> None:
    pytest.importorskip("watchfiles", reason="no watchfiles: pip install '.[watch]'")
    write_files(place, NEAR)
    with watching(place, columns=140) as terminal:
        terminal.see_page("6 of 6 judged", "2 solutions x 3 cases: 6 as expected")
        (place / "submissions/wrong_answer/three.py").write_text("print(4)\n")
        page = terminal.see_page("3 of 6 judged")
        assert "sum/wrong_answer/three.py on sum/sample/1: WA" not in page
        (place / "data/secret/one/a.ans").write_text("5\n")
        page = terminal.see_page("2 of 6 judged")
        assert "sum/accepted/add.py on sum/secret/one/a: WA, expected AC" in page
        write_files(place, {"data/secret/three/c.in": "2 2\n", "data/secret/three/c.ans": "4\n"})
        terminal.see_page("2 of 8 judged")
        (place / "data/secret/three/c.ans").unlink()
        terminal.see_page("data/secret/three/c.in: expected the answer, c.ans, next to it, got none")
        terminal.press("q")
        assert terminal.end() == 2


@pytest.mark.parametrize("level", ["default", pytest.param("strict", marks=pytest.mark.slow)])
def test_a_run_in_its_place_can_be_resumed_at_every_level(place: Path, level: Level) -> None:
    level_or_skip(level)
    loops = "if input() == '1 2':\n    while True: pass\n"
    write_files(place, {**NEAR, "submissions/time_limit_exceeded/loops.py": loops, ".timelimit": "1\n"})
    first = verdicts(document_of(place, "--sandbox", level))
    assert first["sum/time_limit_exceeded/loops.py", "sum/sample/1"] == "TLE"
    done = run_here("run", "--resume", "--sandbox", level, cwd=place)
    assert done.returncode == 0, done.stdout
    assert "\n9 tests, 9 from " in done.stdout


@pytest.mark.slow
def test_the_other_commands_know_a_package_in_its_place(place: Path) -> None:
    write_files(place, {**NEAR, "README.md": ""})
    checked = run_here("check", "--root", "sum", cwd=place.parent)
    left = [f"sum/{LIMIT}", "sum/README.md: not understood, 1 file"]
    assert checked.returncode == 0
    told = ["2 solutions, 3 cases: all in order", "3 inputs accepted by validate.py", *left]
    assert checked.stdout.splitlines() == told
    shown = run_here("show", "three", "sum/secret/one/a", "--root", "sum", cwd=place.parent)
    assert "WA" in shown.stdout, shown.stderr
    listed = run_here("list", "--root", "sum", cwd=place.parent)
    assert listed.returncode == 0
    assert listed.stdout.partition("ignored:\n")[2].splitlines() == left
    run = run_here("run", "--root", "sum", cwd=place.parent)
    assert "left of the package: 2 remarks; see `judge list`" in run.stdout
    (place / "gen.py").write_text("import sys\nprint(int(sys.argv[1]) % 5, 2)\n")
    words = ("--generator", "sum/gen.py", "--budget", "5s", "--root", "sum")
    stressed = run_here("stress", "sum/wrong_answer/three.py", *words, cwd=place.parent)
    assert stressed.returncode == 1, stressed.stderr
    assert "WA" in stressed.stdout


def test_nothing_is_kept_in_a_package_in_its_place(place: Path) -> None:
    write_files(place, NEAR)
    done = run_here("stress", "three", "--keep", "found", "--root", "sum", cwd=place.parent)
    assert done.returncode == 2
    assert done.stderr == "--keep: expected a project, got a package, into which nothing is written\n"


INCLUDED = {
    "a driver that calls what it does not name": {
        "include/cpp/main.cpp": "#include <cstdio>\nint add(int, int);\n"
        'int main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", add(a, b)); }\n',
        "submissions/accepted/add.cpp": "int add(int a, int b) { return a + b; }\n",
        "submissions/wrong_answer/less.cpp": "int add(int a, int b) { return a - b; }\n",
    },
    "a driver of another name, in C++": {
        "include/cpp/grader.cpp": '#include <cstdio>\n#include "add.h"\n'
        'int main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", add(a, b)); }\n',
        "include/cpp/add.h": "int add(int, int);\n",
        "submissions/accepted/fine.cpp": '#include "add.h"\nint add(int a, int b) { return a + b; }\n',
        "submissions/wrong_answer/less.cpp": "int add(int a, int b) { return a - b; }\n",
    },
    "a driver of another name, in Java": {
        "include/java/Grader.java": "import java.util.*;\npublic class Grader {\n"
        "  public static void main(String[] words) {\n    Scanner in = new Scanner(System.in);\n"
        "    System.out.println(Adder.add(in.nextInt(), in.nextInt()));\n  }\n}\n",
        "submissions/accepted/Adder.java": "class Adder {\n"
        "  static int add(int a, int b) { return a + b; }\n}\n",
        "submissions/wrong_answer/less.java": "class Adder {\n"
        "  static int add(int a, int b) { return a - b; }\n}\n",
    },
    "a Python module that also runs as a program": {
        "include/python3/given.py": "def main():\n    return sum(map(int, input().split()))\n",
        "submissions/accepted/add.py": "import given\n\nprint(given.main())\n",
        "submissions/wrong_answer/more.py": "import given\n\nprint(given.main() + 1)\n",
    },
    "a module for programs": {
        "include/python3/given.py": "def pair():\n    return map(int, input().split())\n",
        "submissions/accepted/add.py": "from given import pair\nprint(sum(pair()))\n",
        "submissions/wrong_answer/own/main.py": "import given\nprint(max(given.pair()))\n",
        "submissions/wrong_answer/own/given.py": "pair = lambda: (1, 2)\n",
    },
    "a header for all": {
        "include/default/given.h": "#define ADD(a, b) ((a) + (b))\n",
        "submissions/accepted/add.c": '#include <stdio.h>\n#include "given.h"\n'
        'int main(void) { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", ADD(a, b)); }\n',
        "submissions/wrong_answer/three.py": "print(30)\n",
    },
}


@pytest.mark.parametrize("kind", INCLUDED)
def test_what_is_included_is_built_with_every_submission_of_its_language(kind: str, place: Path) -> None:
    need_compilers(INCLUDED[kind])
    own = {
        name: text for name, text in SUM.items() if not name.startswith(("submissions", "data/secret/two"))
    }
    write_files(place, {**own, ".timelimit": "5\n", **INCLUDED[kind]})
    document = document_of(place)
    assert (document["unmet"], document["faults"]) == ([], [])
    assert {entry["as_expected"] for entry in document["results"]} == {True}
    told = "2 solutions, 2 cases: all in order\n2 inputs accepted by validate.py\n"
    assert run_here("check", cwd=place).stdout == told


# Runners that start the submission twice, as they are written in each language.
FORKS = {
    "python3/run.py": "import os\nimport solution\nif os.fork():\n    print(3)\n",
    "python3/other.py": "import subprocess\n\ndef twice():\n    subprocess.run(['true'])\n",
    "cpp/grader.cpp": "#include <unistd.h>\nint main() { if (fork ()) encode(); else decode(); }\n",
    "c/two.h": "static int two(void) { return vfork(); }\n",
    "java/Main.java": "class Main { void run() throws Exception { new ProcessBuilder(); } }\n",
}
NO_FORKS = {
    "python3/run.py": "# no os.fork() here\ndef fork_in_the_road(): return 3\nspoon = fork_in_the_road()\n",
    "cpp/grader.cpp": "/* fork() is\n forbidden */ int forks(int); // fork()\n",
}


def including(name: str, text: str) -> dict[str, str]:
    """A package with a program in each language, and this file included for one of them."""
    programs = {f"submissions/accepted/{suffix}.{suffix}": "" for suffix in ("c", "cpp", "java")}
    return {**SUM, ".timelimit": "2\n", f"include/{name}": text, **programs}


@pytest.mark.parametrize("name", FORKS)
def test_an_included_file_that_starts_a_process_is_named_with_the_programs_that_it_is_for(
    name: str, place: Path
) -> None:
    code, _, file = name.partition("/")
    package, left = read_package(place, including(name, FORKS[name]))
    told = f": not judged: the included {file} starts a process, which no program may; a problem of"
    mine = {Path(line.partition(":")[0]).suffix for line in left if told in line}
    suffix = {"python3": ".py"}.get(code, f".{code}")
    assert mine == {suffix}
    found = {Path(path).suffix for path in package.programs}
    assert found == {".py", ".c", ".cpp", ".java"} - mine


@pytest.mark.parametrize("name", NO_FORKS)
def test_a_word_in_a_comment_or_a_longer_name_starts_no_process(name: str, place: Path) -> None:
    left = left_of(place, including(name, NO_FORKS[name]))
    assert not [line for line in left if "starts a process" in line]


def test_suffixes_are_those_that_other_tools_know(place: Path) -> None:
    files = {
        "submissions/accepted/a.c++": "int main() {}\n",
        "submissions/accepted/b.py3": "print(3)\n",
        "submissions/accepted/c.pl": "use strict;\nmy @n = split ' ', <STDIN>;\nprint $n[0] + $n[1];\n",
        "submissions/accepted/d.pp": "begin end.\n",
    }
    package, left = read_package(place, {**SUM, ".timelimit": "2\n", **files})
    assert {f"submissions/{name}" for name in package.programs} >= files.keys()
    assert left == [ODD.format("submissions/accepted", "'a.c++'")]


NEWER = "problem_format_version: 2025-09\nname: S\nuuid: 5ca6ba5b-9d5e-4eff-8c7a-df6e8fa8c85d\n"


@pytest.mark.parametrize("metadata", ["name: S\n", NEWER], ids=["legacy", "2025-09"])
def test_a_package_of_tests_alone_is_imported_and_says_so(metadata: str, tmp_path: Path) -> None:
    files = {name: text for name, text in SUM.items() if not name.startswith("submissions")}
    package = write_files(tmp_path / "sum", {**files, "problem.yaml": metadata})
    project = tmp_path / "project"
    project.mkdir()
    done = run_here("import", package, cwd=project)
    assert (done.returncode, ", no program, " in done.stdout) == (0, True)
    told = f"{package}/submissions: expected submissions in folders such as accepted/, got none"
    assert told in done.stderr.splitlines()
    for root in (project, package):
        checked = run_here("check", cwd=root)
        assert (checked.returncode, checked.stderr) == (0, "")
        assert checked.stdout.startswith(
            "0 solutions, 3 cases: all in order\n3 inputs accepted by validate.py\n"
        )
        verified = run_here("verify", "--only", "stored-inputs", "--only", "programs", cwd=root)
        assert (verified.returncode, "the problem has no program" in verified.stdout) == (0, True)
        assert "sum/secret/two/b" in run_here("list", cwd=root).stdout
    wanted = run_here("run", cwd=project)
    assert (wanted.returncode, wanted.stderr.startswith("solutions: expected programs")) == (2, True)
    (project / "solutions/adds.py").write_text(SUM["submissions/accepted/add.py"].replace(" .5", " 0.5"))
    assert len(document_of(project)["results"]) == 3


ODD = (
    "{}: expected names of letters, digits and '_', with '-' and '.' after the first sign, got {}:"
    " other judges ignore such files"
)


def test_names_that_the_format_does_not_allow_are_told_a_line_a_folder(place: Path) -> None:
    program = "print(3)\n"
    odd = {f"submissions/accepted/{name}": program for name in ("-a.py", "b c.py", "ü.py", "b'.py")}
    odd |= {"submissions/wrong answer/d.py": program, "data/secret/a b/1.in": "", "data/secret/a b/1.ans": ""}
    hidden = {"submissions/accepted/.a b.py": program, ".git hub/a b": "", "attachments/a-b.c_d": ""}
    package, left = read_package(place, {**SUM, ".timelimit": "2\n", **odd, **hidden})
    assert {"accepted/-a.py", "accepted/b c.py"} <= package.programs.keys()
    assert [line for line in left if "ignore" in line] == [
        ODD.format("data/secret", "'a b'"),
        ODD.format("submissions/accepted", "'-a.py' and 3 others"),
        ODD.format("submissions", "'wrong answer'"),
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "license: mine",
            "a license: unknown, public domain, cc0, cc by, cc by-sa, educational or permission",
        ),
        ("uuid: 5ca6ba5b-9d5e-4eff-8c7a-df6e8fa8c85", "a UUID"),
        ("rights_owner: [me]", "a string"),
        ("source_url: https://contest.example", "the key 'source' of a source_url"),
        ("{license: public domain, rights_owner: me}", "no owner of what is in the public domain"),
    ],
)
def test_a_value_that_the_format_does_not_allow_is_told(line: str, told: str, place: Path) -> None:
    left = left_of(place, {**SUM, ".timelimit": "2\n", "problem.yaml": f"{line}\n"})
    assert [each for each in left if each.startswith(f"problem.yaml:1: expected {told}")]


def test_a_file_that_no_part_of_a_program_names_is_told(place: Path) -> None:
    folder = "submissions/accepted/several"
    files = {f"{folder}/main.py": "print(sum(map(int, input().split())))\n", f"{folder}/more.py": ""}
    told = f"{folder}: not taken along: more.py, which main.py does not name"
    assert left_of(place, {**SUM, ".timelimit": "2\n", **files}) == [told]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "folder", "verdicts"),
    [
        ("partial/a.py", "print(3)\n", "unknown/partial", {"AC", "WA"}),
        (
            "mixed/a.py",
            "# @EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER\nprint(3)\n",
            "accepted_or_wrong_answer/mixed",
            {"AC", "WA"},
        ),
        (
            "mixed/a.py",
            "# @EXPECTED_RESULTS@: RUN-ERROR\nprint(int(input()))\n",
            "run_time_error/mixed",
            {"RE"},
        ),
        ("no_output/a.py", "# @EXPECTED_RESULTS@: NO-OUTPUT\n", "wrong_answer/no_output", {"WA"}),
        ("compiler_error/a.py", "print(\n", "compiler_error", {"CE"}),
        ("mixed/a.py", "# @EXPECTED_RESULTS@: CHECK-MANUALLY\nprint(4)\n", "unknown/mixed", {"AC", "WA"}),
        (
            "accepted/a.py",
            "# @Expected_Results@: wrong-answer\nprint(0)\n",
            "wrong_answer/in_accepted",
            {"WA"},
        ),
        ("accepted/a.py", f"# @EXPECTED_RESULTS@: CORRECT, TIMELIMIT\n{ADDS}", "accepted", {"AC"}),
        ("accepted/a.py", f"# {'@EXPECTED_RESULTS@: TIMELIMIT ' * 2}\n{ADDS}", "accepted", {"AC"}),
    ],
)
def test_a_submission_in_a_folder_of_another_name_is_judged(
    name: str, text: str, folder: str, verdicts: set[str], place: Path
) -> None:
    files = {
        key: value for key, value in SUM.items() if not key.startswith(("submissions/w", "data/secret/t"))
    }
    write_files(place, {**files, f"submissions/{name}": text})
    document = document_of(place)
    found = {each["verdict"] for each in document["results"] if each["solution"] == f"sum/{folder}/a.py"}
    assert (found, document["unmet"]) == (verdicts, [])
    assert all(each["as_expected"] for each in document["results"])


def test_a_submission_that_contradicts_its_folder_is_told(place: Path) -> None:
    source = {"submissions/accepted/no.py": "# @EXPECTED_RESULTS@: RUN-ERROR\n1 / 0\n"}
    assert left_of(place, {**SUM, ".timelimit": "2\n", **source}) == [
        "submissions/accepted/no.py: expected what the folder accepted/ says,"
        " got @EXPECTED_RESULTS@: RUN-ERROR, which counts"
    ]


@pytest.mark.parametrize(
    "metadata",
    [
        "validation: custom multi-pass\nlimits: {validation_passes: 3}\n",
        "type: pass-fail multi-pass\nlimits: {validation_passes: 3}\n",
    ],
)
@pytest.mark.parametrize("home", ["output_validators/v", "output_validator"])
def test_passes_are_asked_for_as_domjudge_does(metadata: str, home: str, place: Path) -> None:
    again = (
        "import sys\nfrom pathlib import Path\nwhere = Path(sys.argv[3])\nnumber = int(sys.stdin.read())\n"
        "if number < 3:\n    (where / 'nextpass.in').write_text(f'{number}\\n')\n"
        "sys.exit(43 if number > 3 else 42)\n"
    )
    tests = {f"data/secret/{number}.in": f"{number}\n" for number in (0, 1, 3)}
    files = {
        "problem.yaml": f"name: S\n{metadata}",
        f"{home}/v.py": again,
        **tests,
        **{name.replace(".in", ".ans"): "" for name in tests},
        "submissions/accepted/next.py": "print(int(input()) + 1)\n",
    }
    write_files(place, files)
    done = run_here("run", "--json", "-", cwd=place)
    found = [each["verdict"] for each in json.loads(done.stdout)["results"]]
    assert found == ["AC", "AC", "WA"], done.stdout


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(
            {
                "problem.yaml": "name: S\ntype: scoring\n",
                "graders/own.py": "",
                "data/secret/testdata.yaml": "grading: custom\n",
                "data/secret/one/testdata.yaml": "grader_flags: best of three\n",
            },
            id="flags of its own grader, inherited by a group",
        ),
        pytest.param(
            {"problem.yaml": "name: S\ngrading: {on_reject: break, range: 0 100, accept_score: 1}\n"},
            id="defaults of older packages for groups",
        ),
        pytest.param({"data/invalid_inputs/1.in": "x\n"}, id="tests of the input validators"),
    ],
)
def test_what_bears_on_no_verdict_is_no_reason_to_refuse_a_package(files: Files, place: Path) -> None:
    assert [*cases_of(place, {**SUM, **files})] == ["sample/1", "secret/one/a", "secret/two/b"]


@pytest.mark.parametrize("folder", [".", "sample", "secret", "secret/one"])
def test_points_are_counted_wherever_the_only_sheet_lies(folder: str, place: Path) -> None:
    sheet = {f"data/{folder}/testdata.yaml": "accept_score: 2\n", "data/secret/two/b.ans": "Half .5\n"}
    write_files(place, {**SUM, **sheet, "problem.yaml": "name: S\ntype: scoring\n"})
    scores = {each["solution"]: each["points"] for each in document_of(place)["scores"]}
    several = {".": 6, "sample": 4, "secret": 5, "secret/one": 4}
    assert scores["sum/accepted/add.py"] == several[folder]


def test_an_output_must_be_right_for_every_validator(place: Path) -> None:
    codes = [(one, two) for one in (42, 43, 7) for two in (42, 43, 7)]
    ends = "import sys\nassert sys.argv[4] == 'word'\nsys.exit(int(open(sys.argv[1]).read().split()[{}]))\n"
    files = {
        "problem.yaml": "name: S\nvalidation: custom\nvalidator_flags: word\n",
        "output_validators/a.py": ends.format(0),
        "output_validators/b/main.py": ends.format(1),
        "output_validators/b/README": "no program\n",
        "output_validators/notes/README": "no program\n",
        "submissions/accepted/prints.py": "print()\n",
        **{f"data/secret/{one}-{two}.in": f"{one} {two}\n" for one, two in codes},
        **{f"data/secret/{one}-{two}.ans": "" for one, two in codes},
    }
    write_files(place, files)
    done = run_here("run", "--json", "-", cwd=place)
    found = {each["case"].rpartition("/")[2]: each["verdict"] for each in json.loads(done.stdout)["results"]}
    words = {42: "AC", 43: "WA", 7: "JE"}
    wanted = {f"{one}-{two}": words[two if one == 42 else one] for one, two in codes}
    assert found == wanted, done.stdout


COMPARES = "import sys\nsys.exit(43 - (open(sys.argv[2]).read() == sys.stdin.read()))\n"
SCRIPTED = {
    "a build that makes a script": {
        "build": "#!/bin/sh\n{ echo '#!/usr/bin/env python3'; cat parts/rest; } > run && chmod +x run\n",
        "parts/rest": COMPARES,
    },
    "a run alone, without the right to be executed": {"run": f"#!/usr/bin/python3\n{COMPARES}"},
    "a run in the shell": {
        "run": '#!/bin/sh\nread right < "$2"; read given\n[ "$right" = "$given" ] && exit 42\nexit 43\n'
    },
    "a run that starts the programs of its folder": {
        "run": '#!/usr/bin/env sh\nhere=$(dirname -- "$0")\ntouch "$3/out"\n'
        'python3 "$here/compare.py" "$@"\ncode=$?\nrm "$3/out" && exit $code\n',
        "compare.py": COMPARES,
    },
    "a build that calls a compiler": {
        "build": "cc -o run main.c\n",
        "main.c": "#include <stdio.h>\n"
        'int main(int n, char **words) { int a = 0, b = 1; FILE *file = fopen(words[2], "r");\n'
        '  return fscanf(file, "%d", &a) == 1 && scanf("%d", &b) == 1 && a == b ? 42 : 43; }\n',
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("place_of", ["output_validators/v", "output_validators"])
@pytest.mark.parametrize("kind", SCRIPTED)
def test_a_validator_may_bring_scripts_that_build_and_run_it(kind: str, place_of: str, place: Path) -> None:
    need_compilers(SCRIPTED[kind])
    files = {name: text for name, text in SUM.items() if "two" not in name}
    scripts = {f"{place_of}/{name}": text for name, text in SCRIPTED[kind].items()}
    write_files(place, {**files, "problem.yaml": "name: S\nvalidation: custom\n", **scripts})
    found = verdicts(document_of(place))
    assert {name: found["sum/accepted/add.py", f"sum/{name}"] for name in ("sample/1", "secret/one/a")} == {
        "sample/1": "AC",
        "secret/one/a": "AC",
    }
    assert found["sum/wrong_answer/three.py", "sum/secret/one/a"] == "WA"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (
            {
                "problem.yaml": "name: S\nvalidation: custom\n",
                "output_validators/v/run": f"#!/usr/bin/python3\n{COMPARES}",
            },
            "expected a program in one language that decides, got the script run (kattis)",
        ),
        (
            {"input_validators/validate.py": None, "input_validators/v/run": "#!/bin/sh\nexit 42\n"},
            "input validators that a script builds: left out",
        ),
    ],
)
def test_what_scripts_build_is_not_exported(files: Files, told: str, place: Path) -> None:
    write_files(place, {**SUM, **files})
    run_here("import", "sum", cwd=place.parent)
    assert told in run_here("export", "sum", "--to", "kattis", "out", cwd=place.parent).stderr


@pytest.mark.parametrize(
    ("scripts", "words"),
    [
        pytest.param({"build": "echo no such luck >&2\nexit 3\n"}, "no such luck", id="a build that fails"),
        pytest.param({"build": "true\n"}, "made no program", id="a build that makes nothing"),
        pytest.param({"run": "#!/bin/sh\ncat | cat\n"}, "v/run", id="a run without a verdict"),
        pytest.param({"run": "#!/no/such/thing\n"}, "thing is not installed", id="no interpreter"),
    ],
)
def test_a_script_that_fails_is_the_fault_of_the_judge(
    scripts: dict[str, str], words: str, place: Path
) -> None:
    files = {f"output_validators/v/{name}": text for name, text in scripts.items()}
    write_files(place, {**SUM, "problem.yaml": "name: S\nvalidation: custom\n", **files})
    done = run_here("run", "--json", "-", "add", "--case", "sum/sample/1", cwd=place)
    (result,) = json.loads(done.stdout)["results"]
    (test,) = result["tests"]
    assert (done.returncode, test["verdict"], test["checker_failed"]) == (2, "JE", True), done.stdout
    assert words in test["message"] + test["checker"]


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ('--hint "There are more"', ("--hint", "There are more")),
        ("a  'b  c'", ("a", "b  c")),
        ("don't  say", ("don't", "say")),
        ("a\\n #b", ("a\\n", "#b")),
        ("a  1", ("a", "1")),
    ],
)
def test_quotes_hold_the_words_of_flags_together(flags: str, words: tuple[str, ...], place: Path) -> None:
    files = {
        **SUM,
        "problem.yaml": dumped({"name": "S", "validation": "custom", "validator_flags": flags}),
        "output_validators/a.py": "",
        "data/secret/one/testdata.yaml": dumped({"output_validator_flags": flags}),
    }
    found = {name: case.checker and case.checker.arguments for name, case in cases_of(place, files).items()}
    assert (found["sample/1"], found["secret/one/a"]) == (words, (*words, *words))


def test_words_for_one_of_several_validators_are_for_it_alone(place: Path) -> None:
    files = {
        **SUM,
        "problem.yaml": "name: S\nvalidation: custom\n",
        "output_validators/a.py": "",
        "output_validators/b.py": "",
        "data/secret/one/testdata.yaml": "output_validator_flags: {name: b, flags: eps 1}\n",
    }
    checker = cases_of(place, files)["secret/one/a"].checker
    assert checker
    assert [each.arguments for each in checker.all] == [(), ("eps", "1")]


@pytest.mark.parametrize("word", ["yes", "No", "ON", "off", "True", "FALSE", "true"])
def test_booleans_are_those_of_the_yaml_that_other_tools_read(word: str, place: Path) -> None:
    told = f"name: S\nlimits: {{memory: 64}}\ngrading: {{show_test_data_groups: {word}}}\n"
    assert package_of(place, {**SUM, "problem.yaml": told}).stated["problem"] == "S"


def test_what_problem_yaml_states_of_groups_goes_before_their_sheets(place: Path) -> None:
    files = {
        **SUM,
        "problem.yaml": "name: S\ntype: scoring\ngrading: {accept_score: 5, on_reject: grade}\n",
        "data/secret/two/testdata.yaml": "accept_score: 2\non_reject: break\n",
    }
    worths = [case.worth for case in cases_of(place, files).values()]
    assert [(worth and worth.points, worth and worth.groups[-1].stops) for worth in worths] == [
        (5, False)
    ] * 3


def test_the_last_of_two_equal_keys_counts_with_a_warning(place: Path) -> None:
    sheet = "grader_flags: min\naccept_score: 3\naccept_score: 5\n"
    files = {
        **{name: text for name, text in SUM.items() if "two" not in name},
        "problem.yaml": "name: S\ntype: scoring\n",
        ".timelimit": "2\n",
        "data/secret/one/testdata.yaml": sheet,
    }
    again = "expected each key once, got 'accept_score' again, first on line 2: the last counts"
    assert left_of(place, files) == [f"data/secret/one/testdata.yaml:3: {again}"]
    worth = cases_of(place, files)["secret/one/a"].worth
    assert worth is not None
    assert worth.points == 5


# Whatever a package says, both ways to judge it read the same


_sheets = st.fixed_dictionaries(
    {},
    optional={
        "on_reject": st.sampled_from(["break", "continue"]),
        "grader_flags": st.sampled_from(["", "min", "max first_error", "avg accept_if_any_accepted"]),
        "accept_score": st.sampled_from([0, 1, 2.5, ".5"]),
        "reject_score": st.sampled_from([0, -1]),
        "range": st.sampled_from(["0 100", "-inf inf"]),
        "output_validator_flags": st.sampled_from(["case_sensitive", "float_tolerance 1e-6"]),
        "input_validator_flags": st.sampled_from(["x", {"name": "validate", "flags": "y"}]),
    },
)
_GROUPS = ("secret", "secret/a", "secret/b/c", "sample")
_sheets_of = st.dictionaries(st.sampled_from(("", *_GROUPS)), _sheets, max_size=3)
_problems = st.fixed_dictionaries(
    {"type": st.just("scoring")},
    optional={
        "name": st.text("ab \u00e9", min_size=1, max_size=5).filter(str.strip),
        "validator_flags": st.sampled_from(["", "case_sensitive", "space_change_sensitive"]),
        "limits": st.fixed_dictionaries({}, optional={"memory": st.integers(1, 4096), "output": st.just(3)}),
        "validation": st.sampled_from(["default", "custom", "custom interactive", "custom score"]),
    },
)
_groups = st.lists(st.sampled_from(_GROUPS), unique=True)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    problem=_problems,
    sheets=st.dictionaries(st.sampled_from(["", *_GROUPS]), _sheets, max_size=3),
    groups=_groups,
)
def test_a_package_is_read_alike_in_its_place_and_imported(
    problem: dict[str, Any], sheets: dict[str, dict[str, Any]], groups: list[str]
) -> None:
    with TemporaryDirectory() as root:
        place = Path(root, "sum")
        names = [f"data/{group}/1" for group in {*groups, "secret"}]
        write_files(place, {f"{name}.in": "1\n" for name in names} | {f"{name}.ans": "1\n" for name in names})
        for group in ("", *groups):
            if tree := sheets.get(group):
                write_files(place, {f"data/{group}/testdata.yaml": dumped(tree)})
        custom = {"output_validators/v/v.py": ""} if problem.get("validation", "default") != "default" else {}
        write_files(place, {"problem.yaml": dumped(problem), "submissions/wrong_answer/a.py": "", **custom})
        assert alike(read(find_project(place)), place) == alike(imported(place), place)


def imported(place: Path) -> Loaded:
    home = Project(root=place.parent, solutions=place.parent / "solutions", cases=place.parent / "cases")
    with open_import(place) as found:
        put_into(found.project, home)
    return read(home)


def alike(loaded: Loaded, place: Path) -> tuple[Any, ...]:
    """Return everything that is judged, except paths."""

    def of(program: CheckerProgram | None) -> Any:
        return program and (program.program.digest, program.protocol, program.arguments)

    assert not loaded.faults
    cases = [
        (
            *(case.id, case.title, case.limits, case.compare, case.worth, case.passes),
            *(of(case.checker), of(case.interactor), whole(case.input), whole(case.answer or b"")),
        )
        for case in loaded.cases
    ]
    return cases, [(one.name, one.digest, one.rules) for one in loaded.solutions]
