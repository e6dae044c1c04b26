"""A fork of the warm interpreter begins, behaves and ends as `python3` does."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import LIMITS
from msgspec.structs import replace

from judge.model.runs import Ending, Run
from judge.running.programs import Script
from judge.running.runner import Runner

Python = Callable[..., Run]

ENDINGS = [
    pytest.param("raise SystemExit", id="exit without a code"),
    pytest.param("raise SystemExit(3)", id="exit with a code"),
    pytest.param("raise SystemExit(-1)", id="exit below zero"),
    pytest.param("raise SystemExit(256)", id="exit beyond a byte"),
    pytest.param("raise SystemExit(10 ** 30)", id="exit beyond a word"),
    pytest.param("raise SystemExit('text')", id="exit with text"),
    pytest.param("import sys; sys.exit(True)", id="exit with a truth"),
    pytest.param("def f(): raise ValueError('x')\nf()", id="an exception"),
    pytest.param("try: 1 / 0\nexcept ZeroDivisionError as e: raise KeyError(1) from e", id="two exceptions"),
    pytest.param(
        "def f(n):\n    return [1, 2][n]  # é\n\nprint(f(0) +\n      f(7))", id="an exception in a call"
    ),
    pytest.param("raise ExceptionGroup('two', [ValueError('x'), KeyError(1)])", id="a group of exceptions"),
    pytest.param("eval('1 +')", id="an error in the program's own code"),
    pytest.param("import json; json.loads('{')", id="an exception of the library"),
    pytest.param("import atexit; atexit.register(print, 'last'); print('first')", id="atexit"),
    pytest.param("import sys; sys.excepthook = lambda *_: print('hook'); 1 / 0", id="excepthook"),
    pytest.param("out = open(1, 'w', closefd=False); out.write('never flushed')", id="a file left open"),
    pytest.param(
        "import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.buffer); print('x')", id="another stdout"
    ),
    pytest.param("class A:\n def __del__(self): print('gone')\na = A()", id="a destructor"),
    pytest.param(
        "class A:\n def __del__(self): print('gone')\na = A(); a.a = a", id="a destructor in a cycle"
    ),
    pytest.param(
        "import threading, time\nthreading.Thread(target=lambda: (time.sleep(.05), print('late'))).start()",
        id="a thread",
    ),
    pytest.param("import sys; sys.modules['threading'] = 7; print('x')", id="another threading"),
    pytest.param("import threading; threading._shutdown = 7; print('x')", id="threads that cannot end"),
    pytest.param(
        "import atexit, sys; atexit.register(print, 'last'); sys.modules['atexit'] = 7", id="another atexit"
    ),
    pytest.param("import os; os.close(1); print('x')", id="stdout closed beneath"),
    pytest.param("import sys; sys.stdout.close()", id="stdout closed"),
    pytest.param("import sys; sys.stdout = None; print('x')", id="no stdout"),
    pytest.param("print(__name__, __doc__, __annotations__, __spec__)", id="names of the module"),
    pytest.param("import __main__; print(sorted(vars(__main__)))", id="the module itself"),
    pytest.param(
        "import sys; print(sys.argv, sys.stdin.encoding, sys.stdout.errors, sys.stdout.line_buffering)",
        id="sys",
    ),
    pytest.param(
        "def f(n): return n and f(n - 1)\n"
        "for n in range(2000):\n try: f(n)\n except RecursionError: raise KeyError(n) from None",
        id="recursion",
    ),
    pytest.param(
        "def f(n): return n and f(n - 1)\ntry:\n for n in range(2000): f(n)\nexcept RecursionError: print(n)",
        id="depth",
    ),
    pytest.param("import gc; print(gc.isenabled(), gc.get_threshold())", id="garbage collection"),
    pytest.param("import signal; print(*map(signal.getsignal, (2, 13, 25)))", id="signals"),
    pytest.param("print(int('1' * 4300) > 0); int('1' * 4301)", id="digits"),
    pytest.param(
        "from __future__ import annotations\ndef f(x: 1 / 0): pass\nprint(f.__annotations__)", id="future"
    ),
    pytest.param("print(len('é' * 3), input())", id="input"),
    pytest.param("quit(4)", id="quit"),
    pytest.param(
        "print(sorted(set(dir(__builtins__)) - {'copyright', 'credits', 'license'}))", id="builtins"
    ),
]


@pytest.mark.parametrize("source", ENDINGS)
def test_a_fork_is_like_an_interpreter(python: Python, tmp_path: Path, source: str) -> None:
    path = tmp_path / "solution.py"
    path.write_text(source)
    plain = subprocess.run(
        [sys.executable, "-I", "solution.py"],
        cwd=tmp_path,
        env={"LANG": "C.UTF-8"},
        input="é\n".encode(),
        capture_output=True,
        # what runs in the background of a script ignores it, and so do its children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    warm = python(source, "é\n".encode())
    assert (warm.exit_code, warm.stdout) == (plain.returncode, plain.stdout)
    assert without_folders(warm.stderr) == without_folders(plain.stderr)


# What Python 3.12 and 3.13 find left behind by an exit code that no word of C holds.
LEFT_BEHIND = re.compile(
    rb"(Exception ignored on threading shutdown:\n)?OverflowError: Python int too large .*\n"
)


def without_folders(stderr: bytes) -> bytes:
    return LEFT_BEHIND.sub(b"", re.sub(rb'"[^"\n]*/', b'"', stderr))


def test_a_deep_traceback_is_cut_and_costs_no_limit(python: Python) -> None:
    source = """
