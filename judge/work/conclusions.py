"""What a result says of the same test under another time limit. Values in, an opinion out.

All else that it hangs on is the same; docs/known.md has the law as a table.
"""

from msgspec.structs import replace

from judge.model import Limits
from judge.results import Result
from judge.verdicts import Verdict
from judge.work.tasks import near_limit

# The judge's own failure says nothing of a program, and for want of what it was skipped, or what a compiler
# missed, may be there by now.
UNKNOWN = (Verdict.JE, Verdict.SK, Verdict.CE)


def is_known(result: Result, limits: Limits) -> bool:
    """Whether a result that was got under these limits says anything of another run.

    Never if it came near its time limit: neither would the next one be sure to say the same.
    """
    told = result.final and result.verdict not in UNKNOWN
    return told and result.runs == 1 and not near_limit(result, limits)


def holds(result: Result, limit_s: float, asked: Limits) -> bool:
    """Whether a run under the limits that are `asked` would say the same, which had `limit_s` of CPU time.

    What is accepted is so under a looser limit. What is too slow is so under a tighter one, unless it slept
    long enough to be idle there first, which of several passes nobody knows.
    """
    if asked.cpu_s == limit_s:
        return is_known(result, asked)
    if not is_known(result, replace(asked, cpu_s=limit_s)):
        return False
    if result.verdict is Verdict.AC:
        return asked.cpu_s > limit_s
    if result.verdict is not Verdict.TLE or result.passes > 1 or result.cpu_s is None:
        return False
    slept_s = (result.wall_s or 0.0) - result.cpu_s
    return asked.cpu_s < limit_s and asked.allowance_s + slept_s <= asked.wall_s
