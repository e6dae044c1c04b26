"""Results as Markdown: intact tables, closed fences, and a size that a forge accepts."""

import html
import re
from pathlib import Path

import pytest
from helpers import make_limits, make_outcome, make_result
from hypothesis import given
from hypothesis import strategies as st
from outcomes import HOSTILE, outcomes

from judge.mistakes.diagnosis import diagnose
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import printable
from judge.show.json import render as json_document
from judge.show.json_reader import parse
from judge.show.markdown import MOST_BYTES, render
from judge.show.outcome import Outcome

WRONG = diagnose(b"1 2\n", b"1,2\n")
GOLDEN = """\
```text
2 solutions x 2 cases: 3 passed, 1 failed
4 tests in 0.0 s; 2 workers; times are CPU time
slowest accepted: a_b.py on p/1, 250 ms of 1 s
```

| solution | p<br>1 | p<br>2 |  |
| --- | --- | --- | --- |
| `a_b.py` | AC 250 ms | AC 250 ms | 2/2 passed |
| b&#124;&#96;.py | AC 250 ms | WA! 250 ms | 1/2 passed |

```text
b|`.py on p/2: WA, expected AC: no words at all
     answer |    output
  1  1·2↵   | 1  1,2↵
      ^     |     ^
  all of it: judge show 'b|`.py' p/2
```
"""


def outside_fences(text: str) -> list[str]:
    """The lines outside of fences. Checks that each fence is closed."""
    left, fence = [], ""
    for line in text.split("\n"):
        if fence:
            fence = "" if line == fence else fence
        elif found := re.fullmatch("(`{3,})text", line):
            fence = found[1]
        else:
            left.append(line)
    assert not fence
    return left


def cells_of(line: str) -> list[str]:
    """Split a row as GitHub's parser does: at each `|` that no backslash escapes."""
    return re.findall(r"((?:\\.|[^|\\])*)\|", line.removeprefix("|"))


def plain(cell: str) -> str:
    code = re.fullmatch("`([^`]+)`", cell.strip())
    return code[1] if code else html.unescape(cell.strip())


def example(name: str = "b|`.py") -> list[Result]:
    return [
        make_result(solution="a_b.py", case="p/1"),
        make_result(solution="a_b.py", case="p/2"),
        make_result(solution=name, case="p/1"),
        make_result(
            solution=name, case="p/2", verdict=Verdict.WA, diagnosis=WRONG, message="no words at all"
        ),
    ]


def test_the_document_to_the_byte() -> None:
    limits = dict.fromkeys(("p/1", "p/2"), make_limits())
    outcome = make_outcome(*example(), manner="2 workers", limits=limits)
    assert render(outcome).decode() == GOLDEN


def test_what_is_said_of_a_table_stands_in_one_fence() -> None:
    results = [make_result(solution="a.py", case=f"p/{number}") for number in range(17)]
    _, table, *notes = render(make_outcome(*results)).decode().split("\n\n")
    assert table.startswith("| solution | 1 | 2 |")
    (lines,) = [note.splitlines() for note in notes]
    assert (lines[0], lines[1], lines[-1]) == ("```text", "1-17=p/0 to p/16", "```")
    assert lines[-3:-1] == [
        "slowest: CPU time of the slowest run within its limit",
        "left out: the time of each case",
    ]


@pytest.mark.slow
@given(outcomes())
def test_every_row_has_the_columns_of_its_table(outcome: Outcome) -> None:
    lines = outside_fences(render(outcome).decode())
    columns = 0
    for line in lines:
        assert line == "" or line.startswith("| ")
        columns = 0 if not line else columns or len(cells_of(line))
        assert len(cells_of(line)) == columns


@pytest.mark.slow
@given(st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=20))
def test_a_name_stays_what_it_is_and_is_no_markup(name: str) -> None:
    shown = printable(name)
    lines = outside_fences(render(make_outcome(*example(shown))).decode())
    (first, *_) = cells_of([line for line in lines if line.startswith("| ")][-1])
    assert plain(first) == shown.strip()
    if not first.strip().startswith("`"):
        assert not re.search(r"[<*\[\]\\`@~$:]|&(?!#\d+;)", first)


@pytest.mark.slow
@given(st.text(st.characters(min_codepoint=128, categories=["L", "M", "N", "P"]), min_size=1, max_size=20))
def test_a_name_in_any_script_is_written_as_it_is(name: str) -> None:
    shown = printable(name)
    assert shown in render(make_outcome(*example(f"{shown}|"))).decode()
    assert "| `анна/名前.py` |" in render(make_outcome(*example("анна/名前.py"))).decode()


@pytest.mark.slow
@given(outcomes())
def test_what_is_made_of_the_json_is_the_same(outcome: Outcome) -> None:
    assert render(parse(json_document(outcome), Path("r.json"))) == render(outcome)


@pytest.mark.slow
@given(outcomes(), st.integers(60, 2000))
def test_no_more_is_written_than_may_be_and_it_is_said(outcome: Outcome, most_bytes: int) -> None:
    whole, cut = render(outcome), render(outcome, most_bytes=most_bytes)
    assert len(cut) <= most_bytes
    if cut != whole:
        *before, last = cut.decode().split("\n\n")
        assert last.startswith("The rest is left out")
        assert whole.decode().startswith("\n\n".join(before))
        outside_fences(cut.decode())


@pytest.mark.slow
@given(st.integers(60, 4000))
def test_many_short_parts_are_no_more_than_may_be(most_bytes: int) -> None:
    outcome = make_outcome(*(make_result(solution=f"{n}.py", verdict=Verdict.RE) for n in range(40)))
    assert len(render(outcome, most_bytes=most_bytes)) <= most_bytes


def test_a_flood_of_one_line_is_cut() -> None:
    flood = make_result(verdict=Verdict.RE, stderr=b"x" * (2 * MOST_BYTES))
    assert len(render(make_outcome(flood))) < 10_000
