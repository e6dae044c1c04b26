"""The seal of a child: the files, system calls and resources that it may use.

The keeper seals itself once (`Seal.__init__`): capabilities, the `base` filter, and limits that are the same
for all children, which inherit them at no cost. A child adds its `Recipe`: its limits, its Landlock ruleset,
and the filter `run`, `script` or `build`. Rulesets are built once and cached as descriptors.

A fork of the keeper carries out the recipe itself. A child of the launcher (launcher.c) receives the recipe
as numbers. It inherits most of the `run` filter from the launcher (`stay`) and adds the rest (`own`).

A program can execute only itself and its loader, and read only the libraries and the files granted to it. It
can write only /dev/null, and plain files in its drawer if the run has one. A script of a problem may also
execute the system's tools and the files of its build. A build may execute the toolchain and write to one
folder, its workplace.
"""

import os
import resource
import sys

from . import kernel
from .kernel import (
    EXECUTE,
    IOCTL_DEV,
    MAKE_BLOCK,
    MAKE_CHAR,
    MAKE_REG,
    READ_DIR,
    READ_FILE,
    REMOVE_FILE,
    TRUNCATE,
    WRITE_FILE,
)
from .polled_limits import MOST_TASKS
from .processes import tasks_of_the_machine
from .wire import Public, Request

# `keeper_client.Level`, which the keeper does not import
_LEVELS = ("basic", "default", "strict")

READ = READ_FILE | READ_DIR
DRAWER = READ | WRITE_FILE | TRUNCATE | MAKE_REG | REMOVE_FILE
WORKPLACE = ~(EXECUTE | MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV)

