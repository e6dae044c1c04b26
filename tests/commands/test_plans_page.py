"""The page about plans: its files and its commands, with their output."""

from pathlib import Path

import pytest
from documents import blocks
from helpers import REPOSITORY, run_here, write_files

from judge.packages.plan import _LEFT, _OF_ROOT, _OF_TESTS

PAGE = REPOSITORY / "docs" / "plans.md"


@pytest.mark.slow
def test_the_commands_of_the_page_print_what_it_shows(tmp_path: Path) -> None:
    for block in blocks([PAGE]):
        first, *lines = block.lines
        if block.language != "text":
            write_files(tmp_path, {first.removeprefix("# "): "\n".join([*lines, ""])})
            continue
        shown: list[str] = []
        printed: list[str] = []
        for line in block.lines:
            if not line.startswith("$ "):
                shown.append(line)
                continue
            _, _, *words = line.split()
            done = run_here(*words, cwd=tmp_path)
            assert (done.returncode, done.stderr) == (int("--check" in words), "")
            printed += done.stdout.splitlines()
        assert printed == shown
        plan = tmp_path / "cases/sum/generators.yaml"
        plan.write_text(plan.read_text().replace("numbers.py {seed} 5 10", "numbers.py {seed} 8 10"))
    assert run_here("run", cwd=tmp_path).returncode == 0


def test_the_page_names_every_key() -> None:
    text = PAGE.read_text()
    keys = {*_LEFT, *_OF_ROOT, *_OF_TESTS} - {"gitignore_generated", "parallel"}
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
