"""Runs made ahead: while a program is quick, one request to the keeper runs it on several tests.

A worker takes several tests of a program at once if its last call was quick. The first of them runs the
program on the inputs of all, and each judges its own run. A run that is slow, fails or is lost ends the
request, and the tests after it are run later.
"""

from collections.abc import Sequence
from typing import Any

from judge.model.cases import Test
from judge.model.runs import Ending, Run
from judge.platform.files import size_of
from judge.running.programs import Part, Program
from judge.running.runner import Runner
from judge.running.sandbox.wire import MOST_RUNS
from judge.work.runs import without_mark

# The inputs of several tests are in memory at once.
_INPUT_BYTES = 1 << 16


class RunsAhead:
    """The runs that a worker has made and not yet judged.

    `subjects` are the first arguments of the calls that the worker has taken.
    """

    def __init__(self) -> None:
        self.subjects: Sequence[Any] = ()
        self._runs: list[tuple[Program, Test, Run]] = []

    def begin(self, subjects: Sequence[Any]) -> None:
        """Forget all runs: the worker has taken other calls."""
        self.subjects = subjects
        self._runs.clear()

    def make(self, program: Program, tests: Sequence[Test], runner: Runner) -> None:
        """Run a program on the first test and on later ones that differ in the input only, in one request.

        Nothing runs if the first test has its run.
        """
        if not tests or any(test is tests[0] for _, test, _ in self._runs):
            return
        first = tests[0]
        alike = [test for test in tests if _is_plain(test) and _needs_of(test) == _needs_of(first)]
        if len(alike) > 1 and alike[0] is first:
            part = Part(program=program, limits=first.limits, arguments=first.case.arguments)
            runs = runner.run_all(part, [test.input for test in alike[:MOST_RUNS]])
            # The keeper may have been lost in the run of a later test, so the first one runs again by itself.
            if runs[0].ending is not Ending.LOST:
                pairs = zip(alike, runs, strict=False)
                self._runs = [(program, test, without_mark(run, test)) for test, run in pairs]

    def take(self, program: Program, test: Test) -> Run | None:
        """Return the run of a program on a test, and forget it; None if it has not been made."""
        for at, (ran, on, run) in enumerate(self._runs):
            if ran is program and on is test:
                del self._runs[at]
                return run
        return None


def _is_plain(test: Test) -> bool:
    """Return whether the program reads a short stdin and no other files."""
    case = test.case
    named = case.input_name or case.output_name or case.given
    return not (named or case.interactor) and size_of(test.input) <= _INPUT_BYTES


def _needs_of(test: Test) -> tuple[object, ...]:
    """Return what must be equal for runs in one request."""
    return test.limits, test.case.arguments
