"""Annotations of an outcome on GitHub: each is a command to its runner, see `step_log`."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import counted
from judge.show.failures import describe_unmet, name_failure
from judge.show.outcome import Outcome
from judge.show.rows import join_verdicts
from judge.show.step_log import command

# GitHub shows at most this many for a step, and 50 for a job.
_MOST_OF_A_KIND = 10

# The place that states the expected result: a file, and a line or 0.
Stated = Callable[[Result], tuple[Path, int]]


class _Annotation(NamedTuple):
    """A remark on a line of a file, 0 for none; its kind is GitHub's name."""

    kind: str
    title: str
    message: str
    path: Path | None = None
    line: int = 0

    def __str__(self) -> str:
        places = {"file": _in_workspace(self.path), "line": str(self.line or 1)} if self.path else {}
        return command(self.kind, self.message, **places, title=self.title)


def list_annotations(outcome: Outcome, stated: Stated) -> Iterator[str]:
    """Yield a command for each failure, at the line that states the expectation; only the first of many."""
    found = dict.fromkeys(
        (*_annotate_faults(outcome), *_annotate_results(outcome, stated), *_annotate_unmet(outcome, stated))
    )
    for kind in ("error", "warning"):
        # A fault without a line looks the same as one on the first line.
        own = list(dict.fromkeys(str(each) for each in found if each.kind == kind))
        shown = own if len(own) <= _MOST_OF_A_KIND else own[: _MOST_OF_A_KIND - 1]
        yield from shown
        if more := len(own) - len(shown):
            yield str(_Annotation(kind, "and more", f"{counted(more, 'more remark')}, which the log has"))


def _annotate_faults(outcome: Outcome) -> Iterator[_Annotation]:
    for fault in outcome.faults:
        yield _Annotation("error", "bad input", fault.message, fault.path, fault.line)


def _annotate_results(outcome: Outcome, stated: Stated) -> Iterator[_Annotation]:
    """Yield one for each kind of failure of a solution, unless a fault of its file explains it."""
    at_fault = {fault.path for fault in outcome.faults}
    ways: dict[tuple[str, Path, int, str], list[Result]] = {}
    for cell in outcome.cells:
        if cell.as_expected is False:
            first = cell.to_blame[0]
            path, line = stated(first)
            if first.verdict is not Verdict.JE or path not in at_fault:
                ways.setdefault((first.solution, path, line, name_failure(first)), []).append(first)
    for (solution, path, line, name), (first, *more) in ways.items():
        cases = f"{first.case} and {counted(len(more), 'more case')}" if more else first.case
        title = f"{name}, expected {join_verdicts(first.expected)}"
        yield _Annotation("error", title, f"{solution} on {cases}: {first.message}", path, line)


def _annotate_unmet(outcome: Outcome, stated: Stated) -> Iterator[_Annotation]:
    first_of = {result.solution: result for result in reversed(outcome.results)}
    for each in outcome.owing:
        path, _ = stated(first_of[each.solution])
        yield _Annotation("warning", "not as stated", describe_unmet(each).plain.strip(), path)


def _in_workspace(path: Path) -> str:
    """Return the path from the root of the repository, as GitHub names files."""
    whole, root = path.resolve(), Path(os.environ.get("GITHUB_WORKSPACE", "."))
    return str(whole.relative_to(root.resolve()) if whole.is_relative_to(root.resolve()) else path)
