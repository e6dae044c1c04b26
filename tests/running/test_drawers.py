"""Drawers: only a checker can create files there, with names of its choice, and only plain files."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import BUILD_LIMITS, LIMITS, own_core
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.runs import Ending, Limits, Run
from judge.running import builds
from judge.running.named_files import Files
from judge.running.programs import Part, Script
from judge.running.runner import Runner

DRAWER = Files(given=(("input", b"secret"),), drawer="feedback")


def python(runner: Runner, source: str) -> Script:
    script = runner.compile_python(source.encode(), "check.py", BUILD_LIMITS)
    assert isinstance(script, Script), script
    return script


def run(runner: Runner, source: str, files: Files = DRAWER, limits: Limits = LIMITS) -> Run:
    return runner.run(python(runner, source), b"", limits, files=files)


def desk_of(runner: Runner) -> Path:
    return Path(run(runner, "import os; print(os.getcwd(), end='')").stdout.decode())


@pytest.fixture(params=["default", "strict"])
def sealed(request: pytest.FixtureRequest) -> Runner:
    runner: Runner = request.getfixturevalue("runner" if request.param == "default" else "strict_runner")
    return runner


@pytest.fixture
def own_runner() -> Iterator[Runner]:
    with Runner(core=own_core()) as runner:
        yield runner


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=20).filter(
    lambda name: name not in (".", "..")
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(left=st.dictionaries(NAMES, st.binary(max_size=20), max_size=4), name=NAMES)
def test_a_run_finds_what_was_left_and_leaves_what_it_makes(
    runner: Runner, left: dict[str, bytes], name: str
) -> None:
    source = f"open({'feedback/' + name!r}, 'ab').write(b'made')"
    after = run(runner, source, replace(DRAWER, left=tuple(left.items())))
    assert (after.ending, after.exit_code) == (Ending.FINISHED, 0)
    assert dict(after.left) == {**left, name: left.get(name, b"") + b"made"}


def test_nothing_is_in_a_drawer_but_what_was_left(sealed: Runner) -> None:
    assert run(sealed, "open('feedback/x', 'w').write('1')").left == (("x", b"1"),)
    listed = run(sealed, "import os; print(os.listdir('feedback'))")
    assert (listed.stdout, listed.left) == (b"[]\n", ())


def test_a_file_that_nobody_may_read_comes_back(runner: Runner) -> None:
    closed = "import os; os.write(os.open('feedback/x', os.O_CREAT | os.O_WRONLY, 0), b'1')"
    assert run(runner, closed).left == (("x", b"1"),)


def test_files_can_be_renamed_replaced_and_removed(sealed: Runner) -> None:
    source = """
import os
for name in "abcd": open("feedback/" + name, "w").write(name)
os.remove("feedback/a")
os.replace("feedback/b", "feedback/c")
os.rename("feedback/d", "feedback/e")
"""
    after = run(sealed, source)
    assert (after.stderr, after.left) == (b"", (("c", b"b"), ("e", b"d")))


def test_a_whiteout_left_by_a_rename_is_removed_after_the_run(sealed: Runner) -> None:
    rename = """
import ctypes, os
open("feedback/a", "w").close()
ctypes.CDLL(None).renameat2(-100, b"feedback/a", -100, b"feedback/b", 4)
"""
    assert [name for name, _ in run(sealed, rename).left] in (["b"], ["a"])
    after = run(sealed, "import os; print(os.listdir('feedback'))")
    assert (after.stdout, after.left) == (b"[]\n", ())


HELD = {
    "removed": "os.remove('feedback/x')",
    "replaced": "open('feedback/y', 'w').close(); os.replace('feedback/y', 'feedback/x')",
    "removed and mapped": "maps.append(mmap.mmap(file.fileno(), 1)); os.remove('feedback/x'); file.close()",
    "removed by a second thread": "os.remove('feedback/x'); goes_on_in_a_thread()",
}


@pytest.mark.parametrize("way", HELD)
def test_a_file_without_a_name_counts_while_it_is_held(way: str, sealed: Runner) -> None:
    source = f"""
import ctypes, mmap, os, threading, time
files, maps = [], []
def hold():
    for _ in range(24):
        file = open("feedback/x", "wb+")
        files.append(file)
        file.truncate(1 << 20)
        {HELD[way]}
    time.sleep(60)
def goes_on_in_a_thread():
    if threading.current_thread() is threading.main_thread():
        threading.Thread(target=hold).start()
        ctypes.CDLL(None).pthread_exit(None)
hold()
"""
    held = run(sealed, source)
    assert (held.ending, held.detail) == (Ending.TOO_MUCH_OUTPUT, "its files")


def test_a_removed_file_that_is_closed_counts_nothing(sealed: Runner) -> None:
    source = """
import os, time
for _ in range(24):
    with open("feedback/x", "wb") as file: file.truncate(1 << 20)
    os.remove("feedback/x")
    time.sleep(0.005)
"""
    assert run(sealed, source).ending is Ending.FINISHED


def test_files_can_be_rewritten_and_cut(sealed: Runner) -> None:
    source = """
