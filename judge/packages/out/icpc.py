"""A problem as a package of the ICPC and BAPCtools, `2025-09`.

Source: https://www.kattis.com/problem-package-format/spec/2025-09.html.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from posixpath import dirname
from typing import Any

from judge.model.package_format import FOLDERS, SAMPLE, SECRET, TEST_FOLDERS, TEST_GROUP
from judge.model.verdicts import Rule
from judge.packages.out.data import GroupConfig, TestData
from judge.packages.out.deciders import Decider, begin_package, write_answer_validators
from judge.packages.out.expectations import (
    Expectation,
    add_submissions,
    sort_verdicts,
    to_package_verdicts,
)
from judge.packages.out.groups import (
    ALWAYS_COUNTED,
    LEFT_OUT,
    find_required,
    note_requirements,
    split_groups,
)
from judge.packages.out.parts import ExportedPackage, place_below, split_source
from judge.packages.out.problem import Problem
from judge.platform.files import Content, whole
from judge.yaml.text import dumped

# The folders of programs that fail on some test, and of programs that may pass or fail.
_FAILS, _OPEN = "rejected", "mixed"
_STEPS = (1.0, 0.1, 0.01, 0.001, 0.000001)


def to_icpc(problem: Problem) -> ExportedPackage:
    """Export a problem as a package. Raises InputErrors if no such package can hold it."""
    package, decides, data = begin_package(
        problem, ("kattis", "icpc"), statement="statement", validator="output_validator"
    )
    groups = _write_groups(data, package.left)
    if groups:
        _add_requirements(groups, data, decides, package.left)
    package.files |= {
        "problem.yaml": dumped(_write_problem_yaml(package, decides, groups)).encode(),
        **place_below("answer_validators", write_answer_validators(problem)),
        **_write_test_configs(decides, data),
        **place_below("data", problem.validator_tests),
    }
    words = {"output_validator_args": [*decides.words]} if decides.words else {}
    sheets = {folder: dict(words) for folder in TEST_FOLDERS if words and _has_tests(data, folder)}
    sheets |= {folder: sheet | sheets.get(folder, {}) for folder, sheet in groups.items()}
    for folder, sheet in sheets.items():
        package.files[f"data/{folder}/{TEST_GROUP}"] = dumped(sheet).encode()
    entries: dict[str, Any] = {}
    for program, wanted in add_submissions(package, _find_folder, ignores_blanks=decides.ignores_blanks):
        folder = _find_folder(wanted)
        if more := _write_entry(wanted, folder, data):
            entries[f"{folder}/{program.called}"] = more
    if entries:
        package.files["submissions/submissions.yaml"] = dumped(entries).encode()
    return package


def _write_test_configs(decides: Decider, data: TestData) -> dict[str, Content]:
    """Return the arguments and files of single tests, for solutions and for the output validator."""
    files: dict[str, Content] = {}
    for place, case in data.tests:
        config = {"args": [*case.arguments]} if case.arguments else {}
        if case.id in decides.others:
            config["output_validator_args"] = [*decides.others[case.id]]
        if config:
            files[f"data/{place}.yaml"] = dumped(config).encode()
        files |= {f"data/{place}.files/{name}": file for name, file in case.given}
    return files


def _has_tests(data: TestData, folder: str) -> bool:
    return any(place.startswith(f"{folder}/") for place, _ in data.tests)


def _write_problem_yaml(
    package: ExportedPackage, decides: Decider, groups: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the keys of problem.yaml. Multipliers of 1 keep the site from deriving another limit."""
    problem = package.problem
    passes, limit = problem.cases[0].passes, problem.limits.cpu_s
    kinds = ["scoring"] * bool(groups) + ["interactive"] * decides.interactive + ["multi-pass"] * (passes > 1)
    limits: dict[str, Any] = {
        "time_multipliers": {"ac_to_time_limit": 1.0, "time_limit_to_tle": 1.0},
        "time_limit": limit,
        "time_resolution": next(step for step in _STEPS if abs(limit / step - round(limit / step)) < 1e-6),
        "memory": package.memory(),
        "output": package.mebibytes("output", problem.limits.output_bytes),
    }
    tree = {
        "problem_format_version": "2025-09",
        "type": kinds,
        "name": problem.title,
        "uuid": problem.uuid,
        "source": split_source(problem),
        "limits": limits | ({"validation_passes": passes} if passes > 1 else {}),
    }
    return {key: value for key, value in tree.items() if value}


