"""Pictures of benchmarks: times with their intervals, and a cactus plot of many cases."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from judge.platform.errors import UsageError
from judge.platform.installed import command_for
from judge.platform.units import choose_ticks, format_time
from judge.show.charts import CACTUS_CASES, label_standing
from judge.stress.finds import Work
from judge.timing.timings import Standing

# Okabe and Ito: colours that colour-blind people can distinguish. Line styles mark their second use.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_STYLES = ("-", "--", ":")


def draw_benchmark(
    standings: Sequence[Standing],
    times: Mapping[str, Sequence[float]],
    *,
    cases: int,
    title: str,
    suffix: str,
) -> bytes:
    """Return an SVG or PNG file. `times` has the solved cases of each solution."""
    figures = _matplotlib()
    wanted = cases >= CACTUS_CASES
    shown = [standing for standing in standings if standing.time_s]
    figure = figures.Figure(
        figsize=(13 if wanted else 8, 1.6 + 0.32 * max(len(shown), 10)), layout="constrained"
    )
    axes = figure.subplots(1, 2 if wanted else 1, squeeze=False)[0]
    figure.suptitle(title, fontsize=11)
    _draw_times(axes[0], shown)
    if wanted:
        _draw_cactus(axes[1], times, cases)
    return _bytes_of(figure, suffix)


def draw_climb(climb: Sequence[tuple[int, float, Work]], *, spent_s: float, title: str, suffix: str) -> bytes:
    """Return a picture of a search for the slowest case: the cost of the hardest one at each moment."""
    figure = _matplotlib().Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, fontsize=11)
    times = [after_s for _, after_s, _ in climb]
    amounts = [work.amount for _, _, work in climb]
    if climb:
        axes.step([*times, spent_s], [*amounts, amounts[-1]], where="post", color=_COLOURS[0])
        axes.plot(times, amounts, "o", color=_COLOURS[0], markersize=4)
        axes.set_yscale("log")
    axes.set_xlim(left=0)
    axes.set_xlabel("seconds of the search")
    axes.set_ylabel(f"{climb[-1][2].unit} of the hardest case" if climb else "")
    axes.grid(color="0.9")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    return _bytes_of(figure, suffix)


def require_matplotlib() -> None:
    """Check before the work that matplotlib is installed. Raises UsageError."""
    _matplotlib()


def _bytes_of(figure: Any, suffix: str) -> bytes:
    data = BytesIO()
    # Without the date, equal figures give equal files.
    metadata = {"Date": None} if suffix == ".svg" else {"Software": None}
    figure.savefig(data, format=suffix[1:], dpi=150, metadata=metadata)
    return data.getvalue()


def _matplotlib() -> Any:
    try:
        from matplotlib import figure, rcParams
    except ImportError:
        raise UsageError(f"--plot: expected matplotlib, got none: {command_for('plot')}") from None
    rcParams["svg.hashsalt"] = "judge"
    rcParams["svg.fonttype"] = "none"
    return figure


def _draw_times(axes: Any, standings: Sequence[Standing]) -> None:
    for row, standing in enumerate(standings):
        time = standing.time_s
        assert time is not None
        whiskers = [[time.estimate - time.low], [time.high - time.estimate]] if time.low else None
        colour = _COLOURS[0 if standing.place else 5]
        axes.errorbar(time.estimate, row, xerr=whiskers, fmt="o", color=colour, markersize=5, capsize=3)
    axes.set_xscale("log")
    _name_times(axes)
    axes.set_yticks(range(len(standings)), [label_standing(standing) for standing in standings])
    axes.invert_yaxis()
    axes.grid(axis="x", color="0.9")
    axes.set_axisbelow(True)
    known = any(standing.time_s and standing.time_s.low for standing in standings)
    axes.set_xlabel(f"CPU time, geometric mean of the cases solved{', with its interval' if known else ''}")
    axes.spines[["top", "right"]].set_visible(False)


def _draw_cactus(axes: Any, times: Mapping[str, Sequence[float]], cases: int) -> None:
    latest = max(time for found in times.values() for time in found) * 1.3
    for number, (name, found) in enumerate(times.items()):
        steps = sorted(found)
        axes.step(
            [*steps, latest],
            [*range(1, len(steps) + 1), len(steps)],
            where="post",
            color=_COLOURS[number % len(_COLOURS)],
            linestyle=_STYLES[number // len(_COLOURS) % len(_STYLES)],
            label=f"{name} ({len(steps)})",
        )
    axes.axhline(cases, color="grey", linewidth=0.6)
    axes.set_xscale("log")
    _name_times(axes)
    axes.set_xlabel("CPU time of a case")
    axes.set_ylabel(f"cases solved within it, of {cases}")
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def _name_times(axes: Any) -> None:
    ticks = choose_ticks(*axes.get_xlim(), most=6)
    axes.set_xticks(ticks, [format_time(tick) for tick in ticks])
    axes.set_xticks([], minor=True)
