# hostile: {entry: 46, expect: AC, why: sets limits and affinity and priority of the harness}
# Each value is the one in force or invalid: EINVAL says that the kernel looked.
import errno
import os
import resource
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


def prlimit(pid, *value):
    try:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, *value)
    except ValueError as error:
        raise OSError(errno.EINVAL, "let through") from error


for pid in {int(keys["harness_pid"]), int(keys["keeper_pid"]), int(keys["victim_pid"]), os.getppid()}:
    refused(f"prlimit (get) {pid}", lambda pid=pid: prlimit(pid))
    refused(f"prlimit (set) {pid}", lambda pid=pid: prlimit(pid, (2, 1)))
    refused(f"affinity {pid}", lambda pid=pid: os.sched_setaffinity(pid, os.sched_getaffinity(pid)))
    refused(f"setpriority {pid}", lambda pid=pid: os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(0, pid)))
    refused(f"scheduler {pid}", lambda pid=pid: os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0)))
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
