"""Groups with points, as packages count them that have one level of groups."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from posixpath import basename

from msgspec import Struct

from judge.model.cases import Case
from judge.model.groups import group_by
from judge.model.package_format import SAMPLE
from judge.model.patterns import matches
from judge.model.points import Group, Worth
from judge.platform.errors import listed


class Part(Struct, frozen=True, kw_only=True):
    """Tests that count together, and the points of each.

    If it `is_whole`, it counts if all of its tests are accepted, and the first has all of its points.
    `requires` are patterns of tests. Its name is empty if its tests are in no group.
    """

    name: str
    cases: tuple[Case, ...]
    points: tuple[float, ...]
    is_whole: bool
    requires: tuple[str, ...]


# The groups and the ids of the tests that count in each group.
_Members = Mapping[Group, Collection[Group | str]]

# Notes on points that a package cannot count.
LEFT_OUT = "points: left out: the package's groups cannot count like the problem's"
ALWAYS_COUNTED = "groups count whether others are accepted or not"


def split_groups(cases: Sequence[Case]) -> list[Part] | None:
    """Return the groups of the tests that may count points, None if they count in another way.

    Groups that contain others may only add up their points.
    """
    counted = [(case, case.worth) for case in cases if case.worth]
    members = _find_members(counted)
    if not all(_can_split(worth, members) for _, worth in counted):
        return None
    return [_find_part(own) for own in group_by(counted, lambda each: each[1].groups[-1].name).values()]


def find_required(
    patterns: Collection[str], groups: Mapping[str, str], own: str
) -> tuple[tuple[str, ...], bool]:
    """Return the groups whose tests these patterns name, and True if they name no other tests.

    `groups` are those of all tests by their names, empty for a test in no group. `own` is the group that
    requires the others.
    """
    named = {name for name in groups if any(matches(pattern, name) for pattern in patterns)}
    missed = {group for name, group in groups.items() if name not in named} | {"", own}
    found = tuple(dict.fromkeys(groups[name] for name in groups if groups[name] not in missed))
    return found, all(groups[name] in found for name in named)


def note_requirements(part: Part) -> Iterator[str]:
    """Yield a line if the package cannot express all that a group requires."""
    if part.requires:
        wanted = listed([*part.requires])
        yield f"{part.name or 'points'}: counts without some of the tests that it requires: {wanted}"


def _find_members(counted: Sequence[tuple[Case, Worth]]) -> _Members:
    """Return the groups and tests that count in each group."""
    found: dict[Group, set[Group | str]] = {}
    for case, worth in counted:
        if not _is_ignored(worth):
            found.setdefault(worth.groups[-1], set()).add(case.id)
            for above, inner in pairwise(worth.groups):
                found.setdefault(above, set()).add(inner)
    return found


def _can_split(worth: Worth, members: _Members) -> bool:
    *above, own = worth.groups
    outer = [own, *above] if not _is_whole(own) else above
    return (
        not worth.rejected_points
        and own.count in ("sum", "min")
        and all(group.count == "sum" and _adds_up(group, members) for group in outer)
    )


def _adds_up(group: Group, members: _Members) -> bool:
    """Return whether a group has the points of its members, whether it is accepted or not."""
    return not group.stops and (
        group.accepted == "any number" or group.keeps_points or _needs_points(group, members)
    )


def _needs_points(group: Group, members: _Members) -> bool:
    """Return whether none of a group's members has points if the group is not accepted."""
    own = members.get(group, ())
    return (group.accepted == "some" or len(own) == 1) and all(
        isinstance(each, str) or not each.keeps_points or each.count == "min" or _needs_points(each, members)
        for each in own
    )


def _is_whole(group: Group) -> bool:
    return group.count == "min" or (group.accepted == "all" and not group.keeps_points)


def _find_part(own: Sequence[tuple[Case, Worth]]) -> Part:
    worth = own[0][1]
    group, is_whole = worth.groups[-1], _is_whole(worth.groups[-1])
    points = [0.0 if _is_ignored(each) else each.points for _, each in own]
    if is_whole:
        together = sum(points) if group.count == "sum" else points[0]
        points = [together, *[0.0] * (len(own) - 1)]
    return Part(
        name=(group.name or ".") if is_whole or len(worth.groups) > 1 else "",
        cases=tuple(case for case, _ in own),
        points=tuple(points),
        is_whole=is_whole,
        requires=tuple(dict.fromkeys(pattern for each in worth.groups for pattern in each.requires)),
    )


def _is_ignored(worth: Worth) -> bool:
    """Return whether a test is a sample in a group that counts none."""
    return any(
        above.ignores_samples and basename(inner.name) == SAMPLE for above, inner in pairwise(worth.groups)
    )
