"""The bugs that tools/mutate_code.py plants: each is one change, and the same seed plants the same."""

import ast
import importlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import REPOSITORY, write_files

SOURCE = '''\
"""A docstring stays."""

def decide(run: "Run | None" = None, limit: int = 3) -> tuple[str, int]:
    """And so does this one."""
    total, words = 0, {"ä", "b"}
    for part in [each for each in run.parts if not each.hidden]:
        if part.cpu_s > limit and part.name not in words:
            break
        if part.size == 0:
            continue
        total += part.wall_s
        part.seen = True
    report(total, file=None, **run.more)
    while total <= limit or run is None:
        raise ValueError(f"{total:.2f} of {limit}")
    return ("AC" if total else "WA"), -limit
'''
OPERATORS = {
    *("comparison", "negated condition", "and/or", "not removed", "argument dropped", "element dropped"),
    *("number", "return None", "statement dropped", "break/continue", "clock"),
}


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(REPOSITORY / "tools")
    return importlib.import_module


def test_each_mutant_is_code_that_differs_in_its_place_alone(tools: Any) -> None:
    source, tree = SOURCE.encode(), ast.dump(ast.parse(SOURCE))
    found = list(tools("mutants").mutants("a.py", source))
    assert {mutant["operator"] for mutant in found} == OPERATORS
    for mutant in found:
        start, end = mutant["range"]
        assert source[start:end].decode() == mutant["before"]
        assert ast.dump(ast.parse(source[:start] + mutant["after"].encode() + source[end:])) != tree
        assert "docstring" not in mutant["before"]


def test_a_sample_is_the_same_again_and_of_all_folders(
    tools: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tools("mutate_code")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    write_files(tmp_path, {"a/one.py": SOURCE, "a/deep/two.py": SOURCE, "b/three.py": SOURCE})
    first = tool.sample(["a", "b"], 30, 7)
    assert first == tool.sample(["a", "b"], 30, 7) != tool.sample(["a", "b"], 30, 8)
    assert Counter(mutant["path"][0] for mutant in first) == {"a": 20, "b": 10}


def test_the_interval_is_that_of_wilson(tools: Any) -> None:
    """Mutants that run out of time count as seen. Equivalent ones do not count."""
    fates = [{"fate": "seen"}] * 89 + [{"fate": "time"}] + [{"fate": "survived"}] * 10
    text = tools("mutate_code").summary([*fates, {"fate": "survived", "equivalent": "why"}])
    assert text.endswith("seen 90 of 100, 90.0%, 95 % interval 82.6% to 94.5%")
