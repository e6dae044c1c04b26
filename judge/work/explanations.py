"""Explain a verdict in words and list the verdicts of other judges."""

from msgspec.structs import replace

from judge.checkers.checker import Judgement
from judge.checkers.exact import exact
from judge.checkers.sites import opinions
from judge.model.cases import EXACT, Test
from judge.model.results import EMPTY_TEST, Diagnosis, Opinion
from judge.model.verdicts import Verdict
from judge.platform.files import same, size_of, whole

# Accepted outputs may differ everywhere, for example in the rounding of every number: name only a few places.
_ACCEPTED_NAMED = 10


# A sentence on the difference, the diagnosis with all places, and the other judges' verdicts.
Explanation = tuple[str, Diagnosis | None, tuple[Opinion, ...]]


def explain_output(test: Test, output: bytes, judgement: Judgement) -> Explanation:
    """Return a sentence on the difference, the diagnosis with all places, and the other judges' verdicts."""
    if test.case.interactor:
        return "", None, ()
    if test.case.checker and judgement.verdict in (Verdict.AC, Verdict.PE, Verdict.WA):
        return _explain_checked(test, output, judgement.verdict)
    if judgement.answer is None:
        is_empty = test.answer is not None and not size_of(test.input) and not size_of(test.answer)
        return EMPTY_TEST if is_empty and judgement.verdict is Verdict.AC else "", None, ()
    # Imported here, since only outputs that differ need it.
    from judge.mistakes.diagnosis import DIFFERENCES_NAMED, explain, summarize

    held = replace(test, answer=judgement.answer)
    strict = judgement.verdict if test.case.compare == EXACT else exact(held, output).verdict
    is_loose = judgement.verdict is Verdict.AC and strict is not Verdict.PE
    most = _ACCEPTED_NAMED if is_loose else DIFFERENCES_NAMED
    found = explain(test, output, judgement.answer, most=most)
    message = summarize(found)
    if judgement.verdict is Verdict.AC:
        named = found.mistakes[0].name if found.mistakes and not found.wrong_part else message
        message = f"{EXACT}: {strict.name} {named}"
    return message, found, opinions(output, held, {test.case.compare: judgement.verdict, EXACT: strict})


def _explain_checked(test: Test, output: bytes, verdict: Verdict) -> Explanation:
    """See `explain_output`. A checker knows better than bytes what is wrong, so no mistake is named."""
    if test.answer is None:
        return "", None, ()
    is_accepted = verdict is Verdict.AC
    if same(test.answer, output):
        return "" if is_accepted else "the output is the answer of the problem, to the byte", None, ()
    # Imported here, since only outputs that differ need it.
    from judge.mistakes.diagnosis import explain

    rows = () if is_accepted else explain(test, output, whole(test.answer)).rows
    diagnosis = Diagnosis(rows=rows) if rows else None
    return "", diagnosis, opinions(output, test, {EXACT: exact(test, output).verdict})
