"""`bits/stdc++.h` is compiled once, and programs are what they are without that."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import level_or_skip
from helpers import need

from judge.running import builds
from judge.running.keeper_client import Level
from judge.running.languages import LANGUAGES, headers, toolchains
from judge.running.languages.base import Unready
from judge.running.runner import Runner

USES_MUCH = """\
using namespace std;
int main() { map<string, vector<int>> all; string word; while (cin >> word) all[word].push_back(1);
for (auto &each : all) cout << each.first << ' ' << each.second.size() << endl; }
"""
SOURCES = {
    "first": "#include <bits/stdc++.h>\n",
    "after a comment": "// A comment\n/* and\nanother */\n\n  #  include <bits/stdc++.h>\n",
    "after a pragma": '#pragma GCC optimize("O3,unroll-loops")\n#include <bits/stdc++.h>\n',
    "after a macro": "#define double long double\n#include <bits/stdc++.h>\n",
    "after a macro of the library": "#define _GLIBCXX_DEBUG\n#include <bits/stdc++.h>\n",
    "after another header": "#include <cstdio>\n#include <bits/stdc++.h>\n",
    "twice": "#include <bits/stdc++.h>\n#include <bits/stdc++.h>\n",
    "in a comment": "#include <iostream>\n#include <map>\n#include <vector>\n//#include <bits/stdc++.h>\n",
}


def as_if_started_now() -> None:
    builds.folder.cache_clear()
    builds._whole.clear()
    headers._asked.clear()
    while builds._held:
        os.close(builds._held.popitem()[1])


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use an empty cache, as if the process had just started."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    as_if_started_now()
    yield tmp_path / "cache" / "judge"
    as_if_started_now()


def built(source: str, runner: Runner) -> bytes:
    """The bytes of the program, or the words of the compiler."""
    # Optimization and the much larger library of later standards would take time and change nothing.
    sources = (("main.cpp", source.encode()),)
    made = toolchains.build(LANGUAGES[".cpp"], sources, runner, flags=("-std=c++11",))
    return made.stderr if isinstance(made, Unready) else Path(made.argv[0]).read_bytes()


def held(cache: Path) -> list[Path]:
    return [*cache.glob("headers-*")]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["default", "strict"])
def test_a_program_is_the_same_to_the_byte(
    level: Level, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("g++")
    level_or_skip(level)
    sources = [first + USES_MUCH for first in SOURCES.values()] if level == "default" else []
    sources += [SOURCES["first"] + USES_MUCH, SOURCES["first"] + "int main() { return undeclared; }\n"]
    with Runner(core=None, level=level) as runner:
        monkeypatch.setattr(headers, "_WORTHWHILE", 0)
        without = [built(source, runner) for source in sources]
        assert not held(cache)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
        as_if_started_now()
        monkeypatch.setattr(headers, "_WORTHWHILE", 1)
        assert [built(source, runner) for source in sources] == without
    (entry,) = held(tmp_path / "other" / "judge")
    assert (entry / headers.COMPILED).stat().st_size > 1 << 20


def test_the_header_is_compiled_for_the_fourth_program(cache: Path) -> None:
    made = []

    def compile_into(folder: Path) -> bool:
        made.append(folder)
        (folder / "bits").mkdir()
        (folder / headers.COMPILED).write_bytes(b"compiled")
        return True

    found = [headers.find_headers("gcc", "default", compile_into) for _ in range(6)]
    assert len(made) == 1
    assert found[:3] == [None] * 3
    assert {folder and (folder / headers.COMPILED).read_bytes() for folder in found[3:]} == {b"compiled"}
    as_if_started_now()
    # It is used by the first program of the next process, at this level and not at a stricter one.
    assert headers.find_headers("gcc", "default", compile_into) == found[3]
    assert headers.find_headers("gcc", "strict", compile_into) is None
    assert headers.find_headers("clang", "default", compile_into) is None
    assert len(made) == 1


def test_a_header_that_cannot_be_compiled_is_tried_once(cache: Path) -> None:
    tried = []

    def fail(folder: Path) -> bool:
        return bool(tried.append(folder))

    assert [headers.find_headers("gcc", "default", fail) for _ in range(9)] == [None] * 9
    assert len(tried) == 1
    assert not held(cache)


def test_a_full_disk_costs_only_the_compiled_header(cache: Path) -> None:
    def fill(folder: Path) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device", str(folder))

    assert [headers.find_headers("gcc", "default", fill) for _ in range(5)] == [None] * 5
    assert not held(cache)
    assert not [*cache.glob("build-*")]
