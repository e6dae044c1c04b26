"""Interactors of problems: the command line and the pipes of each protocol.

An interactor is sealed and limited like a checker (brought.py) and talks with the solution through two pipes
of the keeper. Its exit code and output are read like those from a checker of the same protocol. `conversing`
decides which side was at fault.

Sources: https://github.com/MikeMirzayanov/testlib/blob/master/testlib.h, `registerInteraction`;
https://www.kattis.com/problem-package-format/spec/legacy.html, "Output Validators", and
https://www.kattis.com/problem-package-format/spec/2025-09.html, "Multi-pass Validation";
https://cms.readthedocs.io/en/latest/Task%20types.html, "Communication";
https://docs.dmoj.ca/#/problem_format/custom_graders, "Native Interactive Grading".
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from judge.checkers.brought import FEEDBACK
from judge.checkers.result_readers import Reader, read_cms, read_icpc, read_kattis, read_testlib


class Manner(Struct, frozen=True, kw_only=True):
    """The arguments of both programs, the files, and a reader like that of `brought.Protocol`.

    `ends` are the names of two pipes: the interactor reads one and writes the other, in either order. None is
    for stdin and stdout. A solution gets the paths of two such pipes if the interactor does. An exit code
    outside `accepts` means that it does not accept. With `has_log` the first of the `taken` files is the
    output that a checker judges.
    """

    words: tuple[str, ...]
    input: str = "input"
    answer: str = "answer"
    taken: tuple[str, ...] = ()
    drawer: str = ""
    ends: tuple[str, str] | None = None
    accepts: frozenset[int]
    has_log: bool = False
    read: Reader


_VALIDATOR = Manner(
    words=("input", "answer", f"{FEEDBACK}/"), drawer=FEEDBACK, accepts=frozenset((42,)), read=read_kattis
)
INTERACTORS: Mapping[str, Manner] = {
    "testlib": Manner(
        words=("input", "output", "answer"),
        taken=("output",),
        accepts=frozenset((0, 7)),
        has_log=True,
        read=read_testlib,
    ),
    "kattis": _VALIDATOR,
    "icpc": replace(_VALIDATOR, read=read_icpc),
    "cms": Manner(
        words=("from_solution", "to_solution"),
        input="input.txt",
        answer="answer.txt",
        taken=("output.txt",),
        ends=("from_solution", "to_solution"),
        accepts=frozenset((0,)),
        read=read_cms,
    ),
    "dmoj": Manner(words=("input", "answer"), accepts=frozenset((0, 7)), read=read_testlib),
}
