"""`judge doctor`: what the judge finds on this machine, and how to get what is missing."""

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

from judge import __version__
from judge.cases.project import Project, find_nearest, find_programs_in
from judge.cases.settings import PROJECT_FILE, read_settings, user_file
from judge.cases.testlib import TESTLIB, find_testlib
from judge.model.programs import Language
from judge.options.declaration import Command
from judge.platform import installed, machine
from judge.platform.errors import InputErrors, listed, printable
from judge.running import builds
from judge.running.keeper_client import LEVELS, Level
from judge.running.languages import LANGUAGES, toolchains, version
from judge.running.languages.base import Unready
from judge.running.languages.rows import LAUNCHER
from judge.running.places import Closed, cache_folder, discreet
from judge.running.sandbox import OPEN, kernel
from judge.running.trial import Trial, try_level
from judge.show.progress import show_count
from judge.show.step_log import held, warn
from judge.timing.counts import explain_no_instructions
from judge.work.calls import run_calls
from judge.work.slots import Seal, current_slot
from judge.work.workers import list_physical_cores, open_workers

# The use of each extra. Extras for developers are left out.
EXTRAS = {
    "plot": "bench --plot",
    "html": "--html",
    "watch": "run --watch",
    "weak": "weak, for C, C++ and Java",
    "parquet": "evaluate, for Parquet files",
    "serve": "serve",
    "cluster": "run --cluster",
}
_BUBBLEWRAP = Language(
    name="bubblewrap", suffixes=(), file="none", run=("bwrap",), install="apt-get install bubblewrap"
)
# Kernel settings with the value that forbids namespaces to ordinary users, and the one that allows them.
_FORBIDDING = {
    "kernel.unprivileged_userns_clone": ("0", "1"),
    "kernel.apparmor_restrict_unprivileged_userns": ("1", "0"),
    "user.max_user_namespaces": ("0", "10000"),
}
_OF_CONTAINERS = (
    ": podman run --security-opt unmask=ALL,"
    " docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined"
)
_COUNT = "bench --count"
_ADDRESS_OF_TESTLIB = "https://github.com/MikeMirzayanov/testlib"


