"""Opens what a user names: a folder, a ZIP, or a file that is a folder to its readers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.cases import cph
from judge.packages.folders import NOBODYS, Folder, Leaves
from judge.packages.zips import PLAIN, unpack
from judge.platform.errors import Fault
from judge.platform.files import has_file, has_folder
from judge.running import builds


@contextmanager
def open_folder(
    source: Path,
    faults: list[Fault],
    *,
    keeps: Callable[[Path], object] = lambda _: None,
    leaves: Leaves | None = None,
) -> Iterator[Folder]:
    """Open a folder, or a ZIP that is unpacked meanwhile and named without its suffix.

    The only folder in a ZIP is opened in its place, unless it `keeps` this folder. A file of CPH is opened as
    a folder with this file alone. With `leaves` links in a ZIP are left out, else they are among the
    `faults`. Raises InputErrors for anything else.
    """
    if has_folder(source):
        yield Folder(source, faults, leaves=leaves)
        return
    if source.suffix == cph.SUFFIX and has_file(source):
        yield Folder(source.parent, faults, only=source.name)
        return
    with builds.workplace() as place:
        links = unpack(source, place)
        inner = _only_folder(place)
        folder = Folder(place if keeps(inner) else inner, faults, shown=source, leaves=leaves)
        if leaves:
            folder.left |= dict.fromkeys(links, "link")
        else:
            faults += [Fault(source / link, 0, f"expected {PLAIN}") for link in links]
        yield folder


def _only_folder(place: Path) -> Path:
    """Return the only folder in an unpacked ZIP, which most packers add, else the place itself."""
    entries = [path for path in place.iterdir() if path.name not in NOBODYS]
    return entries[0] if len(entries) == 1 and entries[0].is_dir() else place
