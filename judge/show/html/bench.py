"""The page of a benchmark: tables of standings, ratios with their intervals, cactus plots of sets."""

from msgspec.structs import replace

from judge.model.patterns import problem_of
from judge.platform.errors import counted, listed
from judge.show.charts import CACTUS_CASES
from judge.show.html.page import render_page
from judge.show.html.plots import Cactus, plot_cactus, plot_ratios
from judge.show.speeds import (
    choose_columns,
    collect_case_times,
    describe_bench,
    describe_interactors,
    list_doubts,
)
from judge.timing.standings import Comparison, group_cases, list_tables
from judge.timing.timings import Bench, Standing


def render_bench(bench: Bench, *, reference: str | None = None) -> bytes:
    """Return the page, in UTF-8. Raises UsageError if jinja2 is not installed."""
    pairs = [pair for cases in group_cases(bench) for pair in Comparison(bench, cases).pairs()]
    view = {
        "head": (*describe_bench(bench).split("\n"), *describe_interactors(bench)),
        "doubts": tuple(list_doubts(bench, pairs)),
        "tables": tuple(_build_table(bench, cases, reference) for cases in list_tables(bench)),
    }
    return render_page(view, widths={})


def _build_table(bench: Bench, cases: tuple[str, ...], reference: str | None) -> dict[str, object]:
    """Return the standings on one case or several, with pictures of them."""
    comparison = Comparison(bench, cases)
    standings = comparison.standings(reference)
    columns = choose_columns(standings)
    to = reference if reference in comparison.solutions else comparison.reference()
    return {
        "title": _title(cases),
        "heads": [name for name, _ in columns],
        "rows": [[words(standing) for _, words in columns] for standing in standings],
        "ratios": plot_ratios(standings, reference=to or ""),
        "cactus": _plot_cactus(bench, standings, cases),
    }


def _title(cases: tuple[str, ...]) -> str:
    if len(cases) == 1:
        return cases[0]
    problems = listed(list(dict.fromkeys(map(problem_of, cases))))
    return f"geometric mean of {counted(len(cases), 'case')}: {problems}"


def _plot_cactus(bench: Bench, standings: tuple[Standing, ...], cases: tuple[str, ...]) -> Cactus | None:
    if len(cases) < CACTUS_CASES:
        return None
    wanted = set(cases)
    own = replace(bench, timings=tuple(timing for timing in bench.timings if timing.case in wanted))
    times = collect_case_times(own, standings)
    return plot_cactus(times, cases=len(cases))
