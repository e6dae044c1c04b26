"""Finds the grader of a problem: files, for each language, that solutions are built with."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.search import Bounds
from judge.errors import listed, printable, quoted
from judge.files import SOURCE_BYTES, has_file, stored
from judge.model import Case, Grader, Stored
from judge.running.languages.base import HEADER_SUFFIXES
from judge.yamltree import File, Mapping


def attach_grader(
    cases: Sequence[Case], file: File, tree: Mapping, folder: Path, bounds: Bounds
) -> list[Case]:
    """Add to cases the grader that their case file names, next to it or in the problem's folder.

    The grader finds a solution by the name `module`, by default the problem's name in a form that languages
    accept.
    """
    if "grader" not in tree:
        if "module" in tree:
            file.fault(tree.lines["module"][0], "expected a grader beside it, got none")
        return [*cases]
    search = _Search(file, tree.lines["grader"][0], folder, bounds)
    stated = tree["grader"]
    files = dict(search.files([stated] if isinstance(stated, str) else stated))
    module = tree.get("module") or name_module(folder.name)
    if not stated:
        search.fault("the name of a grader, got none")
    elif module in ("main", *(Path(name).stem for name in files if not name.endswith(HEADER_SUFFIXES))):
        search.fault(f"a name for solutions that is not `main`, nor the grader's, got {quoted(module)}")
    grader = Grader(module=module, files=tuple(files.items()))
    return [replace(case, grader=grader) for case in cases]


def name_module(problem: str) -> str:
    """Return the default name of solutions for a grader."""
    return re.sub(r"\W", "_", problem, flags=re.ASCII)


class _Search(Struct, frozen=True):
    """The search for the files of a grader. `line` states it."""

    file: File
    line: int
    folder: Path
    bounds: Bounds

    def fault(self, message: str) -> None:
        self.file.fault(self.line, f"expected {message}")

    def files(self, names: Sequence[str]) -> Iterator[tuple[str, Stored]]:
        """Find the files of these names and the headers in their folders, by file name."""
        for name in names:
            places = (self.file.path.parent / name, self.folder / name)
            if path := next(filter(has_file, places), None):
                headers = (each for each in sorted(path.parent.iterdir()) if each.suffix in HEADER_SUFFIXES)
                yield from (found for each in (path, *headers) for found in self._file(each))
            else:
                place = f"beside {self.file.path.name} or in {self.folder.name}/"
                self.fault(f"a grader {place}, got none by the name {quoted(name)}")

    def _file(self, path: Path) -> Iterator[tuple[str, Stored]]:
        """Yield the file and its name. Reports a faulty file instead."""
        outside = self.bounds.outside(path, "grader")
        if not path.name.endswith((*self.bounds.languages, *HEADER_SUFFIXES)):
            self.fault(f"a grader in one of {listed(self.bounds.languages)}, got {quoted(path.name)}")
        elif outside:
            self.file.fault(self.line, outside)
        else:
            try:
                yield printable(path.name), stored(path, SOURCE_BYTES)
            except OSError as error:
                self.fault(f"a grader that can be read, got {quoted(path.name)}: {error.strerror}")
