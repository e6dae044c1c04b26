"""The catalogue of hostile and faulty programs, each with its fate in its first line, held by the sandbox.

An attacker prints `contained` if every attempt was refused, and is then AC. An `open` program may leak, as
docs/sandbox.md says. It still runs, to check that it does nothing worse.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
import yaml
from conftest import BUILD_LIMITS, once, own_core, skip_where_refused
from documents import IN_CHINESE, README, SANDBOX
from helpers import Impatient, children_of, left_behind, make_test, need
from msgspec.structs import replace

from judge.checkers.decision import decide
from judge.model.runs import Ending, Limits
from judge.model.verdicts import Verdict
from judge.running import grants
from judge.running.keeper_client import Level
from judge.running.languages import toolchains
from judge.running.languages.base import Unready, refusal
from judge.running.named_files import Files
from judge.running.orders import SPACE_BYTES
from judge.running.programs import Command, Part, Program, Script
from judge.running.runner import Runner

CATALOGUE = Path(__file__).parent / "hostile"
# more than any terminating program needs, even on a slow machine
LIMITS = Limits(cpu_s=10, memory_bytes=256 << 20, output_bytes=16 << 20)
# for programs that never end
SHORT = Impatient(cpu_s=0.1, memory_bytes=LIMITS.memory_bytes, output_bytes=LIMITS.output_bytes)
COMPILER_LIMITS = Limits(cpu_s=30, memory_bytes=1 << 30, output_bytes=64 << 20)


@dataclass(frozen=True)
class Hostile:
    """A program and the facts in its first line."""

    path: Path
    entry: int
    expect: str | list[str]
    why: str
    open: bool = False
    open_if: str = ""
    closed_at: str = ""
    message: str = ""
    phase: str = "run"
    cpu_s: float | None = None
    twice: bool = False
    drawer: bool = False
    reads: list[str] = field(default_factory=list)
    address_space: bool = True
    beside: dict[str, str] = field(default_factory=dict)

    def verdicts(self, level: str) -> set[Verdict]:
        names = self.expect if isinstance(self.expect, list) else [self.expect]
        leaks = ["WA"] if self.open and level != self.closed_at else []
        return {Verdict[name] for name in [*names, *leaks]}

    @property
    def limits(self) -> Limits:
        if self.phase == "compile":
            return replace(COMPILER_LIMITS, cpu_s=self.cpu_s or COMPILER_LIMITS.cpu_s)
        ends = not {"TLE", "ILE"}.intersection([self.expect] if isinstance(self.expect, str) else self.expect)
        return LIMITS if ends else SHORT

    @property
    def attacks(self) -> bool:
        """True if it attacks something outside itself that `strict` hides more than `default`."""
        return (
            "AC" in self.expect and "TLE" not in self.expect and (45 <= self.entry < 83 or self.entry > 100)
        )

    def source(self, answer: Path) -> bytes:
        return self.path.read_text().replace("@ANSWER@", str(answer)).encode()


def catalogue() -> Iterator[Hostile]:
    for path in sorted(CATALOGUE.glob("[0-9]*")):
        facts = re.match(r"(?:#|//) hostile: (\{.*\})\n", path.read_text())
        assert facts, path
        yield Hostile(path=path, **yaml.safe_load(facts[1]))


PROGRAMS = list(catalogue())
# Attacks in the quick tests: processes and their memory, files and the answer, the network.
IMPORTANT = {39, 45, 47, 50, 54, 56, 57, 61, 63, 64, 74, 75, 79, 101}


def slow_unless(is_quick: bool) -> tuple[pytest.MarkDecorator, ...]:
    return () if is_quick else (pytest.mark.slow,)


def is_quick(program: Hostile) -> bool:
    """Return True for an important program, and for one in Python, which needs no compiler."""
    return program.path.suffix == ".py" or program.entry in IMPORTANT


def of_phase(phase: str) -> list[object]:
    """Return every program at `default`, and the attackers also at `strict`."""
    return [
        pytest.param(
            level,
            program,
            id=f"{level}-{program.path.name}",
            marks=slow_unless(level == "default" and is_quick(program)),
        )
        for program in PROGRAMS
        for level in ("default", "strict")
        if program.phase == phase and (level == "default" or program.attacks)
    ]


@dataclass(frozen=True)
class Scene:
    """A runner and things to attack; `targets` names them for the programs."""

    runner: Runner
    answer: Path
    targets: dict[str, object]

    @property
    def level(self) -> str:
        return self.runner.level()

    def keeper_pid(self) -> int:
        """Return the keeper's id outside all namespaces."""
        keeper = self.runner._keepers[()]
        assert keeper
        return children_of(keeper._pid)[0] if self.level == "strict" else keeper._pid

    def keys(self) -> bytes:
        keys = {**self.targets, "level": self.level, "keeper_pid": self.keeper_pid()}
        return "".join(f"{key}={value}\n" for key, value in keys.items()).encode()


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Scene]]:
    """The scene of each level, made once."""
    with ExitStack() as stack:

        @cache
        def of_level(level: Level) -> Scene:
            return stack.enter_context(set_scene(level, tmp_path_factory.mktemp("scene")))

        yield of_level


