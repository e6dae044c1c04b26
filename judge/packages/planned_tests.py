"""The tests of a plan as files and recipes of a package."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath

from judge.cases.naming import OF_VALIDATORS
from judge.model.package_format import GENERATORS
from judge.model.programs import Language
from judge.packages.package import Package, Recipe
from judge.packages.plan import Plan
from judge.packages.plan_entries import STEM, TEXTS, PlannedTest
from judge.platform.errors import InputErrors, listed, unknown
from judge.platform.files import names_in
from judge.running.languages import LANGUAGES
from judge.running.languages.base import entry_among
from judge.running.languages.rows import SCRIPTS
from judge.solutions.parts import find_parts, group_by_suffix
from judge.yaml.tree import File


class Planner:
    """Adds the tests of a plan to a package, with the generators that they need.

    `files` are the files of generators by their paths in their folder. `solutions` maps the names by which a
    plan calls solutions to programs of the package; the name of the problem's own solution is empty. Faults
    go to the `plan_file`.
    """

    def __init__(
        self,
        plan: Plan,
        plan_file: File,
        package: Package,
        *,
        files: Mapping[str, Path],
        solutions: Mapping[str, str],
        languages: Mapping[str, Language] = LANGUAGES,
    ) -> None:
        self._plan, self._file, self._package = plan, plan_file, package
        self._files, self._solutions, self._languages = files, solutions, languages
        self._entries: dict[str, str] = {}
        # The files of each generator, by its path among the tools.
        self.parts: dict[str, dict[str, Path]] = {}
        self._talks = bool(package.stated.get("interactor") or package.stated.get("passes", 1) > 1)

    def add(self, tests: Collection[str], answers: Mapping[str, str]) -> None:
        """Add these tests of the plan. `answers` are the names of files that are not `TEST.ans`."""
        for name in tests:
            test = self._plan.tests[name]
            self._add_input(name, test)
            self._add_answer(name, answers.get(name, f"{name}.ans"), test)

    def _add_input(self, name: str, test: PlannedTest) -> None:
        package = self._package
        for suffix in TEXTS:
            if suffix == "out" and name.partition("/")[0] not in OF_VALIDATORS:
                continue
            copied = self._files.get(f"{test.copied}.{suffix}") if test.copied else None
            source = test.texts.get(suffix, copied)
            if source is not None and suffix != "ans":
                package.tests[f"{name}.{suffix}"] = source
        if f"{name}.in" in package.tests:
            return
        if not test.calls:
            wanted = f"the file {test.copied}.in in {GENERATORS}/"
            self._file.fault(test.line, f"expected {wanted}, got none")
        elif program := self._find_generator(test.calls[0][0], test.line):
            first, *others = (words for _, *words in test.calls)
            package.recipes[f"{name}.in"] = Recipe(
                program=program, words=tuple(first), retries=tuple(map(tuple, others)), stem=STEM
            )

    def _add_answer(self, name: str, answer: str, test: PlannedTest) -> None:
        package, copied = self._package, self._files.get(f"{test.copied}.ans") if test.copied else None
        source = test.texts.get("ans", copied)
        if source is not None:
            package.tests[answer] = source
        elif self._talks:
            package.tests[answer] = b""
        elif test.solution is None:
            if recipe := package.recipes.get(f"{name}.in"):
                package.recipes[answer] = Recipe(
                    program=recipe.program,
                    words=recipe.words,
                    retries=recipe.retries,
                    written=f"{STEM}.ans",
                    may_be_missing=True,
                    may_be_empty=True,
                )
        elif program := self._solutions.get(test.solution):
            package.recipes[answer] = Recipe(program=program, answers=f"{name}.in")
        elif test.solution:
            # Who looked for the solutions has reported one that is missing.
            if test.solution not in self._solutions:
                message = unknown("one of the solutions", test.solution, self._solutions)
                self._file.fault(test.line, message)
        else:
            wanted = "a solution that should be right, or the key `solution`"
            self._file.fault(test.line, f"expected {wanted}, got neither")

    def _find_generator(self, name: str, line: int) -> str:
        """Return the path of a generator among the package's tools, empty after reporting a fault."""
        if name not in self._entries:
            self._entries[name] = ""
            try:
                entry, self.parts[entry] = self._find_files(name)
                self._package.tools |= self.parts[entry]
                self._entries[name] = entry
            except ValueError as error:
                self._file.fault(line, str(error))
            except InputErrors as error:
                self._file.faults.extend(error.faults)
        return self._entries[name]

    def _find_files(self, name: str) -> tuple[str, dict[str, Path]]:
        """Return the path of a generator, and all its files. Raises ValueError with the message."""
        files = self._files
        if parts := self._plan.generators.get(name):
            if missing := [part for part in parts if part not in files]:
                raise ValueError(f"expected the files of {name} in {GENERATORS}/, got no {listed(missing)}")
            return _gather(name, files[parts[0]], [files[part] for part in parts[1:]])
        if inner := {path: files[path] for path in files if path.startswith(f"{name}/")}:
            entry = self._choose_entry(f"{name}/", inner)
            own = {f"{GENERATORS}/{path}": source for path, source in inner.items()}
            if PurePosixPath(entry).name in SCRIPTS:
                return f"{GENERATORS}/{entry}", own
            return _gather(name, files[entry], [files[path] for path in inner if path != entry])
        programs = [path for path in files if path.endswith(tuple(self._languages))]
        if not (found := [path for path in programs if path == name]):
            found = [path for path in programs if str(PurePosixPath(path).with_suffix("")) == name]
        if len(found) != 1:
            raise ValueError(unknown("one of the generators", name, [*self._plan.generators, *programs]))
        source = files[found[0]]
        names = group_by_suffix(names_in(source.parent))
        beside = find_parts(source, self._languages[source.suffix], names, is_main=True)
        return _gather(found[0], source, beside)

    def _choose_entry(self, start: str, inner: Mapping[str, Path]) -> str:
        """Return the file at which a generator in a folder begins. Raises ValueError with the message."""
        if script := next((start + script for script in SCRIPTS if start + script in inner), None):
            return script
        sources = {
            source: path
            for path, source in inner.items()
            if path.endswith(tuple(self._languages)) and "/" not in path.removeprefix(start)
        }
        if entry := entry_among([*sources]):
            return sources[entry]
        got = listed([path.name for path in sources]) or "none"
        raise ValueError(f"expected one program in {GENERATORS}/{start}, got {got}")


def _gather(name: str, entry: Path, parts: Sequence[Path]) -> tuple[str, dict[str, Path]]:
    """Return the path of a program among the tools, and its files. One with several files is a `main`."""
    path = f"{GENERATORS}/{name}"
    if not parts:
        path = str(PurePosixPath(path).with_suffix(entry.suffix))
        return path, {path: entry}
    start = f"{path}.files/main{entry.suffix}"
    return start, {start: entry} | {f"{path}.files/{part.name}": part for part in parts}
