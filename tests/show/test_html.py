"""The pages in a real browser: no requests, programs' output stays text, the keyboard does everything."""

import base64
import hashlib
import json
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from benches import bench_of, make_bench, noisy
from browsers import read_part, wait_until_closed
from helpers import make_limits, make_outcome, make_result, make_test
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.mistakes.diagnosis import diagnose
from judge.model import cases
from judge.model.cases import FaultyProblem
from judge.model.results import Opinion, Result
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault, UsageError
from judge.scoring.unmet import Unmet
from judge.show.html.bench import render_bench
from judge.show.html.matrix import build_matrices
from judge.show.html.plots import choose_levels
from judge.show.html.run import render_run
from judge.show.outcome import Outcome

pytest.importorskip("jinja2", reason="no jinja2: pip install '.[html]'")

SCHEMES = ("light", "dark")
CASES = ["sum/small", "sum/large", "other/one"]
ANSWER, OUTPUT = b"1 2 3\n4 5 6\n", b"123\n456\n"
INPUT = b"the input\n"
# Text that a browser would run, a terminal would obey or a parser would end at.
HOSTILE = (
    "</script></style></pre></title><img src=x onerror=alert(1)>\"'&amp;{{ 7 * 7 }}\u202eevil\x00\x1b[2J"
)
TEXT = HOSTILE.replace("\u202e", "\\u202e").replace("\x00", "\\x00").replace("\x1b", "\\x1b")


def asked(solution: str, case: str) -> tuple[cases.Test, ...]:
    return (make_test(input=INPUT, answer=ANSWER, id=case),)


def outcome(*results: Result, **rest: Any) -> Outcome:
    limits = {result.case: make_limits() for result in results}
    return make_outcome(*results, **{"limits": limits, "manner": "2 workers", "tests": asked} | rest)


def a_class() -> Outcome:
    """Three programs: one right, one with a formatting mistake, one unexpectedly too slow."""
    results = []
    for case, cpu_s in zip(CASES, (0.02, 0.5, 0.001), strict=True):
        results.append(make_result(solution="b.py", case=case, cpu_s=cpu_s))
    for case in CASES:
        verdict = Verdict.PE if case == "sum/large" else Verdict.AC
        wrong = make_result(solution="a.py", case=case, verdict=verdict, cpu_s=0.3)
        results.append(replace(wrong, diagnosis=diagnose(ANSWER, OUTPUT)) if verdict is Verdict.PE else wrong)
    for case in CASES:
        verdict = Verdict.RE if case == "other/one" else Verdict.TLE
        slow = make_result(solution="c/10.py", case=case, verdict=verdict, stderr=b"Traceback\n", cpu_s=1.1)
        results.append(slow if verdict is Verdict.RE else replace(slow, expected=(Verdict.TLE,)))
    return outcome(*results)


def a_run() -> bytes:
    return render_run(a_class())


def a_bench(cases: int = 12) -> bytes:
    names = [f"p/{number:02}" for number in range(cases)]
    return render_bench(
        bench_of(
            {
                "slow.py": {
                    case: noisy(0.02, noise=0.1) if n else Verdict.TLE for n, case in enumerate(names)
                },
                "fast.py": {case: noisy(0.01 * (1 + n), noise=0.1) for n, case in enumerate(names)},
            }
        )
    )


def rows(page: bytes) -> list[list[Any]]:
    """The cells of all matrices, as the script reads them."""
    found = re.findall(r'<script type="application/json">(.*?)</script>', page.decode(), re.DOTALL)
    return [row for table in found for row in json.loads(table)]


# The bytes


