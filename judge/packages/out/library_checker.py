"""A problem as one of library-checker-problems: `info.toml`, `gen/`, `sol/`, `checker.cpp`, `verifier.cpp`.

Source: https://github.com/yosupo06/library-checker-problems, `generate.py` and docs/.
"""

import json
import re
from collections.abc import Iterator, Mapping
from posixpath import basename
from typing import Any

from judge.cases.testlib import TESTLIB, includes_testlib
from judge.model.cases import Case
from judge.model.package_format import is_sample
from judge.packages.out.expectations import Expectation, summarize
from judge.packages.out.parts import ExportedPackage, export_sources, merge_files
from judge.packages.out.problem import Problem, Program
from judge.packages.out.texts import write_rule_checker
from judge.platform.errors import listed
from judge.platform.files import Content, whole
from judge.platform.units import write_size
from judge.running.languages.base import HEADER_SUFFIXES
from judge.subjects.subject import entry_of

_MEMORY_BYTES, _OUTPUT_BYTES = 1 << 30, 64 << 20
_PARAMETERS = "params.h"
_PARAMETER = re.compile(r"#define (\w+) (?:\(long long\)(-?[0-9]+)|(.+))\n")
_NUMBERED = re.compile(r"([A-Za-z0-9_-]+)_([0-9]{2,})")
_WORDS = {"AC": "AC", "WA": "WA", "TLE": "TLE", "RTE": "RE"}


def to_library_checker(problem: Problem) -> ExportedPackage:
    """Export a problem. Raises InputErrors if no such problem can hold it."""
    case = problem.cases[0]
    if entry_of(problem.format) or case.grader or case.output_only:
        raise problem.fault("expected a problem whose solutions are programs, got another")
    if case.interactor or case.passes > 1:
        raise problem.fault("expected a problem whose outputs a checker judges, got one that talks")
    if any(each.arguments or each.given or each.input_name or each.output_name for each in problem.cases):
        raise problem.fault("expected tests that are inputs alone, got some with words or files")
    if len({(each.compare, each.checker) for each in problem.cases}) > 1:
        raise problem.fault("expected one rule for all tests, got several")
    package = ExportedPackage(problem)
    package.leave_validator_tests()
    tests = _write_tests(package)
    files = merge_files(problem, [_export_checker(package), _export_verifier(package)])
    package.files |= {name: content for name, content in files.items() if name != _PARAMETERS}
    solutions = [*_write_solutions(package)]
    info = {"title": problem.title, "timelimit": problem.limits.cpu_s, "forum": problem.source}
    text = _write_table({key: value for key, value in info.items() if value != ""})
    for name, number in tests.items():
        text += f"\n[[tests]]\n{_write_table({'name': name, 'number': number})}"
    for solution in solutions:
        text += f"\n[[solutions]]\n{_write_table(solution)}"
    if parameters := _read_parameters(files.get(_PARAMETERS, b"")):
        text += f"\n[params]\n{_write_table(parameters)}"
    package.files["info.toml"] = text.encode()
    package.left += _list_unstated(problem)
    return package


