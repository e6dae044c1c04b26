"""Polygon's types of sources in C and C++, and their language standards.

Source: https://github.com/purplesyringa/problem-xml-specs, the compilers that Codeforces lists, and packages.
"""

import re
from collections.abc import Iterable

# The types without a standard: in others it is the number after the last `++`. Plain g++ and the oldest
# Visual C++ get the default of g++ 6 to 10, with which old sources and testlib.h compile.
_STANDARDS = {
    "c.gcc": "gnu11",
    "c.gcc11": "gnu11",
    "cpp.g++": "gnu++14",
    "cpp.ms": "gnu++14",
    "cpp.ms2017": "c++14",
    "cpp.clang++-diagnose": "c++17",
}
_NUMBERED = re.compile(r"cpp\..*\+\+(11|14|17|20|23)(-[a-z]+)?")
_EXPORTED = {
    "c++11": "cpp.g++11",
    "c++14": "cpp.g++14",
    "c++17": "cpp.g++17",
    "c++20": "cpp.gcc13-64-winlibs-g++20",
    "c++23": "cpp.gcc14-64-msys2-g++23",
}


def find_type_flags(kind: str, language: str) -> str:
    """Return the flags for a source of a type in a language of the judge, empty if they are unknown."""
    if not kind.startswith(f"{language}."):
        return ""
    numbered = _NUMBERED.fullmatch(kind)
    standard = f"c++{numbered[1]}" if numbered else _STANDARDS.get(kind)
    return f"-O2 -std={standard}" if standard else ""


def find_type(flags: Iterable[str]) -> str:
    """Return Polygon's type for C++ sources with these flags. The last standard counts."""
    stated = [word.partition("=")[2].replace("gnu", "c") for word in flags if word.startswith("-std=")]
    return _EXPORTED.get(stated[-1] if stated else "", "cpp.g++17")
