"""Two programs that talk: what each hears, how each ends, what is kept of it, and what is left behind."""

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import BUILD_LIMITS, LIMITS, own_core, skip_where_refused
from helpers import (
    REPOSITORY,
    Impatient,
    as_soon_as,
    children_of,
    descriptors,
    free_number,
    is_alive,
    left_behind,
    programs_of,
    wait_until,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.conversations import Conversation, Turn
from judge.model.runs import Ending, Limits
from judge.running.conversations import turns_of
from judge.running.keeper_client import Level
from judge.running.named_files import Files
from judge.running.programs import Command, Part, Program, Script
from judge.running.runner import Runner
from judge.running.sandbox.relays import PIECE_BYTES
from judge.running.sandbox.wire import TURNS_KEPT

SHORT = Limits(cpu_s=0.2, memory_bytes=64 << 20, output_bytes=1 << 20)
IMPATIENT = Impatient(cpu_s=0.2, memory_bytes=64 << 20, output_bytes=1 << 20)

# Prints the count of numbers, and each number once the one before was doubled.
ASKS = """
import sys
for number in range(3):
    print(number, flush=True)
    line = input()
    if line != str(2 * number):
        sys.exit(f"got {line}")
"""
DOUBLES = "while True:\n try: print(2 * int(input()), flush=True)\n except EOFError: break"

Talk = Callable[..., Conversation]


@pytest.fixture
def script(runner: Runner) -> Callable[[str], Script]:
    def compile(source: str) -> Script:
        made = runner.compile_python(source.encode(), "program.py", BUILD_LIMITS)
        assert isinstance(made, Script), made.stderr
        return made

    return compile


@pytest.fixture
def talk(runner: Runner, script: Callable[[str], Script]) -> Talk:
    """A program in Python and an interactor in Python, whose exit code 0 accepts."""

    def talk(
        program: str, interactor: str = ASKS, *, limits: Limits = LIMITS, own: Limits = LIMITS
    ) -> Conversation:
        return runner.converse(
            Part(program=script(program), limits=limits),
            Part(program=script(interactor), limits=own),
            accepting=(0,),
        )

    return talk


def said(turns: tuple[Turn, ...]) -> list[tuple[str, bytes]]:
    return [("program" if turn.by_program else "interactor", turn.said) for turn in turns]


def test_each_hears_what_the_other_says(talk: Talk) -> None:
    conversation = talk(DOUBLES)
    assert conversation.program.ending is conversation.interactor.ending is Ending.FINISHED
    assert (conversation.program.exit_code, conversation.interactor.exit_code) == (0, 0)
    assert conversation.program.stdout == b"0\n2\n4\n"
    assert conversation.interactor.stdout == b""
    assert conversation.decided
    assert conversation.first == "interactor"
    assert said(conversation.turns) == [
        *(("interactor", b"0\n"), ("program", b"0\n")),
        *(("interactor", b"1\n"), ("program", b"2\n")),
        *(("interactor", b"2\n"), ("program", b"4\n")),
    ]
    times = [turn.at_s for turn in conversation.turns]
    assert times == sorted(times)
    assert times[0] >= 0


PIECES = st.lists(st.integers(1, 9) | st.integers(1, 150_000) | st.just(PIECE_BYTES), max_size=6)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PIECES, st.booleans())
def test_whatever_is_said_in_whatever_pieces_is_heard_whole(
    runner: Runner, script: Callable[[str], Script], sizes: list[int], answered: bool
) -> None:
    """Echo each piece before printing the next, or print all at once."""
    says = """
import os, sys
def read(size):
    while size: size -= len(os.read(0, size))
answered, *sizes = map(int, sys.argv[1:])
for number, size in enumerate(sizes):
    piece = bytes([number]) * size
    while piece: piece = piece[os.write(1, piece):]
    if answered: read(size)
if not answered: read(sum(sizes))
"""
    echoes = """
import os
while piece := os.read(0, 1 << 20):
    while piece: piece = piece[os.write(1, piece):]
"""
    words = tuple(map(str, (int(answered), *sizes)))
    conversation = runner.converse(
        Part(program=script(echoes), limits=LIMITS),
        Part(program=script(says), limits=LIMITS, arguments=words),
        accepting=(0,),
    )
    assert conversation.interactor.exit_code == 0, conversation
    assert conversation.program.stdout == b"".join(bytes([n]) * size for n, size in enumerate(sizes))