@pytest.fixture
def scene(request: pytest.FixtureRequest, scenes: Callable[[str], Scene]) -> Scene:
    found = scenes(request.param)
    skip_where_refused(found.runner)
    return found


def open_sockets(stack: ExitStack, place: Path, name: str) -> tuple[socket.socket, socket.socket]:
    """Listen on TCP and on two Unix sockets, one of them abstract. Return the TCP and a UDP socket."""
    tcp, udp, path, abstract = (
        stack.enter_context(socket.socket(family, kind))
        for family, kind in (
            (socket.AF_INET, socket.SOCK_STREAM),
            (socket.AF_INET, socket.SOCK_DGRAM),
            (socket.AF_UNIX, socket.SOCK_STREAM),
            (socket.AF_UNIX, socket.SOCK_STREAM),
        )
    )
    tcp.bind(("127.0.0.1", 0))
    udp.bind(("127.0.0.1", 0))
    path.bind(str(place))
    abstract.bind(f"\0{name}")
    for listener in (tcp, path, abstract):
        listener.listen()
    return tcp, udp


@contextmanager
def set_scene(level: Level, folder: Path) -> Iterator[Scene]:
    folder.chmod(0o755)
    answer, secret, writable = folder / "answer.txt", folder / "secret.txt", folder / "writable"
    answer.write_text("contained\nTHE-ANSWER-" + "MARKER\n")
    secret.write_text("secret\n")
    secret.chmod(0o600)
    (folder / "link").symlink_to(answer)
    writable.mkdir()
    writable.chmod(0o777)
    with ExitStack() as stack:
        victim = stack.enter_context(
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        )
        stack.callback(victim.kill)
        name = f"hostile-{os.getpid()}-{level}"
        tcp, udp = open_sockets(stack, folder / "socket", name)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("HOSTILE_SECRET", "secret")
        os.set_inheritable(tcp.fileno(), True)
        runner = stack.enter_context(Runner(core=own_core(), level=level))
        targets = {
            "harness_pid": os.getpid(),
            "victim_pid": victim.pid,
            "answer": answer,
            "secret": secret,
            "writable_dir": writable,
            "tcp_port": tcp.getsockname()[1],
            "udp_port": udp.getsockname()[1],
            "unix_socket": folder / "socket",
            "abstract": name,
        }
        yield Scene(runner=runner, answer=answer, targets=targets)


@pytest.fixture(scope="session")
def attack(runner: Runner, shared: Path, cpp: Callable[..., Command]) -> Callable[[Path], Command]:
    """Return the command of a program with hostile.h, which is compiled in advance with its functions."""

    def make(box: Path) -> None:
        for source, words in (
            ("hostile.h", ("-x", "c++-header", "-o", "hostile.h.gch")),
            ("hostile.cpp", ("-c", "-o", "hostile.o")),
        ):
            argv = (shutil.which("g++") or "", "-O1", "-std=c++17", *words, str(CATALOGUE / source))
            command = Command(argv=argv, readable=(str(CATALOGUE),))
            run = runner.build(command, writable=box, limits=BUILD_LIMITS)
            assert run.exit_code == 0, run
        shutil.copy(CATALOGUE / "hostile.h", box)

    def build(source: Path) -> Command:
        need("g++")
        common = once(shared / "hostile", make)
        words = ("-std=c++17", "-include", f"{common}/hostile.h", f"{common}/hostile.o")
        return replace(cpp(source, *words, readable=(str(common),)), launcher=toolchains.launcher(runner))

    return build


