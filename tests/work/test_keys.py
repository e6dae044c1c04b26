"""Keys: the things that a result depends on, and no others."""

import os
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from documents import KNOWN
from filled import FULL_CASE, FULL_LANGUAGE, FULL_SOLUTION, INPUT_FILE
from helpers import FakeRunner, make_case, make_limits, make_run, make_solution
from msgspec.structs import replace
from variants import unnoticed

from judge.model.cases import Case
from judge.model.points import Group, Worth
from judge.model.programs import CheckerProgram, Language, Solution
from judge.model.verdicts import Verdict
from judge.platform import machine
from judge.platform.errors import InputErrors
from judge.platform.files import Stored, stamp_of, stored
from judge.running.languages.base import Unready
from judge.running.languages.compilation import Compilation, stamps
from judge.running.programs import Script
from judge.work import keys, slots
from judge.work.journal import Journal
from judge.work.keys import ResultKeys
from judge.work.slots import Programs

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
) -> ResultKeys:
    """One solution on one case, which is of so many tests."""
    return ResultKeys(
        [solution], [case], manner=manner, tool_of=lambda _: tool, number_of=lambda case, format: tests
    )


def key(known: ResultKeys, *, test: int = 1) -> str:
    return {asked.test: key for key, asked in known.list_requested()}[test]


def of_program(**changes: Any) -> str:
    return key(pairs(replace(SOLUTION, **changes)))


def of_case(**changes: Any) -> str:
    return key(pairs(case=replace(CASE, **changes)))


def of_checker(**changes: Any) -> set[str]:
    """The program unchanged, with its tool, and with each of the changes."""
    changed = [replace(CHECKER, **{name: value}) for name, value in changes.items()]
    return {of_case(checker=each) for each in (CHECKER, *changed)}


OTHER = replace(CHECKER, program=replace(CHECKER.program, digest="cdef"))
LUA = replace(SOLUTION.language, name="lua", flags=("-x",))
# Of each row of the page the keys that there are when it is changed.
CHANGED = {
    "the sandbox": {key(pairs(manner="cold"))},
    "the bytes of the program": {of_program(digest="4567")},
    "the name of the program": {
        key(pairs(replace(SOLUTION, name="done/adds.py"))),
        of_program(path=Path("solutions/other.py")),
    },
    "the format": {of_program(format="poj"), of_case(format="poj")},
    "the language": {of_program(language=LUA), of_program(interpreter="pypy3"), of_program(is_warm=True)},
    "the tool": {key(pairs(tool="PyPy"))},
    "the input": {of_case(input=b"1 3\n")},
    "the answer": {of_case(answer=b"3"), of_case(answer=b""), of_case(answer=None)},
    "the rule": {of_case(compare="tokens"), of_case(any_answer=True)},
    "the checker": of_checker(program=OTHER.program, protocol="kattis", arguments=("x",)),
    "the interactor": {of_case(interactor=CHECKER), of_case(interactor=OTHER), of_case(passes=2)},
    "the memory limit": {of_case(limits=make_limits(memory_bytes=1))},
    "the output limit": {of_case(limits=make_limits(output_bytes=1))},
    "the file names": {of_case(input_name="a"), of_case(output_name="a")},
    "the arguments and files of the case": {of_case(arguments=("a",)), of_case(given=(("a", INPUT_FILE),))},
    "the points": {of_case(worth=Worth(points=1)), of_case(worth=Worth(points=1, groups=(Group(name="a"),)))},
    "the name of the case": {of_case(id="sum/large")},
    "the number of the test": {key(pairs(), test=2), key(pairs(tests=8))},
}


def rows() -> list[str]:
    text = KNOWN.read_text().partition("## What a result depends on")[2].partition("\n## ")[0]
    return re.findall(r"^\| (the [^|]*) \|", text, re.MULTILINE)


def test_the_page_has_a_row_for_all_that_a_result_hangs_on() -> None:
    assert set(rows()) == {*CHANGED, "the judge", "the machine"}


@pytest.mark.parametrize("what", CHANGED)
def test_what_has_changed_has_another_key(what: str) -> None:
    assert key(pairs()) not in CHANGED[what]


def test_no_two_changes_have_one_key() -> None:
    found = [key for own in CHANGED.values() for key in own]
    assert len(found) == len(set(found))


# Their bytes are in the digest, or they say what is expected, or where it is stated.
SOLUTION_OUT = {
    *("stamp", "source", "problems", "beside", "told_by", "faults"),
    *("known", "expectations", "rules", "grader"),
}
DECIDING = ("checker", "checker.others", "interactor", "interactor.others")
# The key is of the bytes of a case; scorers count the points of whole groups, from results. A program finds
# its grader, and a folder of outputs its cases, by itself. The limit of CPU time, with its factors, is
# compared with what was measured.
CASE_OUT = {
    *("title", "path", "stamp", "line", "beside", "limits.cpu_s", "output_only", "expectations", "grader"),
    *(f"{who}.program.{name}" for who in DECIDING for name in {*SOLUTION_OUT, "name"}),
    *("checker.others.others", "interactor.others.others", "scorers", "time_factors"),
}


