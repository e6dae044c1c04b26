"""Foreign files: no path leads out of their folder, and unused files are listed."""

import os
import random
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import run_here, write_files
from hypothesis import given
from hypothesis import strategies as st

from judge.packages import folders, zips
from judge.packages.folders import Folder
from judge.packages.opening import open_folder
from judge.platform.errors import Fault, InputErrors


def faults_of(source: Path) -> list[str]:
    """Return the faults from reading all of a source, with paths below it."""
    faults: list[Fault] = []
    try:
        with open_folder(source, faults) as folder:
            for name in folder.files:
                folder.data(name)
    except InputErrors as error:
        faults += error.faults
    return [str(fault).replace(str(source), "SOURCE") for fault in faults]


def test_a_folder_has_its_files_in_order_behind_links_that_stay_in_it(tmp_path: Path) -> None:
    for name in ("b/2.in", "b/1.in", "a.txt", ".git/config", "__pycache__/x.pyc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "c").symlink_to("b")
    (tmp_path / "d.in").symlink_to("b/1.in")
    faults: list[Fault] = []
    folder = Folder(tmp_path, faults)
    assert [*folder.files] == ["a.txt", "b/1.in", "b/2.in", "c/1.in", "c/2.in", "d.in"]
    assert folder.data("c/2.in") == b"b/2.in"
    assert not faults


def to_outside(place: Path) -> None:
    (place / "l").symlink_to("/etc/passwd")


def to_a_sibling(place: Path) -> None:
    (place.parent / f"{place.name}-more").write_text("secret")
    (place / "l").symlink_to(f"../{place.name}-more")


def to_a_folder_outside(place: Path) -> None:
    (place / "l").symlink_to("..")


def to_itself(place: Path) -> None:
    (place / "l").symlink_to("l")


def to_above(place: Path) -> None:
    (place / "a").mkdir()
    (place / "a" / "l").symlink_to("..")


def to_each_other(place: Path) -> None:
    for one, other in ("ab", "ba"):
        (place / one).mkdir()
        (place / one / "l").symlink_to(f"../{other}")


def to_nothing(place: Path) -> None:
    (place / "l").symlink_to("nothing")


def a_pipe(place: Path) -> None:
    os.mkfifo(place / "l")


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (to_outside, "SOURCE/l: expected a link that stays in p, got one to '/etc/passwd'"),
        (to_a_sibling, "SOURCE/l: expected a link that stays in p, got one to"),
        (to_a_folder_outside, "SOURCE/l: expected a link that stays in p, got one to"),
        (to_itself, "SOURCE/l: expected a file or a folder, got a link to nothing or a device"),
        (to_above, "SOURCE/a/l: expected a folder, got a link to a folder that contains it"),
        (to_each_other, "SOURCE/a/l/l: expected a folder, got a link to a folder that contains it"),
        (to_nothing, "SOURCE/l: expected a file or a folder, got a link to nothing or a device"),
        (a_pipe, "SOURCE/l: expected a file or a folder, got a link to nothing or a device"),
    ],
)
def test_a_link_that_leads_nowhere_good_is_a_fault(
    make: Callable[[Path], None], expected: str, tmp_path: Path
) -> None:
    place = tmp_path / "p"
    place.mkdir()
    make(place)
    assert faults_of(place)[0].startswith(expected)


def test_links_that_double_a_folder_again_and_again_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_FILES", 1000)
    for depth in range(30):
        (tmp_path / f"{depth:02}").mkdir()
        for name in "ab":
            (tmp_path / f"{depth:02}" / name).symlink_to(f"../{depth + 1:02}")
    (tmp_path / "30").mkdir()
    (fault,) = faults_of(tmp_path)
    assert fault.endswith(": expected at most 1,000 files behind links to folders, got more")


@pytest.mark.parametrize("mark", [".git", "contest.yaml", "problemset.yaml"])
def test_problems_of_a_repository_or_contest_may_share_files(mark: str, tmp_path: Path) -> None:
    (tmp_path / mark).mkdir()
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "graph.py").write_text("shared")
    place = tmp_path / "problem"
    place.mkdir()
    (place / "generators").symlink_to("../common")
    (place / "graph.py").symlink_to("../common/graph.py")
    faults: list[Fault] = []
    folder = Folder(place, faults)
    assert [folder.data(name) for name in folder.files] == [b"shared", b"shared"]
    assert not faults


def test_a_contest_in_a_repository_may_share_files_with_all_of_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "validation.h").write_text("shared")
    place = tmp_path / "contest" / "problem"
    place.mkdir(parents=True)
    (place.parent / "contest.yaml").write_text("name: c\n")
    (place / "validation.h").symlink_to("../../validation.h")
    faults: list[Fault] = []
    assert Folder(place, faults).data("validation.h") == b"shared"
    assert not faults


