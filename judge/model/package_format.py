"""The words of the package formats of Kattis and the ICPC: files, folders, flags and verdicts.

Everything that reads or writes such packages takes them from here. Sources:
https://www.kattis.com/problem-package-format/spec/legacy.html and
https://www.kattis.com/problem-package-format/spec/2025-09.html
"""

from collections.abc import Mapping
from posixpath import basename
from typing import Literal

from judge.model.verdicts import Verdict

SAMPLE, SECRET = "sample", "secret"
TEST_FOLDERS = (SAMPLE, SECRET)


def is_sample(name: str) -> bool:
    """Return whether a test is a sample, by its name within the problem."""
    first, slash, _ = name.partition("/")
    return first == SAMPLE if slash and first in TEST_FOLDERS else basename(name).lower().startswith(SAMPLE)


# The configuration of a folder of tests, in `legacy` and in `2025-09`.
TESTDATA, TEST_GROUP = "testdata.yaml", "test_group.yaml"
# The keys of testdata.yaml that make a problem count points.
SCORING_KEYS = ("accept_score", "reject_score", "range")

# The folder of generators, and the plan of tests there or next to the tests.
GENERATORS, PLAN = "generators", "generators.yaml"

# Folders of validators. Each entry of `output_validators` is a program, `output_validator` is one program.
OUTPUT_VALIDATORS = ("output_validators", "output_validator")
INPUT_VALIDATORS = ("input_validators", "input_validator")
# BAPCtools alone has these. Each gets the input as a file and an answer as its standard input.
ANSWER_VALIDATORS = ("answer_validators",)

# Flags of the default grader: how the points of a group are counted, and which verdict it gets.
COUNT_FLAGS = ("sum", "min", "max", "avg")
ERROR_FLAGS = ("worst_error", "no_errors", "first_error", "always_accept")
# The flag that a group needs, by the number of its tests that have to be accepted.
ACCEPT_FLAGS: Mapping[Literal["all", "some", "any number"], str] = {
    "all": "worst_error",
    "some": "accept_if_any_accepted",
    "any number": "always_accept",
}

Word = Literal["AC", "WA", "TLE", "RTE"]
# The judge's verdicts by the four of packages, best first.
VERDICTS: Mapping[str, tuple[Verdict, ...]] = {
    "AC": (Verdict.AC,),
    "WA": (Verdict.WA, Verdict.PE),
    "TLE": (Verdict.TLE, Verdict.ILE),
    "RTE": (Verdict.RE, Verdict.MLE, Verdict.OLE),
}
# The folders of submissions by the worst verdict that a program gets.
FOLDERS: Mapping[str, str] = {
    "AC": "accepted",
    "WA": "wrong_answer",
    "TLE": "time_limit_exceeded",
    "RTE": "run_time_error",
}
PARTIALLY_ACCEPTED = "partially_accepted"
# The verdicts that submissions in these folders may and must get.
DEMANDS: Mapping[str, Mapping[str, list[Word]]] = {
    "accepted": {"permitted": ["AC"]},
    "rejected": {"required": ["WA", "TLE", "RTE"]},
    "wrong_answer": {"permitted": ["AC", "WA"], "required": ["WA"]},
    "time_limit_exceeded": {"permitted": ["AC", "TLE"], "required": ["TLE"]},
    "run_time_error": {"permitted": ["AC", "RTE"], "required": ["RTE"]},
    "brute_force": {"permitted": ["AC", "TLE", "RTE"], "required": ["TLE", "RTE"]},
}
