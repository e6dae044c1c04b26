"""Folders of tests: which file is an input, and which the answer to it. Names and stamps alone are read.

A folder with `NAME.in` beside `NAME.out`, `.ans`, `.a` or `.sol` is a problem. So is one with `NAME` beside
`NAME.a`, with `in1.txt` beside `out1.txt` or `ans1.txt`, with `input1.txt` beside `output1.txt`, or with
folders `in` and `out`, or `input` and `output`, where the two lie under like names. Deeper folders belong to
it. What begins with a dot or lies behind a link to a folder is left out.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from posixpath import basename, dirname, join, splitext

from msgspec import Struct

from judge.cases import cph
from judge.errors import Fault, printable
from judge.files import has_folder, stored
from judge.model import Stored

_ANSWERS = (".out", ".ans", ".a", ".sol")
AN_ANSWER = f"one answer beside it ({', '.join(_ANSWERS)})"
# What the name of a test does without.
_SUFFIX = re.compile(r"(\.in)?\.txt\Z|\.in\Z", re.IGNORECASE)
# Of folders, and of words in the names of files.
_OPPOSITE = {"input": "output", "in": "out"}
_OPPOSITES = {"input": ("output",), "in": ("out", "ans")}
_ASKS = re.compile(r"(?<![A-Za-z])(?!(?<=\.)in\Z)(input|in)(?![A-Za-z])")
_TELLS = re.compile(r"(?<![A-Za-z])(output|out|ans)(?![A-Za-z])")
_NUMBER = re.compile(r"([0-9]+)")
_WILDCARD = re.compile(r"(\*\*/|\*|\?|%s)")
_MEANING = {"**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]", "%s": "([^/]*)"}


class Pair(Struct, frozen=True, kw_only=True):
    """The files of a test, which may have no answer.

    `name` is the input's path in its problem without the suffix, made printable.
    """

    name: str
    input: Stored
    answer: Stored | None


def problems_in(
    folder: Path, below: Iterable[str], faults: list[Fault], *, stated: Collection[str]
) -> Iterator[tuple[str, list[Pair]]]:
    """The folders in `folder`, and last `folder` itself with what lies right in it, each with its tests.

    `below` are the names of the files below it. In natural order, `2` before `10`. What is no problem has no
    tests. Those `stated` elsewhere are left out.
    """
    groups: dict[str, list[str]] = {}
    for name in below:
        groups.setdefault(name.partition("/")[0] if "/" in name else "", []).append(name)
    own = groups.pop("", [])
    for asked, told in _OPPOSITE.items():
        if asked in groups and told in groups:
            own += groups.pop(asked) + groups.pop(told)
    for first in sorted(groups.keys() - set(stated), key=_natural):
        names = _Names(name.removeprefix(f"{first}/") for name in groups[first])
        yield first, _pairs(folder / first, names, faults)
    names = _Names(own)
    # Files of that suffix lie about in many a folder that has no tests.
    if any(answers for _, answers in names.tests()):
        yield folder.resolve().name, _pairs(folder, names, faults)


def pairs_in(folder: Path, tests: str, outputs: str, faults: list[Fault]) -> list[Pair]:
    """The tests of a problem whose inputs match the pattern `tests`, in natural order.

    `**/` stands for any folders, `*` and `?` for what has no `/`, and so does `%s`, which stands for the same
    in `outputs`, the names of the answers. Without `outputs` they lie where they lie without a pattern.
    """
    return _pairs(folder, _Names(names_below(folder, faults), tests, outputs), faults)


def pairs_beside(folder: Path, faults: list[Fault]) -> list[Pair]:
    """The tests that lie right in a folder of other things, or there in two folders of inputs and answers.

    Whatever else is called like an answer is none.
    """
    try:
        names = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
    except OSError as error:
        faults.append(Fault(folder, 0, f"expected a readable folder, got: {error.strerror}"))
        return []
    for asked, told in _OPPOSITE.items():
        if asked in names and told in names:
            names += (
                f"{part}/{name}" for part in (asked, told) for name in names_below(folder / part, faults)
            )
    files = (name for name in names if "/" in name or not has_folder(folder / name))
    return _pairs(folder, _Names(files), faults, strays=False)


def names_below(folder: Path, faults: list[Fault]) -> Iterator[str]:
    """The files below a folder by their paths in it, but for those that belong to an environment.

    A link to a folder is named with a `/` at its end, and not followed. Of what begins with a dot only what
    CPH keeps there. A folder that cannot be read is a fault.
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


