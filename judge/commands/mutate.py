"""`judge mutate`: shows which checkers catch which formatting mistake."""

from dataclasses import dataclass

from msgspec.structs import replace

from judge.cases.tests import make_tests
from judge.checkers.mutants import mutants
from judge.options.declaration import Command, positionals
from judge.options.groups import A_CASE, Folders, color_option, find_project
from judge.options.kinds import CASE
from judge.options.selection import load_project, match_cases
from judge.platform.errors import InputErrors, UsageError
from judge.platform.streams import Colour
from judge.show.mutants import show_mutants
from judge.show.step_log import held, warn


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    color: Colour = color_option()
    cases: tuple[str, ...] = positionals(CASE, f"{A_CASE} (default: all)")


@held()
def mutate(arguments: Arguments) -> int:
    """Make each mistake in right outputs, and show which checkers catch it. Return 1 if one is misnamed."""
    everything = match_cases(load_project(find_project(arguments.folders)), arguments.cases, "CASE")
    found = replace(everything, solutions=())
    if not found.cases:
        raise InputErrors(found.faults)
    cases = tuple(case for case in found.cases if case.answer is not None and not case.interactor)
    if not cases:
        got = "problems that talk" if any(case.interactor for case in found.cases) else "none"
        raise UsageError(f"CASE: expected cases with an answer to make mistakes of, got {got}")
    warn(found.faults)
    made = [mutant for case in cases for mutant in mutants(make_tests(case, case.format)[0])]
    show_mutants(made, color=arguments.color)
    return 2 if found.faults else int(any(mutant.found != (mutant.name,) for mutant in made))


_EXAMPLES = (("judge mutate", "every case with one right answer"),)
COMMAND = Command(Arguments, mutate, examples=_EXAMPLES)
