"""Reads in the statement of a problem what its fields do not say: which outputs are right.

Data sets collect outputs, seldom checkers. A problem that accepts any of several answers, or talks with the
program, cannot be judged by one output.
"""

import re

_INTERACTIVE = re.compile(r"\binteractive (problem|task)\b|\b(problem|task) is interactive\b", re.IGNORECASE)
_SEVERAL = re.compile(
    # If there are multiple answers, print any of them.
    r"\b(multiple|several|many|more than one)\b[^.]{0,80}\b(answer|solution|output|way|sequence|array|string)"
    r"[^.]{0,80}\b(any|arbitrary)\b"
    # Print any of them.
    r"|\b(print|output|find|return|report) any (one )?"
    r"(of (them|these|the)\b|such\b|valid\b|possible\b|one\b|[.,;])"
    r"|\bany (correct|valid|possible|such) (answer|solution|output)s?\b[^.]{0,40}\b(accepted|allowed)\b"
    # Return the answer in any order.
    r"|\b(print|output|return|answer|display)s?\b[^.]{0,80}\bin (any|arbitrary) order\b",
    re.IGNORECASE,
)
_ANY_CASE = re.compile(r"\bin any (case|register)\b|\bcase[- ]insensitive\b", re.IGNORECASE)


def find_obstacle(statement: str) -> str:
    """Return why outputs cannot be compared with one answer, or an empty text."""
    if _INTERACTIVE.search(statement):
        return "interactive"
    if found := _SEVERAL.search(statement):
        return f"several right answers and no checker: {' '.join(found[0].split())!r}"
    return ""


def allows_any_case(statement: str) -> bool:
    """Return whether letters may be printed in any case."""
    return bool(_ANY_CASE.search(statement))
