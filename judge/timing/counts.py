"""Counts of work: instructions, and the function calls and executed lines of a Python solution's file.

The processor counts the instructions of a separate run in user space. Counting starts with the program or, in
a fork of the warm interpreter, just before the seal.

Calls and lines are counted by a program that traces the solution, which makes it some thirty times slower;
nothing is timed meanwhile. Code of other modules does not count. The same Python gives the same numbers on
every machine.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.tests import make_tests_for
from judge.model.cases import Case, Test
from judge.model.programs import Solution
from judge.model.runs import Run
from judge.platform.files import stamp_of
from judge.running import builds
from judge.running.languages.base import BUILD_LIMITS, Unready, sources_of
from judge.running.programs import Program, Script
from judge.work.calls import run_calls
from judge.work.slots import Seal, Slot, current_slot

SUFFIX = ".py"
# PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS
_INSTRUCTIONS = (0, 1)
_REASONS = {
    **dict.fromkeys(("ENOENT", "EOPNOTSUPP", "ENODEV"), "the kernel has no such counter on this machine"),
    **dict.fromkeys(
        ("EACCES", "EPERM"), "the kernel forbids it (/proc/sys/kernel/perf_event_paranoid, or a container)"
    ),
}
_CPU_S = 120.0
_TRACER_BYTES = 256 << 20
_COUNTED = re.compile(rb"counted ([0-9]+) calls and ([0-9]+) lines\n\Z")
# Only functions have the flag 1, of optimised locals: the bodies of modules and classes are not calls.
# Comprehensions do not count, since only some versions of Python compile them to functions.
# The counter is a function, so the names of the module belong to the solution.
_TRACER = """\
def _count(source):
    import atexit, builtins, sys

    calls = lines = 0

    def enter(frame, event, _):
        nonlocal calls
        if frame.f_code.co_filename != "<solution>":
            return None
        code = frame.f_code
        calls += code.co_flags & 1 and code.co_name not in ("<listcomp>", "<setcomp>", "<dictcomp>")
        return step

    def step(frame, event, _):
        nonlocal lines
        lines += event == "line"
        return step

    @atexit.register
    def tell():
        sys.settrace(None)
        getattr(sys.stdout, "closed", True) or sys.stdout.flush()
        sys.stderr.write(f"counted {{calls}} calls and {{lines}} lines\\n")

    code = builtins.compile(source, "<solution>", "exec", dont_inherit=True)
    sys.settrace(enter)
    builtins.exec(code, builtins.globals())


_count({source!r})
"""


class Count(Struct, frozen=True, kw_only=True):
    """The work of one solution on one case. A count is None if it is not available."""

    solution: str
    case: str
    calls: int | None = None
    lines: int | None = None
    instructions: int | None = None


def count(
    wanted: Iterable[tuple[Solution, Case]], executor: Executor, seal: Seal, *, instructions: bool
) -> Iterator[Count]:
    """Yield the counts of solutions on cases as they come. Without `instructions` only Python has any."""
    jobs = [job for job in wanted if instructions or job[0].path.suffix == SUFFIX]
    python = {solution.name: solution for solution, _ in jobs if solution.path.suffix == SUFFIX}
    traced = {name: make_traced_copy(solution) for name, solution in python.items()}
    calls = (
        (None, _count_one, (solution, case, traced.get(solution.name), instructions, seal))
        for solution, case in jobs
    )
    with closing(run_calls(executor, calls)) as coming:
        for _, found in coming:
            if found:
                yield found


def _count_one(
    solution: Solution, case: Case, traced: Solution | None, instructions: bool, seal: Seal
) -> Count:
    """Count the work of one solution. `traced` is the program that traces it, for calls and lines."""
    slot = current_slot(seal)
    tests = make_tests_for(solution, case)
    calls = lines = executed = None
    if traced:
        calls, lines = count_steps(slot, slot.program(traced), tests)
    if instructions:
        executed = count_instructions(slot, slot.program(solution), tests)
    return Count(solution=solution.name, case=case.id, calls=calls, lines=lines, instructions=executed)


def count_steps(
    slot: Slot, program: Program | Unready, tests: Iterable[Test]
) -> tuple[int, int] | tuple[None, None]:
    """Count the calls and lines of a traced program, None if a test was not accepted.

    Of several passes only the longest counts, here and for instructions.
    """
    calls = lines = 0
    for run in _run_all(slot, program, map(_widen_limits, tests)):
        found = _COUNTED.search(run.stderr) if run else None
        if not found:
            return None, None
        calls, lines = calls + int(found[1]), lines + int(found[2])
    return calls, lines


def count_instructions(slot: Slot, program: Program | Unready, tests: Iterable[Test]) -> int | None:
    executed = 0
    for run in _run_all(slot, program, tests, _INSTRUCTIONS):
        counted = run.counted if run else None
        if not isinstance(counted, int) or not counted:
            return None
        executed += counted
    return executed


def _run_all(
    slot: Slot, program: Program | Unready, tests: Iterable[Test], event: tuple[int, int] | None = None
) -> Iterator[Run | None]:
    """Run a program on tests. A run is None if the test was not accepted."""
    for test in tests:
        judged = None if isinstance(program, Unready) else slot.judge(program, test, event=event)
        yield judged.run if judged and judged.judgement.verdict.is_sound else None


def explain_no_instructions(seal: Seal) -> str | None:
    """Say why this machine cannot count instructions. None if an empty program can be counted."""
    runner = current_slot(seal).runner
    script = runner.compile_python(b"", "nothing.py", BUILD_LIMITS)
    run = runner.run(script, b"", BUILD_LIMITS, event=_INSTRUCTIONS) if isinstance(script, Script) else script
    return explain_no_count(run.counted)


def explain_no_count(counted: int | str | None) -> str | None:
    """Say why there is no number, None if there is one."""
    if isinstance(counted, str) and counted:
        return f"{_REASONS.get(counted, 'perf_event_open fails')} ({counted})"
    return None if counted else "the counter did not count"


def make_traced_copy(solution: Solution) -> Solution:
    """Return the program that traces a solution, from the cache of builds. Raises OSError."""
    sources = sources_of(solution)
    if isinstance(sources, Unready):
        return solution
    text = _TRACER.format(source=sources[0][1]).encode()
    digest = hashlib.sha256(text).hexdigest()
    name = f"traced{SUFFIX}"
    if not builds.is_whole(key := f"traced-{digest}"):
        with builds.workplace() as workplace:
            (workplace / name).write_bytes(text)
            builds.keep(workplace, key)
    path = builds.folder() / key / name
    return replace(solution, path=path, digest=digest, stamp=stamp_of(path))


def _widen_limits(test: Test) -> Test:
    memory_bytes = test.limits.memory_bytes + _TRACER_BYTES
    return replace(test, limits=replace(test.limits, cpu_s=_CPU_S, memory_bytes=memory_bytes))
