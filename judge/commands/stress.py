"""`judge stress`: the case that breaks a solution, searched for, made small and kept."""

import dataclasses
import random
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from judge.cases.project import Project
from judge.cases.tools import words_of
from judge.commands.chosen import (
    Chosen,
    Folders,
    Manner,
    color_option,
    jobs_option,
    memory_option,
    project_of,
    time_option,
)
from judge.commands.declared import Command, flag, given, option, positionals
from judge.commands.judging import manner_of, opened
from judge.commands.kinds import FILE, ID, PICTURE, PROGRAM, SEED, SOLUTION, TIME
from judge.commands.reports import Asked, reporting
from judge.commands.selection import meant, named, narrowed, started
from judge.errors import Fault, InputErrors, UsageError, listed, printable
from judge.interrupts import INTERRUPTED
from judge.library import Loaded, read
from judge.model import Case, Solution, problem_of
from judge.show import stress as show
from judge.show.found import stress_document
from judge.show.plot import climb_picture, require_matplotlib
from judge.show.screen import Colour
from judge.show.waiting import counting
from judge.streams import held, warn
from judge.stress.finds import Places
from judge.stress.keep import kept, place_for
from judge.stress.proof import Proof
from judge.stress.search import Search
from judge.stress.setup import for_the_slowest, problem_for, references_for, trial_of, untested
from judge.stress.tools import tools_of
from judge.stress.trial import Trial
from judge.subjects import BY_FORMAT
from judge.timing.baselines import this_machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    chosen: Manner
    color: Colour = color_option()
    solutions: tuple[str, ...] = positionals(SOLUTION, "who is suspected (default: all that should be right)")
    generator: str | None = option(
        "--generator", PROGRAM, "what prints the inputs: a program, or 'gen {seed} {size:1000}'"
    )
    validator: str | None = option("--validator", PROGRAM, "what says by 0 or 42 that an input is legal")
    against: str | None = option(
        "--against", SOLUTION, "what gives the answers (default: others that should be right)"
    )
    slow: bool = flag("--slow", "search for the slowest case; with --against, the slowest beside it")
    budget_s: float = option("--budget", TIME, "how long to search (60s)", default=60.0)
    seed: int | None = option("--seed", SEED, "the same seed gives the same cases (default: a new one)")
    time_s: float | None = time_option("instead of the problem's own")
    memory_bytes: int | None = memory_option("instead of the problem's own")
    jobs: int | None = jobs_option()
    shrink_anyway: bool = flag("--shrink-anyway", "make inputs small that no validator looks at")
    keep: str | None = option("--keep", ID, "make what is found a case of the project, of this id")
    json: Path | None = option("--json", FILE, "write what is found as JSON")
    plot: Path | None = option("--plot", PICTURE, "draw the climb to the slowest case (needs matplotlib)")


def stress(arguments: Arguments) -> int:
    """Search, show, keep. 1 where a solution fails; an interrupt shows what is found."""
    if arguments.seed is None:
        arguments = dataclasses.replace(arguments, seed=random.SystemRandom().randrange(10**6))
    words = [*arguments.solutions, *([] if arguments.against is None else [arguments.against])]
    project = project_of(arguments.folders, words, level=arguments.chosen.sandbox)
    if arguments.keep is not None and project.origins:
        raise UsageError("--keep: expected a project, got a package, into which nothing is written")
    with reporting(*_reports(arguments)) as write, held():
        with counting("working out answers") as progress:
            everything = read(project, progress, untested=True)
        plan = _plan(everything, arguments)
        ids = list(_ids(arguments, plan.trial))
        for id in ids:
            # Who has no place for what is found hears it before the search.
            place_for(project, problem_of(plan.trial.case.id), id)
        done = _searched(project, plan, arguments)
        try:
            show.show_search(
                done.search, done.paths, done.notices, interrupted=done.interrupted, color=arguments.color
            )
            faults = [*done.faults, *_keep(done.search, project, ids)]
            warn(faults)
        finally:
            write(done)
    if faults:
        return 2
    return INTERRUPTED if done.interrupted else int(bool(done.search.finds))