for name in "abc": open("feedback/" + name, "w").write(name)
open("feedback/a", "w").write("other")
open("feedback/b", "a").write("more")
open("feedback/c", "r+").truncate(0)
"""
    after = run(sealed, source)
    assert after.stderr == b""
    assert after.left == (("a", b"other"), ("b", b"bmore"), ("c", b""))


@pytest.mark.parametrize(
    "attempt",
    [
        "os.mkdir('feedback/folder')",
        "os.symlink('/etc/passwd', 'feedback/link')",
        "os.link('input', 'feedback/link')",
        "os.link('/usr/bin/env', 'feedback/link')",
        "os.mkfifo('feedback/pipe')",
        "os.mknod('feedback/device', 0o60600, 0)",
        "os.open('feedback', os.O_TMPFILE | os.O_RDWR)",
        "os.posix_fallocate(os.open('feedback/own', os.O_RDWR), 0, 1 << 20)",
        "__import__('fcntl').ioctl(os.open('feedback/own', os.O_RDWR), 0x40305828, bytes(48))",
        "os.rename('feedback/own', 'own')",
        "os.rename('feedback/own', '../own')",
        "os.rename('input', 'feedback/input')",
        "os.rename('feedback', 'elsewhere')",
        "os.rmdir('feedback')",
        "os.chmod('feedback/own', 0o777)",
        "os.chmod('feedback', 0)",
        "os.execv('feedback/own', ['own'])",
        "open('own', 'w')",
        "open('../own', 'w')",
        "open('feedback/../own', 'w')",
        "open('input', 'w')",
        "os.unlink('input')",
        "os.listdir('..')",
    ],
)
def test_nothing_else_can_be_made_or_touched(sealed: Runner, attempt: str) -> None:
    source = f"""
import os
with open("feedback/own", "w") as file: file.write("#!/bin/sh\\n")
try: {attempt}
except OSError: print("refused")
"""
    after = run(sealed, source)
    assert (after.stdout, after.left) == (b"refused\n", (("own", b"#!/bin/sh\n"),))


def test_who_has_no_drawer_finds_that_of_nobody(sealed: Runner) -> None:
    here = str(desk_of(sealed))
    tries = """
import os, sys
for attempt in (os.listdir, lambda folder: open(folder + "/x"), lambda folder: open(folder + "/y", "w")):
    try: attempt(sys.argv[1] + "/feedback")
    except OSError: print("refused")
"""
    for files in (Files(), Files(given=(("input", b""),))):
        after = sealed.run(python(sealed, tries), b"", LIMITS, arguments=(here,), files=files)
        assert after.stdout == b"refused\n" * 3
    listens = "open('feedback/x', 'w').write('secret'); print(1, flush=True); input()"
    talk = sealed.converse(
        Part(program=python(sealed, "input()\n" + tries), limits=LIMITS, arguments=(here,)),
        Part(program=python(sealed, listens), limits=LIMITS, files=DRAWER),
        accepting=(0,),
    )
    assert talk.program.stdout == b"refused\n" * 3
    assert talk.interactor.left == (("x", b"secret"),)


def test_each_runner_has_drawers_of_its_own(runner: Runner, own_runner: Runner) -> None:
    there = str(desk_of(own_runner))
    assert there != str(desk_of(runner))
    tries = python(runner, "import sys; open(sys.argv[1] + '/feedback/x', 'w')")
    after = runner.run(tries, b"", LIMITS, arguments=(there,), files=DRAWER)
    assert b"PermissionError" in after.stderr


FLOODS = {
    "one file": "with open('feedback/x', 'wb') as file:\n while True: file.write(bytes(1 << 16))",
    "many files": "for n in range(10**9): open(f'feedback/{n}', 'wb').write(bytes(1 << 16))",
    "empty files": "for n in range(10**9): open(f'feedback/{n}', 'w').close()",
    "a hole": "open('feedback/x', 'wb').truncate(1 << 40)",
}
SMALL = replace(LIMITS, output_bytes=1 << 20)


@pytest.mark.slow
@pytest.mark.parametrize("source", FLOODS.values(), ids=FLOODS)
def test_who_fills_its_drawer_is_stopped(own_runner: Runner, source: str) -> None:
    place = desk_of(own_runner)
    after = run(own_runner, source, limits=SMALL)
    if after.ending is Ending.FINISHED:
        assert b"File too large" in after.stderr
        assert sum(len(content) for _, content in after.left) <= SMALL.output_bytes
    else:
        assert (after.ending, after.detail) == (Ending.TOO_MUCH_OUTPUT, "its files")
    assert sorted(path.name for path in place.rglob("*")) == ["feedback", "input"]


@pytest.mark.slow
def test_an_interactor_that_fills_its_drawer_is_stopped(own_runner: Runner) -> None:
    talk = own_runner.converse(
        Part(program=python(own_runner, "input()"), limits=LIMITS),
        Part(program=python(own_runner, FLOODS["empty files"]), limits=SMALL, files=DRAWER),
        accepting=(0,),
    )
    assert (talk.interactor.ending, talk.interactor.detail) == (Ending.TOO_MUCH_OUTPUT, "its files")


def test_what_a_run_that_was_lost_left_the_next_does_not_find(own_runner: Runner) -> None:
    (desk_of(own_runner) / "feedback" / "x").write_text("of one whose keeper was killed")
    assert run(own_runner, "import os; print(os.listdir('feedback'))").stdout == b"[]\n"


def test_of_drawers_those_of_a_killed_judge_are_swept(own_runner: Runner) -> None:
    living = desk_of(own_runner).parent
    dead = builds.folder() / "build-dead"
    (dead / "desk" / "feedback").mkdir(parents=True)
    (dead / "desk" / "feedback" / "state").write_text("1")
    yesterday = time.time() - 86400
    for place in (dead, living):
        os.utime(place, (yesterday, yesterday))
    builds._sweep(builds.folder())
    assert living.is_dir()
    assert not dead.exists()
    assert run(own_runner, "open('feedback/x', 'w')").left == (("x", b""),)
    own_runner.close()
    assert not living.exists()
