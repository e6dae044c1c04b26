"""Make copies of Python and C++ programs with other names, another order and another layout.

Functions change places, and so do neighbouring statements without calls that have no name in common. The
copies do what their originals do.
"""

import ast
import builtins
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from pygments.lexers import CppLexer
from pygments.token import Comment, Name, String

_WORDS = [
    "pos",
    "cur",
    "best",
    "left",
    "right",
    "total",
    "queue",
    "stack",
    "value",
    "index",
    "count",
    "limit",
    "first",
    "last",
    "next",
    "node",
]
_KEPT = {"main", "noreturn", "nodiscard"}
_Words = list[str]
_Item = TypeVar("_Item")


def disguise(source: str, suffix: str, rng: random.Random) -> str:
    """Return a disguised copy of a program `.py` or `.cpp`."""
    return _disguise_python(source, rng) if suffix == ".py" else _disguise_cpp(source, rng)


def _make_name(rng: random.Random, used: set[str]) -> str:
    while (name := f"{rng.choice(_WORDS)}{rng.choice(['', '_'])}{rng.randrange(100)}") in used:
        pass
    used.add(name)
    return name


class _Renamer(ast.NodeTransformer):
    """Renames what the program defines, except attributes, classes and their methods."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit(self, node: ast.AST) -> ast.AST:
        for field in ("id", "arg", "name"):
            own = getattr(node, field, None)
            is_class = isinstance(node, ast.ClassDef | ast.alias)
            if isinstance(own, str) and not is_class and not hasattr(node, "is_method"):
                setattr(node, field, self.names.get(own, own))
        if isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [self.names.get(name, name) for name in node.names]
        return self.generic_visit(node)


def _disguise_python(source: str, rng: random.Random) -> str:
    tree = ast.parse(source)
    imported: set[str] = set()
    own: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                method.is_method = True  # type: ignore[attr-defined]
        if isinstance(node, ast.FunctionDef) and not hasattr(node, "is_method"):
            own.add(node.name)
        own |= {node.arg} if isinstance(node, ast.arg) else set()
        own |= {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set()
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    used = {*dir(builtins), *imported, *own}
    names = {name: _make_name(rng, used) for name in sorted(own - imported - {*dir(builtins), "self"})}
    _Renamer(names).visit(tree)
    functions = [at for at, node in enumerate(tree.body) if isinstance(node, ast.FunctionDef)]
    shuffled = rng.sample(functions, len(functions))
    moved = dict(zip(functions, shuffled, strict=True))
    tree.body = [tree.body[moved.get(at, at)] for at in range(len(tree.body))]
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            if isinstance(body := getattr(node, field, None), list):
                _swap(body, _python_names, rng)
    lines = ast.unparse(ast.fix_missing_locations(tree)).split("\n")
    indent = rng.choice(["  ", "    ", "\t"])
    return "\n".join(_lay_out_python(lines, indent, rng)) + "\n"


def _lay_out_python(lines: Sequence[str], indent: str, rng: random.Random) -> Iterator[str]:
    for line in lines:
        text = line.lstrip(" ")
        depth = indent * ((len(line) - len(text)) // 4)
        if rng.random() < 0.1:
            yield rng.choice(["", f"{depth}# {rng.choice(_WORDS)} of the {rng.choice(_WORDS)}"])
        yield depth + text


def _python_names(node: ast.stmt) -> set[str] | None:
    """Return the names in an assignment without calls, None for other statements."""
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return None
    inner = list(ast.walk(node))
    if any(isinstance(each, ast.Call | ast.Attribute | ast.Starred) for each in inner):
        return None
    return {each.id for each in inner if isinstance(each, ast.Name)}


def _swap(statements: list[_Item], names_of: Callable[[_Item], set[str] | None], rng: random.Random) -> None:
    """Exchange neighbours that have no name in common."""
    at = 0
    while at + 1 < len(statements):
        one, other = names_of(statements[at]), names_of(statements[at + 1])
        if one is not None and other is not None and not one & other and rng.random() < 0.7:
            statements[at : at + 2] = statements[at + 1], statements[at]
            at += 1
        at += 1


def _disguise_cpp(source: str, rng: random.Random) -> str:
    heads = [line for line in source.splitlines() if line.startswith("#")]
    words = _rename_cpp("\n".join(line for line in source.splitlines() if line[:1] != "#"), rng)
    items = [_reorder_class(item, rng) for item in _split(words)]
    functions = [item for item in items if _is_function(item)]
    others = [item for item in items if not _is_function(item)]
    _swap(others, _cpp_names, rng)
    prototypes = [[*item[: item.index("{")], ";"] for item in functions if "main" not in item]
    bodies = rng.sample(functions, len(functions))
    indent = rng.choice(["  ", "    ", "\t"])
    laid = (_lay_out_cpp(_swap_inside(item, rng), indent, rng) for item in (*others, *prototypes, *bodies))
    return "\n".join([*heads, *laid]) + "\n"


def _rename_cpp(code: str, rng: random.Random) -> _Words:
    """Return the words of a program with other names, without comments. A string is one word."""
    words: _Words = []
    names: set[str] = set()
    in_string = False
    for kind, text in CppLexer().get_tokens(code):
        if kind in String:
            words[len(words) - in_string :] = [(words[-1] if in_string else "") + text]
        elif kind not in Comment and text.strip():
            words.append(text)
        in_string = kind in String and not (in_string and text == words[-1][0])
        names |= {text} if kind in Name and kind not in Name.Builtin else set()
    members = {word for before, word in pairwise(words) if before in (".", "::")}
    members |= {
        word for one, two, word in zip(words, words[1:], words[2:], strict=False) if one + two in ("->", "::")
    }
    spaces = {word for word, after in pairwise(words) if after == "::"}
    own = names - members - spaces - _KEPT - _list_foreign(words, code)
    used = {*words}
    chosen = {name: _make_name(rng, used) for name in sorted(own)}
    return [chosen.get(word, word) for word in words]


def _list_foreign(words: Sequence[str], code: str) -> set[str]:
    """Return the names that the program uses and never declares, and its classes with their methods."""
    declared = set(re.findall(r"[\w>&*]\s+[&*]*(\w+)\s*(?=[=;,(\[{):])", re.sub(r"//.*", "", code)))
    declared |= set(re.findall(r",\s*(\w+)\s*(?=[=;,\[])", code))
    kept = {word for before, word in pairwise(words) if before in ("class", "struct")}
    return {word for word in words if word not in declared} | kept | {"solveSudoku"}


def _split(words: Iterable[str]) -> Iterator[_Words]:
    """Yield the declarations and definitions of a scope, or the statements of a block."""
    item: _Words = []
    depth = 0
    for word in words:
        item.append(word)
        depth += (word in "({[") - (word in ")}]")
        is_body = word == "}" and (_is_function(item) or item[0] in ("for", "if", "else", "while"))
        if not depth and (word == ";" or is_body):
            yield item
            item = []
    if item:
        yield item


def _is_function(item: Sequence[str]) -> bool:
    head = list(item[: item.index("{")]) if "{" in item else []
    return (
        bool(head) and head[-1] in (")", "const") and "=" not in head and not {"for", "if", "while"} & {*head}
    )


def _reorder_class(item: _Words, rng: random.Random) -> _Words:
    """Put the functions of a class in another order, behind its other members; make all public."""
    if item[0] not in ("class", "struct"):
        return item
    at = item.index("{")
    inner = item[at + 1 : -2]
    inner = [
        word
        for place, word in enumerate(inner)
        if word not in ("public", "private")
        and not (word == ":" and inner[place - 1] in ("public", "private"))
    ]
    members = list(_split(inner))
    functions = [member for member in members if _is_function(member)]
    others = [member for member in members if not _is_function(member)]
    ordered = [*others, *rng.sample(functions, len(functions))]
    return [*item[: at + 1], "public", ":", *(word for member in ordered for word in member), "}", ";"]


def _cpp_names(item: Sequence[str]) -> set[str] | None:
    """Return the names in a declaration without calls, None for anything else."""
    if {"(", "using", "class", "struct", "if", "else", "for", "while", "return", "{", "}", "break"} & {*item}:
        return None
    if len(item) < 3 or not (item[0].isidentifier() and item[1].isidentifier()):
        return None
    return {word for word in item if word.isidentifier()} - {item[0], "const"}


def _swap_inside(words: _Words, rng: random.Random) -> _Words:
    """Exchange neighbouring statements of each block."""
    items = list(_split(words)) if words.count(";") > 1 and "{" not in words else []
    if items:
        _swap(items, _cpp_names, rng)
        return [word for item in items for word in item]
    if "{" not in words:
        return words
    at = words.index("{")
    end = _find_end(words, at)
    inner = list(_split(words[at + 1 : end]))
    _swap(inner, _cpp_names, rng)
    inside = [word for item in inner for word in _swap_inside(item, rng)]
    return [*words[: at + 1], *inside, "}", *_swap_inside(words[end + 1 :], rng)]


def _find_end(words: Sequence[str], at: int) -> int:
    depth = 0
    for end in range(at, len(words)):
        depth += (words[end] == "{") - (words[end] == "}")
        if not depth:
            return end
    raise ValueError("expected a closing brace")


def _lay_out_cpp(words: Sequence[str], indent: str, rng: random.Random) -> str:
    """Write words with one statement a line. Operators are words of one sign each, so they are joined."""
    text, depth, inside, before = "", 0, 0, "\n"
    for word in words:
        inside += (word == "(") - (word == ")")
        depth -= word == "}"
        if text.endswith("\n"):
            text += "" if rng.random() > 0.1 else f"{indent * depth}// {rng.choice(_WORDS)}\n"
            text += indent * depth
        elif before[-1:].isalnum() or before[-1:] in "_\"'":
            text += " " if word[0].isalnum() or word[0] in "_\"'" or rng.random() < 0.2 else ""
        text += word
        depth += word == "{"
        text += "\n" if word in "{}" or (word == ";" and not inside) else ""
        before = word
    return text if text.endswith("\n") else f"{text}\n"
