"""`judge show`: one solution on one case, to the byte."""

from dataclasses import dataclass

from judge import show as console
from judge.commands.chosen import (
    A_CASE,
    A_SOLUTION,
    Chosen,
    Folders,
    Manner,
    color_option,
    project_of,
)
from judge.commands.declared import Command, flag, positional
from judge.commands.judging import exit_code, judged, opened
from judge.commands.kinds import CASE, SOLUTION
from judge.commands.selection import selected
from judge.errors import UsageError, listed
from judge.model import Verdict
from judge.show.screen import Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    chosen: Manner
    color: Colour = color_option()
    solution: str = positional(SOLUTION, A_SOLUTION)
    case: str = positional(CASE, A_CASE)
    hex: bool = flag("--hex", "show the bytes as numbers, too")


def show(arguments: Arguments) -> int:
    """Run one solution on one case and show all there is to say of it, first of what is wrong."""
    manner = arguments.chosen
    chosen = Chosen(
        solutions=(arguments.solution,),
        cases=(arguments.case,),
        sandbox=manner.sandbox,
        cold=manner.cold,
        compare=manner.compare,
    )
    project = project_of(arguments.folders, chosen.solutions)
    found = selected(project, chosen)
    solutions, cases = found.solutions, found.cases
    for kind, names in (("solution", [s.name for s in solutions]), ("case", [case.id for case in cases])):
        if len(names) != 1:
            raise UsageError(f"expected one {kind}, got {len(names)}: {listed(names)}")
    with opened(project, chosen, jobs=1) as workers:
        results = judged(solutions, cases, workers)
    shown = next((result for result in results if result.verdict is not Verdict.AC), results[0])
    console.show_whole(shown, hexadecimals=arguments.hex, color=arguments.color)
    return exit_code(results)


COMMAND = Command(Arguments, show)
