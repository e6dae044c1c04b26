"""Finds the checker and the interactor of a problem, with their arguments and passes."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from judge.cases.group_config import split_flags
from judge.cases.search import CHECKER, GRADER, INTERACTOR, Bounds, Search, program_at
from judge.checkers.brought import change_programs
from judge.checkers.interactors import INTERACTORS
from judge.model.cases import Case
from judge.model.programs import CheckerProgram
from judge.platform.errors import listed
from judge.platform.files import has_folder
from judge.yaml.tree import File, Mapping

_ASK_AGAIN = ("testlib", "kattis", "icpc")


def with_checker(
    cases: Sequence[Case], file: File, tree: Mapping, folder: Path, bounds: Bounds
) -> list[Case]:
    """Add to cases the checker and the interactor that the case file names or the problem's folder has.

    `tree` is the content of the case file, empty for a folder without one. With a rule or `answer: any` the
    folder is not searched, and a program named as well is a fault. With an interactor the checker judges the
    interactor's output.
    """
    others = [f"compare: {tree['compare']}"] if "compare" in tree else []
    others += ["answer: any"] if any(case.any_answer for case in cases) else []
    streams = [f"{key}: {tree[key]}" for key in ("input", "output") if key in tree]
    protocol, before = tree.get("protocol", bounds.protocol), len(file.faults)
    search = Search(file, tree, folder, bounds, INTERACTOR, protocol)
    interactor = search.decider([*others, *streams])
    checker = None
    if not interactor or INTERACTORS[interactor.protocol].has_log:
        search = Search(file, tree, folder, bounds, CHECKER, "" if interactor else protocol)
        checker = search.decider(others)
    elif "checker" in tree:
        wanted = f"no checker with an interactor of the protocol {interactor.protocol}, which decides alone"
        search.fault(f"expected {wanted}, got both", key="checker")
    flags, passes = split_flags(tree.get("checker_flags", "")), tree.get("passes", 1)
    if checker:
        checker = change_programs(checker, lambda each: replace(each, arguments=flags))
    elif interactor:
        interactor = replace(interactor, arguments=flags)
    if len(file.faults) == before:
        _check_keys(search, checker or interactor, passes)
    if not checker and not interactor:
        return list(cases)
    return [replace(case, checker=checker, interactor=interactor, passes=passes) for case in cases]


def _check_keys(search: "Search", decider: CheckerProgram | None, passes: int) -> None:
    """Report keys for a checker or interactor that does not exist or does not support them."""
    tree = search.tree
    if not decider and not {"checker", "interactor"} & tree.keys():
        for key in ("protocol", "checker_flags", "passes"):
            if key in tree:
                search.fault("expected a checker or an interactor with it, got none", key=key)
    if decider and passes > 1 and decider.others:
        names = listed([each.program.path.name for each in decider.all])
        search.fault(f"expected one program that asks for another pass, got {names}", key="passes")
    if decider and passes > 1 and decider.protocol not in _ASK_AGAIN:
        wanted = f"a program of a protocol that asks for another pass ({', '.join(_ASK_AGAIN)})"
        search.fault(f"expected {wanted}, got one of {decider.protocol}", key="passes")


def grader_in(folder: Path, file: File, tree: Mapping, bounds: Bounds) -> CheckerProgram | None:
    """Return the program in the folder `graders` of a problem, which may count the points of groups."""
    place = folder / GRADER.key
    search = Search(file, tree, folder, bounds, GRADER, *GRADER.protocols)
    path = search.program_in(place) if has_folder(place) else None
    return search.program(path) if path else None


def interactor_at(path: Path, *, protocol: str) -> CheckerProgram:
    """Return the interactor at a path as one of no problem. Raises InputErrors."""
    return program_at(path, INTERACTOR, Bounds(within=(path.parent,), protocol=protocol))