def _write_groups(data: TestData, left: list[str]) -> dict[str, dict[str, Any]]:
    """Return the keys of test_group.yaml files for points. If they cannot express them, note it in `left`."""
    if not data.configs:
        return {}
    members = Counter(dirname(place) for place, _ in data.tests)
    secret = {folder: number for folder, number in members.items() if folder != SAMPLE}
    found = {folder: _write_group(data.configs.get(folder), number) for folder, number in secret.items()}
    counts = SAMPLE in members and not data.configs["."].group.ignores_samples
    written = [each for each in found.values() if each]
    if len(written) < len(found) or any(folder.count("/") > 1 for folder in found):
        left.append(LEFT_OUT)
        return {}
    if SECRET in found and len(found) > 1:
        left.append("points: left out: a package has all tests in groups, or none")
        return {}
    if counts and data.configs[SAMPLE].points:
        left.append("points of samples: a package counts none")
    if SECRET in found:
        return {SECRET: written[0]}
    groups = dict(zip(found, written, strict=True))
    if _counts_as_one(data, written):
        return {SECRET: written[0]} | groups
    if split_groups([case for _, case in data.tests]) is None:
        left.append(LEFT_OUT)
        return {}
    most = sum(each["max_score"] for each in written)
    return {SECRET: {"max_score": most, "score_aggregation": "sum"}} | groups


def _counts_as_one(data: TestData, written: Sequence[dict[str, Any]]) -> bool:
    """Return whether the secret tests have points only if all of these groups are accepted."""
    sheet = data.configs.get(SECRET)
    is_whole = sheet and (sheet.group.count, sheet.group.accepted) == ("min", "all")
    return bool(is_whole) and all(each == written[0] for each in written)


def _write_group(sheet: GroupConfig | None, members: int) -> dict[str, Any] | None:
    """Return the keys of one test_group.yaml, None if it cannot express the group."""
    if not sheet or sheet.rejected_points or sheet.group.count not in ("sum", "min"):
        return None
    group = sheet.group
    most = sheet.points * (members if group.count == "sum" else 1)
    modes = {"all": "pass-fail", "any number": None if group.stops else group.count}
    if round(most, 9) != round(most) or not modes.get(group.accepted):
        return None
    return {"max_score": round(most), "score_aggregation": modes[group.accepted]}


def _add_requirements(
    groups: dict[str, dict[str, Any]], data: TestData, decides: Decider, left: list[str]
) -> None:
    """Add `require_pass`, which names groups of pass-fail before the own group. Note what it cannot name."""
    folders = {case.id.partition("/")[2]: dirname(place) for place, case in data.tests}
    may_score = any(b"score" in whole(file) for file in decides.files.values())
    parts = split_groups([case for _, case in data.tests])
    if parts is None and groups and any(sheet.group.requires for sheet in data.configs.values()):
        left.append(ALWAYS_COUNTED)
    for part in parts or ():
        own = folders[part.cases[0].id.partition("/")[2]]
        found, is_all = find_required(part.requires, folders, own)
        named = []
        for other in found:
            sheet = groups.get(other, {})
            if sheet.get("score_aggregation") == "min" and not may_score:
                sheet["score_aggregation"] = "pass-fail"
            if other == SAMPLE or (sheet.get("score_aggregation") == "pass-fail" and other < own):
                named.append(other)
        if named and own in groups:
            groups[own]["require_pass"] = named
        if not is_all or len(named) < len(found):
            left += note_requirements(part)


def _find_folder(own: Expectation) -> str:
    """Return the folder for the verdict of a program, or a wider one if the program may get others.

    Empty for a verdict that packages do not have.
    """
    if own.lost:
        return ""
    if own.worst and own.seen <= {"AC", own.worst}:
        return FOLDERS[own.worst]
    return _FAILS if own.fails else _OPEN


def _write_entry(own: Expectation, folder: str, data: TestData) -> dict[str, Any]:
    """Return a program's entry in submissions.yaml, empty if its folder states everything."""
    verdicts = {place: own.verdicts[case.id] for place, case in data.tests}
    kinds = {*verdicts.values()}
    is_plain = all(not (rule.tests or rule.points or rule.message) for rule in own.rules)
    is_sure = kinds == {frozenset({"AC"})} or own.required == (frozenset({own.worst}),)
    if len(kinds) == 1 and is_plain and is_sure and FOLDERS.get(own.worst) == folder:
        return {}
    found: dict[str, Any] = {}
    for tests in ("sample/", "secret/") if len(kinds) > 1 else ("",):
        inner = {place: each for place, each in verdicts.items() if place.startswith(tests)}
        alike = {tests.rstrip("/"): next(iter(inner.values()))} if len({*inner.values()}) == 1 else inner
        for place, each in alike.items():
            found.setdefault(place, {})["permitted"] = sort_verdicts(each)
    for rule in own.rules:
        _add_rule(rule, found)
    first: dict[str, Any] = found.pop("", {})
    return first | found


def _add_rule(rule: Rule, found: dict[str, Any]) -> None:
    """Add the demands of a rule to the entry of its tests. If a key is in use, add them under `*`."""
    patterns = [",".join(rule.tests)] if rule.tests else ["", "*"]
    if len(rule.tests) > 1:
        patterns = [f"{{{patterns[0]}}}"]
    asks = {
        "required": sort_verdicts(to_package_verdicts(rule.required)),
        "score": [*rule.points] if rule.points else None,
        "message": rule.message,
    }
    asks = {key: value for key, value in asks.items() if value}
    place = next((one for one in patterns if not asks.keys() & found.get(one, {}).keys()), patterns[-1])
    found.setdefault(place, {}).update(asks)
