"""Print the mutants that survive the tests, the new inputs that reject them, and the tests that are idle."""

from collections import Counter
from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.text import Text

from judge.platform.errors import counted, listed, printable
from judge.platform.streams import Colour
from judge.show.console import open_console
from judge.show.fitting import cut_middle
from judge.show.stress import describe_input
from judge.show.tables import new_table
from judge.stress.weak.mutants import Mutant
from judge.stress.weak.weakness import NewTest, Weakness

_SURVIVORS_SHOWN = 20
_TESTS_LISTED = 10


def show_weakness(found: Weakness, *, kept: bool, command: str, color: Colour = "auto") -> None:
    """Print the survivors, the new inputs, the tests, and the summary in one line."""
    console = open_console(color=color)
    survivors = found.survivors
    for mutant in survivors[:_SURVIVORS_SHOWN]:
        console.print(_describe_survivor(mutant, found, console), soft_wrap=True)
    if more := survivors[_SURVIVORS_SHOWN:]:
        console.print(f"and {counted(len(more), 'more survivor')}; --json FILE lists all\n", soft_wrap=True)
    for number, test in enumerate(found.new, 1):
        console.print(_describe_new(number, test), soft_wrap=True)
    for test in found.wrong:
        names = printable(listed(test.rejects))
        text = Text("an accepted program fails", style="bold").append(f": {names} on this input\n")
        console.print(text.append_text(describe_input(test.find)), soft_wrap=True)
    if found.all_tests:
        console.print(_tabulate_tests(found), "", sep="\n")
    for line in _summarise(found, kept=kept):
        console.print(line, soft_wrap=True)
    if found.searched is not None:
        console.print(f"again: {printable(command)}", soft_wrap=True)


def _describe_survivor(mutant: Mutant, found: Weakness, console: Console) -> Text:
    """Describe a survivor by the line that changed, and say what became of it."""
    numbers = [number for number, test in enumerate(found.new, 1) if mutant.name in test.rejects]
    if numbers:
        fate = f"rejected by new input {numbers[0]}"
    elif not found.searched:
        fate = "survives all tests"
    else:
        fate = "perhaps equal" if found.are_mutants else "nothing rejects it"
    revision = mutant.revision
    if not revision:
        return Text(printable(mutant.name), style="bold").append(f": {fate}\n")
    place = f"{printable(mutant.name.rpartition('~')[0])}:{revision.line}"
    text = Text(place, style="bold").append(f": {mutant.kind}; {fate}\n")
    for sign, line, style in (("-", revision.old, "red"), ("+", revision.new, "green")):
        shown = printable(line.decode(errors="replace").strip())
        text.append(f"  {sign} {cut_middle(shown, max(20, console.width - 4))}\n", style=style)
    return text


def _describe_new(number: int, test: NewTest) -> Text:
    text = Text(f"new input {number}", style="bold")
    text.append(f" rejects {counted(len(test.rejects), 'survivor')}\n")
    return text.append_text(describe_input(test.find))


def _tabulate_tests(found: Weakness) -> RenderableType:
    """Count for each stored test the programs that it rejects, and the ones that it rejects alone."""
    rejects = Counter(test for tests in found.kills.killers.values() for test in tests)
    alone = Counter(tests[0] for tests in found.kills.killers.values() if len(tests) == 1)
    table = new_table("test", "rejects", "alone", padding=0)
    for test in found.tests:
        table.add_row(printable(test), str(rejects[test]), str(alone[test]))
    return table


def _summarise(found: Weakness, *, kept: bool) -> Iterator[str]:
    kind = "mutant" if found.are_mutants else "wrong program"
    unknown = found.kills.unknown
    for name, result in list(unknown.items())[:_TESTS_LISTED]:
        yield printable(f"not judged: {name} on {result.case}: {result.verdict.name}: {result.message}")
    every, tests = counted(len(found.mutants), kind), counted(len(found.tests), "test")
    words = [f"{found.killed} of {every} killed by {tests}"]
    if found.new:
        killed = sum(len(test.rejects) for test in found.new)
        by = "a new test" if len(found.new) == 1 else counted(len(found.new), "new test")
        words.append(f"{killed} killed by {by} ({'kept' if kept else 'not kept, see --keep'})")
    if left := len(found.left):
        fate = "perhaps equal" if found.are_mutants and found.searched else "alive"
        words.append(f"{left} {fate}")
    if unknown:
        words.append(f"{len(unknown)} not judged")
    if found.interrupted:
        words.append("interrupted")
    yield "; ".join(words)
    if found.idle and found.killed:
        few = f"{len(found.idle)} of {counted(len(found.tests), 'test')}"
        are = "is" if len(found.idle) == 1 else "are"
        names = listed(found.idle, _TESTS_LISTED)
        yield printable(f"{few} {are} not needed to reject these {kind}s: {names}")
