"""The outcome of a run, from which every report is made, and the mark of results from earlier runs."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from msgspec import Struct, field

from judge.model.cases import FaultyProblem, Test
from judge.model.cells import Cell, find_drafts, group_cells
from judge.model.groups import group_by
from judge.model.results import Result, Slowest, list_slowest
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault, counted, listed, printable
from judge.platform.moments import LAST_SECOND
from judge.scoring.scores import Score, score_problems
from judge.scoring.unmet import Unmet

# What is expected of a program unless something else is stated.
PASSES = (Verdict.AC,)
_EARLIER_MARK = "~"
EARLIER_NOTE = f"{_EARLIER_MARK} result of an earlier run; its time is not compared with others"
CHANGE_NOTE = "+ and - count tests better or worse than in the last run, = is no change"
RERUN_NOTE = "* first ran just above its time limit: run again alone, and the least time counts"
LATE_MARK = "late"
_LATE_NAMED = 10


def _no_tests(solution: str, case: str) -> tuple[Test, ...]:
    return ()


class Outcome(Struct, frozen=True, kw_only=True, dict=True):
    """The results in the order of solutions and cases, and facts about the whole run.

    `faults` lists the faults of all files, `faulty` the problems and programs that are not judged because of
    them, `owing` the stated expectations that no test has met. `limits` are by case; problems that are
    `together` share a table. Programs in `late` were modified after the `deadline`, None if there is none.
    Files in `misnamed` are not run, because their suffix is in capitals. `strays` are the files of students
    without a program. `manner` describes how programs were sealed and started. `resumed` results are from
    earlier runs. `missing` tests have no result because the run was `interrupted`. `tests` makes the tests
    of a solution on a case; a document has none. The run began at `began_at`, on this `machine`, with this
    `command`.
    """

    results: tuple[Result, ...]
    faults: tuple[Fault, ...] = ()
    faulty: tuple[FaultyProblem, ...] = ()
    owing: tuple[Unmet, ...] = ()
    limits: Mapping[str, Limits] = field(default_factory=dict)
    together: tuple[tuple[str, ...], ...] = ()
    deadline: datetime | None = None
    late: tuple[str, ...] = ()
    misnamed: tuple[FaultyProblem, ...] = ()
    strays: tuple[FaultyProblem, ...] = ()
    manner: str = ""
    wall_s: float | None = None
    resumed: int = 0
    missing: int = 0
    interrupted: bool = False
    began_at: datetime | None = None
    machine: str = ""
    command: str = ""
    tests: Callable[[str, str], tuple[Test, ...]] = field(default=_no_tests)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The results by solution and case."""
        return group_cells(self.results)

    @cached_property
    def skips(self) -> Mapping[str, Sequence[Result]]:
        """The skipped tests by the reason."""
        skipped = (result for result in self.results if result.verdict is Verdict.SK)
        return group_by(skipped, lambda result: result.message)

    @cached_property
    def slowest(self) -> list[Slowest]:
        """The slowest runs of accepted solutions, see `list_slowest`."""
        return list_slowest(self.results, self.limits)

    @cached_property
    def scores(self) -> Mapping[tuple[str, str], Score]:
        """The points by solution and problem, where all are known."""
        return score_problems(self.cells)

    @cached_property
    def latecomers(self) -> frozenset[str] | None:
        """The programs that are late, None if there is no deadline."""
        return frozenset(self.late) if self.deadline else None

    @property
    def unjudged(self) -> tuple[FaultyProblem, ...]:
        """All programs, files and folders that were not judged, and problems with faults."""
        return (*self.faulty, *self.misnamed, *self.strays)

    @cached_property
    def has_expectations(self) -> bool:
        """True if a program is expected to get a verdict other than AC."""
        return any(result.expected != PASSES for result in self.results)


def count_verdicts(outcome: Outcome) -> list[str]:
    """Count the cases that are as expected or, if no expectations are stated, that passed and failed."""
    drafts = find_drafts(outcome.cells)
    counts = Counter(_classify(cell, drafts) for cell in outcome.cells)
    if outcome.has_expectations:
        sound = counts["passed"] + counts["without an answer"] + counts["still empty"]
        words = [f"{sound:,} as expected"]
        words += [f"{counts['failed']:,} unexpected"] * bool(counts["failed"])
        return words + [f"{counts['skipped']:,} skipped"] * bool(counts["skipped"])
    names = ("passed", "failed", "without an answer", "still empty", "skipped")
    return [f"{counts[name]:,} {name}" for name in names if counts[name]] or ["0 passed"]


def _classify(cell: Cell, drafts: Collection[tuple[str, str]]) -> str:
    if cell.as_expected is None:
        return "skipped"
    if cell.as_expected is False:
        return "failed"
    if (cell.solution, cell.problem) in drafts:
        return "still empty"
    return "without an answer" if any(result.verdict is Verdict.NA for result in cell.tests) else "passed"


def mark_earlier(cells: Iterable[Cell]) -> str:
    """Return the mark of cells that contain a result of an earlier run, or nothing."""
    return _EARLIER_MARK if any(result.measured_at for cell in cells for result in cell.tests) else ""


def mark_change(results: Iterable[Result]) -> str:
    """Return how many tests are better and worse than in the last run, or that none is.

    Nothing if the last run is unknown, and for results of earlier runs that are the same.
    """
    known = (result for result in results if result.change is not None)
    changes = Counter(result.change for result in known if result.change or not result.measured_at)
    counts = [f"{sign}{changes[change]:,}" for sign, change in (("+", 1), ("-", -1)) if changes[change]]
    return " ".join(counts) or "=" * bool(changes)


def explain_marks(results: Sequence[Result]) -> Iterator[str]:
    """Explain the marks of earlier results and of changes, if there are any."""
    if describe_dates(results):
        yield EARLIER_NOTE
    if mark_change(results):
        yield CHANGE_NOTE


def describe_missing(outcome: Outcome) -> str:
    """Return how many tests an interrupt left."""
    return f"interrupted: {counted(outcome.missing, 'test')} not known"


def describe_late(outcome: Outcome) -> str:
    """Name the programs that came after the deadline; empty if none did."""
    if not outcome.deadline or not outcome.late:
        return ""
    when = format_moment(outcome.deadline)
    return printable(f"{LATE_MARK}, modified after {when}: {listed(outcome.late, _LATE_NAMED)}")


def format_moment(moment: datetime) -> str:
    """Format a moment in its own zone, to the minute unless it has other seconds."""
    is_whole = moment.second == 0 or f"{moment:%H:%M:%S}" == LAST_SECOND
    return f"{moment:%Y-%m-%d %H:%M}" if is_whole else f"{moment:%Y-%m-%d %H:%M:%S}"


def describe_dates(results: Iterable[Result]) -> str:
    """Return when earlier runs measured these results, to the minute in their time zone; empty for none."""
    moments = [result.measured_at for result in results if result.measured_at]
    if not moments:
        return ""
    first, last = (f"{moment:%Y-%m-%d %H:%M}" for moment in (min(moments), max(moments)))
    return first if first == last else f"{first} to {last}"