_WIDTH = 80
# Names with sentences, below a title that may be empty.
_Section = tuple[str, Sequence[tuple[str, str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    pass


@held()
def doctor(arguments: Arguments) -> int:
    """Show what is here and what is missing. Return 1 if `judge run` cannot work."""
    rows, closed, testlib = _surroundings()
    trials = {level: try_level(level) for level in LEVELS}
    why_not = trials["default"].why_not
    names: tuple[Language | str, ...] = (*rows, "bubblewrap", "launcher", "counters")
    asked = dict.fromkeys(names, "not asked: no program runs") if why_not else _asked(rows, closed)
    sections: list[_Section] = [
        ("", [*_of_judge(), *_of_machine()]),
        ("settings", _of_settings()),
        ("sandbox", [*_of_levels(trials, asked), ("launcher", asked["launcher"])]),
        ("languages", [(row.name, asked[row]) for row in rows]),
        ("extras", [*_of_extras(), ("counters", asked["counters"]), (TESTLIB, _of_testlib(testlib))]),
        ("", [("in short", f"`judge run` does not work: {why_not}" if why_not else "`judge run` works")]),
    ]
    print(_format(sections))
    return int(bool(why_not))


def _format(sections: Sequence[_Section]) -> str:
    """Format a name and its sentence a line, 80 wide, as plain text that fits a bug report."""
    column = 2 + max(len(name) for _, lines in sections for name, _ in lines)
    blocks = []
    for title, lines in sections:
        block = [title] if title else []
        for name, said in lines:
            head = f"{'  ' if title else ''}{name:{column}}"
            indent = " " * len(head)
            wrapper = TextWrapper(_WIDTH, head, indent, break_long_words=False, break_on_hyphens=False)
            block.append(wrapper.fill(_told(said)))
        blocks.append("\n".join(block))
    return "\n\n".join(blocks)


def _told(said: str) -> str:
    """Escape control characters and shorten the home directory, which has the user's name."""
    return discreet(printable(said))


def _surroundings() -> tuple[list[Language], Closed, Path | None]:
    """Return the languages of the project here, its closed places, and its testlib.h."""
    try:
        project = _find_project()
    except InputErrors as error:
        warn([error])
        project = None
    if not project:
        return _each(LANGUAGES), Closed(), None
    return _each(project.languages), project.closed(), project.testlib


def _each(languages: Mapping[str, Language]) -> list[Language]:
    return [*dict.fromkeys(languages.values())]


def _asked(rows: Iterable[Language], closed: Closed) -> dict[Language | str, str]:
    """Ask every tool for its version, each in its own runner, so that a hanging one delays no other."""
    seal = Seal(closed=closed)
    questions: dict[Language | str, tuple[Callable[..., str], tuple[Any, ...]]] = {
        **{row: (_version, (row, seal)) for row in rows},
        "bubblewrap": (_version, (_BUBBLEWRAP, seal)),
        "launcher": (_launcher, (seal,)),
        "counters": (_counters, (seal,)),
    }
    calls = ((name, *question) for name, question in questions.items())
    found: dict[Language | str, str] = {}
    with open_workers(len(questions), seal) as workers, show_count("asking the tools") as progress:
        for name, said in run_calls(workers, calls, ahead=len(questions)):
            found[name] = said or ""
            progress(len(found), len(questions))
    return found


def _version(row: Language, seal: Seal) -> str:
    said = version(row, current_slot(seal).runner)
    return said.message if isinstance(said, Unready) else said


def _launcher(seal: Seal) -> str:
    if toolchains.launcher(current_slot(seal).runner):
        return "built"
    return f"not built, so programs start more slowly: {LAUNCHER.install}"


def _counters(seal: Seal) -> str:
    return f"{why_not} ({_COUNT})" if (why_not := explain_no_instructions(seal)) else f"work ({_COUNT})"


def _of_judge() -> Iterator[tuple[str, str]]:
    yield "judge", __version__
    environment = ", in a virtual environment" if sys.prefix != sys.base_prefix else ""
    interpreter = f"{platform.python_implementation()} {platform.python_version()}"
    yield "Python", f"{interpreter}{environment}: {os.path.realpath(sys.executable)}"
    needed = installed.required().get("", ())
    packages = ", ".join(f"{name} {installed.version_of(name)}" for name in map(installed.name_of, needed))
    yield "packages", packages or "not known: the judge runs from its folder and is not installed"


def _of_settings() -> list[tuple[str, str]]:
    """Return each setting with the file that states it, else the files that could."""
    try:
        project = _find_project()
        stated = read_settings(project.root if project else Path()).stated
    except InputErrors:  # already reported
        return []
    found = [(setting.name, f"{setting.value} ({setting.path})") for setting in stated]
    return found or [("none", f"neither [tool.judge] in a {PROJECT_FILE} nor {user_file()} states any")]


def _find_project() -> Project | None:
    return find_nearest(None) or find_programs_in(Path())


def _of_machine() -> Iterator[tuple[str, str]]:
    user = "as root" if os.geteuid() == 0 else "as an ordinary user"
    yield "system", f"{machine.system()}, {user}"
    kernel_, release, architecture = (os.uname()[place] for place in (0, 2, 4))
    filtered = ", behind a seccomp filter as of a container" if machine.is_filtered() else ""
    landlock = f"Landlock {kernel.landlock_version() or 'missing'}"
    yield "kernel", f"{kernel_} {release} {architecture}, {landlock}{filtered}"
    cores = listed([str(core) for core in list_physical_cores() if core is not None])
    pinned = f"pinned to {cores}" if cores else "not pinned: this system does not allow it"
    yield "processor", f"{machine.processor()}; {os.cpu_count()} processors, runs are {pinned}"
    yield "clock", f"{machine.clock_source()}; CPU time in steps of {machine.cpu_clock_step_s() * 1e6:.2g} µs"
    try:
        is_kept = builds.folder() == cache_folder()
    except OSError as error:
        yield "cache", f"none can be made: {error.strerror}"
        return
    yield "cache", str(cache_folder()) if is_kept else f"not kept: {cache_folder()} cannot be written to"


def _of_levels(
    trials: Mapping[Level, Trial], asked: Mapping[Language | str, str]
) -> Iterator[tuple[str, str]]:
    for level, trial in trials.items():
        if trial.why_not:
            is_refused = level == "strict" and shutil.which("bwrap")
            yield level, trial.why_not + (remedy(Path("/proc/sys")) if is_refused else "")
        elif trial.in_force != level:
            yield (
                level,
                f"works as {trial.in_force}: no Landlock, so {OPEN['basic']}; start a kernel with Landlock",
            )
        else:
            yield level, f"works{', ' + asked['bubblewrap'] if level == 'strict' else ''}"


def remedy(settings: Path) -> str:
    """Return how to allow namespaces, if kernel settings or a container forbid them.

    Empty if that is not known.
    """
    for name, (forbids, allows) in _FORBIDDING.items():
        path = settings.joinpath(*name.split("."))
        if path.is_file() and path.read_text().strip() == forbids:
            return f": sysctl -w {name}={allows}"
    return _OF_CONTAINERS if machine.is_filtered() else ""


def _of_extras() -> Iterator[tuple[str, str]]:
    required = installed.required()
    for extra, purpose in EXTRAS.items():
        names = map(installed.name_of, required.get(extra, ()))
        versions = {name: installed.version_of(name) for name in names}
        if versions and all(versions.values()):
            yield extra, f"{', '.join(map(' '.join, versions.items()))} ({purpose})"
        else:
            yield extra, f"not installed ({purpose}): {installed.command_for(extra)}"


def _of_testlib(stated: Path | None) -> str:
    try:
        return str(find_testlib(stated))
    except ValueError:
        return f"none on the include path (checkers that include it): {_ADDRESS_OF_TESTLIB}"


COMMAND = Command(Arguments, doctor)
