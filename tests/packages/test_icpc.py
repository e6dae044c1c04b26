"""Packages of the format 2025-09, judged in place and imported."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers import PUZZLES, document_of, need_compilers, run_here, write_files
from icpc_packages import ARGUMENTS, CONSTANTS, FOLDERS, INTERACTIVE, JUDGED, SCORING, package
from msgspec import to_builtins
from test_export_proof import tool

from judge.library.folders import Loaded
from judge.library.folders import read as read_project
from judge.model.cases import Case
from judge.model.verdicts import SEEN
from judge.packages.imports import open_import
from judge.packages.place import find_project
from judge.platform.errors import InputErrors

EXAMPLES = PUZZLES / "public" / "problem-package-format" / "examples" / "problems"
# One test, one program: the least that a package may be.
LEAST = package(
    "name: Least\nlimits: {time_limit: 1}\n",
    **{
        "data/secret/1.in": "1\n",
        "data/secret/1.ans": "1\n",
        "submissions/accepted/a.py": "print(input())\n",
    },
)


def loaded(root: Path) -> Loaded:
    return read_project(find_project(root))


def least(root: Path, metadata: str = "", **files: str) -> Path:
    """The least package with more lines of metadata and more files."""
    whole = {**LEAST, **files}
    return write_files(root / "least", {**whole, "problem.yaml": whole["problem.yaml"] + metadata})


def faults(root: Path) -> list[str]:
    """Return the faults of a rejected package, with paths below it."""
    with pytest.raises(InputErrors) as error:
        loaded(root)
    return [line.removeprefix(f"{root}/") for line in str(error.value).splitlines()]


def left(root: Path) -> list[str]:
    return [str(fault).removeprefix(f"{root}/") for fault in find_project(root).left]


def only(root: Path) -> Case:
    (case,) = loaded(root).cases
    return case


def verdicts(document: Mapping[str, Any], name: str) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for each in document["results"]:
        found.setdefault(each["solution"].removeprefix(f"{name}/"), []).append(each["verdict"])
    return {solution: " ".join(own) for solution, own in found.items()}


def in_project(program: str) -> str:
    """Return the name of a program in a folder."""
    fate, _, name = program.partition("/")
    return f"{fate}/{name}/{FOLDERS[name]}" if name in FOLDERS else program


@pytest.mark.slow
@pytest.mark.parametrize("name", JUDGED)
def test_a_package_is_judged_where_it_lies_with_the_verdicts_of_its_own_tools(
    tmp_path: Path, name: str
) -> None:
    files, own = JUDGED[name]
    need_compilers(own)
    document = document_of(write_files(tmp_path / name, files))
    wanted = {in_project(program) if name == "constant" else program: row for program, row in own.items()}
    assert verdicts(document, name) == wanted
    assert (document["unmet"], document["faults"]) == ([], [])


def facts(found: Loaded) -> list[object]:
    """Return everything that verdicts depend on, except paths."""
    cases = [
        (
            (case.id, case.limits, case.compare, case.worth, case.passes, case.arguments, case.output_only),
            [name for name, _ in case.given],
            [
                (each.program.path.name, each.program.digest, each.protocol, each.arguments)
                for each in (case.checker, case.interactor)
                if each
            ],
        )
        for case in found.cases
    ]
    programs = [(one.name, one.digest, one.rules, one.language.name) for one in found.solutions]
    return [to_builtins(each) for each in (cases, programs)]


@pytest.mark.parametrize("name", JUDGED)
def test_a_package_that_is_taken_is_what_is_judged_where_it_lies(tmp_path: Path, name: str) -> None:
    root = write_files(tmp_path / name, JUDGED[name][0])
    there = loaded(root)
    with open_import(root, "") as found:
        taken_there = Loaded(
            project=found.project, solutions=tuple(found.solutions), cases=tuple(found.cases)
        )
        assert facts(taken_there) == facts(there)


def test_a_package_is_imported_and_then_judged_as_it_was(tmp_path: Path) -> None:
    write_files(tmp_path / "sums", SCORING)
    for folder in ("cases", "solutions"):
        (tmp_path / "home" / folder).mkdir(parents=True)
    done = run_here("import", str(tmp_path / "sums"), cwd=tmp_path / "home")
    assert done.returncode == 0, done
    assert (tmp_path / "home" / "solutions" / "sums" / "submissions.yaml").exists()
    document = document_of(tmp_path / "home")
    assert verdicts(document, "sums") == JUDGED["sums"][1]
    assert {each["solution"]: (each["points"], each["whole"]) for each in document["scores"]} == {
        "sums/accepted/sum.py": (100, 100),
        "sums/some/small.py": (50, 100),
        "sums/some/large.py": (40, 100),
    }


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        (
            "passfail",
            {
                "accepted/solution.py": "AC AC AC AC",
                "wrong_answer/constant.py": "AC WA WA WA",
                "wrong_answer/wrong.py": "WA WA WA WA",
            },
        ),
        (
            "scoring",
            {
                "accepted/solution.py": "AC AC AC AC AC AC AC",
                "partially_accepted/partial_solution.py": "AC AC AC AC WA AC WA",
                "wrong_answer/constant.py": "AC WA WA WA WA WA WA",
            },
        ),
        (
            "maximal",
            {
                "accepted/accepted.py/main.py": "AC AC AC AC AC",
                "run_time_error/not_defined/main.py": "RE RE RE RE RE",
                "wrong_answer/wrong.py/main.py": "WA WA WA WA WA",
            },
        ),
    ],
)
def test_the_examples_of_the_specification_are_judged_as_they_lie(
    tmp_path: Path, name: str, wanted: dict[str, str]
) -> None:
    """Leave out the program that sleeps: each of its five tests would wait for it."""
    if not EXAMPLES.is_dir():
        pytest.skip("the examples are not here")
    words = ["accepted", "wrong_answer", "partially_accepted", "run_time_error"]
    there = [f"{name}/{word}" for word in words if (EXAMPLES / name / "submissions" / word).is_dir()]
    assert verdicts(document_of(tmp_path, "--root", EXAMPLES / name, *there), name) == wanted


@pytest.mark.parametrize("name", ["interactive", "multipass", "submit_answer"])
def test_examples_without_tests_are_refused(name: str) -> None:
    if not EXAMPLES.is_dir():
        pytest.skip("the examples are not here")
    assert "data/secret: expected tests (*.in with *.ans), got none" in faults(EXAMPLES / name)


# Metadata after the five lines of the smallest package, and the message about it.
METADATA = {
    "an unknown key": ("validation: custom\n", "expected one of the keys"),
    "an unknown type": ("type: pass\n", "expected one of the types"),
    "types apart": ("type: [scoring, pass-fail]\n", "expected one of pass-fail and scoring, got both"),
    "a type twice": ("type: [scoring, scoring]\n", "expected each type once, got scoring again"),
    "answers that talk": (
        "type: [submit-answer, interactive]\n",
        "expected one of submit-answer and interactive, got both",
    ),
    "an unknown language": ("languages: [python3, c++]\n", "expected one of the languages"),
    "files to be written": (
        "allow_file_writing: true\n",
        "expected false, since programs write only files that the problem names, got true",
    ),
    "a constant without value": (
        "constants: {a: {tex: b}}\n",
        "expected the key 'value' of the constant 'a', got none",
    ),
    "a constant of a bad name": (
        "constants: {a-b: 1}\n",
        "expected a name of letters, digits and `_` for a constant, got 'a-b'",
    ),
    "a constant that is a list": (
        "constants: {a: [1]}\n",
        "expected a number or a string as the constant 'a', got a list",
    ),
}


@pytest.mark.parametrize(("lines", "fault"), METADATA.values(), ids=METADATA)
def test_metadata_that_cannot_be_meant_is_a_fault_with_its_line(
    tmp_path: Path, lines: str, fault: str
) -> None:
    (told,) = faults(least(tmp_path, lines))
    assert told.startswith(f"problem.yaml:6: {fault}")


@pytest.mark.parametrize(
    ("limits", "fault"),
    [
        ("{time_limit: 1.5}", "expected a time_limit that is a multiple of the time_resolution 1, got 1.5"),
        ("{time_limit: 0}", "expected a number of seconds above 0, got the number 0"),
        ("{memory: 1.5}", "expected a whole number from 1 to 999999, got the number 1.5"),
        ("{memory: 0}", "expected a whole number from 1 to 999999, got the number 0"),
        ("{validation_passes: 3}", "expected the type multi-pass for validation_passes, got another"),
        ("{time_multipliers: {ac_to_time_limit: 0.5}}", "expected a number from 1 on, got the number 0.5"),
        ("{time_multiplier: 2}", "expected one of the keys"),
    ],
)
def test_limits_are_those_of_the_specification(tmp_path: Path, limits: str, fault: str) -> None:
    root = least(tmp_path, **{"problem.yaml": LEAST["problem.yaml"].replace("{time_limit: 1}", limits)})
    (told,) = faults(root)
    assert told.partition(": ")[2].startswith(fault)


def test_limits_that_are_stated_hold_and_others_are_those_of_most_systems(tmp_path: Path) -> None:
    limits = only(least(tmp_path / "a")).limits
    assert (limits.cpu_s, limits.memory_bytes, limits.output_bytes) == (1, 2048 << 20, 8 << 20)
    stated = "{time_limit: 1.5, time_resolution: 0.5, memory: 64, output: 1, validation_time: 9}"
    root = least(tmp_path / "b", **{"problem.yaml": LEAST["problem.yaml"].replace("{time_limit: 1}", stated)})
    limits = only(root).limits
    assert (limits.cpu_s, limits.memory_bytes, limits.output_bytes) == (1.5, 64 << 20, 1 << 20)
    assert "problem.yaml: not kept: license, limits.validation_time" in left(root)


def test_a_problem_without_a_time_limit_says_what_holds_and_what_states_one(tmp_path: Path) -> None:
    root = least(tmp_path, **{"problem.yaml": LEAST["problem.yaml"].replace("{time_limit: 1}", "{}")})
    assert only(root).limits.cpu_s == 2
    by = "`judge limits least --set --factor 2 --margin 1.5` or a case file states one"
    assert f"problem.yaml: no time limit: 2s until {by}" in left(root)


@pytest.mark.parametrize(
    ("multipliers", "asked"),
    [
        ("{ac_to_time_limit: 3}", "--factor 3 --margin 1.5"),
        ("{time_limit_to_tle: 4}", "--factor 2 --margin 4"),
        ("{}", "--factor 2 --margin 1.5"),
    ],
)
def test_margins_of_a_stated_limit_are_told_with_the_command_that_asks_for_them(
    tmp_path: Path, multipliers: str, asked: str
) -> None:
    stated = f"{{time_limit: 3, time_multipliers: {multipliers}}}"
    root = least(tmp_path, **{"problem.yaml": LEAST["problem.yaml"].replace("{time_limit: 1}", stated)})
    (told,) = [line for line in left(root) if "margins" in line]
    words = f"judge limits least {asked}"
    assert told == f"problem.yaml: a time limit with margins: `{words}` says whether it keeps them"
    done = run_here(*words.split()[1:], cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"\nleast: 3s is safe, at least {asked[9]} x " in done.stdout


COUNTED = LEAST["problem.yaml"] + "type: scoring\n"
TWICE = "[float_tolerance, 1, float_absolute_tolerance, 1]"
DAMAGED = {
    "no answer": (
        {"data/secret/2.in": ""},
        "data/secret/2.in: expected the answer, 2.ans, next to it, got none",
    ),
    "no input": (
        {"data/secret/2.ans": ""},
        "data/secret/2.ans: expected the input that it belongs to, 2.in, got none",
    ),
    "a sheet of no test": (
        {"data/secret/2.yaml": "args: []\n"},
        "data/secret/2.yaml: expected the input that it belongs to, 2.in, got none",
    ),
    "files of no test": (
        {"data/secret/2.files/x": ""},
        "data/secret/2.files/x: expected the input that it belongs to, 2.in, got none",
    ),
    "too many files": (
        {f"data/secret/1.files/{number}": "" for number in range(7)},
        "data/secret/1.in: expected at most 6 files for a program, got 7",
    ),
    "a folder called as a test": (
        {"data/secret/1/2.in": "", "data/secret/1/2.ans": ""},
        "data/secret/1.in: expected no folder with its name next to it, got one",
    ),
    "a test called as a sheet": (
        {"data/secret/test_group.in": "", "data/secret/test_group.ans": ""},
        "data/secret/test_group.in: expected another name: the sheet of a group has this one",
    ),
    "a group without tests": (
        {"data/secret/a/test_group.yaml": "args: []\n"},
        "data/secret/a/test_group.yaml: expected a group with tests, got none in it",
    ),
    "an unknown key of a group": (
        {"data/secret/test_group.yaml": "arg: []\n"},
        "data/secret/test_group.yaml:1: expected one of the keys args,",
    ),
    "an unknown key of a test": (
        {"data/secret/1.yaml": "max_score: 1\n"},
        "data/secret/1.yaml:1: expected one of the keys args,",
    ),
    "an unknown flag": (
        {"data/secret/1.yaml": "output_validator_args: [fuzzy]\n"},
        "data/secret/1.yaml:1: expected one of the flags of kattis case_sensitive,",
    ),
    "a tolerance twice": (
        {"data/secret/1.yaml": f"output_validator_args: {TWICE}\n"},
        f"data/secret/1.yaml:1: expected each tolerance once, got {TWICE[1:-1].replace(', 1', '')}",
    ),
    "scores of what counts none": (
        {"data/secret/test_group.yaml": "args: []\nmax_score: 5\n"},
        "data/secret/test_group.yaml:2: expected the type scoring in problem.yaml for max_score,",
    ),
    "a test next to groups with scores": (
        {
            "problem.yaml": COUNTED,
            "data/secret/a/test_group.yaml": "max_score: 100\n",
            "data/secret/a/1.in": "",
            "data/secret/a/1.ans": "",
        },
        "data/secret/1.in: expected a test in a group, as others in secret/ are, got one in none",
    ),
    "a group within a group with a score": (
        {
            "problem.yaml": COUNTED,
            **{f"data/secret/{place}/test_group.yaml": "max_score: 50\n" for place in ("a", "a/b")},
            **{f"data/secret/a/b/1.{end}": "" for end in ("in", "ans")},
            "data/secret/1.in": None,
            "data/secret/1.ans": None,
        },
        "data/secret/a/b/test_group.yaml: expected a group of tests right in secret/, got one elsewhere",
    ),
    "a static validator in use": (
        {"data/secret/test_group.yaml": "static_validation_score: pass-fail\n"},
        "data/secret/test_group.yaml:1: expected no static validation, which this judge has not, got"
        " `static_validation_score`",
    ),
    "two validators": (
        {"output_validator/a.py": "", "output_validator/b.py": ""},
        "output_validator: expected one file at which a program of several begins, got a.py, b.py",
    ),
    "no tests to score": (
        {
            "problem.yaml": COUNTED,
            **{f"data/{name}": None for name in ("secret/1.in", "secret/1.ans")},
            **{f"data/sample/1.{end}": "1\n" for end in ("in", "ans")},
        },
        "data/secret: expected tests (*.in with *.ans), got none",
    ),
    "no tests": (
        {"data/secret/1.in": None, "data/secret/1.ans": None},
        "data/secret: expected tests (*.in with *.ans), got none",
    ),
    "a sheet of programs": (
        {"submissions/submissions.yaml": "accepted: {permitted: [OK]}\n"},
        "submissions/submissions.yaml:1: expected a list of some of AC, WA, TLE, RTE, got one with 'OK'",
    ),
}


@pytest.mark.parametrize(("files", "told"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_package_is_refused_with_a_line_for_its_fault(
    tmp_path: Path, files: dict[str, str | None], told: str
) -> None:
    (line,) = faults(write_files(tmp_path / "least", {**LEAST, **files}))
    assert line.startswith(told)


@pytest.mark.parametrize("kind", ["interactive", "multi-pass"])
def test_what_needs_an_output_validator_has_one(tmp_path: Path, kind: str) -> None:
    (told,) = faults(least(tmp_path, f"type: {kind}\n"))
    assert told == f"output_validator: expected an output validator of a problem that is {kind}, got none"


def test_types_may_stand_in_one_string(tmp_path: Path) -> None:
    case = only(least(tmp_path, "type: scoring multi-pass\n", **{"output_validator/v.py": ""}))
    assert (case.passes, bool(case.worth), case.checker and case.checker.protocol) == (2, True, "icpc")


def test_a_script_builds_the_output_validator(tmp_path: Path) -> None:
    build = "#!/bin/sh\n{ echo '#!/usr/bin/python3'; cat first second; } > run\nchmod +x run\n"
    files = {
        "output_validator/build": build,
        "output_validator/first": "import sys\n",
        "output_validator/second": "sys.exit(42 if sys.stdin.read() == '7\\n' else 43)\n",
        "submissions/accepted/a.py": "print(7)\n",
        "submissions/wrong_answer/b.py": "print(8)\n",
    }
    found = document_of(least(tmp_path, **files))
    assert {each["solution"]: each["verdict"] for each in found["results"]} == {
        "least/accepted/a.py": "AC",
        "least/wrong_answer/b.py": "WA",
    }


def test_what_is_shown_to_people_is_taken_for_no_test(tmp_path: Path) -> None:
    suffixes = ("out", "interaction", "in.statement", "ans.statement", "in.download", "ans.download", "svg")
    root = least(tmp_path, **{f"data/secret/1.{suffix}": "?\n" for suffix in suffixes})
    case = only(root)
    assert case.id == "least/secret/1"
    assert not [line for line in left(root) if line.startswith("data/")]


@pytest.mark.parametrize("types", ["pass-fail interactive", "[pass-fail, interactive]"])
def test_types_may_be_words_of_one_string(types: str, tmp_path: Path) -> None:
    root = least(tmp_path, f"type: {types}\n", **{"output_validator/v.py": "raise SystemExit(42)\n"})
    assert only(root).interactor


def test_groups_without_scores_may_lie_anywhere(tmp_path: Path) -> None:
    words = "output_validator_args: [case_sensitive]\n"
    nested = {"a/test_group.yaml": "{}\n", "a/b/test_group.yaml": words, "a/b/2.in": "", "a/b/2.ans": ""}
    root = least(tmp_path, **{f"data/secret/{name}": text for name, text in nested.items()})
    stated = {case.id.removeprefix("least/secret/"): case.compare for case in loaded(root).cases}
    assert stated == {"1": "kattis", "a/b/2": "kattis case_sensitive"}
    told = "data/secret/a/b/test_group.yaml: expected a group of tests right in secret/, got one elsewhere"
    assert [line for line in left(root) if "group" in line] == [told]


def test_files_with_names_that_the_format_does_not_allow_are_ignored_and_told(tmp_path: Path) -> None:
    program = "print(3)\n"
    odd = {f"submissions/accepted/{name}": program for name in ("-a.py", "b c.py", "ü.py", "d/e f.py")}
    odd |= {"submissions/wrong answer/d.py": program, "data/secret/a b/1.in": "", "data/secret/-2.in": ""}
    root = least(tmp_path, **odd, **{"submissions/accepted/d/main.py": program})
    assert only(root).id == "least/secret/1"
    paths = [one.path.relative_to(find_project(root).solutions) for one in loaded(root).solutions]
    assert not [path for path in map(str, paths) if re.search(r" |ü|/-|wrong", path)]
    wanted = "expected names of letters, digits and '_', with '-' and '.' after the first sign, got"
    assert [line for line in left(root) if "name" in line] == [
        f"data/secret: {wanted} '-2.in' and 1 other: ignored",
        f"submissions/accepted: {wanted} '-a.py' and 2 others: ignored",
        f"submissions/accepted/d: {wanted} 'e f.py': ignored",
        f"submissions: {wanted} 'wrong answer': ignored",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("version: 1.5", "a string, got the number 1.5; put it in quotes"),
        ("keywords: some words", "a list of strings, got 'some words'"),
        ("embargo_until: tomorrow", "a date such as 2025-09-30 or 2025-09-30T12:00:00Z, got 'tomorrow'"),
        ("credits: {authors: [{email: a@b.example}]}", "a person, by name or as a mapping with `name`"),
        ("credits: {author: me}", "one of the credits authors, contributors, testers, translators"),
        (
            "credits: {translators: {da: 3}}",
            "a person, by name or as a mapping with `name`, got the number 3",
        ),
        ("source: {url: https://contest.example}", "a source, by name or as a mapping with `name` and `url`"),
        ("rights_owner: ''", "a string, got ''"),
    ],
)
def test_a_value_that_the_format_does_not_allow_is_told(line: str, told: str, tmp_path: Path) -> None:
    root = least(tmp_path, f"{line}\n")
    (found,) = [each for each in left(root) if re.match("problem.yaml:[0-9]", each)]
    number = (root / "problem.yaml").read_text().splitlines().index(line) + 1
    assert found.startswith(f"problem.yaml:{number}: expected {told}")
    done = run_here("verify", "--only", "samples", cwd=root)
    assert (done.returncode, found in done.stderr) == (0, True)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("{en: Sum, da: Sum}", "a name in each language of the statements, en, got da, en"),
        ("{English: Sum}", "codes of languages such as en or pt-BR, got 'English'"),
    ],
)
def test_names_are_those_of_the_statements(name: str, told: str, tmp_path: Path) -> None:
    root = least(tmp_path, **{"statement/problem.en.tex": "Add."})
    text = (root / "problem.yaml").read_text()
    (root / "problem.yaml").write_text(re.sub("(?m)^name: .*$", f"name: {name}", text))
    (found,) = [each for each in left(root) if re.match("problem.yaml:[0-9]", each)]
    assert found.endswith(f"expected {told}")


def test_a_license_needs_an_owner_of_the_rights(tmp_path: Path) -> None:
    for number, (line, is_told) in enumerate(
        [
            ("", True),
            ("rights_owner: me", False),
            ("source: A contest", False),
            ("credits: me", False),
            ("credits: {testers: me}", True),
        ]
    ):
        root = least(tmp_path / f"{number}", f"{line}\n")
        text = (root / "problem.yaml").read_text()
        (root / "problem.yaml").write_text(re.sub("(?m)^license: .*$", "license: cc by-sa", text))
        assert any("expected an owner of the rights" in each for each in left(root)) == is_told


def test_a_package_of_samples_alone_is_judged_on_them(tmp_path: Path) -> None:
    own = {name.replace("secret", "sample"): text for name, text in LEAST.items()}
    root = write_files(tmp_path / "least", own)
    assert only(root).id == "least/sample/1"
    assert "data/secret: no tests: only the samples are judged" in left(root)


def test_a_sample_may_consist_only_of_what_is_shown_to_people(tmp_path: Path) -> None:
    shown = {f"data/sample/1.{end}": "?\n" for end in ("interaction", "in.download", "ans.statement")}
    root = least(tmp_path, **shown)
    assert only(root).id == "least/secret/1"
    assert not [line for line in left(root) if line.startswith("data/")]


def test_what_is_not_kept_or_not_understood_is_told_by_name(tmp_path: Path) -> None:
    root = least(
        tmp_path,
        "keywords: [a]\nsource_url: https://contest.example\n",
        **{
            "data/invalid_input/1.in": "x\n",
            "data/invalid_input/group/test_group.yaml": "{}\n",
            "data/invalid_answer/group/test_group.yaml": "{}\n",
            "data/secret/1.hint": "no file of this format\n",
            "data/secret/testdata.yaml": "grading: default\n",
            "input_validators/grammar.ctd": "INT(1,2)\n",
            "notes/plan.txt": "",
            "submissions/accepted/b.php": "",
            "submissions/accepted/c.pl": "main :- read(X), print(X).\n",
        },
    )
    assert sorted(left(root)) == [
        "data/invalid_answer: not kept: tests of the validators",
        "data/secret/1.hint: not understood, 1 file",
        "data/secret/testdata.yaml: not understood: a sheet of this format is test_group.yaml",
        "input_validators/grammar.ctd: not understood: a grammar of checktestdata",
        "notes: not understood, 1 file",
        "problem.yaml: not kept: keywords, license",
        "submissions/accepted/c.pl: not judged: written in Prolog, which the judge does not run",
    ]


# Metadata, files, the programs that are judged, and the message about the one that is not.
NOT_JUDGED = {
    "in a language that is not allowed": (
        "languages: [python3]\n",
        {"submissions/accepted/b.cpp": "int main() {}\n", "submissions/accepted/c.py": "print(1)\n"},
        ["a.py", "c.py"],
        "b.cpp: not judged: expected a program in one of the languages python3, got cpp",
    ),
    "in a language that is not here": (
        "",
        {
            "submissions/accepted/b.py": "print 1\n",
            "submissions/submissions.yaml": "accepted/b.py: {language: python2}\n",
        },
        ["a.py"],
        "b.py: not judged: written in python2, which the judge does not run",
    ),
    "in an older Python, with constants in it": (
        "constants: {a: 1}\n",
        {"submissions/accepted/b.py": "#!/usr/bin/env python2\nprint {{a}}\n"},
        ["a.py"],
        "b.py: not judged: written in Python 2, which the judge does not run",
    ),
    "in two languages": (
        "",
        {"submissions/accepted/b/main.py": "print(1)\n", "submissions/accepted/b/b.cpp": "int main() {}\n"},
        ["a.py"],
        "b: not judged: expected files of one language, got cpp, python3",
    ),
    "longer than allowed": (
        "",
        {
            "submissions/accepted/long.py": f"print(input())  # {'x' * 1024}\n",
            "problem.yaml": LEAST["problem.yaml"].replace("time_limit: 1", "time_limit: 1, code: 1"),
        },
        ["a.py"],
        "long.py: not judged: expected at most 1,024 bytes of code, got 1,043",
    ),
    "with included data that it cannot be given": (
        "",
        {
            "include/default/data.txt": "1\n",
            "include/cpp/a.h": "",
            "submissions/accepted/b.cpp": "int main() {}\n",
        },
        ["b.cpp/main.cpp"],
        "a.py: not judged: nothing here gives a program the included files data.txt",
    ),
}


@pytest.mark.parametrize(("metadata", "files", "judged", "told"), NOT_JUDGED.values(), ids=NOT_JUDGED)
def test_a_program_that_is_not_judged_is_told_beside_those_that_are(
    tmp_path: Path, metadata: str, files: dict[str, str], judged: list[str], told: str
) -> None:
    root = least(tmp_path, metadata, **files)
    assert [one.name for one in loaded(root).solutions] == [f"least/accepted/{name}" for name in judged]
    assert f"submissions/accepted/{told}" in left(root)


def test_constants_are_put_where_the_specification_says_and_nowhere_else(tmp_path: Path) -> None:
    root = write_files(
        tmp_path / "constant",
        {**CONSTANTS, "data/secret/3.in": "{{step}}\n", "data/secret/3.ans": "{{step}}\n"},
    )
    found = loaded(root)
    cases = {case.id.partition("/")[2]: case for case in found.cases}
    assert cases["secret/3"].input.path.read_text() == "{{step}}\n"  # type: ignore[union-attr]
    assert cases["secret/1"].checker
    assert cases["secret/1"].checker.arguments == ("1000",)
    assert "in ('1000', '0')" in cases["secret/1"].checker.program.path.read_text()
    programs = {one.name.partition("/")[2]: one.path.read_text() for one in found.solutions}
    assert "n + 3 if n < 1000 / 2" in programs["wrong_answer/small.py/main.py"]


def test_a_number_is_put_as_it_is_written_and_an_unknown_constant_stays(tmp_path: Path) -> None:
    program = "print({{a}}, {{a.tex}}, {{b}}, '{{c}} {{a.d}} {{ a }}')\n"
    root = least(
        tmp_path,
        "constants: {a: {value: 1.50e3, tex: '1500'}, b: 007}\n",
        **{"submissions/accepted/a.py": program},
    )
    (solution,) = loaded(root).solutions
    assert solution.path.read_text() == "print(1.50e3, 1500, 007, '{{c}} {{a.d}} {{ a }}')\n"


def test_a_folder_that_the_standard_does_not_know_says_nothing(tmp_path: Path) -> None:
    root = least(
        tmp_path, **{"submissions/mixed/b.py": "1 / 0\n", "submissions/partially_accepted/c.py": "\n"}
    )
    found = {one.name: one.expected("least/secret/1") for one in loaded(root).solutions}
    assert [verdict.name for verdict in found["least/accepted/a.py"]] == ["AC"]
    for name in ("least/mixed/b.py", "least/partially_accepted/c.py"):
        assert [verdict.name for verdict in found[name]] == [verdict.name for verdict in SEEN]


def test_a_folder_of_answers_is_judged_where_answers_are_submitted(tmp_path: Path) -> None:
    root = least(
        tmp_path,
        "type: submit-answer\n",
        **{
            "submissions/accepted/mine/secret/1.out": "1\n",
            "submissions/wrong_answer/other/secret/1.out": "2\n",
        },
    )
    assert verdicts(document_of(root), "least") == {
        "accepted/a.py": "AC",
        "accepted/mine": "AC",
        "wrong_answer/other": "WA",
    }


def test_a_problem_that_states_no_scores_has_100_points_beside_what_its_sheet_says(tmp_path: Path) -> None:
    sheet = "input_validator_args: {any: [small]}\noutput_validator_args: [float_tolerance, 1e-3]\n"
    case = only(least(tmp_path, "type: scoring\n", **{"data/secret/test_group.yaml": sheet}))
    assert (case.compare, case.worth and case.worth.points) == ("kattis float_tolerance 1e-3", 100)


def test_a_draft_is_the_latest_and_words_of_validators_are_inherited(tmp_path: Path) -> None:
    files = {**INTERACTIVE, "problem.yaml": INTERACTIVE["problem.yaml"].replace("2025-09", "draft")}
    cases = loaded(write_files(tmp_path / "guess", files)).cases
    assert {case.interactor.arguments for case in cases if case.interactor} == {("10",)}
    cases = loaded(write_files(tmp_path / "words", ARGUMENTS)).cases
    assert [case.arguments for case in cases] == [("a", "b c"), ("x",), ("x",)]


@pytest.mark.parametrize("written", ["{accepted/a.py: {authors: Anna}}\n", "{accepted: {authors: Anna}}", ""])
def test_a_folder_that_the_standard_does_not_know_says_nothing_however_the_sheet_is_written(
    tmp_path: Path, written: str
) -> None:
    files = {"submissions/mixed/b.py": "1 / 0\n", "submissions/submissions.yaml": written}
    found = {one.name: one.expected("least/secret/1") for one in loaded(least(tmp_path, **files)).solutions}
    assert [verdict.name for verdict in found["least/accepted/a.py"]] == ["AC"]
    assert found["least/mixed/b.py"] == SEEN


def test_a_message_without_an_output_validator_is_told(tmp_path: Path) -> None:
    root = least(tmp_path, **{"submissions/submissions.yaml": "accepted: {message: fine}\n"})
    told = "submissions/accepted/a.py: not checked: `message`, which needs an output validator"
    assert told in left(root)
    assert run_here("run", "--root", str(root), cwd=tmp_path).returncode == 0


DRIVER = (
    '#include "sum.h"\n#include <cstdio>\nint main() { int n; scanf("%d", &n); printf("%d\\n", sum(n)); }\n'
)


def test_an_included_driver_is_built_with_the_program_that_it_names(tmp_path: Path) -> None:
    files = {
        "include/cpp/main.cpp": DRIVER,
        "include/cpp/sum.h": "int sum(int);\n",
        "submissions/accepted/sum.cpp": '#include "sum.h"\nint sum(int n) { return n; }\n',
        "submissions/accepted/other.cpp": "int main() {}\n",
        "submissions/wrong_answer/sum.cpp": '#include "sum.h"\nint sum(int n) { return -n; }\n',
    }
    need_compilers(files)
    root = least(tmp_path, **files)
    assert verdicts(document_of(root), "least") == {
        "accepted/a.py": "AC",
        "accepted/sum.cpp/main.cpp": "AC",
        "wrong_answer/sum.cpp/main.cpp": "WA",
    }
    wrong = "not judged: what is included does not name the files that it is to be built with"
    assert f"submissions/accepted/other.cpp: {wrong}" in left(root)


def test_an_included_driver_may_have_any_name(tmp_path: Path) -> None:
    files = {
        "include/cpp/grader.cpp": DRIVER,
        "include/cpp/sum.h": "int sum(int);\n",
        "submissions/accepted/fine.cpp": "int sum(int n) { return n; }\n",
        "submissions/wrong_answer/minus.cpp": '#include "sum.h"\nint sum(int n) { return -n; }\n',
    }
    need_compilers(files)
    assert verdicts(document_of(least(tmp_path, **files)), "least") == {
        "accepted/a.py": "AC",
        "accepted/fine.cpp/main.cpp": "AC",
        "wrong_answer/minus.cpp/main.cpp": "WA",
    }


def test_a_zip_is_the_package_that_it_holds(tmp_path: Path) -> None:
    root = least(tmp_path)
    archive = Path(shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path, "least"))
    packed = archive.rename(tmp_path / "least.kpp")
    with open_import(packed, "") as found:
        assert [case.id for case in found.cases] == [case.id for case in loaded(root).cases]


# A verdict of a test in what `bt run` prints: the program, the verdict, the test with its pass.
_OF_BT = re.compile(r"(?m)^(\S+): +(AC|WA|TLE|RTE) +[0-9.]+s @ ([\w/-]+)")


@pytest.mark.parametrize("name", ["halves", "twice"])
def test_bapctools_gives_the_same_verdicts(tmp_path: Path, name: str) -> None:
    """It does not print the accepted answers of interactive problems."""
    files, wanted = JUDGED[name]
    root = write_files(tmp_path / name, files)
    done = tool("bt", "run", "--no-bar", "-a", "-v", cwd=root, home=tmp_path / "home")
    said = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", done.stdout + done.stderr)
    found: dict[str, dict[str, str]] = {}
    for program, verdict, test in _OF_BT.findall(re.sub(r"(?m)^.* slowest: .*$", "", said)):
        found.setdefault(program, {})[test] = verdict.replace("RTE", "RE")
    assert {program: " ".join(own[test] for test in sorted(own)) for program, own in found.items()} == wanted
