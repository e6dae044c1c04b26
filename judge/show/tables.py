"""Verdicts in tables: solutions down, cases across."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, zip_longest

from msgspec import Struct
from msgspec.structs import replace
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from judge.model.cells import Cell
from judge.model.groups import group_by
from judge.model.patterns import problem_of
from judge.model.verdicts import Verdict
from judge.platform.errors import printable
from judge.show.fitting import NARROWEST, fit_names, wrap
from judge.show.folding import MOST_SHOWN
from judge.show.outcome import mark_earlier
from judge.show.rows import (
    Matrix,
    describe_row,
    format_slowest,
    format_slowest_in_time,
)

_SLOWEST = "slowest"
SLOWEST_NOTE = "slowest: CPU time of the slowest run within its limit"
_FOLDED = ("lines alike", "source", "expected", "title", "problems", "known by", "decided by")
# The last number of a name.
_LAST_NUMBER = re.compile(r"(.*?)([0-9]{1,9})([^0-9]*)", re.DOTALL)
# Longer names wrap, or a single one would leave no room for anything else.
_NAMES = ("first", "second", "solution", "student", "case")
_LONGEST_NAME = 40
# Shorter names could look the same.
_SHORTEST_NAME = 16
# These are legible on light and on dark screens; yellow, cyan and blue are not.
STYLES = {Verdict.AC: "green", Verdict.NA: "magenta", Verdict.SK: "dim", Verdict.JE: "bold magenta"}


class _Form(Struct, frozen=True, kw_only=True):
    """One way to put cases into columns: the cases and the name of each column.

    Either each cell has `times`, or the `slowest` has a column, or there are none. `numbered` columns are
    explained by a legend. A `brief` form has no marks of earlier results, and puts the conclusion that all
    rows share below the table. `left_out` lists what the form lacks. The `last` is used whether it fits or
    not.
    """

    columns: Sequence[Sequence[str]]
    names: Sequence[str]
    left_out: Sequence[str] = ()
    times: bool = False
    slowest: bool = False
    numbered: bool = False
    brief: bool = False
    shared: str = ""
    whole_names: bool = False
    last: bool = False


def tabulate_verdicts(
    rows: Matrix,
    console: Console,
    *,
    stated: bool = True,
    owing: Collection[str] = (),
    in_one: bool = False,
    changes: bool = True,
) -> RenderableType:
    """Return a table of solutions and cases in the fullest form that fits the width.

    The forms are, in this order: the verdict and CPU time of every case; verdicts alone under numbers; a
    column for each problem; one for cases with the same verdicts; one for all cases. A conclusion that all
    rows share and the marks of earlier results give way before names do. Long names lose their middle if
    they stay distinct. Notes below list what is left out. Rows are described by the expectations
    if any are `stated`. With `in_one` the first cases of all problems share a column, as do the second ones,
    since the programs are for different problems. With `changes` rows say what differs from the last run.
    """
    table, notes = Table(), list[str]()
    is_timed = any(map(_slowest, rows.values()))
    words = {
        name: describe_row(row, owes=name in owing, stated=stated, changes=changes)
        for name, row in rows.items()
    }
    for form in _forms(rows, words, console.width, in_one=in_one):
        if form.slowest and not is_timed:
            continue
        least = _LONGEST_NAME if form.whole_names else 0 if form.last else _SHORTEST_NAME
        if found := fit_names(rows, partial(_table, rows, words, form), console, least=least):
            table, left_out = found
            notes = _explain(form, left_out)
            break
    return Group(table, *(wrap(Text(line, style="dim"), console.width) for line in notes))


def _forms(rows: Matrix, words: Mapping[str, Text], width: int, *, in_one: bool) -> Iterator[_Form]:
    """Yield the forms whose columns people can read and the width can hold. `words` conclude the rows."""
    conclusions = set(map(str, words.values()))
    shared = f"all rows: {min(conclusions)}" if len(conclusions) == 1 else ""
    is_marked = any(mark_earlier(row.values()) for row in rows.values())
    for form in _list_forms(rows, width, in_one=in_one):
        if not form.numbered or not (shared or is_marked):
            yield form
            continue
        marks = ("the ~ of earlier results",) if is_marked else ()
        brief = replace(form, brief=True, shared=shared, left_out=(*form.left_out, *marks))
        yield replace(form, whole_names=True)
        yield replace(brief, whole_names=True)
        if not form.whole_names:
            yield brief


def _list_forms(rows: Matrix, width: int, *, in_one: bool) -> Iterator[_Form]:
    cases = list(dict.fromkeys(case for row in rows.values() for case in row))
    problems = group_by(cases, problem_of)
    most = min(MOST_SHOWN, width // NARROWEST)
    if in_one:
        yield from _share_columns([*problems.values()], most)
        most = 0
    if len(cases) <= most:
        single = [[case] for case in cases]
        yield _Form(columns=single, names=cases, times=True, whole_names=True)
        yield from _number_columns(single, cases)
    if 1 < len(problems) <= min(most, len(cases) - 1):
        by_itself = ("each case by itself",)
        columns, names = list(problems.values()), list(problems)
        yield _Form(columns=columns, names=names, slowest=True, whole_names=True, left_out=by_itself)
        yield from _number_columns(columns, names, *by_itself)
    if 1 < len(alike := _group_alike(rows, cases)) <= min(most, len(cases) - 1):
        yield from _number_columns(alike, list(map(_name_group, alike)))
    part = "problem" if not in_one and most and len(problems) > 1 else "case"
    for slowest in (True, False):
        left_out = (f"each {part} by itself", *([] if slowest else ["times"]))
        yield _Form(
            columns=[cases],
            names=["all cases"],
            slowest=slowest,
            whole_names=slowest,
            left_out=left_out,
            last=not slowest,
        )


def _share_columns(problems: Sequence[Sequence[str]], most: int) -> Iterator[_Form]:
    """Yield forms in which the cases at the same place in their problems share a column."""
    columns = [[case for case in cases if case] for cases in zip_longest(*problems)]
    parts = [{case.partition("/")[2] for case in cases} for cases in columns]
    names = [min(own) if len(own) == 1 else f"case {number}" for number, own in enumerate(parts, 1)]
    if len(columns) <= most:
        yield _Form(columns=columns, names=names, times=True, whole_names=True)
        numbers = [str(number) for number, _ in enumerate(columns, 1)]
        yield _Form(columns=columns, names=numbers, slowest=True, whole_names=True)


def _number_columns(
    columns: Sequence[Sequence[str]], names: Sequence[str], *left_out: str
) -> Iterator[_Form]:
    """Yield the numbered forms of columns, with the time of the slowest and without."""
    for slowest, times in ((True, "the time of each case"), (False, "times")):
        yield _Form(
            columns=columns,
            names=names,
            numbered=True,
            slowest=slowest,
            whole_names=slowest,
            left_out=left_out if left_out and slowest else (*left_out, times),
        )


def _group_alike(rows: Matrix, cases: Iterable[str]) -> list[list[str]]:
    """Group the cases on which every row has the same verdict."""

    def fates(case: str) -> tuple[object, ...]:
        return tuple(_fate(row[case]) if case in row else None for row in rows.values())

    return list(group_by(cases, fates).values())


def _fate(cell: Cell) -> tuple[Verdict, bool]:
    """Return all that a cell shows except its times."""
    return cell.verdict, cell.as_expected is False


def _name_group(cases: Sequence[str]) -> str:
    return f"{cases[0]} and {len(cases) - 1:,} alike" if len(cases) > 1 else cases[0]


def _explain(form: _Form, left_out: Sequence[str]) -> list[str]:
    """Explain the columns of a form, and list what it leaves out."""
    notes = []
    if form.numbered:
        notes.append("  ".join(list_columns(form.names)))
    if form.shared:
        notes.append(form.shared)
    if form.slowest:
        notes.append(SLOWEST_NOTE)
    if missing := (*form.left_out, *left_out):
        notes.append(f"left out: {', '.join(missing)}")
    return notes


def list_columns(names: Sequence[str]) -> Iterator[str]:
    """Yield `1=a/x` for each column, and `2-9=a/1 to a/8` for three or more whose names count up."""
    numbered = enumerate(names, 1)
    for _, group in groupby(numbered, key=lambda each: _find_series(*each)):
        own = [(number, printable(name)) for number, name in group]
        if len(own) > 2:
            (first, start), (last, end) = own[0], own[-1]
            own, series = [], f"{first}-{last}={start} to {end}"
            yield series
        yield from (f"{number}={name}" for number, name in own)


def _find_series(number: int, name: str) -> tuple[object, ...]:
    """Return the same for neighbouring columns whose names differ only by a last number that counts up."""
    if not (found := _LAST_NUMBER.fullmatch(name)):
        return (number,)
    return found[1], int(found[2]) - number, found[3]


def _table(rows: Matrix, words: Mapping[str, Text], form: _Form, names: Mapping[str, str]) -> Table:
    if form.numbered:
        headings = [str(number) for number, _ in enumerate(form.names, 1)]
    else:
        headings = [printable(name).replace("/", "\n") for name in form.names]
    table = new_table("solution", *headings, padding=int(not form.numbered), longest=None)
    if form.slowest:
        table.add_column(_SLOWEST, justify="right", no_wrap=True)
    if not form.shared:
        table.add_column("", no_wrap=True)
    for solution, row in rows.items():
        cells = [_cell([row[case] for case in cases if case in row], form) for cases in form.columns]
        slowest = [_slowest(row)] if form.slowest else []
        conclusion = [] if form.shared else [words[solution]]
        table.add_row(Text(names[solution]), *cells, *slowest, *conclusion)
    return table


def _slowest(row: Mapping[str, Cell]) -> str:
    return format_slowest_in_time(result for cell in row.values() for result in cell.tests)


def new_table(*headings: str, padding: int = 1, longest: int | None = _LONGEST_NAME) -> Table:
    """Return a table with a rule under its headings and no other lines. Names wrap at the `longest`."""
    table = Table(
        box=box.SIMPLE_HEAD,
        padding=(0, padding, 0, 0),
        pad_edge=False,
        show_edge=False,
        header_style="bold",
        caption_style="dim",
        caption_justify="left",
    )
    for heading in headings:
        is_name = heading in _NAMES
        table.add_column(
            heading,
            no_wrap=not is_name and heading not in _FOLDED,
            overflow="fold",
            max_width=longest if is_name else None,
        )
    return table


def _cell(cells: Sequence[Cell], form: _Form) -> Text:
    text = _verdicts(cells)
    results = [result for cell in cells for result in cell.tests]
    if form.times and (slowest := format_slowest(results)):
        text.append(f" {slowest}", style="dim")
    if any(result.runs > 1 for result in results):
        text.append("*")
    return text if form.brief else text.append(mark_earlier(cells), style="dim")


def _verdicts(cells: Sequence[Cell]) -> Text:
    """Return the common verdict, else a count of each. `!` marks unexpected ones."""
    verdicts = Counter(cell.verdict for cell in cells)
    text = Text()
    for verdict in sorted(verdicts, key=list(Verdict).index):
        count = f"{verdicts[verdict]} " if len(verdicts) > 1 else ""
        text.append(f"{' ' if text else ''}{count}{verdict.name}", style=STYLES.get(verdict, ""))
    if any(cell.as_expected is False for cell in cells):
        text = Text.assemble((text.plain + "!", "bold red"))
    return text
