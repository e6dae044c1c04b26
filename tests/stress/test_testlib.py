"""The generators and validators of testlib, unchanged."""

import re
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import REPOSITORY, run_here, write_project

TESTLIB = REPOSITORY.parent / "shared" / "data" / "public" / "testlib"
# The arguments of each generator. testlib takes its seed from all of them.
CALLED: Mapping[str, str] = {
    "bgen": "{seed}",
    "gen-array-with-opt": "-test-count 3 -sum-n {size:3..10000} -min-value -1000 -max-value 1000 {seed}",
    "gen-bipartite-graph": "{size:400} {size:400} {size:400} {seed}",
    "gen-rooted-tree-graph": "{size} 0 {seed}",
    "gen-tree-graph": "{size:2..10000} 0 {seed}",
    "gs": "2 {size:99} a 1 b {seed}",
    "igen": "{seed}",
    "iwgen": "-1000000 {seed}",
    "sgen": "{seed}",
    "swgen": "0 {seed}",
}
# It writes ten files.
NOT_CALLED = {"multigen"}
GRAPH = """\
from shapes import called
chance, n = called(1000)
edges = chance.graph(n, chance.integer(0, 2 * n))
print(n, len(edges))
for edge in edges:
    print(*edge)
"""
ARRAY = """\
from shapes import called
chance, n = called(100_000)
print(n)
print(*chance.integers(n, -(10**15), 10**15))
"""
TWO = """\
from shapes import called
chance, size = called(100)
print(chance.integer(1, size), chance.integer(1, size))
"""
# For each validator, a generator of valid inputs and the smallest valid input.
TAKEN: Mapping[str, tuple[str, str]] = {
    "bipartite-graph-validator": ("gen-bipartite-graph", "1 1 0"),
    "case-nval": ("gen-array-with-opt", "1\n1\n0"),
    "ival": ("iwgen", "1"),
    "nval": (ARRAY, "1\n0"),
    "sval": ("gs", "a"),
    "undirected-graph-validator": (GRAPH, "1 0"),
    "undirected-tree-validator": ("gen-tree-graph", "2\n1 2"),
    "validate-using-testset-and-group": (TWO, "1 1"),
}
COUNTS = "import sys\nprint(len(sys.stdin.read().split()))\n"


@pytest.fixture
def testlib(quick_testlib: None, tmp_path: Path) -> Path:
    """Make a project that knows testlib."""
    (tmp_path / "pyproject.toml").write_text(f'[tool.judge]\ntestlib = "{TESTLIB}/testlib.h"\n')
    return tmp_path


def stressed(
    root: Path, generator: str, validator: str = "", sample: str = "1"
) -> "subprocess.CompletedProcess[str]":
    """Search with two programs that agree, so only an input can be wrong.

    A second is enough for several cases, unless the machine is busy.
    """
    lines = "".join(f"      {line}\n" for line in sample.split("\n"))
    case = f"cases:\n  - id: sample\n    input: |\n{lines}    output: '{len(sample.split())}'\n"
    write_project(
        root,
        solutions={"counts.py": COUNTS, "counts_too.py": COUNTS},
        cases={"words.yaml": f"compare: tokens\n{case}"},
    )
    if "\n" in generator:
        (root / "drawn.py").write_text(generator)
        line = "drawn.py"
    else:
        line = f"{shlex.quote(str(TESTLIB / 'generators' / generator))}.cpp {CALLED.get(generator, '{seed}')}"
    words = ["--validator", TESTLIB / "validators" / f"{validator}.cpp"] if validator else []
    against = ["counts.py", "--against", "counts_too.py", "--generator", line]
    for budget in ("1s", "30s"):
        done = run_here("stress", *against, *words, "--seed", "1", "--budget", budget, cwd=root)
        if not re.search("^1 case ", done.stdout, re.MULTILINE):
            break
    return done


def test_all_generators_and_validators_are_tried() -> None:
    if not TESTLIB.is_dir():
        pytest.skip("testlib is not here")
    assert {path.stem for path in (TESTLIB / "generators").glob("*.cpp")} == CALLED.keys() | NOT_CALLED
    assert {path.stem for path in (TESTLIB / "validators").glob("*.cpp")} == TAKEN.keys()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CALLED.keys() - {drawer for drawer, _ in TAKEN.values()}))
def test_a_generator_of_testlib_draws(name: str, testlib: Path) -> None:
    assert_all_are_well(stressed(testlib, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", TAKEN)
def test_a_validator_of_testlib_takes_what_is_drawn_for_it(name: str, testlib: Path) -> None:
    drawer, sample = TAKEN[name]
    assert_all_are_well(stressed(testlib, drawer, name, sample))


def assert_all_are_well(done: "subprocess.CompletedProcess[str]") -> None:
    assert done.returncode == 0, done.stderr
    tried = re.search(r"^([0-9,]+) cases up to size [0-9,]+ in .*: 0 found", done.stdout, re.MULTILINE)
    assert tried
    assert int(tried[1].replace(",", "")) > 1


def test_what_a_validator_refuses_is_the_fault_of_who_drew_it(testlib: Path) -> None:
    done = stressed(testlib, "igen", "ival")
    assert done.returncode == 2
    assert re.search(
        r"igen\.cpp: expected an input for the seed \d+ and the size 1, got one that ", done.stderr
    )
    assert "violates the range [1, 100]" in done.stderr


@pytest.mark.slow
def test_a_generator_that_writes_files_is_none_that_can_be_called(testlib: Path) -> None:
    done = stressed(testlib, "multigen")
    assert done.returncode == 2
    assert "multigen.cpp: expected an input for the seed" in done.stderr
