"""The JSON layout that hyperfine's scripts read."""

import json

from benches import bench_of

from judge.model.verdicts import Verdict
from judge.show.hyperfine import render


def test_a_result_for_each_solution_and_case_with_times() -> None:
    bench = bench_of({"a.py": {"p/one": [0.1, 0.3, 0.2], "p/two": Verdict.TLE}, "b.py": {"p/one": [0.5]}})
    first, second = json.loads(render(bench))["results"]
    assert first["command"] == "a.py"
    assert first["parameters"] == {"case": "p/one"}
    assert first["times"] == [0.1, 0.3, 0.2]
    assert (first["min"], first["median"], first["max"]) == (0.1, 0.2, 0.3)
    assert (round(first["mean"], 6), round(first["stddev"], 6)) == (0.2, 0.1)
    assert first["exit_codes"] == [0, 0, 0]
    assert (second["command"], second["stddev"]) == ("b.py", None)
