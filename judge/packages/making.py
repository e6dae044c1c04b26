"""Tests of which a package has no files: inputs that its generators make, answers of its model solution.

Both run sealed, as solutions do. What they make stays in the user's cache, by the key of all that it hangs
on, so that a package which is judged where it lies makes its tests once.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from judge.cases.beside import bounds_of
from judge.cases.loader import read_cases
from judge.cases.project import Project
from judge.cases.tests import as_it_is
from judge.errors import Fault, InputErrors, quoted
from judge.files import CASE_BYTES, read
from judge.model import Case, Ending, Limits, Solution
from judge.packages.folders import Folder
from judge.packages.layout import laid_out
from judge.packages.package import Package, Recipe, Source
from judge.packages.zips import MOST_BYTES
from judge.running import builds
from judge.running.desks import Files
from judge.running.keeper_client import Level
from judge.running.languages.base import Unready, unready_fault
from judge.running.programs import Program
from judge.solutions.belonging import problems_of
from judge.solutions.loader import load_solutions
from judge.stress.drawing import how_it_ended, wrong
from judge.stress.tools import tool_at
from judge.subjects import Progress, silent
from judge.version import __version__
from judge.work.calls import in_order
from judge.work.runs import run_on
from judge.work.slots import Seal, Slot, here
from judge.work.talks import logged, talked
from judge.work.workers import Workers, open_workers

# What a generator may use, and at least a model solution.
_LIMITS = Limits(cpu_s=30, memory_bytes=2 << 30, output_bytes=256 << 20)
# Of its own current folder.
_HERE = "."
# So many files for each worker are made before they are kept.
_AHEAD = 2
_PREFIX = "tests-"
# Of all packages, beside what a judge uses.
_KEPT_BYTES = 8 << 30
_Named = Mapping[str, Recipe]


def made(
    packages: Sequence[Package], folder: Folder, *, level: Level = "default", progress: Progress = silent
) -> None:
    """Give the packages the tests for which they have recipes, by programs that are sealed so.

    Raises InputErrors, and UsageError where the system does not allow the level.
    """
    for package in packages:
        if not package.recipes:
            continue
        try:
            what = _what(package)
            key, is_held = builds.kept_as(what, level, builds.hold)
            if not is_held:
                key = _kept(package, folder, what, level, progress)
            package.tests |= {name: builds.folder() / key / name for name in package.recipes}
        except OSError as error:
            message = f"expected a place for tests that are made, got: {error.strerror}"
            raise InputErrors((Fault(folder.shown, 0, message),)) from None


def _kept(package: Package, folder: Folder, what: str, level: Level, progress: Progress) -> str:
    """The key of the files, which are made unless they were at the level that is then in force."""
    with builds.workplace() as kept, builds.workplace() as place:
        maker = _Maker(package, folder, place, kept)
        with open_workers(None, Seal(level=level, closed=maker.project.closed())) as workers:
            key, is_held = builds.kept_as(what, workers.level(), builds.hold)
            if not is_held:
                maker.make(workers, progress)
                builds.keep(kept, key)
            # What another judge has kept first may be gone before it is held here.
            while not builds.hold(key):
                builds.keep(kept, key)
    with suppress(OSError):  # a full disk leaves all as it is
        builds.trim(_PREFIX, _KEPT_BYTES)
    return key


def _what(package: Package) -> str:
    """Digest all that the files depend on except the seal. Raises OSError."""
    files = [
        [(name, _digest(source)) for name, source in sorted(sources.items())]
        for sources in (package.tools, package.programs, package.tests)
    ]
    whole = (__version__, package.name, package.stated, sorted(package.recipes.items()), files)
    return f"{_PREFIX}{sha256(repr(whole).encode()).hexdigest()}"


def _digest(source: Source) -> str:
    return sha256(source if isinstance(source, bytes) else read(source, CASE_BYTES)[0]).hexdigest()


class _Maker:
    """Makes the files of one package: its project is laid out in `place`, they come below `kept`."""

    def __init__(self, package: Package, folder: Folder, place: Path, kept: Path) -> None:
        self._package, self._kept = package, kept
        self.project: Project = laid_out([package], folder, place, link=True)
        self._tests = self.project.cases / package.name
        self._left_bytes = MOST_BYTES
        self._cases: dict[Path, Case] = {}

    def make(self, workers: Workers, progress: Progress) -> None:
        """Raises InputErrors for the first that cannot be made, and OSError."""
        recipes = self._package.recipes
        calls: dict[tuple[str, tuple[str, ...], bool], dict[str, Recipe]] = {}
        for name, recipe in recipes.items():
            if not recipe.answers:
                call = (recipe.program, recipe.words, bool(recipe.written))
                calls.setdefault(call, {})[name] = recipe
        answers = [{name: recipe} for name, recipe in recipes.items() if recipe.answers]
        progress(0, len(recipes))
        try:
            done = self._carried_out(workers, self._generated, calls.values(), 0, progress)
            if answers:
                self._cases = self._read()
            self._carried_out(workers, self._answered, answers, done, progress)
        except InputErrors as error:
            raise InputErrors(self.project.told(error.faults)) from None

    def _carried_out(
        self,
        workers: Workers,
        work: Callable[[Seal, _Named], dict[str, bytes]],
        tasks: Iterable[_Named],
        done: int,
        progress: Progress,
    ) -> int:
        """Keep what the work makes of each task, in their order; how many files are done then."""
        calls = ((work, (workers.seal, task)) for task in tasks)
        # What is made and not yet kept takes memory.
        with closing(in_order(workers, calls, ahead=_AHEAD * len(workers))) as outcomes:
            for made in outcomes:
                for name, data in made.items():
                    self._put(name, data)
                done += len(made)
                progress(done, len(self._package.recipes))
        return done

    def _put(self, name: str, data: bytes) -> None:
        """Keep a file, and have it among the tests that the others are made of."""
        self._left_bytes -= len(data)
        if self._left_bytes < 0:
            message = f"expected tests of at most {MOST_BYTES >> 30} GiB together, got more"
            raise InputErrors((Fault(self._tests, 0, message),))
        for path in (self._kept / name, self._tests / name):
            path.parent.mkdir(parents=True, exist_ok=True)
        (self._kept / name).write_bytes(data)
        (self._tests / name).symlink_to(self._kept / name)

    def _generated(self, seal: Seal, named: _Named) -> dict[str, bytes]:
        """What one call of a generator prints, or writes into files."""
        (first, *_), names = named.values(), [*named]
        path = self._tests / first.program
        slot = here(seal)
        program = _made(tool_at(self.project, self._package.name, path), slot)
        files = Files(drawer=_HERE if first.written else "")
        run = slot.runner.run(program, b"", _LIMITS, arguments=first.words, files=files)
        if run.ending is not Ending.FINISHED or run.exit_code:
            raise _fault(path, names[0], first, how_it_ended(run, _LIMITS))
        written = dict(run.left)
        found = {
            name: written.get(recipe.written, b"") if recipe.written else run.stdout
            for name, recipe in named.items()
        }
        for name, recipe in named.items():
            if not found[name]:
                in_file = f"no file {quoted(recipe.written)} with anything in it"
                raise _fault(path, name, recipe, in_file if recipe.written else "nothing")
        return found

    def _read(self) -> dict[Path, Case]:
        """The tests by their inputs, as the project's own loader reads them."""
        bounds = bounds_of(self.project, self.project.cases)
        cases, faulty = read_cases(self.project.cases, bounds=bounds)
        if faults := [fault for problem in faulty for fault in problem.faults]:
            raise InputErrors(tuple(faults))
        return {case.path: case for case in cases}

    def _answered(self, seal: Seal, named: _Named) -> dict[str, bytes]:
        """What the model solution prints, or writes; where it talks, what the interactor keeps of that."""
        ((name, recipe),) = named.items()
        path = self.project.solutions / self._package.name / recipe.program
        case, slot = self._cases[self._tests / recipe.answers], here(seal)
        (solution,) = load_solutions(self.project.solutions, problems_of([case]), paths=(path,))
        program, own = _made(solution, slot), case.limits
        limits = Limits(
            cpu_s=max(_LIMITS.cpu_s, 10 * own.cpu_s),
            memory_bytes=max(_LIMITS.memory_bytes, own.memory_bytes),
            output_bytes=_LIMITS.output_bytes,
        )
        test = replace(as_it_is(case), limits=limits)
        if test.interactor:
            interactor = _made(test.interactor.program, slot)
            conversation, judgement = talked(program, test.interactor, interactor, test, slot.runner)
            run = logged(conversation)
            got = "" if judgement.verdict.is_sound else judgement.message or judgement.verdict.value
        else:
            run = run_on(test, program, slot.runner)
            ended_well = run.ending is Ending.FINISHED and not run.exit_code
            got = "" if ended_well else how_it_ended(run, limits)
        if got:
            raise wrong(solution, f"expected an answer to {recipe.answers}, got {got}")
        return {name: run.stdout}


def _made(solution: Solution, slot: Slot) -> Program:
    program = slot.program(solution)
    if isinstance(program, Unready):
        raise InputErrors((unready_fault(solution, program),))
    return program


def _fault(path: Path, name: str, recipe: Recipe, got: str) -> InputErrors:
    call = quoted(shlex.join((Path(recipe.program).stem, *recipe.words)))
    return InputErrors((Fault(path, 0, f"expected an input for {name} from {call}, got {got}"),))
