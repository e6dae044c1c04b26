"""A problem to export, from the project's own loaders, with notes on the parts that no target can hold."""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.case_file import find_case_file
from judge.cases.naming import CHECKER_TESTS, OF_VALIDATORS
from judge.cases.project import Project
from judge.cases.tools import find_validators_in
from judge.model.cases import Case
from judge.model.groups import group_by
from judge.model.package_format import ANSWER_VALIDATORS, PLAN
from judge.model.programs import Solution
from judge.model.runs import Limits
from judge.packages.out.names import make_distinct, make_plain
from judge.packages.project_plans import PLAN_PLACES
from judge.platform.errors import Fault, InputErrors, listed
from judge.platform.files import CASE_BYTES, CASE_FILE_BYTES, SOURCE_BYTES, Content, has_file, require, stored
from judge.solutions.facts import find_header, read_header
from judge.subjects.subject import entry_of
from judge.work.problem_tools import load_tools
from judge.yaml.document import load
from judge.yaml.tree import File
from judge.yaml.tree import Mapping as Tree

_ODD = "with parts whose names no package allows"


class Program(Struct, frozen=True, kw_only=True):
    """A program with its files by their own names. `name` is unique among programs of its kind."""

    name: str
    solution: Solution
    files: Mapping[str, bytes]

    def below(self, folder: str) -> dict[str, Content]:
        """Return the files by their paths: a single file directly in the folder, several in an inner one."""
        if len(self.files) == 1:
            return {f"{folder}/{self.name}": source for source in self.files.values()}
        return {f"{folder}/{self.called}/{name}": source for name, source in self.files.items()}

    @property
    def called(self) -> str:
        """The name of its file or folder in the folder of its kind."""
        return self.name if len(self.files) == 1 else self.name.replace(".", "_")


class Problem(Struct, frozen=True, kw_only=True):
    """A problem to export. Each of the `cases` is in `format`.

    `path` is its case file, or the folder of its tests. `source` is empty if not stated. `validator_tests`
    are the files in the folders `OF_VALIDATORS`. `left` has a line for each part that no target can hold.
    """

    name: str
    title: str
    path: Path
    format: str
    source: str
    uuid: str
    cases: tuple[Case, ...]
    limits: Limits
    programs: tuple[Program, ...]
    validators: tuple[Program, ...] = ()
    generators: tuple[Program, ...] = ()
    validator_tests: Mapping[str, Content] = {}
    left: tuple[str, ...] = ()

    def require_inputs_alone(self) -> None:
        """Raises InputErrors for tests with arguments or files of their own."""
        if any(each.arguments or each.given for each in self.cases):
            raise self.fault(
                "expected tests that are inputs alone, got some with words or files of their own"
            )

    def require_one_rule(self) -> None:
        """Raises InputErrors for tests that are compared by several rules."""
        if len({each.compare for each in self.cases}) > 1:
            raise self.fault("expected one rule for all tests, got several")

    def fault(self, message: str) -> InputErrors:
        """Return the error for a problem that a target cannot hold."""
        return InputErrors((Fault(self.path, 0, message),))


def load_problem(project: Project, cases: Sequence[Case], solutions: Sequence[Solution]) -> Problem:
    """Build the problem of these cases, with its own solutions among these. Raises InputErrors."""
    name, format = cases[0].problem, cases[0].format
    left: list[str] = []
    theirs = [one for one in solutions if one.belongs_to(name)]
    tools = load_tools(project, name, cases=cases)
    path, tree = _read_case_file(project, name)
    title, source = cases[0].title, str(tree.get("source") or "")
    validators = [each.program for each in tools.validators if each.program.language.suffixes]
    if len(validators) < len(tools.validators):
        left.append("input validators that a script builds: left out")
    folder = project.cases / name
    if of_answers := find_validators_in(folder, project.languages, ANSWER_VALIDATORS):
        names = [str(sources[0].relative_to(folder)) for sources in of_answers]
        left.append(f"left out, programs that check answers: {listed(names)}")
    generators = {each.program.path: each.program for each in tools.generators}
    if any(any(each.ways) for each in tools.validators):
        left.append("words for input validators: left out")
    left += _list_left_behind(folder)
    limits = _widen_limits(cases, left)
    if factors := cases[0].time_factors:
        left.append(f"`time_factor` of {listed([name for name, _ in factors])}: left out")
    if any(case.scorers for case in cases):
        left.append("points: left out: a grader counts them")
        cases = [replace(case, worth=None) for case in cases]
    return Problem(
        name=name,
        title=title,
        path=path,
        format=format,
        source=source,
        uuid=str(tree.get("uuid") or uuid5(NAMESPACE_URL, "\n".join((source, name, title)))),
        cases=tuple(cases),
        limits=limits,
        programs=tuple(_name_solutions(_select_solutions(theirs, format, left), name)),
        validators=tuple(_name_tools(_select_tools(validators, left))),
        generators=tuple(_name_tools(_select_tools([*generators.values()], left))),
        validator_tests=_collect_validator_tests(folder),
        left=tuple(left),
    )


