"""A file that cannot be read is a fault that names it, whatever the file is for."""

from pathlib import Path

import pytest
from helpers import A_PLUS_B, run_here, write_files

FILES = {
    "solutions/tests/adds.c": '#include "adds.h"\n',
    "solutions/tests/adds.h": "int main(void) { return 0; }\n",
    "cases/sum.yaml": A_PLUS_B,
    "cases/tests.yaml": "problem: tests\nchecker: tests/check.py\nprotocol: kattis\n",
    "cases/tests/testdata.yaml": "grading: default\n",
    "cases/tests/1.in": "1 2\n",
    "cases/tests/1.out": "3\n",
    "cases/tests/check.py": "raise SystemExit(42)\n",
    "cases/scored.yaml": "problem: scored\npoints: 100\n",
    "cases/scored/test_group.yaml": "max_score: 100\n",
    "cases/scored/secret/1.in": "1 2\n",
    "cases/scored/secret/1.ans": "3\n",
}


def test_files_that_can_be_read_are_in_order(tmp_path: Path) -> None:
    write_files(tmp_path, FILES)
    done = run_here("check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", [name for name in FILES if name != "solutions/tests/adds.c"])
def test_a_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    """Not even root can read a link to itself."""
    write_files(tmp_path, FILES)
    path = tmp_path / name
    path.unlink()
    path.symlink_to(path.name)
    done = run_here("check", cwd=tmp_path)
    assert done.returncode == 2
    assert any(words in done.stderr for words in (f"{name}: expected", "checker that can be read"))