def test_words_and_files_are_those_of_each_side(runner: Runner, script: Callable[[str], Script]) -> None:
    writes = script("import sys; print(sys.argv[1], open('in').read(), file=open('out', 'w'))")
    program, interactor = (
        Part(
            program=writes,
            limits=LIMITS,
            arguments=(name,),
            files=Files(given=(("in", name[:1].encode()),), taken=("out",)),
        )
        for name in ("program", "interactor")
    )
    conversation = runner.converse(program, interactor, accepting=(0,))
    assert conversation.program.files == (b"program p\n",)
    assert conversation.interactor.files == (b"interactor i\n",)


OPENINGS = {
    "writes the first": "says, hears = open(sys.argv[1], 'w'), open(sys.argv[2])\n",
    "writes the first, which it opens last": "hears, says = open(sys.argv[2]), open(sys.argv[1], 'w')\n",
    "reads the first": "hears, says = open(sys.argv[1]), open(sys.argv[2], 'w')\n",
    "reads the first, which it opens last": "says, hears = open(sys.argv[2], 'w'), open(sys.argv[1])\n",
    "late": "import time; time.sleep(0.2)\nhears, says = open(sys.argv[1]), open(sys.argv[2], 'w')\n",
}
PIPES = "/proc/self/fd/3", "/proc/self/fd/4"


@pytest.mark.slow
@pytest.mark.parametrize("manages", OPENINGS.values(), ids=OPENINGS)
@pytest.mark.parametrize(
    "uses", [*OPENINGS.values(), "hears, says = sys.stdin, sys.stdout\n"], ids=[*OPENINGS, ""]
)
def test_a_side_may_open_its_pipes_by_path(
    runner: Runner, script: Callable[[str], Script], manages: str, uses: str
) -> None:
    manager = f"""
import sys
{manages}
print(open("input.txt").read(), file=says, flush=True)
print(hears.readline(), end="", file=open("output.txt", "w"))
print("1.0")
"""
    user = f"""
import sys
{uses}
print(int(hears.readline()) + 1, file=says, flush=True)
hears.read()
"""
    conversation = runner.converse(
        Part(program=script(user), limits=LIMITS, arguments=PIPES, opens=True),
        Part(
            program=script(manager),
            limits=LIMITS,
            arguments=("to", "from"),
            files=Files(given=(("input.txt", b"41"),), taken=("output.txt",)),
            ends=("from", "to"),
        ),
        accepting=(0,),
    )
    assert conversation.program.stdout == b"42\n", conversation
    assert conversation.program.ending is Ending.FINISHED
    assert (conversation.interactor.stdout, conversation.interactor.files) == (b"1.0\n", (b"42\n",))


@pytest.mark.parametrize("opening", OPENINGS.values(), ids=OPENINGS)
def test_a_side_that_opens_its_pipes_by_path_may_speak_first_or_last(
    runner: Runner, script: Callable[[str], Script], opening: str
) -> None:
    """No output is lost, neither before the other side opens its pipes nor just before a side ends."""
    reads_all = f"import sys\n{opening}sys.exit(len(hears.read()) != 200_000)"
    says_all = f"import sys\n{opening}says.write('x' * 200_000)"
    for user, manager in ((says_all, reads_all), (reads_all, says_all)):
        conversation = runner.converse(
            Part(program=script(user), limits=LIMITS, arguments=PIPES, opens=True),
            Part(program=script(manager), limits=LIMITS, arguments=("1", "2"), ends=("1", "2")),
            accepting=(0,),
        )
        assert {conversation.program.ending, conversation.interactor.ending} == {Ending.FINISHED}
        assert (conversation.program.exit_code, conversation.interactor.exit_code) == (0, 0)


