"""A problem as a package of Kattis and problemtools, `legacy`.

Source: https://www.kattis.com/problem-package-format/spec/legacy.html.
"""

from typing import Any

from judge.errors import listed
from judge.model.package_format import ACCEPT_FLAGS, FOLDERS, PARTIALLY_ACCEPTED, TESTDATA
from judge.packages.out.data import GroupConfig, TestData, arrange_tests
from judge.packages.out.deciders import Decider, find_decider, write_input_validators
from judge.packages.out.expectations import Expectation, list_unstated_tests, summarize
from judge.packages.out.parts import (
    ExportedPackage,
    collect_generators,
    list_lost_flags,
    place_below,
    round_mebibytes,
    round_memory,
    split_source,
    write_statement,
)
from judge.packages.out.problem import Problem
from judge.platform.files import Content
from judge.platform.units import write_time
from judge.yaml.text import dumped


def to_kattis(problem: Problem) -> ExportedPackage:
    """Export a problem as a package. Raises InputErrors if no such package can hold it."""
    if problem.cases[0].passes > 1:
        raise problem.fault("expected a problem of one pass, which alone such a package has, got several")
    if any(case.arguments or case.given for case in problem.cases):
        raise problem.fault("expected tests that are inputs alone, got some with words or files of their own")
    decides, data = find_decider(problem, ("kattis",)), arrange_tests(problem)
    if decides.others:
        raise problem.fault("expected one rule for all tests, got several")
    validators, said = write_input_validators(problem)
    left = [*problem.left, *decides.left, *data.left, *said, *list_lost_flags(problem)]
    limit = write_time(problem.limits.cpu_s)
    left.append(f"time limit {limit}: stated in .timelimit alone; Kattis makes its own of the submissions")
    wanted = {program.name: summarize(program.solution, problem) for program in problem.programs}
    folders = {name: _find_folder(each, decides, data) for name, each in wanted.items()}
    files: dict[str, Content] = {
        "problem.yaml": dumped(_write_problem_yaml(problem, decides, data, left)).encode(),
        "problem_statement/problem.en.tex": write_statement(problem),
        ".timelimit": f"{limit[:-1]}\n".encode(),
        **place_below("input_validators", validators),
        **place_below("output_validators/validate", decides.files),
        **collect_generators(problem),
        **data.files(),
        **{
            _group_config_path(folder): dumped(_write_group_config(sheet)).encode()
            for folder, sheet in data.configs.items()
        },
    }
    for program in problem.programs:
        if folder := folders[program.name]:
            files |= program.below(f"submissions/{folder}")
    exported = {name: each for name, each in wanted.items() if folders[name]}
    if not data.configs and any(each.fails_otherwise for each in exported.values()):
        # Otherwise a program that fails in two ways gets the verdict of its first failed test.
        files[_group_config_path(".")] = dumped({"on_reject": "continue"}).encode()
    if any(sheet.group.requires for sheet in data.configs.values()):
        left.append("groups count whether others are accepted or not")
    if blanks := [name for name, each in exported.items() if each.blanks]:
        left.append(f"PE becomes WA: {listed(blanks)}")
    left += list_unstated_tests(exported)
    left += [f"{name}: left out: no folder says what it gets" for name in wanted if not folders[name]]
    if FOLDERS["AC"] not in folders.values():
        left.append("no accepted program: a package needs one")
    return ExportedPackage(files=files, left=tuple(left))


def _write_problem_yaml(
    problem: Problem, decides: Decider, data: TestData, left: list[str]
) -> dict[str, Any]:
    """Return the keys of problem.yaml."""
    source = split_source(problem)
    kind = [
        "custom",
        *["interactive"] * decides.interactive,
        *["score"] * bool(data.configs and decides.scores),
    ]
    tree = {
        "problem_format_version": "legacy",
        "type": "scoring" if data.configs else "",
        "name": problem.title,
        "uuid": problem.uuid,
        "source": source.get("name"),
        "source_url": source.get("url"),
        "limits": {
            "memory": round_memory(problem, left),
            "output": round_mebibytes("output", problem.limits.output_bytes, left),
        },
        "validation": " ".join(kind) if decides.files else "default",
        "validator_flags": " ".join(decides.words),
    }
    return {key: value for key, value in tree.items() if value}


def _find_folder(wanted: Expectation, decides: Decider, data: TestData) -> str:
    """Return the folder that states the expected result of a program, empty if there is none."""
    if wanted.lost or (wanted.blanks and decides.ignores_blanks):
        return ""
    if data.configs and data.configs["."].group.accepted == "any number" and wanted.worst != "AC":
        some = frozenset({"AC"}) in (*wanted.verdicts.values(), *wanted.required)
        return PARTIALLY_ACCEPTED if wanted.is_partial or (some and wanted.worst) else ""
    return FOLDERS[wanted.worst] if wanted.worst else ""


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
