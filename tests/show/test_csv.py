"""Results as comma-separated values: readers get the values back, and spreadsheets run nothing."""

import csv
import io
import subprocess
from codecs import BOM_UTF8
from datetime import UTC, datetime
from pathlib import Path

import pytest
from helpers import make_limits, make_outcome, make_result, need
from hypothesis import given
from msgspec.structs import replace
from outcomes import HOSTILE, outcomes

from judge.mistakes.diagnosis import diagnose
from judge.model.points import Group, Worth
from judge.model.verdicts import Verdict
from judge.platform.errors import printable
from judge.show.csv import COLUMNS, STUDENT, describe_unknown, render, render_class
from judge.show.json import render as json_document
from judge.show.json_reader import parse
from judge.show.outcome import Outcome


def read(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_the_document_to_the_byte() -> None:
    outcome = make_outcome(
        make_result(case="p/1"),
        make_result(
            case="p/2",
            verdict=Verdict.WA,
            diagnosis=diagnose(b"1 2\n", b"1,3"),
            message='got "1,3"',
            cpu_s=None,
        ),
        make_result(case="p/3", verdict=Verdict.SK, wall_s=None, peak_bytes=None, cpu_s=None),
        limits={"p/1": make_limits()},
    )
    assert render(outcome).decode() == (
        "solution,case,test,verdict,expected,as_expected,cpu_s,cpu_limit_s,wall_s,peak_bytes,memory_limit_bytes,"
        "runs,points,mistakes,message,measured_at,host,problem,student\n"
        "adds.py,p/1,1,AC,AC,true,0.25,1,0.5,8388608,67108864,1,,,,,,p,\n"
        'adds.py,p/2,1,WA,AC,false,,,0.5,8388608,,1,,wrong-text final-newline-missing,"got ""1,3""",,,p,\n'
        "adds.py,p/3,1,SK,AC,,,,,,,1,,,,,,p,\n"
    )


@pytest.mark.slow
@given(outcomes())
def test_every_row_is_read_back_with_every_cell(outcome: Outcome) -> None:
    rows = read(render(outcome))
    assert len(rows) == len(outcome.results)
    for row, result in zip(rows, outcome.results, strict=True):
        assert tuple(row) == (*COLUMNS, STUDENT)
        assert row["solution"].removeprefix("'") == result.solution.removeprefix("'")
        assert row["message"].removeprefix("'") == printable(result.message).removeprefix("'")
        assert row["verdict"] == result.verdict.name
        for name, value in (("cpu_s", result.cpu_s), ("wall_s", result.wall_s), ("points", result.points)):
            assert (float(row[name]) if row[name] else None) == (value and pytest.approx(value, rel=1e-14))


@pytest.mark.slow
@given(outcomes())
def test_no_cell_is_a_formula_or_breaks_a_line(outcome: Outcome) -> None:
    for data in (render(outcome), render_class(outcome)):
        for row in read(data):
            assert not [cell for cell in row.values() if cell[:1] in set("=+-@\t\r\n")]
    assert len(render(outcome).decode().splitlines()) == 1 + len(outcome.results)


@pytest.mark.slow
@given(outcomes())
def test_what_is_made_of_the_json_is_the_same(outcome: Outcome) -> None:
    again = parse(json_document(outcome), Path("r.json"))
    assert (render(again), render_class(again)) == (render(outcome), render_class(outcome))


def test_a_spreadsheet_reads_the_same_and_finds_no_formula(tmp_path: Path) -> None:
    need("soffice")
    results = [
        make_result(case=f"p/{n}", message=word, cpu_s=1 / (3 + n), wall_s=0.1 + n * 0.2)
        for n, word in enumerate(
            [*HOSTILE, "=1+1", "+1+1", "-1+1", "@SUM(1;1)", "\t=1+1", "\r=1+1", "\n=1+1"]
        )
    ]
    data = render(make_outcome(*results, limits={"p/1": make_limits()}))
    (tmp_path / "made.csv").write_bytes(data)
    (tmp_path / "formula.csv").write_bytes(b"a\n=1+1\n")
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    filter = "Text - txt - csv (StarCalc):44,34,76"
    for kind in (f"csv:{filter}", "fods"):
        words = (f"--infilter={filter}", "--convert-to", kind, "--outdir", "read", "made.csv", "formula.csv")
        subprocess.run(
            ["soffice", profile, "--headless", *words],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            timeout=300,
        )
    kept = read((tmp_path / "read" / "made.csv").read_bytes())
    assert {row["as_expected"] for row in kept} == {"TRUE"}, "it knows truth"
    assert [row | {"as_expected": "true"} for row in kept] == read(data)
    found = {path.stem: path.read_bytes().count(b"table:formula=") for path in tmp_path.glob("read/*.fods")}
    assert found == {"made": 0, "formula": 1}


def test_pandas_reads_the_same() -> None:
    pandas = pytest.importorskip("pandas")
    results = [make_result(case=f"p/{n}", message=word) for n, word in enumerate(HOSTILE)]
    results.append(make_result(case="p/no answer", verdict=Verdict.NA, cpu_s=None))
    data = render(make_outcome(*results))
    table = pandas.read_csv(io.BytesIO(data), keep_default_na=False, na_values={"cpu_s": [""]})
    assert list(table["message"]) == [row["message"] for row in read(data)]
    assert list(table["verdict"])[-1] == "NA"
    assert table["cpu_s"].isna().tolist() == [False] * len(HOSTILE) + [True]
    assert table["cpu_s"].sum() == 0.25 * len(HOSTILE)


def hand_ins(*programs: tuple[str, str, Verdict]) -> Outcome:
    """Make two tests of each program, path and problem. The second has the verdict."""
    return make_outcome(
        *(
            make_result(solution=program, case=f"{problem}/{number}", verdict=each)
            for program, problem, verdict in programs
            for number, each in enumerate((Verdict.AC, verdict))
        )
    )


def test_a_class_has_a_row_for_each_student_by_name() -> None:
    outcome = hand_ins(
        ("cem/leap.py", "leap", Verdict.AC),
        ("ann/leap.py", "leap", Verdict.WA),
        ("ann/vowels.py", "vowels", Verdict.AC),
    )
    assert render_class(outcome) == b"student,leap,vowels,total\nann,1,2,3\ncem,2,,2\n"
    assert [(row["student"], row["problem"]) for row in read(render(outcome))] == [
        *[("cem", "leap")] * 2,
        *[("ann", "leap")] * 2,
        *[("ann", "vowels")] * 2,
    ]


def test_with_a_deadline_the_last_column_lists_the_late_problems() -> None:
    outcome = hand_ins(
        ("ann/leap.py", "leap", Verdict.AC),
        ("ann/late.py", "late", Verdict.AC),
        ("ben/leap.py", "leap", Verdict.AC),
    )
    known = replace(outcome, deadline=datetime(2026, 11, 30, tzinfo=UTC), late=("ann/leap.py", "ann/late.py"))
    wanted = b"student,late,leap,total,late of the class\nann,2,2,4,late leap\nben,,2,2,\n"
    assert render_class(known) == wanted


def test_points_count_where_a_problem_has_some() -> None:
    worth = Worth(points=2.5, groups=(Group(name=""),))
    outcome = hand_ins(("ann/leap.py", "leap", Verdict.WA), ("ben/leap.py", "leap", Verdict.AC))
    results = [replace(one, worth=worth, points=2.5 * (one.verdict is Verdict.AC)) for one in outcome.results]
    assert render_class(make_outcome(*results)) == b"student,leap,total\nann,2.5,2.5\nben,5,5\n"


@pytest.mark.parametrize("word", HOSTILE)
def test_the_line_about_empty_cells_is_one_line_without_control_characters(word: str) -> None:
    worth = Worth(points=2.5, groups=(Group(name=""),))
    program = f"ann{word}/leap.py"
    outcome = hand_ins((program, "leap", Verdict.JE), ("ben/leap.py", "leap", Verdict.AC))
    results = [
        replace(one, worth=worth, points=None if one.verdict is Verdict.JE else 2.5, message=word)
        for one in outcome.results
    ]
    words = describe_unknown(make_outcome(*results))
    assert words.startswith("1 cell is empty, for unknown points: ann")
    assert words == printable(words)


def test_names_in_any_script_have_the_mark_of_excel_and_others_none() -> None:
    names = ("zoë/leap.py", "李雷/leap.py")
    data = render_class(hand_ins(*((name, "leap", Verdict.AC) for name in names)))
    assert data.startswith(BOM_UTF8)
    assert [row["student"] for row in read(data)] == ["zoë", "李雷"]
    plain = render_class(hand_ins(("ann/leap.py", "leap", Verdict.AC), ("ben/leap.py", "leap", Verdict.AC)))
    assert plain.isascii()


def test_a_student_with_the_name_of_a_formula_is_a_text() -> None:
    data = render_class(hand_ins(("=1+1/leap.py", "leap", Verdict.AC), ("@x/leap.py", "leap", Verdict.AC)))
    assert [row["student"] for row in read(data)] == ["'=1+1", "'@x"]


def test_a_problem_with_the_name_of_a_column_is_another_column() -> None:
    programs = [("ann/total.py", "total", Verdict.AC), ("ann/student.py", "student", Verdict.WA)]
    head, _ = render_class(hand_ins(*programs)).decode().splitlines()
    assert head == "student of the class,student,total,total of the class"


def test_without_a_class_each_program_is_a_row() -> None:
    outcome = hand_ins(
        ("a.py", "leap", Verdict.WA), ("a.cpp", "leap", Verdict.AC), ("b.py", "sum", Verdict.AC)
    )
    assert render_class(outcome) == b"student,leap,sum,total\na,1,,1\na.cpp,2,,2\nb,,2,2\n"
