"""Cases and tests: inputs, answers, limits, and the rule that decides."""

from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from judge.model.patterns import matches, problem_of
from judge.model.points import Worth
from judge.model.programs import CheckerProgram, Grader, Solution
from judge.model.results import Result
from judge.model.runs import Limits
from judge.model.verdicts import Expectation
from judge.platform.errors import Fault
from judge.platform.files import Content, Stamp, Stored

# The rule that decides where a case names no other, and that of tests in folders: their answers were
# seldom made to the byte, and most sites let blanks and CR at line ends pass.
EXACT, LOOSE = "exact", "lines"
_NO_PATH = Path()


class Case(Struct, frozen=True, kw_only=True):
    """A case as its problem states it: an entry of a case file, a line of a set, or a test in a
    folder.

    `id` is the name of the problem, a slash, and the name of the case in it. `title` is the problem's. `path`
    and `line` are the place where it is stated, `beside` its other files. `compare` is the rule that decides.
    With `any_answer` every right answer counts, and without an answer nothing is compared. A `checker`
    decides instead of the rule. An `interactor` talks with the program and decides; a checker then judges the
    interactor's output. Both may ask for more runs with new inputs, at most `passes` in all. `worth` has the
    points of the case, None if its problem has no points. A program reads `input_name` and writes
    `output_name` in its folder, or uses its streams if these are empty. It gets the `arguments`, and finds
    the `given` files by their names. It is built with the `grader`, if there is one. `expectations` belong to
    this case, by patterns of solutions. An `output_only` case also judges folders of outputs. `scorers` are
    the programs that count the points of groups, by the names of the groups. `time_factors` are the problem's
    own, by the names of languages. A case that no file states has neither place nor files.
    """

    id: str
    title: str
    format: str
    input: Content
    answer: Content | None
    limits: Limits
    any_answer: bool = False
    path: Path = _NO_PATH
    stamp: Stamp = (0, 0, 0, 0, 0)
    line: int = 0
    compare: str = EXACT
    beside: tuple[Stored, ...] = ()
    checker: CheckerProgram | None = None
    worth: Worth | None = None
    input_name: str = ""
    output_name: str = ""
    expectations: tuple[Expectation, ...] = ()
    interactor: CheckerProgram | None = None
    passes: int = 1
    grader: Grader | None = None
    output_only: bool = False
    arguments: tuple[str, ...] = ()
    given: tuple[tuple[str, Stored], ...] = ()
    scorers: tuple[tuple[str, CheckerProgram], ...] = ()
    time_factors: tuple[tuple[str, float], ...] = ()

    @property
    def problem(self) -> str:
        return problem_of(self.id)

    @property
    def programs(self) -> tuple[CheckerProgram, ...]:
        """All programs of the problem that decide about a solution."""
        deciding = [each for one in (self.checker, self.interactor) if one for each in one.all]
        return *deciding, *(scorer for _, scorer in self.scorers)

    @property
    def files(self) -> tuple[Stored, ...]:
        """All files that must not change while the case is judged."""
        own = (each.program.files for each in self.programs)
        given = (stored for _, stored in self.given)
        stated = () if self.path == _NO_PATH else (Stored(self.path, self.stamp),)
        return *stated, *self.beside, *given, *chain.from_iterable(own)


class Test(Struct, frozen=True, kw_only=True):
    """One run of a solution on a case: the input and the answer in the solution's format, and its limits.

    Without an answer nothing is compared. `number` counts the tests of the case from 1.
    """

    case: Case
    number: int
    format: str
    input: Content
    answer: Content | None
    limits: Limits

    @property
    def right_answer(self) -> Content:
        """The answer of a test that has one. Checkers may rely on it. Raises ValueError."""
        if self.answer is None:
            raise ValueError(f"{self.case.id} has no answer")
        return self.answer


class FaultyProblem(Struct, frozen=True, kw_only=True):
    """A problem that is not judged, with its faults, and its format or an empty text if that is unknown.

    In an outcome it may also be a program whose problem is unclear.
    """

    name: str
    format: str
    faults: tuple[Fault, ...]


# A solution and a case.
Pair = tuple[str, str]


def locate_expectations(
    solutions: Iterable[Solution], cases: Iterable[Case]
) -> Callable[[Result], tuple[Path, int]]:
    """Return a function that finds where the expectation of a result is stated; line 0 if nowhere."""
    programs = {solution.name: solution for solution in solutions}
    paths = {case.id: case.path for case in cases}

    def place(result: Result) -> tuple[Path, int]:
        solution = programs[result.solution]
        for path, told in ((paths[result.case], solution.known), (solution.path, solution.expectations)):
            if line := next((each.line for each in told if matches(each.pattern, result.case)), 0):
                return path, line
        return solution.path, 0

    return place


class PlannedTests(NamedTuple):
    """The tests of a solution on a case, with the limit of each; `stopped` if they should exceed it."""

    tests: int
    limit_s: float
    stopped: bool = False
