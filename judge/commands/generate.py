"""`judge generate`: makes tests, of problems by their plans or sudokus from a seed."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.cases.project import Project
from judge.model.package_format import PLAN
from judge.options.asking import ask_tools
from judge.options.declaration import Command, flag, option, positionals
from judge.options.groups import Folders, Home, Sealing, find_project
from judge.options.kinds import NAMED, NUMBER, OUTPUT, SEED
from judge.packages.planned_files import Change, Fate, Renewal
from judge.packages.project_plans import find_plans, read_planned_problem
from judge.platform.errors import UsageError, counted, printable, unknown
from judge.platform.writing import WholeFile
from judge.running.keeper_client import Level
from judge.show.progress import show_count
from judge.show.step_log import held, warn
from judge.subjects.sudoku.generate import MADE, generate_puzzles
from judge.subjects.sudoku.subject import SET_KEY

DESCRIPTION = f"make the tests that the file {PLAN} of a problem describes, or {MADE}"
_FATES: tuple[Fate, ...] = ("new", "changed", "same", "removed", "failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Home
    sealing: Sealing
    words: tuple[str, ...] = positionals(
        NAMED, "problems with a plan of their tests (default: all); or a number of sudokus"
    )
    check: bool = flag("--check", "write nothing, and end with exit code 1 if a file would change")
    remove: bool = flag("--remove", "remove tests that an earlier plan made and that are no longer planned")
    seed: int | None = option("--seed", SEED, f"the same seed gives the same {SET_KEY} (default: 1)")
    output: Path | None = option(
        "--output", OUTPUT, f"write the {SET_KEY} to this file (default: standard output)"
    )


def generate(arguments: Arguments) -> int:
    """Make the tests of problems by their plans, or sudokus."""
    words = arguments.words
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        if arguments.check or arguments.remove or arguments.folders.root:
            wanted = "problems with a plan"
            raise UsageError(f"--check, --remove, --root: expected {wanted}, got {words[0]} {SET_KEY}")
        return _generate_puzzles(_read_number(words[0]), arguments)
    if arguments.seed is not None or arguments.output:
        raise UsageError(f"--seed, --output: expected a number of {SET_KEY}, got problems with a plan")
    return _generate_tests(arguments)


def _read_number(word: str) -> int:
    try:
        return NUMBER.read(word)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _generate_puzzles(number: int, arguments: Arguments) -> int:
    """Write sudokus, the same for the same seed."""
    file = WholeFile(arguments.output) if arguments.output else None
    seed = 1 if arguments.seed is None else arguments.seed
    with show_count("generating") as progress:
        written = generate_puzzles(number, seed=seed, progress=progress)
    if file:
        file.write(written.encode())
    else:
        sys.stdout.write(written)
    return 0


@held()
def _generate_tests(arguments: Arguments) -> int:
    """Make the tests of each problem. Return 2 if one cannot be made, 1 if --check finds a change."""
    project = find_project(Folders(root=arguments.folders.root))
    if project.programs or project.origins or project.tests:
        raise UsageError("expected a project, whose problems have plans, got a package or only programs")
    plans = find_plans(project)
    if not plans:
        raise UsageError(f"expected a plan {project.cases}/PROBLEM/{PLAN}, got none")
    for word in arguments.words:
        if word not in plans:
            raise UsageError(unknown("one of the problems with a plan", word, plans))
    codes = [_generate_problem(project, name, plans[name], arguments) for name in arguments.words or plans]
    return max(codes)


def _generate_problem(project: Project, name: str, plan: Path, arguments: Arguments) -> int:
    problem = read_planned_problem(project, name, plan)
    renewal = Renewal(project, problem)
    level: Level = arguments.sealing.sandbox
    with show_count("making tests") as progress:
        faults = renewal.make(level, progress)
    with renewal.stage() as (staged, cases):
        faults += renewal.refuse(staged, ask_tools(staged, cases).faults)
    changes = renewal.list_changes()
    kept = [] if arguments.check else renewal.write(changes, removes=arguments.remove)
    for line in _describe(name, changes, arguments, problem.by_hand, problem.reference):
        print(printable(line))
    warn([*problem.notes, *faults])
    for path in kept:
        print(printable(f"{path}: a copy of a file that no plan had made"))
    is_changed = any(
        change.fate in ("new", "changed") or (change.fate == "removed" and arguments.remove)
        for change in changes
    )
    return 2 if faults else int(arguments.check and is_changed)


def _describe(
    name: str, changes: Sequence[Change], arguments: Arguments, by_hand: int, reference: str
) -> Iterator[str]:
    """Yield a line for each test that is not the same, and one that counts all."""
    words = {
        "removed": "removed" if arguments.remove else "no longer planned; --remove removes it",
    }
    for change in changes:
        if change.fate == "changed":
            yield f"{name}/{change.test}: changed, {', '.join(map(_suffix, change.files))}"
        elif change.fate == "failed":
            yield f"{name}/{change.test}: failed, {'its old files stay' if change.files else 'not written'}"
        elif change.fate != "same":
            yield f"{name}/{change.test}: {words.get(change.fate, change.fate)}"
    found = Counter(change.fate for change in changes)
    parts = [f"{found[fate]} {fate}" for fate in _FATES if found[fate] and fate != "removed"]
    answers = f"; answers by {reference}" if reference else ""
    unplanned = by_hand - found["removed"]
    others = f"; {counted(unplanned, 'test')} not in the plan" if unplanned > 0 else ""
    nothing = "; nothing is written" if arguments.check else ""
    total = counted(len(changes) - found["removed"], "planned test")
    yield f"{name}: {total}: {', '.join(parts)}{answers}{others}{nothing}"


def _suffix(name: str) -> str:
    """Return the suffix of a file of a test: `in`, `ans`."""
    return name.rpartition(".")[2]


_EXAMPLES = (
    ("judge generate", "the tests of all plans"),
    ("judge generate sum --check", "whether its tests are up to date"),
    ("judge generate 10 --seed 7", "ten sudokus"),
)
COMMAND = Command(Arguments, generate, examples=_EXAMPLES, description=DESCRIPTION)
