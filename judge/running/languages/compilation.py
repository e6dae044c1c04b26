"""One compilation: fills in the commands of a language, runs them in the sandbox, and keeps the program."""

import hashlib
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from judge.model.programs import Language
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import printable
from judge.platform.expressions import compile_later
from judge.running import builds, grants
from judge.running.languages import headers
from judge.running.languages.base import BUILD_LIMITS, Sources, Unready, refusal, skip
from judge.running.languages.classes import classes_of
from judge.running.languages.rows import SANITIZERS, interpreter_of
from judge.running.places import find_tool, is_below, is_native
from judge.running.programs import Command
from judge.running.runner import Runner
from judge.running.sandbox.seal import LIBRARIES
from judge.running.shortage import ShortageError, try_again

# The place of the program, as the words of rows name it.
FOLDER = "{folder}/"
_NOT_MADE = "the compiler made no program of the source"
_PLACE = compile_later(r"\{(\w+)\}")
_VERSION = compile_later(r"\d\.\d")
# An error of gcc or clang. A linker names no column.
_ERROR = compile_later(rb"(?m)^[^:\n]+:\d+:\d+: (?:fatal )?error: ")
# A message of a tool about itself, not about a line of a source.
_SHORT = compile_later(
    rb"(?im)^(?!\S+:\d)(?![\s\d]).*(resource temporarily unavailable|failed \(EAGAIN\)).*$"
)


