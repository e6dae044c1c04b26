"""A benchmark in the layout of hyperfine's JSON export, for the scripts that read it.

There is a result for each solution and case. hyperfine measures wall time. Here `times` are CPU seconds, user
and system together, and so is `user`; `system` is 0, because the kernel splits the two in whole ticks.
Layout: https://github.com/sharkdp/hyperfine/tree/master/scripts
"""

from statistics import fmean, median, stdev
from typing import Any

from judge.platform.decoding import to_json
from judge.timing.timings import Bench, Timing


def render(bench: Bench) -> bytes:
    """Return the results that have times. A solution has no times on a case that it failed."""
    results = [_result(timing) for timing in bench.timings if timing.times_s]
    return to_json({"results": results})


def _result(timing: Timing) -> dict[str, Any]:
    times = timing.times_s
    return {
        "command": timing.solution,
        "mean": fmean(times),
        "stddev": stdev(times) if len(times) > 1 else None,
        "median": median(times),
        "user": fmean(times),
        "system": 0.0,
        "min": min(times),
        "max": max(times),
        "times": times,
        "exit_codes": [0] * len(times),
        "parameters": {"case": timing.case},
    }
