"""The limits of builds: CPU time stops a compiler, and a machine that is busy is not the source's fault."""

from pathlib import Path

import pytest
from helpers import Impatient, make_solution
from msgspec.structs import replace

from judge.model.programs import Language
from judge.model.runs import Ending, Limits
from judge.model.verdicts import Verdict
from judge.running.languages import compilation, prepare
from judge.running.languages.base import BUILD_LIMITS, Unready
from judge.running.programs import Command
from judge.running.runner import Runner

# A compiler's driver waits while its child works.
_DRIVES = "sh -c 'while :; do :; done'; true"


class Patient(Limits, frozen=True):
    """Limits that only CPU time reaches."""

    @property
    def wall_s(self) -> float:
        return 1000


@pytest.mark.slow
def test_the_time_of_a_compiler_counts_while_its_driver_waits(runner: Runner, tmp_path: Path) -> None:
    limits = Patient(cpu_s=0.5, memory_bytes=1 << 30, output_bytes=1 << 20)
    run = runner.build(Command(argv=("/bin/sh", "-c", _DRIVES)), writable=tmp_path, limits=limits)
    assert run.ending is Ending.OUT_OF_TIME
    # The kernel ends the child by itself at 4 s.
    assert 0.5 < run.cpu_s < 1.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "verdict", "words"),
    [
        pytest.param("sleep 1000", Verdict.JE, "the machine may be busy", id="waits"),
        pytest.param("sleep 1000; true", Verdict.JE, "the machine may be busy", id="waits for its child"),
        pytest.param(
            "while :; do :; done", Verdict.CE, "compiling took longer than 30 s of CPU time", id="busy"
        ),
        pytest.param(
            _DRIVES, Verdict.CE, "compiling took longer than 30 s of CPU time", id="has a busy child"
        ),
    ],
)
def test_a_build_that_only_waits_is_the_fault_of_the_judge(
    runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, verdict: Verdict, words: str
) -> None:
    impatient = Impatient(cpu_s=0.5, memory_bytes=1 << 30, output_bytes=1 << 20)
    monkeypatch.setattr(compilation, "BUILD_LIMITS", impatient)
    tool, source = tmp_path / "tool", tmp_path / "a.m"
    tool.write_text(f"#!/bin/sh\n{line}\n")
    tool.chmod(0o755)
    source.write_text("")
    row = Language(
        name="mine", suffixes=(".m",), file="main.m", builds=((str(tool), "{file}"),), run=("{folder}/x",)
    )
    unready = prepare(replace(make_solution(name="a.m", path=source), language=row), runner)
    assert isinstance(unready, Unready)
    assert (unready.verdict, words in unready.message) == (verdict, True)


def test_a_build_may_take_ten_times_as_long_as_its_cpu_time() -> None:
    assert BUILD_LIMITS.wall_s == 10 * BUILD_LIMITS.cpu_s