def test_a_manager_that_is_gone_before_it_was_looked_at_is_heard(
    runner: Runner, script: Callable[[str], Script]
) -> None:
    for place in (1, 2):
        manager = f"import os, sys\nos.write(os.open(sys.argv[{place}], os.O_WRONLY), b'41\\n'); os._exit(0)"
        conversation = runner.converse(
            Part(program=script("print(int(input()) + 1)"), limits=LIMITS, arguments=PIPES, opens=True),
            Part(program=script(manager), limits=LIMITS, arguments=("1", "2"), ends=("1", "2")),
            accepting=(0,),
        )
        assert conversation.program.stdout == b"42\n", conversation


def test_a_manager_that_opens_nothing_meets_its_own_limit(
    runner: Runner, script: Callable[[str], Script]
) -> None:
    conversation = runner.converse(
        Part(program=script("print(7)"), limits=LIMITS, arguments=PIPES, opens=True),
        Part(program=script("import time; time.sleep(99)"), limits=IMPATIENT, ends=("1", "2")),
        accepting=(0,),
    )
    assert (conversation.program.stdout, conversation.interactor.ending) == (b"7\n", Ending.IDLE)


def test_an_interactor_that_refuses_ends_the_program(talk: Talk) -> None:
    conversation = talk("while True: print(7, flush=True)")
    assert (conversation.interactor.exit_code, conversation.decided) == (1, True)
    assert conversation.interactor.stderr == b"got 7\n"
    assert conversation.first == "interactor"


def test_what_ends_the_program_is_not_what_ends_the_interactor(talk: Talk) -> None:
    """It decides by the output alone, however early the program crashed."""
    conversation = talk("print(7, flush=True); 1 / 0")
    assert (conversation.interactor.exit_code, conversation.decided) == (1, True)


def test_an_interactor_that_waits_for_more_is_given_the_end(talk: Talk) -> None:
    conversation = talk("print(0)")
    assert not conversation.decided
    assert b"EOFError" in conversation.interactor.stderr
    assert conversation.program.ending is Ending.FINISHED


def test_an_interactor_is_given_the_end_when_it_has_read_all(talk: Talk) -> None:
    slow = """
import sys, time
for _ in range(20000): input()
sys.exit(3 if sys.stdin.readline() else 4)
"""
    conversation = talk("print('x\\n' * 20000, end='')", slow)
    assert (conversation.interactor.exit_code, conversation.decided) == (4, False)


@pytest.mark.slow
def test_an_interactor_with_a_thread_that_wakes_up_all_the_time_is_given_the_end(talk: Talk) -> None:
    ticks = """
import sys, threading, time
def tick():
    while True: time.sleep(0.0005)
threading.Thread(target=tick, daemon=True).start()
sys.exit(4 if sys.stdin.read() == 'x\\n' else 3)
"""
    conversation = talk("print('x')", ticks)
    assert (conversation.interactor.exit_code, conversation.decided) == (4, False)


def test_a_program_goes_on_when_the_interactor_has_accepted(talk: Talk) -> None:
    conversation = talk(
        "import sys\nprint('x' * 100000)\nprint(len(sys.stdin.read()))\nsys.exit(5)", "print('a')"
    )
    assert conversation.program.exit_code == 5
    assert conversation.program.stdout == b"x" * 100000 + b"\n2\n"
    assert conversation.first == "interactor"


def test_an_interactor_never_waits_for_a_program_that_does_not_read(talk: Talk) -> None:
    floods = "print('x' * 500000, flush=True)\ninput()"
    conversation = talk("print(1, flush=True); input()", floods)
    assert conversation.interactor.exit_code == 0
    assert sum(len(turn.said) + turn.left_out for turn in conversation.turns if not turn.by_program) == 500001