def test_a_link_never_leads_to_a_hidden_file_of_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for secret in (".git/config", ".env"):
        (tmp_path / secret).write_text("secret")
    place = tmp_path / "problem"
    place.mkdir()
    (place / "a").symlink_to("../.git/config")
    (place / "b").symlink_to("../.env")
    (place / "c").symlink_to("../.git")
    assert [fault.partition(",")[0] for fault in faults_of(place)] == [
        f"SOURCE/{name}: expected a link that stays in problem" for name in "abc"
    ]


@pytest.mark.parametrize("name", ["logo.png", "problem.pdf", "statement/l", "attachments/data"])
def test_a_link_on_which_no_verdict_depends_is_a_warning(name: str, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).symlink_to("/nowhere")
    faults: list[Fault] = []
    (warning,) = Folder(tmp_path, faults).list_left()
    assert str(warning).startswith(f"{tmp_path}/{name}: not followed: expected a link that stays in")
    assert not faults


METHODS = {
    "stored": zipfile.ZIP_STORED,
    "deflate": zipfile.ZIP_DEFLATED,
    "bzip2": zipfile.ZIP_BZIP2,
    "LZMA": zipfile.ZIP_LZMA,
}


def zipped(
    path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED
) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def test_a_zip_is_the_folder_that_was_packed_with_or_without_its_name(tmp_path: Path) -> None:
    plain = zipped(tmp_path / "sum.zip", ("1.in", b"1"), ("a/2.in", b"2"))
    named = zipped(tmp_path / "other.zip", ("sum/1.in", b"1"), ("sum/a/2.in", b"2"), ("__MACOSX/x", b""))
    for source in (plain, named):
        with open_folder(source, []) as folder:
            assert [*folder.files] == ["1.in", "a/2.in"]
            assert folder.data("a/2.in") == b"2"
            assert (folder.name, folder.shown) == (source.stem, source)
            place = folder.root
        assert not place.exists()


def a_link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("l")
    info.external_attr = 0o120777 << 16
    return info


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("../x", "SOURCE/../x: expected a path that stays in the ZIP, got '../x'"),
        ("a/../../x", "expected a path that stays in the ZIP"),
        ("/x", "SOURCE/x: expected a path that stays in the ZIP, got '/x'"),
        ("a//x", "expected a path that stays in the ZIP"),
        ("a\\..\\x", "expected a path that stays in the ZIP"),
        ("./x", "expected a path that stays in the ZIP"),
        (a_link(), "SOURCE/l: expected a file or a folder, got a link or a device"),
        ("\x1b[2J\n/../x", "expected a path that stays in the ZIP"),
    ],
)
def test_no_entry_of_a_zip_leaves_its_folder(
    name: str | zipfile.ZipInfo, expected: str, tmp_path: Path
) -> None:
    (fault,) = faults_of(zipped(tmp_path / "p.zip", ("good.in", b""), (name, b"/etc/passwd")))
    assert expected in fault
    assert fault.isprintable()
    assert not (tmp_path.parent / "x").exists()


@given(st.lists(st.sampled_from(["..", ".", "", "a", "b", "\\", "/"]), min_size=1).map("/".join))
def test_whatever_its_names_all_that_a_zip_writes_is_in_one_place(name: str) -> None:
    wrong = zips._reject_entry(zipfile.ZipInfo(name))
    real = os.path.normpath(f"/place/{name}")
    assert wrong or real.startswith("/place/")


def test_a_zip_of_too_much_is_refused_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zips, "MOST_BYTES", 1 << 30)
    path = zipped(tmp_path / "p.zip", ("1.in", b""))
    data = bytearray(path.read_bytes())
    # What the directory at its end says of the size of the one file.
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = struct.pack("<I", (4 << 30) - 2)
    path.write_bytes(data)
    assert faults_of(path) == ["SOURCE: expected at most 1 GiB in it, got 4.0"]


def test_what_a_zip_says_of_its_sizes_is_no_law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "p.zip", ("1.in", bytes(5 << 20)))
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = struct.pack("<I", 10)
    path.write_bytes(data)
    (fault,) = faults_of(path)
    assert fault.startswith("SOURCE/1.in: expected a folder or a ZIP, got a fault: Bad CRC-32")


def test_little_of_a_zip_is_unpacked_at_once(tmp_path: Path) -> None:
    """A few bytes by bzip2 or LZMA may be gigabytes in memory, whatever the ZIP says of their number."""
    data = random.Random(1).randbytes(200_000)
    path = zipped(tmp_path / "p.zip", ("1.in", data), method=zipfile.ZIP_LZMA)
    with zipfile.ZipFile(path) as archive:
        packed: Any = archive.fp
        pieces = zips._read_pieces(archive, archive.infolist()[0], path)
        first = next(pieces)
        assert packed.tell() < 20_000
        assert first + b"".join(pieces) == data


@pytest.mark.parametrize("data", [b"", b"no ZIP", b"PK\x03\x04" + bytes(100)])
def test_what_is_no_zip_is_one_line(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "p.zip").write_bytes(data)
    (fault,) = faults_of(tmp_path / "p.zip")
    assert fault.startswith("SOURCE: expected a folder or a ZIP, got a fault: ")


