"""The compiled languages, and those with a runtime of their own: a table of what each needs.

A program is built once for its source, its commands and its compiler, in the sealed place that a runner gives
to compilers, and kept in the user's cache. A tool that is missing means SK and the way to install it. With
the first program of a user comes the launcher that starts them all, where a C compiler can build it.
"""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from judge.errors import printable
from judge.model import Ending, Run, Solution, Verdict
from judge.running import builds
from judge.running.keeper_client import SANDBOX
from judge.running.languages.base import BUILD_LIMITS, Beside, Unready, beside_of, refusal, source_of
from judge.running.places import cache_folder, files_of, is_native
from judge.running.runner import Command, Runner
from judge.subjects import format_of

_NOT_MADE = "the compiler made no program of the source"


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolchain:
    """How one language is built and run.

    The source stands as `file` in a folder of its own, the current one while it is built; the `builds` are
    tried in turn until one succeeds. In the commands `{tool}` is the compiler or runtime, `{bin}` the folder
    it lies in and `{folder}` that of the program. `settings` are files elsewhere that it reads. `nothing` is
    the source of a program that does nothing. `locate` finds the tool, None where it is not installed.
    """

    tool: str
    install: str
    file: str
    builds: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]
    settings: tuple[str, ...] = ()
    nothing: bytes = b""
    address_space: bool = True
    locate: Callable[[str], str | None] = shutil.which

    def prepare(self, solution: Solution, runner: Runner) -> Command | Unready:
        if format_of(solution.format).method:
            return _skipped(f"the format {solution.format} has a driver for Python only")
        source = source_of(solution)
        if isinstance(source, Unready):
            return source
        beside = beside_of(solution)
        return beside if isinstance(beside, Unready) else self.build(source, runner, beside)

    def identity(self, solution: Solution) -> str:
        found = self.locate(self.tool)
        return repr((self.run, self._stated(Path(found)))) if found else ""

    def build(self, source: bytes, runner: Runner, beside: Beside = ()) -> Command | Unready:
        """The command that runs the program, built now or found in the cache, and the launcher too."""
        command = self.made(source, runner, beside)
        return replace(command, launcher=launcher(runner)) if isinstance(command, Command) else command

    def made(self, source: bytes, runner: Runner, beside: Beside = ()) -> Command | Unready:
        """`build` without the launcher."""
        found = self.locate(self.tool)
        if found is None:
            return _skipped(f"{self.tool} is not installed: {self.install}")
        # The last link stays, for it makes an interpreter that of an environment. In /proc none is a file.
        folder = Path(found).parent.resolve()
        tool = Path(found).resolve() if folder.is_relative_to("/proc") else folder / Path(found).name
        if self._interprets and not is_native(tool):
            return _skipped(f"{tool} is a script or no program at all: name the interpreter itself")
        try:
            files = (*beside, (self.file, source))
            key = self._key(files, tool)
            program = self._command(self.run, tool, builds.folder() / key, runner)
            if not builds.is_whole(key) and (unready := self._fill(key, files, tool, runner)):
                return unready
            return _skipped(refused) if (refused := runner.refusal(program)) else program
        except OSError as error:
            place = error.filename or cache_folder()
            return Unready(verdict=Verdict.JE, message=f"the build in {place}: {error.strerror}")

    @property
    def _interprets(self) -> bool:
        return self.run[0] == "{tool}"

    def _fill(self, key: str, files: Beside, tool: Path, runner: Runner) -> Unready | None:
        """Build into the cache, whole or not at all. Raises OSError."""
        with builds.workplace() as workplace:
            if refused := runner.refusal(self._command(self.run, tool, workplace, runner)):
                return _skipped(refused)
            run = self._built(workplace, files, tool, runner)
            if run.ending is Ending.FINISHED and not run.exit_code:
                if not self._is_made(tool, workplace, runner):
                    return Unready(verdict=Verdict.CE, message=_NOT_MADE, stderr=run.stderr)
                builds.keep(workplace, key)
                return None
        return self._incapable(tool, runner) or refusal(run)

    def _is_made(self, tool: Path, workplace: Path, runner: Runner) -> bool:
        """Whether there is something to execute: a compiler makes libraries too, where a source says so."""
        program = Path(self._command(self.run, tool, workplace, runner).argv[0])
        return os.access(program, os.X_OK) or not program.is_relative_to(workplace)

    def _incapable(self, tool: Path, runner: Runner) -> Unready | None:
        """SK where the tool, sealed, cannot even build the program that does nothing; JE if nobody knows."""
        with builds.workplace() as workplace:
            run = self._built(workplace, ((self.file, self.nothing),), tool, runner)
        if run.ending is Ending.FINISHED and not run.exit_code:
            return None
        if run.ending is Ending.LOST:
            return refusal(run)
        words = run.detail or (run.stderr or run.stdout).decode(errors="replace").strip().partition("\n")[0]
        return _skipped(f"{tool} does not work in the sandbox: {printable(words) or run.ending.value}")

    def _built(self, workplace: Path, files: Beside, tool: Path, runner: Runner) -> Run:
        """The first build that succeeded, or the last. Raises OSError, where the disk is full too."""
        for name, data in files:
            (workplace / name).write_bytes(data)
        for words in self.builds:
            run = runner.build(
                self._command(words, tool, workplace, runner), writable=workplace, limits=BUILD_LIMITS
            )
            if run.ending is Ending.FINISHED and not run.exit_code:
                break
            # a full disk is no reason to build in another way, nor the source's fault
            builds.require_room(workplace, BUILD_LIMITS.output_bytes)
            if run.ending is not Ending.FINISHED:
                break
        return run

    def _command(self, words: tuple[str, ...], tool: Path, folder: Path, runner: Runner) -> Command:
        def filled(words: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(word.format(tool=tool, bin=tool.parent, folder=folder) for word in words)

        readable = (str(folder), *files_of(tool, runner.closed), *filled(self.settings))
        return Command(
            argv=filled(words),
            readable=readable,
            shown=(str(folder.parent),),
            address_space=self.address_space,
        )

    def _key(self, files: Beside, tool: Path) -> str:
        """What a build hangs on: its files, the commands, and the compiler's file with its size and time."""
        lengths = [(name, len(data)) for name, data in files]
        head = repr((self._stated(tool), lengths)).encode()
        return hashlib.sha256(b"\0".join((head, *(data for _, data in files)))).hexdigest()

    def _stated(self, tool: Path) -> tuple[object, ...]:
        real = tool.resolve()
        status = real.stat()
        return (self.file, self.builds, str(real), status.st_size, status.st_mtime_ns)


def _skipped(message: str) -> Unready:
    return Unready(verdict=Verdict.SK, message=message)


def launcher(runner: Runner) -> str | None:
    """The path of the launcher, built now or found in the cache; None where it cannot be built."""
    made = LAUNCHER.made((SANDBOX / "launcher.c").read_bytes(), runner)
    return made.argv[0] if isinstance(made, Command) else None


def _gnu(tool: str, standard: str, file: str) -> Toolchain:
    """C and C++: static where the static libraries are installed, because such a program starts faster."""
    words = ("{tool}", "-O2", f"-std={standard}", "-o", "program", file)
    return Toolchain(
        tool=tool,
        install=f"apt-get install {tool}",
        file=file,
        builds=((*words, "-static", "-lm"), (*words, "-lm")),
        run=("{folder}/program",),
        nothing=b"int main(void) {}\n",
    )


def _rustc(name: str) -> str | None:
    """The compiler itself: what rustup puts on the path looks into the home directory for it."""
    shim = shutil.which(name)
    if shim is None or Path(shim).resolve().name != "rustup":
        return shim
    sysroot = subprocess.run([shim, "--print", "sysroot"], capture_output=True, text=True, check=False)
    return f"{sysroot.stdout.strip()}/bin/rustc" if sysroot.returncode == 0 else None


def _resolved(name: str) -> str | None:
    """A tool whose companions lie beside the file that its links lead to."""
    found = shutil.which(name)
    return found and str(Path(found).resolve())


C = _gnu("gcc", "c17", "main.c")
LAUNCHER = Toolchain(
    tool="cc",
    install="apt-get install gcc",
    file="launcher.c",
    # no library, and nothing that would want one
    builds=(
        (
            *("{tool}", "-O2", "-std=c17", "-static", "-nostdlib", "-ffreestanding", "-fno-stack-protector"),
            *("-fno-pie", "-no-pie", "-o", "launcher", "launcher.c"),
        ),
    ),
    run=("{folder}/launcher",),
    nothing=b"void _start(void) {}\n",
)
CPP = _gnu("g++", "c++20", "main.cpp")
RUST = Toolchain(
    tool="rustc",
    install="apt-get install rustc",
    file="main.rs",
    builds=(("{tool}", "-O", "--edition=2021", "-Ctarget-feature=+crt-static", "-oprogram", "main.rs"),),
    run=("{folder}/program",),
    nothing=b"fn main() {}\n",
    locate=_rustc,
)
GO = Toolchain(
    tool="go",
    install="apt-get install golang",
    file="main.go",
    builds=(("{tool}", "build", "-o", "program", "main.go"),),
    run=("{folder}/program",),
    nothing=b"package main\nfunc main() {}\n",
    address_space=False,
    locate=_resolved,
)
JAVA = Toolchain(
    tool="javac",
    install="apt-get install default-jdk-headless",
    file="Main.java",
    builds=(("{tool}", "-J-XX:-UsePerfData", "-encoding", "UTF-8", "-d", "classes", "Main.java"),),
    # the first heap would else be a part of the machine's memory, full of garbage before it is collected
    run=(
        *("{bin}/java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xms64m", "-Xss256m"),
        *("-cp", "{folder}/classes", "Main"),
    ),
    settings=("{bin}/../conf/security/java.security", "{bin}/../lib/security/default.policy"),
    nothing=b"public class Main { public static void main(String[] words) {} }\n",
    address_space=False,
    locate=_resolved,
)
NODE = Toolchain(
    tool="node",
    install="apt-get install nodejs",
    file="main.js",
    builds=(("{tool}", "--check", "main.js"),),
    run=("{tool}", "{folder}/main.js"),
    settings=("/etc/ssl/openssl.cnf",),
    address_space=False,
)
