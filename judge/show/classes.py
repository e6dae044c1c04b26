"""A class: its students, and what they have reached in each problem, as values for every report."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from judge.model.cells import Cell
from judge.model.groups import group_by
from judge.model.patterns import drop_suffix, problem_of
from judge.model.points import round_points
from judge.model.results import Result
from judge.model.verdicts import Verdict, worst
from judge.platform.errors import counted
from judge.scoring.scores import whole_of
from judge.show.folding import RowState
from judge.show.outcome import LATE_MARK, PASSES, Outcome, mark_change, mark_earlier
from judge.show.rows import classify_row, group_by_solution
from judge.show.students import find_in_folders, find_students, is_named_after

UNRECOGNISED_MARK = "?"
UNRECOGNISED_NOTE = f"{UNRECOGNISED_MARK} handed in no program, or also a file with a wrong name"


class Mark(Struct, frozen=True, kw_only=True):
    """The state of a student in a problem, by the best of the student's `programs`, which comes first.

    `passed` of its `tests` are as expected. Of the `whole` points it has `points`; both are None if the
    problem counts none. `unknown` says why its points are unknown, empty if they are not. `gained` tests are
    better than in the last run and `lost` ones worse, None if that is unknown. It is `late` after the
    deadline, None if there is none. `sign` marks results of earlier runs, `change` differences to the last.
    """

    student: str
    problem: str
    programs: tuple[str, ...]
    passed: int
    tests: int
    points: float | None
    whole: float | None
    unknown: str
    gained: int | None
    lost: int | None
    late: bool | None
    worst: Verdict
    state: RowState
    sign: str
    change: str

    @property
    def notes(self) -> str:
        """Words behind the marks: the worst verdict unless all is as expected, and what else is special."""
        verdict = "" if self.state is RowState.AS_EXPECTED else f" {self.worst.name}"
        late = f" {LATE_MARK}" if self.late else ""
        return f"{verdict}{self.sign}{late} {self.change}".rstrip()

    @property
    def unit(self) -> str:
        """What `reached` counts."""
        return "tests passed" if self.whole is None and not self.unknown else "points"

    @property
    def reached(self) -> float | None:
        """The points if the problem counts any, None if they are unknown, else the tests that passed."""
        return self.passed if self.points is None and not self.unknown else self.points

    @property
    def possible(self) -> float | None:
        """The highest value of `reached`, None if that is unknown."""
        return self.tests if self.whole is None and not self.unknown else self.whole


class Class(Struct, frozen=True, kw_only=True):
    """The `marks` by student and problem, the best student first; none for a problem without a program.

    The students of `others`, programs by their names, are unknown. The programs of `unrecognised`, by
    student, fit no problem or have a suffix in capitals, and are not judged; of a student without any
    program they are other files, or the folder with a slash. `possible` is what can be reached in each
    problem.
    """

    problems: tuple[str, ...]
    marks: Mapping[str, Mapping[str, Mark]]
    others: tuple[str, ...] = ()
    unrecognised: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def students(self) -> tuple[str, ...]:
        return tuple(self.marks)

    @property
    def is_one_student(self) -> bool:
        """Return whether all programs are one student's."""
        return len(self.marks) == 1 and not self.others

    @property
    def possible(self) -> Mapping[str, float | None]:
        known = group_by(
            (mark for own in self.marks.values() for mark in own.values() if mark.possible is not None),
            lambda mark: mark.problem,
        )
        return {
            problem: max((mark.possible or 0 for mark in known.get(problem, ())), default=None)
            for problem in self.problems
        }

    @property
    def unknown(self) -> Sequence[Mark]:
        """The marks whose points are unknown, by student and problem."""
        marks = (mark for own in self.marks.values() for mark in own.values() if mark.unknown)
        return sorted(marks, key=lambda mark: (mark.student, mark.problem))

    @property
    def authors(self) -> Mapping[str, str]:
        """The students by their programs."""
        return {
            program: student
            for student, own in self.marks.items()
            for mark in own.values()
            for program in mark.programs
        }

    @property
    def signs(self) -> Mapping[str, str]:
        """The signs of students with programs that fit no problem."""
        return dict.fromkeys(self.unrecognised, f" {UNRECOGNISED_MARK}")

    def total(self, student: str) -> float | None:
        """Return what a student has reached in all problems together, None if a part is unknown."""
        return total(mark.reached for mark in self.marks[student].values())

    def list_late(self, student: str) -> list[str]:
        """Return the problems that a student handed in after the deadline, by name."""
        return sorted(problem for problem, mark in self.marks[student].items() if mark.late)


def total(parts: Iterable[float | None]) -> float | None:
    """Return the sum, None if a part is unknown."""
    known = [*parts]
    return None if None in known else round_points(math.fsum(part or 0 for part in known))


