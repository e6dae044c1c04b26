"""The cache of builds uses complete entries of its user, and rebuilds all others.

What is large is kept to a size, and stays while it is in use.
"""

import itertools
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
from conftest import LIMITS, level_or_skip
from helpers import build_c, environment, need, run_judge, table_rows, write_project
from hypothesis import given
from hypothesis import strategies as st
from languages import program

from judge.model.verdicts import Verdict
from judge.running import builds
from judge.running.keeper_client import LEVELS, Level
from judge.running.languages import LANGUAGES, toolchains
from judge.running.languages.base import Unready
from judge.running.programs import Command
from judge.running.runner import Runner

SOURCE = b'int puts(const char *);\nint main(void) { puts("built"); }\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a separate cache, as a process that has just started finds it."""
    need("gcc")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    as_if_started_now()
    yield tmp_path / "cache" / "judge"
    as_if_started_now()


def as_if_started_now() -> None:
    builds.folder.cache_clear()
    builds._whole.clear()
    while builds._held:
        os.close(builds._held.popitem()[1])


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


@pytest.mark.parametrize("mode", [0o111, 0o333, 0o600, 0o755, 0o4711])
def test_what_is_kept_can_be_read_and_is_as_executable_as_before(mode: int, cache: Path) -> None:
    """The keeper of an ordinary user sees no files that a program has open whose file cannot be read."""
    with builds.workplace() as workplace:
        (workplace / "program").touch()
        (workplace / "program").chmod(mode)
        builds.keep(workplace, "key")
    assert (cache / "key" / "program").stat().st_mode & 0o7777 == mode & 0o700 | 0o400


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
    if not shutil.which("cc"):
        pytest.skip("no C compiler is installed")
    launcher = toolchains.launcher(runner)
    assert launcher
    right = Path(launcher).read_bytes()
    Path(launcher).write_bytes(b"#!/bin/sh\n")
    as_if_started_now()
    assert toolchains.launcher(runner) == launcher
    assert Path(launcher).read_bytes() == right


def test_a_launcher_that_another_judge_has_removed_is_made_anew(cache: Path, runner: Runner) -> None:
    if not shutil.which("cc"):
        pytest.skip("no C compiler is installed")
    launcher = toolchains.launcher(runner)
    assert launcher
    shutil.rmtree(Path(launcher).parent)
    assert toolchains.launcher(runner) == launcher
    assert os.access(launcher, os.X_OK)


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


def test_what_nobody_has_used_for_a_month_goes_and_what_was_used_stays(cache: Path) -> None:
    for name in ("old", "used", "new"):
        entry_of(100, name)
    (cache / "notes").mkdir()
    long_ago = time.time() - 40 * 24 * 3600
    for name in ("old", "used", "notes"):
        os.utime(cache / name, (long_ago, long_ago))
    builds._whole.clear()
    assert builds.is_whole("used")
    as_if_started_now()
    builds.folder()
    assert {path.name for path in cache.iterdir()} == {"used", "new", "notes"}


# what was sealed less


def test_what_a_compiler_saw_at_a_lower_level_serves_no_higher_one(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "answer").write_text('"built"\n')
    source = b'int puts(const char *);\nint main(void) { puts(\n#include "%s"\n); }\n' % bytes(
        tmp_path / "answer"
    )
    for level in ("basic", "default", "basic"):
        with Runner(core=None, level=level) as own:
            made = build_c(source, own)
            assert isinstance(made, Command if level == "basic" else Unready), made
            assert level == "basic" or made.verdict is Verdict.CE


@pytest.mark.parametrize(
    "levels",
    [
        pytest.param(levels, id=" ".join(levels), marks=() if levels[0] == "default" else pytest.mark.slow)
        for levels in itertools.permutations(LEVELS)
    ],
)
def test_a_build_serves_the_level_that_it_was_made_at_and_lower_ones(
    cache: Path, levels: tuple[Level, ...]
) -> None:
    made: list[tuple[Level, tuple[int, int]]] = []
    for level in map(level_or_skip, levels):
        as_if_started_now()
        with Runner(core=None, level=level) as own:
            found = stamp(built(own))
        before = [kept for kept in made if kept[1] == found]
        assert bool(before) == any(LEVELS.index(one) >= LEVELS.index(level) for one, _ in made)
        assert all(LEVELS.index(one) >= LEVELS.index(level) for one, _ in before)
        made.append(before[0] if before else (level, found))


# what is kept to a size


def entry_of(size: int, key: str) -> Path:
    """An entry with a file of so many bytes."""
    with builds.workplace() as workplace:
        (workplace / "deep").mkdir()
        (workplace / "deep" / "file").write_bytes(bytes(size))
        builds.keep(workplace, key)
    return builds.folder() / key


def sizes() -> dict[str, int]:
    """Return the valid entries for a process that has just started, with their digests."""
    as_if_started_now()
    found = {place.name: place for place in builds.folder().glob("large-*") if builds.is_whole(place.name)}
    return {name: sum(each.lstat().st_size for each in place.rglob("*")) for name, place in found.items()}


