"""The arguments of `judge stress`, and the plan they make: suspects, references, cases."""

import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple

from msgspec.structs import replace

from judge.cases.project import GENERATORS, VALIDATORS, Project
from judge.cases.tools import split_words
from judge.library.folders import Loaded
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.options.declaration import flag, option, positionals
from judge.options.groups import Folders, Manner, color_option, jobs_option, memory_option, time_option
from judge.options.kinds import ID, OUTPUT, PICTURE, PROGRAM, SEED, SOLUTION, TIME
from judge.options.selection import apply_start, find_solutions, match_solutions, select
from judge.platform.errors import InputErrors, UsageError, listed, printable
from judge.platform.files import has_file
from judge.platform.streams import Colour
from judge.show.stress import NO_REFERENCE
from judge.solutions.loader import load_solutions, read_solutions
from judge.solutions.placement import collect_problems
from judge.stress.trial import Trial, choose_problem, choose_references, make_empty_case, make_trial
from judge.subjects.subject import subject_of
from judge.work.problem_tools import Tools, load_tools


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchArguments:
    """The arguments of commands that search for inputs."""

    folders: Folders
    manner: Manner
    color: Colour = color_option()
    solutions: tuple[str, ...] = positionals(
        SOLUTION, "the solutions to break (default: all that should be right)"
    )
    generator: str | None = option(
        "--generator",
        PROGRAM,
        "the program that prints inputs, with its words: gen, or 'gen {seed} {size:1000}'",
    )
    validator: str | None = option(
        "--validator", PROGRAM, "the program that accepts valid inputs, by exit code 0 or 42"
    )
    budget_s: float = option(
        "--budget", TIME, "search for inputs this long, after all other work (default: 60s)", default=60.0
    )
    seed: int | None = option("--seed", SEED, "the same seed gives the same cases (default: random)")
    time_s: float | None = time_option("instead of the problem's own")
    memory_bytes: int | None = memory_option("instead of the problem's own")
    jobs: int | None = jobs_option()
    shrink_anyway: bool = flag("--shrink-anyway", "shrink inputs although no validator checks them")
    keep: str | None = option("--keep", ID, "add the input found to the project's cases under this id")
    json: Path | None = option("--json", OUTPUT, "write the finds as JSON")


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments(SearchArguments):
    against: str | None = option(
        "--against", SOLUTION, "the solution to compare with (default: others that should be right)"
    )
    slow: bool = flag(
        "--slow", "search for the slowest input, or the slowest compared to the solution of --against"
    )
    plot: Path | None = option(
        "--plot", PICTURE, "draw the search for the slowest input as .svg or .png (needs matplotlib)"
    )


# Programs of these names give the answers, the first that exists.
_REFERENCES = ("brute", "brute_force", "bruteforce", "naive", "slow", "ref", "reference", "ok")


_NO_GENERATOR = "expected a generator, got none: name one with --generator"


class Plan(NamedTuple):
    """A trial, the stored cases, the programs that must take part, and notes on programs chosen by name."""

    trial: Trial
    cases: Sequence[Case]
    needed: Collection[str]
    notes: tuple[str, ...]


def plan_of(everything: Loaded, arguments: Arguments) -> Plan:
    """Choose suspects and references. Raises UsageError and InputErrors."""
    project = everything.project
    programs = add_untested(everything)
    against = _find_against(arguments.against, programs)
    found, explicit = select_suspects(everything, arguments)
    but = named_tools(everything, arguments) if project.programs else set()
    others = {one.name for one in against} if not explicit else set()
    suspects = [one for one in found.solutions if one.name not in but | others]
    problem = choose_problem(suspects, found.cases)
    cases = [case for case in found.cases if case.problem == problem]
    if not against and arguments.against is not None:
        against = _read_against(Path(arguments.against), programs, cases)
    right = choose_references(apply_start(programs.solutions, arguments.manner), cases, but=but)
    reference = None if against else _find_reference(right, suspects, explicit=explicit)
    against = [reference] if reference else against
    notes = [_describe_reference(reference, is_asked=not arguments.slow)] if reference else []
    same = {one.path.resolve() for one in against} & {one.path.resolve() for one in suspects}
    if same and explicit and len(suspects) == 1:
        notes.append(f"{suspects[0].name} is compared with itself (--against names another program)")
    if not explicit:
        suspects = [one for one in suspects if one in right and one not in against]
    if reference and arguments.slow:
        against = []
    references = against or ([] if reference else _others(right, suspects, project))
    if not suspects:
        raise UsageError(f"expected a solution that should be right on {problem}, got none: name one")
    tools, more = choose_tools(everything, problem, cases, arguments)
    if not tools.generators and not subject_of(cases[0].format):
        raise UsageError(_explain_no_generator(everything, problem))
    notes += more
    trial = make_trial(cases[0], suspects, references, tools, cases)
    needed = [one.name for one in (*against, *(suspects if explicit else ()))]
    if trial.has_answers and not trial.references and not arguments.slow:
        notes.append(NO_REFERENCE)
    return Plan(trial, [case for case in cases if case.answer is not None], needed, tuple(notes))


def add_untested(everything: Loaded) -> Loaded:
    """Add the programs without tests of their own: next to a problem of CPH one may give the answers."""
    project = everything.project
    known = {solution.path.name for solution in everything.solutions}
    paths = [path for path in project.programs if path.name not in known]
    found = read_solutions(project.root, paths=paths, languages=project.languages) if paths else ()
    return replace(everything, solutions=(*everything.solutions, *(one for one in found if not one.faults)))


