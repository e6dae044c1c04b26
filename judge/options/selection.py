"""Selects the solutions and cases that the command line names and that belong together."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from os.path import relpath
from pathlib import Path, PurePath
from unicodedata import normalize

from msgspec.structs import replace

from judge.cases.project import Project, is_in, reject_files
from judge.checkers.rules import rule_of, takes_any
from judge.library.folders import Loaded, read
from judge.model.cases import EXACT, Case
from judge.model.patterns import matches, matches_solution, problem_of
from judge.model.programs import Solution
from judge.options.groups import Selection, Start
from judge.platform.errors import InputErrors, UsageError, as_word, listed, printable, shown_path, unknown
from judge.running.languages import debugged


def load_project(project: Project, *, unsolved: bool = False) -> Loaded:
    """Read a project, with a progress bar on a terminal; see `folders.read`."""
    # Imported here, while the keepers start.
    from judge.show.progress import show_count

    with show_count("working out answers") as progress:
        return read(project, progress, unsolved=unsolved)


def load_selected(
    project: Project, selection: Selection, *, time_s: float | None = None, memory_bytes: int | None = None
) -> Loaded:
    """Read a project and select from it; see `select`."""
    return select(load_project(project), selection, time_s=time_s, memory_bytes=memory_bytes)


def select(found: Loaded, selection: Selection, *, time_s: float | None, memory_bytes: int | None) -> Loaded:
    """Select what the command line names, with its limits and its rule. At least one test is left."""
    found = _meeting(found, selection)
    solutions, cases = apply_start(found.solutions, selection), found.cases
    if selection.compare:
        cases = tuple(_decided_by(selection.compare, case) for case in cases)
    if time_s:
        cases = tuple(replace(case, limits=replace(case.limits, cpu_s=time_s)) for case in cases)
    if memory_bytes:
        cases = tuple(replace(case, limits=replace(case.limits, memory_bytes=memory_bytes)) for case in cases)
    return replace(found, solutions=solutions, cases=cases)


def select_programs(found: Loaded, selection: Selection) -> Loaded:
    """Select what the command line names, where programs need no tests. Raises UsageError."""
    if found.cases or found.faulty:
        return _meeting(found, selection)
    names = [solution.name for solution in found.solutions]
    kept = {name for word in selection.solutions for name in find_solutions(word, names, found.project)}
    return replace(found, solutions=tuple(one for one in found.solutions if not kept or one.name in kept))


def apply_start(solutions: tuple[Solution, ...], start: Start) -> tuple[Solution, ...]:
    """Give each Python solution its own interpreter with --cold, and build for debugging with --debug."""
    if start.cold:
        solutions = tuple(
            one
            if one.language.run
            else replace(one, interpreter=one.interpreter or sys.executable, is_warm=False)
            for one in solutions
        )
    return tuple(map(debugged, solutions)) if start.debug else solutions


def _decided_by(compare: str, case: Case) -> Case:
    """Replace the rule of a case, unless it accepts other answers, which only `exact` and `any` know.

    An interactor decides without a rule.
    """
    if case.interactor:
        return case
    try:
        rule = rule_of(compare, case.format)
    except ValueError as error:
        raise UsageError(f"--compare: {error} for {case.id}") from None
    if takes_any(rule):
        return replace(case, compare=rule, any_answer=True)
    return replace(case, compare=rule, checker=None) if rule == EXACT or not case.any_answer else case


def _meeting(found: Loaded, selection: Selection) -> Loaded:
    """Keep the solutions and problems that the words name and that belong together.

    Raises InputErrors if only faulty ones are left, UsageError if nothing is left.
    """
    left = match_cases(_worded(found, selection.solutions), selection.cases, "--case")
    problems = _problems(left)
    met = {problem for problem in problems if any(one.belongs_to(problem) for one in left.solutions)}
    solutions = tuple(one for one in left.solutions if one.is_misplaced or any(map(one.belongs_to, problems)))
    cases = tuple(case for case in left.cases if case.problem in met)
    if not cases or all(solution.faults for solution in solutions):
        of_problems = replace(left, solutions=()).faults
        if faults := of_problems if of_problems and not cases else left.faults:
            raise InputErrors(faults)
        names = listed([as_word(solution.name) for solution in left.solutions])
        raise UsageError(f"expected a solution of {listed(problems)}, got {names or 'none'}")
    return replace(left, solutions=solutions, cases=cases)


def _worded(found: Loaded, words: Sequence[str]) -> Loaded:
    """Keep the solutions and the problems that words name. Without words for a kind, keep all of it.

    A word names a problem, else solutions by a pattern, else problems by a pattern. Problems at fault are
    left out if no remaining solution belongs to them.
    """
    names, problems = [solution.name for solution in found.solutions], _problems(found)
    solutions: set[str] = set()
    asked: set[str] = set()
    for word in words:
        if printable(word) in problems:
            asked.add(printable(word))
        elif those := match_solutions(word, names, found.project):
            solutions.update(those)
        elif those := [problem for problem in problems if matches(word, problem)]:
            asked.update(those)
        else:
            reject_files((word, found.project.solutions / word), found.project.languages)
            folders = [f"{PurePath(name).parent}/" for name in names if "/" in name]
            known = dict.fromkeys([*folders, *names, *problems])
            raise UsageError(unknown("one of the solutions and problems", word, known))
    left = tuple(one for one in found.solutions if not solutions or one.name in solutions)
    faulty = (
        problem
        for problem in found.faulty
        if not solutions or any(one.belongs_to(problem.name) for one in left if not one.faults)
    )
    return replace(
        found,
        solutions=left,
        cases=tuple(case for case in found.cases if not asked or case.problem in asked),
        faulty=tuple(problem for problem in faulty if not asked or problem.name in asked),
    )


def _problems(found: Loaded) -> list[str]:
    """Return the names of all problems, also of those at fault."""
    names = [case.problem for case in found.cases] + [problem.name for problem in found.faulty]
    return list(dict.fromkeys(names))


def match_cases(found: Loaded, patterns: Sequence[str], argument: str) -> Loaded:
    """Keep the cases that some pattern names; all without patterns. Raises UsageError about the argument."""
    if not patterns:
        return found
    ids, names = [case.id for case in found.cases], [problem.name for problem in found.faulty]
    kept: set[str] = set()
    for pattern in patterns:
        matched = _match_ids(pattern, ids)
        if not matched and not _meant(pattern, names):
            raise UsageError(f"{argument}: {unknown('a pattern that matches one of', pattern, ids)}")
        kept.update(matched)
    meant = {name for pattern in patterns for name in _meant(pattern, names)}
    return replace(
        found,
        cases=tuple(case for case in found.cases if case.id in kept),
        faulty=tuple(problem for problem in found.faulty if problem.name in meant),
    )


def _match_ids(pattern: str, ids: Sequence[str]) -> list[str]:
    """Return the ids that a pattern names, or else those whose last part it names, as `sample-2` does."""
    matched = [id for id in ids if matches(pattern, id)]
    if matched or "/" in pattern:
        return matched
    return [id for id in ids if matches(pattern, id.rpartition("/")[2])]


def _meant(pattern: str, problems: Sequence[str]) -> list[str]:
    """Return the faulty problems that a pattern may name. Their cases are not known."""
    return [name for name in problems if matches(problem_of(pattern), name)]


def find_solutions(word: str, names: Sequence[str], project: Project) -> list[str]:
    """Return the solutions of the project that a word names, as a pattern or as a path.

    The suffix may be left out, and the folder of a whole name. Raises UsageError where there is none,
    InputErrors if the word is a file in no language.
    """
    if found := match_solutions(word, names, project):
        return found
    reject_files((word, project.solutions / word), project.languages)
    raise UsageError(unknown("one of the solutions", word, names))


def match_solutions(word: str, names: Sequence[str], project: Project) -> list[str]:
    """Return what `find_solutions` does, or nothing if there is none.

    A name may be spelled with the bytes that it escapes, or in another form of Unicode, as file systems of
    macOS do.
    """
    for spelled in dict.fromkeys((word, printable(word))):
        if found := _match_spelled(spelled, names, project.solutions):
            return found
    composed = [normalize("NFC", name) for name in names]
    found = _match_spelled(normalize("NFC", printable(word)), composed, project.solutions)
    return [name for name, same in zip(names, composed, strict=True) if same in found]


def _match_spelled(word: str, names: Sequence[str], folder: Path) -> list[str]:
    below = ""
    with suppress(FileNotFoundError):  # a current directory that is gone
        below = relpath(word, folder) if word else ""
    for pattern in (word.rstrip("/"), "*" if below == "." else below):
        if found := [name for name in names if matches_solution(pattern, name)]:
            return found
    if found := [name for name in names if word in (PurePath(name).name, PurePath(name).stem)]:
        return found
    # without the problem's name, or as the path of a file or a folder of a package
    return [name for name in names if word and _ends_with(word.rstrip("/"), name, folder)]


def _ends_with(word: str, name: str, folder: Path) -> bool:
    shown = shown_path(folder / name)
    is_named = shown != folder / name and is_in(shown, Path(word))
    return is_named or matches_solution(f"*/{word}", name) or str(shown).endswith(f"/{word}")
