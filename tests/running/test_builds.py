"""The cache of builds believes what is whole and its user's own, and makes anew what is not."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import LIMITS
from helpers import build_c, environment, run_judge, table_rows, write_project
from languages import program

from judge.running import builds
from judge.running.languages import LANGUAGES, toolchains
from judge.running.languages.base import Unready
from judge.running.programs import Command
from judge.running.runner import Runner
from judge.verdicts import Verdict

SOURCE = b'int puts(const char *);\nint main(void) { puts("built"); }\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, as a process that has just started finds it."""
    if not shutil.which("gcc"):
        pytest.skip("gcc is not installed")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    as_if_started_now()
    yield tmp_path / "cache" / "judge"
    as_if_started_now()


def as_if_started_now() -> None:
    builds.folder.cache_clear()
    builds._whole.clear()


def built(runner: Runner, source: bytes = SOURCE) -> Path:
    """The entry of a program that was built or found, and that runs."""
    command = build_c(source, runner)
    assert isinstance(command, Command), command
    run = runner.run(command, b"", LIMITS)
    assert (run.stdout, run.exit_code) == (b"built\n", 0), run
    return Path(command.argv[0]).parent


def stamp(entry: Path) -> tuple[int, int]:
    status = (entry / "program").stat()
    return status.st_ino, status.st_mtime_ns


def cut(program: Path) -> None:
    program.write_bytes(program.read_bytes()[:5000])


def flip(program: Path) -> None:
    code = bytearray(program.read_bytes())
    code[-1] ^= 1
    program.write_bytes(code)


def become_a_folder(program: Path) -> None:
    program.unlink()
    program.mkdir()


def become_a_pipe(program: Path) -> None:
    program.unlink()
    os.mkfifo(program)


def become_a_link(program: Path) -> None:
    program.rename(program.with_name("moved"))
    program.symlink_to("moved")


def entry_becomes_a_link(program: Path) -> None:
    entry = program.parent
    entry.rename(entry.parent.parent / "elsewhere")
    entry.symlink_to(entry.parent.parent / "elsewhere")


def entry_becomes_a_link_to_a_closed_place(program: Path) -> None:
    shutil.rmtree(program.parent)
    program.parent.symlink_to("/tmp")


def entry_becomes_a_file(program: Path) -> None:
    shutil.rmtree(program.parent)
    program.parent.touch()


def entry_becomes_a_pipe(program: Path) -> None:
    shutil.rmtree(program.parent)
    os.mkfifo(program.parent)


