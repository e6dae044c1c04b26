"""A problem as a package of Polygon: `problem.xml`, tests, files and solutions.

Source: https://github.com/purplesyringa/problem-xml-specs, and packages that the site gives out.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from msgspec import Struct

from judge.cases.graders import name_module
from judge.model.package_format import is_sample
from judge.model.programs import CheckerProgram, Grader, Solution
from judge.packages.out.expectations import Expectation, note_unstated_tests, summarize
from judge.packages.out.groups import LEFT_OUT, find_required, note_requirements, split_groups
from judge.packages.out.names import make_distinct, make_plain
from judge.packages.out.parts import ExportedPackage, export_sources, merge_files, place_below
from judge.packages.out.problem import Problem, Program
from judge.packages.out.texts import write_rule_checker
from judge.packages.polygon_types import find_type
from judge.platform.errors import printable
from judge.platform.files import Content
from judge.platform.units import write_size
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES
from judge.subjects.subject import entry_of

# The site's words for sources.
_TYPES = {
    "c": "c.gcc",
    "python": "python.3",
    "java": "java11",
    "javascript": "nodejs",
    "pascal": "pas.fpc",
}
_TAGS = {"AC": "accepted", "WA": "wrong-answer", "TLE": "time-limit-exceeded", "RTE": "rejected"}
_OUTPUT_BYTES = 64 << 20


def to_polygon(problem: Problem) -> ExportedPackage:
    """Export a problem as a package. Raises InputErrors if no such package can hold it."""
    case = problem.cases[0]
    if entry_of(problem.format) or case.output_only:
        raise problem.fault("expected a problem whose solutions are programs, got another")
    problem.require_inputs_alone()
    if case.passes > 2:
        raise problem.fault(f"expected at most two passes, got {case.passes}")
    package = ExportedPackage(problem)
    package.leave_validator_tests()
    root = Element("problem", {"revision": "1", "short-name": problem.name})
    if problem.source:
        root.set("url", problem.source)
    SubElement(SubElement(root, "names"), "name", {"language": "english", "value": printable(problem.title)})
    judging = SubElement(root, "judging")
    judging.attrib = {"input-file": case.input_name, "output-file": case.output_name}
    judging.set("run-count", str(case.passes))
    _write_tests(package, judging)
    tools, assets = SubElement(root, "files"), SubElement(root, "assets")
    _write_tools(package, tools, assets)
    _write_solutions(package, SubElement(assets, "solutions"))
    indent(root)
    package.files["problem.xml"] = tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"
    if problem.limits.output_bytes != _OUTPUT_BYTES:
        package.left.append(f"output limit {write_size(problem.limits.output_bytes)}: left out")
    return package


def _write_tests(package: ExportedPackage, judging: Element) -> None:
    """Add the tests by their numbers, with groups and points. A missing answer becomes an empty file."""
    problem, files = package.problem, package.files
    width = max(2, len(str(len(problem.cases))))
    pattern = f"tests/%0{width}d"
    testset = SubElement(judging, "testset", {"name": "tests"})
    limits = {
        "time-limit": round(1000 * problem.limits.cpu_s),
        "memory-limit": problem.limits.memory_bytes,
        "test-count": len(problem.cases),
        "input-path-pattern": pattern,
        "answer-path-pattern": f"{pattern}.a",
    }
    for name, value in limits.items():
        SubElement(testset, name).text = str(value)
    package.left.append("tests have numbers instead of names")
    tests = SubElement(testset, "tests")
    groups = _arrange_groups(package)
    samples = {case.id for case in problem.cases if is_sample(case.id.partition("/")[2])}
    for number, case in enumerate(sorted(problem.cases, key=lambda case: case.id not in samples), 1):
        element = SubElement(tests, "test", {"method": "manual", **groups.tests.get(case.id, {})})
        if case.id in samples:
            element.set("sample", "true")
        files[f"tests/{number:0{width}}"] = case.input
        files[f"tests/{number:0{width}}.a"] = b"" if case.answer is None else case.answer
    groups.write(testset)


class _Groups(Struct, frozen=True, kw_only=True):
    """The points and groups of tests by their ids, and the policies and requirements of groups by name."""

    tests: Mapping[str, Mapping[str, str]] = {}
    policies: Mapping[str, str] = {}
    required: Mapping[str, Sequence[str]] = {}

    def write(self, testset: Element) -> None:
        """Add the groups to a testset that has any."""
        if not self.policies:
            return
        groups = SubElement(testset, "groups")
        for name, policy in self.policies.items():
            element = SubElement(groups, "group", {"name": name, "points-policy": policy})
            if self.required[name]:
                dependencies = SubElement(element, "dependencies")
                for other in self.required[name]:
                    SubElement(dependencies, "dependency", {"group": other})


def _arrange_groups(package: ExportedPackage) -> _Groups:
    """Return the groups of the problem, none if the package cannot express them."""
    cases = package.problem.cases
    parts = split_groups(cases)
    if parts is None:
        package.left.append(LEFT_OUT)
        return _Groups()
    names = make_distinct(part.name.replace("/", "\0") for part in parts if part.name)
    called = {part.name: names[part.name.replace("/", "\0")] if part.name else "" for part in parts}
    tests: dict[str, Mapping[str, str]] = {}
    for part in parts:
        group = {"group": called[part.name]} if part.name else {}
        for case, points in zip(part.cases, part.points, strict=True):
            tests[case.id] = {"points": f"{points:.9g}", **group}
    groups = {case.id.partition("/")[2]: tests.get(case.id, {}).get("group", "") for case in cases}
    required: dict[str, Sequence[str]] = {}
    for part in parts:
        own = called[part.name]
        required[own], is_all = find_required(part.requires, groups, own)
        if not part.name or not is_all:
            package.left += note_requirements(part)
    policies = {
        called[part.name]: "complete-group" if part.is_whole else "each-test" for part in parts if part.name
    }
    return _Groups(tests=tests, policies=policies, required=required)


def _write_tools(package: ExportedPackage, tools: Element, assets: Element) -> None:
    """Add the checker or interactor, the validators, the generators and testlib.h."""
    problem, parts = package.problem, list[dict[str, Content]]()
    resources, executables = SubElement(tools, "resources"), SubElement(tools, "executables")
    case = problem.cases[0]
    if case.interactor:
        element = SubElement(assets, "interactor")
        parts.append(_write_decider(problem, case.interactor, element))
        if case.passes > 1:
            runs = SubElement(element, "runs")
            for number in ("1", "2"):
                SubElement(runs, "run").text = number
    if case.checker:
        parts.append(
            _write_decider(problem, case.checker, SubElement(assets, "checker", {"type": "testlib"}))
        )
    elif not case.interactor:
        checker = SubElement(assets, "checker", {"type": "testlib"})
        SubElement(checker, "source", {"path": "files/check.cpp", "type": "cpp.g++17"})
        parts.append({"files/check.cpp": write_rule_checker(problem)})
    validators = SubElement(assets, "validators")
    parts += [_write_program(each, SubElement(validators, "validator")) for each in problem.validators]
    parts += [_write_program(each, SubElement(executables, "executable")) for each in problem.generators]
    if case.grader:
        parts.append(_write_grader(package, case.grader, resources))
    files = merge_files(problem, parts)
    package.add_testlib("files", files)
    graders = {element.get("path") for element in resources}
    for path in files:
        if path.endswith(".h") and path not in graders:
            SubElement(resources, "file", {"path": path, "type": "h.g++"})
    package.files |= files


def _write_grader(package: ExportedPackage, grader: Grader, resources: Element) -> dict[str, Content]:
    """Add the grader as files that the site compiles with each solution."""
    for name, _ in grader.files:
        kind = "h.g++" if name.endswith(HEADER_SUFFIXES) else _find_grader_type(PurePath(name).suffix)
        element = SubElement(resources, "file", {"path": f"files/{name}", "type": kind})
        SubElement(SubElement(element, "stages"), "stage", {"name": "COMPILE"})
        SubElement(SubElement(element, "assets"), "asset", {"name": "SOLUTION"})
    if grader.module != name_module(package.problem.name):
        package.left.append(f"module {grader.module}: solutions keep their own names")
    return place_below("files", dict(grader.files))


def _find_grader_type(suffix: str) -> str:
    language = LANGUAGES[suffix]
    return find_type(language.flags) if language.name == "cpp" else _TYPES.get(language.name, language.name)


def _find_source_type(program: Solution) -> str:
    """Return the site's type for a source. C++ has one for each standard."""
    language = program.language
    if language.name == "cpp":
        return find_type(language.flags if program.flags is None else program.flags)
    if PurePath(program.interpreter).name.startswith("pypy3"):
        return "python.pypy3-64"
    return _TYPES.get(language.name, language.name)


