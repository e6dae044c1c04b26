"""Finds are saved in `.judge/found` at once: readable, reproducible, and nowhere else."""

import json
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from helpers import become_ordinary, full_disk, make_find
from hypothesis import given
from hypothesis import strategies as st

from judge import __version__
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.stress.finds import Find, Work, folder_name, save_find


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_find_is_a_folder_with_all_its_bytes_and_how_it_was_found(tmp_path: Path) -> None:
    find = make_find(verdicts=(Verdict.WA, Verdict.AC), work=Work(amount=2.0, unit="placements"))
    folder = save_find(find, tmp_path)
    assert folder.parent == tmp_path / ".judge" / "found"
    found = files(folder)
    assert json.loads(found.pop("find.json")) == {
        "problem": "sum",
        "solution": "adds.py",
        "verdict": "WA",
        "verdicts": ["WA", "AC"],
        "message": "the sum",
        "reference": "right.py",
        "agree": 3,
        "asked": 4,
        "generator": "pairs.py",
        "number": 5,
        "seed": 77,
        "size": 1,
        "tries": 12,
        "work": 2.0,
        "unit": "placements",
        "command": "judge stress adds.py --seed 1",
        "judge": __version__,
    }
    assert found == {
        "input": b"1 2\n",
        "answer": b"3\n",
        "output": b"4\n",
        "stderr": b"said",
        "drawn": b"100 200\n",
    }


def test_what_is_better_known_takes_its_own_place_and_another_find_another(tmp_path: Path) -> None:
    find = make_find()
    folder = save_find(find, tmp_path)
    assert folder.name.startswith("sum-adds.py-WA-")
    assert save_find(make_find(input=b"0 1\n", answer=None, output=b"5\n"), tmp_path) == folder
    found = files(folder)
    del found["find.json"]
    assert found == {"input": b"0 1\n", "output": b"5\n", "stderr": b"said", "drawn": b"100 200\n"}
    others = [
        make_find(id="max/1"),
        make_find(solution="other.py"),
        make_find(verdicts=(Verdict.RE,)),
        make_find(drawn=b"1 3\n"),
    ]
    assert len({save_find(one, tmp_path) for one in [find, *others]}) == 5


def test_the_hardest_case_of_a_search_has_one_place(tmp_path: Path) -> None:
    def hardest(amount: float, seed: int) -> Find:
        work, command = Work(amount=amount, unit="placements"), f"judge stress --slow --seed {seed}"
        return make_find(drawn=b"%d\n" % amount, work=work, command=command, verdicts=(Verdict.TLE,))

    folder = save_find(hardest(1, seed=1), tmp_path)
    assert folder.name.startswith("sum-adds.py-slow-")
    assert save_find(hardest(2, seed=1), tmp_path) == folder
    assert (folder / "drawn").read_bytes() == b"2\n"
    assert save_find(hardest(2, seed=2), tmp_path) != folder


@given(
    st.text() | st.sampled_from(["..", "../..", "a/../../b", "/etc", "a\0b", "\udc80"]),
    st.text(),
    st.binary(),
)
def test_the_name_of_a_find_is_one_of_a_folder_whatever_programs_are_called(
    solution: str, problem: str, input: bytes
) -> None:
    name = folder_name(make_find(solution=solution, id=f"{problem}/1", drawn=input))
    assert Path(name).name == name
    assert name.isascii()
    assert name.isprintable()
    assert not name.startswith(".")
    assert len(name) <= 160


def test_names_that_look_alike_in_a_folder_are_told_from_each_other() -> None:
    names = ["a/b.py", "a-b.py", "a b.py", "x" * 100 + "1", "x" * 100 + "2"]
    assert len({folder_name(make_find(solution=name)) for name in names}) == len(names)


def test_what_is_no_text_is_kept_all_the_same(tmp_path: Path) -> None:
    every_byte = bytes(range(256))
    find = make_find(input=every_byte, answer=every_byte, output=every_byte, command="judge \udcff\n\x1b[2J")
    found = files(save_find(find, tmp_path))
    assert [found[name] for name in ("input", "answer", "output")] == [every_byte] * 3
    assert json.loads(found["find.json"])["command"] == r"judge \udcff\n\x1b[2J"


def refused(find: Find, root: Path) -> str:
    """Return the single line about a find that cannot be saved."""
    with pytest.raises(InputErrors) as caught:
        save_find(find, root)
    (line,) = str(caught.value).splitlines()
    return line.removeprefix(f"{root}/.judge/found")


OTHERS = [
    pytest.param(lambda path: path.symlink_to("/nonexistent"), "a link", id="a link"),
    pytest.param(os.mkfifo, "a pipe", id="a pipe"),
    pytest.param(Path.touch, "a file", id="a file"),
]


@pytest.mark.parametrize(("make", "kind"), OTHERS)
@pytest.mark.parametrize("place", ["found", "found/NAME"])
def test_nothing_that_stands_in_its_place_is_written_through(
    tmp_path: Path, place: str, make: Callable[[Path], None], kind: str
) -> None:
    find = make_find()
    path = tmp_path / ".judge" / place.replace("NAME", folder_name(find))
    path.parent.mkdir(parents=True)
    make(path)
    wanted = f"expected a place for what was found, got: expected a folder, got {kind}"
    assert refused(find, tmp_path).endswith(wanted)


@pytest.mark.parametrize("name", ["input", "find.json"])
def test_a_link_among_its_files_leads_nowhere(tmp_path: Path, name: str) -> None:
    find = make_find()
    folder = tmp_path / ".judge" / "found" / folder_name(find)
    folder.mkdir(parents=True)
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    (folder / name).symlink_to(precious)
    if name == "input":
        assert "expected a file, got a link" in refused(find, tmp_path)
    else:
        assert not (save_find(find, tmp_path) / name).is_symlink()
    assert precious.read_bytes() == b"mine"


def test_a_link_to_a_folder_elsewhere_stays_empty(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / ".judge").mkdir()
    (tmp_path / ".judge" / "found").symlink_to(elsewhere)
    assert "got a link" in refused(make_find(), tmp_path)
    assert not any(elsewhere.iterdir())


def test_a_full_disk_is_one_line_and_what_is_there_is_no_whole_find(tmp_path: Path) -> None:
    with full_disk(1000):
        assert "expected a place for what was found, got: File too large" in refused(
            make_find(input=b"1\n" * 10, output=b"x" * 2000), tmp_path
        )
    (folder,) = (tmp_path / ".judge" / "found").iterdir()
    assert files(folder) == {"input": b"1\n" * 10, "answer": b"3\n"}


def test_a_project_that_may_only_be_read_is_one_line(as_nobody: Path) -> None:
    as_nobody.chmod(0o555)
    become_ordinary()
    assert "expected a place for what was found, got: Permission denied" in refused(make_find(), as_nobody)


def test_two_searches_may_find_the_same_at_the_same_time(tmp_path: Path) -> None:
    find = make_find()
    with ProcessPoolExecutor(2) as pool:
        places = {*pool.map(save_find, [find] * 60, [tmp_path] * 60)}
    (place,) = places
    assert files(place).keys() == {"input", "answer", "output", "stderr", "drawn", "find.json"}
