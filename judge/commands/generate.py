"""`judge generate`: cases from a seed."""

import sys
from dataclasses import dataclass
from pathlib import Path

from judge.options.declaration import Command, option, positional
from judge.options.kinds import FILE, NUMBER, SEED
from judge.platform.writing import WholeFile
from judge.show.progress import show_count
from judge.subjects.sudoku.generate import DESCRIPTION, generate_puzzles
from judge.subjects.sudoku.subject import SET_KEY


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    number: int = positional(NUMBER, "number of sudokus")
    seed: int = option("--seed", SEED, f"the same seed gives the same {SET_KEY}", default=1)
    output: Path | None = option("--output", FILE, "write to this file (default: standard output)")


def generate(arguments: Arguments) -> int:
    """Write cases, the same for the same seed."""
    file = WholeFile(arguments.output) if arguments.output else None
    with show_count("generating") as progress:
        written = generate_puzzles(arguments.number, seed=arguments.seed, progress=progress)
    if file:
        file.write(written.encode())
    else:
        sys.stdout.write(written)
    return 0


_EXAMPLES = (("judge generate 10 --seed 7", "ten sudokus"),)
COMMAND = Command(Arguments, generate, examples=_EXAMPLES, description=DESCRIPTION)