def test_a_zip_with_one_path_for_two_files_is_refused(tmp_path: Path) -> None:
    assert faults_of(zipped(tmp_path / "p.zip", ("a", b""), ("a/b", b""))) == [
        "SOURCE/a/b: expected a file that can be unpacked, got: File exists"
    ]


def test_a_name_that_is_too_long_for_a_file_is_one_line(tmp_path: Path) -> None:
    (fault,) = faults_of(zipped(tmp_path / "p.zip", ("a" * 256, b"")))
    assert fault.endswith("aaa: expected a file that can be unpacked, got: File name too long")


def test_a_pipe_is_no_zip_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.zip")
    assert faults_of(tmp_path / "p.zip") == [
        "SOURCE: expected a folder or a ZIP that can be read, got: no regular file"
    ]


@given(
    st.sampled_from([*METHODS.values()]),
    st.floats(0, 1, exclude_max=True),
    st.integers(1, 255) | st.none(),
)
def test_a_damaged_zip_is_one_line_or_read(
    tmp_path_factory: pytest.TempPathFactory, method: int, place: float, change: int | None
) -> None:
    """One byte is another, or all that follows is missing."""
    path = tmp_path_factory.mktemp("zips") / "p.zip"
    text = b"".join(b"%d %d\n" % (number, number**3) for number in range(300))
    data = bytearray(zipped(path, ("1.in", text), ("1.out", b"7\n"), method=method).read_bytes())
    at = int(place * len(data))
    data[at:] = b"" if change is None else bytes([data[at] ^ change]) + data[at + 1 :]
    path.write_bytes(data)
    faults = faults_of(path)
    assert len(faults) <= 1
    for fault in faults:
        assert re.fullmatch(r"SOURCE.*: expected .*,? got:? (a fault: )?(?!None).+", fault)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_the_command_tells_of_a_damaged_zip_in_one_line(method: int, tmp_path: Path) -> None:
    path = zipped(tmp_path / "p.zip", ("1.in", bytes(range(256)) * 4), method=method)
    data = bytearray(path.read_bytes())
    data[40:60] = bytes(20)
    path.write_bytes(data)
    done = run_here("import", "p.zip", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"p\.zip/1\.in: expected a folder or a ZIP, got a fault: .+\n", done.stderr)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_with_a_file_twice_is_refused(tmp_path: Path) -> None:
    assert faults_of(zipped(tmp_path / "p.zip", ("a", b"1"), ("a", b"2"))) == [
        "SOURCE/a: expected each file once, got it again"
    ]


def test_a_zip_with_a_password_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "p.zip", ("a", b"1"))
    data = bytearray(path.read_bytes())
    for start, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(start) + flags] |= 1
    path.write_bytes(data)
    (fault,) = faults_of(path)
    assert "encrypted" in fault


def test_what_nobody_took_is_named_and_a_folder_of_such_files_is_one_line(tmp_path: Path) -> None:
    names = ("1.in", "2.in", "more/a/x", "more/y", "tests/3.in", "tests/odd", ".hidden", "more/.hidden")
    write_files(tmp_path, dict.fromkeys(names, ""))
    folder = Folder(tmp_path, [])
    folder.take("1.in")
    folder.take("tests/3.in")
    assert [str(fault).removeprefix(f"{tmp_path}/") for fault in folder.list_left()] == [
        "2.in: not understood, 1 file",
        "more: not understood, 2 files",
        "tests/odd: not understood, 1 file",
    ]
    folder.below("more")
    assert [fault.path.name for fault in folder.list_left()] == ["2.in", "odd"]


def test_an_inner_folder_has_the_bounds_of_the_whole(tmp_path: Path) -> None:
    for name in ("a/1.in", "b/1.in"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(name)
    (tmp_path / "a" / "2.in").symlink_to("../b/1.in")
    faults: list[Fault] = []
    whole = Folder(tmp_path, faults)
    inner = whole.inner("a")
    assert inner.name == "a"
    assert [inner.data(name) for name in inner.files] == [b"a/1.in", b"b/1.in"]
    inner.fault("1.in", "wrong")
    assert [str(fault) for fault in faults] == [f"{tmp_path}/a/1.in: wrong"]
    assert [fault.path.name for fault in whole.list_left()] == ["b"]


def test_the_command_tells_the_faults_of_a_zip_by_its_own_paths(tmp_path: Path) -> None:
    zipped(tmp_path / "p.zip", ("1.in", b"1"), ("1.out", b"1"), ("1.ans", b"1"))
    (tmp_path / "home").mkdir()
    done = run_here("import", "../p.zip", cwd=tmp_path / "home")
    assert done.returncode == 2
    assert (
        done.stderr
        == "../p.zip/1.in: expected one answer next to it (.out, .ans, .a, .sol), got 1.out and 1.ans\n"
    )
    assert not [*(tmp_path / "home").iterdir()]
