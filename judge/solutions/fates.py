"""Expected verdicts by the name of a folder, as in problem packages of the ICPC.

Packages have the folders `accepted`, `wrong_answer`, `time_limit_exceeded`, `run_time_error`, `rejected`,
`brute_force` and `partially_accepted`. Here the names and letters of other verdicts work as well. The rule:
some test gets that verdict, and no test a worse one. `submissions.yaml` has the rules of newer packages
(submissions_file.py). Source: their specifications, "Example submissions".

A name such as `time_limit_exceeded_or_accepted` says that each test is accepted or gets one of the others,
and that some test gets one unless `accepted` is among them. `unknown` says nothing.
"""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from judge.model.verdicts import SEEN, TOO_SLOW, Rule, Verdict


class Fate(NamedTuple):
    """The verdicts that each test may get. Some test must get a verdict of each group in `required`.

    `partly`: the solution gets a part of the points.
    """

    allowed: tuple[Verdict, ...]
    required: tuple[tuple[Verdict, ...], ...]
    partly: bool = False

    @property
    def rules(self) -> tuple[Rule, ...]:
        rising = Rule(allowed=self.allowed, bounds="" if Verdict.TLE in self.allowed else "lower")
        return rising, *(
            Rule(
                allowed=(*SEEN, Verdict.CE) if Verdict.CE in some else SEEN,
                required=some,
                partly=self.partly,
                bounds="upper" if {*some} <= {*TOO_SLOW} else "",
            )
            for some in self.required
        )


def _require(*verdicts: Verdict) -> Fate:
    """Require one of these on some test, and no worse one. Packages have a folder for the first."""
    last = max(map(SEEN.index, verdicts))
    return Fate(SEEN[: last + 1], (verdicts,))


_ACCEPTED = Fate((Verdict.AC,), ())
# Packages have no folders for idleness, memory and output: they count as time limit and run-time errors.
_RUN_TIME_ERROR = _require(Verdict.RE, Verdict.MLE, Verdict.OLE)
_TIME_LIMIT = _require(*TOO_SLOW)
_COMPILE_ERROR = Fate((Verdict.CE,), ((Verdict.CE,),))
_FAILED = (*TOO_SLOW, Verdict.RE, Verdict.MLE, Verdict.OLE)
_FATES = {
    "accepted": _ACCEPTED,
    "ac": _ACCEPTED,
    "wronganswer": _require(Verdict.WA),
    "wa": _require(Verdict.WA),
    "timelimitexceeded": _TIME_LIMIT,
    "tle": _TIME_LIMIT,
    "runtimeerror": _RUN_TIME_ERROR,
    "rte": _RUN_TIME_ERROR,
    "re": _RUN_TIME_ERROR,
    "presentationerror": _require(Verdict.PE),
    "pe": _require(Verdict.PE),
    "memorylimitexceeded": _require(Verdict.MLE),
    "mle": _require(Verdict.MLE),
    "outputlimitexceeded": _require(Verdict.OLE),
    "ole": _require(Verdict.OLE),
    "partiallyaccepted": Fate(SEEN, ((Verdict.AC,), SEEN[1:]), partly=True),
    "rejected": Fate(SEEN, (SEEN[1:],)),
    "bruteforce": Fate(tuple(one for one in SEEN if one in (Verdict.AC, *_FAILED)), (_FAILED,)),
    "unknown": Fate(SEEN, ()),
    "compilererror": _COMPILE_ERROR,
    "compileerror": _COMPILE_ERROR,
    "ce": _COMPILE_ERROR,
}


def find_fate(name: str) -> Fate:
    """Return the fate by the innermost folder with one in a program's path, else accepted."""
    return next(filter(None, map(parse_fate, reversed(PurePath(name).parts[:-1]))), _ACCEPTED)


def parse_fate(folder: str) -> Fate | None:
    """Return the fate of a folder's name in any case, with any of `-_ ` between its words."""
    found = [_FATES.get(re.sub("[-_ ]", "", name)) for name in re.split("[-_ ]or[-_ ]", folder.lower())]
    fates = [*filter(None, found)]
    if len(fates) < len(found):
        return None
    return fates[0] if len(fates) == 1 else _combine(fates)


def _combine(fates: Sequence[Fate]) -> Fate:
    named = {verdict for fate in fates for some in fate.required for verdict in some}
    some = tuple(verdict for verdict in (*SEEN, Verdict.CE) if verdict in named)
    return Fate((Verdict.AC, *some), () if _ACCEPTED in fates else (some,))
