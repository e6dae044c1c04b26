"""Text files of puzzles, one a line, and their missing answers.

A line is 81 characters, or 162 with the answer; blanks are `0` or `.`. Empty lines and lines that begin with
`#` are ignored. Missing answers are computed once and cached.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from judge.platform.errors import Fault, counted, shown
from judge.platform.state import Refused, State
from judge.subjects.sudoku.grid import Grid, find_flaw, find_two_answers
from judge.yaml.tree import File

_LINE = re.compile(rb"[0-9.]{81}([1-9]{81})?")

_CACHE = "answers.txt"

# Called with the number of puzzles done and the number of all puzzles.
Progress = Callable[[int, int], None]


class Puzzle(Struct, frozen=True, kw_only=True):
    """One line of a file. A missing answer is empty."""

    line: int
    clues: Grid
    answer: Grid


def read_puzzles(file: File, data: bytes) -> list[Puzzle]:
    """Parse the puzzles in the `data` of a file, with any answers. Errors become faults of the file."""
    puzzles = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        if puzzle := _parse_puzzle(file, number, line):
            puzzles.append(puzzle)
    if not puzzles and not file.faults:
        file.fault(0, "expected puzzles, one a line, got none")
    return puzzles


def _parse_puzzle(file: File, number: int, line: bytes) -> Puzzle | None:
    if not _LINE.fullmatch(line):
        expected = "expected 81 digits or dots, or 162 with the answer"
        file.fault(number, f"{expected}, got {counted(len(line), 'character')}: {shown(line)}")
        return None
    clues, answer = line[:81].replace(b".", b"0"), line[81:]
    if wrong := find_flaw(clues, answer or None):
        wanted = "a completion" if answer else "clues that obey the law"
        file.fault(number, f"expected {wanted}, got: {wrong}")
        return None
    return Puzzle(line=number, clues=clues, answer=answer)


def fill_in_answers(
    file: File, puzzles: Sequence[Puzzle], *, unique: bool, root: Path | None, progress: Progress
) -> Iterator[Puzzle]:
    """Yield the puzzles, each with an answer: as stated, from the cache, or computed now.

    The cache is a file of puzzles with one answer in `.judge/` of the project `root`. With `unique` a second
    computed answer is a fault of the file.
    """
    missing = {puzzle.clues for puzzle in puzzles if not puzzle.answer}
    known = _read_cache(root, file) if root and missing else {}
    asked = sorted(missing - known.keys())
    found = dict(zip(asked, find_answers(asked, progress), strict=True))
    known |= {clues: answers[0] for clues, answers in found.items() if len(answers) == 1}
    if root and found:
        # A folder that cannot be written only costs time on the next run.
        with suppress(OSError), State(root, make=True) as state:
            state.replace(_CACHE, (clues + answer + b"\n" for clues, answer in known.items()))
    for puzzle in puzzles:
        answers = found.get(puzzle.clues, ())
        answer = puzzle.answer or known.get(puzzle.clues) or next(iter(answers), b"")
        if not answer or (unique and len(answers) > 1):
            wanted = "one answer" if unique else "an answer"
            file.fault(puzzle.line, f"expected {wanted}, got {'several' if answers else 'none'}")
            continue
        yield Puzzle(line=puzzle.line, clues=puzzle.clues, answer=answer)


def find_answers(asked: Sequence[Grid], progress: Progress) -> Iterator[tuple[Grid, ...]]:
    """Yield up to two answers for each puzzle."""
    # Imported here, since only files of puzzles need it.
    from judge.platform.cores import on_all_cores

    for done, answers in enumerate(on_all_cores(find_two_answers, asked), 1):
        progress(done, len(asked))
        yield answers


def _read_cache(root: Path, file: File) -> dict[Grid, Grid]:
    """Read the cached answers. Invalid lines are ignored."""
    try:
        with State(root, make=False) as state, state.open(_CACHE) as cache:
            data = cache.read()
    except Refused as error:
        file.faults.append(Fault(Path(error.filename), 0, error.reason))
        return {}
    except OSError:
        return {}
    store = File(root / _CACHE)
    return {puzzle.clues: puzzle.answer for puzzle in read_puzzles(store, data) if puzzle.answer}
