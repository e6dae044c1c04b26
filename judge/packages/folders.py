"""The files of a foreign folder or ZIP. No path leaves it, and files that no reader takes can be listed."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from posixpath import basename, dirname
from typing import Any

from judge.cases.naming import Names, folders_of
from judge.model.groups import group_by
from judge.packages.zips import MOST_FILES, PLAIN, unpack
from judge.platform.errors import (
    Fault,
    InputErrors,
    Message,
    add_fault,
    counted,
    cut,
    listed,
    printable,
    quoted,
)
from judge.platform.files import (
    CASE_BYTES,
    SETTINGS_BYTES,
    SOURCE_BYTES,
    has_folder,
    names_in,
    read,
)
from judge.yaml.document import load
from judge.yaml.tree import File

# Unknown keys of a file that are listed. The others are counted.
_KEYS_NAMED = 20
# Folders that are never part of a problem.
NOBODYS = {".git", ".judge", "__MACOSX", "__pycache__", "node_modules", "site-packages"}
# Folders for readers: no verdict depends on them, so a link that cannot be followed is only a warning.
_FOR_READERS = {
    *("attachments", "att", "doc", "docs", "problem_statement", "solution", "statement", "statements"),
    *("input_visualizer", "output_visualizer", "statement-sections"),
}
_SHOWN = {".bib", ".gif", ".html", ".jpeg", ".jpg", ".md", ".pdf", ".png", ".sty", ".svg", ".tex"}
# A folder with one of these holds a repository, or a contest whose problems may share files.
_REPOSITORIES = (".git",)
_CONTESTS = ("contest.yaml", "problemset.yaml", "contest.xml", "domjudge-contest.yaml")

# Says why an entry of a folder is left out; empty if it is not.
Leaves = Callable[[os.DirEntry[str]], str]


class Folder:
    """A folder with all its plain files, by their paths in it with `/`, in order.

    Links are followed within the folder, and within the repository or contest that holds it. Others are
    among the `faults`, or among the `notes` if no verdict depends on them. Readers `take` files and note the
    parts that they leave out. Raises InputErrors if links to folders multiply its files.
    """

    def __init__(
        self,
        root: Path,
        faults: list[Fault],
        shown: Path | None = None,
        *,
        only: str = "",
        leaves: Leaves | None = None,
    ) -> None:
        """Find the files below `root`.

        shown: the path to print in messages, if it is not `root`. only: the one file to include.
        """
        # What is left out, by its path, with the reason.
        self.left = dict[str, str]()
        self._leaves = leaves
        self.root, self.shown = root, shown or root
        self.faults, self.notes = faults, list[Fault]()
        self.name = self.shown.resolve().stem if shown else root.resolve().name
        self._real = os.path.realpath(root)
        self._bound = self._real if shown else _repository_of(self._real)
        # All files that were taken in the outermost folder, and the path of this one there.
        self._touched, self._start = set[str](), ""
        self._behind_links = 0
        self.files = {only: root / only} if only else dict(sorted(self._walk("", self._real, ())))

    def _walk(
        self, below: str, real: str, above: tuple[str, ...], *, is_linked: bool = False
    ) -> Iterator[tuple[str, Path]]:
        """Yield the files below a folder with their names.

        real: the folder's real path. above: the real paths of the folders around it.
        """
        try:
            with os.scandir(real) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            self.fault(below, f"expected a folder that can be read, got: {error.strerror}")
            return
        for entry in entries:
            if self._leaves and (why := self._leaves(entry)):
                self.left[f"{below}{entry.name}"] = why
                continue
            if entry.name in NOBODYS:
                continue
            name, is_link = f"{below}{entry.name}", entry.is_symlink()
            place = os.path.realpath(entry.path) if is_link else entry.path
            self._behind_links += is_linked
            if self._behind_links > MOST_FILES:
                message = f"expected at most {counted(MOST_FILES, 'file')} behind links to folders, got more"
                raise InputErrors((*self.faults, Fault(self.shown / name, 0, message)))
            if (is_link or is_linked) and not self._may_lead_to(place):
                self._refuse(name, f"expected a link that stays in {self.name}, got one to {quoted(place)}")
            elif has_folder(Path(place)) if is_link else entry.is_dir():
                if place in (*above, real):
                    self._refuse(name, "expected a folder, got a link to a folder that contains it")
                else:
                    yield from self._walk(f"{name}/", place, (*above, real), is_linked=is_linked or is_link)
            elif os.path.isfile(place) if is_link else entry.is_file():  # noqa: PTH113
                if (size := os.stat(place).st_size) > CASE_BYTES:  # noqa: PTH116
                    message = f"expected at most {CASE_BYTES:,} bytes, got {size:,}"
                    raise InputErrors((*self.faults, Fault(self.shown / name, 0, message)))
                yield name, Path(self._real, name)
            else:
                self._refuse(name, "expected a file or a folder, got a link to nothing or a device")

    def _may_lead_to(self, real: str) -> bool:
        """Return whether links may lead to a path. Outside of this folder, hidden files are off limits."""
        if Path(real).is_relative_to(self._real):
            return True
        below = os.path.relpath(real, self._bound)
        return not below.startswith("..") and not any(part.startswith(".") for part in Path(below).parts)

    def _refuse(self, name: str, message: str) -> None:
        """Report a link that is not followed."""
        if name.partition("/")[0] in _FOR_READERS or PurePosixPath(name).suffix in _SHOWN:
            self.note(name, f"not followed: {message}")
        else:
            self.fault(name, message)

    def __contains__(self, name: str) -> bool:
        return name in self.files

    def fault(self, name: str, message: Message, line: int = 0) -> None:
        """Report a fault of a file or a folder in it, see `add_fault`."""
        add_fault(self.faults, self.shown / name, line, message)

    def note(self, name: str, message: str, line: int = 0) -> None:
        """Report a part of a file or a folder that is left out and that no verdict depends on."""
        self.notes.append(Fault(self.shown / name, line, message))

    def note_keys(self, name: str, keys: Mapping[str, int]) -> None:
        """Report the keys of a file that are left out, each with its line or 0, in one line."""
        if keys:
            named = printable(listed([cut(key, 60) for key in keys], _KEYS_NAMED))
            message = f"not understood: the key{'s' * (len(keys) > 1)} {named}"
            self.note(name, message, next(iter(keys.values())))

    def leave(self, name: str, why: str) -> None:
        """Take a file or a whole folder, and report why it is left out."""
        self.below(name)
        self.note(name, why)

    def remove(self, names: Collection[str]) -> None:
        """Take files, and go on as if they did not exist."""
        self._touched.update(self._start + name for name in names)
        self.files = {name: path for name, path in self.files.items() if name not in names}
        for derived in ("_folders", "_by_folder", "names"):
            vars(self).pop(derived, None)

    def file(self, name: str) -> File:
        """Return a file as a place of faults, for code that checks its contents."""
        return File(self.shown / name, self.faults)

    def take(self, name: str) -> Path:
        """Mark an existing file as read. Return its own path, even if that is a link."""
        self._touched.add(self._start + name)
        return self.files[name]

    def below(self, place: str) -> dict[str, Path]:
        """Take a file, or all files below a folder. Return these by their paths there."""
        self._touched.update(self._start + name for name in self.files if f"{name}/".startswith(f"{place}/"))
        return self._files_below(place)

    def _files_below(self, folder: str) -> dict[str, Path]:
        start = f"{folder}/"
        return {name.removeprefix(start): self.files[name] for name in self.files if name.startswith(start)}

    def has_folder(self, folder: str) -> bool:
        return folder in self._folders

    @cached_property
    def _folders(self) -> set[str]:
        return {"."} | {above for name in self.files for above in folders_of(name)}

    @cached_property
    def names(self) -> Names:
        """The files as tests, paired by their names."""
        return Names(self.files)

    def files_in(self, folder: str) -> Sequence[str]:
        """Return the files directly in it, or in a folder of it."""
        return self._by_folder.get(folder, ())

    @cached_property
    def _by_folder(self) -> dict[str, list[str]]:
        return group_by(self.files, dirname)

    def unpack(self, archive: str, place: Path) -> None:
        """Unpack a ZIP of the folder into an empty folder. Add its files below the name of the ZIP."""
        try:
            links = unpack(self.take(archive), place)
        except InputErrors as error:
            self.faults.extend(self.with_shown_paths(error).faults)
            return
        for link in links:
            self.fault(f"{archive}/{link}", f"expected {PLAIN}")
        inner = Folder(place, self.faults, shown=self.shown / archive)
        self.files |= {f"{archive}/{name}": path for name, path in inner.files.items()}

    def folders(self, folder: str = "") -> list[str]:
        """Return the names of the folders directly in it, or in a folder of it, that hold files."""
        rest = self._files_below(folder) if folder else self.files
        return list(dict.fromkeys(name.partition("/")[0] for name in rest if "/" in name))

    def empty_folders(self) -> list[str]:
        """Return the names of the folders directly in it that hold no files."""
        others = {*self.folders(), *NOBODYS}
        return [
            name
            for name in sorted(names_in(self.root))
            if has_folder(self.root / name) and name not in others
        ]

    def inner(self, folder: str) -> "Folder":
        """Return a folder in it as a `Folder` whose faults, notes and taken files are also its own."""
        inner = object.__new__(Folder)
        inner.root, inner.shown, inner.name = self.root / folder, self.shown / folder, basename(folder)
        inner.faults, inner.notes, inner._touched = self.faults, self.notes, self._touched
        inner._start, inner.files = f"{self._start}{folder}/", self._files_below(folder)
        return inner

    def data(self, name: str, most_bytes: int = SOURCE_BYTES) -> bytes | None:
        """Take an existing file. Return its bytes, or report a fault and return None if it is unreadable."""
        try:
            return read(self.take(name), most_bytes)[0]
        except OSError as error:
            self.fault(name, f"expected a file that can be read, got: {error.strerror}")
            return None

    def yaml(self, name: str) -> Any:
        """Parse a YAML file. Return None if it is at fault."""
        data = self.data(name, SETTINGS_BYTES)
        try:
            return None if data is None else load(data, self.shown / name, repeats=self.notes)
        except InputErrors as error:
            self.faults.extend(error.faults)
            return None

    def with_shown_paths(self, error: InputErrors) -> InputErrors:
        """Return the error with the shown paths in place of the real ones."""
        names = {path: self.shown / name for name, path in reversed(self.files.items())}
        return InputErrors(
            tuple(fault._replace(path=names.get(fault.path, fault.path)) for fault in error.faults)
        )

    def list_left(self) -> list[Fault]:
        """List the notes, and the files that no reader took: a line a folder, without hidden files."""
        touched = {above for name in self._touched for above in folders_of(name)}
        found: dict[str, int] = {}
        for name in self.files.keys() - self._touched:
            if not any(part.startswith(".") for part in name.split("/")):
                above = reversed([*folders_of(name)])
                whole = next((place for place in above if place not in touched), name)
                found[whole] = found.get(whole, 0) + 1
        return self.notes + [
            Fault(self.shown / name, 0, f"not understood, {counted(number, 'file')}")
            for name, number in sorted(found.items())
        ]


def _repository_of(root: str) -> str:
    """Return the innermost repository above `root`, else the innermost contest, or `root` without one."""
    for marks in (_REPOSITORIES, _CONTESTS):
        for above in Path(root).parents:
            if any(os.path.lexists(above / mark) for mark in marks):
                return str(above)
    return root
