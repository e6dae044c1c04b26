"""Compare how the lines and words of two texts are arranged."""

from judge.mistakes.alignment import LINES, align
from judge.mistakes.gaps import Difference
from judge.mistakes.words import FALSE, TRUE, WORD

# An alignment counts if this many words or lines are the same for each edit.
SAME_PER_EDIT = 5

_REORDERED_LIMIT, _REPETITIVE_LIMIT = 1 << 18, 1 << 21
_LINES_PER_KIND = 4
_DECISIONS = TRUE | FALSE


def find_reordering(answer: bytes, output: bytes) -> Difference | None:
    """Return the stretch from the first line that differs to the last, if only the order of words differs.

    Words that only say yes or no, or few words that are repeated, may agree by chance: None.
    """
    if max(len(answer), len(output)) > _REORDERED_LIMIT:
        return None
    mine, theirs = answer.splitlines(keepends=True), output.splitlines(keepends=True)
    both = min(len(mine), len(theirs))
    first = next((n for n in range(both) if mine[n] != theirs[n]), both)
    last = next((n for n in range(both - first) if mine[-1 - n] != theirs[-1 - n]), both - first)
    before, wanted = sum(map(len, mine[:first])), b"".join(mine[first : len(mine) - last])
    found = b"".join(theirs[first : len(theirs) - last])
    words, others = WORD.findall(wanted), WORD.findall(found)
    kinds = set(words)
    if words == others or len(words) != len(others) or len(kinds) * 2 < len(words):
        return None
    if {word.lower() for word in kinds} <= _DECISIONS or sorted(words) != sorted(others):
        return None
    return Difference(("out-of-order",), before, before + len(wanted), before, before + len(found))


def agree_by_chance(answer: bytes, output: bytes) -> bool:
    """Return whether lines of few kinds, such as YES and NO, agree at other places only by chance.

    Both texts have as many lines, of the same kinds. If one is missing and another extra, most of them agree
    after few edits.
    """
    if max(len(answer), len(output)) > _REPETITIVE_LIMIT:
        return False
    mine, theirs = answer.splitlines(), output.splitlines()
    kinds = set(mine)
    if len(mine) != len(theirs) or len(kinds) * _LINES_PER_KIND > len(mine) or not kinds.issuperset(theirs):
        return False
    wrong = sum(one != other for one, other in zip(mine, theirs, strict=True))
    edits = align(LINES, answer, 0, len(answer), output, 0, len(output))
    return edits is None or len(edits) * SAME_PER_EDIT > wrong
