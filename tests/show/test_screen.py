"""The screen, as text of a fixed width without colour."""

import io
import re
import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from helpers import make_case, make_limits, make_outcome, make_result, make_solution, make_test
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from judge.checkers.mutants import mutants
from judge.checkers.sites import opinions
from judge.mistakes.diagnosis import diagnose, summarize
from judge.model.cases import FaultyProblem
from judge.model.cells import group_cells
from judge.model.points import Group, Worth
from judge.model.programs import CheckerProgram
from judge.model.results import Result
from judge.model.verdicts import Rule, Verdict
from judge.platform.errors import Fault, InputErrors, counted
from judge.platform.streams import Colour
from judge.scoring.unmet import Unmet
from judge.show import console, diffs, failures, rows, screen, tables
from judge.show.catalogue import show_catalogue
from judge.show.fitting import BOUNDLESS
from judge.show.mutants import show_mutants
from judge.show.overview import tabulate_run

AC, PE, WA, TLE, MLE, CE, SK = (Verdict[name] for name in ["AC", "PE", "WA", "TLE", "MLE", "CE", "SK"])
CASES = (
    "hack/third",
    "hack/turned",
    "luogu/sample",
    "luogu/large",
    "poj/sample",
    "poj/many",
    "poj/empty",
)
WIDTHS = pytest.mark.parametrize("width", [60, 80, 160])


def fixed(width: int) -> Console:
    return Console(
        width=width,
        file=io.StringIO(),
        color_system=None,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
        _environ={},
    )


def rendered(what: RenderableType, width: int) -> str:
    """The visible text of the screen, without blanks at the ends of lines."""
    target = fixed(width)
    target.print(what)
    lines = target.file.getvalue().split("\n")
    assert all(cell_len(line) <= width for line in lines)
    return "\n".join(line.rstrip() for line in lines)


def row(solution: str, verdicts: str, **expected: Verdict) -> list[Result]:
    """A solution's results on all cases. `expected` maps the names of cases to verdicts other than AC."""
    return [
        make_result(
            solution=solution,
            case=case,
            verdict=Verdict[name],
            expected=(expected.get(case.partition("/")[2], AC),),
            cpu_s={"CE": None, "SK": None, "TLE": 1.1}.get(name, 0.04),
        )
        for case, name in zip(CASES, verdicts.split(), strict=True)
    ]


MATRIX = [
    *row("cell_walk.py", "TLE AC AC AC AC AC AC", third=TLE),
    *row("spaces.py", "PE PE PE PE WA AC TLE"),
    *row("typo.py", "CE CE CE CE CE CE CE"),
    *row("text.py", "SK SK SK SK SK SK SK"),
]

# The table

AT_160 = """\
              hack        hack       luogu      luogu      poj        poj       poj
solution      third       turned     sample     large      sample     many      empty
──────────────────────────────────────────────────────────────────────────────────────────────────────────────
cell_walk.py  TLE >1.1 s  AC 40 ms   AC 40 ms   AC 40 ms   AC 40 ms   AC 40 ms  AC 40 ms     as expected
spaces.py     PE! 40 ms   PE! 40 ms  PE! 40 ms  PE! 40 ms  WA! 40 ms  AC 40 ms  TLE! >1.1 s  6 of 7 unexpected
typo.py       CE!         CE!        CE!        CE!        CE!        CE!       CE!          7 of 7 unexpected
text.py       SK          SK         SK         SK         SK         SK        SK           7 of 7 skipped
"""
AT_80 = """\
solution     1   2   3   4   5   6   7    slowest
───────────────────────────────────────────────────────────────────
cell_walk.py TLE AC  AC  AC  AC  AC  AC     40 ms as expected
spaces.py    PE! PE! PE! PE! WA! AC  TLE!   40 ms 6 of 7 unexpected
typo.py      CE! CE! CE! CE! CE! CE! CE!          7 of 7 unexpected
text.py      SK  SK  SK  SK  SK  SK  SK           7 of 7 skipped
1=hack/third  2=hack/turned  3=luogu/sample  4=luogu/large  5=poj/sample
6=poj/many  7=poj/empty
slowest: CPU time of the slowest run within its limit
left out: the time of each case
"""
AT_60 = """\
solution     1   2   3   4   5   6   7
───────────────────────────────────────────────────────────
cell_walk.py TLE AC  AC  AC  AC  AC  AC   as expected
spaces.py    PE! PE! PE! PE! WA! AC  TLE! 6 of 7 unexpected
typo.py      CE! CE! CE! CE! CE! CE! CE!  7 of 7 unexpected
text.py      SK  SK  SK  SK  SK  SK  SK   7 of 7 skipped
1=hack/third  2=hack/turned  3=luogu/sample  4=luogu/large
5=poj/sample  6=poj/many  7=poj/empty
left out: times
"""


@pytest.mark.parametrize(("width", "golden"), [(160, AT_160), (80, AT_80), (60, AT_60)])
def test_the_table_takes_the_fullest_form_that_fits(width: int, golden: str) -> None:
    assert (
        rendered(tables.tabulate_verdicts(rows.group_by_solution(group_cells(MATRIX)), fixed(width)), width)
        == golden
    )


BY_PROBLEM = """\
solution  p0  p1  p2  p3           slowest
───────────────────────────────────────────────────────────────
a.py      AC  AC  AC  29 AC 1 WA!   250 ms  1 of 120 unexpected
slowest: CPU time of the slowest run within its limit
left out: each case by itself
"""


def many_results(problems: int, cases: int) -> Iterator[Result]:
    for problem in range(problems):
        for number in range(cases):
            yield make_result(solution="a.py", case=f"p{problem}/{number}")


def test_between_the_cases_and_all_of_them_stand_the_problems() -> None:
    results = list(many_results(4, 30))
    results[-1] = make_result(solution="a.py", case="p3/29", verdict=WA)
    assert (
        rendered(tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(80)), 80)
        == BY_PROBLEM
    )


