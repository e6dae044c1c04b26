"""Generated tests of packages: their sandbox level, and the cache with its bound."""

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import level_or_skip
from helpers import JUDGE, environment, run_here, run_judge, wait_until
from msgspec.structs import replace
from polygons import FILES, generated, manual, problem_xml, write_package
from variants import unnoticed

from judge import load
from judge.packages.generated_tests import _cache_name
from judge.packages.imports import open_import
from judge.packages.package import Package, Recipe
from judge.platform.errors import Fault
from judge.platform.files import whole
from judge.running import builds
from judge.running.keeper_client import LEVELS, Level

# Prints a number that shows its sandbox level, from what it can read of a foreign file.
GENERATOR = """\
import os
print(1)
try:
    print(LEVELS.index("basic"), open(SECRET).read().strip())
except OSError:
    print(LEVELS.index("default" if os.path.exists(SECRET) else "strict"), 0)
"""
ORDERS = list(itertools.permutations(LEVELS))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use an empty cache, as in a process that has just started."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    builds.folder.cache_clear()
    yield tmp_path / "cache/judge"
    builds.folder.cache_clear()
    while builds._held:
        os.close(builds._held.popitem()[1])


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Whose second test says at which level it was made."""
    secret = tmp_path / "secret"
    secret.write_text("42\n")
    facts = f"SECRET, LEVELS = {str(secret)!r}, {LEVELS!r}\n"
    xml = problem_xml([manual(), generated("gen 1")])
    return write_package(tmp_path / "p", xml, {**FILES, "files/gen.py": facts + GENERATOR})


def level_in(data: bytes | str) -> Level:
    return LEVELS[int(data.split()[1])]


def kept(cache: Path) -> list[str]:
    return [path.name for path in cache.glob("tests-*")] if cache.is_dir() else []


@pytest.mark.parametrize("level", LEVELS)
def test_what_makes_tests_is_sealed_as_it_is_asked_for(level: Level, package: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    assert run_here("import", package, "--sandbox", level_or_skip(level), cwd=project).returncode == 0
    assert level_in((project / "cases/sum-of-all/02.in").read_text()) == level


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["show", "sum", "sum-of-all/02", "--input"], id="show"),
        pytest.param(["run"], id="run"),
        pytest.param(["bench", "--rounds", "1", "--warmups", "0"], id="bench"),
        pytest.param(["limits"], id="limits"),
        pytest.param(["stress", "accepted/sum", "--time", "1ms"], id="stress"),
    ],
)
def test_a_command_that_judges_a_package_where_it_lies_makes_its_tests_as_it_judges(
    level: Level, words: list[str], package: Path, cache: Path
) -> None:
    run_here(*words, "--root", package, "--sandbox", level_or_skip(level), cwd=package.parent)
    (name,) = kept(cache)
    assert level_in((cache / name / "02.in").read_bytes()) == level


@pytest.mark.parametrize("levels", ORDERS, ids=" ".join)
def test_what_was_made_serves_the_level_that_it_was_made_at_and_lower_ones(
    levels: tuple[Level, ...], package: Path
) -> None:
    """Generate the largest request, and nothing twice."""
    made: list[Level] = []
    for level in map(level_or_skip, levels):
        heard: list[tuple[int, int]] = []
        with open_import(
            package, level=level, progress=lambda done, all, heard=heard: heard.append((done, all))
        ) as found:
            seen = next(level_in(whole(case.input)) for case in found.cases if case.id.endswith("02"))
        assert LEVELS.index(seen) >= LEVELS.index(level)
        assert bool(heard) == (seen not in made)
        made.append(seen)


def test_a_program_that_loads_a_package_says_at_which_level_its_tests_are_made(package: Path) -> None:
    for level in ("default", level_or_skip("strict")):
        found = load(package, sandbox=level)
        assert [level_in(whole(case.input)) for case in found.cases if case.id.endswith("02")] == [level]


@pytest.mark.parametrize("words", [["import", "{}"], ["run", "--root", "{}"]], ids=lambda words: words[0])
def test_a_level_that_cannot_be_had_is_refused_before_anything_is_made(
    words: list[str], package: Path, cache: Path, tmp_path: Path
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "project").mkdir()
    done = run_here(
        *(word.format(package) for word in words),
        *("--sandbox", "strict"),
        cwd=tmp_path / "project",
        env={"PATH": str(tmp_path / "bin")},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("the sandbox does not start at level strict: ")
    assert done.stderr.count("\n") == 1
    assert [*(tmp_path / "project").iterdir()] == []
    assert kept(cache) == []


# What is kept

# Waits until a file is there, of which it may see no more.
WAITS = """\
import os, time
while not os.path.exists(FLAG):
    time.sleep(0.01)
