"""Print what `judge list` shows: problems, solutions and cases with their limits."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.text import Text

from judge.model.cases import Case, FaultyProblem
from judge.model.groups import group_by
from judge.model.programs import Solution
from judge.model.verdicts import SEEN, Rule, Verdict
from judge.platform.errors import Fault, listed, printable, quoted
from judge.platform.units import format_size
from judge.scoring.unmet import describe_points
from judge.show.console import open_console
from judge.show.fitting import cut_middle, wrap
from judge.show.rows import join_verdicts
from judge.show.tables import new_table

# If more cases differ only in their names, the first and the last are shown.
_ROWS_ALIKE = 20
_AT_FAULT = "at fault"
# The blanks between two columns.
_GAP = 2
_SHORTEST_NAME = 4


def show_catalogue(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    passed_over: Sequence[Fault],
    *,
    faulty: Sequence[FaultyProblem] = (),
) -> None:
    """Print all problems, solutions and cases, and the files that are ignored."""
    console = open_console()
    problems = len({case.problem for case in cases}) + len(faulty)
    console.print(_tabulate_problems(solutions, cases, faulty, console), "", sep="\n")
    console.print(_tabulate_solutions(solutions, problems, console), "", sep="\n")
    console.print(_tabulate_cases(cases, console))
    if passed_over:
        console.print("\nignored:")
    for fault in passed_over:
        console.print(str(fault), soft_wrap=True)


def _tabulate_problems(
    solutions: Sequence[Solution], cases: Sequence[Case], faulty: Sequence[FaultyProblem], console: Console
) -> RenderableType:
    """Tabulate problems with their numbers of cases and solutions, and the rule that decides."""
    rows = []
    for name, own in group_by(cases, lambda case: case.problem).items():
        programs = sum(solution.belongs_to(name) for solution in solutions)
        numbers = f"{len(own):,}", f"{programs:,}"
        rules = ", ".join(dict.fromkeys(map(_name_rule, own)))
        rows.append((name, own[0].format, *numbers, rules, own[0].title))
    rows += [(problem.name, problem.format, _AT_FAULT, "", "", "") for problem in faulty]
    headings = ("problem", "format", "cases", "solutions", "decided by", "title")
    return _fit_table(headings, rows, console, least_needed=("title", "decided by", "format"))


def _name_rule(case: Case) -> str:
    """Return the rule that compares the output of a case, or its checker and protocol."""
    if decider := case.interactor or case.checker:
        return str(decider)
    if case.answer is None:
        return "nothing, no answer"
    return "any" if case.any_answer else case.compare


def _tabulate_solutions(solutions: Sequence[Solution], problems: int, console: Console) -> RenderableType:
    """Tabulate solutions with their problems, how these are known, and expectations.

    problems: their number. Sources have a column if any program states one.
    """
    sourced = any(solution.source for solution in solutions)
    rows = []
    for solution in solutions:
        own = solution.problems
        names = "all" if own is None or len(own) == problems > 1 else listed(own) or "none"
        told_by = _AT_FAULT if solution.faults else solution.told_by
        source = [solution.source] * sourced
        rows.append(
            (solution.name, solution.format, names, told_by, *source, _describe_expectations(solution))
        )
    headings = ("solution", "format", "problems", "known by", *["source"] * sourced, "expected")
    return _fit_table(headings, rows, console, least_needed=("source", "known by", "format", "problems"))


def _describe_expectations(solution: Solution) -> str:
    told = (*solution.known, *solution.expectations)
    stated = [f"{one.pattern} {join_verdicts(one.verdicts)}" for one in told]
    by_tests = groupby(sorted(solution.rules, key=lambda rule: rule.tests), key=lambda rule: rule.tests)
    asked = [words for tests, rules in by_tests for words in _describe_rules(tests, [*rules])]
    return ", ".join([*stated, *asked]) or "AC"


def _describe_rules(tests: Sequence[str], rules: Sequence[Rule]) -> Iterator[str]:
    """Describe the verdicts, points and messages that rules of the same tests require, or else allow."""
    of_tests = "".join(f"{pattern} " for pattern in tests)
    for rule in rules:
        if rule.required:
            yield f"{of_tests}some {join_verdicts(rule.required)}"
        if rule.points:
            yield f"{of_tests}{describe_points(rule.points)}"
        if rule.message:
            yield f"{of_tests}some {quoted(rule.message)}"
    allowed = tuple(verdict for verdict in SEEN if all(verdict in rule.allowed for rule in rules))
    if not any(rule.owes for rule in rules) and (tests or allowed != (Verdict.AC,)):
        yield f"{of_tests}{'any' if allowed == SEEN else join_verdicts(allowed)}"


def _tabulate_cases(cases: Sequence[Case], console: Console) -> RenderableType:
    """Tabulate cases with their limits. Many equal ones are shown by the first and the last."""
    rows = []
    for (_, *facts), group in groupby(cases, key=_list_facts):
        ids = [case.id for case in group]
        if len(ids) > _ROWS_ALIKE:
            ids = [ids[0], f"... {len(ids) - 2:,} more", ids[-1]]
        rows += [(id, *facts) for id in ids]
    return _fit_table(("case", "format", "CPU", "memory"), rows, console, least_needed=("format",))


def _list_facts(case: Case) -> tuple[str, ...]:
    """Return the problem's name and the cells of a case."""
    limits = (f"{case.limits.cpu_s:g} s", format_size(case.limits.memory_bytes))
    return case.problem, case.format, *limits


def _fit_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], console: Console, *, least_needed: Sequence[str]
) -> RenderableType:
    """Return a table that breaks no word.

    If it is too wide, it loses the columns that are `least_needed`, one by one, then the middle of the names
    in its first column. A note lists what is left out.
    """
    for number in range(len(least_needed) + 1):
        left_out = [*least_needed[:number]]
        kept = [column for column, heading in enumerate(headings) if heading not in left_out]
        cells = [[printable(row[column]) for column in kept] for row in (headings, *rows)]
        names_width, *widths = _share_width(cells, console.width)
        room = console.width - sum(widths) - _GAP * len(widths)
        if names_width <= room:
            break
    if names_width > room:
        names_width = max(room, _SHORTEST_NAME)
        dots = "..." if console.options.ascii_only else "…"
        cells = [[cut_middle(name, names_width, dots=dots), *rest] for name, *rest in cells]
        left_out.append("the middle of long names")
    table = new_table(*cells[0], longest=None)
    for column, width in zip(table.columns, (names_width, *widths), strict=True):
        column.width, column.no_wrap = width, False
    for row in cells[1:]:
        table.add_row(*map(Text, row))
    note = Text(f"left out: {', '.join(left_out)}", style="dim")
    return Group(table, wrap(note, console.width)) if left_out else table


def _share_width(cells: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return column widths: whole names, and the longest word of other columns, or more if it fits."""
    names, *columns = ([*column] for column in zip(*cells, strict=True))
    whole = [max(map(cell_len, column)) for column in (names, *columns)]
    widths = [
        whole[0],
        *(max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in columns),
    ]
    room = max(0, width - sum(widths) - _GAP * len(columns))
    for column in sorted(range(len(widths)), key=lambda column: whole[column] - widths[column]):
        more = min(room, whole[column] - widths[column])
        widths[column] += more
        room -= more
    return widths
