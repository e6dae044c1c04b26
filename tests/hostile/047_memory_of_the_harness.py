# hostile: {entry: 47, expect: AC, why: reads the memory of the harness by /proc and by ctypes}
import ctypes
import errno
import os
import sys


class Keys(dict):
    def __missing__(self, name):
        sys.exit(print("LEAKED: no key", name))


keys = Keys(line.rstrip("\n").split("=", 1) for line in sys.stdin if "=" in line)
hidden = {errno.ENOENT, errno.ESRCH} if keys.get("level") == "strict" else set()
leaks = []


def refused(what, deed, *also):
    """Count only the errors of a refusal: any other error means that the kernel tried."""
    try:
        deed()
    except OSError as error:
        print(f"{what}: {error}", file=sys.stderr)
        if error.errno in {errno.EPERM, errno.EACCES, errno.ENOSYS, *hidden, *also}:
            return
        what += f" ({error})"
    leaks.append(what)


def vm_read(pid):
    byte = ctypes.create_string_buffer(1)
    mine = (ctypes.c_void_p * 2)(ctypes.addressof(byte), 1)
    theirs = (ctypes.c_void_p * 2)(0, 1)
    if ctypes.CDLL(None, use_errno=True).process_vm_readv(pid, mine, 1, theirs, 1, 0) < 0:
        raise OSError(ctypes.get_errno(), "process_vm_readv")


for pid in {int(keys["harness_pid"]), int(keys["keeper_pid"]), int(keys["victim_pid"]), os.getppid()}:
    refused(f"mem of {pid}", lambda pid=pid: os.open(f"/proc/{pid}/mem", os.O_RDWR))
    refused(f"process_vm_readv of {pid}", lambda pid=pid: vm_read(pid))
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
