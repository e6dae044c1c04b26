"""From a folder of programs to solutions: each may state facts in one comment of its first lines."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from judge import yamltree
from judge.errors import Fault, InputErrors, printable, quoted
from judge.files import read
from judge.model import Solution, problem_of
from judge.running.languages import LANGUAGES
from judge.solutions.belonging import Place, Problems, place_of
from judge.solutions.facts import Facts, expectations_of, facts_of, read_facts
from judge.subjects import TEXT


def load_solutions(
    folder: Path, problems: Problems | None = None, *, paths: Sequence[Path] = ()
) -> tuple[Solution, ...]:
    """The programs below `folder`, in the order of their names, or these `paths` of them.

    Without `problems` each may belong to all, and its expectations are held against none. Raises InputErrors.
    """
    paths = paths or _found(folder)[0]
    if not paths:
        raise InputErrors((Fault(folder, 0, f"expected programs ({', '.join(LANGUAGES)}), got none"),))
    files = [yamltree.File(path) for path in paths]
    names = [printable(file.path.relative_to(folder).as_posix()) for file in files]
    solutions = [_read(file, name, problems) for file, name in zip(files, names, strict=True)]
    seen: set[str] = set()
    for file, name in zip(files, names, strict=True):
        if name in seen:
            file.fault(0, f"expected each name once, got {name!r} again")
        seen.add(name)
    if faults := tuple(fault for file in files for fault in file.faults):
        raise InputErrors(faults)
    return tuple(solution for solution in solutions if solution is not None)


def not_solutions(folder: Path) -> list[Fault]:
    """What lies below the folder and is passed over, each with the reason."""
    return _found(folder)[1]


def _found(folder: Path) -> tuple[list[Path], list[Fault]]:
    """The programs below the folder, in the order of their names, and what is passed over."""
    paths: list[Path] = []
    faults: list[Fault] = []

    def unreadable(error: OSError) -> None:
        faults.append(Fault(Path(error.filename), 0, f"expected a readable folder, got: {error.strerror}"))

    for place, folders, files in os.walk(folder, onerror=unreadable):
        for name in [*folders, *files]:
            path = Path(place, name)
            if reason := _reason(path, is_folder=name in folders):
                faults.append(Fault(path, 0, reason))
            elif name not in folders:
                paths.append(path)
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
    return sorted(paths, key=lambda path: path.relative_to(folder).as_posix()), sorted(faults)


def _reason(path: Path, *, is_folder: bool) -> str:
    """Why a path is passed over; empty for a program and for a folder."""
    if path.name.startswith("."):
        return "expected a name that does not begin with a dot"
    if is_folder:
        return "expected a folder, got a link to one" if path.is_symlink() else ""
    if path.suffix not in LANGUAGES:
        return f"expected a program ({', '.join(LANGUAGES)}), got {quoted(path.name)}"
    return "" if _is_regular(path) else "expected a regular file, got none"


def _is_regular(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # whoever reads it says why it cannot be read
        return True


def _read(file: yamltree.File, name: str, problems: Problems | None) -> Solution | None:
    try:
        data, stamp = read(file.path)
    except OSError as error:
        file.fault(0, f"expected a readable file, got: {error.strerror}")
        return None
    facts = read_facts(file, data)
    line = facts_of(data)[0] or 1
    place = _place(file, line, facts, name, problems) if facts else None
    if facts is None or place is None:
        return None
    if facts.interpreter and file.path.suffix != ".py":
        file.fault(line, f"expected the key 'interpreter' in a program .py, got it in one {file.path.suffix}")
    return Solution(
        name=name,
        path=file.path,
        digest=hashlib.sha256(data).hexdigest(),
        stamp=stamp,
        format=place.format,
        source=facts.source,
        interpreter=facts.interpreter,
        expectations=tuple(expectations_of(file, line, facts.expect, _known(place, problems))),
        problems=place.problems if problems else None,
    )


def _place(
    file: yamltree.File, line: int, facts: Facts, name: str, problems: Problems | None
) -> Place | None:
    """Where the program belongs; None where that cannot be told, which the file then says."""
    if problems is None:
        return Place(facts.format or TEXT, (), "")
    stated = [facts.problems] if isinstance(facts.problems, str) else facts.problems
    try:
        return place_of(name, facts.format, [pattern for pattern in stated if pattern], problems)
    except ValueError as error:
        if not problems.own:
            return Place(facts.format or TEXT, (), str(error))
        file.fault(line, str(error))
        return None


def _known(place: Place, problems: Problems | None) -> list[str] | None:
    """The cases that a program may expect something of; None where these are not known."""
    if problems is None or not problems.own:
        return None
    return [case for case in problems.cases if problem_of(case) in place.problems]
