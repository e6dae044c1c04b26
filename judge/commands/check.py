"""`judge check`: every file, and whether every case has as many answers as it says."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from judge.commands.chosen import Folders, notice_of, notice_of_unanswered, project_of
from judge.commands.declared import Command
from judge.commands.selection import loaded
from judge.errors import Fault, InputErrors, counted
from judge.model import Case
from judge.show.waiting import counting
from judge.streams import held
from judge.subjects import BY_FORMAT, Part, Subject, asked_of


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
    with counting("counting answers") as progress:
        for (subject, unique), asked in _asked(found.cases).items():
            parts[subject.part] += len(asked)
            doubts = subject.doubts([part for _, _, part in asked], unique=unique, progress=progress)
            for (case, number, _), wrong in zip(asked, doubts, strict=True):
                if wrong:
                    told = f"{wrong}: {subject.part} {number} of {case.id}"
                    faults.append(Fault(case.path, case.line, told))
    if faults:
        raise InputErrors(tuple(faults))
    of_parts = "".join(f", {counted(count, part)}" for part, count in parts.items())
    solutions, cases = counted(len(found.solutions), "solution"), counted(len(found.cases), "case")
    print(f"{solutions}, {cases}{of_parts}: all in order")
    passed = map(str, project.left) if project.origins else notice_of(found)
    for notice in chain(passed, notice_of_unanswered(found.cases)):
        print(notice)
    return 0


def _asked(cases: Iterable[Case]) -> dict[tuple[Subject, bool], list[tuple[Case, int, Part]]]:
    """The parts of all cases, numbered in each, by their subject and by whether one answer alone is right."""
    found = defaultdict(list)
    for case in cases:
        for number, part in enumerate(asked_of(case), 1):
            found[BY_FORMAT[case.format], not case.any_answer].append((case, number, part))
    return found


COMMAND = Command(Arguments, check)