@pytest.mark.parametrize("width", [60, 160])
@pytest.mark.parametrize(("problems", "cases"), [(1, 3000), (1000, 3)])
def test_many_thousand_cases_still_fit(width: int, problems: int, cases: int) -> None:
    results = list(many_results(problems, cases))
    text = rendered(
        tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(width)), width
    )
    assert "as expected" in text
    assert text.split()[:3] == ["solution", "all", "cases"]
    assert f"left out: each {'problem' if problems > 1 else 'case'} by itself" in text
    assert "…" not in text


@WIDTHS
def test_a_name_is_whole_or_lacks_its_middle_and_no_verdict_and_no_conclusion_is_cut(width: int) -> None:
    names = ("luogu_fewest_candidates.py", "leetcode_finished_flag.py", "poj_reverse_blanks.py")
    results = [result for name in names for result in row(name, "AC PE WA TLE MLE SK RE")]
    text = rendered(
        tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(width)), width
    )
    lines = [line.split() for line in text.split("\n") if "PE!" in line]
    assert text.count("5 of 7 unexpected") == (1 if width == 60 else 3)
    for name, (shown, *verdicts) in zip(names, lines, strict=True):
        head, _, tail = shown.partition("…")
        assert name.startswith(head)
        assert name.endswith(tail)
        assert [verdict for verdict in verdicts if verdict.isupper() or verdict.endswith("!")] == [
            *("AC", "PE!", "WA!", "TLE!", "MLE!", "SK", "RE!"),
        ]
    assert ("left out: times" in text) == (width == 60)
    assert "…" not in text


def test_names_are_whole_before_columns_say_the_same_in_each_row() -> None:
    moment = datetime(2026, 7, 29, 12, tzinfo=UTC)
    results = [
        replace(
            make_result(solution=f"luogu_program_{n:02}_of_many.py", case=f"p/{case}"), measured_at=moment
        )
        for n in range(25)
        for case in range(1, 15)
    ]
    text = rendered(tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(80)), 80)
    lines = text.split("\n")
    assert lines[2].split() == ["luogu_program_00_of_many.py", *["AC"] * 14]
    assert lines[27:-1] == [
        "1-14=p/1 to p/14",
        "all rows: as expected",
        "left out: times, the ~ of earlier results",
    ]
    wide = rendered(tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(100)), 100)
    assert wide.count("AC~") == 25 * 14
    assert wide.count(" as expected") == 25


def conclusions(*results: Result) -> list[str]:
    """The end of each row of a run."""
    (table,) = tabulate_run(make_outcome(*results), fixed(BOUNDLESS))
    lines = rendered(table, BOUNDLESS).split("\n")
    return [line.rpartition("  ")[2] for line in lines if ".py" in line]


def test_without_expectations_a_row_counts_what_passed() -> None:
    cases = ("sum/1", "sum/2", "sum/3")
    right = [make_result(solution="a.py", case=case) for case in cases]
    half = [make_result(solution="b.py", case=case, verdict=WA if case == "sum/2" else AC) for case in cases]
    blind = [make_result(solution="c.py", case=case, verdict=Verdict.NA) for case in cases]
    assert conclusions(*right, *half, *blind) == ["3/3 passed", "3 without an answer", "2/3 passed"]
    outcome = make_outcome(*right, *half, *blind)
    assert screen.summarise(outcome).startswith(
        "3 solutions x 3 cases: 5 passed, 1 failed, 3 without an answer\n"
    )
    wrong = [make_result(solution="d.py", case=case, verdict=WA, expected=(WA,)) for case in cases]
    assert conclusions(*half, *wrong) == ["as expected", "1 of 3 unexpected"]
    assert screen.summarise(make_outcome(*half, *wrong)).startswith(
        "2 solutions x 3 cases: 5 as expected, 1 unexpected\n"
    )


@pytest.mark.parametrize(
    ("names", "legend"),
    [
        (["a/1", "a/2", "a/3"], "1-3=a/1 to a/3"),
        (["a/1", "a/2"], "1=a/1  2=a/2"),
        (["a/08", "a/09", "a/10", "b/1"], "1-3=a/08 to a/10  4=b/1"),
        (["a/1", "a/3", "a/5"], "1=a/1  2=a/3  3=a/5"),
        (["x", "y", "z"], "1=x  2=y  3=z"),
    ],
)
def test_tests_that_count_up_share_an_entry_of_the_legend(names: list[str], legend: str) -> None:
    assert "  ".join(tables.list_columns(names)) == legend


def test_a_long_name_leaves_verdicts_and_times_their_room() -> None:
    long = f"{'mn' * 126}.py"
    results = [
        make_result(solution=name, case=case, verdict=verdict)
        for name in ("adds.py", long)
        for case, verdict in (("sum/a", AC), ("sum/b", WA))
    ]
    text = rendered(tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(90)), 90)
    short, cut = [line.split() for line in text.split("\n") if "dds.py" in line or "mnmn" in line]
    assert short[1:] == cut[1:] == ["AC", "250", "ms", "WA!", "250", "ms", "1", "of", "2", "unexpected"]
    assert text.endswith("left out: the middle of long names\n")


def test_names_that_would_be_alike_without_their_middle_keep_it() -> None:
    names = [f"{'left' * 4}_{number}_{'right' * 4}.py" for number in range(3)]
    results = [make_result(solution=name, case=f"p{n}/x") for name in names for n in range(9)]
    text = rendered(tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(70)), 70)
    assert all(f"{name} " in text for name in names)


def test_nothing_is_cut_where_there_is_no_width() -> None:
    names = [f"{'mn' * 100}{number}.py" for number in range(3)]
    results = [make_result(solution=name, case=f"p{n}/{'c' * 50}") for name in names for n in range(60)]
    text = rendered(
        tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(BOUNDLESS)), BOUNDLESS
    )
    assert text.count("AC 250 ms") == 180
    assert all(text.count(f"{name} ") == 1 for name in names)
    assert "left out" not in text


SEVERAL = """\
solution 1   2  3   slowest
─────────────────────────────────────────────────
a.py     AC  AC AC   250 ms as expected
b.py     WA! AC PE!  250 ms 133 of 200 unexpected
c.py     AC  AC PE!  250 ms 66 of 200 unexpected
1=p/0 and 66 alike  2=p/1 and 66 alike  3=p/2 and 65 alike
slowest: CPU time of the slowest run within its limit
left out: the time of each case
"""


