"""The expectations of a solution rewritten to what was seen, in the comment that states its facts."""

import re
from collections.abc import Sequence

from judge.errors import Fault, InputErrors
from judge.mistakes.walk import WRONG_TEXT
from judge.model import Expectation, Solution, Verdict, VerdictWithMistake, matches, worst
from judge.results import Result, Revision, by_case, case_as_expected
from judge.solutions.facts import facts_of

_EXPECT = re.compile(rb",?\s*expect:\s*\{[^{}]*\}")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9._/-]*( [a-z-]+)?")
_NEVER_EXPECTED = {Verdict.NA, Verdict.JE, Verdict.SK}


def revision(
    solution: Solution, source: bytes, results: Sequence[Result], *, all_cases: bool
) -> Revision | None:
    """How the facts should read after these results of the solution; None if they may stay.

    Where the results are of `all_cases`, a pattern whose cases were all seen to be the same is rewritten as a
    whole; else each case gets an entry of its own, before the patterns.
    """
    cells = {cell[0].case: cell for cell in by_case(results)}
    seen = {case: _seen(cell) for case, cell in cells.items()}
    wrong = {
        case
        for case, cell in cells.items()
        if case_as_expected(cell) is False and not {result.verdict for result in cell} & _NEVER_EXPECTED
    }
    if not wrong:
        return None
    patterns: dict[str, str] = {}
    for entry in solution.expectations:
        governed = [case for case in cells if _governs(entry, case, solution.expectations)]
        words = [allowed.name for allowed in entry.verdicts]
        patterns[entry.pattern] = words[0] if len(words) == 1 else f"[{', '.join(words)}]"
        if (all_cases or governed == [entry.pattern]) and len({seen[case] for case in governed}) == 1:
            patterns[entry.pattern] = seen[governed[0]]
            wrong -= set(governed)
    entries = {**{case: seen[case] for case in cells if case in wrong}, **patterns}
    while entries and [*entries.values()][-1] == Verdict.AC.name:
        entries.popitem()
    line, facts = facts_of(source)
    old = source.split(b"\n")[line - 1]
    pairs = ", ".join(f"{_scalar(key)}: {_scalar(value)}" for key, value in entries.items())
    new = _EXPECT.sub(b"", facts[:-1]).rstrip() + (f", expect: {{{pairs}}}".encode() if pairs else b"") + b"}"
    return Revision(path=solution.path, line=line, old=old, new=old.replace(facts, new))


def _governs(entry: Expectation, case: str, expectations: Sequence[Expectation]) -> bool:
    """Whether an expectation is the first that names the case."""
    return next((one for one in expectations if matches(one.pattern, case)), None) is entry


def _seen(cell: Sequence[Result]) -> str:
    """The worst verdict of the tests of a case, with the most important mistake that was found."""
    verdict = worst(result.verdict for result in cell)
    result = next(result for result in cell if result.verdict is verdict)
    names = [mistake.name for mistake in result.diagnosis.mistakes] if result.diagnosis else []
    mistake = next((name for name in names if name != WRONG_TEXT), None)
    return VerdictWithMistake(verdict=verdict, mistake=mistake).name if mistake else verdict.name


def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) or text.startswith("[") else f'"{text}"'


def applied(revision: Revision, source: bytes) -> bytes:
    """The source with the new line. Raises InputErrors if another line is in its place."""
    lines = source.split(b"\n")
    if lines[revision.line - 1 : revision.line] != [revision.old]:
        message = "expected the line that was read, got another"
        raise InputErrors((Fault(revision.path, revision.line, message),))
    lines[revision.line - 1] = revision.new
    return b"\n".join(lines)
