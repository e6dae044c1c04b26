"""A problem as plain files: programs, and beside them `tests/` with NAME.in, NAME.ans and what decides."""

from collections.abc import Iterator

from judge.errors import listed
from judge.model import LOOSE, CheckerProgram, Content, Stored
from judge.packages.out.names import distinct
from judge.packages.out.parts import Out, below, generators
from judge.packages.out.problem import Problem
from judge.units import size_of, time_of

_TESTS = "tests"


def to_folder(problem: Problem) -> Out:
    """All that has no words there is left to be said: limits, rule, points and what programs get."""
    names = {case.id: case.id.partition("/")[2] for case in problem.cases}
    own = distinct(names.values())
    left = [f"{case}: called {own[name]}" for case, name in names.items() if own[name] != name]
    files: dict[str, Content] = {}
    for case in problem.cases:
        place = f"{_TESTS}/{own[names[case.id]]}"
        files[f"{place}.in"] = case.input
        if case.answer is not None:
            files[f"{place}.ans"] = case.answer
    case = problem.cases[0]
    for kind, brought in (("checker", case.checker), ("interactor", case.interactor)):
        if brought:
            files |= below(_TESTS, _decider(kind, brought))
    for validator in problem.validators:
        files |= below(f"{_TESTS}/input_validators", validator.files)
    if case.grader:
        files |= below(_TESTS, dict(case.grader.files))
    for program in problem.programs:
        files |= {path.removeprefix("./"): source for path, source in program.below(".").items()}
    return Out(files=files | generators(problem), left=(*problem.left, *left, *_unsaid(problem)))


def _decider(kind: str, brought: CheckerProgram) -> dict[str, Content]:
    """The program where a folder of tests is searched for it; that of Kattis is known by where it lies."""
    path = brought.program.path
    source: Content = Stored(path, brought.program.stamp)
    if brought.protocol == "kattis" and kind == "checker":
        return below("output_validators", {path.name: source, **dict(brought.program.beside)})
    name = "manager" if brought.protocol == "cms" else kind
    return {f"{name}{path.suffix}": source, **dict(brought.program.beside)}


def _unsaid(problem: Problem) -> Iterator[str]:
    case, limits = problem.cases[0], problem.limits
    yield f"time limit {time_of(limits.cpu_s)}, memory limit {size_of(limits.memory_bytes)}"
    brought = case.interactor or case.checker
    if brought and brought.arguments:
        yield f"words for {brought.program.path.name}: {' '.join(brought.arguments)}"
    if not brought and case.any_answer:
        yield "answer: any"
    elif not brought and case.compare != LOOSE:
        yield f"compare: {case.compare}"
    if case.passes > 1:
        yield f"passes: {case.passes}"
    if any(each.arguments or each.given for each in problem.cases):
        yield "words and files of single tests"
    if case.input_name or case.output_name:
        yield f"programs read {case.input_name or 'stdin'} and write {case.output_name or 'stdout'}"
    if any(each.worth for each in problem.cases):
        yield "points"
    fails = [
        program.name
        for program in problem.programs
        if any([one.name for one in program.solution.expected(each.id)] != ["AC"] for each in problem.cases)
    ]
    if fails:
        yield f"not accepted on every test: {listed(fails)}"
