"""Problems of the project whose tests are described by a plan, as packages with recipes."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath

from msgspec import Struct, field

from judge import __version__
from judge.cases.case_file import MEMBERS, SUFFIXES, find_case_file, read_settings
from judge.cases.project import Project
from judge.cases.search import CHECKER, GRADER, INTERACTOR
from judge.cases.tools import VALIDATOR, find_by_name
from judge.model.package_format import GENERATORS, PLAN
from judge.model.programs import Solution
from judge.packages.folders import Folder
from judge.packages.generated_tests import digest_source
from judge.packages.package import Package, Source
from judge.packages.plan import Plan, read_plan
from judge.packages.plan_entries import TEXTS, as_plain
from judge.packages.planned_tests import Planner
from judge.platform.errors import Fault, InputErrors, fault_at
from judge.platform.files import CASE_FILE_BYTES, SOURCE_BYTES, has_file, has_folder, names_in
from judge.solutions.loader import load_solutions, read_solutions
from judge.solutions.placement import Problems
from judge.stress.trial import is_right
from judge.subjects.subject import TEXT
from judge.work.problem_tools import ProblemTools
from judge.yaml.document import load_file
from judge.yaml.tree import File
from judge.yaml.tree import Mapping as Tree

# The places of a plan in the folder of a problem, the second as in packages.
PLAN_PLACES = (PLAN, f"{GENERATORS}/{PLAN}")
# Keys of case files on which no input and no answer depends.
_LABELS = {"problem", "source", "uuid", "points", "groups", "generators"}
_SUBMISSIONS = "/submissions/"


class PlannedProblem(Struct, kw_only=True):
    """A problem with its plan.

    The `package` has all files of the problem, and recipes for tests of the plan. `files` lists the names of
    the files of each test. `keys` are digests of everything that the files of a test depend on. `reference`
    is the name of the program that makes the answers, empty if no test needs it.
    """

    name: str
    plan: Plan
    package: Package
    folder: Folder
    files: dict[str, list[str]]
    keys: dict[str, str]
    by_hand: int = 0
    reference: str = ""
    notes: list[Fault] = field(default_factory=list)


def find_plans(project: Project) -> dict[str, Path]:
    """Find the plans of the project's problems. Raises InputErrors for a problem with two."""
    found: dict[str, Path] = {}
    for name in sorted(names_in(project.cases)):
        plans = [path for place in PLAN_PLACES if has_file(path := project.cases / name / place)]
        if len(plans) > 1:
            raise fault_at(plans[1], f"expected one plan of {name}, got another one at {plans[0]}")
        if plans:
            found[name] = plans[0]
    return found


def read_planned_problem(project: Project, name: str, path: Path) -> PlannedProblem:
    """Read a problem with its plan at this path. Raises InputErrors."""
    faults: list[Fault] = []
    notes: list[Fault] = []
    folder = Folder(project.cases / name, faults)
    plan = read_plan(File(path, faults), notes)
    reader = _Reader(project, name, folder, plan, File(path, faults))
    problem = reader.read() if not faults else None
    if faults or not problem:
        raise InputErrors(tuple(faults))
    problem.notes = notes
    return problem


