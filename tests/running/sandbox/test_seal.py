"""The things that a program at level `default` can touch: its input, its output, and nothing else."""

import errno
import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import BUILD_LIMITS, LIMITS
from helpers import as_ordinary_user
from msgspec.structs import replace

from judge.model.runs import Ending, Run
from judge.platform.errors import UsageError
from judge.running.languages import toolchains
from judge.running.places import Closed
from judge.running.programs import Command
from judge.running.runner import Runner
from judge.running.sandbox.seal import LOADERS

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
    handler = signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})
    try:
        with Runner(core=None) as fresh:
            run = fresh.run(native("state"), b"", LIMITS)
    finally:
        os.close(stray)
        del os.environ["SECRET"]
        signal.signal(signal.SIGUSR1, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
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


@pytest.mark.parametrize("grant", ["/", "//usr/..", "/proc/self/root", "/etc", "{root}", "{root}/x/../cases"])
def test_a_command_that_opens_a_closed_place_is_neither_run_nor_built(tmp_path: Path, grant: str) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "cases").mkdir()
    closed = Closed(whole=(tmp_path,), sealed=(tmp_path / "cases",))
    true = Command(argv=("/bin/true",))
    opening = replace(true, readable=(grant.format(root=tmp_path),))
    with Runner(core=None, closed=closed) as runner:
        assert runner.run(true, b"", LIMITS).exit_code == 0
        for run in (
            runner.run(opening, b"", LIMITS),
            runner.run(replace(true, argv=opening.readable), b"", LIMITS),
            runner.run(replace(true, launcher=opening.readable[0]), b"", LIMITS),
            runner.build(opening, writable=tmp_path / "x", limits=LIMITS),
        ):
            assert run.ending is Ending.LOST
            assert "cannot be run without opening /" in run.detail


def test_a_project_among_the_systems_libraries_is_refused() -> None:
    folder = Path(os.__file__).parent / "json"
    with Runner(core=None, closed=Closed(whole=(folder,))) as runner:
        with pytest.raises(UsageError, match=f"{folder} is among the system's libraries"):
            runner.level()
        assert runner.run(Command(argv=("/bin/true",)), b"", LIMITS).ending is Ending.LOST


def test_a_command_reads_what_it_names_and_no_more(runner: Runner, secret: Path) -> None:
    cat = Command(argv=("/bin/cat", str(secret)))
    assert runner.run(cat, b"", LIMITS).stdout == b""
    assert runner.run(replace(cat, readable=(str(secret),)), b"", LIMITS).stdout == b"42\n"


# a keeper's own memory holds the code of the next program

LOOKS = """
import threading, time
from pathlib import Path
from judge.model.runs import Limits
from judge.running.runner import Runner

limits = Limits(cpu_s=60, memory_bytes=1 << 28, output_bytes=1 << 20)
with Runner(core=None) as runner:
    script = runner.compile_python(b"import time; time.sleep(1000)", "solution.py", limits)
    keeper = runner._keepers[()]._pid
    threading.Thread(target=runner.run, args=(script, b"", limits)).start()
    while not (children := Path(f"/proc/{keeper}/task/{keeper}/children").read_text().split()):
        time.sleep(0.01)
    for pid in (keeper, *children):
        try:
            Path(f"/proc/{pid}/environ").read_bytes()
            print("read")
        except PermissionError:
            print("refused")
"""


def test_no_process_of_the_same_user_looks_into_a_keeper_or_its_fork() -> None:
    done = as_ordinary_user(LOOKS)
    assert (done.stdout, done.stderr) == (b"refused\nrefused\n", b"")


# what may be executed


@pytest.mark.parametrize("own", [False, True])
def test_a_program_is_loaded_by_the_loader_of_the_system_and_by_no_other(
    runner: Runner, tmp_path: Path, own: bool
) -> None:
    loader = next((Path(path) for path in LOADERS if Path(path).exists()), None)
    if loader is None or not shutil.which("gcc"):
        pytest.skip("needs gcc and a dynamic loader")
    if own:
        loader = Path(shutil.copy(loader, tmp_path / "loader"))
    (tmp_path / "x.c").write_text('#include <stdio.h>\nint main(void) { puts("ran"); }\n')
    argv = ("/usr/bin/gcc", "-o", "program", "x.c", f"-Wl,--dynamic-linker={loader}")
    run = runner.build(Command(argv=argv), writable=tmp_path, limits=BUILD_LIMITS)
    assert run.exit_code == 0, run
    subprocess.run([tmp_path / "program"], check=True, stdout=subprocess.DEVNULL)
    for launcher in (None, toolchains.launcher(runner)):
        program = Command(argv=(f"{tmp_path}/program",), readable=(str(tmp_path),), launcher=launcher)
        assert runner.run(program, b"", LIMITS).stdout == (b"" if own else b"ran\n")


def test_a_program_that_was_built_anew_is_the_one_that_runs(
    runner: Runner, native: Native, tmp_path: Path
) -> None:
    program = tmp_path / "program"
    for name, output in (("add", b"3\n"), ("crashes", b"partial\n"), ("add", b"3\n")):
        command = native(name)
        shutil.copy(command.argv[0], tmp_path / "new")
        (tmp_path / "new").replace(program)
        run = runner.run(replace(command, argv=(str(program), "0")), b"1 2", LIMITS)
        assert run.stdout == output, run
