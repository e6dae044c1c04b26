"""Results as JSON: one entry for each case of a solution, its tests below it."""

import json
import re
import tracemalloc
from pathlib import Path

import msgspec
import pytest
from fields import rows
from helpers import REPOSITORY, make_limits, make_outcome, make_result
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import schema
from outcomes import outcomes

from judge import __version__
from judge.mistakes.diagnosis import diagnose
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault, InputErrors
from judge.scoring.unmet import Unmet
from judge.show.fields import Document
from judge.show.json import render, render_pieces
from judge.show.json_reader import parse
from judge.show.outcome import Outcome
from judge.show.signs import make_visible, parse_visible

# Fields that a document of the first version may lack.
ADDED = {
    "Document": {"faults", "unmet", "scores", "cases", "unjudged", "together", "manner", "wall_s"}
    | {"classes", "resumed", "missing", "interrupted", "began_at", "machine", "command"}
    | {"misnamed", "strays", "deadline", "late"},
    "JudgedCase": {"whole", "time_factor"},
    "UnmetFolder": {"tests", "points", "got", "message"},
    "JudgedTest": {"output", "checker", "points", "rows", "opinions", "checker_failed"}
    | {"conversation", "passes", "interactor_cpu_s", "measured_at", "host", "last_run"},
    "TestBefore": {"points"},
}
GOLDEN = """\
{
  "version": 1,
  "judge": "%s",
  "results": [
    {
      "solution": "a.py",
      "case": "p/1",
      "verdict": "AC",
      "expected": [
        "AC"
      ],
      "as_expected": true,
      "tests": [
        {
          "test": 1,
          "verdict": "AC",
          "expected": [
            "AC"
          ],
          "as_expected": true,
          "cpu_s": 0.25,
          "wall_s": 0.5,
          "peak_bytes": 8388608,
          "runs": 1,
          "message": "",
          "mistakes": [],
          "stderr": "",
          "output": "",
          "checker": "",
          "points": null,
          "rows": [],
          "opinions": {},
          "checker_failed": false,
          "conversation": [],
          "passes": 1,
          "interactor_cpu_s": null,
          "measured_at": null,
          "host": "",
          "last_run": null
        }
      ],
      "whole": 1,
      "time_factor": 1.0
    },
    {
      "solution": "a.py",
      "case": "p/2",
      "verdict": "TLE",
      "expected": [
        "TLE",
        "WA"
      ],
      "as_expected": true,
      "tests": [
        {
          "test": 1,
          "verdict": "AC",
          "expected": [
            "TLE",
            "WA"
          ],
          "as_expected": true,
          "cpu_s": 0.25,
          "wall_s": 0.5,
          "peak_bytes": 8388608,
          "runs": 1,
          "message": "",
          "mistakes": [],
          "stderr": "",
          "output": "",
          "checker": "",
          "points": null,
          "rows": [],
          "opinions": {},
          "checker_failed": false,
          "conversation": [],
          "passes": 1,
          "interactor_cpu_s": null,
          "measured_at": null,
          "host": "",
          "last_run": null
        },
        {
          "test": 2,
          "verdict": "TLE",
          "expected": [
            "TLE",
            "WA"
          ],
          "as_expected": true,
          "cpu_s": 1.1,
          "wall_s": 1.2,
          "peak_bytes": null,
          "runs": 1,
          "message": "stopped",
          "mistakes": [],
          "stderr": "\\\\x1b[2J\\n",
          "output": "",
          "checker": "",
          "points": null,
          "rows": [],
          "opinions": {},
          "checker_failed": false,
          "conversation": [],
          "passes": 1,
          "interactor_cpu_s": null,
          "measured_at": null,
          "host": "",
          "last_run": null
        }
      ],
      "whole": 2,
      "time_factor": 1.0
    },
    {
      "solution": "b.py",
      "case": "p/1",
      "verdict": "SK",
      "expected": [
        "AC"
      ],
      "as_expected": null,
      "tests": [
        {
          "test": 1,
          "verdict": "SK",
          "expected": [
            "AC"
          ],
          "as_expected": null,
          "cpu_s": null,
          "wall_s": null,
          "peak_bytes": null,
          "runs": 1,
          "message": "skipped",
          "mistakes": [],
          "stderr": "",
          "output": "",
          "checker": "",
          "points": null,
          "rows": [],
          "opinions": {},
          "checker_failed": false,
          "conversation": [],
          "passes": 1,
          "interactor_cpu_s": null,
          "measured_at": null,
          "host": "",
          "last_run": null
        }
      ],
      "whole": 1,
      "time_factor": 1.0
    }
  ],
  "faults": [],
  "unmet": [],
  "scores": [],
  "classes": [],
  "cases": [],
  "unjudged": [],
  "misnamed": [],
  "strays": [],
  "deadline": null,
  "late": [],
  "together": [],
  "manner": "",
  "wall_s": null,
  "resumed": 0,
  "missing": 0,
  "interrupted": false,
  "began_at": null,
  "machine": "",
  "command": ""
}
"""


