"""The page of `judge similar`: a table of the pairs, and the lines of each pair side by side."""

from collections.abc import Iterator, Sequence

from judge.model.likeness import Likeness, Lines, Pair, Passage
from judge.platform.errors import counted
from judge.show.html.page import render_page
from judge.show.likeness import summarise_likeness, write_lines, write_shares

# Pairs whose lines are on the page; about 7 kB each.
_PAIRS_OPENED = 500


def render_pairs(likeness: Likeness) -> bytes:
    """Return the page, in UTF-8. Raises UsageError if jinja2 is not installed."""
    problems = dict.fromkeys(pair.problem for pair in likeness.pairs if pair.problem)
    left = likeness.pairs[_PAIRS_OPENED:]
    view = {
        "head": (
            f"Similar programs: {', '.join(problems)}" if problems else "Similar programs",
            *summarise_likeness(likeness),
            *([f"below are the lines of the first {counted(_PAIRS_OPENED, 'pair')}"] if left else []),
            "The page shows what is equal beyond names and layout. It does not say why.",
        ),
        "has_problems": len(problems) > 1,
        "pairs": [_view_pair(pair, number, likeness) for number, pair in enumerate(likeness.pairs, 1)],
    }
    return render_page(view, widths={})


def _view_pair(pair: Pair, number: int, likeness: Likeness) -> dict[str, object]:
    first, second = (likeness.texts[part.name] for part in (pair.first, pair.second))
    return {
        "anchor": f"pair-{number}",
        "problem": pair.problem,
        "parts": (pair.first, pair.second),
        "shares": write_shares(pair).split(", "),
        "share": pair.share,
        "opens": number <= _PAIRS_OPENED,
        "passages": [
            {
                "words": f"lines {write_lines(each.first)} and {write_lines(each.second)}, "
                f"{counted(each.tokens, 'equal token')}",
                "rows": list(_list_rows(each, first, second)),
            }
            for each in pair.passages[: None if number <= _PAIRS_OPENED else 0]
        ],
    }


def _list_rows(passage: Passage, first: Sequence[str], second: Sequence[str]) -> Iterator[dict[str, object]]:
    """Yield lines that have tokens in common, and the lines between them, which have none."""
    ends = (passage.first[0] - 1, passage.second[0] - 1)
    for one, other in passage.rows:
        between = (ends[0] + 1, one[0] - 1), (ends[1] + 1, other[0] - 1)
        if any(begin <= end for begin, end in between):
            yield {"equal": False, "sides": (_view_side(between[0], first), _view_side(between[1], second))}
        yield {"equal": True, "sides": (_view_side(one, first), _view_side(other, second))}
        ends = one[1], other[1]


def _view_side(lines: Lines, text: Sequence[str]) -> dict[str, str]:
    begin, end = lines
    numbers = "\n".join(map(str, range(begin, end + 1)))
    return {"numbers": numbers, "text": "\n".join(text[begin - 1 : end])}
