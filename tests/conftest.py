"""Shared fixtures for the tests of runs: a runner, and programs built once.

Hypothesis has no deadline, since a busy machine can be slow. All processes of a session share one folder,
which is removed at its end. The judge's builds stay for the next session, in `.pytest_cache`.
"""

import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree

import pytest
from browsers import chromium, context, show
from clusters import Site
from helpers import REPOSITORY, TESTLIB, need, read_testlib
from hypothesis import HealthCheck, settings
from msgspec.structs import replace

from judge.model.runs import Limits, Run
from judge.platform.errors import UsageError
from judge.running.keeper_client import Level
from judge.running.languages import LANGUAGES, headers, toolchains
from judge.running.programs import Command, Script
from judge.running.runner import Runner
from judge.work.workers import list_physical_cores

__all__ = ["chromium", "context", "show"]

settings.register_profile(
    "judge", deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("judge")

PROGRAMS = Path(__file__).parent / "programs"
LIMITS = Limits(cpu_s=10, memory_bytes=256 << 20, output_bytes=1 << 20)
BUILD_LIMITS = Limits(cpu_s=100, memory_bytes=2 << 30, output_bytes=256 << 20)
# The command that also runs the tests marked `slow`. The README shows it.
SLOW_TESTS = "python3 -m pytest -n auto -m slow"
SHARED = "JUDGE_TESTS_SHARED"
UNOPTIMIZED = ["-std=c++20"]
_SHARED = pytest.StashKey[str]()
_HELD = pytest.StashKey[IO[str]]()
_LEFT_OUT = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--passed", metavar="JUNIT", help="leave out tests that this report says passed")


def pytest_configure(config: pytest.Config) -> None:
    """Set up folders before xdist starts its processes, which inherit the environment.

    A shell makes processes in the background ignore interrupts, which many tests send.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        config.stash[_SHARED] = os.environ[SHARED] = tempfile.mkdtemp(prefix="judge-tests-")
        os.environ["XDG_CACHE_HOME"] = os.environ[SHARED]
        os.environ["XDG_CONFIG_HOME"] = os.path.join(os.environ[SHARED], "config")  # noqa: PTH118
        if cache := getattr(config, "cache", None):
            # In another user's checkout the builds are removed with the session.
            with suppress(OSError):
                place, held = held_builds(cache.mkdir("builds"), REPOSITORY / "judge" / "running")
                config.stash[_HELD], os.environ["XDG_CACHE_HOME"] = held, str(place)


def held_builds(parent: Path, sources: Path) -> tuple[Path, IO[str]]:
    """Return the folder for builds of these sources, and its lock. Remove folders of other sources.

    Changed sources start with an empty folder, so no old build hides their mistakes. Folders in use by other
    sessions stay.
    """
    digest = hashlib.sha256()
    for path in sorted(sources.rglob("*.*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.read_bytes())
    place = parent / digest.hexdigest()[:16]
    lock = place.with_suffix(".lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_SH)
    place.mkdir(mode=0o700, exist_ok=True)
    for other in {*parent.glob("*.lock")} - {place.with_suffix(".lock")}:
        with other.open("w") as theirs, suppress(BlockingIOError):
            fcntl.flock(theirs, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(other.with_suffix(""), ignore_errors=True)
    return place, lock


def pytest_unconfigure(config: pytest.Config) -> None:
    if folder := config.stash.get(_SHARED, None):
        shutil.rmtree(folder, ignore_errors=True)
    if held := config.stash.get(_HELD, None):
        held.close()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of `--passed`, and slow ones unless a mark or a name selects tests.

    `-m "slow or not slow"` runs both.
    """
    if config.option.passed:
        passed = read_passed(Path(config.option.passed))
        leave_out(config, items, lambda item: junit_name(item) in passed)
    if not config.option.markexpr and not any("::" in word for word in config.args):
        config.stash[_LEFT_OUT] = leave_out(config, items, lambda item: bool(item.get_closest_marker("slow")))


def leave_out(config: pytest.Config, items: list[pytest.Item], out: Callable[[pytest.Item], bool]) -> int:
    """Remove the tests for which `out` holds, and return their number."""
    left = [item for item in items if out(item)]
    items[:] = [item for item in items if not out(item)]
    config.hook.pytest_deselected(items=left)
    return len(left)


def read_passed(report: Path) -> set[tuple[str, str]]:
    """Return module and name of each test that passed according to a JUnit report."""
    tests = [test for test in ElementTree.parse(report).iter("testcase") if len(test) == 0]
    return {(test.get("classname", ""), test.get("name", "")) for test in tests}


def junit_name(item: pytest.Item) -> tuple[str, str]:
    """Return module and name of a test as a JUnit report has them."""
    module = item.nodeid.split("::")[0]
    return module.removesuffix(".py").replace("/", "."), item.name


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report the number of tests left out to the xdist process that writes the summary."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(_LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[_LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if number := config.stash.get(_LEFT_OUT, 0):
        terminalreporter.write_line(f"slow tests left out: {number}; run them with: {SLOW_TESTS}")


@pytest.fixture(scope="session")
def shared() -> Path:
    """A folder that all processes of the session share."""
    return Path(os.environ[SHARED])


def once(folder: Path, make: Callable[[Path], object]) -> Path:
    """Return `folder`, after the first process that needs it has filled it."""
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            box = Path(tempfile.mkdtemp(dir=folder.parent))
            make(box)
            box.rename(folder)
    return folder


def own_core() -> int:
    """Choose a core for this process of the session, a different one for each while there are enough."""
    cores = list_physical_cores()
    return cores[-1 - int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % len(cores)]


@pytest.fixture(scope="session")
def runner() -> Iterator[Runner]:
    with Runner(core=own_core()) as runner:
        yield runner


@pytest.fixture(scope="session")
def strict_runner() -> Iterator[Runner]:
    with Runner(core=own_core(), level="strict") as runner:
        skip_where_refused(runner)
        yield runner


def skip_where_refused(runner: Runner) -> None:
    """Skip if bubblewrap is missing or not allowed."""
    try:
        runner.level()
    except UsageError as error:
        pytest.skip(str(error))


def level_or_skip(level: Level) -> Level:
    with Runner(core=None, level=level) as runner:
        skip_where_refused(runner)
    return level


@pytest.fixture
def little_disk(tmp_path: Path) -> Path:
    """A disk of two megabytes for the cache."""
    need("mount", "umount")
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", place]).returncode:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.fixture
def python(runner: Runner) -> Callable[..., Run]:
    """Run Python source in a fork of the warm interpreter."""

    def run(source: str, stdin: bytes = b"", limits: Limits = LIMITS) -> Run:
        script = runner.compile_python(source.encode(), "solution.py", BUILD_LIMITS)
        assert isinstance(script, Script), script.stderr
        return runner.run(script, stdin, limits)

    return run


@pytest.fixture(scope="session")
def cpp(runner: Runner, shared: Path) -> Callable[..., Command]:
    """Return the command of a C++ source, built once in a session, and statically if possible."""
    programs = shared / "programs"
    programs.mkdir(exist_ok=True)

    def build(source: Path, *words: str, readable: tuple[str, ...] = ()) -> Command:
        need("g++")

        def make(box: Path) -> None:
            for static in (("-static",), ()):
                argv = (shutil.which("g++") or "", "-O1", *static, "-o", "program", str(source), *words)
                command = Command(argv=argv, readable=(str(source.parent), *readable))
                run = runner.build(command, writable=box, limits=BUILD_LIMITS)
                if run.exit_code == 0:
                    return
            raise AssertionError(run)

        folder = once(programs / source.stem, make)
        return Command(argv=(str(folder / "program"),), shown=(str(programs),))

    return build


@pytest.fixture(scope="session", params=["launched", "forked"])
def native(
    request: pytest.FixtureRequest, runner: Runner, cpp: Callable[..., Command]
) -> Callable[[str], Command]:
    """Return the command of tests/programs/NAME.cpp, with the launcher and without."""
    # Skip before the test starts anything that it would have to stop.
    need("g++")
    launcher = toolchains.launcher(runner) if request.param == "launched" else None

    def build(name: str) -> Command:
        return replace(cpp(PROGRAMS / f"{name}.cpp", "-std=c++17"), launcher=launcher)

    return build


def state_settings(folder: Path, patch: pytest.MonkeyPatch, **cpp: list[str]) -> None:
    """Write settings of the user that have these keys for C++, and let the judge find them."""
    (folder / "judge").mkdir()
    lines = (f"{key} = {json.dumps(value)}\n" for key, value in cpp.items())
    (folder / "judge" / "config.toml").write_text("[languages.cpp]\n" + "".join(lines))
    patch.setenv("XDG_CONFIG_HOME", str(folder))


@pytest.fixture
def unoptimized(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Build C++ programs without optimization: with testlib.h it takes longer than the test."""
    state_settings(tmp_path_factory.mktemp("settings"), monkeypatch, flags=UNOPTIMIZED)


@pytest.fixture(scope="session")
def compiled_testlib(shared: Path) -> Path:
    """Return a testlib.h that g++ reads compiled if `UNOPTIMIZED` and `-include` name it."""
    need("g++")
    if not TESTLIB.is_dir():
        pytest.skip("testlib is not here")

    def make(box: Path) -> None:
        (box / "testlib.h").write_text(read_testlib())
        subprocess.run(["g++", *UNOPTIMIZED, "-x", "c++-header", "testlib.h"], cwd=box, check=True)
        box.chmod(0o755)

    # a build may only read what every user may
    shared.chmod(0o711)
    return once(shared / "testlib", make) / "testlib.h"


@pytest.fixture(scope="session")
def compiled_header(shared: Path) -> None:
    """Compile `bits/stdc++.h` with `UNOPTIMIZED`, once for all processes of the session."""
    source = (("main.cpp", b"#include <bits/stdc++.h>\nint main() {}\n"),)

    def make(_: Path) -> None:
        with Runner(core=None) as runner, pytest.MonkeyPatch.context() as patch:
            patch.setattr(headers, "_WORTHWHILE", 1)
            toolchains.build(LANGUAGES[".cpp"], source, runner, flags=tuple(UNOPTIMIZED))

    if shutil.which("g++"):
        once(shared / "header", make)


@pytest.fixture
def quick_testlib(
    compiled_testlib: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Build C++ programs with a compiled testlib.h. Each must still find its own, which then adds nothing."""
    flags, reads = [*UNOPTIMIZED, "-include", str(compiled_testlib)], [str(compiled_testlib.parent)]
    state_settings(tmp_path_factory.mktemp("settings"), monkeypatch, flags=flags, reads=reads)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Make a cluster, which stops with the test."""
    with ExitStack() as stack:

        def make(**options: Any) -> Site:
            (tmp_path / "site").mkdir()
            made = Site(tmp_path / "site", **options)
            stack.callback(made.close)
            return made

        yield make


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """A folder that every user may enter. At the end the process gets its own rights back."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        before = os.geteuid()
        try:
            yield Path(name)
        finally:
            os.seteuid(before)
            for folder, folders, _ in os.walk(name):
                for below in folders:
                    Path(folder, below).chmod(0o755)
