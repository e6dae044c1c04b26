"""`judge import hand-ins.zip`: a folder for each student, as course systems pack them."""

import os
import shutil
import struct
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from unicodedata import normalize
from zipfile import ZipFile, ZipInfo

import pytest
from helpers import ADDS, run_here, run_judge, write_files, write_project

OTHER = ADDS.replace("sum(", "1 + sum(")
MOODLE = "{}_{}_assignsubmission_file_"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return write_project(tmp_path, solutions={"ann/sum.py": ADDS})


def pack(home: Path, files: Mapping[str, str]) -> None:
    with ZipFile(home / "hand-ins.zip", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def import_(home: Path, *words: str) -> tuple[int, str, list[str]]:
    done = run_here("import", "hand-ins.zip", *words, cwd=home)
    return done.returncode, done.stdout, done.stderr.splitlines()


def programs(home: Path) -> dict[str, str]:
    root = home / "solutions"
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


def test_each_student_gets_a_folder(home: Path) -> None:
    pack(home, {"ben/sum.py": OTHER, "cem/sum.py": ADDS, "cem/notes/more.py": ADDS})
    assert import_(home) == (0, "2 students: 3 programs\n", [])
    assert programs(home) == {
        "ann/sum.py": ADDS,
        "ben/sum.py": OTHER,
        "cem/sum.py": ADDS,
        "cem/notes/more.py": ADDS,
    }


@pytest.mark.parametrize("name", ["mark.py", "main.cpp", "Tool.java"])
def test_a_folder_with_cases_and_a_stray_program_becomes_a_project(name: str, home: Path) -> None:
    (home / "solutions" / "ann" / "sum.py").unlink()
    (home / "solutions" / "ann").rmdir()
    (home / "solutions").rmdir()
    (home / name).write_text("")
    pack(home, {"ben/sum.py": ADDS, "cem/sum.py": ADDS})
    assert import_(home) == (0, "2 students: 2 programs\n", [])
    assert run_here("run", cwd=home).returncode == 0


def test_a_folder_around_all_students_is_left_out(home: Path) -> None:
    pack(home, {"hand-ins/ben/sum.py": ADDS, "hand-ins/cem/sum.py": ADDS})
    assert import_(home)[0] == 0
    assert {"ben/sum.py", "cem/sum.py"} <= set(programs(home))


def test_moodles_files_without_folders_get_a_folder_for_each_student(home: Path) -> None:
    names = [
        ("Zoë Ng", 1, "sum.py"),
        ("Zoë Ng", 1, "more_file_.py"),
        ("Li Wei", 2, "Sum.py"),
        ("Li Wei", 3, "sum.py"),
    ]
    pack(
        home,
        {f"{MOODLE.format(*name)}{file}": ADDS for *name, file in names}
        | {"Bo_4_assignsubmission_file_a.txt": ""},
    )
    status, told, notes = import_(home)
    assert (status, told) == (1, "3 students: 4 programs; 1 student without a program\n")
    wanted = {
        "ann/sum.py",
        "Zoë Ng_1/sum.py",
        "Zoë Ng_1/more_file_.py",
        "Li Wei_2/Sum.py",
        "Li Wei_3/sum.py",
        "Bo_4/a.txt",
    }
    assert set(programs(home)) == wanted
    assert "expected a program" in notes[0]
    assert "expected a program, got none" in notes[1]


@pytest.mark.parametrize("words", [[], ["--replace"]])
@pytest.mark.parametrize("between", ["", "/"], ids=["a file", "a folder"])
def test_one_student_is_a_class_by_moodles_names(between: str, words: list[str], home: Path) -> None:
    pack(home, {f"{MOODLE.format('Ada Aslan', 100201)}{between}sum.py": OTHER})
    assert import_(home, *words) == (0, "1 student: 1 program\n", [])
    assert programs(home) == {"ann/sum.py": ADDS, "Ada Aslan_100201/sum.py": OTHER}


@pytest.mark.parametrize("words", [[], ["--replace"]])
@pytest.mark.parametrize(
    "names",
    [
        ["ben/sum.py"],
        ["ben/SUM (1).PY"],
        ["ben/sum.py", "ben/notes.txt"],
        ["ben/sum.py", "ben/data/other.py"],
    ],
)
def test_one_student_is_a_class_by_a_program_with_the_name_of_a_problem(
    names: list[str], words: list[str], home: Path
) -> None:
    pack(home, dict.fromkeys(names, OTHER))
    status, told, _ = import_(home, *words)
    number = sum(name.lower().endswith(".py") for name in names)
    assert (status, told) == (0, f"1 student: {number} program{'s' * (number > 1)}\n")
    assert programs(home) == {"ann/sum.py": ADDS} | {name.replace("PY", "py"): OTHER for name in names}


def test_one_student_may_have_a_folder_around(home: Path) -> None:
    pack(home, {"hand-ins/ben/sum.py": OTHER})
    assert import_(home) == (0, "1 student: 1 program\n", [])
    assert programs(home) == {"ann/sum.py": ADDS, "ben/sum.py": OTHER}


def test_a_program_next_to_the_folders_of_students_is_of_none(home: Path) -> None:
    pack(home, {"hand-ins/sum.py": ADDS, "hand-ins/ben/sum.py": OTHER})
    status, told, (note,) = import_(home)
    assert (status, told) == (0, "1 student: 1 program\n")
    assert "sum.py: left out: expected it in the folder of a student" in note
    assert programs(home) == {"ann/sum.py": ADDS, "ben/sum.py": OTHER}


@pytest.mark.parametrize("names", [["sum.py"], ["ann_sum.py", "ben_sum.py"]])
def test_hand_ins_that_name_no_students_are_told_how_to_do_so(names: list[str], home: Path) -> None:
    pack(home, dict.fromkeys(names, ADDS))
    status, _, (line,) = import_(home)
    wanted = "or a folder for each student, with programs named after problems here, got none"
    assert (status, line.endswith(wanted)) == (2, True)


@pytest.mark.parametrize("name", ["Li Wei", "Participant", "a_1_b"])
@pytest.mark.parametrize("words", [[], ["--replace"]])
def test_students_with_one_name_are_distinct_whatever_zips_they_come_in(
    name: str, words: list[str], home: Path
) -> None:
    first, second = (f"{MOODLE.format(name, number)}/sum.py" for number in (2, 3))
    wanted = {"ann/sum.py": ADDS}
    for files in ({first: ADDS}, {second: OTHER}, {second: OTHER, first: ADDS}):
        pack(home, files)
        assert import_(home, *words)[0] == 0
        wanted |= {f"{name}_{2 if file == first else 3}/sum.py": text for file, text in files.items()}
        assert programs(home) == wanted
    assert not (home / "replaced").exists()


def test_two_spellings_of_a_name_are_one_student(home: Path) -> None:
    one, other = (normalize(form, "zoë") for form in ("NFC", "NFD"))
    pack(
        home, {f"{one}/sum.py": ADDS, f"{other}/sum.py": OTHER, f"{other}/more.py": ADDS, "ben/sum.py": ADDS}
    )
    code, printed, lines = import_(home)
    assert (code, printed, len(lines)) == (0, "2 students: 3 programs\n", 1)
    assert lines[0].endswith(f"left out: expected each file once, got '{one}/sum.py' again")
    assert {f"{one}/more.py", f"{one}/sum.py"} <= set(programs(home))


def test_what_is_no_program_is_named_and_the_rest_is_imported(home: Path) -> None:
    pack(home, {"ben/SUM.PY": ADDS, "cem/essay.pdf": "x", "cem/.hidden": "x", "readme.txt": "x"})
    code, printed, lines = import_(home)
    assert (code, printed) == (1, "1 student: 1 program; 1 student without a program\n")
    assert [line.partition(" (")[0] for line in lines] == [
        "hand-ins.zip/readme.txt: left out: expected it in the folder of a student",
        "hand-ins.zip/cem/essay.pdf: expected a program",
        "hand-ins.zip/cem: expected a program, got none",
    ]
    assert programs(home) == {"ann/sum.py": ADDS, "ben/SUM.py": ADDS, "cem/essay.pdf": "x"}


def test_a_name_in_utf_8_is_read_as_such_though_the_zip_does_not_say_so(home: Path) -> None:
    class Silent(ZipInfo):
        encoding = "utf-8"

        def _encodeFilenameFlags(self) -> tuple[bytes, int]:
            return self.filename.encode(self.encoding), self.flag_bits & ~0x800

    class OfDos(Silent):
        encoding = "cp437"

    with ZipFile(home / "hand-ins.zip", "w") as archive:
        for entry in (Silent("Bo Öz/sum.py"), Silent("李 明/sum.py"), OfDos("Zoë/sum.py")):
            archive.writestr(entry, ADDS)
    assert import_(home)[:2] == (0, "3 students: 3 programs\n")
    assert set(programs(home)) == {"ann/sum.py", "Bo Öz/sum.py", "李 明/sum.py", "Zoë/sum.py"}


def test_a_student_with_a_text_and_files_is_one_student(home: Path) -> None:
    text = "Zoë Ng_1_assignsubmission_onlinetext_/onlinetext.html"
    pack(home, {f"{MOODLE.format('Zoë Ng', 1)}/sum.py": ADDS, text: "<p>Done.</p>", "ben/sum.py": ADDS})
    assert import_(home)[:2] == (0, "2 students: 2 programs\n")
    assert {"Zoë Ng_1/sum.py", "Zoë Ng_1/onlinetext.html"} <= set(programs(home))


def test_a_run_says_the_same_after_an_import_as_after_unpacking(home: Path) -> None:
    files = {"ben/sum.py": ADDS, "cem/essay.pdf": "x", "eve/": ""}
    pack(home, files)
    lines = []
    for unpacks in (False, True):
        if unpacks:
            shutil.rmtree(home / "solutions")
            with ZipFile(home / "hand-ins.zip") as archive:
                archive.extractall(home / "solutions")
            (home / "solutions/ann").mkdir()
            (home / "solutions/ann/sum.py").write_text(ADDS)
        else:
            import_(home)
        lines.append([line for line in run_here("run", cwd=home).stdout.splitlines() if "expected" in line])
    assert lines[0] == lines[1]
    assert lines[0] == [
        "solutions/cem: expected a program, got essay.pdf",
        "solutions/eve: expected a program, got an empty folder",
    ]


@pytest.mark.parametrize("is_zip", [True, False], ids=["ZIP", "folder"])
def test_an_empty_folder_is_a_student_without_a_program(is_zip: bool, home: Path) -> None:
    pack(home, {"ben/sum.py": ADDS, "gus/": "", ".hidden/": "", "__MACOSX/": ""})
    if not is_zip:
        with ZipFile(home / "hand-ins.zip") as archive:
            archive.extractall(home / "unpacked")
        (home / "hand-ins.zip").unlink()
        (home / "unpacked").rename(home / "hand-ins.zip")
    code, printed, lines = import_(home)
    assert (code, printed) == (1, "1 student: 1 program; 1 student without a program\n")
    assert lines == ["hand-ins.zip/gus: expected a program, got none"]
    assert {path.name for path in (home / "solutions").iterdir()} == {"ann", "ben", "gus"}


def test_programs_that_are_there_are_counted(home: Path) -> None:
    pack(home, {"ann/sum.py": ADDS, "ben/sum.py": ADDS})
    assert import_(home)[1] == "2 students: 2 programs, 1 there already\n"
    assert import_(home)[1] == "2 students: 2 programs, 2 there already\n"


def test_another_program_in_the_place_of_one_loses_nothing(home: Path) -> None:
    pack(home, {"ann/sum.py": OTHER, "ben/sum.py": ADDS})
    assert import_(home) == (
        2,
        "",
        [
            "solutions/ann/sum.py: expected no such file, got another: nothing is imported unless `--replace`"
            " moves it to replaced/"
        ],
    )
    assert programs(home) == {"ann/sum.py": ADDS}


def test_replace_puts_new_programs_in_the_place_of_changed_ones_and_keeps_these(home: Path) -> None:
    pack(home, {"ann/sum.py": OTHER, "ann/more.py": ADDS, "ben/sum.py": ADDS})
    code, printed, lines = import_(home, "--replace")
    replaced, summary = printed.splitlines()
    assert (code, summary, lines) == (0, "2 students: 3 programs", [])
    assert programs(home) == {"ann/sum.py": OTHER, "ann/more.py": ADDS, "ben/sum.py": ADDS}
    (old,) = (path for path in (home / "replaced").rglob("*") if path.is_file())
    assert replaced == f"replaced solutions/ann/sum.py, the old one is {old.relative_to(home)}"
    assert old.read_text() == ADDS
    assert import_(home, "--replace")[1] == "2 students: 3 programs, 3 there already\n"


WITHDRAWN = {
    "a program in another language": {"ann/sum.cpp": "int main(){}"},
    "one in a folder": {"ann/sum/main.py": ADDS},
    "another spelling": {"ann/Sum.py": ADDS},
    "another exercise": {"ann/more.py": ADDS},
    "a document": {"ann/essay.pdf": "x"},
    "nothing": {"ann/": ""},
}


@pytest.mark.parametrize("files", WITHDRAWN.values(), ids=WITHDRAWN)
def test_a_program_that_is_not_handed_in_again_counts_no_longer(files: Mapping[str, str], home: Path) -> None:
    write_files(
        home, {"solutions/dan/sum.py": ADDS, "solutions/ann/lib/helper.py": "", "solutions/ann/a.txt": ""}
    )
    pack(home, {**files, "ben/sum.py": ADDS})
    places = [f"solutions/ann/{name}" for name in ("lib/helper.py", "sum.py")]
    before = programs(home)
    code, printed, lines = import_(home)
    assert (code, printed) == (2, "")
    message = (
        "expected it among the hand-ins of its student, got none: nothing is imported unless `--replace`"
    )
    assert lines == [f"{place}: {message} moves it to replaced/" for place in places]
    assert programs(home) == before
    code, printed, _ = import_(home, "--replace")
    (aside,) = (home / "replaced").iterdir()
    kept = [str(aside.relative_to(home) / place.removeprefix("solutions/")) for place in places]
    moves = zip(places, kept, strict=True)
    assert printed.splitlines()[:-1] == [f"not handed in again: {old}, it is now {new}" for old, new in moves]
    assert [(home / place).read_text() for place in kept] == ["", ADDS]
    handed_in = {name: text for name, text in files.items() if not name.endswith("/")}
    assert programs(home) == {"dan/sum.py": ADDS, "ann/a.txt": "", "ben/sum.py": ADDS, **handed_in}


def modified(path: Path) -> str:
    """When a file was modified, in UTC."""
    return f"{datetime.fromtimestamp(path.stat().st_mtime, UTC):%Y-%m-%d %H:%M:%S}"


def test_times_are_kept_as_local_time_unless_the_zip_has_extended_ones(home: Path) -> None:
    stamp = int(datetime(2026, 11, 3, 10, 0, 1, tzinfo=UTC).timestamp())
    extended = struct.pack("<HHBi", 0x5455, 5, 1, stamp)
    other = struct.pack("<HHI", 0xCAFE, 4, 7)
    for name, date_time, extra in (
        ("ben", (2026, 11, 2, 18, 30, 2), b""),
        ("cem", (2026, 11, 2, 18, 30, 2), other + extended),
        ("dan", (2026, 11, 2, 18, 30, 2), struct.pack("<HHB", 0x5455, 1, 1)),
    ):
        entry = ZipInfo(f"{name}/sum.py", date_time)
        entry.extra = extra
        with ZipFile(home / "hand-ins.zip", "a") as archive:
            archive.writestr(entry, ADDS)
    assert run_judge("import", "hand-ins.zip", cwd=home, env={"TZ": "CET-1"}).returncode == 0
    found = {name: modified(home / "solutions" / name / "sum.py") for name in ("ben", "cem", "dan")}
    local = "2026-11-02 17:30:02"
    assert found == {"ben": local, "cem": "2026-11-03 10:00:01", "dan": local}


def test_a_time_that_is_none_is_that_of_the_import(home: Path) -> None:
    with ZipFile(home / "hand-ins.zip", "w") as archive:
        for name in ("ben", "cem"):
            archive.writestr(ZipInfo(f"{name}/sum.py"), ADDS)
    data = (home / "hand-ins.zip").read_bytes()
    date = struct.pack("<H", 1 << 5 | 1)  # 1980-01-01
    (home / "hand-ins.zip").write_bytes(data.replace(date, b"\0\0"))
    before = time.time() - 2
    assert import_(home)[0] == 0
    assert (home / "solutions" / "ben" / "sum.py").stat().st_mtime >= before


def test_a_replaced_program_has_the_time_of_the_new_one_and_the_old_one_keeps_its_own(home: Path) -> None:
    os.utime(home / "solutions" / "ann" / "sum.py", (10**9, 10**9))
    with ZipFile(home / "hand-ins.zip", "w") as archive:
        for name in ("ann", "ben"):
            archive.writestr(ZipInfo(f"{name}/sum.py", (2026, 11, 2, 18, 30, 2)), OTHER)
    assert import_(home, "--replace")[0] == 0
    (old,) = (path for path in (home / "replaced").rglob("*") if path.is_file())
    assert (home / "solutions" / "ann" / "sum.py").stat().st_mtime == datetime(
        2026, 11, 2, 18, 30, 2
    ).timestamp()
    assert old.stat().st_mtime == 10**9


def test_what_is_no_file_is_not_replaced_and_no_program_is(home: Path) -> None:
    (home / "solutions" / "ben" / "sum.py").mkdir(parents=True)
    pack(home, {"ann/sum.py": OTHER, "ben/sum.py": ADDS})
    assert import_(home, "--replace") == (
        2,
        "",
        ["solutions/ben/sum.py: expected a file or nothing, got no regular file"],
    )
    assert programs(home) == {"ann/sum.py": ADDS}


def test_second_downloads_are_hand_ins(home: Path) -> None:
    pack(home, {"ben/sum (1).py": ADDS, "cem/sum(2).py": ADDS})
    assert import_(home) == (0, "2 students: 2 programs\n", [])


@pytest.mark.parametrize(
    ("files", "words"),
    [
        pytest.param({"ben/main.py": ADDS}, [], id="no name of a problem"),
        pytest.param({"ben/sum.py": ADDS, "cem/sum.py": ADDS}, ["--into", "plus"], id="no such problem"),
        pytest.param({"ben/a.txt": "", "cem/a.txt": ""}, ["--into", "sum"], id="no program"),
        pytest.param({"sum.py": ADDS}, [], id="no folder"),
    ],
)
def test_other_programs_are_no_hand_ins(home: Path, files: Mapping[str, str], words: list[str]) -> None:
    pack(home, {**files, "dan/notes.txt": "x", "eve/notes.txt": "x"})
    code, printed, lines = import_(home, *words)
    assert (code, printed) == (2, "")
    assert lines[0].startswith("hand-ins.zip: expected a problem of one of the origins")
    assert programs(home) == {"ann/sum.py": ADDS}


def test_a_package_is_not_replaced_but_refused_in_a_line(tmp_path: Path) -> None:
    root = write_project(tmp_path / "project", solutions={"adds.py": ADDS})
    write_files(tmp_path / "tests", {"1.in": "1 2\n", "1.ans": "3\n"})
    before = sorted(root.rglob("*"))
    done = run_here("import", "--replace", tmp_path / "tests", cwd=root)
    message = "--replace: expected the hand-ins of a class, got tests in files\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
    assert sorted(root.rglob("*")) == before


def test_settings_are_left_out_and_a_file_that_is_there_twice_is_named(home: Path) -> None:
    one, other = (normalize(form, "zoë") for form in ("NFC", "NFD"))
    files = {f"{one}/sum.py": ADDS, f"{one}/a.txt": "1", f"{other}/a.txt": "2", f"{one}/pyproject.toml": ""}
    pack(home, files | {"ben/sum.py": ADDS})
    lines = import_(home)[2]
    assert [line.partition(": ")[2] for line in lines if "left out" in line] == [
        f"left out: expected each file once, got '{one}/a.txt' again",
        "left out: a hand-in has no settings",
    ]
    assert programs(home)[f"{one}/a.txt"] in ("1", "2")
    assert not [*(home / "solutions").rglob("pyproject.toml")]


def a_link(name: str) -> ZipInfo:
    info = ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


REPOSITORY = {
    "sum.py": ADDS,
    "setup.py": "",
    "README.md": "",
    "pyproject.toml": "",
    ".git/hooks/sum.py": OTHER,
    "__pycache__/sum.py": OTHER,
    "web/node_modules/x/sum.py": OTHER,
    "venv/pyvenv.cfg": "",
    "venv/lib/python3/site-packages/sum.py": OTHER,
    "venv/bin/activate.py": OTHER,
    "bin/more.py": ADDS,
}


@pytest.mark.parametrize("is_zip", [True, False], ids=["ZIP", "folder"])
@pytest.mark.parametrize("names", [("ben",), ("ben", "cem", "dan")], ids=["one", "three"])
def test_the_tools_in_repositories_are_left_out_and_counted(
    names: tuple[str, ...], is_zip: bool, home: Path
) -> None:
    pack(home, {f"{name}/{file}": text for name in names for file, text in REPOSITORY.items()})
    if is_zip:
        with ZipFile(home / "hand-ins.zip", "a") as archive:
            archive.writestr(a_link("ben/venv/bin/python3"), "/bin/sh")
            archive.writestr(a_link("ben/plus.py"), "../cem/sum.py")
    else:
        with ZipFile(home / "hand-ins.zip") as archive:
            archive.extractall(home / "unpacked")
        (home / "hand-ins.zip").unlink()
        (home / "unpacked").rename(home / "hand-ins.zip")
        (home / "hand-ins.zip/ben/tool").symlink_to("/bin/sh")
        (home / "hand-ins.zip/ben/plus.py").symlink_to("../ben/sum.py")
        (home / "hand-ins.zip/ben/loop").symlink_to(".")
    code, printed, lines = import_(home)
    number = len(names)
    students = "1 student" if number == 1 else f"{number} students"
    assert (code, printed) == (0, f"{students}: {3 * number} programs\n")
    several = "s" * (number > 1)
    assert {line for line in lines if " left out: " in line and "settings" not in line} == {
        f"hand-ins.zip: left out: {2 if is_zip else 3} links",
        f"hand-ins.zip: left out: {number} hidden folder{several}",
        f"hand-ins.zip: left out: {number} __pycache__ folder{several}",
        f"hand-ins.zip: left out: {number} node_modules folder{several}",
        f"hand-ins.zip: left out: {2 * number} virtual environment folders",
    }
    others = [line for line in lines if not line.startswith("hand-ins.zip: ")]
    more = f", and so {number - 1} more" if number > 1 else ""
    assert [line.rpartition(")")[2] or line for line in others] == [
        ", got 'README.md'" + more,
        "hand-ins.zip/ben/pyproject.toml: left out: a hand-in has no settings" + more,
    ]
    kept = ("sum.py", "setup.py", "README.md", "bin/more.py")
    assert {*programs(home)} == {"ann/sum.py", *(f"{name}/{file}" for name in names for file in kept)}


def test_a_student_whose_folder_is_an_environment_keeps_the_own_programs(home: Path) -> None:
    pack(home, {"ben/pyvenv.cfg": "", "ben/lib/x.py": "", "ben/sum.py": ADDS, "cem/sum.py": ADDS})
    assert import_(home)[:2] == (0, "2 students: 2 programs\n")
    assert set(programs(home)) == {"ann/sum.py", "ben/sum.py", "cem/sum.py"}


def test_a_package_with_links_is_refused_still(home: Path) -> None:
    pack(home, {"1.in": "1 2\n", "1.ans": "3\n"})
    with ZipFile(home / "hand-ins.zip", "a") as archive:
        archive.writestr(a_link("2.in"), "/etc/passwd")
    message = "hand-ins.zip/2.in: expected a file or a folder, got a link or a device"
    assert import_(home) == (2, "", [message])


@pytest.mark.parametrize("folder", ["venv/lib/python3/site-packages", "node_modules"])
def test_files_of_tools_may_be_larger_than_any_of_a_package(folder: str, home: Path) -> None:
    write_files(home, {"hand-ins.zip/ben/sum.py": ADDS, f"hand-ins.zip/cem/{folder}/big.so": ""})
    os.truncate(home / "hand-ins.zip/cem" / folder / "big.so", 3 << 30)
    (home / "hand-ins.zip/cem/sum.py").write_text(ADDS)
    assert import_(home)[:2] == (0, "2 students: 2 programs\n")
