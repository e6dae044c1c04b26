"""Files that belong together: wherever the process ends, no old file is next to a new one."""

from pathlib import Path

import pytest

from judge.platform.writing import write_together

NAMES = ("1.in", "1.ans", "1.hint")


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize("moves", range(4))
def test_files_are_never_old_next_to_new(moves: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {tmp_path / name: b"new" for name in NAMES}
    for path in files:
        path.write_bytes(b"old")
    left, replace = [None] * moves, Path.replace

    def move(path: Path, target: Path) -> Path:
        if not left:
            raise Killed
        left.pop()
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", move)
    if moves < len(files):
        with pytest.raises(Killed):
            write_together(files)
    else:
        write_together(files)
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"new" if moves else b"old"}
    assert [path.name for path in tmp_path.iterdir() if path.name not in NAMES] == []


def test_new_files_have_the_modes_of_old_ones(tmp_path: Path) -> None:
    old = tmp_path / "1.ans"
    old.write_bytes(b"old")
    old.chmod(0o640)
    write_together({tmp_path / "1.in": b"1", old: b"2"})
    assert (old.read_bytes(), old.stat().st_mode & 0o777) == (b"2", 0o640)
