"""What the site LeetCode puts around a pasted class: names before it, a call of its method after it.

Source of the names and their order: https://github.com/yihong0618/gitblog/issues/205, where a program prints
the file that the site made of it.
"""

_MODULES = """
    string re datetime collections heapq bisect copy math random statistics itertools functools operator io
    sys json
""".split()  # noqa: SIM905

# stdout is what the program prints; the answer goes to the descriptor that was it
BEFORE = "\n".join(
    (
        *(f"from {module} import *" for module in (*_MODULES, "builtins")),
        f"import {', '.join(_MODULES)}",
        "from typing import *",
        "__answer__ = __import__('os').dup(1)",
        "__import__('os').dup2(2, 1)",
        "",
    )
)

# A program may have given every global name another meaning.
_AFTER = """
def __site__(method):
    import builtins, json, os, sys

    kind = builtins.globals().get("Solution")
    if kind is None:
        sys.exit("expected a class Solution, got none")
    solution = kind()
    solve = builtins.getattr(solution, method, None)
    if solve is None:
        there = ", ".join(name for name in builtins.dir(kind) if name[0] != "_") or "nothing"
        sys.exit("expected a method " + method + " in the class Solution, got " + there)
    board = json.loads(sys.stdin.readline())
    solve(board)
    os.write(__answer__, json.dumps(board, separators=(",", ":")).encode() + b"\\n")

"""


def after(method: str) -> str:
    """What calls the method of the class."""
    return f"{_AFTER}__site__({method!r})\n"


def program(method: str) -> str:
    """For an interpreter of its own: the path of the class is its argument."""
    return f"""
{BEFORE}
del sys.argv[0]
__file__ = sys.argv[0]
exec(compile(io.open(__file__, "rb").read(), __file__, "exec", dont_inherit=True))
{after(method)}
"""
