"""What `judge run --watch` draws on the terminal."""

from collections import Counter
from collections.abc import Sequence

from judge.commands.anew import Round
from judge.commands.judging import show_commands
from judge.commands.rounds import Arguments
from judge.results import by_case, case_as_expected
from judge.show.outcome import Outcome
from judge.show.page import Sheet, page


def drawn_round(
    round: Round,
    outcome: Outcome,
    arguments: Arguments,
    size: tuple[int, int],
    *,
    faults: Sequence[str],
    notices: Sequence[str],
    again: int,
) -> list[str]:
    """A round and what it has come to so far. `again` tests are those that Enter asks for."""
    found = round.look.found
    outcomes = Counter(case_as_expected(cell) for cell in by_case(outcome.results))
    status = round.progress.words
    if round.ended_at:
        words = [
            f"{outcomes[True]:,} as expected",
            *([f"{outcomes[False]:,} not"] if outcomes[False] else []),
        ]
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
        is_bad=bool(outcomes[False] or outcome.owing or outcome.faults or faults),
    )
    return page(
        sheet,
        size,
        rows=arguments.rows,
        color=arguments.color,
        profiles=arguments.profiles,
        command=show_commands(found.project, arguments.folders, arguments.chosen, found.solutions),
    )


def drawn_faults(faults: Sequence[str], arguments: Arguments, size: tuple[int, int], *, at: str) -> list[str]:
    """Why nothing can be judged."""
    sheet = Sheet(
        faults=faults, status=f"nothing to judge at {at}, until that is mended", keys=_keys(0), is_bad=True
    )
    return page(sheet, size, rows=arguments.rows, color=arguments.color)


def _keys(again: int) -> str:
    return f"q quit   a judge all   Enter {f'judge {again:,} again' if again else 'look again'}"
