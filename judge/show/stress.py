"""Print the progress and the finds of a search for failing inputs."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

from judge.model.groups import group_by
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, printable
from judge.platform.files import whole
from judge.platform.streams import Colour
from judge.show.console import SafeConsole, open_console
from judge.show.failures import describe_failure
from judge.show.signs import make_legible
from judge.stress.finds import Find, Work, folder_name
from judge.stress.search import Search
from judge.subjects.subject import read_parts, subject_of

NO_REFERENCE = "no reference: only crashes and broken limits can be found (--against names one)"
_LINES_SHOWN = 12
# The width that a line of 80 leaves after its label.
_LETTERS_SHOWN = 65
_PLAIN_LINES_S = 1.0
_SOUND = (Verdict.AC, Verdict.NA, Verdict.SK)


@contextmanager
def show_search_progress(budget_s: float) -> Iterator[Callable[[Search], None]]:
    """Show a bar on a terminal, elsewhere a line each second at most, on standard error."""
    console = SafeConsole(sys.stderr)
    if console.is_terminal and not console.is_dumb_terminal:
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (BarColumn(bar_width=10), TextColumn("{task.description}", markup=False))
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("", total=budget_s)
            yield lambda search: bar.update(
                task, completed=search.spent_s, description=_describe_progress(search)
            )
        return
    last = time.monotonic()

    def line(search: Search) -> None:
        nonlocal last
        if time.monotonic() - last >= _PLAIN_LINES_S:
            last = time.monotonic()
            console.print(_describe_progress(search), soft_wrap=True)

    yield line


def _describe_progress(search: Search) -> str:
    rate = _format_rate(search.cases, search.spent_s)
    words = [f"{search.spent_s:.0f} s: {counted(search.cases, 'case')} ({rate})"]
    if search.shrinking:
        size, tries = search.shrinking
        words.append(f"shrinking: {counted(size, 'byte')}, {counted(tries, 'try')}")
    elif search.is_confirming:
        words.append("confirming a failure")
    else:
        words.append(f"size {search.size:,}")
    if search.hardest and search.hardest.work:
        words.append(f"hardest {format_work(search.hardest.work)}")
    if found := {*search.finds, *search.postponed}:
        words.append(f"{len(found)} found")
    return ", ".join(words)


def _format_rate(cases: int, spent_s: float) -> str:
    rate = cases / max(spent_s, 0.001)
    return f"{rate:.0f}/s" if rate >= 10 else f"{rate:.2g}/s"


def format_work(work: Work) -> str:
    number = f"{work.amount:,.0f}" if work.amount >= 1000 else f"{work.amount:.3g}"
    return f"{number} {work.unit}"


def show_search(
    search: Search,
    places: Mapping[str, Path],
    notices: Sequence[str],
    *,
    interrupted: bool = False,
    color: Colour = "auto",
) -> None:
    """Print every find with its bytes and the folder where it was written, then a summary.

    places: the folders by `folder_name` of the finds.
    """
    console = open_console(color=color)
    for find in search.finds.values():
        console.print(_describe_find(find), soft_wrap=True, end="")
        _show_failure(find, places, console)
    if search.hardest:
        console.print(_describe_hardest(search.hardest), soft_wrap=True, end="")
        _show_failure(search.hardest, places, console)
    console.print(_summarise(search, interrupted=interrupted), soft_wrap=True)
    for notice in notices:
        console.print(notice, style="dim", soft_wrap=True)


def describe_skipped(search: Search, places: Mapping[str, Path]) -> Iterator[str]:
    """Describe each failure of a tool that made the search skip cases, with the input of the first one."""
    for fault, own in group_by(search.skipped.values(), lambda each: each[1][0]).items():
        (first, _), *more = own
        path = places.get(folder_name(first))
        others = f" and {counted(len(more), 'other program')}" if more else ""
        saved = f"; saved: {path / 'input'}" if path else ""
        yield printable(f"skipped, a JE of {first.result.solution}{others}: {fault}{saved}")


def _describe_find(find: Find) -> Text:
    result = find.result
    text = Text(printable(result.solution), style="bold")
    if find.is_flaky:
        names = ", ".join(verdict.name for verdict in find.verdicts)
        text.append(f" does not agree with itself: {names} on the same input\n")
    else:
        text.append(" fails").append(f" against {_name_reference(find)}\n" if find.reference else "\n")
    return text.append_text(_describe_origin(find)).append_text(describe_input(find))


def _show_failure(find: Find, places: Mapping[str, Path], console: Console) -> None:
    if find.result.verdict not in _SOUND:
        text = describe_failure(find.result, width=console.width, ascii_only=console.options.ascii_only)
        console.print(text, end="")
    if place := places.get(folder_name(find)):
        console.print(f"written to {printable(str(place))}/", soft_wrap=True)
    console.print()


def _describe_hardest(find: Find) -> Text:
    text = Text(printable(find.result.solution), style="bold").append(" needs the most for this one: ")
    text.append(f"{format_work(find.work)}\n" if find.work else "\n", style="bold")
    return text.append_text(_describe_origin(find)).append_text(describe_input(find))


def _name_reference(find: Find) -> str:
    """Name the reference that gave the answer, and count the agreeing ones unless all agree."""
    name = printable(find.reference)
    return name if find.agree == find.asked else f"{name} ({find.agree} of {find.asked} references agree)"


def _describe_origin(find: Find) -> Text:
    draw = find.draw
    text = Text(f"  case {draw.number:,}, seed {draw.seed}, size {draw.size:,}")
    if find.tries:
        data = whole(find.case.input)
        text.append(
            f"; from {counted(len(find.drawn), 'byte')} to {len(data):,} in {counted(find.tries, 'try')}"
        )
    return text.append("\n")


def describe_input(find: Find) -> Text:
    """Show the input, each part on a line if its subject has parts."""
    subject = subject_of(find.case.format)
    parts = [part.decode(errors="replace") for part in read_parts(find.case)]
    lines = parts or make_legible(whole(find.case.input)).removesuffix("\n").split("\n")
    text = Text()
    for line in lines[:_LINES_SHOWN]:
        is_short = bool(parts) or len(line) <= _LETTERS_SHOWN
        size = counted(len(line), "character")
        cut = line if is_short else f"{line[: _LETTERS_SHOWN - 29]}... ({size} in all)"
        text.append(f"  {subject.part if subject else 'input'}  {cut}\n")
    if len(lines) > _LINES_SHOWN:
        text.append(f"  and {counted(len(lines) - _LINES_SHOWN, 'line')} more\n")
    return text


def _summarise(search: Search, *, interrupted: bool) -> Text:
    number = len(search.failing)
    found = f"{number} found" if number or not search.hardest else "nothing fails"
    rate = _format_rate(search.cases, search.spent_s)
    cases = counted(search.cases, "case") + (f" up to size {search.largest:,}" if search.cases else "")
    text = Text(f"{cases} in {search.spent_s:.1f} s ({rate}), seed {search.seed}: {found}\n")
    if search.trial.has_answers and not search.trial.references:
        text.append(f"{NO_REFERENCE}\n")
    if search.trial.unit and search.largest < search.most_size:
        text.append(f"size {search.most_size:,}, the largest, was not reached: --budget gives more time\n")
    is_only = len(search.trial.answering) == 1
    rest = ": there the judge looked only for crashes and limits" if is_only else ""
    for name, number in search.unanswered.items():
        of_all = f"{number:,} of {counted(search.cases, 'case')}"
        text.append(f"{printable(name)} gave no answer to {of_all}{rest}\n")
    if interrupted:
        text.append(
            "interrupted: the same seed starts again from its first case, another seed tries other cases\n"
        )
    return text.append(f"again: {printable(search.examiner.command)}")
