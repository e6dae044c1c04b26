"""Every key of a case file counts for its cases, or says something else that is named here."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from helpers import write_files
from msgspec.structs import fields, replace

from judge.cases.case_file import CaseEntry, CaseFile
from judge.cases.loader import read_cases
from judge.subjects.sudoku.subject import SET_KEY

HEAD = "problem: A+B\n"
LISTED = "cases:\n  - {id: a, input: '1', output: '2'}\n"
PROGRAM = "raise SystemExit(42)\n"
FILES = {
    "p/1.in": "1",
    "p/1.out": "2",
    "p/1.ok": "3",
    "p/deep/2.in": "1",
    "p/deep/2.out": "2",
    "p/decide.py": PROGRAM,
    "p/testlib.h": "",
    "p/grader.py": "import sum\n",
    "p/decide.rb": "exit 42\n",
}
CHECKED = "checker: decide.py\nprotocol: kattis\n"
# A value for each key, with the other keys that it needs.
KEYS = {
    "problem": ("", "problem: Another\n"),
    "format": (HEAD, "format: luogu\n"),
    "time": (HEAD, "time: 3s\n"),
    "memory": (HEAD, "memory: 1MiB\n"),
    "output_limit": (HEAD, "output_limit: 1MiB\n"),
    "compare": (HEAD, "compare: tokens\n"),
    "tests": (HEAD, "tests: 'deep/*.in'\n"),
    "outputs": (f"{HEAD}tests: '*.in'\n", "outputs: '*.ok'\n"),
    "checker": (HEAD, CHECKED),
    "protocol": (f"{HEAD}checker: decide.py\nprotocol: cms\n", "protocol: kattis\n"),
    "checker_flags": (f"{HEAD}{CHECKED}", "checker_flags: fast\n"),
    "flags": (f"{HEAD}checker: decide.rb\nprotocol: kattis\n", "flags: {decide.rb: -w}\n"),
    "points": (HEAD, "points: 3\n"),
    "groups": (HEAD, "groups: {'*': {points: 3}}\n"),
    "input": (HEAD, "input: a.txt\n"),
    "output": (HEAD, "output: a.txt\n"),
    "interactor": (HEAD, "interactor: decide.py\nprotocol: kattis\n"),
    "passes": (f"{HEAD}{CHECKED}", "passes: 3\n"),
    "grader": (HEAD, "grader: grader.py\nmodule: sum\n"),
    "module": (f"{HEAD}grader: grader.py\nmodule: sum\n", "module: other\n"),
    "output_only": (HEAD, "output_only: true\n"),
    "time_factor": (HEAD, "time_factor: {python: 2}\n"),
}
# Keys for people, for searches, or for another kind of problem, which other tests cover.
ELSEWHERE = {"answer", "cases", "source", "generators", "validator", "uuid", "entry", "testlib"}
OF_CASES = {
    "id": "id: b",
    "input": "input: '7'",
    "output": "output: '7'",
    "time": "time: 3s",
    "memory": "memory: 1MiB",
    "output_limit": "output_limit: 1MiB",
    "answer": "answer: any",
    "points": "points: 3",
    "expect": "expect: {a.py: WA}",
}


def seen(place: Path, text: str) -> Any:
    """Return the cases of a file without their places, and its faults."""
    write_files(place, {**FILES, "p.yaml": text})
    cases, faulty = read_cases(place)
    nowhere = {"path": place, "line": 0, "stamp": (0,) * 5, "beside": (), "input": b"", "answer": b""}
    own = [replace(case, **nowhere) for case in cases]
    contents = [(case.input, case.answer) for case in cases if isinstance(case.input, bytes)]
    files = (
        [case.files[0].path.name for case in cases],
        [each.path.name for case in cases for each in case.beside],
    )
    faults = [fault.message for problem in faulty for fault in problem.faults]
    text = repr((own, contents, files, faults)).replace(str(place), "")
    return re.sub(r"stamp=\([^)]*\)", "", text)


def test_every_key_is_tried() -> None:
    assert {field.name for field in fields(CaseFile)} == {*KEYS, *ELSEWHERE} - {SET_KEY}
    assert {field.name for field in fields(CaseEntry)} == {*OF_CASES, "source"}


@pytest.mark.parametrize("cases", ["", LISTED], ids=["in a folder", "listed"])
@pytest.mark.parametrize("key", KEYS)
def test_a_key_counts_for_all_cases_of_its_file(key: str, cases: str, tmp_path: Path) -> None:
    listed = "" if key in ("tests", "outputs") else cases
    head, text = KEYS[key]
    before = "".join(line for line in head.splitlines(True) if line.partition(":")[0] not in text)
    assert seen(tmp_path / "a", head + listed) != seen(tmp_path / "b", before + text + listed)


@pytest.mark.parametrize("key", OF_CASES)
def test_a_key_of_a_case_counts_for_it_alone(key: str, tmp_path: Path) -> None:
    own = {"id": "id: a", "input": "input: '1'", "output": "output: '2'"}
    other = "  - {id: z, input: '1', output: '2'}\n"

    def with_keys(keys: dict[str, str]) -> Any:
        return seen(tmp_path, f"{HEAD}cases:\n  - {{{', '.join(keys.values())}}}\n{other}")

    plain, changed = with_keys(own), with_keys({**own, key: OF_CASES[key]})
    assert plain != changed


STATES_CASES = {
    "cases": "cases: [{id: a, input: '1', output: '2'}]\n",
    "tests": "tests: '*.in'\n",
    SET_KEY: f"{SET_KEY}: some.txt\n",
}


@pytest.mark.parametrize("pair", [*combinations(STATES_CASES, 2)], ids=" and ".join)
def test_a_file_says_once_what_its_cases_are(pair: tuple[str, str], tmp_path: Path) -> None:
    write_files(tmp_path, {**FILES, "some.txt": "", "p.yaml": HEAD + "".join(map(STATES_CASES.get, pair))})
    _, faulty = read_cases(tmp_path)
    assert [line for one in faulty for line in one.faults if "expected one of the keys" in line.message]


def misspellings(key: str) -> set[str]:
    return {key.capitalize(), key.upper(), f"{key}_"}


@pytest.mark.parametrize("key", [*KEYS, *sorted(ELSEWHERE)])
def test_a_key_that_is_misspelled_alone_in_its_file_is_named(key: str, tmp_path: Path) -> None:
    for name in ("p", "alone"):
        for wrong in misspellings(key):
            write_files(tmp_path / name / wrong, {**FILES, f"{name}.yaml": f"{wrong}: 1\n"})
            _, faulty = read_cases(tmp_path / name / wrong)
            (fault,) = [fault for problem in faulty for fault in problem.faults]
            assert fault.path.name == f"{name}.yaml"
            assert fault.line == 1
            assert f"; did you mean {key}?" in fault.message


@pytest.mark.parametrize("text", ["jobs: {}\n", "version: 3\ntime: 5\n", "name: A+B\nlimits: {}\n"])
def test_a_file_with_keys_of_something_else_is_a_case_file_only_next_to_its_folder(
    text: str, tmp_path: Path
) -> None:
    write_files(tmp_path, {**FILES, "other.yaml": text})
    assert not read_cases(tmp_path)[1]
    write_files(tmp_path, {"p.yaml": text})
    (problem,) = read_cases(tmp_path)[1]
    assert problem.name == "p"
