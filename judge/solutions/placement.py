"""Finds the problems and the format of a program by its header, its path, or the problems that exist."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import NamedTuple

from msgspec import Struct, field

from judge.model.cases import Case, FaultyProblem
from judge.model.groups import group_by
from judge.model.patterns import problem_of, stems_of
from judge.model.programs import Grader
from judge.platform.errors import listed, quoted, suggestion, unknown
from judge.platform.files import Stored
from judge.running.languages.classes import has_kind
from judge.solutions.facts import make_header
from judge.solutions.fates import parse_fate
from judge.subjects.subject import TEXT, entry_of, subject_of

# The message about a program that states no problem and is named after none begins so.
UNNAMED = "expected the name of a problem"
_NEUTRAL = {"main", "program", "sol", "solution"}


class Problems(Struct, frozen=True, kw_only=True):
    """The problems of programs: the ids of the cases and the format, by the problem's name.

    The cases of `faulty` problems are unknown, and their format may be empty. If the problems are not the
    project's `own`, a program may belong to none. `outputs` has, for problems that ask for outputs only, the
    names that the output of each case may have.
    """

    cases: Mapping[str, Sequence[str]]
    formats: Mapping[str, str]
    faulty: frozenset[str] = frozenset()
    own: bool = True
    graders: Mapping[str, Grader] = field(default_factory=dict)
    outputs: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    @property
    def grader_files(self) -> set[Path]:
        """The files of graders, which are not programs."""
        return {stored.path.resolve() for grader in self.graders.values() for _, stored in grader.files}


class Place(NamedTuple):
    """The format of a program, its problems (None for all), the reason for these, and their grader."""

    format: str
    problems: tuple[str, ...] | None
    told_by: str
    grader: Grader | None = None


def collect_problems(
    cases: Sequence[Case], faulty: Sequence[FaultyProblem] = (), *, own: bool = True
) -> Problems:
    at_fault = {problem.name: problem.format for problem in faulty}
    return Problems(
        cases=group_by((case.id for case in cases), problem_of),
        formats={case.problem: case.format for case in cases} | at_fault,
        faulty=frozenset(at_fault),
        own=own,
        graders={case.problem: case.grader for case in cases if case.grader},
        outputs=_name_outputs(cases),
    )


def _name_outputs(cases: Iterable[Case]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the names that outputs may have, by problem and case. Names of several answers do not count."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    asked = [case for case in cases if case.output_only]
    answers = Counter((case.problem, _answer(case)) for case in asked)
    for case in asked:
        problem, answer = case.problem, _answer(case)
        names = [f"{case.id.partition('/')[2]}.out"]
        names += [answer] if answer and answers[problem, answer] == 1 else []
        found.setdefault(problem, {})[case.id] = tuple(names)
    return found


def _answer(case: Case) -> str:
    return case.answer.path.name if isinstance(case.answer, Stored) else ""


def find_place(name: str, format: str, patterns: Sequence[str], problems: Problems) -> Place:
    """Find the place of a program by its name and the format and problems that it states, if any.

    Raises ValueError with the message if the place is unclear.
    """
    found, told_by = _find_problems(name, format, patterns, problems)
    if not format:
        format = _common_format(problems.formats[problem] for problem in found)
    return Place(format, tuple(found), told_by, _common_grader(found, problems.graders))


def has_class(source: bytes, format: str) -> bool:
    """True if a source declares the class that this format calls, or the format calls none."""
    signature = entry_of(format)
    return not signature or has_kind(source, signature.name)


def _find_problems(
    name: str, format: str, patterns: Sequence[str], problems: Problems
) -> tuple[list[str], str]:
    names = [*problems.formats]
    if patterns and (stated := list(_find_stated(patterns, problems))):
        return stated, "header"
    for part in _name_parts(name):
        if part in problems.formats:
            return [part], "path"
    folded = [*map(str.casefold, names)]
    for part in map(str.casefold, _name_parts(name)):
        if folded.count(part) == 1:
            return [names[folded.index(part)]], "path"
    if len(names) <= 1:
        return names, "only problem"
    known = {problem: subject_of(spoken) for problem, spoken in problems.formats.items() if spoken}
    subjects = {subject_of(format)} if format else {*known.values()}
    alike = [problem for problem, subject in known.items() if subject in subjects]
    if not alike:
        return names, "no problem has its format"
    if len(subjects) == 1 and (subjects != {None} or len(alike) == 1):
        return alike, "format"
    raise ValueError(_explain_names(PurePath(name), names))


def _explain_names(path: PurePath, names: Sequence[str]) -> str:
    """Return the message about a program that says nowhere which of these problems it solves."""
    files = [f"{problem}{path.suffix}" for problem in names]
    shown = " or ".join(files) if len(files) == 2 else listed(files)
    header = make_header(f"problems: {names[0]}", path.suffix)
    wanted = f"{UNNAMED} ({shown}), a folder of that name, or a header `{header}`"
    # A name for any program is no misspelling of a problem's.
    hint = "" if path.stem.casefold() in _NEUTRAL else suggestion(path.stem, names)
    return f"{wanted}, got {quoted(path.name)}{hint}"


def _find_stated(patterns: Sequence[str], problems: Problems) -> Iterator[str]:
    """Yield the problems that the patterns match. Raises ValueError for a pattern that matches none."""
    for pattern in patterns:
        if problems.own and not any(_matches(pattern, name) for name in problems.formats):
            raise ValueError(unknown("a pattern that matches one of the problems", pattern, problems.formats))
    for name in problems.formats:
        if any(_matches(pattern, name) for pattern in patterns):
            yield name


def _matches(pattern: str, name: str) -> bool:
    return pattern == name or fnmatchcase(name, pattern)


def _name_parts(name: str) -> Iterator[str]:
    """Yield the parts of a path that may name a problem: the folders from the outermost, then the file's.

    So a program in the folder of a problem stays with it, even if new problems are added.
    """
    path = PurePath(name)
    yield from (folder for folder in path.parts[:-1] if not parse_fate(folder))
    yield from stems_of(path.name)


def _common_format(formats: Iterable[str]) -> str:
    """Return the format of all problems. Raises ValueError if there are several."""
    spoken = [*filter(None, dict.fromkeys(formats))] or [TEXT]
    if len(spoken) > 1:
        raise ValueError(f"expected `format:` in the header, one of {', '.join(spoken)}, got none")
    return spoken[0]


def _common_grader(names: Sequence[str], graders: Mapping[str, Grader]) -> Grader | None:
    """Return the grader of all problems. Raises ValueError if they differ: a program is built once."""
    found = {graders.get(name) for name in names}
    if len(found) > 1:
        raise ValueError(f"expected `problems:` in the header, with one grader for all, got {listed(names)}")
    return next(iter(found), None)
