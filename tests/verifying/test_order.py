"""`judge verify` on the order of tests, their groups, and the validators of answers."""

from pathlib import Path

from helpers import ADDS, write_files, write_project
from verified import verify

TESTS = {
    f"{name}.{kind}": text
    for name, one in (("1", 1), ("2", 2), ("10", 3))
    for kind, text in (("in", f"{one} 1\n"), ("ans", f"{one + 1}\n"))
}
# An answer is one number without a sign, and not smaller than the first number of the input.
CHECKS_ANSWER = """\
import re, sys
first = int(open(sys.argv[1]).read().split()[0])
answer = sys.stdin.read()
sys.exit(42 if re.fullmatch("[0-9]+\\n", answer) and int(answer) >= first else 43)
"""


def make(root: Path, sheet: str = "problem: Sum\n", **files: str) -> Path:
    root = write_project(root, solutions={"adds.py": ADDS}, cases={"sum.yaml": sheet})
    write_files(root / "cases" / "sum", {**TESTS, **files})
    return root


def messages(found: dict[str, dict[str, list[dict[str, str]]]], check: str) -> list[str]:
    return [flaw["message"] for flaw in found[check]["flaws"]]


def test_samples_come_before_other_tests(tmp_path: Path) -> None:
    entries = "".join(f'  - {{id: {name}, input: "1 1", output: "2"}}\n' for name in ("a", "sample", "b"))
    root = write_project(
        tmp_path, solutions={"adds.py": ADDS}, cases={"sum.yaml": f"problem: Sum\ncases:\n{entries}"}
    )
    code, found = verify(root, "--only", "samples")
    assert (code, messages(found, "samples")) == (
        1,
        ["expected samples before other tests, got sum/sample after sum/a"],
    )


def test_the_order_of_names_is_only_noted(tmp_path: Path) -> None:
    sample = {"sample.in": "5 5\n", "sample.ans": "10\n"}
    code, found = verify(make(tmp_path / "flat", **sample), "--only", "samples")
    assert (code, found["samples"]["notes"]) == (
        0,
        ["samples after other tests, which exports put first: sum/sample"],
    )
    nested = {f"{'sample' if name[:2] == '1.' else 'secret'}/{name}": text for name, text in TESTS.items()}
    root = write_project(tmp_path / "nested", solutions={"adds.py": ADDS}, cases={})
    write_files(root / "cases" / "sum", nested)
    code, found = verify(root, "--only", "samples")
    assert (code, found["samples"]["message"], found["samples"]["notes"]) == (0, "1 sample", [])


def test_groups_hold_what_their_points_say(tmp_path: Path) -> None:
    whole = "groups: {'?': {points: 40, count: min}, '10': {points: 60, count: min, requires: ['?']}}\n"
    code, found = verify(make(tmp_path / "sound", whole), "--only", "groups")
    assert (code, found["groups"]["message"]) == (0, "2 groups, 3 tests")
    early = "groups: {'1': {points: 40, requires: ['10']}, '10': {points: 60}}\n"
    code, found = verify(make(tmp_path / "early", early), "--only", "groups")
    assert (code, messages(found, "groups")) == (
        1,
        [
            "expected a group with points for each test, got none for sum/2",
            "expected the tests that the group 1 requires before its own, got sum/10 after sum/1",
        ],
    )


def test_an_accepted_program_gets_the_stated_points(tmp_path: Path) -> None:
    root = make(tmp_path)
    stated = "accept_score: 10\nrange: 0 100\ngrader_flags: sum\n"
    write_files(root / "cases" / "sum", {"testdata.yaml": stated})
    code, found = verify(root, "--only", "groups")
    assert (code, messages(found, "groups")) == (
        1,
        ["expected 100 points, got 30 with every test accepted"],
    )


def test_validators_of_answers_see_the_input_and_refuse_answers(tmp_path: Path) -> None:
    root = make(tmp_path, **{"answer_validators/grows.py": CHECKS_ANSWER})
    code, found = verify(root, "--only", "answers")
    assert (code, found["answers"]["message"]) == (0, "3 answers accepted by grows.py")
    write_files(root / "cases" / "sum", {"10.ans": "2\n"})
    code, found = verify(root, "--only", "answers")
    assert code == 1
    assert messages(found, "answers") == [
        "expected an answer that grows.py accepts, got a refusal: exit code 43"
    ]
