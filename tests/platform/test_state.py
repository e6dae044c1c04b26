"""The folder `.judge`: nothing in it leads elsewhere, nothing hangs, files are whole."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.platform.state import State


def make_link(path: Path) -> None:
    target = path.with_name("the target of a link")
    target.mkdir(exist_ok=True)
    path.symlink_to(target)


def make_dangling_link(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


OTHERS = [
    pytest.param(make_link, "a link", id="a link"),
    pytest.param(make_dangling_link, "a link", id="a link to nowhere"),
    pytest.param(os.mkfifo, "a pipe", id="a pipe"),
    pytest.param(make_socket, "a socket", id="a socket"),
]


@pytest.fixture(autouse=True)
def short_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a socket is short."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("make", [False, True])
@pytest.mark.parametrize(("other", "kind"), [*OTHERS, pytest.param(Path.touch, "a file", id="a file")])
def test_what_is_no_folder_is_refused(other: Callable[[Path], None], kind: str, make: bool) -> None:
    other(Path(".judge"))
    with pytest.raises(OSError, match=f"expected a folder, got {kind}") as caught:
        State(Path(), make=make)
    assert caught.value.filename == ".judge"
    assert not Path("nowhere").exists()
    assert not Path("the target of a link").exists() or not any(Path("the target of a link").iterdir())


@pytest.mark.parametrize("make", [False, True])
@pytest.mark.parametrize(("other", "kind"), [*OTHERS, pytest.param(Path.touch, "a file", id="a file")])
def test_a_folder_in_it_is_opened_with_the_same_care(
    other: Callable[[Path], None], kind: str, make: bool
) -> None:
    with State(Path(), make=True) as state:
        other(Path(".judge/x"))
        with pytest.raises(OSError, match=f"expected a folder, got {kind}"):
            state.folder("x", make=make)
        with state.folder("y", make=True) as folder, folder.folder("z", make=True) as deep:
            deep.replace("file", [b"1\n"])
        assert Path(".judge/y/z/file").read_bytes() == b"1\n"
        assert not Path(".judge/nowhere").exists()


@pytest.mark.parametrize(("other", "kind"), [*OTHERS, pytest.param(Path.mkdir, "a folder", id="a folder")])
def test_what_is_no_file_is_neither_read_nor_replaced(other: Callable[[Path], None], kind: str) -> None:
    with State(Path(), make=True) as state:
        other(Path(".judge/x"))
        with pytest.raises(OSError, match=f"expected a file, got {kind}"):
            state.open("x")
        with pytest.raises(OSError, match=f"expected a file, got {kind}"):
            state.replace("x", [b"new"])
        with pytest.raises(FileExistsError):
            state.create("x")
        assert set(state.names()) <= {".gitignore", "x", "the target of a link"}
    assert not Path(".judge/nowhere").exists()


@pytest.mark.parametrize(("other", "kind"), OTHERS)
def test_a_list_of_what_git_ignores_is_not_written_through(other: Callable[[Path], None], kind: str) -> None:
    Path(".judge").mkdir()
    other(Path(".judge/.gitignore"))
    State(Path(), make=True).close()
    assert not Path(".judge/nowhere").exists()


def test_a_folder_that_is_moved_away_is_still_the_same() -> None:
    with State(Path(), make=True) as state:
        Path(".judge").rename("moved")
        make_link(Path(".judge"))
        state.replace("x", [b"1\n", b"2\n"])
        with state.open("x") as file:
            assert file.read() == b"1\n2\n"
    assert Path("moved/x").read_bytes() == b"1\n2\n"
    assert not Path(".judge/x").exists()


def test_a_folder_is_made_only_for_who_writes() -> None:
    with pytest.raises(FileNotFoundError):
        State(Path(), make=False)
    State(Path(), make=True).close()
    assert [path.name for path in Path(".judge").iterdir()] == [".gitignore"]
    with State(Path(), make=False) as state:
        assert state.names() == [".gitignore"]


def test_what_git_ignores_may_be_changed_by_the_user() -> None:
    State(Path(), make=True).close()
    Path(".judge/.gitignore").write_text("run-*\n")
    State(Path(), make=True).close()
    assert Path(".judge/.gitignore").read_text() == "run-*\n"


def test_a_file_that_cannot_be_written_to_its_end_leaves_the_old_one() -> None:
    def lines() -> object:
        yield b"new\n"
        raise OSError("no room")

    with State(Path(), make=True) as state:
        state.replace("x", [b"old\n"])
        with pytest.raises(OSError, match="no room"):
            state.replace("x", lines())  # type: ignore[arg-type]
        assert state.names() == [".gitignore", "x"]
    assert Path(".judge/x").read_bytes() == b"old\n"


def test_a_root_that_is_a_link_is_the_users_own_word() -> None:
    Path("project").mkdir()
    Path("link").symlink_to("project")
    State(Path("link"), make=True).close()
    assert Path("project/.judge").is_dir()