@pytest.mark.slow
@given(
    entries=st.lists(
        st.tuples(st.integers(0, 50_000), st.integers(0, 99), st.booleans()),
        max_size=5,
        unique_by=lambda entry: entry[1],
    ),
    most_bytes=st.integers(0, 250_000),
)
def test_of_what_nobody_holds_the_longest_unused_goes_until_the_rest_has_its_size(
    entries: list[tuple[int, int, bool]], most_bytes: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each is used some seconds after the first, and may be held."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        as_if_started_now()
        other = entry_of(100_000, "other")
        for number, (size, _, _) in enumerate(entries):
            entry_of(size, f"large-{number}")
        before = sizes()
        used = {f"large-{number}": after for number, (_, after, _) in enumerate(entries)}
        held = {f"large-{number}" for number, (_, _, is_held) in enumerate(entries) if is_held}
        assert all(map(builds.hold, held))
        for name, after in used.items():
            used_s = time.time() - 3600 + after
            os.utime(builds.folder() / name, (used_s, used_s))
        builds.trim("large-", most_bytes)
        there = {place.name for place in builds.folder().glob("large-*")}
        gone = before.keys() - there
        assert other.is_dir()
        assert not list(builds.folder().glob("build-*"))
        assert held <= there
        assert sum(before[name] for name in there) <= most_bytes or there == held
        if gone:
            last = max(gone, key=lambda name: used[name])
            assert all(used[last] < used[kept] for kept in there - held)
            assert sum(before[name] for name in there | {last}) > most_bytes
        assert sizes().keys() == there


HOLDER = """\
from judge.running import builds
from judge.running.keeper_client import LEVELS, Level
assert builds.hold("large-0")
print("held", flush=True)
input()
"""


def test_what_another_process_holds_stays_until_that_is_gone(cache: Path) -> None:
    entry = entry_of(1000, "large-0")
    words = [sys.executable, "-c", HOLDER]
    env = environment(XDG_CACHE_HOME=str(cache.parent))
    with subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        builds.trim("large-", 0)
        assert entry.is_dir()
        holder.send_signal(signal.SIGKILL)
    builds.trim("large-", 0)
    assert not entry.exists()
    assert not builds.hold("large-0")


KILLED_WHILE_IT_REMOVES = """\
import os, shutil, signal
from judge.running import builds
from judge.running.keeper_client import LEVELS, Level

shutil.rmtree = lambda *words, **more: os.kill(os.getpid(), signal.SIGKILL)
builds.trim("large-", 0)
"""


def test_who_is_killed_while_it_removes_leaves_nothing_half(cache: Path) -> None:
    entry = entry_of(1000, "large-0")
    words = [sys.executable, "-c", KILLED_WHILE_IT_REMOVES]
    done = subprocess.run(words, env=environment(XDG_CACHE_HOME=str(cache.parent)))
    assert done.returncode == -signal.SIGKILL
    assert not entry.exists()
    (left,) = cache.glob("build-*")
    assert (left / "large-0" / "deep" / "file").is_file()
    long_ago = time.time() - 7200
    os.utime(left, (long_ago, long_ago))
    as_if_started_now()
    assert builds.folder() == cache
    assert not left.exists()


def test_what_is_damaged_is_not_held(cache: Path) -> None:
    entry = entry_of(1000, "large-0")
    (entry / "deep" / "file").write_bytes(b"half")
    as_if_started_now()
    assert not builds.hold("large-0")
    builds.trim("large-", 0)
    assert not entry.exists()


def test_what_is_no_folder_of_ours_is_let_be(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "file").touch()
    (builds.folder() / "large-0").symlink_to(tmp_path / "elsewhere")
    (builds.folder() / "large-1").touch()
    os.mkfifo(builds.folder() / "large-2")
    assert not any(builds.hold(f"large-{number}") for number in range(4))
    builds.trim("large-", 0)
    assert (tmp_path / "elsewhere" / "file").exists()
    assert len([*cache.glob("large-*")]) == 3


# a full disk


def test_a_full_disk_is_the_judges_fault(tmp_path: Path, little_disk: Path) -> None:
    need("g++")
    root = write_project(tmp_path / "project", solutions={"adds.cpp": program("adds", LANGUAGES[".cpp"])})
    env = {"XDG_CACHE_HOME": str(little_disk)}
    for full in (False, True):
        if full:
            with suppress(OSError):
                (little_disk / "filler").write_bytes(bytes(4 << 20))
        done = run_judge("run", "--json", "out.json", cwd=root, env=env)
        assert (done.returncode, table_rows(done.stdout), done.stderr) == (2, ["adds.cpp: 1 JE"], "")
        assert "No space left on device" in (root / "out.json").read_text()


@pytest.mark.parametrize(
    "words", ["show adds.cpp sum/small", "try solutions/adds.cpp", "limits", "bench --rounds 1"]
)
def test_on_a_full_disk_every_command_says_so_and_ends_with_2(
    words: str, tmp_path: Path, little_disk: Path
) -> None:
    need("g++")
    write_project(tmp_path, solutions={"adds.cpp": program("adds", LANGUAGES[".cpp"])})
    (little_disk / "judge").mkdir(mode=0o700)
    with suppress(OSError), (little_disk / "filler").open("wb", buffering=0) as filler:
        while True:
            filler.write(bytes(4096))
    done = run_judge(*words.split(), cwd=tmp_path, env={"XDG_CACHE_HOME": str(little_disk)})
    assert done.returncode == 2
    assert "No space left on device" in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stderr


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
