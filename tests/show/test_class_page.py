"""The page of a class in a real browser: the students first, then their mistakes and the hardest tests."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from browsers import read_part
from helpers import make_limits, make_outcome, make_result
from msgspec.structs import replace

from judge.mistakes.diagnosis import diagnose
from judge.model.results import LastRun, Result
from judge.model.verdicts import Verdict
from judge.show.html.run import render_run
from judge.show.outcome import Outcome

pytest.importorskip("jinja2", reason="no jinja2: pip install '.[html]'")

PROBLEMS = {"leap": 4, "vowels": 3}


def wrong_case(program: str, case: str) -> Result:
    result = make_result(solution=program, case=case, verdict=Verdict.WA, cpu_s=0.1)
    return replace(result, diagnosis=diagnose(b"yes\n", b"YES\n"))


def too_slow(program: str, case: str) -> Result:
    return make_result(solution=program, case=case, verdict=Verdict.TLE, cpu_s=1.1)


def judged(failures: dict[str, dict[str, Callable[[str, str], Result]]]) -> Outcome:
    """Judge the programs on all tests of their problems; those in `failures` fail."""
    results = []
    for program, failed in failures.items():
        problem = program.rpartition("/")[2].removesuffix(".py")
        for number in range(1, PROBLEMS[problem] + 1):
            case = f"{problem}/{number}"
            fail = failed.get(case)
            results.append(
                fail(program, case) if fail else make_result(solution=program, case=case, cpu_s=0.2)
            )
    limits = {result.case: make_limits() for result in results}
    return make_outcome(*results, limits=limits, together=tuple((name,) for name in PROBLEMS))


def a_class() -> Outcome:
    """Ann solves everything, Ben fails in two ways, Cem hands in one program."""
    return judged(
        {
            "ann/leap.py": {},
            "ben/leap.py": {"leap/2": wrong_case, "leap/3": wrong_case},
            "cem/leap.py": {"leap/3": wrong_case},
            "ann/vowels.py": {},
            "ben/vowels.py": {"vowels/1": too_slow},
        }
    )


def rows(page: Any) -> list[str]:
    return [" ".join(row.split()) for row in page.locator("[data-class] tbody tr:visible").all_inner_texts()]


def table_after(page: Any, title: str) -> list[str]:
    table = page.locator(f"h2:text-is('{title}') + .frame table").first
    return [" ".join(row.split()) for row in table.locator("tbody tr").all_inner_texts()]


def test_the_page_begins_with_the_students_the_one_with_least_first(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    assert page.locator("h2").first.inner_text() == "Class"
    assert rows(page) == [
        "cem 3/7 3/4 WA -",
        "ben 4/7 2/4 WA 2/3 TLE",
        "ann 7/7 4/4 3/3",
    ]
    assert " ".join(page.locator("tfoot").inner_text().split()) == "solved by 1 of 3 1 of 2"


@pytest.mark.parametrize(
    ("head", "order"),
    [
        pytest.param("student", ["ann", "ben", "cem"], id="by name"),
        pytest.param("passed", ["cem", "ben", "ann"], id="by the total"),
        pytest.param("leap", ["ben", "cem", "ann"], id="by a problem"),
        pytest.param("vowels", ["cem", "ben", "ann"], id="nothing handed in is least"),
    ],
)
def test_every_column_sorts_the_class(head: str, order: list[str], show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    for expected in (order, order[::-1]):
        page.locator("[data-class] thead").get_by_role("button", name=head).click()
        assert [row.split()[0] for row in rows(page)] == expected


def test_each_kind_of_mistake_is_listed_with_its_number_of_students(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    assert table_after(page, "Mistakes") == ["WA wrong-case 2 3 ben, cem", "TLE time limit exceeded 1 1 ben"]
    page.locator(".who").get_by_role("link", name="cem").first.click()
    assert read_part(page, "cem/leap.py on leap/3")


def test_the_hardest_tests_come_first_with_those_who_fail_them(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    assert table_after(page, "Hardest tests") == [
        "leap/3 2 of 3 wrong-case 2",
        "vowels/1 1 of 2 time limit exceeded 1",
        "leap/2 1 of 3 wrong-case 1",
    ]
    page.locator("summary").filter(has_text="wrong-case 2").first.click()
    page.locator("details[open] .who, details[open]").get_by_role("link", name="ben").first.click()
    assert read_part(page, "ben/leap.py on leap/3")


def test_tests_that_the_same_students_fail_alike_share_a_row(show: Callable[..., Any]) -> None:
    failed = {f"leap/{number}": wrong_case for number in (1, 2, 4)}
    page = show(render_run(judged({"ann/leap.py": {}, "ben/leap.py": failed, "cem/leap.py": {}})))
    assert table_after(page, "Hardest tests") == ["leap/1 and 2 alike 1 of 3 wrong-case 1"]


def test_late_programs_are_marked_and_the_deadline_is_named(show: Callable[..., Any]) -> None:
    deadline = datetime(2026, 11, 30, 18, tzinfo=UTC)
    page = show(render_run(replace(a_class(), deadline=deadline, late=("cem/leap.py",))))
    assert rows(page) == ["cem 3/7 3/4 WA late -", "ben 4/7 2/4 WA 2/3 TLE", "ann 7/7 4/4 3/3"]
    assert "late, modified after 2026-11-30 18:00: cem/leap.py" in page.locator(".note").all_inner_texts()


def test_a_student_opens_with_all_failures_and_these_open_their_tests(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    page.get_by_role("link", name="ben", exact=True).first.click()
    words = " ".join(read_part(page, "ben").split())
    assert words == ("✕ ben 4/7 leap 2/4 WA WA wrong-case 2 2, 3 vowels 2/3 TLE TLE time limit exceeded 1 1")
    page.locator(".part").get_by_role("link", name="3", exact=True).click()
    assert "YES" in read_part(page, "ben/leap.py on leap/3")


def test_a_number_below_the_class_opens_its_problem(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    page.get_by_role("link", name="1 of 2").click()
    words = " ".join(read_part(page, "vowels").split())
    assert words.startswith("✕ vowels solved by 1 of 2 Mistakes")
    assert "time limit exceeded" in words
    assert "wrong-case" not in words


def test_the_keyboard_opens_a_student_and_comes_back(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    page.locator("[data-class] tbody a").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert read_part(page, "ben").split()[1] == "ben"
    page.keyboard.press("Escape")
    page.wait_for_url("**#-")
    api = pytest.importorskip("playwright.sync_api")
    api.expect(page.locator(":focus")).to_have_text("ben")


def test_the_class_and_the_charts_follow_the_filter(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    strips = page.locator(".strips > [data-of]:visible span")
    assert strips.all_inner_texts() == ["ann", "ben", "cem"]
    page.fill("input[type=search]", "ben")
    assert strips.all_inner_texts() == ["ben"]
    assert [row.split()[0] for row in rows(page)] == ["ben"]
    page.fill("input[type=search]", "")
    page.get_by_role("checkbox", name="WA").check()
    assert strips.all_inner_texts() == ["ben", "cem"]
    page.get_by_role("checkbox", name="WA").uncheck()
    assert len(rows(page)) == 3


def test_one_cactus_plot_counts_the_tests_of_all_problems_and_has_ten_lines_of_those_that_are_left(
    show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PROBLEMS, "leap", 12)
    programs = {
        f"s{n:02}/{problem}.py": {f"leap/{test}": wrong_case for test in range(1, n // 2)}
        for n in range(14)
        for problem in PROBLEMS
    }
    page = show(render_run(judged(programs)))
    page.locator("h2:text-is('Times')").scroll_into_view_if_needed()
    page.locator(".cactus").wait_for()
    assert page.locator(".cactus").count() == 1
    lines = page.locator(".cactus .key li:visible")
    assert [line.split()[0] for line in lines.all_inner_texts()] == [f"s{n:02}" for n in range(10)]
    assert lines.first.inner_text() == "s00 15 of 15, the slowest in 200 ms"
    page.fill("input[type=search]", "s1")
    assert [line.split()[0] for line in lines.all_inner_texts()] == ["s10", "s11", "s12", "s13"]
    assert page.locator(".cactus svg svg path:visible").count() == 4
    label = page.locator(".cactus svg").first.get_attribute("aria-label")
    assert re.findall(r"s\d\d", label) == ["s10", "s11", "s12", "s13"]


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_a_class_of_many_problems_is_as_wide_as_its_window(width: int, show: Callable[..., Any]) -> None:
    many = [
        make_result(solution=f"{'x' * 30}{n}/p{number:02}.py", case=f"p{number:02}/1", verdict=Verdict.WA)
        for n in range(3)
        for number in range(30)
    ]
    page = show(render_run(make_outcome(*many)), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_programs_of_one_student_are_no_class() -> None:
    assert b"data-class>" not in render_run(judged({"ann/leap.py": {}, "ann/vowels.py": {}}))


def test_a_cell_says_what_changed_since_the_last_run(show: Callable[..., Any]) -> None:
    whole = a_class()
    before = LastRun(verdict=Verdict.WA, points=None)
    results = tuple(
        replace(result, last_run=before) if result.solution == "ben/leap.py" else result
        for result in whole.results
    )
    page = show(render_run(replace(whole, results=results)))
    assert "ben 4/7 2/4 WA +2 2/3 TLE" in rows(page)
    assert "+ and - count tests better or worse than in the last run" in page.inner_text("main")
