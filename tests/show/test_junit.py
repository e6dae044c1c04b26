"""Results as JUnit XML: the parts that forges read, and valid XML for any results."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from helpers import make_outcome, make_result
from hypothesis import given
from hypothesis import strategies as st
from outcomes import outcomes

from judge.mistakes.diagnosis import diagnose, summarize
from judge.model.cases import FaultyProblem
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault
from judge.scoring.unmet import Unmet
from judge.show.json import render as json_document
from judge.show.json_reader import parse
from judge.show.junit import render
from judge.show.outcome import Outcome

# From junit-10.xsd: the children, the required attributes and the optional attributes of each element.
SCHEMA = {
    "testsuites": (["testsuite"], set(), {"name", "time", "tests", "failures", "errors"}),
    "testsuite": (["testcase"], {"name", "tests", "failures", "errors"}, {"time", "skipped"}),
    "testcase": (["skipped", "error", "failure", "system-out"], {"name"}, {"time", "classname"}),
    "skipped": ([], set(), {"type", "message"}),
    "error": ([], set(), {"type", "message"}),
    "failure": ([], set(), {"type", "message"}),
    "system-out": ([], set(), set()),
}

GOLDEN = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="judge" tests="3" failures="1" errors="0" time="0.500000">
<testsuite name="adds.py" tests="3" failures="1" errors="0" time="0.500000" skipped="1">
<testcase classname="adds.py" name="p/1" time="0.250000"/>
<testcase classname="adds.py" name="p/2" time="0.250000">
<failure type="WA wrong-text"\
 message="WA, expected AC: wrong-text at line 1, column 1, byte 0: expected '1', got '&lt;'">\
adds.py on p/2: WA, expected AC: wrong-text at line 1, column 1, byte 0: expected '1', got '&lt;'
     answer |    output
  1  1↵     | 1  &lt;↵
     ^      |    ^
</failure>
</testcase>
<testcase classname="adds.py" name="p/3">
<skipped message="no g++"></skipped>
</testcase>
</testsuite>
</testsuites>
"""


def read(outcome: Outcome) -> ET.Element:
    root = ET.fromstring(render(outcome))
    for element in root.iter():
        within, must, may = SCHEMA[element.tag]
        assert {child.tag for child in element} <= set(within)
        assert must <= set(element.keys()) <= must | may
    return root


def wrong(answer: bytes, output: bytes, **rest: object) -> Result:
    diagnosis = diagnose(answer, output)
    message = summarize(diagnosis)
    return make_result(verdict=Verdict.WA, diagnosis=diagnosis, message=message, **rest)  # type: ignore[arg-type]


def test_the_document_to_the_byte() -> None:
    outcome = make_outcome(
        make_result(case="p/1"),
        wrong(b"1\n", b"<\n", case="p/2"),
        make_result(case="p/3", verdict=Verdict.SK, message="no g++", cpu_s=None),
    )
    assert render(outcome).decode() == GOLDEN


@pytest.mark.slow
@given(outcomes())
def test_whatever_came_it_is_xml_of_the_schema(outcome: Outcome) -> None:
    root = read(outcome)
    testcases = list(root.iter("testcase"))
    assert int(root.attrib["tests"]) == len(testcases)
    for tag, count in (("failure", "failures"), ("error", "errors")):
        assert int(root.attrib[count]) == len(list(root.iter(tag)))


@pytest.mark.slow
@given(outcomes())
def test_no_name_comes_twice(outcome: Outcome) -> None:
    names = [(case.attrib["classname"], case.attrib["name"]) for case in read(outcome).iter("testcase")]
    assert len(names) == len(set(names))


@pytest.mark.slow
@given(outcomes())
def test_what_is_made_of_the_json_is_the_same(outcome: Outcome) -> None:
    assert render(parse(json_document(outcome), Path("r.json"))) == render(outcome)


@given(st.text() | st.sampled_from(["\ud800", "\ufffe", "]]>", "\r\n\t", "&lt;"]), st.binary())
def test_the_words_of_programs_are_text(message: str, stderr: bytes) -> None:
    result = make_result(verdict=Verdict.RE, message=message, stderr=stderr)
    (failure,) = read(make_outcome(result)).iter("failure")
    assert failure.attrib["message"].isprintable()
    assert failure.text
    assert " ".join(failure.text.split()).startswith("adds.py on sum/small: RE, expected AC")


def test_a_verdict_that_is_expected_is_passed() -> None:
    late = make_result(verdict=Verdict.TLE, expected=(Verdict.TLE,))
    assert [list(case) for case in read(make_outcome(late)).iter("testcase")] == [[]]


def test_what_is_no_fault_of_the_solution_is_an_error() -> None:
    fault = Fault(Path("cases/q.yaml"), 3, "expected a, got b")
    outcome = make_outcome(
        make_result(verdict=Verdict.JE, message="lost"),
        faulty=(FaultyProblem(name="q", format="", faults=(fault,)),),
        interrupted=True,
        missing=2,
    )
    assert [error.attrib["message"] for error in read(outcome).iter("error")] == [
        "JE, expected AC: lost",
        "q: JE: cases/q.yaml:3: expected a, got b",
        "interrupted: 2 tests not known",
    ]


def test_what_a_folder_says_and_no_test_has_shown_is_a_failure_of_its_own() -> None:
    owing = (Unmet(solution="adds.py", problem="sum", verdicts=(Verdict.WA,)),)
    root = read(make_outcome(make_result(), owing=owing))
    failed = [case.attrib["name"] for case in root.iter("testcase") if case.find("failure") is not None]
    assert failed == ["sum: some WA, as stated"]
    assert len(root) == 1


def test_of_many_cases_there_is_one_for_each_problem() -> None:
    results = [make_result(case=f"p/{number}") for number in range(5000)]
    results += [make_result(case=f"q/{number}") for number in range(2)]
    results[77] = wrong(b"1\n", b"2\n", case="p/77")
    first, second = read(make_outcome(*results)).iter("testcase")
    assert (first.attrib["name"], second.attrib["name"]) == ("p", "q")
    assert first.attrib["time"] == "1250.000000"
    (failure,) = first
    assert failure.attrib["message"].startswith("1 of 5,000 cases, first p/77: WA, expected AC: ")
    assert not list(second)


@pytest.mark.slow
def test_a_flood_is_cut() -> None:
    results = [make_result(case=f"p/{n}", verdict=Verdict.RE, stderr=b"x" * 100_000) for n in range(100)]
    data = render(make_outcome(*results))
    assert len(data) < 100 * 10_000
    assert data.count(b" ...</failure>") == 100
