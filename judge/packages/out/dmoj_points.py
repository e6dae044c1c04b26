"""The tests of a problem of DMOJ: single ones, and batches that depend on others."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from judge.model.cases import Case
from judge.model.patterns import matches
from judge.packages.out.groups import LEFT_OUT, Part, find_required, note_requirements, split_groups
from judge.packages.out.parts import ExportedPackage
from judge.platform.errors import counted


class Item(Struct, frozen=True, kw_only=True):
    """A test by itself, or a batch whose points count if all of its tests are accepted."""

    cases: tuple[Case, ...]
    points: float
    part: Part | None = None
    is_batch: bool = False


def arrange_items(package: ExportedPackage) -> list[Item]:
    """Return the tests and batches in order.

    DMOJ stops at a failed test without points. So such a test comes first only if all others require it.
    """
    cases, left = package.problem.cases, package.left
    parts = split_groups(cases)
    if parts is None:
        left.append(LEFT_OUT)
    if not parts or not any(any(part.points) for part in parts):
        return [Item(cases=(case,), points=1) for case in cases]
    found: list[Item] = []
    # Only batches depend on others and can be depended on.
    depends = any(part.requires for part in parts)
    for part in parts:
        if part.is_whole and (len(part.cases) > 1 or depends):
            found.append(Item(cases=part.cases, points=sum(part.points), part=part, is_batch=True))
        else:
            pairs = zip(part.cases, part.points, strict=True)
            found += (Item(cases=(case,), points=points, part=part) for case, points in pairs)
    known = {case.id for part in parts for case in part.cases}
    found += (Item(cases=(case,), points=0) for case in cases if case.id not in known)
    counting = [item for item in found if item.points]
    decisive = [item for item in found if not item.points and all(_requires(each, item) for each in counting)]
    late = [item for item in found if not item.points and item not in decisive]
    if late:
        left.append(f"{counted(len(late), 'test')} without points at the end: DMOJ stops at a failed one")
    return [*decisive, *counting, *late]


def _requires(item: Item, other: Item) -> bool:
    return all(_name(case) in _find_required_tests(item, [other]) for case in other.cases)


def _find_required_tests(item: Item, items: Sequence[Item]) -> set[str]:
    """Return the names of the tests among these items that the item's group requires."""
    patterns = item.part.requires if item.part else ()
    names = (_name(case) for other in items for case in other.cases)
    return {name for name in names if any(matches(pattern, name) for pattern in patterns)}


def find_dependencies(items: Sequence[Item], left: list[str]) -> dict[str, list[int]]:
    """Return the numbers of the batches on which each batch depends, by its group.

    Batches depend only on batches before them. Note each group that counts without tests that it requires.
    """
    groups = {_name(case): item.part.name if item.part else "" for item in items for case in item.cases}
    # A failed test without points at the start ends everything.
    decisive = {_name(case) for item in takewhile(lambda item: not item.points, items) for case in item.cases}
    found: dict[str, list[int]] = {}
    lacking: dict[str, Part] = {}
    numbers: dict[str, int] = {}
    for item in items:
        if not item.part:
            continue
        own, met = item.part.name, {*decisive}
        if item.is_batch:
            required, _ = find_required(item.part.requires, groups, own)
            before = [name for name in required if name in numbers]
            found[own] = [numbers[name] for name in before]
            numbers[own] = len(numbers) + 1
            met |= {name for name, group in groups.items() if group in (own, *before)}
        if item.points and _find_required_tests(item, items) - met:
            lacking[own] = item.part
    left += (line for part in lacking.values() for line in note_requirements(part))
    return found


def _name(case: Case) -> str:
    return case.id.partition("/")[2]
