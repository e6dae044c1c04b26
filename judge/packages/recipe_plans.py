"""Plans for the tests that the generators of an imported package make, for `judge generate`."""

import shlex
from typing import Any

from judge.model.package_format import PLAN
from judge.packages.package import Package, Recipe
from judge.yaml.text import dumped


def add_plan(package: Package) -> None:
    """Add a plan of the tests that generators make, unless there are none or a plan cannot say it all.

    The names of tests stay. A call is written as it is, so it must not contain braces, which plans replace.
    """
    calls = package.calls
    if not calls or not all(map(_is_plain, calls.values())):
        return
    tree: dict[str, Any] = {"solution": f"/submissions/{package.reference}"} if package.reference else {}
    tree["data"] = {}
    for name, call in calls.items():
        *folders, test = name.split("/")
        group = tree["data"]
        for folder in folders:
            group = group.setdefault(folder, {"data": {}})["data"]
        group[test] = {"generate": shlex.join((call.program, *call.words))}
    package.tests[PLAN] = dumped(tree).encode()


def _is_plain(call: Recipe) -> bool:
    return not (call.written or call.input or {*"{}"} & {*"".join(call.words)})
