"""A source that is not UTF-8 and declares no encoding is a compile error, as Python refuses the file."""

import subprocess
import sys
from pathlib import Path

import pytest
from helpers import run_judge, table_rows, write_project

from judge.running.languages.python import find_undeclared_encoding

BEGINNINGS = (
    b"",
    b"\xef\xbb\xbf",
    b"# coding: latin-1\n",
    b"#!/usr/bin/python3\n# vim: set fileencoding=utf8 :\n",
    b"\x0c# -*- coding=utf-8 -*-\r",
    b"\r\n# coding: utf-8\r\n",
    b"\n\n# coding: latin-1\n",
    b"x = 1\n# coding: latin-1\n",
    b"x = 2 # coding: latin-1\n",
    b"'''\n# coding: latin-1\n'''\n",
)
ENDS = (
    b"# \xe9\nprint(1)\n",
    b"print(1)\n# \xe2\x82",
    b"# \xed\xa0\x80\rprint(1)\r",
    b"# \xc0\xaf\r\nprint(1)\r\n",
    b"'''\n\xff\n'''\n",
    "# é 数 \N{GRINNING FACE}\nprint('é')\n".encode(),
)


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=ascii)
def test_the_rule_is_that_of_python_in_its_words(beginning: bytes, tmp_path: Path) -> None:
    for number, end in enumerate(ENDS):
        source = beginning + end
        (tmp_path / f"{number}.py").write_bytes(source)
        command = (sys.executable, "-I", "-S", "-X", "utf8", f"{number}.py")
        said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stderr
        where = str(tmp_path / f"{number}.py")
        told = find_undeclared_encoding(where, source)
        assert told == (said if "no encoding declared" in said else ""), source


def test_it_is_one_with_and_without_a_warm_start(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={})
    adds = b"print(sum(map(int, open(0).read().split())))\n"
    headers = {"warm": b"# judge: {format: text}\n", "cold": b"# judge: {interpreter: python3}\n"}
    for start, header in headers.items():
        for name, coding in (("declared", b"# coding: latin-1\n"), ("undeclared", b"")):
            source = header + coding + b"# caf\xe9\n" + adds
            (tmp_path / "solutions" / f"{name}_{start}.py").write_bytes(source)
    done = run_judge("run", cwd=tmp_path)
    assert table_rows(done.stdout) == [
        "declared_cold.py: 1 AC",
        "declared_warm.py: 1 AC",
        "undeclared_cold.py: 1 CE",
        "undeclared_warm.py: 1 CE",
    ]
    assert r"Non-UTF-8 code starting with '\xe9'" in done.stdout + done.stderr
