"""Whose fault it is: no program makes a JE or fells the keeper; the judge's own failure is one sentence."""

import marshal
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from conftest import BUILD_LIMITS, LIMITS
from helpers import REPOSITORY, make_test
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.checkers.decision import decide
from judge.model.runs import Ending, Limits
from judge.model.verdicts import Verdict
from judge.running.keeper_client import KeeperLost
from judge.running.languages import LANGUAGES, toolchains
from judge.running.languages.base import Unready, refusal
from judge.running.programs import Command, Script
from judge.running.runner import Runner


@pytest.fixture(scope="module")
def slot() -> Iterator[Runner]:
    with Runner(core=None) as runner:
        runner.level()
        yield runner


def python(runner: Runner, source: bytes, limits: Limits = LIMITS) -> Verdict:
    """The verdict of a Python source; the keeper that was there is there when it has ended."""
    keeper = runner._keepers[()]
    script = runner.compile_python(source, "solution.py", BUILD_LIMITS)
    verdict = (
        decide(runner.run(script, b"1 2\n", limits), make_test()).verdict
        if isinstance(script, Script)
        else refusal(script).verdict
    )
    assert runner._keepers[()] is keeper
    return verdict


# Python: what a source may hold

NAMES = st.sampled_from(
    ["os", "numpy", "json.decoder", "é", "ª", "\u2118", "a" * 70_000, "x.y"]
) | st.from_regex(r"[a-z_]{1,8}(\.[a-z]{1,3})?", fullmatch=True)
IMPORTS = st.builds(
    lambda form, names: "\n".join(form.format(name) for name in names),
    st.sampled_from(
        ["import {}", "from {} import *", "from .{} import x", "try: import {}\nexcept ImportError: 1"]
    ),
    st.lists(NAMES, max_size=30),
)
NESTS = st.builds(
    lambda nest, depth: nest[0] * depth + nest[1] + nest[2] * depth,
    st.sampled_from(
        [
            ("(", "1", ")"),
            ("-", "1", ""),
            ("1+", "1", ""),
            ("lambda:", "1", ""),
            ("x", "", "()"),
            ("x", "", ".x"),
            ("if 1: pass\n", "", ""),
            ("x = 1\n", "", ""),
            ("f'{", "1", "}'"),
            ("9", "", ""),
            ("'a' ", "''", ""),
        ]
    ),
    st.sampled_from([10, 100, 1000, 5000, 50_000]),
)
CODINGS = st.sampled_from(
    ["utf-8", "latin-1", "utf-7", "utf-16", "cp037", "rot13", "unicode_escape", "idna", "no\0"]
)
SOURCES = (
    st.binary(max_size=100)
    | st.text(max_size=100).map(lambda text: text.encode(errors="surrogatepass"))
    | (IMPORTS | NESTS).map(str.encode)
    | st.builds(
        lambda coding, rest: b"# coding: " + coding.encode() + b"\n" + rest, CODINGS, st.binary(max_size=50)
    )
    | st.builds(
        lambda line, end: line + end + b"if x" + end + b"\xff",
        st.binary(max_size=9),
        st.sampled_from([b"\r", b"\0"]),
    )
)


@pytest.mark.slow
@settings(max_examples=80)
@given(source=SOURCES)
def test_no_source_is_the_judges_fault(slot: Runner, source: bytes) -> None:
    assert python(slot, source) is not Verdict.JE


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        pytest.param(b"import " + b"a" * 70_000, id="a name of 70,000 letters"),
        pytest.param(b"\n".join(b"import m%d" % n for n in range(20_000)), id="20,000 imports"),
        pytest.param(b"x = 1\rif x\r  y\r'\xff'", id="carriage returns"),
        pytest.param(b"x = '" + b"a" * 1_000_000, id="a mistake in a long line"),
        pytest.param(b"# coding: utf-7\nimport +2AA-\n", id="a surrogate for a name"),
        pytest.param(b"x = " + b"lambda: " * 2100 + b"1", id="deeper than can be handed on"),
    ],
)
def test_no_name_and_no_number_of_them_is_the_judges_fault(slot: Runner, source: bytes) -> None:
    assert python(slot, source) in (Verdict.CE, Verdict.RE, Verdict.WA)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [90, 900, 2000, 2900, 3000, 20_000])
@pytest.mark.parametrize("form", ["1+", "-", "x.", "f() or "])
def test_what_the_interpreter_takes_is_taken(slot: Runner, form: str, depth: int) -> None:
    source = "def f():\n return " + form * depth + "x"
    compiles = f"import sys; compile({source!r}, 'x', 'exec')"
    plain = subprocess.run([sys.executable, "-I", "-"], input=compiles.encode(), capture_output=True)
    script = slot.compile_python(source.encode(), "solution.py", BUILD_LIMITS)
    assert isinstance(script, Script) is (plain.returncode == 0)


