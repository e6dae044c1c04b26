"""Compare all programs of each problem."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from judge.model.likeness import Pair
from judge.solutions.similar.passages import (
    Fingerprinted,
    describe_part,
    describe_run,
    find_runs,
)
from judge.solutions.similar.tokens import Token
from judge.solutions.similar.winnowing import list_grams

# Fewer equal tokens, and smaller shares, are found by chance. docs/similar.md measures these numbers.
LEAST_TOKENS = 60
LEAST_SHARE = 0.5


def list_template_grams(templates: Iterable[Sequence[Token]]) -> frozenset[str]:
    """Return all runs of tokens that templates contain."""
    return frozenset(gram for tokens in templates for gram in list_grams([each.text for each in tokens]))


def list_pairs(
    problems: Mapping[str, Sequence[Fingerprinted]], author_of: Callable[[str], str]
) -> list[tuple[str, Fingerprinted, Fingerprinted]]:
    """Return the pairs of programs of one problem, each once. An author's own programs are no pair.

    `author_of` returns an empty name for a program of an unknown author.
    """
    found: dict[tuple[str, str], tuple[str, Fingerprinted, Fingerprinted]] = {}
    for problem, programs in problems.items():
        for one, other in combinations(programs, 2):
            author = author_of(one.name)
            if not author or author != author_of(other.name):
                found.setdefault((one.name, other.name), (problem, one, other))
    return list(found.values())


def compare(problem: str, first: Fingerprinted, second: Fingerprinted, least_share: float) -> Pair | None:
    """Return what two programs have in common, None if it is too little."""
    least = max(LEAST_TOKENS, least_share * min(first.own, second.own))
    runs = find_runs(first, second, int(least))
    if sum(run.length for run in runs) < least:
        return None
    return Pair(
        problem=problem,
        first=describe_part(first, [(run.first, run.length) for run in runs]),
        second=describe_part(second, [(run.second, run.length) for run in runs]),
        passages=tuple(describe_run(run, first, second) for run in runs),
    )
