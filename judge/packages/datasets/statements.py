"""Reads in the statement of a problem what its fields do not say: which outputs are right.

Data sets collect outputs, seldom checkers. A problem that accepts any of several answers, or talks with the
program, cannot be judged by one output.
"""

import re

_INTERACTIVE = re.compile(r"\binteractive (problem|task)\b|\b(problem|task) is interactive\b", re.IGNORECASE)
_NOT_INTERACTIVE = re.compile(r"(\bnon|\bnot|n['’]t)\W+((an?|the)\W+)?interactive\b", re.IGNORECASE)
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
_PRINT = r"\b(print|output|write|display|report|return)(ed|s|ing|ting)?\b"
_MAY = r"\b(can|may|could|(allowed|free) to) (also |either |be )*"
# Letters, or a word of an answer such as YES.
_WORDS = r"(\b(each|every|any|all|the) (letter|character|symbol)s?\b|\byes\b|(?-i:\b[A-Z]{2,}\b)|[\"“«])"
# In other sentences it means "anyway": Alice moves first in any case.
_IN_ANY = (
    r"(?<!not )\bin (any|either|arbitrary) (\(?upper or lower\)? )?(letter )?(case|register)\b"
    r"(?!,? (if|of|that|when|where|which)\b)"
)
_ANY_CASE = re.compile(
    # You can print each letter in any case (upper or lower).
    rf"{_MAY}{_PRINT}[^.]{{0,100}}({_IN_ANY}|(?<!not )\bin (either )?upper[- ]?(case)? or lower[- ]?case\b)"
    # Print YES or NO in any case.
    rf"|(?<!not )(?<!n't ){_PRINT}[^.]{{0,60}}{_WORDS}[^.]{{0,60}}{_IN_ANY}"
    # The output can be in any case.
    rf"|\b(output|answer|response|verdict)s? {_MAY}{_IN_ANY}"
    # The checker is case-insensitive.
    r"|\b(output|answer|response|checker|verdict|judge|grader)s?\b"
    r"((?!\b(if|whether|when|number|not)\b|n't)[^.]){0,60}\bcase[- ]insensitiv",
    re.IGNORECASE,
)


def find_obstacle(statement: str) -> str:
    """Return why outputs cannot be compared with one answer, or an empty text."""
    if _INTERACTIVE.search(_NOT_INTERACTIVE.sub("", statement)):
        return "interactive"
    if found := _SEVERAL.search(statement):
        return f"several right answers and no checker: {' '.join(found[0].split())!r}"
    return ""


def allows_any_case(statement: str) -> bool:
    """Return whether letters may be printed in any case."""
    return bool(_ANY_CASE.search(" ".join(statement.split())))