class _Done(NamedTuple):
    """A search, the folder of each find by its name, what is to be told beside, and what ended it."""

    search: Search
    paths: Mapping[str, Path]
    notices: Sequence[str]
    interrupted: bool
    faults: tuple[Fault, ...]
    manner: str


def _reports(arguments: Arguments) -> Iterator[Asked[_Done]]:
    """Those that there are. Raises UsageError."""

    def picture(done: _Done) -> bytes:
        search, suffix = done.search, arguments.plot.suffix if arguments.plot else ""
        title = f"{search.first.name}, seed {search.seed}"
        return climb_picture(search.climb, spent_s=search.spent_s, title=title, suffix=suffix)

    if arguments.plot and not arguments.slow:
        raise UsageError("--plot: expected --slow beside it, got none")
    if arguments.plot:
        require_matplotlib()
    yield Asked("--json", arguments.json, _document)
    yield Asked("--plot", arguments.plot, picture)


def _document(done: _Done) -> bytes:
    search = done.search
    return stress_document(
        search.found,
        places=done.paths,
        command=search.proof.command,
        seed=search.seed,
        cases=search.cases,
        spent_s=search.spent_s,
        interrupted=done.interrupted,
        machine=this_machine(manner=done.manner),
        climb=search.climb,
    )


def _ids(arguments: Arguments, trial: Trial) -> Iterator[str]:
    """Those of the cases that finds may become: the first, then `ID-2`, and so on."""
    if arguments.keep is not None:
        yield arguments.keep
        most = len(trial.suspects) + arguments.slow
        yield from (f"{arguments.keep}-{number}" for number in range(2, most + 1))


def _keep(search: Search, project: Project, ids: Sequence[str]) -> Iterator[Fault]:
    """Make each find a case, as far as there are ids; why some could not be made one."""
    for find, id in zip(search.found, ids, strict=False):
        try:
            path, unsaid = kept(find, project, id)
        except InputErrors as error:
            yield from error.faults
            continue
        print(printable(f"kept as {id} in {path}"))
        if unsaid:
            print(unsaid)


def _searched(project: Project, plan: "_Plan", arguments: Arguments) -> _Done:
    """The search, as far as nobody interrupts it."""
    with opened(project, arguments.chosen, arguments.jobs) as workers:
        manner = manner_of(workers.level(), cold=arguments.chosen.cold)
        trial = plan.trial
        if arguments.slow:
            ratio = arguments.against is not None
            trial = workers.submit(for_the_slowest, trial, workers.seal, ratio=ratio).result()
        proof = Proof(executor=workers, seal=workers.seal, command=_command(arguments))
        with counting("making programs") as made:
            trial, left_out = proof.ready(trial, plan.needed, made)
        proof.check_tools(trial, plan.cases)
        places = Places(project.root, {}, left_out)
        # What its parts are is known of a subject, without a validator.
        is_known = bool(trial.validators or BY_FORMAT[trial.case.format].part)
        with show.progress(arguments.budget_s) as progress:
            search = Search(
                trial=trial,
                proof=proof,
                seed=arguments.seed or 0,
                budget_s=arguments.budget_s,
                shrinks_bytes=is_known or arguments.shrink_anyway,
                keep=places.keep,
                progress=progress,
            )
            interrupted, faults = _run(search)
    return _Done(search, places.paths, places.notices, interrupted, faults, manner)


def _run(search: Search) -> tuple[bool, tuple[Fault, ...]]:
    """Whether the user ended it, and the faults that did. Raises these where nothing was found before."""
    interrupted, faults = False, tuple[Fault, ...]()
    try:
        search.run()
    except KeyboardInterrupt:
        interrupted = True
    except InputErrors as error:
        faults = error.faults
        if not search.found:
            raise
    search.look()
    return interrupted, faults