def _write_decider(problem: Problem, brought: CheckerProgram, element: Element) -> dict[str, Content]:
    path = brought.program.path
    # The site itself gives a checker the testset and the group of a test.
    if brought.protocol != "testlib" or not {*brought.arguments[::2]} <= {"--testset", "--group"}:
        wanted = "a testlib program without arguments"
        raise problem.fault(f"expected {wanted}, got {brought}")
    source = {"path": f"files/{make_plain(path.name)}", "type": _find_source_type(brought.program)}
    SubElement(element, "source", source)
    return place_below("files", export_sources(problem, brought))


def _write_program(program: Program, element: Element) -> dict[str, Content]:
    (_, source), *others = program.files.items()
    path = f"files/{program.name.removesuffix(program.solution.path.suffix)}{program.solution.path.suffix}"
    SubElement(element, "source", {"path": path, "type": _find_source_type(program.solution)})
    return {path: source, **place_below("files", dict(others))}


def _write_solutions(package: ExportedPackage, solutions: Element) -> None:
    left, exported = package.left, []
    for program in package.problem.programs:
        wanted = summarize(program.solution, package.problem)
        tag = _find_tag(wanted)
        if not tag or len(program.files) > 1:
            why = "no tag says what it gets" if not tag else "it is of several files"
            left.append(f"{program.name}: left out: {why}")
            continue
        if tag == "accepted" and not any(each.get("tag") == "main" for each in solutions):
            tag = "main"
        source = {"path": f"solutions/{program.name}", "type": _find_source_type(program.solution)}
        SubElement(SubElement(solutions, "solution", {"tag": tag}), "source", source)
        package.files |= program.below("solutions")
        exported.append((program, wanted))
    note_unstated_tests(package, exported)
    if not any(each.get("tag") == "main" for each in solutions):
        left.append("no accepted program: a package needs one")


def _find_tag(wanted: Expectation) -> str:
    """Return the site's tag for a program with this result, empty if it has none."""
    if wanted.lost or wanted.is_partial:
        return ""
    if not wanted.worst:
        return (
            "rejected" if wanted.fails else "time-limit-exceeded-or-accepted" * (wanted.seen == {"AC", "TLE"})
        )
    return "presentation-error" if wanted.blanks and wanted.only_blanks else _TAGS[wanted.worst]
