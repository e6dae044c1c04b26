"""Programs: solutions with their languages, checkers and graders."""

from collections.abc import Collection, Iterable
from pathlib import Path

from msgspec import Struct

from judge.model.patterns import matches, problem_of
from judge.model.verdicts import Allowed, Expectation, Rule, Verdict, allowed_by
from judge.platform.errors import Fault
from judge.platform.files import Stamp, Stored

# Sanitizers make a program slower at most so many times, roughly.
_DEBUG_FACTOR = 10


class Language(Struct, frozen=True, kw_only=True):
    """A language: how its programs are built and run. docs/languages.md describes the fields.

    Commands are lists of words, the first of which names a tool. `builds` are tried in turn until one
    succeeds, and `file` is the name of the source meanwhile. Without `run`, a fork of the warm Python runs
    the source. `reads` are other files and folders that the tools read, `nothing` is a source that does
    nothing. `alone` are commands that succeed for a sound grader without a solution.
    `running.programs.Command` explains `address_space`. A language with `opens_links` unset does not follow
    links and finds no file in its folder. The first tool prints its version for the words of `version`.
    `interpreter` runs Python programs that name none. The CPU limit of a program is `factor_among` times that
    of the case, and its memory limit is `extra_bytes` above it. `debug` are words for `--debug`, which
    the commands contain if `is_debugged`.
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
    extra_bytes: int = 0
    debug: tuple[str, ...] = ()
    is_debugged: bool = False

    def __hash__(self) -> int:
        # It is looked up at every run.
        return hash(self.name)

    def factor_among(self, stated: Iterable[tuple[str, float]]) -> float:
        """Return the factor that a problem states for this language, else its own; more if it is debugged."""
        factor = next((factor for name, factor in stated if name == self.name), self.time_factor)
        return factor * _DEBUG_FACTOR if self.is_debugged else factor


# The rules of a program that should be right on every test.
ALL_ACCEPTED = (Rule(allowed=(Verdict.AC,), bounds="lower"),)


class Solution(Struct, frozen=True, kw_only=True):
    """A program in one language that uses one format.

    `name` is its path below its folder, made printable. `interpreter` and `flags` replace the
    language's, unless empty or None. It `is_warm` if its interpreter was chosen for numpy alone, and need not
    start for each test. `problems` are the problems it belongs to, None for all, and `told_by` says why.
    `beside` are the files it is built with, by their names in its folder. A `grader` is built with
    it and calls it. `digest` covers the bytes of all these. A solution with `faults` is not run: it gets JE.
    A case without an expectation may get what all `rules` allow. Rules for a whole problem hold unless an
    expectation names one of its cases. `known` are expectations that cases state, by their ids; they come
    first. An `output_only` solution is a folder at `path`, and `beside` are its outputs by the ids of cases.
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
    rules: tuple[Rule, ...] = ALL_ACCEPTED
    told_by: str = ""
    known: tuple[Expectation, ...] = ()
    grader: "Grader | None" = None
    output_only: bool = False
    flags: tuple[str, ...] | None = None
    is_warm: bool = False

    @property
    def files(self) -> tuple[Stored, ...]:
        """All files that must not change while the solution is judged."""
        parts = (*self.beside, *(self.grader.files if self.grader else ()))
        return Stored(self.path, self.stamp), *(stored for _, stored in parts)

    @property
    def modified_s(self) -> int:
        """When the last of its own files was modified, in whole seconds since 1970."""
        own = [Stored(self.path, self.stamp)] * (not self.output_only)
        times_ns = [stored.stamp[3] for stored in (*own, *(stored for _, stored in self.beside))]
        return max(times_ns, default=0) // 10**9

    @property
    def is_misplaced(self) -> bool:
        """Return whether its problems are unclear. Then its faults are reported, and it gets no verdict."""
        return self.problems == () and bool(self.faults)

    def belongs_to(self, case: str) -> bool:
        """Return whether it solves the problem of this case."""
        return self.problems is None or problem_of(case) in self.problems

    def expected(self, case: str) -> tuple[Allowed, ...]:
        """Return the verdicts of the first expectation that names the case, else those the rules allow."""
        for expectation in (*self.known, *self.expectations):
            if matches(expectation.pattern, case):
                return expectation.verdicts
        return allowed_by(self.rules, case.partition("/")[2])

    def owed(self, cases: Collection[str]) -> tuple[Rule, ...]:
        """Return the rules about the whole problem of these cases."""
        named = any(matches(one.pattern, case) for one in self.expectations for case in cases)
        return () if named else tuple(rule for rule in self.rules if rule.owes)


class CheckerProgram(Struct, frozen=True, kw_only=True):
    """A program of a problem that decides about an output or a conversation.

    It is built like a solution. `protocol` is the way it is called, one of `checkers.brought` or
    `checkers.interactors`, with the `arguments` of its problem. `others` run after it and must accept, too.
    """

    program: Solution
    protocol: str
    arguments: tuple[str, ...] = ()
    others: "tuple[CheckerProgram, ...]" = ()

    @property
    def all(self) -> "tuple[CheckerProgram, ...]":
        """All of the programs, in the order in which they run."""
        return (self, *self.others)

    def __str__(self) -> str:
        return f"{', '.join(each.program.path.name for each in self.all)} ({self.protocol})"


class Grader(Struct, frozen=True, kw_only=True):
    """Files by their names, in any languages, that call a solution as the module `module`."""

    module: str
    files: tuple[tuple[str, Stored], ...]
