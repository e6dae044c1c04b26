"""Print what `judge verify` found: a line for each check, and below it why it fails."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from judge.model.findings import Finding, Flaw, Status
from judge.model.groups import group_by
from judge.platform.errors import counted, printable
from judge.platform.streams import Colour
from judge.show.console import open_console
from judge.show.fitting import wrap
from judge.show.signs import make_visible

_STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.SKIPPED: "dim"}
_FLAWS_SHOWN = 5
_BYTES_SHOWN = 60
_LEAST_WIDTH = 30


def show_findings(
    findings: Sequence[Finding], *, color: Colour = "auto", console: Console | None = None
) -> None:
    """Print the findings by problem, and count them."""
    console = console or open_console(color=color)
    width = max(len(finding.check) for finding in findings)
    for problem, own in group_by(findings, lambda finding: finding.problem).items():
        console.print(printable(problem), style="bold", soft_wrap=True)
        for finding in own:
            _show_finding(finding, width, console)
        console.print()
    console.print(_summarise(findings), soft_wrap=True)


def _show_finding(finding: Finding, width: int, console: Console) -> None:
    head = Text("  ").append(f"{finding.status.value:7}", style=_STYLES[finding.status])
    head.append(f"  {finding.check:{width}}  ")
    words = wrap(Text(printable(finding.words)), max(_LEAST_WIDTH, console.width - len(head)))
    between = "\n" + " " * len(head)
    console.print(head.append(words.plain.replace("\n", between)), soft_wrap=True)
    for flaw in finding.flaws[:_FLAWS_SHOWN]:
        _show_flaw(flaw, console)
    if more := finding.flaws[_FLAWS_SHOWN:]:
        console.print(f"    and {counted(len(more), 'more flaw')}; --json FILE lists all", soft_wrap=True)
    for note in finding.notes:
        _say(f"note: {printable(note)}", console)


def _show_flaw(flaw: Flaw, console: Console) -> None:
    _say(str(flaw), console)
    if flaw.data is not None:
        shown = make_visible(flaw.data[:_BYTES_SHOWN]) or "(nothing)"
        more = f" ({counted(len(flaw.data), 'byte')} in all)" if len(flaw.data) > _BYTES_SHOWN else ""
        console.print(f"      {shown}{more}", soft_wrap=True)
    if flaw.command:
        console.print(f"      {flaw.command}", soft_wrap=True)


def _say(words: str, console: Console) -> None:
    for line in wrap(Text(words), console.width - 4).split("\n", allow_blank=True):
        console.print(Text("    ").append_text(line), soft_wrap=True)


def _summarise(findings: Sequence[Finding]) -> Text:
    numbers = Counter(finding.status for finding in findings)
    parts = [f"{numbers[status]} {status.value}" for status in Status if numbers[status]]
    notes = sum(len(finding.notes) for finding in findings)
    text = Text(f"{counted(len(findings), 'check')}: {', '.join(parts)}")
    return text.append(f"; {counted(notes, 'note')}" if notes else "")
