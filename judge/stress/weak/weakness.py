"""The result of planting mistakes: who survives the tests, and which new inputs reject survivors."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.model.programs import Solution
from judge.platform.files import whole
from judge.stress.finds import Find
from judge.stress.weak.kills import Kills, choose_cover, find_kills
from judge.stress.weak.mutants import Mutant, as_accepted
from judge.work.workers import Workers


class NewTest(Struct, frozen=True, kw_only=True):
    """An input that a search found, and the names of the programs that it rejects."""

    find: Find
    rejects: tuple[str, ...]


class Weakness(Struct, frozen=True, kw_only=True):
    """The mutants of a problem, or the wrong programs, likeliest first, and what rejects them.

    `tests` are the ids of the stored tests. `new` are the fewest of the inputs found that reject all whom one
    rejects. `searched` is the number of inputs that were tried, None without a search. `wrong` are the inputs
    that reject accepted programs. `are_mutants` unless people wrote the programs.
    """

    problem: str
    mutants: tuple[Mutant, ...]
    tests: tuple[str, ...]
    kills: Kills
    all_tests: bool
    are_mutants: bool
    new: tuple[NewTest, ...] = ()
    wrong: tuple[NewTest, ...] = ()
    searched: int | None = None
    spent_s: float = 0.0
    interrupted: bool = False

    @property
    def survivors(self) -> list[Mutant]:
        return self.kills.alive(self.mutants)

    @property
    def left(self) -> list[Mutant]:
        """The survivors that no new input rejects: perhaps they are equal to their program."""
        return [each for each in self.survivors if not self.find_new(each)]

    @property
    def idle(self) -> list[str]:
        """The stored tests without which the others still reject the same mutants."""
        needed = choose_cover(self.kills.killers)
        return [test for test in self.tests if test not in needed]

    @property
    def killed(self) -> int:
        return sum(map(bool, self.kills.killers.values()))

    def find_new(self, mutant: Mutant) -> NewTest | None:
        return next((test for test in self.new if mutant.name in test.rejects), None)

    def exit_code(self, *, kept: bool) -> int:
        """Return 1 if a new input is not kept, an accepted program is wrong, or a wrong one survives."""
        survives = bool(self.left) and not self.are_mutants
        return int(bool(self.wrong) or survives or (bool(self.new) and not kept))


def cover_survivors(
    finds: Iterable[Find], survivors: Sequence[Mutant], accepted: Sequence[Solution], workers: Workers
) -> tuple[tuple[NewTest, ...], tuple[NewTest, ...]]:
    """Return few of the finds that reject all survivors that some find rejects.

    Finds that reject an accepted program prove nothing about survivors: they are returned apart.
    """
    different = {whole(find.case.input): find for find in finds}
    by_id = {f"{find.case.problem}/new-{number}": find for number, find in enumerate(different.values(), 1)}
    if not by_id:
        return (), ()
    cases = [replace(find.case, id=id) for id, find in by_id.items()]
    own = [Mutant(solution=as_accepted(one)) for one in accepted]
    killers = find_kills([*survivors, *own], cases, workers, all_tests=True).killers
    names = [each.name for each in own]
    useless = {test for name in names for test in killers[name]}
    theirs = {each.name: [test for test in killers[each.name] if test not in useless] for each in survivors}
    new = _assign(theirs, choose_cover(theirs), by_id)
    wrong = {name: killers[name] for name in names}
    return new, _assign(wrong, choose_cover(wrong), by_id)


def _assign(
    killers: Mapping[str, Sequence[str]], chosen: Sequence[str], finds: Mapping[str, Find]
) -> tuple[NewTest, ...]:
    """Assign each program to the first of the chosen tests that rejects it."""
    rejects: dict[str, list[str]] = {id: [] for id in chosen}
    for name, tests in killers.items():
        if test := next((test for test in chosen if test in tests), None):
            rejects[test].append(name)
    return tuple(NewTest(find=finds[id], rejects=tuple(names)) for id, names in rejects.items())
