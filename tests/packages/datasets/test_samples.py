"""Samples: their ids and programs under the names of other tools."""

import json
import resource
import signal
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from judge.packages.datasets.samples import Samples, read_samples
from judge.platform.errors import Fault, UsageError


def read(folder: Path, *records: dict[str, Any]) -> tuple[dict[str, list[tuple[int, str, str]]], list[str]]:
    file = folder / "samples.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    faults: list[Fault] = []
    with Samples() as found:
        read_samples(file, "python", found, faults)
        short = {
            id: [(one.number, one.source, one.language) for one in found.read(id)] for id in found.problems
        }
    return short, [str(fault).removeprefix(f"{folder}/") for fault in faults]


@pytest.mark.parametrize("key", ["code", "completion", "code_list", "prompt"])
@pytest.mark.parametrize("text", ["print('\ud83d')", "\udc80", "\ud83d\n", "\ud83d\ud83d"])
def test_a_lone_surrogate_leaves_the_record_whole(key: str, text: str, tmp_path: Path) -> None:
    record = {"task_id": "a", key: [text, "x"] if key == "code_list" else text}
    found, faults = read(tmp_path, {"code": "x"} | record if key == "prompt" else record)
    programs = {"code_list": [text, "x"], "prompt": ["x"]}.get(key, [text])
    assert ([source for _, source, _ in found["a"]], faults) == (programs, [])


def test_samples_are_numbered_by_problem(tmp_path: Path) -> None:
    found, faults = read(
        tmp_path,
        {"task_id": "a", "completion": "print(1)"},
        {"question_id": "b", "code_list": ["x", "y"]},
        {"id": 7, "code": "z", "language": "cpp"},
        {"task_id": "a", "generation": "Sure:\n```python\nprint(2)\n```\n"},
    )
    assert found == {
        "a": [(1, "print(1)", "python"), (2, "print(2)\n", "python")],
        "b": [(1, "x", "python"), (2, "y", "python")],
        "7": [(1, "z", "cpp")],
    }
    assert not faults


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ({"completion": "x"}, "expected the id of a problem in one of task_id"),
        ({"task_id": True, "code": "x"}, "expected the id"),
        ({"task_id": "a"}, "expected a program in one of code"),
        ({"task_id": "a", "code": 1}, "expected a text, or a list of texts, in code"),
        ({"task_id": "a", "code": "x", "language": 1}, "expected the name of a language"),
        ({"task_id": "a", "code": "x", "language": "\udc80"}, "expected the name of a language"),
        ({"task_id": "\ud800", "code": "x"}, "expected the id"),
    ],
)
def test_a_bad_sample_is_reported(record: dict[str, Any], fault: str, tmp_path: Path) -> None:
    found, faults = read(tmp_path, record, {"task_id": "b", "code": "x"})
    assert list(found) == ["b"]
    assert len(faults) == 1
    assert faults[0].startswith(f"samples.jsonl:1: {fault}")


def test_samples_are_read_in_any_order_and_take_little_memory() -> None:
    source = "x" * 10_000 + "\ud800"
    with Samples() as samples:
        tracemalloc.start()
        for number in range(3000):
            samples.add(str(number % 3), number, source, "python")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (len(samples), list(samples.lines("1"))[:2], samples.lines("other")) == (3000, [1, 4], ())
        first, last = samples.read("2"), samples.read("0")
        read = [(next(first).line, next(last).line) for _ in range(3)]
        assert read == [(2, 0), (5, 3), (8, 6)]
        assert next(samples.read("1")).source == source
    assert peak < 1 << 20


def test_no_room_for_samples_is_one_line() -> None:
    with Samples() as samples:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
            with pytest.raises(UsageError, match=r"expected room for temporary files, got: File too large"):
                samples.add("a", 1, "x" * 100_000, "python")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, before)
