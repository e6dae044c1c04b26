"""The commands of the pages about new, imported and received problems, each run in its own folder."""

import json
import signal
import subprocess
from pathlib import Path

import pytest
from documents import Command, commands, typed
from helpers import JUDGE, REPOSITORY, environment, need_compilers, run_here, wait_until, write_files
from test_tests import CONTEST, OJ

WRITING = [words for line in typed() for words in line if words[:1] == ("judge",) and words[2:]]
NEW = [words for words in WRITING if words[1] == "new"]
# Of this project; others are of the project that tests/test_documents.py makes.
EXPORT = [words for words in WRITING if words[1:3] == ("export", "poj-2676")]
LISTEN = [*commands("judge listen"), *(words for words in WRITING if words[1] == "listen")]


@pytest.mark.parametrize("words", NEW, ids=" ".join)
def test_what_the_page_begins_is_accepted(words: Command, tmp_path: Path) -> None:
    assert run_here(*words[1:], cwd=tmp_path).returncode == 0
    assert (tmp_path / "cases" / words[2] / "1.in").is_file()
    need_compilers(path.name for path in tmp_path.rglob("*"))
    done = run_here("run", "--time", "60", cwd=tmp_path)
    assert done.returncode == 0
    assert "1 still empty\n" in done.stdout


def test_the_contest_of_the_page_is_taken(tmp_path: Path) -> None:
    (words,) = [words for words in WRITING if words[:3] == ("judge", "import", "abc400")]
    files = {f"a/{name.replace('test/', 'tests/')}": text for name, text in OJ.items()}
    write_files(tmp_path / "abc400", {**files, "contest.acc.json": json.dumps(CONTEST)})
    done = run_here(*words[1:], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "a, acc: 2 tests, no program, 2s and 256MiB, rule lines\n"


@pytest.mark.parametrize("words", LISTEN, ids=" ".join)
def test_what_the_page_listens_on_is_open_until_ctrl_c(words: Command, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [*JUDGE, *words[1:]], cwd=tmp_path, env=environment(), stdout=out, stderr=subprocess.STDOUT
        )
    wait_until(lambda: log.read_text().endswith("\n"))
    if "expected a free port" in log.read_text():
        process.wait(60)
        pytest.skip("the port is in use")
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0
    assert log.read_text().startswith("listening for Competitive Companion on ")
    assert [path.name for path in tmp_path.iterdir()] == ["log"]


@pytest.mark.parametrize("words", EXPORT, ids=" ".join)
def test_what_the_page_exports_is_a_package(words: Command, tmp_path: Path) -> None:
    *before, folder = words[1:]
    done = run_here(*before, tmp_path / folder, cwd=REPOSITORY)
    assert done.returncode == 0
    assert (tmp_path / folder / "problem.yaml").is_file()
    assert (tmp_path / folder / "submissions" / "accepted" / "poj_reverse_blanks.py").is_file()


def test_there_are_such_commands() -> None:
    assert len(NEW) >= 2
    assert len(LISTEN) >= 2
    assert EXPORT
