"""A problem as plain files: programs, and `tests/` with NAME.in, NAME.ans and the checker or interactor."""

from collections.abc import Iterator

from judge.cases.testlib import includes_testlib
from judge.model.cases import LOOSE, Case
from judge.model.programs import CheckerProgram
from judge.packages.out.names import make_distinct
from judge.packages.out.parts import ExportedPackage, export_sources, merge_files, place_below
from judge.packages.out.problem import Problem
from judge.platform.errors import listed
from judge.platform.files import SOURCE_BYTES, Content, require
from judge.platform.units import write_size, write_time

_TESTS = "tests"


def to_folder(problem: Problem) -> ExportedPackage:
    """Export a problem. Plain files state no limits, rule, points or expected verdicts, so list these."""
    names = {case.id: case.id.partition("/")[2] for case in problem.cases}
    own, package = make_distinct(names.values()), ExportedPackage(problem)
    files = package.files
    package.left += [f"{case}: called {own[name]}" for case, name in names.items() if own[name] != name]
    package.left += [f"{line}: left out, a folder cannot state it" for line in _list_unstated(problem)]
    package.left += _list_protocols(problem.cases[0])
    for case in problem.cases:
        place = f"{_TESTS}/{own[names[case.id]]}"
        files[f"{place}.in"] = case.input
        if case.answer is not None:
            files[f"{place}.ans"] = case.answer
    case = problem.cases[0]
    kinds = (("checker", case.checker), ("interactor", case.interactor))
    deciders = [_export_decider(problem, kind, brought) for kind, brought in kinds if brought]
    files |= place_below(_TESTS, merge_files(problem, deciders))
    for validator in problem.validators:
        files |= validator.below(f"{_TESTS}/input_validators")
    files |= place_below(_TESTS, problem.validator_tests)
    if case.grader:
        files |= place_below(_TESTS, dict(case.grader.files))
    for program in problem.programs:
        files |= {path.removeprefix("./"): source for path, source in program.below(".").items()}
    package.add_generators()
    return package


def _export_decider(problem: Problem, kind: str, brought: CheckerProgram) -> dict[str, Content]:
    """Return the program under a name that the search in folders of tests finds."""
    if brought.protocol == "kattis" and kind == "checker":
        return place_below("output_validators/validate", export_sources(problem, brought))
    name = "manager" if brought.protocol == "cms" and kind == "interactor" else kind
    return export_sources(problem, brought, called=f"{name}{brought.program.path.suffix}")


def _list_protocols(case: Case) -> Iterator[str]:
    """Yield a line for each protocol that neither the source nor the place of a program shows."""
    for brought, place in ((case.checker, "kattis"), (case.interactor, "cms")):
        if (
            brought
            and brought.protocol != place
            and not includes_testlib(require(brought.program.path, SOURCE_BYTES))
        ):
            name, protocol = brought.program.path.name, brought.protocol
            yield f"{name}: judge it there with --protocol {protocol}, which a folder cannot state"


def _list_unstated(problem: Problem) -> Iterator[str]:
    case, limits = problem.cases[0], problem.limits
    yield f"time limit {write_time(limits.cpu_s)}, memory limit {write_size(limits.memory_bytes)}"
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
