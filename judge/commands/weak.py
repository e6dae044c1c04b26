"""`judge weak`: plants mistakes in accepted programs, and searches for tests that reject the survivors."""

import dataclasses
import random
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from judge.cases.project import Project
from judge.cases.tests import plan_tests
from judge.library.folders import Loaded, read
from judge.options.declaration import Command, to_words
from judge.options.groups import find_project
from judge.options.judging import describe_manner, judge_all, open_local_workers
from judge.options.keeping import keep_finds, list_ids
from judge.options.reports import Report, open_reports
from judge.options.weak_arguments import Arguments, Plan, choose_planted, plan_of, read_rejected
from judge.platform.errors import Fault, InputErrors, UsageError, listed, printable
from judge.platform.interrupts import INTERRUPTED
from judge.show.progress import show_count, show_progress
from judge.show.step_log import held, warn
from judge.show.stress import describe_skipped, show_search_progress
from judge.show.weak import show_weakness
from judge.show.weak_report import render_weakness
from judge.stress.examiner import Examiner
from judge.stress.finds import FindFolders
from judge.stress.keep import find_place
from judge.stress.search import Search
from judge.stress.trial import Trial
from judge.stress.weak.kills import find_kills
from judge.stress.weak.mutants import Mutant, plant
from judge.stress.weak.weakness import Weakness, cover_survivors
from judge.subjects.subject import subject_of
from judge.timing.baselines import describe_machine
from judge.work.workers import Workers


def weak(arguments: Arguments, *, clock: Callable[[], float] = time.monotonic) -> int:
    """Plant, judge, search, show and keep. Return 1 if a test is missing."""
    if arguments.seed is None:
        arguments = dataclasses.replace(arguments, seed=random.SystemRandom().randrange(10**6))
    level = arguments.manner.sandbox
    project = find_project(arguments.folders, arguments.solutions, level=level).with_all_programs()
    if arguments.keep is not None and project.origins:
        raise UsageError("--keep: expected a project, got a package, into which nothing is written")
    command, manner = _command(arguments), ""

    def document(found: Weakness) -> bytes:
        machine = describe_machine(manner=manner)
        return render_weakness(found, command=command, seed=arguments.seed or 0, machine=machine)

    with open_reports(Report("--json", arguments.json, document)) as write, held():
        with show_count("working out answers") as progress:
            everything = read(project, progress)
        plan = plan_of(everything, arguments)
        if arguments.keep is not None:
            # A missing place for finds is reported before the work.
            find_place(project, plan.problem, arguments.keep)
        with (
            TemporaryDirectory(prefix="judge-weak-") as folder,
            open_local_workers(project, arguments.manner, arguments.jobs) as workers,
        ):
            manner = describe_manner(workers.level(), arguments.manner)
            plan = _check_accepted(plan, workers)
            mutants = _find_mutants(plan, arguments, everything, Path(folder), workers)
            found = _judge(mutants, plan, arguments, workers)
            warn(plan.notes if found.survivors else ())
            faults: list[Fault] = []
            if plan.trial and found.survivors:
                found, faults = _search(found, plan.trial, plan, arguments, project, workers, clock)
        show_weakness(found, kept=arguments.keep is not None, command=command, color=arguments.color)
        faults += _keep(found, project, arguments)
        warn(faults)
        write(found)
    if found.interrupted:
        return INTERRUPTED
    return 2 if faults or found.kills.unknown else found.exit_code(kept=arguments.keep is not None)


def _check_accepted(plan: Plan, workers: Workers) -> Plan:
    """Leave out the programs that fail a test. Raises UsageError if none is left."""
    with show_progress(plan_tests(plan.accepted, plan.cases)) as progress:
        results = judge_all(plan.accepted, plan.cases, workers, progress=progress)
    wrong = {result.solution: result for result in results if not result.verdict.is_sound}
    accepted = [one for one in plan.accepted if one.name not in wrong]
    notes = [
        f"left out: {name}: {result.verdict.name} on {result.case}: {result.message}"
        for name, result in wrong.items()
    ]
    if not accepted:
        raise UsageError(f"expected an accepted program, got {notes[0].removeprefix('left out: ')}")
    warn(notes)
    trial = plan.trial and replace(
        plan.trial, references=tuple(one for one in plan.trial.references if one.name not in wrong)
    )
    return plan._replace(accepted=accepted, trial=trial)