def find_class(outcome: Outcome) -> Class | None:
    """Return the class whose programs were judged, None if the programs are no hand-ins of students.

    The path of a program names its student, see `find_students`. Each student has a program with a problem's
    name, or some of at least two students have programs for several problems. Most programs are expected to
    pass, and the others are judged as if they were, since a student may have stated that. Up to half of the
    programs may be `others`, or have other names in a student's folder.
    """
    outcome = _expect_passes(outcome)
    if outcome.has_expectations:
        return None
    rows = group_by_solution(outcome.cells)
    problems = {program: dict.fromkeys(map(problem_of, row)) for program, row in rows.items()}
    students = _find_hand_ins(problems)
    if not students:
        return None
    strangers = find_in_folders(students, [program for program in rows if program not in students])
    known = students | {program: student for student, own in strangers.items() for program in own}
    marks: dict[str, dict[str, Mark]] = {student: {} for student in known.values()}
    for program, student in known.items():
        of_student = marks[student]
        for problem, cases in group_by(rows[program], problem_of).items():
            mark = _mark(student, problem, {case: rows[program][case] for case in cases}, outcome)
            of_student[problem] = _join(of_student[problem], mark) if problem in of_student else mark
    others = tuple(program for program in rows if program not in known)
    # An interrupted run may have left these students' other programs.
    left = () if outcome.interrupted else outcome.unjudged
    unrecognised = find_in_folders(students, [each.name for each in left])
    marks |= {student: {} for student in unrecognised if student not in marks}
    return replace(_rank(marks, others), unrecognised=unrecognised)


def _find_hand_ins(problems: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Return the students by their programs for one problem, given all programs; empty without a class."""
    of_one = {program: next(iter(own)) for program, own in problems.items() if len(own) == 1}
    students = find_students(of_one)
    handed_in = Counter(student for student, _ in {(students[one], of_one[one]) for one in students})
    named = {student for program, student in students.items() if is_named_after(program, of_one[program])}
    are_folders = named == handed_in.keys()
    are_several = len(handed_in) > 1 and max(handed_in.values()) > 1
    return students if (are_folders or are_several) and 2 * len(students) > len(problems) else {}


def _expect_passes(outcome: Outcome) -> Outcome:
    """Return the outcome as it would be without expectations, unless half of the programs have some."""
    stated = {result.solution for result in outcome.results if result.expected != PASSES}
    if not stated or 2 * len(stated) >= len({result.solution for result in outcome.results}):
        return outcome
    return replace(outcome, results=tuple(replace(each, expected=PASSES) for each in outcome.results))


def list_programs(outcome: Outcome) -> Class:
    """Return a class in which each program, by its path without the suffix, is a student of its own."""
    marks: dict[str, dict[str, Mark]] = {}
    for program, row in group_by_solution(outcome.cells).items():
        student = drop_suffix(program)
        student = program if student in marks else student
        of_problems = group_by(row, problem_of)
        marks[student] = {
            problem: _mark(student, problem, {case: row[case] for case in cases}, outcome)
            for problem, cases in of_problems.items()
        }
    return _rank(marks)


def _rank(marks: Mapping[str, Mapping[str, Mark]], others: tuple[str, ...] = ()) -> Class:
    """Return the class of these students, the best first."""
    return Class(
        problems=tuple(sorted({problem for own in marks.values() for problem in own})),
        marks=dict(
            sorted(marks.items(), key=lambda each: -sum(mark.reached or 0 for mark in each[1].values()))
        ),
        others=others,
    )


def _mark(student: str, problem: str, row: Mapping[str, Cell], outcome: Outcome) -> Mark:
    cells = [*row.values()]
    program, late = cells[0].solution, outcome.latecomers
    score = outcome.scores.get((program, problem))
    own = [result for cell in cells for result in cell.tests]
    changes = [result.change for result in own if result.change is not None]
    # Of an interrupted run there may be no result at all of some tests.
    is_whole = not outcome.missing or _has_all(row, problem, outcome)
    return Mark(
        student=student,
        problem=problem,
        programs=(program,),
        passed=sum(result.as_expected is True for result in own),
        tests=sum(cell.tests[0].tests for cell in cells),
        points=score.points if score and is_whole else None,
        whole=whole_of(cells) if is_whole else None,
        unknown=_explain_unknown(own) if own[0].worth and not (score and is_whole) else "",
        gained=changes.count(1) if changes else None,
        lost=changes.count(-1) if changes else None,
        late=None if late is None else program in late,
        worst=worst(cell.verdict for cell in cells),
        state=classify_row(row, owes=False),
        sign=mark_earlier(cells),
        change=mark_change(own),
    )


def _has_all(row: Mapping[str, Cell], problem: str, outcome: Outcome) -> bool:
    """Return whether every test of the problem has a result."""
    cases = [case for case in outcome.limits if problem_of(case) == problem]
    return len(row) >= len(cases) and all(len(cell.tests) == cell.tests[0].tests for cell in row.values())


def _explain_unknown(results: Sequence[Result]) -> str:
    """Describe the tests without points, by the first of them."""
    left = [result for result in results if result.points is None]
    if not left:
        return "not every test was run"
    words = f"{left[0].verdict.name} on {len(left):,} of {counted(len(results), 'test')}"
    return f"{words}: {left[0].message}" if left[0].message else words


def _join(one: Mark, other: Mark) -> Mark:
    """Return the better mark, with the programs of both. Of equal ones the one in time is better.

    A mark whose points are unknown could be the best possible one.
    """

    def order(mark: Mark) -> tuple[float, bool, bool | None]:
        could_be = mark.possible if mark.reached is None else mark.reached
        return -(math.inf if could_be is None else could_be), bool(mark.unknown), mark.late

    best, least = sorted((one, other), key=order)
    return replace(best, programs=best.programs + least.programs)
