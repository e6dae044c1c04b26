"""A class as values: who its students are, what they reached, and what is no class."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from unicodedata import normalize

import pytest
from helpers import make_limits, make_outcome, make_result
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import schema
from msgspec.structs import replace

from judge.model.cases import FaultyProblem
from judge.model.points import Group, Worth
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault
from judge.show.classes import Mark, find_class
from judge.show.fields import Document
from judge.show.json import render
from judge.show.students import find_student, find_students

AC, WA, TLE = Verdict.AC, Verdict.WA, Verdict.TLE


def hand_in(program: str, problem: str, *verdicts: Verdict) -> list[Result]:
    return [
        make_result(solution=program, case=f"{problem}/{number}", verdict=verdict)
        for number, verdict in enumerate(verdicts)
    ]


ANN = [*hand_in("ann/leap.py", "leap", AC, AC), *hand_in("ann/vowels.py", "vowels", AC, WA, AC)]
BEN = hand_in("ben/leap.cpp", "leap", AC, TLE)


def marks(results: Sequence[Result]) -> dict[tuple[str, str], Mark]:
    found = find_class(make_outcome(*results))
    assert found
    return {(mark.student, mark.problem): mark for own in found.marks.values() for mark in own.values()}


def students(results: Sequence[Result]) -> list[str]:
    found = find_class(make_outcome(*results))
    return [*found.marks] if found else []


def test_a_mark_counts_the_tests_that_passed() -> None:
    mark = marks([*ANN, *BEN])["ann", "vowels"]
    assert (mark.passed, mark.tests, mark.worst, mark.points, mark.programs) == (
        *(2, 3, WA, None),
        ("ann/vowels.py",),
    )
    assert ("ben", "vowels") not in marks([*ANN, *BEN])


def test_several_tests_of_a_case_count_each() -> None:
    tests = [
        make_result(solution=name, case="leap/many", test=test, tests=3, verdict=WA if test == 2 else AC)
        for name in ("ann/leap.py", "ben/leap.py")
        for test in (1, 2, 3)
    ]
    assert [(mark.passed, mark.tests) for mark in marks(tests).values()] == [(2, 3)] * 2


def test_tests_that_were_not_run_are_missing() -> None:
    first = [make_result(solution="ann/leap.py", case="leap/many", test=1, tests=3)]
    assert [(mark.passed, mark.tests) for mark in marks(first).values()] == [(1, 3)]


def test_points_count_where_a_problem_has_some() -> None:
    worth = Worth(points=2.5, groups=(Group(name=""),))
    counted = [replace(one, worth=worth, points=2.5 if one.verdict is AC else 0.0) for one in [*ANN, *BEN]]
    mark = marks(counted)["ann", "vowels"]
    assert (mark.passed, mark.points, mark.whole) == (2, 5.0, 7.5)
    found = find_class(make_outcome(*counted))
    assert found
    assert (found.total("ann"), dict(found.possible)) == (10.0, {"leap": 5.0, "vowels": 7.5})


def in_points(results: Sequence[Result], points: float = 2.5) -> list[Result]:
    """Return the results of problems whose tests have these points each, where a verdict decides them."""
    worth = Worth(points=points, groups=(Group(name=""),))
    undecided = {Verdict.JE: None, Verdict.SK: None, Verdict.NA: None, AC: points}
    return [replace(one, worth=worth, points=undecided.get(one.verdict, 0.0)) for one in results]


rows_of_verdicts = st.lists(st.sampled_from(Verdict), min_size=3, max_size=3)


@given(st.lists(rows_of_verdicts, min_size=1, max_size=4))
def test_a_mark_in_points_is_the_points_or_unknown_and_the_best_possible_one_is_always_the_same(
    verdicts: list[list[Verdict]],
) -> None:
    results = [one for n, own in enumerate(verdicts) for one in hand_in(f"s{n}/leap.py", "leap", *own)]
    others = [one for n, _ in enumerate(verdicts) for one in hand_in(f"s{n}/sum.py", "sum", AC)]
    found = find_class(make_outcome(*in_points([*results, *others])))
    assert found
    assert found.possible == {"leap": 7.5, "sum": 2.5}
    for n, own in enumerate(verdicts):
        is_known = not {Verdict.JE, Verdict.SK, Verdict.NA} & {*own}
        wanted = 2.5 * own.count(AC) if is_known else None
        mark = found.marks[f"s{n}"]["leap"]
        assert (mark.reached, bool(mark.unknown)) == (wanted, not is_known)
        assert found.total(f"s{n}") == (wanted + 2.5 if wanted is not None else None)
    assert [mark.student for mark in found.unknown] == [
        f"s{n}" for n, own in enumerate(verdicts) if found.total(f"s{n}") is None
    ]


@pytest.mark.parametrize("known", [(AC, AC), (AC, WA), (WA, WA)])
@pytest.mark.parametrize("undecided", [(AC, Verdict.JE), (Verdict.SK, Verdict.SK)])
def test_a_second_program_with_unknown_points_counts_unless_the_first_has_all(
    known: tuple[Verdict, ...], undecided: tuple[Verdict, ...]
) -> None:
    first, second = hand_in("ben/leap.py", "leap", *known), hand_in("ben/leap.cpp", "leap", *undecided)
    for results in ([*first, *second], [*second, *first]):
        mark = marks(in_points([*ANN, *results]))["ben", "leap"]
        assert mark.reached == (5.0 if known == (AC, AC) else None)


def test_points_are_unknown_where_an_interrupt_left_tests_of_the_problem() -> None:
    limits = {one.case: make_limits() for one in ANN}
    half = in_points([*ANN, *BEN[:1]])
    found = find_class(make_outcome(*half, limits=limits, missing=1, interrupted=True))
    assert found
    assert (found.marks["ben"]["leap"].reached, found.marks["ann"]["leap"].reached) == (None, 5.0)
    assert (found.marks["ben"]["leap"].unknown, found.possible["leap"]) == ("not every test was run", 5.0)


def test_the_best_program_of_a_student_counts_and_the_others_are_known() -> None:
    worse = hand_in("ben/leap.py", "leap", WA, WA)
    for results in ([*worse, *BEN], [*BEN, *worse]):
        assert marks(results)["ben", "leap"].programs == ("ben/leap.cpp", "ben/leap.py")
        assert marks(results)["ben", "leap"].passed == 1


def test_the_best_student_comes_first_and_equal_ones_keep_their_order() -> None:
    cem = hand_in("cem/leap.py", "leap", WA, AC)
    assert students([*BEN, *cem, *ANN]) == ["ann", "ben", "cem"]


@given(st.sampled_from(["zoë", "Łukasz", "Åsa", "한글", "ę̆", "anna"]), st.sampled_from(["NFC", "NFD"]))
def test_one_name_in_two_forms_is_one_student(name: str, form: str) -> None:
    program = f"{normalize(form, name)}/leap.py"  # type: ignore[arg-type]
    assert find_student(program, "leap") == normalize("NFC", name)


@pytest.mark.parametrize(
    ("program", "student"),
    [
        ("ann/leap.py", "ann"),
        ("ann/LEAP.py", "ann"),
        ("leap/ann.py", "ann"),
        ("2026/ann/leap.py", "2026/ann"),
        ("leap/leap.py", "leap"),
        ("leap.py", ""),
        ("ann/main.py", ""),
        ("leap/accepted/ann.py", ""),
    ],
)
def test_the_path_without_the_problem_is_the_student(program: str, student: str) -> None:
    assert find_student(program, "leap") == student


# What students hand in, by the paths below their folders.
BELOW = [
    pytest.param(["src/leap.py", "leap.java", "leap/leap.java", "leap/helper.java"], id="parts of a program"),
    pytest.param(["old/leap.py", "new/leap.py", "leap.py"], id="attempts"),
    pytest.param(["leap (1).py", "leap(2).py"], id="downloads"),
    pytest.param(["leap/leap.java", "leap/src/util/helper.java"], id="deep folders"),
]


@pytest.mark.parametrize("below", BELOW)
@given(st.data())
def test_all_in_the_first_folder_is_one_students(below: list[str], data: st.DataObject) -> None:
    programs = {"Ada/leap.py": "leap", "Ada/vowels.py": "vowels"}
    for student in ("Mia Moll", "Finn Fuchs"):
        ends = data.draw(st.lists(st.sampled_from(below), min_size=1, unique=True))
        programs |= {f"{student}/{end}": "leap" for end in ends} | {f"{student}/vowels.py": "vowels"}
    assert find_students(programs) == {program: program.partition("/")[0] for program in programs}


@given(st.sets(st.sampled_from(["ann", "ben", "cem", "dan", "eve"]), min_size=2))
def test_a_name_next_to_the_problems_is_the_student_in_and_without_groups(names: set[str]) -> None:
    for layout in ("{0}/{1}.py", "10a/{1}/{0}.py", "10a/{0}/{1}.py"):
        programs = {layout.format(problem, name): problem for problem in ("leap", "sum") for name in names}
        shown = {program.replace("10a/", "") for program in programs}
        students = find_students(programs)
        assert len(shown) == len(programs) == len(students)
        assert {*students.values()} == {f"10a/{name}" if "10a" in layout else name for name in names}


def test_a_program_with_another_name_is_the_students_whose_folder_it_is_in() -> None:
    programs = {"ann/leap.py": "leap", "ann/main.py": "sum", "ben/main.py": "sum", "main.py": "sum"}
    assert find_students(programs) == {"ann/leap.py": "ann", "ann/main.py": "ann"}


def test_one_helper_does_not_hide_a_class() -> None:
    def own(name: str, verdict: Verdict) -> list[Result]:
        return hand_in(f"mia/leap/{name}.java", "leap", verdict, verdict)

    found = find_class(make_outcome(*BEN, *own("helper", WA), *own("leap", AC)))
    assert found
    assert (found.students, found.total("mia")) == (("mia", "ben"), 2)


def misnamed(*programs: str) -> tuple[FaultyProblem, ...]:
    return tuple(
        FaultyProblem(name=program, format="", faults=(Fault(None, 0, "x"),)) for program in programs
    )


def test_students_whose_programs_fit_no_problem_have_rows_without_marks() -> None:
    faulty = misnamed("eve/x.py", "ann/old/y.py", "sum", "z.py")
    found = find_class(make_outcome(*ANN, *BEN, faulty=faulty))
    assert found
    assert (found.students, found.total("eve")) == (("ann", "ben", "eve"), 0)
    assert dict(found.unrecognised) == {"eve": ["eve/x.py"], "ann": ["ann/old/y.py"]}


def test_students_next_to_a_problems_name_have_no_folders_to_recognise() -> None:
    results = [*hand_in("leap/ann.py", "leap", AC), *hand_in("sum/ann.py", "sum", AC)]
    others = [*hand_in("leap/ben.py", "leap", AC), *hand_in("sum/ben.py", "sum", AC)]
    found = find_class(make_outcome(*results, *others, faulty=misnamed("laep/cem.py")))
    assert found
    assert (found.students, dict(found.unrecognised)) == (("ann", "ben"), {})


def test_students_of_groups_are_recognised_by_both_folders() -> None:
    results = [
        replace(one, solution=f"10a/{name}/{one.solution.partition('/')[2]}")
        for name in ("ann", "zoe")
        for one in ANN
    ]
    found = find_class(make_outcome(*results, faulty=misnamed("10a/eve/x.py", "10b/dan/x.py", "10a/x.py")))
    assert found
    assert found.students == ("10a/ann", "10a/zoe", "10a/eve", "10b/dan")


def test_programs_of_nobody_are_others() -> None:
    found = find_class(make_outcome(*ANN, *BEN, *hand_in("leap.py", "leap", AC, AC)))
    assert found
    assert (found.students, found.others) == (("ann", "ben"), ("leap.py",))


def test_a_new_folder_next_to_those_of_students_is_a_students_whatever_the_program_is_called() -> None:
    strangers = [*hand_in("fay/main.py", "leap", AC, AC), *hand_in("accepted/quick.py", "leap", AC, AC)]
    found = find_class(make_outcome(*ANN, *BEN, *strangers))
    assert found
    assert (found.students, found.others) == (("ann", "fay", "ben"), ("accepted/quick.py",))
    assert found.marks["fay"]["leap"].passed == 2


def test_one_student_alone_is_a_class() -> None:
    found = find_class(make_outcome(*ANN))
    assert found
    assert found.is_one_student


@pytest.mark.parametrize("deadline", [None, datetime(2026, 11, 30, 18, tzinfo=UTC)], ids=["none", "one"])
def test_a_mark_is_late_only_if_there_is_a_deadline(deadline: datetime | None) -> None:
    found = find_class(make_outcome(*ANN, *BEN, deadline=deadline, late=("ann/vowels.py",)))
    assert found
    late = [mark.late for own in found.marks.values() for mark in own.values()]
    assert late == ([False, True, False] if deadline else [None] * 3)
    assert [found.list_late(student) for student in found.students] == [["vowels"] if deadline else [], []]


def test_of_two_equal_programs_the_one_in_time_counts_and_of_others_the_better() -> None:
    deadline, again = datetime(2026, 11, 30, tzinfo=UTC), hand_in("ben/leap.py", "leap", TLE, AC)
    better = hand_in("ben/leap.py", "leap", AC, AC)
    for second, late, wanted in (
        (again, "ben/leap.cpp", ("ben/leap.py", False)),
        (again, "ben/leap.py", ("ben/leap.cpp", False)),
        (better, "ben/leap.py", ("ben/leap.py", True)),
    ):
        found = find_class(make_outcome(*ANN, *BEN, *second, deadline=deadline, late=(late,)))
        assert found
        mark = found.marks["ben"]["leap"]
        assert (mark.programs[0], mark.late) == wanted


def test_a_student_whose_only_file_has_a_suffix_in_capitals_has_a_row() -> None:
    found = find_class(make_outcome(*ANN, *BEN, misnamed=misnamed("eve/LEAP.PY", "LEAP.PY")))
    assert found
    assert (found.students, dict(found.unrecognised)) == (("ann", "ben", "eve"), {"eve": ["eve/LEAP.PY"]})


def test_the_json_has_each_mark_of_the_class() -> None:
    document = json.loads(render(make_outcome(*ANN, *BEN)))
    assert [tuple(mark.values()) for mark in document["classes"]] == [
        ("ann", "leap", ["ann/leap.py"], 2, 2, *[None] * 5),
        ("ann", "vowels", ["ann/vowels.py"], 2, 3, *[None] * 5),
        ("ben", "leap", ["ben/leap.cpp"], 1, 2, *[None] * 5),
    ]
    assert list(document["classes"][0]) == list(schema(Document)["$defs"]["StudentMark"]["properties"])


@pytest.mark.parametrize(
    "results",
    [
        pytest.param([], id="nothing"),
        pytest.param(hand_in("leap.py", "leap", AC), id="a loose program"),
        pytest.param([*hand_in("leap/a.py", "leap", AC), *hand_in("leap/b.py", "leap", WA)], id="variants"),
        pytest.param([replace(one, expected=(one.verdict,)) for one in [*ANN, *BEN]], id="failures expected"),
        pytest.param(
            [*hand_in("leap/accepted/a.py", "leap", AC), *hand_in("sum/accepted/a.py", "sum", AC)],
            id="a package",
        ),
        pytest.param([*BEN, *hand_in("x.py", "leap", AC)], id="half of the programs are of nobody"),
        pytest.param(
            [*hand_in("ann/x.py", "leap", AC), *hand_in("ann/x.py", "sum", AC)], id="several problems"
        ),
    ],
)
def test_what_is_no_class(results: list[Result]) -> None:
    assert find_class(make_outcome(*results)) is None


@pytest.mark.parametrize("name", ["/", ".", "..", "", "...", "a/..", "/a.py"])
def test_a_program_may_have_any_name(name: str) -> None:
    assert find_class(make_outcome(make_result(solution=name, case="p/1"))) is None
