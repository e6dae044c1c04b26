"""Benchmarks saved as files, and the changes since.

A file is the JSON document that `bench --json` writes. Every other verdict is a change. So is every other
count under the same Python. A time has changed if the interval of its ratio leaves out 1. Instructions are
saved but not compared: interrupts, threads and the compilers within Java and Node vary them. Seconds of
another machine, another Python or other settings mean nothing, so then only ratios to one solution are
compared.
"""

import json
import math
import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, to_builtins

from judge import __version__
from judge.model.verdicts import Verdict, worst
from judge.platform.decoding import from_json
from judge.platform.errors import FormatError, cut, fault_at
from judge.platform.machine import processor
from judge.platform.units import format_number, format_time
from judge.timing.standings import Comparison, list_tables
from judge.timing.stats import Estimate, average, choose_level, make_interval, sample
from judge.timing.timings import Bench, Change, Machine, Pair, Standing, Timing

VERSION = 1
FOLDER = "baselines"
_NUMBERS = re.compile(r"\[\s+([-+0-9.e,\s]+?)\s+\]")


class Table(Struct, frozen=True, kw_only=True):
    """A table of one case, or of several together, as on the screen."""

    cases: tuple[str, ...]
    reference: str
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]


class BenchDocument(Bench, frozen=True, kw_only=True):
    """The document of `bench --json` and `--save`."""

    version: int
    judge: str
    tables: tuple[Table, ...]


def describe_machine(*, manner: str) -> Machine:
    """Return a fingerprint of this machine and of how programs run on it."""
    return Machine(
        processor=processor(),
        processors=os.cpu_count() or 1,
        architecture=platform.machine(),
        python=platform.python_version(),
        manner=manner,
    )


def write_document(bench: Bench, reference: str | None = None) -> bytes:
    """Write the benchmark as JSON: times in seconds, one for each round, and the tables.

    Unknown values and infinite bounds are null. `tables` is for other readers; `parse` ignores it.
    """
    whole = {"version": VERSION, "judge": __version__, **to_builtins(bench)}
    whole["tables"] = [_table(Comparison(bench, cases), cases, reference) for cases in list_tables(bench)]
    for line in [*whole["timings"], *(line for table in whole["tables"] for line in table["standings"])]:
        line["verdict"] = Verdict(line["verdict"]).name
    text = json.dumps(whole, indent=2, allow_nan=False)
    # Keep the numbers of a list on one line.
    return _NUMBERS.sub(lambda found: "[" + " ".join(found[1].split()) + "]", text).encode() + b"\n"


def _table(comparison: Comparison, cases: Sequence[str], reference: str | None) -> dict[str, Any]:
    return {
        "cases": list(cases),
        "reference": reference if reference in comparison.solutions else comparison.reference(),
        "standings": [_finite(to_builtins(standing)) for standing in comparison.standings(reference)],
        "pairs": [
            {**_finite(to_builtins(pair)), "finding": pair.finding.value} for pair in comparison.pairs()
        ],
    }


def _finite(fields: dict[str, Any]) -> dict[str, Any]:
    """Replace infinity, which JSON cannot write, by None."""
    return {
        name: _finite(value) if isinstance(value, dict) else None if value == math.inf else value
        for name, value in fields.items()
    }


def build_schema() -> dict[str, Any]:
    """Return the JSON Schema of the document. Verdicts are names, and bounds may be null."""
    found = msgspec.json.schema(BenchDocument)
    found["$defs"]["Verdict"] = {"title": "Verdict", "enum": list(Verdict.__members__)}
    high = found["$defs"]["Interval"]["properties"]["high"]
    found["$defs"]["Interval"]["properties"]["high"] = {"anyOf": [high, {"type": "null"}]}
    return found


def parse(data: bytes, path: Path) -> Bench:
    """Read a benchmark that `write_document` wrote. Raises InputErrors."""
    try:
        whole = from_json(data, dict[str, Any])
        if whole.pop("version", None) != VERSION:
            raise FormatError(0, "another document")
        whole.pop("judge", None)
        for timing in whole["timings"]:
            timing["verdict"] = Verdict[timing["verdict"]].value
        return msgspec.convert(whole, Bench)
    except FormatError as error:
        message = f"expected a benchmark of version {VERSION}, got: {error.message}"
        raise fault_at(path, message, error.line) from None
    except (msgspec.MsgspecError, KeyError, TypeError) as error:
        message = f"expected a benchmark of version {VERSION}, got: {cut(str(error), 160)}"
        raise fault_at(path, message) from None


