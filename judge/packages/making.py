"""Generates the missing tests of one package: inputs by generators, answers by the model solution."""

import shlex
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from judge.cases.loader import load_cases
from judge.cases.loose_tests import make_bounds
from judge.cases.project import Project
from judge.cases.tests import make_own_test
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.packages.folders import Folder
from judge.packages.layout import create_project, write_source
from judge.packages.missing import Reason, get_test_name, keep_reasons
from judge.packages.package import Package, Recipe
from judge.packages.sources import PYTHON_2, reports_python_2
from judge.packages.zips import MOST_BYTES
from judge.platform.errors import Fault, InputErrors, fault_at, quoted
from judge.running.languages.base import Unready, unready_fault
from judge.running.languages.python import as_script
from judge.running.named_files import Files
from judge.running.programs import Program
from judge.solutions.loader import load_solutions
from judge.solutions.placement import collect_problems
from judge.subjects.subject import Progress
from judge.work.calls import run_calls_in_order
from judge.work.problem_tools import ProblemTools, describe_ending
from judge.work.runs import make_log_run, run_interactive, run_on
from judge.work.slots import Seal, Slot, current_slot
from judge.work.workers import Workers

# The limits of a generator. A model solution gets at least these.
_LIMITS = Limits(cpu_s=30, memory_bytes=2 << 30, output_bytes=256 << 20)
# The generator's current folder.
_HERE = "."
# Files per worker that may be generated before they are written.
_AHEAD = 2
_Recipes = Mapping[str, Recipe]


class _LostError(InputErrors):
    """A failure of the judge, not of the program: the tests may be fine."""


