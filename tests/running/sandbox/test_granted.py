"""Every place that a program can reach is in the table of docs/sandbox.md, for each language and level."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from conftest import BUILD_LIMITS, LIMITS, skip_where_refused
from documents import SANDBOX
from msgspec.structs import replace

from judge.model.programs import Language
from judge.model.runs import Ending, Run
from judge.running import grants as law
from judge.running.keeper_client import Level
from judge.running.languages.compilation import Compilation
from judge.running.languages.rows import own_rows
from judge.running.places import Closed
from judge.running.programs import Script
from judge.running.runner import Runner
from judge.running.sandbox import strict
from judge.running.sandbox.kernel import (
    EXECUTE,
    MAKE_REG,
    READ_DIR,
    READ_FILE,
    REMOVE_FILE,
    TRUNCATE,
    WRITE_FILE,
)
from judge.running.sandbox.seal import DRAWER, LOADERS, STANDARD_LIBRARY, WORKPLACE, grants
from judge.running.sandbox.strict import KEEPERS_OWN

RIGHTS = {
    "-": 0,
    "read": READ_FILE | READ_DIR,
    "read files": READ_FILE,
    "read and write": READ_FILE | WRITE_FILE | TRUNCATE,
    "read and execute": READ_FILE | READ_DIR | EXECUTE,
}
# what the table of a language says it reads elsewhere
READS = {
    "java": ("{bin}/../conf/security/java.security", "{bin}/../lib/security/default.policy"),
    "javascript": ("/etc/ssl/openssl.cnf",),
    "typescript": (
        "/etc/ssl/openssl.cnf",
        "{bin}/../../@types",
        "{bin}/../../@typescript",
        "{bin}/../../undici-types",
    ),
    "kotlin": ("{bin}/../conf/security/java.security", "{bin}/../lib/security/default.policy"),
    "pascal": ("/etc/fpc.cfg",),
    "haskell": ("/var/lib/ghc",),
    "php": ("/etc/php",),
}
ROWS = own_rows()


def stated(column: int) -> dict[str, int]:
    """The paths of the table in the page with their rights, for programs (1) or builds (2)."""
    table = re.findall(r"^\| (.*`/.*) \| (.*) \| (.*) \|$", SANDBOX.read_text(), re.MULTILINE)
    found = {path: RIGHTS[row[column]] for row in table for path in re.findall(r"`(/[^`]*)`", row[0])}
    found |= {STANDARD_LIBRARY: RIGHTS["read"]}
    return {path: rights for path, rights in found.items() if rights}


def united(granted: list[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for path, rights in granted:
        found[path] = found.get(path, 0) | rights
    return found


def test_every_program_is_granted_what_the_page_says_and_no_more() -> None:
    assert united(grants(None, (), (), None, None)) == stated(1)


def test_every_build_is_granted_what_the_page_says_and_no_more(tmp_path: Path) -> None:
    granted = united(grants(None, (), (), str(tmp_path), None))
    assert granted.pop(str(tmp_path)) == WORKPLACE
    assert granted == stated(2)
    assert not WORKPLACE & EXECUTE


def test_a_program_with_files_of_its_own_is_granted_their_folder_too(tmp_path: Path) -> None:
    granted = united(grants(None, (), (), None, str(tmp_path)))
    assert granted.pop(str(tmp_path)) == DRAWER
    assert granted == stated(1)
    assert not DRAWER & EXECUTE
    assert DRAWER & MAKE_REG
    assert DRAWER & REMOVE_FILE


def test_a_program_that_is_executed_is_granted_its_own_file_and_its_loader() -> None:
    program = os.path.realpath(shutil.which("true") or "")
    granted = united(grants(program, (), (), None, None))
    own = RIGHTS["read and execute"] & ~READ_DIR
    assert granted.pop(program) == own
    assert {path: rights for path, rights in granted.items() if path not in LOADERS} == stated(1)
    assert all(granted[path] == own for path in LOADERS if path in granted)


def test_what_languages_read_elsewhere_is_stated() -> None:
    assert {name: row.reads for name, row in ROWS.items() if row.reads} == READS
    page = SANDBOX.read_text()
    for reads in READS.values():
        assert all(f"`{read}`" in page for read in reads if read.startswith("/"))


def installed(row: Language, folder: Path) -> dict[str, Path]:
    """Install the tools of a language, each in a separate prefix."""
    found = {}
    for words in (*row.builds, row.run):
        if words and not words[0].startswith("{folder}/"):
            tool = folder / "opt" / words[0] / "bin" / words[0]
            tool.parent.mkdir(parents=True, exist_ok=True)
            found[words[0]] = Path(shutil.copy("/bin/true", tool))
    return found


@pytest.mark.parametrize("name", ROWS)
def test_a_language_grants_its_tools_its_folder_and_what_it_states(
    runner: Runner, tmp_path: Path, name: str
) -> None:
    row = ROWS[name]
    tools = installed(row, tmp_path)
    build = Compilation(row, ((row.file.replace("{class}", "Main"), b""),), runner, tools)
    reads = {os.path.realpath(read) for read in row.reads if read.startswith("/") and Path(read).exists()}
    beside = {str(path) for tool in tools.values() for path in (tool, tool.parent.parent)}
    for words in (*row.builds, row.run):
        if words:
            command = build._command(words, tmp_path / "folder")
            assert {*command.readable} == {str(tmp_path / "folder"), *beside}
            assert {path for path, *_ in command.public} == reads
            assert {*law.paths_of(command)} == {command.argv[0], *command.readable, *reads}


def test_strict_shows_what_the_page_says_and_no_more() -> None:
    page = SANDBOX.read_text()
    (words,) = re.findall(r"At `strict` .*?\n\n", page, re.DOTALL)
    assert {*re.findall(r"`(/[^`]*)`", words)} == {*strict.SYSTEM}
    assert {*law.shown_to_all("default", Closed())} == set()
    own = law.files_of(Path(sys.executable).resolve(), Closed())
    assert {*law.shown_to_all("strict", Closed())} == {*KEEPERS_OWN, *own}


OPENS = """
import os, sys
for path in sys.stdin.read().split("\\n"):
    try:
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
    except OSError:
        continue
    print(path)
"""


def near_the_root() -> list[str]:
    """The files and folders down to the third level, at most 300 of each folder."""
    found = ["/"]
    for folder in found:
        if folder.count("/") < 3 and not folder.startswith(("/proc/", "/sys/", "/dev/")):
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)[:300]
            except OSError:
                continue
            found += [entry.path for entry in entries if not entry.is_symlink()]
    return [path for path in found if "\n" not in path]


@pytest.mark.parametrize("level", ["default", "strict"])
def test_of_all_that_lies_near_the_root_a_program_opens_what_is_stated(level: Level) -> None:
    tried = near_the_root()
    with Runner(core=None, level=level) as runner:
        skip_where_refused(runner)
        script = runner.compile_python(OPENS.encode(), "opens.py", BUILD_LIMITS)
        assert isinstance(script, Script)
        run: Run = runner.run(script, "\n".join(tried).encode(), replace(LIMITS, output_bytes=16 << 20))
    assert (run.ending, run.stderr) == (Ending.FINISHED, b"")
    places = [os.path.realpath(path) for path in stated(1)]
    opened = [
        path for path in os.fsdecode(run.stdout).split("\n") if path and not path.startswith("/proc/self")
    ]
    assert opened
    assert [path for path in opened if not any(f"{path}/".startswith(f"{place}/") for place in places)] == []
