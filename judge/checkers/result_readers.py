"""Readers of a checker's result: the meaning of exit codes, of files and of stdout in each protocol.

Sources: https://github.com/MikeMirzayanov/testlib/blob/master/testlib.h, `resultExitCode` and `quit`;
https://www.kattis.com/problem-package-format/spec/legacy.html, "Output Validators" and "Graders";
https://cms.readthedocs.io/en/latest/Task%20types.html, "Standard manager output".
"""

import math
import re
from collections.abc import Callable

from msgspec.structs import replace

from judge.checkers.checker import Following, Judgement
from judge.model.points import MOST_POINTS
from judge.model.runs import Run
from judge.model.verdicts import Verdict
from judge.platform.expressions import compile_later

_SAID_BYTES = 8 << 10
_NUMBER = compile_later(rb"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
# The share of the points after exit code 7, in the form of DMOJ's checkers of type `coci`.
_FRACTION = compile_later(rb"^partial ([0-9]{1,9})/([0-9]{0,8}[1-9][0-9]{0,8})$", re.MULTILINE)
# Messages of runtimes whose crashes have the exit code of a verdict: Python, Java, Node, Go.
_CRASHED = compile_later(
    rb'^(Traceback \(most recent call last\):|Exception in thread "|Node\.js v[0-9]|panic: )', re.MULTILINE
)
# Tolerance for rounding errors of sums and decimals.
_NEAR = 1e-9
# The files of a validator with messages to show.
_WORDS = ("judgemessage.txt", "judgeerror.txt", "teammessage.txt", "diffposition.txt")
# The points of an accepted output, and the input of another pass.
SCORE, _SHARE, _NEXT = "score.txt", "score_multiplier.txt", "nextpass.in"

# The verdicts that a grader gives a group.
_GRADES = {each.name: each for each in (Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.MLE, Verdict.OLE)}
_GRADES["RTE"] = Verdict.RE

# Reads the judgement from a run that ended by itself. The number is the points of the test; None if it states
# none, and so has 1; NaN if no checker gives points. Raises ValueError with "expected …, got …" if the run
# has no valid result.
Reader = Callable[[Run, float | None], Judgement]


def read_testlib(run: Run, points: float | None) -> Judgement:
    """Read the exit code, and the message from stderr, where points follow the word `points`.

    Formatting errors are PE as in testlib: exit code 2, or 4 (extra output) and 8 (early end) if testlib is
    built to distinguish these. Points are absolute, as in Polygon, and at most `points`. A line
    `partial 1/3` gives a share of them, as on DMOJ. If `points` is 0 or NaN, a number above 0 accepts; if
    it is None, 1 or more.
    """
    said = cut_message(run.stderr or run.stdout)
    if run.exit_code in (1, 2) and _CRASHED.search(run.stderr):
        raise ValueError("expected a program that ends by itself, got a crash")
    match run.exit_code:
        case 0:
            return Judgement(verdict=Verdict.AC, said=said)
        case 1:
            return Judgement(verdict=Verdict.WA, said=said)
        case 2 | 4 | 8:
            return Judgement(verdict=Verdict.PE, said=said)
        case 3:
            raise ValueError("expected a verdict, got exit code 3: it says that it failed itself")
        case 7:
            share = _share_of(run.stderr, points)
            if points is not None and math.isnan(points):
                return Judgement(verdict=Verdict.AC if share else Verdict.WA, said=said)
            return _partial(share, points, said)
    raise ValueError(f"expected the exit code 0, 1, 2, 3, 4, 7 or 8, got {run.exit_code}")


def _share_of(stderr: bytes, points: float | None) -> float:
    """Return the share of the points from the message after exit code 7."""
    if part := _FRACTION.search(stderr):
        if int(part[1]) > int(part[2]):
            raise ValueError(f"expected a fraction from 0 to 1, got {_shown(part[1])}/{_shown(part[2])}")
        return int(part[1]) / int(part[2])
    word = stderr.lstrip().removeprefix(b"points").split(maxsplit=1)[:1]
    got = parse_number(b"".join(word), "`points NUMBER` on stderr")
    if got < 0:
        raise ValueError(f"expected a number of points from 0 on, got {_shown(word[0])}")
    if points is None:
        return min(got, 1)
    # testlib prints ten decimals.
    if got > points * (1 + _NEAR) + 1e-10 and points:
        raise ValueError(f"expected from 0 to {points:.12g} points, got {_shown(word[0])}")
    return min(got / points, 1) if points > 0 else float(got > 0)


def read_kattis(run: Run, points: float | None) -> Judgement:
    """Read the exit code: 42 accepts, 43 rejects. After 42, score.txt may contain the points.

    A checker that accepts may request another pass by writing its input to nextpass.in.
    """
    left = dict(run.left)
    following, score = left.pop(_NEXT, None), left.get(SCORE, b"").strip()
    another = None if following is None else Following(input=following, left=tuple(left.items()))
    said = cut_message(b"\n".join(feedback_messages(run)) or run.stderr)
    if another and run.exit_code != 42:
        raise ValueError(f"expected the exit code 42 with {_NEXT}, got {run.exit_code}")
    match run.exit_code:
        case 42:
            own = parse_number(score, f"a number in {SCORE}") if score else None
            return Judgement(verdict=Verdict.AC, said=said, points=own, following=another)
        case 43:
            return Judgement(verdict=Verdict.WA, said=said)
    raise ValueError(f"expected the exit code 42 or 43, got {run.exit_code}")


def read_icpc(run: Run, points: float | None) -> Judgement:
    """Read the result like `read_kattis`. A score needs exit code 42. It is at most the points, or a share.

    If `points` is NaN a score is an error, and if it is 0 a score is ignored.
    """
    judgement, left = read_kattis(run, points), dict(run.left)
    points = 1.0 if points is None else points
    said = [name for name in (SCORE, _SHARE) if name in left]
    if len(said) > 1:
        raise ValueError(f"expected {SCORE} or {_SHARE}, got both")
    if said and run.exit_code != 42:
        raise ValueError(f"expected the exit code 42 with {said[0]}, got {run.exit_code}")
    if said and math.isnan(points):
        raise ValueError(f"expected no {said[0]} in a group of pass-fail, got one")
    if not said or not points:
        return replace(judgement, points=None)
    most = points if said == [SCORE] else 1.0
    word = left[said[0]].strip()
    value = parse_number(word, f"a number in {said[0]}")
    if not 0 <= value <= most * (1 + _NEAR):
        raise ValueError(f"expected a number from 0 to {most:g} in {said[0]}, got {_shown(word)}")
    return replace(judgement, points=min(value, most) * points / most)


def feedback_messages(run: Run) -> tuple[bytes, ...]:
    """Return the messages in a validator's files."""
    left = dict(run.left)
    return tuple(left[name] for name in _WORDS if left.get(name))


def read_cms(run: Run, points: float | None) -> Judgement:
    """Read the share of the points, 0 to 1, from the first line of stdout. stderr starts with the message."""
    if run.exit_code:
        raise ValueError(f"expected the exit code 0, got {run.exit_code}")
    first = run.stdout.partition(b"\n")[0].strip()
    share = parse_number(first, "a number from 0 to 1 on stdout")
    said = cut_message(run.stderr.partition(b"\n")[0])
    if not 0 <= share <= 1:
        raise ValueError(f"expected a number from 0 to 1 on stdout, got {_shown(first)}")
    return _partial(share, points, _SPELLED_OUT.get(said, said))


_SPELLED_OUT = {
    b"translate:success": b"Output is correct",
    b"translate:partial": b"Output is partially correct",
    b"translate:wrong": b"Output isn't correct",
}


def _partial(share: float, points: float | None, said: bytes) -> Judgement:
    """Return AC for all of the points and WA for less; the points too, unless they are NaN."""
    points = 1.0 if points is None else points
    is_all = share >= 1 - _NEAR
    if math.isnan(points):
        return Judgement(verdict=Verdict.AC if is_all else Verdict.WA, said=said)
    if is_all:
        return Judgement(verdict=Verdict.AC, said=said, points=points)
    message = f"{share * points:.6g} of {points:.6g} points" if share > 0 else ""
    return Judgement(verdict=Verdict.WA, message=message, said=said, points=share * points)


def parse_number(word: bytes, wanted: str) -> float:
    """Return a number. Raises ValueError if it is none, or more than a problem may have."""
    value = float(word) if _NUMBER.fullmatch(word) else math.nan
    if not abs(value) <= MOST_POINTS:
        raise ValueError(f"expected {wanted}, got {ascii(word[:40])[1:]}")
    return value


def _shown(number: bytes) -> str:
    """Return a number as it was written, shortened if it is long."""
    return number[:40].decode("ascii")


def cut_message(said: bytes) -> bytes:
    """Return a message without trailing white space, shortened if it is long."""
    more = len(said) - _SAID_BYTES
    return said.rstrip() if more <= 0 else said[:_SAID_BYTES] + b"\n[%d bytes left out]" % more


def read_grader(run: Run, points: float | None) -> Judgement:
    """Read the verdict and the points of a group from stdout."""
    if run.exit_code:
        raise ValueError(f"expected the exit code 0, got {run.exit_code}")
    code, *rest = run.stdout.decode(errors="replace").split() or [""]
    if code not in _GRADES or len(rest) != 1:
        got = ascii(run.stdout[:40])[1:]
        raise ValueError(f"expected one of {', '.join(_GRADES)} and points on stdout, got {got}")
    return Judgement(verdict=_GRADES[code], points=parse_number(rest[0].encode(), "points on stdout"))
