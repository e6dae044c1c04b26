"""`judge import sum.zip --into sum`: hand-ins for one exercise, in files of any name."""

from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest
from helpers import A_PLUS_B, ADDS, run_here, write_files, write_project

OTHER = ADDS.replace("sum(", "1 + sum(")
USES = "from tools import add\nadd()\n"
TOOLS = "def add():\n    print(sum(map(int, input().split())))\n"
MOODLE = "{}_{}_assignsubmission_file_"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A project with the exercises `sum` and `plus`, which ask for the same."""
    return write_project(tmp_path, solutions={}, cases={"sum.yaml": A_PLUS_B, "plus.yaml": A_PLUS_B})


def import_(
    home: Path, problem: str, files: Mapping[tuple[str, int, str], str], *words: str
) -> tuple[int, str, list[str]]:
    """Import files, each of a student with a number."""
    with ZipFile(home / f"{problem}.zip", "w") as archive:
        for (name, number, file), text in files.items():
            archive.writestr(f"{MOODLE.format(name, number)}/{file}", text)
    done = run_here("import", f"{problem}.zip", "--into", problem, *words, cwd=home)
    (home / f"{problem}.zip").unlink()
    return done.returncode, done.stdout, done.stderr.splitlines()


def programs(home: Path) -> dict[str, str]:
    root = home / "solutions"
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


def test_programs_of_any_name_get_that_of_the_exercise_and_their_students_one_row(home: Path) -> None:
    files = {("Ann Po", 1, "main.py"): ADDS, ("Ben", 2, "Abgabe 1.PY"): OTHER, ("Cem", 3, "src/sum.py"): ADDS}
    assert import_(home, "sum", files) == (0, "3 students: 3 programs\n", [])
    files = {("Ann Po", 11, "main.py"): OTHER, ("Ben", 12, "ex2.py"): ADDS}
    assert import_(home, "plus", files) == (0, "2 students: 2 programs\n", [])
    wanted = {"Ann Po/sum.py": ADDS, "Ben/sum.py": OTHER, "Cem/sum.py": ADDS}
    assert programs(home) == wanted | {"Ann Po/plus.py": OTHER, "Ben/plus.py": ADDS}
    run_here("run", "--csv-class", "marks.csv", cwd=home)
    rows = (home / "marks.csv").read_text().splitlines()
    assert rows == ["student,plus,sum,total", "Ann Po,0,1,1", "Ben,1,0,1", "Cem,,1,1"]


def test_a_program_of_several_files_gets_a_folder_and_runs(home: Path) -> None:
    files = {("Ann", 1, "a/main.py"): USES, ("Ann", 1, "a/tools.py"): TOOLS, ("Ben", 2, "x.py"): ADDS}
    assert import_(home, "sum", files)[0] == 0
    assert programs(home) == {"Ann/sum/main.py": USES, "Ann/sum/tools.py": TOOLS, "Ben/sum.py": ADDS}
    assert run_here("run", cwd=home).returncode == 0


SEVERAL = {
    "no name of the exercise": ["a.py", "b.cpp"],
    "its name twice": ["sum.py", "sum.cpp"],
    "its name below the suffix": ["sum.py", "sum (1).py"],
}


@pytest.mark.parametrize("names", SEVERAL.values(), ids=SEVERAL)
def test_a_student_with_several_programs_is_named_and_does_not_stop_the_others(
    names: list[str], home: Path
) -> None:
    files = {("Ann", 1, name): ADDS for name in names} | {("Ben", 2, "main.py"): ADDS}
    code, printed, lines = import_(home, "sum", files)
    assert (code, printed) == (1, "1 student: 1 program; 1 student without a program\n")
    assert lines == [f"sum.zip/Ann: left out: expected one program for sum, got {', '.join(sorted(names))}"]
    assert programs(home) == {"Ben/sum.py": ADDS}


def test_the_program_with_the_name_of_the_exercise_is_that_of_several(home: Path) -> None:
    files = {("Ann", 1, "Sum.py"): ADDS, ("Ann", 1, "old.py"): OTHER, ("Ben", 2, "main.py"): ADDS}
    code, _, lines = import_(home, "sum", files)
    assert (code, lines) == (0, ["sum.zip/Ann: left out: old.py, since Sum.py has the name sum"])
    assert programs(home) == {"Ann/sum.py": ADDS, "Ben/sum.py": ADDS}


def test_a_second_attempt_replaces_only_the_program_for_this_exercise(home: Path) -> None:
    write_files(home, {"solutions/Ann/plus.py": OTHER})
    import_(home, "sum", {("Ann", 1, "main.py"): ADDS, ("Ben", 2, "main.py"): ADDS})
    again = {("Ann", 1, "new.cpp"): "int main(){}", ("Ben", 2, "main.py"): OTHER}
    before = programs(home)
    code, _, lines = import_(home, "sum", again)
    assert (code, [line.partition(":")[0] for line in lines]) == (
        2,
        ["solutions/Ann/sum.py", "solutions/Ben/sum.py"],
    )
    assert programs(home) == before
    assert import_(home, "sum", again, "--replace")[0] == 0
    assert programs(home) == {
        "Ann/plus.py": OTHER,
        "Ann/sum.cpp": "int main(){}",
        "Ben/sum.py": OTHER,
    }


@pytest.mark.parametrize("name", ["Li Wei", "a_1_b"])
def test_students_with_one_name_keep_their_numbers(name: str, home: Path) -> None:
    twins = {(name, 2, "a.py"): ADDS, (name, 3, "a.py"): OTHER}
    import_(home, "sum", twins)
    wanted = {f"{name}_2/sum.py": ADDS, f"{name}_3/sum.py": OTHER}
    assert programs(home) == wanted
    # From now on the name alone is nobody's.
    assert import_(home, "plus", {(name, 13, "a.py"): OTHER, ("Ben", 14, "a.py"): ADDS})[0] == 0
    wanted |= {f"{name}_13/plus.py": OTHER, "Ben/plus.py": ADDS}
    assert programs(home) == wanted
    assert import_(home, "sum", {(name, 2, "a.py"): OTHER}, "--replace")[0] == 0
    assert programs(home) == wanted | {f"{name}_2/sum.py": OTHER}


def test_a_name_that_turns_out_to_be_that_of_several_is_refused(home: Path) -> None:
    import_(home, "sum", {("Li Wei", 2, "a.py"): ADDS})
    twins = {("Li Wei", 2, "a.py"): ADDS, ("Li Wei", 3, "a.py"): OTHER}
    for words in ([], ["--replace"]):
        code, printed, lines = import_(home, "sum", twins, *words)
        wanted = (
            "expected the name of one student, got one that several have: rename it to Li Wei_2, Li Wei_3"
        )
        assert (code, printed, lines) == (2, "", [f"solutions/Li Wei: {wanted}"])
        assert programs(home) == {"Li Wei/sum.py": ADDS}
    (home / "solutions" / "Li Wei").rename(home / "solutions" / "Li Wei_2")
    assert import_(home, "sum", twins)[0] == 0
    assert programs(home) == {"Li Wei_2/sum.py": ADDS, "Li Wei_3/sum.py": OTHER}


def test_participants_of_a_blind_marking_are_never_joined(home: Path) -> None:
    for problem, number in (("sum", 1), ("plus", 2)):
        assert import_(home, problem, {("Participant", number, "a.py"): ADDS})[0] == 0
    assert set(programs(home)) == {"Participant_1/sum.py", "Participant_2/plus.py"}


def test_documents_are_named_and_their_students_have_an_empty_folder(home: Path) -> None:
    files = {("Ann", 1, "essay.pdf"): "x", ("Ben", 2, "main.py"): ADDS, ("Ben", 2, "notes.txt"): "x"}
    code, printed, lines = import_(home, "sum", files)
    assert (code, printed) == (1, "1 student: 1 program; 1 student without a program\n")
    assert len(lines) == 3
    assert programs(home) == {"Ben/sum.py": ADDS}
    assert (home / "solutions" / "Ann").is_dir()


@pytest.mark.parametrize("between", ["", "/"], ids=["a file", "a folder"])
@pytest.mark.parametrize("name", ["..", ".", ".git"])
def test_no_name_of_a_student_leads_out_of_the_solutions(name: str, between: str, home: Path) -> None:
    write_files(home, {"sum.py": ADDS, "solutions/.git/sum.py": ADDS, "solutions/sum.py": ADDS})
    with ZipFile(home / "hand-ins.zip", "w") as archive:
        archive.writestr(f"{MOODLE.format(name, 1)}{between}main.py", OTHER)
        archive.writestr(f"{MOODLE.format('Ben', 2)}{between}main.py", OTHER)
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert run_here("import", "hand-ins.zip", "--into", "sum", "--replace", cwd=home).returncode == 0
    after = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert after == before | {home / "solutions/Ben/sum.py": OTHER.encode()}