def whole_key(solution: Solution, case: Case) -> str:
    """The key does not depend on the problems that the solution belongs to."""
    return pairs(solution, case)._key(solution.name, case.id, 1, 9)


def test_every_part_of_a_case_is_in_the_key_or_has_a_reason_not_to_be() -> None:
    assert unnoticed(FULL_CASE, lambda case: whole_key(FULL_SOLUTION, case), CASE_OUT) == CASE_OUT


def test_every_part_of_a_solution_is_in_the_key_or_has_a_reason_not_to_be() -> None:
    found = unnoticed(FULL_SOLUTION, lambda solution: whole_key(solution, FULL_CASE), SOLUTION_OUT)
    assert found == SOLUTION_OUT


def test_a_program_is_made_again_where_anything_that_it_is_made_of_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The digest covers the bytes of its other files and its grader."""
    made = (Script(code=b"", filename=str(number)) for number in count())
    monkeypatch.setattr(slots, "prepare", lambda solution, runner: next(made))
    programs, runner = Programs(), FakeRunner(make_run)
    out = {*SOLUTION_OUT, "name", "output_only"}

    def made_of(solution: Solution) -> object:
        return programs.get(replace(solution, faults=(), output_only=False), runner)

    assert unnoticed(FULL_SOLUTION, made_of, out) == out


def test_every_part_of_a_language_is_in_the_key_of_a_build() -> None:
    sources = (("main.lua", b"print(3)"), ("part.lua", b""))
    tools = {"lua": Path(__file__), "luac": Path(os.__file__)}

    def of(language: Language = FULL_LANGUAGE, **changes: Any) -> str:
        parts = {"sources": sources, "tools": tools, **changes}
        return Compilation(language, parts["sources"], FakeRunner(make_run), parts["tools"])._key()

    assert unnoticed(FULL_LANGUAGE, of) == set()
    assert unnoticed(sources[1:], lambda beside: of(sources=(sources[0], *beside))) == set()
    assert unnoticed(b"print(3)", lambda own: of(sources=(("main.lua", own), *sources[1:]))) == set()
    assert of(tools={**tools, "lua": Path(re.__file__)}) != of()


@pytest.mark.parametrize(
    "change",
    [
        lambda tool: tool.write_bytes(b"longer"),
        lambda tool: os.utime(tool, ns=(0, tool.stat().st_mtime_ns + 1)),
        lambda tool: tool.rename(tool.with_name("moved")) and tool.symlink_to("moved"),
    ],
    ids=["size", "time", "place"],
)
def test_another_tool_has_another_stamp(change: Callable[[Path], object], tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_bytes(b"tool")
    before = stamps([tool])
    change(tool)
    assert stamps([tool]) != before


def test_another_judge_has_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key(pairs())
    monkeypatch.setattr(keys, "digest_judge", lambda: "another")
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
        keys.digest_judge.cache_clear()
        found.append(keys.digest_judge())

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
        keys.digest_judge.cache_clear()


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
    assert list(known.list_requested()) == []


def test_no_byte_of_a_case_is_read_before_its_first_result(tmp_path: Path) -> None:
    """Nor of any other: a pipe without a writer would be waited for."""
    os.mkfifo(tmp_path / "a")
    stamp = stamp_of(tmp_path / "a")
    case = replace(CASE, input=Stored(tmp_path / "a", stamp), answer=Stored(tmp_path / "gone", stamp))
    known = pairs(case=case)
    assert known.count_tests("adds.py", "sum/small") == 9
    journal = Journal(tmp_path, known)
    assert journal.resume() == ()
    journal.close(finished=True)


def test_a_case_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"1 2\n")
    read: list[object] = []
    digest = keys.digest
    monkeypatch.setattr(keys, "digest", lambda content: read.append(content) or digest(content))
    several = [replace(SOLUTION, name=name) for name in ("a.py", "b.py")]
    known = ResultKeys(several, [CASE], manner="", tool_of=lambda _: "", number_of=lambda case, format: 9)
    assert len(list(known.list_requested())) == 18
    assert read == [CASE.input, CASE.answer]


def test_the_machine_is_the_same_in_another_process_and_has_no_name_of_the_host() -> None:
    assert os.uname().release in machine.identity()
    assert machine.processor() in machine.identity()
    assert repr(os.uname().nodename) not in machine.identity()


def test_what_is_at_fault_or_runs_no_program_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "prepare", lambda solution, runner: pytest.fail("it was made"))
    for solution, verdict in (
        (FULL_SOLUTION, Verdict.JE),
        (replace(FULL_SOLUTION, faults=(), output_only=True), Verdict.SK),
    ):
        made = Programs().get(solution, FakeRunner(make_run))
        assert isinstance(made, Unready)
        assert made.verdict is verdict