class _Plan(NamedTuple):
    """Who is tried on what, the project's own cases of the problem, and who must not be left out."""

    trial: Trial
    cases: Sequence[Case]
    needed: Collection[str]


def _plan(everything: Loaded, arguments: Arguments) -> _Plan:
    project = everything.project
    against = _one(arguments.against, everything, "--against")
    found, explicit = _suspects(everything, arguments)
    but = _named_tools(everything, arguments) if project.programs else set()
    others = {one.name for one in against} if not explicit else set()
    suspects = [one for one in found.solutions if one.name not in but | others]
    problem = problem_for(suspects, found.cases)
    cases = [case for case in found.cases if problem_of(case.id) == problem]
    right = references_for(started(everything.solutions, arguments.chosen), cases, but=but)
    if not explicit:
        suspects = [one for one in suspects if one in right]
    references = against or _others(right, suspects, project)
    if not suspects:
        raise UsageError(f"expected a solution that should be right on {problem}, got none: name one")
    named = {"generator": arguments.generator, "validator": arguments.validator}
    tools = tools_of(project, problem, cases=cases, **named)
    trial = trial_of(cases[0], suspects, references, tools, cases)
    needed = [one.name for one in (*against, *(suspects if explicit else ()))]
    return _Plan(trial, [case for case in cases if case.answer is not None], needed)


def _named_tools(everything: Loaded, arguments: Arguments) -> set[str]:
    """The programs that the user calls a generator or a validator: beside others they are no solutions."""
    try:
        generator = words_of(arguments.generator)[0] if arguments.generator else ""
    except ValueError as error:
        raise UsageError(f"--generator: {error}") from None
    names, folder = [solution.name for solution in everything.solutions], everything.project.solutions
    words = filter(None, (generator, arguments.validator))
    return {name for word in words for name in meant(word, names, folder)}


def _others(right: Sequence[Solution], suspects: Sequence[Solution], project: Project) -> Sequence[Solution]:
    """Who gives the answers if nobody is named: beside programs of no project, who knows what they are."""
    names = {suspect.name for suspect in suspects}
    others = [one for one in right if one.name not in names and not project.programs]
    return others or (suspects if len(suspects) > 1 else [])


def _suspects(everything: Loaded, arguments: Arguments) -> tuple[Loaded, bool]:
    """The solutions and the cases that the words mean, as narrowed; whether some word means a solution."""
    names, project = [solution.name for solution in everything.solutions], everything.project
    explicit = any(meant(word, names, project.solutions) for word in arguments.solutions)
    if not everything.cases:
        everything = replace(everything, cases=(untested(project.root, compare=project.compare),))
    manner = arguments.chosen
    chosen = Chosen(
        solutions=arguments.solutions,
        sandbox=manner.sandbox,
        cold=manner.cold,
        compare=manner.compare,
    )
    found = narrowed(everything, chosen, time_s=arguments.time_s, memory_bytes=arguments.memory_bytes)
    faults = [fault for one in found.solutions for fault in one.faults]
    if faults:
        raise InputErrors(tuple(faults))
    return found, explicit


def _one(word: str | None, everything: Loaded, argument: str) -> list[Solution]:
    """The one solution that a word means, none without one."""
    if word is None:
        return []
    names = [solution.name for solution in everything.solutions]
    found = named(word, names, everything.project.solutions)
    if len(found) != 1:
        raise UsageError(f"{argument}: expected one solution, got {len(found)}: {listed(found)}")
    return [one for one in everything.solutions if one.name == found[0]]


def _command(arguments: Arguments) -> str:
    """What finds the same again."""
    same = dataclasses.replace(arguments, color="auto", jobs=None, keep=None, json=None, plot=None)
    return shlex.join(["judge", "stress", *given(Arguments, same)])


COMMAND = Command(
    Arguments,
    stress,
    epilog="exit codes: 0 nothing found, 1 a solution fails, 2 bad input, 3 a bug, 130 interrupted",
)