class Read(HTMLParser):
    """The parts of a page that could request or run something: attributes, styles and scripts."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str | None]] = []
        self.inner: dict[str, list[str]] = {"style": [], "script": []}
        self.policy = ""
        self._in = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # A browser runs scripts without a type; the others hold data.
        self._in = tag if "type" not in dict(attrs) else ""
        self.attributes += attrs
        if dict(attrs).get("http-equiv") == "Content-Security-Policy":
            self.policy = dict(attrs)["content"] or ""

    def handle_data(self, data: str) -> None:
        if self._in in self.inner:
            self.inner[self._in].append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in = ""


@pytest.mark.parametrize("write", [a_run, a_bench])
def test_the_policy_allows_the_one_style_and_the_one_script_and_nothing_else(
    write: Callable[[], bytes],
) -> None:
    read = Read(write())
    for kind in ("style", "script"):
        (text,) = read.inner[kind]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in read.policy
    assert read.policy.startswith("default-src 'none'; ")
    assert not {"unsafe-inline", "unsafe-eval", "*", "http"} & set(re.findall(r"[\w*-]+", read.policy))
    for name, value in read.attributes:
        assert name != "style"
        assert not name.startswith("on")
        if name in ("href", "src", "action", "data", "poster", "srcset"):
            assert value == "data:," or str(value).startswith("#")


def test_the_same_results_give_the_same_page() -> None:
    assert render_run(a_class()) == render_run(a_class())


@pytest.mark.parametrize("write", [a_run, a_bench])
def test_without_jinja2_the_way_to_it_is_said(
    write: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(UsageError, match=r"^--html: expected jinja2, got none: pip install 'jinja2>=3.1'$"):
        write()


def test_what_is_too_much_for_a_page_is_left_out_last_of_what_failed_and_told() -> None:
    noise = b"x" * 6000
    results = [
        make_result(
            solution=f"student-{n:02}.py",
            case=f"p/{number}",
            verdict=Verdict.RE if number % 2 else Verdict.AC,
            stderr=b"Traceback: %d of %d %b" % (number, n, noise) if number % 2 else b"",
        )
        for n in range(40)
        for number in range(300)
    ]
    page = render_run(outcome(*results))
    assert len(page) < 15_000_000
    text = page.decode()
    cells = [cell for row in rows(page) for cell in row[3:]]
    assert [cell[1] in ("AC", "RE!") for cell in cells] == [True] * 12_000, "every verdict"
    sections = re.findall(r'<section class="run( x)?">(.*?)</section>', text, re.DOTALL)
    opened = {name: section for _, section in sections for name in re.findall('<h3 id="([^"]*)"', section)}
    assert {*opened} == {cell[3] for cell in cells}, "every cell"
    whole = [name for name, section in opened.items() if "Traceback: " in section]
    assert len({name.partition(".")[0] for name in whole}) == 40, "some of each"
    (brief, missing) = re.search(r"small (\S+) cells open without .* and (\S+) do not open", text).groups()
    shortened = [
        name for name, section in opened.items() if "are left out, to keep the page small" in section
    ]
    assert (len(shortened), missing) == (int(brief.replace(",", "")), "0")
    assert not {*whole} & {*shortened}
    assert 0 < len(whole) < 6000


def test_programs_that_fail_alike_share_what_is_kept_of_it() -> None:
    noise = b"Traceback: " + b"x" * 4000
    results = [
        make_result(solution=f"{n:03}.py", case=f"p/{test}", verdict=Verdict.RE, stderr=noise, cpu_s=n / 1000)
        for n in range(100)
        for test in range(60)
    ]
    text = render_run(outcome(*results)).decode()
    assert len(text) < 3_000_000
    assert text.count("Traceback: xxx") == 60
    assert len(set(re.findall('<h3 id="([^"]*)"', text))) == 6000
    assert "to keep the page small" not in text
    assert text.count("<p>CPU 99 ms of 1 s, ") == 60


def test_so_many_cells_that_no_browser_shows_them_count_the_cases_of_a_problem() -> None:
    results = [
        make_result(solution=name, case=case, verdict=Verdict.WA if case == "p/3" else Verdict.AC)
        for name in ("a.py", "b.py")
        for case in ("p/1", "p/2", "p/3", "q/1")
    ]
    opened = ("a.py/p/3", "a.py/q/1")
    (table,) = build_matrices(outcome(*results), opened, most_cells=7)
    assert table.folded
    assert table.heads == ("p", "q")
    cells = [cell for cell in table.lines[0].cells if cell]
    assert [(cell.verdict, cell.anchor) for cell in cells] == [("2/3 WA!", "a.py/p/3"), ("AC", "a.py/q/1")]
    (table,) = build_matrices(outcome(*results), (), most_cells=8)
    assert not table.folded


def test_a_time_is_shown_of_the_limit_that_the_program_had() -> None:
    slow = replace(make_result(verdict=Verdict.WA), cpu_s=1.5, time_factor=4.0)
    page = render_run(outcome(slow, limits={slow.case: make_limits(cpu_s=2.0)}))
    assert b"1.5 s of 8 s" in page


def test_the_slowest_has_kept_its_limit_as_on_the_screen() -> None:
    results = [
        make_result(case="p/1", cpu_s=0.5),
        make_result(case="p/2", cpu_s=1.1, verdict=Verdict.TLE),
        make_result(case="p/3", cpu_s=0.7, verdict=Verdict.WA),
        make_result(solution="late.py", case="p/1", cpu_s=1.1, verdict=Verdict.TLE),
    ]
    (table,) = build_matrices(outcome(*results), ())
    assert [line.slowest for line in table.lines] == ["700 ms", ""]


# The browser


def names(page: Any) -> list[str]:
    return [row.split()[0] for row in page.locator(".matrix tbody tr:visible").all_inner_texts()]


def heads(page: Any) -> list[str]:
    return [head.strip() for head in page.locator(".matrix thead th:visible").all_inner_texts()]


def test_a_head_sorts_its_column_up_down_and_not_at_all(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    sort = page.locator("thead th")
    assert names(page) == ["b.py", "a.py", "c/10.py"]
    sort.nth(0).click()
    assert names(page) == ["a.py", "b.py", "c/10.py"]
    assert sort.nth(0).get_attribute("aria-sort") == "ascending"
    sort.nth(0).click()
    assert names(page) == ["c/10.py", "b.py", "a.py"]
    sort.nth(0).click()
    assert names(page) == ["b.py", "a.py", "c/10.py"]
    assert sort.nth(0).get_attribute("aria-sort") is None


@pytest.mark.parametrize(
    ("head", "order"),
    [
        pytest.param("result", ["b.py", "a.py", "c/10.py"], id="what is not as expected"),
        pytest.param("slowest", ["a.py", "b.py", "c/10.py"], id="time"),
        pytest.param("sum/large", ["b.py", "a.py", "c/10.py"], id="verdict, then time"),
        pytest.param("other/one", ["b.py", "a.py", "c/10.py"], id="time of equal verdicts"),
    ],
)
def test_columns_sort_by_what_they_hold(head: str, order: list[str], show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    at = heads(page).index(head)
    for expected in (order, order[::-1]):
        page.locator("thead th").nth(at).click()
        assert names(page) == expected


def test_words_filter_solutions_and_cases_together(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    page.fill("input[type=search]", "10 LARGE")
    assert names(page) == ["c/10.py"]
    assert heads(page) == ["solution", "result", "slowest", "sum/large"]
    assert page.inner_text("output") == "1 of 3 rows"
    page.fill("input[type=search]", "")
    assert len(names(page)) == 3
    assert len(heads(page)) == 6
    assert not page.inner_text("output")


def test_verdicts_filter_and_so_does_being_unexpected(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    page.get_by_role("checkbox", name="TLE").check()
    assert (names(page), heads(page)[3:]) == (["c/10.py"], ["sum/small", "sum/large"])
    page.get_by_role("checkbox", name="PE 1").check()
    assert names(page) == ["a.py", "c/10.py"]
    page.get_by_role("checkbox", name="PE 1").uncheck()
    page.get_by_role("checkbox", name="TLE").uncheck()
    page.get_by_label("unexpected only").check()
    assert (names(page), heads(page)[3:]) == (["a.py", "c/10.py"], ["sum/large", "other/one"])


def test_a_cell_opens_its_test_with_all_that_is_known(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    wait_until_closed(page)
    page.get_by_role("link", name="PE! 300 ms").click()
    words = read_part(page, "a.py on sum/large")
    assert page.url.endswith("#a.py/sum/large")
    for known in (
        "no-separators",
        "1·2·3↵",
        "1+2+3↵",
        "expected AC",
        "300 ms of 1 s",
        "8 MiB of 64 MiB",
        "the input",
    ):
        assert known in words
    page.locator(".close:visible").click()
    wait_until_closed(page)


@pytest.mark.parametrize("name", ["a.py", "é #1 %41 & <b>?.py", "x'\"y.py", "数独/解.py"])
def test_an_address_that_was_sent_opens_the_test(name: str, show: Callable[..., Any]) -> None:
    wrong = make_result(solution=name, verdict=Verdict.RE, stderr=b"this one")
    results = make_result(solution="other.py"), wrong
    page = show(render_run(outcome(*results)), f"#{quote(f'{name}/sum/small')}")
    assert "this one" in read_part(page, f"{name} on sum/small")


def test_without_scripts_the_page_says_what_is_missing_and_lists_what_is_unexpected(
    show: Callable[..., Any],
) -> None:
    page = show(render_run(a_class()), java_script_enabled=False)
    assert "need scripts, which are off here" in page.inner_text("noscript")
    assert "a.py PE no-separators, expected AC" in page.inner_text(".failures")
    assert not page.locator("form").is_visible()


def test_what_is_not_on_the_screen_is_not_in_the_page_until_it_is_scrolled_to(
    show: Callable[..., Any],
) -> None:
    results = [
        make_result(solution=f"{n}.py", case=f"set/{number}") for number in range(700) for n in range(9)
    ]
    page = show(render_run(outcome(*results)))
    nodes = "document.querySelectorAll('*').length"
    assert page.evaluate(nodes) < 5000
    assert page.locator("table").get_attribute("aria-rowcount") == "701"
    page.evaluate("document.querySelector('.frame').scrollTo(0, 1e6)")
    page.get_by_role("rowheader", name="set/699").wait_for()
    assert page.locator(".matrix tbody tr").last.get_attribute("aria-rowindex") == "701"
    page.evaluate("scrollTo(0, 1e6)")
    page.locator(".strips li").first.wait_for()
    assert page.evaluate(nodes) < 10_000


def test_a_name_is_found_in_any_form_of_unicode(show: Callable[..., Any]) -> None:
    results = [make_result(solution=f"{name}.py") for name in ("zoe", "zo\u00eb", "zoe\u0308-2")]
    page = show(render_run(outcome(*results)))
    for word in ("zo\u00eb", "ZOE\u0308"):
        page.fill("input[type=search]", word)
        assert page.inner_text("output") == "2 of 3 rows"


def test_keys_do_it_all(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    focused = "document.activeElement.textContent.trim()"
    page.locator("td a").first.focus()
    for key, words in (("ArrowRight", "AC 500 ms"), ("ArrowDown", "PE! 300 ms"), ("ArrowLeft", "AC 300 ms")):
        page.keyboard.press(key)
        assert page.evaluate(focused) == words
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert read_part(page, "a.py on sum/large")
    page.keyboard.press("n")
    page.wait_for_url("**#c/10.py/other/one")
    assert "Traceback" in read_part(page, "c/10.py on other/one")
    page.keyboard.press("p")
    page.wait_for_url("**#a.py/sum/large")
    page.keyboard.press("Escape")
    page.wait_for_url("**#-")
    wait_until_closed(page)
    # The event that restores the focus comes after the new address.
    api = pytest.importorskip("playwright.sync_api")
    api.expect(page.locator(":focus")).to_have_text("PE! 300 ms")
    page.keyboard.press("/")
    page.keyboard.type("b.py")
    assert names(page) == ["b.py"]
    page.keyboard.press("Escape")
    assert len(names(page)) == 3


def test_each_of_two_keys_at_once_counts(show: Callable[..., Any]) -> None:
    results = [make_result(solution="a.py", case=f"set/{n}") for n in range(100)]
    page = show(render_run(outcome(*results)), "#a.py/set/0")
    press = "for (const key of [%s]) dispatchEvent(new KeyboardEvent('keydown', { key }))"
    page.evaluate(press % "'n', 'n', 'n', 'p'")
    assert read_part(page, "a.py on set/2")
    page.evaluate(press % "'n', 'Escape'")
    wait_until_closed(page)
    assert page.evaluate("document.activeElement.closest('tr').cells[0].textContent") == "set/3"


def test_a_long_table_is_sorted_and_filtered_as_a_short_one(show: Callable[..., Any]) -> None:
    results = [make_result(solution="a.py", case=f"set/{n}", cpu_s=0.99 - n / 1000) for n in range(730)]
    page = show(render_run(outcome(*results)))
    rows = page.locator(".matrix tbody tr")
    page.get_by_role("button", name="slowest").click()
    assert rows.first.locator("th").text_content() == "set/729"
    page.evaluate("document.querySelector('.frame').scrollTo(0, 1e6)")
    page.get_by_role("rowheader", name="set/0", exact=True).wait_for()
    assert rows.last.locator("th").text_content() == "set/0"
    page.fill("input[type=search]", "set/72")
    assert rows.count() == 11


def test_keys_reach_the_rows_that_are_not_on_the_screen(show: Callable[..., Any]) -> None:
    results = [make_result(solution="a.py", case=f"set/{n}") for n in range(100)]
    page = show(render_run(outcome(*results)))
    page.locator("td a").first.focus()
    for _ in range(99):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert read_part(page, "a.py on set/99")
    page = show(render_run(outcome(*results)), "#a.py/set/0")
    page.keyboard.press("p")
    page.wait_for_url("**#a.py/set/99")
    page.keyboard.press("Escape")
    page.wait_for_url("**#-")
    focused = "document.activeElement.closest('tr').cells[0].textContent"
    page.wait_for_function(f"{focused} === 'set/99'")


def test_what_was_taken_over_is_sorted_behind_all_times(show: Callable[..., Any]) -> None:
    results = [make_result(solution=f"{name}.py", case="p/1", cpu_s=time_s) for name, time_s in TIMES]
    results[1] = replace(results[1], measured_at=datetime(2026, 11, 21, tzinfo=UTC))
    page = show(render_run(outcome(*results)))
    page.get_by_role("button", name="p/1").click()
    assert names(page) == ["c.py", "a.py", "b.py"]


TIMES = (("a", 0.5), ("b", 0.1), ("c", 0.3))
HOSTILE_BYTES = HOSTILE.encode()
HOSTILE_RESULT = replace(
    make_result(
        solution=f"{HOSTILE}.py",
        case=f"{HOSTILE}/{HOSTILE}",
        verdict=Verdict.WA,
        message=HOSTILE,
        stderr=HOSTILE_BYTES,
        diagnosis=diagnose(b"x" + HOSTILE_BYTES + b"\n", HOSTILE_BYTES + b"\n"),
    ),
    said=HOSTILE_BYTES,
    output=HOSTILE_BYTES,
    opinions=(Opinion(profile=HOSTILE, verdict=Verdict.AC),),
)


def hostile_tests(solution: str, case: str) -> tuple[cases.Test, ...]:
    return (make_test(format=HOSTILE, input=HOSTILE_BYTES, answer=HOSTILE_BYTES),)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_whatever_programs_and_files_say_is_text(scripts: bool, show: Callable[..., Any]) -> None:
    unknown = FaultyProblem(name=HOSTILE, format="", faults=(Fault(Path("a") / "b", 1, HOSTILE),))
    told = outcome(
        HOSTILE_RESULT,
        manner=TEXT,
        owing=(Unmet(solution=HOSTILE, problem=HOSTILE, verdicts=(Verdict.WA,)),),
        faulty=(unknown,),
        tests=hostile_tests,
    )
    page = show(render_run(told), java_script_enabled=scripts)
    if scripts:
        page.locator("td a").click()
        words = read_part(page, "stderr")
        for whose in ("stderr", "checker", "output", "input"):
            assert f"{whose}" in words
        # The heading twice, the message, the opinions, and each text of the program and of the case.
        assert words.count(TEXT) >= 8
        assert "</script>" in words.replace("·", " ")
        assert TEXT in page.locator(".matrix tbody th").inner_text()
    assert TEXT in page.locator(".failures li b").first.text_content()
    assert page.locator("img").count() == 0
    assert page.locator("script:not([type])").count() == 1
    assert "\u202e" not in page.content()
    assert "\x00" not in page.content()


def test_ten_megabytes_in_one_line_are_cut_and_the_cut_is_told(show: Callable[..., Any]) -> None:
    line = b"<b>" * (10 << 20 >> 1)
    result = make_result(
        verdict=Verdict.WA, message=line.decode(), stderr=line, diagnosis=diagnose(b"1\n", line)
    )
    page = render_run(outcome(result, tests=lambda solution, case: (make_test(input=line, answer=line),)))
    assert len(page) < 100_000
    words = show(page, "#adds.py/sum/small")
    assert read_part(words, "<b><b>").count("15,724,544 of 15,728,640 bytes are left out") == 2


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("write", [a_run, a_bench])
def test_text_is_told_from_its_ground_in_both_schemes(
    write: Callable[[], bytes], scheme: str, show: Callable[..., Any]
) -> None:
    page = show(write(), "#a.py/sum/large", color_scheme=scheme)
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert dark == {"light": "rgb(255, 255, 255)", "dark": "rgb(13, 17, 23)"}[scheme]
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 30
    assert [(words, ratio) for words, ratio in contrasts if ratio < 4.5] == []


# The first words of each element that has text, and its contrast to the background (WCAG 2).
CONTRASTS = """() => {
  const parse = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const part = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length && (colour.length < 4 || colour[3] > 0)) return colour;
    }
  };
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll("body :not(script)")].filter((e) => own(e) && e.checkVisibility())
    .map((e) => {
      const style = getComputedStyle(e);
      const [a, b] = [light(parse(e.tagName === "text" ? style.fill : style.color)), light(ground(e))];
      return [e.textContent.trim().slice(0, 30), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    });
}"""


@pytest.mark.parametrize("width", [390, 1280, 1920])
@pytest.mark.parametrize("write", [a_run, a_bench])
def test_the_page_is_as_wide_as_its_window(
    write: Callable[[], bytes], width: int, show: Callable[..., Any]
) -> None:
    for address in ("", "#a.py/sum/large"):
        page = show(write(), address, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_head_and_names_stay_where_a_table_is_scrolled(show: Callable[..., Any]) -> None:
    results = [
        make_result(solution=f"{n:03}.py", case=f"p/{number}") for n in range(80) for number in range(40)
    ]
    page = show(render_run(outcome(*results)), width=390)
    before = page.locator("thead th").first.bounding_box()
    page.evaluate("document.querySelector('.frame').scrollTo(500, 700)")
    assert page.locator("thead th").first.bounding_box() == before
    assert page.locator("tbody th").nth(60).bounding_box()["x"] == before["x"]


# The edges of the cells of each row, and its height.
EDGES = """() => [...document.querySelectorAll(".matrix tr")].map((row) => {
  const boxes = [...row.cells].map((cell) => cell.getBoundingClientRect()).filter((box) => box.height);
  return [...new Set(boxes.map((box) => box.bottom - boxes[0].bottom)), boxes[0].height % 1];
})"""
# The number of lines over which each unbreakable word of a name is spread.
LINES = """() => [...document.querySelectorAll(".matrix th")].flatMap((name) => {
  const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), found = [];
  for (let node; (node = walk.nextNode());) {
    for (const word of node.data.matchAll(/[^-/_]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length) found.push([word[0], range.getClientRects().length]);
    }
  }
  return found;
})"""


@pytest.mark.parametrize("width", [390, 1280])
def test_the_rules_of_a_row_are_one_line_and_no_word_of_a_name_is_broken(
    width: int, show: Callable[..., Any]
) -> None:
    results = [
        make_result(solution=f"mistakes/luogu_fewest_candidates_{n}.py", case=f"farteryhr-hack/{case}_{n}")
        for n in range(3)
        for case in ("twenty_seven", "in-three-parts")
    ]
    page = show(render_run(outcome(*results)), width=width)
    assert {tuple(row) for row in page.evaluate(EDGES)} == {(0, 0)}
    words = page.evaluate(LINES)
    assert ["candidates", 1] in words
    assert [word for word, lines in words if lines > 1] == []


def test_on_a_telephone_a_verdict_stands_beside_the_name(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()), width=390)
    assert heads(page) == ["solution", "result", *CASES]
    cell = page.locator("tbody td.AC").first.bounding_box()
    assert cell["x"] + cell["width"] <= 390


def test_a_long_table_is_as_wide_as_its_columns(show: Callable[..., Any]) -> None:
    results = [make_result(solution="a.py", case=f"set/{n}") for n in range(730)]
    page = show(render_run(outcome(*results)))
    frame, last = (page.locator(one).first.bounding_box() for one in (".frame", "thead th:last-child"))
    assert abs(frame["x"] + frame["width"] - last["x"] - last["width"]) < 2


def test_on_paper_stand_the_tests_that_are_not_as_expected(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()), width=390)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing is cut"
    assert page.locator(".run:visible h3").all_inner_texts() == ["a.py on sum/large", "c/10.py on other/one"]
    assert not page.locator("form").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    wait_until_closed(page)


def test_times_are_dots_against_the_limit_that_a_screen_reader_reads(show: Callable[..., Any]) -> None:
    page = show(render_run(a_class()))
    strip = page.get_by_role("img", name="c/10.py: 3 tests, the slowest sum/small: TLE 1.1 s")
    limit, late = strip.locator(".limit").bounding_box(), strip.locator("circle").last.bounding_box()
    assert late["x"] > limit["x"]
    early = page.get_by_role("img", name=re.compile(r"^b\.py: 3 tests")).locator("circle")
    assert early.first.bounding_box()["x"] < early.last.bounding_box()["x"] < limit["x"]
    assert early.locator("title").last.text_content() == "sum/large: AC 500 ms"


def test_a_cactus_counts_what_was_accepted_and_rises_as_time_passes(show: Callable[..., Any]) -> None:
    results = [
        make_result(
            solution=name, case=f"set/{n}", verdict=verdict if n > 7 else Verdict.AC, cpu_s=0.001 * (n + 1)
        )
        for name, verdict in (("all.py", Verdict.AC), ("some.py", Verdict.WA))
        for n in range(12)
    ]
    page = show(render_run(outcome(*results)))
    cactus = page.locator(".cactus")
    assert cactus.locator(".key li").all_inner_texts() == [
        "all.py 12 of 12, the slowest in 12 ms",
        "some.py 8 of 12, the slowest in 8 ms",
    ]
    for path, top in zip(cactus.locator("svg svg path").all(), (0, 333), strict=True):
        heights = [int(height) for height in re.findall(r"V(\d+)", path.get_attribute("d"))]
        assert heights == sorted(heights, reverse=True)
        assert heights[-1] == top


@given(st.integers(1, 10**7))
def test_the_levels_of_a_cactus_are_a_few_whole_numbers_that_can_be_read(cases: int) -> None:
    found = list(choose_levels(cases))
    numbers = [int(level.word.replace(",", "")) for level in found]
    assert (numbers[0], numbers[-1]) == (0, cases)
    assert len(numbers) <= 6
    assert [level.at for level in found] == [round(100 - 100 * number / cases, 2) for number in numbers]
    assert all(before.at - after.at > 6 for before, after in pairwise(found))


def test_paper_lies_so_that_a_row_of_nine_cases_is_one_line(show: Callable[..., Any]) -> None:
    results = [
        make_result(solution="mistakes/trailing_blank_missing.py", case=f"farteryhr-hack/{n}")
        for n in range(9)
    ]
    page = show(render_run(outcome(*results)), width=1047)
    (box,) = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page.pdf(prefer_css_page_size=True))[:1]
    assert float(box[0]) > float(box[1])
    page.emulate_media(media="print")
    assert {tuple(row) for row in page.evaluate(EDGES)} == {(0, 0)}


def test_a_bench_shows_ratios_with_whiskers_places_and_noise(show: Callable[..., Any]) -> None:
    page = show(a_bench())
    words = page.inner_text("main")
    assert "machine: quiet" in page.inner_text("header")
    assert "11/12" in words
    slow = page.get_by_role("img", name="slow.py (11/12)")
    whisker, dot = slow.locator(".whisker").bounding_box(), slow.locator("circle").bounding_box()
    assert whisker["x"] < dot["x"] + dot["width"] / 2 < whisker["x"] + whisker["width"]
    assert page.get_by_role("img", name=re.compile(r"^fast\.py")).locator(".whisker").count() == 1
    assert page.locator(".cactus").is_visible()
    rows = page.locator("[data-sort] tbody th")
    assert rows.all_inner_texts() == ["fast.py", "slow.py"]
    page.get_by_role("button", name="solution").click()
    page.get_by_role("button", name="solution").click()
    assert rows.all_inner_texts() == ["slow.py", "fast.py"]
    page.get_by_role("button", name="median").click()
    assert rows.all_inner_texts() == ["slow.py", "fast.py"], "19 ms before 48 ms"


def test_a_bench_of_which_nothing_is_known_says_so(show: Callable[..., Any]) -> None:
    page = show(render_bench(make_bench(rounds=0)))
    assert "nothing was timed" in page.inner_text("main")
