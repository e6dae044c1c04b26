"""`judge check`: checks files, counts the answers of cases, and asks validators about inputs."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby

from judge.cases.ignored import find_unanswered
from judge.cases.project import Project
from judge.errors import Fault, InputErrors, counted
from judge.library import Loaded
from judge.model.cases import Case
from judge.model.patterns import problem_of
from judge.options.declaration import Command
from judge.options.groups import Folders, find_project, note_unread
from judge.options.selection import load_project
from judge.platform.streams import held
from judge.show.progress import show_count
from judge.stress.attempts import check_case
from judge.subjects.subject import Part, Subject, read_parts, subject_of
from judge.work.calls import run_calls
from judge.work.problem_tools import ProblemTools, Validator
from judge.work.slots import Seal
from judge.work.workers import open_workers


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders


@held()
def check(arguments: Arguments) -> int:
    """Read all files, count the answers of cases, and ask the validators about every input."""
    project = find_project(arguments.folders)
    found = load_project(project)
    parts: Counter[str] = Counter()
    faults = [*found.faults, *find_unanswered(found.cases), *_doubted(found.cases, parts), *_refused(found)]
    if faults:
        raise InputErrors(tuple(sorted(faults)))
    of_parts = "".join(f", {counted(count, part)}" for part, count in parts.items())
    solutions, cases = counted(len(found.solutions), "solution"), counted(len(found.cases), "case")
    print(f"{solutions}, {cases}{of_parts}: all in order")
    for notice in map(str, project.left) if project.origins else note_unread(found):
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


def _refused(found: Loaded) -> Iterator[Fault]:
    """Return the cases whose input a validator rejects. Raises InputErrors if a validator fails."""
    asked = list(_with_validators(found.project, found.cases))
    if not asked:
        return
    seal = Seal(closed=found.project.closed())
    calls = ((case, check_case, (validators, case, seal)) for case, validators in asked)
    with (
        open_workers(None, seal) as workers,
        show_count("asking validators") as progress,
        closing(run_calls(workers, calls)) as coming,
    ):
        for number, (case, refusal) in enumerate(coming, 1):
            progress(number, len(asked))
            if refusal:
                name = refusal.by.path.name if refusal.by else "the signature"
                told = f"expected an input that {name} takes, got a refusal: {refusal.words}"
                yield Fault(case.path, case.line, told)


def _with_validators(project: Project, cases: Iterable[Case]) -> Iterator[tuple[Case, tuple[Validator, ...]]]:
    for problem, group in groupby(cases, key=lambda case: problem_of(case.id)):
        own = list(group)
        if validators := ProblemTools(project, problem).validators(own):
            yield from ((case, validators) for case in own)


def _asked(cases: Iterable[Case]) -> dict[tuple[Subject, bool], list[tuple[Case, int, Part]]]:
    """Group the parts of all cases by subject, and by whether only one answer is right."""
    found = defaultdict(list)
    for case in cases:
        if subject := subject_of(case.format):
            for number, part in enumerate(read_parts(case), 1):
                found[subject, not case.any_answer].append((case, number, part))
    return found


COMMAND = Command(Arguments, check)
