"""Runs a checker for DMOJ as a checker of the protocol cms: INPUT ANSWER OUTPUT CHECKER ARGUMENTS POINTS.

CHECKER is a Python module next to this one, or the name of one of DMOJ's own checkers. ARGUMENTS is a JSON
object. The share of POINTS goes to stdout, feedback to stderr. The modules that a checker may import from
DMOJ are here. An argument that only DMOJ knows, such as the source of the submission, fails when it is used.

Source: https://github.com/DMOJ/judge-server, `dmoj/checkers` and `dmoj/graders/standard.py`, at 4.1.0. This
file is copied into projects, so it imports only the standard library.
"""

import json
import re
import sys
from collections import Counter
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

UNKNOWN = ("submission_source", "submission_language", "execution_time", "case_position", "batch", "result")


class InternalError(Exception):
    """Raised by a checker that is at fault itself."""


class CheckerResult:
    def __init__(
        self, passed: bool, points: float, feedback: str | None = None, extended_feedback: str | None = None
    ) -> None:
        self.passed, self.points = passed, points
        self.feedback, self.extended_feedback = feedback, extended_feedback


class Unknown:
    """An argument without a value here. Using it raises InternalError."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        raise InternalError(f"expected a checker that does not need {self._name}, got one that does")

    def __len__(self) -> int:
        return int(self.needed)

    __bool__ = __len__

    def __str__(self) -> str:
        return str(self.needed)

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return bool(self.needed)

    __hash__ = None  # type: ignore[assignment]


def utf8bytes(text: Any) -> Any:
    return text.encode() if isinstance(text, str) else text


def utf8text(data: Any, errors: str = "strict") -> Any:
    return data.decode("utf-8", errors) if isinstance(data, bytes) else data


def lines(text: Any) -> list[bytes]:
    return [*filter(None, re.split(rb"[\r\n]", utf8bytes(text)))]


def standard(output: Any, answer: Any, **_: Any) -> bool:
    mine, theirs = ([words for line in lines(text) if (words := line.split())] for text in (output, answer))
    return mine == theirs


def easy(output: Any, answer: Any, **_: Any) -> bool:
    mine, theirs = (Counter(b"".join(utf8bytes(text).split()).lower()) for text in (output, answer))
    return mine == theirs


def identical(output: Any, answer: Any, pe_allowed: bool = True, **_: Any) -> bool | CheckerResult:
    if output == answer:
        return True
    is_form = pe_allowed and standard(output, answer)
    return CheckerResult(False, 0, "Presentation Error, check your whitespace" if is_form else None)


def near(mine: float, theirs: float, bound: float, mode: str) -> bool:
    """Return whether two numbers are equal up to the bound. NaN equals nothing."""
    if mode == "relative":
        ends = sorted((theirs * (1 - bound), theirs * (1 + bound)))
        return ends[0] <= mine <= ends[1]
    is_near = abs(mine - theirs) <= bound
    return is_near or (mode == "default" and abs(theirs) >= bound and abs(1.0 - mine / theirs) <= bound)


def alike(mine: bytes, theirs: bytes, bound: float, mode: str) -> bool:
    try:
        number = float(theirs)
    except ValueError:
        return mine == theirs
    try:
        return near(float(mine), number, bound, mode)
    except (ValueError, ArithmeticError):
        return False


def floats(output: Any, answer: Any, precision: int = 6, error_mode: str = "default", **_: Any) -> bool:
    if error_mode not in ("absolute", "relative", "default"):
        raise InternalError("expected the error_mode absolute, relative or default")
    mine, theirs = ([line.split() for line in lines(text)] for text in (output, answer))
    bound = 10 ** -int(precision)
    return [*map(len, mine)] == [*map(len, theirs)] and all(
        alike(word, wanted, bound, error_mode)
        for line, wanted_line in zip(mine, theirs, strict=True)
        for word, wanted in zip(line, wanted_line, strict=True)
    )


def floatsabs(output: Any, answer: Any, **arguments: Any) -> bool:
    return floats(output, answer, **(arguments | {"error_mode": "absolute"}))


def floatsrel(output: Any, answer: Any, **arguments: Any) -> bool:
    return floats(output, answer, **(arguments | {"error_mode": "relative"}))


def linecount(output: Any, answer: Any, point_value: float = 1, **_: Any) -> bool | CheckerResult:
    mine, theirs = ([line.strip() for line in lines(text)] for text in (output, answer))
    if len(mine) > len(theirs):
        return False
    if not theirs:
        return True
    count = sum(one == other for one, other in zip(mine, theirs, strict=False))
    return CheckerResult(count == len(theirs), point_value * count / len(theirs))


def linematches(
    output: Any,
    answer: Any,
    point_value: float = 1,
    point_distribution: tuple[int, ...] = (1,),
    filler_lines_required: bool = True,
    **_: Any,
) -> bool | CheckerResult:
    mine, theirs = lines(output), lines(answer)
    whole = sum(point_distribution)
    if len(theirs) != len(point_distribution) or not whole:
        raise InternalError("expected points for each line of the answer")
    if filler_lines_required and len(mine) != len(theirs):
        return False
    pairs = zip(mine, theirs, point_distribution, strict=False)
    points = sum(each for one, other, each in pairs if one == other)
    return CheckerResult(points > 0, point_value * (points / whole))


def rstripped(output: Any, answer: Any, filter_new_line: bool = False, **_: Any) -> bool:
    found = [re.split(rb"[\r\n]", utf8bytes(text)) for text in (output, answer)]
    mine, theirs = ([line.rstrip() for line in text if line or not filter_new_line] for text in found)
    return mine == theirs


def sorted_lines(output: Any, answer: Any, split_on: str = "lines", **_: Any) -> bool:
    if split_on not in ("lines", "whitespace"):
        raise InternalError("expected to split on lines or whitespace")
    if split_on == "whitespace":
        return sorted(utf8bytes(output).split()) == sorted(utf8bytes(answer).split())
    mine, theirs = (sorted(line.split() for line in lines(text)) for text in (output, answer))
    return mine == theirs


def unordered(output: Any, answer: Any, **_: Any) -> bool:
    return sorted_lines(output, answer, split_on="whitespace")


STANDARD = {
    each.__name__: each
    for each in (
        *(standard, easy, identical, floats, floatsabs, floatsrel),
        *(linecount, linematches, rstripped, unordered),
    )
} | {"sorted": sorted_lines}
MODULES: dict[str, dict[str, Any]] = {
    "dmoj": {},
    "dmoj.error": {"InternalError": InternalError},
    "dmoj.result": {"CheckerResult": CheckerResult, "Result": Unknown},
    "dmoj.utils": {},
    "dmoj.utils.unicode": {"utf8bytes": utf8bytes, "utf8text": utf8text},
    "dmoj.checkers": {},
    "dmoj.checkers._checker": {"standard": lambda answer, output: standard(output, answer)},
    **{f"dmoj.checkers.{name}": {"check": check} for name, check in STANDARD.items()},
}


def install() -> None:
    """Let programs import DMOJ's modules, as far as they are here."""
    for name, values in MODULES.items():
        sys.modules[name] = module = ModuleType(name)
        module.__dict__.update(values, __path__=[])
        above, _, own = name.rpartition(".")
        if above:
            setattr(sys.modules[above], own, module)


