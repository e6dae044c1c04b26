"""The names of files and folders that packages of Kattis and the ICPC may have.

Source: https://www.kattis.com/problem-package-format/spec/2025-09.html, "General requirements".
"""

import re
from posixpath import split

from judge.cases.naming import folders_of
from judge.packages.folders import Folder
from judge.platform.errors import counted, quoted

NAME = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}")
_WANTED = "names of letters, digits and '_', with '-' and '.' after the first sign"


def note_odd_names(folder: Folder, *, are_ignored: bool) -> None:
    """Note the files with other names, a line a folder. If they are ignored, remove them from `folder`.

    Hidden files are not noted.
    """
    odd: dict[str, list[str]] = {}
    files: set[str] = set()
    for file in folder.files:
        above = [*folders_of(file)]
        paths = [*sorted(above, key=len), file]
        first = next((path for path in paths if not NAME.fullmatch(split(path)[1])), "")
        if first and not split(first)[1].startswith("."):
            files.add(file)
            place, name = split(first)
            if name not in odd.setdefault(place, []):
                odd[place].append(name)
    end = "ignored" if are_ignored else "other judges ignore such files"
    for place, (first, *others) in odd.items():
        got = quoted(first) + (f" and {counted(len(others), 'other')}" if others else "")
        folder.note(place, f"expected {_WANTED}, got {got}: {end}")
    if are_ignored:
        folder.remove(files)
