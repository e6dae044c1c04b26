"""What a program at level `default` can touch: its input, its output, and nothing else."""

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import LIMITS

from judge.model import Ending, Run
from judge.runner import Command, Runner

Python = Callable[..., Run]
Native = Callable[[str], Command]

EXPECTED = {
    "fork()": {errno.EAGAIN},
    "vfork()": {errno.EAGAIN},
    "socket(AF_INET, SOCK_STREAM, 0)": {errno.EACCES},
    "socket(AF_INET, SOCK_DGRAM, 0)": {errno.EACCES},
    "socket(AF_UNIX, SOCK_STREAM, 0)": {errno.EACCES},
}


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "answer.txt"
    path.write_bytes(b"42\n")
    return path


def test_everything_that_is_forbidden_is_an_error(runner: Runner, native: Native, secret: Path) -> None:
    command = native("probes")
    run = runner.run(replace(command, argv=(*command.argv, str(secret))), b"", LIMITS)
    assert run.ending is Ending.FINISHED, run
    results = dict(line.rsplit(" ", 1) for line in run.stdout.decode().splitlines())
    assert len(results) == 25
    for call, error in results.items():
        assert int(error) in EXPECTED.get(call, {errno.EPERM, errno.EACCES}), call
    assert secret.read_bytes() == b"42\n"


def test_a_program_is_born_clean(runner: Runner, native: Native) -> None:
    stray = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(stray, True)
    os.environ["SECRET"] = "1"
    try:
        with Runner(core=None) as fresh:
            run = fresh.run(native("state"), b"", LIMITS)
    finally:
        os.close(stray)
        del os.environ["SECRET"]
    assert run.stdout.decode().splitlines() == [
        "open 0",
        "open 1",
        "open 2",
        "env PATH=/usr/bin:/bin",
        "env LANG=C.UTF-8",
        "env HOME=/nonexistent",
        "in /",
        "leader 1",
    ]


def test_the_input_cannot_be_rewritten(python: Python) -> None:
    source = """
import os
for path, flags in (("/proc/self/fd/0", os.O_RDWR), ("/dev/fd/0", os.O_WRONLY), ("/dev/stdin", os.O_RDWR)):
    try:
        os.write(os.open(path, flags), b"x")
        print("written")
    except OSError as error:
        pass
for call in (lambda: os.write(0, b"x"), lambda: os.ftruncate(0, 0), lambda: os.pwrite(0, b"x", 0)):
    try:
        call()
        print("written")
    except OSError:
        pass
print(os.pread(0, 9, 0))
"""
    assert python(source, b"case").stdout == b"b'case'\n"


def test_an_output_is_no_program(python: Python) -> None:
    source = """
import os, sys
os.write(1, b"#!/bin/sh\\necho executed\\n")
for path in ("/proc/self/fd/1", "/dev/stdout"):
    try:
        os.execv(path, ["x"])
    except OSError as error:
        sys.stderr.write(f"{error.errno}\\n")
"""
    run = python(source)
    assert (run.stdout, run.stderr) == (b"#!/bin/sh\necho executed\n", b"13\n13\n")


def test_an_output_that_is_cut_or_moved_harms_only_itself(python: Python) -> None:
    source = """
import os
os.write(1, b"wrong")
os.ftruncate(1, 0)
os.lseek(1, 2, os.SEEK_SET)
os.write(1, b"x")
os.close(1)
"""
    run = python(source)
    assert (run.ending, run.stdout) == (Ending.FINISHED, b"\0\0x")


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param("open('/etc/passwd')", id="passwd"),
        pytest.param("os.listdir(os.path.expanduser('~root'))", id="home"),
        pytest.param("os.listdir('/tmp')", id="tmp"),
        pytest.param("open('/proc/%d/environ' % os.getppid())", id="environment of the keeper"),
        pytest.param("open('/proc/%d/mem' % os.getppid())", id="memory of the keeper"),
        pytest.param("os.listdir('/proc/%d/fd' % os.getppid())", id="files of the keeper"),
        pytest.param("open('/dev/shm/x', 'w')", id="shared memory"),
        pytest.param("os.kill(os.getppid(), 9)", id="kill the keeper"),
        pytest.param("os.kill(-1, 9)", id="kill all"),
        pytest.param("os.fork()", id="fork"),
        pytest.param("os.posix_spawn('/bin/true', ['true'], {})", id="spawn"),
        pytest.param("os.execv('/bin/true', ['true'])", id="exec"),
        pytest.param("__import__('socket').socket()", id="socket"),
        pytest.param("os.setsid(); os.setuid(0)", id="setuid"),
        pytest.param("os.sched_setaffinity(0, range(99))", id="leave the core"),
        pytest.param("os.utime('/dev/null')", id="utime"),
        pytest.param("os.memfd_create('x')", id="memfd"),
        pytest.param("[os.dup(0) for _ in range(100)]", id="descriptors"),
        pytest.param("__import__('resource').setrlimit(7, (1000, 1000))", id="raise a limit"),
    ],
)
def test_python_is_refused(python: Python, attempt: str) -> None:
    source = f"import os\ntry: {attempt}\nexcept (OSError, ValueError): print('refused')"
    assert python(source).stdout == b"refused\n"


def test_python_threads_work(python: Python) -> None:
    source = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    print(sum(pool.map(lambda n: n * n, range(10))))
"""
    assert python(source).stdout == b"285\n"


def test_a_command_reads_what_it_names_and_no_more(runner: Runner, secret: Path) -> None:
    cat = Command(argv=("/bin/cat", str(secret)))
    assert runner.run(cat, b"", LIMITS).stdout == b""
    assert runner.run(replace(cat, readable=(str(secret),)), b"", LIMITS).stdout == b"42\n"
