"""Every limit one below, at and one above: a value at the limit keeps it."""

import math
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any

import pytest
from helpers import make_case, make_limits, make_result, make_run, make_solution, make_test, write_files
from msgspec.structs import replace

from judge.cases.folders import MOST_GIVEN
from judge.cases.guard import check_cases
from judge.cases.loader import read_cases
from judge.checkers import result_readers, sites, values
from judge.checkers.rules import checker_of
from judge.model.programs import CheckerProgram
from judge.model.runs import Ending
from judge.model.verdicts import Verdict
from judge.packages import names, xmltree
from judge.platform.errors import InputErrors
from judge.platform.files import stored, whole
from judge.running.endings import FLOOR_BYTES, Measured, ending_of
from judge.running.languages import classes
from judge.work import batches
from judge.work.earlier import still_holds
from judge.work.messages import RunMessage
from judge.work.runs import load_output
from judge.work.task_results import Task, is_near_limit

LIMITS = make_limits(cpu_s=0.25, memory_bytes=64 << 20, output_bytes=1000)
REPORT = Measured(0, 0.1, 0.2, 0, 1 << 20, "", "", None, 10, 0)
CHECKER = CheckerProgram(program=make_solution(name="check.py"), protocol="kattis")


def measured(name: str, limits: Any = LIMITS) -> Callable[[float], bool]:
    """Return a test of whether a run with this amount stays within its limits."""
    return lambda value: ending_of(replace(REPORT, **{name: value}), limits)[0] is Ending.FINISHED


def accepted(rule: str, answer: bytes, output: Callable[[Any], bytes]) -> Callable[[Any], bool]:
    def is_accepted(value: Any) -> bool:
        judgement = checker_of(rule)(make_test(answer=answer), output(value))
        return judgement is not None and judgement.verdict is Verdict.AC

    return is_accepted


def understood(read: Callable[[float], object]) -> Callable[[float], bool]:
    def is_understood(value: float) -> bool:
        try:
            read(value)
        except (ValueError, InputErrors):
            return False
        return True

    return is_understood


def scored(word: Callable[[float], str], points: float = 1.0) -> Callable[[float], object]:
    """Return a validator that gives this many points, or a share of them."""
    return lambda value: result_readers.read_icpc(
        make_run(exit_code=42, left=(("score.txt", word(value).encode()),)), points
    )


def was_far(cpu_s: float) -> bool:
    return not is_near_limit(make_run(cpu_s=cpu_s), make_limits(cpu_s=1))


def is_sure_slow(slept_s: float) -> bool:
    """Return whether a run of 22 s of CPU time that slept this long is also too slow under a 10 s limit."""
    slow = replace(make_result(verdict=Verdict.TLE), cpu_s=22.0, wall_s=22.0 + slept_s)
    return still_holds(slow, 20, make_limits(cpu_s=10))


def elements(depth: int) -> bytes:
    return b"<a>" * depth + b"</a>" * depth


def loaded(data: bytes) -> object:
    return xmltree.load(data, Path("a.xml"))


