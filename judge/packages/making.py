"""Tests of which a package has no files: inputs that its generators make, answers of its model solution.

Both run sealed, as solutions do. What they make stays in the user's cache, by the key of all that it hangs
on, so that a package which is judged where it lies makes its tests once.
"""

import shlex
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from judge.cases.beside import bounds_of
from judge.cases.loader import read_cases
from judge.cases.project import Project
from judge.cases.tests import as_it_is
from judge.errors import Fault, InputErrors, quoted
from judge.files import read
from judge.model import Case, Ending, Limits, Run, Solution
from judge.packages.folders import MOST_BYTES, Folder
from judge.packages.layout import laid_out
from judge.packages.package import Package, Recipe, Source
from judge.running import builds
from judge.running.desks import Files
from judge.running.languages.base import Unready
from judge.running.programs import Program
from judge.running.runner import Runner
from judge.solutions.belonging import problems_of
from judge.solutions.loader import load_solutions
from judge.stress.drawing import how_it_ended, words_of, wrong
from judge.stress.tools import tool_at
from judge.subjects import Progress, silent
from judge.version import __version__
from judge.work.runs import run_on
from judge.work.slots import Programs
from judge.work.talks import logged, talked

# What a generator may use, and at least a model solution.
_LIMITS = Limits(cpu_s=30, memory_bytes=2 << 30, output_bytes=256 << 20)
# Of its own current folder.
_HERE = "."


def made(packages: Sequence[Package], folder: Folder, progress: Progress = silent) -> None:
    """Give the packages the tests for which they have recipes. Raises InputErrors."""
    for package in packages:
        if not package.recipes:
            continue
        try:
            key = _key(package)
            if not builds.is_whole(key):
                with builds.workplace() as kept, builds.workplace() as place:
                    _Maker(package, folder, place, kept).make(progress)
                    builds.keep(kept, key)
            package.tests |= {name: builds.folder() / key / name for name in package.recipes}
        except OSError as error:
            message = f"expected a place for tests that are made, got: {error.strerror}"
            raise InputErrors((Fault(folder.shown, 0, message),)) from None


def _key(package: Package) -> str:
    """Of all that the files hang on. Raises OSError."""
    answered = {recipe.answers for recipe in package.recipes.values()}
    inputs = {name: source for name, source in package.tests.items() if name in answered}
    files = [
        (name, _digest(source))
        for sources in (package.tools, package.programs, inputs)
        for name, source in sorted(sources.items())
    ]
    whole = (__version__, package.name, package.stated, sorted(package.recipes.items()), files)
    return f"tests-{sha256(repr(whole).encode()).hexdigest()}"


def _digest(source: Source) -> str:
    return sha256(source if isinstance(source, bytes) else read(source)[0]).hexdigest()


class _Maker:
    """Makes the files of one package: its project is laid out in `place`, they come below `kept`."""

    def __init__(self, package: Package, folder: Folder, place: Path, kept: Path) -> None:
        self._package, self._kept = package, kept
        self._project: Project = laid_out([package], folder, place, link=True)
        self._tests = self._project.cases / package.name
        self._programs = Programs()
        self._written: dict[tuple[str, tuple[str, ...]], dict[str, bytes]] = {}
        self._left_bytes = MOST_BYTES

    def make(self, progress: Progress) -> None:
        """Raises InputErrors at the first that cannot be made, and OSError."""
        recipes = self._package.recipes
        inputs = {name: recipe for name, recipe in recipes.items() if not recipe.answers}
        answers = {name: recipe for name, recipe in recipes.items() if recipe.answers}
        try:
            with Runner(core=None, closed=self._project.closed()) as runner:
                for done, (name, recipe) in enumerate(inputs.items()):
                    progress(done, len(recipes))
                    self._put(name, self._generated(name, recipe, runner))
                cases = self._cases() if answers else {}
                for done, (name, recipe) in enumerate(answers.items(), len(inputs)):
                    progress(done, len(recipes))
                    self._put(name, self._answered(cases[self._tests / recipe.answers], recipe, runner))
        except InputErrors as error:
            raise InputErrors(self._project.told(error.faults)) from None

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

    def _generated(self, name: str, recipe: Recipe, runner: Runner) -> bytes:
        """What a generator prints, or writes into a file; one that writes several is called once."""
        call = (recipe.program, recipe.words)
        if not recipe.written:
            data = self._called(name, recipe, runner).stdout
        else:
            if call not in self._written:
                self._written[call] = dict(self._called(name, recipe, runner).left)
            data = self._written[call].get(recipe.written, b"")
        if not data:
            got = f"no file {quoted(recipe.written)} with anything in it" if recipe.written else "nothing"
            raise _fault(self._tests / recipe.program, name, call, got)
        return data

    def _called(self, name: str, recipe: Recipe, runner: Runner) -> Run:
        path = self._tests / recipe.program
        program = self._made(tool_at(self._project, self._package.name, path), runner)
        files = Files(drawer=_HERE if recipe.written else "")
        run = runner.run(program, b"", _LIMITS, arguments=recipe.words, files=files)
        if run.ending is not Ending.FINISHED or run.exit_code:
            raise _fault(path, name, (recipe.program, recipe.words), how_it_ended(run, _LIMITS))
        return run

    def _cases(self) -> dict[Path, Case]:
        """The tests by their inputs, as the project's own loader reads them."""
        bounds = bounds_of(self._project, self._project.cases)
        cases, faulty = read_cases(self._project.cases, bounds=bounds)
        if faults := [fault for problem in faulty for fault in problem.faults]:
            raise InputErrors(tuple(faults))
        return {case.path: case for case in cases}

    def _answered(self, case: Case, recipe: Recipe, runner: Runner) -> bytes:
        """What the model solution prints, or writes; where it talks, what the interactor keeps of that."""
        path = self._project.solutions / self._package.name / recipe.program
        (solution,) = load_solutions(self._project.solutions, problems_of([case]), paths=(path,))
        program, own = self._made(solution, runner), case.limits
        limits = Limits(
            cpu_s=max(_LIMITS.cpu_s, 10 * own.cpu_s),
            memory_bytes=max(_LIMITS.memory_bytes, own.memory_bytes),
            output_bytes=_LIMITS.output_bytes,
        )
        test = replace(as_it_is(case), limits=limits)
        if test.interactor:
            interactor = self._made(test.interactor.program, runner)
            conversation, judgement = talked(program, test.interactor, interactor, test, runner)
            run = logged(conversation)
            got = "" if judgement.verdict.is_sound else judgement.message or judgement.verdict.value
        else:
            run = run_on(test, program, runner)
            ended_well = run.ending is Ending.FINISHED and not run.exit_code
            got = "" if ended_well else how_it_ended(run, limits)
        if got:
            raise wrong(solution, f"expected an answer to {recipe.answers}, got {got}")
        return run.stdout

    def _made(self, solution: Solution, runner: Runner) -> Program:
        program = self._programs.of(solution, runner)
        if isinstance(program, Unready):
            raise wrong(solution, f"expected a program that can be run, got: {words_of(program)}")
        return program


def _fault(path: Path, name: str, call: tuple[str, tuple[str, ...]], got: str) -> InputErrors:
    program, words = call
    wanted = f"an input for {name} from {quoted(shlex.join((Path(program).stem, *words)))}"
    return InputErrors((Fault(path, 0, f"expected {wanted}, got {got}"),))
