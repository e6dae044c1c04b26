"""What there is: problems, the programs that belong to each, and cases with their limits."""

from collections.abc import Sequence
from itertools import groupby

from rich.table import Table

from judge.checkers.decision import mebibytes
from judge.errors import listed, printable
from judge.model import Case, FaultyProblem, Solution, problem_of
from judge.show.tables import either, plain_table

# Cases that differ in nothing but their names; of more there are the first and the last.
_ROWS_ALIKE = 20
_AT_FAULT = "at fault"


def problem_table(
    solutions: Sequence[Solution], cases: Sequence[Case], faulty: Sequence[FaultyProblem]
) -> Table:
    """Every problem, with the numbers of its cases and of its solutions, and what decides of outputs."""
    table = plain_table("problem", "format", "cases", "solutions", "decided by", "title")
    problems: dict[str, list[Case]] = {}
    for case in cases:
        problems.setdefault(problem_of(case.id), []).append(case)
    for name, own in problems.items():
        programs = sum(solution.belongs_to(name) for solution in solutions)
        cells = (name, own[0].format, f"{len(own):,}", str(programs), _decided_by(own), own[0].problem)
        table.add_row(*map(printable, cells))
    for problem in faulty:
        table.add_row(printable(problem.name), problem.format, _AT_FAULT)
    return table


def _decided_by(cases: Sequence[Case]) -> str:
    """The rules that compare the outputs of a problem, or its checker with the protocol."""
    return ", ".join(dict.fromkeys(map(_rule, cases)))


def _rule(case: Case) -> str:
    if case.checker:
        return f"{case.checker.program.path.name} ({case.checker.protocol})"
    if case.answer is None:
        return "nothing, no answer"
    return "any" if case.any_answer else case.compare


def solution_table(solutions: Sequence[Solution], problems: int) -> Table:
    """Every solution, with its own of all the `problems`, what tells these, and what is expected.

    A source is shown where some program states one.
    """
    sourced = any(solution.source for solution in solutions)
    sources = ["source"] * sourced
    table = plain_table("solution", "format", "problems", "told by", *sources, "expected")
    for solution in solutions:
        own = solution.problems
        names = "all" if own is None or len(own) == problems > 1 else listed(own) or "none"
        told_by = _AT_FAULT if solution.faults else solution.told_by
        source = [solution.source] * sourced
        cells = (solution.name, solution.format, names, told_by, *source, _expected(solution))
        table.add_row(*map(printable, cells))
    return table


def _expected(solution: Solution) -> str:
    told = (*solution.known, *solution.expectations)
    stated = [f"{one.pattern} {either(one.verdicts)}" for one in told]
    return ", ".join([*stated, *(f"some {either(verdicts)}" for verdicts in solution.required)]) or "AC"


def case_table(cases: Sequence[Case]) -> Table:
    """Every case with its limits; of many alike two."""
    table = plain_table("case", "format", "CPU", "memory")
    for (_, *facts), group in groupby(cases, key=_facts):
        ids = [case.id for case in group]
        if len(ids) > _ROWS_ALIKE:
            ids = [ids[0], f"... {len(ids) - 2:,} more", ids[-1]]
        for id in ids:
            table.add_row(*map(printable, (id, *facts)))
    return table


def _facts(case: Case) -> tuple[str, ...]:
    """The problem's name, and what is told of each case."""
    limits = (f"{case.limits.cpu_s:g} s", mebibytes(case.limits.memory_bytes))
    return problem_of(case.id), case.format, *limits
