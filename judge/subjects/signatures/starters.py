"""The signature of a function that data sets name by its name, or by a class without bodies."""

import re

from judge.subjects.signatures.signature import OPEN
from judge.subjects.signatures.values import ANY, CHAIN, TREE

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
# `def name(self, nums: List[int]) -> int:`, which may take several lines, and what follows it
_DEFINITION = re.compile(
    r"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*(?:->\s*([^:]+))?:"
    r"((?:(?!^[ \t]*(?:async[ \t]+)?def\b).)*)",
    re.MULTILINE | re.DOTALL,
)
# Python 2 had no annotations: `:type head: ListNode` and `:rtype: ListNode` in the docstring.
_TOLD = re.compile(r":type[ \t]+(\w+):[ \t]*(.+)|:rtype:[ \t]*(.+)")
_NODE = re.compile(rf"\b({TREE}|{CHAIN})\b")


def find_signature(name: str, starter: str) -> str:
    """Return the signature of the function of this name, or of the only one in the starter code.

    The types of nodes are taken from the starter code, since a value shows them as arrays; all others are
    unknown. Raises ValueError.
    """
    name = name.rpartition(".")[2].removesuffix("()")
    defined = [found for found in _DEFINITION.findall(starter) if not found[0].startswith("__")]
    if name and not _NAME.fullmatch(name):
        raise ValueError(f"expected the name of a function, got {name!r}")
    if starter and not name and len(defined) != 1:
        names = ", ".join(each[0] for each in defined) or "none"
        raise ValueError(f"expected starter code with one function, got {names}")
    own = [found for found in defined if found[0] == name or not name]
    if not own:
        return f"{ANY} {name}({OPEN})"
    name, row, returns, body = own[0]
    told = {parameter: type or result for parameter, type, result in _TOLD.findall(body)}
    returns = (returns or told.get("", "")).strip()
    # `:rtype: None Do not return anything, modify nums in-place instead.`
    is_void = returns.split()[:1] in (["None"], ["void"])
    parameters = [
        (word.strip(), type or told.get(word.strip(), ""))
        for word, _, type in (each.partition(":") for each in _split(row))
        if word.strip() != "self"
    ]
    if not is_void and not any(map(_NODE.search, (returns, *(type for _, type in parameters)))):
        return f"{ANY} {name}({OPEN})"
    given = (f"{_type_of(type)} {word}" for word, type in parameters)
    return f"{'void' if is_void else _type_of(returns)} {name}({', '.join(given)})"


def _split(row: str) -> list[str]:
    """Split parameters at the commas that are in no brackets, without their defaults."""
    found, depth = [""], 0
    for letter in row:
        depth += (letter in "[({") - (letter in "])}")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [each.partition("=")[0] for each in found if each.strip()]


def _type_of(annotation: str) -> str:
    """Return the type of nodes, or of arrays of them; every other type is any."""
    if not (node := _NODE.search(annotation)):
        return ANY
    return node[1] + "[]" * len(re.findall(r"\b[Ll]ist\[", annotation))