def test_a_program_is_not_read_on_while_the_interactor_does_not_read(talk: Talk) -> None:
    floods = "while True: print('x' * 100)"
    reads_once = "import os, sys, time; os.read(0, 1); time.sleep(0.5); sys.exit(1)"
    conversation = talk(floods, reads_once, limits=replace(LIMITS, output_bytes=64 << 20))
    assert conversation.interactor.exit_code == 1
    # a full pipe, the waiting output, and more while the reader ends, which takes long on a busy machine;
    # while it sleeps, the program could print all 64 MiB
    assert len(conversation.program.stdout) < 8 << 20


def test_a_program_that_waits_for_ever_is_idle_and_both_are_known_to_wait(talk: Talk) -> None:
    conversation = talk("input(); input()", limits=IMPATIENT)
    assert conversation.program.ending is Ending.IDLE
    assert (conversation.waiting, conversation.late_bytes, conversation.unread_bytes) == ("both", 0, 0)
    # output after the end of its input is not charged to it
    assert conversation.program.stderr == b""


def test_what_a_program_kept_in_its_buffer_comes_out_late_and_is_not_handed_on(talk: Talk) -> None:
    keeps = "import sys\nfor line in sys.stdin: print(2 * int(line))"
    conversation = talk(keeps, limits=IMPATIENT)
    assert conversation.program.ending is Ending.IDLE
    assert (conversation.waiting, conversation.late_bytes) == ("both", 2)
    assert [(turn.said, turn.late) for turn in conversation.turns] == [(b"0\n", False), (b"0\n", True)]
    assert b"EOFError" in conversation.interactor.stderr


def test_a_program_that_sleeps_does_not_wait_for_the_interactor(talk: Talk) -> None:
    conversation = talk("import time; time.sleep(1000)", limits=IMPATIENT)
    assert conversation.program.ending is Ending.IDLE
    assert (conversation.waiting, conversation.unread_bytes) == ("interactor", 2)


@pytest.mark.slow
def test_a_program_that_waits_for_an_interactor_that_sleeps_is_told_from_one_that_both_wait_for(
    talk: Talk,
) -> None:
    conversation = talk("input()", "import time; time.sleep(1000)", limits=IMPATIENT, own=IMPATIENT)
    assert (conversation.program.ending, conversation.interactor.ending) == (Ending.IDLE, Ending.IDLE)
    assert conversation.waiting == "program"


@pytest.mark.slow
def test_the_wall_clock_of_a_program_stands_still_while_the_interactor_works(talk: Talk) -> None:
    works = "import time\nwhile time.process_time() < 1.5: pass\nprint(1)"
    conversation = talk("input()", works, limits=IMPATIENT)
    assert conversation.interactor.cpu_s > 2 * IMPATIENT.wall_s
    assert conversation.program.ending is Ending.FINISHED


@pytest.mark.slow
def test_the_wall_clock_of_a_program_stands_still_while_the_judge_hands_on_what_is_said(talk: Talk) -> None:
    asks = "import os\nwhile True:\n os.write(1, b'?')\n if not os.read(0, 1): break"
    echoes = "import os, time\nwhile time.process_time() < 0.15: os.write(1, os.read(0, 1))"
    assert talk(echoes, asks, limits=IMPATIENT).program.ending is Ending.FINISHED


@pytest.mark.parametrize(
    ("program", "ending"),
    [
        pytest.param("while True: pass", Ending.OUT_OF_TIME, id="spins"),
        pytest.param("x = bytearray(100 << 20)", Ending.OUT_OF_MEMORY, id="grows"),
        pytest.param("while True: print('x' * 1000)", Ending.TOO_MUCH_OUTPUT, id="floods"),
        pytest.param("import os; os.kill(os.getpid(), 11)", Ending.SIGNALLED, id="crashes"),
    ],
)
def test_each_side_has_limits_of_its_own(talk: Talk, program: str, ending: Ending) -> None:
    for_ever = "import sys\nfor line in sys.stdin: pass"
    # A slow machine needs longer than SHORT to fill the memory.
    limits = SHORT if ending is Ending.OUT_OF_TIME else replace(SHORT, cpu_s=10)
    assert talk(program, for_ever, limits=limits).program.ending is ending
    conversation = talk("import sys; sys.stdin.read()", program, own=limits)
    assert conversation.interactor.ending is ending


