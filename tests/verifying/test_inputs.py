"""`judge verify` on inputs and answers: what it fails, what it only notes, and what it skips."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fields import rows
from helpers import ADDS, REPOSITORY, run_here, write_files, write_project
from msgspec.json import schema
from verified import verify

from judge.show.findings_report import VerifyDocument

STRICT = """\
import re, sys
data = sys.stdin.buffer.read()
assert re.fullmatch(rb"(0|[1-9][0-9]{0,3}) (0|[1-9][0-9]{0,3})\\n", data), "expected two numbers"
"""
LENIENT = "a, b = map(int, input().split())\nassert 0 <= a and 0 <= b\n"
TESTS = {"1.in": "1 2\n", "1.out": "3\n", "2.in": "7 8\n", "2.out": "15\n"}


def make_project(root: Path, **files: str) -> Path:
    root = write_project(root, solutions={"adds.py": ADDS}, cases={})
    write_files(root / "cases" / "sum", {**TESTS, **files})
    return root


@pytest.mark.slow
def test_a_strict_validator_has_no_flaw(tmp_path: Path) -> None:
    code, found = verify(make_project(tmp_path, **{"validator.py": STRICT}))
    assert code == 0
    assert found["stored-inputs"]["message"] == "2 inputs accepted by validator.py"
    assert [found[name]["status"] for name in ("changed-inputs", "random-inputs", "answers")] == [
        "passed"
    ] * 3
    assert found["changed-inputs"]["notes"] == []
    assert found["invalid-inputs"]["status"] == "skipped"


def test_a_lenient_validator_is_shown_the_shortest_input_that_it_should_reject(tmp_path: Path) -> None:
    root = make_project(tmp_path, **{"validator.py": LENIENT})
    code, found = verify(root, "--only", "changed-inputs")
    assert code == 1
    told = {flaw["data"]: flaw["message"] for flaw in found["changed-inputs"]["flaws"]}
    assert told["1 2 \n"] == "expected a refusal of sum/1 with a blank at the end of line 1, got it accepted"
    assert {" 1 2\n", "1  2\n", "01 2\n", "99999999999999999999 2\n"} < told.keys()
    assert (
        "validator.py accepts an input with CRLF at the end of each line" in found["changed-inputs"]["notes"]
    )
    shown = run_here("verify", "--only", "changed-inputs", cwd=root).stdout
    assert "      1·2·↵\n" in shown
    assert shown.endswith("1 check: 1 failed; 3 notes\n")


def test_a_refused_input_fails(tmp_path: Path) -> None:
    root = make_project(tmp_path, **{"validator.py": STRICT, "3.in": "1 2 3\n", "3.out": "6\n"})
    code, found = verify(root, "--only", "stored-inputs")
    (flaw,) = found["stored-inputs"]["flaws"]
    assert (code, flaw["path"]) == (1, "cases/sum/3.in")
    assert flaw["message"].endswith("got a refusal: AssertionError: expected two numbers")


@pytest.mark.slow
def test_an_input_in_invalid_input_must_be_rejected_and_is_no_test(tmp_path: Path) -> None:
    large = {
        "validator.py": STRICT,
        "invalid_input/large.in": "10000 1\n",
        "invalid_input/g/low.in": "-1 1\n",
    }
    root = make_project(tmp_path, **large)
    code, found = verify(root)
    assert (code, found["invalid-inputs"]["message"]) == (0, "2 inputs rejected")
    assert "ignored" not in run_here("check", cwd=root).stdout
    assert "invalid" not in run_here("run", cwd=root).stdout
    write_files(root / "cases" / "sum", {"invalid_input/fine.in": "1 1\n"})
    code, found = verify(root, "--only", "invalid-inputs")
    assert code == 1
    assert [flaw["path"] for flaw in found["invalid-inputs"]["flaws"]] == ["cases/sum/invalid_input/fine.in"]


def test_a_crash_on_random_bytes_comes_with_a_small_input(tmp_path: Path) -> None:
    dies = "import os, sys\nif max(sys.stdin.buffer.read()) > 127:\n    os.kill(os.getpid(), 11)\n"
    code, found = verify(make_project(tmp_path, **{"validator.py": dies}), "--only", "random-inputs")
    assert code == 1
    (flaw,) = found["random-inputs"]["flaws"]
    assert "SIGSEGV" in flaw["message"]
    assert flaw["data_bytes"] <= 2


def test_equal_tests_and_missing_answers_fail(tmp_path: Path) -> None:
    code, found = verify(make_project(tmp_path, **{"3.in": "1 2\n", "3.out": "3\n", "4.in": "9 9\n"}))
    assert code == 1
    (again,), (missing,) = found["repeated-tests"]["flaws"], found["answers"]["flaws"]
    assert (again["path"], again["message"]) == ("cases/sum/3.in", "expected each test once, got sum/1 again")
    assert missing["path"] == "cases/sum/4.in"
    assert found["stored-inputs"]["message"] == "the problem has no validator"


def test_a_validator_that_does_not_compile_fails_every_check_that_needs_it(tmp_path: Path) -> None:
    code, found = verify(make_project(tmp_path, **{"validator.py": "print(\n"}))
    assert code == 1
    assert [found[name]["status"] for name in ("stored-inputs", "answers")] == ["failed", "passed"]


def test_the_junit_report_has_a_testcase_for_each_check(tmp_path: Path) -> None:
    root = make_project(tmp_path, **{"validator.py": LENIENT})
    run_here("verify", "--junit", "v.xml", cwd=root)
    (suite,) = ElementTree.parse(root / "v.xml").getroot()
    failed = [each.get("name") for each in suite if each.find("failure") is not None]
    assert (suite.get("name"), failed) == ("sum", ["changed-inputs"])


def test_unknown_words_get_a_line(tmp_path: Path) -> None:
    root = make_project(tmp_path)
    for words, message in (
        (("sun",), "expected one of the problems"),
        (("--only", "no"), "--only: expected one"),
    ):
        done = run_here("verify", *words, cwd=root)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr


def test_the_schema_and_the_page_know_every_field(tmp_path: Path) -> None:
    root = make_project(tmp_path, **{"validator.py": LENIENT})
    run_here("verify", "--json", "v.json", cwd=root)
    document = json.loads((root / "v.json").read_text())
    finding = next(each for each in document["checks"] if each["flaws"])
    definitions = schema(VerifyDocument)["$defs"]
    page = (REPOSITORY / "docs" / "json.md").read_text()
    for name, entry in (
        ("VerifyDocument", document),
        ("FindingEntry", finding),
        ("FlawEntry", finding["flaws"][0]),
    ):
        definition = definitions.pop(name)
        assert definition["properties"].keys() == entry.keys()
        head, fields = f"## {name}\n\n{definition['description']}\n\n", "\n".join(rows(definition))
        assert f"{head}| field | type | meaning |\n|---|---|---|\n{fields}\n" in page
    assert not definitions
