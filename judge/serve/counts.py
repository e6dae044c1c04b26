"""Counters in the text format of Prometheus.

Source: https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from judge.library.reports import Report

_HELP = {
    "requests": ("counter", "Answered requests."),
    "submissions": ("counter", "Judged submissions by verdict."),
    "tests": ("counter", "Judged tests by verdict."),
    "cpu_seconds": ("counter", "CPU time of the programs."),
    "seconds": ("summary", "Time from the request for a submission to its answer."),
    "retries": ("counter", "Submissions that were judged again because the judge had failed."),
    "open": ("gauge", "Submissions that wait or are judged."),
    "queue": ("gauge", "The most that may be open."),
    "workers": ("gauge", "Number of workers."),
}
_Labels = tuple[tuple[str, str], ...]


class Counts:
    """Counters of judged submissions since the start."""

    def __init__(self) -> None:
        self._values: Counter[tuple[str, _Labels]] = Counter()

    def add(self, name: str, amount: float = 1, **labels: str) -> None:
        self._values[name, tuple(labels.items())] += amount  # type: ignore[assignment]

    def add_report(self, path: str, report: Report, seconds: float) -> None:
        self.add("submissions_total", path=path, verdict=report.verdict.name)
        for each in report.results:
            self.add("tests_total", verdict=each.verdict.name)
            self.add("cpu_seconds_total", each.cpu_s or 0)
        self.add("seconds_sum", seconds, path=path)
        self.add("seconds_count", path=path)

    def render(self, gauges: Mapping[str, float]) -> str:
        return "".join(f"{line}\n" for line in self._list_lines(gauges))

    def _list_lines(self, gauges: Mapping[str, float]) -> Iterator[str]:
        values: dict[tuple[str, _Labels], float] = dict(self._values)
        values |= {(name, ()): value for name, value in gauges.items()}
        for family, (kind, text) in _HELP.items():
            suffix = "_total" if kind == "counter" else ""
            yield f"# HELP judge_{family}{suffix} {text}"
            yield f"# TYPE judge_{family}{suffix} {kind}"
            for (name, labels), value in sorted(values.items()):
                if name in (f"{family}{suffix}", f"{family}_sum", f"{family}_count"):
                    pairs = ",".join(f'{key}="{label}"' for key, label in labels)
                    yield f"judge_{name}{{{pairs}}} {value:.17g}" if pairs else f"judge_{name} {value:.17g}"
