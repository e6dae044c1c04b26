"""The pages to hand back: one for each student, and nothing in it is about others."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from helpers import make_limits, make_outcome, make_result, run_here
from msgspec.structs import replace

from judge.mistakes.diagnosis import diagnose
from judge.model.cases import FaultyProblem
from judge.model.points import Group, Worth
from judge.model.results import LastRun, Opinion, Result
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault
from judge.show.excerpts import find_compile_error, find_exception
from judge.show.failures import locate
from judge.show.html.run import render_run
from judge.show.html.student_pages import render_student_pages
from judge.show.outcome import CHANGE_NOTE, Outcome

pytest.importorskip("jinja2", reason="no jinja2: pip install '.[html]'")
from markupsafe import escape

STUDENTS = ("annika", "benedikt", "cemile")
PROBLEMS = ("leap", "vowels")


def judged(student: str, problem: str) -> list[Result]:
    verdicts = (Verdict.AC, Verdict.WA if student == "benedikt" else Verdict.AC)
    return [
        make_result(
            solution=f"{student}/{problem}.py",
            case=f"{problem}/{number}",
            verdict=verdict,
            stderr=f"debugging of {student}".encode(),
            cpu_s=0.001 * len(student),
        )
        for number, verdict in enumerate(verdicts)
    ]


def a_class() -> Outcome:
    results = [result for student in STUDENTS for problem in PROBLEMS for result in judged(student, problem)]
    fault = Fault(Path("solutions/cemile/other.py"), 0, "expected the name of a problem")
    return replace(
        make_outcome(*results, limits={result.case: make_limits() for result in results}),
        faults=(fault,),
        faulty=(FaultyProblem(name="cemile/other.py", format="", faults=(fault,)),),
        together=(("leap",), ("vowels",)),
        wall_s=12.5,
        manner="2 workers",
        began_at=datetime(2026, 11, 23, 18, 5, tzinfo=UTC),
        machine="a machine",
        command="judge run annika benedikt cemile",
    )


def nameless() -> Outcome:
    """The class, and a student with a program that fits no problem."""
    fault = Fault(Path("solutions/dora/x.py"), 0, "expected the name of a problem")
    return replace(a_class(), faulty=(FaultyProblem(name="dora/x.py", format="", faults=(fault,)),))


@pytest.mark.parametrize("student", STUDENTS)
def test_a_page_has_the_tests_of_its_student_and_no_word_about_others(student: str) -> None:
    pages = dict(render_student_pages(a_class()))
    page = pages[f"{student}.html"].decode()
    for case in ("leap/0", "leap/1", "vowels/0", "vowels/1"):
        assert f'id="{student}/{case.partition("/")[0]}.py/{case}"' in page
    assert f"debugging of {student}" in page
    assert [other for other in STUDENTS if other in page] == [student]
    assert ("cemile/other.py" in page) == (student == "cemile")
    assert "2026-11-23 18:05" in page


def test_a_page_is_as_if_nobody_else_had_handed_in() -> None:
    alone = [result for problem in PROBLEMS for result in judged("benedikt", problem)]
    outcome = replace(
        make_outcome(*alone, limits={result.case: make_limits() for result in alone}),
        together=(("leap",), ("vowels",)),
        manner="2 workers",
        began_at=datetime(2026, 11, 23, 18, 5, tzinfo=UTC),
        wall_s=None,
    )
    pages = dict(render_student_pages(a_class()))
    marks = "tests passed: 2/4 (leap 1/2, vowels 1/2)"
    assert pages["benedikt.html"] == render_run(outcome, student="benedikt", marks=marks)


def test_a_page_says_what_its_student_handed_in_late() -> None:
    deadline = datetime(2026, 11, 30, 18, tzinfo=UTC)
    late = ("benedikt/leap.py", "cemile/leap.py")
    pages = dict(render_student_pages(replace(a_class(), deadline=deadline, late=late)))
    page = pages["benedikt.html"].decode()
    assert "tests passed: 2/4 (leap 1/2 late, vowels 1/2)" in page
    assert "late, modified after 2026-11-30 18:00: benedikt/leap.py<" in page
    assert "late" not in re.sub(r"<(style|script)>.*?</\1>", "", pages["annika.html"].decode(), flags=re.S)


def test_a_file_with_a_suffix_in_capitals_is_on_its_students_page_only() -> None:
    fault = Fault(Path("solutions/dora/LEAP.PY"), 0, "expected a program's suffix in small letters")
    misnamed = (FaultyProblem(name="dora/LEAP.PY", format="", faults=(fault,)),)
    pages = dict(render_student_pages(replace(a_class(), faults=(), faulty=(), misnamed=misnamed)))
    assert {name for name, page in pages.items() if b"LEAP.PY" in page} == {"dora.html"}


def test_a_page_without_programs_says_what_was_found_and_counts_nothing() -> None:
    fault = Fault(Path("solutions/dora"), 0, "expected a program, got an empty folder")
    strays = (FaultyProblem(name="dora/", format="", faults=(fault,)),)
    pages = dict(render_student_pages(replace(a_class(), faults=(), faulty=(), strays=strays)))
    page = pages["dora.html"].decode()
    assert f'<p class="note quiet">{fault}</p>' in page
    assert "0 solutions" not in page
    assert {name for name, other in pages.items() if "an empty folder" in other.decode()} == {"dora.html"}
    whole = render_run(replace(a_class(), strays=strays)).decode()
    assert f'<p class="note quiet">{fault}</p>' in whole


FAILED = [verdict for verdict in Verdict if not verdict.is_sound and verdict not in (Verdict.JE, Verdict.SK)]


@pytest.mark.parametrize("verdict", FAILED)
def test_a_page_is_worded_for_its_student(verdict: Verdict) -> None:
    opinions = (Opinion(profile="luogu", verdict=Verdict.WA),)
    told = {"opinions": opinions, "measured_at": datetime(2026, 1, 2, 3, 4, tzinfo=UTC)}
    good, bad = judged("annika", "leap"), judged("benedikt", "leap")
    results = [replace(result, **told) for result in (*good, bad[0], replace(bad[1], verdict=verdict))]
    page = dict(render_student_pages(make_outcome(*results)))["benedikt.html"].decode()
    body = page[page.index("<body>") : page.index("<script>")]
    assert '<p class="quiet">tests passed: 1/2</p>' in body
    assert f'<b class="x">{verdict.value}</b>' in body
    for words in ("unexpected", "expected AC", "others:", "luogu", "earlier", "~", "2026-01-02"):
        assert words not in body


def test_a_student_is_not_asked_to_fix_what_the_judge_could_not_decide() -> None:
    good, bad = judged("benedikt", "leap")
    results = [good, replace(bad, verdict=Verdict.JE, checker_failed=True, message="the checker crashed")]
    page = dict(render_student_pages(make_outcome(*judged("annika", "leap"), *results)))["benedikt.html"]
    body = page.decode()[: page.decode().index("<script>")]
    assert "what to fix" not in body
    assert "the judge could not decide, and this counts against nobody: leap/1<" in body


SMALL = Group(name="small-*", count="min")
LARGE = Group(name="large", requires=("small-*",))


@pytest.mark.parametrize(
    ("wrong", "notes"),
    [
        pytest.param("", [], id="all points"),
        pytest.param(
            "small-2",
            [
                "0 of 40 points in small-*, which counts as its worst test, failed: small-2",
                "0 of 60 points in large, which counts only if these pass, too: small-2",
            ],
            id="a required test",
        ),
        pytest.param(
            "large/2",
            ["40 of 40 points in small-*", "30 of 60 points in large, failed: large/2"],
            id="one of several that add up",
        ),
    ],
)
def test_a_page_says_which_group_gave_how_many_points_and_why(wrong: str, notes: list[str]) -> None:
    worths = {
        **dict.fromkeys(("small-1", "small-2"), Worth(points=40, groups=(Group(name=""), SMALL))),
        **dict.fromkeys(("large/1", "large/2"), Worth(points=30, groups=(Group(name=""), LARGE))),
    }
    results = [
        replace(make_result(solution=program, case=f"sum/{name}"), worth=worth, points=worth.points)
        for program in ("ann/sum.py", "ben/sum.py")
        for name, worth in worths.items()
    ]
    failed = [
        replace(one, verdict=Verdict.WA, points=0.0) if one.case == f"sum/{wrong}" else one for one in results
    ]
    page = dict(render_student_pages(make_outcome(*results[:4], *failed[4:])))["ben.html"].decode()
    assert re.findall(r">ben/sum\.py on sum: ([^<]+)<", page) == notes


def test_the_marks_name_what_a_student_has_not_handed_in() -> None:
    results = [*judged("annika", "leap"), *judged("annika", "vowels"), *judged("benedikt", "leap")]
    page = dict(render_student_pages(make_outcome(*results)))["benedikt.html"].decode()
    assert "tests passed: 1/4 (leap 1/2, vowels not handed in)" in page


def test_a_student_whose_programs_fit_no_problem_has_a_page_with_all_problems() -> None:
    page = dict(render_student_pages(nameless()))["dora.html"].decode()
    assert "tests passed: 0/4 (leap not handed in, vowels not handed in)" in page
    assert '<p class="note quiet">solutions/dora/x.py: expected the name of a problem' in page
    assert "<form" not in page


def test_without_a_class_a_program_has_marks_in_its_own_problems_only() -> None:
    results = [make_result(solution=f"{name}.py", case=f"{name}/1") for name in ("leap", "vowels")]
    pages = dict(render_student_pages(make_outcome(*results)))
    assert "tests passed: 1/1</p>" in pages["leap.html"].decode()
    assert "vowels" not in pages["leap.html"].decode()


@pytest.mark.parametrize(
    ("stderr", "line"),
    [
        ('Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no', "ValueError: no"),
        ("ValueError: first\n\nDuring handling, another\n\nKeyError: 'x'\n", "KeyError: 'x'"),
        ("Traceback\nnumpy.linalg.LinAlgError: Singular\n", "numpy.linalg.LinAlgError: Singular"),
        (
            'Exception in thread "main" java.lang.RuntimeException: a\n\tat A.f(A.java:1)\nCaused by: BError',
            "java.lang.RuntimeException: a",
        ),
        ("/a.js:1\nx\n^\n\nTypeError: x is no function\n    at a.js:1", "TypeError: x is no function"),
        ("panic: index out of range\n\ngoroutine 1", "panic: index out of range"),
        ("no Errors here\n", ""),
        ("", ""),
    ],
)
def test_a_crash_begins_with_the_line_of_its_exception(stderr: str, line: str) -> None:
    assert find_exception(stderr.encode()) == line
    crash = make_result(
        solution="ann/a.py", case="a/1", verdict=Verdict.RE, stderr=stderr.encode(), message="exit code 1"
    )
    ((_, page),) = render_student_pages(make_outcome(crash))
    wanted = escape(f"{line}; exit code 1" if line else "exit code 1")
    assert f'<b class="x">runtime error</b>: {wanted}' in page.decode()


GCC = """\
solutions/ann/leap.cpp: In function 'int main()':
solutions/ann/leap.cpp:1:21: error: expected primary-expression before ';' token
    1 | int main(){ int x = ; }
