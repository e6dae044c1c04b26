"""A file is written whole or not at all; what stood there before stays until then."""

import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from helpers import ADDS, become_ordinary, full_disk, write_project
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.cases.loader import load_cases
from judge.packages.place import find_project
from judge.platform.errors import InputErrors
from judge.platform.files import CASE_BYTES, pieces, read, same, size_of, stamp_of, stored, whole
from judge.platform.writing import WholeFile, create, make_folder
from judge.running.memfiles import seal_content
from judge.solutions.loader import load_solutions


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.parametrize("data", [b"", b"new\n", b"\x00\xff" * 100_000])
def test_a_file_is_made_or_replaced(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "results.json"
    WholeFile(path).write(data)
    assert path.read_bytes() == data
    WholeFile(path).write(data[:1])
    assert path.read_bytes() == data[:1]
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_may_be_named_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    WholeFile(Path("results.json")).write(b"new")
    assert (tmp_path / "results.json").read_bytes() == b"new"


def test_nothing_is_changed_until_something_is_written(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    WholeFile(path)
    assert list(tmp_path.iterdir()) == []
    path.write_bytes(b"old")
    WholeFile(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_keeps_the_old_file_and_leaves_no_litter(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(b"old")
    file = WholeFile(path)
    with (
        full_disk(1000),
        pytest.raises(InputErrors, match=r"results\.json: expected a file that can be writ"),
    ):
        file.write(b"x" * 100_000)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_who_reads_the_old_file_reads_it_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(b"old")
    with path.open("rb") as reader:
        WholeFile(path).write(b"new")
        assert reader.read() == b"old"
    assert path.read_bytes() == b"new"


def test_a_folder_that_went_away_is_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    file = WholeFile(folder / "results.json")
    folder.rmdir()
    with pytest.raises(InputErrors, match="No such file or directory"):
        file.write(b"new")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        pytest.param("folder", "expected a file, got a folder", id="folder"),
        pytest.param(
            "missing/x.json", "expected a file that can be written, got: No such file", id="no folder"
        ),
        pytest.param(
            "file/x.json", "expected a file that can be written, got: Not a directory", id="below a file"
        ),
        pytest.param(
            "/proc/x.json", "expected a file that can be written, got: No such file", id="not even by root"
        ),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_any_work(
    tmp_path: Path, path: str, message: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputErrors) as caught:
        WholeFile(tmp_path / path)
    assert str(caught.value).startswith(f"{tmp_path / path}: {message}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_the_right_to_write_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(InputErrors, match="Permission denied"):
            WholeFile(tmp_path / "results.json")
    finally:
        tmp_path.chmod(0o755)


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_others_may_read_it_as_any_new_file(tmp_path: Path, mask: int, mode: int) -> None:
    with umask(mask):
        WholeFile(tmp_path / "results.json").write(b"new")
    assert stat.S_IMODE((tmp_path / "results.json").stat().st_mode) == mode


@settings(max_examples=40)
@given(mode=st.integers(0, 0o777), mask=st.integers(0, 0o777), through_link=st.booleans())
def test_a_rewritten_file_keeps_its_mode_and_its_owner(
    tmp_path_factory: pytest.TempPathFactory, mode: int, mask: int, through_link: bool
) -> None:
    path = tmp_path_factory.mktemp("files") / "adds.py"
    path.write_bytes(b"old")
    path.chmod(mode)
    before = path.stat()
    named = path.with_name("link") if through_link else path
    if through_link:
        named.symlink_to(path.name)
    with umask(mask):
        WholeFile(named).write(b"new")
    after = path.stat()
    assert named.is_symlink() == through_link
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    path.chmod(0o600)
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to others")
@pytest.mark.parametrize(("group", "mode"), [(0, 0o600), (65534, 0o640)])
def test_a_rewritten_file_is_readable_by_no_new_group(as_nobody: Path, group: int, mode: int) -> None:
    """Its owner may not give it to a group that he is not in."""
    as_nobody.chmod(0o777)
    path = as_nobody / "adds.py"
    path.write_bytes(b"old")
    os.chown(path, 65534, group)
    path.chmod(0o640)
    os.setegid(65534)
    try:
        become_ordinary()
        WholeFile(path).write(b"new")
    finally:
        os.seteuid(0)
        os.setegid(0)
    after = path.stat()
    assert (after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)) == (65534, 65534, mode)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write the files of others")
def test_root_leaves_a_file_to_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "adds.py"
    path.write_bytes(b"old")
    os.chown(path, 65534, 65534)
    path.chmod(0o600)
    WholeFile(path).write(b"new")
    after = path.stat()
    assert (after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)) == (65534, 65534, 0o600)


@settings(max_examples=40)
@given(st.integers(1, 255), st.sampled_from(["n", "é", "漢", "🙂"]))
def test_a_file_may_have_any_name_that_the_file_system_takes(
    tmp_path_factory: pytest.TempPathFactory, size: int, letter: str
) -> None:
    """A name has at most 255 bytes; letters have one to four."""
    name = (letter * (size // len(letter.encode()))).ljust(1, "n")
    folder = tmp_path_factory.mktemp("files")
    for data in (b"old", b"new"):
        WholeFile(folder / name).write(data)
        assert [path.name for path in folder.iterdir()] == [name]
        assert (folder / name).read_bytes() == data


def test_what_is_no_file_is_never_replaced_by_one(tmp_path: Path) -> None:
    # A pipe here, because tests cannot use /dev/null and /dev/stdout.
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        WholeFile(path).write(b"new")
    except InputErrors:
        pass
    else:
        assert os.read(reader, 100) == b"new"
    finally:
        os.close(reader)
    assert path.is_fifo()


def test_standard_output_may_be_named_as_a_file(tmp_path: Path) -> None:
    # A link to a pipe without a name.
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as reader:
        try:
            (tmp_path / "stdout").symlink_to(f"/proc/self/fd/{writing}")
            WholeFile(tmp_path / "stdout").write(b"new")
        finally:
            os.close(writing)
        assert reader.read() == b"new"


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputErrors):
        WholeFile(tmp_path / "loop")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "latest.json").symlink_to("results.json")
    WholeFile(tmp_path / "latest.json").write(b"new")
    assert (tmp_path / "latest.json").is_symlink()
    assert (tmp_path / "results.json").read_bytes() == b"new"


@pytest.mark.parametrize("there", ["file", "folder", "link", "link to nothing"])
def test_a_new_file_takes_the_place_of_nothing(tmp_path: Path, there: str) -> None:
    path, other = tmp_path / "new", tmp_path / "other"
    if there == "file":
        path.write_bytes(b"old")
    elif there == "folder":
        path.mkdir()
    else:
        path.symlink_to(other)
        if there == "link":
            other.write_bytes(b"old")
    before = {each: each.is_file() and each.read_bytes() for each in tmp_path.iterdir()}
    with pytest.raises(InputErrors, match="new: expected a new file, got: File exists"):
        create(path, b"new")
    assert {each: each.is_file() and each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_new_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "new"
    with full_disk(1000), pytest.raises(InputErrors, match="new: expected a new file, got: File too large"):
        create(path, b"x" * 100_000)
    assert not path.exists()
    create(path, b"x" * 100_000)
    assert path.read_bytes() == b"x" * 100_000


def test_a_folder_that_was_there_is_told_from_one_that_was_made(tmp_path: Path) -> None:
    """Only the latter may be removed again."""
    assert make_folder(tmp_path / "new")
    assert not make_folder(tmp_path / "new")
    (tmp_path / "file").touch()
    for name in ("file", "none/new"):
        with pytest.raises(InputErrors, match=f"{name}: expected a folder that can be written"):
            make_folder(tmp_path / name)


def test_a_file_that_was_written_and_put_back_has_another_stamp(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"one")
    before, times = stamp_of(path), path.stat()
    time.sleep(0.05)  # the clock of file systems goes in steps of a hundredth of a second and less
    path.write_bytes(b"two")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (times.st_ino, times.st_mtime_ns)
    assert stamp_of(path) != before


# Reading


def test_a_file_is_read_with_its_stamp(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\n")
    assert read(tmp_path / "x", 100)[0] == b"\xff\n"
    (tmp_path / "link").symlink_to("x")
    assert read(tmp_path / "link", 100) == read(tmp_path / "x", 100)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x")
    with pytest.raises(OSError, match="no regular file"):
        read(tmp_path / "x", 100)


def test_a_pipe_that_comes_between_the_look_and_the_reading_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    os.mkfifo(path)
    (tmp_path / "y").touch()
    status = (tmp_path / "y").stat()
    monkeypatch.setattr("judge.platform.files._status", lambda _: status)
    assert read(path, 100)[0] == b""


@pytest.mark.parametrize(
    ("name", "load"),
    [
        pytest.param("pyproject.toml", find_project, id="the settings"),
        pytest.param("cases/x.yaml", lambda root: load_cases(root / "cases"), id="a case file"),
        pytest.param("cases/set.txt", lambda root: load_cases(root / "cases"), id="a set of puzzles"),
        pytest.param("solutions/b.py", lambda root: load_solutions(root / "solutions"), id="a solution"),
    ],
)
def test_no_pipe_in_a_project_is_waited_for(
    tmp_path: Path, name: str, load: Callable[[Path], object]
) -> None:
    puzzles = "problem: P\nformat: luogu\ntime: 1s\nmemory: 64MiB\npuzzles: set.txt\n"
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases={"p.yaml": puzzles})
    os.mkfifo(tmp_path / name)
    # Settings and programs that are no file are passed over.
    refused = name.startswith("cases/")
    with pytest.raises(InputErrors, match="regular file") if refused else nullcontext():
        load(tmp_path)
    assert (tmp_path / name).is_fifo()


# Contents that stay in a file until they are used

_bytes = st.binary(max_size=30)
_piece_bytes = st.sampled_from([1, 2, 7, 1 << 20])


@pytest.mark.slow
@given(_bytes, _bytes, _piece_bytes)
def test_what_is_stored_is_what_is_held(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, other: bytes, piece_bytes: int
) -> None:
    path = tmp_path_factory.mktemp("files") / "data"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("judge.platform.files._PIECE_BYTES", piece_bytes)
        for content in (data, stored(path)):
            assert whole(content) == b"".join(pieces(content)) == data
            assert size_of(content) == len(data)
            WholeFile(path.with_name("copy")).write(content)
            assert path.with_name("copy").read_bytes() == data
            assert same(content, data)
            for output in (other, data + other, data[:-1], data[1:], data[:-1] + other[:1]):
                assert same(content, output) == (data == output)
            descriptor = seal_content(content)
            try:
                assert os.read(descriptor, 100) == data
            finally:
                os.close(descriptor)


def written(path: Path) -> None:
    """A clock of files may stand still for some milliseconds."""
    before = stamp_of(path)
    while stamp_of(path) == before:
        path.write_bytes(b"444")


def appended(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"4")


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


CHANGES = [
    pytest.param(written, "changed", id="written"),
    pytest.param(appended, "changed", id="appended"),
    pytest.param(lambda path: os.truncate(path, 2), "changed", id="cut"),
    pytest.param(lambda path: path.with_name("b").replace(path), "changed", id="replaced by its like"),
    pytest.param(Path.unlink, "No such file or directory", id="removed"),
    pytest.param(as_pipe, "changed", id="a pipe"),
]
USES = {
    "whole": whole,
    "pieces": lambda content: list(pieces(content)),
    "same": lambda content: same(content, b"333"),
    "sealed": seal_content,
    "written": lambda content: WholeFile(content.path.with_name("copy")).write(content),
}


@pytest.mark.parametrize(("change", "word"), CHANGES)
@pytest.mark.parametrize("use", USES)
def test_what_has_changed_since_is_not_taken_for_what_it_was(
    tmp_path: Path, use: str, change: Callable[[Path], object], word: str
) -> None:
    path = tmp_path / "a"
    for name in ("a", "b", "copy"):
        (tmp_path / name).write_bytes(b"333")
    content = stored(path)
    change(path)
    before = set(Path("/proc/self/fd").iterdir())
    with pytest.raises(InputErrors) as caught:
        USES[use](content)
    assert set(Path("/proc/self/fd").iterdir()) == before
    assert str(caught.value).startswith(f"{path}: expected ")
    assert word in str(caught.value)


def test_what_changes_while_it_is_read_is_heard_of_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"3" * (1 << 20) + b"4")
    coming = pieces(stored(path))
    assert next(coming) == b"3" * (1 << 20)
    appended(path)
    assert next(coming) == b"4"
    with pytest.raises(InputErrors):
        next(coming)


def test_what_differs_is_read_no_further(tmp_path: Path) -> None:
    path = tmp_path / "a"
    os.close(os.open(path, os.O_CREAT))
    os.truncate(path, CASE_BYTES)
    content = stored(path)
    assert not same(content, b"3" * 1000)
    left = pieces(content)
    assert next(left) == bytes(1 << 20)


def test_a_sealed_copy_of_a_file_is_no_way_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"1 2\n")
    copies = [seal_content(stored(path)), seal_content(b"1 2\n")]
    seals = []
    for copy in copies:
        assert not os.path.samestat(os.fstat(copy), path.stat())
        with pytest.raises(PermissionError):
            os.write(copy, b"3")
        seals.append(fcntl.fcntl(copy, fcntl.F_GET_SEALS))
        assert stat.S_IMODE(os.fstat(copy).st_mode) == 0o400
        os.close(copy)
    assert seals[0] == seals[1] != 0
    assert path.read_bytes() == b"1 2\n"