STANDARD_LIBRARY = os.path.dirname(os.__file__)
LIBRARIES = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    STANDARD_LIBRARY,
)
TIME_ZONES = ("/usr/share/zoneinfo", "/etc/localtime")
DEVICES = ("/dev/full", "/dev/random", "/dev/urandom")
LOADERS = (
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
)
TOOLS = ("/bin", "/usr/bin", "/usr/local/bin", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec")
HEADERS = ("/usr/include", "/usr/local/include", "/usr/share", "/etc/alternatives")
# paths granted to every program or to every build
GRANTED = (*LIBRARIES, *TIME_ZONES, *TOOLS, *HEADERS)

PT_INTERP = 3

# the placeholder in the filters for the id of the process that loads them
OWN_PID = 0x7EEDBEEF
OPEN_FILES, OPEN_FILES_IN_A_BUILD = 64, 1024
RULESETS_KEPT = 256
# The kernel counts this limit in whole ticks: on a busy machine a limit of 3 s killed programs at 2.4 s.
# The keeper stops them by their exact clock, so this one only has to end those whose keeper is gone.
CPU_LIMIT_FACTOR = 4
# pending timers and signals, which use kernel memory; `resource` has no name for this limit
RLIMIT_SIGPENDING, SIGNALS = 11, 256

# the kind of a limit and its value, both soft and hard
Limit = tuple[int, int]


class Recipe:
    """The seal of a child of the calling process, prepared before the child starts."""

    def __init__(self, ruleset: int, limits: list[Limit], filter: kernel.Filter) -> None:
        self._keeper, self._ruleset, self._limits, self._filter = os.getpid(), ruleset, limits, filter

    def carry_out(self) -> None:
        """Seal the calling child permanently. Raises OSError."""
        kernel.prctl(kernel.PR_SET_PDEATHSIG, 9)
        if os.getppid() != self._keeper:
            raise ProcessLookupError("the keeper is gone")
        for kind, most in self._limits:
            resource.setrlimit(kind, (most, most))
        if self._ruleset >= 0:
            kernel.restrict(self._ruleset)
        self._filter.load()

    def limits(self) -> list[int]:
        """Return kinds and values alternately, for the launcher."""
        return [number for limit in self._limits for number in limit]

    def ruleset(self) -> list[int]:
        """Return the descriptor of the ruleset, if there is one."""
        return [self._ruleset] if self._ruleset >= 0 else []


class Seal:
    """The seal of the keeper, applied on creation, and the recipes for its children."""

    def __init__(self, level: str) -> None:
        """Raises OSError without seccomp in the kernel or filters for this machine.

        Raises ValueError for an unknown level.
        """
        if level not in _LEVELS:
            raise ValueError(f"expected one of {', '.join(_LEVELS)}, got {level!r}")
        self._landlock = kernel.landlock_version() if level != "basic" else 0
        if level == "strict" and not self._landlock:
            raise OSError("this kernel lacks Landlock")
        self.level = level if self._landlock else "basic"
        self._rulesets: dict[object, int] = {}
        self._hard: dict[int, int] = {}
        self._ordinary = os.geteuid() != 0
        self._cores = os.cpu_count() or 1
        self._run, self._script, self._build = map(_filter, ("run", "script", "build"))
        for limit in (resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE):
            resource.setrlimit(limit, (0, 0))
        _, signals = self._limit(RLIMIT_SIGPENDING, SIGNALS)
        resource.setrlimit(RLIMIT_SIGPENDING, (signals, signals))
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        os.umask(0o077)
        os.chdir("/")
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        kernel.require_calls(self._landlock)
        kernel.drop_capabilities()
        _filter("base").load()

    def recipe(self, request: Request) -> Recipe:
        """Return the recipe for a child; valid until the next call. Raises OSError."""
        program = request.argv[0] if request.imports is None else None
        ruleset = self._ruleset(program, request)
        filter = self._build if request.workplace else self._script if request.may_fork else self._run
        return Recipe(ruleset, self._limits(request), filter)

    def _ruleset(self, program: str | None, request: Request) -> int:
        """Return a descriptor, -1 without Landlock. `program` is None for Python code."""
        if not self._landlock:
            return -1
        # the inode is part of the key because a program may have been rebuilt
        asked = program, request.readable, request.public, request.workplace, request.drawer, request.may_fork
        key = (*asked, program and os.stat(program).st_ino)
        if key not in self._rulesets:
            if len(self._rulesets) == RULESETS_KEPT:
                for descriptor in self._rulesets.values():
                    os.close(descriptor)
                self._rulesets.clear()
            self._rulesets[key] = kernel.landlock(self._landlock, grants(*asked), request.public)
        return self._rulesets[key]

    def _limits(self, request: Request) -> list[Limit]:
        limits = [
            self._limit(resource.RLIMIT_CPU, CPU_LIMIT_FACTOR * int(request.allowance_s + 1)),
            self._limit(resource.RLIMIT_FSIZE, request.file_bytes),
            self._limit(resource.RLIMIT_NOFILE, OPEN_FILES_IN_A_BUILD if request.workplace else OPEN_FILES),
        ]
        if request.space_bytes:
            limits.append(self._limit(resource.RLIMIT_AS, request.space_bytes))
        if self._ordinary:
            # The kernel counts all tasks of the user. If the limit left no room for programs on other cores,
            # their threads would make this one fail. The keeper counts the tasks of this program alone.
            room = MOST_TASKS * (self._cores + 1)
            limits.append(self._limit(resource.RLIMIT_NPROC, tasks_of_the_machine() + room))
        return limits

    def _limit(self, kind: int, most: int) -> Limit:
        """Return a limit, lowered to the hard limit that the keeper started with."""
        if kind not in self._hard:
            hard = resource.getrlimit(kind)[1]
            self._hard[kind] = sys.maxsize if hard == resource.RLIM_INFINITY else hard
        return kind, min(most, self._hard[kind])


def filter_path(profile: str) -> str:
    return f"{os.path.dirname(__file__)}/filters/{os.uname().machine}-{profile}.bpf"


def _filter(profile: str) -> kernel.Filter:
    with open(filter_path(profile), "rb") as file:
        return kernel.Filter(file.read(), OWN_PID)


def grants(
    program: str | None,
    readable: tuple[str, ...],
    public: tuple[Public, ...],
    workplace: str | None,
    drawer: str | None,
    may_fork: bool = False,
) -> list[tuple[str, int]]:
    """Return each path that is granted and its rights. `program` is None for Python code."""
    readable += tuple(path for path, *_ in public)
    granted = [(path, READ) for path in (*LIBRARIES, *TIME_ZONES, *readable)]
    granted += [(path, READ_FILE) for path in DEVICES]
    granted += [("/dev/null", READ_FILE | WRITE_FILE | TRUNCATE)]
    if program:
        granted += [(program, READ_FILE | EXECUTE)]
        # a loader can run any readable file: grant only known ones, and none to a static program
        if (named := loader(program)) in LOADERS:
            granted += [(named, READ_FILE | EXECUTE)]
    if may_fork:
        granted += [(path, EXECUTE) for path in (*TOOLS, *readable)]
    if workplace:
        granted += [(path, READ | EXECUTE) for path in (*TOOLS, *readable)]
        granted += [(path, READ) for path in HEADERS]
        granted += [(workplace, WORKPLACE)]
    if drawer:
        granted += [(drawer, DRAWER)]
    return granted


def loader(program: str) -> str:
    """Return the interpreter that a 64-bit ELF file names, "" if none. Raises OSError."""
    with open(program, "rb") as file:
        head = file.read(4096)

        def number(at: int, size: int) -> int:
            return int.from_bytes(head[at : at + size], "little")

        table, entry, entries = number(32, 8), number(54, 2), number(56, 2)
        for at in range(table, table + entry * entries, entry or 1):
            if number(at, 4) == PT_INTERP:
                file.seek(min(number(at + 8, 8), os.path.getsize(program)))
                return os.fsdecode(file.read(min(number(at + 32, 8), 4096)).rstrip(b"\0"))
    return ""
