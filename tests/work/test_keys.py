"""Keys: what a result hangs on, and what not."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from documents import KNOWN
from helpers import make_case, make_limits, make_solution
from msgspec.structs import fields, replace

from judge import machine
from judge.errors import Fault, InputErrors
from judge.files import stamp_of, stored
from judge.model import Case, CheckerProgram, Grader, Solution, Stored
from judge.verdicts import Expectation, Rule, Verdict
from judge.work import keys
from judge.work.journal import Journal
from judge.work.keys import Pairs
from judge.worth import Group, Worth

SOLUTION = replace(make_solution(), digest="0123")
CASE = make_case()
CHECKER = CheckerProgram(program=replace(make_solution(name="check.py"), digest="89ab"), protocol="testlib")


def pairs(
    solution: Solution = SOLUTION,
    case: Case = CASE,
    *,
    manner: str = "warm",
    tool: str = "Python",
    tests: int = 9,
) -> Pairs:
    """One solution on one case, which is of so many tests."""
    return Pairs(
        [solution], [case], manner=manner, tool_of=lambda _: tool, number_of=lambda case, format: tests
    )


def key(known: Pairs, *, test: int = 1) -> str:
    return {asked.test: key for key, asked in known.asked()}[test]


def of_program(**changes: Any) -> str:
    return key(pairs(replace(SOLUTION, **changes)))


def of_case(**changes: Any) -> str:
    return key(pairs(case=replace(CASE, **changes)))


def of_checker(**changes: Any) -> set[str]:
    """As it is, with what runs it, and with each of the changes."""
    changed = [replace(CHECKER, **{name: value}) for name, value in changes.items()]
    return {of_case(checker=each) for each in (CHECKER, *changed)}


OTHER = replace(CHECKER, program=replace(CHECKER.program, digest="cdef"))
INPUT_FILE = stored(Path(__file__))
LUA = replace(SOLUTION.language, name="lua", flags=("-x",))
# Of each row of the page the keys that there are when it is changed.
CHANGED = {
    "the manner": {key(pairs(manner="cold"))},
    "the bytes of the program": {of_program(digest="4567")},
    "the name of the program": {
        key(pairs(replace(SOLUTION, name="done/adds.py"))),
        of_program(path=Path("solutions/other.py")),
    },
    "the format": {of_program(format="poj"), of_case(format="poj")},
    "the language": {of_program(language=LUA), of_program(interpreter="pypy3")},
    "the tool": {key(pairs(tool="PyPy"))},
    "the input": {of_case(input=b"1 3\n")},
    "the answer": {of_case(answer=b"3"), of_case(answer=b""), of_case(answer=None)},
    "the rule": {of_case(compare="tokens"), of_case(any_answer=True)},
    "the checker": of_checker(program=OTHER.program, protocol="kattis", arguments=("x",)),
    "the interactor": {of_case(interactor=CHECKER), of_case(interactor=OTHER), of_case(passes=2)},
    "the memory limit": {of_case(limits=make_limits(memory_bytes=1))},
    "the output limit": {of_case(limits=make_limits(output_bytes=1))},
    "the file names": {of_case(input_name="a"), of_case(output_name="a")},
    "the words and files of the case": {of_case(arguments=("a",)), of_case(given=(("a", INPUT_FILE),))},
    "the points": {of_case(worth=Worth(points=1)), of_case(worth=Worth(points=1, groups=(Group(name="a"),)))},
    "the name of the case": {of_case(id="sum/large")},
    "the number of the test": {key(pairs(), test=2), key(pairs(tests=8))},
}


def rows() -> list[str]:
    text = KNOWN.read_text().partition("## What a result hangs on")[2].partition("\n## ")[0]
    return re.findall(r"^\| (the [^|]*) \|", text, re.MULTILINE)


def test_the_page_has_a_row_for_all_that_a_result_hangs_on() -> None:
    assert set(rows()) == {*CHANGED, "the judge", "the machine"}


@pytest.mark.parametrize("what", CHANGED)
def test_what_has_changed_has_another_key(what: str) -> None:
    assert key(pairs()) not in CHANGED[what]


def test_no_two_changes_have_one_key() -> None:
    found = [key for own in CHANGED.values() for key in own]
    assert len(found) == len(set(found))


OTHER_FILE = Stored(Path("other.h"), CASE.stamp)
EXPECTATION = Expectation(pattern="*", verdicts=(Verdict.WA,))
# Of each field of a case and of a solution another value: those in a key, and those in none, whose bytes are
# in the digest, who say what is expected, or where it stands.
CASES_IN: dict[str, Any] = {
    "id": "sum/large",
    "format": "poj",
    "input": b"",
    "answer": b"",
    "any_answer": True,
    "compare": "tokens",
    "checker": CHECKER,
    "worth": Worth(points=1),
    "input_name": "in.txt",
    "output_name": "out.txt",
    "interactor": CHECKER,
    "passes": 2,
    "arguments": ("a",),
    "given": (("a", INPUT_FILE),),
}
CASES_OUT: dict[str, Any] = {
    "problem": "Sums",
    "limits": make_limits(cpu_s=2),
    "path": Path("elsewhere.yaml"),
    "stamp": OTHER_FILE.stamp,
    "line": 7,
    "beside": (OTHER_FILE,),
    "expectations": (EXPECTATION,),
    "grader": Grader(module="sum", files=()),
    "output_only": True,
}
SOLUTIONS_IN: dict[str, Any] = {
    "name": "done/adds.py",
    "path": Path("other.py"),
    "digest": "4567",
    "format": "poj",
    "interpreter": "pypy3",
    "language": LUA,
    "output_only": True,
}
SOLUTIONS_OUT: dict[str, Any] = {
    "stamp": OTHER_FILE.stamp,
    "source": "a book",
    "expectations": (EXPECTATION,),
    "problems": ("sum",),
    "beside": (("other.h", OTHER_FILE),),
    "faults": (Fault(Path("adds.py"), 1, "wrong"),),
    "rules": (Rule(required=(Verdict.WA,)),),
    "told_by": "path",
    "known": (EXPECTATION,),
    "grader": Grader(module="sum", files=()),
}


def test_every_field_of_a_case_is_in_the_key_or_has_a_reason_not_to_be() -> None:
    assert {field.name for field in fields(Case)} == {*CASES_IN, *CASES_OUT}
    assert [name for name, value in CASES_IN.items() if of_case(**{name: value}) == key(pairs())] == []
    assert [name for name, value in CASES_OUT.items() if of_case(**{name: value}) != key(pairs())] == []


def test_every_field_of_a_solution_is_in_the_key_or_has_a_reason_not_to_be() -> None:
    assert {field.name for field in fields(Solution)} == {*SOLUTIONS_IN, *SOLUTIONS_OUT}
    assert [name for name, value in SOLUTIONS_IN.items() if of_program(**{name: value}) == key(pairs())] == []
    assert [
        name for name, value in SOLUTIONS_OUT.items() if of_program(**{name: value}) != key(pairs())
    ] == []


def test_another_judge_has_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key(pairs())
    monkeypatch.setattr(keys, "own", lambda: "another")
    assert key(pairs()) != before


def test_another_machine_has_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key(pairs())
    monkeypatch.setattr(machine, "identity", lambda: "another")
    assert key(pairs()) != before


def test_a_judge_is_another_by_its_version_and_by_every_byte_and_name_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "_JUDGE", tmp_path)
    found = []

    def look() -> None:
        keys.own.cache_clear()
        found.append(keys.own())

    try:
        for write in (
            lambda: None,
            lambda: (tmp_path / "a.py").write_text("1"),
            lambda: (tmp_path / "a.py").write_text("2"),
            lambda: (tmp_path / "a.py").rename(tmp_path / "b.py"),
            lambda: (tmp_path / "room").mkdir(),
            lambda: (tmp_path / "room" / "launcher.c").write_text(""),
        ):
            write()
            look()
        assert len(set(found)) == len(found) - 1, "an empty folder is nothing"
        (tmp_path / "__pycache__").mkdir()
        (tmp_path / "__pycache__" / "b.pyc").write_text("")
        look()
        monkeypatch.setattr(keys, "__version__", "0.0.0")
        look()
        assert found[-3] == found[-2] != found[-1]
    finally:
        keys.own.cache_clear()


def test_bytes_cannot_wander_from_the_input_to_the_answer() -> None:
    assert of_case(input=b"1 2", answer=b"3") != of_case(input=b"1 ", answer=b"23")


def test_bytes_are_the_same_wherever_they_lie(tmp_path: Path) -> None:
    """The key is of the bytes, not of the file: a copy or a touch changes nothing."""
    found = set()
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"1 2\n" * (1 << 20))
        for content in (stored(tmp_path / name), b"1 2\n" * (1 << 20)):
            found.add(of_case(input=content))
            assert of_case(answer=content) not in found
    assert len(found) == 1


def test_a_file_that_is_not_what_it_was_has_no_key(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1 2\n")
    known = pairs(case=replace(CASE, input=stored(tmp_path / "a")))
    (tmp_path / "a").write_bytes(b"1 2 3\n")
    with pytest.raises(InputErrors, match="changed"):
        known.key("adds.py", "sum/small", 1)
    assert list(known.asked()) == []


def test_no_byte_of_a_case_is_read_before_its_first_result(tmp_path: Path) -> None:
    """Nor of any other: a pipe without a writer would be waited for."""
    os.mkfifo(tmp_path / "a")
    stamp = stamp_of(tmp_path / "a")
    case = replace(CASE, input=Stored(tmp_path / "a", stamp), answer=Stored(tmp_path / "gone", stamp))
    known = pairs(case=case)
    assert known.total("adds.py") == 9
    journal = Journal(tmp_path, known)
    assert journal.resume() == ()
    journal.close(finished=True)


def test_a_case_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"1 2\n")
    read: list[object] = []
    digest = keys.digest
    monkeypatch.setattr(keys, "digest", lambda content: read.append(content) or digest(content))
    several = [replace(SOLUTION, name=name) for name in ("a.py", "b.py")]
    known = Pairs(several, [CASE], manner="", tool_of=lambda _: "", number_of=lambda case, format: 9)
    assert len(list(known.asked())) == 18
    assert read == [CASE.input, CASE.answer]


def test_the_machine_is_the_same_in_another_process_and_has_no_name_of_the_host() -> None:
    assert os.uname().release in machine.identity()
    assert machine.processor() in machine.identity()
    assert repr(os.uname().nodename) not in machine.identity()
