"""Who is tried on what, and what one case gave. Frozen values that pickle."""

from msgspec import Struct
from msgspec.structs import replace

from judge.errors import Fault
from judge.model import Case, Solution, problem_of
from judge.stress.draws import Generator, Validator
from judge.stress.finds import Draw, Work
from judge.subjects import Part
from judge.verdicts import Verdict

# What a busy machine may bring about near a limit.
BY_CHANCE = {Verdict.TLE, Verdict.ILE, Verdict.MLE}


class Trial(Struct, frozen=True, kw_only=True):
    """Who is tried on what. `case` is one of the problem whose input and answer are replaced.

    The first of the `references` that can gives the answers. Without `generators` the subject varies the
    `parts`. An input is legal if all `validators` take it. In a search for the slowest the work of the one
    suspect is counted in this `unit`, and held against that of the first reference if it is a `ratio`;
    `counted` are both, as they are run to be counted.
    """

    case: Case
    suspects: tuple[Solution, ...]
    references: tuple[Solution, ...] = ()
    generators: tuple[Generator, ...] = ()
    parts: tuple[Part, ...] = ()
    validators: tuple[Validator, ...] = ()
    unit: str = ""
    ratio: bool = False
    counted: tuple[Solution, ...] = ()

    @property
    def has_answers(self) -> bool:
        """Whether what a program prints can be an answer: none is to an interactor, or of one of passes."""
        return not self.case.interactor and self.case.passes == 1

    @property
    def answering(self) -> tuple[Solution, ...]:
        """The references, but nobody where there are no answers."""
        return self.references if self.has_answers else ()

    def with_input(self, draw: Draw, data: bytes, answer: bytes | None = None) -> Case:
        """The case with this input and its answer; no checker is asked where one is missing."""
        name = f"{problem_of(self.case.id)}/seed-{draw.seed}-size-{draw.size}"
        checker = None if answer is None and self.has_answers else self.case.checker
        return replace(self.case, id=name, input=data, answer=answer, beside=(), checker=checker)


class Failure(Struct, frozen=True, kw_only=True):
    """A suspect that failed, and what tells its failure from others: the verdict, and how it crashed."""

    solution: str
    verdict: Verdict
    kind: str


class Attempt(Struct, frozen=True, kw_only=True):
    """What one case gave. `faults`, of a tool of the problem, end the search.

    `input` is kept where something is to be done with it. `reference` is who answered it, and
    `unanswered` are those that could not.
    """

    draw: Draw
    faults: tuple[Fault, ...] = ()
    input: bytes = b""
    failures: tuple[Failure, ...] = ()
    unanswered: tuple[str, ...] = ()
    work: Work | None = None
    reference: str = ""
