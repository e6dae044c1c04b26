"""The decider in a package of Kattis or the ICPC: the default output validator with flags, or a program.

Sources: https://www.kattis.com/problem-package-format/spec/legacy.html, "Output validators", and
https://www.kattis.com/problem-package-format/spec/2025-09.html, "Output validator".
"""

import re
from codecs import BOM_UTF8
from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.testlib import includes_testlib
from judge.checkers.floats import Within
from judge.checkers.result_readers import SCORE
from judge.checkers.rules import checker_of, takes_any
from judge.model.cases import EXACT, Case
from judge.packages.out.data import TestData, arrange_tests
from judge.packages.out.names import make_plain
from judge.packages.out.parts import (
    ExportedPackage,
    export_sources,
    merge_files,
    place_below,
    write_statement,
)
from judge.packages.out.problem import Problem, Program
from judge.packages.out.programs.text import is_text
from judge.packages.out.texts import read_program
from judge.platform.errors import listed
from judge.platform.files import SOURCE_BYTES, Content, require, whole
from judge.subjects.subject import format_of, subject_of
from judge.subjects.sudoku import validators

# The flags with which the default validator compares as a rule does, or nearly so.
_FLAGS = {
    EXACT: ("case_sensitive", "space_change_sensitive"),
    **dict.fromkeys(("tokens", "lines", "luogu", "poj", "squeezed", "cms", "dmoj"), ("case_sensitive",)),
}
_ENDS_WITH_42 = re.compile(rb"\b(?:exit|_exit|_Exit|quick_exit|SystemExit|return)[\s(]*42\b")
_NEARLY = ("lines", "luogu", "poj", "squeezed", "cms", "dmoj")
_ODD_BYTES = "NUL, vertical tab, form feed or a byte order mark, which the default validator reads otherwise"


class Decider(Struct, frozen=True, kw_only=True):
    """The arguments of the output validator and its files by their names, none for the default validator.

    `others` maps the ids of cases with other arguments to these. With `ignores_blanks` the package accepts
    blanks that get PE in the problem.
    """

    words: tuple[str, ...]
    files: dict[str, Content]
    others: Mapping[str, tuple[str, ...]] = {}
    interactive: bool = False
    ignores_blanks: bool = False
    left: tuple[str, ...] = ()

    @property
    def scores(self) -> bool:
        """True if the program writes points. A package that claims this must have points for each output."""
        return any(SCORE.encode() in whole(data) for data in self.files.values())


def begin_package(
    problem: Problem, protocols: Collection[str], *, statement: str, validator: str
) -> tuple[ExportedPackage, Decider, TestData]:
    """Return a package with the parts that all versions of the format share, its decider and its tests.

    `statement` and `validator` are the folders of the statement and the output validator. Raises InputErrors
    if no package whose output validators use one of these protocols can judge the problem.
    """
    package = ExportedPackage(problem)
    decides, data = _find_decider(package, protocols), arrange_tests(package)
    package.files |= {
        f"{statement}/problem.en.tex": write_statement(problem),
        **place_below("input_validators", _write_input_validators(package)),
        **place_below(validator, decides.files),
        **data.files(),
    }
    package.add_generators()
    # The package's site builds all programs alike.
    if names := [program.name for program in problem.programs if program.solution.flags is not None]:
        package.left.append(f"flags of {listed(names)}: left out")
    return package, decides, data


def _find_decider(package: ExportedPackage, protocols: Collection[str]) -> Decider:
    """Return the decider for all tests. Raises InputErrors as `begin_package` does."""
    problem = package.problem
    if why := _reject_problem(problem):
        raise problem.fault(f"expected a problem whose programs read and write their streams, {why}")
    found = {case.id: _find_case_decider(problem, case, protocols) for case in problem.cases}
    package.left += dict.fromkeys(line for each in found.values() for line in each.left)
    if odd := [case.id for case in problem.cases if not found[case.id].files and _is_read_otherwise(case)]:
        package.left.append(f"answers with {_ODD_BYTES}: verdicts may differ: {listed(odd)}")
    first = found[problem.cases[0].id]
    others = {case: each.words for case, each in found.items() if each.words != first.words}
    return replace(first, others=others)


def _find_case_decider(problem: Problem, case: Case, protocols: Collection[str]) -> Decider:
    if case.interactor or case.checker:
        return _export_program(problem, case, protocols)
    if takes_any(case.compare) or case.any_answer:
        return _write_subject_decider(problem, exact=not takes_any(case.compare))
    name, *flags = case.compare.split()
    if name == "kattis":
        return Decider(words=tuple(flags), files={})
    rule = checker_of(case.compare)
    if isinstance(rule, Within) and not rule.integers_are_words:
        bounds = {"float_absolute_tolerance": rule.absolute, "float_relative_tolerance": rule.relative}
        stated = [(name, repr(bound)) for name, bound in bounds.items() if bound]
        return Decider(words=tuple(chain.from_iterable(stated)), files={})
    if case.compare not in _FLAGS:
        raise problem.fault(f"expected a rule that the default validator has, got {case.compare}")
    words = _FLAGS[case.compare]
    near = f"compare: {case.compare} becomes {words[0]}: any blanks are as good as any others"
    left = (near,) if case.compare in _NEARLY else ()
    return Decider(words=words, files={}, ignores_blanks=case.compare == "poj", left=left)


