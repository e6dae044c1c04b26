"""Folders of outputs, which are judged like programs if a problem asks for outputs only.

An output has the name of its case with `.out`, or the name of the case's answer file.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from judge.model.programs import Language, Solution
from judge.platform.errors import Fault, printable
from judge.platform.files import CASE_BYTES, Stored, digest, has_file, size_of, stamp_of, stored
from judge.running.languages.base import digest_of
from judge.solutions.placement import Problems, find_place
from judge.solutions.submissions_file import SubmissionsFiles

_NO_LANGUAGE = Language(name="outputs", suffixes=(), file="")


def find_outputs(
    folder: Path, programs: Iterable[Path], problems: Problems, submissions: SubmissionsFiles
) -> Iterator[Solution]:
    """Yield the folders below `folder` with outputs of their problem and without programs."""
    used = {path.parent for path in programs}
    for place, folders, _ in os.walk(folder) if problems.outputs else ():
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        path = Path(place)
        if path not in (folder, *used) and (solution := _read(path, folder, problems, submissions)):
            folders.clear()
            yield solution


def _read(path: Path, folder: Path, problems: Problems, submissions: SubmissionsFiles) -> Solution | None:
    """Read a folder. Returns None if it has no outputs of a problem that asks for them."""
    name = printable(path.relative_to(folder).as_posix())
    try:
        place = find_place(name, "", (), problems)
    except ValueError:
        return None
    asked = (pair for problem in place.problems or () for pair in problems.outputs.get(problem, {}).items())
    found = ((case, next(filter(has_file, map(path.joinpath, names)), None)) for case, names in asked)
    files = [(case, file) for case, file in found if file]
    if not files:
        return None
    beside = [(case, stored(file, None)) for case, file in files if not _is_link(file, path)]
    links = [file for _, file in files if _is_link(file, path)]
    settings = submissions.look_up(
        path, [case for name in place.problems or () for case in problems.cases.get(name, ())]
    )
    return Solution(
        name=name,
        path=path,
        digest=digest_of(b"", [(case, _digest(each).encode()) for case, each in beside]),
        stamp=stamp_of(path),
        format=place.format,
        source="",
        interpreter="",
        expectations=(),
        language=_NO_LANGUAGE,
        problems=place.problems,
        beside=tuple(beside),
        faults=(
            *settings.faults,
            *(Fault(link, 0, "expected an output, got a link: it could lead to an answer") for link in links),
        ),
        rules=settings.rules,
        told_by=place.told_by,
        output_only=True,
    )


def _digest(output: Stored) -> str:
    """Digest an output, or the stamp of one that is too long."""
    return digest(output) if size_of(output) <= CASE_BYTES else repr(output.stamp)


def _is_link(file: Path, folder: Path) -> bool:
    """True if the file or a folder on the way is a link."""
    return file.resolve() != folder.resolve() / file.relative_to(folder)
