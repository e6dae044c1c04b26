"""The names that Java asks for: what the file of a class must be called, and which class to run."""

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