class Compilation:
    """One program and its language with all its tools. `flags` replace the flags of the language."""

    def __init__(
        self,
        language: Language,
        sources: Sources,
        runner: Runner,
        tools: Mapping[str, Path],
        flags: tuple[str, ...] | None = None,
    ) -> None:
        self._language, self._runner, self._tools = language, runner, tools
        self._flags = language.flags if flags is None else flags
        self._classes = classes_of(sources[0][1])
        file = language.file.replace("{class}", self._classes.named)
        self._sources = ((file, sources[0][1]), *sources[1:], *(SANITIZERS if language.is_debugged else ()))
        self._headers: Path | None = None

    def command(self) -> Command | Unready:
        """Return the command that runs the program, built if not cached. Its callers handle the errors."""
        key, is_built = builds.find_key(self._key(), self._runner.level())
        if not is_built and (unready := self._fill(key)):
            return unready
        command = self._command(self._language.run, builds.folder() / key)
        program = command if self._language.suffixes else self._command_for_script(command)
        if isinstance(program, Unready):
            return program
        return skip(refused) if (refused := self._runner.refusal(program)) else program

    def _command_for_script(self, program: Command) -> Command | Unready:
        """Return the command for a program that may be a script, whose interpreter must be executed instead.

        A script may start other programs. Raises OSError.
        """
        if not self._language.run[0].startswith(FOLDER):
            return replace(program, may_fork=True)
        with open(program.argv[0], "rb") as file:  # noqa: PTH123
            if not (words := interpreter_of(file.read(256))):
                return program
        name, *options = words
        if not (tool := find_tool(name)) or not is_native(tool):
            return skip(f"{name} is not installed")
        files = (*program.readable, *self._runner.files_of(tool))
        return replace(program, argv=(str(tool), *options, *program.argv), readable=files, may_fork=True)

    def version(self, limits: Limits) -> str | Unready:
        """Return the line with a version from the output of the first tool. Raises OSError."""
        name = next(iter(self._tools))
        with builds.workplace() as workplace:
            command = self._command((name, *self._language.version), workplace)
            run = self._runner.build(command, writable=workplace, limits=limits)
        if not _succeeded(run):
            return self._useless(run)
        lines = (run.stdout + b"\n" + run.stderr).decode(errors="replace").splitlines()
        said = next((line.strip() for line in lines if _VERSION.search(line)), "of no known version")
        tool = Path(name).name
        named = any(each.lower() in said.lower() for each in (tool, self._language.name))
        return printable(said if named else f"{tool} {said}")

    def _fill(self, key: str) -> Unready | None:
        """Build into the cache, completely or not at all. Raises OSError."""
        with builds.workplace() as workplace:
            if refused := self._runner.refusal(self._command(self._language.run, workplace)):
                return skip(refused)
            run = self._run_builds(workplace)
            if not run or _succeeded(run):
                if not self._is_made(workplace):
                    return Unready(verdict=Verdict.CE, message=_NOT_MADE, stderr=run.stderr if run else b"")
                builds.keep(workplace, key)
                return None
        # a machine that is busy for so long says nothing about the tool
        return (None if run.ending is Ending.IDLE else self._incapable()) or refusal(run)

    def _is_made(self, workplace: Path) -> bool:
        """Return True if there is an executable. Some sources make their compiler build only a library."""
        program = Path(self._command(self._language.run, workplace).argv[0])
        return os.access(program, os.X_OK) or not program.is_relative_to(workplace)

    def _incapable(self) -> Unready | None:
        """Return SK if the sealed tool cannot even build the empty program, JE if that could not be tried.

        The empty program is cached like any other.
        """
        if self._language.nothing is None:
            return None
        nothing = ((self._language.file, self._language.nothing.encode()),)
        empty = Compilation(self._language, nothing, self._runner, self._tools)
        key, is_built = builds.find_key(empty._key(), self._runner.level())
        if is_built:
            return None
        with builds.workplace() as workplace:
            run = empty._run_builds(workplace)
            if run and not _succeeded(run):
                return self._useless(run)
            # the disk may be full
            with suppress(OSError):
                if empty._is_made(workplace):
                    builds.keep(workplace, key)
        return None

    def _useless(self, run: Run) -> Unready:
        """Return the meaning of a tool's failed run on an empty program: SK, or JE if it never ran."""
        if run.ending is Ending.LOST:
            return refusal(run)
        words = run.detail or (run.stderr or run.stdout).decode(errors="replace").strip().partition("\n")[0]
        tool = next(iter(self._tools.values()))
        return skip(f"{tool} does not work in the sandbox: {printable(words) or run.ending.value}")

    def _run_builds(self, workplace: Path) -> Run | None:
        """Run the build commands until one succeeds. Return the last run, or None if there is no command.

        Raises ShortageError, and OSError, for example if the disk is full.
        """
        for name, source in reversed(self._sources):
            (workplace / name).parent.mkdir(parents=True, exist_ok=True)
            (workplace / name).write_bytes(source)
            if not self._language.suffixes:  # a script may start the others
                (workplace / name).chmod(0o700)
        self._headers = self._find_headers()
        run = self._try_builds(workplace)
        if self._headers and run and not _succeeded(run) and not self._blames_source(run):
            self._headers = None
            run = self._try_builds(workplace)
        return run

    def _try_builds(self, workplace: Path) -> Run | None:
        """Run the build commands until one succeeds. The sources are in the workplace."""
        run, refused = None, list[str]()
        for words in self._language.builds:
            # Only the linker needs to know how to link.
            compiled = [word for word in words if word != "-static"]
            if compiled == refused:
                continue
            command = self._command(words, workplace)
            run = try_again(partial(self._run_tool, command, workplace), lambda: self._runner.is_cancelled)
            if _succeeded(run):
                break
            refused = compiled if _ERROR.search(run.stderr) else []
            # a full disk is not the source's fault, and the next command would fail too
            builds.require_room(workplace, BUILD_LIMITS.output_bytes)
            if run.ending is not Ending.FINISHED:
                break
        return run

    def _blames_source(self, run: Run) -> bool:
        """Return True if the compiler would write the same about the source without the compiled header."""
        is_refused = run.ending is Ending.FINISHED and _ERROR.search(run.stderr)
        return bool(is_refused and self._headers and not headers.are_named(run.stderr, self._headers))

    def _find_headers(self) -> Path | None:
        """Return the folder of the compiled header if a build command and the source would use it."""
        is_asked = any("{headers}" in words for words in self._language.builds)
        if self._language.is_debugged or not is_asked or not headers.is_included(self._sources[0][1]):
            return None
        stated = (self._language.builds, self._flags, stamps(self._tools.values()))
        what = hashlib.sha256(repr(stated).encode()).hexdigest()
        return headers.find_headers(what, self._runner.level(), self._compile_headers)

    def _compile_headers(self, workplace: Path) -> bool:
        """Compile the header with the first tool and return whether that succeeded."""
        tool = self._language.builds[0][0]
        source = headers.write_sources(workplace)
        words = (tool, "-x", "c++-header", "{flags}", "-o", str(headers.COMPILED), source)
        command = self._command(words, workplace)
        return _succeeded(self._runner.build(command, writable=workplace, limits=BUILD_LIMITS))

    def _run_tool(self, command: Command, workplace: Path) -> Run:
        """Run a tool once. Raises ShortageError if it could not start a process or a thread."""
        run = self._runner.build(command, writable=workplace, limits=BUILD_LIMITS)
        if not _succeeded(run) and (words := _SHORT.search(run.stderr)):
            raise ShortageError(words[0].decode(errors="replace").strip())
        return run

    def _command(self, words: tuple[str, ...], folder: Path) -> Command:
        """Return the command of these words for the program in a folder, with the files of all tools."""
        tools = [*self._tools.values()]
        own = self._tools.get(words[0])
        folders = (folder, self._headers) if self._headers and "{headers}" in words else (folder,)
        files = dict.fromkeys(file for tool in tools for file in self._runner.files_of(tool))
        reads = [read for tool in tools for read in self._fill_words(self._language.reads, folder, tool)]
        more = dict.fromkeys(filter(None, map(grants.identify, reads)))
        return Command(
            argv=self._fill_words((str(own or words[0]), *words[1:]), folder, own or tools[0]),
            readable=(*map(str, folders), *files),
            public=tuple(each for each in more if not is_below(each[0], (str(folder), *files, *LIBRARIES))),
            shown=(str(folder.parent),),
            address_space=self._language.address_space,
        )

    def _fill_words(self, words: tuple[str, ...], folder: Path, tool: Path) -> tuple[str, ...]:
        """Return the words with their placeholders filled in."""
        file, *beside = [name for name, _ in self._sources]
        several = {
            "{flags}": self._flags,
            "{debug}": self._language.debug if self._language.is_debugged else (),
            "{headers}": (f"-I{self._headers}",) if self._headers else (),
            "{sources}": (file, *(name for name in beside if name.endswith(self._language.suffixes))),
        }
        places = {
            "folder": str(folder),
            "bin": str(tool.resolve().parent),
            "file": file,
            "class": self._classes.named,
            "main": self._classes.main,
        }
        found = (one for word in words for one in several.get(word, (word,)))
        return tuple(_PLACE.sub(lambda place: places.get(place[1], place[0]), one) for one in found)

    def _key(self) -> str:
        """Digest everything that a build depends on except its seal: the language, its tools, the sources."""
        stated = (self._language, self._flags, stamps(self._tools.values()), self._sources)
        return hashlib.sha256(repr(stated).encode()).hexdigest()


def stamps(tools: Iterable[Path | None]) -> list[tuple[str, int, int]]:
    """Return the file of each tool with its size and time. Raises OSError."""
    files = ((tool.resolve(), tool.stat()) for tool in tools if tool)
    return [(str(real), status.st_size, status.st_mtime_ns) for real, status in files]


def _succeeded(run: Run) -> bool:
    return run.ending is Ending.FINISHED and not run.exit_code
