# hostile: {entry: 48, expect: AC, why: information about the harness in /proc}
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


for pid in {int(keys["harness_pid"]), int(keys["keeper_pid"]), int(keys["victim_pid"]), os.getppid()}:
    for name in ("environ", "cmdline", "maps", "stat", "status", "fd/0"):
        refused(f"{name} of {pid}", lambda pid=pid, name=name: open(f"/proc/{pid}/{name}", "rb").read())
    for name in ("cwd", "root", "exe"):
        refused(f"{name} of {pid}", lambda pid=pid, name=name: os.readlink(f"/proc/{pid}/{name}"))
    refused(f"descriptors of {pid}", lambda pid=pid: os.listdir(f"/proc/{pid}/fd"))
refused("/proc", lambda: os.listdir("/proc"))
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
