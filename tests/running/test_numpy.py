"""Programs that import numpy run in forks of a keeper that has imported it, and behave as usual."""

import importlib.util
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import level_or_skip
from helpers import A_PLUS_B, make_limits, make_solution, run_judge, table_rows, write_project
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.runs import Ending, Run
from judge.running.keeper_client import Level
from judge.running.languages import LANGUAGES
from judge.running.languages.base import Unready
from judge.running.languages.python import build_program, can_start_warm, choose_interpreter
from judge.running.places import Closed, is_below
from judge.running.programs import Command, Script
from judge.running.runner import Runner
from judge.running.sandbox.seal import LIBRARIES

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("numpy"), reason="numpy is not installed")

LIMITS = make_limits(cpu_s=10, memory_bytes=256 << 20)
IS_WARM = "import sys, numpy\nprint(sys.flags.no_site)\n"
PROGRAMS = (
    "import sys, numpy as np\nprint(np.array(sys.stdin.read().split(), dtype=np.int64).cumsum())\n",
    "import sys, numpy as np\na = np.array(sys.stdin.read().split(), float)\n"
    "print(np.outer(a, a) @ a, a.dtype)\n",
    "import sys, numpy as np\na = np.array([*map(int, sys.stdin.read().split())])\n"
    "print(np.fft.fft(a).round(6).tolist(), np.unique(a), np.linalg.norm(a))\n",
    "import numpy as np\nnp.random.seed(5)\nprint(np.random.randint(0, 9, 20), np.ma.array([1]))\n",
    "import sys, numpy\nprint(numpy.arange(10)[int(sys.stdin.read().split()[0])])\n",
    "import numpy\nprint(1, flush=True)\nnumpy.nothing\n",
    "import sys, numpy as np\nnp.seterr(all='raise')\n"
    "print(np.array([1]) // int(sys.stdin.read().split()[0]))\n",
    "import numpy, numpy.missing\n",
)


def build(runner: Runner, source: str) -> Command:
    """Return a program with a warm start."""
    sources = (("main.py", source.encode()),)
    language = LANGUAGES[".py"]
    assert can_start_warm(language, sources)
    interpreter = choose_interpreter(language, sources)
    solution = replace(make_solution(), interpreter=interpreter, is_warm=True)
    command = build_program(solution, sources, runner)
    assert isinstance(command, Command)
    assert command.warm
    return command


def run(runner: Runner, source: str, stdin: bytes = b"1 2", memory_bytes: int = 256 << 20) -> Run:
    return runner.run(build(runner, source), stdin, replace(LIMITS, memory_bytes=memory_bytes))


@pytest.fixture
def pinned() -> Iterator[Runner]:
    """A runner on one core, as workers are: numpy starts threads for more cores."""
    with Runner(core=min(os.sched_getaffinity(0))) as runner:
        if run(runner, IS_WARM).stdout != b"1\n":
            pytest.skip("numpy starts threads when it is imported here")
        yield runner


@pytest.fixture(scope="module")
def programs() -> Iterator[tuple[Runner, list[Command]]]:
    with Runner(core=min(os.sched_getaffinity(0))) as runner:
        yield runner, [build(runner, source) for source in PROGRAMS]


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(range(len(PROGRAMS))), st.lists(st.integers(-50, 50), min_size=1, max_size=30))
def test_programs_print_the_same_warm_and_cold(
    programs: tuple[Runner, list[Command]], number: int, numbers: list[int]
) -> None:
    runner, commands = programs
    stdin = " ".join(map(str, numbers)).encode()
    warm = runner.run(commands[number], stdin, LIMITS)
    cold = runner.run(replace(commands[number], warm=None), stdin, LIMITS)
    assert (warm.ending, warm.exit_code, warm.stdout) == (cold.ending, cold.exit_code, cold.stdout)
    assert warm.stderr.splitlines()[-1:] == cold.stderr.splitlines()[-1:]


def test_random_numbers_differ_from_run_to_run(pinned: Runner) -> None:
    source = "import sys, numpy as np\nprint(np.random.rand(), np.random.default_rng().random(), sep='\\n')\n"
    command = build(pinned, source)
    printed = [pinned.run(command, b"", LIMITS).stdout.split() for _ in range(3)]
    assert len({number for numbers in printed for number in numbers}) == 6


