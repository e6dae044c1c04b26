"""Expected results of programs, in the four verdicts of packages, and the folders for them.

Sources: https://www.kattis.com/problem-package-format/spec/legacy.html, "Example submissions", and
https://www.kattis.com/problem-package-format/spec/2025-09.html, "Default directories".
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct

from judge.model.package_format import FOLDERS, VERDICTS
from judge.model.programs import Solution
from judge.model.verdicts import Allowed, Rule, Verdict, VerdictWithMistake
from judge.packages.out.parts import ExportedPackage
from judge.packages.out.problem import Problem, Program
from judge.platform.errors import listed

# Best first. The verdict of a program is its worst verdict on a test.
ORDER = tuple(VERDICTS)
_WORDS = {verdict: word for word, verdicts in VERDICTS.items() for verdict in verdicts}


class Expectation(Struct, frozen=True, kw_only=True):
    """The verdicts that each test may get, by the ids of cases.

    `rules` are the ones about several tests. `lost` is a verdict that packages do not have, else empty. With
    `blanks` some test must get PE. With `only_blanks` no test may get anything worse.
    """

    verdicts: Mapping[str, frozenset[str]]
    rules: tuple[Rule, ...] = ()
    lost: str = ""
    blanks: bool = False
    only_blanks: bool = False

    @property
    def required(self) -> tuple[frozenset[str], ...]:
        return tuple(to_package_verdicts(rule.required) for rule in self.rules if rule.required)

    @property
    def seen(self) -> frozenset[str]:
        return frozenset[str]().union(*self.verdicts.values())

    @property
    def worst(self) -> str:
        """The verdict that some test must get and no test may exceed. Empty if there is none."""
        least = [min(map(ORDER.index, each)) for each in (*self.verdicts.values(), *self.required)]
        return ORDER[max(least)] if ORDER[max(least)] == max(self.seen, key=ORDER.index) else ""

    @property
    def fails(self) -> bool:
        """True if some test must fail."""
        return any("AC" not in each for each in (*self.verdicts.values(), *self.required))

    @property
    def fails_otherwise(self) -> bool:
        """True if some test may fail with another verdict than the worst, perhaps on an earlier test."""
        return bool(self.seen - {"AC", self.worst})

    @property
    def is_partial(self) -> bool:
        """True if the program should get a part of the points."""
        return any(rule.partly for rule in self.rules)


def summarize(solution: Solution, problem: Problem) -> Expectation:
    wanted = {case.id: [*map(_verdict, solution.expected(case.id))] for case in problem.cases}
    rules = solution.owed([*wanted])
    required = [[*rule.required] for rule in rules if rule.required]
    lost = [one.name for each in (*wanted.values(), *required) for one in each if one not in _WORDS]
    return Expectation(
        verdicts={} if lost else {case: to_package_verdicts(each) for case, each in wanted.items()},
        rules=rules,
        lost=next(iter(lost), ""),
        blanks=any(each == [Verdict.PE] for each in (*wanted.values(), *required)),
        only_blanks=all({*each} <= {Verdict.AC, Verdict.PE} for each in wanted.values()),
    )


def add_submissions(
    package: ExportedPackage, find_folder: Callable[[Expectation], str], *, ignores_blanks: bool
) -> list[tuple[Program, Expectation]]:
    """Add each program to the folder that states its expected result, and return these programs.

    Other programs are left out. With `ignores_blanks` the package accepts what gets PE.
    """
    found = []
    for program in package.problem.programs:
        wanted = summarize(program.solution, package.problem)
        if folder := find_folder(wanted):
            package.files |= program.below(f"submissions/{folder}")
            found.append((program, wanted))
        else:
            package.left.append(f"{program.name}: left out: no folder says what it gets")
    if blanks := [program.name for program, wanted in found if wanted.blanks]:
        package.left.append(f"PE becomes {'WA or AC' if ignores_blanks else 'WA'}: {listed(blanks)}")
    if not any(path.startswith(f"submissions/{FOLDERS['AC']}/") for path in package.files):
        package.left.append("no accepted program: a package needs one")
    return found


def note_unstated_tests(package: ExportedPackage, programs: Iterable[tuple[Program, Expectation]]) -> None:
    """Note the programs whose failing tests are known, which the package cannot state."""
    names = [program.name for program, wanted in programs if len({*wanted.verdicts.values()}) > 1]
    if names:
        package.left.append(f"the tests on which they fail are left out: {listed(names)}")


def _verdict(allowed: Allowed) -> Verdict:
    return allowed.verdict if isinstance(allowed, VerdictWithMistake) else allowed


def to_package_verdicts(verdicts: Collection[Verdict]) -> frozenset[str]:
    """Convert the judge's verdicts to the four of packages.

    RTE next to TLE is dropped unless RE itself is allowed. Without RE it means only MLE or OLE.
    """
    found = frozenset(_WORDS[verdict] for verdict in verdicts)
    return found - {"RTE"} if "TLE" in found and Verdict.RE not in verdicts else found


def sort_verdicts(verdicts: Iterable[str]) -> list[str]:
    return sorted(verdicts, key=ORDER.index)
