"""The page of a run: failures, the matrix, the tests that its cells open, the times."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.model.cells import Cell
from judge.model.groups import group_by
from judge.model.results import nothing_judged
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, listed, printable
from judge.scoring.scores import GroupScore, score_groups
from judge.show.classes import find_class
from judge.show.failures import describe_faulty, describe_left_out, describe_unmet, name_failure
from judge.show.html.matrix import Matrix, build_matrices, find_anchor
from judge.show.html.page import render_page
from judge.show.html.plots import collect_solved_times, plot_cactus, plot_run
from judge.show.html.sections import Sections, open_sections
from judge.show.html.students import name_best_programs, view_class
from judge.show.html.views import TEXT_BYTES, shorten_message
from judge.show.outcome import RERUN_NOTE, Outcome, describe_late, describe_missing, explain_marks
from judge.show.rows import join_verdicts
from judge.show.screen import summarise
from judge.show.tables import SLOWEST_NOTE

_FAILURES_SHOWN = 200
_CASES_LINKED = 8
# A mistake's name and place.
_PLACE = re.compile(r"^([a-z]+(?:-[a-z]+)*) at (line [\d,]+, column [\d,]+), byte [\d,]+(?=: )")
# The parts of a name between which a browser breaks it.
_PART = re.compile(r"[^/_-]*[/_-]?")


def render_run(outcome: Outcome, *, student: str = "", marks: str = "") -> bytes:
    """Return the page, in UTF-8. Raises UsageError without jinja2.

    The page of a `student` begins with the name and the `marks`, spells verdicts out, and leaves out times.
    """
    cells = outcome.cells
    found = open_sections(outcome)
    fates = Counter(cell.verdict for cell in cells)
    # A student cannot fix the checker.
    own = [cell for cell in cells if not (student and _is_unjudged(cell))]
    failures = list(_group_failures(own, spelled=bool(student)))
    tables = tuple(build_matrices(outcome, found.anchors))
    students = find_class(outcome)
    is_class = students is not None and not students.is_one_student
    names = name_best_programs(students) if students and is_class else {}
    view = {
        "head": tuple(filter(None, (student, marks, *_choose_head(outcome, student)))),
        "is_students": bool(student),
        "say_plainly": _say_plainly,
        "wrong": bool(failures or outcome.owing or outcome.faults) or nothing_judged(outcome.results),
        "footnotes": tuple(_list_footnotes(found, tables, student)),
        "notes": (
            *_note_unjudged(cells, student),
            *_note_groups(cells, student),
            *_list_notes(outcome, tables, found),
        ),
        "fates": [(verdict, fates[verdict]) for verdict in Verdict if fates[verdict]],
        "unexpected": sum(cell.as_expected is False for cell in cells),
        "students": view_class(students, cells) if students and is_class else None,
        "failures": failures[:_FAILURES_SHOWN],
        "failures_left": max(0, len(failures) - _FAILURES_SHOWN),
        "matrices": tables,
        "articles": found.articles,
        "programs": {name: list(own) for name, own in group_by(names, names.__getitem__).items()},
        **({"times": None, "cactuses": []} if student else _plot_times(outcome, names)),
    }
    return render_page(view, widths=_measure_columns(tables))


def _plot_times(outcome: Outcome, names: Mapping[str, str]) -> dict[str, object]:
    return {
        "times": plot_run(outcome, names),
        "cactuses": [
            plot_cactus(times, cases=cases, who="student" if names else "program")
            for cases, times in collect_solved_times(outcome, names)
            if times
        ],
    }


def _choose_head(outcome: Outcome, student: str) -> Iterator[str]:
    """The summary, of a student's page the counts alone, if any; date, machine and command."""
    lines = summarise(outcome).split("\n")
    if not student:
        yield from (line for number, line in enumerate(lines) if number != 1 or outcome.wall_s is not None)
    elif outcome.results:
        yield lines[0]
    facts = [f"{outcome.began_at:%Y-%m-%d %H:%M}"] if outcome.began_at else []
    if any(facts := [*facts, outcome.machine, outcome.command]):
        yield "; ".join(filter(None, facts))


