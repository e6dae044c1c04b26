"""Whether an output is the answer's own words in another order."""

from judge.mistakes.gaps import Difference
from judge.mistakes.words import FALSE, TRUE, WORD

_LIMIT = 1 << 18
_DECISIONS = TRUE | FALSE


def reordered(answer: bytes, output: bytes) -> Difference | None:
    """All from the first line that differs to the last, if there the same words stand in another order.

    Where words only say yes or no, or few words stand there often, that may be chance: it counts as wrong.
    """
    if max(len(answer), len(output)) > _LIMIT:
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
