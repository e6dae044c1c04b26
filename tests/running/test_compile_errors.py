"""A compile error takes one compilation, and is reported in the words of the plain command."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import need
from msgspec.structs import replace

from judge.model.programs import Language
from judge.model.runs import Limits, Run
from judge.model.verdicts import Verdict
from judge.running import builds
from judge.running.languages import LANGUAGES, compilation, headers, toolchains
from judge.running.languages.base import Sources, Unready
from judge.running.programs import Command
from judge.running.runner import Runner

CPP = LANGUAGES[".cpp"]
FLAGS = ("-std=c++11",)
# The sources of a program, how often the compiler runs, and how often it does with the compiled header.
REFUSED = [
    pytest.param("int main() { return 1 return 2; }", 1, 1, id="syntax"),
    pytest.param("int main() { return undeclared; }", 1, 1, id="an undeclared name"),
    pytest.param("int main() { std::vectr<int> v; }", 1, 1, id="a misspelled name of the library"),
    pytest.param('#include "x.h"\nint main() {}', 1, 1, id="a missing header"),
    pytest.param("#error not today\nint main() {}", 1, 1, id="an #error"),
    pytest.param("#warning old\nint main() { return undeclared; }", 1, 1, id="a warning first"),
    pytest.param("int main() {\n", 1, 1, id="an end too early"),
    pytest.param(
        "int main() { std::list<int> all; std::sort(all.begin(), all.end()); }",
        1,
        2,
        id="in the library, required from here",
    ),
    pytest.param("void nowhere(); int main() { nowhere(); }", 2, 4, id="an undefined function"),
    pytest.param("int mian() {}", 2, 4, id="without main"),
    pytest.param('int main() { __asm__("frobnicate"); }', 2, 4, id="refused by the assembler"),
]


class Counting(Runner):
    """Counts the builds of programs."""

    count = 0

    def build(self, command: Command, *, writable: Path, limits: Limits) -> Run:
        self.count += "program" in command.argv
        return super().build(command, writable=writable, limits=limits)


def as_if_started_now() -> None:
    builds.folder.cache_clear()
    builds._whole.clear()
    headers._asked.clear()


@pytest.fixture
def counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    """Use an empty cache."""
    need("g++")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    as_if_started_now()
    with Counting(core=None) as runner:
        yield runner
    as_if_started_now()


def build(runner: Counting, *sources: str, language: Language = CPP) -> tuple[Command | Unready, int]:
    """Return the result of a build and how often it has run the compiler for a program."""
    runner.count = 0
    names = ("main.cpp", "own.h")
    files: Sources = tuple((name, text.encode()) for name, text in zip(names, sources, strict=False))
    return toolchains.build(language, files, runner, flags=FLAGS), runner.count


def words(made: Command | Unready) -> bytes:
    """Return the compiler's words about a refused source, without the random names of objects."""
    assert isinstance(made, Unready), made
    assert (made.verdict, made.message) == (Verdict.CE, "the compiler refused the source")
    return re.sub(rb"\S*/cc\w{6}\.", b"/.", made.stderr)


def words_of_the_plain_command(runner: Counting, *sources: str) -> bytes:
    (*_, plain) = CPP.builds
    plain = tuple(word for word in plain if word != "{headers}")
    return words(build(runner, *sources, language=replace(CPP, builds=(plain,)))[0])


@pytest.mark.parametrize(("source", "count", "_"), REFUSED)
def test_a_compile_error_costs_one_compilation(counting: Counting, source: str, count: int, _: int) -> None:
    source = f"#include <algorithm>\n#include <list>\n{source}\n"
    made, first = build(counting, source)
    assert words(made) == words_of_the_plain_command(counting, source)
    # the first one also tries an empty program, once
    assert (first > count, build(counting, source)[1]) == (True, count)


@pytest.mark.slow
def test_a_compile_error_has_the_same_words_with_the_compiled_header(
    counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headers, "_WORTHWHILE", 1)
    tricks = ("#define end begin\n", 'extern "C" {\n')
    first = "#include <bits/stdc++.h>\n"
    table = {f"{first}{each.values[0]}\n": each.values[2] for each in REFUSED}
    # the header itself is at fault, and is not looked into without the compiled one
    table |= {f"{trick}{first}int main() {{ std::vector<int> v; }}\n": 2 for trick in tricks}
    build(counting, f"{first}void main;")
    for source, count in table.items():
        made, used = build(counting, source)
        assert (words(made), used) == (words_of_the_plain_command(counting, source), count), source


@pytest.mark.parametrize(
    "sources",
    [
        pytest.param(('#include "own.h"\nint main() {}\n', "int x = ;\n"), id="its header"),
        pytest.param(("int main() { return 1 }\n", "int x;\n"), id="its source"),
    ],
)
def test_an_error_in_a_file_of_a_program_is_found_once(counting: Counting, sources: tuple[str, str]) -> None:
    build(counting, *sources)
    made, count = build(counting, *sources)
    assert words(made) == words_of_the_plain_command(counting, *sources)
    assert count == 1


def test_a_program_that_cannot_be_static_is_built_without(counting: Counting) -> None:
    """The linker warns of this function in a static program, and these flags forbid warnings."""
    source = "#warning fine\n#include <netdb.h>\nint main() { return getaddrinfo(0, 0, 0, 0); }\n"
    strict = replace(CPP, builds=tuple((*words, "-Wl,--fatal-warnings") for words in CPP.builds))
    made, count = build(counting, source, language=strict)
    assert isinstance(made, Command), made
    assert count == 2


def test_commands_that_compile_differently_are_all_tried(counting: Counting) -> None:
    source = "#if __cplusplus < 201402L\n#error too old\n#endif\nint main() {}\n"
    old, new = (("g++", f"-std={std}", "-static", "-o", "program", "{sources}") for std in ("c++11", "c++14"))
    made, count = build(counting, source, language=replace(CPP, builds=(old, new)))
    assert isinstance(made, Command), made
    assert count == 2


def test_a_tool_that_fails_on_the_empty_program_is_tried_again(counting: Counting, tmp_path: Path) -> None:
    """Only success is remembered: the tool may be repaired."""
    tool = tmp_path / "tool"
    tool.write_text('#!/bin/sh\necho "main.cpp:1:1: error: no" >&2\nexit 1\n')
    tool.chmod(0o755)
    broken = replace(CPP, builds=((str(tool), "-o", "program", "{sources}"),))
    for _ in range(2):
        made, count = build(counting, "int main() {}\n", language=broken)
        assert isinstance(made, Unready)
        assert (made.verdict, count) == (Verdict.SK, 2)


def test_an_error_in_other_words_is_the_same_error(
    counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A compiler may speak another language, or write JSON."""
    source = "int main() { return undeclared; }\n"
    plain = words(build(counting, source)[0])
    monkeypatch.setattr(compilation, "_ERROR", re.compile(rb"Fehler: "))
    made, count = build(counting, source)
    assert (words(made), count) == (plain, 2)