def test_of_many_cases_those_on_which_all_programs_fare_alike_share_a_column() -> None:
    def verdict(solution: str, number: int) -> Verdict:
        fates = {"a.py": (AC, AC, AC), "b.py": (WA, AC, PE), "c.py": (AC, AC, PE)}
        return fates[solution][number % 3]

    results = [
        make_result(solution=solution, case=f"p/{number}", verdict=verdict(solution, number))
        for solution in ("a.py", "b.py", "c.py")
        for number in range(200)
    ]
    for width in (80, BOUNDLESS):
        text = rendered(
            tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(width)), width
        )
        assert text == SEVERAL


def test_nothing_known_is_an_empty_table() -> None:
    assert rendered(tables.tabulate_verdicts({}, fixed(80)), 80).startswith("solution")


def test_a_case_of_many_tests_is_one_cell_with_the_worst_verdict_and_the_slowest_time() -> None:
    results = [
        make_result(test=number, tests=3, verdict=verdict, expected=(WA,), cpu_s=cpu_s)
        for number, (verdict, cpu_s) in enumerate([(AC, 0.5), (WA, 0.1), (AC, 0.75)], 1)
    ]
    assert "adds.py   WA 750 ms  as expected\n" in rendered(
        tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(80)), 80
    )


# Failures


def failed(answer: bytes, output: bytes, *, stderr: bytes = b"", verdict: Verdict = PE) -> Result:
    diagnosis = diagnose(answer, output)
    return make_result(
        solution="spaces.py",
        case="luogu/sample",
        verdict=verdict,
        message=summarize(diagnosis),
        diagnosis=diagnosis,
        stderr=stderr,
    )


def test_a_lost_space_is_seen() -> None:
    result = failed(b"8 1 2 \n9 4 3 \n", b"8 1 2 \n9 4 3\n", stderr=b"debug \x1b[31mred\nend\n")
    assert rendered(failures.describe_failure(result), 80) == (
        "spaces.py on luogu/sample: PE, expected AC: trailing-blank-missing at line 2,\n"
        "column 6, byte 12: insert ' '\n"
        "     answer  |    output\n"
        "  2  9·4·3·↵ | 2  9·4·3↵\n"
        "          ^  |         +\n"
        "  stderr  debug \\x1b[31mred\n"
        "  stderr  end\n\n"
    )


def test_on_a_narrow_screen_the_sides_are_stacked() -> None:
    result = failed(b"8 1 2 7 5 3 \n9 4\n", b"8 1 2 7 5 3\n9 4\n")
    lines = rendered(failures.describe_failure(result, width=30), 80).split("\n")
    assert lines[:-2] == [
        "spaces.py on luogu/sample: PE,",
        "expected AC:",
        "trailing-blank-missing at line",
        "1, column 12, byte 11:",
        "insert ' '",
        "  answer 1  8·1·2·7·5·3·↵",
        "                       ^",
        "  output 1  8·1·2·7·5·3↵",
        "                       +",
        "  both   2  9·4↵",
    ]


def test_a_screen_without_signs_gets_plain_ones() -> None:
    text = rendered(failures.describe_failure(failed(b"1 2\n", b"1\t2\r\n"), ascii_only=True), 80)
    assert "1_2\\n" in text
    assert "1\\t2\\r\\n" in text
    assert text.isascii()


def test_of_a_long_line_the_part_around_the_difference_is_shown() -> None:
    result = failed(b"x" * 150 + b"1" + b"y" * 90 + b"\n", b"x" * 150 + b"2" + b"y" * 90 + b"\n", verdict=WA)
    for width in (40, 80, 119):
        lines = rendered(failures.describe_failure(result, width=width), width).split("\n")
        (answer,) = [line for line in lines if line.startswith("  answer 1")]
        (output,) = [line for line in lines if line.startswith("  output 1")]
        assert max(len(answer), len(output)) <= width
        assert "…" in answer
        marks = [line for line in lines if line.strip() == "^"]
        assert [answer[mark.index("^")] for mark in marks] == ["1", "1"]
        assert output[marks[0].index("^")] == "2"


def test_a_failure_shows_a_few_lines_and_says_that_there_are_more() -> None:
    answer = b"".join(b"%d \n" % number for number in range(50))
    text = rendered(failures.describe_failure(failed(answer, answer.replace(b" ", b""))), 80)
    assert text.count("↵") == 8
    assert "(the rest is left out)" in text


@pytest.mark.parametrize("lines", [4, 5, 6])
def test_no_line_says_that_one_line_is_left_out(lines: int) -> None:
    answer = b"".join(b"%d \n" % number for number in range(lines))
    text = rendered(failures.describe_failure(failed(answer, answer.replace(b" ", b""))), 80)
    assert ("(the rest is left out)" in text) == (lines == 6)
    assert text.count("↵") == 2 * (4 if lines == 6 else lines)


def test_what_stands_between_the_sides_is_no_mark() -> None:
    text = failures.describe_failure(failed(b"1 \n2 \n", b"1\n2\n"))
    bars = [at for at, letter in enumerate(text.plain) if letter == "|"]
    assert len(bars) == 5
    red = [range(span.start, span.end) for span in text.spans if "red" in str(span.style)]
    assert not [at for at in bars for span in red if at in span]
    assert any("^" in text.plain[span.start : span.stop] for span in red)


def test_equal_lines_are_folded() -> None:
    answer = b"".join(b"%d\n" % number for number in range(50))
    result = failed(answer, answer.replace(b"7\n", b"7 \n"))
    assert result.diagnosis is not None
    text = rendered(diffs.render_diff(result.diagnosis.rows, width=80), 80)
    assert text.count("(7 equal lines)") == 4
    assert " 18  17↵    | 18  17·↵\n" in text


