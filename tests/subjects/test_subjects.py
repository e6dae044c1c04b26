"""The seam of subjects: another one, registered here alone, passes through the commands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from helpers import CLUES, REPOSITORY, TWO_CLUES, calls_in, write_project
from hypothesis import given
from hypothesis import strategies as st

from judge.cases.guard import guess_format
from judge.cli import main
from judge.model.results import WrongPart
from judge.platform.errors import FormatError
from judge.subjects import subject as subjects
from judge.subjects.subject import Format, Part, Subject
from judge.subjects.sudoku import subject as sudoku
from judge.subjects.sudoku.generate import MADE, generate_puzzles
from judge.yaml.tree import File


class Rows:
    """Four lines of four marks, `.` or 0 for a blank."""

    many, entry = False, ""

    def __init__(self, between: bytes, blank: bytes) -> None:
        self._between, self._blank = between, blank

    def decode_input(self, data: bytes) -> tuple[Part, ...]:
        marks = data.replace(self._blank, b"0").translate(None, b" \n")
        if len(marks) != 16 or marks.strip(b"01234"):
            raise FormatError(1, f"expected 16 marks, got {len(marks)}")
        return (marks,)

    def encode_input(self, parts: Sequence[Part]) -> bytes:
        lines = [self._between.join(re.findall(b".", parts[0][r : r + 4])) for r in (0, 4, 8, 12)]
        return b"\n".join(lines).replace(b"0", self._blank) + b"\n"

    decode_output, encode_output = decode_input, encode_input


class Shidoku:
    """Sudoku on four by four."""

    part, lawful, fewest_bytes = "grid", "marks that obey the law", 16
    formats: Mapping[str, Format] = {"dots": Rows(b"", b"."), "zeros": Rows(b" ", b"0")}

    def find_flaw(self, asked: Part, answer: Part | None) -> str | None:
        if answer and any(mine not in (48, theirs) for mine, theirs in zip(asked, answer, strict=True)):
            return "it contradicts what is asked"
        whole = answer or asked
        for unit in UNITS:
            marks = [whole[cell] for cell in unit if whole[cell] != 48]
            if len(set(marks)) < len(marks) or (answer and len(marks) < 4):
                return f"the cells {unit} are wrong"
        return None

    def check_answers(
        self, asked: Sequence[Part], *, unique: bool, progress: subjects.Progress
    ) -> Iterator[str | None]:
        return iter([None] * len(asked))

    def find_parts(self, lines: Sequence[bytes]) -> tuple[Part, ...]:
        said = b"".join(lines).replace(b".", b"0")
        if len(said) % 16 or said.strip(b"01234"):
            return ()
        return tuple(said[start : start + 16] for start in range(0, len(said), 16))

    def turn(self, part: Part) -> list[Part]:
        return [part[::-1]]

    def ask_for(self, part: Part) -> Part:
        return bytes(48 if cell % 2 else mark for cell, mark in enumerate(part))

    def vary(self, asked: Part, chance: Random) -> Part:
        a, b = chance.sample(b"1234", 2)
        return asked.translate(bytes.maketrans(bytes((a, b)), bytes((b, a))))

    def count_steps(self, asked: Part) -> int:
        return asked.count(b"0")

    def reveal(self, asked: Part, answer: Part, first: int, stop: int) -> Part:
        blanks = [n for n in range(16) if asked[n] == 48][first:stop]
        return bytes(answer[n] if n in blanks else asked[n] for n in range(16))

    def rename(self, asked: Part, answer: Part) -> tuple[Part, Part]:
        order = bytes(dict.fromkeys((asked + b"1234").replace(b"0", b"")))
        names = bytes.maketrans(order, b"1234")
        return asked.translate(names), answer.translate(names)

    def find_first_wrong(self, asked: Part | None, answer: Part, printed: Part) -> WrongPart:
        cell = next(n for n in range(16) if answer[n] != printed[n])
        place = (("row", cell // 4 + 1), ("column", cell % 4 + 1))
        return WrongPart(place=place, wanted=chr(answer[cell]), found=chr(printed[cell]), why="it is not")


UNITS = [
    *([4 * r + c for c in range(4)] for r in range(4)),
    *([4 * r + c for r in range(4)] for c in range(4)),
    *([8 * a + 2 * b + n for n in (0, 1, 4, 5)] for a in range(2) for b in range(2)),
]
CASE = """\
problem: Shidoku
format: dots
time: 10s
memory: 256MiB
cases:
  - id: one
    input: |
      1234
      34..
      2143
      4321
    output: |
      1234
      3412
      2143
      4321
