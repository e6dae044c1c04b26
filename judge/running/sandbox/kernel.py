"""The Linux calls that Python lacks: Landlock, seccomp, capabilities, counters. Errors are OSError.

Constants and structures come from the kernel's user-space headers. They are the same on every machine except
for the number of one call.
"""

import ctypes
import errno
import os

from .wire import Public

ADDR_NO_RANDOMIZE, ANY_PERSONALITY = 0x0040000, 0xFFFFFFFF
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
SECCOMP_MODE_FILTER = 2
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
CAPABILITY_VERSION_3 = 0x20080522
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
PERF_ATTR_SIZE_VER0, PERF_FLAG_FD_CLOEXEC = 64, 8
DISABLED, INHERIT, PINNED, EXCLUDE_KERNEL, EXCLUDE_HV, ENABLE_ON_EXEC = (1 << n for n in (0, 1, 2, 5, 6, 12))

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_FILE, MAKE_CHAR, MAKE_REG, MAKE_BLOCK = 1 << 5, 1 << 6, 1 << 8, 1 << 11
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
RIGHTS_OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
# file system rights that each version of Landlock can refuse; the last applies to all later versions
RIGHTS_BY_VERSION = (0, (1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1)
NET_BIND_AND_CONNECT_TCP = 3
SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3

# PyDLL keeps the interpreter's lock: one thread, no need to hand it over
_libc = ctypes.PyDLL(None, use_errno=True)
_ZERO = ctypes.c_ulong(0)


def _check(result: int, what: str) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result


def prctl(option: int, value: int) -> None:
    _check(_libc.prctl(option, ctypes.c_ulong(value), _ZERO, _ZERO, _ZERO), "prctl")


def personality(value: int) -> int:
    """Set the personality of the calling thread, which executed programs inherit. Return the previous one.

    ANY_PERSONALITY only reads it. If the call is forbidden, as in Docker, the result is negative.
    """
    return int(_libc.personality(ctypes.c_ulong(value)))


def drop_capabilities() -> None:
    """Drop all capabilities. Root keeps only its files; nothing changes for an ordinary user."""
    for capability in range(64):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    _check(_libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")


class Filter:
    """A seccomp filter, ready to load; `own_pid` is the placeholder for the loading process's id."""

    def __init__(self, code: bytes, own_pid: int) -> None:
        self._code = bytearray(code)
        constant = own_pid.to_bytes(4, "little")
        self._places = [at + 4 for at in range(0, len(code), 8) if code[at + 4 : at + 8] == constant]

        class SockFprog(ctypes.Structure):
            _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))

        start = ctypes.addressof(ctypes.c_char.from_buffer(self._code))
        self._program = ctypes.byref(SockFprog(len(code) // 8, start))

    def load(self) -> None:
        own_pid = os.getpid().to_bytes(4, "little")
        for place in self._places:
            self._code[place : place + 4] = own_pid
        result = _libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self._program)
        _check(result, "seccomp")


def landlock_version() -> int:
    """Return the version of Landlock, 0 if the kernel lacks it or was started without it."""
    return max(0, int(_libc.syscall(LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), 1)))


def landlock(version: int, grants: list[tuple[str, int]], public: tuple[Public, ...] = ()) -> int:
    """Return the descriptor of a ruleset that allows only the `grants`, paths and their rights.

    Missing paths are ignored. A `public` path is also ignored if not everyone may read it or if it is another
    file by now. The opened descriptor is what is checked and granted, so there is no race.
    """
    known = {path: identity for path, *identity in public}
    handled = RIGHTS_BY_VERSION[min(version, len(RIGHTS_BY_VERSION) - 1)]
    net = NET_BIND_AND_CONNECT_TCP if version >= 4 else 0
    scope = SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0
    attributes = (ctypes.c_uint64 * 3)(handled, net, scope)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = _check(_libc.syscall(LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0), "landlock")
    for path, rights in grants:
        try:
            target = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            if path in known and not _is_public(target, known[path]):
                continue
            folder = (os.fstat(target).st_mode & 0o170000) == 0o040000
            allowed = rights & handled & (-1 if folder else RIGHTS_OF_A_FILE)
            if allowed:
                rule = allowed.to_bytes(8, "little") + target.to_bytes(4, "little")
                _check(_libc.syscall(LANDLOCK_ADD_RULE, ruleset, 1, rule, 0), f"landlock {path}")
        finally:
            os.close(target)
    return ruleset


def _is_public(target: int, identity: list[int]) -> bool:
    """Return True if an opened file or folder has this device and inode and everyone may read it."""
    status = os.fstat(target)
    needed = {0o040000: 0o005, 0o100000: 0o004}.get(status.st_mode & 0o170000, 0o1000000)
    return status.st_mode & needed == needed and [status.st_dev, status.st_ino] == identity


def restrict(ruleset: int) -> None:
    _check(_libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0), "landlock_restrict_self")


def require_calls(landlock_version: int) -> None:
    """Raise OSError if a filter, for example a container's, refuses a call that runs need later.

    Requires PR_SET_NO_NEW_PRIVS. The caller is not restricted.
    """
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError as error:
        raise OSError(error.errno, f"pidfd_open: {error.strerror}") from None
    if not landlock_version:
        return
    os.close(landlock(landlock_version, [("/", EXECUTE)]))
    try:
        restrict(-1)
    except OSError as error:
        if error.errno != errno.EBADF:
            raise


def counter(event: tuple[int, int], *, from_exec: bool) -> int:
    """Return a descriptor that counts `event`, a type and number for perf_event_open.

    It counts in user space, in the calling process and its descendants, from now or from the next exec. The
    counter is pinned: it counts exactly, or not at all if the hardware is in use.
    """
    kind, number = event
    flags = INHERIT | PINNED | EXCLUDE_KERNEL | EXCLUDE_HV
    flags |= DISABLED | ENABLE_ON_EXEC if from_exec else 0
    # type and size share the first word; sample_period, sample_type and read_format are 0
    words = (kind | PERF_ATTR_SIZE_VER0 << 32, number, 0, 0, 0, flags, 0, 0)
    call = PERF_EVENT_OPEN[os.uname().machine]
    flag = ctypes.c_ulong(PERF_FLAG_FD_CLOEXEC)
    return _check(_libc.syscall(call, (ctypes.c_uint64 * 8)(*words), 0, -1, -1, flag), "perf_event_open")
