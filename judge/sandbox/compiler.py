"""A program for the warm interpreter: Python source on stdin, its imports and what to run on stdout.

The first line of the output names the imported modules; then come the code and its source, which only a
traceback will quote, marshalled together. A mistake ends it as `python3` would: the place and a
caret on stderr, exit code 1. The harness never reads the code, it only hands it on.
"""

import marshal
import sys

ONLY_THE_TREE = 0x400


def main() -> None:
    source, filename = sys.stdin.buffer.read(), sys.argv[0]
    try:
        tree = compile(source, filename, "exec", ONLY_THE_TREE, dont_inherit=True)
        code = compile(source, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        if isinstance(error, SyntaxError) and error.lineno and not error.text:
            error.text = source.decode(errors="replace").split("\n")[error.lineno - 1]
        sys.excepthook(type(error), error.with_traceback(None), None)
        sys.exit(1)
    names = " ".join(sorted(imports(tree)))
    sys.stdout.buffer.write(names.encode() + b"\n" + marshal.dumps((code, source)))


def imports(tree: object) -> set[str]:
    """The modules that the statements of a syntax tree import, at any depth."""
    names: set[str] = set()
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        kind = type(node).__name__
        if kind == "Import":
            names.update(alias.name for alias in node.names)  # type: ignore[attr-defined]
        elif kind == "ImportFrom" and not node.level:  # type: ignore[attr-defined]
            names.add(node.module)  # type: ignore[attr-defined]
        for block in ("body", "orelse", "handlers", "finalbody"):
            statements = getattr(node, block, None)
            if isinstance(statements, list):
                nodes.extend(statements)
    return names


main()
