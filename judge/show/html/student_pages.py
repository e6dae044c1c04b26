"""A page for each student of a class, to hand back: nothing in it is about others."""

from collections.abc import Collection, Iterator
from itertools import count

from msgspec.structs import replace

from judge.model.patterns import MOODLE_FOLDER, problem_of
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import printable
from judge.scoring.scores import format_points
from judge.show.classes import Class, find_class, list_programs, total
from judge.show.excerpts import find_compile_error, find_exception
from judge.show.html.run import render_run
from judge.show.outcome import LATE_MARK, Outcome

# Names that file systems hold, with the suffix.
_MOST_BYTES = 200


def render_student_pages(outcome: Outcome) -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the page of each student, or of each program if there is no class.

    Raises UsageError if jinja2 is not installed.
    """
    whole_class = find_class(outcome)
    found = whole_class or list_programs(outcome)
    names: set[str] = set()
    for student in found.students:
        name = _choose_name(student, names)
        names.add(name)
        marks = _list_marks(found, student, found.problems if whole_class else tuple(found.marks[student]))
        yield name, render_run(_select_student(outcome, found, student), student=student, marks=marks)


def _choose_name(student: str, taken: Collection[str]) -> str:
    """Return a file name that is not `taken`, also where upper and lower case are the same.

    Moodle hands a file back whose name begins with that of the folder that it was handed in with.
    """
    text = printable(student).replace("/", "-").lstrip(".") or "student"
    if MOODLE_FOLDER.fullmatch(student):
        text = f"{text.rstrip('_')}_feedback"
    stem = text.encode(errors="backslashreplace")[:_MOST_BYTES].decode(errors="ignore")
    folded = {name.casefold() for name in taken}
    numbered = (f"{stem}{f'-{number}' if number > 1 else ''}.html" for number in count(1))
    return next(name for name in numbered if name.casefold() not in folded)


def _list_marks(found: Class, student: str, problems: Collection[str]) -> str:
    """Return what a student has reached in all of these problems and in each."""
    own, possible = found.marks[student], {problem: found.possible[problem] for problem in problems}
    known = [mark for marks in found.marks.values() for problem, mark in marks.items() if problem in possible]
    counts = " or ".join(sorted({mark.unit for mark in known}))
    words = [
        f"{name} {format_points(own[name].reached, whole, '/')}{f' {LATE_MARK}' * bool(own[name].late)}"
        if name in own
        else f"{name} not handed in"
        for name, whole in possible.items()
    ]
    sum_of_all = format_points(found.total(student), total(possible.values()), "/")
    return f"{counts}: {sum_of_all} ({', '.join(words)})" if len(words) > 1 else f"{counts}: {sum_of_all}"


def _word_for_student(result: Result) -> Result:
    """Leave out what only a teacher asks: other rules and earlier runs.

    A crash begins with its exception, and a compile error is the compiler's.
    """
    message = result.message
    if result.verdict is Verdict.RE:
        message = "; ".join(filter(None, (find_exception(result.stderr), message)))
    elif result.verdict is Verdict.CE:
        message = find_compile_error(result.stderr) or message
    last_run = None if result.measured_at and not result.change else result.last_run
    return replace(result, message=message, opinions=(), measured_at=None, last_run=last_run)


def _select_student(outcome: Outcome, found: Class, student: str) -> Outcome:
    """Return the outcome as if only this student's programs had been judged.

    Other files at fault, the command and the total time may be about others, and are left out.
    """
    marks = found.marks[student]
    programs = {program for mark in marks.values() for program in mark.programs}
    results = tuple(_word_for_student(result) for result in outcome.results if result.solution in programs)
    known = {(result.solution, result.case) for result in results}
    unrecognised = found.unrecognised.get(student, ())
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
        faulty=tuple(each for each in outcome.faulty if each.name in unrecognised),
        late=tuple(program for program in outcome.late if program in programs),
        misnamed=tuple(each for each in outcome.misnamed if each.name in unrecognised),
        strays=tuple(each for each in outcome.strays if each.name in unrecognised),
        owing=tuple(unmet for unmet in outcome.owing if unmet.solution in programs),
        together=tuple((problem,) for problem in marks),
        wall_s=None,
        resumed=0,
        missing=len(wanted - known) if outcome.missing else 0,
        machine="",
        command="",
    )
