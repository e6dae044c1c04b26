"""Benchmarks kept as files, and what has changed since.

A file is one JSON document: what `bench --json` writes. A verdict that has changed always counts; a count
counts to the unit, under the same Python; a time only where the interval of now over then leaves out 1.
Instructions are kept and not compared: interrupts, threads and the compilers within Java and Node vary them.
On another machine, under another Python or in another manner, seconds mean nothing, and only ratios to one
solution are compared.
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

from judge.decoding import from_json
from judge.errors import Fault, FormatError, InputErrors, cut
from judge.machine import processor
from judge.timing.standings import Comparison, tables
from judge.timing.stats import Sampled, interval, level_of, mean_of, sampled
from judge.timing.timings import Bench, Change, Machine, Pair, Standing, Timing
from judge.units import format_number, format_time
from judge.verdicts import Verdict, worst
from judge.version import __version__

VERSION = 1
FOLDER = "baselines"
_NUMBERS = re.compile(r"\[\s+([-+0-9.e,\s]+?)\s+\]")


class Table(Struct, frozen=True, kw_only=True):
    """What the screen shows of one case, or of several together."""

    cases: tuple[str, ...]
    reference: str
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]


class BenchDocument(Bench, frozen=True, kw_only=True):
    """What `bench --json` and `--save` write."""

    version: int
    judge: str
    tables: tuple[Table, ...]


def this_machine(*, manner: str) -> Machine:
    """The fingerprint of where and how we measure."""
    return Machine(
        processor=processor(),
        processors=os.cpu_count() or 1,
        architecture=platform.machine(),
        python=platform.python_version(),
        manner=manner,
    )


def document(bench: Bench, reference: str | None = None) -> bytes:
    """The benchmark as JSON: times in seconds, one for each round, and the tables made of them.

    Unknown is null, and so is an infinite bound. `tables` is for other readers: `parse` passes it over.
    """
    whole = {"version": VERSION, "judge": __version__, **to_builtins(bench)}
    whole["tables"] = [_table(Comparison(bench, cases), cases, reference) for cases in tables(bench)]
    for line in [*whole["timings"], *(line for table in whole["tables"] for line in table["standings"])]:
        line["verdict"] = Verdict(line["verdict"]).name
    text = json.dumps(whole, indent=2, allow_nan=False)
    # Numbers of one list belong on one line, or the file is all line ends.
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
    """JSON has no word for the infinite."""
    return {
        name: _finite(value) if isinstance(value, dict) else None if value == math.inf else value
        for name, value in fields.items()
    }


def schema() -> dict[str, Any]:
    """The JSON Schema of the document, in which a verdict is its name and a bound may be null."""
    found = msgspec.json.schema(BenchDocument)
    found["$defs"]["Verdict"] = {"title": "Verdict", "enum": list(Verdict.__members__)}
    high = found["$defs"]["Interval"]["properties"]["high"]
    found["$defs"]["Interval"]["properties"]["high"] = {"anyOf": [high, {"type": "null"}]}
    return found


def parse(data: bytes, path: Path) -> Bench:
    """The benchmark that `document` wrote. Raises InputErrors."""
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
        raise InputErrors((Fault(path, error.line, message),)) from None
    except (msgspec.MsgspecError, KeyError, TypeError) as error:
        message = f"expected a benchmark of version {VERSION}, got: {cut(str(error), 160)}"
        raise InputErrors((Fault(path, 0, message),)) from None


def changes(then: Bench, now: Bench, *, max_slowdown: float) -> Iterator[Change]:
    """Verdicts, counts, then times.

    A verdict is worse if it is later in the order of `Verdict`; to NA and SK and from SK, which say nothing
    of the solution, none is. A count is worse if it grew, a time if it surely grew by more than
    `max_slowdown`.
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
    """Whether the new verdict is later in the order of `Verdict`, and says something of the solution."""
    return not new.is_sound and Verdict.SK not in (old, new) and worst((old, new)) is new


def _times(then: Bench, now: Bench, max_slowdown: float) -> Iterator[Change]:
    """The times of each solution on all cases and on each; both families of intervals hold with 95 %."""
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
        level = level_of(intervals=max(1, len(asked)), look=1)
        for name, cases in asked:
            sides = [_log_time(solved, name, reference, cases) for solved in (new, old)]
            rounds = min(rounds for _, rounds in sides)
            ratio = interval(sides[0][0].plus(sides[1][0].unpaired(), -1), rounds=rounds, level=level)
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
    """The times of each solution on each case that it solved."""
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    for timing in bench.timings:
        if timing.times_s:
            found.setdefault(timing.solution, {})[timing.case] = timing.times_s
    return found


def _log_time(solved: _Solved, name: str, reference: str | None, cases: Sequence[str]) -> tuple[Sampled, int]:
    """The logarithm of the mean time, or of its ratio to the reference, and from how many rounds."""
    names = [name, reference] if reference else [name]
    rounds = min(len(solved[each][case]) for each in names for case in cases)
    logs = [mean_of([sampled(solved[each][case][:rounds]).of(math.log) for case in cases]) for each in names]
    return (logs[0].plus(logs[1], -1) if reference else logs[0]), rounds


def _figure(log_time: Sampled, seconds: bool) -> str:
    value = math.exp(log_time.estimate)
    return format_time(value) if seconds else format_number(value)


def _change(timing: Timing, what: str, then: str, now: str, *, worse: bool) -> Change:
    return Change(solution=timing.solution, case=timing.case, what=what, then=then, now=now, worse=worse)
