"""Finds why a problem cannot be judged, from its tests and its statement."""

from msgspec.structs import replace

from judge.checkers.rules import rule_of
from judge.packages.datasets.pairs import has_integer_keys
from judge.packages.datasets.problem import ANY_CASE, Problem
from judge.packages.datasets.statements import allows_any_case, find_obstacle
from judge.subjects.signatures.starters import find_signature
from judge.subjects.subject import TEXT


def fit(problem: Problem, statement: str = "") -> Problem:
    """Return the problem with the reason why it cannot be judged, if there is one.

    Letters compare in any case if the statement allows it.
    """
    if problem.unfit:
        return _reject(problem, problem.unfit)
    if not problem.tests and not problem.recipe:
        return _reject(problem, "no tests")
    if problem.checker:
        return problem
    if obstacle := find_obstacle(statement):
        return _reject(problem, obstacle)
    if problem.function and has_integer_keys(problem.tests):
        return _reject(problem, "an argument is a dict with integer keys, which JSON does not have")
    if problem.rule in ANY_CASE and allows_any_case(statement):
        return replace(problem, rule=ANY_CASE[problem.rule])
    return problem


def fit_rule(words: str, function: str, starter_code: str) -> str:
    """Return a stated rule in its normal spelling.

    Raises ValueError if it cannot compare what the function returns, or without one what programs print.
    """
    return rule_of(words, find_signature(function, starter_code) if function else TEXT)


def _reject(problem: Problem, why: str) -> Problem:
    """Leave out the tests, which may be large."""
    return replace(problem, unfit=why, tests=(), checker=None, recipe=None)
