"""Charts of characters, compared character by character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from judge.show.charts import Dot, draw_cactus, draw_dots


def seen(text: Text) -> str:
    """Return the visible text, without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.plain.split("\n"))


def test_dots_on_a_log_scale_with_their_intervals() -> None:
    rows = [
        Dot(label="quick.py", low=0.009, value=0.01, high=0.011),
        Dot(label="slow.py", low=0.5, value=1.0, high=2.0),
        Dot(label="unsure.py", low=0.1, value=0.1, high=0.1),
    ]
    assert seen(draw_dots(rows, width=60)) == DOTS


DOTS = """\
quick.py    ├●┤
slow.py                                       ├─────●─────┤
unsure.py                        ●
           ──┬───────────────────┬──────────────────┬───────
           10 ms              100 ms               1 s
"""


def test_a_cactus_rises_with_every_case_that_is_solved() -> None:
    lines = {"quick.py": [0.01 * n for n in range(1, 11)], "slow.py": [0.1 * 2**n for n in range(8)]}
    assert seen(draw_cactus(lines, cases=10, width=60)) == CACTUS


CACTUS = """\
 10 │                  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    │                  a
    │                 aa
    │                aa                                   bb
7.5 │                a                                    b
    │               aa                               bbbbbb
    │              aa                           bbbbbb
    │              a                            b
  5 │             aa                       bbbbbb
    │             a                        b
    │           aaa                   bbbbbb
    │         aaa                bbbbbb
2.5 │         a                  b
    │      aaaa             bbbbbb
    │ aaaaaa           bbbbbb
    │ a                b
  0 │ a                b
    └─┬────────────────┬───────────────┬────────────────┬───
     10 ms          100 ms            1 s             10 s
a quick.py (10)
b slow.py (8)
"""


@given(
    values=st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=5),
    width=st.integers(40, 160),
)
def test_no_line_is_wider_than_the_screen(values: list[float], width: int) -> None:
    rows = [
        Dot(label=f"{n}.py", low=value / 1.2, value=value, high=value * 1.1) for n, value in enumerate(values)
    ]
    chart = draw_dots(rows, width=width).plain
    plot = draw_cactus({"a.py": values}, cases=len(values), width=width).plain
    assert all(len(line) <= width for line in (chart + plot).split("\n"))


@pytest.mark.parametrize("solutions", [1, 30, 60])
def test_every_solution_has_its_line_in_the_legend(solutions: int) -> None:
    lines = {f"{n}.py": [0.1, 0.2] for n in range(solutions)}
    legend = draw_cactus(lines, cases=2, width=60).plain
    assert all(f"{name} (2)" in legend for name in lines)
