"""Finds the inputs and answers in folders of tests. Reads only names and stamps.

A folder is a problem if it contains `NAME.in` with `NAME.out`, `.ans`, `.a` or `.sol`. Other pairs are `NAME`
with `NAME.a`, `in1.txt` with `out1.txt` or `ans1.txt`, `input1.txt` with `output1.txt`, and files of the same
names in folders `in` and `out`, or `input` and `output`. Subfolders belong to the problem. Names that begin
with a dot and links to folders are left out. A folder `NAME.files` next to `NAME.in` has files that the
program finds in its working folder.
"""

import os
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from pathlib import Path

from msgspec import Struct

from judge.cases import cph
from judge.cases.naming import ANSWERS, FILES, OPPOSITE, Names, natural
from judge.model.groups import group_by
from judge.platform.errors import Fault, counted, listed, printable
from judge.platform.files import Stored, has_folder, names_in, stored
from judge.running.sandbox.wire import MOST_FILES

# The most files of a program apart from its input and output.
MOST_GIVEN = MOST_FILES - 2
# The most folders below programs without tests in which tests are searched for.
_MOST_SEARCHED = 500
AN_ANSWER = f"one answer next to it ({', '.join(ANSWERS)})"


class Pair(Struct, frozen=True, kw_only=True):
    """The files of a test, which may have no answer.

    `name` is the input's path in its problem without the suffix, in printable form. The program finds the
    `given` files in its folder by their names.
    """

    name: str
    input: Stored
    answer: Stored | None
    given: tuple[tuple[str, Stored], ...] = ()


def find_problems(
    folder: Path, below: Iterable[str], faults: list[Fault], *, stated: Collection[str]
) -> Iterator[tuple[str, list[Pair]]]:
    """Yield the folders in `folder`, then `folder` itself, each with its tests.

    `below` are the names of the files below it. Folders are in natural order, `2` before `10`. Folders that
    are no problem have no tests; those `stated` elsewhere are left out.
    """
    groups = group_by(below, lambda name: name.partition("/")[0] if "/" in name else "")
    own = groups.pop("", [])
    for inputs, answers in OPPOSITE.items():
        if inputs in groups and answers in groups:
            own += groups.pop(inputs) + groups.pop(answers)
    for first in sorted(groups.keys() - set(stated), key=natural):
        names = Names(name.removeprefix(f"{first}/") for name in groups[first])
        yield first, _make_pairs(folder / first, names, faults)
    names = Names(own)
    # Many folders without tests contain files with that suffix.
    if any(answers for _, answers in names.tests):
        yield folder.resolve().name, _make_pairs(folder, names, faults)


def find_pairs(folder: Path, tests: str, outputs: str, faults: list[Fault]) -> list[Pair]:
    """Find the tests whose inputs match the pattern `tests`, in natural order.

    `**/` matches any folders; `*`, `?` and `%s` match text without `/`. In `outputs`, the pattern of the
    answers, `%s` is the same text. Without `outputs` the answers are found as without a pattern.
    """
    return _make_pairs(folder, Names(list_files(folder, faults), tests, outputs), faults)


def find_loose_pairs(folder: Path, faults: list[Fault]) -> list[Pair]:
    """Find the tests directly in a folder of other files, or in its two folders of inputs and answers.

    Other files named like an answer are not reported.
    """
    try:
        names = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
    except OSError as error:
        faults.append(Fault(folder, 0, f"expected a readable folder, got: {error.strerror}"))
        return []
    for inputs, answers in OPPOSITE.items():
        if inputs in names and answers in names:
            names += (
                f"{part}/{name}" for part in (inputs, answers) for name in list_files(folder / part, faults)
            )
    files = (name for name in names if "/" in name or not has_folder(folder / name))
    return _make_pairs(folder, Names(files), faults, strays=False)


def name_lone_answers(names: Iterable[str], otherwise: str = "none") -> str:
    """Return what a message that misses tests says is there instead: answers, if there are no inputs."""
    names = [*names]
    answers = sorted((name for name in names if name.lower().endswith(ANSWERS)), key=natural)
    return f"answers alone: {listed(answers)}" if answers and not Names(names).tests else otherwise


def find_likely_tests(folder: Path) -> Iterator[Path]:
    """Yield the folders of tests at most two levels below a folder, which may be a home."""
    below = (path for each in _list_folders(folder) for path in (each, *_list_folders(each)))
    for path in islice(below, _MOST_SEARCHED):
        if any(pair.answer for pair in find_loose_pairs(path, [])):
            yield path


def _list_folders(folder: Path) -> list[Path]:
    names = (name for name in names_in(folder) if not name.startswith("."))
    return [path for path in map(folder.joinpath, names) if has_folder(path) and not path.is_symlink()]


def list_files(folder: Path, faults: list[Fault]) -> Iterator[str]:
    """List the files below a folder by their paths in it, without virtual environments.

    A link to a folder ends with `/` and is not followed. Hidden files are left out, except for files of CPH.
    Reports unreadable folders.
    """

    def unreadable(error: OSError) -> None:
        faults.append(Fault(Path(error.filename), 0, f"expected a readable folder, got: {error.strerror}"))

    for place, folders, files in os.walk(folder, onerror=unreadable):
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".") or name == cph.FOLDER]
        below = os.path.relpath(place, folder)
        start = "" if below == "." else f"{below}/"
        yield from (start + name for name in files if not name.startswith(".") or name.endswith(cph.SUFFIX))
        yield from (f"{start}{name}/" for name in folders if os.path.islink(f"{place}/{name}"))  # noqa: PTH114


def _make_pairs(folder: Path, names: Names, faults: list[Fault], *, strays: bool = True) -> list[Pair]:
    """Pair inputs and answers. Reports inputs with two answers, and answers without an input."""
    found: list[Pair] = []
    tests = names.tests
    for name, likely in tests:
        if len(likely) > 1:
            message = f"expected {AN_ANSWER}, got {' and '.join(likely)}"
            faults.append(Fault(folder / name, 0, message))
            continue
        path = folder / name
        try:
            asked, answer = stored(path), None
            for other in likely:
                path = folder / other
                answer = stored(path)
            given = []
            for other in names.given_to(name):
                path = folder / other
                given.append((other.removeprefix(f"{name.removesuffix('.in')}{FILES}/"), stored(path)))
            if len(given) > MOST_GIVEN:
                message = f"expected at most {counted(MOST_GIVEN, 'file')} for a program, got {len(given)}"
                faults.append(Fault(folder / name, 0, message))
            test = printable(names.test_of(name))
            found.append(Pair(name=test, input=asked, answer=answer, given=tuple(given)))
        except OSError as error:
            faults.append(Fault(path, 0, f"expected a readable file, got: {error.strerror}"))
    if strays and tests:
        faults += (Fault(folder / name, 0, "expected a folder, got a link to one") for name in names.links)
    for name in names.strays(tests) if strays else ():
        faults.append(Fault(folder / name, 0, "expected an input that it answers, got none"))
    return found
