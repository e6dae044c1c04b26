"""Ask the validators of problems about inputs and the checkers about answers, for `check` and `export`."""

from collections.abc import Sequence

from judge.cases.project import Project
from judge.model.cases import Case
from judge.options.groups import Sealing
from judge.options.judging import open_local_workers
from judge.show.progress import show_count
from judge.verifying import stored
from judge.verifying.stored import Opinion


def ask_tools(project: Project, cases: Sequence[Case]) -> Opinion:
    """Ask about every input and answer, see `stored.ask_tools`. Raises InputErrors if a program fails."""
    asked = stored.list_questions(project, cases)
    if not asked:
        return Opinion()
    with (
        open_local_workers(project, Sealing()) as workers,
        show_count("asking validators and checkers") as progress,
    ):
        return stored.ask_tools(asked, workers, workers.seal, progress)