class _Names:
    """The files of a problem by their paths in it, and which of them belong together."""

    def __init__(self, names: Iterable[str], tests: str = "", outputs: str = "") -> None:
        names = list(names)
        self.links = [name for name in names if name.endswith("/")]
        self._by_key = {_key(name): name for name in names if not name.endswith("/")}
        self._folders = {above for name in self._by_key for above in _folders_of(name)}
        self._tests, self._outputs = (_compiled(pattern) if pattern else None for pattern in (tests, outputs))
        self._output = outputs
        paired = [
            (name, other)
            for name in self._by_key.values()
            for other in map(self._by_key.get, map(_key, _by_word(name)))
            if other and not tests
        ]
        self._asking = {_kind(name) for name, _ in paired}
        self._telling = {_kind(other) for _, other in paired}

    def tests(self) -> list[tuple[str, list[str]]]:
        """The inputs, each with the files that may hold its answer, in natural order of the tests' names.

        The answer to another file is no input.
        """
        found = {name: self.answers_to(name) for name in self._by_key.values() if self._is_input(name)}
        answers = {answer for likely in found.values() for answer in likely}
        tests = ((name, likely) for name, likely in found.items() if name not in answers)
        return sorted(tests, key=lambda test: (_natural(self.test_of(test[0])), test[0]))

    def _is_input(self, name: str) -> bool:
        if self._is_output(name):
            return False
        if self._tests:
            return bool(self._tests.fullmatch(name))
        if self._asking and _kind(name) in self._asking and _ASKS.search(basename(name)):
            return True
        return _key(name).endswith(".in") or f"{name}.a" in self._by_key or bool(self._across(name)[0])

    def _is_output(self, name: str) -> bool:
        if self._outputs:
            return bool(self._outputs.fullmatch(name))
        if self._telling and _kind(name) in self._telling and _TELLS.search(basename(name)):
            return True
        return _key(name).endswith(_ANSWERS)

    def test_of(self, name: str) -> str:
        """The name of the test: the path of its input without the suffix and without a folder `in`."""
        return _SUFFIX.sub("", self._across(name)[1])

    def _across(self, name: str) -> tuple[str, str]:
        """The path with `out` for a folder `in` that lies beside one, else empty; the path without it."""
        parts = name.split("/")
        for at, part in enumerate(parts[:-1]):
            told = "/".join([*parts[:at], _OPPOSITE.get(part, "")])
            if part in _OPPOSITE and told in self._folders:
                return "/".join([told, *parts[at + 1 :]]), "/".join([*parts[:at], *parts[at + 1 :]])
        return "", name

    def answers_to(self, name: str) -> list[str]:
        """The files that may hold the answer to an input."""
        across = self._across(name)[0]
        likely = [across, *_beside(name), *(_beside(across) if across else ())]
        if output := self._output_to(name):
            likely = [output]
        found = filter(None, map(self._by_key.get, map(_key, likely)))
        return [one for one in dict.fromkeys(found) if one != name]

    def _output_to(self, name: str) -> str:
        """What the patterns call the answer to an input; empty without a pattern for answers."""
        asked = self._tests.fullmatch(name) if self._tests and self._outputs else None
        return self._output.replace("%s", asked[1]) if asked else ""

    def strays(self, tests: Sequence[tuple[str, list[str]]]) -> list[str]:
        """The answers to no file at all: they have an answer's suffix, or lie in a folder of answers."""
        inputs = [name for name, _ in tests]
        rest = set(self._by_key.values()) - {*inputs, *(answer for _, likely in tests for answer in likely)}
        if self._outputs:
            return sorted(filter(self._outputs.fullmatch, rest))
        rest -= {answer for name in rest if not self._is_output(name) for answer in self.answers_to(name)}
        beside = {dirname(name) for name in inputs}
        across = {dirname(self._across(name)[0]) for name in inputs} - {""}
        return sorted(
            name
            for name in rest
            if dirname(name) in across or (dirname(name) in beside and self._is_output(name))
        )


def _pairs(folder: Path, names: _Names, faults: list[Fault], *, strays: bool = True) -> list[Pair]:
    """The tests of a problem. An input with two answers is a fault, and an answer without an input."""
    found: list[Pair] = []
    tests = names.tests()
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
            found.append(Pair(name=printable(names.test_of(name)), input=asked, answer=answer))
        except OSError as error:
            faults.append(Fault(path, 0, f"expected a readable file, got: {error.strerror}"))
    if strays and tests:
        faults += (Fault(folder / name, 0, "expected a folder, got a link to one") for name in names.links)
    for name in names.strays(tests) if strays else ():
        faults.append(Fault(folder / name, 0, "expected an input that it answers, got none"))
    return found


def _key(name: str) -> str:
    """A path with its suffix in small letters."""
    if name.islower():
        return name
    stem, suffix = splitext(name)
    return stem + suffix.lower()


def _kind(name: str) -> tuple[str, str]:
    """The folder and the suffix: files that bear a word in their names are alike in both."""
    return dirname(name), splitext(name)[1]


def _folders_of(name: str) -> Iterator[str]:
    while name := dirname(name):
        yield name


def _beside(name: str) -> Iterator[str]:
    """Where an answer may lie in the folder of its input: under its name, or under another word."""
    stem = _SUFFIX.sub("", name)
    yield from (stem + suffix for suffix in _ANSWERS)
    yield from _by_word(name)


def _by_word(name: str) -> Iterator[str]:
    """`output1.txt` for `input1.txt`, `1.out.txt` for `1.in.txt`."""
    last = basename(name)
    for word in _ASKS.finditer(last):
        for opposite in _OPPOSITES[word[1]]:
            yield join(dirname(name), last[: word.start()] + opposite + last[word.end() :])


def _natural(name: str) -> tuple[list[list[str | int]], str]:
    """A key that puts `2` before `10`."""
    parts = [_NUMBER.split(part) for part in name.split("/")]
    return [[int(word) if at % 2 else word for at, word in enumerate(part)] for part in parts], name


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile("".join(_MEANING.get(part) or re.escape(part) for part in _WILDCARD.split(pattern)))