print(1)
print(7)
"""
LARGE = "print(1)\nprint(NUMBER)\nprint(' ' * 300_000)\n"


def making(root: Path, generator: str) -> Path:
    xml = problem_xml([manual(), generated("gen 1")])
    return write_package(root, xml, {**FILES, "files/gen.py": generator})


def home(place: Path) -> Path:
    place.mkdir()
    return place


@pytest.mark.slow
def test_who_is_killed_while_tests_are_made_leaves_none(tmp_path: Path, cache: Path) -> None:
    flag = tmp_path / "flag"
    package = making(tmp_path / "p", f"FLAG = {str(flag)!r}\n{WAITS}")
    words = [*JUDGE, "import", package]
    with subprocess.Popen(words, cwd=home(tmp_path / "a"), env=environment()) as maker:
        wait_until(lambda: [*cache.glob("build-*/cases/sum-of-all/01.in")])
        maker.send_signal(signal.SIGKILL)
    assert kept(cache) == []
    flag.touch()
    done = run_judge("import", package, cwd=home(tmp_path / "b"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "b/cases/sum-of-all/02.in").read_text() == "1\n7\n"
    assert [*(tmp_path / "a").iterdir()] == []


@pytest.mark.slow
def test_of_two_judges_that_make_the_same_both_have_it_and_one_entry_is_kept(
    tmp_path: Path, cache: Path
) -> None:
    flag = tmp_path / "flag"
    package = making(tmp_path / "p", f"FLAG = {str(flag)!r}\n{WAITS}")
    words = [*JUDGE, "run", "--root", package]
    makers = [
        subprocess.Popen(words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE) for _ in range(2)
    ]
    wait_until(lambda: len([*cache.glob("build-*/cases/sum-of-all/01.in")]) == 2)
    flag.touch()
    for maker in makers:
        out, _ = maker.communicate()
        assert maker.returncode == 0, out
    assert len(kept(cache)) == 1


@pytest.mark.parametrize(
    "free_kb", [300, *(pytest.param(size, marks=pytest.mark.slow) for size in (0, 64, 500, 700))]
)
def test_on_a_full_disk_tests_are_made_whole_or_not_at_all(
    free_kb: int, tmp_path: Path, little_disk: Path
) -> None:
    package = making(tmp_path / "p", f"NUMBER = 7\n{LARGE}")
    env = {"XDG_CACHE_HOME": str(little_disk)}
    (little_disk / "judge").mkdir(mode=0o700)
    filler = little_disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    os.truncate(filler, max(0, filler.stat().st_size - free_kb * 1024))
    done = run_judge("import", package, cwd=home(tmp_path / "a"), env=env)
    assert done.returncode in (0, 2)
    if done.returncode:
        assert "No space left on device" in done.stderr
        assert done.stderr.count("\n") == 1
        assert not (tmp_path / "a/cases").exists()
    for entry in (little_disk / "judge").glob("tests-*"):
        assert ((entry / "02.in").stat().st_size, (entry / "02.a").read_text()) == (300_005, "7\n")
    filler.unlink()
    done = run_judge("import", package, cwd=home(tmp_path / "b"), env=env)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "b/cases/sum-of-all/02.in").stat().st_size == 300_005


IMPORT = """\
import sys
from judge.cli import main
from judge.packages import generated_tests

generated_tests.KEPT_BYTES = 800_000
sys.exit(main(["import", sys.argv[1]]))
"""


@pytest.mark.slow
def test_made_tests_are_kept_to_a_size_and_those_that_were_used_last_stay(
    tmp_path: Path, cache: Path
) -> None:
    """There is room for two packages of three."""
    packages = {name: making(tmp_path / name, f"NUMBER = {name!r}\n{LARGE}") for name in ("1", "2", "3")}
    of: dict[str, str] = {}
    for number, name in enumerate(["1", "2", "1", "3"]):
        words = [sys.executable, "-c", IMPORT, packages[name]]
        before = {*kept(cache)}
        done = subprocess.run(words, cwd=home(tmp_path / f"home-{number}"), env=environment())
        assert done.returncode == 0
        of |= dict.fromkeys({*kept(cache)} - before, name)
    assert sorted(of[entry] for entry in kept(cache)) == ["1", "3"]


PACKAGE = Package(
    name="p",
    origin="polygon",
    stated={"problem": "p"},
    tests={"01.args": b"x", "01.in": b"1 2\n"},
    tools={"a.py": b"print(1)"},
    programs={"adds.py": b"print(3)"},
    recipes={"01.a": Recipe(program="adds.py", words=("x",), written="01.a", answers="01.in")},
    around={"words.txt": b"a b"},
    missing=[Fault(Path("p"), 1, "one test")],
    changed={"a.py": Path("p/a.py")},
    calls={"01": Recipe(program="a.py")},
    reference="adds.py",
)
# For the import alone, after the tests are made.
LATER = ["missing", "changed", "calls", "reference"]


def test_everything_that_a_test_is_made_of_is_in_its_key() -> None:
    assert unnoticed(PACKAGE, _cache_name, but=LATER) == {"origin", *LATER}
    assert _cache_name(replace(PACKAGE, missing=None)) != _cache_name(PACKAGE)


def test_a_program_that_decides_is_not_one_that_solves() -> None:
    moved = replace(PACKAGE, tools={}, programs={**PACKAGE.programs, **PACKAGE.tools})
    assert _cache_name(moved) != _cache_name(PACKAGE)


def test_another_version_of_the_judge_makes_its_tests_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _cache_name(PACKAGE)
    monkeypatch.setattr("judge.packages.generated_tests.__version__", "0.0.0")
    assert _cache_name(PACKAGE) != before
