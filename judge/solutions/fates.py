"""What the folders of a program say that it gets, as in problem packages of the ICPC.

Those of a package are `accepted`, `wrong_answer`, `time_limit_exceeded`, `run_time_error` and
`partially_accepted`; folders that are called as another verdict, or as its letters, say the like. The rule:
some test has that verdict, and none a worse one. Source: their specification, "Example submissions".
"""

import re
from pathlib import PurePath
from typing import NamedTuple

from judge.model import Verdict

_SEEN = (Verdict.AC, Verdict.PE, Verdict.WA, Verdict.OLE, Verdict.MLE, Verdict.TLE, Verdict.ILE, Verdict.RE)


class Fate(NamedTuple):
    """What each test may get, and of what some test gets one: of each of the `required` one verdict."""

    allowed: tuple[Verdict, ...]
    required: tuple[tuple[Verdict, ...], ...]


def _some(*verdicts: Verdict) -> Fate:
    """Some test gets one of these, the first for which packages have a folder, and none a worse one."""
    last = max(map(_SEEN.index, verdicts))
    return Fate(_SEEN[: last + 1], (verdicts,))


_ACCEPTED = Fate((Verdict.AC,), ())
# Packages have no folders for idleness, memory and output: those are time limits, and run-time errors.
_RUN_TIME_ERROR = _some(Verdict.RE, Verdict.MLE, Verdict.OLE)
_TIME_LIMIT = _some(Verdict.TLE, Verdict.ILE)
_FATES = {
    "accepted": _ACCEPTED,
    "ac": _ACCEPTED,
    "wronganswer": _some(Verdict.WA),
    "wa": _some(Verdict.WA),
    "timelimitexceeded": _TIME_LIMIT,
    "tle": _TIME_LIMIT,
    "runtimeerror": _RUN_TIME_ERROR,
    "rte": _RUN_TIME_ERROR,
    "re": _RUN_TIME_ERROR,
    "presentationerror": _some(Verdict.PE),
    "pe": _some(Verdict.PE),
    "memorylimitexceeded": _some(Verdict.MLE),
    "mle": _some(Verdict.MLE),
    "outputlimitexceeded": _some(Verdict.OLE),
    "ole": _some(Verdict.OLE),
    "partiallyaccepted": Fate(_SEEN, ((Verdict.AC,), _SEEN[1:])),
}


def fate_of(name: str) -> Fate:
    """By the inmost folder of a program's path that says one, else accepted."""
    return next(filter(None, map(stated_by, reversed(PurePath(name).parts[:-1]))), _ACCEPTED)


def stated_by(folder: str) -> Fate | None:
    """What the name of a folder says, in small or capital letters and however its words are joined."""
    return _FATES.get(re.sub("[-_ ]", "", folder).lower())
