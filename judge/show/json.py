"""Results as one versioned JSON document."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from judge import __version__
from judge.errors import Fault, InputErrors
from judge.model import Allowed, Named, Verdict, worst
from judge.results import Mistake, Result, Spot, by_case, case_as_expected
from judge.show.signs import legible, visible

VERSION = 1


def document(results: Sequence[Result]) -> bytes:
    """All results, a case an entry, its tests below it. Times in seconds, sizes in bytes, unknown is null.

    A reader should refuse a `version` that it does not know; new keys may be added within one.
    """
    whole = {"version": VERSION, "judge": __version__, "results": [_case(cell) for cell in by_case(results)]}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def parse(data: bytes, path: Path) -> tuple[Result, ...]:
    """The results in a document, as far as it says. Raises InputErrors."""
    try:
        whole = msgspec.json.decode(data, type=_Document)
        if whole.version != VERSION:
            raise ValueError(f"version {whole.version}")
        return tuple(_result(case, test) for case in whole.results for test in case.tests)
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        message = f"expected results of version {VERSION}, got: {error}"
        raise InputErrors((Fault(path, 0, message),)) from None


class _Test(msgspec.Struct):
    test: int
    verdict: str
    expected: list[str]
    cpu_s: float | None
    wall_s: float | None
    peak_bytes: int | None
    message: str
    runs: int = 1


class _Case(msgspec.Struct):
    solution: str
    case: str
    tests: list[_Test]


class _Document(msgspec.Struct):
    version: int
    results: list[_Case]


def _result(case: _Case, test: _Test) -> Result:
    return Result(
        solution=case.solution,
        case=case.case,
        test=test.test,
        tests=len(case.tests),
        verdict=Verdict[test.verdict],
        expected=tuple(map(_allowed, test.expected)),
        message=test.message,
        cpu_s=test.cpu_s,
        wall_s=test.wall_s,
        peak_bytes=test.peak_bytes,
        runs=test.runs,
    )


def _allowed(name: str) -> Allowed:
    verdict, _, mistake = name.partition(" ")
    return Named(verdict=Verdict[verdict], mistake=mistake) if mistake else Verdict[verdict]


def _case(results: Sequence[Result]) -> dict[str, Any]:
    return {
        "solution": _text(results[0].solution),
        "case": results[0].case,
        "verdict": worst(result.verdict for result in results).name,
        "expected": _names(results[0]),
        "as_expected": case_as_expected(results),
        "tests": [_test(result) for result in results],
    }


def _test(result: Result) -> dict[str, Any]:
    return {
        "test": result.test,
        "verdict": result.verdict.name,
        "expected": _names(result),
        "as_expected": result.as_expected,
        "cpu_s": result.cpu_s,
        "wall_s": result.wall_s,
        "peak_bytes": result.peak_bytes,
        "runs": result.runs,
        "message": _text(result.message),
        "mistakes": [_mistake(mistake) for mistake in _mistakes(result)],
        "stderr": legible(result.stderr),
    }


def _text(text: str) -> str:
    """A path may hold bytes that are no UTF-8, which JSON cannot."""
    return text.encode(errors="backslashreplace").decode()


def _mistakes(result: Result) -> tuple[Mistake, ...]:
    return result.diagnosis.mistakes if result.diagnosis else ()


def _mistake(mistake: Mistake) -> dict[str, Any]:
    """A mistake with its first place: in the output, and in the answer."""
    place = mistake.places[0]
    return {
        "name": mistake.name,
        "count": mistake.count,
        "lines": mistake.lines,
        **_spot(place.output),
        "answer": _spot(place.answer),
        "wanted": visible(place.wanted),
        "found": visible(place.found),
        "edit": mistake.edit,
    }


def _spot(spot: Spot) -> dict[str, int]:
    return {"line": spot.line, "column": spot.column, "offset": spot.offset}


def _names(result: Result) -> list[str]:
    return [verdict.name for verdict in result.expected]