def test_a_flood_is_cut_with_head_and_tail_kept(talk: Talk) -> None:
    conversation = talk("print('a' * 5000 + 'b' * 90000 + 'c' * 5000)", "print(len(input()))")
    (head, tail, answer) = conversation.turns
    assert head.said == b"a" * 4096
    assert tail.said == b"c" * 4095 + b"\n"
    assert len(head.said) + tail.left_out + len(tail.said) == 100001
    assert answer.said == b"100000\n"


def test_of_many_turns_the_first_and_the_last_are_kept(talk: Talk) -> None:
    rounds = 3000
    asks = f"for n in range({rounds}): print(n, flush=True); input()"
    conversation = talk(DOUBLES, asks)
    turns = conversation.turns
    assert len(turns) <= 2000
    assert (turns[0].said, turns[1].said, turns[-2].said, turns[-1].said) == (
        b"0\n",
        b"0\n",
        b"2999\n",
        b"5998\n",
    )
    everything = sum(len(f"{n}\n{2 * n}\n") for n in range(rounds))
    assert sum(len(turn.said) + turn.left_out for turn in turns) == everything
    assert len([turn for turn in turns if turn.left_out]) == 1


@given(
    st.lists(st.integers(1, 20) | st.integers(1, 20_000), max_size=40)
    | st.integers(1990, 2200).map(lambda n: [3] * n),
    st.booleans(),
)
def test_whatever_was_said_its_head_and_its_tail_are_kept_and_the_rest_is_counted(
    sizes: list[int], program_first: bool
) -> None:
    all_turns, ends = [], {True: 0, False: 0}
    for number, size in enumerate(sizes):
        by_program = (number % 2 == 0) is program_first
        all_turns.append((float(number), by_program, ends[by_program], ends[by_program] + size))
        ends[by_program] += size
    kept = all_turns[:TURNS_KEPT] + all_turns[max(TURNS_KEPT, len(all_turns) - TURNS_KEPT) :]
    said = {side: bytes(place % 251 for place in range(end)) for side, end in ends.items()}
    turns = list(turns_of(kept, sum(sizes), (said[True], said[False]), late_from=-1))
    assert sum(len(turn.said) + turn.left_out for turn in turns) == sum(sizes)
    assert sum(len(turn.said) for turn in turns) <= 64 << 10
    assert len(turns) <= 2 * TURNS_KEPT
    gaps = [place for place, turn in enumerate(turns) if turn.left_out] or [0]
    for side in (True, False):
        first, last = (
            b"".join(turn.said for turn in part if turn.by_program is side)
            for part in (turns[: gaps[0]], turns[gaps[-1] :])
        )
        assert said[side].startswith(first)
        assert said[side].endswith(last)
    if not any(turn.left_out for turn in turns):
        assert [(turn.at_s, turn.by_program) for turn in turns] == [turn[:2] for turn in all_turns]


def test_each_side_is_counted_by_itself(runner: Runner, script: Callable[[str], Script]) -> None:
    """Few machines have hardware counters; all have a clock that is counted by the same call."""
    task_clock = (1, 1)
    spins = script("import time\nwhile time.process_time() < 0.1: pass\nprint(input(), flush=True)")
    asks = script("print(1, flush=True); input()")
    for program, interactor in ((task_clock, None), (None, task_clock), (task_clock, task_clock)):
        conversation = runner.converse(
            Part(program=spins, limits=LIMITS, event=program),
            Part(program=asks, limits=LIMITS, event=interactor),
            accepting=(0,),
        )
        counts = conversation.program.counted, conversation.interactor.counted
        assert [isinstance(count, int) for count in counts] == [bool(program), bool(interactor)]
        if program:
            assert isinstance(counts[0], int)
            assert 0.05 < counts[0] / 1e9 < 2 * conversation.program.cpu_s
        assert (conversation.program.stdout, conversation.interactor.exit_code) == (b"1\n", 0)


