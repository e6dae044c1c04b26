"""The edits of a C++ or Java source, by the tree of tree-sitter, which the extra `weak` installs."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from judge.platform.errors import UsageError
from judge.platform.installed import command_for
from judge.stress.weak.edits import Edit

# A node of tree-sitter, which may not be installed.
Node = Any

_OPERATORS: Mapping[str, tuple[str, bytes]] = {
    "<": ("boundary", b"<="),
    "<=": ("boundary", b"<"),
    ">": ("boundary", b">="),
    ">=": ("boundary", b">"),
    "==": ("condition turned", b"!="),
    "!=": ("condition turned", b"=="),
    "&&": ("condition turned", b"||"),
    "||": ("condition turned", b"&&"),
    "+": ("sign", b"-"),
    "-": ("sign", b"+"),
}
_NARROWER = {
    b"long long": b"int",
    b"long long int": b"int",
    b"unsigned long long": b"unsigned",
    b"int64_t": b"int32_t",
    b"uint64_t": b"uint32_t",
    b"__int128": b"long long",
    b"double": b"float",
    b"long": b"int",
}
_TYPES = ("sized_type_specifier", "primitive_type", "type_identifier", "integral_type", "floating_point_type")
_SWAPPED = {b"max": b"min", b"min": b"max", b"max_element": b"min_element", b"min_element": b"max_element"}
_LOOPS = ("for_statement", "while_statement", "for_range_loop", "enhanced_for_statement")
_BLOCKS = ("compound_statement", "block")
_LITERALS = ("number_literal", "decimal_integer_literal")
_CLEARED = ("clear", "fill", "memset", "assign")
# In C++ a sign is a part of the literal.
_NUMBER = re.compile(rb"(-?(?:0|[1-9][0-9']*))([A-Za-z]*)")
_CALLED = re.compile(rb"(\w+)\s*\(")


def edit_cpp(source: bytes) -> Iterator[Edit]:
    """Return the edits of a source in C or C++. Raises UsageError if tree-sitter is missing."""
    return _edit(source, _find_parser("tree_sitter_cpp", "C++"))


def edit_java(source: bytes) -> Iterator[Edit]:
    """Return the edits of a Java source. Raises UsageError if tree-sitter is missing."""
    return _edit(source, _find_parser("tree_sitter_java", "Java"))


def _edit(source: bytes, parse: Callable[[bytes], Any]) -> Iterator[Edit]:
    todo = [parse(source).root_node]
    while todo:
        node = todo.pop()
        if node.type in ("preproc_include", "template_argument_list", "import_declaration"):
            continue
        if edits := _EDITS.get(node.type):
            yield from edits(node, source)
        todo += reversed(node.named_children)


@cache
def _find_parser(module: str, language: str) -> Callable[[bytes], Any]:
    try:
        grammar, parsing = import_module(module), import_module("tree_sitter")
    except ImportError:
        wanted = f"expected tree-sitter for mutants of {language}, got none"
        raise UsageError(f"{wanted}: {command_for('weak')}") from None
    parse: Callable[[bytes], Any] = parsing.Parser(parsing.Language(grammar.language())).parse
    return parse


def _replace(kind: str, node: Node, text: bytes) -> Edit:
    return Edit(kind, node.start_byte, node.end_byte, text)


def _edit_binary(node: Node, source: bytes) -> Iterator[Edit]:
    operator, right = node.child_by_field_name("operator"), node.child_by_field_name("right")
    if found := _OPERATORS.get(operator.type):
        yield _replace(found[0], operator, found[1])
    if operator.type in ("&&", "||"):
        neutral = b"true" if operator.type == "&&" else b"false"
        for side in ("left", "right"):
            yield _replace("case left out", node.child_by_field_name(side), neutral)
    if operator.type == "%":
        yield Edit("modulus left out", operator.start_byte, right.end_byte, b"")


def _edit_assignment(node: Node, source: bytes) -> Iterator[Edit]:
    operator = node.child_by_field_name("operator")
    if operator.type == "%=":
        yield _replace("modulus left out", node, node.child_by_field_name("left").text)
    if operator.type in ("+=", "-="):
        yield _replace("sign", operator, b"-=" if operator.type == "+=" else b"+=")


def _edit_unary(node: Node, source: bytes) -> Iterator[Edit]:
    operator = node.child_by_field_name("operator")
    if operator.type in ("!", "-"):
        yield _replace("condition turned" if operator.type == "!" else "sign", operator, b"")


def _edit_number(node: Node, source: bytes) -> Iterator[Edit]:
    if not (found := _NUMBER.fullmatch(node.text)):
        return
    value = int(found[1].replace(b"'", b""))
    yield from (_replace("off by one", node, b"%d%b" % (value + step, found[2])) for step in (1, -1))
    if value < 0:
        yield _replace("sign", node, node.text[1:])
    if b"l" in found[2].lower():
        yield _replace("overflow", node, found[1])


def _edit_type(node: Node, source: bytes) -> Iterator[Edit]:
    if narrow := _NARROWER.get(b" ".join(node.text.split())):
        yield _replace("overflow", node, narrow)


def _edit_cast(node: Node, source: bytes) -> Iterator[Edit]:
    yield Edit("overflow", node.start_byte, node.child_by_field_name("value").start_byte, b"")


def _edit_call(node: Node, source: bytes) -> Iterator[Edit]:
    name = node.child_by_field_name("name") or node.child_by_field_name("function")
    while name.type in ("qualified_identifier", "template_function"):
        name = name.child_by_field_name("name")
    if swapped := _SWAPPED.get(name.text):
        yield _replace("max for min", name, swapped)
    if name.text == b"abs":
        yield _replace("case left out", node.child_by_field_name("function") or name, b"")


def _edit_condition(node: Node, source: bytes) -> Iterator[Edit]:
    """Edit the condition of an `if`, whose node includes its brackets, or of `a ? b : c`."""
    condition = node.child_by_field_name("condition")
    bracketed = node.type == "if_statement"
    for text in (b"false", b"true"):
        yield _replace("case left out", condition, b"(%b)" % text if bracketed else text)
    inner = condition.named_children[0] if bracketed and condition.named_children else condition
    if inner.type not in ("binary_expression", "unary_expression"):
        yield _replace("condition turned", inner, b"!(%b)" % inner.text)
    above = node.parent
    if above.type == "else_clause":
        yield Edit("case left out", above.start_byte, node.start_byte, b"")


def _edit_loop(node: Node, source: bytes) -> Iterator[Edit]:
    body = node.child_by_field_name("body")
    if body.type in _BLOCKS:
        last = body.named_children[-1:]
        if last and last[0].type == "expression_statement":
            yield Edit("early break", last[0].end_byte, last[0].end_byte, b" break;")
    elif body.type == "expression_statement":
        yield _replace("early break", body, b"{ %b break; }" % body.text)


def _edit_jump(node: Node, source: bytes) -> Iterator[Edit]:
    yield _replace("statement left out", node, b";")
    if node.type == "continue_statement":
        yield _replace("early break", node, b"break;")


def _edit_statement(node: Node, source: bytes) -> Iterator[Edit]:
    called = _CALLED.search(node.text)
    is_cleared = called and called[1].decode(errors="replace") in _CLEARED
    yield _replace("not cleared" if is_cleared else "statement left out", node, b";")


def _edit_initial(node: Node, source: bytes) -> Iterator[Edit]:
    """Leave out an initial value of a variable in C++, except in the head of a loop, where nobody would."""
    if node.parent.parent.type in _LOOPS:
        return
    name, value = node.child_by_field_name("declarator"), node.child_by_field_name("value")
    if name.type == "identifier" and value and value.type in (*_LITERALS, "true", "false"):
        yield _replace("not initialized", node, name.text)


def _edit_parameter(node: Node, source: bytes) -> Iterator[Edit]:
    """Pass a copy instead of a reference: slower, or the caller sees no change."""
    declarator = node.child_by_field_name("declarator")
    if declarator and declarator.type == "reference_declarator":
        kind = "slower" if node.text.startswith(b"const ") else "copy"
        yield Edit(kind, declarator.start_byte, declarator.start_byte + 1, b" ")


def _edit_object(node: Node, source: bytes) -> Iterator[Edit]:
    """Make a linked list in Java, which finds an element by its index slowly."""
    made = node.child_by_field_name("type")
    name = made.named_children[0] if made.type == "generic_type" else made
    if name.text == b"ArrayList":
        yield _replace("slower", name, b"LinkedList")


_Edits = Callable[[Node, bytes], Iterator[Edit]]
_EDITS: Mapping[str, _Edits] = {
    "binary_expression": _edit_binary,
    "assignment_expression": _edit_assignment,
    "unary_expression": _edit_unary,
    "cast_expression": _edit_cast,
    "call_expression": _edit_call,
    "method_invocation": _edit_call,
    "if_statement": _edit_condition,
    "conditional_expression": _edit_condition,
    "ternary_expression": _edit_condition,
    "break_statement": _edit_jump,
    "continue_statement": _edit_jump,
    "expression_statement": _edit_statement,
    "init_declarator": _edit_initial,
    "parameter_declaration": _edit_parameter,
    "object_creation_expression": _edit_object,
    **dict.fromkeys(_LITERALS, _edit_number),
    **dict.fromkeys(_TYPES, _edit_type),
    **dict.fromkeys(_LOOPS, _edit_loop),
}