def _program(
    scene: Scene, hostile: Hostile, folder: Path, attack: Callable[[Path], Command]
) -> Program | Unready:
    if hostile.path.suffix == ".cpp":
        return replace(attack(hostile.path), address_space=hostile.address_space)
    for name, text in hostile.beside.items():
        (folder / name).write_text(text)
    source = hostile.source(scene.answer)
    script = scene.runner.compile_python(source, str(folder / hostile.path.name), COMPILER_LIMITS)
    return script if isinstance(script, Script) else refusal(script)


@pytest.mark.parametrize(("scene", "hostile"), of_phase("run"), indirect=["scene"])
def test_a_hostile_program_meets_its_fate_and_leaves_nothing(
    scene: Scene, hostile: Hostile, tmp_path: Path, attack: Callable[[Path], Command]
) -> None:
    _meet(scene, hostile, _program(scene, hostile, tmp_path, attack))


@pytest.mark.parametrize(
    ("scene", "hostile"),
    [
        pytest.param("default", program, id=program.path.name, marks=slow_unless(program.entry in IMPORTANT))
        for program in PROGRAMS
        if program.phase == "run" and program.path.suffix == ".cpp" and program.attacks
    ],
    indirect=["scene"],
)
def test_an_attack_from_a_fork_of_the_keeper_fares_no_better(
    scene: Scene, hostile: Hostile, attack: Callable[[Path], Command]
) -> None:
    _meet(scene, hostile, replace(attack(hostile.path), launcher=None))


@pytest.mark.parametrize(
    ("scene", "hostile"),
    [
        pytest.param("default", program, id=program.path.name, marks=slow_unless(program.entry in (39, 47)))
        for program in PROGRAMS
        if program.phase == "run" and program.path.suffix == ".cpp" and program.attacks
        # A script may start a shell, and a process that ends by any signal.
        if program.entry not in (53, 56)
    ],
    indirect=["scene"],
)
def test_an_attack_from_a_script_that_may_start_others_fares_no_better(
    scene: Scene, hostile: Hostile, attack: Callable[[Path], Command]
) -> None:
    _meet(scene, hostile, replace(attack(hostile.path), launcher=None, may_fork=True))


# The target of the attacker: another process, which reveals all it knows, including its id.
VICTIM = """
import os, sys
keys, word = sys.argv[1], f"victim_pid={os.getpid()}\\n"
print("".join([*(line + "\\n" for line in keys.split("\\n") if "victim" not in line), word]), flush=True)
os.close(1)
said = sys.stdin.readline()
sys.stderr.write(said)
"""


def in_conversation() -> list[object]:
    """Attack every live process in both roles. A program may change its own arguments."""
    return [
        pytest.param(
            level,
            program,
            role,
            id=f"{level}-{role}-{program.path.name}",
            marks=slow_unless(level == "default" and role == "program" and program.entry in IMPORTANT),
        )
        for program in PROGRAMS
        for level in ("default", "strict")
        for role in ("program", "interactor")
        if program.attacks and program.expect == "AC" and program.phase == "run" and program.entry != 62
        if not program.drawer
        if 45 <= program.entry <= 50 or level == "default"
    ]