def test_what_cannot_be_counted_of_a_side_has_the_error_of_the_kernel(
    runner: Runner, native: Callable[[str], Command], script: Callable[[str], Script]
) -> None:
    for program in (script("input()"), native("add")):
        conversation = runner.converse(
            Part(program=program, limits=LIMITS, event=(1, 1 << 20)),
            Part(program=script("print('1 2', flush=True)"), limits=LIMITS),
            accepting=(0,),
        )
        assert (conversation.program.exit_code, conversation.program.counted) == (0, "ENOENT")


# what a side tries beyond what it may


REOPENS = """
import os
pipe = os.open("/proc/self/fd/0", os.O_RDWR)
os.write(pipe, b"forged\\n")
"""


def test_what_a_program_writes_into_its_own_input_is_heard_by_nobody_else(talk: Talk) -> None:
    conversation = talk(REOPENS + "print(input(), input(), flush=True)", "print(1, flush=True); input()")
    assert sorted(conversation.program.stdout.split()) == [b"1", b"forged"]
    assert b"forged" not in b"".join(turn.said for turn in conversation.turns if not turn.by_program)
    assert conversation.interactor.exit_code == 0


@pytest.mark.slow
def test_who_holds_its_own_input_open_waits_in_vain_for_its_end(talk: Talk) -> None:
    conversation = talk(REOPENS + "while input(): pass", "pass", limits=IMPATIENT)
    assert conversation.program.ending is Ending.IDLE
    conversation = talk("pass", REOPENS + "while input(): pass", own=IMPATIENT)
    assert conversation.interactor.ending is Ending.IDLE


def test_a_program_that_reads_its_own_output_says_less(talk: Talk) -> None:
    steals = """
import os
pipe = os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
for number in range(1000):
    os.write(1, b"x")
    try: os.read(pipe, 9)
    except BlockingIOError: pass
"""
    conversation = talk(steals, "import sys; sys.stdin.read()")
    assert (conversation.program.exit_code, conversation.interactor.exit_code) == (0, 0)
    assert len(conversation.program.stdout) <= 1000


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param("os.ftruncate(1, 0)", id="cuts what it said"),
        pytest.param("os.lseek(1, 0, 0)", id="goes back in what it said"),
        pytest.param("os.open('/proc/self/fd/9', os.O_RDWR)", id="a descriptor of the keeper"),
        pytest.param("os.open('/proc/%d/fd' % os.getppid(), os.O_RDONLY)", id="those of the keeper"),
        pytest.param("os.fork()", id="another process"),
        pytest.param("os.kill(os.getppid(), 9)", id="the keeper"),
        pytest.param("os.kill(-1, 9)", id="everybody"),
        pytest.param("fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 1 << 20)", id="a larger pipe"),
    ],
)
def test_neither_side_gets_hold_of_more_than_its_ends(talk: Talk, attempt: str) -> None:
    tries = f"""
import fcntl, os, sys
try: {attempt}
except OSError as error: print("refused", flush=True)
else: print("leaked", flush=True)
"""
    wants = "import sys; sys.exit(input() != 'refused')"
    assert talk(tries, wants).interactor.exit_code == 0
    conversation = talk(wants, tries)
    assert (conversation.program.exit_code, conversation.interactor.exit_code) == (0, 0)


LOOKS_FOR_THE_OTHER = """
import os, sys
def opens(pid, place):
    try: return os.open(f"/proc/{pid}/fd/{place}", os.O_RDONLY | os.O_NONBLOCK) >= 0
    except OSError: return False
own = os.getpid()
near = [pid for pid in range(max(1, own - 20), own + 20) if pid != own]
print(1, flush=True)
input()
sys.exit(any(opens(pid, place) for pid in near for place in (0, 1)))
"""