def test_bytes_are_shown_as_numbers() -> None:
    result = failed(b"1 2\n", b"1\xc2\xa02\n", verdict=WA)
    assert result.diagnosis is not None
    assert rendered(diffs.render_hex(result.diagnosis.rows), 90).split("\n")[:6] == [
        "  answer 1",
        "         0  31 20 32 0a                                      1 2.",
        "               ^^",
        "  output 1",
        "         0  31 c2 a0 32 0a                                   1..2.",
        "               ^^ ^^",
    ]


def test_all_that_is_known_of_a_test_is_shown() -> None:
    test = make_test(answer=b"1 2 \n3 4 \n")
    output = b"12\n34\n"
    told = failed(test.answer, output)
    assert told.diagnosis
    said = opinions(output, test, {"exact": PE, "float 1e-6": WA})
    result = replace(told, opinions=said, expected=(PE,), message=summarize(told.diagnosis))
    assert rendered(failures.describe_result(result), 100).split("\n")[:4] == [
        "spaces.py on luogu/sample: PE",
        "  no-separators at line 1, column 2, byte 1: insert ' ' on 2 lines",
        "  trailing-blank-missing at line 1, column 3, byte 2: insert ' ' on 2 lines",
        "  PE on exact, poj; WA on luogu, squeezed, cms, tokens, kattis, float 1e-6",
    ]


def test_what_a_rule_says_of_a_word_stands_beside_the_mistakes() -> None:
    result = replace(failed(b"1 2\n", b"1 3\n", verdict=WA), expected=(WA,), message="number 2 is 3")
    assert rendered(failures.describe_result(result), 100).split("\n")[:2] == [
        "spaces.py on luogu/sample: WA: number 2 is 3",
        "  wrong-text at line 1, column 3, byte 2: expected '2', got '3'",
    ]


def test_the_expected_verdicts_and_the_test_are_named() -> None:
    result = make_result(
        test=7, tests=20, expected=(TLE, WA), verdict=MLE, message="65 MiB used, limit 64 MiB"
    )
    assert rendered(failures.describe_failure(result), 120) == (
        "adds.py on sum/small test 7: MLE, expected TLE or WA: 65 MiB used, limit 64 MiB\n\n"
    )


def test_of_a_long_lament_the_first_and_the_last_lines_are_shown() -> None:
    result = make_result(verdict=WA, stderr=b"".join(b"%d\n" % i for i in range(100)))

    def lines(text: Text) -> list[str]:
        return [line.split()[-1] for line in rendered(text, 80).split("\n") if "stderr" in line]

    assert lines(failures.describe_failure(result)) == ["0", "1", "...", "96", "97", "98", "99"]
    assert lines(failures.describe_result(result)) == [str(number) for number in range(100)]


_around = st.binary(max_size=80) | st.integers(0, 400).map(lambda length: b"x" * length)


@pytest.mark.parametrize("width", [30, 80, 160])
@given(before=_around, answer=_around, output=_around)
def test_a_diff_fits_any_width(width: int, before: bytes, answer: bytes, output: bytes) -> None:
    diagnosis = diagnose(before + answer, before + output)
    for line in diffs.render_diff(diagnosis.rows, width=width).plain.split("\n"):
        assert len(line) <= width + len("\\x00")


@given(st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40))
def test_no_byte_of_a_program_reaches_the_screen_as_it_is(
    answer: bytes, output: bytes, stderr: bytes
) -> None:
    if answer != output:
        text = rendered(failures.describe_failure(failed(answer, output, stderr=stderr)), 80)
        assert text.replace("\n", "").isprintable()


@given(st.binary(max_size=80))
def test_no_byte_of_a_checker_reaches_the_screen_as_it_is(said: bytes) -> None:
    result = replace(make_result(verdict=WA), said=said)
    for text in (failures.describe_failure(result), failures.describe_result(result)):
        assert rendered(text, 80).replace("\n", "").isprintable()


def test_the_words_of_a_checker_stand_instead_of_the_bytes_but_not_in_whole() -> None:
    result = replace(failed(b"1\n", b"2\n", verdict=WA), said=b"wrong answer\n\x1b[2J", message="")
    assert rendered(failures.describe_failure(result), 80) == (
        "spaces.py on luogu/sample: WA, expected AC\n  checker  wrong answer\n  checker  \\x1b[2J\n\n"
    )
    assert "output" in rendered(failures.describe_result(result), 80)


def test_a_score_stands_in_the_row_with_its_problem_where_there_are_several() -> None:
    worth = Worth(points=2, groups=(Group(name=""),))
    results = [
        replace(make_result(case=case, verdict=verdict), points=points, worth=worth)
        for case, verdict, points in (("a/1", AC, 2.0), ("a/2", WA, 0.5), ("b/1", AC, 2.0))
    ]

    def conclusion(results: Sequence[Result]) -> str:
        text = rendered(
            tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), fixed(120)), 120
        )
        return text.splitlines()[-1].rpartition("250 ms  ")[2].strip()

    assert conclusion(results) == "1 of 3 unexpected, a: 2.5 of 4 points, b: 2 of 2 points"
    assert conclusion(results[:2]) == "1 of 2 unexpected, 2.5 of 4 points"
    assert conclusion(results[2:]) == "as expected, 2 of 2 points"
    unknown = replace(results[0], points=None, worth=None, verdict=Verdict.JE)
    assert conclusion([unknown, results[1]]) == "2 of 2 unexpected"


HOSTILE = "\x1b[2J\x9b2J\x07\n\r\u202e"


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(
            lambda: tables.tabulate_verdicts(
                rows.group_by_solution(group_cells([make_result(solution=HOSTILE, case=f"{HOSTILE}/x")])),
                fixed(80),
            ),
            id="names in the table",
        ),
        pytest.param(
            lambda: failures.describe_failure(make_result(verdict=WA, solution=HOSTILE, case=f"{HOSTILE}/x")),
            id="names of a failure",
        ),
        pytest.param(
            lambda: failures.describe_failure(make_result(verdict=WA, message=HOSTILE)), id="message"
        ),
    ],
)
def test_no_name_reaches_the_screen_as_it_is(what: object) -> None:
    text = rendered(what(), 80)
    assert text.replace("\n", "").isprintable()
    assert "\x1b" not in text


