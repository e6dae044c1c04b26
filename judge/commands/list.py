"""`judge list`: what there is to judge, and what is passed over."""

from dataclasses import dataclass

from judge.commands.chosen import Folders, passed_over, project_of
from judge.commands.declared import Command
from judge.commands.judging import told
from judge.commands.selection import loaded
from judge.show import screen
from judge.streams import held


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders


@held()
def list_all(arguments: Arguments) -> int:
    """Show what there is to judge, and what is passed over."""
    project = project_of(arguments.folders)
    found = loaded(project)
    faulty = told(found)
    screen.show_catalogue(found.solutions, found.cases, passed_over(found), faulty=found.faulty)
    return 2 if faulty else 0


COMMAND = Command(Arguments, list_all)
