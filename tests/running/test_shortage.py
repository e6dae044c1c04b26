"""A machine that is short of processes: what could not start is tried again, then it is the judge's fault."""

import errno
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import LIMITS
from helpers import make_test, run_here, table_rows, write_files

from judge.checkers.decision import decide
from judge.model.runs import Ending
from judge.model.verdicts import Verdict
from judge.running import memfiles, shortage
from judge.running.programs import Part, Script
from judge.running.runner import Runner
from judge.running.sandbox.wire import SHORTAGES, not_started

Answers = Iterator[tuple[Any, ...]]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortage, "_PAUSES_S", (0.0, 0.0, 0.0))


@pytest.fixture
def runner() -> Iterator[Runner]:
    with Runner(core=None) as runner:
        yield runner


def script(runner: Runner, source: bytes) -> Script:
    made = runner.compile_python(source, "a.py", LIMITS)
    assert isinstance(made, Script)
    return made


def short(
    times: int, runner: Runner, monkeypatch: pytest.MonkeyPatch, error: int = errno.EAGAIN
) -> list[int]:
    """Let the keeper fail so many times to start anything; the list counts how often it is asked."""
    runner.level()
    keeper = runner._keepers[()]
    assert keeper
    asked: list[int] = []
    ask: Callable[..., tuple[Any, ...]] = keeper.ask

    def fail_first(request: tuple[Any, ...], *given: Any, lengths: Collection[int]) -> tuple[Any, ...]:
        asked.append(1)
        if len(asked) > times:
            return ask(request, *given, lengths=lengths)
        report = not_started(OSError(error, "no process"))
        is_talk = request[0] == "talk"
        return (report, report, ("", True, False, False, 0, -1, 0, [])) if is_talk else (report,)

    monkeypatch.setattr(keeper, "ask", fail_first)
    return asked


@pytest.mark.parametrize("error", SHORTAGES)
def test_a_run_that_could_not_start_is_tried_again(
    error: int, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = script(runner, b"print(input())")
    asked = short(3, runner, monkeypatch, error)
    run = runner.run(program, b"7\n", LIMITS)
    assert (run.ending, run.stdout, len(asked)) == (Ending.FINISHED, b"7\n", 4)


@pytest.mark.parametrize("error", SHORTAGES)
def test_a_run_whose_files_could_not_be_made_is_tried_again(
    error: int, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = script(runner, b"print(input())")
    asked: list[int] = []
    make = memfiles.open_writable

    def fail_first() -> int:
        asked.append(1)
        if len(asked) < 3:
            raise OSError(error, "no file")
        return make()

    monkeypatch.setattr(memfiles, "open_writable", fail_first)
    run = runner.run(program, b"7\n", LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"7\n")


def test_a_run_that_never_starts_is_the_judges_fault(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    program = script(runner, b"print(1)")
    asked = short(9, runner, monkeypatch)
    run = runner.run(program, b"", LIMITS)
    judgement = decide(run, make_test(input=b"", answer=b"1\n"))
    assert (judgement.verdict, len(asked)) == (Verdict.JE, 4)
    assert "no process" in judgement.message


def test_what_cannot_start_for_another_reason_is_not_tried_again(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = script(runner, b"print(1)")
    asked = short(1, runner, monkeypatch, errno.EACCES)
    assert runner.run(program, b"", LIMITS).ending is Ending.LOST
    assert len(asked) == 1


def test_two_programs_that_could_not_start_to_talk_are_tried_again(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks, answers = script(runner, b"print(3)\nprint(input())"), script(runner, b"print(int(input()) + 1)")
    asked = short(2, runner, monkeypatch)
    talk = runner.converse(
        Part(program=asks, limits=LIMITS), Part(program=answers, limits=LIMITS), accepting=(0,)
    )
    assert (talk.program.stdout, len(asked)) == (b"3\n4\n", 3)


TABLE = """\
[tool.judge.languages.shell]
suffixes = [".sh"]
build = "sh {file}"
run = "{folder}/program"
"""


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("cc: fatal error: vfork: Resource temporarily unavailable", "AC"),
        ("[os,thread] pthread_create failed (EAGAIN)", "AC"),
        ("a.c:1:2: error: #error Resource temporarily unavailable", "CE"),
        ("    1 | #error Resource temporarily unavailable", "CE"),
    ],
)
def test_a_compiler_that_could_not_start_a_process_is_tried_again(
    words: str, verdict: str, tmp_path: Path
) -> None:
    build = f"""\
if test -e tried; then cp /bin/cat program; exit 0; fi
touch tried; echo '{words}' >&2; exit 1
"""
    write_files(tmp_path, {"pyproject.toml": TABLE, "cases/a/1.in": "1\n", "cases/a/1.out": "1\n"})
    write_files(tmp_path, {"solutions/a/x.sh": build})
    done = run_here("run", cwd=tmp_path)
    assert table_rows(done.stdout)[0].startswith(f"a/x.sh: 1 {verdict}"), done.stdout + done.stderr
