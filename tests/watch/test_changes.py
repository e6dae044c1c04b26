"""Changes are noticed wherever a project may change, and half-written files are recognized."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers import wait_until

pytest.importorskip("watchfiles", reason="no watchfiles: pip install '.[watch]'")

from judge.platform.errors import UsageError
from judge.watch.changes import Changes, Place, is_being_written


@contextmanager
def listening(*places: Place) -> Iterator[Changes]:
    with Changes(lambda: None) as changes:
        assert changes.listen(places)
        yield changes


def is_heard(changes: Changes, path: Path, *, within_s: float = 60) -> bool:
    """Write a file, and return whether the change is reported in time."""
    before = changes.last_s
    path.write_text("changed")
    end = time.monotonic() + within_s
    while changes.last_s == before and time.monotonic() < end:
        time.sleep(0.01)
    return changes.last_s > before


def test_a_whole_place_is_heard_of_however_deep(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    with listening(Place(tmp_path, whole=True)) as changes:
        assert is_heard(changes, tmp_path / "a" / "b" / "x")
        (tmp_path / "c").mkdir()
        wait_until(lambda: is_heard(changes, tmp_path / "c" / "x", within_s=1))


def test_of_another_place_what_lies_right_in_it_is_heard_of(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with listening(Place(tmp_path, whole=False)) as changes:
        assert not is_heard(changes, tmp_path / "a" / "x", within_s=0.5)
        assert is_heard(changes, tmp_path / "x")


def test_what_the_judge_keeps_is_no_change(tmp_path: Path) -> None:
    (tmp_path / ".judge").mkdir()
    with listening(Place(tmp_path, whole=True)) as changes:
        assert not is_heard(changes, tmp_path / ".judge" / "run-1.jsonl", within_s=0.5)


def test_a_place_that_is_not_there_is_waited_for_above_it(tmp_path: Path) -> None:
    place = Place(tmp_path / "gone" / "deeper", whole=True)
    with listening(place) as changes:
        assert not changes.listen([place])
        (tmp_path / "gone").mkdir()
        wait_until(lambda: changes.last_s > 0)
        assert changes.listen([place])
        (tmp_path / "gone" / "deeper").mkdir()
        assert changes.listen([place])
        assert is_heard(changes, tmp_path / "gone" / "deeper" / "x")


def test_where_a_file_stands_in_its_place_a_folder_is_waited_for(tmp_path: Path) -> None:
    place = Place(tmp_path / "a", whole=True)
    place.folder.write_text("a file")
    with listening(place) as changes:
        place.folder.unlink()
        wait_until(lambda: changes.last_s > 0)
        place.folder.mkdir()
        assert changes.listen([place])
        assert is_heard(changes, place.folder / "x")


def test_a_place_that_was_made_anew_is_another(tmp_path: Path) -> None:
    place = Place(tmp_path / "a", whole=True)
    place.folder.mkdir()
    with listening(place) as changes:
        place.folder.rename(tmp_path / "b")
        place.folder.mkdir()
        assert changes.listen([place])
        assert is_heard(changes, place.folder / "x")


def test_nobody_is_heard_when_it_is_over(tmp_path: Path) -> None:
    before = {*threading.enumerate()}
    with listening(Place(tmp_path, whole=True)):
        ears = {*threading.enumerate()} - before
        assert ears
    wait_until(lambda: not any(ear.is_alive() for ear in ears))


def test_a_system_that_lets_nobody_watch_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> Iterator[None]:
        raise OSError("OS file watch limit reached")
        yield

    monkeypatch.setattr("watchfiles.watch", refuse)
    with Changes(lambda: None) as changes, pytest.raises(UsageError, match="got: OS file watch limit"):
        changes.listen([Place(tmp_path, whole=True)])


def test_a_file_is_being_written_while_somebody_has_it_open_for_that(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with path.open("w") as file:
        file.write("half")
        file.flush()
        if not is_being_written(path):
            pytest.skip("this file system grants no leases")
    assert not is_being_written(path)
    with path.open() as _:
        assert not is_being_written(path)
    assert not is_being_written(tmp_path / "gone")


def test_a_look_at_a_pipe_waits_for_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert not is_being_written(tmp_path / "pipe")
