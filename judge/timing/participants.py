"""The participants of a benchmark: every solution on every test, and empty programs for the start-up time."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.tests import limits_for, make_tests_for, select_cases
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.runs import Ending, Limits
from judge.model.verdicts import Verdict
from judge.platform.files import stamp_of
from judge.running import builds
from judge.running.languages.base import Unready
from judge.running.languages.entry import nothing
from judge.running.programs import Program
from judge.subjects.subject import entry_of
from judge.timing.measure import Entry, Execute, RunOutcome
from judge.timing.timings import Timing
from judge.work.slots import JudgedRun, Slot

_LITTLE_INPUT = b"[]\n"
_LIMITS = Limits(cpu_s=10, memory_bytes=1 << 30, output_bytes=1 << 20)


class Participants(Struct, frozen=True):
    """The entries of a round, the function that runs one, and the solutions that cannot take part."""

    entries: tuple[Entry, ...]
    execute: Execute
    absent: tuple[Timing, ...]


def gather_participants(solutions: Sequence[Solution], cases: Sequence[Case], slot: Slot) -> Participants:
    """Prepare every solution for every test of its cases, and an empty program for each kind of solution."""
    entries, absent = list[Entry](), list[Timing]()
    programs, little = dict[str, Program](), dict[str, bytes]()
    kinds = {solution.name: (solution.language.name, solution.format) for solution in solutions}
    met = {(kinds[s.name], case.id): (s, case) for s in solutions for case in select_cases(s, cases)}
    tests = {key: make_tests_for(*pair) for key, pair in met.items()}

    def execute(entry: Entry) -> RunOutcome:
        program = programs[entry.solution]
        if not entry.case:
            run = slot.runner.run(program, little[entry.solution], _LIMITS)
            ended = run.ending is Ending.FINISHED and not run.exit_code
            return RunOutcome(Verdict.AC if ended else Verdict.RE, run.cpu_s)
        test = tests[kinds[entry.solution], entry.case][entry.test - 1]
        return _find_outcome(slot.judge(program, test))

    with builds.workplace() as folder:
        for kind, empty in _write_empty_programs(solutions, folder):
            program = slot.program(empty)
            if not isinstance(program, Unready):
                programs[kind] = program
                signature = entry_of(empty.format)
                little[kind] = signature.least() if signature else _LITTLE_INPUT
                entries.append(Entry(solution=kind))
    for solution in solutions:
        program, name = slot.program(solution), solution.name
        if not isinstance(program, Unready):
            programs[name] = program
        for case in select_cases(solution, cases):
            own = tests[kinds[name], case.id]
            if isinstance(program, Unready) or not own:
                absent.append(_time_nothing(solution, case, program))
                continue
            startup = _kind(solution) if _kind(solution) in programs else ""
            for test in own:
                limit_s = test.limits.cpu_s
                entry = Entry(solution=name, case=case.id, test=test.number, limit_s=limit_s, startup=startup)
                entries.append(entry)
    return Participants(tuple(entries), execute, tuple(absent))


def _time_nothing(solution: Solution, case: Case, program: Program | Unready) -> Timing:
    verdict = program.verdict if isinstance(program, Unready) else Verdict.SK
    limit_s = limits_for(solution, case.limits, case.time_factors).cpu_s
    return Timing(solution=solution.name, case=case.id, tests=0, limit_s=limit_s, startup="", verdict=verdict)


def _find_outcome(judged: JudgedRun) -> RunOutcome:
    verdict = judged.judgement.verdict
    interactor_cpu_s = judged.conversation.interactor.cpu_s if judged.conversation else None
    words = b" ".join(judged.run.stdout.split())
    digest = hashlib.sha256(words).hexdigest()[:16] if verdict is Verdict.NA else ""
    return RunOutcome(verdict, judged.run.cpu_s, interactor_cpu_s, digest)


def _write_empty_programs(solutions: Sequence[Solution], folder: Path) -> Iterator[tuple[str, Solution]]:
    """Write an empty program for each kind of solution. Yields the kind and the program."""
    like = {_kind(solution): solution for solution in solutions}
    for number, (kind, solution) in enumerate(sorted(like.items())):
        path = folder / f"nothing_{number}{solution.path.suffix}"
        signature, language = entry_of(solution.format), solution.language
        source = nothing(signature, language) if signature else language.nothing
        if source is None:
            continue
        path.write_text(source)
        digest = hashlib.sha256(source.encode()).hexdigest()
        yield (
            kind,
            replace(
                solution, name=kind, path=path, digest=digest, stamp=stamp_of(path), beside=(), grader=None
            ),
        )


def _kind(solution: Solution) -> str:
    """Describe how a solution runs: suffix, format of a class, interpreter, warm start."""
    manner = solution.format if entry_of(solution.format) else ""
    start = "warm" if solution.is_warm else ""
    return " ".join(filter(None, (solution.path.suffix, manner, solution.interpreter, start)))
