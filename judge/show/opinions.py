"""The verdicts that profiles give on outputs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from judge.checkers.sites import PROFILES
from judge.model.results import Opinion, Result
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, printable
from judge.show.fitting import fits
from judge.show.tables import STYLES, new_table


def describe_opinions(opinions: Sequence[Opinion]) -> str:
    """Return `AC on luogu, PE on exact`: the verdicts, best first, with the profiles that give them.

    If all agree, they are not listed.
    """
    verdicts = sorted({opinion.verdict for opinion in opinions if opinion.verdict}, key=list(Verdict).index)
    if len(verdicts) == 1 and len(opinions) > 1:
        return f"{verdicts[0].name} by every rule"
    parts = []
    for verdict in verdicts:
        names = [opinion.profile for opinion in opinions if opinion.verdict is verdict]
        parts.append(f"{verdict.name} on {', '.join(names)}")
    return "; ".join(parts)


def tabulate_opinions(results: Sequence[Result], console: Console) -> RenderableType:
    """Tabulate outputs that differ from the answer. Outputs with the same verdicts share a row."""
    groups = Counter((result.solution, result.opinions) for result in results if result.opinions)
    names = list_rules(opinions for _, opinions in groups)
    table = new_table("solution", "outputs", *names, padding=0)
    words = Text()
    for (solution, opinions), outputs in groups.items():
        said = {opinion.profile: opinion.verdict for opinion in opinions}
        cells = (format_verdicts({said.get(name)}) for name in names)
        table.add_row(Text(printable(solution)), str(outputs), *cells)
        words.append(f"{printable(solution)}, {counted(outputs, 'output')}: {describe_opinions(opinions)}\n")
    return table if fits(table, console) else words


def list_rules(said: Iterable[Sequence[Opinion]]) -> list[str]:
    """Return the profiles, then the other rules, that gave any verdict."""
    telling = dict.fromkeys(opinion.profile for opinions in said for opinion in opinions if opinion.verdict)
    return [name for name in dict.fromkeys((*PROFILES, *telling)) if name in telling]


def format_verdicts(verdicts: Iterable[Verdict | None]) -> Text:
    """Return the verdicts, best first; `-` where a profile gives none."""
    known = set(verdicts)
    order: Mapping[Verdict | None, int] = {None: -1} | {verdict: n for n, verdict in enumerate(Verdict)}
    text = Text()
    for verdict in sorted(known, key=lambda verdict: order[verdict]):
        if text:
            text.append("/")
        text.append(verdict.name if verdict else "-", style=STYLES.get(verdict, "") if verdict else "dim")
    return text