class _Reader:
    """Reads one problem."""

    def __init__(self, project: Project, name: str, folder: Folder, plan: Plan, file: File) -> None:
        self._project, self._name, self._folder = project, name, folder
        self._plan, self._file = plan, file
        self._package = Package(name=name, origin="plan", missing=[])
        self._format, self._reference = TEXT, ""

    def read(self) -> PlannedProblem | None:
        """Read all parts. Return None after reporting faults."""
        self._read_case_file()
        if self._file.faults:
            return None
        answers, own = self._take_files()
        package, solutions = self._package, self._find_solutions()
        planner = Planner(
            self._plan,
            self._file,
            package,
            files=self._collect_generators(),
            solutions=solutions,
            languages=self._project.languages,
        )
        before = {*package.tests}
        planner.add(self._plan.tests, answers)
        package.tests |= self._plan.configs
        self._add_flags(planner)
        if self._file.faults:
            return None
        files: dict[str, list[str]] = {test: [] for test in (*self._plan.tests, *self._plan.configs)}
        for file in (*(name for name in package.tests if name not in before), *package.recipes):
            files[file if file in files else file.rpartition(".")[0]].append(file)
        return PlannedProblem(
            name=self._name,
            plan=self._plan,
            package=package,
            folder=self._folder,
            files=files,
            keys={test: self._digest(files[test], planner) for test in files},
            by_hand=own,
            reference=self._reference,
        )

    def _read_case_file(self) -> None:
        path = find_case_file(self._project.cases, self._name)
        file = File(path, self._file.faults) if path else None
        loaded = load_file(file, CASE_FILE_BYTES) if file else None
        if not file or not loaded or not isinstance(loaded[0], Tree):
            return
        settings, tree = read_settings(file, loaded[0]), loaded[0]
        for key in {*MEMBERS, "outputs"} & tree.keys():
            wanted = f"tests in the folder {self._name}/, which has a plan"
            file.fault(tree.lines[key][0], f"expected {wanted}, got `{key}`")
        self._package.stated = as_plain(tree)
        self._format = settings.format if settings else TEXT

    def _take_files(self) -> tuple[dict[str, str], int]:
        """Add the files of the folder that the plan does not make. Return the names of answers that exist.

        The number of tests that are not in the plan comes second.
        """
        folder, tests = self._folder, self._plan.tests
        pairs = {folder.names.test_of(name): [name, *likely] for name, likely in folder.names.tests}
        answers = {test: pairs[test][1] for test in tests if len(pairs.get(test, ())) > 1}
        of_plan = {f"{test}.{suffix}" for test in tests for suffix in TEXTS}
        of_plan |= {*answers.values(), *self._plan.configs, *PLAN_PLACES}
        of_tests = {name for pair in pairs.values() for name in pair}
        for name, path in folder.files.items():
            if name in of_plan or name.startswith(f"{GENERATORS}/"):
                continue
            is_test = name in of_tests or path.stat().st_size > SOURCE_BYTES
            (self._package.tests if is_test else self._package.tools)[name] = path
        for path in self._find_outer_tools():
            self._package.tools.setdefault(path.name, path)
        return answers, sum(pair[0] not in of_plan for pair in pairs.values())

    def _add_flags(self, planner: Planner) -> None:
        """Give generators from the folder of the problem the flags that the case file states for them."""
        stated = self._package.stated
        names = {path: name for name, path in self._folder.files.items()}
        flags = {
            entry: stated["flags"][name]
            for entry, parts in planner.parts.items()
            if (name := names.get(parts[entry])) in stated.get("flags", {})
        }
        if flags:
            stated["flags"] = stated["flags"] | flags

    def _find_outer_tools(self) -> Iterator[Path]:
        """Yield the tools that the case file names next to the folder of the problem, with their parts."""
        cases, stated = self._project.cases, self._package.stated
        tools = ProblemTools(self._project, self._name)
        for key in (CHECKER.key, INTERACTOR.key, GRADER.key, VALIDATOR, "testlib"):
            words = stated.get(key, "")
            for word in words if isinstance(words, list) else [words]:
                for path in find_by_name(word, (cases,), self._project.languages) if word else ():
                    if not path.is_relative_to(cases / self._name):
                        yield path
                        yield from (part.path for _, part in tools.program(path).beside)

    def _collect_generators(self) -> dict[str, Path]:
        """Return the files of generators by their paths, from all places where `judge stress` finds one."""
        project, folder = self._project, self._folder
        found = {path.name: path for path in project.with_helpers([self._name]).helpers}
        found |= folder.files
        for place in (project.generators, project.generators / self._name):
            found |= {name: place / name for name in (Folder(place, []).files if has_folder(place) else ())}
        return {name: path for name, path in (found | folder.below(GENERATORS)).items() if name != PLAN}

    def _find_solutions(self) -> dict[str, str]:
        """Add the solutions that make answers. Return their paths by the words of the plan."""
        found: dict[str, str] = {}
        for test in self._plan.tests.values():
            word = test.solution
            if word is None or word in found or "ans" in test.texts:
                continue
            program = self._find_solution(word, test.line) if word else self._find_reference()
            found[word] = self._add_program(program) if program else ""
        return found

    def _find_solution(self, word: str, line: int) -> Solution | None:
        """Return the program of this path from the package or the project on. Report a missing one."""
        solutions = self._project.solutions
        inner = word.removeprefix(_SUBMISSIONS)
        path = solutions / self._name / inner if word != inner else self._project.root / word[1:]
        if not has_file(path) or path.suffix not in self._project.languages:
            self._file.fault(line, f"expected a program at {path}, as `solution` says, got none")
            return None
        folder = solutions if path.is_relative_to(solutions) else path.parent
        return load_solutions(folder, paths=(path,), languages=self._project.languages)[0]

    def _find_reference(self) -> Solution | None:
        """Return the solution that should be right on all tests of the problem, compiled ones first."""
        project, cases = self._project, self._project.cases
        names = {path.stem for path in map(Path, names_in(cases)) if path.suffix in SUFFIXES}
        names |= {name for name in names_in(cases) if has_folder(cases / name)}
        formats = {**dict.fromkeys(sorted(names), TEXT), self._name: self._format}
        problems = Problems(cases=dict.fromkeys(formats, ()), formats=formats, own=False)
        helpers = project.with_helpers(names).helpers
        try:
            found = read_solutions(project.solutions, problems, but=helpers, languages=project.languages)
        except InputErrors:  # there is no program
            return None
        ids = [f"{self._name}/{test}" for test in self._plan.tests]
        right = [
            one
            for one in found
            if not one.faults
            and self._name in (one.problems or ())
            and one.format == self._format
            and is_right(one, ids)
        ]
        return min(right, key=lambda one: (not one.language.builds, one.name), default=None)

    def _add_program(self, program: Solution) -> str:
        """Add a solution to the package. Return its path there."""
        for above in (self._project.solutions / self._name, self._project.solutions, program.path.parent):
            if program.path.is_relative_to(above):
                break
        path = PurePosixPath(program.path.relative_to(above).as_posix())
        parts = {str(path.parent / name): part.path for name, part in program.beside}
        self._package.programs |= {str(path): program.path} | parts
        self._reference = self._reference or program.name
        return str(path)

    def _digest(self, files: Sequence[str], planner: Planner) -> str:
        """Return a digest of everything that the files of a test depend on. Raises OSError."""
        package = self._package
        recipes = [(name, package.recipes[name]) for name in files if name in package.recipes]
        sources: dict[str, Source] = {name: package.tests[name] for name in files if name in package.tests}
        for _, recipe in recipes:
            sources |= planner.parts.get(recipe.program, package.programs)
        sources |= {
            name: source for name, source in package.tools.items() if not name.startswith(f"{GENERATORS}/")
        }
        stated = {key: value for key, value in package.stated.items() if key not in _LABELS}
        digests = [(name, digest_source(source)) for name, source in sorted(sources.items())]
        return sha256(repr((__version__, recipes, digests, stated)).encode()).hexdigest()
