"""`judge check`: checks files, counts answers, and asks validators and checkers about cases."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.cases.ignored import find_unanswered
from judge.model.cases import Case
from judge.options.asking import ask_tools
from judge.options.declaration import Command
from judge.options.groups import Folders, find_project
from judge.options.notices import list_unread, note_unread
from judge.options.selection import load_project
from judge.platform.errors import Fault, InputErrors, counted
from judge.show.progress import show_count
from judge.show.step_log import held
from judge.subjects.subject import Part, Subject, read_parts, subject_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders


@held()
def check(arguments: Arguments) -> int:
    """Read all files, count answers, and ask validators and checkers about every input and answer."""
    project = find_project(arguments.folders)
    found = load_project(project, unsolved=True)
    parts: Counter[str] = Counter()
    opinion = ask_tools(found.project, found.cases)
    faults = [*found.faults, *find_unanswered(found.cases), *_doubted(found.cases, parts), *opinion.faults]
    if faults:
        raise InputErrors(tuple(sorted(faults)))
    of_parts = "".join(f", {counted(count, part)}" for part, count in parts.items())
    solutions, cases = counted(len(found.solutions), "solution"), counted(len(found.cases), "case")
    print(f"{solutions}, {cases}{of_parts}: all in order")
    for line in (*opinion.accepted, *opinion.doubted):
        print(line)
    for notice in map(str, project.left) if project.origins else note_unread(found, list_unread(found)):
        print(notice)
    return 0


def _doubted(cases: Iterable[Case], parts: Counter[str]) -> Iterator[Fault]:
    """Return the parts with more or fewer answers than their case says, and count all parts."""
    with show_count("counting answers") as progress:
        for (subject, unique), asked in _asked(cases).items():
            parts[subject.part] += len(asked)
            doubts = subject.check_answers([part for _, _, part in asked], unique=unique, progress=progress)
            for (case, number, _), wrong in zip(asked, doubts, strict=True):
                if wrong:
                    yield Fault(case.path, case.line, f"{wrong}: {subject.part} {number} of {case.id}")


def _asked(cases: Iterable[Case]) -> dict[tuple[Subject, bool], list[tuple[Case, int, Part]]]:
    """Group the parts of all cases by subject, and by whether only one answer is right."""
    found = defaultdict(list)
    for case in cases:
        if subject := subject_of(case.format):
            for number, part in enumerate(read_parts(case), 1):
                found[subject, not case.any_answer].append((case, number, part))
    return found


COMMAND = Command(Arguments, check)