def test_markup_is_shown_and_not_obeyed() -> None:
    result = make_result(solution="[red]a.py", verdict=WA, message="[/red] :smile:", stderr=b"[bold]x")
    text = rendered(failures.describe_failure(result), 80)
    assert text == "[red]a.py on sum/small: WA, expected AC: [/red] :smile:\n  stderr  [bold]x\n\n"


def wrong(number: int, message: str = "", *, solution: str = "adds.py", verdict: Verdict = WA) -> Result:
    return make_result(solution=solution, case=f"p/{number}", verdict=verdict, message=message)


def test_of_a_solution_one_failure_is_shown_and_the_others_are_named_by_what_went_wrong() -> None:
    lost, blank = ((b"1 2 \n3 4 \n", output) for output in (b"12\n34\n", b"1 2\n3 4\n"))
    fates = [lost, blank, lost, lost, blank, lost]
    results = [replace(failed(*fate), case=f"p/{number}") for number, fate in enumerate(fates)]
    slow = [make_result(solution="spaces.py", case="q/1", verdict=TLE, cpu_s=1.1)]
    (text,) = failures.describe_failures(
        group_cells([*results, *slow, make_result(solution="spaces.py", case="q/2")])
    )
    head, *lines = text.plain.split("\n")
    assert head.startswith("spaces.py on p/0: PE, expected AC: no-separators")
    assert lines[-5:] == [
        "  3 alike: p/2, p/3, p/5",
        "  2 PE trailing-blank-missing: p/1, p/4",
        "  1 TLE: q/1",
        "  all of it: judge show spaces.py p/0",
        "",
    ]


def test_the_failure_that_is_shown_is_the_one_with_the_fewest_bytes() -> None:
    large = b"".join(b"%d \n" % number for number in range(50))
    results = [
        make_result(solution="spaces.py", case="p/slow", verdict=TLE, cpu_s=1.1),
        replace(failed(large, large.replace(b" ", b"")), case="p/large"),
        replace(failed(b"1 \n", b"1\n"), case="p/small"),
    ]
    (text,) = failures.describe_failures(group_cells(results))
    assert text.plain.startswith("spaces.py on p/small: PE")
    assert "  1 alike: p/large\n  1 TLE: p/slow\n" in text.plain


def test_of_many_alike_a_line_has_as_many_as_it_holds() -> None:
    results = [replace(wrong(number), case=f"problem/{number:020}") for number in range(1960)]
    for width, names in ((80, 2), (20, 1), (BOUNDLESS, 10)):
        (text,) = failures.describe_failures(
            group_cells([*results, make_result(solution="adds.py")]), width=width
        )
        (line,) = [line for line in text.plain.split("\n") if "alike" in line]
        assert line.startswith("  1,959 alike: ")
        assert line.endswith(", …")
        assert line.count("problem/") == names


def test_where_all_cases_fail_alike_none_is_named() -> None:
    (text,) = failures.describe_failures(group_cells([wrong(number) for number in range(9)]))
    assert text.plain.split("\n")[-3] == "  8 alike: all other cases"
    (text,) = failures.describe_failures(group_cells([wrong(number) for number in range(2)]))
    assert text.plain.split("\n")[-3] == "  1 alike: p/1"


@pytest.mark.parametrize(
    ("verdict", "shown"),
    [
        pytest.param(Verdict.CE, [*"123456", "..."], id="the first lines of a compiler"),
        pytest.param(Verdict.RE, [*"12", "...", *"6789"], id="the last lines of a traceback"),
    ],
)
def test_of_many_lines_on_stderr_those_are_shown_that_tell_most(verdict: Verdict, shown: list[str]) -> None:
    lines = b"".join(b"%d\n" % number for number in range(1, 10))
    text = rendered(failures.describe_failure(make_result(verdict=verdict, stderr=lines)), 80)
    assert [line.split()[1] for line in text.splitlines() if "stderr" in line] == shown
    few = b"".join(lines.splitlines(keepends=True)[:6])
    text = rendered(failures.describe_failure(make_result(verdict=verdict, stderr=few)), 80)
    assert [line.split()[1] for line in text.splitlines() if "stderr" in line] == [*"123456"]


def test_the_failures_of_ten_solutions_are_shown_and_the_rest_is_counted() -> None:
    results = [wrong(case, solution=f"s{number}.py") for number in range(13) for case in range(3)]
    texts = [
        text.plain
        for text in failures.describe_failures(group_cells([*results, make_result(solution="right.py")]))
    ]
    assert [text.split()[0] for text in texts[:-1]] == [f"s{number}.py" for number in range(10)]
    assert texts[-1] == "and 3 more solutions with unexpected verdicts: judge run NAME shows one\n"


def test_what_is_said_to_show_all_is_what_a_shell_takes() -> None:
    result = replace(wrong(1), solution="two words.py", case="it's/1")
    (text,) = failures.describe_failures(group_cells([result]))
    (line,) = [line for line in text.plain.split("\n") if "all of it: " in line]
    assert shlex.split(line.partition(": ")[2]) == ["judge", "show", "two words.py", "it's/1"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.sampled_from([AC, WA, TLE]))))
def test_every_failure_is_shown_or_named_once(fates: list[tuple[int, int, Verdict]]) -> None:
    unique = {(solution, case): verdict for solution, case, verdict in fates}
    results = [
        wrong(case, solution=f"s{solution}.py", verdict=verdict)
        for (solution, case), verdict in sorted(unique.items(), key=lambda item: item[0])
    ]
    texts = {
        text.plain.split()[0]: text.plain
        for text in failures.describe_failures(group_cells(results), width=BOUNDLESS)
    }
    for solution in range(4):
        own = {f"p/{case}" for (mine, case), verdict in unique.items() if mine == solution and verdict != AC}
        text = texts.pop(f"s{solution}.py", "")
        if rest := re.search(r"^  (\d) (alike|\w+): all other cases$", text, re.MULTILINE):
            (shown,) = set(re.findall(r"p/\d", text))
            others = [
                fate for (mine, case), fate in unique.items() if mine == solution and f"p/{case}" != shown
            ]
            assert len(set(others)) == 1
            assert (int(rest[1]), rest[2] in ("alike", others[0].name)) == (len(others), True)
            continue
        assert set(re.findall(r"p/\d", text)) == own
        # The shown result is named once more, in the line with the command that shows all of it.
        assert len(re.findall(r"p/\d", text)) == len(own) + bool(own)
    assert not texts


