"""Results as comma-separated values: readers get the values back, and spreadsheets run nothing."""

import csv
import io
import subprocess
from pathlib import Path

import pytest
from helpers import make_limits, make_outcome, make_result, need
from hypothesis import given
from outcomes import HOSTILE, outcomes

from judge.errors import printable
from judge.mistakes.diagnosis import diagnose
from judge.model.verdicts import Verdict
from judge.show.csv import COLUMNS, render
from judge.show.json import render as json_document
from judge.show.json_reader import parse
from judge.show.outcome import Outcome


def read(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


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
        "runs,points,mistakes,message,measured_at,host\n"
        "adds.py,p/1,1,AC,AC,true,0.25,1,0.5,8388608,67108864,1,,,,,\n"
        'adds.py,p/2,1,WA,AC,false,,,0.5,8388608,,1,,wrong-text final-newline-missing,"got ""1,3""",,\n'
        "adds.py,p/3,1,SK,AC,,,,,,,1,,,,,\n"
    )


@given(outcomes())
def test_every_row_is_read_back_with_every_cell(outcome: Outcome) -> None:
    rows = read(render(outcome))
    assert len(rows) == len(outcome.results)
    for row, result in zip(rows, outcome.results, strict=True):
        assert tuple(row) == tuple(COLUMNS)
        assert row["solution"].removeprefix("'") == result.solution.removeprefix("'")
        assert row["message"].removeprefix("'") == printable(result.message).removeprefix("'")
        assert row["verdict"] == result.verdict.name
        for name, value in (("cpu_s", result.cpu_s), ("wall_s", result.wall_s), ("points", result.points)):
            assert (float(row[name]) if row[name] else None) == (value and pytest.approx(value, rel=1e-14))


@given(outcomes())
def test_no_cell_is_a_formula_or_breaks_a_line(outcome: Outcome) -> None:
    data = render(outcome).decode()
    for row in read(data.encode()):
        assert not [cell for cell in row.values() if cell[:1] in set("=+-@\t\r\n")]
    assert len(data.splitlines()) == 1 + len(outcome.results)


@given(outcomes())
def test_what_is_made_of_the_json_is_the_same(outcome: Outcome) -> None:
    assert render(parse(json_document(outcome), Path("r.json"))) == render(outcome)


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
