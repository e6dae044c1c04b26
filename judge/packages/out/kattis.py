"""A problem as a package of Kattis and problemtools, `legacy`.

Source: https://www.kattis.com/problem-package-format/spec/legacy.html.
"""

from typing import Any

from judge.model.package_format import ACCEPT_FLAGS, FOLDERS, PARTIALLY_ACCEPTED, TESTDATA
from judge.packages.out.data import GroupConfig, TestData
from judge.packages.out.deciders import Decider, begin_package
from judge.packages.out.expectations import Expectation, add_submissions, note_unstated_tests
from judge.packages.out.groups import ALWAYS_COUNTED
from judge.packages.out.parts import ExportedPackage, split_source
from judge.packages.out.problem import Problem
from judge.platform.errors import listed
from judge.platform.units import write_time
from judge.yaml.text import dumped


def to_kattis(problem: Problem) -> ExportedPackage:
    """Export a problem as a package. Raises InputErrors if no such package can hold it."""
    if problem.cases[0].passes > 1:
        raise problem.fault("expected a problem of one pass, which alone such a package has, got several")
    problem.require_inputs_alone()
    package, decides, data = begin_package(
        problem, ("kattis",), statement="problem_statement", validator="output_validators/validate"
    )
    # The legacy format has the groups sample and secret only.
    package.leave_validator_tests()
    if decides.others:
        raise problem.fault("expected one rule for all tests, got several")
    files, left, limit = package.files, package.left, write_time(problem.limits.cpu_s)
    left.append(
        f"Kattis computes its own time limit from the submissions; DOMjudge reads {limit} in .timelimit"
    )
    files[".timelimit"] = f"{limit[:-1]}\n".encode()
    files["problem.yaml"] = dumped(_write_problem_yaml(package, decides, data)).encode()
    for folder, sheet in data.configs.items():
        files[_group_config_path(folder)] = dumped(_write_group_config(sheet)).encode()
    exported = add_submissions(
        package, lambda wanted: _find_folder(wanted, decides, data), ignores_blanks=decides.ignores_blanks
    )
    if not data.configs and any(wanted.fails_otherwise for _, wanted in exported):
        # Otherwise a program that fails in two ways gets the verdict of its first failed test.
        files[_group_config_path(".")] = dumped({"on_reject": "continue"}).encode()
    partial = [one.name for one, wanted in exported if not wanted.is_partial and _loses_points(wanted, data)]
    if partial:
        left.append(f"in {PARTIALLY_ACCEPTED}/, since Kattis accepts any number of points: {listed(partial)}")
    if any(sheet.group.requires for sheet in data.configs.values()):
        left.append(ALWAYS_COUNTED)
    note_unstated_tests(package, exported)
    return package


def _write_problem_yaml(package: ExportedPackage, decides: Decider, data: TestData) -> dict[str, Any]:
    """Return the keys of problem.yaml."""
    problem = package.problem
    source = split_source(problem)
    kinds = ["interactive"] * decides.interactive + ["score"] * bool(data.configs and decides.scores)
    tree = {
        "problem_format_version": "legacy",
        "type": "scoring" if data.configs else "",
        "name": problem.title,
        "uuid": problem.uuid,
        "source": source.get("name"),
        "source_url": source.get("url"),
        "limits": {
            "memory": package.memory(),
            "output": package.mebibytes("output", problem.limits.output_bytes),
        },
        "validation": " ".join(("custom", *kinds)) if decides.files else "default",
        "validator_flags": " ".join(decides.words),
    }
    return {key: value for key, value in tree.items() if value}


def _find_folder(wanted: Expectation, decides: Decider, data: TestData) -> str:
    """Return the folder that states the expected result of a program, empty if there is none."""
    if wanted.lost or (wanted.blanks and decides.ignores_blanks):
        return ""
    if _loses_points(wanted, data):
        return PARTIALLY_ACCEPTED
    return FOLDERS[wanted.worst] if wanted.worst else ""


def _loses_points(wanted: Expectation, data: TestData) -> bool:
    """Return whether a program fails in a package that accepts all programs and only counts points."""
    return bool(data.configs) and data.configs["."].group.accepted == "any number" and wanted.fails


def _write_group_config(sheet: GroupConfig) -> dict[str, Any]:
    """Return the keys of testdata.yaml."""
    group = sheet.group
    flags = [ACCEPT_FLAGS[group.accepted], group.count, *["ignore_sample"] * group.ignores_samples]
    tree: dict[str, Any] = {
        "on_reject": "break" if group.stops else "continue",
        "grader_flags": " ".join(flags),
        "accept_score": sheet.points,
        "reject_score": sheet.rejected_points,
    }
    if group.most_points is not None:
        tree["range"] = f"{min(0.0, sheet.rejected_points):g} {group.most_points:.17g}"
    return tree


def _group_config_path(folder: str) -> str:
    return f"data/{TESTDATA}" if folder == "." else f"data/{folder}/{TESTDATA}"
