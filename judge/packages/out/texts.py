"""Programs that are copied into packages, such as a checker of testlib for a comparison rule."""

from functools import cache
from pathlib import Path

from judge.checkers.floats import Within
from judge.checkers.rules import checker_of, takes_any
from judge.packages.out.problem import Problem
from judge.platform.errors import listed

_PROGRAMS = Path(__file__).with_name("programs")
RULES = ("exact", "lines", "luogu", "poj", "squeezed", "cms", "dmoj", "tokens", "kattis")


@cache
def read_program(name: str) -> bytes:
    """Read a program that is copied into packages."""
    return (_PROGRAMS / name).read_bytes()


def write_rule_checker(problem: Problem) -> bytes:
    """Return a checker for the problem's comparison rule. Raises InputErrors if there is none."""
    case = problem.cases[0]
    if takes_any(case.compare) or case.any_answer:
        raise problem.fault("expected a rule that compares with the answer, got answer: any")
    source, rule = read_program("polygon_checker.cpp"), checker_of(case.compare)
    if isinstance(rule, Within) and not rule.integers_are_words:
        bounds = [-1.0 if bound is None else bound for bound in (rule.absolute, rule.relative)]
        bounded = b"ABSOLUTE = %r, RELATIVE = %r" % tuple(bounds)
        return source.replace(b'"exact"', b'"float"', 1).replace(b"ABSOLUTE = -1, RELATIVE = -1", bounded)
    if case.compare not in RULES:
        raise problem.fault(f"expected one of the rules {listed(RULES)} or float, got {case.compare}")
    return source.replace(b'RULE = "exact"', b'RULE = "%b"' % case.compare.encode())
