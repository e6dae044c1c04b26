"""What the tests of runs share: a runner, and programs built once. Properties have no clock.

On a busy machine an example may take as long as it likes.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from judge.errors import UsageError
from judge.languages import toolchains
from judge.model import Limits, Run
from judge.runner import Command, Runner, Script

settings.register_profile(
    "judge", deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("judge")

PROGRAMS = Path(__file__).parent / "programs"
LIMITS = Limits(cpu_s=2, memory_bytes=256 << 20, output_bytes=1 << 20)
BUILD_LIMITS = Limits(cpu_s=30, memory_bytes=2 << 30, output_bytes=256 << 20)


@pytest.fixture(scope="session")
def runner() -> Iterator[Runner]:
    with Runner(core=max(os.sched_getaffinity(0))) as runner:
        yield runner


@pytest.fixture(scope="session")
def strict_runner() -> Iterator[Runner]:
    with Runner(core=max(os.sched_getaffinity(0)), level="strict") as runner:
        skip_where_refused(runner)
        yield runner


def skip_where_refused(runner: Runner) -> None:
    """Bubblewrap is not everywhere, and not everywhere allowed."""
    try:
        runner.level()
    except UsageError as error:
        pytest.skip(str(error))


@pytest.fixture
def python(runner: Runner) -> Callable[..., Run]:
    """Runs Python source in a fork of the warm interpreter."""

    def run(source: str, stdin: bytes = b"", limits: Limits = LIMITS) -> Run:
        script = runner.compile_python(source.encode(), "solution.py", BUILD_LIMITS)
        assert isinstance(script, Script), script.stderr
        return runner.run(script, stdin, limits)

    return run


@pytest.fixture(scope="session", params=["launched", "forked"])
def native(
    request: pytest.FixtureRequest, runner: Runner, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Command]:
    """The command of tests/programs/NAME.cpp, built statically and once; with the launcher and without."""
    built: dict[str, Command] = {}
    launcher = toolchains.launcher(runner) if request.param == "launched" else None

    def build(name: str) -> Command:
        if name not in built:
            box = tmp_path_factory.mktemp(name)
            (box / "program.cpp").write_bytes((PROGRAMS / f"{name}.cpp").read_bytes())
            argv = ("/usr/bin/g++", "-std=c++17", "-O1", "-static", "-o", "program", "program.cpp")
            run = runner.build(Command(argv=argv), writable=box, limits=BUILD_LIMITS)
            assert run.exit_code == 0, run
            built[name] = Command(argv=(str(box / "program"),), launcher=launcher)
        return built[name]

    return build
