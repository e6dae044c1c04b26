"""The page that `--watch` shows for a round, or for faults that leave nothing to judge."""

from collections.abc import Sequence

from judge.options.judging import make_show_command
from judge.options.steps import Request
from judge.show.outcome import Outcome, count_verdicts
from judge.watch.page import Sheet, draw_page
from judge.watch.round import Round


def draw_round(
    round: Round,
    outcome: Outcome,
    request: Request,
    size: tuple[int, int],
    *,
    faults: Sequence[str],
    notices: Sequence[str],
    again: int,
) -> list[str]:
    """A round and its outcome so far. `again` is the number of tests that Enter judges again."""
    has_failed = any(cell.as_expected is False for cell in outcome.cells)
    status = round.progress.words
    if round.ended_at:
        words = count_verdicts(outcome)
        judged = (
            f"{len(round.judged):,} of {round.total:,} judged at {round.ended_at}, {outcome.wall_s:.1f} s"
        )
        status = f"{judged}: {', '.join(words)}"
    sheet = Sheet(
        outcome=outcome,
        faults=[*map(str, outcome.faults), *faults],
        notices=notices,
        status=status,
        keys=_keys(again),
        is_bad=bool(has_failed or outcome.owing or outcome.faults or faults),
    )
    return draw_page(
        sheet,
        size,
        rows=request.rows,
        color=request.color,
        profiles=request.profiles,
        command=make_show_command(round.reading.selected, request.folders, request.selection),
    )


def draw_faults(faults: Sequence[str], request: Request, size: tuple[int, int], *, at: str) -> list[str]:
    """The faults that leave nothing to judge."""
    sheet = Sheet(
        faults=faults, status=f"nothing to judge at {at}, until that is fixed", keys=_keys(0), is_bad=True
    )
    return draw_page(sheet, size, rows=request.rows, color=request.color)


def _keys(again: int) -> str:
    return f"q quit   a judge all   Enter {f'judge {again:,} again' if again else 'look again'}"
