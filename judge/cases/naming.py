"""The names of tests: finds the inputs and their answers by the paths in a folder.

Imports only the standard library, since completion (`judge/options/completion/answer.py`) must be quick.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from posixpath import basename, dirname, join, splitext

ANSWERS = (".out", ".ans", ".a", ".sol")
# Ends the name of a folder whose files the program finds: `1.files` next to `1.in`.
FILES, _IN = ".files", ".in"
# Folders of a problem's programs and their files. An input there is not a test.
_OF_PROGRAMS = {"generators", "graders", "input_format_validators", "input_validators", "answer_validators"}
_OF_PROGRAMS |= {"output_validator", "output_validators"}
# Folders of tests for validators and checkers, as packages name them.
INVALID_INPUT, INVALID_OUTPUT, VALID_OUTPUT = "invalid_input", "invalid_output", "valid_output"
OF_VALIDATORS = (INVALID_INPUT, INVALID_OUTPUT, VALID_OUTPUT)
_OF_PROGRAMS |= {*OF_VALIDATORS}
CHECKER_TESTS = "checker_tests.yaml"
# Folders of inputs, and the folders of answers next to them.
OPPOSITE = {"input": "output", "in": "out"}
# Words in the names of inputs, and in the names of their answers.
_OPPOSITES = {"input": ("output",), "in": ("out", "ans")}
# Endings of inputs that the name of a test leaves out.
_SUFFIX = re.compile(r"(\.in)?\.txt\Z|\.in\Z", re.IGNORECASE)
_ASKS = re.compile(r"(?<![A-Za-z])(?!(?<=\.)in\Z)(input|in)(?![A-Za-z])")
_TELLS = re.compile(r"(?<![A-Za-z])(output|out|ans)(?![A-Za-z])")
_NUMBER = re.compile(r"([0-9]+)")
_WILDCARD = re.compile(r"(\*\*/|\*|\?|%s)")
_MEANING = {"**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]", "%s": "([^/]*)"}


class Names:
    """The files of a problem by their paths in it, paired into tests."""

    def __init__(self, names: Iterable[str], tests: str = "", outputs: str = "") -> None:
        names = [name for name in names if tests or name.partition("/")[0] not in _OF_PROGRAMS]
        names, self._given = _without_given(names)
        self.links = [name for name in names if name.endswith("/")]
        self._by_key = {_key(name): name for name in names if not name.endswith("/")}
        folders = {dirname(name) for name in self._by_key} - {""}
        self._folders = folders.union(*map(folders_of, folders))
        self._has_across = any(basename(folder) in OPPOSITE for folder in self._folders)
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

    @cached_property
    def tests(self) -> list[tuple[str, list[str]]]:
        """The inputs with the files that may be their answers, in natural order of the tests' names.

        The answer to another file is not an input.
        """
        found = {name: self.answers_to(name) for name in self._by_key.values() if self._is_input(name)}
        answers = {answer for likely in found.values() for answer in likely}
        tests = ((name, likely) for name, likely in found.items() if name not in answers)
        return sorted(tests, key=lambda test: (natural(self.test_of(test[0])), test[0]))

    def given_to(self, name: str) -> list[str]:
        """List the files that the program finds, below the folder `NAME.files` of the input `NAME.in`."""
        return sorted(self._given.get(name.removesuffix(_IN) + FILES, []))

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
        return _key(name).endswith(ANSWERS)

    def test_of(self, name: str) -> str:
        """Return the name of a test: the path of its input without the suffix and without a folder `in`."""
        return _SUFFIX.sub("", self._across(name)[1])

    def _across(self, name: str) -> tuple[str, str]:
        """Return the path with `out` instead of a folder `in`, and the path without that folder.

        The first is empty unless both folders exist.
        """
        parts = name.split("/") if self._has_across else []
        for at, part in enumerate(parts[:-1]):
            told = "/".join([*parts[:at], OPPOSITE.get(part, "")])
            if part in OPPOSITE and told in self._folders:
                return "/".join([told, *parts[at + 1 :]]), "/".join([*parts[:at], *parts[at + 1 :]])
        return "", name

    def answers_to(self, name: str) -> list[str]:
        """List the files that may be the answer to an input, by the patterns if there is one for answers."""
        across = self._across(name)[0]
        likely = [across, *_beside(name), *(_beside(across) if across else ())]
        if self._tests and self._outputs and (asked := self._tests.fullmatch(name)):
            likely = [self._output.replace("%s", asked[1])]
        found = filter(None, map(self._by_key.get, map(_key, likely)))
        return [one for one in dict.fromkeys(found) if one != name]

    def strays(self, tests: Sequence[tuple[str, list[str]]]) -> list[str]:
        """List the answers without an input: files with an answer's suffix or in a folder of answers."""
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


def _without_given(names: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Separate the names in folders `NAME.files` next to a `NAME.in` from the others, by their folders."""
    folders = {f"{name.removesuffix(_IN)}{FILES}" for name in names if name.endswith(_IN)}
    given: dict[str, list[str]] = {}
    left: list[str] = []
    for name in names:
        above = next((one for one in folders_of(name) if one in folders), "") if FILES in name else ""
        (given.setdefault(above, []) if above else left).append(name)
    return left, given


def _key(name: str) -> str:
    """Return a path with its suffix in lower case."""
    if name.islower():
        return name
    stem, suffix = splitext(name)
    return stem + suffix.lower()


def _kind(name: str) -> tuple[str, str]:
    """Return the folder and the suffix, which the files with a word such as `input` share."""
    return dirname(name), splitext(name)[1]


def folders_of(name: str) -> Iterator[str]:
    """Yield the folders above a path, the innermost first."""
    while name := dirname(name):
        yield name


def _beside(name: str) -> Iterator[str]:
    """Yield the names that an answer may have in the folder of its input."""
    stem = _SUFFIX.sub("", name)
    yield from (stem + suffix for suffix in ANSWERS)
    yield from _by_word(name)


def _by_word(name: str) -> Iterator[str]:
    """Yield the names with another word: `output1.txt` for `input1.txt`, `1.out.txt` for `1.in.txt`."""
    last = basename(name)
    for word in _ASKS.finditer(last):
        for opposite in _OPPOSITES[word[1]]:
            yield join(dirname(name), last[: word.start()] + opposite + last[word.end() :])


def natural(name: str) -> tuple[list[list[str | int]], str]:
    """Return a key for sorting that puts `2` before `10`."""
    parts = [_NUMBER.split(part) for part in name.split("/")]
    return [[int(word) if at % 2 else word for at, word in enumerate(part)] for part in parts], name


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile("".join(_MEANING.get(part) or re.escape(part) for part in _WILDCARD.split(pattern)))