def share(result: bool | CheckerResult, points: float) -> float:
    """Return the share of the points. Raises InternalError for points that the result contradicts."""
    if not isinstance(result, CheckerResult):
        return float(bool(result))
    part = result.points / points if points else float(result.passed)
    if not 0 <= part <= 1 + 1e-9 or (part >= 1 and not result.passed):
        raise InternalError(f"expected from 0 to {points:g} points, got {result.points:g}")
    return min(part, 1.0)


def main(input: str, answer: str, output: str, name: str, arguments: str, points: str) -> None:
    install()
    check = STANDARD.get(name) or import_module(name).check
    data = {key: Path(path).read_bytes() for key, path in (("input", input), ("answer", answer))}
    values = {
        **{each: Unknown(each) for each in UNKNOWN},
        "judge_input": data["input"],
        "point_value": float(points),
        "binary_data": False,
        "problem_id": "",
        **json.loads(arguments),
    }
    try:
        with redirect_stdout(StringIO()):
            result = check(Path(output).read_bytes(), data["answer"], **values)
    except UnicodeDecodeError:
        result = CheckerResult(False, 0, "invalid unicode")
    print(share(result, float(points)))
    feedback = result.feedback or result.extended_feedback if isinstance(result, CheckerResult) else ""
    print(feedback or "", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