DAMAGES: list[Callable[[Path], object]] = [
    *(cut, flip, Path.unlink, become_a_folder, become_a_pipe, become_a_link),
    *(entry_becomes_a_link, entry_becomes_a_link_to_a_closed_place),
    *(entry_becomes_a_file, entry_becomes_a_pipe),
    lambda program: program.write_bytes(b""),
    lambda program: program.with_name("beside").touch(),
    lambda program: program.with_name(".digest").unlink(),
    lambda program: become_a_pipe(program.with_name(".digest")),
    lambda program: program.with_name(".digest").write_bytes(b"\xff"),
    lambda program: program.chmod(0o722),
    lambda program: program.parent.chmod(0o777),
    lambda program: program.chmod(0o600),
    lambda program: program.chmod(0),
    lambda program: program.parent.chmod(0o500),
    lambda program: program.parent.chmod(0),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_an_entry_that_is_not_whole_and_ours_is_made_anew(
    cache: Path, runner: Runner, damage: Callable[[Path], object]
) -> None:
    entry = built(runner)
    before = stamp(entry)
    damage(entry / "program")
    as_if_started_now()
    with Runner(core=None) as another:
        assert built(another) == entry
    assert stamp(entry) != before
    assert sorted(path.name for path in cache.iterdir() if path.name.startswith("build-")) == []


def test_a_damaged_launcher_is_made_anew(cache: Path, runner: Runner) -> None:
    launcher = toolchains.launcher(runner)
    if launcher is None:
        pytest.skip("no C compiler is installed")
    right = Path(launcher).read_bytes()
    Path(launcher).write_bytes(b"#!/bin/sh\n")
    as_if_started_now()
    assert toolchains.launcher(runner) == launcher
    assert Path(launcher).read_bytes() == right


def test_what_belongs_to_another_is_not_believed(cache: Path, runner: Runner) -> None:
    if os.geteuid():
        pytest.skip("only root can give a file away")
    for place in (lambda entry: entry, lambda entry: entry / "program"):
        entry = built(runner)
        before = stamp(entry)
        os.chown(place(entry), 65534, 65534)
        as_if_started_now()
        assert built(runner) == entry
        assert stamp(entry) != before


@pytest.mark.parametrize(
    "kind", ["writable by all", "a link", "a file", "a pipe", "another's", "read-only", "no use"]
)
def test_a_cache_that_is_not_ours_alone_is_neither_read_nor_written(
    cache: Path, runner: Runner, kind: str, tmp_path: Path
) -> None:
    if kind == "another's" and os.geteuid():
        pytest.skip("only root can give a folder away")
    if kind == "read-only" and not os.geteuid():
        pytest.skip("root may write everywhere")
    real = tmp_path / "real"
    real.mkdir()
    cache.parent.mkdir()
    if kind == "a link":
        cache.symlink_to(real)
    elif kind == "a file":
        cache.touch()
    elif kind == "a pipe":
        os.mkfifo(cache)
    else:
        cache.mkdir()
        cache.chmod({"writable by all": 0o777, "read-only": 0o500, "no use": 0}.get(kind, 0o755))
        if kind == "another's":
            os.chown(cache, 65534, 65534)
    entry = built(runner)
    assert not entry.is_relative_to(tmp_path)
    assert stat.S_IMODE(entry.parent.stat().st_mode) == 0o700
    assert list(real.iterdir()) == []
    if kind == "no use":
        cache.chmod(0o700)
    assert not cache.is_dir() or list(cache.iterdir()) == []


def test_an_entry_is_looked_at_once_in_a_process(cache: Path, runner: Runner) -> None:
    entry = built(runner)
    (entry / "beside").touch()
    before = stamp(entry)
    assert built(runner) == entry
    assert stamp(entry) == before


def test_an_entry_that_vanishes_is_made_anew_in_the_same_process(cache: Path, runner: Runner) -> None:
    shutil.rmtree(built(runner))
    assert built(runner)


def test_many_builds_of_one_program_at_once_make_one_entry(cache: Path) -> None:
    entries: list[Path] = []

    def build() -> None:
        with Runner(core=None) as own:
            entries.append(built(own))

    threads = [threading.Thread(target=build) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(entries) == 4
    assert len(set(entries)) == 1
    assert not list(cache.glob("build-*"))


def test_a_build_that_was_killed_leaves_no_entry_and_is_swept_away(cache: Path, runner: Runner) -> None:
    script = (
        "from judge.running import builds\n"
        "with builds.workplace() as box:\n"
        "    (box / 'program').write_bytes(b'half')\n"
        "    print(box, flush=True)\n"
        "    input()\n"
    )
    words = [sys.executable, "-c", script]
    env = environment(XDG_CACHE_HOME=str(cache.parent))
    with subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as victim:
        assert victim.stdout
        box = Path(os.fsdecode(victim.stdout.readline().rstrip()))
        victim.send_signal(signal.SIGKILL)
    built(runner)
    # it could be another judge's, at work
    assert box.exists()
    long_ago = time.time() - 7200
    os.utime(box, (long_ago, long_ago))
    as_if_started_now()
    built(runner)
    assert not box.exists()


# a full disk


@pytest.fixture
def little_disk(tmp_path: Path) -> Path:
    """A disk of two megabytes for the cache."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", place]).returncode:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_a_full_disk_is_the_judges_fault(tmp_path: Path, little_disk: Path) -> None:
    if not shutil.which("g++"):
        pytest.skip("g++ is not installed")
    root = write_project(tmp_path / "project", solutions={"adds.cpp": program("adds", LANGUAGES[".cpp"])})
    env = {"XDG_CACHE_HOME": str(little_disk)}
    for full in (False, True):
        if full:
            with suppress(OSError):
                (little_disk / "filler").write_bytes(bytes(4 << 20))
        done = run_judge("run", "--json", "out.json", cwd=root, env=env)
        assert (done.returncode, table_rows(done.stdout), done.stderr) == (1, ["adds.cpp: 1 JE"], "")
        assert "No space left on device" in (root / "out.json").read_text()


def test_what_does_not_compile_is_still_its_authors_fault(cache: Path, runner: Runner) -> None:
    refused = build_c(b"#error No space left on device\n", runner)
    assert isinstance(refused, Unready)
    assert refused.verdict is Verdict.CE


def test_a_home_that_is_not_there_is_not_made(
    cache: Path, runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "gone"))
    assert not built(runner).is_relative_to(tmp_path)
    assert not (tmp_path / "gone").exists()


def test_where_no_cache_can_be_it_is_the_judges_fault(
    cache: Path, runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    cache.parent.mkdir()
    cache.touch()
    failed = build_c(SOURCE, runner)
    assert isinstance(failed, Unready)
    assert failed.verdict is Verdict.JE
    assert failed.message.endswith(": No such file or directory")
