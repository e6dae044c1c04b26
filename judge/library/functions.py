"""The signature of a function that data sets name by its name, or by a class without bodies."""

import re

from judge.subjects.signatures.signature import OPEN
from judge.subjects.signatures.values import ANY, CHAIN, TREE

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
# `def name(self, nums: List[int]) -> int:`, which may take several lines
_DEFINITION = re.compile(
    r"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)\s*\(([^)]*)\)\s*(?:->\s*([^:]+))?:", re.MULTILINE
)
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
    name, row, returns = own[0]
    returns = returns.strip()
    parameters = [each for each in _split(row) if each.partition(":")[0].strip() != "self"]
    if returns != "None" and not _NODE.search(f"{row} {returns}"):
        return f"{ANY} {name}({OPEN})"
    given = (
        f"{_type_of(type)} {each.strip()}" for each, _, type in (each.partition(":") for each in parameters)
    )
    return f"{'void' if returns == 'None' else _type_of(returns)} {name}({', '.join(given)})"


def _split(row: str) -> list[str]:
    """Split parameters at the commas that are in no brackets, without their defaults."""
    found, depth = [""], 0
    for letter in row:
        depth += (letter == "[") - (letter == "]")
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
