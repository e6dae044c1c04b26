"""A matrix of solutions and cases to results. It pairs, transcodes and hands out; it measures nothing."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import Path

from judge.cases.tests import as_it_is, tests_of
from judge.checkers.decision import decide
from judge.checkers.sites import opinions
from judge.files import stamp_of
from judge.mistakes.diagnosis import explain, sentence
from judge.model import Case, Ending, Limits, Solution, Stamp, Test, Verdict
from judge.results import Result
from judge.running.languages import LANGUAGES
from judge.running.languages.base import Unready
from judge.running.runner import Program, Runner
from judge.work.workers import spread

_Job = tuple[Solution, Case, Test, int]


def judge(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    runners: Sequence[Runner],
    *,
    fail_fast: bool = False,
    known: Collection[tuple[str, str, int]] = (),
) -> Generator[Result, None, None]:
    """Every test of every solution but the `known` ones, as the results come.

    A result near its limit is decided at the end, when nothing else runs: see `settled`. With `fail_fast` see
    `in_order`. A file that has changed since it was read makes its results JE. Whoever stops listening need
    not wait for the runs in flight, and the runners serve again.
    """
    programs: dict[str, Program | Unready] = {}

    def prepare(runner: Runner, solution: Solution) -> tuple[str, Program | Unready]:
        return solution.name, LANGUAGES[solution.path.suffix].prepare(solution, runner)

    for name, program in spread(runners, prepare, solutions):
        programs[name] = program
    first_failure: dict[str, int] = {}

    def is_skipped(rank: int, job: _Job) -> bool:
        """Only what comes later is skipped, or the outcome would hang on who is quicker."""
        return rank > first_failure.get(job[0].name, rank)

    def note(rank: int, job: _Job, result: Result) -> None:
        if fail_fast and result.as_expected is False:
            first_failure[job[0].name] = min(rank, first_failure.get(job[0].name, rank))

    def once(runner: Runner, job: _Job) -> Result:
        program = programs[job[0].name]
        return _unready(job, program) if isinstance(program, Unready) else _judged(runner, program, job)

    def work(runner: Runner, ranked: tuple[int, _Job]) -> tuple[int, _Job, Result]:
        rank, job = ranked
        if is_skipped(rank, job):
            return rank, job, _unready(job, _STOPPED)
        result = once(runner, job)
        if not near_limit(result, job[2].limits):
            note(rank, job, result)
        return rank, job, result

    jobs = enumerate(_jobs(solutions, cases))
    near = []
    for rank, job, result in spread(runners, work, (one for one in jobs if _key(one[1]) not in known)):
        if near_limit(result, job[2].limits):
            near.append((rank, job, result))
        else:
            yield result
    for rank, job, result in sorted(near, key=itemgetter(0)):
        if is_skipped(rank, job):
            yield _unready(job, _STOPPED)
            continue
        decided = settled(result, job[2].limits, partial(once, runners[0], job))
        note(rank, job, decided)
        yield decided


def near_limit(result: Result, limits: Limits) -> bool:
    """Whether a run ended by itself within 20 % of its CPU limit; one that was stopped needs more."""
    return result.cpu_s is not None and 0.8 * limits.cpu_s <= result.cpu_s < limits.allowance_s


def settled(result: Result, limits: Limits, again: Callable[[], Result]) -> Result:
    """The result with the least CPU time of up to five more runs; enough once one is not near the limit.

    A run that was lost, or that was not made since a file has changed, measures nothing and does not count.
    """
    measured = [result]
    for _ in range(_RERUNS):
        best = min(measured, key=_cpu_s)
        if not near_limit(best, limits):
            break
        rerun = again()
        measured += [rerun] if rerun.cpu_s is not None else []
    return replace(min(measured, key=_cpu_s), runs=len(measured))


def _cpu_s(result: Result) -> float:
    return result.cpu_s or 0.0


def in_order(
    results: Iterable[Result],
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    *,
    fail_fast: bool = False,
) -> tuple[Result, ...]:
    """Results in the order of solutions, cases and tests, whoever ended first.

    With `fail_fast` all that follows a solution's first unexpected result is skipped, had it run or not, so
    that the outcome does not hang on the number of workers.
    """
    solution_rank = {solution.name: rank for rank, solution in enumerate(solutions)}
    case_rank = {case.id: rank for rank, case in enumerate(cases)}
    ordered = sorted(
        results, key=lambda result: (solution_rank[result.solution], case_rank[result.case], result.test)
    )
    if not fail_fast:
        return tuple(ordered)
    failed: set[str] = set()
    settled = []
    for result in ordered:
        settled.append(_skipped(result) if result.solution in failed else result)
        if result.as_expected is False:
            failed.add(result.solution)
    return tuple(settled)


_STOPPED = Unready(verdict=Verdict.SK, message="an earlier test of the solution failed")


def _jobs(solutions: Sequence[Solution], cases: Sequence[Case]) -> Iterator[_Job]:
    for solution in solutions:
        for case in cases:
            tests = tests_of(case, solution.format)
            for test in tests or (as_it_is(case),):
                yield solution, case, test, len(tests)


def _key(job: _Job) -> tuple[str, str, int]:
    solution, case, test, _ = job
    return solution.name, case.id, test.number


def _judged(runner: Runner, program: Program, job: _Job) -> Result:
    solution, case, test, tests = job
    if not tests:
        message = f"the program speaks {solution.format}, the case {case.format}"
        return _unready(job, Unready(verdict=Verdict.SK, message=message))
    run = runner.run(program, test.input, test.limits)
    for path, stamp in ((solution.path, solution.stamp), (case.path, case.stamp)):
        if not _unchanged(path, stamp):
            return _unready(job, Unready(verdict=Verdict.JE, message=f"{path} has changed during the run"))
    measured = run.ending is not Ending.LOST
    judgement = decide(run, test)
    diagnosis = None if judgement.answer is None else explain(test, run.stdout, judgement.answer)
    return Result(
        solution=solution.name,
        case=case.id,
        test=test.number,
        tests=tests,
        verdict=judgement.verdict,
        expected=solution.expected(case.id),
        message=judgement.message or (sentence(diagnosis) if diagnosis else ""),
        diagnosis=diagnosis,
        opinions=opinions(run.stdout, test, judgement.verdict) if diagnosis else (),
        stderr=b"" if judgement.verdict is Verdict.AC else run.stderr,
        cpu_s=run.cpu_s if measured else None,
        wall_s=run.wall_s if measured else None,
        peak_bytes=run.peak_bytes,
    )


_RERUNS = 5


def _unchanged(path: Path, stamp: Stamp) -> bool:
    try:
        return stamp_of(path) == stamp
    except OSError:
        return False


def _unready(job: _Job, unready: Unready) -> Result:
    solution, case, test, tests = job
    return Result(
        solution=solution.name,
        case=case.id,
        test=test.number,
        tests=max(tests, 1),
        verdict=unready.verdict,
        expected=solution.expected(case.id),
        message=unready.message,
        stderr=unready.stderr,
    )


def _skipped(result: Result) -> Result:
    return replace(
        result,
        verdict=Verdict.SK,
        message=_STOPPED.message,
        diagnosis=None,
        opinions=(),
        stderr=b"",
        cpu_s=None,
        wall_s=None,
        peak_bytes=None,
    )
