"""Tests that a package of Kattis or the ICPC does not contain, but that its plan describes."""

from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from judge.model.package_format import GENERATORS, PLAN, TEST_FOLDERS
from judge.packages.folders import Folder
from judge.packages.package import Package
from judge.packages.plan import Plan, read_plan
from judge.packages.planned_tests import Planner
from judge.platform.errors import Fault
from judge.running.languages import LANGUAGES
from judge.yaml.tree import File

_PATH = f"{GENERATORS}/{PLAN}"


class MissingTests:
    """The tests of a package's plan whose files are not all there, by their paths below `data/`.

    A faulty plan describes none. Its fault is a note if there are secret tests, since they can be judged.
    """

    def __init__(self, folder: Folder) -> None:
        self._folder, self._notes, self._plan = folder, list[Fault](), Plan()
        faults: list[Fault] = []
        if _PATH in folder:
            self._plan = read_plan(File(folder.files[_PATH], faults), self._notes)
        planned = () if faults else self._plan.tests
        self.names: Collection[str] = [
            name
            for name in planned
            if name.partition("/")[0] in TEST_FOLDERS
            and not (f"data/{name}.in" in folder and f"data/{name}.ans" in folder)
        ]
        self._note(faults)

    def _note(self, faults: Sequence[Fault]) -> None:
        """Say why the tests of the plan are not made: a fault if no secret test is there."""
        folder = self._folder
        report = folder.note if folder.has_folder("data/secret") else folder.fault
        for fault in faults[:1]:
            report(_PATH, f"the tests of the plan are not made: {fault.message}", fault.line)

    def add_to(self, package: Package) -> None:
        """Add the tests to the package, or note why that is not possible. Some may fail to be generated."""
        if not self.names:
            return
        folder, file = self._folder, File(self._folder.shown / _PATH)
        kept = dict(package.tests), dict(package.tools)
        solutions = {f"/submissions/{name}": name for name in package.programs}
        solutions[""] = _choose_solution(package)
        files = {name: path for name, path in folder.below(GENERATORS).items() if name != PLAN}
        planner = Planner(self._plan, file, package, files=files, solutions=solutions)
        for name in self.names:
            package.tests.pop(f"{name}.in", None)
            package.tests.pop(f"{name}.ans", None)
        planner.add(self.names, {})
        if file.faults:
            package.tests, package.tools = kept
            package.recipes.clear()
            self._note(file.faults)
            return
        above = {str(place) for name in package.recipes for place in PurePosixPath(name).parents}
        for name, config in self._plan.configs.items():
            if str(PurePosixPath(name).parent) in above:
                package.tests.setdefault(name, config)
        package.missing = []
        folder.notes += [note._replace(path=file.path) for note in self._notes]


def _choose_solution(package: Package) -> str:
    """Return an accepted program of one file, a compiled one if possible, else an empty string."""
    accepted = [PurePosixPath(name) for name in package.programs if name.startswith("accepted/")]
    single = [path for path in accepted if len(path.parts) == 2 and path.suffix in LANGUAGES]
    return str(min(single, key=lambda path: (not LANGUAGES[path.suffix].builds, path), default=""))
