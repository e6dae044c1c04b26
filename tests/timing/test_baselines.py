"""Benchmarks as files, and the changes since one."""

import json
import re
from pathlib import Path

import pytest
from benches import MACHINE, bench_of, make_bench, make_timing, noisy
from fields import kind
from helpers import REPOSITORY
from msgspec.structs import replace

from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.timing.baselines import build_schema, compare, describe_machine, parse, write_document
from judge.timing.timings import Bench, Change

PATH = Path("baselines/main.json")
AC, TLE, WA = Verdict.AC, Verdict.TLE, Verdict.WA
ELSEWHERE = replace(MACHINE, processor="Another")


def found(then: Bench, now: Bench, *, max_slowdown: float = 0.05) -> list[Change]:
    return list(compare(then, now, max_slowdown=max_slowdown))


def one(time_s: float, *, seed: int = 0, **facts: int) -> Bench:
    return make_bench(make_timing(times_s=noisy(time_s, seed=seed), **facts))


# Files


def test_a_document_is_read_back_as_it_was() -> None:
    timing = make_timing(times_s=[0.1, 0.2], calls=3, lines=4, instructions=5)
    bench = make_bench(timing, make_timing(case="p/two", verdict=TLE), interrupted=True)
    assert parse(write_document(bench), PATH) == bench


def test_a_document_is_for_people_too() -> None:
    written = write_document(make_bench(make_timing(times_s=[0.1, 0.25], verdict=AC))).decode()
    assert json.loads(written)["version"] == 1
    assert '      "times_s": [0.1, 0.25],\n' in written
    assert '"verdict": "AC"' in written


def test_a_document_holds_the_tables_with_their_places_and_ratios() -> None:
    bench = bench_of(
        {
            "b.py": {"p/one": noisy(0.2), "p/two": noisy(0.2)},
            "a.py": {"p/one": noisy(0.1), "p/two": [0.1] * 20},
            "c.py": {"p/one": TLE, "p/two": [0.1] * 20},
        }
    )
    tables = json.loads(write_document(bench, "b.py"))["tables"]
    assert [table["cases"] for table in tables] == [["p/one"], ["p/two"], ["p/one", "p/two"]]
    assert {table["reference"] for table in tables} == {"b.py"}
    standings = tables[0]["standings"]
    assert [(line["solution"], line["place"], line["verdict"]) for line in standings] == [
        ("a.py", [1, 1], "AC"),
        ("b.py", [2, 2], "AC"),
        ("c.py", None, "TLE"),
    ]
    (ratio,) = (line["ratio"] for line in standings if line["solution"] == "a.py")
    assert 0.48 < ratio["low"] < ratio["estimate"] < ratio["high"] < 0.52
    assert standings[2]["ratio"] is None
    (pair,) = tables[0]["pairs"]
    assert (pair["first"], pair["second"], pair["finding"]) == ("b.py", "a.py", "different")


def test_what_is_not_known_of_a_ratio_is_null() -> None:
    bench = bench_of({"a.py": {"p/one": [0.1]}, "b.py": {"p/one": [0.2]}})
    (table,) = json.loads(write_document(bench))["tables"]
    assert table["pairs"][0]["ratio"] == {"low": 0, "estimate": pytest.approx(0.5), "high": None}
    assert table["standings"][0]["time_s"]["high"] is None


def test_a_document_without_the_tables_is_read() -> None:
    bench = make_bench(make_timing(times_s=[0.1]))
    whole = json.loads(write_document(bench))
    del whole["tables"]
    assert parse(json.dumps(whole).encode(), PATH) == bench


def test_the_schema_and_the_page_know_every_field() -> None:
    timing = make_timing(times_s=[0.1] * 6)
    whole = json.loads(write_document(make_bench(timing, make_timing(solution="b.py", times_s=[0.3] * 6))))
    definitions = build_schema()["$defs"]
    page = (REPOSITORY / "docs" / "json.md").read_text()
    (table,) = whole["tables"]
    for name, found in (
        ("BenchDocument", whole),
        ("Timing", whole["timings"][0]),
        ("Startup", whole["startups"][0]),
        ("Machine", whole["machine"]),
        ("Table", table),
        ("Standing", table["standings"][0]),
        ("Summary", table["standings"][0]["summary"]),
        ("Interval", table["standings"][0]["time_s"]),
        ("Pair", table["pairs"][0]),
    ):
        fields = definitions.pop(name)["properties"]
        assert fields.keys() == found.keys()
        section = page.partition(f"## {name}\n")[2].partition("\n## ")[0]
        rows = re.findall(r"^\| `(\w+)` \| (.*?) \| \S.* \|$", section, re.MULTILINE)
        assert rows == [(field, kind(of)) for field, of in fields.items()]
    assert {name: of["enum"] for name, of in definitions.items()} == {
        "Verdict": list(Verdict.__members__),
        "Finding": ["different", "tie", "undecided"],
    }


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            b"nonsense", "1: expected a benchmark of version 1, got: JSON is malformed", id="no JSON"
        ),
        pytest.param(b"[]", "expected a benchmark of version 1, got: Expected `object`", id="a list"),
        pytest.param(b'{"version": 2}', "expected a benchmark of version 1", id="another version"),
        pytest.param(
            b'{"version": 1, "timings": []}', "expected a benchmark of version 1, got: Object miss", id="half"
        ),
        pytest.param(
            b'{"version": 1, "timings": [{"verdict": "GOOD"}]}',
            "expected a benchmark of version 1, got: 'GOOD'",
            id="no verdict",
        ),
    ],
)
def test_what_is_no_benchmark_is_refused_with_its_path(data: bytes, message: str) -> None:
    with pytest.raises(InputErrors) as raised:
        parse(data, PATH)
    assert str(raised.value).replace(":1:", ": 1:").startswith(f"baselines/main.json: {message}")


