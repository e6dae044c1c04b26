"""The children of a process are found on every kernel, so that none of them outlives its run."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from judge.running.sandbox.processes import children_of

# A name with what separates the fields of its line in /proc.
FAMILY = "exec 2>&-; sleep 1000 & cp /bin/sleep '{0}/a) S 1 ('; '{0}/a) S 1 (' 1000 & echo up; wait"


@pytest.fixture
def family(tmp_path: Path) -> Iterator[int]:
    """A process that has two children."""
    with subprocess.Popen(["sh", "-c", FAMILY.format(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"up\n"
        yield process.pid
        for child in children_of(process.pid):
            os.kill(child, signal.SIGKILL)


def without_lists(proc: Path) -> Path:
    """Copy /proc as a kernel without CONFIG_PROC_CHILDREN shows it."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            told = (process / "stat").read_bytes()
            (proc / process.name).mkdir(parents=True)
            (proc / process.name / "stat").write_bytes(told)
    (proc / "sys").mkdir()
    return proc


def test_children_are_found_where_the_kernel_keeps_no_list_of_them(family: int, tmp_path: Path) -> None:
    proc = without_lists(tmp_path / "proc")
    assert len(children_of(family)) == 2
    assert sorted(children_of(family, proc=str(proc))) == sorted(children_of(family))


def test_a_process_that_has_ended_has_no_children() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
    assert children_of(process.pid) == []
