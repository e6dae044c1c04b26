"""The classes that a source declares, the name that Java requires for its file, and the class to run."""

import re

from msgspec import Struct

from judge.platform.expressions import compile_later

# Unterminated comments and literals run to the end of the file: retrying after each takes quadratic time.
_TOKEN = compile_later(
    r"""
    //[^\n]* | /\*.*?(?:\*/|\Z) | \"{3}.*?(?:\"{3}|\Z) | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'?
    | \bpackage\s+(?P<package>[\w.]+)
    | (?P<public>\bpublic\b)
    | \b(?:class|interface|enum|record)\s+(?P<type>[\w$]+)
    | \b(?P<main>main)\s*\(
    | (?P<mark>[{};])
    """,
    re.VERBOSE | re.DOTALL,
)
_KIND = compile_later(
    r"""
    //[^\n]* | \#[^\n]* | /\*.*?(?:\*/|\Z)
    | \"{3}.*?(?:\"{3}|\Z) | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'?
    # parameters of templates are no declarations
    | \b(?P<kind>enum|class|struct|union|interface|record)(?:\s+(?:class|struct))?
      \s+(?P<name>[A-Za-z_$][\w$]*+)(?!\s*[,>=])
    """,
    re.VERBOSE | re.DOTALL,
)
_LONGEST = 200
_OTHERWISE = "Main"


class Classes(Struct, frozen=True):
    """`named` is the required file name without its suffix, `main` the class to run with its package."""

    named: str
    main: str


def classes_of(source: bytes) -> Classes:
    """Return the class that names the file, a public one, and the class with `main`, preferably public."""
    package, public, depth = "", False, 0
    # for each class: True if it has `main`, True if it is public, and its name
    found: list[tuple[bool, bool, str]] = []
    for token in _TOKEN.finditer(source.decode(errors="replace")):
        if token["mark"]:
            depth += {"{": 1, "}": -1, ";": 0}[token["mark"]]
            public = False
        elif depth == 0:
            package = token["package"] or package
            public = public or bool(token["public"])
            if token["type"]:
                found.append((False, public, token["type"]))
        elif depth == 1 and token["main"] and found:
            found[-1] = (True, *found[-1][1:])
    named = next((name for _, is_public, name in found if is_public), "")
    # max() returns the first of equal classes
    _, _, main = max(found, key=lambda each: each[:2], default=(False, False, _OTHERWISE))
    named = named or main
    # too long for a file name; the compiler will complain
    if len(named.encode()) > _LONGEST:
        named = _OTHERWISE
    return Classes(named=named, main=f"{package}.{main}" if package else main)


def kinds_in(source: bytes) -> list[str]:
    """Return the types that a Python, C++ or Java source declares, such as `class Solution`, each once."""
    found = _KIND.finditer(source.decode(errors="replace"))
    return list(dict.fromkeys(f"{token['kind']} {token['name']}" for token in found if token["kind"]))


def has_kind(source: bytes, name: str) -> bool:
    """Return True if a source declares a class of this name."""
    return not {f"class {name}", f"struct {name}"}.isdisjoint(kinds_in(source))
