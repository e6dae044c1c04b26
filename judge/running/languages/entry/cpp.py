"""The driver of a C++ class: headers before it, and a `main` after it that calls its methods."""

import re
from collections.abc import Iterable, Iterator

from judge.model.programs import Language
from judge.platform.expressions import compile_later
from judge.running.languages.base import Sources
from judge.running.languages.entry.texts import text_of
from judge.subjects.signatures.signature import Method, Signature
from judge.subjects.signatures.values import CHAIN, TREE, Type

# The class is in a separate file, so that the compiler's line numbers match its author's.
_SITE, _NODES, _CLASS = "site.hpp", "nodes.hpp", "solution.inc"
_TYPES = {
    "integer": "judge_entry::integer",
    "long": "judge_entry::long_integer",
    "double": "double",
    "boolean": "bool",
    "string": "judge_entry::string",
    "character": "char",
    TREE: f"{TREE}*",
    CHAIN: f"{CHAIN}*",
}
# Comments and literals, which are skipped, and the tokens that identify a class's methods.
_TOKEN = compile_later(
    r"""
    //[^\n]* | /\*.*?(?:\*/|\Z) | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'?
    | \b(?:class|struct)\s+(?P<type>\w+)
    | (?P<name>[A-Za-z_]\w*)\s*\(
    | (?P<mark>[{};])
    """,
    re.VERBOSE | re.DOTALL,
)


def around(signature: Signature, language: Language, sources: Sources) -> tuple[Language, Sources]:
    """Return the language and the sources of a program made from the class and its driver."""
    headers = [_SITE, *([_NODES] if signature.words() & {TREE, CHAIN} else [])]
    (name, source), *beside = sources
    program = (name, _program(signature, (*headers, _CLASS)).encode())
    files = [(header, text_of(header).encode()) for header in headers]
    return language, (program, (_CLASS, source), *beside, *files)


def nothing(signature: Signature) -> str:
    """Return the source of a class that does nothing."""
    rows = [f"template <class... T> {signature.name}(T&&...) {{}}"] if signature.constructor else []
    for method in signature.methods:
        returns, body = (_type(method.returns), "return {};") if method.returns else ("void", "")
        rows.append(f"template <class... T> {returns} {method.name}(T&&...) {{ {body} }}")
    return f"struct {signature.name} {{ {' '.join(rows)} }};\n"


def explain_refusal(signature: Signature, source: bytes, words: bytes) -> bytes:
    """Return the compiler's message, after a list of the class's methods if it missed one."""
    for method in signature.methods:
        if re.search(rb"no member named \W*%b\b" % method.name.encode(), words):
            there = ", ".join(_methods(source.decode(errors="replace"), signature.name)) or "nothing"
            missing = f"expected a method {method.name} in the class {signature.name}, got {there}\n"
            return missing.encode() + words
    return words


def _methods(source: str, kind: str) -> list[str]:
    """Return the names of a class's methods, each once: the first name before `(` in each statement."""
    found: dict[str, None] = {}
    depth, inside, begins = 0, False, True
    for token in _TOKEN.finditer(source):
        if token["mark"]:
            depth += {"{": 1, "}": -1, ";": 0}[token["mark"]]
            begins = True
            inside = inside and depth > 0
        elif token["type"]:
            inside = inside or (depth == 0 and token["type"] == kind)
        elif token["name"] and begins and inside and depth == 1:
            found[token["name"]] = None
            begins = False
    return [name for name in found if name != kind]


def _program(signature: Signature, files: Iterable[str]) -> str:
    body = _calls(signature, signature.constructor) if signature.constructor else _call(signature)
    # `signed`, since a class may have given `int` another meaning
    main = ("#undef main", "signed main() {", "    judge_entry::Input in;", "    judge_entry::Output out;")
    # first, since g++ reads a compiled header only there
    included = ("#include <bits/stdc++.h>", *(f'#include "{file}"' for file in files))
    return "\n".join((*included, *main, *_indented(body), "    judge_entry::answer(out);", "}", ""))


def _call(signature: Signature) -> Iterator[str]:
    (method,) = signature.methods
    yield from _declared(method)
    yield from (f"judge_entry::read(in, a{n});" for n in range(len(method.parameters)))
    yield "in.ends();"
    yield from _called(method, f"(*new {signature.name}())")


def _calls(signature: Signature, constructor: Method) -> Iterator[str]:
    yield "judge_entry::list<judge_entry::string> names;"
    yield "judge_entry::read(in, names);"
    yield "in.must('[');"
    yield from _read(constructor)
    yield f"auto& object = *new {signature.name}({_names(constructor)});"
    yield 'out.text = "[null";'
    yield "for (std::size_t call = 1; call < names.size(); ++call) {"
    yield "    in.must(',');"
    yield "    out.text += ',';"
    for method in signature.methods:
        yield f'    if (names[call] == "{method.name}") {{'
        yield from _indented(_indented(_read(method)))
        yield from _indented(_indented(_called(method, "object")))
        yield "    } else"
    yield '    judge_entry::fail("a method");'
    yield "}"
    yield "in.must(']');"
    yield "in.ends();"
    yield "out.text += ']';"


def _read(method: Method) -> Iterator[str]:
    """Yield the code that reads the arguments of one call of several."""
    yield from _declared(method)
    yield f"judge_entry::arguments({', '.join(('in', *(f'a{n}' for n in range(len(method.parameters)))))});"


def _declared(method: Method) -> Iterator[str]:
    return (f"{_type(type)} a{n}{{}};" for n, (type, _) in enumerate(method.parameters))


def _called(method: Method, object: str) -> Iterator[str]:
    call = f"{object}.{method.name}({_names(method)})"
    if method.changed is not None:
        yield f"{call};"
        yield f"judge_entry::print(out, a{method.changed});"
    elif method.returns:
        yield f"judge_entry::print_as<{_type(method.returns)}>(out, {call});"
    else:
        yield f"{call};"
        yield 'out.text += "null";'


def _names(method: Method) -> str:
    return ", ".join(f"a{n}" for n in range(len(method.parameters)))


def _type(type: Type) -> str:
    return f"judge_entry::list<{_type(type.inner)}>" if type.inner else _TYPES[type.word]


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
