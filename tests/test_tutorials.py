"""The tutorials: following one from an empty folder prints the output on the page."""

from pathlib import Path

import pytest
from documents import CONTEST_IN_CHINESE, TUTORIALS, Block, blocks, spans
from helpers import need_compilers
from tutorials import follow, is_session, mask, read_commands, rewrite

LINES = """\
a.cpp     AC 600 us  WA! 12.1 ms  1/2 passed
2 tests in 1.2 s; 2 workers, sandbox default; times are
CPU time
"""
PAGE = """\
Save `a.txt`:

```text
2.5 s
right
```

```
$ head -1 a.txt
3.5 s
```

```
$ mkdir b
$ cd b
$ tail -1 ../a.txt
{}
```
"""


def commands_of(page: Path) -> list[str]:
    return [command for block in blocks([page]) if is_session(block) for command, _ in read_commands(block)]


def require_tools_of(page: Path) -> None:
    """Skip unless the compilers and the extras that a page needs are installed."""
    words = " ".join(commands_of(page)).split()
    need_compilers(words)
    if "--html" in words:
        pytest.importorskip("jinja2")


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted({*TUTORIALS} - {CONTEST_IN_CHINESE}), ids=lambda page: page.stem)
def test_a_tutorial_shows_what_its_reader_sees(page: Path, tmp_path: Path) -> None:
    require_tools_of(page)
    for command, shown, printed in follow(page, tmp_path):
        assert mask(shown) == mask(printed), f"$ {command}\n(tools/rewrite_tutorials.py rewrites the page)"


def test_the_order_of_rows_with_nearly_equal_times_is_no_difference() -> None:
    rows = ["a.py  in time  76.6 ms  13x  pair/large", "b.py  in time  93.9 ms  10.7x  pair/large"]
    assert mask(["head", *rows, "end"]) == mask(["head", *reversed(rows), "end"])
    assert mask([rows[0], "head", rows[1]]) != mask([rows[1], "head", rows[0]])


def test_the_chinese_tutorial_has_the_files_commands_and_outputs_of_the_english_one() -> None:
    pages = (CONTEST_IN_CHINESE, CONTEST_IN_CHINESE.with_name("contest.md"))
    chinese, english = ([steps_of(block) for block in blocks([page])] for page in pages)
    assert chinese == english


def steps_of(block: Block) -> list[tuple[str, list[str]]]:
    """Return the commands of a block with their outputs, or the name of a file with its lines."""
    if is_session(block):
        return [(command, mask(shown)) for command, shown in read_commands(block)]
    return [(spans(block.paragraph)[-1], list(block.lines))]


def test_times_and_machines_are_not_compared() -> None:
    other = LINES.replace("600 us", "  1 ms").replace("1.2 s; 2", "70 ms; 12").replace("are\nCPU", "are CPU")
    assert mask(LINES.splitlines()) == mask(other.splitlines())


@pytest.mark.parametrize(
    ("old", "new"), [("AC", "WA"), ("1/2", "2/2"), ("2 tests", "3 tests"), ("a.cpp", "b.cpp")]
)
def test_everything_else_is_compared(old: str, new: str) -> None:
    assert mask(LINES.splitlines()) != mask(LINES.replace(old, new).splitlines())


def test_a_page_is_rewritten_only_where_more_than_times_differ(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.format("wrong"))
    for number, changed in enumerate((True, False)):
        place = tmp_path / str(number)
        place.mkdir()
        assert rewrite(page, place) == changed
        assert page.read_text() == PAGE.format("right")
