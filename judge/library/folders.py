"""Load a folder with its programs and cases, judge them, and check an output."""

from collections.abc import Collection, Generator, Iterable
from itertools import chain
from pathlib import Path
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.guard import separate_faulty
from judge.cases.loader import read_cases
from judge.cases.loose_tests import find_problems, make_bounds, read_loose_tests
from judge.cases.project import Project
from judge.cases.tests import make_own_test
from judge.checkers.decision import compare_output
from judge.checkers.rules import rule_of
from judge.model.cases import EXACT, Case, FaultyProblem
from judge.model.programs import Solution
from judge.model.results import Diagnosis, Result
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.packages.place import find_project
from judge.platform.errors import Fault, InputErrors, UsageError, as_shown
from judge.platform.files import has_file
from judge.running.keeper_client import Level, require_level
from judge.scoring.unmet import Unmet
from judge.scoring.unmet import unmet as find_unmet
from judge.solutions.expectations import attach_expectations, find_unmatched
from judge.solutions.loader import read_solutions
from judge.solutions.placement import collect_problems
from judge.subjects.subject import TEXT, Progress, silent
from judge.work.engine import judge, list_deciders, list_tasks
from judge.work.explanations import explain_output
from judge.work.slots import Seal
from judge.work.workers import open_workers


