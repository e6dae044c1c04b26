"""Text files of puzzles, one a line, and the answers that they leave out.

A line is 81 characters, or 162 with the answer; blanks are `0` or `.`. Empty lines and lines that begin with
`#` are passed over. Answers that are missing are computed once and kept, each beside its puzzle.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from judge.cores import on_all_cores
from judge.errors import Fault, counted, shown
from judge.state import Refused, State
from judge.sudoku.abreast import answers_abreast, up_to_two_answers
from judge.sudoku.grid import Grid, flaw, repetition
from judge.yamltree import File

_LINE = re.compile(rb"[0-9.]{81}([1-9]{81})?")

_KEPT = "answers.txt"
# So many puzzles are solved side by side.
_ABREAST = 8192

# Called with how many puzzles are answered and how many there are to answer.
_Progress = Callable[[int, int], None]


class Puzzle(Struct, frozen=True, kw_only=True):
    """One line of a file; an answer that it leaves out is empty."""

    line: int
    clues: Grid
    answer: Grid


def read_puzzles(file: File, data: bytes) -> list[Puzzle]:
    """The puzzles in the `data` of a file, with the answers that it states; what is wrong is its fault."""
    puzzles = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        if puzzle := _puzzle(file, number, line):
            puzzles.append(puzzle)
    if not puzzles and not file.faults:
        file.fault(0, "expected puzzles, one a line, got none")
    return puzzles


def _puzzle(file: File, number: int, line: bytes) -> Puzzle | None:
    if not _LINE.fullmatch(line):
        expected = "expected 81 digits or dots, or 162 with the answer"
        file.fault(number, f"{expected}, got {counted(len(line), 'character')}: {shown(line)}")
        return None
    clues, answer = line[:81].replace(b".", b"0"), line[81:]
    if wrong := flaw(clues, answer) if answer else repetition(clues):
        wanted = "a completion" if answer else "clues that obey the law"
        file.fault(number, f"expected {wanted}, got: {wrong}")
        return None
    return Puzzle(line=number, clues=clues, answer=answer)


def answered(
    file: File, puzzles: Sequence[Puzzle], *, unique: bool, root: Path | None, progress: _Progress
) -> Iterator[Puzzle]:
    """The puzzles, each with an answer: its own, one that is kept, or one computed now.

    `root` is the project whose `.judge` has a file like those that are read here; it keeps the puzzles that
    have one answer. With `unique` a computed puzzle that has several is a fault of its file.
    """
    missing = {puzzle.clues for puzzle in puzzles if not puzzle.answer}
    known = _known(root, file) if root and missing else {}
    asked = sorted(missing - known.keys())
    found = dict(zip(asked, answers_of(asked, progress), strict=True))
    known |= {clues: answers[0] for clues, answers in found.items() if len(answers) == 1}
    if root and found:
        _keep(root, known)
    for puzzle in puzzles:
        answers = found.get(puzzle.clues, ())
        answer = puzzle.answer or known.get(puzzle.clues) or next(iter(answers), b"")
        if not answer or (unique and len(answers) > 1):
            wanted = "one answer" if unique else "an answer"
            file.fault(puzzle.line, f"expected {wanted}, got {'several' if answers else 'none'}")
            continue
        yield Puzzle(line=puzzle.line, clues=puzzle.clues, answer=answer)


def answers_of(asked: Sequence[Grid], progress: _Progress) -> Iterator[tuple[Grid, ...]]:
    """As `up_to_two_answers`, of each. A few are sooner done one after the other."""
    done = 0
    if len(asked) < _ABREAST:
        batches: Iterable[Sequence[tuple[Grid, ...]]] = zip(on_all_cores(up_to_two_answers, asked))
    else:
        sets = [asked[start : start + _ABREAST] for start in range(0, len(asked), _ABREAST)]
        batches = on_all_cores(answers_abreast, sets, here=0, chunk=1)
    for batch in batches:
        done += len(batch)
        progress(done, len(asked))
        yield from batch


def _known(root: Path, file: File) -> dict[Grid, Grid]:
    """What is kept; a line that is wrong is worth nothing and is computed anew."""
    try:
        with State(root, make=False) as state, state.open(_KEPT) as kept:
            data = kept.read()
    except Refused as error:
        file.faults.append(Fault(Path(error.filename), 0, error.reason))
        return {}
    except OSError:
        return {}
    store = File(root / _KEPT)
    return {puzzle.clues: puzzle.answer for puzzle in read_puzzles(store, data) if puzzle.answer}


def _keep(root: Path, known: Mapping[Grid, Grid]) -> None:
    # Only a shortcut for the next time: a folder that cannot be written costs nothing now.
    with suppress(OSError), State(root, make=True) as state:
        state.replace(_KEPT, (clues + answer + b"\n" for clues, answer in known.items()))
