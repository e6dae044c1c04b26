"""The sections that cells of the matrix open, as many as the size of the page allows.

Unexpected cells get their sections first, then rejected programs, then the rest. When space runs short,
sections omit the bytes of programs and cases; then cells have no section.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from judge.errors import counted
from judge.model.verdicts import Verdict
from judge.show.html.matrix import JudgedCell
from judge.show.html.views import ResultView, TestView, view_result, view_test
from judge.show.outcome import Outcome

# A page of this size opens at once. Two thirds of the space that its cells leave are for whole sections, the
# rest is for brief ones.
_PAGE_BYTES = 12_000_000
_CELL_BYTES = 150
_LEAST_BYTES = 1_000_000
_TESTS_SHOWN = 3


class Section(Struct, frozen=True, kw_only=True):
    """One solution on one case; `others` counts the verdicts of tests that are not shown."""

    cell: JudgedCell
    tests: tuple[ResultView, ...]
    others: str
    brief: bool


@dataclass(slots=True, kw_only=True)
class Article:
    """The sections of all solutions that read the same bytes of a case, and these bytes by test number."""

    format: str
    inputs: dict[int, TestView] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)


class Sections(Struct, frozen=True, kw_only=True):
    """All articles, and the numbers of cells with a brief section or none, to keep the page small."""

    articles: tuple[Article, ...]
    brief: int = 0
    missing: int = 0

    @property
    def anchors(self) -> frozenset[str]:
        return frozenset(section.cell.anchor for article in self.articles for section in article.sections)


def open_sections(cells: Sequence[JudgedCell], outcome: Outcome) -> Sections:
    """Give cells their sections until the page is full."""
    articles: dict[tuple[str, str], Article] = {}
    room = max(_PAGE_BYTES - _CELL_BYTES * len(cells), _LEAST_BYTES)
    spent = brief = missing = 0
    for place, cell in enumerate(_sort_by_need(cells)):
        if spent >= room:
            missing = len(cells) - place
            break
        is_brief = spent >= room * 2 // 3
        brief += is_brief
        section = _build_section(cell, outcome, brief=is_brief)
        tests = {test.number: test for test in outcome.tests(cell.solution, cell.case)}
        format = next((test.format for test in tests.values()), "")
        article = articles.setdefault((cell.case, format), Article(format=format))
        article.sections.append(section)
        spent += sum(each.weight for each in section.tests)
        for number in () if is_brief else (each.result.test for each in section.tests):
            if number in tests and number not in article.inputs:
                article.inputs[number] = view_test(tests[number])
                spent += article.inputs[number].weight
    return Sections(articles=tuple(articles.values()), brief=brief, missing=missing)


def _sort_by_need(cells: Sequence[JudgedCell]) -> list[JudgedCell]:
    """Sort unexpected cells before rejected ones and the rest; within each, solutions take turns."""
    turns: Counter[tuple[str, int]] = Counter()
    needs: list[tuple[int, int, int]] = []
    for place, cell in enumerate(cells):
        need = 0 if cell.as_expected is False else 1 + cell.verdict.is_sound
        needs.append((need, turns[cell.solution, need], place))
        turns[cell.solution, need] += 1
    return [cells[place] for _, _, place in sorted(needs)]


def _build_section(cell: JudgedCell, outcome: Outcome, *, brief: bool) -> Section:
    """Show a few tests of the cell, those to blame first."""
    ranked = sorted(cell.tests, key=lambda result: (result.as_expected is not False, result.verdict.is_sound))
    shown = sorted(ranked[:_TESTS_SHOWN], key=lambda result: result.test)
    fates = Counter(result.verdict for result in ranked[_TESTS_SHOWN:])
    others = ", ".join(f"{fates[verdict]:,} {verdict.name}" for verdict in Verdict if fates[verdict])
    limits = outcome.limits.get(cell.case)
    return Section(
        cell=cell,
        tests=tuple(view_result(result, limits, brief=brief) for result in shown),
        others=f"{counted(fates.total(), 'more test')}: {others}" if others else "",
        brief=brief,
    )
