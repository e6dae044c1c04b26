# hostile: {entry: 45, expect: AC, why: signals to the harness and the keeper and a sibling and everybody}
# Signal 0 is checked like any other and has no effect.
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


for pid in (int(keys["harness_pid"]), int(keys["keeper_pid"]), int(keys["victim_pid"]), os.getppid(), -1):
    refused(f"kill {pid}", lambda pid=pid: os.kill(pid, 0))
refused("killpg", lambda: os.killpg(os.getpgid(os.getppid()), 0))
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