def named_tools(everything: Loaded, arguments: SearchArguments) -> set[str]:
    """Return the programs that are given as generator or validator, which are no solutions."""
    try:
        generator = split_words(arguments.generator)[0] if arguments.generator else ""
    except ValueError as error:
        raise UsageError(f"--generator: {error}") from None
    names = [solution.name for solution in everything.solutions]
    words = filter(None, (generator, arguments.validator))
    return {name for word in words for name in match_solutions(word, names, everything.project)}


def _find_reference(
    right: Sequence[Solution], suspects: Sequence[Solution], *, explicit: bool
) -> Solution | None:
    """Return the program next to the suspects whose name says that it gives the answers."""
    taken = {suspect.name for suspect in suspects} if explicit else set()
    by_stem = {PurePath(one.name).stem.lower(): one for one in right if one.name not in taken}
    return next((by_stem[stem] for stem in _REFERENCES if stem in by_stem), None)


def _describe_reference(reference: Solution, *, is_asked: bool) -> str:
    """Say what becomes of a program whose name says that it gives the answers."""
    name = printable(reference.name)
    if is_asked:
        return f"{name} gives the answers (--against names another program)"
    return f"{name} is not asked for answers, which would cost time (--against asks it)"


def choose_tools(
    everything: Loaded, problem: str, cases: Sequence[Case], arguments: SearchArguments
) -> tuple[Tools, list[str]]:
    """Load the tools of a problem, and note those that were chosen by their names."""
    load = partial(load_tools, everything.project, problem, cases=cases)
    tools = load(generator=arguments.generator, validator=arguments.validator)
    generator = None if tools.generators else _find_helper(everything, problem, GENERATORS)
    validator = None if tools.validators else _find_helper(everything, problem, VALIDATORS)
    if not generator and not validator:
        return tools, []
    notes = []
    if generator:
        notes.append(f"{generator[0]} generates the inputs (--generator names another program)")
    if validator:
        notes.append(f"{validator[0]} checks the inputs (--validator names another program)")
    tools = load(
        generator=shlex.quote(str(generator[1])) if generator else arguments.generator,
        validator=str(validator[1]) if validator else arguments.validator,
    )
    return tools, notes


def _find_helper(everything: Loaded, problem: str, names: Sequence[str]) -> tuple[str, Path] | None:
    """Return the first program of one of these names next to the suspects, as it is shown and with its path.

    In a project with several problems it is in the folder of the problem.
    """
    project = everything.project
    places = [project.solutions / problem]
    if project.programs or len(_list_problems(everything)) == 1:
        places.append(project.solutions)
    by_place = {(path.parent, path.stem.lower()): path for path in project.helpers}
    wanted = ((place, stem) for place in places for stem in names)
    found = next((by_place[each] for each in wanted if each in by_place), None)
    return (printable(found.relative_to(project.solutions).as_posix()), found) if found else None


def _list_problems(everything: Loaded) -> set[str]:
    names = {faulty.name for faulty in everything.faulty}
    return names | {case.problem for case in everything.cases}


def _explain_no_generator(everything: Loaded, problem: str) -> str:
    """Return the message about a problem without a generator, which says where one would be found."""
    project, problem = everything.project, printable(problem)
    if project.programs:
        return f"{_NO_GENERATOR}, or call it gen.py, or gen.cpp, next to the programs"
    own, other = f"{project.solutions / problem}/gen.py", f"{project.generators / problem}.py"
    for path in project.helpers:
        if path.parent == project.solutions:
            got = f"{printable(str(path))} next to programs of several problems"
            return f"expected a generator of {problem}, got {got}: move it to {own} or {other}"
    return f"{_NO_GENERATOR}, or call it {own} or {other}"


def _others(right: Sequence[Solution], suspects: Sequence[Solution], project: Project) -> Sequence[Solution]:
    """Choose the references if none is named. Outside of projects only the suspects themselves can be."""
    names = {suspect.name for suspect in suspects}
    others = [one for one in right if one.name not in names and not project.programs]
    return others or (suspects if len(suspects) > 1 else [])


def select_suspects(everything: Loaded, arguments: SearchArguments) -> tuple[Loaded, bool]:
    """Select the suspects and their cases, and return whether a word named a solution."""
    names, project = [solution.name for solution in everything.solutions], everything.project
    explicit = any(match_solutions(word, names, project) for word in arguments.solutions)
    if not everything.cases:
        everything = replace(everything, cases=(make_empty_case(project.root, compare=project.compare),))
    selection = arguments.manner.select(arguments.solutions)
    found = select(everything, selection, time_s=arguments.time_s, memory_bytes=arguments.memory_bytes)
    faults = [fault for one in found.solutions for fault in one.faults]
    if faults:
        raise InputErrors(tuple(faults))
    return found, explicit


def _find_against(word: str | None, everything: Loaded) -> list[Solution]:
    """Return the solution that --against names, or nothing without a word.

    The path of a program that is no solution of a problem here gives nothing either, see `_read_against`.
    """
    if word is None:
        return []
    names, project = [solution.name for solution in everything.solutions], everything.project
    path = Path(word)
    is_program = path.suffix in project.languages and has_file(path)
    found = (match_solutions if is_program else find_solutions)(word, names, project)
    if len(found) > 1 or not (found or is_program):
        raise UsageError(f"--against: expected one solution, got {len(found)}: {listed(found)}")
    chosen = [one for one in everything.solutions if one.name in found]
    return [] if is_program and any(one.is_misplaced for one in chosen) else chosen


def _read_against(path: Path, everything: Loaded, cases: Sequence[Case]) -> list[Solution]:
    """Read the program at the path that --against names as a solution of the problem of these cases."""
    languages = everything.project.languages
    found = load_solutions(path.parent, collect_problems(cases), paths=(path,), languages=languages)
    return [replace(one, name=printable(str(path))) for one in found]
