"""A problem as one of DMOJ: `init.yml`, an archive of tests, the checker or interactor, and a test suite.

Sources: https://docs.dmoj.ca/#/problem_format/problem_format, and `dmoj/testsuite.py` in
https://github.com/DMOJ/judge-server at 4.1.0.
"""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from judge.model.cases import Case
from judge.model.programs import CheckerProgram
from judge.packages.dmoj_checker import STANDARD
from judge.packages.out.dmoj_points import Item, arrange_items, find_dependencies
from judge.packages.out.expectations import Expectation, sort_verdicts, summarize
from judge.packages.out.parts import ExportedPackage, export_sources
from judge.packages.out.problem import Problem, Program
from judge.packages.out.texts import write_rule_checker
from judge.platform.errors import listed
from judge.platform.files import Content, whole
from judge.platform.units import write_size, write_time
from judge.subjects.subject import entry_of
from judge.yaml.text import dumped

_ARCHIVE, _OUTPUT_BYTES = "tests.zip", 24 << 20
_RULES = {"dmoj": "standard", "exact": "identical"}
# The program by which an imported problem runs DMOJ's checkers in Python.
_WRAPPER = "dmoj_checker.py"
_CODES = {"AC": ("AC",), "WA": ("WA",), "TLE": ("TLE",), "RTE": ("RTE", "IR", "MLE", "OLE")}
# DMOJ's names of languages, by the judge's. C++ has one for each standard.
_LANGUAGES = {
    "c": "C11",
    "go": "GO",
    "haskell": "HASK",
    "java": "JAVA",
    "javascript": "V8JS",
    "kotlin": "KOTLIN",
    "lua": "LUA",
    "ocaml": "OCAML",
    "pascal": "PAS",
    "perl": "PERL",
    "php": "PHP",
    "python": "PY3",
    "ruby": "RUBY2",
    "rust": "RUST",
    "zig": "ZIG",
}
_STANDARDS = ("11", "14", "17", "20", "23")


def to_dmoj(problem: Problem) -> ExportedPackage:
    """Export a problem. Raises InputErrors if DMOJ cannot hold it."""
    case = problem.cases[0]
    if entry_of(problem.format) or case.grader or case.output_only:
        raise problem.fault("expected a problem whose solutions are programs, got another")
    if case.passes > 1:
        raise problem.fault("expected a problem of one pass, which alone DMOJ has, got several")
    problem.require_inputs_alone()
    problem.require_one_rule()
    package = ExportedPackage(problem)
    package.leave_validator_tests()
    items = arrange_items(package)
    ordered = [case.id for item in items for case in item.cases]
    names = {case: f"{at:03}" for at, case in enumerate(ordered, 1)}
    checkers = _find_python_checkers(package)
    init: dict[str, Any] = {"archive": _ARCHIVE, **({} if checkers else _write_decider(package))}
    if problem.limits.output_bytes != _OUTPUT_BYTES:
        init["output_limit_length"] = problem.limits.output_bytes
    if case.input_name or case.output_name:
        streams = {"input": case.input_name, "output": case.output_name}
        init["file_io"] = {key: name for key, name in streams.items() if name}
    if not all(_is_text(content) for each in problem.cases for content in (each.input, each.answer or b"")):
        init["binary_data"] = True
    depending = find_dependencies(items, package.left)
    init["test_cases"] = [*_list_tests(items, names, checkers, depending)]
    package.files |= {"init.yml": dumped(init).encode(), _ARCHIVE: _zip_tests(problem, names)}
    _write_suite(package, [*names])
    package.left += _list_unstated(problem)
    return package


def _list_tests(
    items: Sequence[Item],
    names: Mapping[str, str],
    checkers: Mapping[str, Any],
    depending: Mapping[str, list[int]],
) -> Iterator[dict[str, Any]]:
    """Yield the entries of `test_cases`."""

    def files(case: Case) -> dict[str, Any]:
        own = names[case.id]
        checker = {"checker": checkers[case.id]} if checkers else {}
        return {"in": f"{own}.in", "out": f"{own}.out", **checker}

    for item in items:
        points = {"points": int(item.points) if item.points == int(item.points) else item.points}
        if not item.part or not item.is_batch:
            yield files(item.cases[0]) | points
            continue
        numbers = depending[item.part.name]
        yield {
            **points,
            **({"dependencies": numbers} if numbers else {}),
            "batched": [files(case) for case in item.cases],
        }


def _zip_tests(problem: Problem, names: Mapping[str, str]) -> bytes:
    """Return the archive of inputs and answers. Equal problems have equal archives."""
    data = io.BytesIO()
    with ZipFile(data, "w") as archive:
        for case in sorted(problem.cases, key=lambda case: names[case.id]):
            answer = b"" if case.answer is None else case.answer
            for kind, content in (("in", case.input), ("out", answer)):
                archive.writestr(ZipInfo(f"{names[case.id]}.{kind}"), whole(content), ZIP_DEFLATED)
    return data.getvalue()


def _is_text(content: Content) -> bool:
    """Return whether DMOJ leaves data as they are: it ends each line by LF, also the last one."""
    data = whole(content)
    return b"\r" not in data and (not data or data.endswith(b"\n"))


