"""Frozen values that all other modules use. Units end a name (`cpu_s`); what is not known is None."""

from collections.abc import Collection
from enum import Enum
from itertools import chain
from pathlib import Path

from msgspec import Struct

from judge.errors import Fault
from judge.patterns import matches
from judge.verdicts import Allowed, Expectation, Rule, Verdict, allowed_by
from judge.worth import Worth

# Device, inode, size, and the times of the last change of a file and of its inode, in nanoseconds.
Stamp = tuple[int, int, int, int, int]


class Ending(Enum):
    """What a process did. A runner knows endings only; `checkers.decision.decide` makes verdicts of them."""

    FINISHED = "finished"
    SIGNALLED = "signalled"
    OUT_OF_TIME = "out of time"
    IDLE = "idle"
    OUT_OF_MEMORY = "out of memory"
    TOO_MUCH_OUTPUT = "too much output"
    NOT_STARTED = "not started"
    LOST = "lost"


class Limits(Struct, frozen=True, kw_only=True):
    """What one run may use. CPU time decides; wall time only catches a program that sleeps."""

    cpu_s: float
    memory_bytes: int
    output_bytes: int

    @property
    def allowance_s(self) -> float:
        """The CPU time at which a run is stopped: a tenth above the limit, so that its true time is shown."""
        return self.cpu_s + min(1, self.cpu_s / 10)

    @property
    def wall_s(self) -> float:
        """Twice the CPU limit and a second."""
        return 2 * self.cpu_s + 1

    @property
    def stderr_bytes(self) -> int:
        """As much as stdout may hold, and never less than 16 MiB."""
        return max(self.output_bytes, 16 << 20)


class Run(Struct, frozen=True, kw_only=True):
    """What was measured of one process and all that it started.

    `stderr` is its head and tail if it is long. `detail` says why a program was not started or a run was
    lost, and what held too much if not stdout. `counted` is the count that was asked for, if one was, or the
    name of an error. `files` were taken, and the program `left` files in its drawer, by their names.
    """

    ending: Ending
    cpu_s: float
    wall_s: float
    peak_bytes: int | None
    stdout: bytes
    stderr: bytes
    exit_code: int | None = None
    signal: int | None = None
    detail: str = ""
    counted: int | str | None = None
    files: tuple[bytes, ...] = ()
    left: tuple[tuple[str, bytes], ...] = ()


class Stored(Struct, frozen=True):
    """The bytes that a file had when it bore this stamp. `files` reads them where they are used."""

    path: Path
    stamp: Stamp


# The bytes of a case, however many: at hand, or in a file of their own. `files` takes both alike.
Content = bytes | Stored

# The rule that decides where a case names no other, and that of tests in folders: their answers were
# seldom made to the byte, and most sites let blanks at line ends pass.
EXACT, LOOSE = "exact", "luogu"


class Case(Struct, frozen=True, kw_only=True):
    """What its judge states: an entry of a case file, a line of a set, a test in a folder.

    `id` is the problem's name, a slash and the case's name in it. `path` and `line` are where it is stated,
    `beside` its other files. `compare` is the rule that decides; with `any_answer`, any right answer will do;
    without an answer nothing is compared. A `checker` decides instead of the rule, an `interactor` talks with
    the program and decides; a checker beside it judges what it wrote. They may ask for more runs with inputs
    of their own, at most `passes` in all. `worth` is what the case counts, None if its problem has no points.
    A program reads `input_name` and writes `output_name` in its folder, or its streams where these are empty;
    it gets the `arguments` and finds the `given` files by their names. It is built with the `grader`, if
    there is one. `expectations` are of this case, by patterns of solutions. An `output_only` case judges
    folders of outputs, too. `scorers` are the programs that count groups of tests, by the groups' names.
    """

    id: str
    problem: str
    format: str
    input: Content
    answer: Content | None
    limits: Limits
    any_answer: bool
    path: Path
    stamp: Stamp
    line: int
    compare: str = EXACT
    beside: tuple[Stored, ...] = ()
    checker: "CheckerProgram | None" = None
    worth: Worth | None = None
    input_name: str = ""
    output_name: str = ""
    expectations: tuple[Expectation, ...] = ()
    interactor: "CheckerProgram | None" = None
    passes: int = 1
    grader: "Grader | None" = None
    output_only: bool = False
    arguments: tuple[str, ...] = ()
    given: tuple[tuple[str, Stored], ...] = ()
    scorers: "tuple[tuple[str, CheckerProgram], ...]" = ()

    @property
    def programs(self) -> "tuple[CheckerProgram, ...]":
        """All programs of its problem that say something of a solution."""
        deciding = [each for one in (self.checker, self.interactor) if one for each in one.all]
        return *deciding, *(scorer for _, scorer in self.scorers)

    @property
    def files(self) -> tuple[Stored, ...]:
        """All that must stay as it is while the case is judged."""
        own = (each.program.files for each in self.programs)
        given = (stored for _, stored in self.given)
        return Stored(self.path, self.stamp), *self.beside, *given, *chain.from_iterable(own)