def _list_left_behind(folder: Path) -> Iterator[str]:
    """Name the files of a problem's folder for which no package has a place."""
    if any(has_file(folder / place) for place in PLAN_PLACES):
        yield f"{PLAN} and its generators: left out, the package has the tests that they made"
    if has_file(folder / CHECKER_TESTS):
        yield f"{CHECKER_TESTS}: left out"


def _collect_validator_tests(folder: Path) -> dict[str, Content]:
    found = [
        path for place in OF_VALIDATORS for path in sorted((folder / place).rglob("*")) if has_file(path)
    ]
    return {path.relative_to(folder).as_posix(): stored(path, CASE_BYTES) for path in found}


def _read_case_file(project: Project, name: str) -> tuple[Path, Tree]:
    """Return the case file and its keys, or the folder of the tests if there is none."""
    path = find_case_file(project.cases, name)
    tree: Any = load(require(path, CASE_FILE_BYTES), path) if path else None
    return path or project.cases / name, tree if isinstance(tree, Tree) else Tree(0)


def _widen_limits(cases: Sequence[Case], left: list[str]) -> Limits:
    """Return the widest limits: packages state one of each kind for all tests."""
    widest = Limits(
        cpu_s=max(case.limits.cpu_s for case in cases),
        memory_bytes=max(case.limits.memory_bytes for case in cases),
        output_bytes=max(case.limits.output_bytes for case in cases),
    )
    left += [f"{case.id}: its own limits: left out" for case in cases if case.limits != widest]
    return widest


def _select_solutions(solutions: Sequence[Solution], format: str, left: list[str]) -> list[Solution]:
    """Return the solutions that a package of this format can hold. Note the others and why in `left`."""
    found = group_by(solutions, lambda solution: _reject_solution(solution, format))
    kept = found.pop("", [])
    left += [f"left out, {why}: {listed([one.name for one in others])}" for why, others in found.items()]
    return kept


def _select_tools(tools: Sequence[Solution], left: list[str]) -> list[Solution]:
    """Return the tools that a package can hold. Note the others in `left`."""
    odd = [tool for tool in tools if _has_odd_parts(tool)]
    left += [f"left out, {_ODD}: {listed([tool.path.name for tool in odd])}"] if odd else []
    return [tool for tool in tools if tool not in odd]


def _has_odd_parts(program: Solution) -> bool:
    return any(make_plain(name) != name for name, _ in program.beside)


def _reject_solution(solution: Solution, format: str) -> str:
    if solution.faults:
        return "at fault"
    if entry_of(solution.format):
        return "classes, which a package cannot call"
    if solution.format != format:
        return f"in the format {solution.format} where the package is in {format}"
    if _has_odd_parts(solution):
        return _ODD
    return "outputs without a program" if solution.output_only else ""


def _name_solutions(solutions: Sequence[Solution], problem: str) -> Iterator[Program]:
    """Yield the solutions with unique names, from their paths if their file names are not unique."""
    names = [one.path.name for one in solutions]
    if len({*names}) < len(names):
        names = [one.name.removeprefix(f"{problem}/").replace("/", "-") for one in solutions]
    return _read_programs(solutions, names)


def _name_tools(tools: Sequence[Solution]) -> Iterator[Program]:
    """Yield the tools with unique names. Tools with the same file name are named after their folders."""
    files = Counter(tool.path.name for tool in tools)
    top = os.path.commonpath([tool.path.parent for tool in tools]) if tools else ""
    names = []
    for tool in tools:
        folder = os.path.relpath(tool.path.parent, top).replace("/", "-")
        is_apart = files[tool.path.name] > 1 and folder != "."
        names.append(f"{folder}{tool.path.suffix * (not tool.beside)}" if is_apart else tool.path.name)
    return _read_programs(tools, names)


def _read_programs(solutions: Sequence[Solution], names: Sequence[str]) -> Iterator[Program]:
    own = make_distinct(names)
    for solution, name in zip(solutions, names, strict=True):
        files = {
            make_plain(solution.path.name): _trim_header(solution.path, require(solution.path, SOURCE_BYTES))
        }
        files |= {each: require(stored.path, SOURCE_BYTES) for each, stored in solution.beside}
        yield Program(name=own[name], solution=solution, files=files)


def _trim_header(path: Path, source: bytes) -> bytes:
    """Return a source whose header keeps only keys that hold anywhere: its source and how it is built."""
    line, text = find_header(source)
    facts = read_header(File(path), source) if line else None
    if not facts:
        return source
    kept = {"source": facts.source or None, "interpreter": facts.interpreter or None, "flags": facts.flags}
    words = ", ".join(f"{key}: {json.dumps(value)}" for key, value in kept.items() if value is not None)
    lines = source.split(b"\n")
    lines[line - 1] = lines[line - 1].replace(text, f"{{{words}}}".encode()) if words else b""
    return b"\n".join(lines)
