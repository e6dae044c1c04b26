"""What `judge run` is asked for, and the parts of a round: what is found, its outcome, how it is shown."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from judge.cases.project import Project
from judge.cases.tests import number_of_tests, tests_by_name
from judge.commands.chosen import (
    Chosen,
    Folders,
    color_option,
    jobs_option,
    memory_option,
    notice_of,
    notice_of_strangers,
    notice_of_unanswered,
    time_option,
)
from judge.commands.declared import flag, option
from judge.commands.executors import Elsewhere
from judge.commands.judging import show_commands, stated_in, together
from judge.commands.kinds import FILE
from judge.commands.reports import Formats, Page
from judge.commands.selection import loaded, narrowed
from judge.library import Loaded
from judge.owing import unmet
from judge.results import Result
from judge.running.keeper_client import Level
from judge.running.languages import identity
from judge.running.sandbox import OPEN
from judge.running.told import is_told
from judge.show import screen
from judge.show.folding import Rows
from judge.show.outcome import Outcome
from judge.show.screen import Colour
from judge.streams import Log
from judge.work.keys import Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    chosen: Chosen
    color: Colour = color_option()
    time_s: float | None = time_option()
    memory_bytes: int | None = memory_option()
    jobs: int | None = jobs_option()
    elsewhere: Elsewhere
    fail_fast: bool = flag("--fail-fast", "skip the rest of a solution after its first unexpected verdict")
    resume: bool = flag("--resume", "take over what runs before have found and still holds")
    watch: bool = flag("--watch", "stay, and judge again what a change of files touches (needs watchfiles)")
    json: Path | None = option("--json", FILE, "write the results as JSON")
    formats: Formats
    page: Page
    all: bool = flag("--all", "show every row of the table, however many there are")
    unexpected: bool = flag("--unexpected", "show only the rows that are not as expected")
    profiles: bool = flag("--profiles", "say what other judges would say of the same outputs")
    update_expectations: bool = flag(
        "--update-expectations",
        "rewrite the facts of the solutions to what was seen, after a look at the changes",
    )
    yes: bool = flag("--yes", "write without asking")

    @property
    def rows(self) -> Rows:
        return "all" if self.all else "unexpected" if self.unexpected else "needed"


class Look(NamedTuple):
    """A project as it was read, and what of it is to be judged."""

    everything: Loaded
    found: Loaded


class Known(NamedTuple):
    """The results in order, and how many are missing."""

    results: tuple[Result, ...]
    missing: int
    complete: bool


def looked(project: Project, arguments: Arguments, read: Callable[[Project], Loaded] = loaded) -> Look:
    """Raises InputErrors and UsageError where nothing is to be judged."""
    everything = read(project)
    found = narrowed(
        everything,
        arguments.chosen,
        time_s=arguments.time_s,
        memory_bytes=arguments.memory_bytes,
    )
    return Look(everything, found)


def pairs_of(found: Loaded, manner: str) -> Pairs:
    return Pairs(found.solutions, found.cases, manner=manner, tool_of=identity, number_of=number_of_tests)


def outcome_of(look: Look, known: Known, manner: str, began: float) -> Outcome:
    """What the run that `began` has come to."""
    everything, found = look
    return Outcome(
        results=known.results,
        faults=found.faults,
        faulty=found.faulty,
        owing=unmet(found.solutions, everything.cases, known.results),
        limits={case.id: case.limits for case in found.cases},
        together=together(found),
        manner=manner,
        wall_s=time.monotonic() - began,
        resumed=sum(result.measured_at is not None for result in known.results),
        missing=known.missing,
        interrupted=not known.complete,
        tests=tests_by_name(found.solutions, found.cases),
    )


def notices_of(look: Look, level: Level, asked: Level) -> Iterator[str]:
    """What the sandbox leaves open at the level in force, which may be lower than the one asked for, and
    notes on files. Only `basic` is mentioned on every run."""
    everything, found = look
    if OPEN[level] and (level == "basic" or not is_told(level)):
        cause = "" if level == asked else "this kernel lacks Landlock, so "
        yield f"left open: {cause}{OPEN[level]}"
    yield from notice_of(everything)
    yield from notice_of_strangers(everything)
    yield from notice_of_unanswered(found.cases)


def shown(
    outcome: Outcome, found: Loaded, arguments: Arguments, notices: Sequence[str], log: Log | None = None
) -> None:
    """On the screen, and in the log of a step."""
    screen.show_run(
        outcome,
        rows=arguments.rows,
        notices=notices,
        color=arguments.color,
        profiles=arguments.profiles,
        command=show_commands(found.project, arguments.folders, arguments.chosen, found.solutions),
        section=log.group if log else nullcontext,
    )
    if log:
        # Imported here, so that nobody waits for it away from GitHub.
        from judge.show.workflow import annotations

        log.annotate(annotations(outcome, stated_in(found)))
