"""Unchanged checkers and packages of others: testlib's checkers, Kattis's examples."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from helpers import REPOSITORY, make_test, run_here
from msgspec.structs import replace

from judge.cases.loader import read_cases
from judge.cases.search import Bounds
from judge.cases.settings import read_settings
from judge.checkers import brought
from judge.model.verdicts import Verdict
from judge.running.languages import prepare
from judge.running.languages.base import Unready
from judge.running.runner import Runner

# They compile testlib for each program; tests of our own checkers cover each protocol.
pytestmark = pytest.mark.slow

PUBLIC = REPOSITORY.parent / "shared" / "data" / "public"
TESTLIB = PUBLIC / "testlib"
EXAMPLES = PUBLIC / "problemtools" / "examples"

AC, PE, WA, JE = Verdict.AC, Verdict.PE, Verdict.WA, Verdict.JE
# Of each checker an answer, and outputs with what it says of them.
TOLD: dict[str, tuple[bytes, dict[bytes, Verdict]]] = {
    "acmp": (b"1.0\n", {b"1.000001": AC, b"1.00001": WA, b"one": PE, b"1 1": PE, b"": PE}),
    "caseicmp": (
        b"Case 1: 5\nCase 2: 7\n",
        {b"Case 1: 5 Case 2: 7": AC, b"Case 1: 5\nCase 2: 8": WA, b"5": PE},
    ),
    "casencmp": (
        b"Case 1: 1 2\nCase 2: 3\n",
        {b"Case 1: 1\n2\nCase 2: 3": AC, b"Case 1: 1 2\nCase 2: 4": WA},
    ),
    "casewcmp": (
        b"Case 1: a b\nCase 2: c\n",
        {b"Case 1: a\nb\nCase 2: c": AC, b"Case 1: a b\nCase 2: C": WA},
    ),
    "dcmp": (b"1000000\n", {b"1000000.5": AC, b"1000002": WA, b"nan": PE}),
    "fcmp": (b"a b\nc\n", {b"a b\nc\n": AC, b"a  b\nc\n": WA, b"a b\n": WA}),
    "hcmp": (b"1" * 99 + b"\n", {b"1" * 99: AC, b"1" * 98 + b"2": WA, b"1a": PE, b"01": PE}),
    "icmp": (b"-7\n", {b"-7": AC, b"7": WA, b"-7.0": PE, b"99999999999": PE}),
    "lcmp": (b"a b\nc\n", {b"a   b\nc": AC, b"a\nb c\n": WA, b"a b": WA}),
    "ncmp": (b"1 2 3\n", {b"1\n2\n3": AC, b"1 2 4": WA, b"1 2": WA, b"1 2 3 4": WA}),
    "nyesno": (b"YES no\n", {b"yes\nNO": AC, b"yes yes": WA, b"yes": WA, b"yes maybe": PE}),
    "pointscmp": (b"1\n", {b"2": AC, b"1.25": WA, b"1": WA, b"9": AC, b"x": PE}),
    # It decides the score of another program.
    "pointsinfo": (b"1\n", {b"1": JE}),
    "rcmp": (b"1.0\n", {b"1.000001": AC, b"1.000002": WA, b"": PE}),
    "rcmp4": (b"1 1000\n", {b"1.00009\n1000.09": AC, b"1 1001": WA, b"1": PE}),
    "rcmp6": (b"1 1000\n", {b"1.0000009 1000.0009": AC, b"1 1000.01": WA}),
    "rcmp9": (b"1\n", {b"1.0000000009": AC, b"1.00000001": WA}),
    "rncmp": (b"1 2\n", {b"1.00001 2": AC, b"1 2.00002": WA, b"1 2 3": PE}),
    "uncmp": (b"1 2 3\n", {b"3 1 2": AC, b"3 1 1": WA, b"3 1": WA}),
    "wcmp": (b"a b\n", {b"a\n\nb": AC, b"a B": WA, b"a": WA}),
    "yesno": (b"YES\n", {b"yes": AC, b"No": WA, b"maybe": PE, b"yes yes": PE}),
}


@pytest.fixture
def public_testlib(quick_testlib: None) -> Path:
    return TESTLIB


def test_all_of_its_checkers_are_tried(public_testlib: Path) -> None:
    assert set(TOLD) == {path.stem for path in (public_testlib / "checkers").glob("*.cpp")}


@pytest.mark.parametrize("name", TOLD)
def test_a_checker_of_testlib_accepts_and_refuses(
    name: str, public_testlib: Path, tmp_path: Path, runner: Runner
) -> None:
    (tmp_path / "problem").mkdir()
    shutil.copy(public_testlib / "checkers" / f"{name}.cpp", tmp_path / "problem" / "check.cpp")
    for suffix in ("in", "out"):
        (tmp_path / "problem" / f"1.{suffix}").write_bytes(b"\n")
    (case,), _ = read_cases(tmp_path, bounds=Bounds(within=(tmp_path,), testlib=public_testlib / "testlib.h"))
    assert case.checker
    assert case.checker.protocol == "testlib"
    language = read_settings(tmp_path).languages[".cpp"]
    program = prepare(replace(case.checker.program, language=language), runner)
    assert not isinstance(program, Unready), program
    answer, outputs = TOLD[name]
    test = make_test(input=b"\n", answer=answer)
    told = {output: brought.check(case.checker, program, test, output, runner) for output in outputs}
    assert {output: judgement.verdict for output, judgement in told.items()} == outputs
    assert all(judgement.said for judgement in told.values())


def test_points_of_a_checker_are_a_part_of_the_whole(public_testlib: Path, tmp_path: Path) -> None:
    (tmp_path / "solutions").mkdir()
    (tmp_path / "cases").mkdir()
    (tmp_path / "pyproject.toml").write_text(f'[tool.judge]\ntestlib = "{public_testlib}/testlib.h"\n')
    shutil.copy(public_testlib / "checkers" / "pointscmp.cpp", tmp_path / "cases")
    (tmp_path / "cases" / "p.yaml").write_text(
        "problem: p\nformat: text\ntime: 10s\nmemory: 256MiB\nchecker: pointscmp.cpp\npoints: 2\n"
        'cases:\n  - {id: a, input: "1", output: "3"}\n'
    )
    facts = '# judge: {format: text, expect: {"*": [AC, WA]}}\n'
    for share in ("1.0", "2.5", "3.0"):
        (tmp_path / "solutions" / f"far_{share}.py").write_text(f"{facts}print({share})\n")
    done = run_here("run", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    scores = re.findall(r"far_(\S+).py +(..).*expected, (.*) points", done.stdout)
    assert scores == [("1.0", "AC", "2 of 2"), ("2.5", "WA", "0.5 of 2"), ("3.0", "WA", "0 of 2")]


@pytest.fixture
def package(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A project of one example: its submissions as solutions, all of it as the folder of its tests.

    A link of the repository is a file with the path in the copy.
    """
    example = EXAMPLES / request.param
    if not example.is_dir():
        pytest.skip("the examples are not here")
    shutil.copytree(example, tmp_path / "cases" / request.param)
    for path in (tmp_path / "cases").rglob("data/**/*.*"):
        text = path.read_bytes()
        if text.startswith(b"../"):
            path.chmod(0o600)
            path.write_bytes((path.parent / text.decode()).read_bytes())
    return tmp_path


