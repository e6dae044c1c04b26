"""Expected verdicts of solutions: attaches the expectations of cases, and rewrites headers."""

import os
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from judge.mistakes.walk import WRONG_TEXT
from judge.model.cases import Case
from judge.model.cells import Cell
from judge.model.patterns import matches, matches_solution, problem_of
from judge.model.programs import Solution
from judge.model.results import Revision
from judge.model.verdicts import Expectation, Verdict, VerdictWithMistake
from judge.platform.errors import Fault, unknown
from judge.platform.expressions import compile_later
from judge.platform.files import SOURCE_BYTES, require
from judge.solutions.facts import find_header, make_header

_EXPECT = compile_later(rb",?\s*expect:\s*\{[^{}]*\}")
# Lines that must stay first in a file.
_FIRST = compile_later(rb"#!|<\?php|.*coding[:=]")
_PLAIN = compile_later(r"[A-Za-z][A-Za-z0-9._/-]*( [a-z-]+)?")
_NEVER_EXPECTED = {Verdict.NA, Verdict.JE, Verdict.SK}


def attach_expectations(solutions: Sequence[Solution], cases: Sequence[Case]) -> tuple[Solution, ...]:
    """Add to solutions what the cases of their problems state about them."""
    stating = [case for case in cases if case.expectations]
    return tuple(replace(one, known=tuple(_find_stated(one, stating))) for one in solutions)


def _find_stated(solution: Solution, cases: Sequence[Case]) -> Iterator[Expectation]:
    for case in cases:
        for stated in case.expectations if solution.belongs_to(case.id) else ():
            if matches_solution(stated.pattern, solution.name):
                yield replace(stated, pattern=case.id)
                break


def find_unmatched(cases: Sequence[Case], solutions: Sequence[Solution]) -> Iterator[tuple[Case, Fault]]:
    """Find the expectations of cases that match no solution of their problem."""
    for case in cases:
        for stated in case.expectations:
            names = [one.name for one in solutions if one.faults or one.belongs_to(case.id)]
            if not any(matches_solution(stated.pattern, name) for name in names):
                wrong = unknown("a pattern that matches one of the solutions", stated.pattern, names)
                yield case, Fault(case.path, stated.line, wrong)


def revise_header(
    solution: Solution,
    cells: Sequence[Cell],
    owed: Collection[str] = (),
    *,
    all_cases: bool,
) -> Revision | None:
    """Return the header that fits these cells of the solution, None if it may stay.

    Cases that state an expectation go before the header, so their results do not count. With cells of
    `all_cases`, a pattern whose cases all have the same verdict is rewritten. Other cases get an entry each,
    before the patterns. So do the problems `owed`, on which no test got what the solution's folder requires.
    """
    known = {one.pattern for one in solution.known}
    own_cells = [cell for cell in cells if cell.case not in known]
    seen = {cell.case: _describe(cell) for cell in own_cells}
    wrong = {cell.case for cell in own_cells if _is_other(cell)}
    if solution.output_only or not (wrong or owed):
        return None
    patterns: dict[str, str] = {}
    # The first expectation that matches a case governs it.
    stated = solution.expectations
    governing = {case: next((one for one in stated if matches(one.pattern, case)), None) for case in seen}
    for entry in stated:
        governed = [case for case in seen if governing[case] is entry]
        words = [allowed.name for allowed in entry.verdicts]
        patterns[entry.pattern] = words[0] if len(words) == 1 else f"[{', '.join(words)}]"
        if (all_cases or governed == [entry.pattern]) and len({seen[case] for case in governed}) == 1:
            patterns[entry.pattern] = seen[governed[0]]
            wrong -= set(governed)
    own = {case: seen[case] for case in seen if case in wrong}
    entries = {**own, **dict(chain.from_iterable(_summarize(problem, seen) for problem in owed)), **patterns}
    is_right = all(rule.allowed == (Verdict.AC,) for rule in solution.rules)
    while is_right and entries and [*entries.values()][-1] == Verdict.AC.name:
        entries.popitem()
    pairs = ", ".join(f"{_scalar(key)}: {_scalar(value)}" for key, value in entries.items())
    return _rewrite(solution.path, f"expect: {{{pairs}}}".encode() if pairs else b"")


def find_contradicted(solution: Solution, cases: Iterable[Case], cells: Iterable[Cell]) -> Iterator[Fault]:
    """Report the expectations of cases that these cells contradict. Only the case file can change them."""
    paths = {case.id: case.path for case in cases}
    stated = {one.pattern: one for one in solution.known}
    for cell in cells:
        case = cell.case
        if case in stated and _is_other(cell):
            wanted = ", ".join(allowed.name for allowed in stated[case].verdicts)
            message = f"expected {wanted} of {solution.name} on {case}, got {_describe(cell)}: change it here"
            yield Fault(paths[case], stated[case].line, message)


def _is_other(cell: Cell) -> bool:
    """True if the verdict is unexpected, and may be expected."""
    return cell.as_expected is False and not {result.verdict for result in cell.tests} & _NEVER_EXPECTED


def _summarize(problem: str, seen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield one entry for the problem if all its cases are the same, else one for each that is not AC."""
    own = {case: verdict for case, verdict in seen.items() if problem_of(case) == problem}
    if len({*own.values()}) == 1:
        yield problem, next(iter(own.values()))
    else:
        yield from ((case, verdict) for case, verdict in own.items() if verdict != Verdict.AC.name)


def _rewrite(path: Path, expected: bytes) -> Revision:
    """Put the expectations into the header, or into a new line if there is none."""
    source = require(path, SOURCE_BYTES)
    line, facts = find_header(source)
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
    header = os.fsencode(make_header(os.fsdecode(expected), path.suffix))
    return Revision(path=path, line=number + 1, old=old, new=mark + header + end + old.removeprefix(mark))


def _describe(cell: Cell) -> str:
    """Return the worst verdict of the tests of a case, with its most important mistake."""
    verdict = cell.verdict
    result = next(result for result in cell.tests if result.verdict is verdict)
    names = [mistake.name for mistake in result.diagnosis.mistakes] if result.diagnosis else []
    mistake = next((name for name in names if name != WRONG_TEXT), None)
    return VerdictWithMistake(verdict=verdict, mistake=mistake).name if mistake else verdict.name


def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) or text.startswith("[") else f'"{text}"'
