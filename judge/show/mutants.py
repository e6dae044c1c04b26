"""Print the mistakes of formatting: which checkers catch them, and what they are."""

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from judge.checkers.mutants import Mutant
from judge.mistakes.table import MISTAKES
from judge.model.cases import EXACT
from judge.model.groups import group_by
from judge.model.results import Opinion
from judge.model.verdicts import Verdict
from judge.platform.streams import Colour
from judge.show.console import open_console
from judge.show.fitting import fits
from judge.show.opinions import format_verdicts, list_rules
from judge.show.signs import make_visible
from judge.show.tables import new_table

_DECIDED = "decided"
_NOT_ASKED = "a checker that a problem brings is not asked"


def show_mutants(mutants: Sequence[Mutant], *, color: Colour = "auto") -> None:
    """Print the table of mistakes, and the mistakes that were diagnosed as others."""
    console = open_console(color=color)
    console.print(_tabulate_mutants(mutants, console), "", sep="\n")
    for mutant in mutants:
        if mutant.found != (mutant.name,):
            console.print(f"{mutant.name} was taken for {', '.join(mutant.found) or 'nothing'}")


def _tabulate_mutants(mutants: Sequence[Mutant], console: Console) -> RenderableType:
    """Tabulate the verdicts of profiles on each mistake, and count the mistakes that each profile catches.

    The rule that decided has another column unless one profile, such as `exact`, decides all cases.
    """
    rules = sorted({mutant.rule for mutant in mutants if mutant.rule})
    names = list_rules(mutant.opinions for mutant in mutants)
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
        cells = [format_verdicts(row[name]) for name in names]
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


def show_mistakes(names: Sequence[str]) -> None:
    open_console().print(_describe_mistakes(names), end="")


def _describe_mistakes(names: Sequence[str]) -> Text:
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
