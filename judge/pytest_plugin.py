"""Collect a pytest test for every solution and case: `pytest --judge`, or `judge_root` in its configuration.

A test fails with the diagnosis and the diff if the verdict is not the expected one. Every pytest with an
installed judge loads this module, so it imports the judge only when it is used.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from judge.model.cases import Case
    from judge.model.programs import Solution
    from judge.model.results import Result
    from judge.platform.errors import Fault
    from judge.running.places import Closed
    from judge.work.workers import Workers

_OPEN = pytest.StashKey[ExitStack]()
_WORKERS = pytest.StashKey["Workers"]()
# Property of a test: its verdict if it passes without AC, or its verdict and mistake if it fails.
_WORD = "verdict"


class Unexpected(Exception):
    """A case has unexpected results."""

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
    """Add the judge's tests before options such as -k select among them."""
    root = config.getoption("judge_root") or config.getini("judge_root")
    asked = config.getoption("judge") or config.getoption("judge_root")
    paths_given = config.args_source is pytest.Config.ArgsSource.ARGS
    if asked or (root and not paths_given):
        judged = list(_collect(session, config.rootpath / root if root else config.rootpath))
        # pytest counts the reported items as collected.
        report = pytest.CollectReport(str(config.rootpath), "passed", None, [*judged])
        session.ihook.pytest_collectreport(report=report)
        items += judged


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Show the verdict of a test that passes without AC: an expected failure, or no answer to compare with.

    A failed test shows its verdict and mistake instead of FAILED, also in the summary.
    """
    word = dict(report.user_properties).get(_WORD) if report.when == "call" else None
    if not word or report.skipped:
        return None
    return ("passed", ".", f"PASSED ({word})") if report.passed else ("failed", "F", f"{word}")


def pytest_unconfigure(config: pytest.Config) -> None:
    if _OPEN in config.stash:
        config.stash[_OPEN].close()


def _collect(session: pytest.Session, root: Path) -> Iterator[pytest.Item]:
    from itertools import groupby

    from judge.platform.errors import JudgeError, require_linux

    try:
        require_linux()
        from judge.cases.tests import count_tests, select_cases
        from judge.options.groups import Folders, find_project
        from judge.options.selection import load_project

        project = find_project(Folders(root=root))
        found = load_project(project)
    except JudgeError as error:
        raise pytest.UsageError(str(error)) from None
    closed = project.closed()
    for solution in found.solutions:
        parent = _make_program(session, solution.path)
        if solution.faults:
            yield Faulty.from_parent(parent, name="faults", faults=solution.faults)
            continue
        cases = select_cases(solution, found.cases)
        for case in cases:
            if count_tests(case, solution.format):
                yield Judged.from_parent(parent, name=case.id, solution=solution, case=case, closed=closed)
        for name, group in groupby(cases, key=lambda case: case.problem):
            own = tuple(group)
            if solution.owed([case.id for case in own]):
                title = f"{name} as stated"
                yield Owed.from_parent(parent, name=title, solution=solution, cases=own, closed=closed)
    for problem in found.faulty:
        parent = _make_program(session, problem.faults[0].path)
        yield Faulty.from_parent(parent, name="faults", faults=problem.faults)


def _make_program(session: pytest.Session, path: Path) -> Program:
    path = path.absolute()
    name = path.relative_to(session.path).as_posix() if path.is_relative_to(session.path) else str(path)
    program: Program = Program.from_parent(session, name=name, nodeid=name)
    return program


class Program(pytest.Collector):
    """One solution or one faulty file: the parent of its tests, with the results known so far."""

    def __init__(self, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.known: dict[str, tuple[Result, ...]] = {}

    def judge(self, solution: Solution, case: Case, closed: Closed) -> tuple[Result, ...]:
        """Return the results on a case, judging it unless another test has."""
        from judge.options.judging import judge_all

        results = self.known.get(case.id) or judge_all(
            (solution,), (case,), _open_workers(self.config, closed)
        )
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
        from judge.model.cells import make_cell

        assert isinstance(self.parent, Program)
        results = self.parent.judge(self.solution, self.case, self.closed)
        expected = make_cell(results).as_expected
        if expected is None:
            pytest.skip(results[0].message)
        if not expected:
            self.user_properties.append((_WORD, _name_failure(results)))
            raise Unexpected(results)
        if words := {result.verdict.name for result in results} - {"AC"}:
            self.user_properties.append((_WORD, min(words)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if not isinstance(excinfo.value, Unexpected):
            return str(super().repr_failure(excinfo))
        from judge.model.cells import group_cells
        from judge.show.failures import describe_failures
        from judge.show.fitting import BOUNDLESS

        texts = describe_failures(group_cells(excinfo.value.results), width=BOUNDLESS)
        return "\n".join(text.plain for text in texts).rstrip()

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.solution.path, 0, f"{self.solution.name} on {self.case.id}"


class Owed(pytest.Item):
    """The expectations of one solution on one problem that concern several tests."""

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
        cells = [self.parent.judge(self.solution, case, self.closed) for case in self.cases]
        results = [result for cell in cells for result in cell]
        for each in unmet((self.solution,), self.cases, results):
            pytest.fail(describe_unmet(each).plain.rstrip(), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.solution.path, 0, f"{self.solution.name} on {self.name}"


def _name_failure(results: tuple[Result, ...]) -> str:
    """Name the first unexpected result in a word or two: `PE no-separators`."""
    from judge.show.failures import name_failure

    return next(
        (name_failure(result) for result in results if result.as_expected is False), name_failure(results[0])
    )


def _open_workers(config: pytest.Config, closed: Closed) -> Workers:
    """Return the one worker of this process, started on first use.

    Processes of xdist with their usual names, such as `gw0`, each use one core.
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
