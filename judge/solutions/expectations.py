"""The expectations of a solution rewritten to what was seen, in the comment that states its facts."""

import re
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from judge.errors import Fault, InputErrors, listed
from judge.mistakes.walk import WRONG_TEXT
from judge.model import Case, Solution, problem_of
from judge.patterns import matches
from judge.results import Result, Revision, by_case, case_as_expected
from judge.solutions.facts import facts_of
from judge.verdicts import Expectation, Verdict, VerdictWithMistake, worst

_EXPECT = re.compile(rb",?\s*expect:\s*\{[^{}]*\}")
# What must stay before all else in a file, and what begins a comment where that is not `//`.
_FIRST = re.compile(rb"#!|<\?php|.*coding[:=]")
_COMMENT = {
    **dict.fromkeys((".py", ".py3", ".rb", ".pl"), b"# %b"),
    **dict.fromkeys((".hs", ".lua"), b"-- %b"),
    ".ml": b"(* %b *)",
}
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9._/-]*( [a-z-]+)?")
_NEVER_EXPECTED = {Verdict.NA, Verdict.JE, Verdict.SK}


def revision(
    solution: Solution,
    source: bytes,
    results: Sequence[Result],
    owed: Collection[str] = (),
    *,
    all_cases: bool,
) -> Revision | None:
    """How the facts should read after these results of the solution; None if they may stay.

    What a case states of the solution goes before facts, so that its results say nothing of these. Where the
    results are of `all_cases`, a pattern whose cases were all seen to be the same is rewritten as a
    whole; else each case gets an entry of its own, before the patterns. On the problems that are `owed` no
    test was as the solution's folder says: they get entries, too.
    """
    known = {one.pattern for one in solution.known}
    cells = {cell[0].case: cell for cell in by_case(results) if cell[0].case not in known}
    seen = {case: _seen(cell) for case, cell in cells.items()}
    wrong = {case for case, cell in cells.items() if _is_other(cell)}
    if not wrong and not owed:
        return None
    patterns: dict[str, str] = {}
    for entry in solution.expectations:
        governed = [case for case in cells if _governs(entry, case, solution.expectations)]
        words = [allowed.name for allowed in entry.verdicts]
        patterns[entry.pattern] = words[0] if len(words) == 1 else f"[{', '.join(words)}]"
        if (all_cases or governed == [entry.pattern]) and len({seen[case] for case in governed}) == 1:
            patterns[entry.pattern] = seen[governed[0]]
            wrong -= set(governed)
    own = {case: seen[case] for case in cells if case in wrong}
    entries = {**own, **dict(chain.from_iterable(_told(problem, seen) for problem in owed)), **patterns}
    is_right = all(rule.allowed == (Verdict.AC,) for rule in solution.rules)
    while is_right and entries and [*entries.values()][-1] == Verdict.AC.name:
        entries.popitem()
    pairs = ", ".join(f"{_scalar(key)}: {_scalar(value)}" for key, value in entries.items())
    return _rewritten(solution.path, source, f"expect: {{{pairs}}}".encode() if pairs else b"")


def denied(solution: Solution, cases: Iterable[Case], results: Iterable[Result]) -> Iterator[Fault]:
    """What cases state of the solution and these results of it deny: only there it can be changed."""
    paths = {case.id: case.path for case in cases}
    stated = {one.pattern: one for one in solution.known}
    for cell in by_case(results):
        case = cell[0].case
        if case in stated and _is_other(cell):
            wanted = listed([allowed.name for allowed in stated[case].verdicts])
            message = f"expected {wanted} of {solution.name} on {case}, got {_seen(cell)}: change it here"
            yield Fault(paths[case], stated[case].line, message)


def _is_other(cell: Sequence[Result]) -> bool:
    """Whether something else was seen than was expected, and may be expected."""
    return case_as_expected(cell) is False and not {result.verdict for result in cell} & _NEVER_EXPECTED


def _told(problem: str, seen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What was seen on a problem: as a whole where all its cases are the same, else each that is not AC."""
    own = {case: verdict for case, verdict in seen.items() if problem_of(case) == problem}
    if len({*own.values()}) == 1:
        yield problem, next(iter(own.values()))
    else:
        yield from ((case, verdict) for case, verdict in own.items() if verdict != Verdict.AC.name)


def _rewritten(path: Path, source: bytes, expected: bytes) -> Revision:
    """With these expectations in the line of the facts; in one of its own where there is none."""
    line, facts = facts_of(source)
    lines = source.split(b"\n")
    if line:
        kept = _EXPECT.sub(b"", facts[1:-1]).strip().strip(b",").strip()
        old = lines[line - 1]
        new = old.replace(facts, b"{%b}" % b", ".join(filter(None, (kept, expected))))
        return Revision(path=path, line=line, old=old, new=new)
    number = next((number for number, text in enumerate(lines) if not _FIRST.match(text)), 0)
    old = lines[number]
    mark = BOM_UTF8 if old.startswith(BOM_UTF8) else b""
    end = b"\r\n" if old.endswith(b"\r") else b"\n"
    comment = _COMMENT.get(path.suffix, b"// %b") % (b"judge: {%b}" % expected)
    return Revision(path=path, line=number + 1, old=old, new=mark + comment + end + old.removeprefix(mark))


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