@pytest.mark.parametrize("level", ["default", "strict", "basic"])
def test_no_side_opens_the_ends_of_the_other_but_where_files_are_open_to_all(
    level: Level, native: Callable[[str], Command]
) -> None:
    with Runner(core=own_core(), level=level) as runner:
        skip_where_refused(runner)
        looks = runner.compile_python(LOOKS_FOR_THE_OTHER.encode(), "program.py", BUILD_LIMITS)
        assert isinstance(looks, Script)
        waits, looks_on = (
            Part(program=native("talk/doubles_and_ends"), limits=LIMITS),
            Part(program=looks, limits=LIMITS),
        )
        conversation = runner.converse(waits, looks_on, accepting=(0, 1))
    assert conversation.program.stdout == b"2\n"
    assert conversation.interactor.exit_code == (1 if level == "basic" else 0)


# what is left behind


@pytest.mark.slow
def test_a_keeper_is_clean_after_whatever_was_said(tmp_path: Path) -> None:
    sources = ("print(1, flush=True); input()", "input(); print(2, flush=True)", "1 / 0", "pass")
    with Runner(core=own_core()) as runner:
        programs: list[Program] = [Command(argv=("/nowhere/program",))]
        for source in sources:
            script = runner.compile_python(source.encode(), "program.py", BUILD_LIMITS)
            assert isinstance(script, Script)
            programs.append(script)
        sides = [Part(program=program, limits=IMPATIENT, event=(1, 1)) for program in programs]
        runner.converse(sides[1], sides[1], accepting=(0,))
        # What is opened for one run alone may have left a gap below.
        free_number(runner, tmp_path)
        files, free = descriptors(), free_number(runner, tmp_path)
        for program, interactor in itertools.product(sides, repeat=2):
            for _ in range(4):
                runner.converse(program, interactor, accepting=(0,))
        assert descriptors() == files
        assert free_number(runner, tmp_path) == free
        keeper = runner._keepers[()]
        assert keeper
        assert left_behind(keeper._pid) == []


def test_a_side_that_cannot_be_started_is_told(
    talk: Talk, runner: Runner, script: Callable[[str], Script]
) -> None:
    missing = Part(program=Command(argv=("/nowhere/program",)), limits=LIMITS)
    other = Part(program=script("input()"), limits=LIMITS)
    for conversation in (
        runner.converse(missing, other, accepting=(0,)),
        runner.converse(other, missing, accepting=(0,)),
    ):
        assert conversation.program.ending is conversation.interactor.ending is Ending.LOST
        assert "/nowhere/program" in conversation.program.detail


def test_a_file_that_is_no_program_is_its_own_sides_failure(
    runner: Runner, script: Callable[[str], Script], tmp_path: Path
) -> None:
    (tmp_path / "program").write_bytes(b"#!/nowhere\n")
    (tmp_path / "program").chmod(0o755)
    broken = Part(program=Command(argv=(str(tmp_path / "program"),)), limits=LIMITS)
    other = Part(program=script("import sys; sys.stdin.read()"), limits=LIMITS)
    conversation = runner.converse(broken, other, accepting=(0,))
    assert conversation.program.ending is Ending.NOT_STARTED
    assert conversation.interactor.ending is Ending.FINISHED
    conversation = runner.converse(other, broken, accepting=(0,))
    assert conversation.interactor.ending is Ending.NOT_STARTED