def test_nothing_of_one_program_reaches_the_next(pinned: Runner) -> None:
    run(pinned, "import numpy, sys\nnumpy.left = sys.left = 1\nnumpy.set_printoptions(precision=1)\n")
    looks = "import numpy, sys\nprint(hasattr(numpy, 'left'), hasattr(sys, 'left'), numpy.array(1 / 3))\n"
    assert run(pinned, looks).stdout == b"False False 0.3333333333333333\n"


def test_programs_without_numpy_are_not_forked_from_its_keeper(pinned: Runner) -> None:
    solution, source = make_solution(), b"import sys\nprint('numpy' in sys.modules, sys.path)\n"
    program = build_program(solution, (("main.py", source),), pinned)
    assert isinstance(program, Script)
    done = pinned.run(program, b"", LIMITS)
    assert done.stdout.startswith(b"False ")
    assert b"-packages" not in done.stdout


ATTACKS = """
import numpy, os, socket
def refused(deed):
    try:
        deed()
    except OSError:
        return True
    return False
print(*map(refused, (
    lambda: open({secret!r}).read(),
    lambda: open({folder!r} + "/new", "w"),
    lambda: open(numpy.__file__, "a"),
    lambda: os.listdir("/"),
    lambda: os.listdir("/etc"),
    lambda: os.kill(os.getppid(), 9),
    lambda: os.kill({judge}, 9),
    lambda: socket.socket(),
    lambda: os.fork(),
    lambda: os.execv("/bin/true", ["true"]),
)))
numpy.fft.fft([1])
"""


@pytest.mark.parametrize("level", ["default", "strict"])
def test_the_fork_is_sealed(level: Level, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    closed = Closed(whole=(tmp_path,))
    attack = ATTACKS.format(secret=str(secret), folder=str(tmp_path), judge=os.getpid())
    with Runner(core=min(os.sched_getaffinity(0)), level=level_or_skip(level), closed=closed) as runner:
        for source in (IS_WARM, attack, IS_WARM):
            done = run(runner, source)
            assert done.ending is Ending.FINISHED, done
            assert done.stdout in (b"1\n", b" ".join([b"True"] * 10) + b"\n"), done
    assert not (tmp_path / "new").exists()


def test_the_lowest_level_starts_warm_and_forbids_processes_and_sockets() -> None:
    source = "import numpy, os, socket\nfor deed in (os.fork, socket.socket):\n    try:\n        deed()\n"
    source += "    except OSError:\n        print('refused')\n"
    with Runner(core=min(os.sched_getaffinity(0)), level="basic") as runner:
        assert run(runner, IS_WARM).stdout == b"1\n"
        assert run(runner, source).stdout == b"refused\nrefused\n"


def test_a_package_in_a_closed_place_is_refused_as_for_a_cold_start() -> None:
    source = "import numpy\n"
    interpreter = choose_interpreter(LANGUAGES[".py"], [("main.py", source.encode())])
    packages = Path(interpreter).parent.parent
    with Runner(core=None) as runner:
        command = build(runner, source)
    with Runner(core=None, closed=Closed(sealed=(packages,))) as runner:
        if runner.run(replace(command, warm=None), b"", LIMITS).ending is not Ending.LOST:
            pytest.fail("the cold start is not refused")
        assert runner.run(command, b"", LIMITS).ending is Ending.LOST


def test_only_programs_with_packages_may_read_their_folder(pinned: Runner) -> None:
    spec = importlib.util.find_spec("numpy")
    assert spec
    assert spec.origin
    if is_below(os.path.realpath(spec.origin), LIBRARIES):
        pytest.skip("numpy is in the standard library's folder, which every program may read")
    source = f"try:\n    open({spec.origin!r})\nexcept OSError:\n    print('refused')\n"
    program = build_program(make_solution(), (("main.py", source.encode()),), pinned)
    assert not isinstance(program, Unready)
    assert pinned.run(program, b"", LIMITS).stdout == b"refused\n"
    assert run(pinned, f"import numpy\n{source}").stdout == b""


@pytest.mark.parametrize("memory_mib", [16, 20, 24, 28, 32, 64, 512])
@pytest.mark.parametrize("kept_mib", [0, 60, 200])
def test_a_memory_limit_holds_as_after_a_cold_start(pinned: Runner, memory_mib: int, kept_mib: int) -> None:
    command = build(pinned, f"import numpy as np\nprint(np.ones({kept_mib} << 17).sum())\n")
    limits = replace(LIMITS, memory_bytes=memory_mib << 20)
    warm, cold = (pinned.run(each, b"", limits) for each in (command, replace(command, warm=None)))
    assert (warm.ending, warm.exit_code) == (cold.ending, cold.exit_code)
    assert warm.stdout == cold.stdout


def test_a_numpy_that_cannot_be_imported_means_a_cold_start(tmp_path: Path, pinned: Runner) -> None:
    command = build(pinned, "import sys, numpy\nprint(sys.flags.no_site)\n")
    assert command.warm
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "__init__.py").write_text("raise ValueError")
    broken = replace(command, warm=replace(command.warm, packages=(str(tmp_path),)))
    for _ in range(2):
        assert pinned.run(broken, b"", LIMITS).stdout == b"0\n"
    assert pinned.run(command, b"", LIMITS).stdout == b"1\n"


