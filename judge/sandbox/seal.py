"""What a child may touch: its files, its calls, its resources.

The keeper seals itself once (`Seal.__init__`): capabilities, the `base` filter, limits that are the same for all.
A child inherits that for nothing and adds what is its own (`Seal.close`): the numbers of its limits, its Landlock
ruleset, the `run` or the `build` filter. The rulesets are built once and kept as descriptors.

Only the program itself and its loader can be executed, only the libraries and what the program names can be read,
nothing can be written but /dev/null. A build may execute the toolchain and write to one folder, its box.
"""

import os
from resource import (
    RLIMIT_AS,
    RLIMIT_CORE,
    RLIMIT_CPU,
    RLIMIT_FSIZE,
    RLIMIT_MEMLOCK,
    RLIMIT_MSGQUEUE,
    RLIMIT_NOFILE,
    RLIMIT_NPROC,
    RLIMIT_STACK,
    getrlimit,
    setrlimit,
)

from . import kernel
from .kernel import EXECUTE, IOCTL_DEV, MAKE_BLOCK, MAKE_CHAR, READ_DIR, READ_FILE, TRUNCATE, WRITE_FILE

READ = READ_FILE | READ_DIR
BOX = ~(EXECUTE | MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV)

LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", os.path.dirname(os.__file__))
PLACES_AND_TIMES = ("/usr/share/zoneinfo", "/etc/localtime")
DEVICES = ("/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
LOADERS = (
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
)
# a toolchain: executed in a build
TOOLS = ("/bin", "/usr/bin", "/usr/local/bin", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec")
HEADERS = ("/usr/include", "/usr/local/include", "/usr/share", "/etc/alternatives")

# see test_filters.py
OWN_PID = 0x7EEDBEEF
OPEN_FILES = 64
# threads of an ordinary user beside all that the machine runs; root is not counted by any kernel
THREADS = 512


class Seal:
    """Made once in the keeper, which it seals; needs descriptor numbers above `OPEN_FILES` to be free."""

    def __init__(self, level: str) -> None:
        """Raises OSError where the kernel has no seccomp filters."""
        self.version = kernel.landlock_version() if level != "basic" else 0
        self.level = level if self.version else "basic"
        self._rulesets: dict[object, int] = {}
        self._ordinary = os.geteuid() != 0
        self._run, self._build = _filter("run"), _filter("build")
        for limit in (RLIMIT_CORE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE):
            setrlimit(limit, (0, 0))
        setrlimit(RLIMIT_STACK, (getrlimit(RLIMIT_STACK)[1],) * 2)
        os.umask(0o077)
        os.chdir("/")
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        kernel.drop_capabilities()
        _filter("base").load()

    def ruleset(self, program: str | None, readable: tuple[str, ...], box: str | None) -> int:
        """The descriptor that `close` wants, -1 at level basic. `program` is None for warm Python."""
        if not self.version:
            return -1
        key = (program, program and os.stat(program).st_ino, readable, box)
        if key not in self._rulesets:
            if box or len(self._rulesets) >= 256:
                for descriptor in self._rulesets.values():
                    os.close(descriptor)
                self._rulesets.clear()
            self._rulesets[key] = kernel.landlock(self.version, _grants(program, readable, box))
        return self._rulesets[key]

    def close(self, ruleset: int, *, build: bool, cpu_s: int, file_bytes: int, space_bytes: int) -> None:
        """Seals the calling child for good. `space_bytes` is 0 for no limit."""
        kernel.prctl(kernel.PR_SET_PDEATHSIG, 9)
        setrlimit(RLIMIT_CPU, (cpu_s, cpu_s + 1))
        setrlimit(RLIMIT_FSIZE, (file_bytes, file_bytes))
        if space_bytes:
            setrlimit(RLIMIT_AS, (space_bytes, space_bytes))
        if self._ordinary:
            threads = _tasks_of_the_machine() + THREADS
            setrlimit(RLIMIT_NPROC, (threads, threads))
        if ruleset >= 0:
            kernel.restrict(ruleset)
        if not build:
            setrlimit(RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
        (self._build if build else self._run).load()


def _filter(profile: str) -> kernel.Filter:
    name = f"{os.uname().machine}-{profile}.bpf"
    with open(os.path.join(os.path.dirname(__file__), "filters", name), "rb") as file:
        return kernel.Filter(file.read(), OWN_PID)


def _grants(program: str | None, readable: tuple[str, ...], box: str | None) -> list[tuple[str, int]]:
    grants = [(path, READ) for path in (*LIBRARIES, *PLACES_AND_TIMES, *readable)]
    grants += [(path, READ_FILE) for path in DEVICES]
    grants += [("/dev/null", READ_FILE | WRITE_FILE | TRUNCATE)]
    if program:
        grants += [(path, READ_FILE | EXECUTE) for path in (program, *LOADERS)]
    if box:
        grants += [(path, READ | EXECUTE) for path in (*TOOLS, *readable)]
        grants += [(path, READ) for path in HEADERS]
        grants += [(box, BOX)]
    return grants


def _tasks_of_the_machine() -> int:
    """All threads that the kernel runs: at least as many as those of this user, which the kernel counts."""
    with open("/proc/loadavg", "rb") as file:
        return int(file.read().split()[3].partition(b"/")[2])
