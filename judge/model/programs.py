"""Programs: solutions with their languages, checkers and graders."""

from collections.abc import Collection
from pathlib import Path

from msgspec import Struct

from judge.errors import Fault
from judge.model.patterns import matches, problem_of
from judge.model.verdicts import Allowed, Expectation, Rule, Verdict, allowed_by
from judge.platform.files import Stamp, Stored


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
