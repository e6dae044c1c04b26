"""What the cells of the matrix open: a section for each, as far as the budget of the page goes.

Sections are given to what is not as expected first, to each solution in turn; then to what was refused; then
to the rest. Where room gets short a section has no bytes of programs and cases, then there is none.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from judge.errors import counted
from judge.show.html.matrix import JudgedCell
from judge.show.html.told import ResultView, TestView, view_result, view_test
from judge.show.outcome import Outcome
from judge.verdicts import Verdict

# A page of so many bytes opens at once. Of what its cells leave of them, two thirds go to the sections that
# come first, and the rest to brief ones.
_PAGE_BYTES = 12_000_000
_CELL_BYTES = 150
_LEAST_BYTES = 1_000_000
_TESTS_TOLD = 3


class Section(Struct, frozen=True, kw_only=True):
    """One solution on one case; `others` says what became of the tests that are not told."""

    anchor: str
    solution: str
    case: str
    unexpected: bool
    tests: tuple[ResultView, ...]
    others: str
    brief: bool


@dataclass(slots=True, kw_only=True)
class Article:
    """The sections of all solutions that got the same bytes of a case, and these, by the test's number."""

    case: str
    format: str
    asked: dict[int, TestView]
    sections: list[Section]


class Sections(Struct, frozen=True, kw_only=True):
    """All articles, and how many tests have a brief section or none, for want of room."""

    articles: tuple[Article, ...]
    brief: int = 0
    missing: int = 0

    @property
    def anchors(self) -> frozenset[str]:
        return frozenset(section.anchor for article in self.articles for section in article.sections)


def open_sections(cells: Sequence[JudgedCell], outcome: Outcome) -> Sections:
    """The sections of a run, within the budget."""
    articles: dict[tuple[str, str], Article] = {}
    room = max(_PAGE_BYTES - _CELL_BYTES * len(cells), _LEAST_BYTES)
    spent = brief = missing = 0
    for place, cell in enumerate(_by_need(cells)):
        if spent >= room:
            missing = len(cells) - place
            break
        is_brief = spent >= room * 2 // 3
        brief += is_brief
        section = _section(cell, outcome, brief=is_brief)
        tests = {test.number: test for test in outcome.tests(cell.solution, cell.case)}
        format = next((test.format for test in tests.values()), "")
        new = Article(case=cell.case, format=format, asked={}, sections=[])
        article = articles.setdefault((cell.case, format), new)
        article.sections.append(section)
        spent += sum(each.weight for each in section.tests)
        for number in () if is_brief else (each.number for each in section.tests):
            if number in tests and number not in article.asked:
                article.asked[number] = view_test(tests[number])
                spent += article.asked[number].weight
    return Sections(articles=tuple(articles.values()), brief=brief, missing=missing)


def _by_need(cells: Sequence[JudgedCell]) -> list[JudgedCell]:
    """What is not as expected first, then what was refused, then the rest; of each solution one in turn."""
    turns: Counter[tuple[str, int]] = Counter()
    needs: list[tuple[int, int, int]] = []
    for place, cell in enumerate(cells):
        need = 0 if cell.as_expected is False else 1 + cell.verdict.is_sound
        needs.append((need, turns[cell.solution, need], place))
        turns[cell.solution, need] += 1
    return [cells[place] for _, _, place in sorted(needs)]


def _section(cell: JudgedCell, outcome: Outcome, *, brief: bool) -> Section:
    """Of many tests those to blame, else the first, are told."""
    ranked = sorted(cell.tests, key=lambda result: (result.as_expected is not False, result.verdict.is_sound))
    shown = sorted(ranked[:_TESTS_TOLD], key=lambda result: result.test)
    fates = Counter(result.verdict for result in ranked[_TESTS_TOLD:])
    others = ", ".join(f"{fates[verdict]:,} {verdict.name}" for verdict in Verdict if fates[verdict])
    limits = outcome.limits.get(cell.case)
    return Section(
        anchor=cell.anchor,
        solution=cell.solution,
        case=cell.case,
        unexpected=cell.as_expected is False,
        tests=tuple(view_result(result, limits, brief=brief) for result in shown),
        others=f"{counted(fates.total(), 'more test')}: {others}" if others else "",
        brief=brief,
    )
