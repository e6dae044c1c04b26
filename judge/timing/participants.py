"""Who takes part in a benchmark: every solution on every test, and beside them programs that do nothing."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.tests import cases_of, tests_of
from judge.files import stamp_of
from judge.model import Case, Ending, Limits, Solution, Test
from judge.running import builds
from judge.running.languages.base import Unready
from judge.running.languages.entry import nothing
from judge.running.programs import Program
from judge.running.runner import Runner
from judge.subjects import entry_of
from judge.timing.measure import Entry, Execute, Executed
from judge.timing.timings import Timing
from judge.verdicts import Verdict
from judge.work.slots import Programs

_LITTLE_INPUT = b"[]\n"
_LIMITS = Limits(cpu_s=10, memory_bytes=1 << 30, output_bytes=1 << 20)


class Participants(Struct, frozen=True):
    """The entries of a round, what carries one out, and who cannot take part, with the verdict on each."""

    entries: tuple[Entry, ...]
    execute: Execute
    absent: tuple[Timing, ...]


def participants_of(
    solutions: Sequence[Solution], cases: Sequence[Case], runner: Runner, prepared: Programs
) -> Participants:
    """Every solution, prepared, on every test of every case, and beside them programs that do nothing."""
    entries: list[Entry] = []
    absent: list[Timing] = []
    programs: dict[str, Program] = {}
    little: dict[str, bytes] = {}
    formats = {solution.name: solution.format for solution in solutions}
    met = {(s.format, case.id): case for s in solutions for case in cases_of(s, cases)}
    tests = {(format, id): tests_of(case, format) for (format, id), case in met.items()}

    def execute(entry: Entry) -> Executed:
        program = programs[entry.solution]
        if not entry.case:
            run = runner.run(program, little[entry.solution], _LIMITS)
            ended = run.ending is Ending.FINISHED and not run.exit_code
            return Executed(Verdict.AC if ended else Verdict.RE, run.cpu_s)
        test = tests[formats[entry.solution], entry.case][entry.test - 1]
        judged = prepared.judged(program, test, runner)
        interactor_cpu_s = judged.conversation.interactor.cpu_s if judged.conversation else None
        return Executed(judged.judgement.verdict, judged.run.cpu_s, interactor_cpu_s)

    with builds.workplace() as folder:
        for kind, idle in _nothings(solutions, folder):
            program = prepared.of(idle, runner)
            if not isinstance(program, Unready):
                programs[kind] = program
                signature = entry_of(idle.format)
                little[kind] = signature.least() if signature else _LITTLE_INPUT
                entries.append(Entry(solution=kind))
    for solution in solutions:
        program = prepared.of(solution, runner)
        if not isinstance(program, Unready):
            programs[solution.name] = program
        for case in cases_of(solution, cases):
            own = tests[solution.format, case.id]
            if isinstance(program, Unready) or not own:
                verdict = program.verdict if isinstance(program, Unready) else Verdict.SK
                absent.append(_absent(solution, case, verdict))
                continue
            startup = _kind(solution) if _kind(solution) in programs else ""
            entries += (_entry(solution, test, startup) for test in own)
    return Participants(tuple(entries), execute, tuple(absent))


def _nothings(solutions: Sequence[Solution], folder: Path) -> Iterator[tuple[str, Solution]]:
    """For each way in which a solution is run, a program that does nothing and is run in this way."""
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
    """How a solution is run, in words."""
    manner = solution.format if entry_of(solution.format) else ""
    return " ".join(filter(None, (solution.path.suffix, manner, solution.interpreter)))


def _entry(solution: Solution, test: Test, startup: str) -> Entry:
    return Entry(
        solution=solution.name,
        case=test.case,
        test=test.number,
        limit_s=test.limits.cpu_s,
        startup=startup,
    )


def _absent(solution: Solution, case: Case, verdict: Verdict) -> Timing:
    return Timing(
        solution=solution.name,
        case=case.id,
        tests=0,
        limit_s=case.limits.cpu_s,
        startup="",
        verdict=verdict,
    )
