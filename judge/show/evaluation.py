"""Print the evaluation of a model: pass@k for all problems and for each group, and what was not scored."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from rich.text import Text

from judge.model.groups import group_by
from judge.model.samples import LeftOut, SampleResult
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, listed, printable
from judge.platform.streams import Colour
from judge.scoring.evaluation import Group
from judge.scoring.passes import Rate
from judge.show.console import open_console
from judge.show.tables import new_table

_IDS_SHOWN = 8
FAILURES_SHOWN = 5
_LEFT_OUT_SHOWN = 20


class Unscored(Struct, frozen=True):
    """A problem that cannot be judged, the reason, and the number of its samples."""

    problem: str
    reason: str
    samples: int


class Evaluation(Struct, frozen=True, kw_only=True):
    """The counts of all samples, and what was not judged.

    `verdicts` counts the judged samples, and `score` is the mean share of their accepted tests, None if some
    were not judged on all tests. On `failed` samples the judge itself failed; `failures` are the first ones.
    `left_out` are the generated tests that were not used. `ks` are the values of k in the `groups`, which
    have a row each; `by` is the heading above their names.
    `missing` is the number of samples that an interrupt left, `resumed` that of results from earlier runs,
    and `unsampled` that of problems without a sample.
    """

    verdicts: Mapping[str, int]
    score: float | None
    failed: int
    failures: tuple[SampleResult, ...]
    unscored: tuple[Unscored, ...]
    left_out: tuple[LeftOut, ...]
    ks: tuple[int, ...]
    groups: tuple[Group, ...]
    by: str
    missing: int
    resumed: int
    unsampled: int
    manner: str


def show_evaluation(found: Evaluation, *, color: Colour = "auto") -> None:
    """Print the table, and a line for each kind of sample that is not in it."""
    console = open_console(color=color)
    if found.groups:
        table = new_table(found.by, "problems", "samples", *(f"pass@{k}" for k in found.ks))
        for group in found.groups:
            rates = [_write_rate(rate, group) for rate in group.rates]
            cells = (printable(group.name), f"{group.problems:,}", f"{group.samples:,}", *rates)
            table.add_row(*map(Text, cells))
        console.print(table)
    for line in _summarise(found):
        console.print(printable(line), soft_wrap=True)


def _write_rate(rate: Rate | None, group: Group) -> str:
    """Return `58.3% (20.1 to 88.4)`, with the number of problems if some of the group are left out."""
    if not rate:
        return "-"
    fewer = "" if rate.problems == group.problems else f", {counted(rate.problems, 'problem')}"
    return f"{rate.value:.1%} ({100 * rate.low:.1f} to {100 * rate.high:.1f}{fewer})"


def _summarise(found: Evaluation) -> Iterator[str]:
    rows = [f"{found.verdicts[each.name]:,} {each.name}" for each in Verdict if each.name in found.verdicts]
    earlier = f", {found.resumed:,} from earlier runs" if found.resumed else ""
    judged = counted(sum(found.verdicts.values()), "sample")
    yield f"{judged} judged{earlier}: {', '.join(rows) or 'none'}; {found.manner}"
    if found.score is not None and found.verdicts.keys() != {Verdict.AC.name}:
        yield f"mean share of accepted tests: {found.score:.1%}"
    if found.groups:
        yield "in parentheses: the 95% interval for problems like these"
    if found.failed:
        yield f"not scored, since the judge failed: {counted(found.failed, 'sample')}"
        for result in found.failures:
            yield f"  {result.problem}, sample {result.sample}: {result.message}"
    yield from _list_unscored(found.unscored)
    yield from _list_left_out(found.left_out)
    if found.unsampled:
        yield f"without a sample: {counted(found.unsampled, 'problem')} of the data set"
    if found.missing:
        yield f"interrupted: {counted(found.missing, 'sample')} left; --resume continues"


def _list_unscored(unscored: Sequence[Unscored]) -> Iterator[str]:
    """List the problems by reason, the most frequent one first."""
    reasons = group_by(unscored, lambda one: one.reason)
    for reason, problems in sorted(reasons.items(), key=lambda pair: -len(pair[1])):
        ids = listed([one.problem for one in problems], _IDS_SHOWN)
        number = counted(sum(one.samples for one in problems), "sample")
        yield f"cannot be judged: {ids}: {reason} ({number})"


def _list_left_out(left_out: Sequence[LeftOut]) -> Iterator[str]:
    if not left_out:
        return
    problems = len({one.problem for one in left_out})
    yield f"left out: {counted(len(left_out), 'generated test')} of {counted(problems, 'problem')}"
    for one in left_out[:_LEFT_OUT_SHOWN]:
        yield f"  {one.problem}, {one.command}: {one.reason}"
    if (more := len(left_out) - _LEFT_OUT_SHOWN) > 0:
        yield f"  and {more:,} more"