"""
LD = """\
/usr/bin/ld: /tmp/ccd.o: in function `main':
leap.cpp:(.text+0x9): undefined reference to `f()'
collect2: error: ld returned 1 exit status
"""
PYTHON = """\
  File "solutions/ann/leap.py", line 3
    def x(:
          ^
SyntaxError: invalid syntax
"""


@pytest.mark.parametrize(
    ("stderr", "line"),
    [
        pytest.param(GCC, GCC.splitlines()[1], id="C++"),
        pytest.param(PYTHON, "line 3: SyntaxError: invalid syntax", id="Python"),
        pytest.param(
            "error[E0425]: cannot find value `y`\n", "error[E0425]: cannot find value `y`", id="Rust"
        ),
        pytest.param(LD, LD.splitlines()[1], id="the linker"),
        pytest.param("killed\n", "", id="nothing"),
    ],
)
def test_a_compile_error_is_the_compilers(stderr: str, line: str) -> None:
    assert find_compile_error(stderr.encode()) == line
    message = "the compiler refused the source"
    results = [
        replace(one, verdict=Verdict.CE, message=message, stderr=stderr.encode())
        for problem in PROBLEMS
        for one in judged("annika", problem)
    ]
    outcome = make_outcome(*results, limits={result.case: make_limits() for result in results})
    (page,) = (page.decode() for _, page in render_student_pages(outcome))
    assert str(escape(line or message)) in page


def test_a_mistake_is_told_by_its_line_and_without_bytes() -> None:
    told = "wrong-text at line 1, column 3, byte 2: expected '2', got '3'"
    found = diagnose(b"1 2\n", b"1 3\n")
    assert f"{found.mistakes[0].name} {locate(found.mistakes[0])}" == told
    wrong = {"verdict": Verdict.WA, "message": told, "diagnosis": found}
    results = [replace(one, **wrong) for one in judged("annika", "leap")]
    outcome = make_outcome(*results, limits={result.case: make_limits() for result in results})
    (page,) = (page.decode() for _, page in render_student_pages(outcome))
    # In the list of what to fix, and in the two tests that its links open.
    assert page.count(str(escape("wrong text in line 1, column 3: expected '2', got '3'"))) == 3
    assert "byte 2" not in page


def test_where_all_results_are_reused_the_page_has_no_column_of_times() -> None:
    results = judged("annika", "leap")
    earlier = [replace(result, measured_at=datetime(2026, 1, 2, tzinfo=UTC)) for result in results]
    assert 'class="matrix untimed"' not in render_run(make_outcome(*results)).decode()
    page = render_run(make_outcome(*earlier)).decode()
    assert 'class="matrix untimed"' in page
    assert "slowest: " not in page


@pytest.mark.parametrize(
    ("before", "now", "sign"),
    [(Verdict.AC, Verdict.AC, "="), (Verdict.WA, Verdict.AC, "+2"), (Verdict.AC, Verdict.WA, "-2")],
)
def test_a_reused_result_is_marked_only_if_it_has_changed(before: Verdict, now: Verdict, sign: str) -> None:
    results = [
        replace(
            make_result(solution="ann.py", case=f"ann/{n}", verdict=now), last_run=LastRun(verdict=before)
        )
        for n in (1, 2)
    ]
    earlier = [replace(result, measured_at=datetime(2026, 1, 2, tzinfo=UTC)) for result in results]
    (ran_again,) = dict(render_student_pages(make_outcome(*results))).values()
    (reused,) = dict(render_student_pages(make_outcome(*earlier))).values()
    assert f"passed {sign}".encode() in ran_again
    assert (f"passed {sign}".encode() in reused) == (CHANGE_NOTE.encode() in reused) == (sign != "=")


def test_tests_that_an_interrupted_run_left_are_counted_for_their_student_only() -> None:
    whole = a_class()
    cut = replace(whole, results=whole.results[:3], missing=9, interrupted=True)
    (page,) = dict(render_student_pages(cut)).values()
    assert b"interrupted: 1 test not known" in page


def test_students_whose_names_are_no_file_names_or_the_same_have_a_page_each() -> None:
    names = ("a/b", "a-b", "A-B", "..", "\u202e", "x" * 300)
    results = [
        make_result(solution=f"{name}/{problem}.py", case=f"{problem}/1")
        for name in names
        for problem in PROBLEMS
    ]
    found = [name for name, _ in render_student_pages(make_outcome(*results))]
    assert len(found) == len(names)
    assert len({name.casefold() for name in found}) == len(names)
    assert not [name for name in found if "/" in name or name.startswith(".") or len(name.encode()) > 255]


@pytest.mark.parametrize("end", ["", "_"], ids=["since 4.1", "before"])
def test_a_page_has_a_name_by_which_moodle_finds_the_student(end: str) -> None:
    students = [
        f"{name}_{number}_assignsubmission_file{end}" for name, number in (("Ada Aslan", 1), ("Bo", 22))
    ]
    results = [result for student in students for result in judged(student, "leap")]
    pages = dict(render_student_pages(make_outcome(*results)))
    # Moodle reads the participant from the second part, the plugin from the next two, then the file.
    assert [name.split("_", 4) for name in pages] == [
        ["Ada Aslan", "1", "assignsubmission", "file", "feedback.html"],
        ["Bo", "22", "assignsubmission", "file", "feedback.html"],
    ]


def test_a_run_writes_the_pages_of_its_students_into_a_folder(tmp_path: Path) -> None:
    for name, code in (("ann", "print(input())"), ("ben", "print(1)")):
        folder = tmp_path / "solutions" / name
        folder.mkdir(parents=True)
        (folder / "echo.py").write_text(f"{code}\n")
    cases = tmp_path / "cases"
    cases.mkdir()
    (cases / "echo.yaml").write_text("problem: Echo\ncases:\n  - id: one\n    input: '7'\n    output: '7'\n")
    done = run_here("run", "--html-students", "report", "--html", "class.html", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert sorted(path.name for path in (tmp_path / "report").iterdir()) == ["ann.html", "ben.html"]
    command = "judge run --html-students"
    assert "ann/echo.py" not in (tmp_path / "report" / "ben.html").read_text()
    assert "ann/echo.py" in (tmp_path / "class.html").read_text()
    assert command not in (tmp_path / "report" / "ben.html").read_text()


def test_a_file_where_the_pages_should_be_is_said_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("")
    done = run_here("run", "--html-students", "report", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "report: expected a folder that can be written, got: File exists\n"


def test_the_folder_above_the_pages_must_exist(tmp_path: Path) -> None:
    done = run_here("run", "--html-students", "a/b", cwd=tmp_path)
    assert done.stderr == "a/b: expected a folder that can be written, got: No such file or directory\n"
    assert not (tmp_path / "a").exists()


def test_the_page_of_the_class_says_when_where_and_by_which_command_it_was_judged() -> None:
    page = render_run(a_class()).decode()
    assert "2026-11-23 18:05; a machine; judge run annika benedikt cemile" in page
