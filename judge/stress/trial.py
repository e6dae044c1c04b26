"""The trial of some programs, and the outcome of one case. Frozen values that pickle."""

from msgspec import Struct
from msgspec.structs import replace

from judge.errors import Fault
from judge.model import Case, Solution, problem_of
from judge.stress.draws import Draw
from judge.stress.finds import Work
from judge.subjects import Part
from judge.verdicts import Verdict
from judge.work.problem_tools import Generator, Validator

# Verdicts that a busy machine can cause near a limit.
BY_CHANCE = {Verdict.TLE, Verdict.ILE, Verdict.MLE}


class Trial(Struct, frozen=True, kw_only=True):
    """The programs to break, and all that makes and checks their cases.

    `case` is a case of the problem; its input and answer are replaced. The first of the `references` that
    can gives the answer. Without `generators` the subject varies the `parts`. An input is legal if all
    `validators` accept it. A search for the slowest case counts the work of the one suspect in `unit`, and
    divides it by that of the first reference if this is among the `counted`: the programs in the form that is
    counted.
    """

    case: Case
    suspects: tuple[Solution, ...]
    references: tuple[Solution, ...] = ()
    generators: tuple[Generator, ...] = ()
    parts: tuple[Part, ...] = ()
    validators: tuple[Validator, ...] = ()
    unit: str = ""
    counted: tuple[Solution, ...] = ()

    @property
    def has_answers(self) -> bool:
        """Return whether an output can be an answer: not with an interactor, nor with several passes."""
        return not self.case.interactor and self.case.passes == 1

    @property
    def answering(self) -> tuple[Solution, ...]:
        """The references, or none if there are no answers."""
        return self.references if self.has_answers else ()

    def generator_of(self, draw: Draw) -> Generator:
        return next(one for one in self.generators if one.name == draw.generator)

    def with_input(self, draw: Draw, data: bytes, answer: bytes | None = None) -> Case:
        """Return the case with this input and answer. Without an answer it has no checker."""
        name = f"{problem_of(self.case.id)}/seed-{draw.seed}-size-{draw.size}"
        checker = None if answer is None and self.has_answers else self.case.checker
        return replace(self.case, id=name, input=data, answer=answer, beside=(), checker=checker)


class Failure(Struct, frozen=True, kw_only=True):
    """The failure of a suspect. Failures are alike if their `kind` is: the verdict, and how it crashed."""

    solution: str
    verdict: Verdict
    kind: str


class Attempt(Struct, frozen=True, kw_only=True):
    """The outcome of one case. `faults` of a tool of the problem end the search.

    `input` is empty if it is not needed. `reference` is the name of the one that answered, and `unanswered`
    are the names of the others that were asked.
    """

    draw: Draw
    faults: tuple[Fault, ...] = ()
    input: bytes = b""
    failures: tuple[Failure, ...] = ()
    unanswered: tuple[str, ...] = ()
    work: Work | None = None
    reference: str = ""