def test_a_failure_that_repeats_itself_in_the_tests_of_a_case_is_shown_once() -> None:
    tests = [
        make_result(test=number, tests=20, verdict=WA if number > 4 else AC, message="line 1")
        for number in range(1, 21)
    ]
    (text,) = failures.describe_failures(group_cells(tests))
    assert text.plain == (
        "adds.py on sum/small test 5: WA, expected AC: line 1\n  and 15 more tests of this case\n"
        "  all of it: judge show adds.py sum/small\n"
    )


def test_a_source_that_does_not_compile_is_shown_once_for_each_solution() -> None:
    wrong = [
        make_result(solution=name, case=f"p/{number}", verdict=CE, cpu_s=None, stderr=b"SyntaxError")
        for name in ("a.py", "b.py")
        for number in range(20)
    ]
    texts = [text.plain for text in failures.describe_failures(group_cells(wrong))]
    assert [text.split()[0] for text in texts] == ["a.py", "b.py"]
    assert all("SyntaxError" in text for text in texts)


def test_a_case_that_should_have_failed_and_did_not_is_shown() -> None:
    tests = [make_result(test=number, tests=2, expected=(TLE,)) for number in (1, 2)]
    (text,) = failures.describe_failures(group_cells(tests))
    assert text.plain.startswith("adds.py on sum/small test 1: AC, expected TLE\n")


def test_every_reason_for_a_skip_is_told_once_with_the_number_of_tests() -> None:
    skipped = [
        make_result(verdict=SK, message=message, solution=solution, cpu_s=None)
        for message, solution in (
            ("no gcc", "a.c"),
            ("no gcc", "b.c"),
            ("fail\x1bfast", "c.py"),
            ("no gcc", "d.c"),
        )
    ]
    texts = [
        text.plain
        for text in failures.describe_skips(
            make_outcome(make_result(), *skipped, make_result(verdict=Verdict.JE)).skips
        )
    ]
    assert texts == [
        "a.c on sum/small: SK: no gcc\n  and 2 more tests for the same reason\n",
        "c.py on sum/small: SK: fail\\x1bfast\n",
    ]


def test_what_is_as_expected_is_no_failure() -> None:
    right = [make_result(), make_result(case="hack/third", verdict=TLE, expected=(TLE,))]
    assert list(failures.describe_failures(group_cells(right))) == []


# The whole


@pytest.fixture
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Print to 80 columns without a terminal, wherever the tests run."""
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    return monkeypatch


RUN = """\
           sum
solution   small
────────────────────────────────────────
adds.py    AC 250 ms   as expected
spins.py   TLE >1.1 s  as expected
halves.py  WA! 250 ms  1 of 1 unexpected

halves.py on sum/small: WA, expected AC: wrong-text at line 1, column 1, byte 0:
expected '3', got '4'
     answer |    output
  1  3↵     | 1  4↵
     ^      |    ^
  all of it: judge show halves.py sum/small

3 solutions x 1 case: 2 as expected, 1 unexpected
3 tests in 1.2 s; 2 workers, sandbox basic; times are CPU time
slowest accepted: adds.py on sum/small, 250 ms of 1 s
this kernel lacks Landlock
"""


def shown(
    results: Sequence[Result],
    capsys: pytest.CaptureFixture[str],
    *,
    missing: int = 0,
    resumed: int = 0,
    notices: Sequence[str] = (),
    color: Colour = "auto",
    **rest: Any,
) -> str:
    outcome = make_outcome(
        *results,
        limits={result.case: make_limits() for result in results},
        missing=missing,
        resumed=resumed,
        manner="2 workers, sandbox basic",
        wall_s=1.234,
        **rest,
    )
    screen.show_run(outcome, notices=notices, color=color)
    return "\n".join(line.rstrip() for line in capsys.readouterr().out.split("\n"))


FAULTY = FaultyProblem(name="q", format="", faults=(Fault(Path("q.yaml"), 1, "expected less"),))
GREEN, RED = "\x1b[1;32m", "\x1b[1;31m"


@pytest.mark.parametrize(
    ("verdicts", "rest", "style"),
    [
        pytest.param([AC, AC], {}, GREEN, id="as expected"),
        pytest.param([AC, WA], {}, RED, id="not"),
        pytest.param([WA, SK], {"missing": 1}, RED, id="not, and there may be more"),
        pytest.param([AC, SK], {}, "", id="skipped"),
        pytest.param([AC], {"missing": 1}, "", id="interrupted"),
        pytest.param([], {}, "", id="nothing"),
        pytest.param([AC], {"owing": (Unmet(solution="a", problem="p", verdicts=(WA,)),)}, RED, id="owing"),
        pytest.param([AC], {"faulty": (FAULTY,)}, RED, id="a problem at fault"),
    ],
)
def test_the_colour_of_the_summary_says_how_it_went(
    verdicts: list[Verdict],
    rest: dict[str, Any],
    style: str,
    plain_screen: object,
    capsys: pytest.CaptureFixture[str],
) -> None:
    results = [make_result(case=f"p/{n}", verdict=verdict) for n, verdict in enumerate(verdicts)]
    (head,) = [line for line in shown(results, capsys, color="always", **rest).split("\n") if " x " in line]
    assert head.partition(f"{counted(min(1, len(verdicts)), 'solution')} x")[0] == style


def test_a_run_is_a_table_its_failures_and_how_it_was_run(
    plain_screen: object, capsys: pytest.CaptureFixture[str]
) -> None:
    diagnosis = diagnose(b"3\n", b"4\n")
    results = [
        make_result(),
        make_result(solution="halves.py", verdict=WA, message=summarize(diagnosis), diagnosis=diagnosis),
        make_result(solution="spins.py", verdict=TLE, expected=(TLE,), cpu_s=1.1),
    ]
    assert shown(results, capsys, notices=["this kernel lacks Landlock"]) == RUN


def test_no_colour_is_used_that_a_light_or_a_dark_screen_swallows() -> None:
    diagnosis = diagnose(b"3\n", b"4\n")
    verdicts = [verdict for verdict in Verdict if verdict is not SK]
    results = [
        *(
            make_result(solution=f"{verdict}.py", verdict=verdict, expected=(verdict,))
            for verdict in verdicts
        ),
        make_result(solution="skipped.c", verdict=SK, cpu_s=None),
        make_result(solution="wrong.py", verdict=WA, message=summarize(diagnosis), diagnosis=diagnosis),
    ]
    target = Console(file=io.StringIO(), color_system="standard", force_terminal=True, width=100)
    table = tables.tabulate_verdicts(rows.group_by_solution(group_cells(results)), target)
    texts = [
        *failures.describe_failures(group_cells(results)),
        *failures.describe_skips(make_outcome(*results).skips),
        *map(failures.describe_result, results),
    ]
    styles = [segment.style for text in (table, *texts) for segment in target.render(text) if segment.style]
    assert {style.color.name for style in styles if style.color} == {"green", "magenta", "red"}


def test_what_is_not_known_is_said(plain_screen: object, capsys: pytest.CaptureFixture[str]) -> None:
    words = "interrupted: 39 tests not known; `judge run --resume` goes on\n"
    assert words in shown([make_result()], capsys, missing=39)
    assert words in shown([], capsys, missing=39)
    assert "interrupted" not in shown([make_result()], capsys)


CATALOGUE = """\
problem  format  cases     solutions  decided by  title
───────────────────────────────────────────────────────────
sum      text    2         3          exact       A problem
max              at fault

