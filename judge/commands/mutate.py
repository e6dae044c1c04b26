"""`judge mutate`: every mistake of right outputs, and who catches it."""

from dataclasses import dataclass

from judge import show as console
from judge.cases.tests import tests_of
from judge.checkers.mutants import mutants
from judge.commands.chosen import A_CASE, Folders, color_option, loaded, matching, project_of
from judge.commands.declared import Command, positionals
from judge.commands.kinds import CASE
from judge.errors import UsageError
from judge.show.screen import Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    color: Colour = color_option()
    cases: tuple[str, ...] = positionals(CASE, f"{A_CASE} (default: all)")


def mutate(arguments: Arguments) -> int:
    """Make every mistake of right outputs and show who catches it; 1 if one goes by another's name."""
    cases = matching(loaded(project_of(arguments.folders))[1], arguments.cases, "CASE")
    cases = tuple(case for case in cases if case.answer is not None)
    if not cases:
        raise UsageError("CASE: expected cases with an answer to make mistakes of, got none")
    made = [mutant for case in cases for mutant in mutants(tests_of(case, case.format)[0])]
    console.show_mutants(made, color=arguments.color)
    return int(any(mutant.found != (mutant.name,) for mutant in made))


COMMAND = Command(Arguments, mutate)