def test_a_numpy_that_starts_a_thread_means_a_cold_start(tmp_path: Path, pinned: Runner) -> None:
    command = build(pinned, "import sys, numpy\nprint(sys.flags.no_site)\n")
    assert command.warm
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "__init__.py").write_text("import threading, time\n")
    (tmp_path / "numpy" / "random.py").write_text(
        "import threading, time\nthreading.Thread(target=time.sleep, args=(9,), daemon=True).start()\n"
    )
    busy = replace(command, warm=replace(command.warm, packages=(str(tmp_path),)))
    assert pinned.run(busy, b"", LIMITS).stdout == b"0\n"


def test_a_killed_keeper_loses_one_run(pinned: Runner) -> None:
    command = build(pinned, IS_WARM)
    assert command.warm
    os.kill(pinned._keepers[command.warm.packages]._pid, signal.SIGKILL)
    assert pinned.run(command, b"", LIMITS).ending is Ending.LOST
    assert pinned.run(command, b"", LIMITS).stdout == b"1\n"


def test_a_cancelled_run_is_lost_and_the_next_is_warm(pinned: Runner) -> None:
    command = build(pinned, IS_WARM)
    with pinned.cancelled():
        assert pinned.run(command, b"", LIMITS).ending is Ending.LOST
    assert pinned.run(command, b"", LIMITS).stdout == b"1\n"


@pytest.mark.parametrize(
    ("source", "is_warm"),
    [
        ("import numpy as np", True),
        ("from numpy.linalg import norm", True),
        ("import os, numpy", True),
        ("import missing, numpy", True),
        ("import os", False),
        ("import numpy, msgspec", False),
        ("import msgspec", False),
    ],
)
def test_a_program_starts_warm_if_numpy_is_the_only_package(source: str, is_warm: bool) -> None:
    assert can_start_warm(LANGUAGES[".py"], [("main.py", source.encode())]) is is_warm
    assert not can_start_warm(LANGUAGES[".cpp"], [("main.cpp", source.encode())])


def test_verdicts_are_the_same_warm_and_cold(tmp_path: Path) -> None:
    adds = "import numpy as np\nprint(np.array(input().split(), int).sum())\n"
    project = write_project(
        tmp_path,
        cases={"sum.yaml": A_PLUS_B},
        solutions={
            "adds.py": adds,
            "differs.py": adds.replace(".sum()", ".sum() + 1"),
            "crashes.py": adds + "1 / 0\n",
            "named.py": f"# judge: {{interpreter: {sys.executable}}}\n{adds}",
        },
    )
    warm, cold = (table_rows(run_judge("run", *words, cwd=project).stdout) for words in ((), ("--cold",)))
    assert warm == cold
    assert len(warm) == 4


def test_a_checker_starts_warm_and_a_program_that_names_its_interpreter_does_not(
    tmp_path: Path, pinned: Runner
) -> None:
    prints = "import sys, numpy\nprint(sys.flags.no_site + 2)\n"
    project = write_project(
        tmp_path,
        cases={
            "sum.yaml": f"{A_PLUS_B}checker: check.py\nprotocol: testlib\n",
            "check.py": "import sys, numpy\nif open(sys.argv[2]).read() != '3\\n' or not sys.flags.no_site:\n"
            "    sys.exit(1)\n",
        },
        solutions={"warm.py": prints, "named.py": f"# judge: {{interpreter: {sys.executable}}}\n{prints}"},
    )
    rows = table_rows(run_judge("run", cwd=project).stdout)
    assert [row.rpartition(" ")[2] for row in rows] == ["WA", "AC"]