import sys
sys.setrecursionlimit(10**6)
def f(n):
    g(n - 1) if n else 1 / 0
def g(n):
    f(n - 1)
f(20000)
"""
    run = python(source)
    assert (run.ending, run.exit_code) == (Ending.FINISHED, 1)
    assert 50 <= run.stderr.count(b"\n  File ") <= 100
    assert b"    g(n - 1) if n else 1 / 0\n" in run.stderr
    assert run.stderr.endswith(b"\nZeroDivisionError: division by zero\n")


def test_a_crash_for_want_of_memory_is_told(python: Python) -> None:
    limits = replace(LIMITS, memory_bytes=16 << 20)
    run = python("a = []\nwhile True: a.append('x' * 1000)", limits=limits)
    assert run.exit_code == 1
    assert b"MemoryError" in run.stderr


@pytest.mark.parametrize(
    "harm", ["sys.stderr.close()", "sys.stderr = None", "sys.modules['traceback'] = None"]
)
def test_a_traceback_that_cannot_be_printed_is_no_other_ending(python: Python, harm: str) -> None:
    run = python(f"import sys\n{harm}\n1 / 0")
    assert (run.ending, run.exit_code) == (Ending.FINISHED, 1)
    assert (b"ZeroDivisionError: division by zero" in run.stderr) == ("stderr" not in harm)


def test_chance_is_fresh_in_every_fork(python: Python) -> None:
    source = "import random; print(random.random())"
    assert len({python(source).stdout for _ in range(3)}) == 3


def test_hashes_are_the_same_in_every_fork_of_every_keeper(python: Python) -> None:
    source = "print(hash('a'))"
    with Runner(core=None) as other:
        script = other.compile_python(source.encode(), "solution.py", LIMITS)
        assert isinstance(script, Script)
        assert other.run(script, b"", LIMITS).stdout == python(source).stdout


def test_one_program_leaves_nothing_to_the_next(python: Python) -> None:
    python(
        "import sys, builtins, json, math; builtins.print = None; math.pi = 3; json.x = 1; sys.path.clear()"
    )
    assert python("import math, json; print(math.pi > 3.1, hasattr(json, 'x'))").stdout == b"True False\n"


def test_the_modules_of_the_keeper_are_out_of_sight(python: Python) -> None:
    source = """
import sys
try:
    import sandbox
except ImportError:
    print([name for name in sys.modules if "keeper" in name], vars(sys.modules["__main__"]).get("sys") is sys)
"""
    assert python(source).stdout == b"[] True\n"