class Maker:
    """Generates the files of one package into `kept`. Its project is written into `place`."""

    def __init__(
        self, package: Package, folder: Folder, like: Project | None, place: Path, kept: Path
    ) -> None:
        self._package, self._kept, self._around = package, kept, place / "around"
        # No answer depends on points, and a group may turn out to have no tests.
        stated = {key: value for key, value in package.stated.items() if key != "groups"}
        packages = [replace(package, stated=stated)]
        self.project: Project = create_project(packages, folder, place, link=True, like=like)
        for name, source in package.around.items():
            write_source(source, self._around / name)
        self._tests = self.project.cases / package.name
        self._left_bytes = MOST_BYTES
        # By the paths of their inputs.
        self._cases: dict[Path, Case] = {}
        # The answer to each input.
        self._answers = {recipe.answers: name for name, recipe in package.recipes.items() if recipe.answers}
        self._missing: dict[str, Reason] = {}

    def make(self, workers: Workers, progress: Progress) -> None:
        """Generate all files. Raises InputErrors for the first that fails, and OSError."""
        recipes = self._package.recipes
        calls: dict[tuple[str, tuple[str, ...], bytes, bool], dict[str, Recipe]] = {}
        for name, recipe in recipes.items():
            if not recipe.answers:
                call = (recipe.program, recipe.words, recipe.input, _writes_files(recipe))
                calls.setdefault(call, {})[name] = recipe
        progress(0, len(recipes))
        done = self._run_tasks(workers, self._run_generator, calls.values(), 0, progress)
        answers = [{name: recipe} for name, recipe in recipes.items() if self._is_answer(name)]
        if answers:
            place = self.project.cases
            cases = load_cases(place, bounds=make_bounds(self.project, place))
            self._cases = {case.path: case for case in cases}
        self._run_tasks(workers, self._run_solution, answers, done, progress)
        if self._package.missing is not None:
            keep_reasons(self._missing, self._kept)

    def _is_answer(self, name: str) -> bool:
        """Return whether a file is an answer to make, to an input that exists."""
        is_answer, is_made = bool(self._package.recipes[name].answers), (self._kept / name).exists()
        return is_answer and not is_made and get_test_name(name) not in self._missing

    def _run_tasks(
        self,
        workers: Workers,
        work: Callable[[Seal, _Recipes], dict[str, bytes]],
        tasks: Collection[_Recipes],
        done: int,
        progress: Progress,
    ) -> int:
        """Write the files that `work` generates for each task, in order. Return the number of files done."""
        calls = ((self._try, (work, workers.seal, task)) for task in tasks)
        # Files that are not yet written take memory.
        with closing(run_calls_in_order(workers, calls, ahead=_AHEAD * len(workers))) as outcomes:
            for task, made in zip(tasks, outcomes, strict=True):
                if isinstance(made, InputErrors):
                    fault = made.faults[0]
                    (program,) = {recipe.program for recipe in task.values()}
                    reason = Reason(program=program, line=fault.line, message=fault.message)
                    self._missing |= dict.fromkeys(map(get_test_name, task), reason)
                else:
                    for name, data in made.items():
                        self._put(name, data)
                done += len(task)
                progress(done, len(self._package.recipes))
        return done

    def _try(
        self, work: Callable[[Seal, _Recipes], dict[str, bytes]], seal: Seal, task: _Recipes
    ) -> dict[str, bytes] | InputErrors:
        """Return the generated files, or the error if the package may do without them."""
        try:
            return work(seal, task)
        except InputErrors as error:
            if self._package.missing is None or isinstance(error, _LostError):
                raise
            return error

    def _put(self, name: str, data: bytes) -> None:
        """Write a file, and link it among the tests, where other recipes find it."""
        self._left_bytes -= len(data)
        if self._left_bytes < 0:
            message = f"expected tests of at most {MOST_BYTES >> 30} GiB together, got more"
            raise fault_at(self._tests, message)
        for path in (self._kept / name, self._tests / name):
            path.parent.mkdir(parents=True, exist_ok=True)
        (self._kept / name).write_bytes(data)
        (self._tests / name).symlink_to(self._kept / name)

    def _run_generator(self, seal: Seal, named: _Recipes) -> dict[str, bytes]:
        """Return the output of one call of a generator: its stdout or the files that it wrote."""
        (first, *_), names = named.values(), [*named]
        path = self._tests / first.program
        slot = current_slot(seal)
        tool = ProblemTools(self.project, self._package.name).program(path)
        files = Files(drawer=_HERE if _writes_files(first) else "")
        if self._package.around:
            tool = tool if tool.language.run else as_script(tool, first.program)
            files = Files(home=str(self._around))
        program = _build(tool, slot)
        for words in (first.words, *first.retries):
            run = slot.runner.run(program, first.input, _LIMITS, arguments=words, files=files)
            if run.ending is not Ending.FINISHED or not run.exit_code:
                break
        if run.ending is not Ending.FINISHED or run.exit_code:
            if reports_python_2(run.stderr):
                raise fault_at(path, PYTHON_2)
            kind = _LostError if run.ending is Ending.LOST else InputErrors
            raise kind((_fault(path, names[0], first, describe_ending(run, _LIMITS)),))
        return self._collect(path, named, run)

    def _collect(self, path: Path, named: _Recipes, run: Run) -> dict[str, bytes]:
        """Return the files that a generator made, with the answers that it wrote itself."""
        written, found = dict(run.left), dict[str, bytes]()
        for name, recipe in named.items():
            file = recipe.written or (f"{recipe.stem}.in" if recipe.stem else "")
            if recipe.may_be_missing and file not in written:
                continue
            found[name] = written.get(file, b"" if recipe.written else run.stdout)
            if not found[name] and not recipe.may_be_empty:
                in_file = f"no file {quoted(recipe.written)} with anything in it"
                got = in_file if recipe.written else "nothing"
                raise InputErrors((_fault(path, name, recipe, got),))
            if recipe.stem and f"{recipe.stem}.ans" in written and name in self._answers:
                found[self._answers[name]] = written[f"{recipe.stem}.ans"]
        return found

    def _run_solution(self, seal: Seal, named: _Recipes) -> dict[str, bytes]:
        """Return the answer: the output of the model solution, or the log of its interactor."""
        ((name, recipe),) = named.items()
        path = self.project.solutions / self._package.name / recipe.program
        case, slot = self._cases[self._tests / recipe.answers], current_slot(seal)
        problems, languages = collect_problems([case], own=False), self.project.languages
        (solution,) = load_solutions(self.project.solutions, problems, paths=(path,), languages=languages)
        program, own = _build(solution, slot), case.limits
        limits = Limits(
            cpu_s=max(_LIMITS.cpu_s, 10 * own.cpu_s),
            memory_bytes=max(_LIMITS.memory_bytes, own.memory_bytes),
            output_bytes=_LIMITS.output_bytes,
        )
        test = replace(make_own_test(case), limits=limits)
        if interactor := case.interactor:
            made = _build(interactor.program, slot)
            conversation, judgement = run_interactive(program, interactor, made, test, slot.runner)
            run = make_log_run(conversation)
            got = "" if judgement.verdict.is_sound else judgement.message or judgement.verdict.value
        else:
            run = run_on(test, program, slot.runner)
            ended_well = run.ending is Ending.FINISHED and not run.exit_code
            got = "" if ended_well else describe_ending(run, limits)
        if got:
            kind = _LostError if run.ending is Ending.LOST else InputErrors
            message = f"expected an answer to {recipe.answers}, got {got}"
            raise kind((Fault(solution.path, 0, message),))
        return {name: run.stdout}


def _writes_files(recipe: Recipe) -> bool:
    return bool(recipe.written or recipe.stem)


def _build(solution: Solution, slot: Slot) -> Program:
    program = slot.program(solution)
    if isinstance(program, Unready):
        if reports_python_2(program.stderr):
            raise fault_at(solution.path, PYTHON_2)
        kind = _LostError if program.verdict is Verdict.JE else InputErrors
        raise kind((unready_fault(solution, program),))
    return program


def _fault(path: Path, name: str, recipe: Recipe, got: str) -> Fault:
    program = Path(recipe.program)
    # A program with several files is a `main` in a folder of its name.
    called = program.parent.stem if program.stem == "main" else program.stem
    call = quoted(shlex.join((called, *recipe.words)))
    return Fault(path, 0, f"expected an input for {name} from {call}, got {got}")
