"""The page about weak tests: its problem, copied unchanged, has the survivors that the page shows."""

from pathlib import Path

import pytest
from documents import assert_shows, blocks, commands
from helpers import REPOSITORY, run_here, write_files

from judge.stress.weak.edits import KINDS

PAGE = REPOSITORY / "docs" / "weak.md"
BLOCKS = list(blocks([PAGE]))


@pytest.mark.slow
def test_the_session_shows_the_survivors(tmp_path: Path) -> None:
    files = {
        block.lines[0].removeprefix("# "): block.lines[1:] for block in BLOCKS if block.lines[0][0] == "#"
    }
    assert len(files) == 4
    (tmp_path / "solutions").mkdir()
    write_files(tmp_path, {name: "\n".join([*lines, ""]) for name, lines in files.items()})
    (session,) = [block for block in BLOCKS if block.lines[0].startswith("$ judge weak ")]
    (words,) = commands(session.lines[0].removeprefix("$ "))
    done = run_here(*words[1:], cwd=tmp_path)
    assert done.returncode == 1
    assert_shows(list(session.lines[1:]), [line.rstrip() for line in done.stdout.splitlines()])


def test_the_page_lists_the_kinds_of_mistakes_in_their_order() -> None:
    table = PAGE.read_text().partition("| kind | example |\n|---|---|\n")[2].partition("\n\n")[0]
    assert [line.split(" | ")[0].removeprefix("| ") for line in table.splitlines()] == [*KINDS]
