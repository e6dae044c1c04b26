"""Keys of results: digests of everything a result depends on."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from judge import __version__
from judge.cases.tests import count_tests, limits_for
from judge.model.cases import Case
from judge.model.programs import CheckerProgram, Solution
from judge.model.results import Result
from judge.model.runs import Limits
from judge.platform import machine
from judge.platform.errors import InputErrors
from judge.platform.files import digest
from judge.running.languages import identity

_JUDGE = Path(__file__).parents[1]


class RequestedTest(NamedTuple):
    """One of the `tests` of a solution on a case, and its limits."""

    solution: str
    case: str
    test: int
    tests: int
    limits: Limits


class ResultKeys:
    """The keys of the results of every solution on every case of its problems, and their number.

    A key is a digest of everything that a result depends on except the time limit:

    - the judge itself, this machine or the `kinds` of remote ones, and `manner`, how programs are sealed and
      started
    - the bytes of the solution, and `tool_of` it, the identity of its compiler or interpreter
    - the bytes of the case, its other limits, and its checker and interactor
    - the names of solution and case, because each test has its own random word, and the number of the test

    The expected verdict is not part of it. `number_of` counts the tests of a case in a format.
    """

    def __init__(
        self,
        solutions: Iterable[Solution],
        cases: Iterable[Case],
        *,
        manner: str,
        kinds: Sequence[str] = (),
        tool_of: Callable[[Solution], str] = identity,
        number_of: Callable[[Case, str], int] = count_tests,
    ) -> None:
        self._solutions = {solution.name: solution for solution in solutions}
        self._cases = {case.id: case for case in cases}
        self._manner = f"{manner}, on {'; '.join(kinds)}" if kinds else manner
        self._tool_of = tool_of
        self._of_solutions: dict[str, str] = {}
        self._of_cases: dict[str, str] = {}
        self._of_checkers: dict[CheckerProgram, str] = {}
        formats = {solution.format for solution in self._solutions.values()}
        self._tests = {
            (case.id, format): number_of(case, format) for case in self._cases.values() for format in formats
        }

    def count_tests(self, solution: str, case: str) -> int:
        """Count the results of a solution on a case, 0 if they are not requested."""
        found = self._solutions.get(solution)
        return self._tests.get((case, found.format), 0) if found and found.belongs_to(case) else 0

    def list_requested(self) -> Iterator[tuple[str, RequestedTest]]:
        """Yield every requested test with its key. Cases whose files have changed are left out."""
        for solution in self._solutions.values():
            for case in self._cases.values():
                tests = self.count_tests(solution.name, case.id)
                for test in range(1, tests + 1):
                    try:
                        key = self._key(solution.name, case.id, test, tests)
                    except InputErrors:
                        break
                    yield (
                        key,
                        RequestedTest(
                            solution.name, case.id, test, tests, self.limits(solution.name, case.id)
                        ),
                    )

    def limits(self, solution: str, case: str) -> Limits:
        stated = self._cases[case]
        return limits_for(self._solutions[solution], stated.limits, stated.time_factors)

    def update_expectation(self, result: Result) -> Result:
        """Return the result with today's expected verdict."""
        expected = self._solutions[result.solution].expected(result.case)
        return result if result.expected == expected else replace(result, expected=expected)

    def key(self, solution: str, case: str, test: int) -> str:
        """Return the key of a test. Reads a case once. Raises InputErrors if one of its files has changed."""
        return self._key(solution, case, test, self.count_tests(solution, case))

    def _key(self, solution: str, case: str, test: int, tests: int) -> str:
        if solution not in self._of_solutions:
            self._of_solutions[solution] = self._digest_solution(self._solutions[solution])
        if case not in self._of_cases:
            self._of_cases[case] = self._digest_case(self._cases[case])
        parts = f"{self._of_solutions[solution]}{self._of_cases[case]} {test}/{tests}"
        return hashlib.sha256(parts.encode()).hexdigest()

    def _digest_solution(self, solution: Solution) -> str:
        program = _program(solution, self._tool_of)
        return _digest(digest_judge(), machine.identity(), self._manner, solution.name, *program)

    def _digest_case(self, case: Case) -> str:
        return _digest(
            case.id,
            (case.format, case.any_answer, case.compare, case.worth, case.passes),
            (case.limits.memory_bytes, case.limits.output_bytes, case.input_name, case.output_name),
            digest(case.input),
            None if case.answer is None else digest(case.answer),
            self._digest_checker(case.checker),
            self._digest_checker(case.interactor),
            (case.arguments, [(name, digest(file)) for name, file in case.given]),
        )

    def _digest_checker(self, checker: CheckerProgram | None) -> str:
        """Digest the programs that decide, once for all cases that share them."""
        if not checker:
            return ""
        if checker not in self._of_checkers:
            programs = ((_program(each.program, self._tool_of), each) for each in checker.all)
            parts = ((*program, each.protocol, each.arguments) for program, each in programs)
            self._of_checkers[checker] = _digest(*parts)
        return self._of_checkers[checker]


@cache
def digest_judge() -> str:
    """Digest the judge: its version and the bytes of its files, which can change in a checkout."""
    whole = hashlib.sha256(__version__.encode())
    for folder, folders, names in os.walk(_JUDGE):
        folders[:] = sorted(set(folders) - {"__pycache__"})
        below = os.path.relpath(folder, _JUDGE)
        for name in sorted(names):
            # Building hundreds of Path objects takes longer than reading the files.
            with open(f"{folder}/{name}", "rb", buffering=0) as file:  # noqa: PTH123
                data = file.read()
            whole.update(repr((below, name, len(data))).encode() + data)
    return whole.hexdigest()


def _program(solution: Solution, tool_of: Callable[[Solution], str]) -> tuple[object, ...]:
    """Return everything that a build depends on. Messages of compilers contain the file's name."""
    row = (
        solution.format,
        solution.language,
        solution.interpreter,
        solution.is_warm,
        solution.flags,
        solution.output_only,
    )
    return solution.digest, solution.path.name, row, tool_of(solution)


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()
