"""Which problems a program belongs to, and its format: by its facts, its path, or what there is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import NamedTuple

from msgspec import Struct, field

from judge.errors import listed, unknown
from judge.model import Case, FaultyProblem, Grader, Stored, problem_of
from judge.running.languages.classes import has_kind
from judge.solutions.fates import stated_by
from judge.subjects import TEXT, entry_of, subject_of


class Problems(Struct, frozen=True, kw_only=True):
    """What programs can belong to: of each problem by its name the ids of its cases, and the format.

    Of those that are `faulty` no case is known, and the format may be empty. Where they are not the project's
    `own`, no program is at fault that belongs to none of them. `graders` are those that some bring,
    `outputs` say what of those for outputs the output of each case may be called.
    """

    cases: Mapping[str, Sequence[str]]
    formats: Mapping[str, str]
    faulty: frozenset[str] = frozenset()
    own: bool = True
    graders: Mapping[str, Grader] = field(default_factory=dict)
    outputs: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    @property
    def grader_files(self) -> set[Path]:
        """The files that call programs and are none, wherever they lie."""
        return {stored.path.resolve() for grader in self.graders.values() for _, stored in grader.files}


class Place(NamedTuple):
    """Where a program belongs: its format, its problems, None for all, what tells these, and their grader."""

    format: str
    problems: tuple[str, ...] | None
    told_by: str
    grader: Grader | None = None


def problems_of(cases: Sequence[Case], faulty: Sequence[FaultyProblem] = (), *, own: bool = True) -> Problems:
    ids: dict[str, list[str]] = {}
    for case in cases:
        ids.setdefault(problem_of(case.id), []).append(case.id)
    at_fault = {problem.name: problem.format for problem in faulty}
    return Problems(
        cases=ids,
        formats={problem_of(case.id): case.format for case in cases} | at_fault,
        faulty=frozenset(at_fault),
        own=own,
        graders={problem_of(case.id): case.grader for case in cases if case.grader},
        outputs=_outputs_of(cases),
    )


def _outputs_of(cases: Iterable[Case]) -> dict[str, dict[str, tuple[str, ...]]]:
    """By problems for outputs and by their cases what each output may be called.

    The name of an answer that several cases have is none.
    """
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    asked = [case for case in cases if case.output_only]
    answers = Counter((problem_of(case.id), _answer(case)) for case in asked)
    for case in asked:
        problem, answer = problem_of(case.id), _answer(case)
        names = [f"{case.id.partition('/')[2]}.out"]
        names += [answer] if answer and answers[problem, answer] == 1 else []
        found.setdefault(problem, {})[case.id] = tuple(names)
    return found


def _answer(case: Case) -> str:
    return case.answer.path.name if isinstance(case.answer, Stored) else ""


def place_of(name: str, format: str, patterns: Sequence[str], problems: Problems) -> Place:
    """The place of the program called `name` that states this format and problems, either may be missing.

    Raises ValueError with the message where it cannot be told.
    """
    found, told_by = _problems(name, format, patterns, problems)
    if not format:
        format = _common_format(problems.formats[problem] for problem in found)
    return Place(format, tuple(found), told_by, _common_grader(found, problems.graders))


def has_class(source: bytes, format: str) -> bool:
    """Whether a source declares the class that is called in this format; where none is, any will do."""
    signature = entry_of(format)
    return not signature or has_kind(source, signature.name)


def _problems(name: str, format: str, patterns: Sequence[str], problems: Problems) -> tuple[list[str], str]:
    names = [*problems.formats]
    if patterns and (stated := list(_stated(patterns, problems))):
        return stated, "fact"
    for part in _parts(name):
        if part in problems.formats:
            return [part], "path"
    if len(names) <= 1:
        return names, "only problem"
    known = {problem: subject_of(spoken) for problem, spoken in problems.formats.items() if spoken}
    subjects = {subject_of(format)} if format else {*known.values()}
    alike = [problem for problem, subject in known.items() if subject in subjects]
    if not alike:
        return names, "no problem speaks its format"
    if len(subjects) == 1 and (subjects != {None} or len(alike) == 1):
        return alike, "format"
    wanted = "a fact `problems:`, or a folder or a name like that of a problem:"
    raise ValueError(f"expected {wanted} {listed(names)}, got none")


def _stated(patterns: Sequence[str], problems: Problems) -> Iterator[str]:
    """The problems that some pattern names. Raises ValueError for a pattern that names none."""
    for pattern in patterns:
        if problems.own and not any(_names(pattern, name) for name in problems.formats):
            raise ValueError(unknown("a pattern that matches one of the problems", pattern, problems.formats))
    for name in problems.formats:
        if any(_names(pattern, name) for pattern in patterns):
            yield name


def _names(pattern: str, name: str) -> bool:
    return pattern == name or fnmatchcase(name, pattern)


def _parts(name: str) -> Iterator[str]:
    """What may name a problem in a path: its folders, the outmost first, then the file without its suffix.

    So what lies in the folder of a problem is its own, whatever other problems there are or come to be.
    """
    path = PurePath(name)
    yield from (folder for folder in path.parts[:-1] if not stated_by(folder))
    yield path.stem


def _common_format(formats: Iterable[str]) -> str:
    """That of all. Raises ValueError where there are several."""
    spoken = [*filter(None, dict.fromkeys(formats))] or [TEXT]
    if len(spoken) > 1:
        raise ValueError(f"expected a fact `format:`, one of {', '.join(spoken)}, got none")
    return spoken[0]


def _common_grader(names: Sequence[str], graders: Mapping[str, Grader]) -> Grader | None:
    """That of all. Raises ValueError where only some have it: a program is built once."""
    found = {graders.get(name) for name in names}
    if len(found) > 1:
        raise ValueError(f"expected a fact `problems:` with one grader for all, got {listed(names)}")
    return next(iter(found), None)
