"""The results of samples that hold when a run continues: they do not depend on the order of the samples."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.library.recipes import TestMaker
from judge.library.reports import Report
from judge.model.verdicts import Verdict
from judge.options.sampling import Manner, Sampling
from judge.packages.datasets.samples import Samples
from judge.platform.errors import Fault

MANNER = Manner(time_s=None, time_factor=None, memory_bytes=None, compare=None, all_tests=False)
IDS = ("a", "b")
NO_MAKER = cast("TestMaker", None)
# Samples by the id of a problem, a language and a program. Few of each make equal ones likely.
SAMPLE = st.tuples(st.sampled_from(IDS), st.sampled_from(["python", "cpp"]), st.sampled_from("xyz\0\ud800"))
Written = tuple[str, str, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sampling")
    problems = ({"id": id, "tests": [{"input": "1\n", "output": "1\n"}]} for id in IDS)
    (folder / "problems.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in problems))
    return folder


def run(folder: Path, written: list[Written]) -> list[Written]:
    """Give each sample that has no result one, and return these samples."""
    new: list[Any] = []
    faults: list[Fault] = []
    with Samples() as samples:
        for line, (id, language, source) in enumerate(written, 1):
            samples.add(id, line, source, language)
        with Sampling(samples, MANNER, folder / "results.jsonl", resume=True) as sampling:
            for each in sampling.list_submissions(folder / "problems.jsonl", "plain", faults, NO_MAKER):
                sampling.add(Report(key=each.key, verdict=Verdict.AC, score=1.0))
                new.append((each.key.problem.id, each.language, each.source))
            sampling.finish(folder / "samples.jsonl", faults)
    assert not faults
    return new


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_only_samples_without_a_result_are_judged_in_any_order(folder: Path, data: st.DataObject) -> None:
    (folder / "results.jsonl").unlink(missing_ok=True)
    before = data.draw(st.lists(SAMPLE, max_size=12))
    added = data.draw(st.lists(SAMPLE, max_size=6))
    after = data.draw(st.permutations(before + added))
    assert Counter(run(folder, before)) == Counter(before)
    assert Counter(run(folder, after)) == Counter(added)
    results = [json.loads(line) for line in (folder / "results.jsonl").read_bytes().splitlines()]
    places = {id: [line for line, each in enumerate(after, 1) if each[0] == id] for id in IDS}
    seen = [(one["problem"], one["sample"], one["line"]) for one in results]
    assert seen == [(id, number, line) for id in IDS for number, line in enumerate(places[id], 1)]
    assert run(folder, after) == []
