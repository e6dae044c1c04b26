"""Compare the work of five approaches on puzzles, as a table in Markdown with a row for each puzzle.

    python benchmarks/killers.py PUZZLE [PUZZLE ...]

A puzzle is a line of 81 characters, with `.` or 0 for a blank. For row order and reverse order the work is
the number of digits placed, which generators/killer_rows.cpp counts without searching, since such a search
rarely ends. Reverse order is row order on the puzzle turned by 180 degrees. For the others the work is the
number of lines that Python executes, as in `judge bench --count`.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from judge.library.folders import load
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.subjects.sudoku.grid import Grid, find_completions
from judge.timing.counts import count
from judge.work.slots import Seal
from judge.work.workers import open_workers

ROOT = Path(__file__).parents[1]
LUOGU = GRID_FORMATS["luogu"]
TRACED = {
    "luogu_fewest_candidates.py": "fewest candidates",
    "luogu_propagation.py": "propagation",
    "luogu_dancing_links.py": "exact cover",
}


def main(puzzles: Sequence[str]) -> None:
    print("| puzzle | row order | reverse order |", *(f"{name} |" for name in TRACED.values()))
    print("|---|" + "--:|" * (2 + len(TRACED)))
    with TemporaryDirectory(prefix="killers-") as folder:
        killer = Path(folder) / "killer_rows"
        source = ROOT / "generators" / "killer_rows.cpp"
        subprocess.run(["g++", "-O2", "-std=c++20", "-o", killer, source], check=True)
        for line in puzzles:
            clues = line.replace(".", "0").encode()
            work = (placements(killer, clues), placements(killer, clues[::-1]), *lines(clues))
            print(f"| `{line}` |", *(f"{amount:,} |" for amount in work))


def placements(killer: Path, clues: Grid) -> int:
    """Return the number of digits that row order places, as counted by the generator."""
    done = subprocess.run(
        [killer, "1", "0"], input=LUOGU.encode_input([clues]), capture_output=True, check=True
    )
    return int(done.stderr.split()[1])


def lines(clues: Grid) -> Sequence[int]:
    """Return the number of lines that each traced program executes."""
    found = load(ROOT)
    case = replace(
        next(case for case in found.cases if case.format == "luogu"),
        input=LUOGU.encode_input([clues]),
        answer=LUOGU.encode_output([*find_completions(clues)]),
    )
    wanted = [(one, case) for one in found.solutions if one.name in TRACED]
    seal = Seal(closed=found.project.closed())
    with open_workers(None, seal) as workers:
        counts = {done.solution: done.lines for done in count(wanted, workers, seal, instructions=False)}
    executed = [counts[name] for name in TRACED]
    assert None not in executed, f"not every program solves {clues.decode()} in time: {counts}"
    return [amount for amount in executed if amount is not None]


if __name__ == "__main__":
    main(sys.argv[1:])
