"""A page for each student of a class, to hand back: nothing in it is about others."""

from collections.abc import Collection, Iterator
from itertools import count

from msgspec.structs import replace

from judge.errors import printable
from judge.model.patterns import problem_of
from judge.show.classes import Class, find_class, list_programs
from judge.show.html.run import render_run
from judge.show.outcome import Outcome

# Names that file systems hold, with the suffix.
_MOST_BYTES = 200


def render_student_pages(outcome: Outcome) -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the page of each student, or of each program if there is no class.

    Raises UsageError if jinja2 is not installed.
    """
    found = find_class(outcome) or list_programs(outcome)
    names: set[str] = set()
    for student in found.students:
        name = _choose_name(student, names)
        names.add(name)
        yield name, render_run(_select_student(outcome, found, student), title=student)


def _choose_name(student: str, taken: Collection[str]) -> str:
    """Return a file name that is not `taken`, also where upper and lower case are the same."""
    text = printable(student).replace("/", "-").lstrip(".") or "student"
    stem = text.encode(errors="backslashreplace")[:_MOST_BYTES].decode(errors="ignore")
    folded = {name.casefold() for name in taken}
    numbered = (f"{stem}{f'-{number}' if number > 1 else ''}.html" for number in count(1))
    return next(name for name in numbered if name.casefold() not in folded)


def _select_student(outcome: Outcome, found: Class, student: str) -> Outcome:
    """Return the outcome as if only this student's programs had been judged.

    Other files at fault, the command and the total time may be about others, and are left out.
    """
    marks = found.marks[student]
    programs = {program for mark in marks.values() for program in mark.programs}
    results = tuple(result for result in outcome.results if result.solution in programs)
    known = {(result.solution, result.case) for result in results}
    wanted = {
        (program, case)
        for case in outcome.limits
        if problem_of(case) in marks
        for program in marks[problem_of(case)].programs
    }
    return replace(
        outcome,
        results=results,
        faults=(),
        faulty=tuple(each for each in outcome.faulty if each.name in found.unrecognised.get(student, ())),
        owing=tuple(unmet for unmet in outcome.owing if unmet.solution in programs),
        together=tuple((problem,) for problem in marks),
        wall_s=None,
        resumed=sum(result.measured_at is not None for result in results),
        missing=len(wanted - known) if outcome.missing else 0,
        machine="",
        command="",
    )