# A Python that is gone, and what is to take minutes.
LEFT_OUT = shutil.ignore_patterns("different_py2.py", "slow_accepted")


def judged(root: Path, problem: str) -> Any:
    """Return the JSON of a run of all submissions whose language is installed."""
    shutil.copytree(EXAMPLES / problem / "submissions", root / "solutions" / problem, ignore=LEFT_OUT)
    run_here("run", "--json", "out.json", "--time", "0.5", cwd=root)
    return json.loads((root / "out.json").read_bytes())


@pytest.mark.parametrize("package", ["different"], indirect=True)
def test_a_validator_of_kattis_gives_every_submission_the_verdict_of_its_folder(package: Path) -> None:
    verdicts: dict[str, set[str]] = {}
    for case in judged(package, "different")["results"]:
        verdicts.setdefault(case["solution"], set()).add(case["verdict"])
        for test in case["tests"]:
            assert ("but submission output = " in test["checker"]) == (test["verdict"] == "WA"), test
    folders = {"accepted": "AC", "wrong_answer": "WA", "time_limit_exceeded": "TLE"}
    # Prolog has no row; its suffix is Perl's.
    spoken = {name: one for name, one in verdicts.items() if one != {"SK"} and "/prolog/" not in name}
    found = {name: one - {"AC"} or {"AC"} for name, one in spoken.items()}
    assert found == {name: {folders[name.split("/")[1]]} for name in found}
    assert {name.split("/")[1] for name in found} == set(folders)
