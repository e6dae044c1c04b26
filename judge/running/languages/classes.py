"""The classes that a source declares: how Java calls the file of one, and which one it runs."""

import re

from msgspec import Struct

# What is not closed goes on: to try again behind each beginning would take the square of the time.
_TOKEN = re.compile(
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
_KIND = re.compile(
    r"""
    //[^\n]* | \#[^\n]* | /\*.*?(?:\*/|\Z)
    | \"{3}.*?(?:\"{3}|\Z) | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'?
    # a parameter of a template is none
    | \b(?P<kind>enum|class|struct|union|interface|record)(?:\s+(?:class|struct))?
      \s+(?P<name>[A-Za-z_$][\w$]*+)(?!\s*[,>=])
    """,
    re.VERBOSE | re.DOTALL,
)
_LONGEST = 200
_OTHERWISE = "Main"


class Classes(Struct, frozen=True):
    """`named` is what the file is called, without its suffix, `main` the class to run, with its package."""

    named: str
    main: str


def classes_of(source: bytes) -> Classes:
    """A public class names its file. What has a method `main` is run, first of all the public class."""
    package, public, depth = "", False, 0
    # of each class of the file whether it has `main`, whether it is public, and its name
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
    # of several alike the first
    _, _, main = max(found, key=lambda each: each[:2], default=(False, False, _OTHERWISE))
    named = named or main
    # no file can be called so: the compiler will say what it thinks of it
    if len(named.encode()) > _LONGEST:
        named = _OTHERWISE
    return Classes(named=named, main=f"{package}.{main}" if package else main)


def kinds_in(source: bytes) -> list[str]:
    """The types that a source in Python, C++ or Java declares, each once: `class Solution`, `enum Colour`."""
    found = _KIND.finditer(source.decode(errors="replace"))
    return list(dict.fromkeys(f"{token['kind']} {token['name']}" for token in found if token["kind"]))


def has_kind(source: bytes, name: str) -> bool:
    """Whether a source declares a class of this name."""
    return not {f"class {name}", f"struct {name}"}.isdisjoint(kinds_in(source))
