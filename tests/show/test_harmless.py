"""No text from a file or a program controls a terminal or reverses the text of a page."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers import environment, run_judge, write_files, write_project
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from outcomes import outcomes
from rich.table import Table
from rich.text import Text

from judge.model.verdicts import Verdict
from judge.platform.errors import harmless
from judge.show import csv, junit, markdown
from judge.show.console import open_console
from judge.show.html.run import render_run
from judge.show.json import render
from judge.show.json_reader import parse
from judge.show.outcome import Outcome
from judge.show.screen import show_run

COMMANDS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
EVIL = "\x1b[31m\x07\x9b2J\u202e\u2066\u200f\u061c\x1b]0;x\x07"
KEPT = {"began_at", "measured_at", "deadline", "judge", "wanted", "found", "said", "text"}
# Words of the document that do not come from a user.
FIXED = {"AC", "sum", "min", "max", "avg", "all", "some", "any number", *Verdict.__members__}


def embedded(value: Any, text: str, key: str = "") -> Any:
    """The document with `text` in every string that may hold arbitrary text."""
    if isinstance(value, dict):
        return {name: embedded(each, text, name) for name, each in value.items()}
    if isinstance(value, list):
        return [embedded(each, text, key) for each in value]
    if not isinstance(value, str) or value in FIXED or key in KEPT:
        return value
    return f"{value} {text}" if key == "expected" else f"{value}{text}"


def on_screen(outcome: Outcome) -> bytes:
    stream = io.StringIO()
    show_run(outcome, notices=(EVIL,), console=open_console(stream, color="never"))
    return stream.getvalue().encode()


REPORTS = {"screen": on_screen, "markdown": markdown.render, "junit": junit.render, "csv": csv.render}


@pytest.mark.slow
@pytest.mark.parametrize("report", [*REPORTS, "html"])
@settings(max_examples=8, phases=[Phase.generate])
@given(outcome=outcomes(), evil=st.text(st.sampled_from(EVIL + "\n\ta\u2028\x85"), max_size=9))
def test_no_report_holds_what_commands_a_terminal(report: str, outcome: Outcome, evil: str) -> None:
    if report == "html":
        pytest.importorskip("jinja2")
    whole = embedded(json.loads(render(outcome)), EVIL + evil + "x")
    read = parse(json.dumps(whole).encode(), Path("r.json"))
    found = (REPORTS[report](read) if report in REPORTS else render_run(read)).decode()
    assert not COMMANDS.search(found), found[:500]
    for data in re.findall('<script type="application/json">(.*?)</script>', found, re.DOTALL):
        texts = (str(part) for row in json.loads(data) for cell in row if cell for part in cell)
        assert not COMMANDS.search("".join(texts))


@given(st.text(max_size=40))
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    found = harmless(text)
    assert not COMMANDS.search(found)
    assert harmless(found) == found
    assert COMMANDS.search(text) or re.search("[\u2028\u2029]", text) or found == text


def test_a_console_has_its_own_styles_and_no_others() -> None:
    stream = io.StringIO()
    console = open_console(stream, color="always")
    table = Table(title=EVIL, caption=EVIL)
    table.add_column(EVIL)
    table.add_row(Text(EVIL, style="bold red"))
    console.print(table, EVIL, Text(EVIL), style="bold")
    found = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue().replace(EVIL[:5], "?"))
    assert not COMMANDS.search(found)


PRINTS = """
import sys
from judge.platform.streams import guard_streams
guard_streams()
print(sys.argv[1])
print(sys.argv[1], file=sys.stderr)
"""


def test_no_line_that_is_printed_commands_a_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRINTS, EVIL], env=environment(), capture_output=True, check=True
    )
    for text in (done.stdout, done.stderr):
        assert not COMMANDS.search(text.decode())
        assert b"\\x1b[31m" in text


@pytest.mark.slow
def test_what_files_are_called_and_say_commands_no_terminal(tmp_path: Path) -> None:
    row = f'[tool.judge.languages.{json.dumps("l" + EVIL)}]\nsuffixes = [".x"]\nrun = "sh {{source}}"\n'
    project = write_project(
        tmp_path,
        solutions={f"a{EVIL[:3]}.py": f"print(3)\nraise SystemExit({EVIL!r})\n", "b.x": f"echo '{EVIL}'\n"},
    )
    sheet = {f"cases/x{EVIL[:4]}.yaml": f"a: '{EVIL[:-1]}'\n"}
    write_files(project, {"pyproject.toml": row, **sheet})
    for words in (["doctor"], ["list"], ["run"]):
        done = run_judge(*words, cwd=project)
        for text in (done.stdout, done.stderr):
            assert not COMMANDS.search(text), (words, text)
