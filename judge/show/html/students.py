"""The class at the beginning of a page: a row for each student, the kinds of mistakes, the hardest tests."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from judge.model.cells import Cell
from judge.model.groups import group_by
from judge.model.verdicts import Verdict
from judge.scoring.scores import format_points
from judge.show.classes import UNRECOGNISED_NOTE, Class, Mark, total
from judge.show.failures import name_failure
from judge.show.folding import RowState
from judge.show.html.matrix import find_anchor

_HARDEST = 10
_LINKS = 60


class Link(Struct, frozen=True, kw_only=True):
    """Words that open a part of the page."""

    words: str
    anchor: str


class Kind(Struct, frozen=True, kw_only=True):
    """Failures with one name: their number, and links, `more` of which are left out."""

    verdict: Verdict
    name: str
    tests: int
    links: tuple[Link, ...]
    more: int

    @property
    def whole(self) -> int:
        return len(self.links) + self.more


class HardTest(Struct, frozen=True, kw_only=True):
    """A test that `failed` of the `tried` programs failed; the same fail those `alike` in the same way."""

    case: str
    alike: tuple[str, ...]
    failed: int
    tried: int
    kinds: tuple[Kind, ...]


class MarkView(Struct, frozen=True, kw_only=True):
    """A cell of the class: what a student reached in a problem. Cells sort by `reached`."""

    words: str
    kind: str
    reached: float
    anchor: str


class StudentView(Struct, frozen=True, kw_only=True):
    """A row of the class, and the student's failures by problem."""

    name: str
    programs: tuple[str, ...]
    anchor: str
    marks: tuple[MarkView | None, ...]
    total: MarkView
    kinds: tuple[tuple[Kind, ...], ...]


class ProblemView(Struct, frozen=True, kw_only=True):
    """A column of the class, and what is known of the problem."""

    name: str
    anchor: str
    solved: str
    hardest: tuple[HardTest, ...]
    kinds: tuple[Kind, ...]


class ClassView(Struct, frozen=True, kw_only=True):
    """The class, the student with least first. `words` describe what a cell counts."""

    words: str
    problems: tuple[ProblemView, ...]
    students: tuple[StudentView, ...]
    hardest: tuple[HardTest, ...]
    kinds: tuple[Kind, ...]


# The cells that failed, by student.
_Failures = Mapping[str, Sequence[Cell]]


def view_class(found: Class, cells: Sequence[Cell]) -> ClassView:
    owners = found.authors
    own = [cell for cell in cells if cell.solution in owners]
    failed = _group_failures(own, owners)
    of_problems = group_by(own, lambda cell: cell.problem)
    points = any(mark.unit == "points" for marks in found.marks.values() for mark in marks.values())
    return ClassView(
        words=f"A cell counts {'points' if points else 'tests passed'}, next to the worst verdict"
        + f"; {UNRECOGNISED_NOTE}" * bool(found.unrecognised),
        problems=tuple(
            _view_problem(problem, found, of_problems.get(problem, []), owners) for problem in found.problems
        ),
        students=tuple(
            _view_student(student, found, failed.get(student, []))
            for student in sorted(found.students, key=lambda each: _sort_unknown(found.total(each)))
        ),
        hardest=tuple(_find_hardest(own, owners)),
        kinds=tuple(_name_kinds(failed)),
    )


def _group_failures(cells: Iterable[Cell], owners: Mapping[str, str]) -> _Failures:
    return group_by((cell for cell in cells if cell.as_expected is False), lambda cell: owners[cell.solution])


def name_best_programs(found: Class) -> dict[str, str]:
    """Return the students by their best program for each problem."""
    return {mark.programs[0]: mark.student for marks in found.marks.values() for mark in marks.values()}


def _view_problem(
    problem: str, found: Class, cells: Sequence[Cell], owners: Mapping[str, str]
) -> ProblemView:
    marks = [own[problem] for own in found.marks.values() if problem in own]
    solved = sum(mark.state is RowState.AS_EXPECTED for mark in marks)
    return ProblemView(
        name=problem,
        anchor=_anchor("problem", problem),
        solved=f"{solved} of {len(marks)}",
        hardest=tuple(_find_hardest(cells, owners)),
        kinds=tuple(_name_kinds(_group_failures(cells, owners))),
    )


