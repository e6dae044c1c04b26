"""The paths of tests in the `data` of a package of Kattis or the ICPC: sample or secret, and the group."""

from codecs import BOM_UTF8
from collections.abc import Mapping
from posixpath import dirname, join, normpath

from msgspec import Struct

from judge.model.cases import Case
from judge.model.package_format import SAMPLE, SECRET, TEST_FOLDERS, is_sample
from judge.model.points import Group, Worth
from judge.packages.out.names import make_distinct
from judge.packages.out.parts import ExportedPackage
from judge.platform.errors import listed
from judge.platform.files import Content, whole

# A group whose points are the sum of its tests' points.
_SUM = Group(name="")


class GroupConfig(Struct, frozen=True, kw_only=True):
    """The configuration of a folder of tests: how they count together, and the points of each direct test."""

    group: Group
    points: float = 0.0
    rejected_points: float = 0.0


class TestData(Struct, frozen=True, kw_only=True):
    """The tests by their paths without suffix, and the configs by their folders, `.` for the whole of `data`.

    A problem without points has no configs.
    """

    tests: tuple[tuple[str, Case], ...]
    configs: Mapping[str, GroupConfig]

    def files(self) -> dict[str, Content]:
        """Return the inputs and answers. A missing answer, which no checker needs, is empty."""
        found: dict[str, Content] = {}
        for place, case in self.tests:
            found[f"data/{place}.in"] = case.input
            found[f"data/{place}.ans"] = b"" if case.answer is None else case.answer
        return found


def arrange_tests(package: ExportedPackage) -> TestData:
    """Sort the tests into samples and secret tests. Names of samples begin with `sample`.

    If all tests are samples, they become secret. The folders of a package are kept. Tests without an answer
    are left out if outputs are compared with it.
    """
    problem, left = package.problem, package.left
    decided = problem.cases[0].checker or problem.cases[0].interactor
    cases = [case for case in problem.cases if decided or case.answer is not None]
    left += [f"{case.id}: left out: no answer" for case in problem.cases if case not in cases]
    empty = [case.id for case in cases if case.answer is None]
    if empty and len(empty) < len(cases):
        left.append(f"no answer, so the package has an empty one: {listed(empty)}")
    if not cases:
        raise problem.fault("expected tests with answers, got none")
    names = {case.id: case.id.partition("/")[2] for case in cases}
    worths = {case.id: case.worth for case in cases if case.worth}
    places, sheets = {case: _find_place(name) for case, name in names.items()}, dict[str, GroupConfig]()
    if worths:
        places, sheets = _place_by_points(names, worths)
    own = make_distinct(places.values())
    tests = [(own[places[case.id]], case) for case in cases]
    left += [f"{case.id}: called {place}" for place, case in tests if place != places[case.id]]
    if all(place.startswith(f"{SAMPLE}/") for place, _ in tests):
        left.append("no samples: a package needs secret tests, and these would be all that there are")
        tests = [(f"{SECRET}/{place.removeprefix(f'{SAMPLE}/')}", case) for place, case in tests]
    if odd := [case.id for case in cases if not all(map(_is_text, (case.input, case.answer or b"")))]:
        left.append(f"tests that are no UTF-8 text with LF at the end of each line: {listed(odd)}")
    return TestData(tests=tuple(tests), configs=sheets)


def _find_place(name: str) -> str:
    if name.partition("/")[0] in TEST_FOLDERS and "/" in name:
        return name
    return f"{SAMPLE if is_sample(name) else SECRET}/{name}"


def _place_by_points(
    names: Mapping[str, str], worths: Mapping[str, Worth]
) -> tuple[dict[str, str], dict[str, GroupConfig]]:
    """Return the paths of tests that count points, and the configs of their folders."""
    samples = {case for case, worth in worths.items() if not worth.points and is_sample(names[case])}
    is_package = all(
        _find_place(names[case]) == names[case] and worth.groups[-1].name == dirname(names[case])
        for case, worth in worths.items()
    )
    if is_package or worths.keys() == samples:
        return _place_by_groups(names, worths)
    others = {case: worth for case, worth in worths.items() if case not in samples}
    places, sheets = _place_by_groups({case: names[case] for case in others}, others)
    for case in samples:
        places[case] = f"{SAMPLE}/{names[case].removeprefix(f'{SAMPLE}/').replace('/', '-')}"
    return places, sheets | ({SAMPLE: GroupConfig(group=_SUM)} if samples else {})


def _place_by_groups(
    names: Mapping[str, str], worths: Mapping[str, Worth]
) -> tuple[dict[str, str], dict[str, GroupConfig]]:
    if all(worth.groups[-1].name == (dirname(names[case]) or ".") for case, worth in worths.items()):
        return _keep_folders(names, worths)
    kinds = {case: (worth.groups[-1], worth.points) for case, worth in worths.items()}
    if len({*kinds.values()}) == 1 and all(len(worth.groups) == 1 for worth in worths.values()):
        ((group, points),) = {*kinds.values()}
        sheet = GroupConfig(group=group, points=points)
        return {case: _find_place(name) for case, name in names.items()}, dict.fromkeys(
            (".", *TEST_FOLDERS), sheet
        )
    called = {kind: kind[0].name.replace("/", "-") or f"{kind[1]:g} points" for kind in kinds.values()}
    folders = make_distinct(called.values())
    places: dict[str, str] = {}
    sheets = {".": GroupConfig(group=_SUM), SECRET: GroupConfig(group=_SUM)}
    for case, (group, points) in kinds.items():
        folder = f"{SECRET}/{folders[called[group, points]]}"
        places[case] = f"{folder}/{names[case].replace('/', '-')}"
        sheets[folder] = GroupConfig(group=group, points=points)
    return places, sheets


def _keep_folders(
    names: Mapping[str, str], worths: Mapping[str, Worth]
) -> tuple[dict[str, str], dict[str, GroupConfig]]:
    """Return paths and configs for groups that are folders. Put them below `secret` unless from a package."""
    is_package = all(_find_place(name) == name for name in names.values())
    start = "" if is_package else SECRET
    sheets: dict[str, GroupConfig] = {}
    for worth in worths.values():
        for group in worth.groups:
            sheets.setdefault(normpath(join(start, group.name)), GroupConfig(group=group))
        own = normpath(join(start, worth.groups[-1].name))
        sheets[own] = GroupConfig(
            group=worth.groups[-1], points=worth.points, rejected_points=worth.rejected_points
        )
    return {case: join(start, name) for case, name in names.items()}, {".": GroupConfig(group=_SUM), **sheets}


def _is_text(content: Content) -> bool:
    """Return whether a file is text as packages require: UTF-8 without a BOM, each line ended by LF."""
    data = whole(content)
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return b"\r" not in data and not data.startswith(BOM_UTF8) and (not data or data.endswith(b"\n"))
