"""The grader that a problem brings: the files, in each of its languages, that solutions are built with."""

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
    """The cases of a problem with the grader that its case file names, beside it or in the problem's folder.

    It finds a solution by the name `module`, else by the problem's, with `_` for what no name in a language
    can hold.
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
    """What the solutions of a problem are called, where nothing else is stated."""
    return re.sub(r"\W", "_", problem, flags=re.ASCII)


class _Search(Struct, frozen=True):
    """The search for the files of a grader, which is stated on a line."""

    file: File
    line: int
    folder: Path
    bounds: Bounds

    def fault(self, message: str) -> None:
        self.file.fault(self.line, f"expected {message}")

    def files(self, names: Sequence[str]) -> Iterator[tuple[str, Stored]]:
        """The files of these names and the headers beside them, by their own names."""
        for name in names:
            places = (self.file.path.parent / name, self.folder / name)
            if path := next(filter(has_file, places), None):
                headers = (each for each in sorted(path.parent.iterdir()) if each.suffix in HEADER_SUFFIXES)
                yield from (found for each in (path, *headers) for found in self._file(each))
            else:
                place = f"beside {self.file.path.name} or in {self.folder.name}/"
                self.fault(f"a grader {place}, got none by the name {quoted(name)}")

    def _file(self, path: Path) -> Iterator[tuple[str, Stored]]:
        """The file by its name; nothing where it is at fault."""
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