def _view_student(student: str, found: Class, failed: Sequence[Cell]) -> StudentView:
    marks = found.marks[student]
    anchor = _anchor("student", student)
    of_problems = group_by(failed, lambda cell: cell.problem)
    reached = found.total(student)
    whole = total(found.possible.values())
    return StudentView(
        name=student,
        programs=tuple(program for mark in marks.values() for program in mark.programs),
        anchor=anchor,
        marks=tuple(_view_mark(marks.get(problem), f"{anchor}/{problem}") for problem in found.problems),
        total=MarkView(
            words=format_points(reached, whole, "/") + found.signs.get(student, ""),
            kind="",
            reached=_sort_unknown(reached),
            anchor=anchor,
        ),
        kinds=tuple(_link_tests(of_problems.get(problem, [])) for problem in found.problems),
    )


def _sort_unknown(reached: float | None) -> float:
    """Return the value to sort by: a teacher has to look at unknown points first."""
    return -0.5 if reached is None else reached


def _view_mark(mark: Mark | None, anchor: str) -> MarkView | None:
    if mark is None:
        return None
    return MarkView(
        words=format_points(mark.reached, mark.possible, "/") + mark.notes,
        kind=mark.worst.name if mark.state is not RowState.UNEXPECTED else f"{mark.worst.name} x",
        reached=_sort_unknown(mark.reached),
        anchor=anchor,
    )


def _find_hardest(cells: Iterable[Cell], owners: Mapping[str, str]) -> Iterator[HardTest]:
    """Yield the tests that the largest shares of programs fail."""
    tried = group_by(cells, lambda cell: cell.case)
    failed = {case: [cell for cell in own if cell.as_expected is False] for case, own in tried.items()}
    ranked = sorted(filter(failed.get, failed), key=lambda case: -len(failed[case]) / len(tried[case]))

    def outcome(case: str) -> tuple[tuple[str, str], ...]:
        return tuple((cell.solution, name_failure(cell.to_blame[0])) for cell in failed[case])

    for case, *alike in [*group_by(ranked, outcome).values()][:_HARDEST]:
        yield HardTest(
            case=case,
            alike=tuple(alike),
            failed=len(failed[case]),
            tried=len(tried[case]),
            kinds=tuple(_name_kinds(_group_failures(failed[case], owners))),
        )


def _name_kinds(failed: _Failures) -> Iterator[Kind]:
    """Yield the kinds of failures with links to each student's first. The most frequent kind comes first."""
    kinds: dict[str, dict[str, list[Cell]]] = {}
    for student, cells in failed.items():
        for name, alike in _group_kinds(cells).items():
            kinds.setdefault(name, {})[student] = alike
    for name, of_students in sorted(kinds.items(), key=lambda each: -len(each[1])):
        links = tuple(Link(words=who, anchor=find_anchor(own[0])) for who, own in sorted(of_students.items()))
        first = next(iter(of_students.values()))[0]
        yield _make_kind(name, first, sum(map(len, of_students.values())), links)


def _link_tests(failed: Sequence[Cell]) -> tuple[Kind, ...]:
    """Return the kinds of a student's failures with links to all their tests, the most frequent first."""
    ranked = sorted(_group_kinds(failed).items(), key=lambda each: -len(each[1]))
    return tuple(
        _make_kind(
            name,
            alike[0],
            len(alike),
            tuple(
                Link(words=cell.case.partition("/")[2] or cell.case, anchor=find_anchor(cell))
                for cell in alike
            ),
        )
        for name, alike in ranked
    )


def _group_kinds(cells: Iterable[Cell]) -> dict[str, list[Cell]]:
    return group_by(cells, lambda cell: name_failure(cell.to_blame[0]))


def _make_kind(name: str, first: Cell, tests: int, links: Sequence[Link]) -> Kind:
    verdict = first.to_blame[0].verdict
    return Kind(
        verdict=verdict,
        name=name.removeprefix(verdict.name).strip() or verdict.value,
        tests=tests,
        links=tuple(links[:_LINKS]),
        more=max(0, len(links) - _LINKS),
    )


def _anchor(kind: str, name: str) -> str:
    """Return an address that no test has."""
    return f"{kind}:{name}"
