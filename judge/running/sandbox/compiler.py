"""Compile a program for the warm interpreter: Python source on stdin, its imports and code on stdout.

The input is a marshalled tuple: source of the judge to run before, the program, source of the judge to run
after, and the files that the program may import. Either source of the judge may be empty. The first line of
the output names the imported modules. Then follows a marshalled tuple: the code of all three, the source,
which only tracebacks quote, and each file with its code. A syntax error ends it as in `python3`: the place
and a caret on stderr, exit code 1. The harness passes the code on without reading it.
"""

import marshal
import sys
from _ast import Import, ImportFrom, Module, alias
from types import CodeType

ONLY_THE_TREE = 0x400
OURS = "<judge>"
# names through which a source may reach any other name
REFLECTIVE = frozenset(
    ("eval", "exec", "globals", "locals", "vars", "dir", "modules", "__import__", "import_module", "__main__")
)


def main() -> None:
    before, source, after, modules = marshal.loads(sys.stdin.buffer.read())
    try:
        code = compile(source, sys.argv[0], "exec", dont_inherit=True)
        codes_of = tuple(
            (file, compile(text, file, "exec", dont_inherit=True), text) for file, text in modules
        )
        first, last = (compile(part, OURS, "exec", ONLY_THE_TREE) for part in (before, after))
        narrow(first, names_in(code))
        codes = compile(first, OURS, "exec"), code, compile(last, OURS, "exec")
        program = marshal.dumps((codes, source, codes_of))
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        if isinstance(error, SyntaxError) and error.lineno and not error.text:
            error.text = line_of(dict(modules).get(error.filename, source), error.lineno)
        sys.excepthook(type(error), error.with_traceback(None), None)
        sys.exit(1)
    trees = first, last, *(tree_of(text) for text in (source, *(text for _, text in modules)))
    names = " ".join(sorted({name for tree in trees for name in imports(tree)}))
    sys.stdout.buffer.write(names.encode(errors="replace") + b"\n" + program)


def tree_of(source: bytes) -> Module:
    """Return the syntax tree, empty if the source nests too deeply for a tree. It may still compile."""
    try:
        tree: Module = compile(source, OURS, "exec", ONLY_THE_TREE, dont_inherit=True)
    except (RecursionError, MemoryError):
        return Module([], [])
    return tree


def line_of(source: bytes, number: int) -> str:
    lines = source.splitlines()
    return lines[number - 1].decode(errors="replace") if number <= len(lines) else ""


def names_in(code: CodeType) -> set[str]:
    """Return all names in a code object that may be global, at any depth."""
    names: set[str] = set()
    codes: list[object] = [code]
    while codes:
        if isinstance(each := codes.pop(), CodeType):
            names.update(each.co_names)
            codes.extend(each.co_consts)
    return names


def narrow(tree: Module, used: set[str]) -> None:
    """Remove names that are not `used` from the imports of a tree. Every bound name slows a fork down."""
    if used & REFLECTIVE:
        return
    for statement in tree.body:
        if isinstance(statement, ImportFrom) and statement.module and statement.names[0].name == "*":
            module = __import__(statement.module)
            public = getattr(module, "__all__", [name for name in vars(module) if name[0] != "_"])
            said = sorted(used.intersection(public))
            statement.names = [alias(name=name, lineno=statement.lineno, col_offset=0) for name in said]
        elif isinstance(statement, Import):
            statement.names = [each for each in statement.names if each.name in used]
    tree.body = [statement for statement in tree.body if getattr(statement, "names", True)]


def imports(tree: object) -> set[str]:
    """Return the modules that a syntax tree imports, at any depth."""
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
