"""`judge similar` as its user starts it: the table, the document, the page, and wrong words."""

import json
import re
import shutil
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest
from fields import rows
from helpers import REPOSITORY, benchmark, run_here, write_project
from msgspec.json import schema

from judge.show.html import likeness as page_of_pairs
from judge.show.likeness_report import LikenessDocument
from judge.solutions.similar import pairs

PROGRAM = (REPOSITORY / "solutions" / "poj_reverse_blanks.py").read_text()
OTHER = (REPOSITORY / "solutions" / "luogu_dancing_links.py").read_text()
CASES = "cases:\n  - id: one\n    input: |\n      1\n    output: |\n      1\n"


def copy(source: str, seed: int = 1) -> str:
    disguise = benchmark("disguise")
    made: str = disguise.disguise(source, ".py", disguise.random.Random(seed))
    return made


def hand_in(root: Path, **programs: str) -> Path:
    """Make a class with two problems; `ann_sum` is Ann's program for the problem sum."""
    files = {f"{name.replace('_', '/', 1)}.py": source for name, source in programs.items()}
    files = {name: re.sub("^# judge.*\n", "", source) for name, source in files.items()}
    return write_project(root, solutions=files, cases={"sum.yaml": CASES, "max.yaml": CASES})


def similar(root: Path, *words: str) -> tuple[str, list[tuple[str, str, str]]]:
    """Return what is printed, and the pairs of the document with their problems."""
    done = run_here("similar", "--json", "s.json", *words, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads((root / "s.json").read_text())
    found = [
        (each["problem"], each["first"]["program"], each["second"]["program"]) for each in document["pairs"]
    ]
    return done.stdout, found


def test_a_copy_is_listed_and_an_independent_program_is_not(tmp_path: Path) -> None:
    root = hand_in(tmp_path, ann_sum=PROGRAM, ben_sum=copy(PROGRAM), cem_sum=OTHER, ann_max=OTHER)
    printed, found = similar(root)
    assert found == [("sum", "ann/sum.py", "ben/sum.py")]
    assert "1 pair of 4 programs is alike in 50% or more; 3 pairs compared" in printed


def test_of_programs_with_the_same_text_the_first_stands_for_all(tmp_path: Path) -> None:
    same = {f"s{number}_sum": PROGRAM.replace(" = ", "=" if number % 2 else " = ") for number in range(11)}
    root = hand_in(tmp_path, **same, zoe_sum=copy(PROGRAM), cem_sum=OTHER)
    printed, found = similar(root)
    assert len(found) == 12 * 11 // 2
    rows = [line.split()[:2] for line in printed.splitlines() if ".py " in line and "same text" not in line]
    assert rows == [["s0/sum.py", "zoe/sum.py"]]
    assert "11 programs with the same text: s0/sum.py, s1/sum.py, s10/sum.py, s2/sum.py" in printed


def test_programs_of_one_student_are_not_compared(tmp_path: Path) -> None:
    root = hand_in(tmp_path, ann_sum=PROGRAM, cem_sum=OTHER)
    (root / "solutions" / "ann" / "sum.py3").write_text(copy(PROGRAM))
    assert similar(root)[1] == []


def test_words_choose_problems_and_programs(tmp_path: Path) -> None:
    programs = {f"{name}_{problem}": PROGRAM for name in ("ann", "ben", "cem") for problem in ("sum", "max")}
    root = hand_in(tmp_path, **programs)
    assert {problem for problem, *_ in similar(root, "max")[1]} == {"max"}
    assert similar(root, "ann/sum", "ben/sum")[1] == [("sum", "ann/sum.py", "ben/sum.py")]
    assert len(similar(root)[1]) == 6


def test_programs_without_tests_are_compared(tmp_path: Path) -> None:
    for name, source in (("one.py", PROGRAM), ("two.py", copy(PROGRAM)), ("three.py", OTHER)):
        (tmp_path / name).write_text(source)
    assert similar(tmp_path)[1] == [("", "one.py", "two.py")]


def test_a_template_is_left_out(tmp_path: Path) -> None:
    root = hand_in(tmp_path, ann_sum=PROGRAM, ben_sum=copy(PROGRAM))
    shutil.copy(root / "solutions" / "ann" / "sum.py", root / "given.py")
    printed, found = similar(root, "--template", "given.py")
    assert found == []
    assert "too short to compare: ann/sum.py" in printed


def test_short_programs_with_the_same_text_are_named_together(tmp_path: Path) -> None:
    names = [f"s{number}" for number in range(30)]
    short = "n = int(input())\nvalues = [*map(int, input().split())]\nprint(sum(values[:n]))\n"
    root = hand_in(tmp_path, **{f"{name}_sum": short for name in names}, zoe_sum=short.replace("sum", "max"))
    (root / "solutions" / "s1" / "sum.py").write_text(short.replace("\n", " \r\n"))
    printed, found = similar(root)
    assert found == []
    assert "30 programs with the same text: s0/sum.py, s1/sum.py, " in printed
    document = json.loads(run_here("similar", "--json", "-", cwd=root).stdout)
    assert document["equal"] == [sorted(f"{name}/sum.py" for name in names)]
    (root / "given.py").write_text(short)
    assert "the same text" not in similar(root, "--template", "given.py")[0]


def test_short_programs_may_differ_in_blanks_and_are_named_once(tmp_path: Path) -> None:
    short = "print(2 * int(input()))\n"
    root = hand_in(tmp_path, ann_sum=short, ben_sum="print( 2*int( input() ) )", cem_sum="print(3)\n")
    printed, _ = similar(root)
    assert "2 programs with the same text: ann/sum.py, ben/sum.py" in printed
    assert "too short to compare: cem/sum.py has too few tokens of its own" in printed


def test_a_short_program_that_a_template_contains_is_not_named(tmp_path: Path) -> None:
    short = "print(2 * int(input()))\n"
    root = hand_in(tmp_path, ann_sum=short, ben_sum=short)
    (root / "given.py").write_text(f"import sys\n{short}")
    assert "the same text" not in similar(root, "--template", "given.py")[0]


def test_the_least_share_is_chosen(tmp_path: Path) -> None:
    half = PROGRAM + copy(OTHER).replace("from __future__", "#")
    root = hand_in(tmp_path, ann_sum=half, ben_sum=half + OTHER.replace(":", ": #") * 2, cem_sum=PROGRAM)
    document = run_here("similar", "--json", "-", "--least", "1", cwd=root).stdout
    shares = [
        max(each[side]["share"] for side in ("first", "second")) for each in json.loads(document)["pairs"]
    ]
    assert shares == sorted(shares, reverse=True)
    for least in (1, 60, 100):
        assert len(similar(root, "--least", str(least))[1]) == sum(share >= least / 100 for share in shares)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--least", "0"), "--least: expected a number of percent from 1 to 100, got '0'"),
        (
            ("--template", "none.py"),
            "none.py: expected a file that can be read, got: No such file or directory",
        ),
        (("--template", "notes.runes"), "notes.runes: expected a language that Pygments knows, got .runes"),
        (("--template", "t.yaml"), "t.yaml: expected a file of a program (.py, "),
        (("ann/sum",), "expected at least two programs to compare, got 1"),
        (("dan",), "expected one of the solutions and problems"),
    ],
)
def test_wrong_words_get_a_line(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    root = hand_in(tmp_path, ann_sum=PROGRAM, ben_sum=PROGRAM)
    (root / "notes.runes").write_text("given")
    (root / "t.yaml").write_text("a: 1")
    done = run_here("similar", *words, cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_the_page_shows_the_lines_of_both_programs_as_text(tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    line = 'print("<script>alert(1)</script>")\n'
    root = hand_in(tmp_path, ann_sum=PROGRAM + line, ben_sum=PROGRAM + line)
    similar(root, "--html", "alike.html")
    page = (root / "alike.html").read_text()
    assert page.count(escape(line.strip()).replace("&quot;", "&#34;")) == 2
    assert "<script>alert" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_the_page_has_all_pairs_and_the_lines_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("jinja2")
    monkeypatch.setattr(page_of_pairs, "_PAIRS_OPENED", 2)
    root = hand_in(tmp_path, ann_sum=PROGRAM, ben_sum=PROGRAM, cem_sum=PROGRAM)
    similar(root, "--html", "alike.html")
    page = (root / "alike.html").read_text()
    assert page.count('<section class="part">') == 2
    assert page.count('<th scope="row">') == 6
    assert "below are the lines of the first 2 pairs" in page


def test_a_pair_opens_with_both_programs_side_by_side(tmp_path: Path, show: Callable[..., Any]) -> None:
    root = hand_in(tmp_path, ann_sum=PROGRAM, ben_sum=copy(PROGRAM))
    similar(root, "--html", "alike.html")
    page = show((root / "alike.html").read_bytes(), width=390)
    page.click("text=ben/ >> nth=0")
    assert page.locator("article .equal >> nth=0").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_pages_say_what_the_code_does() -> None:
    page = (REPOSITORY / "docs" / "json.md").read_text()
    for name, definition in schema(LikenessDocument)["$defs"].items():
        head, fields = f"## {name}\n\n{definition['description']}\n\n", "\n".join(rows(definition))
        assert f"{head}| field | type | meaning |\n|---|---|---|\n{fields}\n" in page
    guide = " ".join((REPOSITORY / "docs" / "similar.md").read_text().split())
    assert f"The default is {100 * pairs.LEAST_SHARE:.0f} %" in guide
    assert f"fewer than {pairs.LEAST_TOKENS} tokens of their own" in guide
    assert f"the {page_of_pairs._PAIRS_OPENED} most similar pairs" in guide