"""
ZEROS = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a right program in one dialect, a wrong one in the other, and one of another subject."""
    subject = Shidoku()
    monkeypatch.setattr(subjects, "SUBJECTS", (*subjects.SUBJECTS, subject))
    for name, format in subject.formats.items():
        monkeypatch.setitem(subjects.FORMATS, name, format)
    given = ["1", "2", "3", "4", "3", "4", "0", "0", "2", "1", "4", "3", "4", "3", "2", "1"]
    right = (
        f"# judge: {{format: zeros}}\nassert open(0).read().split() == {given}\nprint({ZEROS!r}, end='')\n"
    )
    wrong = "# judge: {format: dots, expect: {'*': WA}}\nprint('1234\\n3421\\n2143\\n4321')\n"
    other = "# judge: {format: luogu}\n"
    return write_project(
        tmp_path,
        solutions={"right.py": right, "wrong.py": wrong, "other.py": other},
        cases={"four.yaml": CASE},
    )


def test_a_subject_passes_through_run(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--root", str(project)]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if ".py" in line]
    shown = [(row[0], row[1]) for row in rows[:3]]
    assert sorted(shown) == [("other.py", "SK"), ("right.py", "AC"), ("wrong.py", "WA")]


def test_a_subject_passes_through_show(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "wrong", "four/one", "--root", str(project)]) == 0
    assert "row 2, column 3 is 2, expected 1: it is not" in capsys.readouterr().out


def test_a_subject_passes_through_mutate(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "--root", str(project)]) == 0
    assert "final-newline-missing" in capsys.readouterr().out


