"""Work instead of time: instructions, and the function calls and executed lines of a Python solution's file.

A processor that has counters counts the instructions of a run of its own, in user space: from the start of
the program or, in a fork of the warm interpreter, from just before its seal.

For calls and lines the solution runs inside a program that traces it, never while something is timed:
tracing makes it some thirty times slower. Code of other modules does not count. The same Python gives the
same numbers on every machine.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.tests import tests_of
from judge.files import stamp_of
from judge.model import Case, Limits, Solution, Test
from judge.running import builds
from judge.running.languages.base import BUILD_LIMITS, Unready, sources_of
from judge.running.programs import Program, Script
from judge.work.calls import outcomes
from judge.work.slots import Seal, Slot, here

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
# The bodies of modules and classes are no calls: only functions have the flag 1, of optimised locals. Nor are
# comprehensions, which are functions in some versions of Python and not in others.
# The counter is in a function: the program has the names of the module for itself.
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
    """The work of one solution on one case; None for what could not be counted."""

    solution: str
    case: str
    calls: int | None = None
    lines: int | None = None
    instructions: int | None = None


def count(
    wanted: Iterable[tuple[Solution, Case]], executor: Executor, seal: Seal, *, instructions: bool
) -> Iterator[Count]:
    """The counts of solutions on cases, as they come. Without `instructions` only Python has any."""
    jobs = [job for job in wanted if instructions or job[0].path.suffix == SUFFIX]
    python = {solution.name: solution for solution, _ in jobs if solution.path.suffix == SUFFIX}
    traced = {name: traced_copy(solution) for name, solution in python.items()}
    calls = (
        (None, _counted, (solution, case, traced.get(solution.name), instructions, seal))
        for solution, case in jobs
    )
    with closing(outcomes(executor, calls)) as coming:
        for _, found in coming:
            if found:
                yield found


def _counted(
    solution: Solution, case: Case, traced: Solution | None, instructions: bool, seal: Seal
) -> Count:
    """`traced` is the solution in the program that traces it, for calls and lines."""
    slot = here(seal)
    tests = tests_of(case, solution.format)
    calls = lines = executed = None
    if traced:
        calls, lines = steps(slot, slot.program(traced), tests)
    if instructions:
        executed = instructions_of(slot, slot.program(solution), tests)
    return Count(solution=solution.name, case=case.id, calls=calls, lines=lines, instructions=executed)


def steps(
    slot: Slot, program: Program | Unready, tests: Iterable[Test]
) -> tuple[int, int] | tuple[None, None]:
    """The calls and lines of a program that is traced; None where a test was not accepted.

    Of several passes, here and of instructions, that counts which took the longest.
    """
    calls = lines = 0
    for test in tests:
        if isinstance(program, Unready):
            return None, None
        judged = slot.judged(program, replace(test, limits=_limits(test)))
        found = _COUNTED.search(judged.run.stderr)
        if not judged.judgement.verdict.is_sound or not found:
            return None, None
        calls, lines = calls + int(found[1]), lines + int(found[2])
    return calls, lines


def instructions_of(slot: Slot, program: Program | Unready, tests: Iterable[Test]) -> int | None:
    executed = 0
    for test in tests:
        if isinstance(program, Unready):
            return None
        judged = slot.judged(program, test, event=_INSTRUCTIONS)
        counted = judged.run.counted
        if not isinstance(counted, int) or not counted or not judged.judgement.verdict.is_sound:
            return None
        executed += counted
    return executed


def why_no_instructions(seal: Seal) -> str | None:
    """Why no instructions can be counted here; None if those of an empty program could be."""
    runner = here(seal).runner
    script = runner.compile_python(b"", "nothing.py", BUILD_LIMITS)
    run = runner.run(script, b"", BUILD_LIMITS, event=_INSTRUCTIONS) if isinstance(script, Script) else script
    return reason(run.counted)


def reason(counted: int | str | None) -> str | None:
    """In words, why there is no number; None if there is one."""
    if isinstance(counted, str) and counted:
        return f"{_REASONS.get(counted, 'perf_event_open fails')} ({counted})"
    return None if counted else "the counter did not count"


def traced_copy(solution: Solution) -> Solution:
    """The program that traces it, which is kept in the cache of builds. Raises OSError."""
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


def _limits(test: Test) -> Limits:
    limits = test.limits
    return replace(limits, cpu_s=_CPU_S, memory_bytes=limits.memory_bytes + _TRACER_BYTES)
