"""Execute a command for which the kernel refuses some calls with EPERM, like the filter of a container.

`python refusing.py CALL,CALL... COMMAND WORD...`
"""

import ctypes
import errno
import os
import struct
import sys

# The numbers of calls, as in the kernel's tables.
NUMBERS = {
    "x86_64": {
        "socketpair": 53,
        "setsid": 112,
        "capset": 126,
        "personality": 135,
        "prctl": 157,
        "sched_setaffinity": 203,
        "prlimit64": 302,
        "memfd_create": 319,
    },
    "aarch64": {
        "socketpair": 199,
        "setsid": 157,
        "capset": 91,
        "personality": 92,
        "prctl": 167,
        "sched_setaffinity": 122,
        "prlimit64": 261,
        "memfd_create": 279,
    },
}
COMMON = {
    "pidfd_open": 434,
    "landlock_create_ruleset": 444,
    "landlock_add_rule": 445,
    "landlock_restrict_self": 446,
}
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, MODE_FILTER = 22, 38, 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, FAIL = 0x7FFF0000, 0x00050000


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def refuse(*calls: str) -> None:
    """Make these calls fail from now on, in this process and in all that it starts."""
    known = NUMBERS[os.uname().machine] | COMMON
    code = [(LOAD, 0, 0, 0)]
    for call in calls:
        code += [(EQUAL, 0, 1, known[call]), (RETURN, 0, 0, FAIL | errno.EPERM)]
    code.append((RETURN, 0, 0, ALLOW))
    program = Program(len(code), b"".join(struct.pack("HBBI", *each) for each in code))
    libc = ctypes.CDLL(None, use_errno=True)
    for option, *words in ((PR_SET_NO_NEW_PRIVS, 1, 0), (PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(program))):
        if libc.prctl(option, *words, 0, 0):
            raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    refuse(*sys.argv[1].split(","))
    os.execv(sys.argv[2], sys.argv[2:])
