"""Tables of the verdicts that profiles give, and the list of mistakes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from judge.checkers.mutants import Mutant
from judge.checkers.sites import PROFILES
from judge.mistakes.table import MISTAKES
from judge.model.cases import EXACT
from judge.model.groups import group_by
from judge.model.results import Opinion, Result
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, printable
from judge.show.fitting import fits
from judge.show.signs import make_visible
from judge.show.tables import STYLES, new_table

_DECIDED = "decided"
_NOT_ASKED = "a checker that a problem brings is not asked"


def describe_opinions(opinions: Sequence[Opinion]) -> str:
    """Return `AC on luogu, PE on exact`: the verdicts, best first, with the profiles that give them."""
    verdicts = sorted({opinion.verdict for opinion in opinions if opinion.verdict}, key=list(Verdict).index)
    parts = []
    for verdict in verdicts:
        names = [opinion.profile for opinion in opinions if opinion.verdict is verdict]
        parts.append(f"{verdict.name} on {', '.join(names)}")
    return "; ".join(parts)


def tabulate_opinions(results: Sequence[Result], console: Console) -> RenderableType:
    """Tabulate outputs that differ from the answer. Outputs with the same verdicts share a row."""
    groups = Counter((result.solution, result.opinions) for result in results if result.opinions)
    names = _names(opinions for _, opinions in groups)
    table = new_table("solution", "outputs", *names, padding=0)
    words = Text()
    for (solution, opinions), outputs in groups.items():
        said = {opinion.profile: opinion.verdict for opinion in opinions}
        cells = (_verdicts({said.get(name)}) for name in names)
        table.add_row(Text(printable(solution)), str(outputs), *cells)
        words.append(f"{printable(solution)}, {counted(outputs, 'output')}: {describe_opinions(opinions)}\n")
    return table if fits(table, console) else words


def tabulate_mutants(mutants: Sequence[Mutant], console: Console) -> RenderableType:
    """Tabulate the verdicts of profiles on each mistake, and count the mistakes that each profile catches.

    The rule that decided has another column unless one profile, such as `exact`, decides all cases.
    """
    rules = sorted({mutant.rule for mutant in mutants if mutant.rule})
    names = _names(mutant.opinions for mutant in mutants)
    alone = next((name for name in names if all(mutant.rule == name for mutant in mutants)), "")
    names += [_DECIDED] if not alone and rules not in ([], [EXACT]) else []
    said: dict[str, dict[str, set[Verdict | None]]] = {}
    for mutant in mutants:
        row = said.setdefault(mutant.name, {name: set() for name in names})
        for opinion in (*mutant.opinions, Opinion(profile=_DECIDED, verdict=mutant.verdict)):
            row.setdefault(opinion.profile, set()).add(opinion.verdict)
    table = new_table("mistake", *names, padding=0)
    words = Text()
    for mistake, row in said.items():
        cells = [_verdicts(row[name]) for name in names]
        table.add_row(Text(mistake), *cells)
        agreed = group_by(zip(names, cells, strict=True), lambda each: each[1].plain)
        verdicts = (f"{verdict} on {', '.join(name for name, _ in own)}" for verdict, own in agreed.items())
        words.append(f"{mistake}: {'; '.join(verdicts)}\n")
    table.add_section()
    caught = [
        sum(bool(row[name]) and not row[name] & {None, Verdict.AC} for row in said.values()) for name in names
    ]
    table.add_row(Text(f"caught, of {len(said)}"), *map(str, caught))
    numbers = (f"{number} on {name}" for name, number in zip(names, caught, strict=True))
    words.append(f"caught, of {len(said)}: {', '.join(numbers)}\n")
    notes = [f"{_DECIDED}: by the rule of each case, {', '.join(rules)}"] if _DECIDED in names else []
    notes += [f"{alone} decides"] if alone not in ("", EXACT) else []
    notes += [_NOT_ASKED] if any(mutant.rule is None for mutant in mutants) else []
    if notes:
        table.caption = "\n".join(notes)
        words.append(f"{table.caption}\n")
    return table if fits(table, console) else words


def _names(said: Iterable[Sequence[Opinion]]) -> list[str]:
    """Return the profiles, then the other rules, that gave any verdict."""
    telling = dict.fromkeys(opinion.profile for opinions in said for opinion in opinions if opinion.verdict)
    return [name for name in dict.fromkeys((*PROFILES, *telling)) if name in telling]


def describe_mistakes(names: Sequence[str]) -> Text:
    """Describe each of these mistakes with its meaning and an example."""
    width = max(map(len, MISTAKES)) + 2
    text = Text()
    for kind in map(MISTAKES.__getitem__, names):
        before, after = kind.example
        text.append(f"{kind.name:<{width}}", style="bold").append(f"{kind.meaning}\n")
        text.append(
            f"{'':<{width}}{make_visible(before)} becomes {make_visible(after) or 'nothing'}\n", style="dim"
        )
    return text


def _verdicts(verdicts: Iterable[Verdict | None]) -> Text:
    """Return the verdicts, best first; `-` where a profile gives none."""
    known = set(verdicts)
    order: Mapping[Verdict | None, int] = {None: -1} | {verdict: n for n, verdict in enumerate(Verdict)}
    text = Text()
    for verdict in sorted(known, key=lambda verdict: order[verdict]):
        if text:
            text.append("/")
        text.append(verdict.name if verdict else "-", style=STYLES.get(verdict, "") if verdict else "dim")
    return text