def travel(size: int) -> bool:
    """Return whether two tests, each with half of these bytes, form one batch."""
    test = replace(make_test(), input=bytes(size - size // 2), answer=b"")
    solution, forming = make_solution(), batches.BatchBuilder()
    calls = [
        batches.Call(RunMessage(Task(solution=solution, test=each)), None)  # type: ignore[arg-type]
        for each in (test, replace(test, input=bytes(size // 2)))
    ]
    return not any([*forming.add(call)] for call in calls)


def is_in_order(files: Callable[[Any], dict[str, str]]) -> Callable[[Any], bool]:
    """Return a test of whether cases with these files have no fault."""

    def has_no_fault(value: Any) -> bool:
        with TemporaryDirectory() as place:
            write_files(Path(place), files(value))
            return not read_cases(Path(place))[1]

    return has_no_fault


def files_for(count: int) -> dict[str, str]:
    return {"p/1.in": "", "p/1.ans": "", **{f"p/1.files/{number}": "" for number in range(count)}}


def starred(count: int) -> dict[str, str]:
    below = "p/" + "a/" * (count - 1)
    pattern = f"{'*/' * (count - 1)}*.in"
    return {"p.yaml": f"problem: p\ntests: '{pattern}'\n", f"{below}1.in": "", f"{below}1.ans": ""}


def is_small(size: int) -> bool:
    """Return whether a file of this size is accepted under a limit of 1,000 bytes."""
    with NamedTemporaryFile() as file:
        file.truncate(size)
        try:
            content = stored(Path(file.name), 1000)
        except OSError:
            return False
        return len(whole(content, 1000)) == size


def worth(points: int) -> dict[str, str]:
    sheet = f"accept_score: {points}\ngrader_flags: sum\n"
    return {"p.yaml": "problem: p\n", "p/testdata.yaml": sheet, "p/1.in": "", "p/1.ans": ""}


def waits(count: int) -> bool:
    """Return whether this many calls do not yet fill a batch."""
    task, forming = Task(solution=make_solution(), test=make_test()), batches.BatchBuilder()
    call = batches.Call(RunMessage(task), None)  # type: ignore[arg-type]
    return not [batch for _ in range(count) for batch in forming.add(call)]


def has_room(size: int) -> bool:
    """Return whether an answer of this size is allowed under an output limit of 1,000 bytes."""
    return not [*check_cases([replace(make_case(answer=bytes(size)), limits=LIMITS)])]


def is_taken(size: int) -> bool:
    solution = replace(make_solution(), beside=(("sum/small", bytes(size)),))
    return load_output(make_test(limits=LIMITS), solution).ending is Ending.FINISHED


# The last value that keeps the limit.
EDGES: dict[str, tuple[Callable[[Any], bool], float]] = {
    "CPU time": (measured("cpu_s"), 0.25),
    "memory": (measured("peak_bytes"), 64 << 20),
    "the least memory": (measured("peak_bytes", make_limits(memory_bytes=1)), FLOOR_BYTES),
    "stdout": (measured("stdout_bytes"), 1000),
    "stderr": (measured("stderr_bytes"), 16 << 20),
    "much stderr": (measured("stderr_bytes", make_limits(output_bytes=20 << 20)), 20 << 20),
    "files": (measured("filed_bytes"), 1000),
    "a file": (lambda value: measured("taken_bytes")((("a", value),)), 1000),
    "far from the limit": (was_far, math.nextafter(0.8, 0)),
    "too near to be stopped": (lambda cpu_s: not was_far(cpu_s), math.nextafter(1.1, 0)),
    "slept": (is_sure_slow, 10),
    "an answer": (has_room, 1000),
    "an output in a file": (is_taken, 1000),
    "an absolute bound": (accepted("float abs 0.5", b"1", lambda value: repr(value).encode()), 1.5),
    "a relative bound": (accepted("float rel 0.5", b"4", lambda value: repr(value).encode()), 6.0),
    "a value": (accepted("value", b"2.0", lambda value: repr(value).encode()), 2.00001),
    "a large value": (accepted("value", b"1000000.0", lambda value: repr(value).encode()), 1000000.001),
    "a long value": (
        accepted("value", b"[1]", lambda size: b"[ 1]".ljust(size)),
        values._LONGER * 3 + values._AT_LEAST,
    ),
    "a long JSON": (accepted("json", b"[1]", lambda size: b"[1]".ljust(size)), sites._JSON_BYTES),
    "points": (understood(scored(repr, 2.0)), 2 * (1 + 1e-9)),
    "points of all": (understood(lambda value: result_readers.parse_number(b"%d" % value, "")), 10**9),
    "a share": (
        understood(lambda value: result_readers.read_cms(make_run(stdout=repr(value).encode()), 1.0)),
        1.0,
    ),
    "words": (lambda size: b"left out" not in result_readers.cut_message(b"x" * size), 8 << 10),
    "a name": (lambda size: names.make_name("A" * size) == "A" * size, 60),
    "levels of XML": (
        understood(lambda depth: xmltree.load(elements(depth), Path("a.xml"))),
        xmltree.MAX_DEPTH,
    ),
    "bytes of a batch": (travel, batches._BATCH_BYTES),
    "calls of a batch": (waits, batches.BATCH_CALLS - 1),
    "bytes of a file": (is_small, 1000),
    "files for a program": (is_in_order(files_for), MOST_GIVEN),
    "stars of a pattern": (is_in_order(starred), 4),
    "points of a test": (is_in_order(worth), 10**9),
    "a class": (
        lambda size: classes.classes_of(b"public class %b {}" % (b"A" * size)).named != "Main",
        classes._LONGEST,
    ),
}


@pytest.mark.parametrize("name", EDGES)
def test_the_last_value_that_keeps_a_limit_is_the_limit(name: str) -> None:
    keeps, last = EDGES[name]
    if isinstance(last, float):
        below, above = math.nextafter(last, 0), math.nextafter(last, math.inf)
    else:
        below, above = last - 1, last + 1
    assert [keeps(below), keeps(last), keeps(above)] == [True, True, False]
