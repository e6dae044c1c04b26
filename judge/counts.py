"""Work instead of time: the function calls and executed lines of a Python solution's own file.

The solution runs inside a program that traces it, never while something is timed: tracing makes it some
thirty times slower. Code of other modules does not count. The same Python gives the same numbers on
every machine.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.engine import tests_of
from judge.languages import LANGUAGES
from judge.languages.base import Unready
from judge.model import Case, Limits, Solution, Test
from judge.runner import Runner
from judge.workers import spread

SUFFIX = ".py"
_CPU_S = 120.0
_TRACER_BYTES = 256 << 20
_COUNTED = re.compile(rb"counted ([0-9]+) calls and ([0-9]+) lines\n\Z")
# The bodies of modules and classes are no calls: only functions have the flag 1, of optimised locals. Nor are
# comprehensions, which are functions in some versions of Python and not in others.
_TRACER = """\
import json, sys

source, leetcode = {source!r}, {leetcode}
calls = lines = 0


def enter(frame, event, _):
    global calls
    if frame.f_code.co_filename != "<solution>":
        return None
    code = frame.f_code
    calls += code.co_flags & 1 and code.co_name not in ("<listcomp>", "<setcomp>", "<dictcomp>")
    return step


def step(frame, event, _):
    global lines
    lines += event == "line"
    return step


space = {{"__name__": "solution" if leetcode else "__main__"}}
code = compile(source, "<solution>", "exec")
try:
    sys.settrace(enter)
    exec(code, space)
    if leetcode:
        kind = space["Solution"]
        method = next(name for name in vars(kind) if not name.startswith("_"))
        board = json.loads(sys.stdin.readline())
        getattr(kind(), method)(board)
        print(json.dumps(board, separators=(",", ":")))
finally:
    sys.settrace(None)
    sys.stderr.write(f"counted {{calls}} calls and {{lines}} lines\\n")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """The work of one solution on one case."""

    solution: str
    case: str
    calls: int
    lines: int


def count(wanted: Iterable[tuple[Solution, Case]], runners: Sequence[Runner]) -> Iterator[Count | None]:
    """The counts of Python solutions on cases, as they come; None where one could not be had."""
    with TemporaryDirectory(prefix="judge-count-") as folder:
        jobs = [job for job in wanted if job[0].path.suffix == SUFFIX]
        traced: dict[str, Solution] = {}
        for solution, _ in jobs:
            if solution.name not in traced:
                traced[solution.name] = _traced(solution, Path(folder) / f"{len(traced)}{SUFFIX}")

        def work(runner: Runner, job: tuple[Solution, Case]) -> Count | None:
            solution, case = job
            program = LANGUAGES[SUFFIX].prepare(traced[solution.name], runner)
            if isinstance(program, Unready):
                return None
            calls = lines = 0
            for test in tests_of(case, solution.format):
                run = runner.run(program, test.input, _limits(test))
                found = _COUNTED.search(run.stderr)
                if run.exit_code != 0 or run.stdout != test.answer or not found:
                    return None
                calls, lines = calls + int(found[1]), lines + int(found[2])
            return Count(solution=solution.name, case=case.id, calls=calls, lines=lines)

        yield from spread(runners, work, jobs)


def why_no_instructions() -> str:
    """The reason for which no hardware counter is read."""
    if Path("/sys/bus/event_source/devices/cpu").exists():
        return "the sandbox hands no hardware counters on"
    return "this kernel offers no hardware counters"


def _traced(solution: Solution, path: Path) -> Solution:
    leetcode = solution.format == "leetcode"
    path.write_text(_TRACER.format(source=solution.path.read_bytes(), leetcode=leetcode))
    # The tracer calls the site's method itself: to the judge it is a plain program.
    return replace(solution, path=path, format="text")


def _limits(test: Test) -> Limits:
    limits = test.limits
    return replace(limits, cpu_s=_CPU_S, memory_bytes=limits.memory_bytes + _TRACER_BYTES)
