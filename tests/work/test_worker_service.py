"""What a worker elsewhere answers, in this process: what it keeps, whom it lets read it, when it lets go."""

import pickle
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import SEAL, make_limits, make_solution, make_test
from msgspec.structs import replace

from judge import __version__
from judge.model.programs import Language, Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.files import whole
from judge.running.languages import LANGUAGES, tools
from judge.running.places import Closed
from judge.work.machines import Machine, pick_one_per_language
from judge.work.messages import BatchRequest, MachineRequest, MeasureMessage, PrepareMessage, RunMessage
from judge.work.slots import Seal
from judge.work.task_results import Task
from judge.work.transfer import OutgoingFiles
from judge.work.worker_service import (
    answer_request,
    claim_core,
    end_run,
)

AC, SK = Verdict.AC, Verdict.SK
ADDS = "print(sum(map(int, input().split())))\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """That of the worker."""
    (tmp_path / "worker").mkdir()
    yield tmp_path / "worker"
    # Each has a name of its own.
    end_run(str(tmp_path / "worker"))


def asked(question: Any, folder: Path, *, keys: tuple[Path, ...] = ()) -> Any:
    return pickle.loads(answer_request(pickle.dumps(question), folder=folder, keys=keys))


def adds(tmp_path: Path) -> Task:
    (tmp_path / "adds.py").write_text(ADDS)
    solution = make_solution(path=tmp_path / "adds.py")
    return Task(solution=solution, test=make_test(limits=make_limits(cpu_s=50)))


def parcel(*tasks: Task, run: object, but: int = 0, seal: Seal = SEAL) -> BatchRequest:
    luggage = OutgoingFiles()
    messages = tuple(RunMessage(luggage.pack_task(task)) for task in tasks)
    contents = {key: whole(content) for key, content in luggage.take_contents().items()}
    kept = dict(list(contents.items())[but:])
    return BatchRequest(run=str(run), seal=seal, messages=messages, contents=kept, places={})


def test_it_tells_what_machine_it_is(tmp_path: Path, folder: Path) -> None:
    programs = pick_one_per_language([adds(tmp_path).solution] * 3)
    found = asked(MachineRequest(level="basic", programs=programs), folder)
    assert isinstance(found, Machine)
    assert (found.host, found.judge, found.level) == (socket.gethostname(), __version__, "basic")
    assert found.tools == (f"Python {sys.version}",)


def test_a_tool_is_told_by_its_bytes_wherever_and_whenever_it_was_installed(tmp_path: Path) -> None:
    def told(folder: str, data: bytes) -> str:
        tool = tmp_path / folder / "cxx"
        tool.parent.mkdir()
        tool.write_bytes(data)
        tool.chmod(0o755)
        language = replace(LANGUAGES[".cpp"], builds=((str(tool), "{file}"),))
        return tools(replace(make_solution(), language=language)).removeprefix(str(tool))

    assert told("a", b"#!one") == told("b", b"#!one") != told("c", b"#!two")
    nothing = replace(LANGUAGES[".cpp"], builds=(("no-such-tool", "{file}"),))
    assert tools(replace(make_solution(), language=nothing)) == "no no-such-tool"


def test_it_says_what_it_lacks_and_does_nothing(tmp_path: Path, folder: Path) -> None:
    task = adds(tmp_path)
    missing = asked(parcel(task, run=folder, but=2), folder)
    assert isinstance(missing, frozenset)
    assert len(missing) == 2
    (result,) = asked(parcel(task, run=folder), folder)
    assert result.verdict is AC
    (result,) = asked(parcel(task, run=folder, but=3), folder)
    assert result.verdict is AC


def test_what_a_call_raises_is_its_answer_and_the_others_are_carried_out(
    tmp_path: Path, folder: Path
) -> None:
    sent = parcel(adds(tmp_path), run=folder)
    bad = MeasureMessage(sent.messages[0].subject, first=1)
    first, second = asked(replace(sent, messages=(bad, *sent.messages)), folder)
    assert isinstance(first, AttributeError)
    assert isinstance(second, Result)


def test_a_run_that_is_over_leaves_nothing_and_is_not_begun_again(tmp_path: Path, folder: Path) -> None:
    sent = parcel(adds(tmp_path), run=folder)
    assert len(asked(sent, folder)) == 1
    (kept,) = folder.iterdir()
    assert kept.stat().st_mode & 0o777 == 0o700
    end_run(str(folder))
    assert list(folder.iterdir()) == []
    assert asked(sent, folder) == []
    assert list(folder.iterdir()) == []


def test_of_runs_whose_ends_it_did_not_hear_it_keeps_a_few(tmp_path: Path, folder: Path) -> None:
    for number in range(7):
        asked(parcel(adds(tmp_path), run=folder / str(number)), folder)
        assert len(list(folder.iterdir())) <= 4
    for number in range(7):
        end_run(str(folder / str(number)))


@pytest.mark.parametrize("private", ["worker", "keys/key.pem", "project/cases"])
def test_no_program_is_given_the_workers_files_or_keys_or_the_project(
    tmp_path: Path, folder: Path, private: str
) -> None:
    """Not even one whose language says that it reads them."""
    (tmp_path / "keys").mkdir()
    (tmp_path / "project" / "cases").mkdir(parents=True)
    seal = Seal(closed=Closed(sealed=(tmp_path / "project" / "cases",)))
    (tmp_path / "keys" / "key.pem").write_text("secret")
    (tmp_path / "main.sh").write_text("echo 3\n")

    def made(reads: tuple[str, ...]) -> Any:
        language = Language(
            name="sh", suffixes=(".sh",), file="main.sh", run=("/bin/sh", "{folder}/{file}"), reads=reads
        )
        solution: Solution = replace(make_solution(path=tmp_path / "main.sh"), language=language)
        luggage = OutgoingFiles()
        messages = (PrepareMessage(luggage.pack_solution(solution)),)
        contents = {key: whole(content) for key, content in luggage.take_contents().items()}
        question = BatchRequest(run=str(folder), seal=seal, messages=messages, contents=contents, places={})
        (why,) = asked(question, folder, keys=(tmp_path / "keys" / "key.pem",))
        return why

    assert made(()) is None
    why = made((str(tmp_path / private),))
    assert why.verdict is SK
    assert "closed to programs" in why.message


def test_each_worker_of_a_machine_has_a_core_of_its_own_while_there_are_some() -> None:
    # Of no machine that there is.
    cores = [100_001, 100_002]
    program = (
        f"from judge.work.worker_service import claim_core; print(claim_core({cores}), flush=True); input()"
    )
    words = [sys.executable, "-c", program]
    begun = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    try:
        taken = [int(each.stdout.readline()) for each in begun if each.stdout]
        assert sorted(taken) == cores
        assert claim_core(cores) in cores
        begun[0].communicate(b"\n")
        assert claim_core(cores) == taken[0]
    finally:
        for each in begun:
            each.kill()
            each.communicate()
