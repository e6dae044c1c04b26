"""The page on clusters: its lines set one up on this machine, and it judges."""

import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from clusters import Site, judged, small_project
from documents import CLUSTER, blocks

pytest.importorskip("distributed")
pytest.importorskip("cryptography")

OPENSSL, SETTINGS, LINES = (block.lines for block in blocks([CLUSTER]) if block.language == "text")
PROGRAMS = [block.lines for block in blocks([CLUSTER]) if block.language == "python"]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
def test_the_lines_of_the_page_set_up_a_cluster_that_judges(
    tmp_path: Path, site: Callable[..., Site]
) -> None:
    keys, settings = tmp_path / "tls", tmp_path / "dask"
    for folder in (keys, settings):
        folder.mkdir()
    for line in OPENSSL:
        subprocess.run(shlex.split(line), cwd=keys, check=True, capture_output=True)
    (settings / "tls.yaml").write_text("\n".join(SETTINGS).replace("/home/me/tls", str(keys)))
    at = site(settings={"DASK_CONFIG": str(settings)})

    def here(line: str) -> list[str]:
        return shlex.split(line.replace("8786", str(at.port)).replace("//head:", "//127.0.0.1:"))

    scheduler, workers, run = map(here, LINES)
    for program, *words in (scheduler, workers):
        assert program == "dask"
        at.start(*words)
        at.await_scheduler()
    program, *words = run
    assert program == "judge"
    done = judged(*words, cwd=small_project(tmp_path / "project"), env=at.environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "on 1 host, sandbox" in done.stdout


@pytest.mark.parametrize("lines", PROGRAMS, ids=lambda lines: lines[0])
def test_the_programs_of_the_page_are_some_and_let_a_worker_judge_one_thing_at_a_time(
    lines: tuple[str, ...],
) -> None:
    program = "\n".join(lines)
    compile(program, CLUSTER.name, "exec")
    assert "judge=1" in program