def test_the_document_to_the_byte() -> None:
    expected = (Verdict.TLE, Verdict.WA)
    results = [
        make_result(solution="a.py", case="p/1"),
        make_result(solution="a.py", case="p/2", expected=expected, tests=2),
        make_result(
            solution="a.py",
            case="p/2",
            test=2,
            tests=2,
            verdict=Verdict.TLE,
            expected=expected,
            message="stopped",
            stderr=b"\x1b[2J\n",
            cpu_s=1.1,
            wall_s=1.2,
            peak_bytes=None,
        ),
        make_result(
            solution="b.py",
            case="p/1",
            verdict=Verdict.SK,
            message="skipped",
            cpu_s=None,
            wall_s=None,
            peak_bytes=None,
        ),
    ]
    assert render(make_outcome(*results)).decode() == GOLDEN % __version__


def test_a_case_that_should_have_failed_is_not_as_expected_though_each_test_is() -> None:
    results = [make_result(test=number, tests=2, expected=(Verdict.TLE,)) for number in (1, 2)]
    (entry,) = json.loads(render(make_outcome(*results)))["results"]
    assert entry["as_expected"] is False
    assert [test["as_expected"] for test in entry["tests"]] == [True, True]


def test_no_results_are_a_document_too() -> None:
    assert json.loads(render(make_outcome())) == {
        "version": 1,
        "judge": __version__,
        "results": [],
        "faults": [],
        "unmet": [],
        "scores": [],
        "classes": [],
        "cases": [],
        "unjudged": [],
        "misnamed": [],
        "strays": [],
        "deadline": None,
        "late": [],
        "together": [],
        "manner": "",
        "wall_s": None,
        "resumed": 0,
        "missing": 0,
        "interrupted": False,
        "began_at": None,
        "machine": "",
        "command": "",
    }


@given(st.text(), st.binary(), st.floats(0, 1e6))
def test_whatever_is_in_a_result_the_document_is_json(message: str, stderr: bytes, cpu_s: float) -> None:
    data = render(make_outcome(make_result(message=message, stderr=stderr, cpu_s=cpu_s)))
    (test,) = json.loads(data)["results"][0]["tests"]
    assert (test["message"], test["cpu_s"]) == (message, cpu_s)


def test_results_are_read_back_as_they_were() -> None:
    results = (
        make_result(
            case="p/1", runs=6, verdict=Verdict.TLE, expected=(Verdict.TLE, Verdict.AC), message="late"
        ),
        make_result(case="p/2", verdict=Verdict.SK, cpu_s=None, wall_s=None, peak_bytes=None),
    )
    assert parse(render(make_outcome(*results)), Path("r.json")).results == results


def test_the_marks_of_a_line_stand_on_one_line() -> None:
    diagnosis = diagnose(b"1 2 3\n", b"123\n")
    wrong = make_result(verdict=Verdict.WA, diagnosis=diagnosis, message='"marks": [ 1 ]')
    text = render(make_outcome(wrong)).decode()
    assert '"marks": [[1,2],[3,4]]' in text
    assert json.loads(text)["results"][0]["tests"][0]["message"] == '"marks": [ 1 ]'


@pytest.mark.slow
@given(outcomes())
def test_what_is_read_back_is_the_same_document(outcome: Outcome) -> None:
    written = render(outcome)
    assert render(parse(written, Path("r.json"))) == written


@pytest.mark.slow
@given(outcomes())
def test_the_pieces_are_laid_out_as_one_document(outcome: Outcome) -> None:
    written = render(outcome)
    whole = msgspec.json.format(msgspec.json.format(written, indent=-1), indent=2)
    marks = re.compile(rb'"marks": \[[\s\d,\[\]]*\]')
    assert written == marks.sub(lambda found: found[0][:9] + b"".join(found[0][9:].split()), whole) + b"\n"


