"""pytest collects a test for every solution and case: `pytest --judge`, or `judge_root` in its configuration.

A test fails with the diagnosis and the diff when the verdict is not the expected one. Every pytest beside an
installed judge loads this module: it imports nothing of the judge until it is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from judge.errors import Fault
    from judge.model.cases import Case
    from judge.model.programs import Solution
    from judge.model.results import Result
    from judge.running.places import Closed
    from judge.work.workers import Workers

_OPEN = pytest.StashKey[ExitStack]()
_WORKERS = pytest.StashKey["Workers"]()
# Under this property a test has what it got: of one that passes the verdict where that is not AC, of one that
# fails with the mistake.
_WORD = "verdict"


class Unexpected(Exception):
    """The results of a case, which are not the expected ones."""

    def __init__(self, results: tuple[Result, ...]) -> None:
        super().__init__(results)
        self.results = results


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("judge", "a local judge for competitive programming")
    group.addoption("--judge", action="store_true", help="judge every solution on every case")
    group.addoption(
        "--judge-root", metavar="DIR", help="the folder with solutions/ and cases/, implies --judge"
    )
    parser.addini("judge_root", "the folder with solutions/ and cases/: judge whenever no path is given")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the judge's tests, before -k and its like choose among them."""
    root = config.getoption("judge_root") or config.getini("judge_root")
    asked = config.getoption("judge") or config.getoption("judge_root")
    paths_given = config.args_source is pytest.Config.ArgsSource.ARGS
    if asked or (root and not paths_given):
        judged = list(_collected(session, config.rootpath / root if root else config.rootpath))
        # pytest counts what is reported as collected.
        report = pytest.CollectReport(str(config.rootpath), "passed", None, [*judged])
        session.ihook.pytest_collectreport(report=report)
        items += judged


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """A test that passes without AC says so: a limit that was expected, or no answer to compare with.

    One that fails says how, instead of FAILED: so does its line in the summary.
    """
    word = dict(report.user_properties).get(_WORD) if report.when == "call" else None
    if not word or report.skipped:
        return None
    return ("passed", ".", f"PASSED ({word})") if report.passed else ("failed", "F", f"{word}")


def pytest_unconfigure(config: pytest.Config) -> None:
    if _OPEN in config.stash:
        config.stash[_OPEN].close()


def _collected(session: pytest.Session, root: Path) -> Iterator[pytest.Item]:
    from itertools import groupby

    from judge.errors import JudgeError, require_linux

    try:
        require_linux()
        from judge.cases.tests import count_tests, select_cases
        from judge.model.patterns import problem_of
        from judge.options.groups import Folders, find_project
        from judge.options.selection import load_project

        project = find_project(Folders(root=root))
        found = load_project(project)
    except JudgeError as error:
        raise pytest.UsageError(str(error)) from None
    closed = project.closed()
    for solution in found.solutions:
        parent = _program(session, solution.path)
        if solution.faults:
            yield Faulty.from_parent(parent, name="faults", faults=solution.faults)
            continue
        cases = select_cases(solution, found.cases)
        for case in cases:
            if count_tests(case, solution.format):
                yield Judged.from_parent(parent, name=case.id, solution=solution, case=case, closed=closed)
        for name, group in groupby(cases, key=lambda case: problem_of(case.id)):
            own = tuple(group)
            if solution.owed([case.id for case in own]):
                told = f"{name} as stated"
                yield Owed.from_parent(parent, name=told, solution=solution, cases=own, closed=closed)
    for problem in found.faulty:
        parent = _program(session, problem.faults[0].path)
        yield Faulty.from_parent(parent, name="faults", faults=problem.faults)


def _program(session: pytest.Session, path: Path) -> Program:
    path = path.absolute()
    name = path.relative_to(session.path).as_posix() if path.is_relative_to(session.path) else str(path)
    program: Program = Program.from_parent(session, name=name, nodeid=name)
    return program