# Python: what a program may do

EVIL = (
    "import sys; sys.modules.clear()",
    "import sys; sys.excepthook = lambda *_: 1 / 0",
    "import sys; sys.stdout = sys.stderr = sys.stdin = 5",
    "import builtins; vars(builtins).clear()",
    "import builtins; builtins.__import__ = None",
    "import os; os.closerange(0, 100)",
    "import os; os._exit(127)",
    "import os; os.write(2, b'17 execve')",
    "import os, signal; os.kill(os.getpid(), signal.SIGSYS)",
    "import os, signal; os.kill(os.getpid(), signal.SIGXFSZ)",
    "import os, signal; os.kill(os.getppid(), signal.SIGKILL)",
    "import marshal; marshal.loads(b'\\xe3' + bytes(99))",
    "import ctypes; ctypes.string_at(0)",
    "import threading; threading._shutdown = None",
    "import atexit; atexit.register(exec, '1 / 0')",
    "import gc\nfor o in gc.get_objects():\n  try: o.clear()\n  except BaseException: pass",
    "class E(BaseException):\n def __str__(self): raise self\nraise E",
    "class E:\n def __str__(self): raise KeyError\nraise SystemExit(E())",
    "def f(): f()\nf()",
    "raise SystemExit(10 ** 100)",
    "x = bytearray(1 << 40)",
    "x = [bytearray(1 << 20) for _ in range(999)]",
    "print('x' * (1 << 20))",
    "while True: pass",
    "1 / 0",
)
LIMITS_OF_ANY_SIZE = st.builds(
    Limits,
    cpu_s=st.floats(0.001, 0.1),
    memory_bytes=st.sampled_from([0, 1, 1 << 20, 17 << 20, 1 << 40]),
    output_bytes=st.sampled_from([0, 1, 100, 32 << 20]),
)


@pytest.mark.slow
@settings(max_examples=60)
@given(deeds=st.lists(st.sampled_from(EVIL), min_size=1, max_size=3), limits=LIMITS_OF_ANY_SIZE)
def test_no_program_is_the_judges_fault_whatever_its_limits(
    slot: Runner, deeds: list[str], limits: Limits
) -> None:
    assert python(slot, "\n".join(deeds).encode(), limits) is not Verdict.JE


# Compiled programs: what a source may make of its file

LOADER = 'const char loader[] __attribute__((section(".interp"))) = "%s";\nint main(void) {}\n'
STRANGE = [
    *(
        pytest.param(".c", LOADER % loader, id=f"loader {loader[:20]!r}")
        for loader in ("/nonexistent", "/bin/sh", "/proc/self/exe", "", "/", "/x" * 3000, r"\xff\n\x1b[2J")
    ),
    pytest.param(
        ".c", "char a[8L << 30];\nint main(void) { return a[5] = 1; }\n", id="larger than its addresses"
    ),
    pytest.param(
        ".c",
        '__asm__(".pushsection .interp, \\"a\\"\\n.string \\"/x\\"\\n.popsection");\nint main(void) {}\n',
        id="asm",
    ),
    pytest.param(
        ".c",
        "#include <unistd.h>\n__attribute__((constructor)) void f(void) { _exit(127); }\nint main(void) {}",
        id="127",
    ),
    pytest.param(
        ".cpp",
        'extern "C" { void *r() { return *(void **)0; } void h() __attribute__((ifunc("r"))); }\n'
        "int main() { h(); }\n",
        id="crash of the loader",
    ),
    pytest.param(".rs", '#![crate_type = "lib"]\n', id="a Rust library"),
    pytest.param(".rs", '#![crate_type = "staticlib"]\n', id="a static Rust library"),
    pytest.param(
        ".rs",
        '#[link_section = ".interp"]\n#[used]\nstatic I: [u8; 8] = *b"/bin/sh\\0";\nfn main() {}\n',
        id="Rust",
    ),
    pytest.param(".go", "package library\n", id="a Go library"),
    pytest.param(".java", "class Other {}\n", id="another class"),
]


@pytest.mark.parametrize(("suffix", "source"), STRANGE)
def test_no_file_that_a_compiler_makes_is_the_judges_fault(slot: Runner, suffix: str, source: str) -> None:
    program = toolchains.build(LANGUAGES[suffix], ((f"program{suffix}", source.encode()),), slot)
    if isinstance(program, Unready):
        if program.verdict is Verdict.SK:
            pytest.skip(program.message)
        assert (program.verdict, program.message) == (Verdict.CE, program.message)
        return
    keeper = slot._keepers[()]
    for event in (None, (1, 1)):  # by the launcher and by a fork
        judgement = decide(slot.run(program, b"", LIMITS, event=event), make_test())
        assert judgement.verdict is Verdict.RE
        assert is_sentence(judgement.message)
    assert slot._keepers[()] is keeper


