"""`judge generate`: cases from a seed, as the first subject that offers them makes them."""

import sys
from dataclasses import dataclass
from pathlib import Path

from judge import subjects
from judge.commands.declared import Command, option, positional
from judge.commands.kinds import FILE, NUMBER, SEED
from judge.show.waiting import counting
from judge.subjects import Subject
from judge.writing import WholeFile


def _subject() -> Subject:
    return next(subject for subject in subjects.SUBJECTS if subject.generates)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    number: int = positional(NUMBER, "how many")
    seed: int = option("--seed", SEED, f"the same seed gives the same {_subject().sets}", default=1)
    output: Path | None = option("--output", FILE, "where to (default: standard output)")


def generate(arguments: Arguments) -> int:
    """Write cases, the same for the same seed."""
    file = WholeFile(arguments.output) if arguments.output else None
    with counting("generating") as progress:
        written = _subject().generated(arguments.number, seed=arguments.seed, progress=progress)
    if file:
        file.write(written.encode())
    else:
        sys.stdout.write(written)
    return 0


COMMAND = Command(Arguments, generate, description=_subject().generates)
