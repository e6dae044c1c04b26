"""Systems that refuse the judge something: it does without, or says so once before any program is judged."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import refusing
from helpers import A_PLUS_B, ADDS, JUDGE, environment, write_project

pytestmark = pytest.mark.skipif(
    os.uname().machine not in refusing.NUMBERS,
    reason="the numbers of this machine's calls are not known here",
)
# Without these the judge works: times vary more, or the sandbox says what is left open.
DISPENSABLE = {"personality", "sched_setaffinity", "landlock_create_ruleset"}
NEEDED = [*refusing.NUMBERS["x86_64"], *refusing.COMMON]


def judged(folder: Path, *before: str, words: Sequence[str] = ("run",)) -> subprocess.CompletedProcess[str]:
    write_project(folder, solutions={"a.py": ADDS, "b.py": ADDS}, cases={"sum.yaml": A_PLUS_B})
    return subprocess.run(
        [*before, *JUDGE, *words],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,  # a hang
    )


@pytest.mark.slow
@pytest.mark.parametrize("call", sorted({*NEEDED} - DISPENSABLE))
def test_a_system_that_refuses_what_every_run_needs_is_refused_once(tmp_path: Path, call: str) -> None:
    done = judged(tmp_path, sys.executable, refusing.__file__, call)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("the sandbox does not start at level default: ")
    assert "Operation not permitted" in line


@pytest.mark.parametrize("call", sorted(DISPENSABLE))
def test_a_system_that_refuses_what_can_be_done_without_judges(tmp_path: Path, call: str) -> None:
    done = judged(tmp_path, sys.executable, refusing.__file__, call)
    assert (done.returncode, done.stderr) == (0, "")
    assert " 0 of 2" not in done.stdout


@pytest.mark.parametrize("words", [("run",), ("run", "--sandbox", "strict"), ("bench",)])
def test_a_system_without_proc_is_refused_by_its_name(tmp_path: Path, words: Sequence[str]) -> None:
    without_proc = (
        "unshare",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        'mount -t tmpfs none /proc && exec "$@"',
        "sh",
    )
    if subprocess.run([*without_proc, "true"], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    done = judged(tmp_path, *without_proc, words=words)
    expected = "the sandbox needs /proc: expected /proc/self/mountinfo, got nothing there\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)
