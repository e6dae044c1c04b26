"""Hand-ins at fault: each is named in a line, and the rest is judged."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from unicodedata import normalize

import pytest
from helpers import A_PLUS_B, ADDS, environment, run_here, write_files, write_project

SUM = {"ann/sum.py": ADDS, "ben/sum.py": ADDS}
WRONG = ADDS.replace("sum(", "1 + sum(")


def run(root: Path, solutions: Mapping[str, str]) -> list[str]:
    """Return what a run prints behind its summary."""
    project = write_project(root, solutions=solutions)
    printed = run_here(
        "run", "--json", "out.json", cwd=project, env=environment(COLUMNS="200")
    ).stdout.splitlines()
    last = next(at for at, line in enumerate(printed) if line.startswith("slowest accepted"))
    # A notice of what the sandbox leaves open comes once per machine.
    return [line for line in printed[last + 1 :] if not line.startswith("left open:")]


def students(root: Path) -> list[tuple[str, int]]:
    marks = json.loads((root / "out.json").read_bytes())["classes"]
    return [(mark["student"], mark["passed"]) for mark in marks]


def test_a_class_without_a_fault_has_no_lines(tmp_path: Path) -> None:
    assert run(tmp_path, SUM) == []


def test_a_folder_without_programs_is_named(tmp_path: Path) -> None:
    (tmp_path / "solutions" / "cem").mkdir(parents=True)
    (tmp_path / "solutions" / ".git").mkdir()
    said = "solutions/cem: expected a program, got an empty folder"
    assert run(tmp_path, SUM) == [said]
    assert students(tmp_path) == [("ann", 1), ("ben", 1)]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_not_called_empty(tmp_path: Path) -> None:
    folder = tmp_path / "solutions" / "cem"
    folder.mkdir(parents=True, mode=0o000)
    said = "solutions/cem: expected a program, got a folder that cannot be read"
    assert run(tmp_path, SUM) == [said]
    folder.chmod(0o700)


def test_who_handed_in_nothing_that_runs_has_a_row_and_a_reason_everywhere(tmp_path: Path) -> None:
    other = {f"{student}/{problem}.py": ADDS for student in ("ann", "ben") for problem in ("sum", "more")}
    root = write_project(tmp_path, solutions=other)
    (root / "cases" / "more.yaml").write_bytes((root / "cases" / "sum.yaml").read_bytes())
    left = {"cem/essay.docx": b"PK", "dan/old/all.zip": b"PK", "=eve/notes.txt": b"x"}
    for name, data in left.items():
        (root / "solutions" / name).parent.mkdir(parents=True)
        (root / "solutions" / name).write_bytes(data)
    (root / "solutions" / "fay").mkdir()
    reports = ("--json", "out.json", "--csv-class", "marks.csv", "--markdown", "marks.md")
    done = run_here("run", *reports, cwd=root)
    rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
    for name, got in {
        "=eve": "notes.txt",
        "cem": "essay.docx",
        "dan": "old",
        "fay": "an empty folder",
    }.items():
        assert f"{name} - - 0/2 ?" in rows
        reason = f"solutions/{name}: expected a program, got {got}"
        assert reason in rows
        assert reason in (root / "marks.md").read_text().splitlines()
    table = (root / "marks.csv").read_text()
    assert table.splitlines()[0] == "student,more,sum,total,not run"
    assert "ann,1,1,2,\n" in table
    assert "cem,,,0,cem/essay.docx\n" in table
    assert "'=eve,,,0,'=eve/notes.txt\n" in table
    assert "fay,,,0,fay/\n" in table
    again = run_here("report", "out.json", "--csv-class", "again.csv", cwd=root)
    assert again.returncode == 0, again.stderr
    assert (root / "again.csv").read_text() == table


def test_a_folder_with_a_program_of_another_name_is_not_empty(tmp_path: Path) -> None:
    header = "# judge: {format: text, problems: sum}"
    assert run(tmp_path, SUM | {"cem/main.py": ADDS.replace("# judge: {format: text}", header)}) == []


def test_a_student_with_another_name_in_a_class_of_one_problem_has_points(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions=SUM | {"fay/main.py": ADDS})
    run_here("run", "--csv-class", "marks.csv", cwd=root)
    assert (root / "marks.csv").read_text().splitlines() == [
        "student,sum,total",
        "ann,1,1",
        "ben,1,1",
        "fay,1,1",
    ]


def test_a_student_with_wrong_names_only_has_a_row_everywhere(tmp_path: Path) -> None:
    pytest.importorskip("jinja2", reason="no jinja2: pip install '.[html]'")
    solutions = {f"{student}/{problem}.py": ADDS for student in ("ann", "ben") for problem in ("sum", "more")}
    root = write_project(tmp_path, solutions=solutions | {"eve/my_sum.py": ADDS, "ben/sum2.py": ADDS})
    (root / "cases" / "more.yaml").write_bytes((root / "cases" / "sum.yaml").read_bytes())
    reports = ("--html", "a.html", "--html-students", "pages", "--csv-class", "marks.csv")
    _, _, *table = run_here("run", *reports, cwd=root).stdout.splitlines()
    assert [" ".join(line.split()) for line in table[:3]] == [
        "ann 1/1 1/1 2/2",
        "ben 1/1 1/1 2/2 ?",
        "eve - - 0/2 ?",
    ]
    assert (root / "marks.csv").read_text().splitlines() == [
        *("student,more,sum,total,not run", "ann,1,1,2,", "ben,1,1,2,ben/sum2.py", "eve,,,0,eve/my_sum.py"),
    ]
    assert "0/2 ?" in (root / "a.html").read_text()
    pages = {page.stem: page.read_text() for page in (root / "pages").iterdir()}
    assert {name for name, page in pages.items() if "my_sum.py" in page} == {"eve"}
    assert {name for name, page in pages.items() if "sum2.py" in page} == {"ben"}


def test_a_suffix_in_capitals_is_named(tmp_path: Path) -> None:
    lines = run(tmp_path, SUM | {"ann/SUM.PY": ADDS})
    assert lines[1:] == ["solutions/ann/SUM.PY: expected a program's suffix in small letters, got '.PY'"]


@pytest.mark.parametrize("name", ["Sum.txt", "sum.py.txt", "SUM.docx"])
def test_a_file_named_after_a_problem_that_its_student_has_not_solved_is_named(
    name: str, tmp_path: Path
) -> None:
    more = {"ann/more.py": ADDS, "ben/more.py": ADDS, "eve/more.py": ADDS}
    write_files(tmp_path, {"cases/more.yaml": A_PLUS_B})
    ignored, *lines = run(tmp_path, SUM | more | {"ann/sum.txt": "", f"eve/{name}": "", "eve/notes.txt": ""})
    assert ignored.startswith("ignored: 3 files")
    assert lines == [f"solutions/eve/{name}: expected a program for sum, such as sum.py, got {name!r}"]
    (misnamed,) = json.loads((tmp_path / "out.json").read_bytes())["misnamed"]
    assert misnamed["problem"] == f"eve/{name}"


def test_a_student_with_nothing_but_such_a_file_is_told_its_right_name(tmp_path: Path) -> None:
    _, *lines = run(tmp_path, SUM | {"eve/sum.py.txt": "", "eve/notes.txt": ""})
    why = "expected a program for sum, such as sum.py, got 'sum.py.txt'"
    assert lines == [f"solutions/eve/sum.py.txt: {why}"]
    assert ("eve", 0) not in students(tmp_path)
    found = json.loads((tmp_path / "out.json").read_bytes())
    assert ([each["problem"] for each in found["misnamed"]], found["strays"]) == (["eve/sum.py.txt"], [])


def test_two_programs_for_a_problem_are_named_and_the_best_counts(tmp_path: Path) -> None:
    lines = run(tmp_path, SUM | {"ann/sum.py3": WRONG})
    assert lines == ["ann: expected one program for sum, got ann/sum.py, ann/sum.py3; the best counts"]
    assert students(tmp_path) == [("ann", 1), ("ben", 1)]


def test_a_student_who_is_not_asked_for_is_not_named(tmp_path: Path) -> None:
    (tmp_path / "solutions" / "cem").mkdir(parents=True)
    project = write_project(tmp_path, solutions=SUM | {"ann/sum.py3": WRONG})
    assert "cem" not in run_here("run", "ann", cwd=project).stdout
    assert "the best counts" in run_here("run", "ann", cwd=project).stdout
    assert "the best counts" not in run_here("run", "ben", cwd=project).stdout


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_student_is_asked_for_in_any_form_of_unicode(forms: tuple[str, str], tmp_path: Path) -> None:
    asked, spelled = (normalize(form, "zoë") for form in forms)
    project = write_project(tmp_path, solutions=SUM | {f"{spelled}/sum.py": ADDS})
    done = run_here("run", asked, cwd=project)
    assert (done.returncode, "1 test in" in done.stdout) == (0, True)


def test_folders_within_the_folder_of_a_student_are_no_students(tmp_path: Path) -> None:
    (tmp_path / "solutions" / "ann" / "docs").mkdir(parents=True)
    lines = run(tmp_path, SUM | {"ann/src/sum.py": WRONG, "cem/src/sum.py": ADDS})
    assert lines == ["ann: expected one program for sum, got ann/src/sum.py, ann/sum.py; the best counts"]
    assert students(tmp_path) == [("ann", 1), ("ben", 1), ("cem", 1)]


def test_a_second_download_counts_as_the_first(tmp_path: Path) -> None:
    assert run(tmp_path, SUM | {"cem/sum (1).py": ADDS}) == []
    assert students(tmp_path) == [("ann", 1), ("ben", 1), ("cem", 1)]


def test_a_name_in_two_spellings_is_one_student(tmp_path: Path) -> None:
    one, other = (normalize(form, "zoë") for form in ("NFC", "NFD"))
    lines = run(tmp_path, SUM | {f"{one}/sum.py": ADDS, f"{other}/sum.py3": ADDS})
    message = r"zoë: expected one folder, got 'zoe\u0308' and 'zo\xeb'; they count as one student's"
    assert lines[0] == message
    assert students(tmp_path) == [("ann", 1), ("ben", 1), (one, 1)]


def test_of_many_lines_the_first_are_shown(tmp_path: Path) -> None:
    for number in range(13):
        (tmp_path / "solutions" / f"s{number:02}").mkdir(parents=True)
    lines = run(tmp_path, SUM)
    assert (len(lines), lines[-1]) == (11, "and 3 more")


def test_projects_without_students_have_no_such_lines(tmp_path: Path) -> None:
    (tmp_path / "solutions" / "empty").mkdir(parents=True)
    assert run(tmp_path, {"sum.py": ADDS, "sum.py3": ADDS}) == []


def test_the_first_name_of_a_student_leads_to_the_folder(tmp_path: Path) -> None:
    root = write_project(tmp_path, solutions={"Ada Aslan/sum.py": ADDS, "ben/sum.py": ADDS})
    said = run_here("run", "Ada", cwd=root).stderr
    assert said.endswith("got 'Ada'; did you mean 'Ada Aslan/'?\n")
    assert run_here("run", "Ada Aslan/", cwd=root).returncode == 0


def test_a_second_program_of_any_name_is_named_where_there_is_one_exercise(tmp_path: Path) -> None:
    lines = run(tmp_path, SUM | {"ann/helper.py": WRONG})
    assert lines == ["ann: expected one program for sum, got ann/sum.py, ann/helper.py; the best counts"]


EXPECTS = ADDS.replace("{", '{expect: {"*": [AC, WA]}, ', 1)


@pytest.mark.parametrize(
    ("files", "program"),
    [
        pytest.param({"gus/sum.py": EXPECTS}, "gus/sum.py", id="a header"),
        pytest.param(
            {"gus/sum.py": ADDS, "gus/submissions.yaml": "sum.py: {permitted: [AC, WA]}\n"},
            "gus/sum.py",
            id="submissions.yaml",
        ),
        pytest.param({"gus/Wrong Answer/sum.py": ADDS}, "gus/Wrong Answer/sum.py", id="a folder"),
        pytest.param({"wa/sum.py": ADDS}, "wa/sum.py", id="the student's name"),
    ],
)
@pytest.mark.parametrize("is_right", [True, False], ids=["right", "wrong"])
def test_a_hand_in_that_states_verdicts_is_named_and_gets_the_mark_that_it_deserves(
    files: Mapping[str, str], program: str, is_right: bool, tmp_path: Path
) -> None:
    text = files[program] if is_right else files[program].replace("sum(", "1 + sum(")
    printed = run(tmp_path, {**SUM, "cem/sum.py": WRONG, **files, program: text})
    assert printed == [
        f"{program}: expected a hand-in that states no verdicts, got some: its marks ignore them"
    ]
    assert sorted(students(tmp_path)) == [
        ("ann", 1),
        ("ben", 1),
        ("cem", 0),
        (program.split("/")[0], is_right),
    ]


@pytest.mark.parametrize("folder", ["accepted", "rejected", "brute_force", "src", "a/b"])
def test_the_folders_of_a_student_have_any_names(folder: str, tmp_path: Path) -> None:
    run(tmp_path, {**SUM, f"gus/{folder}/sum.py": ADDS})
    assert ("gus", 1) in students(tmp_path)


def test_who_has_the_name_of_a_package_s_folder_has_no_row_and_a_line(tmp_path: Path) -> None:
    printed = run(tmp_path, {**SUM, "cem/sum.py": WRONG, "accepted/sum.py": ADDS})
    assert printed == [
        "accepted/sum.py: expected the folder of a student, got 'accepted', which is one of packages:"
        " the class has no row of it"
    ]
    assert students(tmp_path) == [("ann", 1), ("ben", 1), ("cem", 0)]


@pytest.mark.parametrize("name", ["gus/main.py", "gus/sum.py"])
@pytest.mark.parametrize("problems", ["'*'", "[sum, twice]"])
def test_a_program_for_several_problems_has_a_mark_in_each(name: str, problems: str, tmp_path: Path) -> None:
    solutions = {f"{who}/{problem}.py": ADDS for who in ("ann", "ben") for problem in ("sum", "twice")}
    write_files(tmp_path / "cases", {"twice.yaml": A_PLUS_B})
    run(tmp_path, {**solutions, name: ADDS.replace("{", f"{{problems: {problems}, ", 1)})
    assert sorted(students(tmp_path)) == [(who, 1) for who in ("ann", "ben", "gus") for _ in range(2)]


TEMPLATE = ("__init__.py", "setup.py", "tests/test_sum.py")


def judge_class(root: Path, solutions: Mapping[str, str]) -> tuple[int, list[str], list[str]]:
    """Judge a class with the exercises `more` and `sum`. Return the exit code, the rows, and the messages."""
    cases = {"sum.yaml": A_PLUS_B, "more.yaml": A_PLUS_B}
    done = run_here("run", cwd=write_project(root, solutions=solutions, cases=cases))
    rows = [" ".join(line.split()) for line in done.stdout.splitlines() if line.startswith(("ann ", "ben "))]
    return done.returncode, rows, done.stderr.splitlines()


def test_the_files_of_a_template_have_a_line_for_each_name_and_decide_nothing(tmp_path: Path) -> None:
    students = ("ann", "ben", "cem")
    names = ("sum.py", "more.py", *TEMPLATE)
    code, rows, lines = judge_class(tmp_path, {f"{one}/{name}": ADDS for one in students for name in names})
    assert (code, rows) == (0, ["ann 1/1 1/1 2/2", "ben 1/1 1/1 2/2"])
    assert [line.partition(":")[0] for line in lines] == [f"solutions/ann/{name}" for name in TEMPLATE]
    assert [line.rpartition(", got ")[2] for line in lines] == [
        f"'{name.rpartition('/')[2]}', and so 2 more" for name in TEMPLATE
    ]


def test_a_single_file_of_no_exercise_is_marked_in_the_table(tmp_path: Path) -> None:
    programs = ("ann/sum.py", "ann/more.py", "ann/sum2.py", "ben/sum.py", "ben/more.py")
    code, rows, lines = judge_class(tmp_path, dict.fromkeys(programs, ADDS))
    assert (code, rows, len(lines)) == (0, ["ann 1/1 1/1 2/2 ?", "ben 1/1 1/1 2/2"], 1)


def test_a_program_without_an_exercise_may_be_one_that_its_student_lacks(tmp_path: Path) -> None:
    programs = ("ann/sum.py", "ann/more.py", "ann/main.py", "ben/sum.py", "ben/main.py")
    code, rows, (line,) = judge_class(tmp_path, dict.fromkeys(programs, ADDS))
    assert (code, rows) == (0, ["ann 1/1 1/1 2/2", "ben - 1/1 1/2 ?"])
    assert line.startswith("solutions/ann/main.py:1: expected the name of a problem")
    assert line.endswith(", got 'main.py', and so 1 more")


@pytest.mark.parametrize("name", ["ben/main.py", "main.py"], ids=["a student", "nobody"])
def test_a_program_of_who_has_no_other_could_not_be_judged(name: str, tmp_path: Path) -> None:
    code, _, (line,) = judge_class(tmp_path, dict.fromkeys(("ann/sum.py", "cem/more.py", name), ADDS))
    assert (code, line.partition(":")[0]) == (2, f"solutions/{name}")


@pytest.mark.parametrize("rest", ["print(3)\n", ADDS], ids=["a wrong header", "two headers"])
def test_a_program_with_a_wrong_header_could_not_be_judged(rest: str, tmp_path: Path) -> None:
    programs = dict.fromkeys(("ann/sum.py", "ann/more.py", "ben/sum.py", "ben/main.py"), ADDS)
    code, _, lines = judge_class(
        tmp_path, {**programs, "ann/main.py": f"# judge: {{problems: none}}\n{rest}"}
    )
    assert (code, lines[0].partition(":")[0]) == (2, "solutions/ann/main.py")


FOREIGN = [
    "venv/lib/python3",
    "venv/bin",
    "env/Lib/site-packages/x",
    "node_modules/x",
    ".tox/x",
    "src/__pycache__",
]


@pytest.mark.parametrize("folder", FOREIGN)
def test_the_programs_of_tools_are_no_hand_ins(folder: str, tmp_path: Path) -> None:
    tools = {f"ann/{folder}/{name}.py": WRONG for name in ("sum", "more", "x")}
    write_files(tmp_path, {"solutions/ann/venv/pyvenv.cfg": ""})
    programs = dict.fromkeys(("ann/sum.py", "ann/more.py", "ann/bin/x/sum.py", "ben/sum.py"), ADDS)
    code, rows, lines = judge_class(tmp_path, {**programs, **tools})
    assert (code, rows[0], lines) == (0, "ann 1/1 1/1 2/2", [])
