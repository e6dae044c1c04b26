"""Every file that a user hands over is bounded, and one that cannot be read is one line with exit code 2."""

import ast
import os
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from helpers import REPOSITORY, run_here, write_files
from readers import READERS, Reader

from judge.files import CASE_BYTES, RESULTS_BYTES, SETTINGS_BYTES, SHEET_BYTES, SOURCE_BYTES
from judge.units import size_bytes

every_reader = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)


def handed_over(root: Path, reader: Reader) -> CompletedProcess[str]:
    write_files(root, {name: text for name, text in reader.files.items() if name != reader.path})
    return run_here(*reader.command.split(), cwd=root, env={"XDG_CONFIG_HOME": str(root / "config")})


def hole(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, size)


@every_reader
@pytest.mark.parametrize("gib", [1, 64])
def test_a_file_beyond_its_bound_is_named_and_not_read(tmp_path: Path, reader: Reader, gib: int) -> None:
    if gib == 1 and reader.kind == "case":
        return
    size = (gib << 30) + 1
    hole(tmp_path / reader.path, size)
    done = handed_over(tmp_path, reader)
    assert done.returncode == 2, done
    (line,) = [line for line in done.stderr.splitlines() if f"{size:,}" in line]
    assert reader.path in line or f"{Path(reader.path).name!r}" in line
    assert "expected" in line
    assert len(line) < 250


def test_an_output_beyond_every_bound_is_judged_and_not_read(tmp_path: Path) -> None:
    files = {"cases/p.yaml": "output_only: true\n", "cases/p/1.in": "1\n", "cases/p/1.ans": "1\n"}
    hole(write_files(tmp_path, files) / "solutions" / "mine" / "1.out", 64 << 30)
    for command in ("list", "check"):
        assert run_here(command, cwd=tmp_path).returncode == 0
    for words in ((), ("--resume",)):
        assert "mine on p/1: OLE" in run_here("run", *words, cwd=tmp_path).stdout


def test_an_answer_beyond_the_output_limit_is_not_read(tmp_path: Path) -> None:
    files = {"solutions/a.py": "", "cases/p/1.in": "1\n"}
    hole(write_files(tmp_path, files) / "cases" / "p" / "1.ans", 1 << 30)
    done = run_here("run", cwd=tmp_path)
    assert (done.returncode, "expected an answer of no more bytes than" in done.stderr) == (2, True)


def test_a_zip_beyond_its_bound_is_not_read(tmp_path: Path) -> None:
    home = write_files(tmp_path, {"solutions/.keep": "", "cases/.keep": ""})
    hole(home / "p.zip", 64 << 30)
    done = run_here("import", "p.zip", cwd=home)
    assert (done.returncode, done.stderr[:23]) == (2, "p.zip: expected a folde")


def test_what_an_earlier_run_left_is_passed_over_beyond_its_bound(tmp_path: Path) -> None:
    adds = "print(sum(map(int, input().split())))\n"
    write_files(tmp_path, {"solutions/a.py": adds, "cases/p/1.in": "1 2\n", "cases/p/1.ans": "3\n"})
    hole(tmp_path / ".judge" / "results-1" / "run-1.jsonl", 64 << 30)
    done = run_here("run", "--resume", cwd=tmp_path)
    assert done.returncode == 0, done
    assert "run-1.jsonl is passed over: 68,719,476,736 bytes, more than the limit" in done.stdout


def test_the_page_states_the_bounds() -> None:
    page = (REPOSITORY / "docs" / "cases.md").read_text("utf-8").partition("## How long a file may be")[2]
    stated = [line.rsplit("|", 2)[1].strip() for line in page.splitlines() if line.startswith("| ")][1:]
    bounds = (SETTINGS_BYTES, SOURCE_BYTES, SHEET_BYTES, RESULTS_BYTES, CASE_BYTES)
    assert [size_bytes(size.replace(" ", "")) for size in stated] == [*bounds]


# What opens files but in `files.read`, and which: none that a user hands over is read whole there.
OWN = {
    "changes.py": "opens to ask for a lease, reads nothing",
    "commands/completion.py": "the judge's own scripts",
    "commands/doctor.py": "settings of the kernel",
    "completion/answer.py": "so many bytes of a file, without importing anything",
    "files.py": "the reader",
    "machine.py": "files of the kernel",
    "packages/folders.py": "entries of a ZIP, in pieces",
    "packages/layout.py": "writes",
    "packages/out/deciding.py": "the judge's own programs",
    "packages/out/writing.py": "writes",
    "running/builds.py": "what the judge has built",
    "running/desks.py": "so many bytes of what a program left",
    "running/keeper_client.py": "starts the keeper",
    "running/languages/rows.py": "the judge's own table",
    "running/languages/toolchains.py": "the head of a tool, the judge's own launcher",
    "running/places.py": "the head of a tool, so many bytes of pyvenv.cfg, the kernel's mounts",
    "running/runner.py": "the judge's own compiler",
    "state.py": "journals, after their sizes were checked",
    "streams.py": "the standard streams",
    "show/html/page.py": "the judge's own style",
    "sudoku/validators.py": "the judge's own programs",
    "commands/try.py": "standard input, in pieces",
    "work/journal.py": "through `state`",
    "work/keys.py": "the judge's own modules",
    "work/workers.py": "files of the kernel",
    "sudoku/puzzles.py": "through `state`",
}
# These run as processes of their own, or are handed out to be.
PROGRAMS = ("running/sandbox/", "running/languages/entry/", "sudoku/programs/", "packages/templates/")
OPENS = {"open", "read_bytes", "read_text", "fdopen", "copyfile", "copyfileobj", "ZipFile", "mmap"}


def opens(source: str) -> bool:
    """Whether a function that opens a file, or reads one by its path, is called."""
    called = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in called}
    return bool(names & OPENS)


def test_no_module_reads_a_file_of_a_user_another_way() -> None:
    judge = REPOSITORY / "judge"
    found = {
        path.relative_to(judge).as_posix() for path in judge.rglob("*.py") if opens(path.read_text("utf-8"))
    }
    assert {name for name in found if not name.startswith(PROGRAMS)} == OWN.keys()
