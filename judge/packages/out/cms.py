"""A problem as a task of CMS in the format `italy_yaml`, which task-maker reads as well.

Sources: https://github.com/cms-dev/cms/blob/main/cmscontrib/loaders/italy_yaml.py and
https://cms.readthedocs.io/en/latest/External%20contest%20formats.html, "Italian import format".
"""

import re
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath
from typing import Any

from judge.cases.testlib import TESTLIB, includes_testlib
from judge.model.package_format import is_sample
from judge.model.programs import CheckerProgram
from judge.packages.out.cms_points import Tests, arrange_subtasks
from judge.packages.out.expectations import summarize
from judge.packages.out.names import make_distinct
from judge.packages.out.parts import ExportedPackage, export_sources, merge_files, place_below
from judge.packages.out.problem import Problem, Program
from judge.packages.out.texts import read_program, write_rule_checker
from judge.platform.errors import listed
from judge.platform.files import Content, whole
from judge.platform.units import write_size
from judge.running.languages.base import HEADER_SUFFIXES
from judge.subjects.subject import entry_of
from judge.yaml.text import dumped

_OUTPUT_BYTES = 64 << 20
# Names in sol/ that say what a file is for.
_TAKEN = ("solution", "soluzione", "grader", "stub")
_GIVES_POINTS = re.compile(rb"\bquitpi?\b|\b_points\b|\b_pc\b|\b_partially\b")


def to_cms(problem: Problem) -> ExportedPackage:
    """Export a problem as a task. Raises InputErrors if no task can hold it."""
    case = problem.cases[0]
    if entry_of(problem.format):
        raise problem.fault("expected a problem whose solutions are programs, got classes or functions")
    if case.passes > 1:
        raise problem.fault("expected a problem of one pass, which alone a task has, got several")
    problem.require_inputs_alone()
    problem.require_one_rule()
    package = ExportedPackage(problem)
    package.leave_validator_tests()
    tests = arrange_subtasks(package)
    name = case.grader.module if case.grader else re.sub("[^A-Za-z0-9_-]", "_", problem.name)
    if name != problem.name:
        package.left.append(f"the task is called {name}")
    package.files["task.yaml"] = dumped(_write_task(package, tests, name)).encode()
    _write_tests(package, tests)
    _write_decider(package)
    _write_tools(package)
    _write_grader(package)
    _write_solutions(package)
    package.left += _list_unstated(problem)
    return package


def _write_task(package: ExportedPackage, tests: Tests, name: str) -> dict[str, Any]:
    """Return the keys of `task.yaml`. Samples are public."""
    problem, case = package.problem, package.problem.cases[0]
    samples = [str(at) for at, each in enumerate(tests.cases) if is_sample(each.id.partition("/")[2])]
    if not tests.is_standard and tests.has_subtasks:
        package.left.append("points other than 100 in whole numbers are in task.yaml: task-maker reads none")
    streams = {"infile": case.input_name, "outfile": case.output_name}
    limits = {
        "time_limit": problem.limits.cpu_s,
        "memory_limit": package.mebibytes("memory", problem.limits.memory_bytes),
    }
    return {
        "name": name,
        "title": problem.title,
        **({"output_only": True} if case.output_only else limits),
        "n_input": len(tests.cases),
        **({} if case.interactor or case.output_only else streams),
        **({"user_io": "fifo_io" if case.grader else "std_io"} if case.interactor else {}),
        **({"public_testcases": ",".join(samples)} if samples else {}),
        **tests.keys(),
        "score_mode": "max",
        "token_mode": "disabled",
        "primary_language": "en",
    }


def _write_tests(package: ExportedPackage, tests: Tests) -> None:
    """Add inputs and outputs by their numbers, and samples as attachments.

    task-maker makes `input/` again from `gen/GEN`, so the inputs are also in `gen/tests/` by their names.
    """
    files, cases = package.files, tests.cases
    names = make_distinct(case.id.partition("/")[2] for case in cases)
    inputs = {case.id: f"gen/tests/{names[case.id.partition('/')[2]]}.in" for case in cases}
    samples = 0
    for number, case in enumerate(cases):
        answer = b"" if case.answer is None else case.answer
        files[f"input/input{number}.txt"] = files[inputs[case.id]] = case.input
        files[f"output/output{number}.txt"] = answer
        if is_sample(case.id.partition("/")[2]) and not case.interactor:
            files[f"att/input{samples}.txt"], files[f"att/output{samples}.txt"] = case.input, answer
            samples += 1
    files["gen/GEN"] = tests.write_gen(inputs)


def _write_decider(package: ExportedPackage) -> None:
    """Add the checker, or the interactor as a manager. Without any CMS compares the words of each line."""
    problem, case = package.problem, package.problem.cases[0]
    name = "manager" if case.interactor else "checker"
    if case.interactor and case.checker:
        raise problem.fault(f"expected an interactor that decides alone, got {case.checker} after it")
    if brought := case.interactor or case.checker:
        files = _export_program(package, brought, name)
    elif case.compare == "cms" and not case.any_answer:
        return
    elif case.compare == "lines" and not case.any_answer:
        package.left.append("compare: lines becomes cms: any blanks between words are as good as others")
        return
    else:
        files = _wrap(package, {"checker.h": write_rule_checker(problem)}, name)
    package.files |= files
    package.left.append(f"check/{name}: build it statically from its source; task-maker does this itself")