def test_of_many_results_no_more_than_a_few_are_held_as_text() -> None:
    results = [make_result(case=f"p/{number}", message="x" * 1000) for number in range(2000)]
    outcome = make_outcome(*results, limits={result.case: make_limits() for result in results})
    tracemalloc.start()
    try:
        length = sum(map(len, render_pieces(outcome)))
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert length > 2_000_000
    assert peak_bytes < length // 4


def test_a_document_of_an_older_judge_is_read_without_what_it_lacks() -> None:
    whole = json.loads(render(make_outcome(make_result(tests=2))))
    case = whole["results"][0]
    for name, fields in (("Document", whole), ("JudgedCase", case), ("JudgedTest", case["tests"][0])):
        for key in ADDED[name]:
            del fields[key]
    assert parse(json.dumps(whole).encode(), Path("r.json")) == make_outcome(make_result(tests=1))


@pytest.mark.parametrize("shown", [b"\\x41", b"a b\t\r\n", bytes(range(256))])
def test_what_is_made_visible_can_be_told(shown: bytes) -> None:
    assert parse_visible(make_visible(shown)) == shown


@pytest.mark.parametrize("text", ["\u00e9", "\\", "\\xzz", " "])
def test_what_shows_no_bytes_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected bytes made visible, got"):
        parse_visible(text)


def test_fields_that_a_later_judge_adds_are_passed_over() -> None:
    whole = json.loads(render(make_outcome(make_result())))
    for added in (whole, whole["results"][0], whole["results"][0]["tests"][0]):
        added["added"] = [1]
    assert parse(json.dumps(whole).encode(), Path("r.json")) == make_outcome(make_result())


def test_the_schema_knows_every_field_and_every_verdict() -> None:
    definitions = schema(Document)["$defs"]
    wrong = make_result(verdict=Verdict.WA, diagnosis=diagnose(b"1\n", b"2\n"))
    owing = Unmet(solution="wa/a.py", problem="p", verdicts=(Verdict.WA,))
    fault = Fault(Path("a.py"), 1, "expected a, got b")
    entry = json.loads(render(make_outcome(wrong, faults=(fault,), owing=(owing,))))
    for name, found in (
        ("Document", entry),
        ("FileFault", entry["faults"][0]),
        ("UnmetFolder", entry["unmet"][0]),
        ("JudgedCase", entry["results"][0]),
        ("JudgedTest", entry["results"][0]["tests"][0]),
        ("NamedMistake", entry["results"][0]["tests"][0]["mistakes"][0]),
        ("DiffRow", entry["results"][0]["tests"][0]["rows"][0]),
        ("DiffLine", entry["results"][0]["tests"][0]["rows"][0]["answer"]),
        ("BytePlace", entry["results"][0]["tests"][0]["mistakes"][0]["answer"]),
    ):
        properties = definitions[name]["properties"]
        # Later fields have a default.
        assert definitions[name]["required"] == [key for key in properties if key not in ADDED.get(name, ())]
        assert list(properties) == list(found)
    for name in ("JudgedCase", "JudgedTest"):
        assert definitions[name]["properties"]["verdict"]["enum"] == list(Verdict.__members__)


def test_the_page_says_of_every_field_what_the_schema_says() -> None:
    page = (REPOSITORY / "docs" / "json.md").read_text()
    for name, definition in schema(Document)["$defs"].items():
        head, fields = f"## {name}\n\n{definition['description']}\n\n", "\n".join(rows(definition))
        assert f"{head}| field | type | meaning |\n|---|---|---|\n{fields}\n" in page


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b'{"a', "expected results of version 1, got: Input data was truncated", id="no JSON"),
        pytest.param(
            b'{"version": 2, "results": []}', "expected results of version 1, got: version 2", id="new"
        ),
        pytest.param(b'{"results": []}', "expected results of version 1, got: Object missing", id="other"),
    ],
)
def test_what_is_no_document_is_refused_with_its_path(data: bytes, message: str) -> None:
    with pytest.raises(InputErrors) as raised:
        parse(data, Path("r.json"))
    assert str(raised.value).startswith(f"r.json: {message}")
