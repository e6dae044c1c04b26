"""Results as one versioned JSON document."""

from collections.abc import Sequence
from typing import Any

import msgspec

from judge import __version__
from judge.compare import visible
from judge.model import Result, by_case, case_as_expected, worst

VERSION = 1


def document(results: Sequence[Result]) -> bytes:
    """All results, a case an entry, its tests below it. Times in seconds, sizes in bytes, unknown is null.

    A reader should refuse a `version` that it does not know; new keys may be added within one.
    """
    whole = {"version": VERSION, "judge": __version__, "results": [_case(cell) for cell in by_case(results)]}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


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
        "message": _text(result.message),
        "stderr": visible(result.stderr, keep_lines=True),
    }


def _text(text: str) -> str:
    """A path may hold bytes that are no UTF-8, which JSON cannot."""
    return text.encode(errors="backslashreplace").decode()


def _names(result: Result) -> list[str]:
    return [verdict.name for verdict in result.expected]
