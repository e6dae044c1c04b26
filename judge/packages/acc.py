"""Contests of atcoder-cli: `contest.acc.json` names the folder of each task and of its tests.

Source: https://github.com/Tatamo/atcoder-cli, `src/definitions.ts` and `src/project.ts`.
"""

from collections.abc import Sequence

import msgspec

from judge.cases.naming import Names
from judge.packages.folders import Folder
from judge.packages.package import Package
from judge.packages.tests import read_problem
from judge.platform.decoding import from_json
from judge.platform.errors import FormatError, printable, quoted
from judge.platform.files import SETTINGS_BYTES

MARK = "contest.acc.json"


class _Directory(msgspec.Struct):
    path: str
    testdir: str = "tests"


class _Task(msgspec.Struct):
    title: str = ""
    url: str = ""
    directory: _Directory | None = None


class _Contest(msgspec.Struct):
    tasks: list[_Task]


def read_contest(folder: Folder) -> Sequence[Package]:
    """Read a problem for each task with tests, and report tasks without any."""
    packages: list[Package] = []
    for task in _tasks(folder):
        if not task.directory:
            continue
        home, place = task.directory.path, f"{task.directory.path}/{task.directory.testdir}"
        below = [name for name in folder.files if name.startswith(f"{place}/")]
        files = [name for test, answers in Names(below).tests for name in (test, *answers)]
        if not files:
            folder.note(MARK, f"expected tests in {quoted(place)}, got none")
            continue
        found = read_problem(folder, home, files)
        words = {"problem": printable(task.title), "source": printable(task.url)}
        found.origin, found.stated = "acc", {key: word for key, word in words.items() if word}
        packages.append(found)
    if not packages and not folder.faults:
        folder.fault(MARK, "expected a task with tests, got none")
    return packages


def _tasks(folder: Folder) -> Sequence[_Task]:
    data = folder.data(MARK, SETTINGS_BYTES)
    if data is None:
        return ()
    try:
        return from_json(data, _Contest).tasks
    except FormatError as error:
        folder.fault(MARK, f"expected a contest of atcoder-cli, got another: {error.message}", error.line)
        return ()
