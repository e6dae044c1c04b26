"""Build a grader without a solution, to tell faults of the problem's files from faults of solutions.

No byte of the solution is involved, so a solution cannot blame the problem for its own fault. An undefined
name is the solution's fault, unless it is `main`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from judge.model.programs import Grader, Solution
from judge.model.verdicts import Verdict
from judge.platform.errors import shown_path
from judge.running.languages import python, toolchains
from judge.running.languages.base import (
    HEADER_SUFFIXES,
    MAIN,
    Sources,
    Unready,
    complaint,
    grader_of,
    sources_of,
)
from judge.running.languages.entry.texts import text_of
from judge.running.languages.toolchains import ASKED
from judge.running.programs import Program
from judge.running.runner import Runner

# The exit code of a grader without a solution as soon as it uses a name that the solution should define.
REACHED = 127
_BY_LINKER = ("c", "cpp")
_INCLUDED = re.compile(rb"#\s*include\s*[<\"]([^\">]+)[\">]")
_PROBE = b"void solution(void);\nint main(void) { solution(); }\n"
# Headers that people usually include before others.
_USUAL = b"""\
#ifdef __cplusplus
#include <bits/stdc++.h>
using namespace std;
#else
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif
"""


def fault_of(solution: Solution, grader: Grader, runner: Runner) -> Unready | None:
    """Return JE if the grader, or a header that the solution includes, does not compile by itself.

    Return None if they compile, or if that is unknown: not every language has a command for it, and a grader
    may include the solution's file.
    """
    given, whole = grader_of(grader, solution.language), sources_of(solution)
    if isinstance(given, Unready) or isinstance(whole, Unready):
        return None
    own = whole[len(given) :]
    paths = {name: stored.path for name, stored in grader.files}
    paths = {solution.language.file: paths[given[0][0]]} | paths
    has_main = any(MAIN.search(source) for _, source in own)
    mains = [b"", *([(solution.language.nothing or "").encode()] if has_main else [])]
    if {name.encode() for name, _ in own}.isdisjoint(_included(given)):
        called = f"{grader.module}{solution.path.suffix}"
        beside = [(*given, (called, main)) for main in mains]
        if words := _refused_words(solution, beside, runner):
            named = words.replace(solution.language.file.encode(), given[0][0].encode())
            return _blame(str(complaint(words, paths, "a grader")), named)
    return _fault_of_header(solution, given, own, paths, runner)


def without_main(solution: Solution, grader: Grader) -> Unready | None:
    """Return JE if no class of the grader has a method `main`, which javac does not require."""
    given = grader_of(grader, solution.language)
    if isinstance(given, Unready) or any(MAIN.search(source) for _, source in given):
        return None
    path = dict(grader.files)[given[0][0]].path
    return _blame(f"{shown_path(path)}: expected a grader with a method `main`, got none", b"")


def _fault_of_header(
    solution: Solution, given: Sources, own: Sources, paths: dict[str, Path], runner: Runner
) -> Unready | None:
    """Return JE if a header that the solution includes compiles neither alone nor after the usual headers."""
    for name in _headers(given, own) if solution.language.name in _BY_LINKER else ():
        include = f'#include "{name}"\n'.encode()
        nothing = (solution.language.nothing or "").encode()
        texts = (include + nothing, include, _USUAL + include + nothing)
        headers = [file for file in given if file[0].endswith(HEADER_SUFFIXES)]
        stand_in = f"main{solution.path.suffix}"
        if words := _refused_words(solution, [((stand_in, text), *headers) for text in texts], runner):
            named = {name: paths[name]} | {each: paths[each] for each, _ in headers}
            return _blame(str(complaint(words, named, "a header")), words)
    return None


def _headers(given: Sources, own: Sources) -> Iterator[str]:
    """Return the headers of the problem that the solution includes."""
    included = _included(own)
    return (name for name, _ in given if name.endswith(HEADER_SUFFIXES[:4]) and name.encode() in included)


def _included(sources: Sources) -> set[bytes]:
    return {name for _, source in sources for name in _INCLUDED.findall(source)}


def program_of(solution: Solution, grader: Grader, runner: Runner) -> Program | None:
    """Return the grader as a program that exits with `REACHED` once it uses the solution, or None.

    A grader that is complete without a solution cannot show this.
    """
    given, language = grader_of(grader, solution.language), solution.language
    if isinstance(given, Unready):
        return None
    made: Program | Unready | None = None
    if language.name == "python" and not language.run:
        beside = (*given, (f"{grader.module}.py", text_of("stand_in.py").encode()))
        made = python.build_program(solution, beside, runner)
    elif language.name in _BY_LINKER and isinstance(toolchains.build(language, given, runner), Unready):
        language = replace(language, builds=language.alone)
        probe = toolchains.build(language, ((language.file, _PROBE),), runner)
        # with another linker such a call may crash
        if not isinstance(probe, Unready) and runner.run(probe, b"", ASKED).exit_code == REACHED:
            made = toolchains.build(language, given, runner)
    return None if isinstance(made, Unready) else made


def _refused_words(solution: Solution, programs: list[Sources], runner: Runner) -> bytes:
    """Return the compiler's output for the first of these programs if it rejects all of them, else b""."""
    words = []
    for sources in programs:
        made: Program | Unready | None = None
        if not solution.language.run:
            made = python.build_program(solution, sources, runner)
        elif solution.language.alone:
            language = replace(solution.language, builds=solution.language.alone)
            made = toolchains.build(language, sources, runner)
        if not isinstance(made, Unready) or made.verdict is not Verdict.CE:
            return b""
        words.append(made.stderr or made.message.encode())
    return words[0]


def _blame(message: str, words: bytes) -> Unready:
    return Unready(verdict=Verdict.JE, message=message, stderr=words, is_problems=True)