def _write_table(values: Mapping[str, Any]) -> str:
    """Write keys of TOML, whose strings and numbers are those of JSON."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def _read_parameters(header: Content) -> dict[str, Any]:
    """Return the parameters that an imported problem has as macros."""
    found = _PARAMETER.finditer(whole(header).decode())
    return {each[1]: int(each[2]) if each[2] else json.loads(each[3]) for each in found}


def _write_tests(package: ExportedPackage) -> dict[str, int]:
    """Add the tests, and return their number for each file name in `gen/`.

    Tests of a generator, which are numbered from 0 after its name, stay with it.
    """
    problem, files = package.problem, package.files
    generators = {each.name.rpartition(".")[0]: each for each in problem.generators}
    kept: dict[str, list[Case]] = {}
    for case in problem.cases:
        name = case.id.partition("/")[2]
        numbered = _NUMBERED.fullmatch(name)
        stem = numbered[1] if numbered else ""
        if not numbered or numbered[2] != f"{len(kept.get(stem, ())):02}":
            stem = "example" if is_sample(name) else "test"
        kept.setdefault(stem, []).append(case)
    numbers: dict[str, int] = {}
    for stem in sorted(kept, key=lambda stem: stem != "example"):
        made = generators.get(stem)
        place = "in" if made else "gen"
        for number, case in enumerate(kept[stem]):
            own = f"{stem}_{number:02}"
            files[f"{place}/{own}.in"] = case.input
            if case.answer is not None:
                files[f"out/{own}.out"] = case.answer
            if case.id.partition("/")[2] != own:
                package.left.append(f"{case.id}: called {own}")
        if made:
            _write_generator(package, made)
        numbers[made.name if made else f"{stem}.in"] = len(kept[stem])
    if unused := [each.name for stem, each in generators.items() if stem not in kept]:
        package.left.append(f"generators of no test: left out: {listed(unused)}")
    return numbers


def _write_generator(package: ExportedPackage, generator: Program) -> None:
    """Add a generator. It includes headers from the folder above."""
    (_, source), *others = generator.files.items()
    headers = [name for name, _ in others if name.endswith(HEADER_SUFFIXES) and name != TESTLIB]
    for name in headers:
        pattern = rb'(#[ \t]*include[ \t]*")' + re.escape(name).encode() + b'"'
        source = re.sub(pattern, rb"\1../" + name.encode() + b'"', source)
    package.files[f"gen/{generator.name}"] = source
    for name, content in others:
        if name in headers and name != _PARAMETERS:
            package.files[name] = content


def _export_checker(package: ExportedPackage) -> dict[str, Content]:
    problem, brought = package.problem, package.problem.cases[0].checker
    if not brought:
        files: dict[str, Content] = {"checker.cpp": write_rule_checker(problem)}
    elif brought.protocol == "testlib" and brought.program.language.name == "cpp" and not brought.arguments:
        files = export_sources(problem, brought, called="checker.cpp")
    else:
        raise problem.fault(f"expected a checker of testlib in C++ without arguments, got {brought}")
    package.add_testlib("", files)
    return files


def _export_verifier(package: ExportedPackage) -> dict[str, Content]:
    """Return the validator. One that does not use testlib may mean something else by its exit code."""
    problem = package.problem
    for validator in problem.validators if len(problem.validators) == 1 else ():
        (_, source), *others = validator.files.items()
        if validator.solution.language.name == "cpp" and includes_testlib(source):
            return {"verifier.cpp": source, **{basename(name): content for name, content in others}}
    if problem.validators:
        names = listed([each.name for each in problem.validators])
        package.left.append(f"verifier.cpp has to be written: it is one of testlib in C++, not {names}")
    else:
        package.left.append("no validator is stated: verifier.cpp has to be written")
    return {}


def _write_solutions(package: ExportedPackage) -> Iterator[dict[str, Any]]:
    """Add the programs, of which one makes the answers. Yield a table for each of the others."""
    problem, left = package.problem, package.left
    correct = ""
    for program in sorted(problem.programs, key=lambda one: one.solution.language.name != "cpp"):
        wanted = summarize(program.solution, problem)
        table = _describe(program, wanted)
        if len(program.files) > 1 or not table:
            why = "no word says what it gets" if not table else "it is of several files"
            left.append(f"{program.name}: left out: {why}")
            continue
        (source,) = program.files.values()
        if wanted.worst == "AC" and not correct:
            correct = program.name
            package.files[f"sol/correct{program.solution.path.suffix}"] = source
            continue
        package.files[f"sol/{program.name}"] = source
        yield table
    if not correct.endswith(".cpp"):
        got = correct or "none"
        left.append(f"sol/correct.cpp has to be written: it is an accepted program in C++, got {got}")


def _describe(program: Program, wanted: Expectation) -> dict[str, Any]:
    """Return the table of a program, empty if no word says what it gets."""
    if wanted.lost or wanted.is_partial:
        return {}
    if wanted.worst == "AC":
        return {"name": program.name}
    if wanted.worst:
        others = (_WORDS[word].lower() for word in sorted(wanted.seen - {"AC", wanted.worst}))
        allowed = {f"allow_{word}": True for word in others}
        return {"name": program.name, "expect": _WORDS[wanted.worst], **allowed}
    return {"name": program.name, "wrong": True} if wanted.fails else {}


def _list_unstated(problem: Problem) -> Iterator[str]:
    if problem.limits.memory_bytes != _MEMORY_BYTES:
        yield f"memory limit {write_size(problem.limits.memory_bytes)}: {write_size(_MEMORY_BYTES)} there"
    if problem.limits.output_bytes != _OUTPUT_BYTES:
        yield f"output limit {write_size(problem.limits.output_bytes)}: left out"
    if any(case.worth for case in problem.cases):
        yield "points: left out"
    if flags := [one.name for one in problem.programs if one.solution.flags is not None]:
        yield f"flags of {listed(flags)}: left out"
    yield "no statement: add task.md"
