"""`judge verify`: says whether problems are ready, as a list of checks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from judge.library.folders import Loaded
from judge.model.findings import Finding, Flaw, Status
from judge.model.patterns import matches
from judge.model.results import Result
from judge.options.declaration import Command, option, positionals, repeated
from judge.options.groups import (
    Folders,
    Manner,
    Sealing,
    Selection,
    color_option,
    enter_folder,
    find_project,
    jobs_option,
)
from judge.options.judging import make_show_command
from judge.options.kinds import NAMED, OUTPUT, one_of
from judge.options.reports import Report, open_reports
from judge.options.selection import load_project
from judge.platform.errors import InputErrors, UsageError, unknown
from judge.platform.streams import Colour
from judge.show.findings import show_findings
from judge.show.findings_report import render_json, render_junit
from judge.show.progress import show_count
from judge.show.step_log import held, warn
from judge.verifying.plan import CHECKS, verify
from judge.verifying.problem import Problem
from judge.work.problem_tools import ProblemTools
from judge.work.slots import Seal
from judge.work.workers import Workers, open_workers


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    problems: tuple[str, ...] = positionals(NAMED, "a problem, or a pattern such as 'week1-*'; or a folder")
    folders: Folders
    only: tuple[str, ...] = repeated(
        "--only", one_of(tuple(CHECKS)), "carry out only this check (repeatable)"
    )
    json: Path | None = option("--json", OUTPUT, "write the findings as JSON")
    junit: Path | None = option("--junit", OUTPUT, "write them as JUnit XML, for GitHub and GitLab")
    sealing: Sealing
    jobs: int | None = jobs_option()
    color: Colour = color_option()


def verify_problems(arguments: Arguments) -> int:
    """Carry out the checks on each problem. Return 1 if one fails, 2 if a problem cannot be read."""
    level = arguments.sealing.sandbox
    reports = (
        Report("--json", arguments.json, render_json),
        Report("--junit", arguments.junit, render_junit),
    )
    with open_reports(*reports) as write, held():
        folders, selection = enter_folder(arguments.folders, Selection(solutions=arguments.problems))
        project = find_project(folders, level=level)
        found = _select(load_project(project, unsolved=True), selection.solutions)
        warn((*found.faults, *project.left))
        seal = Seal(level=level, closed=project.closed())
        with open_workers(arguments.jobs, seal) as workers:
            command = make_show_command(found, folders, Manner(sandbox=level))
            findings = list(_verify_all(found, workers, arguments.only, command))
        show_findings(findings, color=arguments.color)
        write(findings)
    if found.faults:
        return 2
    return int(any(finding.status is Status.FAILED for finding in findings))


def _select(found: Loaded, words: Sequence[str]) -> Loaded:
    """Keep the problems that the words name. Raises UsageError, and InputErrors if no other is left."""
    names = list(dict.fromkeys([case.problem for case in found.cases] + [each.name for each in found.faulty]))
    for word in words:
        if not any(matches(word, name) for name in names):
            raise UsageError(unknown("one of the problems", word, names))
    kept = {name for name in names if not words or any(matches(word, name) for word in words)}
    left = replace(
        found,
        cases=tuple(case for case in found.cases if case.problem in kept),
        faulty=tuple(each for each in found.faulty if each.name in kept),
        solutions=tuple(one for one in found.solutions if any(map(one.belongs_to, kept))),
    )
    if not left.cases:
        raise InputErrors(left.faults)
    return left


def _verify_all(
    found: Loaded, workers: Workers, only: Sequence[str], command: Callable[[Result], str]
) -> Iterator[Finding]:
    for name in dict.fromkeys(case.problem for case in found.cases):
        cases = tuple(case for case in found.cases if case.problem == name)
        try:
            tools = ProblemTools(found.project, name)
            validators, of_answers = tools.validators(cases), tools.answer_validators(cases)
        except InputErrors as error:
            flaws = tuple(Flaw(path=each.path, line=each.line, message=each.message) for each in error.faults)
            yield Finding(problem=name, check="validators", status=Status.FAILED, words="", flaws=flaws)
            continue
        with show_count(f"verifying {name}") as progress:
            problem = Problem(
                name=name,
                project=found.project,
                cases=cases,
                solutions=tuple(one for one in found.solutions if one.belongs_to(name) and not one.faults),
                validators=validators,
                answer_validators=of_answers,
                executor=workers,
                seal=workers.seal,
                make_command=command,
                progress=progress,
            )
            yield from verify(problem, only)


_EXAMPLES = (
    ("judge verify", "all checks of all problems"),
    ("judge verify pair --only changed-inputs", "one check of one problem"),
)
COMMAND = Command(
    Arguments,
    verify_problems,
    examples=_EXAMPLES,
    epilog="exit codes: 0 no check fails, 1 one fails, 2 bad input, 3 a bug, 130 interrupted",
)