def _export_program(package: ExportedPackage, brought: CheckerProgram, name: str) -> dict[str, Content]:
    """Export the problem's own program: unchanged, or a testlib program inside a wrapper."""
    problem, program = package.problem, brought.program
    if brought.arguments:
        raise problem.fault(f"expected a program without arguments that decides, got {brought}")
    if brought.protocol == "cms":
        sources = export_sources(problem, brought, called=f"{name}{program.path.suffix}")
        return place_below("check", sources)
    if brought.protocol != "testlib" or program.language.name != "cpp":
        raise problem.fault(
            f"expected a program of the protocol cms, or one of testlib in C++, got {brought}"
        )
    if name == "manager":
        package.left.append(f"{program.path.name}: gets no answer, since CMS gives managers none")
    header = "interactor.h" if name == "manager" else "checker.h"
    return _wrap(package, export_sources(problem, brought, called=header), name)


def _wrap(package: ExportedPackage, files: dict[str, Content], name: str) -> dict[str, Content]:
    """Return the program that gives CMS the result of a testlib program, with its files and testlib."""
    problem = package.problem
    points = {case.worth.points for case in problem.cases if case.worth and case.worth.points} or {1.0}
    own = (whole(content) for path, content in files.items() if path != TESTLIB)
    if len(points) > 1 and any(map(_GIVES_POINTS.search, own)):
        package.left.append("points of the checker: none, since tests have different points")
    most = points.pop() if len(points) == 1 else 0.0
    wrapper = read_program("testlib_cms.cpp").replace(b"POINTS = 1;", b"POINTS = %r;" % most)
    files = place_below("check", merge_files(problem, [files, {f"{name}.cpp": wrapper}]))
    package.add_testlib("check", files)
    return files


def _write_tools(package: ExportedPackage) -> None:
    """Add generators, and validators, of which task-maker calls one with the name `validator`."""
    problem = package.problem
    parts = [program.below("gen") for program in (*problem.generators, *problem.validators)]
    if len(problem.validators) == 1:
        (validator,) = problem.validators
        source, *others = validator.files.items()
        if validator.solution.language.name == "cpp" and includes_testlib(source[1]):
            wrapper = {"validator.cpp": read_program("testlib_cms_validator.cpp"), "validator.h": source[1]}
            parts[-1] = place_below("gen", merge_files(problem, [wrapper, dict(others)]))
        else:
            package.left.append(f"gen/{validator.called}: no validator for task-maker, which gives it a path")
    elif problem.validators:
        package.left.append("input validators are in gen/: task-maker calls one that is called validator")
    package.files |= merge_files(problem, parts)
    if "gen/validator.cpp" in package.files:
        package.add_testlib("gen", package.files)


def _write_grader(package: ExportedPackage) -> None:
    """Add the grader for each language, under the names that CMS looks for, and its headers."""
    problem, case = package.problem, package.problem.cases[0]
    if not case.grader:
        return
    called = "stub" if case.interactor else "grader"
    named = {name: f"{called}{PurePosixPath(name).suffix}" for name, _ in case.grader.files}
    named |= {name: name for name in named if name.endswith(HEADER_SUFFIXES)}
    parts: list[dict[str, Content]] = [{named[name]: file} for name, file in case.grader.files]
    package.files |= place_below("sol", merge_files(problem, parts))
    package.left += [f"{name}: called {new}" for name, new in named.items() if new != name]


def _write_solutions(package: ExportedPackage) -> None:
    """Add the programs. The official one, which makes outputs, is one that should be right."""
    problem, left = package.problem, package.left
    wanted = {program.name: summarize(program.solution, problem) for program in problem.programs}
    right = [program for program in problem.programs if wanted[program.name].worst == "AC"]
    right.sort(key=lambda program: (not program.solution.language.builds, not _is_official(program)))
    used = {*_TAKEN[1:], *(["solution"] if right else [])}
    official = {program.name: f"solution{program.solution.path.suffix}" for program in right[:1]}
    # A task may have the official program in several languages.
    official |= {
        program.name: program.name
        for program in right[1:]
        if _is_official(program) and program.name not in official.values()
    }
    names = {program.name: _name(program, used) for program in problem.programs} | official
    for program in problem.programs:
        (_, source), *others = program.files.items()
        added = {f"sol/{names[program.name]}": source, **{f"sol/{name}": file for name, file in others}}
        headers = all(name.endswith(HEADER_SUFFIXES) for name, _ in others)
        if not headers or any(whole(package.files.get(path, file)) != file for path, file in added.items()):
            left.append(f"{program.name}: left out: it is of several files")
            continue
        package.files |= added
    if not right:
        left.append("no accepted program: a task needs one")
    if wrong := [program.name for program in problem.programs if wanted[program.name].fails]:
        left.append(f"a task does not say which programs fail: {listed(wrong)}")
    if flags := [program.name for program in problem.programs if program.solution.flags is not None]:
        left.append(f"flags of {listed(flags)}: left out")


def _is_official(program: Program) -> bool:
    return PurePosixPath(program.name).stem in _TAKEN[:2]


def _name(program: Program, used: Collection[str]) -> str:
    """Return a name in `sol/` that says nothing of what the program is for."""
    path = PurePosixPath(program.name)
    return f"{path.stem}-2{path.suffix}" if path.stem in used else program.name


def _list_unstated(problem: Problem) -> Iterator[str]:
    yield "tests have numbers instead of names"
    yield "no statement: add statement/statement.pdf, or import with cmsImportTask --no-statement"
    if problem.limits.output_bytes != _OUTPUT_BYTES:
        yield f"output limit {write_size(problem.limits.output_bytes)}: left out"