def compare(then: Bench, now: Bench, *, max_slowdown: float) -> Iterator[Change]:
    """Yield the changes: verdicts, counts, then times.

    A verdict is worse if it comes later in the order of `Verdict`. A change to NA, to SK or from SK is never
    worse, since these say nothing about the solution. A count is worse if it grew, a time if it surely grew
    by more than `max_slowdown`.
    """
    before = {(timing.solution, timing.case): timing for timing in then.timings}
    pairs = [(before.get((timing.solution, timing.case)), timing) for timing in now.timings]
    for old, new in pairs:
        if old and old.verdict is not new.verdict:
            worse = _is_worse(old.verdict, new.verdict)
            yield _change(new, "verdict", old.verdict.name, new.verdict.name, worse=worse)
    if then.machine.python == now.machine.python:
        for old, new in pairs:
            counts = (("calls", old.calls, new.calls), ("lines", old.lines, new.lines)) if old else ()
            for what, a, b in counts:
                if a is not None and b is not None and a != b:
                    yield _change(new, what, f"{a:,}", f"{b:,}", worse=b > a)
    yield from _times(then, now, max_slowdown)


def _is_worse(old: Verdict, new: Verdict) -> bool:
    """True if the new verdict is later in the order of `Verdict` and about the solution."""
    return not new.is_sound and Verdict.SK not in (old, new) and worst((old, new)) is new


def _times(then: Bench, now: Bench, max_slowdown: float) -> Iterator[Change]:
    """Compare the times on all cases together, then on each. Each family of intervals holds with 95 %."""
    old, new = _solved(then), _solved(now)
    common = {name: sorted(old[name].keys() & new[name].keys()) for name in new if name in old}
    common = {name: cases for name, cases in common.items() if cases}
    same = then.machine == now.machine
    reference = None if same else next(iter(common), None)
    for by_case in (False, True):
        asked = [
            (name, chosen)
            for name, cases in common.items()
            if name != reference
            for chosen in ([[case] for case in cases] if by_case else [cases])
            if reference is None or set(chosen) <= set(common[reference])
        ]
        level = choose_level(intervals=max(1, len(asked)), look=1)
        for name, cases in asked:
            sides = [_log_time(solved, name, reference, cases) for solved in (new, old)]
            rounds = min(rounds for _, rounds in sides)
            ratio = make_interval(sides[0][0].plus(sides[1][0].unpair(), -1), rounds=rounds, level=level)
            if ratio.excludes_one:
                yield Change(
                    solution=name,
                    case=cases[0] if by_case else "",
                    what="time" if same else f"time over that of {reference}",
                    then=_figure(sides[1][0], same),
                    now=_figure(sides[0][0], same),
                    worse=ratio.low > 1 + max_slowdown,
                    ratio=ratio,
                )


_Solved = Mapping[str, Mapping[str, tuple[float, ...]]]


def _solved(bench: Bench) -> _Solved:
    """Return the times of each solution on each case that it solved."""
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    for timing in bench.timings:
        if timing.times_s:
            found.setdefault(timing.solution, {})[timing.case] = timing.times_s
    return found


def _log_time(
    solved: _Solved, name: str, reference: str | None, cases: Sequence[str]
) -> tuple[Estimate, int]:
    """Return the logarithm of the mean time, or of its ratio to the reference, and the number of rounds."""
    names = [name, reference] if reference else [name]
    rounds = min(len(solved[each][case]) for each in names for case in cases)
    logs = [
        average([sample(solved[each][case][:rounds]).apply(math.log) for case in cases]) for each in names
    ]
    return (logs[0].plus(logs[1], -1) if reference else logs[0]), rounds


def _figure(log_time: Estimate, seconds: bool) -> str:
    value = math.exp(log_time.estimate)
    return format_time(value) if seconds else format_number(value)


def _change(timing: Timing, what: str, then: str, now: str, *, worse: bool) -> Change:
    return Change(solution=timing.solution, case=timing.case, what=what, then=then, now=now, worse=worse)