def test_a_subject_guards_its_cases(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = project / "cases" / "four.yaml"
    path.write_text(CASE.replace("      34..\n", "      33..\n"))
    assert main(["run", "--root", str(project)]) == 2
    assert "expected marks that obey the law, got grid 1" in capsys.readouterr().err


def test_the_help_of_generate_says_what_is_generated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--help"]) == 0
    assert f" or {MADE} " in " ".join(capsys.readouterr().out.split())


def test_generated_puzzles_can_be_read_as_a_set(tmp_path: Path) -> None:
    made = generate_puzzles(2, seed=1, progress=subjects.silent)
    file = File(tmp_path / "made.txt")
    members = list(sudoku.read_set(file, made.encode(), unique=True, root=None, progress=subjects.silent))
    assert (len(members), file.faults) == (2, [])
    for _, asked, answer in members:
        doubts = sudoku.check_answers((asked,), unique=True, progress=subjects.silent)
        assert (sudoku.find_flaw(asked, answer), *doubts) == (None, None)


@pytest.mark.parametrize("unique", [True, False])
def test_what_is_doubted_of_many_grids_is_what_is_doubted_of_each(unique: bool) -> None:
    asked = [CLUES, TWO_CLUES, CLUES[:80] + b"1", TWO_CLUES, b"0" * 81]
    alone = [list(sudoku.check_answers((one,), unique=unique, progress=subjects.silent)) for one in asked]
    together = list(sudoku.check_answers(asked, unique=unique, progress=subjects.silent))
    several = "expected one solution, got several" if unique else None
    none = f"expected {'one' if unique else 'a'} solution, got none"
    assert together == [None, several, none, several, several]
    assert alone == [[words] for words in together]


def asked_and_told(subject: Subject) -> list[tuple[Part, Part]]:
    """Some questions of a subject, each with its answer."""
    if isinstance(subject, Shidoku):
        return [(b"1234340021434321", b"1234341221434321"), (b"1000340000434021", b"1234341221434321")]
    made = generate_puzzles(2, seed=1, progress=subjects.silent).encode()
    read = sudoku.read_set(File(Path("x")), made, unique=True, root=None, progress=subjects.silent)
    return [(asked, answer) for _, asked, answer in read]


EVERY = pytest.mark.parametrize("subject", [sudoku, Shidoku()], ids=["Sudoku", "Shidoku"])


@EVERY
def test_what_is_varied_is_another_lawful_question_that_can_be_answered(subject: Subject) -> None:
    chance = Random(1)
    for asked, _ in asked_and_told(subject):
        seen = {asked}
        for _ in range(40):
            asked = subject.vary(asked, chance)
            doubts = subject.check_answers((asked,), unique=False, progress=subjects.silent)
            assert (subject.find_flaw(asked, None), *doubts) == (None, None)
            seen.add(asked)
        assert len(seen) > 5


@EVERY
def test_the_same_chance_varies_alike(subject: Subject) -> None:
    for asked, _ in asked_and_told(subject):
        assert subject.vary(asked, Random(3)) == subject.vary(asked, Random(3))


@EVERY
def test_steps_that_are_given_are_no_longer_asked_for_and_the_answer_stays_right(subject: Subject) -> None:
    for asked, answer in asked_and_told(subject):
        steps = subject.count_steps(asked)
        for first in range(0, steps, 3):
            for stop in range(first, steps + 1, 5):
                more = subject.reveal(asked, answer, first, stop)
                assert subject.count_steps(more) == steps - (stop - first)
                assert (subject.find_flaw(more, None), subject.find_flaw(more, answer)) == (None, None)
        assert subject.reveal(asked, answer, 0, steps) == answer


@EVERY
def test_a_question_in_plain_names_is_the_same_whatever_its_names_were(subject: Subject) -> None:
    for asked, answer in asked_and_told(subject):
        plain, told = subject.rename(asked, answer)
        assert (subject.find_flaw(plain, told), subject.count_steps(plain)) == (
            None,
            subject.count_steps(asked),
        )
        assert plain <= asked
        assert subject.rename(plain, told) == (plain, told)
        names = bytes.maketrans(b"1234", b"2413")
        assert subject.rename(asked.translate(names), answer.translate(names)) == (plain, told)


# What matplotlib and rich call a grid, rich a box, and other problems a grid of letters.
OTHERS = {
    "show/plot.py": r"axes\.grid",
    "show/live.py": r"Table\.grid",
    "show/progress.py": r"Table\.grid",
    "show/tables.py": r"import box|box=box\.",
    "work/shapes.py": r"\bgrid\b",
}
JUDGE = REPOSITORY / "judge"
MODULES = {path.relative_to(JUDGE).as_posix(): path for path in JUDGE.rglob("*.py")}


def test_only_sudoku_speaks_of_sudoku() -> None:
    found = {}
    for name in MODULES:
        text = re.sub(OTHERS.get(name, r"\Z"), "", MODULES[name].read_text())
        # Digits are not sudoku's alone: every number has some.
        found[name] = re.findall(r"(?i)\b(?:grid|clue|puzzle|box)(?:s|es)?\b", text)
    others = {name: words for name, words in found.items() if not name.startswith("subjects/sudoku/")}
    assert {name: words for name, words in others.items() if words} == {}


@given(st.lists(st.sampled_from([CLUES, TWO_CLUES]), min_size=1, max_size=3))
@pytest.mark.parametrize("name", sudoku.formats)
def test_no_input_is_shorter_than_its_subject_says_so_that_short_texts_are_not_read(
    name: str, grids: list[Part]
) -> None:
    format = sudoku.formats[name]
    asked = format.encode_input(grids if format.many else grids[:1])
    assert guess_format(asked) in sudoku.formats
    assert len(asked.strip()) >= sudoku.fewest_bytes
    # The shortest texts that are not taken for a grid cost a comparison.
    assert calls_in(lambda: guess_format(b"1" * (sudoku.fewest_bytes - 1))) <= 4
