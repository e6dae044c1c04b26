"""`judge list`: what there is to judge, and what is passed over."""

from dataclasses import dataclass

from judge import show as console
from judge.commands.chosen import Folders, loaded, passed_over, project_of
from judge.commands.declared import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders


def list_all(arguments: Arguments) -> int:
    """Show what there is to judge, and what is passed over."""
    project = project_of(arguments.folders)
    solutions, cases = loaded(project)
    console.show_catalogue(solutions, cases, passed_over(project, cases))
    return 0


COMMAND = Command(Arguments, list_all)
