"""The driver of a Java class: imports before it, and a second class that calls it."""

import re

from msgspec.structs import replace

from judge.model.programs import Language
from judge.running.languages.base import Sources
from judge.running.languages.classes import classes_of
from judge.running.languages.entry.texts import text_of
from judge.subjects.signatures.signature import Method, Signature
from judge.subjects.signatures.values import ARRAY, CHAIN, LIST, TREE, Type

_ENTRY, _PAIR = "JudgeEntry.java", "Pair.java"
_PACKAGES = """
    java.io java.math java.text java.util java.util.concurrent java.util.concurrent.atomic java.util.function
    java.util.regex java.util.stream javafx.util
""".split()  # noqa: SIM905
# Goes on the first line of the source or replaces its package, so that line numbers match the author's.
_IMPORTS = "".join(f"import {package}.*; " for package in _PACKAGES).encode()
_PACKAGE = re.compile(rb"^[ \t]*package\s+[\w.]+\s*;", re.MULTILINE)
_TYPES = {
    "integer": "int",
    "long": "long",
    "double": "double",
    "boolean": "boolean",
    "string": "String",
    "character": "char",
    LIST: "List",
}


def around(signature: Signature, language: Language, sources: Sources) -> tuple[Language, Sources]:
    """Return the language and the sources of a program made from the class and its driver."""
    (_, source), *beside = sources
    begun = _PACKAGE.sub(_IMPORTS, source, count=1) if _PACKAGE.search(source) else _IMPORTS + source
    own = (f"{classes_of(source).named}.java", begun)
    nodes = [f"{word}.java" for word in (TREE, CHAIN) if word in signature.words()]
    files = [(name, text_of(name).encode()) for name in (_ENTRY, _PAIR, *nodes)]
    methods = (*filter(None, (signature.constructor,)), *signature.methods)
    changed = signature.methods[0].changed
    manner = "class" if signature.constructor else str(-1 if changed is None else changed)
    run = (*language.run, signature.name, manner, *map(_word, methods))
    return replace(language, run=run), (files[0], own, *beside, *files[1:])


def nothing(signature: Signature) -> str:
    """Return the source of a class that does nothing."""
    methods = [f"void {_row(method)} {{}}" for method in signature.methods]
    if signature.constructor:
        methods = [f"{_row(signature.constructor)} {{}}"]
    return f"class {signature.name} {{ {' '.join(methods)} }}\n"


def _row(method: Method) -> str:
    row = ", ".join(f"{_type(type)} a{n}" for n, (type, _) in enumerate(method.parameters))
    return f"{method.name}({row})"


def _word(method: Method) -> str:
    return f"{method.name}({','.join(_type(type) for type, _ in method.parameters)})"


def _type(type: Type) -> str:
    """Return the name of a type without its type arguments."""
    return f"{_type(type.inner)}[]" if type.inner and type.word == ARRAY else _TYPES.get(type.word, type.word)
