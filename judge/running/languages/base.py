"""Shared by all languages: the sources of a solution, and the reasons why it cannot run."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from judge.model.programs import Grader, Language, Solution
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault, listed, printable, quoted, shown_path
from judge.platform.expressions import compile_later
from judge.platform.files import SOURCE_BYTES, Stored, read
from judge.running.languages.classes import classes_of

HEADER_SUFFIXES = (".h", ".hpp", ".hh", ".hxx", ".inc", ".ipp", ".tpp", ".tcc")
_STDOUT_KEPT = 8 << 10

# `main` in a source; `_BEGINS` also finds Python's `__main__`.
MAIN = compile_later(rb"\bmain\s*(?:\(|=|::)", re.IGNORECASE)
_BEGINS = compile_later(rb"\bmain\s*(?:\(|=|::)|__main__", re.IGNORECASE)
# Marks an error in a compiler's output, except the last line of a linker's driver.
_ERROR = compile_later(r"(?i)(?<!collect2: )(\b|[a-z])error\b|required symbol")
_PLACED = compile_later(r"^[^\s:]+:\d+(:\d+)?:\s*")
# A frame of a module of Java: `at java.base/java.util.Formatter.format(Formatter.java:2689)`.
_LIBRARY_FRAME = rb"(?m:^\s*at [A-Za-z][\w.]*(?:@[\w.+-]+)?/.*$)"
# Names of the source at which a program of several sources starts.
ENTRIES = ("main", "__main__")

# Follows a file name if a position in the file or a message about it comes next.
_AFTER_NAME = rb"""(?=[:",()])"""
# The folder of the file in such a message: the current one, or that of a build or of the cache.
_FOLDER = rb"(?:\./|/[^\s:\"]*/(?:build-\w+|[0-9a-f]{64}-\w+)/)?"

# The name and the bytes of each file of a program, its main source first.
Sources = tuple[tuple[str, bytes], ...]


class BuildLimits(Limits, frozen=True, kw_only=True):
    """The limits of a build. A compiler does not sleep, so it waits for the machine alone."""

    @property
    def wall_s(self) -> float:
        """Ten times the CPU limit."""
        return 10 * self.cpu_s


BUILD_LIMITS = BuildLimits(cpu_s=30, memory_bytes=2 << 30, output_bytes=64 << 20)


class Unready(Struct, frozen=True, kw_only=True):
    """The reason why a solution cannot run: CE with the compiler's output, SK if a tool is missing, or JE.

    `is_problems` is set if a file of the problem is at fault; the message is then about that file.
    """

    verdict: Verdict
    message: str
    stderr: bytes = b""
    is_problems: bool = False


def name_own_file(text: bytes, solution: Solution) -> bytes:
    """Replace the names of a program's files in errors by the user's paths, so that editors can open them.

    A file of a library keeps its name, also in a stack trace of Java.
    """
    if not text or solution.output_only:
        return text
    path = solution.path
    paths = {name: file.path for name, file in solution.beside} | {
        path.name: path,
        _name_built(solution): path,
    }
    own = {
        name.encode(errors="surrogateescape"): os.fsencode(shown_path(file)) for name, file in paths.items()
    }
    names = b"|".join(map(re.escape, own))
    place = rb"%b|(?<![\w./-])%b(?P<own>%b)%b" % (_LIBRARY_FRAME, _FOLDER, names, _AFTER_NAME)
    return re.sub(place, lambda found: own[found["own"]] if found["own"] else found[0], text)


def _name_built(solution: Solution) -> str:
    """Return the name under which the main source is built: that of its class where the language wants it."""
    if "{class}" in solution.language.file:
        try:
            called = classes_of(read(solution.path, SOURCE_BYTES)[0]).named
        except OSError:
            called = solution.path.stem
        return f"{called}{solution.path.suffix}"
    return f"{solution.grader.module}{solution.path.suffix}" if solution.grader else solution.language.file


def sources_of(solution: Solution) -> Sources | Unready:
    """Return the files of a solution as it was loaded, after the files of its grader if it has one.

    The result is JE if a file has changed since or cannot be read, SK if there is no grader in its language.
    """
    own = (solution.path.name, Stored(solution.path, solution.stamp))
    sources = _read((own, *solution.beside))
    if isinstance(sources, Unready) or not solution.grader:
        return sources
    given = grader_of(solution.grader, solution.language)
    if isinstance(given, Unready):
        return given
    (_, source), *beside = sources
    called = classes_of(source).named if "{class}" in solution.language.file else solution.grader.module
    return (*given, (f"{called}{solution.path.suffix}", source), *beside)


def grader_of(grader: Grader, language: Language) -> Sources | Unready:
    """Return the sources of a grader in a language, then its headers; see `sources_of`."""
    callers = [file for file in grader.files if file[0].endswith(language.suffixes)]
    if not callers:
        names = listed([name for name, _ in grader.files if not name.endswith(HEADER_SUFFIXES)])
        return skip(f"expected a grader in {language.name}, got {names}")
    return _read((*callers, *(file for file in grader.files if file[0].endswith(HEADER_SUFFIXES))))


def _read(files: Iterable[tuple[str, Stored]]) -> Sources | Unready:
    """Return the names and bytes of these files; JE if one has changed or cannot be read."""
    sources = []
    for name, file in files:
        try:
            source, stamp = read(file.path, SOURCE_BYTES)
        except OSError:
            stamp = None
        if stamp != file.stamp:
            return Unready(verdict=Verdict.JE, message=f"{shown_path(file.path)} has changed during the run")
        sources.append((name, source))
    return tuple(sources)


def entry_among(paths: Sequence[Path]) -> Path | None:
    """Return the source at which a program starts, or None if that is unclear.

    It is called `main`, is the only source, the only one with a main function, or the only one that no other
    source mentions. Raises OSError.
    """
    if called := [path for path in paths if path.stem.lower() in ENTRIES]:
        return called[0] if len(called) == 1 else None
    texts = {path: read(path, SOURCE_BYTES)[0] for path in paths}
    beginning = [path for path, text in texts.items() if _BEGINS.search(text)]
    unnamed = [path for path in paths if not any(_names(texts[one], path) for one in paths if one != path)]
    return next((found[0] for found in (paths, beginning, unnamed) if len(found) == 1), None)


def _names(text: bytes, path: Path) -> bool:
    return bool(re.search(rb"\b%b\b" % re.escape(path.stem.encode(errors="surrogateescape")), text))


def digest_of(source: bytes, beside: Sequence[tuple[str, bytes]]) -> str:
    """Return a digest of a program, including the names and bytes of the files next to it."""
    whole = sha256(source)
    if beside:
        whole = sha256(repr((whole.digest(), beside)).encode())
    return whole.hexdigest()


def wrong_flags(flags: Sequence[str], language: Language) -> str:
    """Return why a program cannot have these flags, nothing if it can."""
    if not any("{flags}" in words for words in (*language.builds, language.run)):
        return f"expected no key `flags` in a program of {language.name}, whose commands take none"
    wanted = "words without a zero byte as `flags`"
    return f"expected {wanted}, got {quoted(listed(flags))}" if any("\0" in flag for flag in flags) else ""


def skip(message: str) -> Unready:
    return Unready(verdict=Verdict.SK, message=message)


def refusal(run: Run) -> Unready:
    """Return the meaning of a compiler's failed run: CE, or JE if it never ran or waited for the machine."""
    if run.ending in (Ending.LOST, Ending.NOT_STARTED):
        return Unready(verdict=Verdict.JE, message=run.detail)
    if run.ending is Ending.IDLE:
        used = f"compiling had used {run.cpu_s:.1f} s of CPU time when {run.wall_s:.0f} s had passed"
        return Unready(verdict=Verdict.JE, message=f"{used}: the machine may be busy")
    if run.ending is Ending.OUT_OF_TIME:
        message = f"compiling took longer than {BUILD_LIMITS.cpu_s:g} s of CPU time"
        return Unready(verdict=Verdict.CE, message=message, stderr=run.stderr)
    why = (run.ending is Ending.SIGNALLED and run.detail) or run.ending.value
    stopped = "" if run.ending is Ending.FINISHED else f": {why}"
    words = run.stderr or run.stdout[:_STDOUT_KEPT]
    return Unready(verdict=Verdict.CE, message=f"the compiler refused the source{stopped}", stderr=words)


def unready_fault(program: Solution, why: Unready) -> Fault:
    """Return the reason why a required program cannot run: its first compiler error, with the line."""
    if why.verdict is not Verdict.CE:
        return Fault(program.path, 0, f"expected a program that can be run, got: {why.message}")
    names = {program.language.file: program.path, program.path.name: program.path}
    names |= {name: file.path for name, file in program.beside}
    return complaint(why.stderr or why.message.encode(), names, "a program")


def complaint(words: bytes, files: Mapping[str, Path], wanted: str) -> Fault:
    """Return a compiler's first error as a fault of one of `files`, which maps the compiler's names to paths.

    If no line names a file, the first file is at fault.
    """
    lines = [line.strip() for line in words.decode(errors="replace").splitlines() if line.strip()]
    names = "|".join(map(re.escape, files))
    place = re.compile(rf"(?<![\w.-])({names})[\"']?(?::|\(|,? (?:on )?line )(\d+)(?::\d+)?[):]*\s*")
    told = [line for line in lines if _ERROR.search(line)]
    at = next(filter(None, map(place.search, (*told, *lines))), None)
    path, line = (files[at[1]], int(at[2])) if at else (next(iter(files.values())), 0)
    text = _PLACED.sub("", place.sub("", (told or lines or ["nothing"])[0]))
    return Fault(path, line, f"expected {wanted} that compiles, got: {printable(text)}")
