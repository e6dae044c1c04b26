"""What every profile says, in tables; and the mistakes by name."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from judge.checkers.mutants import Mutant
from judge.checkers.sites import PROFILES
from judge.errors import printable
from judge.mistakes.table import MISTAKES
from judge.model import Verdict
from judge.results import Opinion, Result
from judge.show.failures import agreeing
from judge.show.signs import visible
from judge.show.tables import STYLES, fits, plain_table


def opinion_table(results: Sequence[Result], console: Console) -> RenderableType:
    """Outputs that are not the answer to the byte, of each solution those alike together by every profile."""
    groups: dict[tuple[str, tuple[Opinion, ...]], int] = {}
    for result in results:
        if result.opinions:
            key = result.solution, result.opinions
            groups[key] = groups.get(key, 0) + 1
    table = plain_table("solution", "outputs", *PROFILES, padding=0)
    words = Text()
    for (solution, opinions), outputs in groups.items():
        cells = (_verdicts({opinion.verdict}) for opinion in opinions)
        table.add_row(Text(printable(solution)), str(outputs), *cells)
        words.append(f"{printable(solution)}, {outputs} outputs: {agreeing(opinions)}\n")
    return table if fits(table, console) else words


def kill_table(mutants: Iterable[Mutant], console: Console) -> RenderableType:
    """What every profile says of every mistake, where cases differ all of it; below, how many it catches."""
    said: dict[str, dict[str, set[Verdict | None]]] = {}
    for mutant in mutants:
        row = said.setdefault(mutant.name, {})
        for opinion in mutant.opinions:
            row.setdefault(opinion.profile, set()).add(opinion.verdict)
    table = plain_table("mistake", *PROFILES, padding=0)
    words = Text()
    for name, row in said.items():
        cells = [_verdicts(row[profile]) for profile in PROFILES]
        table.add_row(Text(name), *cells)
        verdicts = (f"{cell} on {profile}" for profile, cell in zip(PROFILES, cells, strict=True))
        words.append(f"{name}: {', '.join(verdicts)}\n")
    table.add_section()
    caught = [sum(not row[profile] & {None, Verdict.AC} for row in said.values()) for profile in PROFILES]
    table.add_row(Text(f"caught, of {len(said)}"), *map(str, caught))
    numbers = (f"{number} on {profile}" for profile, number in zip(PROFILES, caught, strict=True))
    words.append(f"caught, of {len(said)}: {', '.join(numbers)}\n")
    return table if fits(table, console) else words


def mistake_list() -> Text:
    """Every mistake with its meaning and an example."""
    width = max(map(len, MISTAKES)) + 2
    text = Text()
    for kind in MISTAKES.values():
        before, after = kind.example
        text.append(f"{kind.name:<{width}}", style="bold").append(f"{kind.meaning}\n")
        text.append(f"{'':<{width}}{visible(before)} becomes {visible(after) or 'nothing'}\n", style="dim")
    return text


def _verdicts(verdicts: Iterable[Verdict | None]) -> Text:
    """Verdicts, best first; `-` where a profile says nothing."""
    known = set(verdicts)
    order: Mapping[Verdict | None, int] = {None: -1} | {verdict: n for n, verdict in enumerate(Verdict)}
    text = Text()
    for verdict in sorted(known, key=lambda verdict: order[verdict]):
        if text:
            text.append("/")
        text.append(
            verdict.name if verdict else "-", style=STYLES.get(verdict, "yellow") if verdict else "dim"
        )
    return text
