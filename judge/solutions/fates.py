"""What the folders of a program say that it gets, as in problem packages of the ICPC.

Those of a package are `accepted`, `wrong_answer`, `time_limit_exceeded`, `run_time_error`, `rejected`,
`brute_force` and `partially_accepted`; folders that are called as another verdict, or as its letters, say the
like. The rule: some test has that verdict, and none a worse one. A `submissions.yaml` makes it that of the
newer packages (submissions_file.py). Source: their specifications, "Example submissions".

Names joined as in `time_limit_exceeded_or_accepted` say that each test is accepted or gets one of these, and
that some test gets one unless `accepted` is among them. Of what is `unknown` nothing is said.
"""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from judge.verdicts import SEEN, TOO_SLOW, Rule, Verdict


class Fate(NamedTuple):
    """What each test may get, and of what some test gets one: of each of the `required` one verdict.

    Where points count, `partly` is who has a part of them.
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


def _some(*verdicts: Verdict) -> Fate:
    """Some test gets one of these, the first for which packages have a folder, and none a worse one."""
    last = max(map(SEEN.index, verdicts))
    return Fate(SEEN[: last + 1], (verdicts,))


_ACCEPTED = Fate((Verdict.AC,), ())
# Packages have no folders for idleness, memory and output: those are time limits, and run-time errors.
_RUN_TIME_ERROR = _some(Verdict.RE, Verdict.MLE, Verdict.OLE)
_TIME_LIMIT = _some(*TOO_SLOW)
_COMPILE_ERROR = Fate((Verdict.CE,), ((Verdict.CE,),))
_FAILED = (*TOO_SLOW, Verdict.RE, Verdict.MLE, Verdict.OLE)
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
    "partiallyaccepted": Fate(SEEN, ((Verdict.AC,), SEEN[1:]), partly=True),
    "rejected": Fate(SEEN, (SEEN[1:],)),
    "bruteforce": Fate(tuple(one for one in SEEN if one in (Verdict.AC, *_FAILED)), (_FAILED,)),
    "unknown": Fate(SEEN, ()),
    "compilererror": _COMPILE_ERROR,
    "compileerror": _COMPILE_ERROR,
    "ce": _COMPILE_ERROR,
}


def fate_of(name: str) -> Fate:
    """By the inmost folder of a program's path that says one, else accepted."""
    return next(filter(None, map(stated_by, reversed(PurePath(name).parts[:-1]))), _ACCEPTED)


def stated_by(folder: str) -> Fate | None:
    """What the name of a folder says, in small or capital letters and however its words are joined."""
    found = [_FATES.get(re.sub("[-_ ]", "", name)) for name in re.split("[-_ ]or[-_ ]", folder.lower())]
    fates = [*filter(None, found)]
    if len(fates) < len(found):
        return None
    return fates[0] if len(fates) == 1 else _any_of(fates)


def _any_of(fates: Sequence[Fate]) -> Fate:
    named = {verdict for fate in fates for some in fate.required for verdict in some}
    some = tuple(verdict for verdict in (*SEEN, Verdict.CE) if verdict in named)
    return Fate((Verdict.AC, *some), () if _ACCEPTED in fates else (some,))
