"""The subtasks of a task of CMS: by `gen/GEN`, by the key `score_type`, or none."""

import re
from typing import Any

from msgspec import Struct, field

from judge.packages.folders import Folder
from judge.platform.errors import counted, quoted
from judge.yaml.tree import Mapping, described

GEN = "gen/GEN"
_MOST_TESTS = 10_000
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,17})?(e-[0-9]{1,2})?")
_GROUPS = ("GroupMin", "GroupMul")


class Line(Struct, frozen=True):
    """A test in GEN: the words for the generator, or the file to copy."""

    words: tuple[str, ...] = ()
    copied: str = ""


class Points(Struct, kw_only=True):
    """The number of tests, their lines in GEN, and the subtasks with their points and numbers of tests.

    `stated` are the keys of a case file.
    """

    tests: int = 0
    lines: list[Line] = field(default_factory=list)
    subtasks: list[tuple[float, int]] = field(default_factory=list)
    stated: dict[str, Any] = field(default_factory=dict)

    def place(self, number: int) -> str:
        """Return the folder of a test by its number from 0, with a `/`, empty without subtasks."""
        for at, (_, tests) in enumerate(self.subtasks, 1):
            if number < tests:
                return f"subtask{at}/"
            number -= tests
        return ""


def read_points(folder: Folder, tree: Mapping, n_input: float, *, shares: bool = False) -> Points:
    """Read the points in `task.yaml` and GEN. `n_input` is 0 if it is not stated.

    With `shares` a checker or manager may give a part of a test's points.
    """
    points = _parse_gen(folder) if GEN in folder else Points()
    if not points.lines:
        inputs = [name for name in folder.files if re.fullmatch(r"input/input[0-9]+\.txt", name)]
        points.tests = int(n_input) or len(inputs)
    elif n_input and n_input != points.tests:
        line = tree.lines["n_input"][0]
        folder.fault(
            "task.yaml", f"expected as many tests as in {GEN}, {points.tests}, got {n_input:g}", line
        )
    if points.tests > _MOST_TESTS:
        line = tree.lines["n_input"][0] if "n_input" in tree else 0
        folder.fault(
            "task.yaml", f"expected at most {counted(_MOST_TESTS, 'test')}, got {points.tests}", line
        )
        points.tests = 0
    _read_score(folder, tree, points)
    if shares and tree.get("score_type") == "GroupMul" and points.subtasks:
        message = "points by GroupMul: each subtask counts by its worst test, and is not multiplied"
        folder.note("task.yaml", message, tree.lines["score_type"][0])
    if points.subtasks:
        groups = enumerate(points.subtasks, 1)
        found = {
            f"subtask{at}": {"points": worth, "count": "min"}
            for at, (worth, tests) in groups
            if worth and tests
        }
        points.stated = {"groups": found} if found else {}
    return points


def _read_score(folder: Folder, tree: Mapping, points: Points) -> None:
    """Read the points from the keys of `task.yaml`, which override GEN."""
    kind, given = tree.get("score_type"), tree.get("score_type_parameters")
    if kind is None or given is None:
        points.stated = {"points": _number(folder, tree, "total_value", tree.get("total_value", 100))}
    elif kind == "Sum":
        each = _number(folder, tree, "score_type_parameters", given)
        points.stated, points.subtasks = {"points": each * points.tests}, []
    elif kind in _GROUPS and isinstance(given, list) and all(map(_is_group, given)):
        points.subtasks = [(float(worth), int(tests)) for worth, tests in given]
        if sum(tests for _, tests in points.subtasks) != points.tests:
            line = tree.lines["score_type_parameters"][0]
            wanted = f"subtasks with {counted(points.tests, 'test')} together"
            folder.fault("task.yaml", f"expected {wanted}, got others", line)
    else:
        folder.note("task.yaml", f"not understood: points by {kind}", tree.lines["score_type"][0])
        points.subtasks = []


def _is_group(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_NUMBER.fullmatch(str(each)) for each in value)


def _number(folder: Folder, tree: Mapping, key: str, value: object) -> float:
    if _NUMBER.fullmatch(str(value)):
        return float(str(value))
    folder.fault(
        "task.yaml", f"expected a number of points from 0 on, got {described(value)}", tree.lines[key][0]
    )
    return 0.0


def _parse_gen(folder: Folder) -> Points:
    """Parse GEN. A line is a test, `#ST: 20` begins a subtask of 20 points, `#COPY: FILE` copies a test."""
    found = Points()
    data = folder.data(GEN) or b""
    for number, line in enumerate(data.splitlines(), 1):
        test, _, comment = (part.strip() for part in line.decode(errors="replace").partition("#"))
        command = next((word for word in ("ST:", "COPY:") if comment.startswith(word)), "")
        if test and command:
            folder.fault(GEN, f"expected a test or #{command} on a line, got both", number)
        elif command == "ST:":
            points = comment.removeprefix("ST:").strip()
            if not _NUMBER.fullmatch(points):
                folder.fault(GEN, f"expected a number of points behind #ST:, got {quoted(points)}", number)
            elif found.lines and not found.subtasks:
                folder.fault(GEN, "expected no test before the first #ST:, got one", number)
            else:
                found.subtasks.append((float(points), 0))
        elif test or command:
            found.lines.append(
                Line(tuple(test.split()), comment.removeprefix("COPY:").strip() if command else "")
            )
            if found.subtasks:
                worth, tests = found.subtasks[-1]
                found.subtasks[-1] = (worth, tests + 1)
    found.tests = len(found.lines)
    return found
