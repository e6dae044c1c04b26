"""What is remarked of an outcome on GitHub: annotations, each a command of `streams` to its runner."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from judge.errors import counted
from judge.results import Result, by_case, case_as_expected, to_blame
from judge.show.failures import describe_unmet, name_failure
from judge.show.outcome import Outcome
from judge.show.tables import join_verdicts
from judge.streams import command
from judge.verdicts import Verdict

# GitHub shows no more of a step; so no more than 50 come together, which is all that it shows of a job.
_MOST_OF_A_KIND = 10

# Where it is stated what a result should be: a file, and a line or 0.
Stated = Callable[[Result], tuple[Path, int]]


class _Annotation(NamedTuple):
    """A remark on a line of a file, 0 for none; its kind is a name of GitHub's."""

    kind: str
    title: str
    message: str
    path: Path | None = None
    line: int = 0

    def __str__(self) -> str:
        places = {"file": _in_workspace(self.path), "line": str(self.line or 1)} if self.path else {}
        return command(self.kind, self.message, **places, title=self.title)


def list_annotations(outcome: Outcome, stated: Stated) -> Iterator[str]:
    """A command for each thing that is not as expected, at the fact that expects it; of many the first."""
    found = dict.fromkeys((*_of_faults(outcome), *_of_results(outcome, stated), *_of_owing(outcome, stated)))
    for kind in ("error", "warning"):
        # A fault without a line and one on the first read alike.
        own = list(dict.fromkeys(str(each) for each in found if each.kind == kind))
        shown = own if len(own) <= _MOST_OF_A_KIND else own[: _MOST_OF_A_KIND - 1]
        yield from shown
        if more := len(own) - len(shown):
            yield str(_Annotation(kind, "and more", f"{counted(more, 'more remark')}, which the log has"))


def _of_faults(outcome: Outcome) -> Iterator[_Annotation]:
    for fault in outcome.faults:
        yield _Annotation("error", "bad input", fault.message, fault.path, fault.line)


def _of_results(outcome: Outcome, stated: Stated) -> Iterator[_Annotation]:
    """Of each solution one for each way to fail; what its file is at fault for is said."""
    at_fault = {fault.path for fault in outcome.faults}
    ways: dict[tuple[str, Path, int, str], list[Result]] = {}
    for cell in by_case(outcome.results):
        if case_as_expected(cell) is False:
            first = to_blame(cell)[0]
            path, line = stated(first)
            if first.verdict is not Verdict.JE or path not in at_fault:
                ways.setdefault((first.solution, path, line, name_failure(first)), []).append(first)
    for (solution, path, line, name), (first, *more) in ways.items():
        cases = f"{first.case} and {counted(len(more), 'more case')}" if more else first.case
        title = f"{name}, expected {join_verdicts(first.expected)}"
        yield _Annotation("error", title, f"{solution} on {cases}: {first.message}", path, line)


def _of_owing(outcome: Outcome, stated: Stated) -> Iterator[_Annotation]:
    first_of = {result.solution: result for result in reversed(outcome.results)}
    for each in outcome.owing:
        path, _ = stated(first_of[each.solution])
        yield _Annotation("warning", "not as stated", describe_unmet(each).plain.strip(), path)


def _in_workspace(path: Path) -> str:
    """As GitHub names files: from the root of the repository."""
    whole, root = path.resolve(), Path(os.environ.get("GITHUB_WORKSPACE", "."))
    return str(whole.relative_to(root.resolve()) if whole.is_relative_to(root.resolve()) else path)