class Loaded(Struct, frozen=True, kw_only=True):
    """A project with its solutions and cases. Select some of them with `msgspec.structs.replace`.

    A solution with `faults` gets JE. A problem in `faulty` has no cases.
    """

    project: Project
    solutions: tuple[Solution, ...]
    cases: tuple[Case, ...]
    faulty: tuple[FaultyProblem, ...] = ()

    @property
    def programs(self) -> tuple[Solution, ...]:
        """The solutions, and the programs that decide about them."""
        return (*self.solutions, *list_deciders(self.cases))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of all files, each once, in the order of path and line."""
        told = [solution.faults for solution in self.solutions] + [each.faults for each in self.faulty]
        return tuple(sorted(set(chain.from_iterable(told))))

    def whole(self) -> Self:
        """Leave out the solutions at fault."""
        return replace(self, solutions=tuple(one for one in self.solutions if not one.faults))


class Check(Struct, frozen=True, kw_only=True):
    """A verdict on an output, with a message and the mistakes it contains."""

    verdict: Verdict
    message: str
    diagnosis: Diagnosis


def load(
    root: Path | str | None = None,
    *,
    cases: Path | str | None = None,
    tests: Path | str | None = None,
    strict: bool = True,
    sandbox: Level = "default",
) -> Loaded:
    """Load the project at `root`, by default here or above, and check every file.

    `root` may also be a folder of programs with their tests, or one program. `cases` is a folder instead of
    the project's own, and `tests` a folder of tests that is one problem. Raises JudgeError with one line for
    each fault; if not `strict`, only if nothing can be judged. `sandbox` is the level for programs that make
    a package's tests.
    """
    from judge.library.arguments import require_path

    require_level(sandbox)
    paths = {"root": root, "cases": cases, "tests": tests}
    where, folder, own = (require_path(name, path) for name, path in paths.items())
    program = where if where and has_file(where) else None
    where = None if program else where
    words = (str(program),) if program else ()
    found = read(find_project(where, cases=folder, tests=own, words=words, level=sandbox))
    if program:
        only = (one for one in found.solutions if one.path.resolve() == program.resolve())
        found = replace(found, solutions=tuple(only))
    if strict and found.faults:
        raise InputErrors(found.faults)
    return found


def read(
    project: Project, progress: Progress = silent, *, untested: bool = False, unsolved: bool = False
) -> Loaded:
    """Read solutions and cases with their faults. Raises InputErrors if nothing can be judged.

    With `untested`, programs outside of a project need no tests. With `unsolved`, tests need no programs.
    """
    found = _read(project, progress, untested=untested, unsolved=unsolved)
    if not project.origins:
        return found
    return replace(
        found,
        solutions=tuple(replace(one, faults=tuple(map(as_shown, one.faults))) for one in found.solutions),
        faulty=tuple(replace(one, faults=tuple(map(as_shown, one.faults))) for one in found.faulty),
    )


def _read(project: Project, progress: Progress, *, untested: bool, unsolved: bool) -> Loaded:
    faults: list[Fault] = []
    solutions: tuple[Solution, ...] = ()
    cases: tuple[Case, ...] = ()
    faulty: tuple[FaultyProblem, ...] = ()
    try:
        cases, faulty = _read_cases(project, progress)
    except InputErrors as error:
        faults += () if untested and project.programs else error.faults
    untested = untested and bool(project.programs) and not cases and not faulty
    try:
        if project.programs:
            there = read_solutions(project.root, paths=project.programs, languages=project.languages)
            placed = [(one, find_problems(one.path, cases)) for one in there]
            solutions = tuple(
                replace(one, problems=own or None, told_by="folder") for one, own in placed if own or untested
            )
        else:
            problems = collect_problems(cases, faulty, own=not project.answers)
            project = project.with_helpers(problems.formats)
            solutions = read_solutions(
                project.solutions,
                problems,
                but=project.helpers,
                languages=project.languages,
                may_lack=unsolved,
            )
    except InputErrors as error:
        faults += error.faults
    if solutions and not project.answers:
        cases, wrong = _met(cases, solutions)
        faulty += wrong
    solutions = attach_expectations(solutions, cases)
    found = Loaded(project=project, solutions=solutions, cases=cases, faulty=faulty)
    if faults or not (cases or untested) or (solutions and all(solution.faults for solution in solutions)):
        raise InputErrors((*faults, *found.faults))
    return found


def _read_cases(project: Project, progress: Progress) -> tuple[tuple[Case, ...], tuple[FaultyProblem, ...]]:
    if project.tests:
        return read_loose_tests(project)
    return read_cases(
        project.cases,
        root=project.root,
        progress=progress,
        compare=project.compare,
        bounds=make_bounds(project, project.cases),
    )


def _met(
    cases: tuple[Case, ...], solutions: tuple[Solution, ...]
) -> tuple[tuple[Case, ...], tuple[FaultyProblem, ...]]:
    """Leave out problems that state something about solutions that do not exist."""
    faults: dict[str, list[Fault]] = {}
    for case, fault in find_unmatched(cases, solutions):
        faults.setdefault(case.problem, []).append(fault)
    return separate_faulty(cases, faults) if faults else (cases, ())


def run(
    loaded: Loaded, *, jobs: int | None = None, sandbox: Level = "default", fail_fast: bool = False
) -> Generator[Result, None, None]:
    """Yield the final result of every test of every solution, as they come.

    `jobs` is the number of workers, by default one for each physical core. With `fail_fast`, tests after a
    solution's first unexpected result are skipped unless they have run. You can stop iterating at any time.
    Raises JudgeError for a wrong argument, or if the system does not allow the sandbox.
    """
    # Imported here, as in the others: commands, which have checked these arguments, need not wait for it.
    from judge.library.arguments import require, require_jobs

    require("loaded", loaded, Loaded)
    require_jobs(jobs)
    seal = Seal(level=sandbox, closed=loaded.project.closed())
    with open_workers(jobs, seal) as workers:
        tasks = list_tasks(loaded.solutions, loaded.cases)
        for result in judge(loaded.programs, tasks, workers, seal, fail_fast=fail_fast):
            if result.final:
                yield result


def unmet(
    solutions: Iterable[Solution], cases: Collection[Case], results: Iterable[Result]
) -> tuple[Unmet, ...]:
    """Return the expectations about problems that no result meets. `cases` are all cases of the project.

    A solution is left out if one of the tests was not judged, was unexpected or had no answer. So is a
    message if the problem has no checker. The results may come in any order. Raises JudgeError for other
    values.
    """
    from judge.library.arguments import require_each

    return find_unmet(
        require_each("solutions", solutions, Solution),
        [*require_each("cases", cases, Case)],
        require_each("results", results, Result),
    )


def check(output: bytes, answer: bytes, *, profile: str = EXACT) -> Check:
    """Compare an output with an answer by a profile, and name the mistakes.

    `profile` is a name that `judge run --profiles` shows, or `float 1e-6`. The verdict is JE if it cannot
    compare with such an answer. Raises JudgeError for another name, and for text in place of bytes.
    """
    from judge.library.arguments import require

    require("output", output, bytes)
    require("answer", answer, bytes)
    try:
        rule = rule_of(require("profile", profile, str), TEXT)
    except ValueError as error:
        raise UsageError(str(error)) from None
    limits = Limits(cpu_s=1, memory_bytes=1 << 28, output_bytes=1 << 24)
    test = make_own_test(
        Case(id="", title="", format=TEXT, input=b"\n", answer=answer, limits=limits, compare=rule)
    )
    judgement = compare_output(test, output)
    message, diagnosis, _ = explain_output(test, output, judgement)
    return Check(
        verdict=judgement.verdict,
        message=judgement.message or message,
        diagnosis=diagnosis or Diagnosis(),
    )