def _write_decider(package: ExportedPackage) -> dict[str, Any]:
    """Return the key of the checker or the interactor, and add its files."""
    problem, case = package.problem, package.problem.cases[0]
    if case.interactor and case.checker:
        raise problem.fault(f"expected an interactor that decides alone, got {case.checker} after it")
    if case.interactor:
        return {"interactive": _bridge(package, case.interactor)}
    if case.checker:
        if any(each.checker != case.checker for each in problem.cases):
            raise problem.fault("expected one checker for all tests, got several")
        return {"checker": {"name": "bridged", "args": _bridge(package, case.checker)}}
    if case.compare in _RULES and not case.any_answer:
        return {"checker": _RULES[case.compare]}
    args = _add_program(package, {"checker.cpp": write_rule_checker(problem)}, "testlib")
    return {"checker": {"name": "bridged", "args": args}}


def _bridge(package: ExportedPackage, brought: CheckerProgram) -> dict[str, Any]:
    """Add a program of the problem, and return its keys. Raises InputErrors if DMOJ cannot call it."""
    is_testlib = brought.protocol == "testlib" and brought.program.language.name == "cpp"
    if not is_testlib and brought.protocol != "dmoj":
        wanted = "a program of testlib in C++, or an interactor of the protocol dmoj"
        raise package.problem.fault(f"expected {wanted}, got {brought}")
    files = export_sources(package.problem, brought)
    args = _add_program(package, files, "testlib" if is_testlib else "default")
    if language := _find_language(brought.program.language.name, brought.program.language.flags):
        args["lang"] = language
    if brought.arguments:
        usual = "{input_file} {output_file} {answer_file}" if is_testlib else "{input_file} {answer_file}"
        args["args_format_string"] = " ".join((usual, *brought.arguments))
    return args


def _add_program(package: ExportedPackage, files: dict[str, Content], kind: str) -> dict[str, Any]:
    if kind == "testlib":
        package.add_testlib("", files)
    package.files |= files
    return {"type": kind, "files": [*files], "lang": "CPP17"}


def _find_python_checkers(package: ExportedPackage) -> dict[str, Any]:
    """Return DMOJ's checker of each test by its id, empty unless an imported problem has such ones."""
    found: dict[str, Any] = {}
    for case in package.problem.cases:
        if not case.checker or case.checker.program.path.name != _WRAPPER or len(case.checker.arguments) < 2:
            return {}
        module, arguments, *_ = case.checker.arguments
        name = module
        if module not in STANDARD:
            name = f"{module}.py"
            package.files[name] = dict(case.checker.program.beside)[name]
        found[case.id] = {"name": name, "args": json.loads(arguments)}
    return found


def _write_suite(package: ExportedPackage, tests: list[str]) -> None:
    """Add each program as a test of DMOJ's test suite, with its limits and what each test may give it."""
    problem, used = package.problem, set[str]()
    for program in problem.programs:
        wanted, solution = summarize(program.solution, problem), program.solution
        flags = solution.language.flags if solution.flags is None else solution.flags
        language = _find_language(solution.language.name, flags, solution.interpreter)
        why = "it is of several files" if len(program.files) > 1 else ""
        why = why or ("" if language else f"DMOJ has no {solution.language.name}")
        why = why or ("no code says what it gets" if wanted.lost or wanted.is_partial else "")
        if why:
            package.left.append(f"{program.name}: left out: {why}")
            continue
        name = PurePosixPath(program.name).stem
        name = name if name not in used else program.called.replace(".", "_")
        used.add(name)
        stated = {
            "language": language,
            "source": program.name,
            "time": problem.limits.cpu_s,
            "memory": problem.limits.memory_bytes >> 10,
            **_expect(wanted, tests),
        }
        package.files |= {
            f"tests/{name}/test.yml": dumped(stated).encode(),
            **program.below(f"tests/{name}"),
        }
        if wanted.required:
            package.left.append(f"{program.name}: some test must fail: not said, nor which one")


def _expect(wanted: Expectation, tests: list[str]) -> dict[str, Any]:
    """Return the codes that all tests may give a program, and those of tests that may give fewer."""

    def codes(verdicts: frozenset[str]) -> list[str]:
        return [code for word in sort_verdicts(verdicts) for code in _CODES[word]]

    own, every = [codes(wanted.verdicts[test]) for test in tests], codes(wanted.seen)
    differ = any(each != every for each in own)
    return {"expect": every[0] if len(every) == 1 else every, **({"cases": own} if differ else {})}


def _find_language(name: str, flags: tuple[str, ...], interpreter: str = "") -> str:
    if name == "cpp":
        stated = [flag[-2:] for flag in flags if flag.startswith("-std=")]
        return f"CPP{stated[-1]}" if stated and stated[-1] in _STANDARDS else "CPP17"
    is_pypy = PurePosixPath(interpreter).name.startswith("pypy3")
    return "PYPY3" if is_pypy else _LANGUAGES.get(name, "")


def _list_unstated(problem: Problem) -> Iterator[str]:
    limits = problem.limits
    time, memory = write_time(limits.cpu_s), write_size(limits.memory_bytes)
    yield f"title, statement and limits are entered on the site: {time}, {memory}"
    yield "tests have numbers instead of names"
    tools: list[Program] = [*problem.generators, *problem.validators]
    if tools:
        yield f"left out, DMOJ has no place for them: {listed([tool.name for tool in tools])}"