# Changes


def test_the_same_measured_again_is_no_change() -> None:
    assert found(one(0.1, seed=1), one(0.1, seed=2)) == []


@pytest.mark.parametrize(
    ("now_s", "worse"),
    [
        pytest.param(0.2, True, id="twice as slow"),
        pytest.param(0.103, False, id="slower, but by less than allowed"),
        pytest.param(0.05, False, id="faster"),
    ],
)
def test_a_time_outside_the_noise_is_a_change(now_s: float, worse: bool) -> None:
    whole, case = found(one(0.1, seed=1), one(now_s, seed=2))
    assert (whole.case, case.case) == ("", "p/one")
    assert {whole.what, case.what} == {"time"}
    assert (whole.worse, case.worse) == (worse, worse)
    assert whole.ratio is not None
    assert whole.ratio.estimate == pytest.approx(now_s / 0.1, rel=0.01)


def test_a_verdict_that_changed_always_counts() -> None:
    then = bench_of({"a.py": {"p/one": noisy(0.1), "p/two": WA}})
    now = bench_of({"a.py": {"p/one": TLE, "p/two": noisy(0.1)}})
    worse, better = found(then, now)
    assert (worse.what, worse.then, worse.now, worse.worse) == ("verdict", "AC", "TLE", True)
    assert (better.then, better.now, better.worse) == ("WA", "AC", False)


@pytest.mark.parametrize(
    ("old", "new", "worse"),
    [
        ("AC", "PE", True),
        ("PE", "WA", True),
        ("WA", "TLE", True),
        ("TLE", "RE", True),
        ("RE", "CE", True),
        ("WA", "PE", False),
        ("TLE", "WA", False),
        ("CE", "RE", False),
        ("RE", "AC", False),
        pytest.param("AC", "JE", True, id="what held is not known to hold"),
        pytest.param("JE", "WA", False, id="nothing was known to hold"),
        pytest.param("AC", "SK", False, id="skipped now"),
        pytest.param("SK", "WA", False, id="skipped then"),
    ],
)
def test_a_verdict_is_worse_if_it_is_later_in_their_order(old: str, new: str, worse: bool) -> None:
    then, now = (make_bench(make_timing(verdict=Verdict[name])) for name in (old, new))
    (change,) = found(then, now)
    assert (change.then, change.now, change.worse) == (old, new, worse)


def test_a_count_counts_to_the_unit() -> None:
    more, fewer = found(one(0.1, calls=1000, lines=9), one(0.1, calls=1001, lines=8))
    assert (more.what, more.then, more.now, more.worse) == ("calls", "1,000", "1,001", True)
    assert (fewer.what, fewer.worse) == ("lines", False)


def test_instructions_are_not_compared() -> None:
    assert not found(one(0.1, instructions=10**6), one(0.1, instructions=2 * 10**6))


def test_a_baseline_without_instructions_is_read() -> None:
    bench = make_bench(make_timing())
    whole = json.loads(write_document(bench))
    for timing in whole["timings"]:
        del timing["instructions"]
    assert parse(json.dumps(whole).encode(), PATH) == bench


def test_counts_of_another_python_are_not_compared() -> None:
    then = replace(one(0.1, calls=1), machine=replace(MACHINE, python="3.12.0"))
    assert not [change for change in found(then, one(0.1, calls=2)) if change.what == "calls"]


def test_on_another_machine_seconds_mean_nothing() -> None:
    then = bench_of({"a.py": {"p/one": noisy(0.1)}, "b.py": {"p/one": noisy(0.2)}})
    now = bench_of({"a.py": {"p/one": noisy(0.3)}, "b.py": {"p/one": noisy(0.6)}})
    assert found(replace(then, machine=ELSEWHERE), now) == []


def test_on_another_machine_ratios_to_the_first_are_compared() -> None:
    then = bench_of({"a.py": {"p/one": noisy(0.1)}, "b.py": {"p/one": noisy(0.2)}})
    now = bench_of({"a.py": {"p/one": noisy(0.3)}, "b.py": {"p/one": noisy(1.2)}})
    whole, _ = found(replace(then, machine=ELSEWHERE), now)
    assert (whole.solution, whole.what) == ("b.py", "time over that of a.py")
    assert (float(whole.then), float(whole.now)) == (pytest.approx(2, rel=0.01), pytest.approx(4, rel=0.01))
    assert whole.worse


def test_what_only_one_of_the_two_has_is_not_compared() -> None:
    then = bench_of({"a.py": {"p/one": noisy(0.1)}})
    now = bench_of({"b.py": {"p/one": noisy(0.2)}, "a.py": {"p/two": noisy(0.2)}})
    assert found(then, now) == []


def test_this_machine_has_a_name() -> None:
    machine = describe_machine(manner="warm")
    assert machine.processor
    assert machine.processors >= 1
    assert machine == describe_machine(manner="warm") != describe_machine(manner="cold")
