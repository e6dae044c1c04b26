"""Scores in words: the points of the whole, where the whole says anything."""

import re
from pathlib import Path

from helpers import run_here, write_files
from hypothesis import given
from hypothesis import strategies as st

from judge.scoring.scores import Score

POINTS = st.floats(0, 1e6)
GIVES_A_HUNDRED = """\
import sys
open(sys.argv[3] + "/score.txt", "w").write("100")
sys.exit(42)
"""


@given(POINTS, POINTS)
def test_nobody_has_more_points_than_the_whole(points: float, whole: float) -> None:
    found = re.fullmatch(r"(\S+)(?: of (\S+))? points", str(Score(points=points, whole=whole)))
    assert found
    assert float(found[1]) <= float(found[2] or "inf")
    assert bool(found[2]) is (points <= whole * (1 + 1e-9))


def test_a_sum_of_shares_is_the_whole() -> None:
    assert str(Score(points=sum([0.1] * 3), whole=0.3)) == "0.3 of 0.3 points"


def test_a_validator_that_gives_more_than_the_package_states_tells_no_whole(tmp_path: Path) -> None:
    files = {f"data/{name}.{suffix}": "1\n" for name in ("sample/1", "secret/2") for suffix in ("in", "ans")}
    files |= {
        "problem.yaml": "name: P\ntype: scoring\nvalidation: custom score\n",
        ".timelimit": "2\n",
        "output_validators/v/v.py": GIVES_A_HUNDRED,
        "submissions/accepted/a.py": "print(1)\n",
    }
    root = write_files(tmp_path, files)
    done = run_here("run", "--root", root, cwd=tmp_path)
    assert "passed, 200 points" in done.stdout, done.stderr
    (root / "data/testdata.yaml").write_text("range: 0 200\n")
    done = run_here("run", "--root", root, cwd=tmp_path)
    assert "passed, 200 of 200 points" in done.stdout, done.stderr