solution     format  problems  known by  source  expected
────────────────────────────────────────────────────────────────────────────
adds.py      text    sum       path              some WA
bad.py       text    all       at fault          AC
cell/any.py  poj     all       format    a book  hack TLE, luogu*/x WA or PE

case       format  CPU    memory
─────────────────────────────────
sum/small  text    1 s    64 MiB
sum/large  text    0.5 s  1.5 MiB
"""


def test_the_catalogue_has_all_that_can_be_judged(
    plain_screen: object, capsys: pytest.CaptureFixture[str]
) -> None:
    expect: dict[str, Verdict | tuple[Verdict, ...]] = {"hack": TLE, "luogu*/x": (WA, PE)}
    grids = make_solution(name="cell/any.py", format="poj", source="a book", expect=expect)
    fault = Fault(Path("bad.py"), 1, "expected a, got b")
    solutions = [
        replace(make_solution(), problems=("sum",), told_by="path", rules=(Rule(required=(WA,)),)),
        replace(make_solution(name="bad.py"), faults=(fault,)),
        replace(grids, problems=("sum", "max"), told_by="format"),
    ]
    cases = [make_case(), make_case(id="sum/large", limits=make_limits(cpu_s=0.5, memory_bytes=3 << 19))]
    faulty = FaultyProblem(name="max", format="", faults=(fault,))
    show_catalogue(solutions, cases, [], faulty=[faulty])
    lines = capsys.readouterr().out.split("\n")
    assert "\n".join(line.rstrip() for line in lines) == CATALOGUE


@pytest.mark.parametrize("width", [40, 60, 80, 120, 250])
def test_the_catalogue_breaks_no_name_and_says_what_it_leaves_out(
    width: int, plain_screen: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain_screen.setenv("COLUMNS", str(width))
    names = [f"folder/program_of_somebody_{number}{'_' * number}.py" for number in range(12)]
    expect: dict[str, Verdict | tuple[Verdict, ...]] = {"hack/a_long_case": TLE, "other*/x": (WA, PE)}
    solutions = [make_solution(name=name, source="a book of many words", expect=expect) for name in names]
    show_catalogue(solutions, [replace(make_case(), title="A problem of many words")], [])
    lines = [line.rstrip() for line in capsys.readouterr().out.split("\n")]
    assert all(cell_len(line) <= width for line in lines)
    shown = [line.split()[0] for line in lines if line.startswith("fol")]
    for name, cut in zip(names, shown, strict=True):
        head, _, tail = cut.partition("…")
        assert name.startswith(head)
        assert name.endswith(tail)
    text = " ".join(" ".join(lines).split())
    assert text.count("hack/a_long_case") == text.count("other*/x") == len(names)
    left_out = " ".join(line for line in lines if line.startswith("left out: "))
    headings = " ".join(line for line in lines if line.startswith(("problem ", "solution ")))
    for heading in ("title", "decided by", "source", "known by"):
        assert (heading in left_out) != (heading in headings)
    assert ("the middle of long names" in text) == ("…" in text) == (width <= 60)


def test_the_catalogue_says_what_decides_and_no_source_where_none_is_stated(
    plain_screen: object, capsys: pytest.CaptureFixture[str]
) -> None:
    checker = CheckerProgram(program=make_solution(name="check.cpp"), protocol="testlib")
    cases = [
        replace(make_case(id="half/1"), compare="float 1e-6"),
        replace(make_case(id="half/2"), answer=None),
        replace(make_case(id="two/1"), checker=checker),
        replace(make_case(id="grid/1"), any_answer=True),
    ]
    show_catalogue([replace(make_solution(), source="")], cases, [])
    problems, solutions, _ = capsys.readouterr().out.split("\n\n")
    assert [" ".join(row.split()[4:-2]) for row in problems.splitlines()[2:]] == [
        "float 1e-6, nothing, no answer",
        f"{checker.program.path.name} (testlib)",
        "any",
    ]
    assert "source" not in solutions


def test_of_many_cases_alike_the_catalogue_has_the_first_and_the_last(
    plain_screen: object, capsys: pytest.CaptureFixture[str]
) -> None:
    few = [make_case(id=f"few/{number}") for number in range(20)]
    many = [make_case(id=f"many/{number}") for number in range(9_999)]
    slow = [make_case(id=f"many/slow{number}", limits=make_limits(cpu_s=9)) for number in range(2)]
    show_catalogue([], [*few, *many, *slow], [])
    rows = [line.rstrip() for line in capsys.readouterr().out.splitlines() if "MiB" in line]
    assert [row.partition("  ")[0] for row in rows] == [
        *(case.id for case in few),
        *("many/0", "... 9,997 more", "many/9998", "many/slow0", "many/slow1"),
    ]


def test_who_catches_a_mistake_are_those_that_say_something(
    plain_screen: object, capsys: pytest.CaptureFixture[str]
) -> None:
    checker = CheckerProgram(program=make_solution(), protocol="testlib")
    checked = [*mutants(make_test(checker=checker))]
    show_mutants(checked)
    shown = capsys.readouterr().out
    assert " ".join(shown.splitlines()[0].split()) == "mistake exact luogu poj squeezed cms tokens kattis"
    assert "a checker that a problem brings is not asked" in shown
    show_mutants([*checked, *mutants(make_test(compare="luogu"))])
    shown = " ".join(capsys.readouterr().out.split())
    assert "kattis decided " in shown
    assert "decided: by the rule of each case, luogu a checker that a problem brings is not asked" in shown


@pytest.mark.parametrize("rule", ["luogu", "float 1e-6"])
def test_a_rule_that_decides_all_has_one_column_in_the_width_of_a_screen(
    rule: str, plain_screen: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = [*mutants(make_test(answer=b"1.5 Yes\n2 No\n", compare=rule))]
    plain_screen.setenv("COLUMNS", "80")
    show_mutants(made)
    heading, *_, note = capsys.readouterr().out.rstrip().splitlines()
    names = ["mistake", "exact", "luogu", "poj", "squeezed", "cms", "tokens", "kattis"]
    assert heading.split() == [*names, *(rule.split() if rule not in names else [])]
    assert note.rstrip() == f"{rule} decides"
    plain_screen.setenv("COLUMNS", "50")
    show_mutants(made)
    shown = " ".join(capsys.readouterr().out.split())
    assert "cr-lf: PE on exact, poj; WA on luogu; AC on squeezed, cms, tokens, kattis" in shown


def test_no_word_of_a_file_reaches_the_screen_as_it_is(
    plain_screen: object, capsys: pytest.CaptureFixture[str]
) -> None:
    solution = make_solution(name=HOSTILE, source=HOSTILE, expect={HOSTILE: TLE})
    show_catalogue(
        [solution], [replace(make_case(id=HOSTILE), title=HOSTILE)], [Fault(Path(HOSTILE), 0, HOSTILE)]
    )
    assert capsys.readouterr().out.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("columns", "width"), [(None, BOUNDLESS), ("x", BOUNDLESS), ("", BOUNDLESS), ("60", 60)]
)
def test_what_is_no_terminal_has_no_width_unless_it_is_told_one(
    plain_screen: pytest.MonkeyPatch, columns: str | None, width: int
) -> None:
    plain_screen.delenv("COLUMNS")
    if columns is not None:
        plain_screen.setenv("COLUMNS", columns)
    for colour in ("auto", "always", "never"):
        assert console.open_console(io.StringIO(), color=colour).width == width  # type: ignore[arg-type]


@pytest.mark.parametrize("variable", ["", "1"])
@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_colour_is_always_used_where_that_is_asked_for(
    plain_screen: pytest.MonkeyPatch, variable: str, term: str
) -> None:
    plain_screen.setenv("NO_COLOR", variable)
    plain_screen.setenv("TERM", term)
    for colour, wanted in (("always", "\033[32mgreen\033[0m\n"), ("auto", "green\n"), ("never", "green\n")):
        target = io.StringIO()
        console.open_console(target, color=colour).print("green", style="green")  # type: ignore[arg-type]
        assert target.getvalue() == wanted


def test_a_failure_shows_the_ends_of_its_input() -> None:
    result = failed(b"3\n", b"4\n", verdict=WA)
    for data, lines in (
        (b"1 2\n", ["1 2"]),
        (b"", ["(empty)"]),
        (b"".join(b"%d\n" % n for n in range(100)), ["0", "1", "2", "...", "97", "98", "99"]),
        (b"x" * 10_000 + b"\x1b" + b"y" * 10_000, [f"{'x' * 35}…{'y' * 35}"]),
        (b"9" * (3 << 20), [f"{'9' * 35}…{'9' * 35}", "..."]),
    ):
        text = failures.describe_failure(result, make_test(input=data), width=80).plain
        shown = [line.removeprefix("  input  ") for line in text.splitlines() if line.startswith("  input")]
        assert shown == lines


def test_an_output_without_a_byte_is_shown_as_empty() -> None:
    for answer, output, number in ((b"3\n", b"", 1), (b"", b"3\n", 1), (b"3\n", b"\n", 0)):
        result = failed(answer, output, verdict=WA)
        for width in (30, 80):
            assert failures.describe_failure(result, width=width).plain.count("(empty)") == number


def test_a_failure_whose_test_has_changed_is_shown_without_its_input() -> None:
    def tests(solution: str, case: str) -> Sequence[Any]:
        raise InputErrors((Fault(Path("sum.yaml"), 1, "changed"),))

    (text,) = failures.describe_failures(group_cells([failed(b"3\n", b"4\n", verdict=WA)]), tests=tests)
    assert "  input" not in text.plain
    assert "  1  3↵     | 1  4↵\n" in text.plain


@pytest.mark.parametrize(
    ("name", "path", "told"),
    [
        ("sum", "cases/sum", "sum: JE: cases/sum: expected tests"),
        ("sum", "cases/sum.yaml", "sum: JE: cases/sum.yaml: expected tests"),
        ("eve/x.py", "solutions/eve/x.py", "solutions/eve/x.py: expected tests"),
    ],
    ids=["a folder", "a case file", "a program"],
)
def test_a_problem_at_fault_is_named_and_a_program_once(name: str, path: str, told: str) -> None:
    problem = FaultyProblem(name=name, format="", faults=(Fault(Path(path), 0, "expected tests"),))
    assert failures.describe_faulty(problem).plain == f"{told}\n"
