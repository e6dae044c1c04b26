"""`common-oj` of SandboxFusion: `test` has a list of `{input: {stdin}, output: {stdout}}`.

Source: https://github.com/bytedance/SandboxFusion, `sandbox/datasets/common_oj.py` and
`sandbox/utils/testing.py`.
"""

from typing import Any

from msgspec import Struct

from judge.packages.datasets.apps import read_tags
from judge.packages.datasets.fitting import fit
from judge.packages.datasets.pairs import InputOutput, make_pairs
from judge.packages.datasets.problem import DECIMALS, Problem
from judge.packages.datasets.records import Record, decode_json


class _Input(Struct):
    stdin: str = ""


class _Output(Struct):
    stdout: str = ""


class Stdio(Struct):
    """A test: the text on standard input, and the expected one on standard output."""

    input: _Input
    output: _Output

    @property
    def plain(self) -> InputOutput:
        return InputOutput(self.input.stdin, self.output.stdout)


class _Record(Struct):
    id: int | str
    test: str | list[Stdio]
    content: str | None = ""
    labels: str | dict[str, Any] | None = None


def read_problem(record: Record, index: int) -> Problem:
    """Raises FormatError."""
    found = record.decode(_Record)
    tests = found.test if isinstance(found.test, list) else decode_json(found.test.encode(), list[Stdio])
    labels = found.labels or {}
    if isinstance(labels, str):
        labels = decode_json(labels.encode(), dict[str, Any])
    difficulty = labels.get("difficulty")
    return fit(
        Problem(
            id=str(found.id),
            tests=make_pairs(test.plain for test in tests),
            rule=DECIMALS,
            difficulty=str(difficulty) if isinstance(difficulty, str | int) else "",
            tags=read_tags(labels.get("tags")),
        ),
        found.content or "",
    )