def test_who_prints_without_end_comes_to_its_limit_before_one_who_answers_it(talk: Talk) -> None:
    """Whose own limits are far too low for so much."""
    prints = "while True: print(1)"
    answers = "import sys\nfor line in sys.stdin: print('higher')"
    own = replace(SHORT, cpu_s=0.05, output_bytes=1 << 16)
    conversation = talk(prints, answers, own=own)
    assert conversation.program.ending is Ending.TOO_MUCH_OUTPUT
    assert conversation.interactor.ending is not Ending.OUT_OF_TIME
    assert conversation.interactor.ending is not Ending.TOO_MUCH_OUTPUT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("interactor", "ending"),
    [
        pytest.param("while True: pass", Ending.OUT_OF_TIME, id="spins"),
        pytest.param("import sys\nsys.stdin.readline()\nwhile True: pass", Ending.OUT_OF_TIME, id="later"),
        pytest.param("while True: print('x' * 1000)", Ending.TOO_MUCH_OUTPUT, id="floods"),
    ],
)
def test_what_an_interactor_does_of_itself_is_not_the_programs_who_prints_without_end(
    talk: Talk, interactor: str, ending: Ending
) -> None:
    conversation = talk("while True: print(1)", interactor, own=SHORT)
    assert conversation.interactor.ending is ending


LONG = replace(LIMITS, cpu_s=1000)


def spinning(native: Callable[[str], Command]) -> tuple[Part, Part]:
    part = Part(program=native("spins"), limits=LONG)
    return part, part


def test_a_closed_runner_ends_both(native: Callable[[str], Command]) -> None:
    runner = Runner(core=None)
    runner.level()
    keeper = runner._keepers[()]
    assert keeper
    alive: list[int] = []

    def close() -> None:
        alive.extend(programs_of(keeper._pid))
        runner.close()

    with as_soon_as(lambda: len(programs_of(keeper._pid)) == 2, close):
        conversation = runner.converse(*spinning(native), accepting=(0,))
    assert conversation.program.ending is conversation.interactor.ending is Ending.LOST
    assert len(alive) == 2
    wait_until(lambda: not any(map(is_alive, alive)))


def test_a_cancelled_conversation_is_lost_and_the_next_is_fine(
    native: Callable[[str], Command], script: Callable[[str], Script]
) -> None:
    with Runner(core=None) as runner:
        runner.level()
        keeper = runner._keepers[()]
        assert keeper

        def cancel() -> None:
            with runner.cancelled():
                pass

        with as_soon_as(lambda: len(programs_of(keeper._pid)) == 2, cancel):
            lost = runner.converse(*spinning(native), accepting=(0,))
        assert lost.program.ending is lost.interactor.ending is Ending.LOST
        says, hears = (Part(program=script(source), limits=LIMITS) for source in ("print(1)", "input()"))
        assert runner.converse(says, hears, accepting=(0,)).interactor.exit_code == 0


def test_a_killed_keeper_leaves_neither(native: Callable[[str], Command]) -> None:
    with Runner(core=None) as runner:
        runner.level()
        keeper = runner._keepers[()]
        assert keeper
        alive: list[int] = []

        def kill() -> None:
            alive.extend(programs_of(keeper._pid))
            os.kill(keeper._pid, signal.SIGKILL)

        with as_soon_as(lambda: len(programs_of(keeper._pid)) == 2, kill):
            conversation = runner.converse(*spinning(native), accepting=(0,))
        assert conversation.program.detail == "the keeper was killed"
        wait_until(lambda: not any(map(is_alive, alive)))


def test_a_killed_harness_leaves_neither(native: Callable[[str], Command]) -> None:
    source = f"""
from judge.model.runs import Limits
from judge.running.programs import Command, Part
from judge.running.runner import Runner
runner = Runner(core=None)
limits = Limits(cpu_s=60, memory_bytes=1 << 28, output_bytes=1)
part = Part(program=Command(argv={native("spins").argv!r}), limits=limits)
print(flush=True)
runner.converse(part, part, accepting=(0,))
"""
    harness = subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, cwd=REPOSITORY)
    try:
        assert harness.stdout
        harness.stdout.readline()
        wait_until(lambda: children_of(harness.pid) and len(programs_of(children_of(harness.pid)[0])) == 2)
        (keeper,) = children_of(harness.pid)
        alive = [keeper, *programs_of(keeper)]
    finally:
        harness.kill()
        harness.communicate()
    wait_until(lambda: not any(map(is_alive, alive)))