def _group_failures(cells: Sequence[Cell], *, spelled: bool) -> Iterator[dict[str, object]]:
    """Group failures of a solution by their kind, in the order of the results."""
    wrong = (cell for cell in cells if cell.as_expected is False)
    ways = group_by(wrong, lambda cell: (cell.solution, name_failure(cell.to_blame[0])))
    for (solution, name), alike in ways.items():
        first = alike[0].to_blame[0]
        mistake = name.removeprefix(first.verdict.name)
        if spelled and first.message.startswith(mistake.strip()):
            mistake = ""
        message = shorten_message(first.message)
        yield {
            "solution": solution,
            "name": f"{first.verdict.value if spelled else first.verdict.name}{mistake}",
            "expected": join_verdicts(first.expected),
            "message": _say_plainly(message) if spelled else message,
            "links": tuple((find_anchor(cell), cell.case) for cell in alike[:_CASES_LINKED]),
            "more": max(0, len(alike) - _CASES_LINKED),
        }


def _is_unjudged(cell: Cell) -> bool:
    return cell.as_expected is False and cell.to_blame[0].verdict is Verdict.JE


def _note_unjudged(cells: Iterable[Cell], student: str) -> Iterator[str]:
    names = [cell.case for cell in cells if _is_unjudged(cell)]
    if student and names:
        yield f"the judge could not decide, and this counts against nobody: {listed(names, _CASES_LINKED)}"


def _note_groups(cells: Iterable[Cell], student: str) -> Iterator[str]:
    """Tell a student the points of each group, if a program does not have all points."""
    owners = group_by(cells if student else (), lambda cell: (cell.solution, cell.problem))
    for (solution, problem), own in owners.items():
        found = score_groups(own)
        if any(each.score.points < each.score.whole for each in found):
            for each in found:
                yield printable(f"{solution} on {problem}: {_describe_group(each)}")


def _describe_group(found: GroupScore) -> str:
    words = f"{found.score} in {found.group.name}"
    if found.score.points >= found.score.whole:
        return words
    if found.unmet:
        return f"{words}, which counts only if these pass, too: {listed(found.unmet, _CASES_LINKED)}"
    rule = {"min": "counts as its worst test", "max": "counts as its best test"}.get(found.group.count, "")
    if found.group.accepted == "all":
        rule = "counts only if all its tests pass"
    failed = f"failed: {listed(found.rejected, _CASES_LINKED)}" if found.rejected else ""
    return ", ".join(filter(None, (words, f"which {rule}" if rule else "", failed)))


def _say_plainly(message: str) -> str:
    """Name the mistake that a message begins with, and its place, for people who count no bytes."""
    return _PLACE.sub(lambda place: f"{place[1].replace('-', ' ')} in {place[2]}", message)


def _list_notes(outcome: Outcome, tables: Sequence[Matrix], found: Sections) -> Iterator[str]:
    """Problems other than verdicts, and what the page leaves out."""
    for unmet in outcome.owing:
        yield describe_unmet(unmet).plain
    for problem in outcome.faulty:
        yield describe_faulty(problem).plain
    yield from describe_left_out(outcome)
    if outcome.missing:
        yield describe_missing(outcome)
    if late := describe_late(outcome):
        yield late
    yield from explain_marks(outcome.results)
    if any(table.folded for table in tables):
        yield "each cell counts the cases of a problem: there are too many to show each by itself"
    if any(result.runs > 1 for result in outcome.results):
        yield RERUN_NOTE
    if found.brief or found.missing:
        brief = counted(found.brief, "cell")
        yield (
            f"to keep the page small {brief} open without input, output and stderr, and"
            f" {found.missing:,} do not open; `judge show SOLUTION CASE` has all"
        )


def _list_footnotes(found: Sections, tables: Sequence[Matrix], student: str) -> Iterator[str]:
    if any(table.is_timed for table in tables):
        yield SLOWEST_NOTE
    if student:
        return
    yield f"of each input, answer and output at most {TEXT_BYTES:,} bytes are kept"
    if not any(article.inputs for article in found.articles):
        yield "inputs and answers are not here; `judge show SOLUTION CASE` has them"


def _measure_columns(tables: Sequence[Matrix]) -> dict[str, int]:
    """Widths of the columns of names, conclusions and cells, in characters with their margins."""
    lines = [line for table in tables for line in table.lines]
    cells = [cell for line in lines for cell in line.cells if cell]
    heads = [part for table in tables for head in table.heads for part in _PART.findall(head)]
    cell = max((len(cell.verdict) + len(cell.time) + 1 for cell in cells), default=0)
    return {
        "name": min(44, max((len(line.name) for line in lines), default=0)) + 3,
        "words": min(30, max((len(line.conclusion) for line in lines), default=0)) + 3,
        "cell": max(cell, min(14, max(map(len, heads), default=0))) + 3,
    }
