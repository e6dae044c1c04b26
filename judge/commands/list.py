"""`judge list`: shows solutions, cases, and the files that are ignored."""

from dataclasses import dataclass

from judge.options.declaration import Command
from judge.options.groups import Folders, find_project
from judge.options.notices import list_unread
from judge.options.selection import load_project
from judge.show.catalogue import show_catalogue
from judge.show.step_log import held, warn


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders


@held()
def list_all(arguments: Arguments) -> int:
    """Show solutions, cases, and the files that are ignored."""
    project = find_project(arguments.folders)
    found = load_project(project, unsolved=True)
    warn(found.faults)
    show_catalogue(found.solutions, found.cases, list_unread(found), faulty=found.faulty)
    return 2 if found.faults else 0


_EXAMPLES = (("judge list", "everything, and which files are ignored"),)
COMMAND = Command(Arguments, list_all, examples=_EXAMPLES)