def _is_read_otherwise(case: Case) -> bool:
    """Return whether the default validator finds other words in the answer than the rule does."""
    if case.compare not in _FLAGS or case.answer is None:
        return False
    answer = whole(case.answer)
    if case.compare != "tokens":
        return b"\0" in answer
    return any(byte in answer for byte in b"\0\v\f") or answer.startswith(BOM_UTF8)


def _reject_problem(problem: Problem) -> str:
    case, format = problem.cases[0], format_of(problem.format)
    kinds = (
        (format.entry, "one whose solutions are called"),
        (case.grader, "one with a grader"),
        (case.output_only, "one for outputs only"),
        (case.input_name or case.output_name, "one with files of their own names"),
    )
    return next((f"got {kind}" for has, kind in kinds if has), "")


def _export_program(problem: Problem, case: Case, protocols: Collection[str]) -> Decider:
    """Export the problem's own program: unchanged, or a testlib program inside a wrapper."""
    kinds = {"interactor": case.interactor, "checker": case.checker}
    found = {kind: brought for kind, brought in kinds.items() if brought}
    first, *others = found.values()
    if case.passes > 1 and first.protocol == "testlib":
        wanted = "a program that asks for another pass in nextpass.in"
        raise problem.fault(f"expected {wanted}, got {first.program.path.name} (testlib)")
    left = []
    if first.protocol in protocols and not others:
        files = export_sources(problem, first)
    elif all(each.protocol == "testlib" and each.program.language.name == "cpp" for each in found.values()):
        parts = [export_sources(problem, each, called=f"{kind}.h") for kind, each in found.items()]
        own = {f"{make_plain(first.program.path.stem)}.cpp": read_program("testlib_decider.cpp")}
        files = merge_files(problem, [*parts, own])
        if taken := [name for kind in kinds.keys() - found.keys() if (name := f"{kind}.h") in files]:
            raise problem.fault(f"expected parts of {first.program.path.name} but {taken[0]}, got it")
        left = ["PE and points of the checker: WA"]
        left += ["interactor and checker become one program: to be tried"] if others else []
    else:
        wanted = f"a program of the protocol {' or '.join(protocols)}, or testlib programs in C++"
        got = listed(list(map(str, found.values())))
        raise problem.fault(f"expected {wanted}, got {got}")
    words = (first, *others)[-1].arguments
    return Decider(words=words, files=files, interactive=bool(case.interactor), left=tuple(left))


def _write_subject_decider(problem: Problem, *, exact: bool) -> Decider:
    """Write a program that accepts every right answer. Raises InputErrors if the subject has none."""
    program = validators.write_output_validator(problem.format, exact=exact)
    if not program:
        raise problem.fault(f"expected a format whose answers a program can check, got {problem.format}")
    return Decider(words=(), files={validators.FILE: program.encode()})


def _write_input_validators(package: ExportedPackage) -> dict[str, Content]:
    """Return the files of input validators by their paths."""
    problem = package.problem
    if problem.validators:
        own = [_export_validator(problem, each) for each in problem.validators]
        if others := [name for _, name in own if name]:
            package.left.append(f"packages need exit code 42 from {listed(others)} for a legal input")
        return {name: each for files, _ in own for name, each in files.items()}
    asked = [whole(case.input) for case in problem.cases]
    if program := validators.write_input_validator(problem.format, end=_find_line_end(problem.format, asked)):
        return {validators.FILE: program.encode()}
    name = "text.py" if all(map(is_text, asked)) else "anything.py"
    says = "accepts printable ASCII" if name == "text.py" else "accepts every input"
    package.left.append(f"no validator is stated: input_validators/{name} {says}")
    return {name: read_program(name)}


def write_answer_validators(problem: Problem) -> dict[str, Content]:
    """Return the files of answer validators, an extension of BAPCtools, if the subject has one."""
    program = validators.write_output_validator(problem.format, exact=True)
    return {validators.FILE: program.encode()} if program else {}


def _export_validator(problem: Problem, validator: Program) -> tuple[dict[str, Content], str]:
    """Return a validator's files, and its name if its exit codes are unknown.

    They are known for testlib, for validators from a package, and for sources that mention exit code 42.
    """
    path = validator.solution.path
    if includes_testlib(require(path, SOURCE_BYTES)) and validator.solution.language.name == "cpp":
        place = validator.name.replace(".", "_")
        source, *others = validator.files.items()
        own = {
            "validator.h": source[1],
            f"{make_plain(path.stem)}.cpp": read_program("testlib_validator.cpp"),
        }
        return place_below(place, merge_files(problem, [own, dict(others)])), ""
    files = {path.removeprefix("./"): each for path, each in validator.below(".").items()}
    is_known = "input_validators" in path.parts or _ENDS_WITH_42.search(require(path, SOURCE_BYTES))
    return files, "" if is_known else path.name


def _find_line_end(format: str, inputs: Sequence[bytes]) -> bytes | None:
    """Return the extra text at the end of each input line: a space, nothing, or None if lines differ."""
    theirs = format_of(format)
    if not subject_of(format):
        return None
    laid_out = [(data, theirs.encode_input(theirs.decode_input(data))) for data in inputs]
    ends = (b"", b" ")
    return next(
        (end for end in ends if all(data == own.replace(b"\n", end + b"\n") for data, own in laid_out)), None
    )
