"""The sections that cells of the matrix open, as many as the size of the page allows.

Cells that differ only in their program and its measurements share a section. Unexpected cells get theirs
first, then rejected programs, then the rest. When space runs short, sections omit the bytes of programs and
cases; then cells have no section.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from msgspec import Struct

from judge.model.cells import Cell
from judge.model.verdicts import Verdict
from judge.platform.errors import counted
from judge.show.html.matrix import find_anchor
from judge.show.html.views import ResultView, TestView, describe_use, view_result, view_test
from judge.show.outcome import Outcome

# A browser opens a page of this size at once. Cells of the matrix and headings come first. Two thirds of the
# space that they leave are for whole sections, the rest is for brief ones.
_PAGE_BYTES = 12_000_000
_CELL_BYTES = 40
_HEADING_BYTES = 130
_LEAST_BYTES = 1_000_000
_TESTS_SHOWN = 3


class Heading(Struct, frozen=True, kw_only=True):
    """A cell, its address in the page, and what its tests used of their limits."""

    cell: Cell
    anchor: str
    uses: str


class Section(Struct, frozen=True, kw_only=True):
    """The common part of cells; `others` counts the verdicts of tests that are not shown."""

    tests: tuple[ResultView, ...]
    others: str
    as_expected: bool | None
    brief: bool

    @property
    def weight(self) -> int:
        """Its approximate size in the page, in bytes."""
        return sum(test.weight for test in self.tests)


@dataclass(slots=True, kw_only=True)
class Article:
    """The sections of all solutions that read the same bytes of a case, and these bytes by test number."""

    format: str
    inputs: dict[int, TestView] = field(default_factory=dict)
    sections: dict[Section, list[Heading]] = field(default_factory=dict)


class Sections(Struct, frozen=True, kw_only=True):
    """All articles, and the numbers of cells with a brief section or none, to keep the page small."""

    articles: tuple[Article, ...]
    brief: int = 0
    missing: int = 0

    @property
    def anchors(self) -> frozenset[str]:
        found = (own for article in self.articles for own in article.sections.values())
        return frozenset(heading.anchor for own in found for heading in own)


class _Shelf:
    """The articles, and the space that is left for them."""

    def __init__(self, outcome: Outcome, room: int) -> None:
        self.articles: dict[tuple[str, str], Article] = {}
        self._outcome = outcome
        self._room = room
        self._spent = 0

    def add(self, cell: Cell) -> Section | None:
        """Return the section of the cell, None if there is no space for it."""
        tests = {test.number: test for test in self._outcome.tests(cell.solution, cell.case)}
        format = next((test.format for test in tests.values()), "")
        article = self.articles.setdefault((cell.case, format), Article(format=format))
        section = _build_section(cell, brief=False)
        inputs = {
            test.test: view_test(tests[test.test])
            for test in section.tests
            if test.test in tests and test.test not in article.inputs
        }
        weight = section.weight + sum(each.weight for each in inputs.values())
        if section not in article.sections and self._spent + weight > self._room * 2 // 3:
            section, inputs = _build_section(cell, brief=True), {}
            weight = section.weight
        if section not in article.sections:
            if self._spent + weight > self._room:
                return None
            self._spent += weight
            article.inputs |= inputs
        heading = Heading(cell=cell, anchor=find_anchor(cell), uses=self._describe_uses(cell, section))
        article.sections.setdefault(section, []).append(heading)
        return section

    def _describe_uses(self, cell: Cell, section: Section) -> str:
        limits = self._outcome.limits.get(cell.case)
        shown = {test.test for test in section.tests}
        uses = {result.test: describe_use(result, limits) for result in cell.tests if result.test in shown}
        if len(cell.tests) == 1:
            return next(iter(uses.values()))
        return "; ".join(f"test {number}: {use}" for number, use in uses.items() if use)


def open_sections(outcome: Outcome) -> Sections:
    """Give cells their sections until the page is full."""
    cells = outcome.cells
    ranked = _sort_by_need(cells)
    letters = [len(find_anchor(cell).encode()) for cell in ranked]
    room = max(_PAGE_BYTES - sum(letters) - _CELL_BYTES * len(cells), _LEAST_BYTES)
    headings = [0, *accumulate(_HEADING_BYTES + 2 * number for number in letters)]
    opened = bisect(headings, room // 2) - 1
    shelf = _Shelf(outcome, room - headings[opened])
    found = [shelf.add(cell) for cell in ranked[:opened]]
    return Sections(
        articles=tuple(article for article in shelf.articles.values() if article.sections),
        brief=sum(section.brief for section in found if section),
        missing=len(cells) - opened + found.count(None),
    )


def _sort_by_need(cells: Sequence[Cell]) -> list[Cell]:
    """Sort unexpected cells before rejected ones and the rest; within each, solutions take turns."""
    turns: Counter[tuple[str, int]] = Counter()
    needs: list[tuple[int, int, int]] = []
    for place, cell in enumerate(cells):
        need = 0 if cell.as_expected is False else 1 + cell.verdict.is_sound
        needs.append((need, turns[cell.solution, need], place))
        turns[cell.solution, need] += 1
    return [cells[place] for _, _, place in sorted(needs)]


def _build_section(cell: Cell, *, brief: bool) -> Section:
    """Show a few tests of the cell, those to blame first."""
    ranked = sorted(cell.tests, key=lambda result: (result.as_expected is not False, result.verdict.is_sound))
    shown = sorted(ranked[:_TESTS_SHOWN], key=lambda result: result.test)
    fates = Counter(result.verdict for result in ranked[_TESTS_SHOWN:])
    others = ", ".join(f"{fates[verdict]:,} {verdict.name}" for verdict in Verdict if fates[verdict])
    return Section(
        tests=tuple(view_result(result, brief=brief) for result in shown),
        others=f"{counted(fates.total(), 'more test')}: {others}" if others else "",
        as_expected=cell.as_expected,
        brief=brief,
    )