@pytest.mark.parametrize(("scene", "hostile", "role"), in_conversation(), indirect=["scene"])
def test_an_attacker_gets_nothing_of_the_one_that_it_talks_with(
    scene: Scene, hostile: Hostile, role: str, tmp_path: Path, attack: Callable[[Path], Command]
) -> None:
    attacker = _program(scene, hostile, tmp_path, attack)
    if isinstance(attacker, Unready):
        pytest.skip("it does not start at all")
    victim = scene.runner.compile_python(VICTIM.encode(), "victim.py", COMPILER_LIMITS)
    assert isinstance(victim, Script), victim
    parts = [
        Part(program=attacker, limits=LIMITS),
        Part(program=victim, limits=LIMITS, arguments=(scene.keys().decode(),)),
    ]
    program, interactor = parts if role == "program" else reversed(parts)
    conversation = scene.runner.converse(program, interactor, accepting=(0,))
    victims = conversation.interactor if role == "program" else conversation.program
    may_leak = Verdict.WA in hostile.verdicts(scene.level)
    assert victims.stderr == b"contained\n" or (may_leak and victims.stderr.startswith(b"LEAKED")), (
        conversation
    )
    assert (victims.ending, victims.exit_code) == (Ending.FINISHED, 0)
    assert left_behind(scene.keeper_pid()) == []


@pytest.mark.parametrize(("scene", "hostile"), of_phase("build"), indirect=["scene"])
def test_a_hostile_build_command_meets_its_fate(
    scene: Scene, hostile: Hostile, tmp_path: Path, attack: Callable[[Path], Command]
) -> None:
    program = attack(hostile.path)
    command = replace(program, readable=(str(Path(program.argv[0]).parent),))
    run = scene.runner.build(command, writable=tmp_path, limits=LIMITS)
    judgement = decide(run, make_test(answer=b"contained\n"))
    assert judgement.verdict in hostile.verdicts(scene.level), (judgement, run)
    assert left_behind(scene.keeper_pid()) == []


def _meet(scene: Scene, hostile: Hostile, program: Program | Unready) -> None:
    limits, files = hostile.limits, Files(drawer=".") if hostile.drawer else Files()
    if isinstance(program, Unready):
        assert program.verdict in hostile.verdicts(scene.level), program
        return
    if isinstance(program, Command):
        reads = [str(scene.targets.get(name, name)) for name in hostile.reads]
        program = replace(program, public=tuple(filter(None, map(grants.identify, reads))))
    for _ in range(2 if hostile.twice else 1):
        run = scene.runner.run(program, scene.keys(), limits, files=files)
        judgement = decide(run, make_test(answer=b"contained\n", limits=limits))
        assert judgement.verdict in hostile.verdicts(scene.level), (judgement, run)
        assert hostile.message in judgement.message
        assert run.cpu_s < limits.cpu_s + 1
        assert (run.peak_bytes is None) is (run.ending is Ending.LOST)
        assert (run.peak_bytes or 0) < 2 * LIMITS.memory_bytes + SPACE_BYTES
        assert left_behind(scene.keeper_pid()) == []
    assert [path.name for path in Path("/dev/shm").glob("hostile-*")] == []
    assert scene.answer.read_text().startswith("contained\n")


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
@pytest.mark.parametrize(("scene", "hostile"), of_phase("compile"), indirect=["scene"])
def test_an_attack_on_the_compiler_does_not_compile(scene: Scene, hostile: Hostile, tmp_path: Path) -> None:
    (tmp_path / "main.cpp").write_bytes(hostile.source(scene.answer))
    argv = (shutil.which("g++") or "", "-O2", "-std=c++20", "-o", "program", "main.cpp")
    run = scene.runner.build(Command(argv=argv), writable=tmp_path, limits=hostile.limits)
    assert run.ending is not Ending.LOST, run.detail
    assert run.ending is not Ending.FINISHED or run.exit_code != 0 or "AC" in hostile.expect
    assert len(run.stderr) <= 64 << 10
    assert b"MARKER" not in run.stderr
    assert left_behind(scene.keeper_pid()) == []


def test_the_page_tells_how_many_programs_there_are_and_which_entries_stay_open() -> None:
    page = SANDBOX.read_text()
    assert f"`tests/hostile/` holds {len(PROGRAMS)} programs" in page
    assert f" {len(PROGRAMS)} hostile programs" in " ".join(README.read_text().split())
    assert f"有 {len(PROGRAMS)} 个恶意程序" in IN_CHINESE.read_text()
    told = {int(entry) for entry in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    # Entry 131 may use some memory of the kernel. It is listed but not marked.
    assert told == {131, *(program.entry for program in PROGRAMS if program.open)}
