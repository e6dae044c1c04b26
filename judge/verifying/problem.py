"""A problem to verify, and the ways to end a check of it."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from judge.cases.project import Project
from judge.model.cases import Case
from judge.model.findings import Finding, Flaw, Status
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault
from judge.subjects.subject import Progress, silent
from judge.work.calls import run_calls_in_order
from judge.work.engine import judge, list_deciders, list_tasks, order_final_results
from judge.work.problem_tools import Validator
from judge.work.slots import Seal

_Outcome = TypeVar("_Outcome")


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A problem with its cases, its validators of inputs and of answers, and all programs that belong to it.

    The `executor` carries out calls under the `seal`. `make_command` returns the command that shows a result,
    and `progress` gets the numbers of calls done and of all.
    """

    name: str
    project: Project
    cases: tuple[Case, ...]
    solutions: tuple[Solution, ...]
    validators: tuple[Validator, ...]
    answer_validators: tuple[Validator, ...]
    executor: Executor
    seal: Seal
    make_command: Callable[[Result], str]
    progress: Progress = silent

    @property
    def folder(self) -> Path:
        return self.project.cases / self.name

    def call(self, function: Callable[..., _Outcome], calls: Sequence[tuple[Any, ...]]) -> list[_Outcome]:
        """Return the outcomes of calls of a function, in order. The function gets the seal, too."""
        outcomes: list[_Outcome] = []
        asked = ((function, (*words, self.seal)) for words in calls)
        with closing(run_calls_in_order(self.executor, asked)) as coming:
            for outcome in coming:
                outcomes.append(outcome)
                self.progress(len(outcomes), len(calls))
        return outcomes

    def judge(self, solutions: Sequence[Solution], cases: Sequence[Case]) -> tuple[Result, ...]:
        """Judge programs on cases. Return the final results in order."""
        tasks = list(list_tasks(solutions, cases))
        results: list[Result] = []
        programs = [*solutions, *list_deciders(cases)]
        with closing(judge(programs, tasks, self.executor, self.seal)) as coming:
            for result in coming:
                results.append(result)
                self.progress(min(len(results), len(tasks)), len(tasks))
        return order_final_results(results, solutions, cases)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """The results of all programs on all cases, judged once for all checks."""
        return self.judge(self.solutions, self.cases)

    @property
    def accepted(self) -> tuple[Solution, ...]:
        """The programs that should be right on every test."""
        ids = [case.id for case in self.cases]
        return tuple(one for one in self.solutions if all({*one.expected(id)} == {Verdict.AC} for id in ids))

    @property
    def validator_names(self) -> str:
        return ", ".join(dict.fromkeys(each.program.path.name for each in self.validators))


def conclude(words: str, flaws: Iterable[Flaw] = (), notes: Iterable[str] = ()) -> Finding:
    """Return a finding that fails if there are flaws."""
    found = tuple(flaws)
    status = Status.FAILED if found else Status.PASSED
    return Finding(status=status, words=words, flaws=found, notes=tuple(notes))


def skip(reason: str) -> Finding:
    return Finding(status=Status.SKIPPED, words=reason)


def list_flaws(faults: Iterable[Fault]) -> list[Flaw]:
    return [Flaw(path=fault.path, line=fault.line, message=fault.message) for fault in faults]