def _find_mutants(
    plan: Plan, arguments: Arguments, everything: Loaded, folder: Path, workers: Workers
) -> list[Mutant]:
    if arguments.rejected:
        return read_rejected(arguments.rejected, plan, everything)
    planted, notes = choose_planted(plan.accepted)
    warn(notes)
    with show_count("building mutants") as progress:
        mutants = plant(planted, folder, workers, workers.seal, most=arguments.most, progress=progress)
    if not mutants:
        raise UsageError("expected a program with a line to make a mistake in, got none")
    return mutants


def _judge(mutants: Sequence[Mutant], plan: Plan, arguments: Arguments, workers: Workers) -> Weakness:
    with show_count("judging mutants") as progress:
        kills = find_kills(mutants, plan.cases, workers, all_tests=arguments.matrix, progress=progress)
    return Weakness(
        problem=plan.problem,
        mutants=tuple(mutants),
        tests=tuple(case.id for case in plan.cases),
        kills=kills,
        all_tests=arguments.matrix,
        are_mutants=not arguments.rejected,
    )


def _search(
    found: Weakness,
    trial: Trial,
    plan: Plan,
    arguments: Arguments,
    project: Project,
    workers: Workers,
    clock: Callable[[], float],
) -> tuple[Weakness, list[Fault]]:
    """Search for inputs that reject the survivors. An interrupt or a fault of a tool ends only the search."""
    survivors = found.survivors
    examiner = Examiner(executor=workers, seal=workers.seal, command=_command(arguments))
    trial = _prepare(replace(trial, suspects=tuple(each.solution for each in survivors)), plan, examiner)
    places = FindFolders(project.root, {}, [])
    with show_search_progress(arguments.budget_s) as progress:
        search = Search(
            trial=trial,
            examiner=examiner,
            seed=arguments.seed or 0,
            budget_s=arguments.budget_s,
            shrinks_bytes=bool(trial.validators or subject_of(trial.case.format) or arguments.shrink_anyway),
            keep=places.save,
            progress=progress,
            shares_finds=True,
            clock=clock,
        )
        interrupted, faults = False, list[Fault]()
        try:
            search.run()
        except KeyboardInterrupt:
            interrupted = True
        except InputErrors as error:
            faults += error.faults
        search.settle(shrinks=not interrupted)
    warn([*places.notices, *describe_skipped(search, places.paths), *_describe_postponed(search)])
    new, wrong = cover_survivors(search.finds.values(), survivors, trial.references, workers)
    found = replace(
        found, new=new, wrong=wrong, searched=search.cases, spent_s=search.spent_s, interrupted=interrupted
    )
    return found, faults


def _prepare(trial: Trial, plan: Plan, examiner: Examiner) -> Trial:
    """Build and try all tools before the search."""
    with show_count("making programs") as made:
        trial, notices = examiner.prepare(trial, [one.name for one in plan.accepted], made)
    examiner.check_tools(trial, plan.cases)
    warn(notices)
    return trial


def _describe_postponed(search: Search) -> Iterator[str]:
    """Say which programs failed on inputs that there was no time to try again."""
    if search.postponed:
        names = printable(listed([*search.postponed]))
        yield f"not tried again, the time is over: inputs that reject {names}; a longer --budget tries them"


def _keep(found: Weakness, project: Project, arguments: Arguments) -> list[Fault]:
    """Make cases of the new inputs. Nothing is expected of mutants, which exist only here."""
    ids = list_ids(arguments.keep, len(found.new))
    finds = [replace(test.find, verdicts=()) for test in found.new]
    return list(keep_finds(finds, project, ids))


def _command(arguments: Arguments) -> str:
    """Return the command that finds the same again."""
    same = dataclasses.replace(arguments, color="auto", jobs=None, keep=None, json=None)
    return shlex.join(["judge", "weak", *to_words(Arguments, same)])


_EXAMPLES = (
    ("judge weak pair.py", "plant mistakes in pair.py, and show which pass every test"),
    ("judge weak --budget 5m --keep strong", "search longer, and add the fewest tests that reject all"),
    ("judge weak --with rejected/", "judge the wrong programs in a folder instead"),
)
COMMAND = Command(
    Arguments,
    weak,
    examples=_EXAMPLES,
    epilog="exit codes: 0 no test is missing, 1 one was found and not kept, or a wrong program survives,"
    " 2 bad input, 3 a bug, 130 interrupted",
)
