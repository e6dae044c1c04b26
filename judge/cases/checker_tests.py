"""Tests of a checker: outputs with the verdicts that it must give them.

They are entries of `checker_tests.yaml` in the folder of the problem, or files `1.in`, `1.ans` and `1.out` in
`valid_output/` and `invalid_output/` there, as in packages.
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from judge.cases.naming import CHECKER_TESTS, INVALID_OUTPUT, VALID_OUTPUT
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault, InputErrors
from judge.platform.files import CASE_FILE_BYTES, Content, has_file, has_folder, stored
from judge.yaml.document import load_file
from judge.yaml.tree import File, checked

_ACCEPTED, _REJECTED = (Verdict.AC,), (Verdict.WA, Verdict.PE)
_BY_NAME = {"AC": _ACCEPTED, "WA": _REJECTED, "PE": (Verdict.PE,)}
_Text = Annotated[str, Meta(description="a text")]
_Named = Annotated[str, Meta(pattern="^(AC|WA|PE)$", description="AC, WA or PE")]


class CheckerTest(msgspec.Struct, frozen=True):
    """An output, and the `verdicts` of which the checker must give one."""

    input: Content
    answer: Content
    output: Content
    verdicts: tuple[Verdict, ...]
    path: Path
    line: int = 0


class _Entry(msgspec.Struct):
    """The keys of an entry. A checker without an answer gets an empty one."""

    input: _Text
    output: _Text
    verdict: _Named
    answer: _Text = ""


def load_checker_tests(folder: Path) -> list[CheckerTest]:
    """Read the tests of the checker of the problem in a folder. Raises InputErrors."""
    faults: list[Fault] = []
    found = _read_entries(File(folder / CHECKER_TESTS, faults))
    for name, verdicts in ((VALID_OUTPUT, _ACCEPTED), (INVALID_OUTPUT, _REJECTED)):
        paths = sorted((folder / name).rglob("*.in")) if has_folder(folder / name) else []
        for path in paths:
            try:
                asked, answer, output = (stored(path.with_suffix(end)) for end in (".in", ".ans", ".out"))
            except OSError as error:
                wanted = f"expected {path.stem}.ans and {path.stem}.out, which can be read, next to it"
                faults.append(Fault(path, 0, f"{wanted}, got: {error.strerror}"))
                continue
            found.append(CheckerTest(asked, answer, output, verdicts, path.with_suffix(".out")))
    if faults:
        raise InputErrors(tuple(faults))
    return found


def _read_entries(file: File) -> list[CheckerTest]:
    loaded = load_file(file, CASE_FILE_BYTES) if has_file(file.path) else None
    if not loaded:
        return []
    tree, _ = loaded
    if not isinstance(tree, list):
        file.fault(1, "expected a list of tests, each with input, answer, output and verdict")
        return []
    found = []
    for each in tree:
        if entry := checked(file, each, _Entry, 1):
            asked, answer, output = map(str.encode, (entry.input, entry.answer, entry.output))
            verdicts = _BY_NAME[entry.verdict]
            found.append(CheckerTest(asked, answer, output, verdicts, file.path, each.line))
    return found