class Test(Struct, frozen=True, kw_only=True):
    """The bytes that one run of one solution gets, and those that it must print, by the rule `compare`.

    Without an answer nothing is compared. A `checker` or an `interactor` decides instead. These, `worth`,
    `input_name`, `output_name`, `passes`, `arguments` and what is `given` are those of its case.
    """

    case: str
    number: int
    format: str
    input: Content
    answer: Content | None
    limits: Limits
    any_answer: bool
    compare: str = EXACT
    checker: "CheckerProgram | None" = None
    worth: Worth | None = None
    input_name: str = ""
    output_name: str = ""
    interactor: "CheckerProgram | None" = None
    passes: int = 1
    arguments: tuple[str, ...] = ()
    given: tuple[tuple[str, Content], ...] = ()

    @property
    def right_answer(self) -> Content:
        """The answer of a test that has one, which a checker may take for granted. Raises ValueError."""
        if self.answer is None:
            raise ValueError(f"{self.case} has no answer")
        return self.answer


class Language(Struct, frozen=True, kw_only=True):
    """How programs of one language are built and run; docs/languages.md says what each field may hold.

    Commands are words, of which the first names a tool; `builds` are tried in turn until one succeeds, and
    `file` is what the source is called meanwhile. Without `run` a fork of the warm Python runs the source.
    `reads` are files and folders elsewhere that the tools read, `nothing` is a source that does nothing.
    `alone` are commands that succeed on a sound grader without a solution. `running.runner.Command` explains
    `address_space`. A language that does not follow links (`opens_links`) finds no file in its folder. The
    first tool prints its version if asked with the words of `version`. `interpreter` runs a Python program
    that names none. The CPU limit of a program is `time_factor` times that of the case.
    """

    name: str
    suffixes: tuple[str, ...]
    file: str
    run: tuple[str, ...] = ()
    builds: tuple[tuple[str, ...], ...] = ()
    flags: tuple[str, ...] = ()
    install: str = ""
    reads: tuple[str, ...] = ()
    nothing: str | None = None
    alone: tuple[tuple[str, ...], ...] = ()
    address_space: bool = True
    opens_links: bool = True
    version: tuple[str, ...] = ("--version",)
    interpreter: str = ""
    time_factor: float = 1.0

    def __hash__(self) -> int:
        # It is looked up at every run.
        return hash(self.name)


class Solution(Struct, frozen=True, kw_only=True):
    """One program in one language that speaks one format.

    `name` is its path below its folder, made printable. `interpreter` and `flags` are its own; empty and None
    for the language's. `problems` are those that it belongs to, None for all, and `told_by` says why.
    `beside` are files that it is built with, by their names in its folder; a `grader` is built with it and
    calls it. `digest` covers the bytes of all these. One with `faults` is not run: it is JE. A case that no
    expectation names gets what all `rules` allow; what they ask of a whole problem holds unless an
    expectation names a case of it. `known` is what single cases state of it, by their ids, and goes first.
    An `output_only` one is a folder at `path`, and `beside` are its outputs by the ids of cases.
    """

    name: str
    path: Path
    digest: str
    stamp: Stamp
    format: str
    source: str
    interpreter: str
    expectations: tuple[Expectation, ...]
    language: Language
    problems: tuple[str, ...] | None = None
    beside: tuple[tuple[str, Stored], ...] = ()
    faults: tuple[Fault, ...] = ()
    rules: tuple[Rule, ...] = (Rule(allowed=(Verdict.AC,), bounds="lower"),)
    told_by: str = ""
    known: tuple[Expectation, ...] = ()
    grader: "Grader | None" = None
    output_only: bool = False
    flags: tuple[str, ...] | None = None

    @property
    def files(self) -> tuple[Stored, ...]:
        """All that must stay as it is while the solution is judged."""
        parts = (*self.beside, *(self.grader.files if self.grader else ()))
        return Stored(self.path, self.stamp), *(stored for _, stored in parts)

    def belongs_to(self, case: str) -> bool:
        """Whether it is a program for the problem of this case."""
        return self.problems is None or problem_of(case) in self.problems

    def expected(self, case: str) -> tuple[Allowed, ...]:
        """The verdicts of the first expectation that names the case; what the rules allow where none does."""
        for expectation in (*self.known, *self.expectations):
            if matches(expectation.pattern, case):
                return expectation.verdicts
        return allowed_by(self.rules, case.partition("/")[2])

    def owed(self, cases: Collection[str]) -> tuple[Rule, ...]:
        """The rules that ask something of a problem as a whole, whose cases these are."""
        named = any(matches(one.pattern, case) for one in self.expectations for case in cases)
        return () if named else tuple(rule for rule in self.rules if rule.owes)


class FaultyProblem(Struct, frozen=True, kw_only=True):
    """A problem that is not judged, and why; its format if it is known, else empty."""

    name: str
    format: str
    faults: tuple[Fault, ...]


class CheckerProgram(Struct, frozen=True, kw_only=True):
    """A program that a problem brings, which says whether an output, or what it was told, is right.

    It is built as a solution is. `protocol` is how it is called, one of those of `checkers.brought` or
    `checkers.interactors`, with the `arguments` of its problem. `others` run after it and must accept, too.
    """

    program: Solution
    protocol: str
    arguments: tuple[str, ...] = ()
    others: "tuple[CheckerProgram, ...]" = ()

    @property
    def all(self) -> "tuple[CheckerProgram, ...]":
        """Each of the programs, in the order in which they run."""
        return (self, *self.others)

    def __str__(self) -> str:
        return f"{', '.join(each.program.path.name for each in self.all)} ({self.protocol})"


class Grader(Struct, frozen=True, kw_only=True):
    """Files by their names, in any languages, that call a solution by the name `module`."""

    module: str
    files: tuple[tuple[str, Stored], ...]


def problem_of(case: str) -> str:
    """The name of the problem that a case belongs to: the first part of its id."""
    return case.partition("/")[0]
