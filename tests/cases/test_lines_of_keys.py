"""A fault of a key is at the line of the key, though its value begins on the next."""

from pathlib import Path

import pytest
from helpers import write_files

from judge.cases.loader import read_cases

FILES = {"p/1.in": "", "p/1.ans": "", "p/2.in": "", "p/2.ans": ""}
# In each text the key is on the line above the mark.
SHEETS = {
    "compare": ("p.yaml", "problem: p\ncompare:\n  tokns # here\n"),
    "format": ("p.yaml", "problem: p\nformat:\n  tex # here\n"),
    "tests": ("p.yaml", "problem: p\ntests:\n  '*/*/*/*/*.in' # here\n"),
    "output": ("p.yaml", "problem: p\ninput: a.txt\noutput:\n  a.txt # here\n"),
    "checker_flags": ("p.yaml", 'problem: p\nchecker_flags:\n  "a\\0" # here\n'),
    "checker": ("p.yaml", "problem: p\nchecker:\n  gone.py # here\n"),
    "interactor": ("p.yaml", "problem: p\ninteractor:\n  gone.py # here\n"),
    "grader": ("p.yaml", "problem: p\ngrader:\n  gone.py # here\n"),
    "time": ("p.yaml", "problem: p\ntime:\n  soon # here\n"),
    "passes": ("p.yaml", "problem: p\npasses:\n  0 # here\n"),
    "requires": (
        "p.yaml",
        "problem: p\ngroups:\n  '1':\n    points: 1\n    requires:\n      - x # here\n  '2': {points: 1}\n",
    ),
    "a group": ("p.yaml", "problem: p\ngroups:\n  '*': {points: 1}\n  x:\n    points: 1 # here\n"),
    "points": ("p.yaml", "problem: p\npoints:\n  -1 # here\n"),
    "expect": ("p.yaml", "problem: p\nexpect:\n  'a.py': XX # here\n"),
    "accept_score": ("p/testdata.yaml", "grading: default\naccept_score:\n  many # here\n"),
    "range": ("p/testdata.yaml", "grading: default\nrange:\n  3 1 # here\n"),
    "grader_flags": ("p/testdata.yaml", "grading: default\ngrader_flags:\n  strange # here\n"),
    "max_score": ("p/test_group.yaml", "max_score:\n  unbounded # here\n"),
    "args": ("p/test_group.yaml", 'max_score: 1\nargs:\n  - "a\\0" # here\n'),
    "output_validator_args": (
        "p/test_group.yaml",
        'max_score: 1\noutput_validator_args:\n  - "\\0" # here\n',
    ),
    "static_validation_score": ("p/test_group.yaml", "max_score: 1\nstatic_validation_score:\n  1 # here\n"),
}


@pytest.mark.parametrize("key", SHEETS)
def test_a_fault_is_at_the_line_of_its_key(key: str, tmp_path: Path) -> None:
    name, text = SHEETS[key]
    plain = {} if name == "p.yaml" else {"p.yaml": "problem: p\npoints: 1\n"}
    write_files(tmp_path, {**FILES, **plain, name: text})
    _, faulty = read_cases(tmp_path)
    faults = [fault for problem in faulty for fault in problem.faults]
    marked = next(number for number, line in enumerate(text.splitlines()) if line.endswith("# here"))
    assert [(fault.path, fault.line) for fault in faults] == [(tmp_path / name, marked)], faults