class Program(pytest.Collector):
    """One solution, or one file at fault: the parent of its tests, with the results that they know."""

    def __init__(self, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.known: dict[str, tuple[Result, ...]] = {}

    def judged(self, solution: Solution, case: Case, closed: Closed) -> tuple[Result, ...]:
        """The results on a case, which another test may have asked for."""
        from judge.options.judging import judge_all

        results = self.known.get(case.id) or judge_all((solution,), (case,), _workers(self.config, closed))
        if any(rule.owes for rule in solution.rules):
            self.known[case.id] = results
        return results

    def collect(self) -> Iterator[pytest.Item]:
        return iter(())


class Faulty(pytest.Item):
    """A solution or a problem that cannot be judged: it fails with its faults."""

    def __init__(self, *, faults: tuple[Fault, ...], **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.faults = faults

    def runtest(self) -> None:
        pytest.fail("\n".join(map(str, self.faults)), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.faults[0].path, max(0, self.faults[0].line - 1), self.nodeid


class Judged(pytest.Item):
    """One solution on one case."""

    def __init__(self, *, solution: Solution, case: Case, closed: Closed, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.solution = solution
        self.case = case
        self.closed = closed

    def runtest(self) -> None:
        from judge.model.results import case_as_expected

        assert isinstance(self.parent, Program)
        results = self.parent.judged(self.solution, self.case, self.closed)
        expected = case_as_expected(results)
        if expected is None:
            pytest.skip(results[0].message)
        if not expected:
            self.user_properties.append((_WORD, _failing(results)))
            raise Unexpected(results)
        if words := {result.verdict.name for result in results} - {"AC"}:
            self.user_properties.append((_WORD, min(words)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if not isinstance(excinfo.value, Unexpected):
            return str(super().repr_failure(excinfo))
        from judge.show.failures import describe_failures
        from judge.show.fitting import BOUNDLESS

        texts = describe_failures(excinfo.value.results, width=BOUNDLESS)
        return "\n".join(text.plain for text in texts).rstrip()

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.solution.path, 0, f"{self.solution.name} on {self.case.id}"


class Owed(pytest.Item):
    """One solution on one problem: what is stated of its tests together."""

    def __init__(
        self, *, solution: Solution, cases: tuple[Case, ...], closed: Closed, **rest: object
    ) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.solution = solution
        self.cases = cases
        self.closed = closed

    def runtest(self) -> None:
        from judge.scoring.unmet import unmet
        from judge.show.failures import describe_unmet

        assert isinstance(self.parent, Program)
        cells = [self.parent.judged(self.solution, case, self.closed) for case in self.cases]
        results = [result for cell in cells for result in cell]
        for each in unmet((self.solution,), self.cases, results):
            pytest.fail(describe_unmet(each).plain.rstrip(), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.solution.path, 0, f"{self.solution.name} on {self.name}"


def _failing(results: tuple[Result, ...]) -> str:
    """The first of the results that is to blame, in a word or two: `PE no-separators`."""
    from judge.show.failures import name_failure

    return next(
        (name_failure(result) for result in results if result.as_expected is False), name_failure(results[0])
    )


def _workers(config: pytest.Config, closed: Closed) -> Workers:
    """The one worker of this process, started when it is first needed.

    Processes of xdist that have their usual names, `gw0` and so on, sit on a core each.
    """
    from judge.running.runner import Runner
    from judge.work.slots import Seal
    from judge.work.workers import Workers, list_physical_cores

    if _WORKERS not in config.stash:
        cores = list_physical_cores()
        number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
        core = cores[int(number) % len(cores)] if number.isdecimal() else None
        stack = config.stash[_OPEN] = ExitStack()
        runner = stack.enter_context(Runner(core=core, closed=closed))
        workers = config.stash[_WORKERS] = Workers((runner,), Seal(closed=closed))
        stack.callback(workers.shutdown, cancel_futures=True)
    return config.stash[_WORKERS]
