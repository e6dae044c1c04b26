"""The arguments of `judge weak`, and the plan they make: accepted programs, wrong ones, tests, tools."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from judge.library.folders import Loaded
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.verdicts import Allowed, Verdict
from judge.options.declaration import flag, option, positionals
from judge.options.kinds import COUNT, FOLDER, ID, SOLUTION
from judge.options.selection import apply_start
from judge.options.stress_arguments import (
    SearchArguments,
    add_untested,
    choose_tools,
    named_tools,
    select_suspects,
)
from judge.platform.errors import Fault, InputErrors, UsageError, fault_at, listed, printable
from judge.platform.files import has_folder
from judge.show.rows import join_verdicts
from judge.show.step_log import warn
from judge.solutions.loader import read_solutions
from judge.solutions.placement import collect_problems
from judge.stress.trial import Trial, choose_problem, choose_references, is_right, make_trial
from judge.stress.weak.mutants import EDITORS, Mutant, as_accepted
from judge.subjects.subject import subject_of

NO_GENERATOR = "no generator: no search for inputs that reject the survivors (--generator names one)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments(SearchArguments):
    solutions: tuple[str, ...] = positionals(
        SOLUTION, "the accepted programs to plant mistakes in (default: all that should be right)"
    )
    keep: str | None = option("--keep", ID, "add the fewest inputs that reject the survivors under this id")
    rejected: Path | None = option("--with", FOLDER, "judge the wrong programs in this folder, no mutants")
    most: int = option(
        "--most", COUNT, "build at most this many mutants of each program (default: 50)", default=50
    )
    matrix: bool = flag("--matrix", "run each mutant on every test, and show which tests reject which")


class Plan(NamedTuple):
    """The accepted programs of a problem, its tests, the trial for survivors if there is one, and notes.

    The suspects of the trial are not chosen yet.
    """

    accepted: Sequence[Solution]
    cases: Sequence[Case]
    trial: Trial | None
    notes: Sequence[str]

    @property
    def problem(self) -> str:
        return self.cases[0].problem


def plan_of(everything: Loaded, arguments: Arguments) -> Plan:
    """Choose the accepted programs and the tools. Raises UsageError and InputErrors."""
    project = everything.project
    programs = add_untested(everything)
    found, explicit = select_suspects(everything, arguments)
    but = named_tools(everything, arguments) if project.programs else set()
    chosen = [one for one in found.solutions if one.name not in but and not one.output_only]
    problem = choose_problem(chosen, found.cases)
    own = [case for case in found.cases if case.problem == problem]
    cases = [case for case in own if case.answer is not None or case.interactor]
    if not cases:
        raise UsageError(f"expected tests with an answer of {problem}, got none")
    right = choose_references(apply_start(programs.solutions, arguments.manner), cases, but=but)
    accepted = choose_accepted(chosen, cases) if explicit else [one for one in chosen if one in right]
    if not accepted:
        raise UsageError(f"expected a solution that should be right on {problem}, got none: name one")
    tools, notes = choose_tools(everything, problem, cases, arguments)
    references = [*accepted, *(one for one in right if one not in accepted)]
    has_inputs = tools.generators or subject_of(cases[0].format)
    trial = make_trial(cases[0], accepted, references, tools, cases) if has_inputs else None
    return Plan(accepted, cases, trial, notes if trial else [NO_GENERATOR])


def choose_accepted(named: Sequence[Solution], cases: Sequence[Case]) -> list[Solution]:
    """Return the programs that should be right, and print a line about each other one.

    Raises UsageError if no program is left.
    """
    ids = [case.id for case in cases]
    wrong = {one.name: _describe_expected(one, cases) for one in named if not is_right(one, ids)}
    accepted = [one for one in named if one.name not in wrong]
    notes = [f"{printable(name)}: expected {verdicts}" for name, verdicts in wrong.items()]
    if notes and not accepted:
        raise UsageError(f"expected a program that should be right, got {notes[0]}")
    warn(f"left out: {note}" for note in notes)
    return accepted


def _describe_expected(solution: Solution, cases: Sequence[Case]) -> str:
    required: list[Allowed] = [verdict for rule in solution.rules for verdict in rule.required]
    expected = required or [verdict for case in cases for verdict in solution.expected(case.id)]
    wrong = dict.fromkeys(verdict for verdict in expected if verdict is not Verdict.AC)
    return join_verdicts([*wrong]) if wrong else "less than AC on every test"


def choose_planted(accepted: Sequence[Solution]) -> tuple[list[Solution], list[str]]:
    """Return the programs whose sources can be edited, and notes on those whose parser is missing.

    Raises UsageError if no program is left.
    """
    planted, notes = [], []
    for one in accepted:
        if edit := EDITORS.get(one.language.name):
            try:
                edit(b"")
                planted.append(one)
            except UsageError as error:
                notes.append(f"left out: {printable(one.name)}: {error}")
    if not planted and notes:
        raise UsageError(notes[0].removeprefix("left out: "))
    if not planted:
        languages = listed(sorted({one.language.name for one in accepted}))
        raise UsageError(f"expected an accepted program in {listed([*EDITORS])}, got {languages}")
    return planted, notes


def read_rejected(folder: Path, plan: Plan, everything: Loaded) -> list[Mutant]:
    """Read the programs of a folder that should fail. Raises InputErrors."""
    if not has_folder(folder):
        raise fault_at(folder, f"expected a folder, got {'a file' if os.path.lexists(folder) else 'none'}")
    problems = collect_problems(plan.cases)
    found = read_solutions(folder, problems, languages=everything.project.languages)
    faults = [fault for one in found for fault in one.faults]
    accepted = {one.path.resolve() for one in plan.accepted}
    faults += [
        Fault(one.path, 0, "expected a program that should fail, got one that should be right")
        for one in found
        if one.path.resolve() in accepted
    ]
    if faults:
        raise InputErrors(tuple(faults))
    return [
        Mutant(solution=replace(as_accepted(one), name=printable(f"{folder.name}/{one.name}")))
        for one in found
        if not one.output_only
    ]
