"""The verdicts so far, a line for each program, while the rest is judged."""

from collections import Counter
from collections.abc import Iterable, Mapping

from rich.table import Column, Table
from rich.text import Text

from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import printable
from judge.show.fitting import cut_middle
from judge.show.tables import STYLES

_LONGEST_NAME, _SHORTEST_NAME = 30, 12
_GAP = 2


class LiveRows:
    """Count the verdicts of each program. `totals` are the numbers of tests by the names of programs."""

    def __init__(self, totals: Mapping[str, int]) -> None:
        self._totals = totals
        # The program of the last result comes last.
        self._counts: dict[str, Counter[tuple[Verdict, bool]]] = {}

    def add(self, result: Result) -> None:
        counts = self._counts.pop(result.solution, Counter())
        counts[result.verdict, result.as_expected is False] += 1
        self._counts[result.solution] = counts

    def draw(self, height: int, width: int) -> Table:
        """Draw the programs with the last results in the order of the final table, in `height` lines or less.

        Each has one line. Names give way first if the width is too small.
        """
        latest = {*list(self._counts)[-height:]} if height > 0 else set()
        names = [*filter(latest.__contains__, self._totals)]
        done = [f"{self._counts[name].total():,}/{self._totals[name]:,}" for name in names]
        verdicts = [_list_verdicts(self._counts[name]) for name in names]
        left = width - max(map(len, done), default=0) - 2 * _GAP
        widest = max((text.cell_len for text in verdicts), default=0)
        longest = max(_SHORTEST_NAME, min(_LONGEST_NAME, left - widest))
        rows = Table.grid(*(Column(no_wrap=True) for _ in range(3)), padding=(0, _GAP))
        for name, part, text in zip(names, done, verdicts, strict=True):
            text.truncate(max(1, left - longest), overflow="ellipsis")
            rows.add_row(cut_middle(printable(name), longest), Text(part, style="dim"), text)
        return rows


def _list_verdicts(counts: Mapping[tuple[Verdict, bool], int]) -> Text:
    """Return `7 AC, 1 WA!`, where `!` marks what is unexpected."""
    return Text(", ").join(_describe(counts))


def _describe(counts: Mapping[tuple[Verdict, bool], int]) -> Iterable[Text]:
    order = list(Verdict)
    for verdict, is_unexpected in sorted(counts, key=lambda key: (order.index(key[0]), key[1])):
        number = f"{counts[verdict, is_unexpected]:,} {verdict.name}"
        if is_unexpected:
            yield Text(f"{number}!", style="bold red")
        else:
            yield Text(number, style=STYLES.get(verdict, ""))
