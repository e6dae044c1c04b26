"""Each message in docs/troubleshooting.md is real: the tests make the judge print it."""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from helpers import REPOSITORY, Impatient, need, run_here, write_files

from judge.commands.doctor import remedy
from judge.platform.errors import UsageError, require_linux
from judge.running.languages import compilation
from judge.running.one_time_notices import note_level

MESSAGES = re.findall(r"^### `(.*)`$", (REPOSITORY / "docs" / "troubleshooting.md").read_text(), re.MULTILINE)
TEST = {"test/1.in": "1 2\n", "test/1.out": "3\n"}

Show = Callable[[Path, pytest.MonkeyPatch], str]


def judged(
    program: str,
    *words: str,
    name: str = "a.py",
    files: Mapping[str, str] = TEST,
    path: str | None = None,
    tools: tuple[str, ...] = (),
) -> Show:
    """Return a function that runs `judge run` on one program, with only the tools in `path` installed."""

    def show(folder: Path, patch: pytest.MonkeyPatch) -> str:
        need(*tools)
        write_files(folder, {name: program, **files})
        done = run_here("run", *words, cwd=folder, env={"COLUMNS": "400"} | ({"PATH": path} if path else {}))
        return done.stdout + done.stderr

    return show


def on_another_system(folder: Path, patch: pytest.MonkeyPatch) -> str:
    patch.setattr(sys, "platform", "darwin")
    with pytest.raises(UsageError) as found:
        require_linux()
    return str(found.value)


def without_jinja2(folder: Path, patch: pytest.MonkeyPatch) -> str:
    patch.setitem(sys.modules, "jinja2", None)
    return judged("print(3)\n", "--html", "page.html")(folder, patch)


def without_landlock(folder: Path, patch: pytest.MonkeyPatch) -> str:
    return "\n".join(note_level("basic", "default"))


def without_namespaces(folder: Path, patch: pytest.MonkeyPatch) -> str:
    setting = folder / "kernel" / "unprivileged_userns_clone"
    write_files(folder, {str(setting.relative_to(folder)): "0\n"})
    return f"  strict      it does not work{remedy(folder)}"


def with_a_shim(folder: Path, patch: pytest.MonkeyPatch) -> str:
    write_files(folder, {"shim": "#!/bin/sh\n"})
    (folder / "shim").chmod(0o755)
    return judged("# judge: {interpreter: ./shim}\n")(folder, patch)


def with_a_compiler_that_waits(folder: Path, patch: pytest.MonkeyPatch) -> str:
    patch.setattr(
        compilation, "BUILD_LIMITS", Impatient(cpu_s=0.5, memory_bytes=1 << 30, output_bytes=1 << 20)
    )
    row = "suffixes = ['.m']\nfile = 'main.m'\nbuild = 'sleep 1000'\nrun = '{folder}/x'\n"
    files = {**TEST, "pyproject.toml": f"[tool.judge.languages.mine]\n{row}"}
    return judged("", name="a.m", files=files)(folder, patch)


NOWHERE = "/nonexistent"
TESTLIB = {**TEST, "test/check.cpp": '#include "testlib.h"\nint main() {}\n'}
CASE = {"cases/a.yaml": "problem: A\ntimee: 2s\n", "solutions/a.py": ""}
PROBLEM = 'problem: A\ncases:\n  - {id: a, input: "", output: ""}\n'
TWO_PROBLEMS = {"cases/a.yaml": PROBLEM, "cases/b.yaml": PROBLEM, "solutions/a.py": ""}
CRLF = {"test/1.in": "1 2\r\n", "test/1.out": "3\r\n"}
SHOWN_BY: Mapping[str, Show] = {
    "expected Linux": on_another_system,
    "--html": without_jinja2,
    "expected the folders": judged("", name="notes.txt", files={}),
    "...: expected tests next to it": judged("print(3)\n", files={}),
    "expected one of the solutions": judged("print(3)\n", "b.py"),
    "expected one of the options": judged("print(3)\n", "--tets", "test"),
    "...: expected one of the keys": judged("", name="notes.txt", files=CASE),
    "...: expected the name of a problem": judged("", name="solutions/gus/main.py", files=TWO_PROBLEMS),
    "left open": without_landlock,
    "bubblewrap is not": judged("print(3)\n", "--sandbox", "strict", path=NOWHERE),
    "strict": without_namespaces,
    "... is not installed": judged("int main() {}\n", name="a.cpp", path=NOWHERE),
    "the compiler refused": judged("int main() {\n", name="a.cpp", tools=("g++",)),
    "compiling had used": with_a_compiler_that_waits,
    "... is a script": with_a_shim,
    "...: expected testlib.h": judged("print(3)\n", "--tests", "test", files=TESTLIB),
    "... s of CPU used": judged("while True: pass\n", "--time", "0.05"),
    "... s passed with": judged("import time\ntime.sleep(100)\n", "--time", "0.05"),
    "... MiB used": judged("x = bytearray(64 << 20)\n", "--memory", "32M"),
    "MemoryError": judged("x = bytearray(1 << 30)\n", "--memory", "32M"),
    "ModuleNotFoundError": judged("import no_such_package\n"),
    "FileNotFoundError": judged('open("input.txt")\n'),
    "BlockingIOError": judged("import os\nos.fork()\n"),
    "EOFError": judged("input()\ninput()\n"),
    "exact: PE cr-missing": judged("print(3)\n", files=CRLF),
    "exact: PE cr-lf": judged('print(3, end="\\r\\n")\n'),
    "exact: PE trailing": judged('print("3 ")\n'),
    "prompt": judged('print("Enter n: 3")\n'),
}


@pytest.mark.parametrize("message", MESSAGES)
def test_the_judge_prints_each_message(message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (show,) = [show for begin, show in SHOWN_BY.items() if message.startswith(begin)]
    pattern = ".*".join(map(re.escape, message.split("...")))
    shown = show(tmp_path, monkeypatch)
    assert re.search(pattern, shown), shown


def test_the_page_has_the_first_twenty_messages() -> None:
    assert len(MESSAGES) >= 20
    assert len(SHOWN_BY) == len(MESSAGES)
