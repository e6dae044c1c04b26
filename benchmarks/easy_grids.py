"""Easy grids with their only answers, as tests of solutions for https://www.luogu.com.cn/problem/P1784."""

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import indent

from judge.subjects.subject import format_of

# https://en.wikipedia.org/wiki/Sudoku: the first picture, and its only answer
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def write_tests(tests: Path, programs: Sequence[Path], count: int) -> Path:
    """Write grids as pairs of files, and as a project with these programs, whose root is returned."""
    solutions, cases = tests / "project" / "solutions", tests / "project" / "cases"
    for place in (solutions, cases):
        place.mkdir(parents=True)
    for program in programs:
        shutil.copy(program, solutions)
    format = format_of("luogu")
    with (cases / "easy.yaml").open("w") as file:
        file.write("problem: overhead\nformat: luogu\ntime: 10s\nmemory: 256MiB\ncases:\n")
        for number, (blank, full) in enumerate(easy_grids(count)):
            asked, answer = format.encode_input([blank]).decode(), format.encode_output([full]).decode()
            (tests / f"{number:03}.in").write_text(asked)
            (tests / f"{number:03}.out").write_text(answer)
            file.write(f"  - id: n{number}\n    input: |\n{indent(asked, ' ' * 6)}")
            file.write(f"    output: |\n{indent(answer, ' ' * 6)}")
    return tests / "project"


def easy_grids(count: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield grids with their answers, with a few more digits given than in `EASY`."""
    chance = random.Random(1)
    for _ in range(count):
        asked, answer = exchange(chance, EASY, ANSWER)
        blank = {cell for cell in chance.sample(range(81), 60) if asked[cell] == "0"}
        yield (
            "".join("0" if at in blank else cell for at, cell in enumerate(answer)).encode(),
            answer.encode(),
        )


def exchange(chance: random.Random, *grids: str) -> list[str]:
    """Exchange rows, columns and digits in these grids alike, so that answers remain answers."""

    def order() -> list[int]:
        return [3 * band + line for band in chance.sample(range(3), 3) for line in chance.sample(range(3), 3)]

    columns = order()
    cells = [9 * row + column for row in order() for column in columns]
    digits = str.maketrans("123456789", "".join(chance.sample("123456789", 9)))
    return ["".join(grid[cell] for cell in cells).translate(digits) for grid in grids]