# The judge's own failures


def is_sentence(words: str) -> bool:
    return words.isprintable() and 10 < len(words) < 300 and "Traceback" not in words


def next_is_fine(runner: Runner) -> bool:
    runner.level()
    return python(runner, b"print(3)") is Verdict.AC


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGTERM"])
def test_a_killed_keeper_is_told_in_a_sentence(name: str) -> None:
    with Runner(core=None) as runner:
        script = runner.compile_python(b"while True: pass", "solution.py", LIMITS)
        assert isinstance(script, Script)
        assert runner._keepers[()]
        Timer(0.2, os.kill, (runner._keepers[()]._pid, signal.Signals[name])).start()
        run = runner.run(script, b"", Limits(cpu_s=60, memory_bytes=1 << 28, output_bytes=1))
        assert (run.ending, run.detail) == (Ending.LOST, "the keeper was killed")
        assert next_is_fine(runner)


GARBAGE = (
    st.binary(min_size=1, max_size=60)
    | st.lists(st.integers() | st.text(max_size=5), max_size=7).map(
        lambda values: marshal.dumps(tuple(values))
    )
    | (st.none() | st.text(max_size=5) | st.dictionaries(st.integers(), st.floats())).map(marshal.dumps)
)


@pytest.mark.slow
@settings(max_examples=12)
@given(garbage=GARBAGE)
@example(garbage=marshal.dumps(((),)))
@example(garbage=marshal.dumps((7,)))
def test_whatever_comes_over_the_wire_is_a_lost_run_with_a_sentence(slot: Runner, garbage: bytes) -> None:
    slot.level()
    keeper = slot._keepers[()]
    assert keeper
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    keeper._wire.close()  # which ends the true one
    keeper._wire = ours
    with theirs:
        theirs.send(garbage)
        run = slot.run(Command(argv=("/bin/true",)), b"", LIMITS)
    assert run.ending is Ending.LOST
    assert is_sentence(run.detail)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        pytest.param(("few", "words"), "the keeper failed in answer, line ", id="a request that is none"),
        pytest.param(("talk", (), (), ()), "the keeper failed in answer, line ", id="sides that are none"),
        pytest.param(
            ("run", 1, (("/bin/true",), (), None, None, None, "long", 1, 1, 1, 0, None, None, None)),
            "the keeper failed in ",
            id="a time that is none",
        ),
        pytest.param(("x" * 70_000,), "the keeper cannot be asked: ", id="too long"),
        pytest.param(("x" * 300_000,), "the keeper cannot be asked: ", id="far too long"),
    ],
)
def test_what_fells_a_keeper_is_told_in_a_sentence(request_: tuple[object, ...], words: str) -> None:
    with Runner(core=None) as runner, Path("/dev/null").open("r+b") as null:
        runner.level()
        assert runner._keepers[()]
        with pytest.raises(KeeperLost) as lost:
            runner._keepers[()].ask(request_, (null.fileno(),) * 3, lengths=(1,))
        assert str(lost.value).startswith(words)
        assert is_sentence(str(lost.value))


def test_a_keeper_that_cannot_start_says_why() -> None:
    with Runner(core=9999) as runner:
        run = runner.run(Command(argv=("/bin/true",)), b"", LIMITS)
    assert (run.ending, is_sentence(run.detail)) == (Ending.LOST, True)


def test_a_machine_without_descriptors_is_the_judges_fault_until_there_are_some() -> None:
    script = """
import os, resource, sys
from judge.model.runs import Limits
from judge.running import shortage
from judge.running.programs import Command
from judge.running.runner import Runner
shortage._PAUSES_S = ()
limits = Limits(cpu_s=5, memory_bytes=1 << 28, output_bytes=1)
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
with Runner(core=None) as runner:
    runner.level()
    for most in (max(map(int, os.listdir('/proc/self/fd'))) + n for n in range(4)):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        run = runner.run(Command(argv=('/bin/true',)), b'', limits)
        print(run.ending.name, run.detail)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    print(runner.run(Command(argv=('/bin/true',)), b'', limits).ending.name)
"""
    root = REPOSITORY
    done = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True)
    *lost, last = done.stdout.splitlines()
    assert set(lost[:2]) == {
        "LOST the judge cannot hold what a program reads and writes: Too many open files"
    }, done
    assert last == "FINISHED"
