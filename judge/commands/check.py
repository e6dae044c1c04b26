"""`judge check`: every file, and whether every case has as many answers as it says."""

from collections import Counter
from dataclasses import dataclass
from itertools import chain

from judge.commands.chosen import Folders, notice_of, notice_of_unanswered, passed_over, project_of
from judge.commands.declared import Command
from judge.commands.selection import loaded
from judge.errors import Fault, InputErrors, counted
from judge.streams import held
from judge.subjects import BY_FORMAT, asked_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders


@held()
def check(arguments: Arguments) -> int:
    """Read every file and see whether every case has as many answers as it says."""
    project = project_of(arguments.folders)
    found = loaded(project)
    faults = [*found.faults]
    parts: Counter[str] = Counter()
    for case in found.cases:
        subject = BY_FORMAT[case.format]
        for number, asked in enumerate(asked_of(case), 1):
            parts[subject.part] += 1
            if wrong := subject.doubt(asked, unique=not case.any_answer):
                faults.append(Fault(case.path, case.line, f"{wrong}: {subject.part} {number} of {case.id}"))
    if faults:
        raise InputErrors(tuple(faults))
    of_parts = "".join(f", {counted(count, part)}" for part, count in parts.items())
    solutions, cases = counted(len(found.solutions), "solution"), counted(len(found.cases), "case")
    print(f"{solutions}, {cases}{of_parts}: all in order")
    for notice in chain(notice_of(passed_over(found)), notice_of_unanswered(found.cases)):
        print(notice)
    return 0


COMMAND = Command(Arguments, check)
