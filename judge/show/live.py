"""The verdicts so far, a line for each program, while the rest is judged."""

from collections import Counter
from collections.abc import Iterable, Mapping

from rich.table import Table
from rich.text import Text

from judge.errors import printable
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.show.fitting import cut_middle
from judge.show.tables import STYLES

_LONGEST_NAME = 30


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

    def draw(self, height: int) -> Table:
        """Draw the programs with the last results, at most `height`, in the order of the final table."""
        latest = {*list(self._counts)[-height:]} if height > 0 else set()
        rows = Table.grid(padding=(0, 2))
        for name in filter(latest.__contains__, self._totals):
            counts = self._counts[name]
            done = Text(f"{counts.total():,}/{self._totals[name]:,}", style="dim")
            rows.add_row(cut_middle(printable(name), _LONGEST_NAME), done, _list_verdicts(counts))
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
