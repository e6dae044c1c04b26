"""Interactors that problems bring: how a protocol calls one, and where the two find each other.

Such a program is sealed and limited as a checker is (brought.py) and talks with the solution through two
pipes of the keeper's. What it means by how it ended is read as of a checker of the same protocol; who was at
fault decides `conversing`.

Sources: https://github.com/MikeMirzayanov/testlib/blob/master/testlib.h, `registerInteraction`;
https://www.kattis.com/problem-package-format/spec/legacy.html, "Output Validators", and
https://www.kattis.com/problem-package-format/spec/2025-09.html, "Multi-pass Validation";
https://cms.readthedocs.io/en/latest/Task%20types.html, "Communication";
https://docs.dmoj.ca/#/problem_format/custom_graders, "Native Interactive Grading".
"""

from collections.abc import Mapping

from msgspec import Struct

from judge.checkers.brought import FEEDBACK, Reader, cms, icpc, kattis, testlib


class Manner(Struct, frozen=True, kw_only=True):
    """The words of both command lines, the files, and the meaning, as of a `brought.Protocol`.

    `ends` are the names under which the interactor finds what it hears and what it says; None for its
    streams. Who ends with a code that is none of `accepts` does not accept. `log` is what a checker is to
    judge, the first of the files that are `taken`.
    """

    words: tuple[str, ...]
    input: str = "input"
    answer: str = "answer"
    taken: tuple[str, ...] = ()
    drawer: str = ""
    ends: tuple[str, str] | None = None
    solution_words: tuple[str, ...] = ()
    accepts: frozenset[int]
    has_log: bool = False
    read: Reader


INTERACTORS: Mapping[str, Manner] = {
    "testlib": Manner(
        words=("input", "output", "answer"),
        taken=("output",),
        accepts=frozenset((0, 7)),
        has_log=True,
        read=testlib,
    ),
    "kattis": Manner(
        words=("input", "answer", "feedback/"), drawer=FEEDBACK, accepts=frozenset((42,)), read=kattis
    ),
    "icpc": Manner(
        words=("input", "answer", "feedback/"), drawer=FEEDBACK, accepts=frozenset((42,)), read=icpc
    ),
    "cms": Manner(
        words=("to_solution", "from_solution"),
        input="input.txt",
        answer="answer.txt",
        taken=("output.txt",),
        ends=("from_solution", "to_solution"),
        # Its stub opens what it says first.
        solution_words=("/proc/self/fd/1", "/proc/self/fd/0"),
        accepts=frozenset((0,)),
        read=cms,
    ),
    "dmoj": Manner(words=("input", "answer"), accepts=frozenset((0, 7)), read=testlib),
}
