"""Finds the grader of a problem: files, for each language, that solutions are built with."""

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from judge.cases.search import Bounds
from judge.model.cases import Case
from judge.model.programs import Grader
from judge.platform.errors import listed, printable, quoted
from judge.platform.files import SOURCE_BYTES, Stored, has_file, stored
from judge.running.languages.base import HEADER_SUFFIXES
from judge.yaml.tree import File, Mapping


def attach_grader(
    cases: Sequence[Case], file: File, tree: Mapping, folder: Path, bounds: Bounds
) -> list[Case]:
    """Add to cases the grader that their case file names, next to it or in the problem's folder.

    The grader finds a solution by the name `module`, by default the problem's name in a form that languages
    accept.
    """
    if "grader" not in tree:
        if "module" in tree:
            file.fault(tree.lines["module"][0], "expected a grader with it, got none")
        return [*cases]
    line, names = tree.lines["grader"][0], tree["grader"]
    files: dict[str, Stored] = {}
    for name in [names] if isinstance(names, str) else names:
        path = next(filter(has_file, (file.path.parent / name, folder / name)), None)
        if not path:
            place = f"next to {file.path.name} or in {folder.name}/"
            file.fault(line, f"expected a grader {place}, got none by the name {quoted(name)}")
            continue
        headers = (each for each in sorted(path.parent.iterdir()) if each.suffix in HEADER_SUFFIXES)
        for each in (path, *headers):
            try:
                files[printable(each.name)] = _store(each, bounds)
            except ValueError as error:
                file.fault(line, str(error))
    module = tree.get("module") or name_module(folder.name)
    if not names:
        file.fault(line, "expected the name of a grader, got none")
    elif module in ("main", *(Path(name).stem for name in files if not name.endswith(HEADER_SUFFIXES))):
        wanted = "a name for solutions that is not `main`, nor the grader's"
        file.fault(line, f"expected {wanted}, got {quoted(module)}")
    grader = Grader(module=module, files=tuple(files.items()))
    return [replace(case, grader=grader) for case in cases]


def name_module(problem: str) -> str:
    """Return the default name of solutions for a grader."""
    return re.sub(r"\W", "_", problem, flags=re.ASCII)


def _store(path: Path, bounds: Bounds) -> Stored:
    """Check and store a file of a grader. Raises ValueError with the message."""
    if not path.name.endswith((*bounds.languages, *HEADER_SUFFIXES)):
        raise ValueError(f"expected a grader in one of {listed(bounds.languages)}, got {quoted(path.name)}")
    if outside := bounds.outside(path, "grader"):
        raise ValueError(outside)
    try:
        return stored(path, SOURCE_BYTES)
    except OSError as error:
        wanted = f"expected a grader that can be read, got {quoted(path.name)}"
        raise ValueError(f"{wanted}: {error.strerror}") from None
